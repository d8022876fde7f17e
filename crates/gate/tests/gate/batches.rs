//! ConnectOnion's approval page: batches, questions, rejections, the frames.

use std::sync::Arc;

use byleave_gate::{Authorization, Batch, Call, Cause, Outcome, RejectMode, block_on};
use byleave_policy::{Mode, Policy, Profile};
use serde_json::{Value, json};

use crate::support::{Screen, Stand, bash, builder, connectonion_yaml, plain, write};

/// What the model in ConnectOnion's example returns.
fn example() -> Vec<Call> {
    vec![
        bash("npm install").id("call_1"),
        Call::new("write", json!({"file_path": "config.json", "content": "{}"})).id("call_2"),
        bash("npm build").id("call_3"),
    ]
}

fn connectonion(replies: impl IntoIterator<Item = Value>) -> Stand {
    Stand::new(plain(Profile::ConnectOnion), replies)
}

/// What came of each call: `ran bash {…}`, `skipped write`, `stopped bash`.
fn outcomes(stand: &Stand, calls: Vec<Call>) -> Vec<String> {
    let tool = |call: byleave_gate::ApprovedCall| async move {
        let call = call.as_approved();
        format!("{} {}", call.tool(), json!(call.arguments()))
    };
    let outcomes = block_on(stand.gate.batch(calls).run(tool));
    outcomes.iter().map(shown).collect()
}

fn shown(outcome: &Outcome<String>) -> String {
    match outcome {
        Outcome::Ran { ran, .. } => format!("ran {}", ran.output),
        Outcome::Skipped(refusal) => format!("skipped {}", refusal.tool),
        Outcome::Stopped(refusal) => format!("stopped {}", refusal.tool),
    }
}

const SOFT: &str = "Don't write that file";

fn soft() -> Value {
    json!({"approved": false, "mode": "reject_soft", "feedback": SOFT})
}

fn session() -> Value {
    json!({"approved": true, "scope": "session"})
}

/// R-004, R-005, R-007, R-012…R-014, R-016, R-018, R-019, R-020 and U-01 in one story, as the document tells it.
#[test]
fn r007_the_example_of_the_first_document_asks_exactly_twice() {
    let stand = connectonion([session(), soft()]);
    let found = outcomes(&stand, example());
    let expected = [r#"ran bash {"command":"npm install"}"#, "skipped write", r#"ran bash {"command":"npm build"}"#];
    assert_eq!(found, expected);
    let frames = stand.people.frames();
    assert_eq!(frames.len(), 2);
    let arguments = [json!({"command": "npm install"}), json!({"file_path": "config.json", "content": "{}"})];
    let remaining = [
        json!([
            {"tool": "write", "arguments": r#"{"content": "{}", "file_path": "config.json"}"#},
            {"tool": "bash", "arguments": r#"{"command": "npm build"}"#},
        ]),
        json!([{"tool": "bash", "arguments": r#"{"command": "npm build"}"#}]),
    ];
    for (at, tool) in ["bash", "write"].into_iter().enumerate() {
        assert_eq!(frames[at]["type"], "approval_needed");
        assert_eq!(frames[at]["tool"], tool);
        assert_eq!(frames[at]["arguments"], arguments[at]);
        assert_eq!(frames[at]["batch_remaining"], remaining[at]);
    }
}

#[test]
fn r002_a_runner_is_wrapped_with_one_call() {
    let stand = connectonion([session()]);
    let outcomes = block_on(stand.gate.batch([bash("true")]).run(|call| async move { call.as_approved().id().len() }));
    assert!(matches!(outcomes.as_slice(), [Outcome::Ran { .. }]), "{outcomes:?}");
}

#[test]
fn r003_and_c09_without_a_channel_whatever_asks_is_not_executed() {
    for profile in Profile::ALL {
        for mode in [Mode::Default, Mode::AutoEdit] {
            let stand = Stand::alone(Policy { mode, ..plain(profile) }, |builder| builder);
            let refusal = stand.refusal(bash("npm install"));
            assert_eq!(refusal.cause, Cause::NoChannel, "{profile:?} {mode:?}");
            assert_eq!(refusal.reason(), "no approval channel available");
        }
    }
}

#[test]
fn r004_the_frame_has_type_tool_and_arguments_and_nothing_is_missing() {
    let stand = connectonion([session()]);
    assert!(stand.runs(bash("npm install")));
    let frame = &stand.people.frames()[0];
    for (key, value) in [
        ("type", json!("approval_needed")),
        ("tool", json!("bash")),
        ("arguments", json!({"command": "npm install"})),
        ("session_id", json!("sess_a")),
        ("parent_session_id", json!(null)),
        ("cwd", json!("/w/app")),
        ("category", json!("command")),
        ("editable", json!(true)),
    ] {
        assert_eq!(frame[key], value, "{key}");
    }
    for key in ["id", "tool_call_id", "call_hash", "created_at"] {
        assert!(frame[key].as_str().is_some_and(|text| !text.is_empty()), "{key}");
    }
    assert!(frame["call_hash"].as_str().unwrap().starts_with("sha256:"));
    assert!(frame["id"].as_str().unwrap().starts_with("ap_"));
}

#[test]
fn r005_a_session_approval_lets_the_call_run() {
    let stand = connectonion([session()]);
    assert_eq!(outcomes(&stand, vec![bash("npm install")]), [r#"ran bash {"command":"npm install"}"#]);
}

#[test]
fn r006_and_u09_what_happens_is_logged_in_connectonions_words() {
    let yaml = "permissions: {\"Bash(git status)\": {allowed: true, reason: safe git read}}";
    let stand = Stand::new(
        connectonion_yaml(yaml),
        [
            json!({"approved": true, "scope": "once"}),
            session(),
            json!({"approved": false, "mode": "reject_soft", "feedback": "Use yarn"}),
        ],
    );
    let edit = || Call::new("edit", json!({"file_path": "a"}));
    assert!(stand.runs(bash("git status")));
    assert!(stand.runs(edit()));
    assert!(stand.runs(bash("npm install")));
    assert!(stand.runs(bash("npm build")));
    assert!(!stand.runs(edit()));
    let log = stand.log();
    for line in [
        "⚡ Bash(git status) (safe git read)",
        "✓ edit approved (once)",
        "✓ bash approved (session)",
        "⏭ bash (session-approved)",
        "✗ edit rejected: Use yarn",
    ] {
        assert!(log.iter().any(|logged| logged == line), "`{line}` is not in {log:#?}");
    }
}

#[test]
fn r008_and_r015_the_next_call_is_not_looked_at_before_the_first_is_answered() {
    let screen = Screen::new("screen");
    let clock = crate::support::Hand::new();
    let gate = builder(plain(Profile::ConnectOnion), &clock).channel(screen.clone()).build().unwrap();
    std::thread::scope(|scope| {
        let ran = scope.spawn(|| {
            let calls = [bash("npm a").id("one"), write("b").id("two")];
            block_on(gate.batch(calls).run(|call| async move { call.as_approved().id().to_owned() })).len()
        });
        assert_eq!(screen.wait_for(1).len(), 1);
        assert!(!ran.is_finished());
        screen.answer("one", json!({"approved": true}));
        let open = screen.wait_for(1);
        assert_eq!(open[0].call.id, "two");
        screen.answer("two", json!({"approved": true}));
        assert_eq!(ran.join().unwrap(), 2);
    });
}

#[test]
fn r009_each_call_is_decided_exactly_once() {
    let stand = connectonion([session(), soft()]);
    outcomes(&stand, example());
    assert_eq!(stand.told.decided(), ["bash ask none", "write ask none", "bash allow user"]);
}

#[test]
fn r010_and_r070_a_safe_tool_is_safe_before_anything_else_is_asked() {
    let yaml = "permissions: {read_file: {allowed: true, reason: safe read operation}}";
    let stand = Stand::new(connectonion_yaml(yaml), []);
    assert!(stand.runs(Call::new("read_file", json!({}))));
    assert_eq!(stand.told.decided(), ["read_file allow safe"]);
}

#[test]
fn r011_what_was_approved_for_the_session_is_not_asked_again() {
    let stand = connectonion([session()]);
    assert!(stand.runs(bash("npm install")) && stand.runs(bash("npm build")));
    assert_eq!(stand.people.count(), 1);
    assert_eq!(stand.told.decided(), ["bash ask none", "bash allow user"]);
}

#[test]
fn r012_to_r014_and_u01_what_remains_is_listed_in_order_shrinks_and_is_left_out_at_the_end() {
    let once = json!({"approved": true});
    let stand = connectonion([once.clone(), once.clone(), once]);
    outcomes(&stand, example());
    let frames = stand.people.frames();
    let tools = |frame: &Value| -> Vec<String> {
        let items = frame["batch_remaining"].as_array().cloned().unwrap_or_default();
        items.iter().map(|item| item["tool"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(frames.iter().map(tools).collect::<Vec<_>>(), [vec!["write", "bash"], vec!["bash"], vec![]]);
    assert!(frames[2].get("batch_remaining").is_none());
    for item in frames[0]["batch_remaining"].as_array().unwrap() {
        assert_eq!(item.as_object().unwrap().len(), 2, "{item}");
        let text = item["arguments"].as_str().unwrap();
        assert!(serde_json::from_str::<Value>(text).unwrap().is_object(), "{text}");
    }
}

#[test]
fn r016_the_call_runs_with_the_arguments_that_were_shown() {
    let stand = connectonion([json!({"approved": true})]);
    let permit = stand.authorize(bash("npm install")).permit().unwrap();
    assert_eq!(json!(permit.arguments()), stand.people.frames()[0]["arguments"]);
    let ran = permit.run(|call| call.command().map(str::to_owned));
    assert_eq!(ran.output.as_deref(), Some("npm install"));
}

#[test]
fn what_runs_a_call_finds_its_command_under_every_name() {
    for name in ["command", "cmd", "script"] {
        let stand = connectonion([json!({"approved": true})]);
        let permit = stand.authorize(Call::new("bash", json!({ name: "npm install" }))).permit().unwrap();
        assert_eq!(
            permit.run(|call| call.command().map(str::to_owned)).output.as_deref(),
            Some("npm install"),
            "{name}"
        );
    }
}

#[test]
fn r017_a_session_approval_is_kept_as_the_users_until_the_session_ends() {
    let stand = connectonion([session()]);
    assert!(stand.runs(bash("npm install")));
    let permissions = block_on(stand.gate.permissions()).unwrap();
    let entry = serde_json::to_string(permissions.get("bash").unwrap()).unwrap();
    let expected =
        r#"{"allowed":true,"source":"user","reason":"approved for session","expires":{"type":"session_end"}}"#;
    assert_eq!(entry, expected);
}

#[test]
fn r018_and_r024_a_soft_rejection_skips_one_call_and_the_next_has_its_own_decision() {
    let stand = connectonion([soft(), json!({"approved": true})]);
    let found = outcomes(&stand, vec![write("a"), bash("npm build")]);
    assert_eq!(found, ["skipped write", r#"ran bash {"command":"npm build"}"#]);
    assert_eq!(stand.told.decided().len(), 2);
    assert_eq!(stand.stop_signal(), None);
}

#[test]
fn r019_the_third_call_runs_without_a_frame() {
    let stand = connectonion([session(), soft()]);
    outcomes(&stand, example());
    assert_eq!(stand.people.count(), 2);
    assert_eq!(stand.log().last().map(String::as_str), Some("⏭ bash (session-approved)"));
}

#[test]
fn r020_the_model_gets_one_result_for_each_call() {
    let stand = connectonion([session(), soft()]);
    let results = block_on(stand.gate.batch(example()).run(|call| async move { call.as_approved().id().to_owned() }));
    let texts: Vec<String> = results.iter().map(|one| one.to_model_text(Clone::clone)).collect();
    assert_eq!(texts.len(), 3);
    assert_eq!((texts[0].as_str(), texts[2].as_str()), ("call_1", "call_3"));
    assert!(texts[1].starts_with("User rejected tool 'write'."), "{}", texts[1]);
}

#[test]
fn r021_the_mode_of_a_rejection_decides_what_happens_next() {
    for (mode, expected) in [
        ("reject_soft", ["skipped bash", r#"ran bash {"command":"npm b"}"#]),
        ("reject_hard", ["stopped bash", "stopped bash"]),
        ("reject_explain", ["skipped bash", r#"ran bash {"command":"npm b"}"#]),
    ] {
        let stand = connectonion([json!({"approved": false, "mode": mode}), json!({"approved": true})]);
        assert_eq!(outcomes(&stand, vec![bash("npm a"), bash("npm b")]), expected, "{mode}");
    }
}

#[test]
fn r022_and_r027_rejections_are_read_as_written() {
    for (reply, mode) in [(soft(), RejectMode::Soft), (hard(), RejectMode::Hard)] {
        let feedback = reply["feedback"].as_str().map(str::to_owned);
        let stand = connectonion([reply]);
        assert_eq!(stand.refusal(write("a")).cause, Cause::Rejected { mode, feedback });
    }
}

#[test]
fn r023_and_r028_the_host_sees_a_typed_error() {
    for (reply, mode) in [(soft(), RejectMode::Soft), (hard(), RejectMode::Hard)] {
        let stand = connectonion([reply]);
        let authorization = stand.authorize(write("a"));
        let stopped = matches!(authorization, Authorization::Stopped(_));
        assert_eq!(stopped, mode == RejectMode::Hard);
        let error: Box<dyn std::error::Error> = authorization.permit().unwrap_err();
        assert!(error.to_string().starts_with("`write` was refused: "), "{error}");
    }
}

#[test]
fn r025_the_model_reads_the_rejection_byte_for_byte() {
    let stand = connectonion([soft()]);
    let text = stand.refusal(write("a")).to_model_text();
    let start = "User rejected tool 'write'. Feedback: Don't write that file\n\n[System reminder: Ask the user";
    assert!(text.starts_with(start), "{text}");
}

#[test]
fn r026_the_model_is_told_to_ask_what_the_user_prefers() {
    let stand = connectonion([json!({"approved": false, "mode": "reject_soft"})]);
    let text = stand.refusal(write("a")).to_model_text();
    let (said, reminder) = text.split_once("\n\n").unwrap();
    assert_eq!(said, "User rejected tool 'write'.");
    assert!(reminder.starts_with("[System reminder: Ask the user what they would like instead"), "{reminder}");
}

fn hard() -> Value {
    json!({"approved": false, "mode": "reject_hard", "feedback": "Wrong approach entirely"})
}

#[test]
fn r029_and_u07_a_hard_rejection_sets_the_stop_signal() {
    for (reply, signal) in [
        (hard(), "Wrong approach entirely"),
        (json!({"approved": false, "mode": "reject_hard"}), "User rejected tool 'bash'."),
    ] {
        let stand = connectonion([reply]);
        assert!(!stand.runs(bash("npm install")));
        assert_eq!(stand.stop_signal().as_deref(), Some(signal));
    }
}

#[test]
fn r030_and_u06_after_a_hard_rejection_all_that_remain_are_rejected_unasked() {
    let stand = connectonion([hard()]);
    let tool = |_: byleave_gate::ApprovedCall| async { String::new() };
    let results = block_on(stand.gate.batch(example()).run(tool));
    assert!(results.iter().all(|result| matches!(result, Outcome::Stopped(_))), "{results:?}");
    assert_eq!(stand.people.count(), 1);
    let texts: Vec<String> = results.iter().map(|one| one.to_model_text(Clone::clone)).collect();
    let batch = "User rejected this batch of tools. They want to provide input for the correct direction.";
    assert_eq!(texts, ["User rejected tool 'bash'. Feedback: Wrong approach entirely", batch, batch]);
}

#[test]
fn r031_the_loop_is_told_to_stop() {
    let stand = connectonion([hard()]);
    let mut batch: Batch<'_> = stand.gate.batch(example());
    let mut stopped = Vec::new();
    while let Some(authorization) = block_on(batch.next()) {
        stopped.push(matches!(authorization, Authorization::Stopped(_)));
    }
    assert_eq!(stopped, [true, true, true]);
    // Even a safe tool, and in a batch of its own: the model gets no other turn.
    assert!(matches!(stand.authorize(Call::new("read_file", json!({}))), Authorization::Stopped(_)));
}

#[test]
fn r032_a_new_message_of_the_user_ends_the_stop() {
    let stand = connectonion([hard(), json!({"approved": true})]);
    assert!(!stand.runs(bash("npm install")));
    stand.end();
    assert!(stand.stop_signal().is_some(), "the end of a turn is not a message of the user");
    stand.begin();
    assert_eq!(stand.stop_signal(), None);
    assert!(stand.runs(bash("npm install")));
}

#[test]
fn r033_and_c13_without_a_mode_a_rejection_on_the_wire_is_hard() {
    for reply in [json!({"approved": false}), json!({}), json!({"feedback": "no"})] {
        let stand = connectonion([reply.clone()]);
        assert_eq!(outcomes(&stand, example()), ["stopped bash", "stopped write", "stopped bash"], "{reply}");
        assert!(stand.stop_signal().is_some(), "{reply}");
    }
}

#[test]
fn r083_u02_and_u03_the_replies_of_the_first_document_do_as_it_says() {
    for (reply, runs, stops) in [
        (r#"{"approved": true, "scope": "once"}"#, true, false),
        (r#"{"approved": true, "scope": "session"}"#, true, false),
        (r#"{"approved": false, "mode": "reject_soft", "feedback": "Use yarn instead"}"#, false, false),
        (r#"{"approved": false, "mode": "reject_hard", "feedback": "Wrong approach"}"#, false, true),
        // U-02: scope missing is once. U-03: approved missing is false.
        (r#"{"approved": true}"#, true, false),
        (r#"{"scope": "session"}"#, false, true),
    ] {
        let stand = connectonion([serde_json::from_str(reply).unwrap()]);
        assert_eq!(stand.runs(bash("npm install")), runs, "{reply}");
        assert_eq!(stand.stop_signal().is_some(), stops, "{reply}");
    }
}

#[test]
fn r084a_and_u02_once_is_this_call_only() {
    for reply in [json!({"approved": true, "scope": "once"}), json!({"approved": true})] {
        let stand = connectonion([reply.clone(), reply.clone()]);
        assert!(stand.runs(bash("npm install")) && stand.runs(bash("npm install")));
        assert_eq!(stand.people.count(), 2, "{reply}");
    }
}

#[test]
fn r084b_a_session_approval_is_gone_with_the_session() {
    let stand = connectonion([session()]);
    assert!(stand.runs(bash("npm install")));
    let other = stand.gate.for_session("sess_b");
    assert!(block_on(other.authorize(bash("npm install"))).permit().is_err());
    block_on(stand.gate.end_session()).unwrap();
    assert!(!stand.runs(bash("npm install")));
    assert_eq!(stand.people.count(), 3);
}

#[test]
fn u04_the_frame_carries_the_call_id_and_the_agents_own_words() {
    let stand = connectonion([session()]);
    let call = bash("npm install").id("call_7").description("install what is needed").agent("claude-code");
    assert!(stand.runs(call));
    let frame = &stand.people.frames()[0];
    let found = ["tool_call_id", "description", "agent"].map(|key| frame[key].as_str().unwrap().to_owned());
    assert_eq!(found, ["call_7", "install what is needed", "claude-code"]);
}

#[test]
fn u05_explain_is_soft_and_asks_the_model_to_explain() {
    let stand = connectonion([json!({"approved": false, "mode": "reject_explain", "feedback": "what is npm?"})]);
    let text = stand.refusal(bash("npm install")).to_model_text();
    assert!(text.starts_with("User wants explanation for tool 'bash'. Context: what is npm?\n\n["), "{text}");
    assert!(text.contains("15-year-old") && text.contains("Do not retry it until the user has approved"), "{text}");
    assert_eq!(stand.stop_signal(), None);
}

#[test]
fn u08_a_lost_connection_is_an_error_with_its_own_words() {
    let stand = connectonion([]);
    let refusal = stand.refusal(bash("npm install"));
    assert_eq!(refusal.cause, Cause::Closed);
    assert_eq!(refusal.to_model_text(), "Connection closed while waiting for approval of 'bash'");
    assert_eq!(stand.log().last().map(String::as_str), Some("✗ bash - connection closed"));
}

/// The options of 1.9.4: what each would cover stands beside it before it is given.
#[test]
fn r168_and_c07_options_say_what_they_would_cover() {
    let options = |profile: Profile, call: Call| -> Vec<(String, String)> {
        let stand = Stand::new(plain(profile), [json!({"approved": true})]);
        assert!(stand.runs(call));
        let frame = &stand.people.frames()[0];
        let text = |option: &Value, key: &str| option[key].as_str().unwrap_or_default().to_owned();
        let options = frame["options"].as_array().unwrap().iter();
        options.map(|option| (text(option, "id"), text(option, "words"))).collect()
    };
    let install = options(Profile::ConnectOnion, bash("cat src/a.rs | npm install"));
    for id in ["once", "soft", "hard"] {
        assert!(install.iter().any(|(option, _)| option == id), "{id}");
    }
    let words = |options: &[(String, String)], id: &str| {
        options.iter().find(|(option, _)| option == id).map(|(_, words)| words.clone())
    };
    assert_eq!(words(&install, "session-tool").as_deref(), Some("all bash commands"));
    assert_eq!(words(&install, "session-exact").as_deref(), Some("exactly this call"));
    let cat = options(Profile::Ollama, bash("cat src/a.rs"));
    assert_eq!(words(&cat, "session-prefix").as_deref(), Some("`cat` on files in src/"));
    let write = options(Profile::Byleave, write("a"));
    assert_eq!(words(&write, "session-prefix"), None);
    assert_eq!(words(&write, "always-tool").as_deref(), Some("all calls of `write`"));
    // What must be asked each time is offered exactly or not at all: a prefix would not even cover it.
    let risky = options(Profile::Byleave, bash("sudo ls"));
    assert_eq!(words(&risky, "session-prefix"), None);
}

#[test]
fn a_batch_keeps_its_order_and_runs_nothing_twice() {
    let stand = connectonion((0..5).map(|_| json!({"approved": true})));
    let ran = Arc::new(std::sync::Mutex::new(Vec::new()));
    let calls = (0..5).map(|number| bash(&format!("npm {number}")).id(number.to_string()));
    let seen = Arc::clone(&ran);
    block_on(stand.gate.batch(calls).run(move |call| {
        seen.lock().unwrap().push(call.as_approved().id().to_owned());
        async {}
    }));
    assert_eq!(*ran.lock().unwrap(), ["0", "1", "2", "3", "4"]);
}
