//! GitHub Copilot CLI: `permissions-config.json`, what its user approved for good, by directory.

use super::ordered::Json;
use super::{Import, command};
use byleave_policy::Verdict;

/// The tools that change files.
const WRITES: [&str; 3] = ["write", "edit", "apply_patch"];

/// Reads what was approved for one directory: approvals of others would reach further here.
pub(super) fn read(text: &str, project: &str, imported: &mut Import) -> Result<(), String> {
    let config = Json::read(text)?;
    let Some(Json::Map(locations)) = config.get("locations") else {
        return Err("not a `permissions-config.json`: it has no `locations`".to_owned());
    };
    for (place, found) in locations {
        let approvals = found.get("tool_approvals").map_or(&[][..], Json::items);
        if place.trim_end_matches('/') != project.trim_end_matches('/') {
            imported.note(format!(
                "left out {} approvals for {place}; run the import there, and keep the policy there",
                approvals.len()
            ));
            continue;
        }
        for approval in approvals {
            approved(approval, imported);
        }
        if found.get("allowed_directories").is_some() {
            imported.note("left out `allowed_directories`; allow paths with rules such as `write(/other/**)`");
        }
    }
    Ok(())
}

fn approved(approval: &Json, imported: &mut Import) {
    let text = |key: &str| approval.get(key).and_then(Json::text);
    match text("kind") {
        Some("commands") => {
            for identifier in approval.get("commandIdentifiers").map_or(&[][..], Json::items) {
                let name = identifier.text().unwrap_or_default();
                let words: Vec<String> = name.trim_end_matches(":*").split_whitespace().map(str::to_owned).collect();
                match command(&words, true).filter(|_| !name.trim_end_matches(":*").contains(['*', ':'])) {
                    Some(pattern) => imported.add(&pattern, Verdict::Allow, None),
                    None => imported.note(format!("left out the command `{name}`")),
                }
            }
        }
        Some("write") => {
            for tool in WRITES {
                imported.add(tool, Verdict::Allow, None);
            }
        }
        Some("read") => imported.note("reads inside the project need no rule; `read` for other paths is left out"),
        Some("mcp") => match (text("serverName"), approval.get("toolName")) {
            (Some(server), Some(Json::Text(tool))) => {
                imported.add(&format!("mcp__{server}__{tool}"), Verdict::Allow, None);
            }
            (Some(server), Some(Json::Other(_))) => imported.add(&format!("mcp__{server}__*"), Verdict::Allow, None),
            (_, _) => imported.note("left out an MCP approval without a server or a tool"),
        },
        Some("custom-tool") if text("toolName").is_some() => {
            imported.add(text("toolName").unwrap_or_default(), Verdict::Allow, None);
        }
        kind => imported.note(format!("left out an approval of the kind `{}`", kind.unwrap_or("?"))),
    }
}
