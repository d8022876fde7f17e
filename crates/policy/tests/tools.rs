//! Tools other than the shell, by the shapes that agents really send: `cases/policy/tools.txt`.
//!
//! A line has: claim, profile, mode, rules (separated by ` ; `, see `support/judging.rs`), tool (`\u{…}` for what does not
//! show), arguments as JSON, and the verdict. `ask|deny` leaves a choice. `*` as profile stands for all of them.

mod support {
    pub mod judging;
    pub mod rows;
}

use byleave_policy::{Mode, Profile, Verdict};
use serde_json::{Map, Value};
use support::judging::{call, judged, policy};
use support::rows::{Row, rows};

const TABLE: &str = "tools.txt";

/// The name of a tool, with the characters spelt out that do not show.
fn name(text: &str) -> String {
    let mut parts = text.split("\\u{");
    let mut name = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (code, rest) = part.split_once('}').unwrap_or((part, ""));
        name.extend(u32::from_str_radix(code, 16).ok().and_then(char::from_u32));
        name.push_str(rest);
    }
    name
}

fn check(row: &Row) -> Result<(), String> {
    let profiles = match row.field(1) {
        "*" => Profile::ALL.to_vec(),
        name => vec![Profile::find(name).ok_or("no such profile")?],
    };
    let mode = Mode::find(row.field(2)).ok_or("no such mode")?;
    let arguments: Map<String, Value> = serde_json::from_str(row.field(5)).map_err(|error| error.to_string())?;
    for profile in profiles {
        let policy = policy(profile, mode, row.field(3).split(" ; "))?;
        let decision = judged(&call(&name(row.field(4)), arguments.clone()), &policy);
        if !row.field(6).split('|').any(|verdict| verdict == decision.verdict.name()) {
            let (found, reason) = (decision.verdict.name(), decision.reason);
            return Err(format!("{}: wants {}, found {found}: {reason}", profile.name(), row.field(6)));
        }
    }
    Ok(())
}

#[test]
fn what_a_tool_may_reach_is_judged_whatever_the_shape_of_its_arguments() {
    let rows = rows(TABLE);
    let failures: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            let complaint = check(row).err()?;
            Some(format!("{}: {} {} {}\n    {complaint}", row.place(TABLE), row.field(0), row.field(4), row.field(5)))
        })
        .collect();
    assert!(failures.is_empty(), "{} of {} cases fail:\n{}", failures.len(), rows.len(), failures.join("\n"));
}

#[test]
fn there_are_cases_of_every_verdict() {
    let rows = rows(TABLE);
    for verdict in [Verdict::Allow, Verdict::Ask, Verdict::Deny] {
        let count = rows.iter().filter(|row| row.field(6).split('|').any(|one| one == verdict.name())).count();
        assert!(count >= 20, "only {count} cases that {}", verdict.name());
    }
}

#[test]
fn reasons_fit_the_deed() {
    let rules = policy(Profile::Byleave, Mode::Default, std::iter::empty()).expect("a policy");
    for (tool, arguments, expected) in [
        (
            "mcp__github__create_issue",
            "{}",
            "`mcp__github__create_issue` is a tool of an MCP server and no rule allows it",
        ),
        ("Mcp__github__create_issue", "{}", "unknown tool `Mcp__github__create_issue`, called almost as `mcp__`"),
        ("mcp__github", "{}", "unknown tool `mcp__github`, called almost as `mcp__`"),
        ("bash", r#"{"command": "rm /srv/x"}"#, "deletes or moves outside the project: /srv/x"),
        ("bash", r#"{"command": "touch /srv/x"}"#, "writes outside the project: /srv/x"),
    ] {
        let arguments: Map<String, Value> = serde_json::from_str(arguments).expect("arguments");
        let decision = judged(&call(tool, arguments), &rules);
        let found: Vec<_> = decision.findings.iter().map(|finding| finding.reason.to_string()).collect();
        assert!(found.iter().any(|reason| reason == expected), "{tool}: {found:?}");
    }
    let arguments: Map<String, Value> = serde_json::from_str(r#"{"command": "rm src/x"}"#).expect("arguments");
    let inside = judged(&call("bash", arguments), &rules);
    assert!(!inside.findings.iter().any(|finding| finding.reason.to_string().contains("outside")), "{inside:?}");
}
