//! Every case under `cases/policy/{allow,ask,deny,reach}.txt`, through the engine as a caller would use it.

mod support {
    pub mod known;
    pub mod rows;
    pub mod rule;
}

use byleave_policy::paths::Lexical;
use byleave_policy::{CallFacts, Decision, Policy, Verdict, decide};
use support::known::Known;
use support::rows::rows;
use support::rule::rule;

/// A policy of only these rules: `!` before a rule denies, `?` asks, else it allows; `default` is the policy without any.
fn policy(rules: &str) -> Result<Policy, String> {
    if rules == "default" {
        return Ok(Policy::default());
    }
    let mut policy = Policy { rules_only: true, ..Policy::default() };
    for text in rules.split(" ; ").filter(|text| !text.is_empty()) {
        policy.rules.push(rule(text)?);
    }
    Ok(policy)
}

fn judged(rules: &str, command: &str) -> Result<Decision, String> {
    Ok(judged_under(&policy(rules)?, command))
}

fn judged_under(policy: &Policy, command: &str) -> Decision {
    let call = CallFacts::bash(command, "/home/dev/project", "/home/dev");
    decide(&call, policy, &Lexical)
}

/// Runs a table; `ask` lines may also be denied, `asked` lines may not.
fn check(file: &str) {
    let mut failures = Vec::new();
    let table = rows(file);
    for row in &table {
        let (claim, expected, rules, command) = (row.field(0), row.field(1), row.field(2), row.field(3));
        let found = match judged(rules, command) {
            Ok(found) => found,
            Err(problem) => {
                failures.push(format!("{}: {problem}", row.place(file)));
                continue;
            }
        };
        let holds = match found.verdict {
            Verdict::Allow => expected == "allow",
            Verdict::Ask => matches!(expected, "ask" | "asked"),
            Verdict::Deny => matches!(expected, "ask" | "deny"),
        };
        if !holds || row.fields.len() != 4 {
            failures.push(format!("{}: {claim}: must {expected}: {command:?}: {}", row.place(file), found.reason));
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
            if rules.is_empty() { Ok(judged_under(&Policy::default(), command)) } else { judged(rules, command) };
        let fits = match expected {
            "ask" => told.as_ref().is_ok_and(|told| told.verdict != Verdict::Allow),
            "allow" => told.as_ref().is_ok_and(|told| told.verdict == Verdict::Allow),
            _ => false,
        };
        if !fits || row.fields.len() != 4 {
            let place = row.place("proven.txt");
            let reason = told.map_or_else(|problem| problem, |told| told.reason.to_string());
            failures.push((command.to_owned(), format!("{place}: {claim}: must be {expected}: {command:?}: {reason}")));
        }
    }
    Known::read().settle("proven.txt", table.iter().map(|row| row.field(3)), &failures);
}
