//! Cursor: `cli-config.json` and `.cursor/cli.json` with `permissions`, or `permissions.json` with its two lists.

use super::ordered::Json;
use super::{Import, command};
use byleave_policy::Verdict;

pub(super) fn read(text: &str, imported: &mut Import) -> Result<(), String> {
    let settings = Json::read(text)?;
    if !matches!(settings, Json::Map(_)) {
        return Err("not a settings file: it is not a JSON object".to_owned());
    }
    if settings.get("approvalMode").and_then(Json::text) == Some("unrestricted") {
        imported.note("left out the mode `unrestricted`; choose a `mode` yourself if you need one");
    }
    if settings.get("autoRun").is_some() {
        imported.note("left out `autoRun`: it is advice to a model, and no rule");
    }
    let permissions = settings.get("permissions");
    for (key, says) in [("allow", Verdict::Allow), ("deny", Verdict::Deny)] {
        for rule in permissions.and_then(|found| found.get(key)).map_or(&[][..], Json::items) {
            match rule.text() {
                Some(rule) => token(rule, says, imported),
                None => imported.note(format!("left out a rule in `{key}` that is not text")),
            }
        }
    }
    for rule in settings.get("terminalAllowlist").map_or(&[][..], Json::items).iter().filter_map(Json::text) {
        shell(rule, Verdict::Allow, imported);
    }
    for rule in settings.get("mcpAllowlist").map_or(&[][..], Json::items).iter().filter_map(Json::text) {
        mcp(rule, Verdict::Allow, imported);
    }
    Ok(())
}

/// `Shell(git)`, `Read(src/**)`, `Write(docs/**)`, `WebFetch(docs.rs)`, `Mcp(server:tool)`.
fn token(rule: &str, says: Verdict, imported: &mut Import) {
    let inside = rule.trim().split_once('(').and_then(|(kind, rest)| Some((kind, rest.strip_suffix(')')?)));
    match inside {
        Some(("Shell", inside)) => shell(inside, says, imported),
        Some(("Mcp", inside)) => mcp(inside, says, imported),
        Some(("Read", glob)) => imported.add(&format!("read({glob})"), says, None),
        Some(("Write", glob)) => {
            for tool in ["write", "edit"] {
                imported.add(&format!("{tool}({glob})"), says, None);
            }
        }
        Some(("WebFetch", host)) if !host.contains('*') => {
            imported.add(&format!("WebFetch(domain:{host})"), says, None);
        }
        Some(_) | None => imported.note(format!("left out `{rule}`")),
    }
}

/// The beginning of a command; `curl:*` is a command with any arguments.
fn shell(rule: &str, says: Verdict, imported: &mut Import) {
    let prefix = rule.strip_suffix(":*").or_else(|| rule.strip_suffix(" *")).unwrap_or(rule);
    let words: Vec<String> = prefix.split_whitespace().map(str::to_owned).collect();
    match command(&words, true).filter(|_| !prefix.contains(['*', ':'])) {
        Some(pattern) => imported.add(&pattern, says, None),
        None => imported.note(format!("left out the command `{rule}`")),
    }
}

/// `server:tool`, or `server, tool`, either of which may be `*`.
fn mcp(rule: &str, says: Verdict, imported: &mut Import) {
    let pair = rule.split_once([':', ',']).map(|(server, tool)| (server.trim(), tool.trim()));
    match pair {
        Some((server, tool)) if server != "*" && !server.is_empty() && !tool.is_empty() => {
            imported.add(&format!("mcp__{server}__{tool}"), says, None);
        }
        Some(_) | None => imported.note(format!("left out the MCP tools `{rule}`: name the server")),
    }
}
