//! What the grants of a session cover of a plain text.

use byleave_proof::{Command, Proof, Scene, Usage, covers, reads};

use super::allowed_by::AllowedBy;
use super::gap::Gap;
use crate::grant::{Coverage, Grant, GrantPart, Prefix};
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

/// How a grant allows one command of a plain text.
pub(super) fn by_grant<'g>(
    grant: &'g Grant,
    own: &str,
    scene: &Scene<'_>,
    command: &Command<'_>,
    usage: &Usage<'_>,
) -> Result<Option<AllowedBy<'g>>, Gap> {
    if covers_tool(grant, own) {
        return Ok(Some(AllowedBy::ToolGrant(grant)));
    }
    let by_pattern = |pattern: &byleave_proof::Pattern| -> Result<Option<AllowedBy<'g>>, Gap> {
        Ok(covers(scene, pattern, command, usage)?.map(|covered| AllowedBy::Grant(grant, covered)))
    };
    match &grant.coverage {
        Coverage::Tool(_) | Coverage::Call(_) => Ok(None),
        Coverage::Rule(rule) => match &rule.pattern {
            Pattern::Command(pattern) if rule.when.is_empty() => by_pattern(&pattern.plain),
            Pattern::Command(_) | Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => {
                Ok(None)
            }
        },
        Coverage::Commands { parts, cwd } => {
            let mut gap = None;
            for part in parts {
                let found = match part {
                    GrantPart::SubCommand(text) | GrantPart::Exact(text) => {
                        by_pattern(&byleave_proof::Pattern::parse(text))
                    }
                    GrantPart::Directory(prefix) => {
                        Ok(below(prefix, cwd, scene, command, usage).map(|reads| AllowedBy::Directory(grant, reads)))
                    }
                };
                match found {
                    Ok(Some(by)) => return Ok(Some(by)),
                    Ok(None) => {}
                    Err(found) => gap = gap.or(Some(found)),
                }
            }
            gap.map_or(Ok(None), Err)
        }
    }
}

/// That a command is this program, only reads, and every path of it lies below the directory.
fn below(prefix: &Prefix, cwd: &str, scene: &Scene<'_>, command: &Command<'_>, usage: &Usage<'_>) -> Option<Proof> {
    let reads = reads(scene, command, usage).ok()?;
    let root = normal(cwd, &prefix.directory);
    let inside = |path: &String| match prefix.directory.as_str() {
        // `head:./` is about the files of one directory, as in Ollama.
        "./" => path.rsplit_once('/').is_some_and(|(directory, _)| directory == root) || *path == root,
        _ => is_below(path, &root),
    };
    let named = command.name() == Some(prefix.program.as_str());
    (named && !reads.paths().is_empty() && reads.paths().iter().all(inside)).then_some(reads)
}
