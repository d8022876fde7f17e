//! I-11: what is on record, decided again under the same policy, gives the same verdict.
#![expect(clippy::expect_used, reason = "a test whose data is wrong has to fail loudly")]

use byleave_gate::record::Entry;
use byleave_gate::redact::Redactor;
use byleave_gate::replay::{Decided, Recorded, entry_of};
use byleave_gate::{Owner, Session, StoredGrant};
use byleave_policy::grant::{Coverage, Grant, SessionGrants, covered};
use byleave_policy::paths::Lexical;
use byleave_policy::read::read;
use byleave_policy::rules::Rule;
use byleave_policy::rules::conditions::{Bucket, Expires, Limit};
use byleave_policy::{
    AUTO_APPROVALS, CallFacts, Digest, Mode, Policy, Profile, Situation, Source, Verdict, decide_read,
};
use jiff::Timestamp;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const TOKEN: &str = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

fn calls() -> Vec<(&'static str, Value)> {
    vec![
        ("bash", json!({"command": "git status"})),
        ("bash", json!({"command": "git push origin main"})),
        ("bash", json!({"command": format!("curl -H 'Authorization: Bearer {TOKEN}' https://a.example")})),
        ("bash", json!({"command": "mysql -phunter2 -e 'select 1'"})),
        ("bash", json!({"command": "cat src/a && rm -rf build"})),
        ("bash", json!({"command": "echo \"open"})),
        ("bash", json!({"command": "byleave trust x"})),
        ("bash", json!({"command": "cat ~/.ssh/id_rsa"})),
        ("write", json!({"file_path": "a.md", "content": TOKEN})),
        ("read_file", json!({"path": "a", "note": TOKEN})),
        ("mcp__db__query", json!({"password": "hunter2", "sql": "select 1"})),
        ("frobnicate", json!({})),
        ("fetch", json!({"url": "https://me:hunter2@docs.rs/"})),
    ]
}

fn call(which: usize) -> CallFacts {
    let (tool, arguments) = calls().swap_remove(which);
    let arguments = arguments.as_object().cloned().unwrap_or_else(Map::new);
    CallFacts::new(tool, arguments, "/w/app", "/home/u")
}

fn now() -> Timestamp {
    "2026-11-15T10:00:00Z".parse().expect("a moment")
}

fn policy(rules: u8, profile: usize, mode: usize) -> Policy {
    let all =
        ["Bash(git push *)", "Bash(curl *)", "Bash(mysql *)", "write(*.md)", "mcp__db__*", "Bash(cat *)", "frobnicate"];
    let mut policy = Policy {
        profile: Profile::ALL.get(profile).copied().unwrap_or_default(),
        mode: Mode::ALL.get(mode).copied().unwrap_or_default(),
        auto_approvals: Limit::parse("2/min").ok(),
        ..Policy::default()
    };
    for (at, text) in all.iter().enumerate().filter(|(at, _)| rules & (1 << at) != 0) {
        let says = if at % 3 == 2 && rules & 0x80 != 0 { Verdict::Deny } else { Verdict::Allow };
        policy.rules.push(Rule::new(text, says).expect("a rule"));
    }
    policy
}

fn grants(which: u8, call: &CallFacts) -> Vec<StoredGrant> {
    let command = call.arguments.get("command").and_then(Value::as_str).unwrap_or("");
    let coverages = [
        Some(Coverage::Call(Digest::of(call))),
        Some(Coverage::Tool("bash".to_owned())),
        covered(command).map(|parts| Coverage::Commands { parts, cwd: call.cwd.clone() }),
        Some(Coverage::Call(Digest::from_bytes([1; 32]))),
    ];
    let chosen = coverages.into_iter().enumerate().filter(|(at, _)| which & (1 << at) != 0);
    let grant = |(at, coverage): (usize, Option<Coverage>)| {
        let grant = Grant {
            id: format!("g{at}"),
            source: Source::User,
            reason: "said so".to_owned(),
            coverage: Redactor::new([3; 32]).coverage(coverage?, Digest::of(call)),
            expires: if at == 1 { Expires::At(now()) } else { Expires::SessionEnd },
            uses: (at == 0).then_some(1),
            people: 1,
        };
        let owner = Owner::Session("s".to_owned());
        Some(StoredGrant { owner, grant, turn: 1, given: now(), by: "me".to_owned(), ended: None })
    };
    chosen.filter_map(grant).collect()
}

proptest! {
    #[test]
    fn i11_a_record_decided_again_gives_the_same_verdict(
        which in 0usize..13, rules in any::<u8>(), profile in 0usize..4, mode in 0usize..3, granted in 0u8..16,
        stopped in prop::option::weighted(0.1, Just("enough".to_owned())), needs in prop::option::of(any::<bool>()),
        used in 0u64..3,
    ) {
        let call = call(which);
        let policy = policy(rules, profile, mode);
        let mut session = Session { stop_signal: stopped, ..Session::new("s", "/w/app", now()) };
        session.buckets.by_name.insert(AUTO_APPROVALS.to_owned(), Bucket { used: used * 1_000_000, at: now() });
        let mut stored = grants(granted, &call);
        let live: Vec<Grant> = stored.iter().map(|held| held.grant.clone()).collect();
        let held = SessionGrants { grants: &live, stopped: session.stop_signal.as_deref(), needs_approval: needs };
        let situation =
            Situation { now: Some(now()), buckets: Some(&session.buckets), held, ..Situation::new(&Lexical) };
        let reading = read(call.clone(), &policy);
        let decision = decide_read(&reading, &policy, &situation);
        let decided = Decided {
            reading: &reading, call_id: "c", decision: &decision, session: &session, stopped: session.stop_signal.as_deref(),
            frozen: None, pin: None, grants: &live, needs_approval: needs,
            category: None, policy: &policy, policy_version: "v", disk: None, now: now(), decided_us: 1,
        };
        let entry = entry_of(&decided, &Redactor::new([3; 32]));
        let text = serde_json::to_string(&entry).expect("JSON");
        prop_assert!(!text.contains(TOKEN) && !text.contains("hunter2"), "{}", text);
        let read: Entry = serde_json::from_str(&text).expect("an entry");
        prop_assert_eq!(&read, &entry);
        // Used up and taken back since.
        for held in &mut stored {
            held.grant.uses = held.grant.uses.map(|_| 0);
            held.ended = Some(now());
        }
        let recorded = Recorded::of(&read, &stored);
        prop_assert_eq!(recorded.lost, 0);
        prop_assert_eq!(recorded.mode, Some(policy.mode));
        let again = recorded.decide(&policy, &Lexical);
        prop_assert_eq!(again.verdict.name(), entry.verdict.as_str(), "{:?} {:?}", call, entry);
        prop_assert_eq!(again.source.name(), entry.source.as_str());
        prop_assert_eq!(again.findings.len(), entry.findings.len());
    }
}
