//! Policy files: reading them, saying what is wrong with them, making one policy of many.
//!
//! Everything here takes the text of files and returns data; the gate reads and writes the disk.
//!
//! # A policy file, at a time
//!
//! ```
//! use byleave_config::{Kind, Standing, Surroundings, World, merge, read};
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
//! let arguments = serde_json::json!({ "file_path": "docs/guide.md" });
//! let arguments = arguments.as_object().cloned().unwrap_or_default();
//! let call = CallFacts::new("write_file", arguments, "/work/app", "/home/dev");
//! let at = |now: &str| {
//!     let situation = Situation { now: now.parse().ok(), ..Situation::new(&Lexical) };
//!     decide_in(&call, &policy, &situation).verdict
//! };
//! assert_eq!(at("2026-11-16T10:00:00Z"), Verdict::Allow);
//! assert_eq!(at("2026-11-15T03:00:00Z"), Verdict::Ask);
//! // Without a clock nothing that depends on time allows.
//! assert_eq!(at("who knows"), Verdict::Ask);
//! # Ok::<(), byleave_config::Problems>(())
//! ```

mod auto_library;
mod auto_reader;
mod cases;
mod document;
mod dump;
mod edit;
mod export;
mod import;
mod inline_tests;
mod layers;
mod lint;
mod node;
mod permission;
mod problem;
mod programs;
mod reader;
mod schema;
mod skill;
mod tools;
mod unnamed;

pub use auto_library::{AutoApproveError, should_auto_approve, validate_auto_approve_config};
pub use cases::{Case, read_cases};
pub use document::{DeclaredTool, Level, PolicyFile, read};
pub use dump::{Runtime, full as dump, full_text as dump_text, runtime};
pub use edit::{Edit, EditError, line as rule_line, with_rule};
pub use export::{
    EXPORTED, Export, Permissions, claude as export_claude, codex as export_codex, gemini as export_gemini,
};
pub use import::{Import, Origin, import};
pub use layers::{Standing, Surroundings, merge, only_tightening};
pub use lint::{Lint, lint};
pub use problem::{Place, Problem, Problems, Severity};
pub use programs::read_programs;
pub use reader::{Kind, World};
pub use schema::SCHEMA;
pub use skill::{Manifest, read_skill};
pub use unnamed::with_unnamed;
