//! `byleave mcp` behind a coding agent: its hook, its gate and a hub share a store, as `byleave init` sets them up.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod serving;

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{Shutdown, TcpStream};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::thread;

use byleave_gate::{RequestState, Role, Store as _, block_on};
use byleave_mcp::pins::Pins;
use byleave_store::{Attended, Sqlite};
use serde_json::{Value, json};
use serving::{Serving, byleave, folder, send, token, until};

/// A server that writes down the calls that reach it.
const SERVER: &str = r#"
while IFS= read -r line; do
    id=${line#*'"id":'} id=${id%%[,\}]*}
    case $line in
    *'"initialize"'*) result='{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"n","version":"1"}}' ;;
    *'"tools/list"'*) result='{"tools":[{"name":"echo","description":"'$(cat description)'","inputSchema":{"type":"object"}}]}' ;;
    *'"tools/call"'*) printf '%s\n' "$line" >>calls && result='{"content":[{"type":"text","text":"ran"}]}' ;;
    *) continue ;;
    esac
    printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$result"
done
"#;

/// A home with a project, a hub, and an approver who is connected.
struct Place {
    home: PathBuf,
    hub: Serving,
    approver: String,
    socket: TcpStream,
}

/// An approver at a hub, as long as the connection lasts.
fn connected(host: &str, approver: &str) -> TcpStream {
    let mut socket = TcpStream::connect(host).unwrap();
    let head = format!(
        "GET /ws HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {approver}\r\nupgrade: websocket\r\n\
         connection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    socket.write_all(head.as_bytes()).unwrap();
    socket
}

impl Place {
    fn new(name: &str, policy: &str) -> Self {
        let home = folder(&format!("mcp-gate-{name}"));
        std::fs::create_dir_all(home.join("app/.git")).unwrap();
        std::fs::create_dir_all(home.join(".config/byleave")).unwrap();
        std::fs::write(home.join(".config/byleave/policy.yaml"), policy).unwrap();
        std::fs::write(home.join("app/description"), "Echoes").unwrap();
        let path = home.join(".local/state/byleave/record.db");
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let approver = token(&Sqlite::open(&path).unwrap(), Role::Approver, "ann");
        let hub = Serving::start(&home, path.to_str().unwrap(), &[]);
        let socket = connected(&hub.host, &approver);
        until(|| Attended::beside(&path).is());
        Self { home, hub, approver, socket }
    }

    fn path(&self) -> PathBuf {
        self.home.join(".local/state/byleave/record.db")
    }

    /// The approver leaves.
    fn is_left(&self) {
        self.socket.shutdown(Shutdown::Both).unwrap();
        until(|| !Attended::beside(&self.path()).is());
    }

    fn pending(&self) -> Vec<String> {
        let store = Sqlite::open(self.path()).unwrap();
        block_on(store.requests(RequestState::Pending)).unwrap().into_iter().map(|request| request.id).collect()
    }

    /// The approver answers the one question that is open, as soon as it is.
    fn answers(&self, answer: &Value) {
        until(|| !self.pending().is_empty());
        let id = self.pending().remove(0);
        let path = format!("/v1/requests/{id}/answer");
        let (status, told) = send(&self.hub.host, &self.approver, "POST", &path, &answer.to_string()).unwrap();
        assert_eq!(status, 200, "{told}");
    }

    fn records(&self) -> Vec<Value> {
        let output = byleave(&self.home, &["audit", "query", "--json"]).output().unwrap();
        String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// What the hook of an agent answers about a call of an MCP tool.
    fn hook(&self, agent: &str, session: &str, id: &str, tool: &str, arguments: &Value) -> Value {
        let app = self.home.join("app");
        let said = json!({
            "session_id": session, "transcript_path": "/t", "cwd": app, "permission_mode": "bypassPermissions", "turn_id": "t",
            "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": arguments, "tool_use_id": id, "model": "m",
        });
        let mut command = byleave(&self.home, &["hook", "--agent", agent, "--event", "PreToolUse"]);
        command.env("CLAUDE_PROJECT_DIR", &app);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(said.to_string().as_bytes()).unwrap();
        serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap_or(Value::Null)
    }

    /// The same, with an approver who answers.
    fn hook_approved(&self, agent: &str, session: &str, id: &str, tool: &str, arguments: &Value, answer: &Value) {
        thread::scope(|scope| {
            let asked = scope.spawn(|| self.hook(agent, session, id, tool, arguments));
            self.answers(answer);
            let told = asked.join().unwrap();
            // Codex lets a call run of which its hook says nothing.
            let said = &told["hookSpecificOutput"]["permissionDecision"];
            assert_eq!(said, &if agent == "claude" { json!("allow") } else { Value::Null }, "{told}");
        });
    }

    fn calls(&self) -> usize {
        std::fs::read_to_string(self.home.join("app/calls")).unwrap_or_default().lines().count()
    }

    fn accept(&self, server: &str) {
        let pins = Pins::at(self.home.join(".local/state/byleave/mcp"));
        pins.accept(server, &pins.seen(server).unwrap()).unwrap();
    }
}

/// A client, and its server behind the gate.
struct Client {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Client {
    fn start(place: &Place, server: &str, session: Option<&str>, capabilities: &Value) -> Self {
        let mut command = byleave(&place.home, &["mcp", "--name", server, "--", "sh", "-c", SERVER]);
        command.current_dir(place.home.join("app")).env_remove("CLAUDE_CODE_SESSION_ID");
        if let Some(session) = session {
            command.env("CLAUDE_CODE_SESSION_ID", session);
        }
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut client = Self { child, to, from };
        client.says(&json!({
            "jsonrpc": "2.0", "id": 0, "method": "initialize",
            "params": { "protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": { "name": "c", "version": "1" } },
        }));
        client.hears();
        client
    }

    fn says(&mut self, message: &Value) {
        writeln!(self.to, "{message}").unwrap();
    }

    fn hears(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    fn asks_for(&mut self, id: u32, arguments: &Value, meta: &Value) {
        let params = json!({ "name": "echo", "arguments": arguments, "_meta": meta });
        self.says(&json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }));
    }

    /// The text of the next result, and whether it is an error.
    fn told(&mut self) -> (String, bool) {
        let heard = self.hears();
        let text = heard["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{heard}"));
        (text.to_owned(), heard["result"]["isError"] == true)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn claude(id: &str) -> Value {
    json!({ "claudecode/toolUseId": id })
}

const ASKS: &str = "permissions:\n  \"mcp__fs__echo\": { allowed: ask, reason: look first }\n";
const NOTHING: &str = "permissions: {}\n";

#[test]
fn a_client_that_closes_the_form_leaves_the_question_to_the_hub() {
    let forms = json!({ "elicitation": {} });
    for (answer, is_error) in [(json!({ "approved": true }), false), (json!({ "approved": false }), true)] {
        let place = Place::new(&format!("cancel-{is_error}"), NOTHING);
        let mut client = Client::start(&place, "fs", None, &forms);
        client.asks_for(1, &json!({}), &json!({}));
        let form = client.hears();
        assert_eq!(form["method"], "elicitation/create");
        client.says(&json!({ "jsonrpc": "2.0", "id": form["id"], "result": { "action": "cancel" } }));
        place.answers(&answer);
        let (words, failed) = client.told();
        assert_eq!(failed, is_error, "{words}");
        let records = place.records();
        let decided = records.iter().find(|row| row["tool"] == "mcp__fs__echo").unwrap();
        assert_eq!((&decided["channel"], &decided["person"]), (&json!("hub"), &json!("ann")));
    }
}

#[test]
fn a_form_that_is_declined_refuses_even_while_a_hub_is_there() {
    let place = Place::new("decline", NOTHING);
    let mut client = Client::start(&place, "fs", None, &json!({ "elicitation": {} }));
    client.asks_for(1, &json!({}), &json!({}));
    let form = client.hears();
    client.says(&json!({ "jsonrpc": "2.0", "id": form["id"], "result": { "action": "decline" } }));
    let (words, failed) = client.told();
    assert!(failed && words.contains("rejected"), "{words}");
    assert_eq!(place.calls(), 0);
}

#[test]
fn what_a_person_approved_at_the_hook_runs_at_the_gate_without_another_question() {
    for (name, policy, agent) in [("unruled", NOTHING, "claude"), ("rule", ASKS, "claude"), ("codex", NOTHING, "codex")]
    {
        let place = Place::new(&format!("after-{name}"), policy);
        let meta = if agent == "claude" { claude("t1") } else { json!({ "sessionId": "s1", "callId": "t1" }) };
        let session = (agent == "claude").then_some("s1");
        let mut client = Client::start(&place, "fs", session, &json!({}));
        place.hook_approved(agent, "s1", "t1", "mcp__fs__echo", &json!({ "word": "hi" }), &json!({ "approved": true }));
        client.asks_for(1, &json!({ "word": "hi" }), &meta);
        assert_eq!(client.told(), ("ran".to_owned(), false), "{name}");
        let records = place.records();
        let [hook, gate] = &records[..] else { panic!("{name}: two rows, not {records:?}") };
        assert_eq!(
            (&gate["approved"], &gate["person"], &gate["channel"]),
            (&json!(true), &json!("ann"), &json!("hook"))
        );
        assert!(gate["reason"].as_str().unwrap().contains(hook["id"].as_str().unwrap()), "the row it rests on: {gate}");
        assert_eq!(gate["request"], hook["request"]);
        // It counts once.
        client.asks_for(2, &json!({ "word": "hi" }), &meta);
        place.answers(&json!({ "approved": false }));
        assert!(client.told().1, "{name}");
        assert_eq!(place.calls(), 1);
    }
}

#[test]
fn an_approval_at_the_hook_counts_for_no_other_call() {
    let place = Place::new("other", NOTHING);
    let yes = json!({ "approved": true });
    let hi = json!({ "word": "hi" });
    for (claim, server, session, arguments, meta) in [
        ("other arguments", "fs", Some("s1"), json!({ "word": "ho" }), claude("t1")),
        ("more arguments", "fs", Some("s1"), json!({ "word": "hi", "x": 1 }), claude("t1")),
        ("another call", "fs", Some("s1"), hi.clone(), claude("t2")),
        ("a call without a name", "fs", Some("s1"), hi.clone(), json!({})),
        ("another session", "fs", Some("s2"), hi.clone(), claude("t1")),
        ("a client without a session", "fs", None, hi.clone(), claude("t1")),
        ("another server with a tool of this name", "sf", Some("s1"), hi.clone(), claude("t1")),
        (
            "Codex's names of another session",
            "fs",
            Some("s1"),
            hi.clone(),
            json!({ "sessionId": "s2", "callId": "t1" }),
        ),
    ] {
        place.hook_approved("claude", "s1", "t1", "mcp__fs__echo", &hi, &yes);
        let mut client = Client::start(&place, server, session, &json!({}));
        client.asks_for(1, &arguments, &meta);
        // It asks again, and that is answered by itself.
        place.answers(&json!({ "approved": false }));
        assert!(client.told().1, "{claim}");
    }
    // What a person refused, or the agent's own prompt was to ask about, is not approved.
    thread::scope(|scope| {
        scope.spawn(|| place.hook("claude", "s1", "t9", "mcp__fs__echo", &hi));
        place.answers(&json!({ "approved": false, "mode": "reject_soft" }));
    });
    place.is_left();
    let told = place.hook("claude", "s1", "t8", "mcp__fs__echo", &hi);
    assert_eq!(told["hookSpecificOutput"]["permissionDecision"], "ask", "{told}");
    let mut client = Client::start(&place, "fs", Some("s1"), &json!({}));
    for (id, name) in [(1, "t9"), (2, "t8")] {
        client.asks_for(id, &hi, &claude(name));
        let (words, failed) = client.told();
        assert!(failed && words.contains("needs a person's approval"), "{name}: {words}");
    }
    assert_eq!(place.calls(), 0);
}

#[test]
fn an_approval_at_the_hook_does_not_cover_what_the_person_did_not_see() {
    let place = Place::new("changed", NOTHING);
    let hi = json!({ "word": "hi" });
    let mut client = Client::start(&place, "fs", Some("s1"), &json!({}));
    client.says(&json!({ "jsonrpc": "2.0", "id": 9, "method": "tools/list" }));
    client.hears();
    place.accept("fs");
    drop(client);
    std::fs::write(place.home.join("app/description"), "Echoes, and mails it").unwrap();
    place.hook_approved("claude", "s1", "t1", "mcp__fs__echo", &hi, &json!({ "approved": true }));
    place.is_left();
    let mut client = Client::start(&place, "fs", Some("s1"), &json!({}));
    client.asks_for(1, &hi, &claude("t1"));
    let (words, failed) = client.told();
    assert!(failed && words.contains("byleave mcp pins accept fs"), "{words}");
    assert_eq!(place.calls(), 0);
}

#[test]
fn what_a_person_allowed_for_the_session_at_the_hook_holds_at_the_gate_for_a_tool_that_was_accepted() {
    let place = Place::new("session", NOTHING);
    let always = json!({ "approved": true, "scope": "session", "breadth": "tool" });
    let mut client = Client::start(&place, "fs", Some("s1"), &json!({}));
    place.hook_approved("claude", "s1", "t1", "mcp__fs__echo", &json!({ "word": "1" }), &always);
    place.is_left();
    client.asks_for(1, &json!({ "word": "1" }), &claude("t1"));
    assert_eq!(client.told(), ("ran".to_owned(), false));
    for (id, name, runs) in [(2, "t2", false), (3, "t3", true)] {
        let arguments = json!({ "word": name });
        let told = place.hook("claude", "s1", name, "mcp__fs__echo", &arguments);
        assert_eq!(told["hookSpecificOutput"]["permissionDecision"], "allow", "{told}");
        client.asks_for(id, &arguments, &claude(name));
        // No grant counts for a tool that no person accepted.
        assert_eq!(client.told().1, !runs, "{name}");
        place.accept("fs");
    }
}
