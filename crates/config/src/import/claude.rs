//! `settings.json` of Claude Code: `permissions` with `allow`, `ask` and `deny`.

use serde_json::Value;

use super::Import;
use byleave_policy::{Mode, Verdict};

pub(super) fn read(text: &str, imported: &mut Import) -> Result<(), String> {
    let settings: Value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
    let settings = settings.as_object().ok_or("not a settings file: it is not a JSON object")?;
    let Some(permissions) = settings.get("permissions") else {
        imported.note("the settings have no permissions");
        return Ok(());
    };
    match permissions.get("defaultMode").and_then(Value::as_str) {
        None | Some("default") => {}
        Some("acceptEdits") => imported.mode = Some(Mode::AutoEdit),
        Some(other) => imported.note(format!("left out the mode `{other}`; choose a `mode` yourself if you need one")),
    }
    for (key, says) in [("allow", Verdict::Allow), ("ask", Verdict::Ask), ("deny", Verdict::Deny)] {
        let rules = permissions.get(key).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        for rule in rules {
            match rule.as_str() {
                Some(rule) => imported.add(&translated(rule), says, None),
                None => imported.note(format!("left out a rule in `{key}` that is not text")),
            }
        }
    }
    if permissions.get("additionalDirectories").is_some() {
        imported.note("left out `additionalDirectories`; allow paths with rules such as `write(/other/**)`");
    }
    Ok(())
}

/// Their spelling in ours: `:*` is a prefix, a bare server is all its tools, `/x` is seen from the settings file and `//x`
/// from the root.
fn translated(rule: &str) -> String {
    let rule = rule.trim();
    if let Some(inside) = rule.strip_prefix("Bash(").and_then(|rest| rest.strip_suffix(')')) {
        return match inside.strip_suffix(":*") {
            Some(prefix) => format!("Bash({prefix} *)"),
            None => rule.to_owned(),
        };
    }
    if let Some(server) = rule.strip_prefix("mcp__") {
        return if server.contains("__") { rule.to_owned() } else { format!("{rule}__*") };
    }
    match rule.split_once('(') {
        Some((tool, rest)) if rest.starts_with("//") => {
            format!("{tool}({}", rest.trim_start_matches('/')).replacen('(', "(/", 1)
        }
        Some((tool, rest)) if rest.starts_with('/') => format!("{tool}({}", rest.trim_start_matches('/')),
        Some(_) | None => rule.to_owned(),
    }
}
