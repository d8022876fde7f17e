//! Tools: their names, categories, and which shell runs their commands.

use byleave_knowledge::tools;
pub use byleave_knowledge::tools::{Category, Tool, all, canonical, find, is_mcp, runs};
use byleave_shell::Shells;

/// The shells that may run the commands of a tool: its own if it is called so, any of the usual ones otherwise.
#[must_use]
pub fn shells(tool: &str) -> Shells {
    match tools::shells(tool) {
        Some(("bash", _)) => Shells::BASH,
        told => told.and_then(|(names, _)| names.parse().ok()).unwrap_or(Shells::POSIX),
    }
}

/// Whether a tool is called by the name of a shell that it can only be. `bash` is not one of them: agents give that
/// name to any shell of their user.
#[must_use]
pub fn is_shell(tool: &str) -> bool {
    tools::shells(tool).is_some_and(|(_, sure)| sure)
}
