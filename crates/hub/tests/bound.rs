//! An answer counts for the call its person was shown, as they meant it, and for nothing else.
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

use byleave_gate::{Query, RequestState, Role};
use byleave_hub::{Limits, REFUSED_TOOL};
use serde_json::{Value, json};
use support::{Folder, Running, Socket, Wish};

const YES: &str = r#"{"approved":true}"#;
const HARMLESS: &str = "npm test";
const GRAVE: &str = "sudo rm -rf /srv/data";

/// Attempts that were refused and are on record, by whom.
async fn refused(hub: &Running) -> Vec<String> {
    let rows = Query { tool: Some(REFUSED_TOOL.to_owned()), ..Query::default() };
    let rows = hub.store.rows(&rows).await.unwrap();
    rows.iter()
        .map(|row| serde_json::from_str::<Value>(&row.body).unwrap()["agent"].as_str().unwrap().to_owned())
        .collect()
}

async fn cancel(hub: &Running, agent: &str, id: &str) {
    assert_eq!(hub.post(&format!("/v1/calls/{id}/cancel"), agent, &json!({})).await.status, 200);
}

/// A request that is shown on a socket.
async fn shown(hub: &Running, agent: &str, socket: &mut Socket, command: &str) -> String {
    let id = hub.pending(agent, command).await;
    assert_eq!(socket.next("approval_needed").await["id"], id.as_str());
    id
}

async fn state(hub: &Running, id: &str) -> RequestState {
    hub.store.request(id).await.unwrap().unwrap().state
}

/// What comes after a stale answer: that it is, and what waits.
async fn told_stale(socket: &mut Socket, ended: &str, open: &str) {
    let told = socket.next("error").await;
    assert_eq!((&told["code"], &told["id"], &told["open"]), (&json!("stale"), &json!(ended), &json!(open)), "{told}");
    assert_eq!(socket.frame().await.unwrap()["id"], open, "the open one comes again");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_yes_to_what_another_approver_denied_approves_nothing_else() {
    let folder = Folder::new("bound-two");
    let hub = Running::start(&folder, Wish::default()).await;
    let (one, other) = (hub.token(Role::Agent, None).await, hub.token(Role::Agent, None).await);
    let (_, ann) = hub.named(Role::Approver, "ann", None).await;
    let (_, bob) = hub.named(Role::Approver, "bob", None).await;
    let mut socket = hub.socket(&ann).await;
    let first = shown(&hub, &one, &mut socket, HARMLESS).await;
    let no = json!({"approved": false, "mode": "reject_soft"});
    assert_eq!(hub.post(&format!("/v1/requests/{first}/answer"), &bob, &no).await.status, 200);
    let second = shown(&hub, &other, &mut socket, GRAVE).await;
    socket.say(YES).await;
    told_stale(&mut socket, &first, &second).await;
    assert_eq!(state(&hub, &second).await, RequestState::Pending);
    assert_eq!(refused(&hub).await, ["ann"], "on record as other attempts are");
    // Now that it was shown what waits, the same client may answer that.
    socket.say(YES).await;
    let told = hub.get(&format!("/v1/calls/{second}?wait=20"), &other).await;
    assert_eq!((told.status, &told.body["approved"], &told.body["by"]), (200, &json!(true), &json!("ann")));
    // And goes on as before.
    let third = shown(&hub, &one, &mut socket, "npm install").await;
    socket.say(YES).await;
    assert_eq!(hub.get(&format!("/v1/calls/{third}?wait=20"), &one).await.body["approved"], true);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_cancels_a_harmless_call_gets_no_leave_for_another() {
    let folder = Folder::new("bound-alone");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    for answer in [YES, r#"{"approved":true,"scope":"session"}"#, r#"{"approved":false}"#, r#"{"option_id":"once"}"#] {
        let first = shown(&hub, &agent, &mut socket, HARMLESS).await;
        cancel(&hub, &agent, &first).await;
        let second = shown(&hub, &agent, &mut socket, GRAVE).await;
        socket.say(answer).await;
        told_stale(&mut socket, &first, &second).await;
        assert_eq!(hub.get(&format!("/v1/calls/{second}"), &agent).await.status, 202, "{answer}");
        socket.say(r#"{"approved":false,"mode":"reject_soft"}"#).await;
        let told = hub.get(&format!("/v1/calls/{second}?wait=20"), &agent).await;
        assert_eq!((&told.body["approved"], &told.body["stop"]), (&json!(false), &json!(false)), "{told:?}");
    }
    assert_eq!(refused(&hub).await.len(), 4);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_answers_one_after_another_never_answers_one_it_has_not_come_to() {
    let folder = Folder::new("bound-queue");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    for number in 0..3 {
        let id = shown(&hub, &agent, &mut socket, &format!("npm test {number}")).await;
        cancel(&hub, &agent, &id).await;
    }
    let grave = shown(&hub, &agent, &mut socket, GRAVE).await;
    // Its person says yes to each of the harmless ones, and has not seen the last yet.
    for left in [2, 1, 0] {
        socket.say(YES).await;
        let told = socket.next("error").await;
        assert_eq!((&told["code"], &told["stale_left"]), (&json!("stale"), &json!(left)), "{told}");
        assert_eq!(socket.next("approval_needed").await["id"], grave.as_str());
        assert_eq!(state(&hub, &grave).await, RequestState::Pending);
    }
    // Who names what is meant is understood at once.
    let expired = shown(&hub, &agent, &mut socket, HARMLESS).await;
    cancel(&hub, &agent, &expired).await;
    socket.next("approval_resolved").await;
    socket.say(&format!(r#"{{"id":"{grave}","approved":true}}"#)).await;
    assert_eq!(hub.get(&format!("/v1/calls/{grave}?wait=20"), &agent).await.body["approved"], true);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_to_what_ended_at_another_hub_is_stale_before_the_news_is_there() {
    let folder = Folder::new("bound-news");
    // This one does not look at what others do.
    let deaf = Limits { poll: Duration::from_hours(1), ..Wish::default().limits };
    let here = Running::start(&folder, Wish { limits: deaf, ..Wish::default() }).await;
    let there = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (here.token(Role::Agent, None).await, here.token(Role::Approver, None).await);
    let mut socket = here.socket(&approver).await;
    let first = shown(&here, &agent, &mut socket, HARMLESS).await;
    cancel(&there, &agent, &first).await;
    let second = there.pending(&agent, GRAVE).await;
    socket.say(YES).await;
    let told = socket.next("error").await;
    assert_eq!((&told["code"], &told["id"]), (&json!("stale"), &json!(first)), "{told}");
    assert_eq!(state(&here, &second).await, RequestState::Pending);
    assert_eq!(refused(&here).await.len(), 1);
    here.stop().await;
    there.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_meant_for_a_hub_that_was_killed_counts_for_nothing_at_the_next() {
    let folder = Folder::new("bound-killed");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    let first = shown(&hub, &agent, &mut socket, HARMLESS).await;
    hub.kill().await;
    let hub = Running::start(&folder, Wish::default()).await;
    let mut socket = hub.socket(&approver).await;
    assert_eq!(socket.next("approval_needed").await["id"], first.as_str());
    cancel(&hub, &agent, &first).await;
    let second = shown(&hub, &agent, &mut socket, GRAVE).await;
    socket.say(YES).await;
    told_stale(&mut socket, &first, &second).await;
    assert_eq!(state(&hub, &second).await, RequestState::Pending);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn over_http_an_answer_is_about_the_request_in_its_address() {
    let folder = Folder::new("bound-http");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let first = hub.pending(&agent, HARMLESS).await;
    cancel(&hub, &agent, &first).await;
    let second = hub.pending(&agent, GRAVE).await;
    let path = |id: &str| format!("/v1/requests/{id}/answer");
    let late = hub.post(&path(&first), &approver, &json!({"approved": true})).await;
    assert_eq!((late.status, &late.body["error"]), (409, &json!("already_decided")), "{late:?}");
    let crossed = hub.post(&path(&second), &approver, &json!({"approved": true, "id": first})).await;
    assert_eq!((crossed.status, &crossed.body["error"]), (422, &json!("malformed")), "{crossed:?}");
    assert_eq!(state(&hub, &second).await, RequestState::Pending);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_with_an_unknown_or_contradicting_field_approves_nothing_by_any_way() {
    let folder = Folder::new("bound-fields");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    let id = shown(&hub, &agent, &mut socket, "npm install").await;
    let other = json!({"command": "npm ci"});
    for (reply, field) in [
        (json!({"approved": true, "Arguments": other}), "Arguments"),
        (json!({"approved": true, "argument": other}), "argument"),
        (json!({"approved": true, "Params": other}), "Params"),
        (json!({"approved": true, "mode": "reject_soft"}), "mode"),
        (json!({"approved": true, "feedback": "no, do not"}), "feedback"),
        (json!({"approved": true, "denyReason": "no"}), "denyReason"),
        (json!({"approved": true, "arguments": other, "params": {"command": "npm test"}}), "params"),
        (json!({"approved": true, "args": "npm ci"}), "args"),
        (json!({"approved": false, "breadth": "tool"}), "breadth"),
        (json!({"option_id": "once", "mode": "reject_hard"}), "mode"),
        (json!({"option_id": "soft", "approved": true}), "approved"),
        (json!({"approved": true, "reason": "x"}), "reason"),
    ] {
        let told = hub.post(&format!("/v1/requests/{id}/answer"), &approver, &reply).await;
        assert_eq!((told.status, &told.body["error"]), (422, &json!("malformed")), "{reply} {told:?}");
        assert!(told.body["message"].as_str().unwrap().contains(&format!("`{field}`")), "{reply} {told:?}");
        socket.say(&reply.to_string()).await;
        let told = socket.next("error").await;
        assert!(told["message"].as_str().unwrap().contains(&format!("`{field}`")), "{reply} {told}");
        assert_eq!(state(&hub, &id).await, RequestState::Pending, "{reply}");
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn r275_an_edit_runs_by_whatever_name_its_profile_has_for_it() {
    let folder = Folder::new("bound-edits");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    let edited = json!({"command": "npm ci"});
    for name in ["arguments", "params", "args"] {
        let by_http = shown(&hub, &agent, &mut socket, "npm install").await;
        let yes = json!({"approved": true, name: edited});
        assert_eq!(hub.post(&format!("/v1/requests/{by_http}/answer"), &approver, &yes).await.status, 200);
        socket.next("approval_resolved").await;
        let by_socket = shown(&hub, &agent, &mut socket, "npm update").await;
        socket.say(&json!({"id": by_socket, "approved": true, name: edited}).to_string()).await;
        for id in [by_http, by_socket] {
            let told = hub.get(&format!("/v1/calls/{id}?wait=20"), &agent).await.body;
            assert_eq!((&told["approved"], &told["arguments"]), (&json!(true), &edited), "{name} {told}");
        }
    }
    let id = shown(&hub, &agent, &mut socket, "npm install").await;
    socket.say(&json!({"id": id, "approved": false, "denyReason": "use yarn"}).to_string()).await;
    let told = hub.get(&format!("/v1/calls/{id}?wait=20"), &agent).await.body;
    assert_eq!((&told["feedback"], &told["mode"]), (&json!("use yarn"), &json!("reject_soft")), "{told}");
    hub.stop().await;
}
