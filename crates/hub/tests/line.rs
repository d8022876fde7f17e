//! The socket of agents: many calls at once, batches, and the same questions again after it was cut.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use std::collections::BTreeMap;
use std::time::Duration;

use byleave_gate::{RequestState, Role};
use byleave_hub::Limits;
use serde_json::{Value, json};
use support::{Folder, Running, Socket, Wish};

fn call(id: &str, command: &str) -> Value {
    json!({"type": "call", "id": id, "tool": "bash", "arguments": {"command": command}, "session": "work"})
}

fn batch(commands: &[(&str, &str)]) -> Value {
    let calls =
        commands.iter().map(|(id, command)| json!({"id": id, "tool": "bash", "arguments": {"command": command}}));
    json!({"type": "batch", "session": "work", "calls": calls.collect::<Vec<_>>()})
}

fn done(id: &str) -> String {
    json!({"type": "done", "session": "work", "call": id}).to_string()
}

async fn answer(socket: &mut Socket, reply: &Value) -> Value {
    let frame = socket.next("approval_needed").await;
    let mut reply = reply.clone();
    reply["id"] = frame["id"].clone();
    socket.say(&reply.to_string()).await;
    frame
}

#[tokio::test(flavor = "multi_thread")]
async fn many_calls_are_under_way_at_once_and_each_gets_its_own_answer() {
    let folder = Folder::new("many");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let (mut line, mut socket) = (hub.line(&agent).await, hub.socket(&approver).await);
    for number in 0..20 {
        line.say(&call(&format!("c{number}"), &format!("npm install {number}")).to_string()).await;
    }
    line.say(&call("free", "pwd").to_string()).await;
    line.say(&call("never", "byleave trust").to_string()).await;
    // Answered from the last to the first: nobody waits for those before.
    let mut frames = Vec::new();
    for _ in 0..20 {
        frames.push(socket.next("approval_needed").await);
    }
    for frame in frames.iter().rev() {
        let even = frame["arguments"]["command"].as_str().unwrap().ends_with(['0', '2', '4', '6', '8']);
        let mode = if even { Value::Null } else { json!("reject_soft") };
        let reply = json!({"id": frame["id"], "approved": even, "mode": mode});
        socket.say(&reply.to_string()).await;
    }
    let mut told = BTreeMap::new();
    while told.len() < 22 {
        let frame = line.next("answer").await;
        told.insert(frame["call"].as_str().unwrap().to_owned(), frame);
    }
    for number in 0..20 {
        let frame = &told[&format!("c{number}")];
        assert_eq!(frame["approved"], json!(number % 2 == 0), "{frame}");
        if number % 2 == 0 {
            assert_eq!(frame["arguments"]["command"], format!("npm install {number}"), "{frame}");
        }
    }
    assert_eq!((&told["free"]["approved"], &told["never"]["cause"]), (&json!(true), &json!("policy")));
    line.say(&done("c0")).await;
    assert_eq!(line.next("done").await["call"], "c0");
    assert_eq!(hub.store.requests(RequestState::Done).await.unwrap().len(), 1);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_batch_each_call_is_decided_and_has_run_before_the_next_is_looked_at() {
    let folder = Folder::new("batch");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let (mut line, mut socket) = (hub.line(&agent).await, hub.socket(&approver).await);
    let commands = [("a", "npm install"), ("b", "pwd"), ("c", "npm test"), ("d", "npm run build")];
    line.say(&batch(&commands).to_string()).await;
    let first = answer(&mut socket, &json!({"approved": true})).await;
    let rest: Vec<Value> = commands[1..]
        .iter()
        .map(|(_, command)| json!({"tool": "bash", "arguments": format!("{{\"command\": \"{command}\"}}")}))
        .collect();
    assert_eq!(first["batch_remaining"], Value::Array(rest));
    assert_eq!(line.next("answer").await["call"], "a");
    assert!(line.is_quiet().await, "it has not run yet");
    line.say(&done("a")).await;
    assert_eq!(line.next("answer").await["call"], "b");
    assert!(line.is_quiet().await, "nor has this, which nobody was asked about");
    line.say(&done("b")).await;
    // Rejected softly, so it never runs and the next is looked at.
    answer(&mut socket, &json!({"approved": false, "mode": "reject_soft"})).await;
    assert_eq!(line.next("answer").await["approved"], false);
    let last = answer(&mut socket, &json!({"approved": true})).await;
    assert_eq!((&last["arguments"]["command"], &last["batch_remaining"]), (&json!("npm run build"), &Value::Null));
    assert_eq!(line.next("answer").await["approved"], true);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_hard_rejection_nothing_of_the_batch_is_asked_until_the_user_speaks() {
    let folder = Folder::new("hard");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let (mut line, mut socket) = (hub.line(&agent).await, hub.socket(&approver).await);
    line.say(&batch(&[("a", "npm install"), ("b", "pwd"), ("c", "npm test")]).to_string()).await;
    answer(&mut socket, &json!({"approved": false, "feedback": "wait"})).await;
    for (id, cause) in [("a", "rejected"), ("b", "stopped"), ("c", "stopped")] {
        let told = line.next("answer").await;
        let shown = (&told["call"], &told["approved"], &told["cause"], &told["stop"]);
        assert_eq!(shown, (&json!(id), &json!(false), &json!(cause), &json!(true)), "{told}");
        assert!(told["model_text"].is_string(), "{told}");
    }
    line.say(r#"{"type":"turn","session":"work","event":"begin"}"#).await;
    assert_eq!(line.next("turn").await["session"], "work");
    line.say(&call("d", "npm test").to_string()).await;
    assert_eq!(line.next("pending").await["call"], "d");
    line.say(r#"{"type":"cancel","session":"work","call":"d"}"#).await;
    let (mut kinds, mut frames) = (Vec::new(), BTreeMap::new());
    for _ in 0..2 {
        let frame = line.frame().await.unwrap();
        kinds.push(frame["type"].as_str().unwrap().to_owned());
        frames.insert(frame["type"].as_str().unwrap().to_owned(), frame);
    }
    kinds.sort();
    assert_eq!(kinds, ["answer", "cancelled"]);
    assert_eq!(frames["answer"]["approved"], false);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_was_cut_off_comes_again_with_the_same_ids_and_finds_the_same_questions() {
    let folder = Folder::new("cut");
    let mut hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut frame = call("c1", "npm install");
    frame["nonce"] = "0123456789abcdef0123456789abcdef".into();
    let mut first = Value::Null;
    for cut in 0..3 {
        let mut line = hub.line(&agent).await;
        line.say(&frame.to_string()).await;
        let pending = line.next("pending").await;
        if cut > 0 {
            assert_eq!(pending["id"], first["id"], "the same question");
        }
        first = pending;
        drop(line);
        if cut == 1 {
            hub.stop().await;
            hub = Running::start(&folder, Wish::default()).await;
        }
    }
    let mut socket = hub.socket(&approver).await;
    answer(&mut socket, &json!({"approved": true})).await;
    for _ in 0..2 {
        let mut line = hub.line(&agent).await;
        line.say(&frame.to_string()).await;
        let told = line.next("answer").await;
        assert_eq!((&told["approved"], &told["call"]), (&json!(true), &json!("c1")), "{told}");
    }
    let mut stranger = hub.line(&agent).await;
    stranger.say(&call("c1", "npm install").to_string()).await;
    assert_eq!(stranger.next("answer").await["approved"], false, "without the nonce it was given out before");
    stranger.say(&call("c1", "npm install left-pad").to_string()).await;
    assert_eq!(stranger.next("error").await["code"], "id_taken");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_agents_have_it_and_only_while_their_token_counts() {
    let folder = Folder::new("roles");
    let hub = Running::start(&folder, Wish::default()).await;
    for (role, status) in [(Role::Approver, 403), (Role::Viewer, 403), (Role::Admin, 403)] {
        let token = format!("Bearer {}", hub.token(role, None).await);
        let refused = hub.try_socket_at("/v1/agent", &[("authorization", &token)]).await.err();
        assert_eq!(refused, Some(status), "{role:?}");
    }
    assert_eq!(hub.try_socket_at("/v1/agent", &[]).await.err(), Some(401));
    let (id, agent) = hub.named(Role::Agent, "agent", None).await;
    assert_eq!(hub.try_socket(&[("authorization", &format!("Bearer {agent}"))]).await.err(), Some(403));
    assert_eq!(hub.get("/v1/agent", &agent).await.status, 400, "no upgrade");
    let mut line = hub.line(&agent).await;
    line.say(&call("c1", "npm install").to_string()).await;
    line.next("pending").await;
    hub.store.revoke_token(&id, jiff::Timestamp::now()).await.unwrap();
    while let Some(frame) = line.frame().await {
        assert_ne!(frame["approved"], true, "{frame}");
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_frame_is_told_and_does_nothing() {
    let folder = Folder::new("frames");
    let hub = Running::start(&folder, Wish::default()).await;
    let agent = hub.token(Role::Agent, None).await;
    let mut line = hub.line(&agent).await;
    for (said, code) in [
        ("", "bad_request"),
        ("[]", "bad_request"),
        ("{}", "bad_request"),
        (r#"{"type":"answer","approved":true}"#, "bad_request"),
        (r#"{"type":"APPROVAL_RESPONSE","approved":true}"#, "bad_request"),
        (r#"{"type":"call"}"#, "bad_request"),
        (r#"{"type":"call","tool":"bash"}"#, "bad_request"),
        (r#"{"type":"call","id":"","tool":"bash"}"#, "bad_request"),
        (r#"{"type":"call","id":"c","tool":"bash","wait":1}"#, "bad_request"),
        (r#"{"type":"call","id":"c","tool":"bash","tool":"read"}"#, "bad_request"),
        (r#"{"type":"call","id":"c","tool":"bash","ask":"no"}"#, "bad_request"),
        (r#"{"type":"call","id":"c","tool":"bash","approved":true}"#, "bad_request"),
        (r#"{"type":"batch"}"#, "bad_request"),
        (r#"{"type":"batch","calls":[]}"#, "bad_request"),
        (r#"{"type":"batch","calls":[1]}"#, "bad_request"),
        (r#"{"type":"batch","calls":[{"tool":"bash"}]}"#, "bad_request"),
        (r#"{"type":"batch","calls":[{"id":"c","tool":"bash","batch_remaining":[]}]}"#, "bad_request"),
        (r#"{"type":"done"}"#, "bad_request"),
        (r#"{"type":"done","call":"nobody's"}"#, "not_found"),
        (r#"{"type":"cancel","call":"nobody's"}"#, "not_found"),
        (r#"{"type":"turn","event":"maybe"}"#, "bad_request"),
    ] {
        line.say(said).await;
        let told = line.frame().await.unwrap();
        assert_eq!((&told["type"], &told["code"]), (&json!("error"), &json!(code)), "{said} {told}");
    }
    line.say(r#"{"type":"PING"}"#).await;
    assert_eq!(line.frame().await.unwrap(), json!({"type": "PONG"}));
    assert!(hub.store.requests(RequestState::Pending).await.unwrap().is_empty());
    assert!(hub.store.rows(&byleave_gate::Query::default()).await.unwrap().is_empty());
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s18_more_than_its_share_is_refused_with_a_reason() {
    let folder = Folder::new("share");
    let limits = Limits { pending: 2, rate: 8, sockets_each: 1, poll: Duration::from_millis(100), ..Limits::default() };
    let hub = Running::start(&folder, Wish { limits, ..Wish::default() }).await;
    let agent = hub.token(Role::Agent, None).await;
    let mut line = hub.line(&agent).await;
    let token = format!("Bearer {agent}");
    assert_eq!(hub.try_socket_at("/v1/agent", &[("authorization", &token)]).await.err(), Some(503));
    for id in ["a", "b"] {
        line.say(&call(id, "npm install").to_string()).await;
        line.next("pending").await;
    }
    line.say(&call("c", "npm install").to_string()).await;
    let told = line.next("error").await;
    assert_eq!((&told["code"], &told["call"], &told["approved"]), (&json!("too_many"), &json!("c"), &json!(false)));
    line.say(&batch(&[("d", "pwd"); 3]).to_string()).await;
    assert_eq!(line.next("error").await["code"], "too_many");
    for _ in 0..30 {
        line.say(r#"{"type":"PING"}"#).await;
    }
    assert_eq!(line.next("error").await["message"], "slow down");
    hub.stop().await;
}
