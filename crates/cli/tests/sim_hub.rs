//! `byleave sim --hub`: the same story at a hub, with somebody there who answers.
#![expect(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use byleave_gate::{Role, Store as _, block_on};
use byleave_hub::token::{Wanted, make};
use byleave_store::Sqlite;
use serde_json::{Value, json};

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sim-hub-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// A hub that is killed at the end, whatever happens.
struct Serving {
    child: Child,
    host: String,
    store: Sqlite,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Serving {
    fn start(directory: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_byleave"))
            .args(["serve", "--listen", "127.0.0.1:0", "--store", "hub/record.db"])
            .current_dir(directory)
            .env("HOME", directory)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(std::fs::File::create(directory.join("log")).unwrap())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (place, _) = line.trim().split_once("/#token=").unwrap();
        let host = place.strip_prefix("http://").unwrap().to_owned();
        Self { child, host, store: Sqlite::open(directory.join("hub/record.db")).unwrap() }
    }

    fn token(&self, role: Role) -> String {
        let wanted = Wanted { name: role.name().to_owned(), role, session: None, expires: None };
        let (stored, secret) = make(wanted, jiff::Timestamp::now()).unwrap();
        block_on(self.store.put_token(stored)).unwrap();
        secret.reveal().to_owned()
    }
}

fn send(host: &str, token: &str, method: &str, path: &str, body: &str) -> Value {
    let mut stream = TcpStream::connect(host).unwrap();
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         authorization: Bearer {token}\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

/// Somebody at the hub who gives these answers, one after another.
fn approver(host: &str, token: &str, mut answers: VecDeque<Value>, over: &AtomicBool) {
    while !over.load(Ordering::Relaxed) {
        let waiting = send(host, token, "GET", "/v1/requests", "");
        if let Some(id) = waiting.pointer("/requests/0/id").and_then(Value::as_str)
            && let Some(answer) = answers.pop_front()
        {
            send(host, token, "POST", &format!("/v1/requests/{id}/answer"), &answer.to_string());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn sim(directory: &Path, script: &Value, arguments: &[&str], token: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_byleave"));
    command
        .args(["sim", "-"])
        .args(arguments)
        .current_dir(directory)
        .env("HOME", directory)
        .env_remove("BYLEAVE_TOKEN");
    if let Some(token) = token {
        command.env("BYLEAVE_TOKEN", token);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // Who is refused at once does not read it.
    let _ = child.stdin.take().unwrap().write_all(script.to_string().as_bytes());
    child.wait_with_output().unwrap()
}

fn events(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::str::from_utf8(&output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What can be compared between two runs: the events with their keys, and what does not change from run to run.
fn form(events: &[Value]) -> Vec<String> {
    let shown = |one: &Value| {
        let keys: Vec<&String> = one.as_object().unwrap().keys().collect();
        let same =
            ["event", "tool", "call", "turn", "verdict", "source", "rule", "cause", "reason", "arguments", "text"];
        let same: Vec<String> = same.iter().map(|key| one[*key].to_string()).collect();
        format!("{keys:?} {}", same.join(" "))
    };
    events.iter().map(shown).collect()
}

fn story() -> Value {
    let call = |id: &str, command: &str| json!({"id": id, "tool": "bash", "arguments": {"command": command}});
    json!([
        {"user": "build it", "calls": [call("a", "pwd"), call("b", "npm install"), call("c", "byleave trust")]},
        {"user": "and test it", "calls": [call("d", "npm test"), call("e", "npm run build"), call("f", "ls")]},
        {"user": "go on", "calls": [call("g", "npm ci")]},
    ])
}

#[test]
fn at_a_hub_a_script_tells_the_same_story_as_alone() {
    let folder = folder("same");
    let answers = json!([
        {"approved": true},
        {"approved": false, "mode": "reject_soft", "feedback": "not now"},
        {"approved": false, "feedback": "stop"},
        {"approved": true, "arguments": {"command": "npm ci --offline"}},
    ]);
    let alone = events(&sim(&folder, &json!({"turns": story(), "answers": answers}), &[], None));
    let hub = Serving::start(&folder);
    let over = Arc::new(AtomicBool::new(false));
    let answering = std::thread::spawn({
        let (host, token, over) = (hub.host.clone(), hub.token(Role::Approver), Arc::clone(&over));
        let answers = answers.as_array().unwrap().iter().cloned().collect();
        move || approver(&host, &token, answers, &over)
    });
    let url = format!("http://{}", hub.host);
    let told = events(&sim(&folder, &json!({"turns": story()}), &["--hub", &url], Some(&hub.token(Role::Agent))));
    over.store(true, Ordering::Relaxed);
    answering.join().unwrap();
    assert_eq!(form(&told), form(&alone));
    let executed: Vec<&Value> = told.iter().filter(|one| one["event"] == "executed").collect();
    assert_eq!(executed.len(), 3, "{executed:?}");
}

#[test]
fn a_script_in_a_session_that_was_there_before_runs_again() {
    let folder = folder("again");
    let hub = Serving::start(&folder);
    let file = folder.join("agent.token");
    std::fs::write(&file, format!("{}\n", hub.token(Role::Agent))).unwrap();
    let script = json!({"session": "work", "turns": [[{"id": "a", "tool": "bash", "arguments": {"command": "pwd"}}]]});
    let url = format!("http://{}", hub.host);
    for _ in 0..2 {
        let told = events(&sim(&folder, &script, &["--hub", &url, "--token-file", file.to_str().unwrap()], None));
        assert!(told.iter().any(|one| one["event"] == "executed"), "{told:?}");
    }
}

#[test]
fn without_a_hub_or_its_leave_nothing_runs() {
    let folder = folder("refused");
    let hub = Serving::start(&folder);
    let (agent, approver) = (hub.token(Role::Agent), hub.token(Role::Approver));
    let url = format!("http://{}", hub.host);
    for (arguments, token, says) in [
        (vec!["--hub", &url], None, "--token-file FILE"),
        (vec!["--hub", &url], Some(approver.as_str()), "403"),
        (vec!["--hub", &url], Some("byleave_x"), "401"),
        (vec!["--hub", &url, "--token-file", "nowhere"], Some(&agent), "cannot read nowhere"),
        (vec!["--hub", "http://hub.example"], Some(&agent), "another machine"),
        (vec!["--hub", &url, "--store", "x.db"], Some(&agent), "cannot be used with"),
        (vec!["--token-file", "x"], None, "--hub"),
    ] {
        let output = sim(&folder, &story(), &arguments, token);
        let log = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {log}");
        assert!(log.contains(says) && output.stdout.is_empty(), "{arguments:?} {log}");
        assert!(!log.contains(agent.rsplit('_').next().unwrap()), "{log}");
    }
}
