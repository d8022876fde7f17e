//! dry run, the rule named in the log, limits and hours (and ends, and the environment) on every form of rule.
#![expect(clippy::expect_used, clippy::panic, reason = "a test fails loudly")]

use std::collections::BTreeMap;

use byleave_config::{Kind, Standing, Surroundings, World, merge, read};
use byleave_policy::paths::Lexical;
use byleave_policy::rules::conditions::{Buckets, Conditions, Expires, Hours, Limit};
use byleave_policy::rules::{Layer, Rule, Rules};
use byleave_policy::{CallFacts, Ceiling, Decision, Mode, Policy, Situation, Stage, Verdict, decide_in};
use jiff::Timestamp;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use serde_json::{Value, json};

/// A form of rule, what follows it in a file, and a call it is about.
struct Form {
    name: &'static str,
    /// The policy, without conditions.
    policy: &'static str,
    tool: &'static str,
    arguments: fn() -> Value,
    /// The rule that must be named, as it is written.
    rule: &'static str,
    /// Something else allows the call where the rule is as if it were not there.
    otherwise: Verdict,
}

const fn form(
    name: &'static str,
    policy: &'static str,
    tool: &'static str,
    arguments: fn() -> Value,
    rule: &'static str,
) -> Form {
    Form { name, policy, tool, arguments, rule, otherwise: Verdict::Ask }
}

fn make() -> Value {
    json!({"command": "make test"})
}

fn docs() -> Value {
    json!({"file_path": "docs/a.md"})
}

const FORMS: &[Form] = &[
    form("tool name, writing", "permissions: {write: {allowed: true}}", "write_file", docs, "write"),
    form("tool name, a shell", "permissions: {bash: {allowed: true}}", "bash", make, "bash"),
    form("tool name, unknown", "permissions: {deploy: {allowed: true}}", "deploy", || json!({}), "deploy"),
    form("command, exact", "permissions: {\"Bash(make test)\": {allowed: true}}", "bash", make, "Bash(make test)"),
    form("command, star", "permissions: {\"Bash(make *)\": {allowed: true}}", "Shell", make, "Bash(make *)"),
    form(
        "command, inside a wrapper",
        "permissions: {\"Bash(make *)\": {allowed: true}}",
        "bash",
        || json!({"command": "timeout 5 make test"}),
        "Bash(make *)",
    ),
    form(
        "command, whole text",
        "permissions: {\"Bash(make a && make b)\": {allowed: true}}",
        "bash",
        || json!({"command": "make a && make b"}),
        "Bash(make a && make b)",
    ),
    form("path", "permissions: {\"write(docs/**)\": {allowed: true}}", "write", docs, "write(docs/**)"),
    form(
        "path, by a redirection",
        "permissions: {\"write(docs/**)\": {allowed: true}}",
        "bash",
        || json!({"command": "echo x > docs/a.md"}),
        "write(docs/**)",
    ),
    form(
        "tool name, by a redirection",
        "permissions: {write: {allowed: true}}",
        "bash",
        || json!({"command": "echo x > docs/a.md"}),
        "write",
    ),
    form(
        "domain",
        "permissions: {\"WebFetch(domain:docs.rs)\": {allowed: true}}",
        "fetch",
        || json!({"url": "https://docs.rs/serde"}),
        "WebFetch(domain:docs.rs)",
    ),
    form(
        "address",
        "permissions: {\"WebFetch(https://docs.rs/*)\": {allowed: true}}",
        "fetch",
        || json!({"url": "https://docs.rs/serde"}),
        "WebFetch(https://docs.rs/*)",
    ),
    form("mcp tool", "permissions: {mcp__git__log: {allowed: true}}", "mcp__git__log", || json!({}), "mcp__git__log"),
    form("mcp server", "permissions: {mcp__git__*: {allowed: true}}", "mcp__git__log", || json!({}), "mcp__git__*"),
    form("when", "permissions: {write: {allowed: true, when: {file_path: \"*.md\"}}}", "write", docs, "write"),
    form("when command", "permissions: {bash: {allowed: true, when: {command: make *}}}", "bash", make, "Bash(make *)"),
    form("approved tool", "auto_approve_tools: {deploy: true}", "deploy", || json!({}), "deploy"),
    form(
        "commands",
        "auto_approve_tools: {bash: {commands: [make test]}}",
        "bash",
        make,
        "auto_approve_tools.bash.commands[0]",
    ),
    form(
        "patterns",
        "auto_approve_tools: {bash: {patterns: [\"^make test$\"]}}",
        "bash",
        make,
        "auto_approve_tools.bash.patterns[0]",
    ),
    form(
        "safe_prefixes",
        "auto_approve_tools: {bash: {safe_prefixes: [make]}}",
        "bash",
        make,
        "auto_approve_tools.bash.safe_prefixes[0]",
    ),
    form(
        "validate",
        "auto_approve_tools: {bash: {validate: {one_of: [make test]}}}",
        "bash",
        make,
        "auto_approve_tools.bash.validate",
    ),
    form(
        "commands beside require",
        "auto_approve_tools: {bash: {commands: [make test], require: {under: project}}}",
        "bash",
        make,
        "auto_approve_tools.bash.commands[0]",
    ),
    form(
        "patterns on a path",
        "auto_approve_tools: {write_file: {patterns: [\"^docs/\"]}}",
        "write",
        docs,
        "auto_approve_tools.write_file.patterns[0]",
    ),
    form(
        "validate on a path",
        "auto_approve_tools: {write_file: {validate: {under: project}}}",
        "write",
        docs,
        "auto_approve_tools.write_file.validate",
    ),
    Form {
        otherwise: Verdict::Allow,
        ..form(
            "a command that only reads",
            "permissions: {\"Bash(git log *)\": {allowed: true}}",
            "bash",
            log,
            "Bash(git log *)",
        )
    },
];

fn log() -> Value {
    json!({"command": "git log -5"})
}

const NOW: &str = "2026-11-16T10:00:00Z";

fn now() -> Timestamp {
    NOW.parse().expect("a moment")
}

fn loaded(text: &str) -> Policy {
    let zones = TimeZoneDatabase::bundled();
    let file = read("policy.yaml", text, Kind::Policy, &World { zones: &zones, local: TimeZone::UTC })
        .unwrap_or_else(|problems| panic!("{problems}\n{text}"));
    let standing = Standing { layer: Layer::Given, trusted: true, file };
    let (mut policy, _) = merge(vec![standing], &Surroundings::default());
    policy.environment = BTreeMap::from([("STAGE".to_owned(), "test".to_owned())]);
    // A rule on a whole tool that depends on the environment stays under the ceiling; that is another test.
    policy.ceiling = Ceiling(Mode::Yolo);
    policy
}

/// Sets the conditions of every rule that allows.
fn with(mut policy: Policy, conditions: &Conditions) -> Policy {
    let set = |rule: &mut Rule| {
        if rule.says == Verdict::Allow {
            rule.conditions = conditions.clone();
        }
    };
    let mut rules: Vec<Rule> = policy.rules.iter().cloned().collect();
    rules.iter_mut().for_each(set);
    policy.rules = Rules::from(rules);
    policy.auto_approve.tools.iter_mut().for_each(|tool| tool.each_rule(set));
    policy
}

fn call(form: &Form) -> CallFacts {
    let arguments = (form.arguments)().as_object().cloned().expect("an object");
    CallFacts::new(form.tool, arguments, "/w/app", "/home/u")
}

fn judged(form: &Form, policy: &Policy, now: Option<Timestamp>, buckets: Option<&Buckets>) -> Decision {
    decide_in(&call(form), policy, &Situation { now, buckets, ..Situation::new(&Lexical) })
}

fn hours(open: bool) -> Hours {
    let text = if open { "Mon-Fri 09:00-17:00 UTC" } else { "Sat-Sun 09:00-17:00 UTC" };
    Hours::parse(text, &TimeZoneDatabase::bundled(), &TimeZone::UTC).expect("hours")
}

fn limit() -> Limit {
    Limit::parse("1/min").expect("a limit")
}

fn end(future: bool) -> Expires {
    let text = if future { "2026-12-01T00:00:00Z" } else { "2026-11-01T00:00:00Z" };
    Expires::At(text.parse().expect("a moment"))
}

fn environment(right: bool) -> Vec<(String, String)> {
    vec![("STAGE".to_owned(), if right { "t*" } else { "production" }.to_owned())]
}

#[test]
fn r133_every_form_allows_without_conditions_and_names_its_rule() {
    for form in FORMS {
        let decision = judged(form, &loaded(form.policy), Some(now()), None);
        assert_eq!(decision.verdict, Verdict::Allow, "{}: {}", form.name, decision.reason);
        let named = decision.findings.iter().find(|finding| finding.rule.as_deref() == Some(form.rule));
        let named = named.unwrap_or_else(|| panic!("{}: {:?}", form.name, decision.findings));
        assert_eq!(named.location.as_deref(), Some("policy.yaml:1"), "{}", form.name);
    }
}

/// All sixteen ways in which hours, limit, end and environment can be for or against a rule, and none of them set.
#[test]
fn r133_every_form_by_every_combination_of_conditions() {
    for form in FORMS {
        let policy = loaded(form.policy);
        for bits in 0..16_u8 {
            let [open, left, lasting, right] = [1, 2, 4, 8].map(|bit| bits & bit != 0);
            let conditions = Conditions {
                hours: Some(hours(open)),
                limit: Some(limit()),
                expires: end(lasting),
                when_env: environment(right),
            };
            let policy = with(policy.clone(), &conditions);
            let mut buckets = Buckets::default();
            if !left {
                buckets.spend(form.rule, &limit(), now());
            }
            // What is over, or about another environment, is as if it were not there; the rest asks whatever else allows.
            let expected = match (lasting && right, open && left) {
                (false, _) => form.otherwise,
                (true, false) => Verdict::Ask,
                (true, true) => Verdict::Allow,
            };
            let decision = judged(form, &policy, Some(now()), Some(&buckets));
            let what = format!("{}: open {open}, left {left}, lasting {lasting}, right {right}", form.name);
            assert_eq!(decision.verdict, expected, "{what}: {}", decision.reason);
        }
    }
}

#[test]
fn r133_each_condition_alone() {
    let cases: [(&str, Conditions, Verdict); 6] = [
        ("in hours", Conditions { hours: Some(hours(true)), ..Conditions::default() }, Verdict::Allow),
        ("out of hours", Conditions { hours: Some(hours(false)), ..Conditions::default() }, Verdict::Ask),
        ("not over", Conditions { expires: end(true), ..Conditions::default() }, Verdict::Allow),
        ("over", Conditions { expires: end(false), ..Conditions::default() }, Verdict::Ask),
        ("right environment", Conditions { when_env: environment(true), ..Conditions::default() }, Verdict::Allow),
        ("wrong environment", Conditions { when_env: environment(false), ..Conditions::default() }, Verdict::Ask),
    ];
    for form in FORMS.iter().filter(|form| form.otherwise == Verdict::Ask) {
        for (name, conditions, expected) in &cases {
            let decision = judged(form, &with(loaded(form.policy), conditions), Some(now()), None);
            assert_eq!(decision.verdict, *expected, "{} {name}: {}", form.name, decision.reason);
        }
    }
}

#[test]
fn r133_without_a_clock_nothing_that_depends_on_time_allows() {
    for form in FORMS.iter().filter(|form| form.otherwise == Verdict::Ask) {
        for conditions in [
            Conditions { hours: Some(hours(true)), ..Conditions::default() },
            Conditions { expires: end(true), ..Conditions::default() },
        ] {
            let decision = judged(form, &with(loaded(form.policy), &conditions), None, None);
            assert_eq!(decision.verdict, Verdict::Ask, "{}: {}", form.name, decision.reason);
        }
    }
}

#[test]
fn r133_closed_hours_and_empty_limits_ask_in_every_mode() {
    for form in FORMS {
        for mode in Mode::ALL {
            for (name, conditions) in [
                ("hours", Conditions { hours: Some(hours(false)), ..Conditions::default() }),
                ("limit", Conditions { limit: Some(limit()), ..Conditions::default() }),
            ] {
                let mut policy = with(loaded(form.policy), &conditions);
                policy.mode = mode;
                let mut buckets = Buckets::default();
                buckets.spend(form.rule, &limit(), now());
                let decision = judged(form, &policy, Some(now()), Some(&buckets));
                assert_eq!(decision.verdict, Verdict::Ask, "{} {name} {mode:?}: {}", form.name, decision.reason);
                let hard = decision.findings.iter().any(|finding| finding.stage == Stage::HardAskFloor);
                assert!(hard, "{} {name} {mode:?}: {:?}", form.name, decision.findings);
            }
        }
    }
}

/// A dry run spends nothing; a call that ran does, once, and the next one asks.
#[test]
fn r133_a_limit_is_spent_by_calls_and_not_by_dry_runs() {
    for form in FORMS {
        let policy = with(loaded(form.policy), &Conditions { limit: Some(limit()), ..Conditions::default() });
        let mut buckets = Buckets::default();
        for _ in 0..3 {
            let dry = judged(form, &policy, Some(now()), Some(&buckets));
            assert_eq!(dry.verdict, Verdict::Allow, "{}: {}", form.name, dry.reason);
        }
        let ran = judged(form, &policy, Some(now()), Some(&buckets));
        policy.spend(&ran, &mut buckets, now());
        let next = judged(form, &policy, Some(now()), Some(&buckets));
        assert_eq!(next.verdict, Verdict::Ask, "{}: {}", form.name, next.reason);
        assert!(
            next.findings.iter().any(|finding| finding.reason.to_string().contains("1 of 1 used")),
            "{}",
            form.name
        );
    }
}

/// Rules that refuse or ask have hours and an end too, and doubt goes against whoever allows.
#[test]
fn r133_rules_that_refuse_and_ask_have_conditions_too() {
    let calls: [(&str, &str, Value); 7] = [
        ("bash", "Bash(make *)", make()),
        ("bash", "Bash(make test)", make()),
        ("bash", "bash", make()),
        ("write", "write(docs/**)", docs()),
        ("bash", "write(docs/**)", json!({"command": "echo x > docs/a.md"})),
        ("fetch", "WebFetch(domain:docs.rs)", json!({"url": "https://docs.rs/x"})),
        ("mcp__git__log", "mcp__git__*", json!({})),
    ];
    for (tool, pattern, arguments) in calls {
        for (says, verdict) in [("false", Verdict::Deny), ("ask", Verdict::Ask)] {
            for (condition, moment, counts) in [
                ("", Some(now()), true),
                ("hours: \"Mon-Fri 09:00-17:00 UTC\"", Some(now()), true),
                ("hours: \"Sat-Sun 09:00-17:00 UTC\"", Some(now()), false),
                ("hours: \"Sat-Sun 09:00-17:00 UTC\"", None, true),
                ("expires: 2026-12-01", Some(now()), true),
                ("expires: 2026-11-01", Some(now()), false),
                ("expires: 2026-11-01", None, true),
                ("when_env: {STAGE: test}", Some(now()), true),
                ("when_env: {STAGE: production}", Some(now()), false),
            ] {
                let text = format!("mode: yolo\npermissions:\n  \"{pattern}\": {{allowed: {says}, {condition}}}\n");
                let mut policy = loaded(&text);
                policy.unknown_tools = Some(Verdict::Allow);
                let arguments = arguments.as_object().cloned().expect("an object");
                let call = CallFacts::new(tool, arguments, "/w/app", "/home/u");
                let situation = Situation { now: moment, ..Situation::new(&Lexical) };
                let decision = decide_in(&call, &policy, &situation);
                let named = decision.findings.iter().any(|finding| finding.rule.as_deref() == Some(pattern));
                let what = format!("{tool} {pattern} {says} {condition} {moment:?}: {}", decision.reason);
                assert_eq!(named, counts, "{what}");
                assert!(!counts || decision.verdict == verdict, "{what}");
            }
        }
    }
}
