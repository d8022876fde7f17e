//! Tools: their names and categories; and what floors and layers say of a call of any that is given no command.

mod arguments;
mod files;
mod first_words;
mod judge;
mod likeness;
mod paths;
mod secrets;
mod spelling;

pub(crate) use judge::judge;

pub use crate::tool::{Category, Tool, all, canonical, find, is_mcp, is_shell, runs, shells};
