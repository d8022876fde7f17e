//! Shell commands as the engine sees them: every simple command at every depth, with its words, files and effects.

mod collect;
mod doubts;
mod few;
mod inputs;
mod item;
mod mentions;
mod spellings;
mod unwrap;
mod usage;
mod values;
mod variables;

pub use collect::{Commands, Doubt, Input, Redirect, Simple, collect};
pub use few::Few;
pub use item::{Item, Value};
pub use usage::{FileUse, Given, Inner, Usage, Used, usage};
pub use variables::is_ordinary;
