//! Decides whether an agent's tool call is allowed, asks a person or is denied, and says why: each reason has its rule
//! and the part of the command that it is about. Denies look at everything that a command may do, allows only at what
//! it certainly does. So a deny holds in every disguise, and an allow is proven.
//!
//! This crate does no I/O and has no clock of its own. The same call, policy and situation always give the same
//! [`Decision`].
//!
//! # A call, without any policy
//!
//! ```
//! use byleave_policy::paths::Lexical;
//! use byleave_policy::{CallFacts, Policy, Verdict, decide};
//!
//! let verdict = |command: &str| {
//!     let call = CallFacts::bash(command, "/work/app", "/home/dev");
//!     decide(&call, &Policy::default(), &Lexical).verdict
//! };
//! assert_eq!(verdict("git log --oneline | head -3"), Verdict::Allow);
//! assert_eq!(verdict("find . -name core -delete"), Verdict::Ask);
//! assert_eq!(verdict("bash -c 'byleave trust x'"), Verdict::Deny);
//! ```
//!
//! # Rules in code, and the reasons
//!
//! ```
//! use byleave_policy::paths::Lexical;
//! use byleave_policy::rules::Rule;
//! use byleave_policy::{CallFacts, Policy, Verdict, decide};
//!
//! let mut policy = Policy::default();
//! policy.rules.push(Rule::new("Bash(make *)", Verdict::Allow)?);
//! policy.rules.push(Rule::new("Bash(git push *)", Verdict::Deny)?);
//!
//! let call = CallFacts::bash("make test && sudo git -C . push", "/work/app", "/home/dev");
//! let decision = decide(&call, &policy, &Lexical);
//! assert_eq!(decision.verdict, Verdict::Deny);
//! assert_eq!(decision.rule.as_deref(), Some("Bash(git push *)"));
//! // What speaks for the other part is a finding as well.
//! let made = decision.findings.iter().find(|finding| finding.verdict == Verdict::Allow);
//! assert_eq!(made.and_then(|finding| finding.rule.as_deref()), Some("Bash(make *)"));
//! # Ok::<(), byleave_policy::rules::PatternError>(())
//! ```
//!
//! # Limits
//!
//! This crate judges text. It cannot see what project code does once an allowed build runs it, which files a tool
//! writes now and runs later, which links change after the decision, or what an approved interpreter does. Pair it with
//! a sandbox. [`paths::Lexical`] follows no links; if there is a disk, pass a [`paths::Resolver`] that looks at it. The
//! crate `byleave-gate` asks people, remembers their answers and keeps the record.
mod budget;
mod call;
pub mod command;
mod decision;
mod digest;
mod findings;
mod floors;
pub mod grant;
pub mod inspect;
mod layers;
mod otherwise;
pub mod paths;
mod policy;
pub mod read;
mod reason;
pub mod remedy;
pub mod rules;
mod tool;
pub mod tools;
mod unattended;
mod verdict;

pub use byleave_knowledge::{Code, glob, named, programs};
pub use byleave_proof as proof;
pub use call::CallFacts;
pub use decision::{GENERATION, Situation, decide, decide_in, decide_read, in_full, refused_elsewhere, usual};
pub use digest::{Digest, canonical, hex, unhex, write_hex};
pub use floors::{OWN, banned_rows, high_risk_rows};
pub use policy::{AUTO_APPROVALS, Ceiling, Mode, Policy, Profile, Reads, Unnamed};
pub use reason::{FileAccess, Reason, RuleSays};
pub use unattended::Unattended;
pub use verdict::{Decision, Finding, Source, Stage, Verdict};
