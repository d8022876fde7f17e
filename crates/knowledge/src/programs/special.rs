//! Options as a packed table has them.

use std::fmt;

use super::kinds::{Arg, Effect, Takes};
use super::pack::{NONE, first_bit, of_arity_byte, special};
use super::table::Table;

/// An option that is more than plain.
#[derive(Clone, Copy)]
pub struct Special {
    pub(super) table: &'static Table,
    pub(super) at: u32,
}

/// A plain long option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plain {
    /// Its name without dashes.
    pub name: &'static str,
    /// What follows it.
    pub takes: Takes,
    /// What it takes was not compared with the program.
    pub believed: bool,
}

impl Special {
    /// All its spellings, blank-separated, without dashes: `"o output"`. One letter is a short option, more are long.
    /// The first is its name for comparing: `rm -r`, `rm -R` and `rm --recursive` are one option.
    #[must_use]
    pub fn names(self) -> &'static str {
        self.table.text(self.at, special::NAMES)
    }

    fn says(self) -> [u8; 4] {
        self.table.bytes(self.at, special::SAYS)
    }

    /// What follows it.
    #[must_use]
    pub fn takes(self) -> Takes {
        let [takes, ..] = self.says();
        Takes::of_code(takes)
    }

    /// What follows it was not compared with the program.
    #[must_use]
    pub fn believed(self) -> bool {
        self.table.number(self.at, special::BELIEVED) != 0
    }

    /// What its value is.
    #[must_use]
    pub fn arg(self) -> Arg {
        let [_, arg, ..] = self.says();
        Arg::of_code(arg)
    }

    /// What it makes the command do.
    #[must_use]
    pub fn effect(self) -> Effect {
        let [_, _, effect, _] = self.says();
        Effect::of_code(effect)
    }

    /// What the operands become when it is given: `sed -i` makes them [`Arg::Write`].
    #[must_use]
    pub fn operands(self) -> Option<Arg> {
        let [.., operands] = self.says();
        (operands != NONE).then(|| Arg::of_code(operands))
    }

    /// Whether one of its names may begin so.
    pub(crate) fn may_begin(self, first: u8) -> bool {
        self.table.number(self.at, special::BEGINS) & first_bit(first) != 0
    }

    /// Whether a letter is one of its names.
    pub(crate) fn has_letter(self, letter: char) -> bool {
        match u8::try_from(letter) {
            Ok(byte) if byte.is_ascii() => {
                let part = special::LETTERS.saturating_add(usize::from(byte / 32));
                self.table.number(self.at, part) & first_bit(byte) != 0
            }
            _ => self.names().split(' ').any(|name| name.chars().eq(std::iter::once(letter))),
        }
    }
}

impl PartialEq for Special {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.table, other.table) && self.at == other.at
    }
}

impl Eq for Special {}

impl fmt::Debug for Special {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Special").field(&self.names()).finish()
    }
}

impl Plain {
    /// A word of the packed list: the name and a byte that says what it takes.
    pub(super) fn of_word(word: &'static str) -> Option<Self> {
        let (name, arity) = word.split_at_checked(word.len().checked_sub(1)?)?;
        let (takes, believed) = of_arity_byte(*arity.as_bytes().first()?);
        Some(Self { name, takes, believed })
    }
}
