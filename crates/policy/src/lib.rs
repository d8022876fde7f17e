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
//!     let arguments = serde_json::from_value(serde_json::json!({ "command": command }));
//!     let call = CallFacts {
//!         tool: "bash".into(),
//!         arguments: arguments.unwrap(),
//!         command_bytes: None,
//!         shell: None,
//!         cwd: "/work/app".into(),
//!         project: "/work/app".into(),
//!         home: "/home/dev".into(),
//!     };
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
//! use byleave_policy::rules::{Rule, Says};
//! use byleave_policy::{CallFacts, Policy, Verdict, decide};
//!
//! let mut policy = Policy::default();
//! policy.rules.push(Rule::new("Bash(make *)", Says::Allow)?);
//! policy.rules.push(Rule::new("Bash(git push *)", Says::Deny)?);
//!
//! let arguments = serde_json::json!({ "command": "make test && sudo git -C . push" });
//! let place = || "/work/app".to_owned();
//! let call = CallFacts {
//!     tool: "Bash".into(),
//!     arguments: arguments.as_object().cloned().unwrap_or_default(),
//!     command_bytes: None,
//!     shell: None,
//!     cwd: place(),
//!     project: place(),
//!     home: "/home/dev".into(),
//! };
//! let decision = decide(&call, &policy, &Lexical);
//! assert_eq!(decision.verdict, Verdict::Deny);
//! assert_eq!(decision.rule.as_deref(), Some("Bash(git push *)"));
//! // What speaks for the other part is a finding as well.
//! let made = decision.findings.iter().find(|finding| finding.verdict == Verdict::Allow);
//! assert_eq!(made.and_then(|finding| finding.rule.as_deref()), Some("Bash(make *)"));
//! # Ok::<(), byleave_policy::rules::PatternError>(())
//! ```
//!
//! # A policy file, at a time
//!
//! ```
//! use byleave_policy::file::{Kind, Standing, Surroundings, World, merge, read};
//! use byleave_policy::paths::Lexical;
//! use byleave_policy::rules::Layer;
//! use byleave_policy::{CallFacts, Situation, Verdict, decide_in};
//! use jiff::tz::{TimeZone, TimeZoneDatabase};
//!
//! let text = r#"
//! permissions:
//!   "write(docs/**)": { allowed: true, hours: "Mon-Fri 09:00-18:00 UTC" }
//! "#;
//! let zones = TimeZoneDatabase::bundled();
//! let file = read("policy.yaml", text, Kind::Policy, &World { zones: &zones, local: TimeZone::UTC })?;
//! let standing = Standing { layer: Layer::User, trusted: true, file };
//! let (policy, warnings) = merge(vec![standing], &Surroundings::default());
//! assert!(warnings.is_empty());
//!
//! let place = || "/work/app".to_owned();
//! let arguments = serde_json::json!({ "file_path": "docs/guide.md" });
//! let call = CallFacts {
//!     tool: "write_file".into(),
//!     arguments: arguments.as_object().cloned().unwrap_or_default(),
//!     command_bytes: None,
//!     shell: None,
//!     cwd: place(),
//!     project: place(),
//!     home: "/home/dev".into(),
//! };
//! let at = |now: &str| {
//!     let situation = Situation { now: now.parse().ok(), ..Situation::new(&Lexical) };
//!     decide_in(&call, &policy, &situation).verdict
//! };
//! assert_eq!(at("2026-11-16T10:00:00Z"), Verdict::Allow);
//! assert_eq!(at("2026-11-15T03:00:00Z"), Verdict::Ask);
//! // Without a clock nothing that depends on time allows.
//! assert_eq!(at("who knows"), Verdict::Ask);
//! # Ok::<(), byleave_policy::file::Problems>(())
//! ```
//!
//! # Limits
//!
//! This crate judges text. It cannot see what project code does once an allowed build runs it, which files a tool
//! writes now and runs later, which links change after the decision, or what an approved interpreter does. Pair it with
//! a sandbox. [`paths::Lexical`] follows no links; if there is a disk, pass a [`paths::Resolver`] that looks at it. The
//! crate `byleave-gate` asks people, remembers their answers and keeps the record.
mod call;
pub mod command;
mod digest;
pub mod file;
pub mod grant;
pub mod inspect;
mod judge;
pub mod must;
pub mod obeyed;
pub mod paths;
mod policy;
pub mod read;
pub mod remedy;
pub mod rules;
pub mod tools;
mod unattended;
mod verdict;

pub use byleave_knowledge::{glob, programs};
pub use byleave_proof as proof;
pub use call::CallFacts;
pub use digest::{Digest, canonical, hex, unhex, write_hex};
pub use judge::{
    OWN, Side, Situation, banned_rows, decide, decide_in, decide_read, has_secret, high_risk_rows, refused_elsewhere,
};
pub use policy::{AUTO_APPROVALS, Ceiling, Mode, Policy, Profile, Reads};
pub use unattended::Unattended;
pub use verdict::{Decision, Finding, Source, Stage, Verdict};
