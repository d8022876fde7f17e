//! Prints how fast several nodes with one server are here:
//! `BYLEAVE_POSTGRES_FSYNC=on scripts/with-postgres cargo run --release -p byleave-store --features postgres --example measure_postgres`.
#![expect(clippy::expect_used, clippy::print_stdout, reason = "a program for developers of the store")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use byleave_gate::{Commit, RequestState, Session, Store, StoredRequest, Transition};
use byleave_store::Postgres;
use jiff::Timestamp;
use serde_json::json;
use tokio::runtime::Runtime;

#[path = "shared/entry.rs"]
mod shared;

fn main() {
    let address = std::env::var("BYLEAVE_TEST_POSTGRES").expect("an address; run it with scripts/with-postgres");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().expect("a runtime");
    // A request is put on one, answered on the other, and collected on the first again.
    let nodes = [0, 1].map(|_| Arc::new(Postgres::connect(&address).expect("a node")));
    println!("an answer is two changes: the request with a record, the answer with its record");
    for clients in [1, 8, 32] {
        measure(&runtime, clients, "answers", &nodes, answer);
    }
    println!("a whole life is four changes: the request, the answer with its record, the release, the end");
    for clients in [1, 8, 32] {
        measure(&runtime, clients, "lives", &nodes, life);
    }
    println!("a decision that needs nobody is a look at the session and one change with its record");
    for clients in [1, 8, 32] {
        measure(&runtime, clients, "decisions", &nodes, decision);
    }
    println!("rows alone: in as many sessions as there are clients, and in one session, which is one chain");
    measure(&runtime, 32, "rows", &nodes, |nodes, client, number| row(nodes, client.to_string(), client, number));
    measure(&runtime, 32, "rows", &nodes, |nodes, client, number| row(nodes, "one".to_owned(), client, number));
    println!("from the answer on one node until the other was woken: {}", wake_ups(&runtime, &nodes));
    let since = Instant::now();
    let heads = runtime.block_on(nodes[0].verify(&[])).expect("whole chains");
    let rows = heads.iter().map(|head| head.count).sum::<u64>();
    println!("verify: {:.0} rows/s of {rows}", rate(rows, since.elapsed()));
}

type Nodes = [Arc<Postgres>; 2];

fn rate(count: u64, took: Duration) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "small numbers")]
    let count = count as f64;
    count / took.as_secs_f64()
}

/// Runs something in each of several clients for some seconds, one after another.
fn measure<F: Future<Output = ()> + Send + 'static>(
    runtime: &Runtime,
    clients: usize,
    what: &str,
    nodes: &Nodes,
    work: impl Fn(Nodes, usize, usize) -> F + Copy + Send + 'static,
) {
    let since = Instant::now();
    let client = |client: usize| {
        let nodes = nodes.clone();
        async move {
            let mut took = Vec::new();
            while since.elapsed() < Duration::from_secs(4) {
                let begun = Instant::now();
                work(nodes.clone(), client, took.len()).await;
                took.push(begun.elapsed());
            }
            took
        }
    };
    let running: Vec<_> = (0..clients).map(|number| runtime.spawn(client(number))).collect();
    let mut took: Vec<Duration> =
        running.into_iter().flat_map(|client| runtime.block_on(client).expect("a client")).collect();
    let count = u64::try_from(took.len()).unwrap_or(u64::MAX);
    println!("  {clients:2} clients: {:5.0} {what}/s; {}", rate(count, since.elapsed()), percentiles(&mut took));
}

fn unique(what: &str) -> String {
    byleave_gate::ids::new(what)
}

fn request(id: &str, session: &str) -> StoredRequest {
    let now = Timestamp::now();
    StoredRequest {
        id: id.to_owned(),
        session: session.to_owned(),
        state: RequestState::Pending,
        frame: json!({
            "type": "approval_needed", "id": id, "tool": "Bash", "session_id": session,
            "arguments": { "command": "npm install --save-dev vitest" },
            "risk": { "level": "medium", "reasons": ["no rule allows it"] }, "cwd": "/home/me/project",
        }),
        digest: "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08".to_owned(),
        created: now,
        expires: now.checked_add(jiff::SignedDuration::from_mins(10)).ok(),
        answer: None,
        person: None,
        channel: None,
        changed: now,
        approvals: Vec::new(),
        seals: Vec::new(),
        escalated: None,
    }
}

fn step(id: &str, from: RequestState, to: RequestState) -> Commit {
    let answered = to == RequestState::Decided;
    let transition = Transition {
        request: id.to_owned(),
        from,
        to,
        answered: None,
        answer: answered.then(|| json!({ "approved": true, "scope": "once" })),
        person: answered.then(|| "ann".to_owned()),
        channel: answered.then(|| "hub".to_owned()),
        approvals: None,
    };
    Commit { transition: Some(transition), ..Commit::at(Timestamp::now()) }
}

async fn answer(nodes: Nodes, client: usize, _number: usize) {
    let (id, session) = (unique("req"), format!("session-{client}"));
    let [one, other] = &nodes;
    let entry = || Some(shared::entry(&id, &session));
    let put = Commit { request: Some(request(&id, &session)), entry: entry(), ..Commit::at(Timestamp::now()) };
    one.commit(put).await.expect("a request");
    let answer = Commit { entry: entry(), ..step(&id, RequestState::Pending, RequestState::Decided) };
    other.commit(answer).await.expect("an answer");
}

async fn life(nodes: Nodes, client: usize, _number: usize) {
    let (id, session) = (unique("req"), format!("session-{client}"));
    let [one, other] = &nodes;
    let put = Commit { request: Some(request(&id, &session)), ..Commit::at(Timestamp::now()) };
    one.commit(put).await.expect("a request");
    let entry = Some(shared::entry(&id, &session));
    let answer = Commit { entry, ..step(&id, RequestState::Pending, RequestState::Decided) };
    other.commit(answer).await.expect("an answer");
    one.commit(step(&id, RequestState::Decided, RequestState::Released)).await.expect("a release");
    one.commit(step(&id, RequestState::Released, RequestState::Done)).await.expect("an end");
}

async fn decision(nodes: Nodes, client: usize, number: usize) {
    let [one, _] = &nodes;
    let id = format!("deciding-{client}");
    let session = one.session(&id).await.expect("a store");
    let session = session.unwrap_or_else(|| Session::new(&*id, "/p", Timestamp::UNIX_EPOCH));
    let entry = Some(shared::entry(&number.to_string(), &id));
    one.commit(Commit { session: Some(session), entry, ..Commit::default() }).await.expect("a row");
}

async fn row(nodes: Nodes, session: String, client: usize, number: usize) {
    let [one, _] = &nodes;
    let entry = Some(shared::entry(&format!("{client}-{number}"), &session));
    one.commit(Commit { entry, ..Commit::default() }).await.expect("a row");
}

fn wake_ups(runtime: &Runtime, nodes: &Nodes) -> String {
    let [one, other] = nodes;
    let mut listener = one.changes().expect("it can tell");
    let mut took: Vec<Duration> = runtime.block_on(async {
        let mut took = Vec::new();
        for _ in 0..300 {
            let id = unique("req");
            let put = Commit { request: Some(request(&id, "s")), ..Commit::default() };
            one.commit(put).await.expect("a request");
            let begun = Instant::now();
            other.commit(step(&id, RequestState::Pending, RequestState::Decided)).await.expect("an answer");
            loop {
                let heard = listener.recv().await.expect("a change");
                if heard.request == id && heard.state == RequestState::Decided {
                    break;
                }
            }
            took.push(begun.elapsed());
        }
        took
    });
    percentiles(&mut took)
}

fn percentiles(took: &mut [Duration]) -> String {
    took.sort_unstable();
    let at = |percent: usize| took.get(took.len().saturating_mul(percent).div_euclid(100)).copied().unwrap_or_default();
    let most = took.last().copied().unwrap_or_default();
    format!("p50 {:.2?}, p99 {:.2?}, most {most:.2?}", at(50), at(99))
}
