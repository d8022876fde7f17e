//! What programs do with their words.
//!
//! Data, not code: tables of text in `programs/`, one file per family, each row an [`Entry`]. A row says which options are
//! plain, which take a value, which run, write, delete or send something, and what the operands are. Nothing is ever decided
//! by a name alone: an option that no row mentions is unknown, and what is unknown is not read-only.
//!
//! The build script packs the tables into numbers and one text without pointers, so they cost nothing at the start. To add
//! a program, see `CONTRIBUTING.md`.

#[expect(dead_code, reason = "which rows keep their claims is for the build script")]
mod evidence;
mod floors;
mod kinds;
mod list;
mod lookup;
mod pack;
mod quirk;
mod role;
mod source;
mod special;
mod table;
mod taught;
mod unpack;
mod write;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

pub use evidence::{Claim, claims_in};
pub use floors::MOST_LISTS;
pub use kinds::{Arg, Effect, Ends, Known, Missing, Style, Takes, Wraps};
pub use list::{Entries, Specials, Texts};
pub use lookup::Found;
pub use quirk::Quirk;
pub use role::Role;
pub use source::Mistake;
pub use special::{Plain, Special};
pub use table::{Entry, Operands, Table};
pub use taught::{Scope, Taught, TaughtFile, Teacher};

use crate::suggest::nearest;

/// The floors as they are written: commands that no mode and no rule on a whole tool can allow.
pub const FLOORS: &str = include_str!("../../programs/floors.list");

/// The built-in tables.
static BUILT_IN: Table = include!(concat!(env!("OUT_DIR"), "/programs.rs"));

/// Values by the names of programs.
pub type ByName<K, V> = HashMap<K, V, BuildHasherDefault<NameHasher>>;

/// FNV-1a: names are short and come from the tables or from the user's rules, so no agent can choose them to collide, and
/// this runs for every command.
#[derive(Clone)]
pub struct NameHasher(u64);

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

/// The row of a program, by its name without directories. Rows that users taught come before the built-in ones, see
/// [`Taught::enter`].
#[must_use]
pub fn find(name: &str) -> Option<Entry> {
    Taught::here().find(name)
}

/// Whether the program of this name plays a role.
#[must_use]
pub fn plays(name: &str, role: Role) -> bool {
    find(name).is_some_and(|entry| entry.plays(role))
}

/// The built-in row.
#[must_use]
pub fn built_in(name: &str) -> Option<Entry> {
    BUILT_IN.find(name)
}

/// The number of the list of floors on a program, by its row and its name; 0 if there is none. Users' tables take nothing
/// away from them.
pub fn floors_on(entry: Entry, name: &str) -> u16 {
    if entry.is_of(&BUILT_IN) { entry.floors() } else { BUILT_IN.find(name).map_or(0, Entry::floors) }
}

/// The lines of a list of floors; the first, 0, is about programs that are only named by a pattern.
#[must_use]
pub fn floors(list: u16) -> &'static str {
    BUILT_IN.floors(list)
}

/// All programs, for tests and listings.
#[must_use]
pub fn all() -> Entries {
    BUILT_IN.all()
}
