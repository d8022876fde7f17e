//! Decides whether a tool call is allowed, asked or denied, and says why.
//!
//! Pure: no I/O, no clock of its own.
mod call;
pub mod command;
mod digest;
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
pub use digest::{Digest, canonical};
pub use judge::{Situation, decide, decide_in, has_secret};
pub use policy::{AUTO_APPROVALS, Ceiling, Mode, Policy, Profile};
pub use verdict::{Decision, Finding, Source, Stage, Verdict};
