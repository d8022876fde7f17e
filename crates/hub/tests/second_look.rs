//! What people see and do beyond the answer: the file as it is, how far a grant reaches, taking back, more time.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::Duration;

use byleave_gate::{Query, Role};
use byleave_policy::rules::Rule;
use byleave_policy::{Policy, Verdict};
use serde_json::{Value, json};
use support::{Folder, Response, Running, Wish};

/// Puts a call about a file of a project, and gives the id of the request.
async fn put(hub: &Running, agent: &str, project: &Path, tool: &str, path: &str) -> String {
    let call = json!({
        "tool": tool, "arguments": {"file_path": path, "content": "new\n"}, "cwd": project, "project": project,
        "home": "/home/dev", "wait": 0,
    });
    let response = hub.post("/v1/calls", agent, &call).await;
    assert_eq!(response.status, 202, "{path}: {response:?}");
    response.body["id"].as_str().unwrap().to_owned()
}

fn project(folder: &Folder) -> std::path::PathBuf {
    let project = folder.0.join("app");
    fs::create_dir_all(project.join("src")).unwrap();
    fs::write(project.join("src/a.txt"), "old\n").unwrap();
    fs::write(project.join(".env"), "PASSWORD=hunter2hunter2\n").unwrap();
    fs::write(project.join("conf.txt"), "token = ghp_0123456789abcdefghijABCDEFGHIJ012345\n").unwrap();
    fs::write(project.join("binary"), [0_u8, 159, 146, 150]).unwrap();
    fs::write(project.join("large"), vec![b'x'; 600 << 10]).unwrap();
    fs::write(project.join("private.txt"), "not to be read\n").unwrap();
    fs::write(folder.0.join("outside.txt"), "outside\n").unwrap();
    symlink(folder.0.join("outside.txt"), project.join("leads-out")).unwrap();
    symlink(project.join(".env"), project.join("notes.md")).unwrap();
    fs::hard_link(project.join("private.txt"), project.join("other-name")).unwrap();
    project
}

#[tokio::test(flavor = "multi_thread")]
async fn the_file_is_shown_only_where_it_is_plain_inside_the_project_and_no_secret() {
    let folder = Folder::new("file");
    let project = project(&folder);
    let rule = Rule::new("Read(denied/**)", Verdict::Deny).unwrap();
    let mut policy = Policy::default();
    policy.rules.push(rule);
    fs::create_dir_all(project.join("denied")).unwrap();
    fs::write(project.join("denied/x"), "x").unwrap();
    let hub = Running::start(&folder, Wish { policy, ..Wish::default() }).await;
    let (agent, viewer) = (hub.token(Role::Agent, None).await, hub.token(Role::Viewer, None).await);
    for (tool, path, state) in [
        ("write", "src/a.txt", "present"),
        ("Edit", "src/../src/a.txt", "present"),
        ("MultiEdit", "src/a.txt", "present"),
        ("delete_file", "src/a.txt", "present"),
        ("write", "src/new.txt", "absent"),
        ("write", ".env", "unseen"),
        ("write", "notes.md", "unseen"),
        ("write", "leads-out", "unseen"),
        ("write", "../outside.txt", "unseen"),
        ("write", "/etc/hostname", "unseen"),
        ("write", "src", "unseen"),
        ("write", ".", "unseen"),
        ("write", "binary", "unseen"),
        ("write", "large", "unseen"),
        ("write", "other-name", "unseen"),
        ("write", "~/x", "unseen"),
        ("write", "denied/x", "unseen"),
        ("write", ".git/config", "unseen"),
        ("unknown_tool", "src/a.txt", "unseen"),
    ] {
        let id = put(&hub, &agent, &project, tool, path).await;
        let seen = hub.get(&format!("/v1/requests/{id}/file"), &viewer).await;
        assert_eq!((seen.status, &seen.body["state"]), (200, &json!(state)), "{tool} {path}: {seen:?}");
        assert_eq!(seen.body.get("content").is_some(), state == "present", "{path}: {seen:?}");
        assert_eq!(seen.body["reason"].is_string(), state == "unseen", "{path}: {seen:?}");
    }
    let id = put(&hub, &agent, &project, "write", "src/a.txt").await;
    let path = format!("/v1/requests/{id}/file");
    let first = hub.get(&path, &viewer).await;
    assert_eq!(first.body["content"], "old\n");
    assert_eq!(hub.get(&path, &viewer).await.body["hash"], first.body["hash"], "the same file");
    fs::write(project.join("src/a.txt"), "other\n").unwrap();
    assert_ne!(hub.get(&path, &viewer).await.body["hash"], first.body["hash"], "it changed");
    let id = put(&hub, &agent, &project, "write", "conf.txt").await;
    let seen = hub.get(&format!("/v1/requests/{id}/file"), &viewer).await;
    assert!(!seen.text.contains("ghp_0123456789abcdef"), "a secret is hidden as in the arguments: {seen:?}");
    // Neither agents nor those of another session see it.
    let other = hub.token(Role::Approver, Some("another")).await;
    assert_eq!(hub.get(&path, &agent).await.status, 403);
    assert_eq!(hub.get(&path, &other).await.status, 404);
    assert_eq!(hub.post(&path, &viewer, &json!({})).await.status, 405);
    // A whole home, or everything, is no project.
    for (project, home) in [("/", "/home/dev"), (folder.0.to_str().unwrap(), project.to_str().unwrap())] {
        let call = json!({"tool": "write", "arguments": {"path": format!("{}/app/src/a.txt", folder.0.display()), "content": "x"},
            "cwd": project, "project": project, "home": home, "wait": 0});
        let id = hub.post("/v1/calls", &agent, &call).await.body["id"].as_str().unwrap().to_owned();
        assert_eq!(hub.get(&format!("/v1/requests/{id}/file"), &viewer).await.body["state"], "unseen", "{project}");
    }
    hub.stop().await;
    // After a restart nobody knows where it came from.
    let hub = Running::start(&folder, Wish::default()).await;
    assert_eq!(hub.get(&path, &viewer).await.body["state"], "unseen");
    hub.stop().await;
}

/// Puts a command and answers it.
async fn answered(hub: &Running, agent: &str, approver: &str, command: &str, answer: Value) -> Response {
    let id = hub.pending(agent, command).await;
    hub.post(&format!("/v1/requests/{id}/answer"), approver, &answer).await
}

#[tokio::test(flavor = "multi_thread")]
async fn how_far_a_grant_would_reach_is_counted_by_what_happened() {
    let folder = Folder::new("radius");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let (yes, no) = (json!({"approved": true}), json!({"approved": false, "mode": "reject_soft"}));
    for (command, answer) in [
        ("npm test a", &yes),
        ("npm test b", &no),
        ("npm test", &yes),
        ("npm publish", &no),
        ("npm test && npm publish", &yes),
        ("rm -rf build", &yes),
        ("make all", &yes),
    ] {
        assert_eq!(answered(&hub, &agent, &approver, command, answer.clone()).await.status, 200, "{command}");
    }
    assert_eq!(hub.call(&agent, "git status").await.status, 200);
    let id = hub.pending(&agent, "npm test").await;
    let path = format!("/v1/requests/{id}/radius");
    for (breadth, covered, rejected) in [("exact", 1, 0), ("prefix", 3, 1), ("tool", 4, 1)] {
        let told = hub.post(&path, &approver, &json!({"scope": "session", "breadth": breadth})).await;
        assert_eq!(told.status, 200, "{told:?}");
        let found = (&told.body["covered"], &told.body["rejected"], &told.body["in_reach"]);
        assert_eq!(found, (&json!(covered), &json!(rejected), &json!(covered)), "{breadth}: {told:?}");
        assert_eq!(told.body["looked"], 8);
        let calls = told.body["calls"].as_array().unwrap();
        assert_eq!(calls.len(), covered, "{told:?}");
        assert!(rejected == 0 || calls[0]["approved"] == false, "what was rejected stands first: {told:?}");
    }
    let rows = hub.store.rows(&Query::default()).await.unwrap().len();
    assert_eq!(hub.post(&path, &agent, &json!({})).await.status, 403);
    assert_eq!(hub.post(&path, &approver, &json!({"breadth": "all"})).await.status, 400);
    assert_eq!(hub.post(&path, &approver, &json!({"scope": "session", "x": 1})).await.status, 400);
    assert_eq!(
        hub.store.rows(&Query::default()).await.unwrap().len(),
        rows + 1,
        "only the refused attempt is on record"
    );
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_taken_back_only_before_the_agent_has_it_and_by_its_giver() {
    let folder = Folder::new("undo");
    let hub = Running::start(&folder, Wish::default()).await;
    let agent = hub.token(Role::Agent, None).await;
    let (_, ann) = hub.named(Role::Approver, "ann", None).await;
    let (_, bob) = hub.named(Role::Approver, "bob", None).await;
    let mut socket = hub.socket(&bob).await;
    let id = hub.pending(&agent, "npm install").await;
    let path = |what: &str| format!("/v1/requests/{id}/{what}");
    socket.next("approval_needed").await;
    assert_eq!(hub.post(&path("undo"), &ann, &json!({})).await.status, 409, "nobody answered");
    assert_eq!(hub.post(&path("answer"), &ann, &json!({"approved": true})).await.status, 200);
    socket.next("approval_resolved").await;
    assert_eq!(hub.post(&path("undo"), &bob, &json!({})).await.status, 409, "not bob's answer");
    assert_eq!(hub.post(&path("undo"), &agent, &json!({})).await.status, 403);
    assert_eq!(hub.post(&path("undo"), &ann, &json!({})).await.status, 200);
    assert_eq!(socket.next("approval_needed").await["id"], id.as_str(), "it waits again for everybody");
    assert_eq!(hub.get(&format!("/v1/calls/{id}"), &agent).await.status, 202, "the agent got nothing");
    let no = json!({"approved": false, "mode": "reject_soft"});
    assert_eq!(hub.post(&path("answer"), &bob, &no).await.status, 200);
    let told = hub.get(&format!("/v1/calls/{id}"), &agent).await;
    assert_eq!((told.status, &told.body["approved"]), (200, &json!(false)), "the second answer counts");
    assert_eq!(hub.post(&path("undo"), &bob, &json!({})).await.status, 409, "the agent has it");
    let rows = hub.store.rows(&Query::default()).await.unwrap();
    let reasons: Vec<String> =
        rows.iter().map(|row| serde_json::from_str::<Value>(&row.body).unwrap()["reason"].to_string()).collect();
    assert!(reasons[2].contains("took the answer back"), "{reasons:?}");
    // What left something behind has its own way back.
    for answer in [json!({"approved": true, "scope": "session"}), json!({"approved": false, "mode": "reject_hard"})] {
        let id = hub.pending(&agent, "npm run x").await;
        let told = hub.post(&format!("/v1/requests/{id}/answer"), &ann, &answer).await;
        assert_eq!(told.status, 200);
        assert_eq!(hub.post(&format!("/v1/requests/{id}/undo"), &ann, &json!({})).await.status, 409, "{answer}");
        if let Some(grant) = told.body["grant"].as_str() {
            assert_eq!(hub.post(&format!("/v1/grants/{grant}/revoke"), &ann, &json!({})).await.status, 200);
        } else {
            assert_eq!(answer["approved"], false, "an approval for the session names its grant: {told:?}");
        }
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_and_collect_at_once_have_one_winner_100_times() {
    let folder = Folder::new("undo-race");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    for number in 0..100 {
        let id = hub.pending(&agent, &format!("npm install {number}")).await;
        let answer = format!("/v1/requests/{id}/answer");
        assert_eq!(hub.post(&answer, &approver, &json!({"approved": true})).await.status, 200);
        let (undo, call) = (format!("/v1/requests/{id}/undo"), format!("/v1/calls/{id}"));
        let nothing = json!({});
        let (undone, told) = tokio::join!(hub.post(&undo, &approver, &nothing), hub.get(&call, &agent));
        match undone.status {
            200 => assert_eq!(told.status, 202, "{told:?}"),
            409 => assert_eq!((told.status, &told.body["approved"]), (200, &json!(true)), "{told:?}"),
            _ => panic!("{undone:?}"),
        }
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_is_given_more_time_ten_times_and_here_and_elsewhere_it_waits_on() {
    let folder = Folder::new("extend");
    let brief = || Wish { policy: Policy { ask_timeout_seconds: Some(2), ..Policy::default() }, ..Wish::default() };
    let (hub, other) = (Running::start(&folder, brief()).await, Running::start(&folder, brief()).await);
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    let id = hub.pending(&agent, "npm install").await;
    let frame = socket.next("approval_needed").await;
    let path = format!("/v1/requests/{id}/extend");
    assert_eq!(hub.post(&path, &agent, &json!({})).await.status, 403);
    let longer = hub.post(&path, &approver, &json!({})).await;
    assert_eq!(longer.status, 200, "{longer:?}");
    assert!(longer.body["expires_at"].as_str() > frame["expires_at"].as_str());
    assert_eq!(socket.next("approval_extended").await["expires_at"], longer.body["expires_at"]);
    tokio::time::sleep(Duration::from_millis(2600)).await;
    for hub in [&hub, &other] {
        let listed = hub.get("/v1/requests", &approver).await;
        assert_eq!(listed.body["requests"][0]["expires_at"], longer.body["expires_at"], "{listed:?}");
    }
    for _ in 1..10 {
        assert_eq!(hub.post(&path, &approver, &json!({})).await.status, 200);
    }
    let often = hub.post(&path, &approver, &json!({})).await;
    assert_eq!((often.status, &often.body["error"]), (409, &json!("too_often")));
    let answer = format!("/v1/requests/{id}/answer");
    assert_eq!(other.post(&answer, &approver, &json!({"approved": true})).await.status, 200);
    assert_eq!(hub.post(&path, &approver, &json!({})).await.status, 409, "answered");
    hub.stop().await;
    other.stop().await;
}
