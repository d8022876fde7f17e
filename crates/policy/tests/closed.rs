//! The usual call is decided as the full reader decides it.

mod support {
    pub mod rows;
}

use std::fs;
use std::path::Path;

use byleave_policy::paths::Lexical;
use byleave_policy::rules::Rule;
use byleave_policy::{CallFacts, Policy, Profile, Situation, Verdict, in_full, usual};
use byleave_shell::{Shell, Shells};
use support::rows::rows;

/// Policies under which there are usual calls.
fn policies() -> Vec<Policy> {
    let rule = |text: &str, says: Verdict| Rule::new(text, says).ok();
    let rules = |list: [Option<Rule>; 3]| Policy { rules: list.into_iter().flatten().collect(), ..Policy::default() };
    vec![
        Policy::default(),
        rules([
            rule("Bash(cargo test *)", Verdict::Allow),
            rule("Bash(git push *)", Verdict::Deny),
            rule("Bash(terraform *)", Verdict::Ask),
        ]),
        rules([rule("Bash(rm *)", Verdict::Deny), rule("Bash(find * -delete)", Verdict::Deny), None]),
        rules([
            rule("Bash(git *)", Verdict::Allow),
            rule("Bash(git log *)", Verdict::Ask),
            rule("Bash(git diff)", Verdict::Allow),
        ]),
        rules([
            rule("Bash(git --no-pager diff *)", Verdict::Deny),
            rule("Bash(grep foo *)", Verdict::Ask),
            rule("Bash(ls *)", Verdict::Allow),
        ]),
        Policy { profile: Profile::ConnectOnion, ..Policy::default() },
    ]
}

/// The texts of all cases.
fn texts() -> Vec<(String, String)> {
    let files =
        [("allow.txt", 3), ("ask.txt", 3), ("deny.txt", 3), ("everyday.txt", 2), ("proven.txt", 3), ("reach.txt", 3)];
    let mut texts = Vec::new();
    for (file, field) in files {
        texts.extend(rows(file).iter().map(|row| (row.place(file), row.field(field).to_owned())));
    }
    // Real calls, where the corpora are there.
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/real.jsonl");
    for line in fs::read_to_string(corpus).unwrap_or_default().lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
        texts.extend(
            row.get("command").and_then(|command| command.as_str()).map(|text| ("real".to_owned(), text.to_owned())),
        );
    }
    texts
}

#[test]
fn a_usual_call_is_decided_as_in_full() {
    let mut usual_calls = 0;
    let mut wrong = Vec::new();
    for policy in policies() {
        for (place, text) in texts() {
            let mut call = CallFacts::bash(&text, "/home/dev/project", "/home/dev");
            for shell in [None, Some(Shell::Zsh), Some(Shell::Sh)] {
                call.shell = shell.map(Shells::from);
                let situation = Situation::new(&Lexical);
                let Some(short) = usual(&call, &policy, &situation) else { continue };
                usual_calls += 1;
                let full = in_full(&call, &policy, &situation);
                if short != full {
                    wrong.push(format!("{place}: {text}\n  {short:?}\n  {full:?}"));
                }
            }
        }
    }
    println!("{usual_calls} usual calls");
    assert!(usual_calls > 2_000, "only {usual_calls} usual calls");
    assert!(wrong.is_empty(), "{} of {usual_calls} differ:\n{}", wrong.len(), wrong.join("\n"));
}
