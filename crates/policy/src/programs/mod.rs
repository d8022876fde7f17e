//! What programs do with their words.
//!
//! Data, not code: one table per family, each row an [`Entry`]. An entry says which options are plain, which take a value,
//! which run, write, delete or send something, and what the operands are. Nothing is ever decided by a name alone: an
//! option that no row mentions is unknown, and what is unknown is not read-only.
//!
//! To add a program, add an [`Entry`] to the table of its family. List every option its manual lists: plain ones in
//! `flags`, `values` and `long`, all others in `special`. See `CONTRIBUTING.md`.

mod entry;

pub use entry::{Arg, Effect, Entry, Operands, Special, Style, Takes, Wraps};
