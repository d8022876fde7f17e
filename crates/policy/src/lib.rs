//! Decides whether a tool call is allowed, asked or denied, and says why.
//!
//! Pure: no I/O, no clock of its own.
mod call;
pub mod command;
pub mod file;
pub mod glob;
pub mod grant;
pub mod inspect;
mod judge;
pub mod paths;
mod policy;
pub mod programs;
pub mod rules;
pub mod tools;
mod verdict;

pub use call::Call;
pub use judge::{BANNED, HIGH_RISK, OWN, Situation, decide, decide_in};
pub use policy::{AUTO_APPROVALS, Ceiling, Mode, Policy, Profile};
pub use verdict::{Decision, Finding, Source, Stage, Verdict};
