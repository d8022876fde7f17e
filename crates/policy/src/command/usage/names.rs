//! Finding an option in a row by its name, and the names by which options are compared.

use std::borrow::Cow;

use crate::programs::{Entry, Special, Style, Takes};

#[derive(Clone, Copy)]
pub(super) struct Found {
    pub(super) special: Option<&'static Special>,
    pub(super) takes: Takes,
    /// It is not spelt in full.
    pub(super) abbreviated: bool,
    /// It is an option of a row around the one at hand.
    pub(super) inherited: bool,
}

impl Found {
    pub(super) const fn new(special: Option<&'static Special>, takes: Takes) -> Self {
        Self { special, takes, abbreviated: false, inherited: false }
    }
}

pub(super) const PLAIN: Found = Found::new(None, Takes::Nothing);

pub(super) fn short(entry: &'static Entry, letter: char) -> Option<Found> {
    let special = entry.special.iter().find(|special| match u8::try_from(letter) {
        Ok(letter) if letter.is_ascii() => special.begins.has_letter(letter),
        _ => special.names.split_ascii_whitespace().any(|name| name.chars().eq(std::iter::once(letter))),
    });
    if let Some(special) = special {
        return Some(Found::new(Some(special), special.takes));
    }
    if entry.flags.contains(letter) {
        return Some(PLAIN);
    }
    entry.values.contains(letter).then_some(Found::new(None, Takes::Value))
}

/// Finds a long option, abbreviated or not. An abbreviation that may mean something special means it.
pub(super) fn long(entry: &'static Entry, name: &str) -> Option<Found> {
    let first = *name.as_bytes().first()?;
    let found = |special: &'static Special| Found::new(Some(special), special.takes);
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
            return Some(Found::new(None, takes_of(one)));
        }
        begun = begun.or(Some(one));
    }
    if matches!(entry.style, Style::Single | Style::Find | Style::Keys) {
        return None;
    }
    let short = abbreviated.map(found).or_else(|| begun.map(|one| Found::new(None, takes_of(one))));
    short.map(|found| Found { abbreviated: true, ..found })
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
                    .fold(0, |any, (before, here)| any | u8::from(*before == b' ') & u8::from(*here == first));
                if begins == 0 {
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
    use std::collections::BTreeSet;

    use super::begun_with;
    use crate::programs::{self, Entry};

    /// The lists of long options and the names of special ones, of all rows at all depths, each once.
    fn all(entries: impl Iterator<Item = &'static Entry>, lists: &mut BTreeSet<&str>, names: &mut BTreeSet<&str>) {
        for entry in entries {
            lists.insert(entry.long);
            names.extend(entry.special.iter().map(|special| special.names));
            all(entry.subs.iter(), lists, names);
        }
    }

    #[test]
    fn a_glance_sees_every_option() {
        let (mut lists, mut rows) = (BTreeSet::new(), BTreeSet::new());
        all(programs::all(), &mut lists, &mut rows);
        for list in lists {
            let words: Vec<&str> = list.split_ascii_whitespace().collect();
            // Some of each list: all of all lists take a minute.
            let some = words.iter().step_by(words.len() / 4 + 1);
            let names = some.flat_map(|word| [word.trim_end_matches(['=', '?']), word.get(..2).unwrap_or("")]);
            for name in names.chain(["all amend", "é"]).filter(|name| !name.is_empty()) {
                let taken_apart = words.iter().copied().filter(|word| word.starts_with(name));
                assert_eq!(begun_with(list, name).collect::<Vec<_>>(), taken_apart.collect::<Vec<_>>(), "{name}");
            }
        }
        for row in rows {
            let begins = programs::Special::flag(row, programs::Effect::Read).begins;
            let names: Vec<&[u8]> = row.split_ascii_whitespace().map(str::as_bytes).collect();
            assert!(names.iter().filter_map(|name| name.first()).all(|first| begins.may_begin(*first)), "{row}");
            for letter in row.bytes().filter(u8::is_ascii) {
                assert_eq!(begins.has_letter(letter), names.contains(&[letter].as_slice()), "{letter} in {row}");
            }
        }
    }
}
