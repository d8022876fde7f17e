//! Sessions are per token: what two agents call by the same name are two sessions, and neither reaches the other's.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use byleave_gate::Role;
use serde_json::{Value, json};
use support::{Folder, Running, Wish};

fn call(session: &str, command: &str) -> Value {
    json!({"tool": "bash", "arguments": {"command": command}, "session": session, "wait": 0})
}

async fn put(hub: &Running, agent: &str, session: &str) -> (String, String) {
    let told = hub.post("/v1/calls", agent, &call(session, "npm install")).await;
    assert_eq!(told.status, 202, "{told:?}");
    let text = |key: &str| told.body[key].as_str().unwrap().to_owned();
    (text("id"), text("session"))
}

/// The ids of the sessions that a caller knows of.
async fn sessions(hub: &Running, token: &str) -> Vec<String> {
    let told = hub.get("/v1/sessions", token).await.body;
    told["sessions"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_agents_with_one_name_have_two_sessions_with_grants_and_stops_of_their_own() {
    let folder = Folder::new("apart");
    let hub = Running::start(&folder, Wish::default()).await;
    let (one, other) = (hub.token(Role::Agent, None).await, hub.token(Role::Agent, None).await);
    let approver = hub.token(Role::Approver, None).await;
    let ((first, plain), (second, beside)) = (put(&hub, &one, "work").await, put(&hub, &other, "work").await);
    assert_eq!(plain, "work", "as it was before");
    assert!(beside.starts_with("work~") && first != second, "{beside}");
    assert_eq!((sessions(&hub, &one).await, sessions(&hub, &other).await), (vec![plain.clone()], vec![beside.clone()]));
    assert_eq!(sessions(&hub, &approver).await.len(), 2);
    for (agent, id) in [(&one, &plain), (&other, &beside)] {
        assert_eq!(hub.get("/v1/sessions/work", agent).await.body["id"], id.as_str());
    }
    // What is granted to one is not granted to the other.
    let session = json!({"approved": true, "scope": "session"});
    assert_eq!(hub.post(&format!("/v1/requests/{first}/answer"), &approver, &session).await.status, 200);
    assert_eq!(hub.post("/v1/calls", &one, &call("work", "npm install")).await.status, 200);
    assert_eq!(hub.get(&format!("/v1/calls/{second}"), &other).await.status, 202, "it waits on");
    assert_eq!(hub.post("/v1/calls", &other, &call("work", "npm install")).await.status, 202);
    // One stops and ends its own.
    assert_eq!(hub.post("/v1/sessions/work/stop", &other, &json!({})).await.status, 200);
    assert_eq!(hub.post("/v1/calls", &other, &call("work", "pwd")).await.body["cause"], "stopped");
    assert_eq!(hub.post("/v1/calls", &one, &call("work", "pwd")).await.body["approved"], true);
    assert_eq!(hub.post("/v1/sessions/work/end", &other, &json!({})).await.status, 200);
    assert_eq!(hub.post("/v1/calls", &one, &call("work", "npm install")).await.status, 200, "its grant is still there");
    // And it is so after a restart.
    hub.stop().await;
    let hub = Running::start(&folder, Wish::default()).await;
    for (agent, id) in [(&one, &plain), (&other, &beside)] {
        assert_eq!(hub.get("/v1/sessions/work", agent).await.body["id"], id.as_str());
        assert_eq!(hub.get(&format!("/v1/sessions/{id}"), agent).await.body["id"], id.as_str(), "by its id too");
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_id_of_another_ones_session_is_a_name_like_any_other() {
    let folder = Folder::new("apart-id");
    let hub = Running::start(&folder, Wish::default()).await;
    let (one, other) = (hub.token(Role::Agent, None).await, hub.token(Role::Agent, None).await);
    put(&hub, &one, "work").await;
    let (_, beside) = put(&hub, &other, "work").await;
    let (_, tried) = put(&hub, &one, &beside).await;
    assert!(tried != beside && tried.starts_with(&beside), "{tried}");
    // Not as the session above one of its own either.
    let below = json!({"tool": "bash", "arguments": {"command": "ls"}, "session": "below", "parent_session": beside});
    assert_eq!(hub.post("/v1/calls", &one, &below).await.body["approved"], true);
    assert_eq!(hub.get("/v1/sessions/below", &one).await.body["parent"], tried.as_str());
    // A batch over the socket of agents works in the session that its agent means.
    let mut line = hub.line(&other).await;
    let calls = [("a", "pwd"), ("b", "ls")]
        .map(|(id, command)| json!({"id": id, "tool": "bash", "arguments": {"command": command}}));
    line.say(&json!({"type": "batch", "session": "work", "calls": calls}).to_string()).await;
    for id in ["a", "b"] {
        assert_eq!(line.next("answer").await["call"], id);
        line.say(&json!({"type": "done", "session": "work", "call": id}).to_string()).await;
        assert_eq!(line.next("done").await["call"], id);
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_agents_that_begin_one_name_at_once_at_two_hubs_each_have_their_own() {
    let folder = Folder::new("apart-race");
    let hubs = [Running::start(&folder, Wish::default()).await, Running::start(&folder, Wish::default()).await];
    let mut agents = Vec::new();
    for _ in 0..8 {
        agents.push(hubs[0].token(Role::Agent, None).await);
    }
    let puts = agents.iter().enumerate().map(|(at, agent)| put(&hubs[at % 2], agent, "work"));
    let mut ids: Vec<String> = futures_util::future::join_all(puts).await.into_iter().map(|(_, id)| id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 8, "{ids:?}");
    for hub in hubs {
        hub.stop().await;
    }
}
