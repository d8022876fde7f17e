//! Bytes of somebody who means harm: heads and bodies that mean two things, frames that are none, floods. Never an answer,
//! never a hang, never more memory than before.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use std::time::Duration;

use byleave_gate::{RequestState, Role};
use byleave_hub::Limits;
use serde_json::{Value, json};
use support::{Folder, Running, Wish};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Long enough for any machine; only for what would hang otherwise.
const FOREVER: Duration = Duration::from_mins(1);

async fn waits(hub: &Running, id: &str) -> bool {
    hub.store.request(id).await.unwrap().unwrap().state == RequestState::Pending
}

/// A frame as a client sends it, but for what is asked to be wrong.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![first];
    match payload.len() {
        short @ 0..126 => bytes.push(0x80 | u8::try_from(short).unwrap()),
        long => {
            bytes.push(0x80 | 0x7e);
            bytes.extend(u16::try_from(long).unwrap().to_be_bytes());
        }
    }
    // A mask of nothing is a mask.
    bytes.extend([0; 4]);
    bytes.extend(payload);
    bytes
}

/// A socket of which every byte is the test's.
async fn socket(hub: &Running, token: &str) -> TcpStream {
    let mut stream = TcpStream::connect(("127.0.0.1", hub.port)).await.unwrap();
    let head = format!(
        "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {token}\r\nUpgrade: websocket\r\nConnection: \
         Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
        hub.port
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    assert!(head.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&head));
    stream
}

/// How a socket ends: the code it was closed with, if there was one.
async fn end(mut stream: TcpStream) -> Option<u16> {
    let mut bytes = Vec::new();
    // A reset after the last frame is an end too.
    let _ = tokio::time::timeout(FOREVER, stream.read_to_end(&mut bytes)).await.expect("it ends");
    let mut rest = bytes.as_slice();
    while let [first, length, after @ ..] = rest {
        let (length, after) = match length & 0x7f {
            126 => (usize::from(u16::from_be_bytes([after[0], after[1]])), &after[2..]),
            127 => (usize::try_from(u64::from_be_bytes(after[..8].try_into().unwrap())).unwrap(), &after[8..]),
            short => (usize::from(short), after),
        };
        if first & 0x0f == 8 {
            return Some(u16::from_be_bytes([after[0], after[1]]));
        }
        rest = &after[length..];
    }
    None
}

#[tokio::test(flavor = "multi_thread")]
async fn frames_that_are_none_end_the_socket_and_answer_nothing() {
    let folder = Folder::new("hostile-frames");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let id = hub.pending(&agent, "npm install").await;
    let yes = json!({ "approved": true, "id": id }).to_string();
    let yes = yes.as_bytes();
    let unmasked = [&[0x81, u8::try_from(yes.len()).unwrap()], yes].concat();
    let announced = |length: u64| [&[0x81, 0xff], length.to_be_bytes().as_slice(), &[0; 4], b"{"].concat();
    for (name, bytes, code) in [
        ("without a mask", unmasked, Some(1002)),
        ("the first reserved bit", frame(0xc1, yes), Some(1002)),
        ("the last reserved bit", frame(0x91, yes), Some(1002)),
        ("an unknown kind", frame(0x83, yes), Some(1002)),
        ("an unknown control", frame(0x8b, b""), Some(1002)),
        ("a long ping", frame(0x89, &[b'a'; 200]), Some(1002)),
        ("a ping in parts", frame(0x09, b"a"), Some(1002)),
        ("the rest of nothing", frame(0x80, yes), Some(1002)),
        ("a text within a text", [frame(0x01, b"{"), frame(0x81, yes)].concat(), Some(1002)),
        ("no UTF-8", frame(0x81, &[0xff, 0xfe]), Some(1002)),
        ("two megabytes announced", announced(2 << 20), Some(1002)),
        ("more than there is", announced(1 << 62), Some(1002)),
        ("more than can be counted", announced(1 << 63), Some(1002)),
        ("half a close code", frame(0x88, b"a"), Some(1002)),
        ("a close, and an answer after it", [frame(0x88, &[3, 232]), frame(0x81, yes)].concat(), Some(1000)),
        ("parts without an end", [frame(0x01, b"{"), frame(0x00, &[b' '; 1000]).repeat(1100)].concat(), Some(1002)),
    ] {
        let mut stream = socket(&hub, &approver).await;
        // It may end before it has read it all.
        let _ = stream.write_all(&bytes).await;
        let ended = end(stream).await;
        // Where bytes were left unread the last frame may be lost with them.
        assert!(ended == code || ended.is_none(), "{name}: {ended:?}");
        assert!(waits(&hub, &id).await, "{name}");
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_pings_and_does_not_read_is_not_read_either() {
    let folder = Folder::new("hostile-pings");
    let limits = Limits { rate: 10_000_000, body_time: Duration::from_millis(500), ..Limits::default() };
    let hub = Running::start(&folder, Wish { limits, ..Wish::default() }).await;
    let viewer = hub.token(Role::Viewer, None).await;
    let mut stream = socket(&hub, &viewer).await;
    // The answers would take as much: far more than the two systems hold for a connection.
    let pings = frame(0x89, &[b'p'; 125]).repeat(1000);
    let sent = async {
        for _ in 0..500 {
            stream.write_all(&pings).await?;
        }
        std::io::Result::Ok(())
    };
    assert!(tokio::time::timeout(FOREVER, sent).await.expect("it ends").is_err(), "all of it was taken");
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pings_and_pongs_count_as_everything_else_that_is_sent() {
    let folder = Folder::new("hostile-share");
    let limits = Limits { rate: 50, ..Limits::default() };
    let hub = Running::start(&folder, Wish { limits, ..Wish::default() }).await;
    let viewer = hub.token(Role::Viewer, None).await;
    for first in [0x89, 0x8a] {
        let mut stream = socket(&hub, &viewer).await;
        let _ = stream.write_all(&frame(first, b"").repeat(1000)).await;
        let ended = end(stream).await;
        assert!(ended == Some(1008) || ended.is_none(), "{ended:?}");
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_means_two_things_to_two_servers_is_refused_or_the_last_on_its_connection() {
    let folder = Folder::new("hostile-heads");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let id = hub.pending(&agent, "npm install").await;
    let host = format!("Host: 127.0.0.1:{}\r\n", hub.port);
    let call = r#"{"tool":"bash","arguments":{"command":"ls"}}"#;
    let chunked = format!("{:x}\r\n{call}\r\n0\r\n\r\n", call.len());
    // What stands behind the first request, with the token of somebody who may answer.
    let yes = r#"{"approved":true}"#;
    let hidden = format!(
        "POST /v1/requests/{id}/answer HTTP/1.1\r\n{host}Authorization: Bearer {approver}\r\nContent-Type: \
         application/json\r\nContent-Length: {}\r\n\r\n{yes}",
        yes.len()
    );
    let within = chunked.len() + hidden.len();
    for (name, version, said, body) in [
        ("two lengths", "1.1", "Content-Length: 0\r\nContent-Length: 44\r\n".to_owned(), call),
        ("a list of lengths", "1.1", "Content-Length: 44, 44\r\n".to_owned(), call),
        ("a length with a sign", "1.1", "Content-Length: +44\r\n".to_owned(), call),
        ("a length in hexadecimal", "1.1", "Content-Length: 0x2c\r\n".to_owned(), call),
        ("a length and chunks", "1.1", format!("Content-Length: {within}\r\nTransfer-Encoding: chunked\r\n"), &chunked),
        ("chunks and a length", "1.1", format!("Transfer-Encoding: chunked\r\nContent-Length: {within}\r\n"), &chunked),
        ("chunks, then as it is", "1.1", "Transfer-Encoding: chunked, identity\r\n".to_owned(), &chunked),
        ("chunks of another name", "1.1", "Transfer-Encoding: xchunked\r\n".to_owned(), &chunked),
        ("a blank before the colon", "1.1", "Transfer-Encoding : chunked\r\n".to_owned(), &chunked),
        ("chunks in HTTP/1.0", "1.0", "Transfer-Encoding: chunked\r\n".to_owned(), &chunked),
        ("a folded line", "1.1", "X-A: b\r\n Content-Length: 0\r\nContent-Length: 44\r\n".to_owned(), call),
        ("a NUL", "1.1", "X-A: b\0\r\nContent-Length: 44\r\n".to_owned(), call),
        (
            "a chunk that is too large to count",
            "1.1",
            "Transfer-Encoding: chunked\r\n".to_owned(),
            "fffffffffffffffff\r\n",
        ),
        ("a chunk of less than nothing", "1.1", "Transfer-Encoding: chunked\r\n".to_owned(), "-1\r\n"),
    ] {
        let first = format!(
            "POST /v1/check HTTP/{version}\r\n{host}Authorization: Bearer {agent}\r\nContent-Type: \
             application/json\r\n{said}\r\n{body}{hidden}"
        );
        let mut stream = TcpStream::connect(("127.0.0.1", hub.port)).await.unwrap();
        let _ = stream.write_all(first.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = tokio::time::timeout(FOREVER, stream.read_to_end(&mut answer)).await.expect(name);
        let answer = String::from_utf8_lossy(&answer);
        assert_eq!(answer.matches("HTTP/1.1 ").count().max(answer.matches("HTTP/1.0 ").count()), 1, "{name}: {answer}");
        assert!(waits(&hub, &id).await, "{name}");
    }
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_of_more_parts_than_anybody_can_look_at_is_not_put() {
    let folder = Folder::new("hostile-parts");
    let hub = Running::start(&folder, Wish::default()).await;
    let (agent, approver) = (hub.token(Role::Agent, None).await, hub.token(Role::Approver, None).await);
    let call = |count: usize, last: &str| {
        let command = format!("{}{last}", "npm x;".repeat(count));
        json!({ "tool": "bash", "arguments": { "command": command }, "wait": 0 })
    };
    let told = hub.post("/v1/calls", &agent, &call(6000, "npm y")).await;
    assert_eq!((told.status, &told.body["error"]), (413, &json!("too_many_parts")), "{}", told.head);
    assert_eq!(told.body["approved"], false);
    assert_eq!(hub.get("/v1/requests", &approver).await.body["pending"], 0);
    let mut tried = call(6000, "npm y");
    tried.as_object_mut().unwrap().remove("wait");
    let tried = hub.post("/v1/check", &agent, &tried).await.body;
    assert_eq!((&tried["verdict"], tried["findings"].as_array().unwrap().len()), (&json!("ask"), 3000));
    assert!(tried["findings_left_out"].as_u64().unwrap() >= 500, "{}", tried["findings_left_out"]);
    // Fewer are put, each with what is said of it.
    let told = hub.post("/v1/calls", &agent, &call(2000, "npm y")).await;
    assert_eq!(told.status, 202, "{}", told.head);
    let commands = told.body["request"]["parsed"]["commands"].as_array().unwrap();
    let said = |command: &Value| command["findings"].as_array().unwrap().len();
    assert_eq!((commands.len(), commands.iter().map(said).min()), (2001, Some(1)));
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_in_an_address_is_refused_however_it_is_written_and_nothing_else_is() {
    let folder = Folder::new("hostile-query");
    let hub = Running::start(&folder, Wish::default()).await;
    let approver = hub.token(Role::Approver, None).await;
    for (query, status) in [
        (format!("token={approver}"), 400),
        (format!("Access_Token={approver}"), 400),
        (format!("tok%65n={approver}"), 400),
        (format!("tool={approver}"), 400),
        (format!("tool={}", approver.replace('_', "%5F")), 400),
        (approver.clone(), 400),
        ("tool=count_tokens".to_owned(), 200),
        ("tool=byleave_".to_owned(), 200),
    ] {
        let told = hub.get(&format!("/v1/records?{query}"), &approver).await;
        assert_eq!(told.status, status, "{}", told.text);
        assert_eq!(told.text.contains("never stands in an address"), status == 400, "{}", told.text);
    }
    hub.stop().await;
}
