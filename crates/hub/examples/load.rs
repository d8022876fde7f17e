//! How many calls that need no person a hub decides each second over keep-alive HTTP, with everything on record in
//! `SQLite`. The clients run in the same process and so take their share of the processors.
//!
//! `cargo run --release -p byleave-hub --example load -- [connections] [seconds] [waiting]`
//!
//! With `waiting`, so many sessions are connected and wait for a person meanwhile; each is answered once, and the time from
//! the answer to the agent is measured.
#![expect(clippy::unwrap_used, clippy::print_stdout, clippy::indexing_slicing, reason = "a measurement, not a product")]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use byleave_gate::{Gate, Role, Store};
use byleave_hub::token::{self, Wanted};
use byleave_hub::{Hub, Limits, Server};
use byleave_policy::Policy;
use byleave_store::Sqlite;
use jiff::Timestamp;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
    port: u16,
    token: String,
}

impl Client {
    async fn connect(port: u16, token: &str) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        stream.set_nodelay(true).unwrap();
        Self { stream, buffer: Vec::new(), port, token: token.to_owned() }
    }

    async fn send(&mut self, method: &str, path: &str, body: &str) -> (u16, Vec<u8>) {
        let text = format!(
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{}\r\nauthorization: Bearer {}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.port,
            self.token,
            body.len()
        );
        self.stream.write_all(text.as_bytes()).await.unwrap();
        self.buffer.clear();
        loop {
            let mut chunk = [0_u8; 8192];
            let read = self.stream.read(&mut chunk).await.unwrap();
            assert!(read > 0, "the connection ended");
            self.buffer.extend_from_slice(&chunk[..read]);
            let Some(end) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
            let head = String::from_utf8_lossy(&self.buffer[..end]).to_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let length: usize = length.and_then(|text| text.parse().ok()).unwrap_or(0);
            if self.buffer.len() >= end + 4 + length {
                let status = head.split(' ').nth(1).unwrap().parse().unwrap();
                return (status, self.buffer[end + 4..].to_vec());
            }
        }
    }
}

fn shown(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let at = |share: usize| times.get(times.len().saturating_sub(1) * share / 1000).copied().unwrap_or_default();
    format!("p50 {:?}, p99 {:?}, p99.9 {:?}, max {:?}", at(500), at(990), at(999), at(1000))
}

async fn make(store: &dyn Store, role: Role) -> String {
    let wanted = Wanted { name: role.name().to_owned(), role, session: None, expires: None };
    let (stored, secret) = token::make(wanted, Timestamp::now()).unwrap();
    store.put_token(stored).await.unwrap();
    secret.reveal().to_owned()
}

#[tokio::main]
async fn main() {
    let mut arguments = std::env::args().skip(1).map(|text| text.parse::<u64>().unwrap());
    let connections = arguments.next().unwrap_or(16);
    let seconds = Duration::from_secs(arguments.next().unwrap_or(10));
    let waiting = arguments.next().unwrap_or(0);
    let folder: PathBuf = std::env::temp_dir().join(format!("byleave-load-{}", std::process::id()));
    let store: Arc<dyn Store> = Arc::new(Sqlite::open(folder.join("record.db")).unwrap());
    let gate = Gate::builder().policy(Policy::default()).shared_store(Arc::clone(&store));
    let gate = gate.project("/w/app").cwd("/w/app").home("/home/dev").build().unwrap();
    let limits = Limits { rate: 1_000_000, pending: 1_000_000, ..Limits::default() };
    let hub = Hub::new(gate, Arc::clone(&store), limits, false).await.unwrap();
    let server = Server::bind(hub, "127.0.0.1:0".parse().unwrap(), None, &[], &[]).await.unwrap();
    let port = server.address().port();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let serving = tokio::spawn(server.serve(async {
        let _ = stopped.await;
    }));
    let agent = make(store.as_ref(), Role::Agent).await;
    let approver = make(store.as_ref(), Role::Approver).await;

    if waiting > 0 {
        ask(port, &agent, &approver, waiting).await;
    }
    let end = Instant::now() + seconds;
    let mut tasks = Vec::new();
    for number in 0..connections {
        let mut client = Client::connect(port, &agent).await;
        tasks.push(tokio::spawn(async move {
            let call = json!({
                "tool": "bash", "arguments": {"command": "git status"}, "session": format!("load-{number}"),
                "cwd": "/w/app", "project": "/w/app", "home": "/home/dev",
            });
            let body = call.to_string();
            let mut times = Vec::new();
            while Instant::now() < end {
                let start = Instant::now();
                let (status, answer) = client.send("POST", "/v1/calls", &body).await;
                assert_eq!(status, 200, "{}", String::from_utf8_lossy(&answer));
                times.push(start.elapsed());
            }
            times
        }));
    }
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.unwrap());
    }
    let count = times.len();
    println!("{connections} connections: {} decisions/s; {}", count as u64 / seconds.as_secs().max(1), shown(times));
    drop(stop);
    serving.await.unwrap();
    drop(store);
    let _ = std::fs::remove_dir_all(folder);
}

/// Sessions that wait for a person: from the answer to the agent.
async fn ask(port: u16, agent: &str, approver: &str, sessions: u64) {
    let mut tasks = Vec::new();
    let mut ids = Vec::new();
    for number in 0..sessions {
        let mut client = Client::connect(port, agent).await;
        let call = json!({
            "tool": "bash", "arguments": {"command": "npm install"}, "session": format!("ask-{number}"), "wait": 0,
        });
        let (status, answer) = client.send("POST", "/v1/calls", &call.to_string()).await;
        assert_eq!(status, 202, "{}", String::from_utf8_lossy(&answer));
        let id = serde_json::from_slice::<Value>(&answer).unwrap()["id"].as_str().unwrap().to_owned();
        ids.push(id.clone());
        tasks.push(tokio::spawn(async move {
            let (status, _) = client.send("GET", &format!("/v1/calls/{id}?wait=600"), "").await;
            assert_eq!(status, 200);
            Instant::now()
        }));
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut person = Client::connect(port, approver).await;
    let mut times = Vec::new();
    for (id, task) in ids.into_iter().zip(tasks) {
        let start = Instant::now();
        let (status, _) = person.send("POST", &format!("/v1/requests/{id}/answer"), r#"{"approved":true}"#).await;
        assert_eq!(status, 200);
        times.push(task.await.unwrap().saturating_duration_since(start));
    }
    println!("{sessions} waiting sessions, answer to agent: {}", shown(times));
}
