//! Grants as JSON: how stores keep them and `byleave grants` shows them.

use byleave_policy::grant::{Coverage, Covered, Grant, Prefix};
use byleave_policy::rules::conditions::Expires;
use byleave_policy::rules::{Rule, Says};
use byleave_policy::{Digest, Source};
use serde_json::{Map, Value, json};

/// A grant as JSON.
#[must_use]
pub fn to_json(grant: &Grant) -> Value {
    let mut written = json!({
        "id": grant.id,
        "source": grant.source.name(),
        "reason": grant.reason,
        "coverage": coverage(&grant.coverage),
        "expires": expires(grant.expires),
        "uses": grant.uses,
    });
    if let Some(map) = written.as_object_mut().filter(|_| grant.people > 1) {
        map.insert("people".to_owned(), grant.people.into());
    }
    written
}

/// A grant from JSON; `None` if it is not one, which then grants nothing.
#[must_use]
pub fn from_json(value: &Value) -> Option<Grant> {
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let source = match value.get("source")?.as_str()? {
        "user" => Source::User,
        "skill" => Source::Skill,
        _ => return None,
    };
    let uses = match value.get("uses") {
        None | Some(Value::Null) => None,
        Some(uses) => Some(u32::try_from(uses.as_u64()?).ok()?),
    };
    let people = match value.get("people") {
        None | Some(Value::Null) => 1,
        Some(people) => u32::try_from(people.as_u64()?).ok()?,
    };
    Some(Grant {
        id: text("id")?,
        source,
        reason: text("reason")?,
        coverage: read_coverage(value.get("coverage")?, source)?,
        expires: read_expires(value.get("expires")?)?,
        uses,
        people,
    })
}

/// When something ends, as the documents write it: `{"type": "turn_end"}`.
#[must_use]
pub fn expires(expires: Expires) -> Value {
    match expires {
        Expires::Never => json!({ "type": "never" }),
        Expires::TurnEnd => json!({ "type": "turn_end" }),
        Expires::SessionEnd => json!({ "type": "session_end" }),
        Expires::At(end) => json!({ "type": "time", "at": end.to_string() }),
    }
}

fn read_expires(value: &Value) -> Option<Expires> {
    match value.get("type")?.as_str()? {
        "never" => Some(Expires::Never),
        "turn_end" => Some(Expires::TurnEnd),
        "session_end" => Some(Expires::SessionEnd),
        "time" => value.get("at")?.as_str()?.parse().ok().map(Expires::At),
        _ => None,
    }
}

fn coverage(coverage: &Coverage) -> Value {
    match coverage {
        Coverage::Call(digest) => json!({ "breadth": "exact", "digest": digest.to_string() }),
        Coverage::Tool(tool) => json!({ "breadth": "tool", "tool": tool }),
        Coverage::Commands { parts, cwd } => {
            let parts: Vec<Value> = parts.iter().map(part).collect();
            json!({ "breadth": "prefix", "parts": parts, "cwd": cwd })
        }
        Coverage::Rule(rule) => {
            let when: Map<String, Value> =
                rule.when.iter().map(|(key, pattern)| (key.clone(), pattern.as_str().into())).collect();
            json!({ "breadth": "rule", "pattern": rule.text, "when": when })
        }
    }
}

fn part(part: &Covered) -> Value {
    match part {
        Covered::Directory(prefix) => json!({ "program": prefix.program, "directory": prefix.directory }),
        Covered::SubCommand(text) => json!({ "pattern": text }),
        Covered::Exact(text) => json!({ "command": text }),
    }
}

fn read_coverage(value: &Value, source: Source) -> Option<Coverage> {
    let text = |key: &str| value.get(key).and_then(Value::as_str);
    match text("breadth")? {
        "exact" => Digest::parse(text("digest")?).map(Coverage::Call),
        "tool" => Some(Coverage::Tool(text("tool")?.to_owned())),
        "prefix" => {
            let parts: Option<Vec<Covered>> = value.get("parts")?.as_array()?.iter().map(read_part).collect();
            Some(Coverage::Commands { parts: parts?, cwd: text("cwd")?.to_owned() })
        }
        "rule" => {
            let mut rule = Rule { source, ..Rule::new(text("pattern")?, Says::Allow).ok()? };
            for (key, pattern) in value.get("when")?.as_object()? {
                rule.when.push((key.clone(), pattern.as_str()?.to_owned()));
            }
            Some(Coverage::Rule(Box::new(rule)))
        }
        _ => None,
    }
}

fn read_part(value: &Value) -> Option<Covered> {
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    match (text("program"), text("directory"), text("pattern"), text("command")) {
        (Some(program), Some(directory), None, None) => Some(Covered::Directory(Prefix { program, directory })),
        (None, None, Some(pattern), None) => Some(Covered::SubCommand(pattern)),
        (None, None, None, Some(command)) => Some(Covered::Exact(command)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use byleave_policy::grant::{Coverage, Grant, covered};
    use byleave_policy::rules::conditions::Expires;
    use byleave_policy::rules::{Rule, Says};
    use byleave_policy::{Digest, Source};

    use super::{from_json, to_json};

    #[test]
    fn grants_come_back_as_they_were_stored() {
        let mut rule = Rule { source: Source::Skill, ..Rule::new("write", Says::Allow).expect("a pattern") };
        rule.when.push(("file_path".to_owned(), "*.md".to_owned()));
        let parts = covered("cat src/a | git log -5 && rm 'a b'").expect("parts");
        for (source, coverage, expires, uses) in [
            (Source::User, Coverage::Call(Digest::from_bytes([7; 32])), Expires::SessionEnd, None),
            (Source::User, Coverage::Tool("bash".to_owned()), Expires::Never, Some(3)),
            (
                Source::User,
                Coverage::Commands { parts, cwd: "/p".to_owned() },
                Expires::At("2026-11-15T10:00:00Z".parse().expect("a moment")),
                None,
            ),
            (Source::Skill, Coverage::Rule(Box::new(rule)), Expires::TurnEnd, None),
        ] {
            let grant =
                Grant { id: "g".to_owned(), source, reason: "why".to_owned(), coverage, expires, uses, people: 1 };
            let json = to_json(&grant);
            let back = from_json(&json).expect("a grant");
            assert_eq!(to_json(&back), json);
            assert_eq!(format!("{back:?}"), format!("{grant:?}"));
        }
    }

    #[test]
    fn what_is_no_grant_grants_nothing() {
        let good = serde_json::json!({"id": "g", "source": "user", "reason": "", "coverage": {"breadth": "tool", "tool": "bash"}, "expires": {"type": "never"}, "uses": null});
        assert!(from_json(&good).is_some());
        for (key, value) in [
            ("source", serde_json::json!("config")),
            ("uses", serde_json::json!(-1)),
            ("expires", serde_json::json!({"type": "later"})),
            ("coverage", serde_json::json!({"breadth": "all"})),
            ("id", serde_json::json!(1)),
        ] {
            let mut bad = good.clone();
            bad[key] = value;
            assert!(from_json(&bad).is_none(), "{key}");
        }
    }
}
