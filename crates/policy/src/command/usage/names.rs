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
    let special = entry.special.iter().find(|special| match u8::try_from(letter) {
        Ok(letter) if letter.is_ascii() => special.begins.has_letter(letter),
        _ => special.names.split_ascii_whitespace().any(|name| name.chars().eq(std::iter::once(letter))),
    });
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
    let first = *name.as_bytes().first()?;
    let found = |special: &'static Special| Found { special: Some(special), takes: special.takes };
    let mut abbreviated = None;
    for special in entry.special.iter().filter(|special| special.begins.may_begin(first)) {
        for one in special.names.split_ascii_whitespace() {
            match one.strip_prefix(name) {
                Some("") => return Some(found(special)),
                Some(_) => abbreviated = abbreviated.or(Some(special)),
                None => {}
            }
        }
    }
    let mut begun = None;
    for one in begun_with(entry.long, name) {
        if matches!(one.get(name.len()..), Some("" | "=" | "?")) {
            return Some(Found { special: None, takes: takes_of(one) });
        }
        begun = begun.or(Some(one));
    }
    if matches!(entry.style, Style::Single | Style::Find | Style::Keys) {
        return None;
    }
    abbreviated.map(found).or_else(|| begun.map(|one| Found { special: None, takes: takes_of(one) }))
}

/// The words of a blank-separated list that begin with a name. Lists of a thousand bytes are looked through for every
/// option, and words that begin otherwise are most of them: they are passed over a stretch at a time, in a loop that the
/// compiler can do for many bytes at once.
fn begun_with<'n>(list: &'static str, name: &'n str) -> impl Iterator<Item = &'static str> + use<'n> {
    const STRETCH: usize = 32;
    let first = name.bytes().next().unwrap_or(b' ');
    let mut at = 0_usize;
    std::iter::from_fn(move || {
        let bytes = list.as_bytes();
        loop {
            if let (Some(before), Some(here)) = (
                at.checked_sub(1).and_then(|before| bytes.get(before..)?.first_chunk::<STRETCH>()),
                bytes.get(at..).and_then(|rest| rest.first_chunk::<STRETCH>()),
            ) {
                let begins = before
                    .iter()
                    .zip(here)
                    .fold(false, |any, (before, here)| any | ((*before == b' ') & (*here == first)));
                if !begins {
                    at = at.saturating_add(STRETCH);
                    continue;
                }
            }
            let rest = list.get(at..).filter(|rest| !rest.is_empty())?;
            let begins = at == 0 || bytes.get(at.wrapping_sub(1)) == Some(&b' ');
            at = at.saturating_add(1);
            if begins && rest.starts_with(name) {
                let end = rest.bytes().position(|byte| byte == b' ').unwrap_or(rest.len());
                // A name with a blank in it, `--all amend`, is that of no option.
                return rest.get(..end).filter(|one| one.len() >= name.len());
            }
        }
    })
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

#[cfg(test)]
mod tests {
    use super::{begun_with, short};
    use crate::programs::{self, Entry};

    fn all(entries: impl Iterator<Item = &'static Entry>, found: &mut Vec<&'static Entry>) {
        for entry in entries {
            found.push(entry);
            all(entry.subs.iter(), found);
        }
    }

    #[test]
    fn a_glance_at_a_list_of_options_sees_every_one_of_them() {
        let mut entries = Vec::new();
        all(programs::all(), &mut entries);
        for entry in entries {
            let words: Vec<&str> = entry.long.split_ascii_whitespace().collect();
            let names =
                words.iter().flat_map(|word| [*word, word.trim_end_matches(['=', '?']), word.get(..2).unwrap_or("")]);
            for name in names.chain(["zz", "all amend", "é"]).filter(|name| !name.is_empty()) {
                let taken_apart = words.iter().copied().filter(|word| word.starts_with(name));
                assert_eq!(begun_with(entry.long, name).collect::<Vec<_>>(), taken_apart.collect::<Vec<_>>(), "{name}");
            }
            for special in entry.special {
                for name in special.names.split_ascii_whitespace() {
                    let mut letters = name.chars();
                    let letter = letters.next().filter(|_| letters.next().is_none());
                    assert!(letter.is_none_or(|letter| short(entry, letter).is_some()), "{name}");
                    assert!(name.bytes().next().is_some_and(|first| special.begins.may_begin(first)), "{name}");
                    let letter =
                        name.bytes().next().filter(u8::is_ascii).filter(|first| special.begins.has_letter(*first));
                    let one =
                        |letter: u8| special.names.split_ascii_whitespace().any(|name| name.as_bytes() == [letter]);
                    assert!(letter.is_none_or(one), "{name}");
                }
            }
        }
    }
}
