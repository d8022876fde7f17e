//! Finding an option in a row by its name, and the names by which options are compared.

use std::borrow::Cow;

use crate::programs::{Entry, Special, Style, Takes};

#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) special: Option<&'static Special>,
    pub(super) takes: Takes,
}

pub(super) const PLAIN: Found = Found { special: None, takes: Takes::Nothing };

pub(super) fn short(entry: &'static Entry, letter: char) -> Option<Found> {
    let special = entry
        .special
        .iter()
        .find(|special| special.names.split_ascii_whitespace().any(|name| name.chars().eq(std::iter::once(letter))));
    if let Some(special) = special {
        return Some(Found { special: Some(special), takes: special.takes });
    }
    if entry.flags.contains(letter) {
        return Some(PLAIN);
    }
    entry.values.contains(letter).then_some(Found { special: None, takes: Takes::Value })
}

/// Finds a long option, abbreviated or not. An abbreviation that may mean something special means it.
pub(super) fn long(entry: &'static Entry, name: &str) -> Option<Found> {
    let exact = entry.special.iter().find(|special| {
        special.names.len() >= name.len() && special.names.split_ascii_whitespace().any(|one| one == name)
    });
    if let Some(special) = exact {
        return Some(Found { special: Some(special), takes: special.takes });
    }
    let plain = |one: &str| Found { special: None, takes: takes_of(one) };
    // Looking for the letters anywhere is much quicker than taking the list apart.
    let among = entry.long.contains(name);
    let mut listed = if among { entry.long } else { "" }.split_ascii_whitespace();
    let same = |one: &&str| one.strip_prefix(name).is_some_and(|rest| matches!(rest, "" | "=" | "?"));
    if let Some(one) = listed.find(same) {
        return Some(plain(one));
    }
    if name.is_empty() || matches!(entry.style, Style::Single | Style::Find | Style::Keys) {
        return None;
    }
    let abbreviated = entry.special.iter().find(|special| {
        special.names.len() >= name.len()
            && special.names.split_ascii_whitespace().any(|one| one.len() > 1 && one.starts_with(name))
    });
    if let Some(special) = abbreviated {
        return Some(Found { special: Some(special), takes: special.takes });
    }
    if !among {
        return None;
    }
    entry.long.split_ascii_whitespace().find(|one| one.starts_with(name)).map(plain)
}

fn takes_of(name: &str) -> Takes {
    if name.ends_with('=') {
        Takes::Value
    } else if name.ends_with('?') {
        Takes::Attached
    } else {
        Takes::Nothing
    }
}

pub(super) fn first_name(names: &str) -> Option<Cow<'static, str>> {
    let name = names.split_ascii_whitespace().next()?;
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Some(letter_key(letter)),
        _ => Some(dashed("--", name)),
    }
}

/// The name for comparing of a one-letter option.
pub(super) fn letter_key(letter: char) -> Cow<'static, str> {
    const KEYS: &str =
        "-A-B-C-D-E-F-G-H-I-J-K-L-M-N-O-P-Q-R-S-T-U-V-W-X-Y-Z-a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p-q-r-s-t-u-v-w-x-y-z";
    let place = match letter {
        'A'..='Z' => u32::from(letter).checked_sub(u32::from('A')),
        'a'..='z' => u32::from(letter).checked_sub(u32::from('a')).map(|place| place.saturating_add(26)),
        _ => None,
    };
    let start = place.and_then(|place| usize::try_from(place).ok()).map(|place| place.saturating_mul(2));
    match start.and_then(|start| KEYS.get(start..start.saturating_add(2))) {
        Some(key) => Cow::Borrowed(key),
        None => Cow::Owned(format!("-{letter}")),
    }
}

pub(super) fn dashed(dashes: &str, name: &str) -> Cow<'static, str> {
    let mut key = String::with_capacity(dashes.len().saturating_add(name.len()));
    key.push_str(dashes);
    key.push_str(name);
    Cow::Owned(key)
}
