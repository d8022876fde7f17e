//! The fields of a request that byleave adds to ConnectOnion's.
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
use support::{Folder, Running, connectonion};

#[tokio::test(flavor = "multi_thread")]
async fn a_request_has_every_field_that_screens_may_count_on() {
    let folder = Folder::new("wire");
    let hub = Running::start(&folder, connectonion()).await;
    let (agent, viewer) = (hub.token(Role::Agent, None).await, hub.token(Role::Viewer, None).await);
    let schema = json!({"type": "object", "required": ["command"]});
    let call = json!({
        "tool": "bash", "arguments": {"command": "npm install"}, "session": "w", "id": "call_7", "agent": "claude-code",
        "host": "laptop-3", "args_schema": schema, "annotations": {"readOnlyHint": true}, "description": "installs", "cwd": "/w/app", "wait": 0,
        "batch_remaining": [{"tool": "write", "arguments": {"a": 1}}],
    });
    let id = hub.post("/v1/calls", &agent, &call).await.body["id"].clone();
    let frame = hub.socket(&viewer).await.next("approval_needed").await;
    for (key, expected) in [
        ("id", id),
        ("tool_call_id", json!("call_7")),
        ("session_id", json!("w")),
        ("parent_session_id", Value::Null),
        ("agent", json!("claude-code")),
        ("host", json!("laptop-3")),
        ("args_schema", schema),
        ("annotations", json!({"readOnlyHint": true})),
        ("cwd", json!("/w/app")),
        ("category", json!("command")),
        ("description", json!("installs")),
        ("editable", json!(true)),
        ("batch_remaining", json!([{"tool": "write", "arguments": "{\"a\":1}"}])),
    ] {
        assert_eq!(frame[key], expected, "{key} of {frame:#}");
    }
    for (pointer, expected) in [
        ("/risk/level", json!("medium")),
        ("/parsed/commands/0/program", json!("npm")),
        ("/parsed/commands/0/verdict", json!("ask")),
        ("/parsed/commands/0/span", json!([0, 11])),
        ("/parsed/outside_project", json!(false)),
        ("/parsed/marks", json!([])),
        ("/options/0", json!({"id": "once", "kind": "allow_once"})),
    ] {
        assert_eq!(frame.pointer(pointer), Some(&expected), "{pointer} of {frame:#}");
    }
    assert!(frame["call_hash"].as_str().unwrap().starts_with("sha256:"));
    for wrong in [
        json!({"host": 7}),
        json!({"host": ""}),
        json!({"args_schema": "object"}),
        json!({"args_schema": []}),
        json!({"annotations": true}),
    ] {
        let mut call = json!({"tool": "bash", "arguments": {}, "wait": 0});
        call.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        assert_eq!(hub.post("/v1/calls", &agent, &call).await.status, 400, "{wrong}");
    }
    hub.stop().await;
}
