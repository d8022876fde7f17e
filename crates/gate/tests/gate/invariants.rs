//! The invariants of the ledger (1.9.2) that the gate must keep, as properties.
//!
//! I-1…I-4 and I-14 are the engine's alone (`crates/policy/tests/invariants.rs`), I-13 is that of whoever draws.

use std::future::pending;
use std::sync::Arc;

use byleave_gate::{
    Asking, Call, Cause, Channel, ChannelError, ChannelKind, Reply, Request, Scope, Settled, Store, StoreError,
    block_on,
};
use byleave_policy::rules::conditions::{Expires, Limit};
use byleave_policy::{Ceiling, Digest, Mode, Policy, Profile};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use crate::permissions::skill;
use crate::replay;
use crate::stores::{Countdown, errors, failing};
use crate::support::{HOME, Hand, PROJECT, Stand, bash, builder, connectonion_yaml, plain, write};

/// All ways to have no answer.
#[derive(Clone, Copy, Debug)]
enum Silent {
    Abstains,
    Closed,
    Cancelled,
    Malformed,
    Failed,
    PanicsAtOnce,
    PanicsLater,
    NeverAnswers,
}

const SILENT: [Silent; 8] = [
    Silent::Abstains,
    Silent::Closed,
    Silent::Cancelled,
    Silent::Malformed,
    Silent::Failed,
    Silent::PanicsAtOnce,
    Silent::PanicsLater,
    Silent::NeverAnswers,
];

struct Nobody(Silent, ChannelKind);

impl Channel for Nobody {
    fn name(&self) -> &'static str {
        "nobody"
    }

    fn kind(&self) -> ChannelKind {
        self.1
    }

    fn ask(&self, _: Arc<Request>, _: Settled) -> Asking<'_> {
        let how = self.0;
        // The message of a panic would only litter the output of the tests.
        if matches!(how, Silent::PanicsAtOnce) {
            std::panic::resume_unwind(Box::new("at once"));
        }
        Box::pin(async move {
            match how {
                Silent::Abstains => Ok(Reply::Abstain),
                Silent::Closed => Err(ChannelError::Closed),
                Silent::Cancelled => Err(ChannelError::Cancelled),
                Silent::Malformed => Err(ChannelError::Malformed("no answer".to_owned())),
                Silent::Failed | Silent::PanicsAtOnce => Err(ChannelError::Failed("broken".to_owned())),
                Silent::PanicsLater => std::panic::resume_unwind(Box::new("later")),
                Silent::NeverAnswers => pending().await,
            }
        })
    }
}

fn profile() -> impl Strategy<Value = Profile> {
    select(Profile::ALL.to_vec())
}

/// Calls of all kinds.
fn call() -> impl Strategy<Value = Call> {
    prop_oneof![
        select(vec![
            "npm install",
            "npm test",
            "git status",
            "git push origin main",
            "sudo ls",
            "rm -rf build",
            "cat .env",
            "make all",
            "$x",
            "echo a > b",
            "byleave trust",
            "ls && npm test",
            "cat src/a",
            "cat src/b",
        ])
        .prop_map(bash),
        select(vec!["a", "src/b.rs", "README.md", "/etc/passwd", ".byleave/policy.yaml"]).prop_map(write),
        select(vec!["read", "frobnicate", "fetch", "askUserQuestion"]).prop_map(|tool| Call::new(tool, json!({}))),
    ]
}

/// What people say: everything the wire knows.
fn reply() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => select(vec!["once", "turn", "session", "project", "always"])
            .prop_map(|scope| json!({"approved": true, "scope": scope})),
        2 => select(vec!["exact", "prefix", "tool"])
            .prop_map(|breadth| json!({"approved": true, "scope": "session", "breadth": breadth})),
        1 => (1..4u32).prop_map(|count| json!({"approved": true, "count": count})),
        1 => Just(json!({"approved": true, "for": "10m"})),
        1 => select(vec!["npm ci", "git push origin main", "byleave trust"])
            .prop_map(|command| json!({"approved": true, "arguments": {"command": command}})),
        2 => select(vec!["reject_soft", "reject_hard", "reject_explain"])
            .prop_map(|mode| json!({"approved": false, "mode": mode})),
        1 => Just(json!("yes")),
    ]
}

const YAML: &str = r#"permissions:
  "Bash(npm test)": {allowed: true, limit: 2/h}
  "Bash(git push *)": {allowed: false}
  "Bash(make *)": {allowed: ask}
  "write(*.md)": {allowed: true}
"#;

fn arguments() -> impl Strategy<Value = Map<String, Value>> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    let value = leaf.prop_recursive(2, 8, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..3).prop_map(Value::from),
            vec(("[a-z]{1,4}", inner), 0..3).prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    });
    vec(("[a-z_]{1,8}", value), 0..4).prop_map(|pairs| pairs.into_iter().collect())
}

fn facts(tool: &str, arguments: &Map<String, Value>) -> byleave_policy::CallFacts {
    byleave_policy::CallFacts::new(tool, arguments.clone(), PROJECT, HOME)
}

/// What an agent would have to change to rule itself, and ways to change it.
const OWN: [&str; 8] = [
    ".byleave/policy.yaml",
    ".co/host.yaml",
    "/home/u/.config/byleave/policy.yaml",
    "/home/u/.local/state/byleave/trust.json",
    "/home/u/.local/state/byleave/byleave.db",
    "/etc/byleave/policy.yaml",
    "/home/u/.claude/settings.json",
    "src/../.byleave/policy.yaml",
];

fn ways(path: &str) -> Vec<Call> {
    let mut calls: Vec<Call> = ["write", "edit", "multi_edit", "delete", "write_file"]
        .iter()
        .map(|tool| Call::new(*tool, json!({"file_path": path, "content": "mode: yolo"})))
        .collect();
    for command in [
        format!("echo x > {path}"),
        format!("cp a {path}"),
        format!("mv a {path}"),
        format!("tee -a {path} < a"),
        format!("rm {path}"),
        format!("sed -i s/a/b/ {path}"),
        format!("bash -c 'echo x > {path}'"),
        format!("true && (dd if=a of={path})"),
        format!("timeout 5 truncate -s 0 {path}"),
        format!("ln -sf a {path}"),
    ] {
        calls.push(bash(&command));
    }
    calls
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn i5_without_an_answer_nothing_that_asks_runs(
        profile in profile(),
        mode in select(vec![Mode::Default, Mode::AutoEdit]),
        channels in vec((select(SILENT.to_vec()), any::<bool>()), 0..4),
        command in select(vec!["npm install", "sudo ls", "rm -rf build", "$x"]),
    ) {
        let policy = Policy { mode, ask_timeout_seconds: Some(60), ..plain(profile) };
        let stand = Stand::alone(policy, |mut builder| {
            for (how, program) in &channels {
                builder = builder.channel(Nobody(*how, if *program { ChannelKind::Program } else { ChannelKind::People }));
            }
            builder
        });
        stand.clock.expire();
        prop_assert!(!stand.runs(bash(command)));
        prop_assert_eq!(stand.entries().len(), 1);
        prop_assert!(!stand.entries()[0].approved);
        prop_assert!(block_on(stand.gate.grants()).unwrap().is_empty());
    }

    #[test]
    fn i5_a_store_that_failed_during_a_call_did_not_let_it_run(
        calls in vec(call(), 1..5),
        replies in vec(reply(), 5),
        step in 0..24usize,
        // An answer waits for a busy store, so that a call may run after all: `broken.rs` has that case.
        error in select(errors().into_iter().filter(|error| *error != StoreError::Busy).collect::<Vec<_>>()),
        late in any::<bool>(),
        profile in profile(),
    ) {
        let at = Arc::new(Countdown::new(step));
        let people = crate::support::Script::new(replies);
        let made = builder(plain(profile), &Hand::new()).channel(people);
        let gate = made.store(failing(&at, error, late)).build().unwrap();
        for call in calls {
            let before = at.is_over();
            let approved = block_on(gate.authorize(call)).permit().is_ok();
            prop_assert!(before || !at.is_over() || !approved);
        }
    }

    #[test]
    fn i6_what_runs_is_what_was_approved(
        tool in select(vec!["bash", "write", "frobnicate", "read"]),
        asked in arguments(),
        edited in proptest::option::of(arguments()),
        profile in profile(),
    ) {
        let mut reply = json!({"approved": true});
        if let Some(edited) = &edited {
            reply["arguments"] = Value::Object(edited.clone());
        }
        let stand = Stand::new(plain(profile), [reply]);
        let call = Call::new(tool, Value::Object(asked.clone()));
        if let Ok(permit) = stand.authorize(call).permit() {
            let shown = stand.people.frames();
            // Without a question nobody edited anything.
            let expected = if shown.is_empty() { asked } else { edited.unwrap_or(asked) };
            prop_assert_eq!(permit.arguments(), &expected);
            prop_assert_eq!(permit.digest(), Digest::of(&facts(tool, &expected)));
            let ran = permit.run(|call| call.arguments().clone());
            prop_assert_eq!(ran.output, expected);
        }
    }

    #[test]
    fn i6_the_digest_shown_is_that_of_the_call(asked in arguments(), profile in profile()) {
        let stand = Stand::new(plain(profile), [json!({"approved": true})]);
        let _ = stand.authorize(Call::new("write", Value::Object(asked.clone())));
        let digest = Digest::of(&facts("write", &asked)).to_string();
        for frame in stand.people.frames() {
            prop_assert_eq!(&frame["call_hash"], &json!(digest));
        }
        prop_assert_eq!(&stand.entries()[0].digest, &digest);
    }

    #[test]
    fn i7_sessions_never_affect_each_other(
        steps in vec((0..3usize, select(vec!["bash", "write", "edit"]), select(vec!["once", "turn", "session"])), 1..8),
    ) {
        let stand = Stand::new(plain(Profile::ConnectOnion), []);
        // The third is below the first.
        let gates = [stand.gate.clone(), stand.gate.for_session("sess_b"), stand.gate.sub_agent("below")];
        let call = |tool: &str| if tool == "bash" { bash("npm a") } else { Call::new(tool, json!({"file_path": "a"})) };
        let mut given: Vec<(usize, &str, &str)> = Vec::new();
        for (who, tool, scope) in steps {
            let has = |who: usize, tool: &str, given: &[(usize, &str, &str)]| given.iter().any(|(owner, held, scope)| {
                let own = *owner == who && *scope != "once";
                let inherited = who == 2 && *owner == 0 && *scope == "session";
                *held == tool && (own || inherited)
            });
            for (other, gate) in gates.iter().enumerate() {
                for tool in ["bash", "write", "edit"] {
                    let would = block_on(gate.would_run(&call(tool))).unwrap();
                    prop_assert_eq!(would, has(other, tool, &given), "{} {} after {:?}", other, tool, &given);
                }
            }
            if !has(who, tool, &given) {
                stand.people.add(json!({"approved": true, "scope": scope}));
                given.push((who, tool, scope));
            }
            prop_assert!(block_on(gates[who].authorize(call(tool))).permit().is_ok());
        }
    }

    #[test]
    fn i8_after_a_turn_there_is_what_was_before_and_what_people_gave_for_longer(
        before in vec((select(vec!["bash", "write", "edit"]), select(vec!["turn", "session", "always"])), 0..3),
        during in vec((select(vec!["post", "delete", "multi_edit"]), select(vec!["once", "turn", "session", "always"])), 0..4),
        skills in vec(select(vec!["[Bash(git *)]", "[write]", "[bash, edit]", "[]"]), 0..3),
        ends in any::<bool>(),
    ) {
        let stand = Stand::new(plain(Profile::ConnectOnion), []);
        let give = |steps: &[(&str, &str)]| {
            for (tool, scope) in steps {
                let call = match *tool {
                    "bash" => bash("npm a"),
                    "post" => Call::new("post", json!({"url": "https://example.org"})),
                    tool => Call::new(tool, json!({"file_path": "a"})),
                };
                if !block_on(stand.gate.would_run(&call)).unwrap() {
                    stand.people.add(json!({"approved": true, "scope": scope}));
                }
                assert!(stand.runs(call));
            }
        };
        stand.begin();
        give(&before);
        stand.end();
        let ids = || -> Vec<String> {
            block_on(stand.gate.grants()).unwrap().into_iter().map(|held| held.grant.id).collect()
        };
        let mut expected = ids();
        let skills: Vec<_> = skills.iter().map(|tools| skill("some", tools, true)).collect();
        block_on(stand.gate.begin_turn_with(&skills)).unwrap();
        let with_skills = ids();
        give(&during);
        let held = block_on(stand.gate.grants()).unwrap();
        let stays = held.iter().filter(|held| held.grant.expires != Expires::TurnEnd).map(|held| held.grant.id.clone());
        expected.extend(stays.filter(|id| !with_skills.contains(id)));
        if ends { stand.end() } else { stand.begin(); }
        prop_assert_eq!(ids(), expected);
        let left = block_on(stand.gate.grants()).unwrap();
        prop_assert!(left.iter().all(|held| held.grant.expires != Expires::TurnEnd));
    }

    #[test]
    fn i9_an_agent_cannot_change_what_rules_it_even_with_leave(
        path in select(OWN.to_vec()),
        profile in profile(),
        mode in select(Mode::ALL.to_vec()),
    ) {
        let policy = Policy { mode, ceiling: Ceiling(Mode::Yolo), ..connectonion_yaml("permissions: {bash: {allowed: true}, write: {allowed: true}}") };
        let policy = Policy { profile, ..policy };
        for call in ways(path) {
            let stand = Stand::new(policy.clone(), [json!({"approved": true, "scope": "always"})]);
            block_on(stand.gate.begin_turn_with(&[skill("all", "[bash, write, edit, delete, multi_edit]", true)])).unwrap();
            let refusal = stand.refusal(call.clone());
            prop_assert_eq!(refusal.cause, Cause::Policy, "{:?}", call);
            prop_assert_eq!(stand.people.count(), 0);
        }
    }

    #[test]
    fn i10_a_sessions_mode_never_exceeds_the_ceiling(
        own in select(Mode::ALL.to_vec()),
        ceiling in select(Mode::ALL.to_vec()),
        wanted in proptest::option::of(select(Mode::ALL.to_vec())),
    ) {
        let policy = Policy { mode: own, ceiling: Ceiling(ceiling), ..plain(Profile::Byleave) };
        let stand = Stand::alone(policy, |builder| builder);
        block_on(stand.gate.set_mode(wanted)).unwrap();
        let most = ceiling.max(own);
        let expected = wanted.map_or(own, |wanted| wanted.min(most));
        prop_assert_eq!(stand.runs(write("a")), expected >= Mode::AutoEdit);
        prop_assert_eq!(stand.runs(bash("npm install")), expected == Mode::Yolo);
        prop_assert!(stand.entries().iter().all(|entry| entry.mode == expected.name()));
    }

    #[test]
    fn i11_each_decision_is_one_row_that_replays_to_the_same_verdict(
        calls in vec((call(), 0..2usize, 0..40u64), 1..8),
        replies in vec(reply(), 8),
        profile in profile(),
        mode in select(Mode::ALL.to_vec()),
    ) {
        let auto_approvals = Some(Limit::parse("4/h").unwrap());
        let policy = Policy { profile, mode, auto_approvals, ..connectonion_yaml(YAML) };
        let stand = Stand::new(policy.clone(), replies);
        let gates = [stand.gate.clone(), stand.gate.sub_agent("below")];
        for (at, (call, who, minutes)) in calls.iter().enumerate() {
            if at % 3 == 2 {
                block_on(gates[*who].begin_turn_with(&[skill("commit", "[Bash(git *)]", true)])).unwrap();
            }
            let approved = block_on(gates[*who].authorize(call.clone())).permit().is_ok();
            prop_assert_eq!(stand.entries().last().unwrap().approved, approved);
            stand.clock.advance(std::time::Duration::from_secs(minutes * 60));
        }
        let entries = stand.entries();
        prop_assert_eq!(entries.len(), calls.len());
        prop_assert_eq!(stand.told.decided().len(), calls.len());
        let grants = block_on(stand.store.grants(true)).unwrap();
        for entry in &entries {
            prop_assert_eq!(replay::verdict(entry, &policy, &grants), entry.verdict.as_str(), "{:?}", entry);
        }
    }

    #[test]
    fn i12_an_approval_is_spent_once_and_a_count_exactly_so_often(
        count in 0..6u32,
        more in 0..8usize,
        breadth in select(vec!["exact", "prefix", "tool"]),
        profile in profile(),
    ) {
        let reply = match count {
            0 => json!({"approved": true, "scope": "once", "breadth": breadth}),
            count => json!({"approved": true, "count": count, "breadth": breadth}),
        };
        let stand = Stand::new(plain(profile), [reply]);
        let permit = stand.authorize(bash("npm install")).permit().unwrap();
        let scope = if count == 0 { Scope::Once } else { Scope::Count(count) };
        prop_assert_eq!(permit.scope(), scope);
        let other = stand.gate.for_session("sess_b");
        let ran = (0..more).filter(|_| {
            assert!(!block_on(other.would_run(&bash("npm install"))).unwrap());
            stand.runs(bash("npm install"))
        });
        prop_assert_eq!(ran.count(), more.min(usize::try_from(count).unwrap()));
    }
}

#[test]
fn i5_the_people_after_a_silent_program_decide_only_if_it_abstained() {
    for how in SILENT {
        let policy = Policy { ask_timeout_seconds: Some(60), ..plain(Profile::Byleave) };
        let stand = Stand::with(policy, [json!({"approved": true})], |builder| {
            builder.channel(Nobody(how, ChannelKind::Program))
        });
        if matches!(how, Silent::NeverAnswers) {
            stand.clock.expire();
        }
        let decides = matches!(how, Silent::Abstains);
        assert_eq!(stand.runs(bash("npm a")), decides, "{how:?}");
        assert_eq!(stand.people.count(), usize::from(decides), "{how:?}");
    }
}

#[test]
fn i5_a_person_may_still_answer_when_another_channel_has_none() {
    for how in SILENT {
        let stand = Stand::with(plain(Profile::Byleave), [json!({"approved": true})], |builder| {
            builder.channel(Nobody(how, ChannelKind::People))
        });
        assert!(stand.runs(bash("npm a")), "{how:?}");
    }
}
