//! A socket of an approver when very much happens at once: it keeps up, is shown everything once, and an approver that
//! answers need not read.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use byleave_gate::Role;
use byleave_hub::Limits;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use support::{Folder, Running, Socket, Wish};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::mpsc;
use tokio_tungstenite::MaybeTlsStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

/// Nobody is refused for being fast, and nobody is closed for being slow.
fn wide() -> Wish {
    let limits = Limits {
        rate: 1_000_000,
        pending: 100_000,
        deciding: 100_000,
        body_time: Duration::from_mins(2),
        ..Wish::default().limits
    };
    Wish { limits, ..Wish::default() }
}

/// A connection that is kept.
struct Http {
    stream: TcpStream,
    head: String,
}

impl Http {
    async fn connect(hub: &Running, token: &str) -> Self {
        let stream = TcpStream::connect(("127.0.0.1", hub.port)).await.unwrap();
        stream.set_nodelay(true).unwrap();
        let head = format!("host: 127.0.0.1:{}\r\nauthorization: Bearer {token}", hub.port);
        Self { stream, head }
    }

    async fn post(&mut self, path: &str, body: &Value) -> (u16, Value) {
        let (head, body) = (&self.head, body.to_string());
        let text = format!(
            "POST {path} HTTP/1.1\r\n{head}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let mut chunk = [0; 8192];
        loop {
            let read = self.stream.read(&mut chunk).await.unwrap();
            assert!(read > 0, "the connection was closed");
            answer.extend_from_slice(&chunk[..read]);
            let Some(end) = answer.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
            let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
            if answer.len() - end - 4 >= length.parse().unwrap() {
                let status = head.split(' ').nth(1).unwrap().parse().unwrap();
                return (status, serde_json::from_slice(&answer[end + 4..]).unwrap());
            }
        }
    }
}

fn call(agent: usize, round: usize, wait: u32) -> Value {
    let command = format!("npm install left-{agent}-{round}");
    json!({"tool": "bash", "arguments": {"command": command}, "session": format!("s{agent}"), "wait": wait})
}

/// So many agents put two requests each, the second when the first was answered. How long that takes with an approver.
async fn two_requests_each(hub: &Arc<Running>, agents: usize) -> Duration {
    let token = hub.token(Role::Agent, None).await;
    let mut connections = Vec::new();
    for _ in 0..agents {
        connections.push(Http::connect(hub, &token).await);
    }
    let start = Instant::now();
    let waiting: Vec<_> = connections
        .into_iter()
        .enumerate()
        .map(|(agent, mut http)| {
            tokio::spawn(async move {
                for round in 0..2 {
                    let (status, told) = http.post("/v1/calls", &call(agent, round, 120)).await;
                    assert_eq!((status, &told["approved"]), (200, &json!(true)), "not answered within two minutes");
                }
            })
        })
        .collect();
    for agent in waiting {
        agent.await.unwrap();
    }
    start.elapsed()
}

/// A hub at which an approver answers all that a socket shows it, over that socket or over connections of its own.
async fn burst(agents: usize, over_http: bool) -> Duration {
    let folder = Folder::new("burst");
    let hub = Arc::new(Running::start(&folder, wide()).await);
    let approver = hub.token(Role::Approver, None).await;
    let (mut says, mut hears) = hub.socket(&approver).await.0.split();
    let (sender, receiver) = mpsc::unbounded_channel::<String>();
    let receiver = Arc::new(tokio::sync::Mutex::new(receiver));
    let shown = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&shown);
    let reads = tokio::spawn(async move {
        while let Some(Ok(Message::Text(text))) = hears.next().await {
            let frame: Value = serde_json::from_str(&text).unwrap();
            if frame["type"] == "approval_needed" {
                seen.fetch_add(1, Ordering::Relaxed);
                sender.send(frame["id"].as_str().unwrap().to_owned()).unwrap();
            }
        }
    });
    let mut answers = Vec::new();
    if over_http {
        for _ in 0..16 {
            let (receiver, mut http) = (Arc::clone(&receiver), Http::connect(&hub, &approver).await);
            answers.push(tokio::spawn(async move {
                loop {
                    let Some(id) = receiver.lock().await.recv().await else { return };
                    let (status, told) =
                        http.post(&format!("/v1/requests/{id}/answer"), &json!({"approved": true})).await;
                    assert_eq!(status, 200, "{told}");
                }
            }));
        }
    } else {
        answers.push(tokio::spawn(async move {
            while let Some(id) = receiver.lock().await.recv().await {
                says.send(Message::text(json!({"id": id, "approved": true}).to_string())).await.unwrap();
            }
        }));
    }
    let took = two_requests_each(&hub, agents).await;
    assert_eq!(shown.load(Ordering::Relaxed), 2 * agents, "each request is shown, and once");
    reads.abort();
    answers.iter().for_each(tokio::task::JoinHandle::abort);
    took
}

#[tokio::test(flavor = "multi_thread")]
async fn an_approver_over_the_socket_keeps_up_with_1_000_agents_as_one_over_http_does() {
    // A busy machine may delay one of the two; a socket that cannot keep up is never within reach.
    let mut all = Vec::new();
    for _ in 0..3 {
        let (http, socket) = (burst(1_000, true).await, burst(1_000, false).await);
        eprintln!("2,000 requests: over HTTP {http:?}, over the socket {socket:?}");
        if socket <= http.mul_f64(1.5) {
            return;
        }
        all.push((http, socket));
    }
    panic!("more than 1.5 times as long each time: {all:?}");
}

/// A socket whose client has little room for what it does not read.
async fn small(hub: &Running, token: &str) -> Socket {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let stream = socket.connect(([127, 0, 0, 1], hub.port).into()).await.unwrap();
    let mut request = format!("ws://127.0.0.1:{}/ws", hub.port).into_client_request().unwrap();
    request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
    Socket(tokio_tungstenite::client_async(request, MaybeTlsStream::Plain(stream)).await.unwrap().0)
}

/// So many requests, each with a command of this length; their ids.
async fn put(hub: &Running, agent: &str, many: usize, length: usize) -> Vec<String> {
    let mut http = Http::connect(hub, agent).await;
    let mut ids = Vec::new();
    for number in 0..many {
        let command = format!("npm install {}", "x".repeat(length));
        let call =
            json!({"tool": "bash", "arguments": {"command": command}, "session": format!("s{number}"), "wait": 0});
        let (status, told) = http.post("/v1/calls", &call).await;
        assert_eq!(status, 202);
        ids.push(told["id"].as_str().unwrap().to_owned());
    }
    ids
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_count_while_their_client_does_not_read() {
    let folder = Folder::new("deaf");
    let hub = Running::start(&folder, wide()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    // More than fits on the way to a client that does not read.
    let ids = put(&hub, &agent, 150, 8000).await;
    let mut socket = small(&hub, &approver).await;
    for id in &ids {
        socket.say(&json!({"id": id, "approved": true}).to_string()).await;
    }
    for id in &ids {
        let told = hub.get(&format!("/v1/calls/{id}?wait=20"), &agent).await;
        assert_eq!((told.status, &told.body["approved"]), (200, &json!(true)), "{id} still waits");
    }
    hub.kill().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_reads_late_is_shown_everything_once_and_told_of_every_end() {
    let folder = Folder::new("late");
    let hub = Running::start(&folder, wide()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut late = small(&hub, &approver).await;
    // What fills the way to it.
    let mut first = put(&hub, &agent, 60, 8000).await;
    first.extend(put(&hub, &agent, 500, 1).await);
    let mut http = Http::connect(&hub, &approver).await;
    // Some end before they are shown, some after, and more come: far more news than a socket may be behind.
    for id in first.iter().step_by(2) {
        http.post(&format!("/v1/requests/{id}/answer"), &json!({"approved": true})).await;
    }
    let more = put(&hub, &agent, 500, 1).await;
    let mut shown: HashMap<String, u32> = HashMap::new();
    let mut ended: HashMap<String, u32> = HashMap::new();
    let mut rest: Vec<&String> = first.iter().skip(1).step_by(2).chain(&more).collect();
    while !rest.iter().all(|id| shown.contains_key(*id)) {
        count(&late.frame().await.expect("an open socket"), &mut shown, &mut ended);
    }
    for id in rest.drain(..) {
        http.post(&format!("/v1/requests/{id}/answer"), &json!({"approved": true})).await;
    }
    // What is shown last, so that all that comes before was told.
    let last = put(&hub, &agent, 1, 1).await.remove(0);
    while !shown.contains_key(&last) {
        count(&late.frame().await.expect("an open socket"), &mut shown, &mut ended);
    }
    let twice: Vec<_> = shown.iter().chain(&ended).filter(|(_, times)| **times > 1).collect();
    assert!(twice.is_empty(), "told twice: {} of {}", twice.len(), shown.len());
    for id in shown.keys().filter(|id| **id != last) {
        assert!(ended.contains_key(id), "{id} was shown, and its end was not told");
    }
    assert!(ended.keys().all(|id| shown.contains_key(id)), "the end of what was never shown");
    hub.kill().await;
}

fn count(frame: &Value, shown: &mut HashMap<String, u32>, ended: &mut HashMap<String, u32>) {
    let id = || frame["id"].as_str().unwrap().to_owned();
    match frame["type"].as_str().unwrap() {
        "approval_needed" => *shown.entry(id()).or_default() += 1,
        "approval_resolved" => *ended.entry(id()).or_default() += 1,
        other => panic!("{other}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_stops_a_session_counts_before_the_answers_after_it() {
    let folder = Folder::new("order");
    let hub = Running::start(&folder, wide()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let mut socket = hub.socket(&approver).await;
    for round in 0..20 {
        let mut ids = Vec::new();
        for number in 0..3 {
            let call = json!({"tool": "bash", "arguments": {"command": format!("npm install {number}")},
                "session": format!("s{round}"), "wait": 0});
            let told = hub.post("/v1/calls", &agent, &call).await;
            ids.push(told.body["id"].as_str().unwrap().to_owned());
        }
        for (id, approved) in ids.iter().zip([true, false, true]) {
            let answer = json!({"id": id, "approved": approved});
            socket.0.feed(Message::text(answer.to_string())).await.unwrap();
        }
        socket.0.flush().await.unwrap();
        for (id, approved) in ids.iter().zip([true, false, false]) {
            let told = hub.get(&format!("/v1/calls/{id}?wait=20"), &agent).await;
            assert_eq!(told.body["approved"], approved, "round {round}: {}", told.body);
        }
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_counts_whose_client_leaves_at_once() {
    let folder = Folder::new("leaves");
    let hub = Running::start(&folder, wide()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    for id in put(&hub, &agent, 50, 1).await {
        let mut socket = hub.socket(&approver).await;
        socket.next("approval_needed").await;
        socket.say(&json!({"id": id, "approved": true}).to_string()).await;
        drop(socket);
        let told = hub.get(&format!("/v1/calls/{id}?wait=20"), &agent).await;
        assert_eq!(told.body["approved"], true, "the answer is lost: {}", told.body);
    }
    hub.stop().await;
}
