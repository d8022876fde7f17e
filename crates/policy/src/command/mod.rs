//! Shell commands as the engine sees them: every simple command at every depth, with its words, files and effects.

mod collect;
mod doubts;
mod embedded;
mod env;
mod equivalents;
mod expand;
mod filled;
mod input;
mod item;
mod mentions;
mod simple;
mod unnamed;
mod unwrap;
mod usage;

pub use crate::budget::Budget;
pub use byleave_knowledge::variables::{is_harmless_setting, is_harmless_variable, is_unheeded};
pub use collect::{collect, collect_for};
pub use env::is_ordinary;
pub use item::{Count, Item, Value};
pub use simple::{Commands, Doubt, Input, Redirect, Simple, Source, Standing};
pub use unnamed::{Confidence, UnnamedFile, possible_names, unnamed_files};
pub use usage::{FileUse, Given, Inner, Usage, Used, Whole, usage};

/// A word as shell text.
pub(crate) fn quoted(word: &str) -> String {
    byleave_shell::quoted(word).into_owned()
}
