//! The path that `CONTRIBUTING.md` shows to add a program: its row is read as a table, and its cases hold with it and not
//! without it.

use byleave_policy::paths::Lexical;
use byleave_policy::programs::{Taught, TaughtFile, Teacher, find};
use byleave_policy::{CallFacts, Policy, decide};

const GUIDE: &str = include_str!("../../../CONTRIBUTING.md");

/// The indented block after the line that ends so.
fn block(after: &str) -> String {
    let rest = GUIDE.split_once(&format!("{after}\n")).map_or("", |(_, rest)| rest);
    let lines = rest.lines().skip_while(|line| line.is_empty());
    let lines = lines.take_while(|line| line.starts_with("    ") || line.is_empty());
    lines.map(|line| line.get(4..).unwrap_or("")).collect::<Vec<_>>().join("\n")
}

fn verdict(command: &str, policy: &Policy) -> &'static str {
    let place = || "/home/dev/project".to_owned();
    let arguments = serde_json::json!({ "command": command });
    let call = CallFacts {
        tool: "bash".into(),
        arguments: arguments.as_object().cloned().unwrap_or_default(),
        command_bytes: None,
        shell: None,
        cwd: place(),
        project: place(),
        home: "/home/dev".into(),
    };
    decide(&call, policy, &Lexical).verdict.name()
}

#[test]
fn the_row_and_the_cases_of_the_guide_hold() {
    let row = block("For example, in `crates/knowledge/programs/text.txt`:");
    let table = TaughtFile::read(&row).expect("the row of the guide is a table");
    let names = table.names();
    assert!(!names.is_empty() && names.iter().all(|name| find(name).is_none()), "{names:?} are known already");
    let cases = block("and in `cases/policy/everyday.txt`:");
    let cases: Vec<(&str, &str)> = cases
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| {
            let mut fields = line.split("    ").filter(|field| !field.is_empty()).map(str::trim);
            let (Some(_claim), Some(wanted), Some(command)) = (fields.next(), fields.next(), fields.next()) else {
                panic!("`{line}` is no case");
            };
            (wanted, command)
        })
        .collect();
    assert!(cases.iter().any(|(wanted, _)| *wanted == "allow") && cases.iter().any(|(wanted, _)| *wanted == "ask"));
    assert!(
        cases.iter().all(|(_, command)| verdict(command, &Policy::default()) == "ask"),
        "nothing is known of the program yet"
    );
    let policy = Policy { programs: Taught::of(&[(table, Teacher::Person)]).expect("one table"), ..Policy::default() };
    for (wanted, command) in cases {
        assert_eq!(verdict(command, &policy), wanted, "{command}");
    }
}
