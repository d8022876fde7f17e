//! What is read from the record, with `PostgreSQL` as the store: as from a file, and never as if nothing had been decided.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail"
)]

#[path = "../../store/tests/support/server.rs"]
mod server;
mod serving;

use std::collections::BTreeMap;

use byleave_gate::Role;
use server::Database;
use serving::{Serving, byleave, call, folder, send, token};

/// The address as the command line takes it.
fn address(database: &Database) -> String {
    let settings = database.address();
    // What comes later counts.
    let all: BTreeMap<&str, &str> = settings.split(' ').filter_map(|setting| setting.split_once('=')).collect();
    format!("postgres://{}@{}/{}", all["user"], all["host"].replace('/', "%2F"), all["dbname"])
}

struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

fn ran(folder: &std::path::Path, arguments: &[&str]) -> Ran {
    let output = byleave(folder, arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

#[test]
fn the_record_commands_read_the_store_of_the_hub() {
    let Some(database) = Database::new() else { return };
    let folder = folder("record-server");
    let store = database.open();
    let (agent, ann) = (token(&store, Role::Agent, "builder"), token(&store, Role::Approver, "ann"));
    let place = address(&database);
    let hub = Serving::start(&folder, &place, &[]);
    for at in 0..3 {
        let (_, put) =
            send(&hub.host, &agent, "POST", "/v1/calls", &call(&format!("npm install p{at}"), "s", 0)).unwrap();
        let id = put["id"].as_str().unwrap_or_else(|| panic!("{put}")).to_owned();
        let yes = r#"{"approved": true, "scope": "session", "breadth": "exact"}"#;
        let (status, told) = send(&hub.host, &ann, "POST", &format!("/v1/requests/{id}/answer"), yes).unwrap();
        assert_eq!(status, 200, "{told}");
    }
    let everything = "policy.yaml";
    std::fs::write(folder.join(everything), "permissions:\n  \"Bash(npm install *)\": { allowed: true }\n").unwrap();
    for (arguments, code, part) in [
        (&["audit", "query"][..], 0, "npm install p2"),
        (&["audit", "tail"], 0, "npm install p2"),
        (&["audit", "export", "--format", "jsonl"], 0, "npm install p1"),
        (&["audit", "verify"], 0, "ok  the 16 chains of 3 rows are whole"),
        (&["why", "last"], 0, "npm install p2"),
        (&["stats", "--since", "1h", "--json"], 0, "\"decisions\":3"),
        (&["grants", "list"], 0, "by ann"),
        (&["sessions"], 0, "s"),
        (&["suggest", "--since", "1h", "--least", "1"], 0, "npm install"),
        // What asked before would be allowed: looser, so 1.
        (&["replay", "--policy", everything, "--since", "1h"], 1, "3"),
    ] {
        let told = ran(&folder, &[arguments, &["--store", &place]].concat());
        assert_eq!(told.code, Some(code), "{arguments:?}: {}{}", told.out, told.err);
        assert!(told.out.contains(part), "{arguments:?}: {}{}", told.out, told.err);
        assert!(!told.out.contains("Nothing recorded") && !told.err.contains("Nothing recorded"), "{arguments:?}");
    }
    let heads = ran(&folder, &["audit", "head", "--store", &place]).out;
    assert_eq!(heads.lines().count(), 16, "{heads}");
    std::fs::write(folder.join("heads.txt"), &heads).unwrap();
    let told = ran(&folder, &["audit", "verify", "--head", "heads.txt", "--store", &place]);
    assert_eq!(told.code, Some(0), "{}{}", told.out, told.err);
    std::fs::write(folder.join("heads.txt"), heads.lines().next().unwrap()).unwrap();
    let told = ran(&folder, &["audit", "verify", "--head", "heads.txt", "--store", &place]);
    assert_eq!(told.code, Some(2), "{}{}", told.out, told.err);
    assert!(told.err.contains("holds 1 heads, not 16"), "{}", told.err);
    // Without the store's name the record of the user is meant, and there is none.
    let told = ran(&folder, &["audit", "query"]);
    assert_eq!(told.code, Some(1), "{}{}", told.out, told.err);
    assert!(told.err.contains("--store postgres://"), "{}", told.err);
}

#[test]
fn a_server_that_cannot_be_reached_is_an_error_and_no_empty_record() {
    let folder = folder("record-unreachable");
    for arguments in [
        &["audit", "query"][..],
        &["audit", "verify"],
        &["audit", "head"],
        &["why", "last"],
        &["stats"],
        &["grants", "list"],
        &["sessions"],
        &["suggest"],
    ] {
        let told = ran(&folder, &[arguments, &["--store", "postgres://byleave:hunter2@127.0.0.1:1/none"]].concat());
        assert_eq!(told.code, Some(2), "{arguments:?}: {}{}", told.out, told.err);
        assert!(told.err.starts_with("byleave: the store cannot be used"), "{arguments:?}: {}", told.err);
        assert!(!told.err.contains("hunter2") && !told.err.contains("Nothing recorded"), "{arguments:?}: {}", told.err);
    }
}

#[test]
fn a_named_file_that_is_not_there_is_an_error() {
    let folder = folder("record-absent");
    for arguments in [&["audit", "query"][..], &["grants", "list"], &["sessions"], &["stats"]] {
        let told = ran(&folder, &[arguments, &["--store", "none.db"]].concat());
        assert_eq!(told.code, Some(1), "{arguments:?}: {}{}", told.out, told.err);
        assert!(told.err.contains("there is no record at none.db"), "{arguments:?}: {}", told.err);
    }
}
