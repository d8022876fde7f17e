//! Calls and messages that are made to slip through: each row is one trick, and what must become of it.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail"
)]

mod support;

use byleave_mcp::Trust;
use serde_json::{Value, json};
use support::{PLAIN, Rig, Setting, text};

const FORMS: &str = r#"{"elicitation":{}}"#;

const RULES: &str = r#"
permissions:
  "mcp__s__*": { allowed: true }
  "Bash(git push *)": { allowed: false, reason: people push }
  "Read(private/**)": { allowed: false, reason: not for agents }
  "WebFetch(domain:evil.example)": { allowed: false, reason: not there }
"#;

/// What becomes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Runs,
    Asks,
    Denied,
    /// Asked about or refused: both are right.
    Held,
}

fn fate(rig: &mut Rig, id: u32, tool: &str, arguments: &Value) -> Fate {
    rig.call(id, tool, arguments);
    let told = rig.hear();
    if told["method"] != "elicitation/create" {
        assert_eq!(told["id"], id, "{told}");
        return if text(&told) == ("ran", false) { Fate::Runs } else { Fate::Denied };
    }
    rig.say(&json!({"jsonrpc": "2.0", "id": told["id"], "result": {"action": "decline"}}).to_string());
    assert!(text(&rig.hear()).1);
    Fate::Asks
}

#[test]
fn arguments_do_not_hide_commands_paths_addresses_and_sql() {
    use Fate::{Asks, Denied, Held, Runs};
    let rows = [
        // Commands, wherever they stand.
        ("an odd name", json!({"x": "git push origin main"}), Asks),
        ("its own name", json!({"command": "git push origin main"}), Denied),
        ("a chain", json!({"cmd": "cd src && git push"}), Denied),
        ("a list of words", json!({"args": ["git", "push", "origin"]}), Held),
        ("a list of commands", json!({"commands": ["ls", "git push origin"]}), Denied),
        ("a shell in a shell", json!({"script": "bash -c 'git push origin'"}), Denied),
        ("deep below", json!({"options": {"then": {"shell": "git push origin"}}}), Denied),
        ("JSON in a text", json!({"payload": "{\"command\":\"git push origin\"}"}), Held),
        ("a shell and its words", json!({"command": ["sh", "-c", "git push origin"]}), Denied),
        ("words apart", json!({"program": "sh", "more": ["-c", "git push origin"]}), Held),
        ("a text for people", json!({"body": "git push origin"}), Runs),
        ("a line in a text", json!({"x": "# build\ngit push origin"}), Held),
        // Paths.
        ("a path by an odd name", json!({"p": "private/key.txt"}), Denied),
        ("a path around", json!({"p": "./src/../private//key.txt"}), Denied),
        ("a whole path", json!({"p": "/w/app/private/key.txt"}), Denied),
        ("a file address", json!({"p": "file:///w/app/private/key.txt"}), Denied),
        ("a file address with a host", json!({"p": "file://localhost/w/app/private/key.txt"}), Denied),
        ("a file address in capitals", json!({"p": "FILE:///w/app/private/key.txt"}), Denied),
        ("a file address with escapes", json!({"p": "file:///w/app/%70rivate/key.txt"}), Held),
        ("a key of the user", json!({"p": "~/.ssh/id_rsa"}), Held),
        ("credentials", json!({"a": {"b": [["/home/u/.aws/credentials"]]}}), Held),
        ("a path as a name", json!({"/home/u/.ssh/id_rsa": true}), Held),
        ("a hidden character", json!({"p": "priv\u{200b}ate/key.txt"}), Held),
        ("byleave's own files", json!({"p": "/home/u/.config/byleave/policy.yaml"}), Held),
        ("two paths in a text", json!({"p": "src/a.rs private/key.txt"}), Held),
        ("a path of the project", json!({"p": "src/main.rs"}), Runs),
        // Addresses.
        ("an address by an odd name", json!({"t": "https://evil.example/x"}), Denied),
        ("an address in capitals", json!({"t": "HTTPS://EVIL.EXAMPLE./x"}), Denied),
        ("an address with a user", json!({"t": "https://good.example@evil.example/"}), Denied),
        ("an address with a port", json!({"t": "https://evil.example:8443/"}), Denied),
        ("an address without its scheme", json!({"t": "//evil.example/x"}), Held),
        ("a host", json!({"host": "evil.example"}), Held),
        ("this machine", json!({"t": "http://127.0.0.1:8080/"}), Held),
        ("the cloud's own", json!({"t": "http://169.254.169.254/latest/meta-data"}), Held),
        ("the same in another family", json!({"t": "http://[::ffff:169.254.169.254]/"}), Held),
        ("the same as a number", json!({"t": "http://2852039166/"}), Held),
        // SQL.
        ("a statement", json!({"q": "drop table users"}), Asks),
        ("a second statement", json!({"q": "select 1; delete from users"}), Asks),
        ("behind a comment", json!({"q": "/* x */ DeLeTe FROM t"}), Asks),
        ("behind a line", json!({"q": "-- hi\nupdate t set a = 1"}), Asks),
        ("inside a statement", json!({"q": "with a as (delete from t returning *) select * from a"}), Asks),
        ("into a file", json!({"f": "select * from t into outfile '/tmp/x'"}), Held),
        ("an explanation that runs", json!({"q": "EXPLAIN ANALYZE DELETE FROM t"}), Asks),
        ("a question", json!({"q": "select name from users where note = 'delete me'"}), Runs),
        ("words that begin like SQL", json!({"x": "Update the docs, please"}), Runs),
    ];
    let mut rig = Rig::new("hostile-arguments", Setting { policy: RULES, client: FORMS, ..PLAIN });
    let mut wrong = Vec::new();
    for (id, (claim, arguments, expected)) in (1..).zip(&rows) {
        let found = fate(&mut rig, id, "echo", arguments);
        let right = found == *expected || *expected == Fate::Held && found != Fate::Runs;
        if !right {
            wrong.push(format!("{claim}: {found:?}, not {expected:?}: {arguments}"));
        }
    }
    rig.ends();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}

/// Says lines, then asks for a sign of life: all that the client hears before it.
fn hears(rig: &mut Rig, lines: &[&str]) -> Vec<Value> {
    for line in lines {
        rig.say(line);
    }
    rig.say(r#"{"jsonrpc":"2.0","id":"alive","method":"prompts/list"}"#);
    let mut heard = Vec::new();
    loop {
        let told = rig.hear();
        if told["id"] == "alive" {
            return heard;
        }
        heard.push(told);
    }
}

const DELETE: &str = r#""method":"tools/call","params":{"name":"delete","arguments":{}}"#;
const ECHO: &str = r#""method":"tools/call","params":{"name":"echo","arguments":{}}"#;

#[test]
fn messages_that_other_readers_may_read_differently_reach_no_server() {
    for (name, line) in [
        ("mark", format!("\u{feff}{{\"jsonrpc\":\"2.0\",\"id\":1,{DELETE}}}")),
        ("nested-batch", format!("[[{{\"jsonrpc\":\"2.0\",\"id\":1,{DELETE}}}]]")),
        ("nul", format!("\0{{\"jsonrpc\":\"2.0\",\"id\":1,{DELETE}}}")),
        ("escaped", r#"{"jsonrpc":"2.0","id":1,"method":"tools\/call","params":{"name":"delete"}}"#.to_owned()),
        (
            "spelt-out",
            r#"{"jsonrpc":"2.0","id":1,"\u006dethod":"tools/c\u0061ll","params":{"name":"delete"}}"#.to_owned(),
        ),
        ("huge-id", format!("{{\"jsonrpc\":\"2.0\",\"id\":1e999,{DELETE}}}")),
        ("comment", format!("{{/**/\"jsonrpc\":\"2.0\",\"id\":1,{DELETE}}}")),
        ("single-quotes", "{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'delete'}}".to_owned()),
        ("trailing-comma", format!("{{\"jsonrpc\":\"2.0\",\"id\":1,{DELETE},}}")),
        (
            "lone-surrogate",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"delete\ud800"}}"#.to_owned(),
        ),
        (
            "inner-params",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"params":{"name":"echo"},"name":"delete"}}"#
                .to_owned(),
        ),
    ] {
        let mut rig = Rig::new(&format!("hostile-{name}"), PLAIN);
        let heard = hears(&mut rig, &[&line]);
        rig.ends();
        assert!(rig.heard().is_empty(), "{name}: {:?}", rig.heard());
        assert!(heard.iter().all(|told| text(told) != ("ran", false)), "{name}: {heard:?}");
    }
}

#[test]
fn half_a_frame_at_the_end_reaches_no_server() {
    let mut rig = Rig::new("hostile-half", PLAIN);
    rig.say_part(&format!("{{\"jsonrpc\":\"2.0\",\"id\":1,{ECHO}}}"));
    rig.ends();
    assert!(rig.heard().is_empty());
}

#[test]
fn two_calls_of_a_batch_with_one_id_are_not_mixed_up() {
    // The first result is masked by rule; the second call would let it pass.
    let policy =
        "permissions:\n  \"mcp__s__echo\": { allowed: true, mask: true }\n  \"mcp__s__delete\": { allowed: true }\n";
    let mut rig = Rig::new("hostile-batch", Setting { policy, mode: "secret", ..PLAIN });
    let line = format!("[{{\"jsonrpc\":\"2.0\",\"id\":1,{ECHO}}},{{\"jsonrpc\":\"2.0\",\"id\":1,{DELETE}}}]");
    let heard = hears(&mut rig, &[&line]);
    rig.ends();
    assert_eq!(rig.heard().len(), 1, "{:?}", rig.heard());
    assert!(heard.iter().all(|told| !told.to_string().contains("ghp_0123")), "{heard:?}");
    assert!(
        heard.iter().any(|told| told["error"]["message"].as_str().is_some_and(|why| why.contains("open already"))),
        "{heard:?}"
    );
}

#[test]
fn only_the_client_cancels_and_only_by_the_very_id() {
    let mut rig = Rig::new("hostile-cancel", Setting { policy: "permissions: {}\n", client: FORMS, ..PLAIN });
    rig.call(1, "echo", &json!({}));
    let question = rig.hear();
    let others = [
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"1"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1.0}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#,
    ];
    // A second request takes neither the id nor the answer.
    let again = r#"{"jsonrpc":"2.0","id":1,"method":"resources/list"}"#;
    let heard = hears(&mut rig, &[&others[..], &[again]].concat());
    assert!(heard.len() == 1 && heard.iter().all(|told| told["error"]["code"].is_i64()), "{heard:?}");
    rig.say(&json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept", "content": {"decision": "allow once"}}}).to_string());
    assert_eq!(text(&rig.hear()), ("ran", false));
    rig.ends();
}

#[test]
fn what_a_server_says_out_of_turn_does_not_reach_the_client() {
    for (mode, line) in [
        // An answer to a request that the client has not made yet, or made by another id.
        ("ahead", r#"{"jsonrpc":"2.0","id":5,"method":"ping"}"#),
        ("ahead-twice", r#"{"jsonrpc":"2.0","id":5,"method":"ping"}"#),
        ("noise", r#"{"jsonrpc":"2.0","id":5,"method":"ping"}"#),
        ("spelt", r#"{"jsonrpc":"2.0","id":5,"method":"tools/list"}"#),
    ] {
        let mut rig = Rig::new(&format!("hostile-{mode}"), Setting { mode, ..PLAIN });
        let heard = hears(&mut rig, &[line]);
        let expected = if mode == "spelt" { json!([]) } else { json!([{"jsonrpc": "2.0", "id": 5, "result": {}}]) };
        assert_eq!(json!(heard), expected, "{mode}");
        rig.ends();
    }
}

/// What a person accepted: the harmless tool.
fn accept(rig: &Rig) {
    let tool = json!({"name": "echo", "description": "Echoes", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}});
    let accepted = byleave_mcp::pins::Server {
        start: Some("scripted".to_owned()),
        version: Some("scripted 1".to_owned()),
        tools: [("echo".to_owned(), tool)].into_iter().collect(),
    };
    rig.pins.accept("s", &accepted).unwrap();
}

#[test]
fn a_server_that_shows_the_gate_another_face_than_the_client_is_found_out() {
    let policy = "permissions:\n  \"mcp__s__*\": { allowed: true }\n";
    let mut rig = Rig::new("hostile-faces", Setting { mode: "faces", policy, trust: Trust::Pinned, ..PLAIN });
    accept(&rig);
    // The list has more pages, so the gate asks for all of it before it judges the call.
    assert_eq!(rig.list(1)["result"]["nextCursor"], "2");
    rig.call(2, "echo", &json!({}));
    let told = rig.hear();
    assert!(text(&told).1 && text(&told).0.contains("described this tool to the client differently"), "{told}");
    rig.ends();
    assert!(rig.heard().is_empty());
}

#[test]
fn a_tool_that_is_described_twice_is_kept_from_the_agent() {
    for mode in ["double", "pages"] {
        let policy = "permissions:\n  \"mcp__s__*\": { allowed: true }\n";
        let mut rig = Rig::new(&format!("hostile-{mode}"), Setting { mode, policy, trust: Trust::Pinned, ..PLAIN });
        accept(&rig);
        let first = rig.list(1);
        if mode == "pages" {
            assert_eq!(first["result"]["nextCursor"], "2");
            rig.say(r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"cursor":"2"}}"#);
            assert_eq!(rig.hear()["result"]["tools"], json!([]), "the second one contradicts the first");
        } else {
            assert_eq!(first["result"]["tools"], json!([]), "{first}");
        }
        rig.call(3, "echo", &json!({}));
        let told = rig.hear();
        assert!(text(&told).1, "{mode}: {told}");
        rig.ends();
        assert!(rig.heard().is_empty(), "{mode}");
    }
}
