//! The names by which options are compared.

use std::borrow::Cow;

pub(super) use crate::programs::Found;

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
