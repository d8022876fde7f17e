//! Policy files: reading them, saying what is wrong with them, making one policy of many.
//!
//! Everything here takes the text of files and returns data; the gate reads and writes the disk.

mod auto;
mod auto_reader;
mod cases;
mod document;
mod dump;
mod export;
mod import;
mod inline_tests;
mod json_schema;
mod layers;
mod lint;
mod node;
mod permission;
mod problem;
mod reader;
mod schema;
mod skill;
mod taught;
mod tools;

pub use auto::{
    AutoApprove, AutoApproveError, AutoTool, CommandFacts, Expression, Held, Leave, Predicate, Scene, SubjectFacts,
    should_auto_approve, validate_auto_approve_config,
};
pub(crate) use byleave_knowledge::suggest::nearest;
pub use cases::{Case, read_cases};
pub use document::{DeclaredTool, Level, PolicyFile, read};
pub use dump::{Runtime, full as dump, full_text as dump_text, runtime};
pub use export::{EXPORTED, Exported, gemini as export_gemini};
pub use import::{Imported, Origin, import};
pub use json_schema::json_schema;
pub use layers::{Standing, Surroundings, merge, only_tightening};
pub use lint::{Lint, lint};
pub use problem::{Place, Problem, Problems, Severity};
pub use reader::{Kind, World};
pub use schema::Schema;
pub use skill::{Manifest, read_skill};
pub use taught::read_programs;
