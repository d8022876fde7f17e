//! More of the life of a request: several people, files that change, somebody who is told, what happened meanwhile.
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
use byleave_hub::{Escalation, Limits};
use byleave_policy::rules::Rule;
use byleave_policy::{Policy, Unattended, Verdict};
use serde_json::{Value, json};
use support::{Folder, Running, Wish};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

fn two() -> Wish {
    let mut policy = Policy::default();
    policy.rules.push(Rule { approvals: 2, ..Rule::new("Bash(npm publish *)", Verdict::Ask).unwrap() });
    Wish { policy, ..Wish::default() }
}

fn brief(seconds: u32) -> Wish {
    Wish { policy: Policy { ask_timeout_seconds: Some(seconds), ..Policy::default() }, ..Wish::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_must_agree_at_any_hub_and_a_kill_between_them_loses_nothing() {
    let folder = Folder::new("quorum");
    let mut hub = Running::start(&folder, two()).await;
    let other = Running::start(&folder, two()).await;
    let agent = hub.token(Role::Agent, None).await;
    let (_, ann) = hub.named(Role::Approver, "ann", None).await;
    let (_, phone) = hub.named(Role::Approver, "ann", None).await;
    let (_, bob) = hub.named(Role::Approver, "bob", None).await;
    let mut socket = hub.socket(&bob).await;
    let mut there = other.socket(&bob).await;
    let id = hub.pending(&agent, "npm publish").await;
    assert_eq!(socket.next("approval_needed").await["approvals"], json!({"needed": 2, "given": []}));
    there.next("approval_needed").await;
    let (path, yes) = (format!("/v1/requests/{id}/answer"), json!({"approved": true, "scope": "session"}));
    for token in [&ann, &ann, &phone] {
        let told = hub.post(&path, token, &yes).await;
        assert_eq!((told.status, &told.body["approved"]), (202, &json!(null)), "{told:?}");
        assert_eq!(told.body["approvals"], json!({"needed": 2, "given": ["ann"]}));
    }
    for socket in [&mut socket, &mut there] {
        let given = socket.next("approval_given").await;
        assert_eq!((&given["by"], &given["approvals"]["given"]), (&json!("ann"), &json!(["ann"])));
    }
    let edit = json!({"approved": true, "arguments": {"command": "npm publish --dry-run"}});
    let refused = hub.post(&path, &bob, &edit).await;
    assert_eq!((refused.status, &refused.body["error"]), (422, &json!("not_editable")));
    hub.kill().await;
    hub = Running::start(&folder, two()).await;
    assert_eq!(hub.get(&format!("/v1/calls/{id}"), &agent).await.status, 202, "one is not two");
    let listed = hub.get("/v1/requests", &bob).await.body;
    assert_eq!(listed["requests"][0]["approvals"], json!({"needed": 2, "given": ["ann"]}));
    let told = other.post(&path, &bob, &yes).await;
    assert_eq!((told.status, &told.body["approved"]), (200, &json!(true)), "{told:?}");
    let told = hub.get(&format!("/v1/calls/{id}?wait=20"), &agent).await.body;
    assert_eq!((&told["approved"], &told["approvals"]), (&json!(true), &json!(["ann", "bob"])));
    let rows = hub.store.rows(&Query::default()).await.unwrap();
    let entry: Value = serde_json::from_str(&rows.last().unwrap().body).unwrap();
    assert_eq!((rows.len(), &entry["approvals"]), (1, &json!(["ann", "bob"])));
    hub.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s6_who_asks_is_never_among_those_who_agree() {
    let folder = Folder::new("self");
    let hub = Running::start(&folder, two()).await;
    let (_, agent) = hub.named(Role::Agent, "builder", None).await;
    let (gone, ann) = hub.named(Role::Approver, "ann", None).await;
    let id = hub.pending(&agent, "npm publish").await;
    let (path, yes) = (format!("/v1/requests/{id}/answer"), json!({"approved": true}));
    for claimed in [json!({"approved": true, "by": "bob"}), json!({"approved": true, "person": "bob"})] {
        assert_eq!(hub.post(&path, &agent, &claimed).await.status, 403);
        assert_eq!(hub.post(&path, &ann, &claimed).await.status, 422, "{claimed}");
    }
    assert_eq!(hub.post(&path, &agent, &yes).await.status, 403);
    assert_eq!(hub.post(&path, &ann, &yes).await.body["approvals"]["given"], json!(["ann"]));
    for nobody in ["page", "approver", "admin"] {
        let (_, token) = hub.named(Role::Admin, nobody, None).await;
        let refused = hub.post(&path, &token, &yes).await;
        assert_eq!((refused.status, &refused.body["error"]), (403, &json!("no_name")), "{nobody}");
    }
    // Whoever is nobody any more between two looks agrees to nothing.
    hub.store.revoke_token(&gone, jiff::Timestamp::now()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(hub.post(&path, &ann, &yes).await.status, 401);
    assert_eq!(hub.get(&format!("/v1/calls/{id}"), &agent).await.status, 202);
    let (_, bob) = hub.named(Role::Approver, "bob", None).await;
    let told = hub.post(&path, &bob, &yes).await;
    assert_eq!(
        (told.status, &told.body["approvals"]["given"]),
        (202, &json!(["bob"])),
        "ann's yes went with her token"
    );
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_with_a_stand_in_is_refused_and_secrets_are_not_kept_longer_than_needed() {
    let folder = Folder::new("stand-in");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let secret = "hunter2hunter2";
    let id = hub.pending(&agent, &format!("mysql -p{secret} -e 'drop table x'")).await;
    let path = format!("/v1/requests/{id}/answer");
    let shown = hub.get(&format!("/v1/requests/{id}"), &approver).await.body["request"]["arguments"].clone();
    let command = shown["command"].as_str().unwrap();
    assert!(command.contains("REDACTED") && !command.contains(secret), "{command}");
    let edited = json!({"approved": true, "arguments": {"command": command.replace("drop table x", "select 1")}});
    let refused = hub.post(&path, &approver, &edited).await;
    assert_eq!((refused.status, &refused.body["error"]), (422, &json!("stand_in")), "{refused:?}");
    assert_eq!(hub.get(&format!("/v1/calls/{id}"), &agent).await.status, 202, "nothing is decided");
    // Sent back as it was shown, it is the call as it was asked.
    assert_eq!(hub.post(&path, &approver, &json!({"approved": true, "arguments": shown})).await.status, 200);
    let told = hub.get(&format!("/v1/calls/{id}"), &agent).await.body;
    assert_eq!((&told["approved"], &told["edited"], &told["arguments"]), (&json!(true), &json!(false), &json!(null)));
    // An edit that brings a secret of its own: the agent gets it, nobody else, and it is not kept.
    let id = hub.pending(&agent, "mysql -e 'select 2'").await;
    let own = json!({"command": format!("mysql -p{secret} -e 'select 2'")});
    let answer = json!({"approved": true, "arguments": own});
    assert_eq!(hub.post(&format!("/v1/requests/{id}/answer"), &approver, &answer).await.status, 200);
    let shown = hub.get(&format!("/v1/requests/{id}"), &approver).await;
    assert!(!shown.text.contains(secret), "{}", shown.text);
    assert_eq!(hub.get(&format!("/v1/calls/{id}"), &agent).await.body["arguments"], own);
    let kept = hub.store.request(&id).await.unwrap().unwrap();
    assert_eq!(kept.state, RequestState::Released);
    assert!(!kept.answer.unwrap().to_string().contains(secret), "it was given out, so nobody needs it any more");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s12_files_that_change_while_the_question_is_open_do_not_run() {
    let folder = Folder::new("seal");
    let project = folder.0.join("project");
    std::fs::create_dir_all(project.join("other")).unwrap();
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let write = |name: &str, text: &str| std::fs::write(project.join(name), text).unwrap();
    let link = |to: &str| {
        let _ = std::fs::remove_file(project.join("link.sh"));
        std::os::unix::fs::symlink(to, project.join("link.sh")).unwrap();
    };
    let bash = |command: &str| ("bash", json!({"command": command}));
    let put = |name: &str| ("write", json!({"file_path": project.join(name).to_str().unwrap(), "content": "new"}));
    for (what, (tool, arguments), late, change) in [
        ("nothing", bash("./run.sh && bash deploy.sh"), false, None),
        ("a program", bash("./run.sh"), false, Some(&(|| write("run.sh", "evil")) as &dyn Fn())),
        ("a script", bash("bash deploy.sh"), false, Some(&(|| write("deploy.sh", "evil")))),
        ("a sourced script", bash("source deploy.sh"), false, Some(&(|| write("deploy.sh", "evil")))),
        ("a script of another language", bash("python3 x.py"), false, Some(&(|| write("x.py", "evil")))),
        ("a script on standard input", bash("bash < deploy.sh"), false, Some(&(|| write("deploy.sh", "evil")))),
        ("one that was not there", bash("cd other && ./new.sh"), false, Some(&(|| write("other/new.sh", "evil")))),
        ("a link that is swapped", bash("bash link.sh"), false, Some(&(|| link("run.sh")))),
        ("a written file", put("notes.md"), false, Some(&(|| write("notes.md", "another's")))),
        ("where a redirection leads", bash("make > link.sh"), false, Some(&(|| link("run.sh")))),
        ("after the answer", bash("./run.sh"), true, Some(&(|| write("run.sh", "evil")))),
    ] {
        for (name, text) in [("run.sh", "ls"), ("deploy.sh", "ls"), ("x.py", "1"), ("notes.md", "old")] {
            write(name, text);
        }
        let _ = std::fs::remove_file(project.join("other/new.sh"));
        link("deploy.sh");
        let call = json!({"tool": tool, "arguments": arguments, "cwd": project, "project": project, "wait": 0});
        let put = hub.post("/v1/calls", &agent, &call).await;
        assert_eq!(put.status, 202, "{what} {put:?}");
        let id = put.body["id"].as_str().unwrap().to_owned();
        if let Some(change) = change.filter(|_| !late) {
            change();
        }
        let answered = hub.post(&format!("/v1/requests/{id}/answer"), &approver, &json!({"approved": true})).await;
        assert_eq!(answered.body["approved"], change.is_none() || late, "{what} {answered:?}");
        if let Some(change) = change.filter(|_| late) {
            change();
        }
        let told = hub.get(&format!("/v1/calls/{id}"), &agent).await;
        assert_eq!((told.status, &told.body["approved"]), (200, &json!(change.is_none())), "{what} {told:?}");
        if change.is_some() {
            assert_eq!(told.body["cause"], "changed", "{what}");
            assert!(told.body["reason"].as_str().unwrap().starts_with("the file changed while"), "{what} {told:?}");
        }
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_grant_settles_what_waits_at_any_depth_below() {
    let folder = Folder::new("deep");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let ask = |session: &str, parent: Option<&str>| {
        let call = json!({
            "tool": "bash", "arguments": {"command": "npm install"}, "session": session, "parent_session": parent, "wait": 0,
        });
        let (hub, agent) = (&hub, &agent);
        async move { hub.post("/v1/calls", agent, &call).await.body["id"].as_str().unwrap().to_owned() }
    };
    let mut ids = Vec::new();
    for (session, parent) in
        [("top", None), ("one", Some("top")), ("two", Some("one")), ("three", Some("two")), ("beside", None)]
    {
        ids.push(ask(session, parent).await);
    }
    let granted = json!({"approved": true, "scope": "session", "breadth": "exact"});
    assert_eq!(hub.post(&format!("/v1/requests/{}/answer", ids[1]), &approver, &granted).await.status, 200);
    for (id, covered) in ids.iter().zip([false, true, true, true, false]) {
        let told = hub.get(&format!("/v1/calls/{id}"), &agent).await;
        assert_eq!(told.status == 200 && told.body["approved"] == true, covered, "{told:?}");
    }
    // A stop reaches as far.
    let below = ask("four", Some("beside")).await;
    let deeper = ask("five", Some("four")).await;
    assert_eq!(hub.post("/v1/sessions/beside/stop", &approver, &json!({})).await.status, 200);
    for id in [&below, &deeper, &ids[4]] {
        let told = hub.get(&format!("/v1/calls/{id}"), &agent).await.body;
        assert_eq!((&told["approved"], &told["stop"]), (&json!(false), &json!(true)), "{told}");
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn s17_agents_that_use_all_connections_do_not_keep_people_out() {
    let folder = Folder::new("reserve");
    let limits = Limits {
        connections: 12,
        connections_kept: 4,
        sockets: 3,
        sockets_kept: 1,
        sockets_each: 9,
        ..Wish::default().limits
    };
    let hub = Arc::new(Running::start(&folder, Wish { limits, ..Wish::default() }).await);
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let viewer = hub.token(Role::Viewer, None).await;
    let id = hub.pending(&agent, "npm install").await;
    let mut waiting = Vec::new();
    for _ in 0..8 {
        let mut stream = TcpStream::connect(("127.0.0.1", hub.port)).await.unwrap();
        let head = format!(
            "GET /v1/calls/{id}?wait=60 HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nauthorization: Bearer {agent}\r\n\r\n",
            hub.port
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        waiting.push(stream);
    }
    // All of them are in before anybody else comes.
    for _ in 0..100 {
        if hub.call(&agent, "git status").await.status == 503 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let full = hub.call(&agent, "git status").await;
    assert_eq!((full.status, &full.body["approved"]), (503, &json!(false)), "{full:?}");
    assert_eq!(hub.get("/v1/requests", &approver).await.status, 200, "people come in");
    let (one, other) = (hub.socket(&viewer).await, hub.socket(&viewer).await);
    let third = hub.try_socket(&[("authorization", &format!("Bearer {viewer}"))]).await;
    assert_eq!(third.err(), Some(503), "the last sockets are for those who answer");
    let mut socket = hub.socket(&approver).await;
    assert_eq!(socket.next("approval_needed").await["id"], id.as_str());
    let yes = json!({"approved": true});
    assert_eq!(hub.post(&format!("/v1/requests/{id}/answer"), &approver, &yes).await.status, 200);
    drop((one, other, waiting));
    Arc::into_inner(hub).unwrap().stop().await;
}

/// A receiver on this machine that takes so many messages after failing so often; what it got.
async fn receiver(fails: usize, takes: usize) -> (u16, tokio::task::JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let task = tokio::spawn(async move {
        let mut got = Vec::new();
        for number in 0..fails + takes {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut text = String::new();
            let mut bytes = [0; 4096];
            while !text.ends_with('}') {
                let count = stream.read(&mut bytes).await.unwrap();
                text.push_str(&String::from_utf8_lossy(&bytes[..count]));
            }
            // What it says is no answer, whatever it says.
            let body = r#"{"approved":true,"scope":"always"}"#;
            let status = if number < fails { "503 Busy" } else { "200 OK" };
            let reply = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
            stream.write_all(reply.as_bytes()).await.unwrap();
            got.push(text);
        }
        got
    });
    (port, task)
}

const SECRET: &[u8] = b"0123456789abcdef0123456789abcdef";

fn told(port: u16, after: Duration) -> Escalation {
    Escalation::new(after, &format!("http://127.0.0.1:{port}/hook?x=1"), SECRET, "http://hub.example/", None).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn s3_a_waiting_request_is_escalated_once_and_cannot_be_answered_by_it() {
    let folder = Folder::new("escalate");
    let (port, receiving) = receiver(1, 1).await;
    let wish = || Wish { escalation: Some(told(port, Duration::from_millis(500))), ..brief(60) };
    let (one, other) = (Running::start(&folder, wish()).await, Running::start(&folder, wish()).await);
    let (agent, approver) = (one.token(Role::Agent, None).await, one.token(Role::Approver, None).await);
    let answered = one.pending(&agent, "npm test").await;
    let yes = json!({"approved": true});
    assert_eq!(one.post(&format!("/v1/requests/{answered}/answer"), &approver, &yes).await.status, 200);
    let id = one.pending(&agent, "npm install very-secret-name").await;
    // Both nodes look; one of them takes it.
    let got = receiving.await.unwrap();
    assert_eq!(got.len(), 2, "the first was refused");
    for text in &got {
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("POST /hook?x=1 HTTP/1.1\r\n"), "{head}");
        let message: Value = serde_json::from_str(body).unwrap();
        assert_eq!((&message["id"], &message["risk"]), (&json!(id), &json!("medium")), "{message}");
        assert_eq!(message["link"], format!("http://hub.example/#/queue/{id}"));
        assert!(!text.contains("very-secret-name") && !text.contains("npm"), "{text}");
        let signature = head.lines().find_map(|line| line.strip_prefix("x-byleave-signature: ")).unwrap();
        assert_eq!(signature, sign(signature, body));
    }
    let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
    let again = tokio::time::timeout(Duration::from_millis(1500), listener.accept()).await;
    assert!(again.is_err(), "once, at whatever node");
    assert_eq!(one.get(&format!("/v1/calls/{id}"), &agent).await.status, 202, "it waits on");
    let digest = one.get("/v1/digest?since=2020-01-01T00:00:00Z", &approver).await.body;
    assert_eq!(digest["escalated"], json!({"total": 1, "ids": [id]}), "{digest}");
    one.stop().await;
    other.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_whose_rule_escalates_does_not_wait_for_the_hour_while_no_approver_is_connected() {
    let folder = Folder::new("urgent");
    let (port, receiving) = receiver(0, 1).await;
    let mut wish = Wish { escalation: Some(told(port, Duration::from_hours(1))), ..brief(60) };
    let rule = Rule::new("Bash(npm publish *)", Verdict::Ask).unwrap();
    wish.policy.rules.push(Rule { unattended: Some(Unattended::Escalate), ..rule });
    let hub = Running::start(&folder, wish).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    // An approver is there: this one waits for the hour.
    let socket = hub.socket(&approver).await;
    until(|| hub.hub.approvers() == 1).await;
    let seen = hub.pending(&agent, "npm publish seen").await;
    let yes = json!({"approved": true});
    assert_eq!(hub.post(&format!("/v1/requests/{seen}/answer"), &approver, &yes).await.status, 200);
    drop(socket);
    until(|| hub.hub.approvers() == 0).await;
    let other = hub.pending(&agent, "npm install x").await;
    let id = hub.pending(&agent, "npm publish x").await;
    let got = receiving.await.unwrap();
    assert!(got[0].contains(&id) && !got[0].contains(&other) && !got[0].contains(&seen), "{got:?}");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_may_not_wait_unattended_is_refused_at_once_while_no_approver_is_connected() {
    let folder = Folder::new("alone");
    let mut wish = brief(60);
    let rule = Rule::new("Bash(npm publish *)", Verdict::Ask).unwrap();
    wish.policy.rules.push(Rule { unattended: Some(Unattended::Deny), ..rule });
    let hub = Running::start(&folder, wish).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let told = hub.call(&agent, "npm publish alone").await;
    assert_eq!((told.status, &told.body["approved"], &told.body["cause"]), (200, &json!(false), &json!("no_channel")));
    assert_eq!(hub.get("/v1/requests", &approver).await.body["requests"], json!([]), "no one has to answer it");
    // What no rule speaks of waits, and so does this one while an approver is there.
    hub.pending(&agent, "npm install x").await;
    let socket = hub.socket(&approver).await;
    until(|| hub.hub.approvers() == 1).await;
    hub.pending(&agent, "npm publish seen").await;
    drop(socket);
    hub.stop().await;
}

async fn until(done: impl Fn() -> bool) {
    while !done() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// What the signature must be, worked out once more.
fn sign(given: &str, body: &str) -> String {
    use sha2::{Digest as _, Sha256};
    let time = given.strip_prefix("t=").and_then(|rest| rest.split_once(',')).unwrap().0;
    let padded =
        |with: u8| -> Vec<u8> { (0..64).map(|place| SECRET.get(place).copied().unwrap_or_default() ^ with).collect() };
    let inner = Sha256::digest([padded(0x36), format!("{time}.{body}").into_bytes()].concat());
    let outer = Sha256::digest([padded(0x5c), inner.to_vec()].concat());
    let hex = outer.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"));
    format!("t={time},v1={hex}")
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happened_meanwhile_is_told_to_those_who_ask() {
    let folder = Folder::new("digest");
    let hub = Running::start(&folder, brief(1)).await;
    let (agent, viewer) = (hub.token(Role::Agent, None).await, hub.token(Role::Viewer, None).await);
    let (_, ann) = hub.named(Role::Approver, "ann", None).await;
    let before = jiff::Timestamp::now();
    hub.call(&agent, "git status").await;
    hub.call(&agent, "git log").await;
    hub.call(&agent, "byleave trust").await;
    hub.get("/v1/requests", &agent).await;
    let expired = hub.pending(&agent, "make a").await;
    assert_eq!(hub.get(&format!("/v1/calls/{expired}?wait=20"), &agent).await.status, 410);
    let (one, same) = (hub.pending(&agent, "make b").await, hub.pending(&agent, "make b").await);
    let session = json!({"approved": true, "scope": "session", "breadth": "exact"});
    assert_eq!(hub.post(&format!("/v1/requests/{one}/answer"), &ann, &session).await.status, 200);
    assert_eq!(hub.get(&format!("/v1/calls/{same}?wait=20"), &agent).await.body["approved"], true);
    let no = hub.pending(&agent, "make c").await;
    let soft = json!({"approved": false, "mode": "reject_soft"});
    assert_eq!(hub.post(&format!("/v1/requests/{no}/answer"), &ann, &soft).await.status, 200);
    let digest = hub.get(&format!("/v1/digest?since={before}"), &viewer).await;
    assert_eq!(digest.status, 200, "{digest:?}");
    let mut body = digest.body;
    for time in ["since", "until"] {
        assert!(body[time].take().is_string(), "{time}");
    }
    let expected = json!({
        "since": null, "until": null, "complete": true, "decisions": 8,
        "allowed": {"total": 2, "by_source": {"safe": 2}},
        "denied": 1, "refused_attempts": 1,
        "approved": {"total": 1, "by_person": {"ann": 1}},
        "rejected": 1,
        "expired": {"total": 1, "ids": [expired]},
        "settled_by_grants": 1, "not_run": 0,
        "escalated": {"total": 0, "ids": []},
        "waiting": 0,
    });
    assert_eq!(body, expected);
    for (path, status) in [("/v1/digest", 400), ("/v1/digest?since=yesterday", 400)] {
        assert_eq!(hub.get(path, &viewer).await.status, status, "{path}");
    }
    assert_eq!(hub.get(&format!("/v1/digest?since={before}"), &agent).await.status, 403);
    // Only those who say since when they were away are told.
    let now = jiff::Timestamp::now();
    for (query, told) in [(format!("?since={before}"), true), (format!("?since={now}"), false), (String::new(), false)]
    {
        let mut socket = hub.socket_at(&format!("/ws{query}"), &ann).await;
        if told {
            let frame = socket.frame().await.unwrap();
            assert_eq!((&frame["type"], &frame["denied"]), (&json!("digest"), &json!(1)));
        }
        assert!(socket.is_quiet().await, "{query}");
    }
    let narrow = hub.token(Role::Viewer, Some("elsewhere")).await;
    assert_eq!(hub.get(&format!("/v1/digest?since={before}"), &narrow).await.body["decisions"], 0);
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_two_must_agree_one_does_not_make_it_automatic() {
    let folder = Folder::new("automatic");
    let ceiling = byleave_policy::Ceiling(byleave_policy::Mode::Yolo);
    let policy = Policy { ask_approvals: 2, ceiling, ..Policy::default() };
    let hub = Running::start(&folder, Wish { policy, ..Wish::default() }).await;
    let agent = hub.token(Role::Agent, None).await;
    let (_, ann) = hub.named(Role::Approver, "ann", None).await;
    let (_, bob) = hub.named(Role::Approver, "bob", None).await;
    let call = json!({"tool": "bash", "arguments": {"command": "npm install"}, "session": "s", "wait": 0});
    let id = hub.post("/v1/calls", &agent, &call).await.body["id"].as_str().unwrap().to_owned();
    for (mode, status) in [("yolo", 403), ("autoEdit", 403), ("default", 200)] {
        let told = hub.post("/v1/sessions/s/mode", &ann, &json!({"mode": mode})).await;
        assert_eq!(told.status, status, "{mode} {told:?}");
    }
    let mut session = hub.store.session("s").await.unwrap().unwrap();
    session.mode = Some(byleave_policy::Mode::Yolo);
    let raised = byleave_gate::Commit { session: Some(session), ..byleave_gate::Commit::at(jiff::Timestamp::now()) };
    hub.store.commit(raised).await.unwrap();
    assert_eq!(hub.post("/v1/calls", &agent, &call).await.status, 202, "not even if the store says so");
    let path = format!("/v1/requests/{id}/answer");
    assert_eq!(hub.post(&path, &ann, &json!({"approved": true, "scope": "session"})).await.status, 202);
    assert_eq!(hub.post(&path, &bob, &json!({"approved": true, "scope": "session"})).await.status, 200);
    assert_eq!(hub.post("/v1/calls", &agent, &call).await.body["approved"], true, "both gave leave for the session");
    hub.stop().await;
}
