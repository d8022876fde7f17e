//! Policy files: reading them, saying what is wrong with them, making one policy of many.
//!
//! Everything here takes the text of files and returns data; whoever has a disk reads and writes.

mod auto;
mod auto_reader;
mod document;
mod inline_tests;
mod layers;
mod node;
mod permission;
mod problem;
mod reader;
mod suggest;

pub use auto::{
    AutoApprove, AutoApproveError, AutoTool, CommandFacts, Expression, Held, Leave, Predicate, Scene, SubjectFacts,
    should_auto_approve, validate_auto_approve_config,
};
pub use document::{Level, PolicyFile, read};
pub use layers::{Standing, Surroundings, merge};
pub use problem::{Place, Problem, Problems, Severity};
pub use reader::{Kind, World};
