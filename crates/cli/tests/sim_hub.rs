//! `byleave sim --hub`: the same story at a hub, with somebody there who answers.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod serving;

use std::collections::VecDeque;
use std::io::Write as _;
use std::path::Path;
use std::process::{Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use byleave_gate::Role;
use serde_json::{Value, json};
use serving::{STORE, Serving, byleave, folder, send, store, token_here};

/// A hub, its address, and tokens for an agent and an approver.
fn serve(directory: &Path) -> (Serving, String, String, String) {
    let [agent, approver] = [Role::Agent, Role::Approver].map(|role| token_here(&store(directory), role, role.name()));
    let hub = Serving::start(directory, STORE, &[]);
    let url = format!("http://{}", hub.host);
    (hub, url, agent, approver)
}

/// Somebody at the hub who gives these answers, one after another.
fn approver(host: &str, token: &str, mut answers: VecDeque<Value>, over: &AtomicBool) {
    while !over.load(Ordering::Relaxed) {
        let (_, waiting) = send(host, token, "GET", "/v1/requests", "").unwrap();
        if let Some(id) = waiting.pointer("/requests/0/id").and_then(Value::as_str)
            && let Some(answer) = answers.pop_front()
        {
            send(host, token, "POST", &format!("/v1/requests/{id}/answer"), &answer.to_string()).unwrap();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn sim(directory: &Path, script: &Value, arguments: &[&str], token: Option<&str>) -> Output {
    let mut command = byleave(directory, &[&["sim", "-"], arguments].concat());
    command.env_remove("BYLEAVE_TOKEN");
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
    let folder = folder("sim-hub-same");
    let answers = json!([
        {"approved": true},
        {"approved": false, "mode": "reject_soft", "feedback": "not now"},
        {"approved": false, "feedback": "stop"},
        {"approved": true, "arguments": {"command": "npm ci --offline"}},
    ]);
    let alone = events(&sim(&folder, &json!({"turns": story(), "answers": answers}), &[], None));
    let (hub, url, agent, approving) = serve(&folder);
    let over = Arc::new(AtomicBool::new(false));
    let answering = std::thread::spawn({
        let (host, over) = (hub.host.clone(), Arc::clone(&over));
        let answers = answers.as_array().unwrap().iter().cloned().collect();
        move || approver(&host, &approving, answers, &over)
    });
    let told = events(&sim(&folder, &json!({"turns": story()}), &["--hub", &url], Some(&agent)));
    over.store(true, Ordering::Relaxed);
    answering.join().unwrap();
    assert_eq!(form(&told), form(&alone));
    let executed: Vec<&Value> = told.iter().filter(|one| one["event"] == "executed").collect();
    assert_eq!(executed.len(), 3, "{executed:?}");
}

#[test]
fn a_script_in_a_session_that_was_there_before_runs_again() {
    let folder = folder("sim-hub-again");
    let (_hub, url, agent, _) = serve(&folder);
    let file = folder.join("agent.token");
    std::fs::write(&file, format!("{agent}\n")).unwrap();
    let script = json!({"session": "work", "turns": [[{"id": "a", "tool": "bash", "arguments": {"command": "pwd"}}]]});
    for _ in 0..2 {
        let told = events(&sim(&folder, &script, &["--hub", &url, "--token-file", file.to_str().unwrap()], None));
        assert!(told.iter().any(|one| one["event"] == "executed"), "{told:?}");
    }
}

#[test]
fn without_a_hub_or_its_leave_nothing_runs() {
    let folder = folder("sim-hub-refused");
    let (_hub, url, agent, approver) = serve(&folder);
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
