//! The page without scripts: forms with a token in them, and no door beside the others.
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
use byleave_hub::Limits;
use serde_json::json;
use support::{Folder, Response, Running, Wish};

const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

async fn form(hub: &Running, fields: &[(&str, &str)]) -> Response {
    let coded = |text: &str| text.bytes().fold(String::new(), |all, byte| format!("{all}%{byte:02x}"));
    let body = fields.iter().map(|(key, value)| format!("{key}={}", coded(value))).collect::<Vec<_>>().join("&");
    hub.send("POST", "/plain", &[FORM], &body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn s5_a_form_counts_only_with_a_token_in_it_and_only_at_its_own_address() {
    let folder = Folder::new("plain-doors");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let viewer = hub.token(Role::Viewer, None).await;
    let other = hub.token(Role::Approver, Some("another")).await;
    let id = hub.pending(&agent, "npm install").await;
    let hash = hub.get(&format!("/v1/requests/{id}"), &approver).await.body["request"]["call_hash"].clone();
    let hash = hash.as_str().unwrap();
    let origin = format!("http://127.0.0.1:{}", hub.port);
    let body = format!("token={approver}&id={id}&call_hash={hash}&answer=allow");
    for (name, headers, path, status) in [
        ("another origin", vec![FORM, ("origin", "http://evil.example")], "/plain", 403),
        ("no origin of anybody", vec![FORM, ("origin", "null")], "/plain", 403),
        (
            "from another site",
            vec![FORM, ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")],
            "/plain",
            403,
        ),
        ("another name", vec![FORM, ("host", "evil.example")], "/plain", 421),
        ("JSON", vec![("content-type", "application/json"), ("origin", &origin)], "/plain", 415),
        ("text", vec![("content-type", "text/plain")], "/plain", 415),
        ("a form with a file", vec![("content-type", "multipart/form-data; boundary=x")], "/plain", 415),
        ("a form elsewhere", vec![FORM], "/v1/requests/x/answer", 415),
        ("a form at the login", vec![FORM], "/v1/login", 415),
        ("below it", vec![FORM], "/plain/", 415),
    ] {
        assert_eq!(hub.send("POST", path, &headers, &body).await.status, status, "{name}");
    }
    for (name, token, status) in
        [("none", "", 401), ("wrong", "byleave_x", 401), ("agent", &agent, 403), ("break\r\n", "a\r\nb", 401)]
    {
        let fields = [("token", token), ("id", &id), ("call_hash", hash), ("answer", "allow")];
        let told = form(&hub, &fields).await;
        assert_eq!(told.status, status, "{name}");
        assert!(!told.text.contains("npm install"), "{name}");
    }
    for (name, fields, status) in [
        ("a viewer", [("token", viewer.as_str()), ("id", &id), ("call_hash", hash), ("answer", "allow")], 403),
        ("another session", [("token", &other), ("id", &id), ("call_hash", hash), ("answer", "allow")], 404),
        ("another hash", [("token", &approver), ("id", &id), ("call_hash", "sha256:0"), ("answer", "allow")], 409),
        ("no hash", [("token", &approver), ("id", &id), ("call_hash", ""), ("answer", "allow")], 409),
        ("no answer we know", [("token", &approver), ("id", &id), ("call_hash", hash), ("answer", "yes")], 400),
        ("twice", [("token", &approver), ("answer", "deny"), ("id", &id), ("answer", "allow")], 400),
    ] {
        assert_eq!(form(&hub, &fields).await.status, status, "{name}");
    }
    let path = format!("/plain?token={approver}&id={id}&answer=allow");
    assert_eq!(hub.send("GET", &path, &[], "").await.status, 400, "never in an address");
    assert_eq!(hub.get("/plain", &approver).await.status, 200);
    assert_eq!(hub.get(&format!("/v1/calls/{id}"), &agent).await.status, 202, "nothing of all that answered");
    let told = hub.send("POST", "/plain", &[FORM, ("origin", &origin), ("sec-fetch-site", "same-origin")], &body).await;
    assert_eq!(told.status, 200, "{told:?}");
    assert!(told.text.contains("Allowed, this once."), "{told:?}");
    assert!(!told.head.contains("set-cookie"), "there is no cookie to steal");
    assert!(told.head.contains("form-action 'self'") && told.head.contains("no-store"), "{told:?}");
    assert_eq!(hub.get(&format!("/v1/calls/{id}"), &agent).await.body["approved"], true);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_grave_must_be_read_and_what_is_critical_typed_here_too() {
    let folder = Folder::new("plain-grave");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let trick = "sudo rm -rf '<img src=x onerror=alert(1)>' \u{202e}";
    let id = hub.pending(&agent, trick).await;
    let hash = hub.get(&format!("/v1/requests/{id}"), &approver).await.body["request"]["call_hash"].clone();
    let hash = hash.as_str().unwrap();
    let shown = form(&hub, &[("token", &approver)]).await;
    assert!(shown.text.contains("CRITICAL") && shown.text.contains("&lt;img src=x onerror"), "{shown:?}");
    assert!(!shown.text.contains("<img") && !shown.text.contains('\u{202e}'), "{shown:?}");
    let base = [("token", approver.as_str()), ("id", &id), ("call_hash", hash), ("answer", "allow")];
    for (more, status) in [
        (vec![], 400),
        (vec![("read", "yes")], 400),
        (vec![("proof", "allow")], 400),
        (vec![("read", "yes"), ("proof", "yes")], 400),
        (vec![("read", "yes"), ("proof", "allow")], 200),
    ] {
        let fields: Vec<(&str, &str)> = base.iter().copied().chain(more.iter().copied()).collect();
        assert_eq!(form(&hub, &fields).await.status, status, "{more:?}");
    }
    // What is long must be read whatever its risk.
    let id = hub.pending(&agent, &format!("npm install {}", "one-more-package ".repeat(30))).await;
    let hash = hub.get(&format!("/v1/requests/{id}"), &approver).await.body["request"]["call_hash"].clone();
    let long = [("token", approver.as_str()), ("id", &id), ("call_hash", hash.as_str().unwrap()), ("answer", "allow")];
    assert_eq!(form(&hub, &long).await.status, 400);
    let read: Vec<(&str, &str)> = long.iter().copied().chain([("read", "yes")]).collect();
    assert_eq!(form(&hub, &read).await.status, 200);
    let id = hub.pending(&agent, "npm install").await;
    let hash = hub.get(&format!("/v1/requests/{id}"), &approver).await.body["request"]["call_hash"].clone();
    let hash = hash.as_str().unwrap();
    let no =
        [("token", approver.as_str()), ("id", &id), ("call_hash", hash), ("answer", "deny"), ("feedback", "Use yarn")];
    assert!(form(&hub, &no).await.text.contains("Denied."));
    let told = hub.get(&format!("/v1/calls/{id}"), &agent).await;
    assert_eq!((&told.body["approved"], &told.body["feedback"]), (&json!(false), &json!("Use yarn")));
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_tokens_in_forms_count_against_the_machine_as_all_others_do() {
    let folder = Folder::new("plain-wrong");
    let limits = Limits { wrong: 1, ..Wish::default().limits };
    let hub = Running::start(&folder, Wish { limits, ..Wish::default() }).await;
    let mut statuses = Vec::new();
    while statuses.len() < 50 && !statuses.contains(&429) {
        statuses.push(form(&hub, &[("token", "byleave_x")]).await.status);
    }
    assert!(statuses.starts_with(&[401]) && statuses.contains(&429), "{statuses:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_read_arguments_in_the_order_in_which_they_were_sent() {
    let folder = Folder::new("plain-order");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let bearer = format!("Bearer {agent}");
    let headers = [("authorization", bearer.as_str()), ("content-type", "application/json")];
    let sent = r#"{"wait":0,"tool":"mcp__tracker__create","arguments":{"title":"a","body":{"arguments":{"z":1}},"labels":[]}}"#;
    let told = hub.send("POST", "/v1/calls", &headers, sent).await;
    assert_eq!(told.status, 202, "{told:?}");
    let frame = hub.get("/v1/requests", &approver).await.body["requests"][0].clone();
    assert_eq!(frame["arguments_order"], json!(["title", "body", "labels"]));
    let page = form(&hub, &[("token", &approver)]).await.text;
    let places = ["<code>title</code>", "<code>body</code>", "<code>labels</code>"].map(|name| page.find(name));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{page}");
    // In another order it is the same call.
    let sorted = json!({"tool": "mcp__tracker__create", "arguments": {"body": {"arguments": {"z": 1}}, "labels": [], "title": "a"}, "wait": 0});
    let again = hub.post("/v1/calls", &agent, &sorted).await;
    assert_eq!(again.body["request"]["call_hash"], frame["call_hash"]);
    assert!(again.body["request"]["arguments_order"].is_null(), "sorted by name anyway");
    // A socket has no body of its own for each call, so there the agent says it.
    let mut line = hub.line(&agent).await;
    let call = json!({"type": "call", "id": "x", "tool": "mcp__a__b", "arguments": {"a": 1, "b": 2}, "arguments_order": ["b", "a", "b", "c"]});
    line.say(&call.to_string()).await;
    line.next("pending").await;
    let frames = hub.get("/v1/requests", &approver).await.body["requests"].clone();
    let frame = frames.as_array().unwrap().iter().find(|one| one["tool"] == "mcp__a__b").unwrap().clone();
    assert_eq!(
        (&frame["arguments_order"], &frame["arguments"]),
        (&json!(["b", "a", "b", "c"]), &json!({"a": 1, "b": 2}))
    );
    hub.stop().await;
}
