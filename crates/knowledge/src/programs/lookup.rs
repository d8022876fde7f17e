//! Finding an option of a row by its name.

use super::kinds::{Known, Style, Takes};
use super::special::{Plain, Special};
use super::table::Entry;

/// What a row says about an option.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// Its row, if it is more than plain.
    pub special: Option<Special>,
    /// What follows it.
    pub takes: Takes,
    /// What follows it was not compared with the program.
    pub believed: bool,
    /// It is written shorter than the row has it, and may be another one.
    pub abbreviated: bool,
    /// The name of a plain option that is written shorter, where that can be no other.
    pub full: Option<&'static str>,
    /// It is an option of a row around the one at hand.
    pub inherited: bool,
}

impl Found {
    /// A plain option without a value.
    pub const PLAIN: Self = Self {
        special: None,
        takes: Takes::Nothing,
        believed: false,
        abbreviated: false,
        full: None,
        inherited: false,
    };

    /// An option that is more than plain, spelt in full.
    #[must_use]
    pub fn special(special: Special) -> Self {
        let (takes, believed) = (special.takes(), special.believed());
        Self { special: Some(special), takes, believed, ..Self::PLAIN }
    }

    const fn plain(plain: Plain) -> Self {
        Self { takes: plain.takes, believed: plain.believed, ..Self::PLAIN }
    }
}

impl Entry {
    /// Finds a one-letter option.
    #[must_use]
    pub fn letter(self, letter: char) -> Option<Found> {
        if let Some(special) = self.special().find(|special| special.has_letter(letter)) {
            return Some(Found::special(special));
        }
        if self.flags().contains(letter) {
            return Some(Found::PLAIN);
        }
        let believed = || self.believed_values().contains(letter);
        self.values().contains(letter).then(|| Found { takes: Takes::Value, believed: believed(), ..Found::PLAIN })
    }

    /// Finds a long option, abbreviated or not. An abbreviation that may mean something special means it.
    #[must_use]
    pub fn long_option(self, name: &str) -> Option<Found> {
        let first = *name.as_bytes().first()?;
        let mut abbreviated = None;
        let mut others = 0_usize;
        for special in self.special().filter(|special| special.may_begin(first)) {
            for one in special.names().split(' ') {
                match one.strip_prefix(name) {
                    Some("") => return Some(Found::special(special)),
                    Some(_) => {
                        others = others.saturating_add(usize::from(abbreviated.is_some()));
                        abbreviated = abbreviated.or(Some(special));
                    }
                    None => {}
                }
            }
        }
        let mut begun = None;
        for one in begun_with(self.long_list(), name) {
            if one.name.len() == name.len() {
                return Some(Found::plain(one));
            }
            others = others.saturating_add(usize::from(begun.is_some() || abbreviated.is_some()));
            begun = begun.or(Some(one));
        }
        if matches!(self.style(), Style::Single | Style::Find | Style::Keys) {
            return None;
        }
        let found = abbreviated.map(Found::special).or_else(|| begun.map(Found::plain))?;
        // Of a program that is known to abbreviate, the only option that begins so is meant.
        let sure = others == 0 && self.abbreviates() == Known::Yes;
        let full = begun.filter(|_| sure).map(|plain| plain.name);
        Some(Found { abbreviated: !sure, full, ..found })
    }
}

/// The options of a packed list that begin with a name. Lists of a thousand bytes are looked through for every option, and
/// words that begin otherwise are most of them: they are passed over a stretch at a time, in a loop that the compiler can do
/// for many bytes at once.
fn begun_with<'n>(list: &'static str, name: &'n str) -> impl Iterator<Item = Plain> + use<'n> {
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
                let plain = Plain::of_word(rest.get(..end)?)?;
                return Some(plain).filter(|plain| plain.name.len() >= name.len());
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::{all, list::Entries};
    use super::{Plain, begun_with};

    /// The lists of long options of all rows at all depths, each once.
    fn lists(entries: Entries, seen: &mut BTreeSet<u32>, lists: &mut BTreeSet<&str>) {
        if !seen.insert(entries.place()) {
            return;
        }
        for entry in entries {
            lists.insert(entry.long_list());
            if !entry.subs().is_empty() {
                self::lists(entry.subs(), seen, lists);
            }
        }
    }

    #[test]
    fn a_glance_sees_every_option() {
        let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
        lists(all(), &mut seen, &mut found);
        assert!(found.len() > 500, "{} lists", found.len());
        for list in found {
            let words: Vec<Plain> = list.split(' ').filter_map(Plain::of_word).collect();
            // Some of each list: all of all lists take a minute.
            let some = words.iter().step_by(words.len() / 4 + 1);
            let names = some.flat_map(|word| [word.name, word.name.get(..2).unwrap_or("")]);
            for name in names.chain(["all amend", "é"]).filter(|name| !name.is_empty()) {
                let taken_apart = words.iter().copied().filter(|word| word.name.starts_with(name));
                assert_eq!(begun_with(list, name).collect::<Vec<_>>(), taken_apart.collect::<Vec<_>>(), "{name}");
            }
        }
    }
}
