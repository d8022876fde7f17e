//! Tools: their names and categories; and what floors and layers say of a call of any that is given no command.

mod called;
mod judge;
mod likeness;
mod meant;
mod placed;
mod secrets;
mod spelling;
mod touched;

pub(crate) use judge::judge;

pub use crate::tool::{Category, Tool, all, canonical, find, is_mcp, is_shell, runs, shells};
