//! OriCore's approval page: modes or own logic, the six steps, callbacks, the bus, failing closed.

use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use byleave_gate::{
    ApprovalContext, Bus, Call, Callback, Cause, Event, GateBuilder, RejectMode, Tool, ToolApproval,
    ToolApprovalResult, ToolUse, block_on,
};
use byleave_policy::tools::Category;
use byleave_policy::{Digest, Mode, Policy, Profile};
use serde_json::{Value, json};

use crate::support::{HOME, PROJECT, Stand, bash, host_yaml, object, plain, write};

fn oricore(mode: Mode) -> Policy {
    Policy { mode, ..plain(Profile::OriCore) }
}

/// A gate with a callback of one answer, and how often it was called.
fn answering(policy: Policy, result: ToolApprovalResult) -> (Stand, Arc<AtomicUsize>) {
    let count = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&count);
    let callback = Callback::new(move |_| {
        counter.fetch_add(1, Ordering::SeqCst);
        ready(result.clone())
    });
    (Stand::alone(policy, |builder| builder.channel(callback)), count)
}

fn yes() -> ToolApprovalResult {
    ToolApprovalResult { approved: true, ..ToolApprovalResult::default() }
}

fn edited(params: Value) -> ToolApprovalResult {
    ToolApprovalResult { approved: true, params: Some(object(params)), deny_reason: None }
}

/// A tool of the host.
struct Own {
    name: &'static str,
    category: Option<Category>,
    needs_approval: Option<bool>,
    seen: Arc<Mutex<Vec<ApprovalContext>>>,
}

impl Own {
    fn new(name: &'static str, category: Option<Category>, needs_approval: Option<bool>) -> Self {
        Self { name, category, needs_approval, seen: Arc::default() }
    }
}

impl Tool for Own {
    fn name(&self) -> &str {
        self.name
    }

    fn category(&self) -> Option<Category> {
        self.category
    }

    fn description(&self) -> Option<&str> {
        Some("does what it does")
    }

    fn needs_approval(&self, context: ApprovalContext) -> Pin<Box<dyn Future<Output = Option<bool>> + Send + '_>> {
        self.seen.lock().unwrap().push(context);
        Box::pin(ready(self.needs_approval))
    }
}

fn fetch() -> Call {
    Call::new("fetch", json!({"url": "https://example.org"}))
}

fn question() -> Call {
    Call::new("askUserQuestion", json!({"question": "which?"}))
}

#[test]
fn r195_and_r232_a_mode_and_own_logic_decide_together() {
    let (stand, called) = answering(oricore(Mode::AutoEdit), yes());
    assert!(stand.runs(write("a")));
    assert_eq!(called.load(Ordering::SeqCst), 0, "the mode is enough");
    assert!(stand.runs(bash("npm install")));
    assert_eq!(called.load(Ordering::SeqCst), 1, "the mode is not enough");
}

/// R-219…R-226: each step may approve before the next; who is credited tells which one did.
#[test]
fn r219_to_r225_the_six_steps_are_taken_in_order() {
    let reading = || Own::new("look", Some(Category::Read), Some(false));
    let trusting = || Own::new("own", Some(Category::Command), Some(false));
    let writing = || Own::new("own", Some(Category::Write), None);
    for (step, mode, tool, call, decided) in [
        ("1 yolo", Mode::Yolo, trusting(), Call::new("own", json!({})), "own allow mode"),
        ("1 but a question", Mode::Yolo, trusting(), question(), "askUserQuestion ask floor"),
        ("2 read", Mode::Default, reading(), Call::new("look", json!({})), "look allow safe"),
        ("3 the tool itself", Mode::Default, trusting(), Call::new("own", json!({})), "own allow tool"),
        ("4 autoEdit", Mode::AutoEdit, writing(), Call::new("own", json!({})), "own allow mode"),
        ("4 without autoEdit", Mode::Default, writing(), Call::new("own", json!({})), "own ask none"),
        ("6 asks", Mode::Default, writing(), bash("npm install"), "bash ask none"),
    ] {
        let stand = Stand::alone(oricore(mode), |builder| builder.tool(tool));
        let _ = stand.authorize(call);
        assert_eq!(stand.told.decided(), [decided], "step {step}");
    }
    // Step 5, the session's whitelist.
    let stand = Stand::new(oricore(Mode::Default), [json!({"approved": true, "scope": "session"})]);
    assert!(stand.runs(bash("npm a")) && stand.runs(bash("npm b")));
    assert_eq!(stand.told.decided(), ["bash ask none", "bash allow user"]);
    // Step 6, the callback.
    let (stand, called) = answering(oricore(Mode::Default), yes());
    assert!(stand.runs(bash("npm install")));
    assert_eq!(called.load(Ordering::SeqCst), 1);
}

#[test]
fn r222_and_c05_a_tool_that_needs_no_approval_lifts_no_floor() {
    let bash_tool = || Own::new("bash", None, Some(false));
    for (command, runs) in [("npm install", true), ("sudo ls", false), ("rm -rf /", false), ("$x", false)] {
        let stand = Stand::alone(oricore(Mode::Default), |builder| builder.tool(bash_tool()));
        assert_eq!(stand.runs(bash(command)), runs, "{command}");
    }
}

#[test]
fn r226_the_callback_is_only_called_for_what_no_step_approved() {
    for (call, mode, expected) in [
        (Call::new("read", json!({"file_path": "a"})), Mode::Default, 0),
        (write("a"), Mode::AutoEdit, 0),
        (bash("npm a"), Mode::Yolo, 0),
        (write("a"), Mode::Default, 1),
        (bash("sudo ls"), Mode::Yolo, 1),
        // C-05b: nor for what is denied anyway.
        (write(".byleave/policy.yaml"), Mode::Default, 0),
    ] {
        let (stand, called) = answering(oricore(mode), yes());
        let _ = stand.authorize(call.clone());
        assert_eq!(called.load(Ordering::SeqCst), expected, "{call:?}");
    }
}

#[test]
fn r230_and_r231_the_examples_of_modes() {
    for (mode, call, runs) in [
        (Mode::AutoEdit, Call::new("edit", json!({"file_path": "a"})), true),
        (Mode::AutoEdit, bash("npm install"), false),
        (Mode::Yolo, Call::new("edit", json!({"file_path": "a"})), true),
        (Mode::Yolo, bash("npm install"), true),
        (Mode::Yolo, fetch(), true),
        (Mode::Yolo, question(), false),
    ] {
        let stand = Stand::alone(oricore(mode), |builder| builder);
        assert_eq!(stand.runs(call.clone()), runs, "{mode:?} {call:?}");
    }
}

#[test]
fn r238_a_refusal_without_words_says_user_denied() {
    let (stand, _) = answering(oricore(Mode::Default), ToolApprovalResult::default());
    let refusal = stand.refusal(bash("npm a"));
    assert_eq!(refusal.to_json()["denyReason"], "User denied");
    assert_eq!(refusal.to_json()["approved"], false);
    assert_eq!(refusal.to_model_text(), "Tool use rejected with user message: User denied");
}

/// OriCore's example 6, with the warning that a prefix of letters is not a prefix of words.
fn example_six(builder: GateBuilder, dialog: bool) -> GateBuilder {
    builder.channel(Callback::new(move |tool_use: ToolUse| {
        let command = tool_use.params.get("command").and_then(Value::as_str).unwrap_or_default().to_owned();
        ready(match tool_use.name.as_str() {
            "read" | "grep" => yes(),
            "bash" if command.contains("rm -rf") || command.contains("> /dev") => ToolApprovalResult {
                deny_reason: Some("Dangerous command detected".to_owned()),
                ..ToolApprovalResult::default()
            },
            "bash" if command.starts_with("git") || command.starts_with("ls") => yes(),
            _ => ToolApprovalResult { approved: dialog, ..ToolApprovalResult::default() },
        })
    }))
}

#[test]
fn r242_to_r245_own_rules_in_a_callback() {
    for (call, dialog, expected) in [
        (Call::new("read", json!({"file_path": "a"})), false, Ok(())),
        (Call::new("grep", json!({"pattern": "a"})), false, Ok(())),
        (bash("rm -rf build"), true, Err("Dangerous command detected")),
        (bash("echo x > /dev/sda"), true, Err("Dangerous command detected")),
        (bash("git status"), false, Ok(())),
        (bash("ls -la"), false, Ok(())),
        (bash("npm install"), true, Ok(())),
        (bash("npm install"), false, Err("User denied")),
    ] {
        let stand = Stand::alone(oricore(Mode::Default), |builder| example_six(builder, dialog));
        let found = stand.authorize(call.clone()).permit().map(|_| ()).map_err(|refusal| refusal.reason());
        assert_eq!(found, expected.map_err(str::to_owned), "{call:?}");
    }
}

#[test]
fn r246_and_r221_a_tools_category_counts_where_the_policy_says_nothing() {
    for (category, mode, runs) in [
        (Category::Read, Mode::Default, true),
        (Category::Write, Mode::Default, false),
        (Category::Write, Mode::AutoEdit, true),
        (Category::Command, Mode::AutoEdit, false),
        (Category::Command, Mode::Yolo, true),
        (Category::Network, Mode::AutoEdit, false),
        (Category::Ask, Mode::Yolo, false),
    ] {
        let stand = Stand::alone(oricore(mode), |builder| builder.tool(Own::new("own", Some(category), None)));
        assert_eq!(stand.runs(Call::new("own", json!({}))), runs, "{category:?} {mode:?}");
    }
    // What the engine knows, or the policy says, is not talked down by a tool.
    let stand =
        Stand::alone(oricore(Mode::Default), |builder| builder.tool(Own::new("write", Some(Category::Read), None)));
    assert!(!stand.runs(write("a")));
    let mut policy = oricore(Mode::Default);
    policy.tools.insert("own".to_owned(), Category::Command);
    let stand = Stand::alone(policy, |builder| builder.tool(Own::new("own", Some(Category::Read), None)));
    assert!(!stand.runs(Call::new("own", json!({}))));
}

#[test]
fn r261_a_tool_is_asked_with_the_arguments_and_the_mode() {
    let tool = Own::new("own", Some(Category::Command), Some(false));
    let seen = Arc::clone(&tool.seen);
    let stand = Stand::alone(oricore(Mode::AutoEdit), |builder| builder.tool(tool));
    assert!(stand.runs(Call::new("own", json!({"a": 1}))));
    let expected = ApprovalContext { params: object(json!({"a": 1})), approval_mode: Mode::AutoEdit };
    assert_eq!(*seen.lock().unwrap(), [expected]);
    assert_eq!(stand.entries()[0].needs_approval, Some(false));
}

#[test]
fn r262_to_r264_high_risk_asks_and_banned_is_refused_in_every_mode() {
    let banned = "permissions: {\"Bash(telnet *)\": {allowed: false, reason: banned}}";
    for mode in Mode::ALL {
        let policy = Policy { profile: Profile::OriCore, mode, ..host_yaml(banned) };
        let session = json!({"approved": true, "scope": "session"});
        let stand = Stand::new(policy, [session.clone(), session]);
        // Whitelisted for the session, where the mode did not let it through anyway.
        assert!(stand.runs(bash("npm install")), "{mode:?}");
        let before = stand.people.count();
        assert!(stand.runs(bash("npm build")), "{mode:?}");
        assert_eq!(stand.people.count(), before);
        assert!(stand.runs(bash("sudo ls")), "{mode:?}");
        assert_eq!(stand.people.count(), before + 1, "{mode:?}");
        assert_eq!(stand.refusal(bash("telnet a")).cause, Cause::Policy, "{mode:?}");
        assert_eq!(stand.people.count(), before + 1, "{mode:?}");
    }
}

#[test]
fn r265_and_r266_a_callback_gets_name_params_and_an_id_of_its_own() {
    let seen: Arc<Mutex<Vec<ToolUse>>> = Arc::default();
    let sink = Arc::clone(&seen);
    let callback = Callback::new(move |tool_use: ToolUse| {
        let sink = Arc::clone(&sink);
        async move {
            sink.lock().unwrap().push(tool_use);
            true
        }
    });
    let stand = Stand::alone(oricore(Mode::Default), |builder| builder.channel(callback));
    assert!(stand.runs(bash("npm a")) && stand.runs(bash("npm a")));
    let seen = seen.lock().unwrap();
    assert_eq!((seen[0].name.as_str(), &seen[0].params), ("bash", &object(json!({"command": "npm a"}))));
    assert_ne!(seen[0].call_id, seen[1].call_id);
}

#[test]
fn r267_and_r274_all_forms_of_a_callbacks_word() {
    let policy = "Security policy violation";
    let no = ToolApprovalResult { deny_reason: Some(policy.to_owned()), ..ToolApprovalResult::default() };
    let callbacks = [
        (Callback::new(|_| ready(true)), None),
        (Callback::new(|_| ready(false)), Some("User denied")),
        (Callback::new(|_| ready(yes())), None),
        (Callback::new(move |_| ready(no.clone())), Some(policy)),
        (Callback::new(|_| ready(Some(true))), None),
        (Callback::fallible(|_| ready(Ok::<_, String>(true))), None),
    ];
    for (callback, denied) in callbacks {
        let stand = Stand::alone(oricore(Mode::Default), |builder| builder.channel(callback));
        let found = stand.authorize(bash("npm a")).permit().err().map(|refusal| refusal.reason());
        assert_eq!(found.as_deref(), denied);
    }
}

#[test]
fn r225_and_c13_a_callbacks_no_is_soft() {
    let (stand, _) = answering(oricore(Mode::Default), ToolApprovalResult::default());
    assert_eq!(stand.refusal(bash("npm a")).cause, Cause::Rejected { mode: RejectMode::Soft, feedback: None });
    assert_eq!(stand.stop_signal(), None);
}

#[test]
fn a_callback_that_abstains_leaves_the_question_to_people_and_one_that_answers_does_not() {
    let abstains = || Callback::new(|_| ready(None::<bool>));
    let stand = Stand::with(oricore(Mode::Default), [json!({"approved": true})], |builder| builder.channel(abstains()));
    assert!(stand.runs(bash("npm a")));
    assert_eq!(stand.people.count(), 1);
    for says in [true, false] {
        let answers = Callback::new(move |_| ready(says));
        let stand =
            Stand::with(oricore(Mode::Default), [json!({"approved": !says})], |builder| builder.channel(answers));
        assert_eq!(stand.runs(bash("npm a")), says);
        assert_eq!(stand.people.count(), 0);
    }
}

#[test]
fn r268_to_r271_sub_agents_ask_over_a_bus_that_knows_their_sessions() {
    let bus = Bus::new();
    let seen: Arc<Mutex<Vec<ToolApproval>>> = Arc::default();
    let sink = Arc::clone(&seen);
    let stand = Stand::alone(oricore(Mode::Default), |builder| builder.channel(bus.clone()));
    assert_eq!(stand.refusal(bash("npm a")).cause, Cause::NoChannel, "a bus without a handler approves nothing");
    // One handler for all, with a policy for each session.
    bus.register_handler(move |approval: ToolApproval| {
        let approved = approval.session_id == "sess_b";
        sink.lock().unwrap().push(approval);
        ready(approved)
    });
    let other = stand.gate.for_session("sess_b");
    assert!(!stand.runs(bash("npm a")));
    assert!(block_on(other.authorize(bash("npm a"))).permit().is_ok());
    let below = stand.gate.sub_agent("task");
    assert!(block_on(below.authorize(write("a"))).permit().is_err());
    let seen = seen.lock().unwrap();
    let found: Vec<(&str, Option<Category>)> =
        seen.iter().map(|approval| (approval.session_id.as_str(), approval.category)).collect();
    let (command, write) = (Some(Category::Command), Some(Category::Write));
    assert_eq!(found, [("sess_a", command), ("sess_b", command), (below.session(), write)]);
    assert!(stand.log().contains(&"Session sess_b requesting approval for bash".to_owned()), "{:?}", stand.log());
}

#[test]
fn r272_and_r273_handlers_may_return_params_unchanged_and_ignore_the_session() {
    let bus = Bus::new();
    bus.register_handler(|approval: ToolApproval| {
        let tool_use = approval.tool_use;
        ready(ToolApprovalResult {
            approved: tool_use.name == "write",
            params: Some(tool_use.params),
            deny_reason: Some("User denied".to_owned()),
        })
    });
    let stand = Stand::alone(oricore(Mode::Default), |builder| builder.channel(bus));
    assert!(stand.runs(write("a")));
    assert_eq!(stand.entries()[0].edited, None, "what is as it was is no edit");
    assert_eq!(stand.refusal(bash("npm a")).reason(), "User denied");
}

#[test]
fn r275_and_i6_edited_params_run_and_the_permit_is_bound_to_them() {
    let (stand, _) = answering(oricore(Mode::Default), edited(json!({"command": "npm ci"})));
    let permit = stand.authorize(bash("npm install")).permit().unwrap();
    let facts = byleave_policy::CallFacts::bash("npm ci", PROJECT, HOME);
    assert_eq!(permit.digest(), Digest::of(&facts));
    assert_eq!(permit.run(|call| call.command().map(str::to_owned)).output.as_deref(), Some("npm ci"));
    let entry = &stand.entries()[0];
    assert_eq!(entry.arguments, object(json!({"command": "npm install"})));
    assert_eq!(entry.edited, Some(object(json!({"command": "npm ci"}))));
}

#[test]
fn edited_params_are_judged_again_by_the_deny_floor_and_answer_the_ask_floor() {
    for (to, runs) in [
        (json!({"command": "sudo ls"}), true),
        (json!({"command": "byleave trust"}), false),
        (json!({"command": "echo x > .byleave/policy.yaml"}), false),
    ] {
        let (stand, _) = answering(oricore(Mode::Default), edited(to.clone()));
        let found = stand.authorize(bash("npm install")).permit();
        assert_eq!(found.is_ok(), runs, "{to}");
        if let Err(refusal) = found {
            assert_eq!(refusal.cause, Cause::Policy, "{to}");
        }
        assert_eq!(stand.entries().len(), 1);
    }
}

#[test]
fn a_grant_given_with_edited_arguments_is_for_what_runs_not_for_what_was_asked() {
    let reply = json!({"approved": true, "scope": "session", "breadth": "exact", "arguments": {"command": "npm ci"}});
    let stand = Stand::new(plain(Profile::Byleave), [reply]);
    assert!(stand.runs(bash("npm install")));
    let would = |command: &str| block_on(stand.gate.would_run(&bash(command))).unwrap();
    assert!(would("npm ci") && !would("npm install"));
}

#[test]
fn r277b_the_frame_has_tool_description_params_and_risk() {
    for (call, level) in [
        (bash("sudo ls"), "critical"),
        (write("/etc/x"), "high"),
        (bash("npm install"), "medium"),
        (fetch(), "medium"),
        (Call::new("frobnicate", json!({})), "medium"),
        (write("a"), "low"),
    ] {
        let stand = Stand::with(oricore(Mode::Default), [json!({"approved": true})], |builder| {
            builder.tool(Own::new("write", None, None))
        });
        assert!(stand.runs(call.clone()), "{call:?}");
        let frame = &stand.people.frames()[0];
        assert_eq!(frame["risk"]["level"], level, "{call:?}");
        assert!(!frame["risk"]["reasons"].as_array().unwrap().is_empty(), "{call:?}");
        assert_eq!(frame["arguments"], json!(call.arguments));
        let described = (call.tool == "write").then_some("does what it does");
        assert_eq!(frame["tool_description"].as_str(), described, "{call:?}");
    }
}

#[test]
fn r277c_to_r277e_a_failing_callback_denies_and_is_logged() {
    let callbacks: [(Callback, &str); 3] = [
        (Callback::fallible(|_| ready(Err::<bool, _>("dialog service is down"))), "dialog service is down"),
        (Callback::new(|_| async { panic_now() }), "the channel panicked"),
        (
            Callback::new(|tool_use: ToolUse| {
                assert!(tool_use.name.is_empty(), "boom");
                ready(true)
            }),
            "the channel panicked",
        ),
    ];
    for (callback, why) in callbacks {
        let stand =
            Stand::with(oricore(Mode::Default), [json!({"approved": true})], |builder| builder.channel(callback));
        let refusal = stand.refusal(bash("npm a"));
        assert_eq!(refusal.to_json()["denyReason"], "Approval system error");
        let log = stand.log();
        let error = log.iter().find(|line| line.starts_with("Approval error: ")).unwrap();
        assert!(error.contains(why), "{error}");
        assert_eq!(stand.people.count(), 0, "a callback that fails is not an abstention");
    }
}

fn panic_now() -> bool {
    panic!("boom")
}

#[test]
fn r278a_every_decision_is_recorded_with_tool_params_approved_timestamp_and_user() {
    let stand = Stand::new(
        oricore(Mode::Default),
        [json!({"approved": true}), json!({"approved": false, "mode": "reject_soft"})],
    );
    assert!(stand.runs(bash("npm a")) && !stand.runs(bash("npm b")));
    let rows: Vec<Value> = stand.rows().iter().map(|row| serde_json::from_str(&row.body).unwrap()).collect();
    for (row, approved) in rows.iter().zip([true, false]) {
        assert_eq!((&row["tool"], &row["approved"], &row["person"]), (&json!("bash"), &json!(approved), &json!("ann")));
        assert!(row["arguments"]["command"].is_string());
        assert_eq!(row["timestamp"], "2026-11-15T10:00:00Z");
    }
}

#[test]
fn r278b_to_r278d_rules_on_the_environment_are_the_gates_never_the_calls() {
    let yaml = "permissions: {write: {allowed: true, when_env: {NODE_ENV: test}}}";
    for (value, runs) in [(Some("test"), true), (Some("production"), false), (None, false)] {
        let mut policy = Policy { profile: Profile::OriCore, ..host_yaml(yaml) };
        policy.environment = value.map(|value| ("NODE_ENV".to_owned(), value.to_owned())).into_iter().collect();
        let stand = Stand::alone(policy, |builder| builder);
        assert_eq!(stand.runs(write("a")), runs, "{value:?}");
        assert!(!stand.runs(bash("NODE_ENV=test npm install")), "{value:?}");
    }
    let strict = "permissions: {write: {allowed: ask, when_env: {NODE_ENV: production}}}";
    for (value, runs) in [("production", false), ("test", true)] {
        let mut policy = Policy { profile: Profile::OriCore, mode: Mode::AutoEdit, ..host_yaml(strict) };
        policy.environment = [("NODE_ENV".to_owned(), value.to_owned())].into();
        let stand = Stand::alone(policy, |builder| builder);
        assert_eq!(stand.runs(write("a")), runs, "{value}");
    }
}

#[test]
fn c25_a_question_to_the_user_is_never_answered_by_the_gate() {
    for mode in Mode::ALL {
        let stand = Stand::new(oricore(mode), [json!({"approved": true})]);
        assert!(stand.runs(question()));
        assert_eq!(stand.people.count(), 1, "{mode:?}");
        let alone = Stand::alone(oricore(mode), |builder| builder);
        assert_eq!(alone.refusal(question()).cause, Cause::NoChannel, "{mode:?}");
    }
    let stand = Stand::alone(plain(Profile::ConnectOnion), |builder| builder);
    assert!(stand.runs(Call::new("ask_user", json!({"question": "which?"}))));
}

#[test]
fn an_event_is_told_for_each_question_and_its_end() {
    let (stand, _) = answering(oricore(Mode::Default), yes());
    assert!(stand.runs(bash("npm a").id("one")));
    let events = stand.told.events();
    assert!(matches!(&events[0], Event::Decided { call, .. } if call == "one"), "{events:?}");
    assert!(matches!(&events[1], Event::Asked { call, .. } if call == "one"), "{events:?}");
    assert!(matches!(&events[2], Event::Approved { call, by_grant: false, .. } if call == "one"), "{events:?}");
    assert_eq!(events.len(), 3);
}
