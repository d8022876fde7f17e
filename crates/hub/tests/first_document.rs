//! ConnectOnion's example, with a client that knows its literal texts and nothing else.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use std::time::Duration;

use byleave_gate::Role;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use support::{Folder, Running, connectonion};
use tokio_tungstenite::tungstenite::Message;

async fn batch(hub: &Running, agent: &str, calls: &[(&str, Value)]) -> Vec<Value> {
    let mut told = Vec::new();
    for (index, (tool, arguments)) in calls.iter().enumerate() {
        let after: Vec<Value> = calls[index + 1..]
            .iter()
            .map(|(tool, arguments)| json!({"tool": tool, "arguments": arguments.to_string()}))
            .collect();
        let call = json!({"tool": tool, "arguments": arguments, "session": "s0", "batch_remaining": after, "wait": 20});
        let response = hub.post("/v1/calls", agent, &call).await;
        assert_eq!(response.status, 200, "{response:?}");
        told.push(response.body);
    }
    told
}

fn example() -> [(&'static str, Value); 3] {
    [
        ("bash", json!({"command": "npm install"})),
        ("write", json!({"file_path": "/w/app/x.txt", "content": "x"})),
        ("bash", json!({"command": "npm build"})),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn r001_to_r019_the_example_needs_exactly_two_frames() {
    let folder = Folder::new("s0");
    let hub = Running::start(&folder, connectonion()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await.0;
    let client = tokio::spawn(async move {
        let mut frames = Vec::new();
        for answer in [
            r#"{"approved": true, "scope": "session"}"#,
            r#"{"approved": false, "mode": "reject_soft", "feedback": "Don't write that file"}"#,
        ] {
            let Some(Ok(Message::Text(text))) = socket.next().await else { panic!("a frame") };
            frames.push(serde_json::from_str::<Value>(&text).unwrap());
            socket.send(Message::text(answer)).await.unwrap();
        }
        while let Ok(Some(Ok(message))) = tokio::time::timeout(Duration::from_millis(700), socket.next()).await {
            if let Message::Text(text) = message {
                frames.push(serde_json::from_str(&text).unwrap());
            }
        }
        frames
    });
    let told = batch(&hub, &agent, &example()).await;
    let frames = client.await.unwrap();
    assert_eq!(frames.len(), 2, "{frames:#?}");
    assert_eq!(frames[0]["type"], "approval_needed");
    assert_eq!(frames[0]["tool"], "bash");
    assert_eq!(frames[0]["arguments"], json!({"command": "npm install"}));
    let remaining: Vec<&str> =
        frames[0]["batch_remaining"].as_array().unwrap().iter().map(|call| call["tool"].as_str().unwrap()).collect();
    assert_eq!(remaining, ["write", "bash"]);
    assert!(frames[0]["batch_remaining"][0]["arguments"].is_string());
    assert_eq!(frames[1]["tool"], "write");
    assert_eq!(frames[1]["batch_remaining"].as_array().unwrap().len(), 1);
    let outcomes: Vec<&Value> = told.iter().map(|told| &told["approved"]).collect();
    assert_eq!(outcomes, [true, false, true]);
    assert_eq!(told[0]["arguments"], json!({"command": "npm install"}));
    assert_eq!(told[0]["scope"], "session");
    let text = told[1]["model_text"].as_str().unwrap();
    let begin = "User rejected tool 'write'. Feedback: Don't write that file\n\n[System reminder: Ask the user";
    assert!(text.starts_with(begin), "{text}");
    assert_eq!(told[2]["source"], "user");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn r027_to_r033_a_rejection_without_mode_stops_until_the_user_speaks() {
    let folder = Folder::new("hard");
    let hub = Running::start(&folder, connectonion()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    let client = tokio::spawn(async move {
        let _ = socket.frame().await;
        socket.say(r#"{"approved": false}"#).await;
        assert!(socket.is_quiet().await, "one frame for the whole batch");
    });
    let told = batch(&hub, &agent, &example()).await;
    client.await.unwrap();
    assert!(told.iter().all(|told| told["approved"] == false && told["stop"] == true), "{told:#?}");
    let session = hub.get("/v1/sessions/s0", &agent).await.body;
    assert!(session["stop_signal"].is_string(), "{session}");
    let turn = hub.post("/v1/sessions/s0/turn", &agent, &json!({"event": "begin"})).await;
    assert_eq!(turn.body["turn"], 1);
    assert!(hub.get("/v1/sessions/s0", &agent).await.body["stop_signal"].is_null());
    let again = json!({"tool": "bash", "arguments": {"command": "npm install"}, "session": "s0", "wait": 0});
    assert_eq!(hub.post("/v1/calls", &agent, &again).await.status, 202, "it is asked again");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_literal_answer_of_the_first_document_counts_bare_wrapped_and_with_id() {
    let folder = Folder::new("literal");
    let hub = Running::start(&folder, connectonion()).await;
    let approver = hub.token(Role::Approver, None).await;
    let mut socket = hub.socket(&approver).await;
    for (answer, approved) in [
        (r#"{"approved": true, "scope": "once"}"#, true),
        (r#"{"approved": true, "scope": "session"}"#, true),
        (r#"{"approved": false, "mode": "reject_soft", "feedback": "Use yarn instead"}"#, false),
        (r#"{"approved": false, "mode": "reject_hard", "feedback": "Wrong approach"}"#, false),
        (r#"{"type":"APPROVAL_RESPONSE","approved":true}"#, true),
        (r#"{"type":"APPROVAL_RESPONSE","id":"ID","approved":true,"scope":"turn"}"#, true),
        (r#"{"id":"ID","option_id":"once"}"#, true),
        (r#"{"id":"ID","option_id":"soft","feedback":"no"}"#, false),
    ] {
        let agent = hub.token(Role::Agent, None).await;
        let id = hub.pending(&agent, "npm install").await;
        assert_eq!(socket.next("approval_needed").await["id"], id.as_str());
        socket.say(&answer.replace("ID", &id).replace(&format!("\"{id}_"), "\"ID_")).await;
        let told = hub.get(&format!("/v1/calls/{id}?wait=20"), &agent).await;
        assert_eq!((told.status, &told.body["approved"]), (200, &json!(approved)), "{answer} {told:?}");
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_malformed_answer_decides_nothing() {
    let folder = Folder::new("malformed");
    let hub = Running::start(&folder, connectonion()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    let id = hub.pending(&agent, "npm install").await;
    socket.next("approval_needed").await;
    for answer in [
        "yes",
        "true",
        "[]",
        "{}",
        "null",
        r#"{"approved": "true"}"#,
        r#"{"approved": 1}"#,
        r#"{"approved": true, "approved": false}"#,
        r#"{"approved": true, "scope": "forever"}"#,
        r#"{"approved": true, "arguments": "ls"}"#,
        r#"{"approved": true, "id": 7}"#,
        r#"{"approved": true, "id": "ap_0"}"#,
        r#"{"approved": true, "call_hash": "sha256:00"}"#,
        r#"{"approved": false, "option_id": "once"}"#,
        r#"{"option_id": "everything"}"#,
        r#"{"type": "APPROVAL", "approved": true}"#,
        r#"{"type": 1, "approved": true}"#,
        r#"{"scope": "session"}"#,
        r#"{"approved": tru"#,
    ] {
        socket.say(answer).await;
        assert_eq!(socket.frame().await.unwrap()["type"], "error", "{answer}");
        assert_eq!(hub.get(&format!("/v1/calls/{id}"), &agent).await.status, 202, "{answer}");
    }
    socket.say(r#"{"type":"PING"}"#).await;
    assert_eq!(socket.frame().await.unwrap(), json!({"type": "PONG"}));
    let second = hub.pending(&agent, "npm test").await;
    socket.next("approval_needed").await;
    socket.say(r#"{"approved": true}"#).await;
    assert_eq!(socket.frame().await.unwrap()["code"], "which_request", "two are open");
    for id in [id, second] {
        assert_eq!(hub.get(&format!("/v1/calls/{id}"), &agent).await.status, 202);
    }
    hub.stop().await;
}
