//! The path that `CONTRIBUTING.md` shows to add a program: its row is read as a table, and its cases hold with it and not
//! without it.

use byleave_policy::paths::Lexical;
use byleave_policy::programs::{Taught, TaughtFile, Teacher, find};
use byleave_policy::rules::Rule;
use byleave_policy::{CallFacts, Policy, Verdict, decide};

const GUIDE: &str = include_str!("../../../CONTRIBUTING.md");

/// The indented block after the line that ends so.
fn block(after: &str) -> String {
    let rest = GUIDE.split_once(&format!("{after}\n")).map_or("", |(_, rest)| rest);
    let lines = rest.lines().skip_while(|line| line.is_empty());
    let lines = lines.take_while(|line| line.starts_with("    ") || line.is_empty());
    lines.map(|line| line.get(4..).unwrap_or("")).collect::<Vec<_>>().join("\n")
}

fn verdict(command: &str, policy: &Policy) -> &'static str {
    let call = CallFacts::bash(command, "/home/dev/project", "/home/dev");
    decide(&call, policy, &Lexical).verdict.name()
}

#[test]
fn the_row_and_the_cases_of_the_guide_hold() {
    let row = block("For example, in `crates/knowledge/programs/text.txt`:");
    let table = TaughtFile::read(&row).expect("the row of the guide is a table");
    let names = table.names();
    assert!(!names.is_empty() && names.iter().all(|name| find(name).is_none()), "{names:?} are known already");
    let cases = block("and in `cases/policy/allow.txt` and `ask.txt`, with the rule that has to cover them:");
    let cases: Vec<(&str, &str, &str)> = cases
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| {
            let mut fields = line.split("    ").filter(|field| !field.is_empty()).map(str::trim);
            let _claim = fields.next();
            let (Some(wanted), Some(rule), Some(command)) = (fields.next(), fields.next(), fields.next()) else {
                panic!("`{line}` is no case");
            };
            (wanted, rule, command)
        })
        .collect();
    assert!(cases.iter().any(|(wanted, ..)| *wanted == "allow") && cases.iter().any(|(wanted, ..)| *wanted == "ask"));
    assert!(
        cases.iter().all(|(_, _, command)| verdict(command, &Policy::default()) == "ask"),
        "nothing is known of the program yet"
    );
    let policy = Policy { programs: Taught::of(&[(table, Teacher::Person)]).expect("one table"), ..Policy::default() };
    for (wanted, rule, command) in cases {
        let mut policy = policy.clone();
        policy.rules.push(Rule::new(rule, Verdict::Allow).expect("a rule"));
        assert_eq!(verdict(command, &policy), wanted, "{command}");
    }
}
