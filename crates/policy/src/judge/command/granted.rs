//! What the grants of a session cover of a plain text.

use byleave_proof::{Command, NotCovered, Scene, Usage, covers, reads};

use crate::grant::{Coverage, Covered, Grant, Prefix};
use crate::paths::{is_below, normal};
use crate::rules::Pattern;

/// Whether a grant covers all calls of a tool.
pub(super) fn covers_tool(grant: &Grant, own: &str) -> bool {
    match &grant.coverage {
        Coverage::Tool(tool) => tool == own,
        Coverage::Rule(rule) => match &rule.pattern {
            Pattern::Tool(tool) => tool == own && rule.when.is_empty(),
            Pattern::Command(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => false,
        },
        // A call is looked at whole, at the end.
        Coverage::Commands { .. } | Coverage::Call(_) => false,
    }
}

/// Whether a grant covers one command of a plain text.
pub(super) fn covers_command(
    grant: &Grant,
    own: &str,
    scene: &Scene<'_>,
    command: &Command<'_>,
    usage: &Usage<'_>,
) -> Result<bool, NotCovered> {
    match &grant.coverage {
        Coverage::Tool(_) | Coverage::Call(_) => Ok(covers_tool(grant, own)),
        Coverage::Rule(rule) => match &rule.pattern {
            Pattern::Command(pattern) if rule.when.is_empty() => covers(scene, &pattern.plain, command, usage),
            Pattern::Tool(_) | Pattern::Command(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => {
                Ok(covers_tool(grant, own))
            }
        },
        Coverage::Commands { parts, cwd } => {
            let mut gap = None;
            for part in parts {
                let covered = match part {
                    Covered::SubCommand(text) | Covered::Exact(text) => {
                        covers(scene, &byleave_proof::Pattern::parse(text), command, usage)
                    }
                    Covered::Directory(prefix) => Ok(below(prefix, cwd, scene, command, usage)),
                };
                match covered {
                    Ok(true) => return Ok(true),
                    Ok(false) => {}
                    Err(found) => gap = gap.or(Some(found)),
                }
            }
            gap.map_or(Ok(false), Err)
        }
    }
}

/// Whether a command is this program, only reads, and every path of it lies below the directory.
fn below(prefix: &Prefix, cwd: &str, scene: &Scene<'_>, command: &Command<'_>, usage: &Usage<'_>) -> bool {
    let Ok(reads) = reads(scene, command, usage) else { return false };
    let root = normal(cwd, &prefix.directory);
    let inside = |path: &String| match prefix.directory.as_str() {
        // `head:./` is about the files of one directory, as in Ollama.
        "./" => path.rsplit_once('/').is_some_and(|(directory, _)| directory == root) || *path == root,
        _ => is_below(path, &root),
    };
    command.name() == Some(prefix.program.as_str()) && !reads.paths().is_empty() && reads.paths().iter().all(inside)
}
