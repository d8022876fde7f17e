//! Commands that a text has more than once. What is true of one of them is true of all, so one of them is looked at.
//!
//! Only commands whose words are all known are the same: the value of an unknown word may change between the two. What
//! a command leaves for later ones (files it writes, names it gives) is not shared either: code that follows that looks
//! at each command.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher, RandomState};

use byleave_shell::{RedirectOperator, Span};

use super::collect::{Commands, Redirect, Simple};
use super::item::Item;

/// Looking at this many commands one by one is faster than comparing them.
const FEW: usize = 48;

/// The commands so far, by their words.
pub(super) struct Same {
    /// The last command with these words that was not the same as one before it.
    places: HashMap<u64, usize, BuildHasherDefault<Hashed>>,
    /// Which words fall together is not known.
    state: RandomState,
    /// For each command, the one it is the same as.
    again: Vec<Option<usize>>,
}

impl Same {
    /// Nothing, if the list is short.
    pub(super) fn among(simples: &[Simple<'_>]) -> Option<Self> {
        let list = || Self { places: HashMap::default(), state: RandomState::new(), again: vec![None; simples.len()] };
        (simples.len() > FEW).then(list)
    }

    /// The earlier command that the one at a place repeats. byleave has looked at it, and it runs no other command.
    pub(super) fn first(&mut self, commands: &Commands<'_>, index: usize) -> Option<usize> {
        let simples = &commands.simples;
        let simple = simples.get(index)?;
        if simple.way_of.is_some() || simple.items.iter().any(Item::is_unknown) {
            return None;
        }
        let key = self.state.hash_one(Words(&simple.items));
        let found = self.places.get(&key).copied().filter(|at| {
            let alone = commands.inside.get(*at).is_some_and(|(from, to)| from == to);
            let same = |first: &Simple<'_>| is_same(first, simple, commands.script.source());
            alone && simples.get(*at).is_some_and(|first| self.is_fed_alike(first, simple) && same(first))
        });
        match found {
            Some(first) => {
                if self.again.len() <= index {
                    self.again.resize(index.saturating_add(1), None);
                }
                if let Some(place) = self.again.get_mut(index) {
                    *place = Some(first);
                }
            }
            None => {
                self.places.insert(key, index);
            }
        }
        found
    }

    /// What was found, for as many commands as there are.
    pub(super) fn all(self) -> Vec<Option<usize>> {
        self.again
    }

    /// Whether both get their input from the same command of a pipeline, or from none.
    fn is_fed_alike(&self, first: &Simple<'_>, other: &Simple<'_>) -> bool {
        match (first.fed_by, other.fed_by) {
            (None, None) => true,
            (Some(one), Some(two)) => self.again.get(two).copied().flatten() == Some(one),
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

/// What was hashed already.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(*byte);
        }
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

struct Words<'w, 'a>(&'w [Item<'a>]);

impl Hash for Words<'_, '_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for item in self.0 {
            item.shown().likely().hash(state);
        }
    }
}

/// Whether two commands are the same but for where they stand.
fn is_same(one: &Simple<'_>, other: &Simple<'_>, source: &str) -> bool {
    let alike = one.possible == other.possible
        && one.sure == other.sure
        && one.more_words == other.more_words
        && one.inside == other.inside
        && one.inner == other.inner
        && one.found_by == other.found_by
        && one.printed == other.printed
        && one.node.is_some() == other.node.is_some()
        && one.items.len() == other.items.len()
        && one.assignments.len() == other.assignments.len()
        && one.redirections.len() == other.redirections.len();
    // Where assignments are looked at as they are written, the whole text is.
    let bare = one.assignments.is_empty() && one.redirections.is_empty();
    let plain = |redirect: &Redirect<'_>| {
        !redirect.target.is_unknown()
            && !matches!(redirect.operator, RedirectOperator::HereDocument | RedirectOperator::HereDocumentTabs)
    };
    alike
        && (bare || one.node.is_some() && one.span.of(source) == other.span.of(source))
        && one.redirections.iter().chain(&other.redirections).all(plain)
        && one.directory == other.directory
        && one.input == other.input
        && one.items.iter().zip(&other.items).all(|(first, second)| {
            first.value == second.value
                && first.count == second.count
                && offset(first.span, one.span) == offset(second.span, other.span)
        })
}

/// The place of a word in its command.
const fn offset(word: Span, command: Span) -> (u32, u32) {
    (word.start.wrapping_sub(command.start), word.end.wrapping_sub(command.start))
}
