//! Gemini CLI: `settings.json` with lists of tools, or `policies/*.toml` with `[[rule]]` tables.

use serde_json::Value;

use super::tokens::{Item, Tokens};
use super::{Import, command};
use byleave_policy::Verdict;
use byleave_policy::tools;

pub(super) fn read(text: &str, imported: &mut Import) -> Result<(), String> {
    if text.trim_start().starts_with('{') {
        return settings(text, imported);
    }
    let mut tokens = Tokens::new(text);
    let mut fields: Vec<(String, Item)> = Vec::new();
    let mut is_rule = false;
    loop {
        if let Some(table) = tokens.table() {
            finish(is_rule, &fields, imported);
            fields.clear();
            is_rule = table == "rule";
        } else if let Some(field) = tokens.field() {
            fields.push(field);
        } else if tokens.is_at_end() {
            finish(is_rule, &fields, imported);
            return Ok(());
        } else {
            return Err(format!("line {} cannot be read", tokens.line()));
        }
    }
}

fn finish(is_rule: bool, fields: &[(String, Item)], imported: &mut Import) {
    if !is_rule {
        return;
    }
    let get = |key: &str| fields.iter().find(|(name, _)| name == key).map(|(_, item)| item);
    let says = match get("decision").and_then(Item::text) {
        Some("allow") => Verdict::Allow,
        Some("ask_user") => Verdict::Ask,
        Some("deny") => Verdict::Deny,
        _ => return imported.note("left out a rule without a decision"),
    };
    // An allow that only holds under conditions would be wider here; a deny or ask is only stricter.
    let narrowed = ["argsPattern", "commandRegex", "modes", "toolAnnotations", "interactive", "subagent"];
    if let Some(key) = narrowed.iter().find(|key| get(key).is_some()) {
        let doubtful = matches!(*key, "argsPattern" | "commandRegex");
        if says == Verdict::Allow || doubtful {
            return imported.note(format!("left out a rule with `{key}`"));
        }
    }
    let reason = get("denyMessage").and_then(Item::text).map(str::to_owned);
    let tools = get("toolName").map(Item::texts).unwrap_or_default();
    if let Some(server) = get("mcpName").and_then(Item::text) {
        let names = if tools.is_empty() { vec!["*"] } else { tools };
        for tool in names {
            imported.add(&format!("mcp__{server}__{tool}"), says, reason.clone());
        }
        return;
    }
    let prefixes = get("commandPrefix").map(Item::texts).unwrap_or_default();
    for tool in tools {
        let runs = tools::runs(tool);
        if !runs || prefixes.is_empty() {
            imported.add(tool, says, reason.clone());
            continue;
        }
        for prefix in &prefixes {
            prefix_rule(prefix, says, reason.clone(), imported);
        }
    }
}

fn prefix_rule(prefix: &str, says: Verdict, reason: Option<String>, imported: &mut Import) {
    let words: Vec<String> = prefix.split_whitespace().map(str::to_owned).collect();
    match command(&words, true) {
        Some(pattern) => imported.add(&pattern, says, reason),
        None => imported.note(format!("left out the command `{prefix}`")),
    }
}

/// `tools.allowed`, `tools.exclude`, and their older names at the top.
fn settings(text: &str, imported: &mut Import) -> Result<(), String> {
    let settings: Value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
    let lists = [
        ("/tools/allowed", Verdict::Allow),
        ("/allowedTools", Verdict::Allow),
        ("/tools/exclude", Verdict::Deny),
        ("/excludeTools", Verdict::Deny),
    ];
    for (pointer, says) in lists {
        let names = settings.pointer(pointer).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        for name in names.iter().filter_map(Value::as_str) {
            match name.split_once('(') {
                Some(("run_shell_command" | "ShellTool", rest)) => {
                    prefix_rule(rest.trim_end_matches(')'), says, None, imported);
                }
                Some(_) | None => imported.add(name, says, None),
            }
        }
    }
    Ok(())
}
