//! What asks no more, and what still has to: `cases/policy/questions.txt`.

mod support {
    pub mod rows;
    pub mod rule;
}

use byleave_policy::paths::{Lexical, Root};
use byleave_policy::{CallFacts, Decision, Mode, Policy, Verdict, decide};
use serde_json::{Map, Value};
use support::rows::{Row, rows};
use support::rule::rule;

/// The default policy in a situation, with rules.
fn policy(situation: &str, rules: &str) -> Result<Policy, String> {
    let mut policy = Policy::default();
    for word in situation.split(' ').filter(|word| *word != "-") {
        match word.strip_prefix("roots:") {
            // What the reader of files refuses is no root either.
            Some(root) => policy.roots.extend(Root::parse(root)),
            None => policy.mode = Mode::find(word).ok_or_else(|| format!("`{word}` is no mode"))?,
        }
    }
    for text in rules.split(" ; ").filter(|text| !text.is_empty()) {
        policy.rules.push(rule(text)?);
    }
    Ok(policy)
}

/// The arguments of a tool: JSON, or the one word that it is about.
fn arguments(tool: &str, text: &str) -> Result<Map<String, Value>, String> {
    if text.starts_with('{') {
        return serde_json::from_str(text).map_err(|error| error.to_string());
    }
    let key = if tool == "bash" { "command" } else { "file_path" };
    Ok(Map::from_iter([(key.to_owned(), Value::from(text))]))
}

fn judged(row: &Row) -> Result<Decision, String> {
    let (tool, what) = (row.field(4), row.field(5));
    // A path that begins so is one of the home, as agents write it.
    let what = if tool == "bash" { what.to_owned() } else { what.replacen("~/", "/home/dev/", 1) };
    let call = CallFacts::new(tool, arguments(tool, &what)?, "/home/dev/project", "/home/dev");
    Ok(decide(&call, &policy(row.field(2), row.field(3))?, &Lexical))
}

#[test]
fn what_asks_no_more_is_allowed_and_its_neighbours_are_not() {
    let table = rows("questions.txt");
    let mut failures = Vec::new();
    for row in &table {
        let told = judged(row);
        let wanted = row.field(1);
        let holds = told.as_ref().is_ok_and(|told| match wanted {
            "allow" => told.verdict == Verdict::Allow,
            "ask" => told.verdict != Verdict::Allow,
            _ => false,
        });
        if !holds || row.fields.len() != 6 {
            let why = told.map_or_else(|problem| problem, |told| told.reason.to_string());
            let place = row.place("questions.txt");
            failures.push(format!("{place}: {}: must {wanted}: {}: {why}", row.field(0), row.field(5)));
        }
    }
    assert!(failures.is_empty(), "{} of {} cases fail:\n{}", failures.len(), table.len(), failures.join("\n"));
    let count = |verdict: &str| table.iter().filter(|row| row.field(1) == verdict).count();
    let (allowed, asked) = (count("allow"), count("ask"));
    assert!(asked >= allowed, "{asked} rows ask and {allowed} are allowed: each new allow has a neighbour that asks");
}
