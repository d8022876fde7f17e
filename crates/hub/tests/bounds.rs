//! What one agent may cost: the size of what its calls leave behind, and the time of others.
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

use byleave_gate::Role;
use byleave_hub::Limits;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use serde_json::json;
use support::{Disk, Folder, Running, Wish};

#[tokio::test(flavor = "multi_thread")]
async fn a_token_whose_calls_are_slow_waits_for_itself_and_delays_no_other() {
    let folder = Folder::new("lanes");
    let disk = Disk::default();
    let limits = Limits { deciding: 3, ..Wish::default().limits };
    let hub = Arc::new(Running::start(&folder, Wish { limits, disk: disk.clone(), ..Wish::default() }).await);
    let (slow, quick) = (hub.token(Role::Agent, None).await, hub.token(Role::Agent, None).await);
    let (_, ann) = hub.named(Role::Approver, "ann", None).await;
    let waits = hub.pending(&quick, "npm install").await;
    disk.hold();
    let mut calls: FuturesUnordered<_> = (0..4)
        .map(|number| {
            let (hub, slow) = (Arc::clone(&hub), slow.clone());
            tokio::spawn(async move { hub.call(&slow, &format!("cat src/slow-{number}")).await })
        })
        .collect();
    // One of four is over the limit, and is told so while the others still wait.
    let over = calls.next().await.unwrap().unwrap();
    assert_eq!((over.status, &over.body["error"]), (429, &json!("too_many")), "{over:?}");
    assert!(over.head.to_lowercase().contains("\r\nretry-after: 1"), "{}", over.head);
    assert_ne!(over.body["approved"], true);
    assert_eq!(hub.call(&slow, "pwd").await.status, 429, "whatever it asks for");
    let check = json!({"tool": "bash", "arguments": {"command": "pwd"}});
    assert_eq!(hub.post("/v1/check", &slow, &check).await.status, 429);
    // Meanwhile others ask, answer and collect as if nothing was.
    for _ in 0..5 {
        assert_eq!(hub.call(&quick, "pwd").await.body["approved"], true);
    }
    let yes = json!({"approved": true});
    assert_eq!(hub.post(&format!("/v1/requests/{waits}/answer"), &ann, &yes).await.status, 200);
    assert_eq!(hub.get(&format!("/v1/calls/{waits}"), &quick).await.body["approved"], true);
    assert_eq!(calls.len(), 3, "these were under way all the time");
    disk.let_go();
    while let Some(told) = calls.next().await {
        let told = told.unwrap();
        assert_eq!((told.status, &told.body["approved"]), (200, &json!(true)), "{told:?}");
    }
    assert_eq!(hub.call(&slow, "pwd").await.body["approved"], true, "there is room again");
    Arc::into_inner(hub).unwrap().stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_request_stores_and_its_frame_carries_is_bounded_and_the_call_stays_whole() {
    let folder = Folder::new("bounds");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    let many = |one: &str, count: usize| one.repeat(count);
    for command in [
        many("nosuch; ", 1_000),
        format!("nosuch {}", many("'a b' ", 30_000)),
        format!("nosuch {}", many("x", 500_000)),
        format!("nosuch {}", (0..500).fold(String::new(), |text, number| format!("{text}>/srv/f{number} "))),
        format!("nosuch {}", many("$(other) ", 200)),
        (0..500).fold(String::new(), |text, number| format!("{text}nosuch{number} x; ")),
    ] {
        let id = hub.pending(&agent, &command).await;
        let frame = socket.next("approval_needed").await;
        let stored = hub.store.request(&id).await.unwrap().unwrap().frame;
        assert_eq!(frame, stored);
        assert_eq!(frame["arguments"]["command"], command.as_str(), "whole");
        let size = stored.to_string().len();
        assert!(size <= command.len() * 2 + (1600 << 10), "{size} for {}", command.len());
        for (part, most) in [("parsed", 1 << 20), ("risk", 256 << 10), ("options", 256 << 10)] {
            assert!(frame[part].to_string().len() <= most, "{part} of {} bytes", command.len());
        }
        let yes = json!({"id": id, "approved": true});
        socket.say(&yes.to_string()).await;
        assert_eq!(hub.get(&format!("/v1/calls/{id}?wait=20"), &agent).await.body["approved"], true);
        let row =
            hub.store.rows(&byleave_gate::Query { newest_first: true, limit: Some(1), ..Default::default() }).await;
        let row = &row.unwrap()[0].body;
        assert!(row.len() <= command.len() * 3 + (512 << 10), "{} on record for {}", row.len(), command.len());
    }
    hub.stop().await;
}
