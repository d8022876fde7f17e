//! One place allows a command, and these are its sources.

use std::fs;
use std::path::Path;

/// The variants of `AllowedBy`. A new one is a new way to say yes: it needs a reason here.
const SOURCES: [(&str, &str); 13] = [
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
    ("Mode", "the user chose mode yolo"),
    ("Tool", "the host says so"),
];

fn source(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(path)).unwrap_or_default()
}

#[test]
fn a_command_is_allowed_by_one_of_these_sources() {
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
fn one_function_makes_the_allow_of_a_command() {
    // Beside comparisons.
    let allows = |path: &str| source(path).replace("== Verdict::Allow", "").matches("Verdict::Allow").count();
    assert_eq!(allows("layers/allowed_by.rs"), 1, "the finding of an allow is made in one function");
    // The grammar of a text without commands, and redirections, are the judge's own.
    assert_eq!(allows("layers/mod.rs"), 0);
}
