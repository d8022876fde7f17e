//! What byleave knows, every fact once: tables of programs, special paths, and how to look things up in them.
//!
//! Data and look-ups, no verdicts: nothing here reads a command, an option or a file of a project.
pub mod arguments;
pub mod git;
pub mod glob;
pub mod hosts;
mod named;
pub mod paths;
pub mod programs;
mod reasons;
pub mod secrets;
pub mod sql;
pub mod suggest;
pub mod tools;
pub mod variables;

pub use reasons::Code;
