//! What programs do with their words.
//!
//! Data, not code: one table per family, each row an [`Entry`]. An entry says which options are plain, which take a value,
//! which run, write, delete or send something, and what the operands are. Nothing is ever decided by a name alone: an
//! option that no row mentions is unknown, and what is unknown is not read-only.
//!
//! To add a program, add an [`Entry`] to the table of its family. List every option its manual lists: plain ones in
//! `flags`, `values` and `long`, all others in `special`. See `CONTRIBUTING.md`.

mod archive;
mod build;
mod builtins;
mod cloud;
mod containers;
mod coreutils;
mod database;
mod entry;
mod exact;
mod forge;
mod git;
mod git_history;
mod git_plumbing;
mod git_remote;
mod git_work;
mod go;
mod jvm;
mod lint;
mod media;
mod network;
mod node;
mod obeys;
mod python;
mod rust;
mod scripting;
mod search;
mod system;
mod text;
mod typeset;
mod wrappers;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

pub use exact::{is_exact, prints_without_command, takes_options_anywhere};
pub use obeys::{Obeys, obeys};
pub use entry::{Arg, Effect, Entry, Operands, Special, Style, Takes, Wraps};

/// All tables.
const TABLES: &[&[Entry]] = &[
    coreutils::TABLE,
    search::TABLE,
    text::TABLE,
    archive::TABLE,
    git::TABLE,
    forge::TABLE,
    build::TABLE,
    builtins::TABLE,
    cloud::TABLE,
    containers::TABLE,
    database::TABLE,
    go::TABLE,
    jvm::TABLE,
    lint::TABLE,
    media::TABLE,
    network::TABLE,
    node::TABLE,
    python::TABLE,
    rust::TABLE,
    scripting::TABLE,
    system::TABLE,
    typeset::TABLE,
    wrappers::TABLE,
];

/// Values by the names of programs.
pub(crate) type ByName<K, V> = HashMap<K, V, BuildHasherDefault<NameHasher>>;

/// Every program by each of its names. Made once, in some microseconds; a hash because a command may be anything.
static BY_NAME: LazyLock<ByName<&'static str, &'static Entry>> = LazyLock::new(|| {
    TABLES
        .iter()
        .flat_map(|table| table.iter())
        .flat_map(|entry| entry.names.iter().map(move |name| (*name, entry)))
        .collect()
});

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

/// The row of a program, by its name without directories.
#[must_use]
pub fn find(name: &str) -> Option<&'static Entry> {
    BY_NAME.get(name).copied()
}

/// All programs, for tests and listings.
pub fn all() -> impl Iterator<Item = &'static Entry> {
    TABLES.iter().flat_map(|table| table.iter())
}
