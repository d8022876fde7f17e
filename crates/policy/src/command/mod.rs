//! Shell commands as the engine sees them: every simple command at every depth, with its words, files and effects.

mod again;
mod budget;
mod carriers;
mod collect;
mod doubts;
mod few;
mod inputs;
mod item;
mod may;
mod mentions;
mod printed;
mod rough;
mod shreds;
mod spellings;
mod unwrap;
mod usage;
mod values;
mod variables;
mod ways;
mod written;

#[cfg(test)]
pub(crate) use budget::counted;
pub use budget::{Budget, Spent};
pub use byleave_knowledge::variables::{is_harmless_setting, is_harmless_variable, is_unheeded};
pub use collect::{Commands, Doubt, Input, Redirect, Simple, Whence, collect, collect_within};
pub use few::Few;
pub use item::{Count, Item, Value};
pub(crate) use may::quoted;
pub use may::{MayFile, Reached, Sure, Told, may_files, reached, words_from};
pub use rough::{Rough, RoughText};
pub use usage::{FileUse, Given, Inner, Usage, Used, Whole, usage};
pub use variables::is_ordinary;
