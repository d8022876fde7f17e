//! Which shells may run a call, and what that changes.
#![expect(clippy::expect_used, reason = "a test fails loudly")]

mod support {
    pub mod judging;
    pub mod rows;
}

use byleave_config::{Kind, Standing, Surroundings, World, merge, read};
use byleave_policy::rules::{Layer, Rule};
use byleave_policy::{CallFacts, Mode, Policy, Profile, Verdict};
use byleave_shell::Shells;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use serde_json::json;
use support::judging::{call, judged, policy as policy_of};
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
        ("bash", SH, "", Verdict::Ask),
        ("bash", SH, "bash", Verdict::Ask),
        ("bash", SH, "dash", Verdict::Ask),
        ("bash", SH, "bash zsh", Verdict::Ask),
        ("bash", SH, "bash sh", Verdict::Ask),
        ("run", SH, "", Verdict::Ask),
        ("run", SH, "bash", Verdict::Ask),
        ("sh", SH, "", Verdict::Ask),
        ("sh", SH, "bash", Verdict::Ask),
        // What dash keeps as it is written, and others expand, is judged both ways.
        ("sh", "ls {src,tests}/*.py", "", Verdict::Ask),
        ("sh", "sort -t $'\\t' -k1,1 f", "", Verdict::Ask),
        ("sh", "[[ -f Cargo.toml ]] && head Cargo.toml", "", Verdict::Ask),
        ("sh", "{touch,x}", "", Verdict::Ask),
        ("sh", "ls $'a\\'; touch x #'", "", Verdict::Ask),
        ("sh", "find . -name {a,-delete}", "", Verdict::Ask),
        ("zsh", ZSH, "", Verdict::Ask),
        ("zsh", ZSH, "bash", Verdict::Ask),
        ("zsh", "git status", "", Verdict::Allow),
        // What zsh takes for arithmetic is a number, or asks.
        ("zsh", "exit 1", "", Verdict::Allow),
        ("zsh", "git status; exit $?", "", Verdict::Ask),
        ("zsh", "[ -t 1 ] && echo tty", "", Verdict::Ask),
        ("zsh", "[ -z \"$x\" ] && echo empty", "", Verdict::Ask),
        ("zsh", "[ \"$x\" = y ] && echo yes", "", Verdict::Ask),
        ("zsh", "[[ -t 1 && $x == y* ]] && ls", "", Verdict::Ask),
        ("zsh", "printf '%s\\n' hello world", "", Verdict::Ask),
        ("zsh", "printf '%-10s %5d\\n' total 12", "", Verdict::Ask),
        ("zsh", "x=abc; echo ${x:h} ${x:0:2} \"${x:t:r}\"", "", Verdict::Ask),
        ("zsh", "COLUMNS=80 ls", "", Verdict::Ask),
        ("zsh", "for f in a b; do cat \"$f\" || continue; done", "", Verdict::Ask),
        ("bash", "exit \"$rc\"", "", Verdict::Ask),
        ("run", "exit 'HOME[$(touch P)]'", "", Verdict::Ask),
        // Cursor's tool is the shell of the user.
        ("Shell", "exit 'HOME[$(touch P)]'", "", Verdict::Ask),
        ("terminal", "exit 'HOME[$(touch P)]'", "", Verdict::Ask),
        ("shell", "printf %d 'HOME[$(touch P)]'", "", Verdict::Ask),
        ("fish", "git status", "", Verdict::Ask),
        ("fish", "not touch x", "", Verdict::Ask),
        ("powershell", "git log $x", "", Verdict::Ask),
    ];
    let wrong = cases.into_iter().filter_map(|(tool, text, shells, expected)| {
        let found = judged(&command(tool, text, shells), &Policy::default());
        (found.verdict != expected)
            .then(|| format!("{tool} [{shells}] {text}: {} {}", found.verdict.name(), found.reason))
    });
    assert_eq!(wrong.collect::<Vec<_>>().join("\n"), "");
}

/// Policies under which nothing but what is unknown asks: a mode and a rule on the whole tool. Pushes are refused.
fn wide() -> [Policy; 2] {
    let no_push = |mode, rules: &[&str]| policy_of(Profile::Byleave, mode, rules.iter().copied()).expect("a policy");
    [
        no_push(Mode::Yolo, &["!Bash(git push *)", "!Bash(lsx *)"]),
        no_push(Mode::Default, &["bash", "!Bash(git push *)", "!Bash(lsx *)"]),
    ]
}

#[test]
fn what_only_another_shell_runs_is_never_allowed_there() {
    let table = rows("dialects.txt");
    assert!(table.len() > 150, "{} cases", table.len());
    let policies = [[Policy::default()].as_slice(), &wide()].concat();
    for row in &table {
        let (shell, text) = (row.field(0), row.field(1));
        for shells in [shell.to_owned(), format!("bash, {shell}")] {
            for policy in &policies {
                let found = judged(&command("bash", text, &shells), policy).verdict;
                assert_ne!(found, Verdict::Allow, "{} in {shells}: {text}", row.place("dialects.txt"));
            }
        }
    }
}

#[test]
fn what_shells_may_read_otherwise_asks_whatever_else_is_allowed() {
    let table = rows("otherwise.txt");
    assert!(table.len() > 300, "{} cases", table.len());
    let wide = wide();
    let loose = table.iter().flat_map(|row| {
        let (shell, text) = (row.field(0), row.field(1));
        let all = [shell.to_owned(), format!("bash, sh, zsh, {shell}")];
        let cases = all.into_iter().flat_map(|shells| wide.iter().map(move |policy| (shells.clone(), policy)));
        let allowed =
            cases.filter(|(shells, policy)| judged(&command("bash", text, shells), policy).verdict == Verdict::Allow);
        allowed.map(|(shells, _)| format!("{} in {shells}: {text}", row.place("otherwise.txt"))).collect::<Vec<_>>()
    });
    assert_eq!(loose.collect::<Vec<_>>().join("\n"), "");
}

/// What another shell certainly reads as bash does is no question.
#[test]
fn what_every_shell_reads_alike_is_allowed_by_a_mode_and_by_a_whole_tool() {
    let wide = wide();
    for text in [
        "for f in *.rs; do wc -l \"$f\"; done",
        "x=$(git rev-parse HEAD); echo \"$x\"",
        "echo \"${x##*/}\" \"${x%.rs}\" \"${x:-none}\" ${#x}",
        "cat <<'E' > /dev/null\n$(a) `b` 'c\nE\nls",
        "echo a >&2; ls 2>/dev/null >/dev/null",
        "(cd x && ls); { ls; pwd; } > /dev/null",
        "export FOO=bar; FOO=1 ls",
        "export PATH=\"$HOME/bin:$PATH\" && ls",
        "set -euo pipefail; ls",
        "test -n \"$x\" || exit 1",
        "command -v x >/dev/null 2>&1 && ls",
        "printf '%s\\n' \"$x\" 'a b' a\\ b",
        "if [ \"$x\" = a ] && [ -f b ]; then ls; elif ls; then pwd; else id; fi",
        "while IFS= read -r line; do echo \"$line\"; done < x",
        "sleep 1 & wait",
        "pip install a==1.0 b==2.0",
        "# a comment; with 'quotes\nls",
        "! ls; ! grep -q x y && pwd",
    ] {
        for policy in &wide {
            let found = judged(&command("bash", text, "bash, sh, zsh"), policy);
            assert_eq!(found.verdict, Verdict::Allow, "{text}: {}", found.reason);
        }
    }
    for text in
        ["[[ -f x && $y == a* ]] && ls", "diff <(ls a) <(ls b)", "ls src/{a,b}.rs", "cat <<< \"$x\"", "ls &>/dev/null"]
    {
        for policy in &wide {
            let found = judged(&command("bash", text, "bash, zsh"), policy);
            assert_eq!(found.verdict, Verdict::Allow, "{text}: {}", found.reason);
        }
    }
}

#[test]
fn a_deny_holds_in_every_shell_that_may_run_the_call() {
    let mut policy = Policy { rules_only: true, ..Policy::default() };
    policy.rules.push(Rule::new("bash", Verdict::Allow).expect("a rule"));
    policy.rules.push(Rule::new("Bash(touch *)", Verdict::Deny).expect("a rule"));
    for shells in ["sh", "zsh", "bash, sh, zsh"] {
        for text in [
            "/bin/touch x",
            "'to'uch x",
            "\\touch x",
            "ls && touch x",
            "(touch x)",
            "{ ls; touch x; }",
            "echo \"$(touch x)\"",
            "echo `touch x`",
            "sudo env A=1 nice touch x",
            "sh -c 'touch x'",
            "zsh -fc 'touch x'",
            "eval 'touch x'",
            "for f in touch; do $f x; done",
            "t=touch; $t x",
            "sh <<'E'\ntouch x\nE",
            "t{ou,}ch x",
            "$'touch' x",
            "t$'\\x6f'uch x",
            "ls &>/dev/null; touch x",
            "[[ a ]] || touch x",
        ] {
            assert_eq!(judged(&command("bash", text, shells), &policy).verdict, Verdict::Deny, "{text} {shells}");
        }
    }
    // What bash does not run, another shell may: that asks.
    let script = |line: &str, text: &str| format!("cat > x.sh <<'E'\n#!{line}\n{text}\nE\nchmod +x x.sh; ./x.sh");
    for (text, shells) in [
        (SH.to_owned(), "bash, sh"),
        (ZSH.to_owned(), "bash, zsh"),
        (format!("sh -c '{SH}'"), "bash"),
        (format!("zsh -fc '{ZSH}'"), "bash"),
        (format!("busybox sh -c '{SH}'"), "bash"),
        (script("/bin/sh", SH), "bash"),
        (script("/bin/dash", SH), "bash"),
        (script("/usr/bin/env zsh", ZSH), "bash"),
        (format!("cat > x <<'E'\n{SH}\nE\ndash x"), "bash"),
    ] {
        assert_eq!(judged(&command("bash", &text, shells), &policy).verdict, Verdict::Ask, "{text} {shells}");
    }
}

#[test]
fn what_switches_the_reading_of_bash_asks_whatever_rules_allow() {
    let mut policy = Policy { rules_only: true, ..Policy::default() };
    policy.rules.push(Rule::new("bash", Verdict::Allow).expect("a rule"));
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
        ("run", SH, "bash", Verdict::Ask),
        ("deploy", "ls", "", Verdict::Allow),
        ("deploy", SH, "", Verdict::Ask),
        ("plain", "ls", "", Verdict::Ask),
    ];
    let wrong = cases.into_iter().filter_map(|(tool, text, shells, expected)| {
        let found = judged(&command(tool, text, shells), &zsh);
        (found.verdict != expected)
            .then(|| format!("{tool} [{shells}] {text}: {} {}", found.verdict.name(), found.reason))
    });
    assert_eq!(wrong.collect::<Vec<_>>().join("\n"), "");
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
