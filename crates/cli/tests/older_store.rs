//! A store that an earlier version wrote, with what was waiting and decided then, under a hub of today.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod serving;

use std::os::unix::fs::PermissionsExt as _;

use byleave_gate::record::{Entry, Head};
use byleave_gate::{Query, Role, Store as _, block_on};
use serde_json::{Value, json};
use serving::{STORE, Serving, byleave, folder, send, store, token};

/// The end of its chain.
const HEAD: &str = "5 5895faa578803fb603dcdcdcb4d3645406766b5f78c41e800adaadfa82913f6b";

/// The token of the agent in it; it is worth nothing anywhere else.
const AGENT: &str = "byleave_7a73c006f4dd0e1d_ca6810f254609a17286e0b352221280d78c7c81ac15a286990183de02db2eeaa";

/// What the agent was allowed with other arguments, and has not collected.
const EDITED: &str = "ap_c18bd7631cdd5b3edaba8d80024f95e3";

/// What no approver has answered.
const WAITING: &str = "ap_95486bdc4da36701a3058627f058bb47";

#[test]
fn a_store_of_an_earlier_version_verifies_and_what_waited_in_it_is_answered_and_collected() {
    let folder = folder("older");
    let place = folder.join("hub/record.db");
    std::fs::create_dir(folder.join("hub")).unwrap();
    std::fs::set_permissions(folder.join("hub"), std::fs::Permissions::from_mode(0o700)).unwrap();
    let text = include_str!("../../store/tests/data/version-4.sql");
    rusqlite::Connection::open(&place).unwrap().execute_batch(text).unwrap();
    std::fs::set_permissions(&place, std::fs::Permissions::from_mode(0o600)).unwrap();
    // The anchor stands in a file of its own, which a restored database does not have.
    let verified = byleave(&folder, &["audit", "verify", "--store", STORE, "--head", HEAD]).output().unwrap();
    let said = String::from_utf8_lossy(&verified.stdout).into_owned();
    assert!(said.contains("the chain of 5 rows is whole"), "{said}");
    let store = store(&folder);
    let rows = block_on(store.rows(&Query::default())).unwrap();
    // Read by the types of today and written again, each entry is the same to the byte.
    for row in &rows {
        let entry: Entry = serde_json::from_str(&row.body).unwrap();
        assert_eq!(serde_json::to_value(&entry).unwrap(), serde_json::from_str::<Value>(&row.body).unwrap());
    }
    assert_eq!(rows.len(), 5);
    let ann = token(&store, Role::Approver, "ann");
    // Tokens of then do not say where their agents work, so they work where the hub does.
    let workplace =
        r#"UPDATE token SET workplace = '{"projects":["/w/app"],"home":"/home/dev"}' WHERE workplace = '{}'"#;
    assert!(rusqlite::Connection::open(&place).unwrap().execute(workplace, []).unwrap() > 0);
    let hub = Serving::start(&folder, STORE, &[]);
    let (status, shown) = send(&hub.host, &ann, "GET", &format!("/v1/requests/{WAITING}"), "").unwrap();
    let parts = shown["request"]["parsed"]["commands"].as_array().map(Vec::len);
    assert_eq!((status, parts, &shown["state"]), (200, Some(4), &json!("pending")), "{shown}");
    let (status, told) = send(&hub.host, AGENT, "GET", &format!("/v1/calls/{EDITED}"), "").unwrap();
    assert_eq!(
        (status, &told["approved"], &told["edited"], &told["arguments"]),
        (200, &json!(true), &json!(true), &json!({"command": "npm ci --ignore-scripts"})),
        "{told}"
    );
    let answer = r#"{"approved":false,"mode":"reject_soft","feedback":"no pipe into a shell"}"#;
    let (status, told) = send(&hub.host, &ann, "POST", &format!("/v1/requests/{WAITING}/answer"), answer).unwrap();
    assert_eq!(status, 200, "{told}");
    let (status, told) = send(&hub.host, AGENT, "GET", &format!("/v1/calls/{WAITING}"), "").unwrap();
    assert_eq!((status, &told["approved"], &told["by"]), (200, &json!(false), &json!("ann")), "{told}");
    // What was granted then still counts, and the chain goes on from its old end.
    let call = json!({
        "tool": "bash", "arguments": {"command": "npm install left-pad --registry=https://registry.example"},
        "session": "work", "cwd": "/w/app", "project": "/w/app", "home": "/home/dev", "wait": 0,
    });
    let (status, told) = send(&hub.host, AGENT, "POST", "/v1/calls", &call.to_string()).unwrap();
    assert_eq!((status, &told["approved"], &told["source"]), (200, &json!(true), &json!("user")), "{told}");
    let head = Head::parse(HEAD).unwrap();
    assert_eq!(store.verify(Some(head), |_, _| {}).unwrap().head.count, 7);
}
