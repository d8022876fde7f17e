//! `byleave acp` as an editor starts it: a process between two others, with the store and the hub of every other command.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod serving;

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use byleave_gate::{Role, block_on};
use byleave_store::{Attended, Sqlite};
use serde_json::{Value, json};
use serving::{Serving, byleave, folder, send, token, until};

const POLICY: &str = r#"
permissions:
  "Bash(make)": { allowed: true, reason: we build }
  "Bash(npm publish *)": { allowed: ask, reason: a release }
"#;

fn project(name: &str, policy: &str) -> PathBuf {
    let folder = folder(&format!("acp-{name}"));
    std::fs::create_dir_all(folder.join("app/.git")).unwrap();
    std::fs::create_dir_all(folder.join(".config/byleave")).unwrap();
    std::fs::write(folder.join(".config/byleave/policy.yaml"), policy).unwrap();
    folder
}

/// An editor, and behind byleave an agent that is a shell script.
struct Editor {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Editor {
    fn start(home: &Path, agent: &str) -> Self {
        let mut command = byleave(home, &["acp", "--agent", "claude", "--", "sh", "-c", agent]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (to, from) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, to, from }
    }

    fn says(&mut self, message: &Value) {
        self.to.as_mut().unwrap().write_all(format!("{message}\n").as_bytes()).unwrap();
    }

    fn hears(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn code(mut self) -> Option<i32> {
        drop(self.to.take());
        self.child.wait().unwrap().code()
    }
}

/// An agent that opens a session, asks for leave to run a command, and writes down the answer.
fn asking(command: &str) -> String {
    let options = json!([
        { "optionId": "always", "name": "Always", "kind": "allow_always" },
        { "optionId": "once", "name": "Once", "kind": "allow_once" },
        { "optionId": "no", "name": "No", "kind": "reject_once" },
    ]);
    let call = json!({ "toolCallId": "t1", "name": "Bash", "rawInput": { "command": command } });
    let params = json!({ "sessionId": "s1", "toolCall": call, "options": options });
    let opened = json!({ "jsonrpc": "2.0", "id": 1, "result": { "sessionId": "s1" } });
    let asks = json!({ "jsonrpc": "2.0", "id": 7, "method": "session/request_permission", "params": params });
    format!("read -r line; echo '{opened}'; echo '{asks}'; read -r answer; echo \"$answer\" > answer; exit 3")
}

fn opens(home: &Path) -> Value {
    json!({ "jsonrpc": "2.0", "id": 1, "method": "session/new", "params": { "cwd": home.join("app"), "mcpServers": [] } })
}

/// Whether the agent has read the whole answer. An editor that leaves before ends the agent's input.
fn has_answer(home: &Path) -> bool {
    std::fs::read_to_string(home.join("answer")).is_ok_and(|text| text.ends_with('\n'))
}

fn answer(home: &Path) -> String {
    let told: Value = serde_json::from_str(&std::fs::read_to_string(home.join("answer")).unwrap()).unwrap();
    assert_eq!(told["id"], 7);
    told["result"]["outcome"]["optionId"].as_str().unwrap().to_owned()
}

fn records(home: &Path) -> Vec<Value> {
    let output = byleave(home, &["audit", "query", "--json"]).output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn an_allowed_call_is_answered_once_on_record_and_the_agents_code_is_byleaves() {
    let home = project("allowed", POLICY);
    let mut editor = Editor::start(&home, &asking("make"));
    editor.says(&opens(&home));
    assert_eq!(editor.hears()["result"]["sessionId"], "s1");
    until(|| has_answer(&home));
    assert_eq!(editor.code(), Some(3));
    assert_eq!(answer(&home), "once");
    let records = records(&home);
    assert_eq!(
        (&records[0]["session"], &records[0]["agent"], &records[0]["approved"]),
        (&json!("s1"), &json!("claude"), &json!(true))
    );
}

#[test]
fn what_asks_goes_to_the_editor_and_the_hub_and_the_first_answer_wins() {
    let home = project("hub", POLICY);
    let path = home.join(".local/state/byleave/record.db");
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let approver = token(&Sqlite::open(&path).unwrap(), Role::Approver, "ann");
    let hub = Serving::start(&home, path.to_str().unwrap(), &[]);
    // As if an approver were connected.
    Attended::beside(&path).touch().unwrap();
    let mut editor = Editor::start(&home, &asking("npm publish x"));
    editor.says(&opens(&home));
    let _ = editor.hears();
    let question = editor.hears();
    assert_eq!(question["method"], "session/request_permission");
    let store = Sqlite::open(&path).unwrap();
    let open = || block_on(byleave_gate::Store::requests(&store, byleave_gate::RequestState::Pending)).unwrap();
    until(|| !open().is_empty());
    let id = open()[0].id.clone();
    let yes = json!({ "approved": true }).to_string();
    let (status, told) = send(&hub.host, &approver, "POST", &format!("/v1/requests/{id}/answer"), &yes).unwrap();
    assert_eq!(status, 200, "{told}");
    // The editor takes its question off. Its no comes too late.
    let withdrawn = loop {
        let heard = editor.hears();
        if heard["method"] == "$/cancel_request" {
            break heard;
        }
    };
    assert_eq!(withdrawn["params"]["requestId"], question["id"]);
    until(|| has_answer(&home));
    assert_eq!(editor.code(), Some(3));
    assert_eq!(answer(&home), "once");
    let records = records(&home);
    let decided = records.iter().find(|row| row["tool"] == "Bash" || row["tool"] == "bash").unwrap();
    assert_eq!((&decided["channel"], &decided["person"]), (&json!("hub"), &json!("ann")));
}

#[test]
fn nothing_starts_on_a_broken_policy_or_without_an_agent() {
    let home = project("broken", "permisions: {}\n");
    let output = byleave(&home, &["acp", "--", "touch", "started"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(!home.join("started").exists());
    let home = project("none", POLICY);
    for words in [["acp", "--", "/nowhere/agent"].as_slice(), &["acp", "--agent", "clod", "--", "true"], &["acp"]] {
        assert_eq!(byleave(&home, words).output().unwrap().status.code(), Some(2), "{words:?}");
    }
}

#[test]
fn an_editor_that_leaves_ends_the_agent() {
    let home = project("left", POLICY);
    // An agent that ends with its input, and one that does not.
    assert_eq!(Editor::start(&home, "cat > /dev/null; exit 4").code(), Some(4));
    assert_eq!(Editor::start(&home, "exec sleep 1000").code(), Some(1));
}

#[test]
fn an_alarm_is_logged_as_the_call_that_it_is_about_and_what_the_policy_says_of_it() {
    let home = project("alarm", POLICY);
    let update = json!({ "sessionUpdate": "tool_call", "toolCallId": "t1", "title": "touch x", "name": "Bash",
        "rawInput": { "command": "touch x" }, "status": "completed" });
    let opened = json!({ "jsonrpc": "2.0", "id": 1, "result": { "sessionId": "s1" } });
    let ran =
        json!({ "jsonrpc": "2.0", "method": "session/update", "params": { "sessionId": "s1", "update": update } });
    let mut editor = Editor::start(&home, &format!("read -r line; echo '{opened}'; echo '{ran}'; read -r end; exit 0"));
    editor.says(&opens(&home));
    editor.hears();
    editor.hears();
    assert_eq!(editor.code(), Some(0));
    for words in [&["log"][..], &["audit", "query"]] {
        let output = byleave(&home, words).output().unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(
            told.contains("bash touch x") && told.contains("policy: ask") && !told.contains('{'),
            "{words:?}: {told}"
        );
    }
}

#[test]
fn what_is_not_enforced_is_said_at_the_start_and_opencode_is_told_to_ask() {
    let home = project("start", POLICY);
    for (agent, set, told, expected) in [
        ("opencode", None, "agent.NAME.permission", r#"{"*":"ask"}"#),
        ("opencode", Some("{}"), "is set already", "{}"),
        ("gemini", None, "only an alarm on record", ""),
    ] {
        let script = "printf %s \"$OPENCODE_PERMISSION\" > permission";
        let mut command = byleave(&home, &["acp", "--agent", agent, "--", "sh", "-c", script]);
        command.env_remove("OPENCODE_PERMISSION");
        if let Some(set) = set {
            command.env("OPENCODE_PERMISSION", set);
        }
        let output = command.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(told), "{agent}: {said}");
        assert_eq!(std::fs::read_to_string(home.join("permission")).unwrap(), expected, "{agent}");
    }
}
