//! Shell commands as the engine sees them: every simple command at every depth, with its words, files and effects.

mod carriers;
mod collect;
mod doubts;
mod few;
mod harmless;
mod inputs;
mod item;
mod may;
mod mentions;
mod spellings;
mod unwrap;
mod usage;
mod values;
mod variables;
mod written;

pub use collect::{Commands, Doubt, Input, Redirect, Simple, collect};
pub use few::Few;
pub use harmless::{is_harmless_setting, is_harmless_variable};
pub use may::{MayFile, Reached, Sure, Told, may_files, reached, words_from};
pub use item::{Item, Value};
pub use usage::{FileUse, Given, Inner, Usage, Used, Whole, usage};
pub use variables::is_ordinary;
