//! Decides whether a tool call is allowed, asked or denied, and says why.
//!
//! Pure: no I/O, no clock of its own.
mod call;
pub mod programs;
pub mod tools;
mod verdict;

pub use call::Call;
pub use verdict::{Decision, Finding, Source, Stage, Verdict};
