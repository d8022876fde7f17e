//! An answer never grants more than its token covers, and counts for nothing once the token is revoked.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use std::collections::BTreeSet;
use std::time::Duration;

use byleave_gate::{Query, RequestState, Role};
use byleave_hub::Limits;
use byleave_policy::Policy;
use jiff::Timestamp;
use serde_json::{Value, json};
use support::{Folder, Running, Wish};

const WIDE: [&str; 2] = ["project", "always"];

/// A call in a session and a project.
fn call(session: &str, project: &str) -> Value {
    json!({"tool": "bash", "arguments": {"command": "npm test"}, "session": session, "project": project, "wait": 0})
}

async fn asked(hub: &Running, agent: &str, session: &str) -> String {
    let response = hub.post("/v1/calls", agent, &call(session, "/w/app")).await;
    assert_eq!(response.status, 202, "{response:?}");
    response.body["id"].as_str().unwrap().to_owned()
}

/// Whether another agent runs the same in another session of the same project without a question.
async fn runs_elsewhere(hub: &Running) -> bool {
    let other = hub.token(Role::Agent, None).await;
    hub.post("/v1/calls", &other, &call("elsewhere", "/w/app")).await.status == 200
}

fn scopes(frame: &Value) -> BTreeSet<&str> {
    frame["options"].as_array().unwrap().iter().filter_map(|option| option["scope"].as_str()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_for_one_session_grants_nothing_beyond_it_over_http() {
    let folder = Folder::new("reach-http");
    let hub = Running::start(&folder, Wish::default()).await;
    let agent = hub.token(Role::Agent, None).await;
    let (_, sam) = hub.named(Role::Approver, "sam", Some("only")).await;
    let (_, ann) = hub.named(Role::Approver, "ann", None).await;
    let id = asked(&hub, &agent, "only").await;
    let path = format!("/v1/requests/{id}/answer");
    let all = hub.get(&format!("/v1/requests/{id}"), &ann).await.body["request"].clone();
    let wide = all["options"].as_array().unwrap().iter().filter(|one| WIDE.iter().any(|wide| one["scope"] == *wide));
    let mut answers: Vec<Value> = wide.map(|option| json!({"option_id": option["id"]})).collect();
    assert!(answers.len() >= 4, "{all}");
    for scope in WIDE {
        for breadth in ["exact", "prefix", "tool"] {
            answers.push(json!({"approved": true, "scope": scope, "breadth": breadth}));
        }
        answers.push(json!({"approved": true, "scope": scope, "arguments": {"command": "npm run test"}}));
    }
    for answer in &answers {
        let refused = hub.post(&path, &sam, answer).await;
        assert_eq!((refused.status, &refused.body["error"]), (403, &json!("too_wide")), "{answer} {refused:?}");
        let message = refused.body["message"].as_str().unwrap();
        assert!(message.contains("one session") && message.contains("`session`"), "{message}");
        assert_eq!(hub.store.request(&id).await.unwrap().unwrap().state, RequestState::Pending, "{answer}");
    }
    let rows = Query { tool: Some(byleave_hub::REFUSED_TOOL.to_owned()), ..Query::default() };
    assert_eq!(hub.store.rows(&rows).await.unwrap().len(), answers.len(), "every attempt is on record");
    // As wide as the token, and no wider.
    let told = hub.post(&path, &sam, &json!({"approved": true, "scope": "session", "breadth": "prefix"})).await;
    assert_eq!(told.status, 200, "{told:?}");
    assert_eq!(hub.post("/v1/calls", &agent, &call("only", "/w/app")).await.status, 200, "in its session it counts");
    assert!(!runs_elsewhere(&hub).await);
    // What sam granted, sam sees and takes back.
    let seen = hub.get("/v1/grants", &sam).await.body["grants"].clone();
    assert_eq!((&seen[0]["id"], &seen[0]["by"]), (&told.body["grant"], &json!("sam")), "{seen}");
    let revoke = format!("/v1/grants/{}/revoke", told.body["grant"].as_str().unwrap());
    assert_eq!(hub.post(&revoke, &sam, &json!({})).await.status, 200);
    assert_eq!(hub.post("/v1/calls", &agent, &call("only", "/w/app")).await.status, 202, "it asks again");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_for_one_session_grants_nothing_beyond_it_over_the_socket() {
    let folder = Folder::new("reach-socket");
    let hub = Running::start(&folder, Wish::default()).await;
    let agent = hub.token(Role::Agent, None).await;
    let (_, sam) = hub.named(Role::Approver, "sam", Some("only")).await;
    let mut socket = hub.socket(&sam).await;
    for named in [true, false] {
        let id = asked(&hub, &agent, "only").await;
        assert_eq!(socket.next("approval_needed").await["id"], id.as_str());
        for scope in WIDE {
            let mut answer = json!({"approved": true, "scope": scope});
            if named {
                answer["id"] = json!(id);
            }
            socket.say(&answer.to_string()).await;
            assert_eq!(socket.next("error").await["code"], "too_wide", "{answer}");
            assert_eq!(hub.store.request(&id).await.unwrap().unwrap().state, RequestState::Pending, "{answer}");
        }
        socket.say(&json!({"id": id, "approved": true, "scope": "once"}).to_string()).await;
        socket.next("approval_resolved").await;
    }
    assert!(!runs_elsewhere(&hub).await);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limited_approver_is_not_offered_more() {
    let folder = Folder::new("reach-offers");
    let hub = Running::start(&folder, Wish::default()).await;
    let agent = hub.token(Role::Agent, None).await;
    let (sam, ann) = (hub.token(Role::Approver, Some("only")).await, hub.token(Role::Approver, None).await);
    let before = hub.socket(&sam).await;
    let id = asked(&hub, &agent, "only").await;
    let after = hub.socket(&sam).await;
    let mut frames = Vec::new();
    for mut socket in [before, after] {
        frames.push(socket.next("approval_needed").await);
    }
    frames.push(hub.get("/v1/requests", &sam).await.body["requests"][0].clone());
    frames.push(hub.get(&format!("/v1/requests/{id}"), &sam).await.body["request"].clone());
    for frame in &frames {
        assert_eq!(frame["id"], id.as_str());
        assert_eq!(scopes(frame), BTreeSet::from(["turn", "session"]), "{frame}");
        let kinds: BTreeSet<&str> =
            frame["options"].as_array().unwrap().iter().map(|option| option["kind"].as_str().unwrap()).collect();
        assert!(kinds.len() > 2, "to reject and to allow once stays: {kinds:?}");
    }
    let all = hub.get("/v1/requests", &ann).await.body["requests"][0].clone();
    assert_eq!(scopes(&all), BTreeSet::from(["turn", "session", "project", "always"]));
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_several_people_grant_reaches_no_further_than_any_of_their_tokens() {
    let folder = Folder::new("reach-several");
    let wish = Wish { policy: Policy { ask_approvals: 2, ..Policy::default() }, ..Wish::default() };
    let hub = Running::start(&folder, wish).await;
    let agent = hub.token(Role::Agent, None).await;
    let (_, sam) = hub.named(Role::Approver, "sam", Some("only")).await;
    let (_, ann) = hub.named(Role::Approver, "ann", None).await;
    let id = asked(&hub, &agent, "only").await;
    let path = format!("/v1/requests/{id}/answer");
    let wide = json!({"approved": true, "scope": "always", "breadth": "prefix"});
    assert_eq!(hub.post(&path, &ann, &wide).await.status, 202);
    assert_eq!(hub.post(&path, &sam, &wide).await.body["error"], "too_wide");
    let narrow = json!({"approved": true, "scope": "session", "breadth": "prefix"});
    assert_eq!(hub.post(&path, &sam, &narrow).await.status, 200);
    assert_eq!(hub.post("/v1/calls", &agent, &call("only", "/w/app")).await.status, 200);
    assert!(!runs_elsewhere(&hub).await);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_revoked_token_gives_not_one_more_answer() {
    let folder = Folder::new("reach-revoked");
    // The hub does not look for what others did while this test runs.
    let limits = Limits { poll: Duration::from_mins(10), ..Limits::default() };
    let hub = Running::start(&folder, Wish { limits, ..Wish::default() }).await;
    let agent = hub.token(Role::Agent, None).await;
    let id = asked(&hub, &agent, "only").await;
    let still = async |what: &str| {
        assert_eq!(hub.store.request(&id).await.unwrap().unwrap().state, RequestState::Pending, "{what}");
    };
    let answer = format!("/v1/requests/{id}/answer");
    for (path, body) in [
        (answer.as_str(), json!({"approved": true})),
        ("/v1/sessions/only/mode", json!({"mode": "yolo"})),
        ("/v1/sessions/only/stop", json!({})),
        ("/v1/freeze", json!({"frozen": true})),
    ] {
        let (token, ann) = hub.named(Role::Approver, "ann", None).await;
        assert_eq!(hub.get("/v1/requests", &ann).await.status, 200, "the hub knows it");
        // As `byleave hub token revoke` does it, in another process.
        hub.store.revoke_token(&token, Timestamp::now()).await.unwrap();
        assert_eq!(hub.post(path, &ann, &body).await.status, 401, "{path}");
        still(path).await;
    }
    assert_eq!(hub.get("/v1/freeze", &hub.token(Role::Viewer, None).await).await.body["frozen"], Value::Null);
    for named in [true, false] {
        let (token, ann) = hub.named(Role::Approver, "ann", None).await;
        let mut socket = hub.socket(&ann).await;
        socket.next("approval_needed").await;
        hub.store.revoke_token(&token, Timestamp::now()).await.unwrap();
        let answer = if named { json!({"id": id, "approved": true}) } else { json!({"approved": true}) };
        socket.say(&answer.to_string()).await;
        assert_eq!(socket.next("error").await["code"], "no_token", "{named}");
        assert!(socket.within(Duration::from_secs(20)).await.expect("an end").is_none(), "and it is closed");
        still("over the socket").await;
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_mode_above_the_ceiling_is_refused_and_not_shown() {
    let folder = Folder::new("reach-mode");
    let hub = Running::start(&folder, Wish::default()).await;
    let agent = hub.token(Role::Agent, None).await;
    let approver = hub.token(Role::Approver, None).await;
    asked(&hub, &agent, "work").await;
    let set = async |mode: &str| hub.post("/v1/sessions/work/mode", &approver, &json!({ "mode": mode })).await;
    assert_eq!(set("autoEdit").await.status, 200);
    let refused = set("yolo").await;
    assert_eq!((refused.status, &refused.body["error"]), (403, &json!("above_ceiling")), "{refused:?}");
    assert_eq!(refused.body["ceiling"], "autoEdit");
    assert!(refused.body["message"].as_str().unwrap().contains("`autoEdit`"), "{refused:?}");
    assert_eq!(hub.get("/v1/sessions/work", &approver).await.body["mode"], "autoEdit", "it keeps its mode");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_without_a_breadth_grants_what_the_guide_says() {
    let folder = Folder::new("reach-breadth");
    let hub = Running::start(&folder, Wish::default()).await;
    let agent = hub.token(Role::Agent, None).await;
    let approver = hub.token(Role::Approver, None).await;
    let session = json!({"approved": true, "scope": "session"});
    let id = hub.pending(&agent, "npm test").await;
    assert_eq!(hub.post(&format!("/v1/requests/{id}/answer"), &approver, &session).await.status, 200);
    for (command, status) in [("npm test", 200), ("npm test -- --watch", 200), ("npm install", 202)] {
        assert_eq!(hub.call(&agent, command).await.status, status, "{command}");
    }
    let write = |path: &str| json!({"tool": "write", "arguments": {"file_path": path, "content": "x"}, "wait": 0});
    let id = hub.post("/v1/calls", &agent, &write("/w/app/a")).await.body["id"].as_str().unwrap().to_owned();
    assert_eq!(hub.post(&format!("/v1/requests/{id}/answer"), &approver, &session).await.status, 200);
    assert_eq!(hub.post("/v1/calls", &agent, &write("/w/app/b")).await.status, 200);
    hub.stop().await;
}
