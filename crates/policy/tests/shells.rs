//! Which shells may run a call, and what that changes.
#![expect(clippy::expect_used, reason = "a test fails loudly")]

#[expect(dead_code, reason = "other tests use the rest")]
mod support {
    pub mod judging;
    pub mod rows;
}

use byleave_policy::file::{Kind, Standing, Surroundings, World, merge, read};
use byleave_policy::rules::{Layer, Rule, Says};
use byleave_policy::{CallFacts, Policy, Verdict};
use byleave_shell::Shells;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use serde_json::json;
use support::judging::{call, judged};
use support::rows::rows;

/// Reads as one command in bash, and as two in `sh`.
const SH: &str = "ls &>/dev/null touch x";
/// Runs `touch` in zsh alone.
const ZSH: &str = "{ echo a } always { touch x; }";

fn command(tool: &str, text: &str, shells: &str) -> CallFacts {
    let arguments = json!({ "command": text }).as_object().cloned().unwrap_or_default();
    CallFacts { shell: shells.parse::<Shells>().ok(), ..call(tool, arguments) }
}

fn policy(text: &str) -> Policy {
    let zones = TimeZoneDatabase::bundled();
    let file = read("policy.yaml", text, Kind::Policy, &World { zones: &zones, local: TimeZone::UTC }).expect(text);
    merge(vec![Standing { layer: Layer::User, trusted: true, file }], &Surroundings::default()).0
}

#[test]
fn a_call_is_judged_as_each_of_its_shells_reads_it() {
    let cases = [
        ("bash", SH, "", Verdict::Allow),
        ("bash", SH, "bash", Verdict::Allow),
        ("bash", SH, "dash", Verdict::Ask),
        ("bash", SH, "bash zsh", Verdict::Allow),
        ("bash", SH, "bash sh", Verdict::Ask),
        ("run", SH, "", Verdict::Ask),
        ("run", SH, "bash", Verdict::Allow),
        ("sh", SH, "", Verdict::Ask),
        ("sh", SH, "bash", Verdict::Ask),
        // What dash keeps as it is written, and others expand, is judged both ways.
        ("sh", "ls {src,tests}/*.py", "", Verdict::Allow),
        ("sh", "sort -t $'\\t' -k1,1 f", "", Verdict::Allow),
        ("sh", "[[ -f Cargo.toml ]] && head Cargo.toml", "", Verdict::Allow),
        ("sh", "{touch,x}", "", Verdict::Ask),
        ("sh", "ls $'a\\'; touch x #'", "", Verdict::Ask),
        ("sh", "find . -name {a,-delete}", "", Verdict::Ask),
        ("zsh", ZSH, "", Verdict::Ask),
        ("zsh", ZSH, "bash", Verdict::Ask),
        ("zsh", "git status", "", Verdict::Allow),
        // What zsh takes for arithmetic is a number, or asks.
        ("zsh", "exit 1", "", Verdict::Allow),
        ("zsh", "git status; exit $?", "", Verdict::Allow),
        ("zsh", "[ -t 1 ] && echo tty", "", Verdict::Allow),
        ("zsh", "[ -z \"$x\" ] && echo empty", "", Verdict::Allow),
        ("zsh", "[ \"$x\" = y ] && echo yes", "", Verdict::Allow),
        ("zsh", "[[ -t 1 && $x == y* ]] && ls", "", Verdict::Allow),
        ("zsh", "printf '%s\\n' hello world", "", Verdict::Allow),
        ("zsh", "printf '%-10s %5d\\n' total 12", "", Verdict::Allow),
        ("zsh", "x=abc; echo ${x:h} ${x:0:2} \"${x:t:r}\"", "", Verdict::Allow),
        ("zsh", "COLUMNS=80 ls", "", Verdict::Allow),
        ("zsh", "for f in a b; do cat \"$f\" || continue; done", "", Verdict::Allow),
        ("bash", "exit \"$rc\"", "", Verdict::Allow),
        ("run", "exit 'HOME[$(touch P)]'", "", Verdict::Ask),
        // Cursor's tool is the shell of the user.
        ("Shell", "exit 'HOME[$(touch P)]'", "", Verdict::Ask),
        ("terminal", "exit 'HOME[$(touch P)]'", "", Verdict::Ask),
        ("shell", "printf %d 'HOME[$(touch P)]'", "", Verdict::Ask),
        ("fish", "git status", "", Verdict::Allow),
        ("fish", "not touch x", "", Verdict::Ask),
        ("powershell", "git log $x", "", Verdict::Ask),
    ];
    for (tool, text, shells, expected) in cases {
        assert_eq!(
            judged(&command(tool, text, shells), &Policy::default()).verdict,
            expected,
            "{tool} {text} {shells}"
        );
    }
}

#[test]
fn what_only_another_shell_runs_is_never_allowed_there() {
    let table = rows("dialects.txt");
    assert!(table.len() > 150, "{} cases", table.len());
    for row in &table {
        let (shell, text) = (row.field(0), row.field(1));
        for shells in [shell.to_owned(), format!("bash, {shell}")] {
            let found = judged(&command("bash", text, &shells), &Policy::default()).verdict;
            assert_ne!(found, Verdict::Allow, "{} in {shells}: {text}", row.place("dialects.txt"));
        }
    }
}

#[test]
fn a_deny_holds_in_every_shell_that_may_run_the_call() {
    let mut policy = Policy { rules_only: true, ..Policy::default() };
    policy.rules.push(Rule::new("bash", Says::Allow).expect("a rule"));
    policy.rules.push(Rule::new("Bash(touch *)", Says::Deny).expect("a rule"));
    let script = |line: &str, text: &str| format!("cat > x.sh <<'E'\n#!{line}\n{text}\nE\nchmod +x x.sh; ./x.sh");
    for (text, shells) in [
        (SH.to_owned(), "bash, sh"),
        ("{touch,x}".to_owned(), "sh"),
        ("t{ou,}ch x".to_owned(), "sh"),
        ("$'touch' x".to_owned(), "sh"),
        ("t$'\\x6f'uch x".to_owned(), "sh"),
        (ZSH.to_owned(), "bash, zsh"),
        (format!("sh -c '{SH}'"), "bash"),
        (format!("zsh -fc '{ZSH}'"), "bash"),
        (format!("busybox sh -c '{SH}'"), "bash"),
        (script("/bin/sh", SH), "bash"),
        (script("/bin/dash", SH), "bash"),
        (script("/usr/bin/env zsh", ZSH), "bash"),
        (format!("cat > x <<'E'\n{SH}\nE\ndash x"), "bash"),
    ] {
        assert_eq!(judged(&command("bash", &text, shells), &policy).verdict, Verdict::Deny, "{text} {shells}");
    }
}

#[test]
fn what_switches_the_reading_of_bash_asks_whatever_rules_allow() {
    let mut policy = Policy { rules_only: true, ..Policy::default() };
    policy.rules.push(Rule::new("bash", Says::Allow).expect("a rule"));
    for (text, expected) in [
        ("shopt -s expand_aliases\nalias ls='touch x'\nls", Verdict::Ask),
        ("shopt -s xpg_echo; ls", Verdict::Ask),
        ("set -o keyword; ls", Verdict::Ask),
        ("set -k; ls A=b", Verdict::Ask),
        ("set +B; ls {a,b}", Verdict::Ask),
        ("set -o posix\nalias ls='touch x'\nls", Verdict::Ask),
        ("alias ll='ls -l'; ls", Verdict::Allow),
        ("shopt -s extglob globstar nullglob; ls", Verdict::Allow),
        ("set -euo pipefail; ls", Verdict::Allow),
    ] {
        assert_eq!(judged(&command("bash", text, ""), &policy).verdict, expected, "{text}");
    }
}

#[test]
fn a_policy_says_which_shells_run_the_commands_of_a_tool() {
    let zsh = policy("tools: {Bash: {shell: [bash, zsh]}, deploy: {category: command, shell: sh}, plain: command}");
    let cases = [
        ("Bash", ZSH, "", Verdict::Ask),
        ("bash", ZSH, "", Verdict::Ask),
        ("bash", ZSH, "bash", Verdict::Ask),
        ("bash", "ls", "", Verdict::Allow),
        ("run", SH, "bash", Verdict::Allow),
        ("deploy", "ls", "", Verdict::Allow),
        ("deploy", SH, "", Verdict::Ask),
        ("plain", "ls", "", Verdict::Ask),
    ];
    for (tool, text, shells, expected) in cases {
        assert_eq!(judged(&command(tool, text, shells), &zsh).verdict, expected, "{tool} {text} {shells}");
    }
}

#[test]
fn a_declared_tool_is_ruled_by_its_own_name_and_by_command_rules() {
    let rules = "tools: {deploy: {shell: sh}}\npermissions:\n";
    for (rule, text, expected) in [
        ("deploy: {allowed: false}", "ls", Verdict::Deny),
        ("deploy: {allowed: true}", "make x", Verdict::Allow),
        ("bash: {allowed: true}", "make x", Verdict::Ask),
        ("bash: {allowed: false}", "ls", Verdict::Deny),
        ("\"Bash(make *)\": {allowed: true}", "make x", Verdict::Allow),
        ("\"Bash(make *)\": {allowed: false}", "make x", Verdict::Deny),
        ("deploy: {allowed: true}", "rm -rf /", Verdict::Deny),
    ] {
        let policy = policy(&format!("{rules}  {rule}"));
        assert_eq!(judged(&command("deploy", text, ""), &policy).verdict, expected, "{rule} {text}");
    }
}
