//! Every case under `cases/policy/{allow,ask,deny,reach}.txt`, through the engine as a caller would use it.

mod support {
    pub mod known;
    pub mod rows;
}

use byleave_policy::paths::Lexical;
use byleave_policy::rules::{Rule, Says};
use byleave_policy::{CallFacts, Policy, Verdict, decide};
use serde_json::{Map, Value};
use support::known::Known;
use support::rows::rows;

/// A policy of only these rules: `!` before a rule denies, `?` asks, else it allows; `default` is the policy without any.
fn policy(rules: &str) -> Result<Policy, String> {
    if rules == "default" {
        return Ok(Policy::default());
    }
    let mut policy = Policy { rules_only: true, ..Policy::default() };
    for text in rules.split(" ; ").filter(|text| !text.is_empty()) {
        let (says, text) = match text.split_at_checked(1) {
            Some(("!", rest)) => (Says::Deny, rest),
            Some(("?", rest)) => (Says::Ask, rest),
            _ => (Says::Allow, text),
        };
        policy.rules.push(Rule::new(text, says).map_err(|error| format!("`{text}`: {error}"))?);
    }
    Ok(policy)
}

fn verdict(rules: &str, command: &str) -> Result<Verdict, String> {
    Ok(verdict_under(&policy(rules)?, command))
}

fn verdict_under(policy: &Policy, command: &str) -> Verdict {
    let mut arguments = Map::new();
    arguments.insert("command".to_owned(), Value::String(command.to_owned()));
    let call = CallFacts {
        tool: "bash".to_owned(),
        arguments,
        command_bytes: None,
        shell: None,
        cwd: "/home/dev/project".to_owned(),
        project: "/home/dev/project".to_owned(),
        home: "/home/dev".to_owned(),
    };
    decide(&call, policy, &Lexical).verdict
}

/// Runs a table; `ask` lines may also be denied, `asked` lines may not.
fn check(file: &str) {
    let mut failures = Vec::new();
    let table = rows(file);
    for row in &table {
        let (claim, expected, rules, command) = (row.field(0), row.field(1), row.field(2), row.field(3));
        let holds = match verdict(rules, command) {
            Ok(Verdict::Allow) => expected == "allow",
            Ok(Verdict::Ask) => matches!(expected, "ask" | "asked"),
            Ok(Verdict::Deny) => matches!(expected, "ask" | "deny"),
            Err(problem) => {
                failures.push(format!("{}: {problem}", row.place(file)));
                continue;
            }
        };
        if !holds || row.fields.len() != 4 {
            failures.push(format!("{}: {claim}: must {expected}: {command:?}", row.place(file)));
        }
    }
    assert!(failures.is_empty(), "{} of {} cases fail:\n{}", failures.len(), table.len(), failures.join("\n"));
}

#[test]
fn what_people_run_all_day_is_allowed() {
    check("allow.txt");
}

#[test]
fn what_no_rule_speaks_for_is_asked() {
    check("ask.txt");
}

#[test]
fn what_is_denied_stays_denied_in_every_spelling() {
    check("deny.txt");
}

#[test]
fn what_a_call_may_come_to_is_looked_at() {
    check("reach.txt");
}

#[test]
fn what_did_more_than_read_when_it_ran_is_asked_and_its_neighbour_is_not() {
    let table = rows("proven.txt");
    let mut failures = Vec::new();
    for row in &table {
        let (claim, expected, rules, command) = (row.field(0), row.field(1), row.field(2), row.field(3));
        // Without a rule, what is proven to read is allowed.
        let told =
            if rules.is_empty() { Ok(verdict_under(&Policy::default(), command)) } else { verdict(rules, command) };
        let fits = match expected {
            "ask" => matches!(told, Ok(Verdict::Ask | Verdict::Deny)),
            "allow" => matches!(told, Ok(Verdict::Allow)),
            _ => false,
        };
        if !fits || row.fields.len() != 4 {
            let place = row.place("proven.txt");
            failures.push((command.to_owned(), format!("{place}: {claim}: must be {expected}: {command:?}")));
        }
    }
    Known::read().settle("proven.txt", table.iter().map(|row| row.field(3)), &failures);
}
