//! `byleave mcp serve` and `byleave mcp pins`, as clients and people start them.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod serving;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use serde_json::{Value, json};
use serving::{byleave, folder};

const POLICY: &str = r#"
permissions:
  "Bash(make)": { allowed: true, reason: we build }
  "Bash(git push *)": { allowed: false, reason: people push }
"#;

fn home(name: &str) -> PathBuf {
    let folder = folder(&format!("mcp-{name}"));
    std::fs::create_dir_all(folder.join(".git")).unwrap();
    std::fs::create_dir_all(folder.join(".config/byleave")).unwrap();
    std::fs::write(folder.join(".config/byleave/policy.yaml"), POLICY).unwrap();
    folder
}

/// What a server answers to some lines.
fn answers(home: &Path, words: &[&str], lines: &[String]) -> Vec<Value> {
    let mut child = byleave(home, words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    for line in lines {
        stdin.write_all(line.as_bytes()).unwrap();
        stdin.write_all(b"\n").unwrap();
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn call(id: u32, name: &str, arguments: &Value) -> String {
    json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": name, "arguments": arguments } })
        .to_string()
}

/// The text of a result, read as JSON.
fn told(answer: &Value) -> Value {
    serde_json::from_str(answer["result"]["content"][0]["text"].as_str().unwrap()).unwrap_or(Value::Null)
}

#[test]
fn agents_learn_what_would_happen_and_why_something_did() {
    let home = home("serve");
    let bash = |command: &str| json!({ "tool": "bash", "arguments": { "command": command } });
    let prompt =
        |command: &str| json!({ "tool_name": "Bash", "input": { "command": command }, "tool_use_id": "toolu_1" });
    let lines = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18"}})
            .to_string(),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string(),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}).to_string(),
        call(3, "check", &bash("make")),
        call(4, "check", &bash("git push origin")),
        call(5, "explain", &bash("npm install")),
        call(6, "permission_prompt", &prompt("make")),
        call(7, "permission_prompt", &prompt("git push origin")),
        call(8, "permission_prompt", &prompt("npm install")),
        call(9, "why", &json!({ "count": 3 })),
        call(10, "check", &json!({ "tool": "bash", "arguments": "ls" })),
        call(11, "approve", &json!({})),
        "{".to_owned(),
        json!({"jsonrpc": "2.0", "id": 12, "method": "resources/list"}).to_string(),
    ];
    let all = answers(&home, &["mcp", "serve"], &lines);
    assert_eq!(all.len(), 13);
    assert_eq!(all[0]["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(all[1]["result"]["tools"].as_array().unwrap().len(), 4);
    assert_eq!(told(&all[2])["verdict"], "allow");
    assert_eq!((&told(&all[3])["verdict"], &told(&all[3])["reason"]), (&json!("deny"), &json!("people push")));
    let explained = told(&all[4]);
    assert!(explained["verdict"] == "ask" && !explained["findings"].as_array().unwrap().is_empty(), "{explained}");
    assert_eq!(told(&all[5]), json!({ "behavior": "allow", "updatedInput": { "command": "make" } }));
    for (place, words) in [(6, "people push"), (7, "without a question: byleave allow")] {
        let answer = told(&all[place]);
        assert_eq!(answer["behavior"], "deny");
        assert!(answer["message"].as_str().unwrap().contains(words), "{answer}");
    }
    let why = told(&all[8]);
    let ran: Vec<bool> = why.as_array().unwrap().iter().map(|one| one["ran"].as_bool().unwrap()).collect();
    assert_eq!(ran, [false, false, true], "{why}");
    assert_eq!(all[9]["result"]["isError"], true);
    for place in [10, 11, 12] {
        assert!(all[place]["error"]["code"].is_i64(), "{}", all[place]);
    }
}

#[test]
fn a_gate_says_what_is_missing_and_pins_need_a_person() {
    let home = home("usage");
    for (words, expected) in [
        (["mcp"].as_slice(), "after `--`"),
        (&["mcp", "--name", "a__b", "--", "true"], "not a name for a server"),
        (&["mcp", "--", "/no/such/server"], "cannot be started"),
        (&["mcp", "pins", "accept", "fs"], "needs a person at a terminal"),
        (&["mcp", "pins", "show", "fs"], "no MCP server `fs` was seen"),
    ] {
        let output = byleave(&home, words).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && told.contains(expected), "{words:?}: {told}");
    }
    let output = byleave(&home, &["mcp", "pins", "list"]).output().unwrap();
    assert!(
        output.status.success() && String::from_utf8(output.stdout).unwrap().contains("no MCP server was seen yet")
    );
}

#[test]
fn a_signal_to_the_gate_ends_a_server_that_would_go_on_without_its_client() {
    let home = home("signal");
    let server = "trap '' TERM INT HUP; echo $$ >pid; while :; do sleep 0.1; done";
    let mut gate = byleave(&home, &["mcp", "--name", "stubborn", "--", "sh", "-c", server])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let pid = loop {
        let text = std::fs::read_to_string(home.join("pid")).unwrap_or_default();
        if text.ends_with('\n') {
            break text;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    let told = std::process::Command::new("kill").args(["-TERM", &gate.id().to_string()]).status().unwrap();
    assert!(told.success());
    gate.wait().unwrap();
    assert!(!Path::new("/proc").join(pid.trim()).exists(), "the server lives on");
}
