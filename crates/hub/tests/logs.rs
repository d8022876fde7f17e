//! What a hub writes into its log. By itself in a file, because a process has one log.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use std::io;
use std::sync::{Arc, Mutex};

use byleave_gate::Role;
use serde_json::json;
use support::{Folder, Running, Wish};

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl io::Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn s21_the_log_has_neither_tokens_nor_arguments() {
    let kept = Kept::default();
    let writer = kept.clone();
    tracing_subscriber::fmt()
        .with_max_level(tracing_subscriber::filter::LevelFilter::TRACE)
        .with_writer(move || writer.clone())
        .init();
    let folder = Folder::new("logs");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, (approving, approver)) =
        (hub.token(Role::Agent, None).await, hub.named(Role::Approver, "ann", None).await);
    let first = hub.hub.first_visit().unwrap();
    let id = hub.pending(&agent, "npm install sentinel-argument").await;
    let mut socket = hub.socket(&approver).await;
    socket.next("approval_needed").await;
    socket.say(r#"{"approved": true, "sentinel-answer"#).await;
    socket.next("error").await;
    let answer = json!({"approved": false, "mode": "reject_soft", "feedback": "sentinel-feedback"});
    hub.post(&format!("/v1/requests/{id}/answer"), &agent, &answer).await;
    hub.post(&format!("/v1/requests/{id}/answer"), &approver, &answer).await;
    hub.post("/v1/calls", &agent, &json!({"tool": "sentinel-tool", "sentinel-key": 1})).await;
    let told = hub.get(&format!("/v1/requests/{id}"), &approver).await;
    assert!(told.head.contains("x-request-number: "), "{}", told.head);
    hub.get(&format!("/v1/requests?token={approver}"), &approver).await;
    hub.get("/v1/sentinel-path", &approver).await;
    hub.send(
        "POST",
        "/v1/login",
        &[("content-type", "application/json")],
        &json!({"token": first.reveal()}).to_string(),
    )
    .await;
    hub.stop().await;
    let log = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
    let ours: String = log.lines().filter(|line| line.contains("byleave")).collect::<Vec<_>>().join("\n");
    assert!(ours.contains("/v1/calls") && ours.contains("answered") && ours.contains("refused"), "{ours}");
    // Who did what from where, and which request it was about.
    let answered = r#"path="/v1/requests/{id}/answer" status=200"#;
    let line = ours.lines().find(|line| line.contains(answered)).unwrap_or_else(|| panic!("{ours}"));
    for part in [format!("token={approving}"), format!("request={id}"), "from=127.0.0.1".to_owned()] {
        assert!(line.contains(&part), "{part}: {line}");
    }
    let number = line.split("number=").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
    let about = format!("http{{number={number}}}");
    assert!(ours.lines().any(|line| line.contains(&about) && line.contains("answered")), "{about}: {ours}");
    for secret in [&agent, &approver, first.reveal()].map(|token| token.rsplit('_').next().unwrap().to_owned()) {
        assert!(!log.contains(&secret), "a token");
    }
    for word in ["argument", "answer\"", "feedback", "tool", "key", "path"].map(|word| format!("sentinel-{word}")) {
        assert!(!ours.contains(&word), "{word}");
    }
}
