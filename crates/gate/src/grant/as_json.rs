//! Grants as JSON: how stores keep them and `byleave grants` shows them.

use std::collections::BTreeMap;

use byleave_policy::grant::{Coverage, Grant, GrantPart, Prefix};
use byleave_policy::rules::Rule;
use byleave_policy::rules::conditions::Expires;
use byleave_policy::{Digest, Source, Verdict};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "GrantTerms"))]
pub(crate) struct GrantJson {
    id: String,
    source: SourceJson,
    reason: String,
    coverage: CoverageJson,
    expires: ExpiresJson,
    #[serde(default)]
    uses: Option<u32>,
    /// Left out where one person gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    people: Option<u32>,
}

/// Who can give a grant.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "GrantSource"))]
#[serde(rename_all = "snake_case")]
enum SourceJson {
    User,
    Skill,
}

/// When something ends, in ConnectOnion's format: `{"type": "turn_end"}`.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "GrantExpires"))]
#[serde(tag = "type", rename_all = "snake_case")]
enum ExpiresJson {
    Never,
    TurnEnd,
    SessionEnd,
    Time { at: Timestamp },
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "GrantCoverage"))]
#[serde(tag = "breadth", rename_all = "snake_case")]
enum CoverageJson {
    Exact { digest: String },
    Tool { tool: String },
    Prefix { parts: Vec<PartJson>, cwd: String },
    Rule { pattern: String, when: BTreeMap<String, String> },
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(test, schemars(rename = "GrantPart"))]
#[serde(untagged, deny_unknown_fields)]
enum PartJson {
    Directory { program: String, directory: String },
    SubCommand { pattern: String },
    Exact { command: String },
}

/// A grant as JSON.
#[must_use]
pub fn to_json(grant: &Grant) -> Value {
    let source = match grant.source {
        Source::Skill => SourceJson::Skill,
        // No other source gives grants.
        Source::User | Source::Safe | Source::Config | Source::Mode | Source::Tool | Source::Floor | Source::None => {
            SourceJson::User
        }
    };
    let written = GrantJson {
        id: grant.id.clone(),
        source,
        reason: grant.reason.clone(),
        coverage: coverage(&grant.coverage),
        expires: expires_of(grant.expires),
        uses: grant.uses,
        people: (grant.people > 1).then_some(grant.people),
    };
    serde_json::to_value(written).unwrap_or_default()
}

/// A grant from JSON; `None` if it is not one, which then grants nothing.
#[must_use]
pub fn from_json(value: &Value) -> Option<Grant> {
    let read = GrantJson::deserialize(value).ok()?;
    let source = match read.source {
        SourceJson::User => Source::User,
        SourceJson::Skill => Source::Skill,
    };
    let expires = match read.expires {
        ExpiresJson::Never => Expires::Never,
        ExpiresJson::TurnEnd => Expires::TurnEnd,
        ExpiresJson::SessionEnd => Expires::SessionEnd,
        ExpiresJson::Time { at } => Expires::At(at),
    };
    let GrantJson { id, reason, uses, people, .. } = read;
    let coverage = read_coverage(read.coverage, source)?;
    Some(Grant { id, source, reason, coverage, expires, uses, people: people.unwrap_or(1) })
}

/// When something ends, as JSON.
#[must_use]
pub fn expires(expires: Expires) -> Value {
    serde_json::to_value(expires_of(expires)).unwrap_or_default()
}

const fn expires_of(expires: Expires) -> ExpiresJson {
    match expires {
        Expires::Never => ExpiresJson::Never,
        Expires::TurnEnd => ExpiresJson::TurnEnd,
        Expires::SessionEnd => ExpiresJson::SessionEnd,
        Expires::At(at) => ExpiresJson::Time { at },
    }
}

fn coverage(coverage: &Coverage) -> CoverageJson {
    match coverage {
        Coverage::Call(digest) => CoverageJson::Exact { digest: digest.to_string() },
        Coverage::Tool(tool) => CoverageJson::Tool { tool: tool.clone() },
        Coverage::Commands { parts, cwd } => {
            CoverageJson::Prefix { parts: parts.iter().map(part).collect(), cwd: cwd.clone() }
        }
        Coverage::Rule(rule) => {
            CoverageJson::Rule { pattern: rule.text.clone(), when: rule.when.iter().cloned().collect() }
        }
    }
}

fn part(part: &GrantPart) -> PartJson {
    match part.clone() {
        GrantPart::Directory(Prefix { program, directory }) => PartJson::Directory { program, directory },
        GrantPart::SubCommand(pattern) => PartJson::SubCommand { pattern },
        GrantPart::Exact(command) => PartJson::Exact { command },
    }
}

fn read_coverage(coverage: CoverageJson, source: Source) -> Option<Coverage> {
    Some(match coverage {
        CoverageJson::Exact { digest } => Coverage::Call(Digest::parse(&digest)?),
        CoverageJson::Tool { tool } => Coverage::Tool(tool),
        CoverageJson::Prefix { parts, cwd } => {
            Coverage::Commands { parts: parts.into_iter().map(read_part).collect(), cwd }
        }
        CoverageJson::Rule { pattern, when } => {
            let rule = Rule::new(&pattern, Verdict::Allow).ok()?;
            Coverage::Rule(Box::new(Rule { source, when: when.into_iter().collect(), ..rule }))
        }
    })
}

fn read_part(part: PartJson) -> GrantPart {
    match part {
        PartJson::Directory { program, directory } => GrantPart::Directory(Prefix { program, directory }),
        PartJson::SubCommand { pattern } => GrantPart::SubCommand(pattern),
        PartJson::Exact { command } => GrantPart::Exact(command),
    }
}

#[cfg(test)]
mod tests {
    use byleave_policy::grant::{Coverage, Grant, covered};
    use byleave_policy::rules::Rule;
    use byleave_policy::rules::conditions::Expires;
    use byleave_policy::{Digest, Source, Verdict};

    use super::{from_json, to_json};

    #[test]
    fn grants_come_back_as_they_were_stored() {
        let mut rule = Rule { source: Source::Skill, ..Rule::new("write", Verdict::Allow).expect("a pattern") };
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
