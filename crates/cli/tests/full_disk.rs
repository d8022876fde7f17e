//! A hub whose disk is full: what cannot be put on record does not run, every caller reads why, and nothing is lost.
#![cfg(unix)]
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod serving;

use std::process::{Command, Stdio};

use byleave_gate::{Query, RequestState, Role, Store as _, block_on};
use serde_json::Value;
use serving::{STORE, Serving, byleave, call, folder, send, store, token};

/// A hub whose files cannot grow beyond so many blocks: writing then fails as on a full disk, and needs no disk of its own.
fn start_small(directory: &std::path::Path, blocks: u32) -> Serving {
    let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &limited, env!("CARGO_BIN_EXE_byleave"), "serve", "--listen", "127.0.0.1:0", "--store", STORE]);
    command.args(["--rate", "1000000"]).current_dir(directory).env("HOME", directory).stdin(Stdio::null());
    Serving::run(directory, &mut command)
}

/// What a caller reads: that the call does not run or the answer does not count, and nothing about the machine of the hub.
fn refused((status, told): &(u16, Value), code: u16) {
    let words = told.to_string();
    assert_eq!(*status, code, "{words}");
    assert_ne!(told["approved"], true, "{words}");
    assert!(!words.contains("record.db") && !words.contains("serving-"), "{words}");
    if code == 503 {
        assert_eq!(told["error"], "store", "{words}");
        assert!(told["message"].as_str().unwrap().contains("nothing was done: disk I/O error;"), "{words}");
    } else {
        assert_eq!(told["cause"], "system", "{words}");
    }
}

#[test]
fn a_hub_with_a_full_disk_allows_nothing_says_so_and_goes_on_where_it_was() {
    let folder = folder("full-disk");
    // The tables and the tokens need room, too.
    drop(Serving::start(&folder, STORE, &[]));
    let (agent, ann) = {
        let store = store(&folder);
        (token(&store, Role::Agent, "builder"), token(&store, Role::Approver, "ann"))
    };
    // Room for more rows than the anchor may be behind, so that there is one whenever the disk is full.
    let mut hub = start_small(&folder, 2400);
    let ask = |token: &str, method: &str, path: &str, body: &str| send(&hub.host, token, method, path, body).unwrap();
    assert_eq!(ask(&agent, "GET", "/readyz", "").0, 200);
    let (status, told) = ask(&agent, "POST", "/v1/calls", &call("npm install", "s", 0));
    assert_eq!(status, 202, "{told}");
    let waiting = told["id"].as_str().unwrap().to_owned();
    let mut allowed = 0;
    // The probe of the hub, a question and the record of what runs differ in size, and SQLite may tidy up in between: each goes on until
    // none of them has found room three times over.
    let mut full = 0;
    while full < 3 {
        let mut room = ask(&agent, "POST", "/v1/calls", &call("npm ci", "s", 0)).0 == 202;
        while ask(&agent, "POST", "/v1/calls", &call("pwd", "s", 0)).1["approved"] == true {
            allowed += 1;
            room = true;
            assert!(allowed < 100_000, "the disk is never full");
        }
        room |= ask(&agent, "GET", "/readyz", "").0 == 200;
        full = if room { 0 } else { full + 1 };
    }
    assert!(allowed > 5, "{allowed}");
    refused(&ask(&agent, "POST", "/v1/calls", &call("pwd", "s", 0)), 200);
    refused(&ask(&agent, "POST", "/v1/calls", &call("npm ci", "s", 0)), 200);
    refused(&ask(&ann, "POST", &format!("/v1/requests/{waiting}/answer"), r#"{"approved":true}"#), 503);
    assert_ne!(ask(&agent, "GET", &format!("/v1/calls/{waiting}"), "").1["approved"], true);
    hub.kill();
    // With room again: the chain is whole, has what was allowed and no more, and the question still waits.
    let hub = Serving::start(&folder, STORE, &[]);
    assert_eq!(send(&hub.host, &agent, "GET", "/readyz", "").unwrap().0, 200);
    let verified = byleave(&folder, &["audit", "verify", "--store", STORE]).output().unwrap();
    assert!(verified.status.success(), "{verified:?}");
    let store = store(&folder);
    let rows = block_on(store.rows(&Query { approved: Some(true), ..Query::default() })).unwrap();
    assert_eq!(rows.len(), allowed, "each call that was allowed is on record, and no other");
    assert_eq!(block_on(store.request(&waiting)).unwrap().unwrap().state, RequestState::Pending);
    let answered = send(&hub.host, &ann, "POST", &format!("/v1/requests/{waiting}/answer"), r#"{"approved":true}"#);
    assert_eq!(answered.unwrap().0, 200);
}
