//! The invariants of the ledger (1.9.2) that the engine alone must keep, as properties over generated commands, rules,
//! modes and profiles.

#![expect(clippy::unwrap_used, reason = "a generated file that is not read is a broken test")]

mod support {
    pub mod command;
    pub mod judging;
}

use std::collections::BTreeMap;

use byleave_config::{Kind, Standing, Surroundings, World, merge, read};
use byleave_policy::rules::{Layer, Rule};
use byleave_policy::{CallFacts, Decision, Mode, Policy, Profile, Source, Stage, Verdict};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Number, Value};
use support::command::command;
use support::judging::{call, judged, policy};

/// Simple commands of all kinds: that read, write, delete, send, run, are unknown, are refused.
const COMMANDS: &[&str] = &[
    "pwd",
    "ls -la src",
    "cat README.md",
    "cat .env",
    "cat /etc/passwd",
    "grep -rn x src",
    "git status",
    "git diff HEAD",
    "git push origin main",
    "git push --force",
    "git commit -m x",
    "git -C /tmp log",
    "rm -rf build",
    "rm a",
    "mv a b",
    "cp a .byleave/policy.yaml",
    "find . -name x",
    "find . -delete",
    "find . -exec rm {} +",
    "sed -i s/a/b/ x",
    "sed -n 3p x",
    "npm install",
    "npm test",
    "make",
    "frobnicate a",
    "curl https://example.org",
    "sudo ls",
    "env A=1 make",
    "timeout 5 git push",
    "bash -c 'git push'",
    "bash -c 'ls; make'",
    "xargs rm",
    "echo hello",
    "echo x > out.txt",
    "echo x > .byleave/policy.yaml",
    "echo x >> /etc/hosts",
    "echo x > /dev/null",
    "sort < a",
    "sort < .env",
    "echo $x",
    "echo $(git push)",
    "$x a",
    "byleave trust",
    "byleave check bash '{}'",
    "mkfs.ext4 /dev/sda1",
    "dd if=a of=/dev/sda",
    "A=1 make",
    "true",
    "python3 -c 'print(1)'",
];

/// Rules of all forms.
const RULES: &[&str] = &[
    "bash",
    "Bash(*)",
    "Bash(git *)",
    "Bash(git status)",
    "Bash(git diff *)",
    "Bash(git push *)",
    "Bash(git push --force *)",
    "Bash(rm *)",
    "Bash(rm -rf *)",
    "Bash(rm -rf build)",
    "Bash(ls *)",
    "Bash(cat *)",
    "Bash(find *)",
    "Bash(find * -delete)",
    "Bash(sed *)",
    "Bash(npm *)",
    "Bash(npm install)",
    "Bash(make)",
    "Bash(make *)",
    "Bash(frobnicate *)",
    "Bash(echo *)",
    "Bash(curl *)",
    "Bash(sudo *)",
    "Bash(env *)",
    "Bash(timeout *)",
    "Bash(bash *)",
    "Bash(xargs *)",
    "Bash(python3 *)",
    "Bash(byleave *)",
    "Bash(byleave trust)",
    "Bash(mkfs.ext4 *)",
    "Bash(dd *)",
    "Bash(pwd && ls)",
    "write",
    "edit",
    "write(**)",
    "write(*.txt)",
    "write(src/**)",
    "write(/etc/**)",
    "write(.byleave/**)",
    "edit(docs/**)",
    "read",
    "read(.env)",
    "Read(src/**)",
    "WebFetch(domain:example.org)",
    "fetch",
    "mcp__*",
    "mcp__git__status",
    "frobnicate",
    "askUserQuestion",
    "write when file_path=*.md",
];

/// Paths that only byleave and the agents' own settings live under.
const CONTROL: &[&str] = &[
    ".byleave/policy.yaml",
    ".byleave/x/y",
    "/w/app/.byleave/policy.yaml",
    "~/.config/byleave/policy.yaml",
    "/etc/byleave/policy.yaml",
    "~/.local/state/byleave/audit.db",
    "~/.local/share/byleave/grants.db",
    ".co/host.yaml",
    ".claude/settings.json",
    "~/.claude/settings.json",
    ".codex/config.toml",
    ".gemini/settings.json",
    ".cursor/hooks.json",
    "opencode.json",
];

/// Ways to write, move or delete a path; `§` is the path.
const WAYS: &[&str] = &[
    "echo x > §",
    "echo x >> §",
    "echo x | tee §",
    "cp a §",
    "mv a §",
    "mv § a",
    "ln -sf a §",
    "install a §",
    "sed -i s/a/b/ §",
    "touch §",
    "rm §",
    "rm -rf §",
    "truncate -s 0 §",
    "bash -c 'rm §'",
    "sudo cp a §",
    "true && cp a §",
    "echo $(cp a §)",
    "curl -o § https://example.org",
];

fn command_text() -> impl Strategy<Value = String> {
    let simple = select(COMMANDS).prop_map(str::to_owned);
    simple.prop_recursive(3, 8, 3, |inner| {
        let two = (inner.clone(), select(&["; ", " && ", " || ", " | ", "\n"][..]), inner.clone());
        prop_oneof![
            two.prop_map(|(a, between, b)| format!("{a}{between}{b}")),
            inner.clone().prop_map(|a| format!("( {a} )")),
            inner.clone().prop_map(|a| format!("{{ {a}\n}}")),
            inner.clone().prop_map(|a| format!("if true; then {a}\nfi")),
            inner.clone().prop_map(|a| format!("for i in a b; do {a}\ndone")),
            inner.clone().prop_map(|a| format!("echo \"$( {a} )\"")),
            inner.clone().prop_map(|a| format!("f() {{ {a}\n}}; f")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("if {a}\nthen {b}\nfi")),
        ]
    })
}

/// Commands where no part changes what another means, so that parts can be judged one by one. `$x` may be `cd`.
fn plain_commands() -> impl Strategy<Value = Vec<&'static str>> {
    let still: Vec<&str> = COMMANDS.iter().copied().filter(|text| !text.starts_with('$')).collect();
    vec(select(still), 1..6)
}

fn rule() -> impl Strategy<Value = String> {
    (select(&["", "", "", "!", "?"][..]), select(RULES)).prop_map(|(says, rule)| format!("{says}{rule}"))
}

fn profile() -> impl Strategy<Value = Profile> {
    select(&Profile::ALL[..])
}

fn mode() -> impl Strategy<Value = Mode> {
    select(&Mode::ALL[..])
}

fn made() -> impl Strategy<Value = Policy> {
    (profile(), mode(), vec(rule(), 0..6), any::<bool>()).prop_map(|(profile, mode, rules, rules_only)| Policy {
        rules_only,
        ..policy(profile, mode, rules.iter().map(String::as_str)).unwrap_or_default()
    })
}

fn any_call() -> impl Strategy<Value = CallFacts> {
    let path = prop_oneof![select(CONTROL).prop_map(str::to_owned), "[a-z./~]{0,12}"];
    let tools =
        select(&["read", "write", "edit", "delete", "fetch", "frobnicate", "mcp__git__status", "askUserQuestion"][..]);
    prop_oneof![
        3 => command_text().prop_map(|text| call("bash", one("command", text))),
        1 => (tools, path).prop_map(|(tool, path)| call(tool, one("file_path", path))),
    ]
}

fn one(key: &str, text: String) -> Map<String, Value> {
    Map::from_iter([(key.to_owned(), Value::String(text))])
}

/// Arguments of any shape.
fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(|number| Value::Number(Number::from(number))),
        any::<String>().prop_map(Value::String),
        command_text().prop_map(Value::String),
        select(CONTROL).prop_map(|path| Value::String(path.to_owned())),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::Array),
            vec((key(), inner), 0..4).prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}

fn key() -> impl Strategy<Value = String> {
    let known =
        select(&["command", "cmd", "file_path", "path", "url", "query", "name", "arguments", "env", "description"][..]);
    prop_oneof![3 => known.prop_map(str::to_owned), 1 => any::<String>()]
}

/// The rule of a text.
fn made_rule(text: &str) -> Option<Rule> {
    policy(Profile::Byleave, Mode::Default, [text]).ok()?.rules.first().cloned()
}

/// A policy with one more rule, at some place among the others.
fn with(policy: &Policy, place: usize, rule: Option<Rule>) -> Policy {
    let mut rules = policy.rules.to_vec();
    let place = place.min(rules.len());
    rules.splice(place..place, rule);
    Policy { rules: rules.into(), ..policy.clone() }
}

/// The text of a policy file.
fn file() -> impl Strategy<Value = String> {
    let entries = vec((select(RULES), select(&["true", "false", "ask"][..])), 0..5);
    let mode = prop_oneof![Just(None), mode().prop_map(Some)];
    let profile = prop_oneof![Just(None), profile().prop_map(Some)];
    (entries, mode, profile, select(&["", "unknown_tools: allow\n", "tools: { frobnicate: read }\n"][..])).prop_map(
        |(entries, mode, profile, more)| {
            let entries: BTreeMap<&str, &str> =
                entries.into_iter().filter(|(rule, _)| !rule.contains(" when ")).collect();
            let entries: Vec<String> =
                entries.iter().map(|(rule, allowed)| format!("{rule:?}: {{ allowed: {allowed} }}")).collect();
            let mode = mode.map_or(String::new(), |mode| format!("mode: {}\n", mode.name()));
            let profile = profile.map_or(String::new(), |profile| format!("profile: {}\n", profile.name()));
            format!("{profile}{mode}{more}permissions: {{ {} }}\n", entries.join(", "))
        },
    )
}

/// The policy of some files.
fn merged(files: &[(Layer, bool, &str)]) -> Policy {
    let zones = TimeZoneDatabase::bundled();
    let world = World { zones: &zones, local: TimeZone::UTC };
    let standing = |(layer, trusted, text): &(Layer, bool, &str)| {
        let file = read("policy.yaml", text, Kind::Policy, &world).map_err(|problems| format!("{problems}\n{text}"));
        Standing { layer: *layer, trusted: *trusted, file: file.unwrap() }
    };
    merge(files.iter().map(standing).collect(), &Surroundings::default()).0
}

/// Whether something about a call could not be read, so that only an answer to this very call may let it run.
fn is_opaque(decision: &Decision) -> bool {
    decision.findings.iter().any(|finding| finding.stage == Stage::HardAskFloor && finding.source == Source::Floor)
}

/// Enough cases to meet most pairs of command and rule; `PROPTEST_CASES` for more.
fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(500);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    /// I-1: adding an allow rule or a mode never changes a deny.
    #[test]
    fn i_1_nothing_that_allows_changes_a_deny(call in any_call(), policy in made(), allow in select(RULES), mode in mode()) {
        if judged(&call, &policy).verdict == Verdict::Deny {
            let mut more = with(&policy, usize::MAX, made_rule(allow));
            prop_assert_eq!(judged(&call, &more).verdict, Verdict::Deny);
            more.mode = mode;
            more.rules_only = false;
            prop_assert_eq!(judged(&call, &more).verdict, Verdict::Deny);
        }
    }

    /// I-2: adding a deny rule never makes any call more permitted; neither does an ask rule.
    #[test]
    fn i_2_adding_a_deny_never_loosens(call in any_call(), policy in made(), rule in select(RULES), at in any::<prop::sample::Index>()) {
        let before = judged(&call, &policy).verdict;
        for says in ["!", "?"] {
            // Nor does it matter where it stands.
            for place in [usize::MAX, at.index(policy.rules.len() + 1)] {
                let more = with(&policy, place, made_rule(&format!("{says}{rule}")));
                prop_assert!(judged(&call, &more).verdict >= before, "{says}{rule} loosens");
            }
        }
    }

    /// I-3: a chain is the maximum of its parts, in any order and with any operator between them.
    #[test]
    fn i_3_a_chain_is_the_maximum_of_its_parts(parts in plain_commands(), policy in made(), turn in any::<prop::sample::Index>()) {
        // Where every command goes to a person, one that does nothing does too if it stands alone, and not beside others.
        let alone = policy.rules_only || policy.allows_proven_reads();
        prop_assume!(alone || !parts.iter().any(|part| matches!(*part, "true" | "false" | ":")));
        let most = parts.iter().map(|part| command(part, &policy).verdict).max();
        let mut turned = parts.clone();
        turned.rotate_left(turn.index(parts.len()));
        for between in ["; ", " && ", " || ", "\n"] {
            let chain = turned.join(between);
            // A rule on exactly this text speaks for all of it.
            if chain != "pwd && ls" {
                prop_assert_eq!(Some(command(&chain, &policy).verdict), most, "{}", chain);
            }
        }
        for around in ["( § )", "{ §; }", "if true; then §; fi"] {
            prop_assert_eq!(Some(command(&around.replace('§', &parts.join("; ")), &policy).verdict), most);
        }
    }

    /// I-4: what cannot be read is never allowed by rules, modes or profiles.
    #[test]
    fn i_4_opaque_text_is_never_allowed(
        text in command_text(),
        broken in select(&["'", "\"", "$(", "`", "${", "((", "<<X\n$(", "if", "\u{202e}x", "\0", "$'\\"][..]),
        policy in made(),
    ) {
        let text = format!("{text} {broken}");
        let decision = command(&text, &policy);
        let script = byleave_shell::read(&text);
        if !script.opaque().is_empty() || !script.hidden().is_empty() {
            prop_assert!(decision.verdict > Verdict::Allow, "{text:?}");
        }
    }

    /// I-4: a command word that is not literal is never allowed either, nor is shell text that is not.
    #[test]
    fn i_4_unknown_commands_are_never_allowed(
        text in select(&["$x", "$x a", "\"$x\" a", "$(a)", "`a`", "eval $x", "bash -c \"$x\"", "sh -c \"$(a)\"", "sudo $x", "xargs $x", "env A=1 $x"][..]),
        before in select(COMMANDS),
        policy in made(),
    ) {
        for text in [text.to_owned(), format!("{before}; {text}"), format!("{text}; {before}")] {
            let decision = command(&text, &policy);
            prop_assert!(decision.verdict > Verdict::Allow, "{text:?}");
            prop_assert!(decision.verdict == Verdict::Deny || is_opaque(&decision), "{text:?} asks, but not on the hard floor");
        }
    }

    /// I-9: no call changes policy, grants, records, hooks or trust, whatever is allowed.
    #[test]
    fn i_9_control_files_are_never_written(
        path in select(CONTROL),
        way in select(WAYS),
        tool in select(&["write", "edit", "multi_edit", "delete"][..]),
        policy in made(),
    ) {
        prop_assert_eq!(judged(&call(tool, one("file_path", path.to_owned())), &policy).verdict, Verdict::Deny);
        let text = way.replace('§', path);
        prop_assert_eq!(command(&text, &policy).verdict, Verdict::Deny, "{}", text);
    }

    /// I-9: nor does byleave itself, when an agent runs it.
    #[test]
    fn i_9_byleave_is_not_run_by_agents(
        sub in select(&["trust", "untrust .", "grants revoke 1", "init", "uninstall", "project level . automated"][..]),
        around in select(&["§", "sudo §", "bash -c '§'", "true; §", "echo $(§)", "env A=1 §", "nohup § &", "find . -exec § \\;"][..]),
        policy in made(),
    ) {
        let text = around.replace('§', &format!("byleave {sub}"));
        prop_assert_eq!(command(&text, &policy).verdict, Verdict::Deny, "{}", text);
    }

    /// I-10: the file of a project nobody trusts can tighten, and loosens nothing.
    #[test]
    fn i_10_a_project_without_trust_only_tightens(call in any_call(), user in file(), project in file()) {
        let before = merged(&[(Layer::User, true, &user)]);
        let after = merged(&[(Layer::User, true, &user), (Layer::Project, false, &project)]);
        prop_assert!(judged(&call, &after).verdict >= judged(&call, &before).verdict, "{project} loosens {user}");
    }

    /// I-10: not even a trusted one turns on a mode above the user's ceiling, nor lifts a deny of the user's.
    #[test]
    fn i_10_a_trusted_project_stays_below_the_ceiling(call in any_call(), user in file(), project in file()) {
        let before = merged(&[(Layer::User, true, &user)]);
        let after = merged(&[(Layer::User, true, &user), (Layer::Project, true, &project)]);
        prop_assert!(after.mode <= before.mode.max(after.ceiling.0));
        if judged(&call, &before).verdict == Verdict::Deny {
            prop_assert_eq!(judged(&call, &after).verdict, Verdict::Deny);
        }
    }

    /// I-14: the choice of a profile never changes what the deny floor says.
    #[test]
    fn i_14_profiles_do_not_touch_the_deny_floor(call in any_call(), policy in made()) {
        let denied = judged(&call, &policy).verdict == Verdict::Deny;
        for profile in Profile::ALL {
            let other = Policy { profile, ..policy.clone() };
            prop_assert_eq!(judged(&call, &other).verdict == Verdict::Deny, denied, "{}", profile.name());
        }
    }

    /// I-14: nor does the mode.
    #[test]
    fn i_14_modes_do_not_touch_the_deny_floor(call in any_call(), policy in made()) {
        let denied = judged(&call, &policy).verdict == Verdict::Deny;
        for mode in Mode::ALL {
            let other = Policy { mode, ..policy.clone() };
            prop_assert_eq!(judged(&call, &other).verdict == Verdict::Deny, denied, "{}", mode.name());
        }
    }

    /// More mode never asks for more.
    #[test]
    fn modes_are_ordered(call in any_call(), policy in made()) {
        let verdicts = Mode::ALL.map(|mode| judged(&call, &Policy { mode, ..policy.clone() }).verdict);
        prop_assert!(verdicts.is_sorted_by(|less, more| less >= more), "{verdicts:?}");
    }

    /// Adding an allow rule never asks for more, and no rule depends on where it stands.
    #[test]
    fn allows_only_loosen_and_order_is_irrelevant(call in any_call(), policy in made(), allow in select(RULES), turn in any::<prop::sample::Index>()) {
        let before = judged(&call, &policy).verdict;
        prop_assert!(judged(&call, &with(&policy, 0, made_rule(allow))).verdict <= before, "{allow} tightens");
        let mut turned = policy.rules.to_vec();
        let by = turn.index(turned.len().max(1));
        turned.rotate_left(by);
        prop_assert_eq!(judged(&call, &Policy { rules: turned.into(), ..policy.clone() }).verdict, before);
    }

    /// With nothing but the rules to speak for a call, no more is allowed than with all layers.
    #[test]
    fn layers_only_loosen(call in any_call(), policy in made()) {
        // Other profiles ask about calls of nothing but `true`; with rules only, they need no rule.
        let policy = Policy { profile: Profile::Byleave, ..policy };
        let verdict = |rules_only: bool| judged(&call, &Policy { rules_only, ..policy.clone() }).verdict;
        // Reading outside the project is asked about only where reading is automatic.
        let outside = judged(&call, &policy).outside;
        prop_assert!(outside || verdict(true) >= verdict(false));
    }

    /// A decision says what its findings say, and every finding lies within the command.
    #[test]
    fn a_decision_is_the_maximum_of_its_findings(text in command_text(), policy in made()) {
        let decision = command(&text, &policy);
        let most = decision.findings.iter().map(|finding| finding.verdict).max();
        prop_assert_eq!(Some(decision.verdict), most.or(Some(Verdict::Ask)));
        for finding in &decision.findings {
            prop_assert!(!finding.reason.to_string().is_empty());
            if let Some(span) = finding.span {
                let (start, end) = (usize::try_from(span.start).unwrap_or(usize::MAX), usize::try_from(span.end).unwrap_or(usize::MAX));
                prop_assert!(start <= end && end <= text.len(), "{start}..{end} of {}", text.len());
            }
        }
    }

    /// The same call gets the same decision.
    #[test]
    fn decisions_are_deterministic(call in any_call(), policy in made()) {
        prop_assert_eq!(judged(&call, &policy), judged(&call.clone(), &policy.clone()));
    }

    /// Any bytes are a command that can be judged.
    #[test]
    fn any_bytes_are_judged(bytes in vec(any::<u8>(), 0..80), soup in vec(soup(), 0..24), policy in made()) {
        for bytes in [bytes, soup.concat().into_bytes()] {
            let mut call = call("bash", Map::new());
            call.command_bytes = Some(bytes.clone());
            let decision = judged(&call, &policy);
            if std::str::from_utf8(&bytes).is_err() {
                prop_assert!(decision.verdict > Verdict::Allow, "bytes that are no text are allowed");
            }
        }
    }

    /// Any JSON object is a call that can be judged; a command that is no text is never allowed.
    #[test]
    fn any_arguments_are_judged(
        tool in prop_oneof![select(&["bash", "write", "read", "fetch", "mcp", "mcp__a__b", "askUserQuestion", "apply_patch", ""][..]).prop_map(str::to_owned), any::<String>()],
        arguments in vec((key(), json()), 0..5),
        policy in made(),
    ) {
        let arguments: Map<String, Value> = arguments.into_iter().collect();
        let text = matches!(arguments.get("command").or_else(|| arguments.get("cmd")), Some(Value::String(_)));
        let decision = judged(&call(&tool, arguments), &policy);
        if tool == "bash" && !text {
            prop_assert!(decision.verdict > Verdict::Allow);
        }
    }

    /// Where the call starts and what the project is may be any text.
    #[test]
    fn any_places_are_judged(text in command_text(), cwd in "[/.a-z~]{0,10}", project in any::<String>(), home in any::<String>(), policy in made()) {
        let call = CallFacts { cwd, project, home, ..call("bash", one("command", text)) };
        let _ = judged(&call, &policy);
    }
}

/// Pieces that mean something to the reader or the tables.
fn soup() -> impl Strategy<Value = String> {
    let pieces = [
        " ", "\n", ";", "|", "&", "(", ")", "{", "}", "$(", "`", "'", "\"", "\\", ">", "<", "<<", "$", "*", "~", "/",
        "-", "--", "=", "#", "git", "rm", "-rf", "sudo", "env", "bash", "-c", "find", "-exec", "{}", "+", "xargs",
        "sed", "-i", "awk", "tar", "xf", "dd", "of=", "kill", "-9", "cd", "if", "then", "fi", "for", "in", "do",
        "done", "case", "esac", "[[", "]]", "((", "))", "é", "\u{202e}", "\0",
    ];
    select(pieces.map(str::to_owned).to_vec())
}
