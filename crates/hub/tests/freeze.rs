//! The switch that freezes automatic approvals.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use byleave_gate::{AnsweredBy, Gate, Query, Role, freeze};
use byleave_policy::rules::Rule;
use byleave_policy::{Policy, Verdict};
use serde_json::{Value, json};
use support::{Folder, Running, Wish};

fn makes() -> Wish {
    let mut policy = Policy::default();
    policy.rules.push(Rule::new("Bash(make *)", Verdict::Allow).unwrap());
    policy.rules.push(Rule::new("Bash(make burn)", Verdict::Deny).unwrap());
    Wish { policy, ..Wish::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_holds_at_every_hub_and_what_waited_for_it_goes_on_when_it_ends() {
    let folder = Folder::new("freeze");
    let (hub, other) = (Running::start(&folder, makes()).await, Running::start(&folder, makes()).await);
    let agent = hub.token(Role::Agent, None).await;
    let (_, ann) = hub.named(Role::Approver, "ann", None).await;
    let (mut here, mut there) = (hub.socket(&ann).await, other.socket(&ann).await);
    assert_eq!(other.call(&agent, "make test").await.body["approved"], true, "before");
    let told = hub.post("/v1/freeze", &ann, &json!({"frozen": true, "reason": "odd pushes"})).await;
    assert_eq!((told.status, &told.body["frozen"]["by"]), (200, &json!("ann")), "{told:?}");
    for socket in [&mut here, &mut there] {
        let frozen = &socket.next("freeze_changed").await["frozen"];
        assert_eq!((&frozen["by"], &frozen["reason"]), (&json!("ann"), &json!("odd pushes")));
    }
    for node in [&hub, &other] {
        assert_eq!(node.get("/v1/freeze", &ann).await.body["frozen"]["reason"], "odd pushes");
        assert_eq!(node.call(&agent, "make burn").await.body["cause"], "policy", "it only tightens");
    }
    let id = other.pending(&agent, "make test").await;
    let asked = here.next("approval_needed").await;
    assert_eq!(asked["id"], json!(id));
    assert!(asked.to_string().contains("automatic approvals are frozen by ann: odd pushes"), "{asked}");
    let asks = other.pending(&agent, "npm publish").await;
    let text = hub.send("GET", "/metrics", &[], "").await;
    assert!(text.text.contains("byleave_frozen 1"), "{text:?}");
    // Again is nothing new.
    assert_eq!(hub.post("/v1/freeze", &ann, &json!({"frozen": true})).await.body["frozen"]["reason"], "odd pushes");
    let told = other.post("/v1/freeze", &ann, &json!({"frozen": false})).await;
    assert_eq!((told.status, &told.body), (200, &json!({"frozen": null, "hosts": []})));
    assert_eq!(here.next("freeze_changed").await["frozen"], json!(null));
    let ended = there.next("approval_resolved").await;
    assert_eq!((&ended["id"], &ended["by"]), (&json!(id), &json!("the end of the freeze")), "{ended}");
    assert_eq!(hub.get(&format!("/v1/calls/{id}?wait=20"), &agent).await.body["approved"], true);
    assert_eq!(hub.get(&format!("/v1/calls/{asks}"), &agent).await.status, 202, "what asks by itself waits on");
    let rows = hub.store.rows(&Query { tool: Some(freeze::TOOL.to_owned()), ..Query::default() }).await.unwrap();
    assert_eq!(rows.len(), 2, "both are on record");
    hub.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn it_outlives_a_kill_and_hubs_hear_of_it_from_elsewhere() {
    let folder = Folder::new("freeze_kill");
    let mut hub = Running::start(&folder, makes()).await;
    let agent = hub.token(Role::Agent, None).await;
    let (_, ann) = hub.named(Role::Approver, "ann", None).await;
    hub.post("/v1/freeze", &ann, &json!({"frozen": true})).await;
    hub.kill().await;
    hub = Running::start(&folder, makes()).await;
    let mut socket = hub.socket(&ann).await;
    let id = hub.pending(&agent, "make test").await;
    assert_eq!(socket.next("approval_needed").await["id"], json!(id));
    // Without a hub: a gate on the same store, as `byleave thaw` has it.
    let gate = Gate::builder().policy(Policy::default()).shared_store(hub.store.clone()).build().unwrap();
    gate.thaw(&AnsweredBy { person: "kim".to_owned(), channel: "cli".to_owned() }).await.unwrap();
    assert_eq!(socket.next("freeze_changed").await["frozen"], json!(null));
    assert_eq!(hub.get(&format!("/v1/calls/{id}?wait=20"), &agent).await.body["approved"], true);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_answers_everybody_may_and_nothing_malformed_counts() {
    let folder = Folder::new("freeze_roles");
    let hub = Running::start(&folder, makes()).await;
    let on = json!({"frozen": true});
    for (role, session, reads, sets) in [
        (Role::Agent, None, 403, 403),
        (Role::Viewer, None, 200, 403),
        (Role::Approver, Some("sess_1"), 200, 403),
        (Role::Approver, None, 200, 200),
        (Role::Admin, None, 200, 200),
    ] {
        let token = hub.token(role, session).await;
        assert_eq!(hub.get("/v1/freeze", &token).await.status, reads, "{role:?} {session:?}");
        assert_eq!(hub.post("/v1/freeze", &token, &on).await.status, sets, "{role:?} {session:?}");
    }
    let admin = hub.token(Role::Admin, None).await;
    hub.post("/v1/freeze", &admin, &json!({"frozen": false})).await;
    let long = "x".repeat(201);
    let bad: [Value; 6] = [
        json!({}),
        json!({"frozen": "true"}),
        json!({"frozen": 1}),
        json!({"frozen": null}),
        json!({"frozen": true, "reason": long}),
        json!({"frozen": true, "why": "x"}),
    ];
    for body in bad {
        assert_eq!(hub.post("/v1/freeze", &admin, &body).await.status, 400, "{body}");
    }
    assert_eq!(hub.get("/v1/freeze", &admin).await.body, json!({"frozen": null, "hosts": []}));
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_host_is_frozen_with_its_sub_sessions_and_the_others_work_on() {
    let folder = Folder::new("freeze-host");
    let (hub, other) = (Running::start(&folder, makes()).await, Running::start(&folder, makes()).await);
    let (one_id, one) = hub.named(Role::Agent, "one", None).await;
    let (_, two) = hub.named(Role::Agent, "two", None).await;
    let (_, ann) = hub.named(Role::Approver, "ann", None).await;
    let mut there = other.socket(&ann).await;
    let make = |session: &str, parent: Option<&str>| json!({"tool": "bash", "arguments": {"command": "make test"}, "session": session, "parent_session": parent, "wait": 0});
    assert_eq!(hub.post("/v1/calls", &one, &make("s_one", None)).await.body["approved"], true, "before");
    let told = hub.post("/v1/freeze", &ann, &json!({"frozen": true, "host": one_id, "reason": "odd"})).await;
    assert_eq!((told.status, &told.body["frozen"]), (200, &Value::Null), "{told:?}");
    assert_eq!((&told.body["hosts"][0]["host"], &told.body["hosts"][0]["by"]), (&json!(one_id), &json!("ann")));
    assert_eq!(there.next("freeze_changed").await["hosts"][0]["reason"], "odd", "the other hub tells it too");
    // A session it had, a new one, one below another, at either hub; and the other host, also through the other hub.
    for (node, agent, session, parent, runs) in [
        (&hub, &one, "s_one", None, false),
        (&other, &one, "s_new", None, false),
        (&other, &one, "s_sub", Some("s_one"), false),
        (&hub, &two, "s_two", None, true),
        (&other, &two, "s_two", None, true),
    ] {
        let came = node.post("/v1/calls", agent, &make(session, parent)).await;
        assert_eq!(came.status, if runs { 200 } else { 202 }, "{session}: {came:?}");
        assert!(runs || came.text.contains("automatic approvals of this host are frozen by ann: odd"), "{came:?}");
    }
    for (body, token, status) in [
        (json!({"frozen": true, "host": "tok_nobody"}), &ann, 404),
        (json!({"frozen": true, "host": 7}), &ann, 400),
        (json!({"frozen": false, "host": one_id}), &one, 403),
    ] {
        assert_eq!(hub.post("/v1/freeze", token, &body).await.status, status, "{body}");
    }
    // That of everybody begins and ends without it.
    for (frozen, runs) in [(true, 202), (false, 200)] {
        assert_eq!(hub.post("/v1/freeze", &ann, &json!({"frozen": frozen})).await.status, 200);
        assert_eq!(hub.post("/v1/calls", &two, &make("s_two", None)).await.status, runs, "{frozen}");
        assert_eq!(hub.post("/v1/calls", &one, &make("s_one", None)).await.status, 202, "{frozen}");
    }
    let told = other.post("/v1/freeze", &ann, &json!({"frozen": false, "host": one_id})).await;
    assert_eq!((told.status, &told.body), (200, &json!({"frozen": null, "hosts": []})));
    assert_eq!(hub.post("/v1/calls", &one, &make("s_one", None)).await.body["approved"], true, "after");
    let rows = hub.store.rows(&Query { tool: Some(freeze::TOOL.to_owned()), ..Query::default() }).await.unwrap();
    let named = rows.iter().filter(|row| row.body.contains(&one_id)).count();
    assert_eq!((rows.len(), named), (4, 2), "each on record, with its host");
}
