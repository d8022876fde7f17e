//! A hub as a process, under clients that mean it harm or are merely slow: it answers the others, and does not grow.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod serving;

use std::io::Write as _;
use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;

use byleave_gate::Role;
use byleave_store::Sqlite;
use serde_json::Value;
use serving::{STORE, Serving, call, folder, long, raw, send, store, token};

/// Memory that nothing of what is sent here may make a hub take.
const MOST: u64 = 300_000_000;

fn start(name: &str) -> (Serving, String, String) {
    let folder = folder(name);
    let (agent, approver) = {
        let store = store(&folder);
        (token(&store, Role::Agent, "builder"), token(&store, Role::Approver, "ann"))
    };
    (Serving::start(&folder, STORE, &[]), agent, approver)
}

#[test]
fn s17_500_slow_and_half_open_clients_keep_nobody_waiting() {
    let (hub, agent, approver) = start("slow");
    let text = format!(
        "POST /v1/calls HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {agent}\r\ncontent-type: application/json\r\n\
         content-length: 4000\r\n\r\n{}",
        hub.host,
        "{".repeat(3000)
    );
    let mut slow: Vec<(TcpStream, usize)> = Vec::new();
    for number in 0..500_usize {
        // A third says nothing, a third stops in the head, a third in the body.
        let said = match number % 3 {
            0 => 0,
            1 => number % 100,
            _ => text.len() - 2990,
        };
        let mut stream = TcpStream::connect(&hub.host).unwrap();
        stream.write_all(&text.as_bytes()[..said]).unwrap();
        slow.push((stream, said));
    }
    let rounds = if long() { 40 } else { 3 };
    for round in 0..rounds {
        for (stream, said) in slow.iter_mut().filter(|(_, said)| *said > 0) {
            // One byte each round. Those that took too long are closed.
            if stream.write_all(&text.as_bytes()[*said..=*said]).is_ok() {
                *said += 1;
            }
        }
        let (status, told) = send(&hub.host, &agent, "POST", "/v1/calls", &call("git status", "s", 0)).unwrap();
        assert_eq!((status, &told["approved"]), (200, &true.into()), "{told}");
        let asked = call(&format!("npm install {round}"), "s", 0);
        let (status, told) = send(&hub.host, &agent, "POST", "/v1/calls", &asked).unwrap();
        assert_eq!(status, 202, "{told}");
        let path = format!("/v1/requests/{}/answer", told["id"].as_str().unwrap());
        assert_eq!(send(&hub.host, &approver, "POST", &path, r#"{"approved":true}"#).unwrap().0, 200);
        if long() {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
    assert!(hub.memory() < MOST, "{}", hub.memory());
}

#[test]
fn s19_s20_what_is_too_large_too_deep_or_means_two_things_is_refused_and_does_no_harm() {
    let (hub, agent, approver) = start("giant");
    let head = |path: &str, token: &str, more: &str| {
        format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\ncontent-type: application/json\r\n\
             connection: close\r\n{more}\r\n",
            hub.host
        )
    };
    let sized =
        |body: &str| format!("{}{body}", head("/v1/calls", &agent, &format!("content-length: {}\r\n", body.len())));
    let chunked = format!("{}{}", head("/v1/calls", &agent, "transfer-encoding: chunked\r\n"), {
        let chunk = format!("{:x}\r\n{}\r\n", 64 << 10, " ".repeat(64 << 10));
        chunk.repeat(40)
    });
    let both = head("/v1/calls", &agent, "content-length: 4\r\ntransfer-encoding: chunked\r\n");
    let both = format!("{both}2\r\n{{}}\r\n0\r\n\r\n");
    let command = |text: &str| format!(r#"{{"tool":"bash","arguments":{{"command":"{text}"}},"wait":0}}"#);
    let wide = format!(r#"{{"tool":"bash","arguments":{{"list":[{}0]}},"wait":0}}"#, "0,".repeat(400_000));
    let keys = (0..10_000).map(|key| format!(r#""k{key}":"","#)).collect::<Vec<_>>().concat();
    for (what, bytes, expected) in [
        ("a million brackets", sized(&"[".repeat(1_000_000)), &["400", "413"][..]),
        ("a million objects", sized(&r#"{"a":"#.repeat(200_000)), &["400", "413"]),
        ("a number without end", sized(&format!(r#"{{"tool":"bash","wait":{}}}"#, "9".repeat(900_000))), &["400"]),
        ("a length of a terabyte", head("/v1/calls", &agent, "content-length: 1099511627776\r\n"), &["413"]),
        ("chunks without end", chunked, &["413"]),
        ("a length and chunks", both, &["400"]),
        ("two lengths", head("/v1/calls", &agent, "content-length: 2\r\ncontent-length: 3\r\n"), &["400"]),
        ("a head of 64 kB", head("/v1/calls", &agent, &format!("x: {}\r\n", "a".repeat(64 << 10))), &["431"]),
        ("a thousand headers", head("/v1/calls", &agent, &"x: 1\r\n".repeat(1000)), &["431"]),
        ("a path of 64 kB", head(&format!("/{}", "a".repeat(64 << 10)), &agent, ""), &["414", "431"]),
        ("the same key twice", sized(r#"{"tool":"bash","arguments":{"command":"ls","command":"rm"}}"#), &["400"]),
        ("the same key, written otherwise", sized(r#"{"tool":"bash","\u0074ool":"read","arguments":{}}"#), &["400"]),
        ("a key of another case", sized(r#"{"Tool":"bash","tool":"bash","arguments":{}}"#), &["400"]),
        ("what is no text", sized("\u{0}\u{1}"), &["400"]),
        // These are calls; nobody is asked to read them for long, and nothing of them runs.
        ("a bracket 5,000 deep", sized(&command(&"(".repeat(5_000))), &["200", "202"]),
        (
            "a trillion words",
            sized(&command("echo {1..999999999} {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}")),
            &["200", "202"],
        ),
        ("a bomb of braces", sized(&command(&format!("echo {}", "{a,b}".repeat(40)))), &["200", "202"]),
        ("a megabyte of words", sized(&command(&"x ".repeat(500_000))), &["200", "202"]),
        ("a long list", sized(&wide), &["400"]),
        ("many keys", sized(&format!(r#"{{"tool":"bash","arguments":{{{keys}"z":1}},"wait":0}}"#)), &["400"]),
    ] {
        let answer = raw(&hub.host, bytes.as_bytes(), Duration::from_secs(30));
        let status = answer.split(' ').nth(1).unwrap_or("none");
        assert!(expected.contains(&status), "{what}: {status} {}", answer.get(..300).unwrap_or(&answer));
        if status == "200" {
            assert!(!answer.contains(r#""approved":true"#), "{what}: {answer}");
        }
        let (status, told) = send(&hub.host, &agent, "POST", "/v1/calls", &call("git status", "s", 0)).unwrap();
        assert_eq!((status, &told["approved"]), (200, &true.into()), "after {what}: {told}");
    }
    // A frame that says it has 2^62 bytes, and one of a mebibyte that nobody may send.
    for frame in [&b"\x81\xff\x40\0\0\0\0\0\0\0\0\0\0\0"[..], b"\x81\xff\0\0\0\0\0\x20\0\0\0\0\0\0"] {
        let upgrade = format!(
            "GET /ws HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {approver}\r\nupgrade: websocket\r\n\
             connection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            hub.host
        );
        let answer = raw(&hub.host, &[upgrade.as_bytes(), frame].concat(), Duration::from_secs(30));
        assert!(answer.starts_with("HTTP/1.1 101"), "{answer}");
    }
    let (_, list) = send(&hub.host, &approver, "GET", "/v1/requests", "").unwrap();
    assert!(list["pending"].as_u64().unwrap() <= 6, "{list}");
    assert!(hub.memory() < MOST, "{}", hub.memory());
}

fn bench(arguments: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_byleave")).args(["bench", "hub"]).args(arguments).output().unwrap()
}

#[test]
fn s18_many_requests_wait_in_little_memory_and_others_are_served() {
    let pending: u64 = if long() { 100_000 } else { 1_500 };
    let waiting = if long() { "1000" } else { "20" };
    let text = pending.to_string();
    let output = bench(&["--seconds", "1", "--connections", "4", "--waiting", waiting, "--pending", &text, "--json"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let measured: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = measured["measured"].as_array().unwrap();
    let names: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["requests put", "answer to agent", "decisions"]);
    assert_eq!((&rows[0]["number"], rows[1]["number"].to_string().as_str()), (&pending.into(), waiting));
    assert!(rows[2]["number"].as_u64().unwrap() > 0);
    for row in rows {
        let memory = row["memory"].as_u64().unwrap();
        assert!(memory < 400_000_000, "{row}");
    }
    eprintln!("{measured}");
}

#[test]
fn only_hubs_of_this_machine_and_new_stores_are_measured() {
    let folder = folder("bench");
    let used = folder.join("record.db").display().to_string();
    drop(Sqlite::open(&used).unwrap());
    std::fs::write(folder.join("token"), "byleave_x\n").unwrap();
    let file = folder.join("token").display().to_string();
    let tokens = ["--agent-token", &file, "--approver-token", &file];
    for (arguments, said) in [
        ([&["--url", "http://192.0.2.1:7777"][..], &tokens].concat(), "only a hub of this machine"),
        ([&["--url", "http://hub.example:7777"][..], &tokens].concat(), "only a hub of this machine"),
        ([&["--url", "http://localhost.evil.example:7777"][..], &tokens].concat(), "only a hub of this machine"),
        ([&["--url", "https://127.0.0.1:7777"][..], &tokens].concat(), "only a hub of this machine"),
        (vec!["--url", "http://127.0.0.1:7777"], "--agent-token"),
        (vec!["--store", &used], "is there already"),
        (vec!["--seconds", "0"], "seconds"),
        (vec!["--seconds", "100000"], "seconds"),
        (vec!["--pending", "1000000"], "pending"),
        ([&["--url", "http://127.0.0.1:1"][..], &tokens].concat(), "failed"),
    ] {
        let output = bench(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains(said), "{arguments:?}: {text}");
    }
}
