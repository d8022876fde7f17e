//! The life of a request: answered once, expired, gone on with after a restart, at this hub or at another.
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
use std::time::Duration;

use byleave_gate::{Query, RequestState, Role};
use byleave_hub::Limits;
use byleave_policy::Policy;
use serde_json::{Value, json};
use support::{Folder, Running, Wish};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

fn brief(seconds: u32) -> Wish {
    Wish { policy: Policy { ask_timeout_seconds: Some(seconds), ..Policy::default() }, ..Wish::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn s9_two_answers_at_once_have_one_effect_200_times() {
    let folder = Folder::new("race");
    let hub = Arc::new(Running::start(&folder, Wish::default()).await);
    let agent = hub.token(Role::Agent, None).await;
    let (_, ann) = hub.named(Role::Approver, "ann", None).await;
    let (_, bob) = hub.named(Role::Approver, "bob", None).await;
    for number in 0..200 {
        let id = hub.pending(&agent, &format!("npm install {number}")).await;
        let path = format!("/v1/requests/{id}/answer");
        let (yes, no) = (json!({"approved": true}), json!({"approved": false, "mode": "reject_soft"}));
        let (first, second) = tokio::join!(hub.post(&path, &ann, &yes), hub.post(&path, &bob, &no));
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{first:?} {second:?}");
        let (winner, loser, approved) =
            if first.status == 200 { ("ann", &second, true) } else { ("bob", &first, false) };
        assert_eq!((&loser.body["by"], &loser.body["approved"]), (&json!(winner), &json!(approved)), "{loser:?}");
        let told = hub.get(&format!("/v1/calls/{id}"), &agent).await;
        assert_eq!((told.status, &told.body["approved"]), (200, &json!(approved)));
        assert_eq!(hub.get(&format!("/v1/calls/{id}"), &agent).await.status, 410, "given out once");
    }
    let rows = hub.store.rows(&Query::default()).await.unwrap();
    assert_eq!(rows.len(), 200, "one record for each decision");
    Arc::into_inner(hub).unwrap().stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s10_s15_what_no_one_answers_in_time_does_not_run_and_late_answers_count_for_nothing() {
    let folder = Folder::new("late");
    let hub = Running::start(&folder, brief(1)).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    let call = json!({"tool": "bash", "arguments": {"command": "npm install"}, "wait": 20});
    let told = hub.post("/v1/calls", &agent, &call).await;
    assert_eq!((told.status, &told.body["approved"], &told.body["cause"]), (200, &json!(false), &json!("timeout")));
    assert!(told.body["model_text"].is_string(), "{told:?}");
    let id = socket.next("approval_needed").await["id"].as_str().unwrap().to_owned();
    assert_eq!(socket.next("approval_expired").await["id"], id.as_str());
    let late = hub.post(&format!("/v1/requests/{id}/answer"), &approver, &json!({"approved": true})).await;
    assert_eq!((late.status, &late.body["error"]), (410, &json!("expired")));
    socket.say(&format!(r#"{{"id":"{id}","approved":true}}"#)).await;
    assert_eq!(socket.next("error").await["code"], "expired");
    let told = hub.get(&format!("/v1/calls/{id}"), &agent).await;
    assert_eq!((told.status, &told.body["approved"]), (410, &json!(false)));
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s8_s13_a_restart_between_any_two_steps_loses_nothing_and_gives_nothing_twice() {
    let folder = Folder::new("restart");
    let mut hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let id = hub.pending(&agent, "npm install").await;
    hub.stop().await;
    hub = Running::start(&folder, Wish::default()).await;
    let mut socket = hub.socket(&approver).await;
    assert_eq!(socket.next("approval_needed").await["id"], id.as_str(), "it is still there");
    let yes = json!({"approved": true});
    assert_eq!(hub.post(&format!("/v1/requests/{id}/answer"), &approver, &yes).await.status, 200);
    hub.stop().await;
    assert!(socket.next("approval_resolved").await["approved"].as_bool().unwrap());
    hub = Running::start(&folder, Wish::default()).await;
    assert_eq!(hub.post(&format!("/v1/requests/{id}/answer"), &approver, &yes).await.status, 409, "replayed");
    assert_eq!(hub.post(&format!("/v1/calls/{id}/done"), &agent, &json!({})).await.status, 409, "not given out yet");
    assert_eq!(hub.get(&format!("/v1/calls/{id}"), &agent).await.body["approved"], true);
    hub.stop().await;
    hub = Running::start(&folder, Wish::default()).await;
    assert_eq!(hub.get(&format!("/v1/calls/{id}"), &agent).await.status, 410, "given out before");
    assert_eq!(hub.post(&format!("/v1/calls/{id}/done"), &agent, &json!({})).await.status, 200);
    assert_eq!(hub.post(&format!("/v1/calls/{id}/done"), &agent, &json!({})).await.status, 409);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_put_at_one_hub_is_answered_at_another_with_the_same_store() {
    let folder = Folder::new("two");
    let (one, other) = (Running::start(&folder, Wish::default()).await, Running::start(&folder, Wish::default()).await);
    let (agent, approver) = (one.token(Role::Agent, None).await, one.token(Role::Approver, None).await);
    let mut there = other.socket(&approver).await;
    let mut here = one.socket(&approver).await;
    let call = json!({"tool": "bash", "arguments": {"command": "npm install"}, "wait": 20});
    let asking = async { one.post("/v1/calls", &agent, &call).await };
    let answering = async {
        let frame = there.next("approval_needed").await;
        there.say(&format!(r#"{{"id":{},"approved":true}}"#, frame["id"])).await;
    };
    let (told, ()) = tokio::join!(asking, answering);
    assert_eq!((told.status, &told.body["approved"]), (200, &json!(true)));
    here.next("approval_resolved").await;
    one.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_grant_settles_what_it_covers_and_a_stop_ends_what_waits() {
    let folder = Folder::new("settle");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let (one, same) = (hub.pending(&agent, "npm install").await, hub.pending(&agent, "npm install").await);
    let other = hub.pending(&agent, "make deploy").await;
    let mut socket = hub.socket(&approver).await;
    let answer = json!({"approved": true, "scope": "session", "breadth": "exact"});
    assert_eq!(hub.post(&format!("/v1/requests/{one}/answer"), &approver, &answer).await.status, 200);
    socket.next("grants_changed").await;
    let told = hub.get(&format!("/v1/calls/{same}?wait=20"), &agent).await;
    assert_eq!((told.status, &told.body["approved"]), (200, &json!(true)), "{told:?}");
    assert_eq!(hub.get(&format!("/v1/calls/{other}"), &agent).await.status, 202);
    let grants = hub.get("/v1/grants", &approver).await.body;
    let grant = grants["grants"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(hub.call(&agent, "npm install").await.body["approved"], true);
    assert_eq!(hub.post(&format!("/v1/grants/{grant}/revoke"), &approver, &json!({})).await.status, 200);
    let again = hub.call(&agent, "npm install").await;
    assert_eq!(again.status, 202, "it asks again: {again:?}");
    let no = json!({"approved": false});
    assert_eq!(hub.post(&format!("/v1/requests/{other}/answer"), &approver, &no).await.status, 200);
    let waited = again.body["id"].as_str().unwrap();
    let told = hub.get(&format!("/v1/calls/{waited}?wait=20"), &agent).await;
    assert_eq!((&told.body["approved"], &told.body["stop"]), (&json!(false), &json!(true)), "{told:?}");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn edited_arguments_are_judged_again_and_come_back() {
    let folder = Folder::new("edit");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let id = hub.pending(&agent, "npm install left-pad").await;
    let answer = json!({"approved": true, "arguments": {"command": "npm ci"}});
    assert_eq!(hub.post(&format!("/v1/requests/{id}/answer"), &approver, &answer).await.status, 200);
    let told = hub.get(&format!("/v1/calls/{id}"), &agent).await.body;
    assert_eq!((&told["arguments"], &told["edited"]), (&json!({"command": "npm ci"}), &json!(true)));
    let id = hub.pending(&agent, "npm install left-pad").await;
    let answer = json!({"approved": true, "arguments": {"command": "byleave trust"}});
    hub.post(&format!("/v1/requests/{id}/answer"), &approver, &answer).await;
    let told = hub.get(&format!("/v1/calls/{id}"), &agent).await.body;
    assert_eq!(told["approved"], false, "the deny floor holds: {told}");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s21_a_token_that_is_taken_back_closes_its_sockets_and_counts_no_more() {
    let folder = Folder::new("revoke");
    let hub = Running::start(&folder, Wish::default()).await;
    let admin = hub.token(Role::Admin, None).await;
    for by_store in [false, true] {
        let (id, token) = hub.named(Role::Approver, "phone", None).await;
        let mut socket = hub.socket(&token).await;
        if by_store {
            hub.store.revoke_token(&id, jiff::Timestamp::now()).await.unwrap();
        } else {
            assert_eq!(hub.post(&format!("/v1/tokens/{id}/revoke"), &admin, &json!({})).await.status, 200);
        }
        assert_eq!(socket.frame().await, None, "closed");
        assert_eq!(hub.get("/v1/requests", &token).await.status, 401);
        assert_eq!(hub.try_socket(&[("authorization", &format!("Bearer {token}"))]).await.err(), Some(401));
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s14_an_approver_that_is_cut_off_decides_nothing() {
    let folder = Folder::new("cut");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let id = hub.pending(&agent, "npm install").await;
    let body = r#"{"approved": true}"#;
    let head = format!(
        "POST /v1/requests/{id}/answer HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nauthorization: Bearer {approver}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n",
        hub.port,
        body.len()
    );
    for cut in 0..body.len() {
        let mut stream = TcpStream::connect(("127.0.0.1", hub.port)).await.unwrap();
        stream.write_all(format!("{head}{}", body.get(..cut).unwrap()).as_bytes()).await.unwrap();
    }
    let mut socket = hub.socket(&approver).await;
    socket.next("approval_needed").await;
    drop(socket);
    assert_eq!(hub.get(&format!("/v1/calls/{id}?wait=0.3"), &agent).await.status, 202);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s17_s18_slow_and_greedy_clients_do_not_keep_others_waiting() {
    let folder = Folder::new("slow");
    let limits = Limits { pending: 3, rate: 50, ..Wish::default().limits };
    let hub = Running::start(&folder, Wish { limits, ..Wish::default() }).await;
    let (agent, other) = (hub.token(Role::Agent, None).await, hub.token(Role::Agent, None).await);
    let mut slow = Vec::new();
    for number in 0..500 {
        let mut stream = TcpStream::connect(("127.0.0.1", hub.port)).await.unwrap();
        let head = "POST /v1/calls HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{";
        stream.write_all(&head.as_bytes()[..number % head.len()]).await.unwrap();
        slow.push(stream);
    }
    assert_eq!(hub.call(&agent, "git status").await.status, 200);
    for number in 0..3 {
        hub.pending(&agent, &format!("npm install {number}")).await;
    }
    let full = hub.call(&agent, "npm install more").await;
    assert_eq!((full.status, &full.body["approved"]), (429, &json!(false)), "{full:?}");
    let mut statuses = Vec::new();
    for _ in 0..200 {
        statuses.push(hub.get("/v1/whoami", &agent).await.status);
    }
    assert!(statuses.contains(&429), "more than its share");
    assert_eq!(hub.call(&other, "npm install").await.status, 202, "others have theirs");
    drop(slow);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_lets_what_is_in_flight_end_and_tells_why() {
    let folder = Folder::new("stop");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    let port = hub.port;
    let waiting = tokio::spawn(async move {
        let body = r#"{"tool":"bash","arguments":{"command":"npm install"},"wait":60}"#;
        let head = format!(
            "POST /v1/calls HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nauthorization: Bearer {agent}\r\n\
             content-type: application/json\r\nconnection: close\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = String::new();
        tokio::io::AsyncReadExt::read_to_string(&mut stream, &mut answer).await.unwrap();
        answer
    });
    let id = socket.next("approval_needed").await["id"].as_str().unwrap().to_owned();
    let store = Arc::clone(&hub.store);
    hub.stop().await;
    let answer = waiting.await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 202") && answer.contains(&id), "{answer}");
    assert_eq!(socket.frame().await, None);
    assert_eq!(store.request(&id).await.unwrap().unwrap().state, RequestState::Pending);
}

#[tokio::test(flavor = "multi_thread")]
async fn lists_come_in_pages_and_the_record_can_be_asked() {
    let folder = Folder::new("pages");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, viewer) = (hub.token(Role::Agent, None).await, hub.token(Role::Viewer, None).await);
    let mut put = Vec::new();
    for number in 0..5 {
        put.push(hub.pending(&agent, &format!("npm install {number}")).await);
    }
    let mut seen: Vec<String> = Vec::new();
    let mut path = "/v1/requests?limit=2".to_owned();
    loop {
        let page = hub.get(&path, &viewer).await.body;
        seen.extend(page["requests"].as_array().unwrap().iter().map(|frame| frame["id"].as_str().unwrap().to_owned()));
        let Value::String(next) = &page["next"] else { break };
        path = format!("/v1/requests?limit=2&after={next}");
    }
    assert_eq!(seen, put);
    assert_eq!(hub.get("/v1/requests?after=nonsense", &viewer).await.status, 400);
    hub.call(&agent, "git status").await;
    hub.call(&agent, "byleave trust").await;
    for (query, expected) in
        [("verdict=allow", 1), ("verdict=deny", 1), ("approved=false", 1), ("limit=1", 1), ("tool=x", 0)]
    {
        let found = hub.get(&format!("/v1/records?{query}"), &viewer).await;
        assert_eq!(found.body["records"].as_array().map(Vec::len), Some(expected), "{query} {found:?}");
    }
    let stats = hub.get("/v1/stats", &viewer).await.body;
    assert_eq!((&stats["pending"], &stats["counts"]["by_verdict"]), (&json!(5), &json!({"allow": 1, "deny": 1})));
    let simulated = json!({"calls": [{"tool": "bash", "arguments": {"command": "git status"}}, {"tool": "nope"}]});
    let decisions = hub.post("/v1/simulate", &viewer, &simulated).await.body;
    assert_eq!(
        (&decisions["decisions"][0]["verdict"], &decisions["decisions"][1]["verdict"]),
        (&json!("allow"), &json!("ask"))
    );
    let check = hub.post("/v1/check", &agent, &json!({"tool": "bash", "arguments": {"command": "npm ci"}})).await;
    assert_eq!(check.body["verdict"], "ask");
    assert_eq!(hub.get("/v1/policy", &viewer).await.body["profile"], "byleave");
    tokio::time::sleep(Duration::ZERO).await;
    hub.stop().await;
}
