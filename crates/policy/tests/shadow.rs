//! The small side beside the one that decides: every row of the cases, judged by both.
//!
//! Nothing may be allowed by the small side alone, but for what only the disk could tell. What it asks about that the other one allows is
//! counted by its reason: not plain, not core, or a word of the row.

mod support {
    pub mod rows;
}

use std::collections::BTreeMap;

use byleave_policy::paths::Lexical;
use byleave_policy::rules::{Rule, Says};
use byleave_policy::{CallFacts, Decision, Policy, Side, Situation, Verdict, decide_in};
use serde_json::{Map, Value};
use support::rows::rows;

fn policy(rules: &str) -> Policy {
    if rules == "default" {
        return Policy::default();
    }
    let mut policy = Policy { rules_only: true, ..Policy::default() };
    for text in rules.split(" ; ").filter(|text| !text.is_empty()) {
        let (says, text) = match text.split_at(1) {
            ("!", rest) => (Says::Deny, rest),
            ("?", rest) => (Says::Ask, rest),
            _ => (Says::Allow, text),
        };
        policy.rules.extend(Rule::new(text, says));
    }
    policy
}

fn judged(policy: &Policy, command: &str, side: Side) -> Decision {
    let mut arguments = Map::new();
    arguments.insert("command".to_owned(), Value::from(command));
    let place = "/home/dev/project";
    let call = CallFacts {
        tool: "bash".to_owned(),
        arguments,
        command_bytes: None,
        shell: None,
        cwd: place.to_owned(),
        project: place.to_owned(),
        home: "/home/dev".to_owned(),
    };
    decide_in(&call, policy, &Situation { side, ..Situation::new(&Lexical) })
}

/// What both sides say of some rows.
#[derive(Default)]
struct Comparison {
    both_allow: usize,
    /// Allowed by the small side alone.
    looser: Vec<String>,
    /// Denied by one side alone.
    denied_otherwise: Vec<String>,
    /// Allowed by the other side alone, by the reason of the small one.
    stricter: BTreeMap<&'static str, usize>,
}

impl Comparison {
    fn add(&mut self, place: &str, rules: &str, command: &str) {
        let policy = policy(rules);
        let (old, small) = (judged(&policy, command, Side::Old), judged(&policy, command, Side::Small));
        match (old.verdict, small.verdict) {
            (Verdict::Allow, Verdict::Allow) => self.both_allow += 1,
            (Verdict::Allow, Verdict::Ask) => *self.stricter.entry(class(command, rules, &small)).or_default() += 1,
            (Verdict::Ask, Verdict::Allow) if rules == "default" && ASSUMED.contains(&command) => {}
            (Verdict::Ask, Verdict::Allow) => {
                self.looser.push(format!("{place}: {rules} | {command} | {}", old.reason));
            }
            (Verdict::Deny, Verdict::Deny) | (Verdict::Ask, Verdict::Ask) => {}
            (Verdict::Deny, _) | (_, Verdict::Deny) => {
                self.denied_otherwise.push(format!("{place}: {rules} | {command}"));
            }
        }
    }
}

/// Why the small side asks.
fn class(command: &str, rules: &str, decision: &Decision) -> &'static str {
    match byleave_policy::proof::read(command.as_bytes(), &byleave_policy::proof::Host::script()) {
        Err(_) => "not plain",
        Ok(_) if rules == "default" && decision.reason.contains("audited") => "not core",
        Ok(_) => "a word that the row does not prove or cover",
    }
}

#[test]
fn the_small_side_allows_nothing_that_the_other_one_asks_about() {
    let mut all = Comparison::default();
    for file in ["allow.txt", "ask.txt", "deny.txt", "reach.txt"] {
        for row in &rows(file) {
            all.add(&row.place(file), row.field(2), row.field(3));
        }
    }
    for row in &rows("everyday.txt") {
        all.add(&row.place("everyday.txt"), "default", row.field(2));
    }
    for row in &rows("proven.txt") {
        all.add(&row.place("proven.txt"), if row.field(2).is_empty() { "default" } else { row.field(2) }, row.field(3));
    }
    println!("{} allowed by both; stricter: {:?}", all.both_allow, all.stricter);
    println!("looser:\n{}", all.looser.join("\n"));
    assert!(all.denied_otherwise.is_empty(), "denied by one side alone:\n{}", all.denied_otherwise.join("\n"));
    assert!(all.looser.is_empty(), "allowed by the small side alone:\n{}", all.looser.join("\n"));
    assert!(all.both_allow > 1_900, "only {} rows are allowed by both", all.both_allow);
    assert!(all.stricter.len() <= 15, "{:?}", all.stricter);
}

/// Rows that the small side allows where the disk is assumed to be ordinary: what a pattern matches and what the settings of a repository
/// say are facts, and the other side asks wherever it has none.
const ASSUMED: [&str; 8] = [
    "cd src && git status",
    "sort *",
    "rg x *",
    "sed -n 1p *.txt",
    "git diff *",
    "tree *",
    "cd vendor && git log",
    "git -C third_party/x status",
];
