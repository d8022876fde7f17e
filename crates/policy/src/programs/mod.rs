//! What programs do with their words.
//!
//! Data, not code: tables of text in `programs/`, one file per family, each row an [`Entry`]. A row says which options are
//! plain, which take a value, which run, write, delete or send something, and what the operands are. Nothing is ever decided
//! by a name alone: an option that no row mentions is unknown, and what is unknown is not read-only.
//!
//! The build script packs the tables into numbers and one text without pointers, so they cost nothing at the start. To add
//! a program, see `CONTRIBUTING.md`.

mod kinds;
mod lookup;
mod obeys;
mod pack;
mod source;
mod table;
mod taught;
mod unpack;
mod write;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

pub use kinds::{Arg, Effect, Ends, Known, Missing, Style, Takes, Wraps};
pub use lookup::Found;
pub use obeys::{Obeys, obeyed_by, obeys};
pub use source::Mistake;
pub use table::{Entries, Entry, Operands, Plain, Special, Specials, Table, Texts};
pub use taught::{Scope, Taught, TaughtFile};

use crate::file::nearest;

/// The tables that byleave brings along.
static BUILT_IN: Table = include!(concat!(env!("OUT_DIR"), "/programs.rs"));

/// Values by the names of programs.
pub(crate) type ByName<K, V> = HashMap<K, V, BuildHasherDefault<NameHasher>>;

/// FNV-1a: names are short and come from the tables or from the user's rules, so no agent can choose them to collide, and
/// this runs for every command.
#[derive(Clone)]
pub(crate) struct NameHasher(u64);

impl Default for NameHasher {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The row of a program, by its name without directories. Rows that users taught stand before the built-in ones, see
/// [`Taught::enter`].
#[must_use]
pub fn find(name: &str) -> Option<Entry> {
    Taught::here().find(name)
}

/// All programs, for tests and listings.
#[must_use]
pub fn all() -> Entries {
    BUILT_IN.all()
}
