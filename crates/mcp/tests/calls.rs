//! Calls of tools through the gate: judged, asked about, on record, and forwarded as they were judged.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail"
)]

mod support;

use byleave_mcp::{Trust, Unknown};
use serde_json::{Value, json};
use support::{PLAIN, Rig, Setting, text};

const FORMS: &str = r#"{"elicitation":{}}"#;

#[test]
fn a_call_that_a_rule_allows_reaches_the_server_and_its_result_the_client() {
    let mut rig = Rig::new("allowed", PLAIN);
    rig.call(1, "echo", &json!({"a": [1, 2.5, "\u{e9}"]}));
    assert_eq!(text(&rig.hear()), ("ran", false));
    let heard: Value = serde_json::from_str(&rig.heard()[0]).unwrap();
    assert_eq!(heard["params"], json!({"name": "echo", "arguments": {"a": [1, 2.5, "\u{e9}"]}}));
    let entry = &rig.record()[0];
    assert_eq!((entry.tool.as_str(), entry.approved), ("mcp__s__echo", true));
    assert!(entry.pin.as_deref().is_some_and(|pin| pin.starts_with("sha256:")), "{entry:?}");
    assert_eq!(rig.ends().0, 0);
}

#[test]
fn a_call_that_is_refused_never_reaches_the_server() {
    for (name, tool, expected) in [
        ("denied", "delete", "it is gone"),
        ("unruled", "other", "mcp__s__other"),
        ("odd", "a b", "as if to be read as another one"),
        ("disguised", "\u{435}cho", "as if to be read as another one"),
        ("two meanings", "a__b", "not a plain"),
    ] {
        let mut rig = Rig::new(&format!("refused-{name}"), PLAIN);
        rig.call(1, tool, &json!({}));
        let answer = rig.hear();
        let (words, is_error) = text(&answer);
        assert!(is_error && words.contains(expected), "{name}: {words}");
        assert!(rig.heard().is_empty(), "{name}");
        assert!(rig.record().iter().any(|entry| !entry.approved && !entry.notice), "{name}");
        rig.ends();
    }
}

#[test]
fn what_asks_without_anybody_to_ask_names_the_rule_to_add() {
    let mut rig = Rig::new("remedy", Setting { policy: "permissions: {}\n", ..PLAIN });
    rig.call(1, "echo", &json!({"a": 1}));
    let answer = rig.hear();
    let (words, is_error) = text(&answer);
    assert!(is_error && words.contains("without a question: byleave allow mcp__s__echo"), "{words}");
    rig.ends();
}

#[test]
fn the_user_of_the_client_is_asked_and_only_a_clear_yes_runs_the_call() {
    for (name, answer, runs) in [
        ("yes", json!({"result": {"action": "accept", "content": {"decision": "allow once"}}}), true),
        ("no", json!({"result": {"action": "accept", "content": {"decision": "refuse"}}}), false),
        ("decline", json!({"result": {"action": "decline"}}), false),
        ("cancel", json!({"result": {"action": "cancel"}}), false),
        ("empty", json!({"result": {}}), false),
        ("bare", json!({"result": {"action": "accept"}}), false),
        ("other", json!({"result": {"action": "accept", "content": {"decision": "yes"}}}), false),
        ("truth", json!({"result": {"action": "accept", "content": {"decision": true}}}), false),
        ("error", json!({"error": {"code": -1, "message": "x"}}), false),
        ("text", json!({"result": "accept"}), false),
    ] {
        let setting = Setting { policy: "permissions: {}\n", client: FORMS, ..PLAIN };
        let mut rig = Rig::new(&format!("forms-{name}"), setting);
        rig.call(1, "echo", &json!({"path": "x\u{202e}y"}));
        let question = rig.hear();
        assert_eq!(question["method"], "elicitation/create", "{question}");
        let message = question["params"]["message"].as_str().unwrap();
        assert!(message.contains("`echo`") && message.contains("x\\u{202e}y"), "{message}");
        // Another request goes on while a person is asked.
        rig.say(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#);
        assert_eq!(rig.hear()["id"], 2);
        let mut reply = answer.clone();
        reply["jsonrpc"] = json!("2.0");
        reply["id"] = question["id"].clone();
        rig.say(&reply.to_string());
        let told = rig.hear();
        assert_eq!((told["id"].clone(), text(&told).1), (json!(1), !runs), "{name}: {told}");
        assert_eq!(rig.heard().len(), usize::from(runs), "{name}");
        let entry = rig.record().into_iter().rfind(|entry| !entry.notice).unwrap();
        assert_eq!(entry.approved, runs, "{name}");
        if runs {
            assert_eq!(entry.channel.as_deref(), Some("elicitation"));
        }
        if name == "cancel" {
            // Nobody said no, and nobody said yes.
            assert_eq!(entry.cause.as_deref(), Some("unanswered"));
            assert!(text(&told).0.contains("nobody answered") && !text(&told).0.contains("rejected"), "{told}");
        }
        // The answer is used up, and it never reaches the server.
        rig.say(&reply.to_string());
        rig.ends();
        assert!(rig.heard_all().iter().all(|line| !line.contains("action")), "{name}");
        assert_eq!(rig.heard().len(), usize::from(runs), "{name}");
    }
}

#[test]
fn an_answer_that_nobody_asked_for_approves_nothing() {
    let setting = Setting { policy: "permissions: {}\n", client: FORMS, ..PLAIN };
    let mut rig = Rig::new("unasked", setting);
    let yes = json!({"action": "accept", "content": {"decision": "allow once"}});
    rig.say(&json!({"jsonrpc": "2.0", "id": "byleave-00", "result": yes}).to_string());
    rig.call(1, "echo", &json!({}));
    let question = rig.hear();
    for id in [json!("byleave-00"), json!(format!("{}0", question["id"].as_str().unwrap()))] {
        rig.say(&json!({"jsonrpc": "2.0", "id": id, "result": yes}).to_string());
    }
    rig.say(r#"{"jsonrpc":"2.0","id":9,"method":"ping"}"#);
    assert_eq!(rig.hear()["id"], 9);
    assert!(rig.heard().is_empty());
    rig.ends();
    assert!(rig.heard().is_empty());
}

/// A call of version 2026-07-28.
fn stateless(id: u32, arguments: &Value, more: &Value) -> String {
    let mut params = json!({
        "name": "echo",
        "arguments": arguments,
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "new", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } },
        },
    });
    for (key, value) in more.as_object().unwrap() {
        params[key] = value.clone();
    }
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }).to_string()
}

#[test]
fn since_2026_07_28_the_client_comes_again_with_the_answer_which_counts_once_for_that_call() {
    let setting = Setting { policy: "permissions: {}\n", ..PLAIN };
    let mut rig = Rig::new("stateless", setting);
    let yes = json!({"byleave": {"action": "accept", "content": {"decision": "allow once"}}});
    let no = json!({"byleave": {"action": "decline"}});
    let ask = |rig: &mut Rig, id: u32| {
        rig.say(&stateless(id, &json!({"a": 1}), &json!({})));
        let told = rig.hear();
        assert_eq!(told["result"]["resultType"], "input_required", "{told}");
        assert_eq!(told["result"]["inputRequests"]["byleave"]["method"], "elicitation/create");
        told["result"]["requestState"].as_str().unwrap().to_owned()
    };
    let state = ask(&mut rig, 1);
    let other = ask(&mut rig, 2);
    let third = ask(&mut rig, 3);
    let forged = state.replace("byleave1.7", "byleave1.8");
    for (id, claim, arguments, more, runs) in [
        (10, "other arguments", json!({"a": 2}), json!({"requestState": state, "inputResponses": yes}), false),
        (11, "a forged state", json!({"a": 1}), json!({"requestState": forged, "inputResponses": yes}), false),
        (12, "a no", json!({"a": 1}), json!({"requestState": other, "inputResponses": no}), false),
        (13, "a no that becomes a yes", json!({"a": 1}), json!({"requestState": other, "inputResponses": yes}), false),
        (14, "no answer", json!({"a": 1}), json!({"requestState": third}), false),
        (15, "the answer", json!({"a": 1}), json!({"requestState": state, "inputResponses": yes}), true),
        (16, "the answer again", json!({"a": 1}), json!({"requestState": state, "inputResponses": yes}), false),
    ] {
        let before = rig.heard().len();
        rig.say(&stateless(id, &arguments, &more));
        let told = rig.hear();
        assert_eq!((told["id"].clone(), text(&told).1), (json!(id), !runs), "{claim}: {told}");
        assert_eq!(rig.heard().len() - before, usize::from(runs), "{claim}");
    }
    // An answer without its state is no answer: the question is put anew.
    rig.say(&stateless(17, &json!({"a": 1}), &json!({"inputResponses": yes})));
    assert_eq!(rig.hear()["result"]["resultType"], "input_required");
    rig.ends();
    // The server hears nothing of it.
    let heard = rig.heard();
    assert_eq!(heard.len(), 1);
    assert!(!heard[0].contains("requestState") && !heard[0].contains("inputResponses"), "{}", heard[0]);
}

#[test]
fn a_call_that_is_cancelled_while_a_person_is_asked_does_not_run() {
    let setting = Setting { policy: "permissions: {}\n", client: FORMS, ..PLAIN };
    let mut rig = Rig::new("cancelled", setting);
    rig.call(1, "echo", &json!({}));
    let question = rig.hear();
    rig.say(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#);
    let yes = json!({"action": "accept", "content": {"decision": "allow once"}});
    rig.say(&json!({"jsonrpc": "2.0", "id": question["id"], "result": yes}).to_string());
    rig.say(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#);
    let mut told = rig.hear();
    if told["method"] == "notifications/cancelled" {
        told = rig.hear();
    }
    assert_eq!(told["id"], 2);
    rig.ends();
    assert!(rig.heard().is_empty());
}

#[test]
fn secrets_in_a_result_are_masked_by_rule_and_that_is_on_record() {
    for (name, mask) in [("on", true), ("off", false)] {
        let policy = format!("permissions:\n  \"mcp__s__*\": {{ allowed: true, mask: {mask} }}\n");
        let mut rig = Rig::new(&format!("mask-{name}"), Setting { mode: "secret", policy: &policy, ..PLAIN });
        rig.call(1, "echo", &json!({}));
        let answer = rig.hear();
        let (told, _) = text(&answer);
        assert!(told.starts_with("key ") && told.ends_with(" end"), "{told}");
        assert_eq!(told.contains("abcdefghij"), !mask, "{told}");
        assert_eq!(rig.record().iter().any(|entry| entry.tool == "byleave masked"), mask);
        rig.ends();
    }
}

#[test]
fn requests_of_no_known_version_pass_or_ask() {
    for (name, unknown, runs) in [("pass", Unknown::Pass, true), ("ask", Unknown::Ask, false)] {
        let mut rig = Rig::new(&format!("unknown-{name}"), Setting { unknown, trust: Trust::Full, ..PLAIN });
        rig.say(r#"{"jsonrpc":"2.0","id":1,"method":"later/thing","params":{"x":1}}"#);
        let told = rig.hear();
        assert_eq!(told.get("result").is_some(), runs, "{told}");
        rig.say(r#"{"jsonrpc":"2.0","id":2,"method":"resources/list"}"#);
        assert!(rig.hear().get("result").is_some());
        rig.ends();
        assert_eq!(rig.heard_all().iter().any(|line| line.contains("later/thing")), runs);
    }
}

#[test]
fn the_question_shows_the_arguments_in_the_order_in_which_they_were_sent() {
    let setting = Setting { policy: "permissions: {}\n", client: FORMS, ..PLAIN };
    let mut rig = Rig::new("order", setting);
    rig.say(r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"title":"a","body":"b","labels":[]}}}"#);
    let question = rig.hear();
    let message = question["params"]["message"].as_str().unwrap();
    let places = ["title", "body", "labels"].map(|name| message.find(&format!("\"{name}\"")));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{message}");
    rig.say(&json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "decline"}}).to_string());
    assert!(text(&rig.hear()).1);
    rig.ends();
}
