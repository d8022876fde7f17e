//! opencode: `permission` in `opencode.json`. There the last rule that matches wins; here the strictest does.

use super::ordered::Json;
use super::{Import, command};
use byleave_policy::Verdict;

/// Its names of what is asked about, and our tools.
const TOOLS: [(&str, &[&str]); 9] = [
    ("bash", &["bash"]),
    ("edit", &["write", "edit", "apply_patch"]),
    ("read", &["read"]),
    ("glob", &["glob"]),
    ("grep", &["grep"]),
    ("list", &["ls"]),
    ("webfetch", &["fetch"]),
    ("websearch", &["web_search"]),
    ("task", &["task"]),
];

pub(super) fn read(text: &str, imported: &mut Import) -> Result<(), String> {
    let settings = Json::read(text)?;
    if !matches!(settings, Json::Map(_)) {
        return Err("not a settings file: it is not a JSON object".to_owned());
    }
    if settings
        .get("agent")
        .is_some_and(|agents| agents.members().iter().any(|(_, one)| one.get("permission").is_some()))
    {
        imported.note("left out the permissions of single agents (`agent`)");
    }
    match settings.get("permission") {
        None => imported.note("the settings have no `permission`"),
        Some(Json::Text(all)) => whole(all, imported),
        Some(permission) => {
            for (name, said) in permission.members() {
                one(name, said, imported);
            }
        }
    }
    Ok(())
}

/// One word for everything.
fn whole(action: &str, imported: &mut Import) {
    match Verdict::find(action) {
        // What no rule names asks here too.
        Some(Verdict::Ask) => {}
        Some(Verdict::Allow | Verdict::Deny) | None => {
            imported.note(format!("left out `{action}` for every tool; choose a `mode` yourself if you need one"));
        }
    }
}

fn one(name: &str, said: &Json, imported: &mut Import) {
    if name == "*" {
        return whole(said.text().unwrap_or_default(), imported);
    }
    if matches!(name, "external_directory" | "doom_loop" | "question" | "skill") {
        return imported.note(format!("left out `{name}`: it is about no tool that a rule names"));
    }
    let own = [name];
    let tools = TOOLS.iter().find(|(known, _)| *known == name).map_or(&own[..], |(_, tools)| *tools);
    match said {
        Json::Text(action) => match Verdict::find(action) {
            Some(says) if !name.contains(['*', '?']) => tools.iter().for_each(|tool| imported.add(tool, says, None)),
            Some(_) | None => imported.note(format!("left out `{name}`: `{action}`")),
        },
        Json::Map(rules) => patterns(name, tools, rules, imported),
        Json::List(_) | Json::Other(_) => {
            imported.note(format!("left out `{name}`: it is neither a word nor a mapping"));
        }
    }
}

fn patterns(name: &str, tools: &[&str], rules: &[(String, Json)], imported: &mut Import) {
    let words: Vec<(&str, Option<Verdict>)> =
        rules.iter().map(|(pattern, action)| (pattern.as_str(), action.text().and_then(Verdict::find))).collect();
    // What stands before a word about everything counts for nothing.
    let from = words.iter().rposition(|(pattern, _)| *pattern == "*").unwrap_or(0);
    let rest = words.get(from..).unwrap_or_default();
    for (at, (pattern, says)) in rest.iter().enumerate() {
        let later = rest.get(at.saturating_add(1)..).unwrap_or_default();
        let looser = |says: &Verdict| later.iter().any(|(_, other)| other.is_some_and(|other| other < *says));
        let Some(says) = says else {
            imported.note(format!("left out `{pattern}` of `{name}`: it says neither allow, ask nor deny"));
            continue;
        };
        match (*pattern, says) {
            // What no rule names asks.
            ("*", Verdict::Ask) => {}
            ("*", Verdict::Deny) if looser(says) => imported.note(format!(
                "left out the deny of everything else for `{name}`: a deny has no exceptions here, so the rest asks"
            )),
            ("*", _) => tools.iter().for_each(|tool| imported.add(tool, *says, None)),
            _ => {
                if looser(says) {
                    imported.note(format!("`{pattern}` of `{name}` holds, whatever stands after it"));
                }
                translated(name, tools, pattern, *says, imported);
            }
        }
    }
}

fn translated(name: &str, tools: &[&str], pattern: &str, says: Verdict, imported: &mut Import) {
    if name == "bash" {
        let open = pattern.ends_with(" *");
        let prefix = pattern.strip_suffix(" *").unwrap_or(pattern);
        let words: Vec<String> = prefix.split_whitespace().map(str::to_owned).collect();
        return match command(&words, open).filter(|_| !prefix.contains(['*', '?'])) {
            Some(rule) => imported.add(&rule, says, None),
            None => imported.note(format!("left out the command `{pattern}`")),
        };
    }
    if !matches!(name, "edit" | "read") || pattern.contains('?') {
        return imported.note(format!("left out `{pattern}` of `{name}`"));
    }
    // Its `*` reaches into directories: what is refused must reach as far, what is allowed need not.
    let home = pattern.strip_prefix("$HOME/").map(|rest| format!("~/{rest}"));
    let glob = home.as_deref().unwrap_or(pattern);
    let wide = if says == Verdict::Allow { glob.to_owned() } else { glob.replace("**", "*").replace('*', "**") };
    for tool in tools.iter().filter(|tool| **tool != "apply_patch") {
        imported.add(&format!("{tool}({wide})"), says, None);
    }
}
