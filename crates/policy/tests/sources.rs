//! One place allows a call, and these are its sources.

use std::fs;
use std::path::Path;

/// The variants of `AllowedBy`. A new one is a new way to say yes: it needs a reason here.
const SOURCES: [(&str, &str); 17] = [
    ("Proof(Proof)", "made by byleave-proof alone"),
    ("Grammar(Grammar)", "made by byleave-proof alone"),
    ("Edit(Covered)", "made by byleave-proof alone, for files that something else lets be written"),
    ("Rule(&'r Rule, Covered)", "made by byleave-proof alone, for a rule that an operator wrote"),
    ("Predicate(&'r Rule)", "a predicate of the operator's on a command of plain text"),
    ("Grant(&'r Grant, Covered)", "made by byleave-proof alone, for what a person granted"),
    ("Directory(&'r Grant, Proof)", "made by byleave-proof alone, for what a person granted"),
    ("Wrapper", "something allows all that a core wrapper starts"),
    ("WholeText(&'r Rule)", "the operator wrote down exactly this text"),
    ("WholeTool(&'r Rule)", "the operator allows the tool"),
    ("ToolGrant(&'r Grant)", "a person granted the tool"),
    ("Call(&'r Rule)", "the operator wrote a rule on the tool or on the file, and it is no command"),
    ("Mode(Mode)", "the user chose the mode"),
    ("Tool", "the host says so"),
    ("Looks", "a tool that only looks, and is no command"),
    ("UnknownTool", "the operator takes unknown tools for harmless, and it is no command"),
    ("NoCommand", "plain text that runs nothing"),
];

fn source(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(path)).unwrap_or_default()
}

#[test]
fn a_call_is_allowed_by_one_of_these_sources() {
    let text = source("layers/allowed_by.rs");
    let variants: Vec<&str> = text
        .split_once("pub(crate) enum AllowedBy<'r> {")
        .and_then(|(_, rest)| rest.split_once("\n}"))
        .map_or("", |(body, _)| body)
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with("//"))
        .map(|line| line.trim_end_matches(','))
        .collect();
    assert_eq!(variants, SOURCES.map(|(variant, _)| variant));
}

#[test]
fn one_function_makes_an_allow() {
    // Beside comparisons.
    let allows = |path: &str| source(path).replace("= Verdict::Allow", "").matches("Verdict::Allow").count();
    assert_eq!(allows("layers/allowed_by.rs"), 1, "the finding of an allow is made in one function");
    for other in ["layers/mod.rs", "layers/writing.rs", "tools/judge.rs", "floors/redirect.rs", "decision/command.rs"] {
        assert!(!source(other).is_empty(), "{other} is there");
        assert_eq!(allows(other), 0, "{other}");
    }
}
