//! A call whose reply was lost is found again: nobody is asked twice, and nothing is given out twice.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use std::sync::Arc;

use byleave_gate::{Query, RequestState, Role};
use serde_json::{Value, json};
use support::{Folder, Running, Wish};

const NONCE: &str = "0123456789abcdef0123456789abcdef";

fn named(id: &str, command: &str) -> Value {
    json!({"tool": "bash", "arguments": {"command": command}, "id": id, "session": "work", "wait": 0})
}

fn with(mut call: Value, key: &str, value: impl Into<Value>) -> Value {
    call.as_object_mut().unwrap().insert(key.to_owned(), value.into());
    call
}

async fn pending(hub: &Running) -> usize {
    hub.store.requests(RequestState::Pending).await.unwrap().len()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_id_and_call_is_the_same_question_and_any_other_is_another() {
    let folder = Folder::new("again");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, other) = (hub.token(Role::Agent, None).await, hub.token(Role::Agent, None).await);
    let first = hub.post("/v1/calls", &agent, &named("c1", "npm install")).await;
    assert_eq!(first.status, 202, "{first:?}");
    let id = first.body["id"].as_str().unwrap();
    for (call, status, error) in [
        (named("c1", "npm install"), 202, Value::Null),
        (with(named("c1", "npm install"), "description", "other words about it"), 202, Value::Null),
        (with(named("c1", "npm install"), "ask", true), 202, Value::Null),
        (named("c1", "npm install left-pad"), 409, json!("id_taken")),
        (with(named("c1", "npm install"), "tool", "write"), 409, json!("id_taken")),
        (with(named("c1", "npm install"), "cwd", "/w/other"), 409, json!("id_taken")),
        (with(named("c1", "npm install"), "call_hash", "sha256:00"), 409, json!("call_changed")),
        (with(named("c1", "npm install"), "nonce", "short"), 400, json!("bad_request")),
    ] {
        let again = hub.post("/v1/calls", &agent, &call).await;
        assert_eq!((again.status, &again.body["error"]), (status, &error), "{call} {again:?}");
        assert!(status != 202 || again.body["id"] == id, "{call} {again:?}");
    }
    assert_eq!(pending(&hub).await, 1, "nobody was asked twice");
    for (token, call) in [
        (&agent, named("c2", "npm install")),
        (&agent, with(named("c1", "npm install"), "session", "elsewhere")),
        (&other, with(named("c1", "npm install"), "session", "theirs")),
    ] {
        let another = hub.post("/v1/calls", token, &call).await;
        assert!(another.status == 202 && another.body["id"] != id, "{call} {another:?}");
    }
    let own = hub.post("/v1/calls", &other, &named("c1", "npm install")).await;
    assert!(own.status == 202 && own.body["id"] != id, "every token has names of its own: {own:?}");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fifty_at_once_under_one_id_at_two_hubs_ask_once() {
    let folder = Folder::new("fifty");
    let (one, two) = (Running::start(&folder, Wish::default()).await, Running::start(&folder, Wish::default()).await);
    let (one, two) = (Arc::new(one), Arc::new(two));
    let agent = one.token(Role::Agent, None).await;
    let posts = (0..50).map(|number| {
        let (hub, agent) = (Arc::clone(if number % 2 == 0 { &one } else { &two }), agent.clone());
        tokio::spawn(async move { hub.post("/v1/calls", &agent, &named("c1", "npm install")).await })
    });
    let mut ids = Vec::new();
    for post in posts.collect::<Vec<_>>() {
        let told = post.await.unwrap();
        assert_eq!(told.status, 202, "{told:?}");
        ids.push(told.body["id"].as_str().unwrap().to_owned());
    }
    ids.dedup();
    assert_eq!((ids.len(), pending(&one).await), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_was_lost_is_given_again_to_the_client_with_the_nonce_until_it_ran() {
    let folder = Folder::new("nonce");
    let mut hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    for nonce in [Some(NONCE), None] {
        let call = named(nonce.unwrap_or("plain"), "npm install");
        let call = nonce.map_or(call.clone(), |nonce| with(call, "nonce", nonce));
        let id = hub.post("/v1/calls", &agent, &call).await.body["id"].as_str().unwrap().to_owned();
        let yes = json!({"approved": true});
        assert_eq!(hub.post(&format!("/v1/requests/{id}/answer"), &approver, &yes).await.status, 200);
        hub.stop().await;
        hub = Running::start(&folder, Wish::default()).await;
        let told = hub.post("/v1/calls", &agent, &call).await;
        let shown = (told.status, &told.body["approved"], &told.body["arguments"]["command"], &told.body["by"]);
        assert_eq!(shown, (200, &json!(true), &json!("npm install"), &json!("approver")), "{told:?}");
        assert!(!told.text.contains("receiver") && !told.text.contains(NONCE), "{told:?}");
        hub.stop().await;
        hub = Running::start(&folder, Wish::default()).await;
        let again = hub.post("/v1/calls", &agent, &call).await;
        let expected = if nonce.is_some() { (200, true) } else { (410, false) };
        assert_eq!((again.status, again.body["approved"].as_bool().unwrap()), expected, "{again:?}");
        for wrong in
            [with(call.clone(), "nonce", "fedcba9876543210fedcba9876543210"), with(call.clone(), "nonce", Value::Null)]
        {
            let again = hub.post("/v1/calls", &agent, &wrong).await;
            assert_eq!((again.status, &again.body["approved"]), (410, &json!(false)), "{again:?}");
        }
        assert_eq!(hub.get(&format!("/v1/calls/{id}"), &agent).await.status, 410);
        assert_eq!(hub.post(&format!("/v1/calls/{id}/done"), &agent, &json!({})).await.status, 200);
        assert_eq!(hub.post("/v1/calls", &agent, &call).await.status, 410, "it ran");
    }
    let rows = hub.store.rows(&Query::default()).await.unwrap();
    assert_eq!(rows.len(), 2, "one record for each decision");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_is_looked_up_by_its_id_without_giving_anything_out() {
    let folder = Folder::new("lookup");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, other) = (hub.token(Role::Agent, None).await, hub.token(Role::Agent, None).await);
    let approver = hub.token(Role::Approver, None).await;
    let id = hub.post("/v1/calls", &agent, &named("c 1/ä", "npm install")).await.body["id"].clone();
    let path = "/v1/calls?session=work&call=c%201%2F%C3%A4";
    let found = hub.get(path, &agent).await;
    assert_eq!((found.status, &found.body["id"], &found.body["state"]), (200, &id, &json!("pending")), "{found:?}");
    let answer = format!("/v1/requests/{}/answer", id.as_str().unwrap());
    assert_eq!(hub.post(&answer, &approver, &json!({"approved": true})).await.status, 200);
    for _ in 0..2 {
        assert_eq!(hub.get(path, &agent).await.body["state"], "decided");
    }
    for (token, path, status) in [
        (&other, path, 404),
        (&approver, path, 403),
        (&agent, "/v1/calls?session=work&call=c2", 404),
        (&agent, "/v1/calls?session=work", 400),
        (&agent, "/v1/calls?session=work&call=c&x=y", 400),
    ] {
        let found = hub.get(path, token).await;
        assert_eq!(found.status, status, "{path} {found:?}");
        assert!(found.body["error"].is_string(), "{path} {found:?}");
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_wants_a_person_gets_one_whatever_would_let_the_call_run() {
    let folder = Folder::new("ask");
    let wish = Wish {
        policy: byleave_policy::Policy { mode: byleave_policy::Mode::Yolo, ..byleave_policy::Policy::default() },
        ..Wish::default()
    };
    let hub = Running::start(&folder, wish).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let call = |id: &str, command: &str, ask: bool| with(named(id, command), "ask", ask);
    assert_eq!(hub.post("/v1/calls", &agent, &call("1", "npm install", false)).await.body["approved"], true);
    let asked = hub.post("/v1/calls", &agent, &call("2", "npm install", true)).await;
    assert_eq!(asked.status, 202, "{asked:?}");
    let denied = hub.post("/v1/calls", &agent, &call("3", "byleave trust", true)).await;
    assert_eq!((denied.status, &denied.body["cause"]), (200, &json!("policy")), "asking lifts no deny");
    // A grant settles what it covers, but not this; and neither does a look at everything that waits.
    let other = hub.post("/v1/calls", &agent, &call("4", "npm install", true)).await.body["id"].clone();
    let answer = json!({"approved": true, "scope": "session", "breadth": "exact"});
    let path = format!("/v1/requests/{}/answer", other.as_str().unwrap());
    assert_eq!(hub.post(&path, &approver, &answer).await.status, 200);
    assert_eq!(hub.post("/v1/sessions/work/mode", &approver, &json!({"mode": "yolo"})).await.status, 200);
    assert_eq!(hub.post("/v1/calls", &agent, &call("2", "npm install", true)).await.status, 202, "it waits on");
    let rows = hub.store.rows(&Query { newest_first: true, limit: Some(1), ..Query::default() }).await.unwrap();
    assert!(rows[0].body.contains(r#""ask":true"#) && rows[0].body.contains(r#""verdict":"ask""#), "{}", rows[0].body);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_is_withdrawn_is_closed_everywhere_and_cannot_be_answered() {
    let folder = Folder::new("withdrawn");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, other) = (hub.token(Role::Agent, None).await, hub.token(Role::Agent, None).await);
    let approver = hub.token(Role::Approver, None).await;
    let mut socket = hub.socket(&approver).await;
    let id = hub.pending(&agent, "npm install").await;
    socket.next("approval_needed").await;
    let path = format!("/v1/calls/{id}/cancel");
    for (token, status) in [(&other, 404), (&approver, 403), (&agent, 200), (&agent, 409)] {
        assert_eq!(hub.post(&path, token, &json!({})).await.status, status);
    }
    let resolved = socket.next("approval_resolved").await;
    assert_eq!((&resolved["by"], &resolved["approved"]), (&json!("the agent"), &json!(false)));
    let late = hub.post(&format!("/v1/requests/{id}/answer"), &approver, &json!({"approved": true})).await;
    assert_eq!((late.status, &late.body["approved"], &late.body["by"]), (409, &json!(false), &json!("the agent")));
    assert!(late.body["message"].as_str().unwrap().starts_with("the agent cancelled it"), "{late:?}");
    assert_eq!(hub.get(&format!("/v1/calls/{id}"), &agent).await.status, 410);
    hub.stop().await;
}
