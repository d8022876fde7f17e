//! Ways an agent tries to loosen its own policy: `cases/policy/loosen.txt`. Everything an operator could allow is allowed
//! here, and still each of them is refused, or at the very least asked.

mod support {
    pub mod judging;
    pub mod known;
    pub mod rows;
}

use byleave_policy::{Mode, Policy, Profile, Verdict};
use serde_json::{Map, Value};
use support::judging::{call, judged, policy};
use support::known::Known;
use support::rows::{Row, rows};

const TABLE: &str = "loosen.txt";

/// As generous as a policy can be.
const GENEROUS: [&str; 12] = [
    "bash",
    "Bash(*)",
    "write",
    "edit",
    "multi_edit",
    "notebook_edit",
    "apply_patch",
    "delete",
    "save_memory",
    "write(**)",
    "edit(**)",
    "mcp__*",
];

/// A line: the least verdict, the tool, and its command, path or arguments.
fn verdict(row: &Row, policy: &Policy) -> Result<Verdict, String> {
    let (tool, text) = (row.field(1), row.field(2));
    let arguments: Map<String, Value> = if text.starts_with('{') && tool != "bash" {
        serde_json::from_str(text).map_err(|error| error.to_string())?
    } else {
        let key = if tool == "bash" { "command" } else { "file_path" };
        Map::from_iter([(key.to_owned(), Value::String(text.to_owned()))])
    };
    Ok(judged(&call(tool, arguments), policy).verdict)
}

/// Holds all lines against a policy.
fn hold(policy: &Policy) {
    let rows = rows(TABLE);
    let mut failures = Vec::new();
    for row in &rows {
        let least = match row.field(0) {
            "deny" => Verdict::Deny,
            "ask" => Verdict::Ask,
            other => {
                failures.push((String::new(), format!("{}: no verdict `{other}`", row.place(TABLE))));
                continue;
            }
        };
        let complaint = match verdict(row, policy) {
            Ok(found) if found >= least => continue,
            Ok(found) => format!("wants {}, found {}", least.name(), found.name()),
            Err(error) => error,
        };
        let case = format!("{} {}", row.field(1), row.field(2).replace('\n', "␤"));
        failures.push((case.clone(), format!("{}: {case}\n    {complaint}", row.place(TABLE))));
    }
    println!("cases/policy/{TABLE}: {} ways", rows.len());
    let cases: Vec<String> =
        rows.iter().map(|row| format!("{} {}", row.field(1), row.field(2).replace('\n', "␤"))).collect();
    Known::read().settle(TABLE, cases.iter().map(String::as_str), &failures);
}

#[test]
fn no_way_leads_round_the_policy_in_mode_yolo() {
    hold(&policy(Profile::Byleave, Mode::Yolo, GENEROUS).unwrap());
}

#[test]
fn no_way_leads_round_the_policy_under_any_profile() {
    for profile in [Profile::ConnectOnion, Profile::OriCore, Profile::Ollama] {
        hold(&policy(profile, Mode::Yolo, GENEROUS).unwrap());
    }
}

#[test]
fn there_are_enough_ways() {
    let rows = rows(TABLE);
    let denied = rows.iter().filter(|row| row.field(0) == "deny").count();
    assert!(rows.len() >= 150 && denied >= 100, "only {} ways, {denied} of them on the deny floor", rows.len());
}
