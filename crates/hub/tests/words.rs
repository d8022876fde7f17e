//! What callers read where something is wrong, and what every refusal carries.
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
use serde_json::json;
use support::{Folder, Running, Wish};

#[tokio::test(flavor = "multi_thread")]
async fn mistakes_are_named_and_nothing_is_put_to_people() {
    let folder = Folder::new("words");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let bearer = format!("Bearer {agent}");
    for (method, path, allow) in [
        ("DELETE", "/v1/calls", "allow: GET,HEAD,POST"),
        ("PUT", "/v1/check", "allow: POST"),
        ("PATCH", "/v1/sessions/work", "allow: GET,HEAD"),
    ] {
        let told = hub.send(method, path, &[("authorization", &bearer)], "").await;
        assert_eq!((told.status, &told.body["error"]), (405, &json!("method")), "{method} {path} {told:?}");
        let head = told.head.replace(", ", ",").to_lowercase();
        assert!(allow.to_lowercase().split([' ', ',']).skip(1).all(|one| head.contains(one)), "{head}");
        assert!(head.contains("\r\nallow: "), "{head}");
    }
    let told = hub.get("/v1/calls/x?wait=abc", &agent).await;
    assert_eq!(told.body["message"], "`wait` must be a number of seconds, such as `?wait=30`");
    let told = hub.get("/v1/requests?limit=abc", &approver).await;
    let words = told.body["message"].as_str().unwrap();
    assert!(told.status == 400 && words.contains("limit") && !words.contains("deserialize"), "{words}");
    for arguments in [json!({}), json!({"command": null}), json!({"command": " "}), json!({"command": ["ls", 1]})] {
        let call = json!({"tool": "bash", "arguments": arguments, "wait": 0});
        let told = hub.post("/v1/calls", &agent, &call).await;
        assert_eq!((told.status, &told.body["approved"]), (400, &json!(false)), "{arguments} {told:?}");
        assert!(told.body["message"].as_str().unwrap().contains("`command`"), "{told:?}");
    }
    assert_eq!(hub.get("/v1/requests", &approver).await.body["pending"], 0);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn edits_carry_the_hash_of_what_runs_and_refusals_their_record() {
    let folder = Folder::new("carried");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let id = hub.pending(&agent, "npm install").await;
    let yes = json!({"approved": true, "arguments": {"command": "npm ci"}});
    assert_eq!(hub.post(&format!("/v1/requests/{id}/answer"), &approver, &yes).await.status, 200);
    let told = hub.get(&format!("/v1/calls/{id}"), &agent).await.body;
    // The same call, asked about by itself, has the same hash.
    let again = hub.call(&agent, "npm ci").await.body;
    assert_eq!((&told["edited"], &told["call_hash"]), (&json!(true), &again["call_hash"]), "{told}");
    assert!(told["call_hash"].as_str().is_some_and(|hash| hash.starts_with("sha256:")), "{told}");
    let session = again["session"].as_str().unwrap();
    assert_eq!(hub.post(&format!("/v1/sessions/{session}/stop"), &approver, &json!({})).await.status, 200);
    for command in ["pwd", "byleave trust"] {
        let told = hub.call(&agent, command).await.body;
        let record = told["record"].as_str().unwrap_or_default().to_owned();
        let rows = hub.store.rows(&byleave_gate::Query::default()).await.unwrap();
        assert!(!record.is_empty() && rows.iter().any(|row| row.body.contains(&record)), "{told}");
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_that_are_none_are_limited_and_those_that_count_are_not() {
    let folder = Folder::new("wrong-tokens");
    let limits = byleave_hub::Limits { wrong: 2, ..Wish::default().limits };
    let hub = Running::start(&folder, Wish { limits, ..Wish::default() }).await;
    let agent = hub.token(Role::Agent, None).await;
    let wrong = format!("{}x", agent.trim_end_matches(char::is_alphanumeric));
    let mut limited = None;
    for _ in 0..2000 {
        let told = hub.get("/v1/whoami", &wrong).await;
        if told.status == 429 {
            limited = Some(told);
            break;
        }
        assert_eq!(told.status, 401);
    }
    assert!(limited.expect("a limit").head.to_lowercase().contains("retry-after"));
    assert_eq!(hub.get("/v1/whoami", &agent).await.status, 200);
    hub.stop().await;
}
