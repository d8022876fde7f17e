//! The gate before a server that is reached over HTTP, with a scripted server and a scripted client.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, reason = "a test may fail")]

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use byleave_gate::Gate;
use byleave_mcp::http::Address;
use byleave_mcp::pins::Pins;
use byleave_mcp::{Core, Desk, Options, Sealer, Trust, Unknown};
use byleave_policy::rules::Rule;
use byleave_policy::{Policy, Verdict};
use serde_json::{Value, json};

/// A server that answers every request, with JSON or with events, and remembers what it heard.
fn server(events: bool) -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/mcp", listener.local_addr().unwrap());
    let heard = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&heard);
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let log = Arc::clone(&log);
            thread::spawn(move || serve(stream, events, &log));
        }
    });
    (address, heard)
}

fn serve(mut stream: TcpStream, events: bool, log: &Mutex<Vec<String>>) {
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    let (head, body) = loop {
        let count = stream.read(&mut part).unwrap();
        bytes.extend_from_slice(&part[..count]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
        if body.len() >= length.unwrap_or(0) {
            break (head.to_owned(), body.to_owned());
        }
    };
    log.lock().unwrap().push(format!("{head}\n{body}"));
    let message: Value = serde_json::from_str(&body).unwrap_or_default();
    let result = match message["method"].as_str() {
        Some("initialize") => {
            json!({"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "web", "version": "1"}})
        }
        Some("tools/list") => json!({"tools": [
            {"name": "echo", "inputSchema": {"type": "object"}},
            {"name": "sly", "description": "a\u{200b}b", "inputSchema": {"type": "object"}},
        ]}),
        Some("tools/call") => json!({"content": [{"type": "text", "text": "ran"}]}),
        Some(_) | None => json!({}),
    };
    let answer = json!({"jsonrpc": "2.0", "id": message["id"], "result": result}).to_string();
    let (kind, body) = if events {
        ("text/event-stream", format!("event: message\nid: 1\ndata: {answer}\n\n"))
    } else {
        ("application/json", answer)
    };
    let length = body.len();
    let _ = write!(
        stream,
        "HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\nmcp-session-id: s-1\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n{body}"
    );
}

/// A gate before it, with rules that allow `echo` and refuse `delete`; the address it listens on.
fn gate(name: &str, url: &str, rules: &[(&str, Verdict)]) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mcp-http-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let rules: Vec<Rule> = rules.iter().map(|(text, says)| Rule::new(text, *says).unwrap()).collect();
    let policy = Policy { rules: rules.into(), ..Policy::default() };
    let desk = Desk::new("web");
    let watching = desk.clone();
    let gate =
        Gate::builder().policy(policy).channel(desk.clone()).watch(move |event| watching.hear(event)).build().unwrap();
    let options = Options {
        server: "web".to_owned(),
        start: url.to_owned(),
        trust: Trust::Full,
        unknown: Unknown::Pass,
        forms: true,
        parent: None,
    };
    let core = Core::new(gate, desk, options, Pins::at(folder), Sealer::new().unwrap());
    let (told, at) = mpsc::channel();
    let address = Address::parse(url).unwrap();
    thread::spawn(move || {
        byleave_mcp::http::run(core, address, "127.0.0.1:0".parse().unwrap(), |at| told.send(at.to_owned()).unwrap())
    });
    let at: String = at.recv_timeout(Duration::from_mins(1)).unwrap();
    at["http://".len()..at.rfind('/').unwrap()].to_owned()
}

fn begin(host: &str, headers: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_mins(2))).unwrap();
    let host = if headers.to_lowercase().contains("host:") { String::new() } else { format!("host: {host}\r\n") };
    let length = body.len();
    write!(
        stream,
        "POST /mcp HTTP/1.1\r\n{host}content-type: application/json\r\naccept: application/json, text/event-stream\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
    )
    .unwrap();
    stream
}

fn post(host: &str, headers: &str, body: &Value) -> String {
    let mut text = String::new();
    begin(host, headers, &body.to_string()).read_to_string(&mut text).unwrap();
    text
}

fn call(id: u32, tool: &str) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": {}}})
}

fn calls(heard: &Mutex<Vec<String>>) -> usize {
    heard.lock().unwrap().iter().filter(|one| one.contains("\"tools/call\"")).count()
}

#[test]
fn calls_are_judged_and_everything_else_passes_as_json_and_as_events() {
    for events in [false, true] {
        let (url, heard) = server(events);
        let host = gate(
            &format!("judged-{events}"),
            &url,
            &[("mcp__web__echo", Verdict::Allow), ("mcp__web__delete", Verdict::Deny)],
        );
        let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}});
        let told = post(&host, "authorization: Bearer abc\r\n", &hello);
        assert!(told.contains("mcp-session-id: s-1") && told.contains("\"serverInfo\""), "{told}");
        assert!(heard.lock().unwrap()[0].contains("authorization: Bearer abc"));
        let session = "mcp-session-id: s-1\r\n";
        let list = post(&host, session, &json!({"jsonrpc": "2.0", "id": 2, "method": "tools/list"}));
        assert!(list.contains("\"echo\"") && !list.contains("\"sly\""), "{list}");
        assert!(post(&host, session, &call(3, "echo")).contains("\"ran\""));
        let denied = post(&host, session, &call(4, "delete"));
        assert!(denied.contains("isError") && !denied.contains("\"ran\""), "{denied}");
        assert!(post(&host, session, &call(5, "sly")).contains("does not let the tool"));
        assert_eq!(calls(&heard), 1, "{events}");
        assert!(post(&host, session, &json!({"jsonrpc": "2.0", "id": 6, "method": "ping"})).contains("\"result\""));
        assert!(heard.lock().unwrap().iter().any(|one| one.contains("\"ping\"")));
    }
}

#[test]
fn pages_of_other_origins_and_headers_that_say_otherwise_are_refused() {
    let (url, heard) = server(false);
    let host = gate("refused", &url, &[("mcp__web__echo", Verdict::Allow)]);
    for (headers, body, status) in [
        ("host: evil.example\r\n", call(1, "echo").to_string(), "403"),
        ("origin: https://evil.example\r\n", call(1, "echo").to_string(), "403"),
        ("origin: null\r\n", call(1, "echo").to_string(), "403"),
        ("mcp-name: delete\r\n", call(1, "echo").to_string(), "400"),
        ("mcp-method: ping\r\n", call(1, "echo").to_string(), "400"),
        ("mcp-method: tools/call\r\n", r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.to_owned(), "400"),
        ("", format!("[{}]", call(1, "echo")), "400"),
        ("", r#"{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"}"#.to_owned(), "200"),
    ] {
        let mut told = String::new();
        begin(&host, headers, &body).read_to_string(&mut told).unwrap();
        assert!(
            told.starts_with(&format!("HTTP/1.1 {status}")) && told.contains("\"error\""),
            "{headers} {body}: {told}"
        );
    }
    assert!(heard.lock().unwrap().is_empty());
}

#[test]
fn the_user_is_asked_within_the_answer_to_the_call() {
    let (url, heard) = server(false);
    let host = gate("asked", &url, &[]);
    let hello =
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {"elicitation": {}}}});
    post(&host, "", &hello);
    let session = "mcp-session-id: s-1\r\n";
    for (id, decision, runs) in [(2, "allow once", true), (3, "refuse", false)] {
        let before = calls(&heard);
        let mut stream = begin(&host, session, &call(id, "echo").to_string());
        let mut text = String::new();
        let mut part = [0; 4096];
        while !text.contains("\"method\":\"elicitation/create\"") || !text.contains("\n\n") {
            let count = stream.read(&mut part).unwrap();
            assert!(count > 0, "{text}");
            text.push_str(&String::from_utf8_lossy(&part[..count]));
        }
        assert!(text.contains("text/event-stream"), "{text}");
        let start = text.find("byleave-").unwrap();
        let own: String = text[start..].chars().take_while(|one| one.is_ascii_alphanumeric() || *one == '-').collect();
        let reply =
            json!({"jsonrpc": "2.0", "id": own, "result": {"action": "accept", "content": {"decision": decision}}});
        assert!(post(&host, session, &reply).starts_with("HTTP/1.1 202"));
        stream.read_to_string(&mut text).unwrap();
        assert_eq!((text.contains("\"ran\""), text.contains("isError")), (runs, !runs), "{text}");
        assert_eq!(calls(&heard) - before, usize::from(runs));
    }
}

#[test]
fn a_server_that_is_not_there_is_reported() {
    let host = gate("gone", "http://127.0.0.1:1/mcp", &[("mcp__web__echo", Verdict::Allow)]);
    let told = post(&host, "", &json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}));
    assert!(told.starts_with("HTTP/1.1 502") && told.contains("cannot be reached"), "{told}");
}
