//! What goes over the wire: untouched, refused, cut off, too large.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail"
)]

mod support;

use serde_json::{Value, json};
use support::{PLAIN, Rig, Setting, text};

const ALL: &str = "permissions:\n  \"mcp__s__*\": { allowed: true }\n";
const FIRST: &str = "permissions:\n  \"mcp__s__echo\": { allowed: true }\n";

#[test]
fn what_is_not_judged_passes_byte_for_byte() {
    let mut rig = Rig::new("untouched", PLAIN);
    let lines = [
        r#"{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"x","n":1.0e3,"big":123456789012345678901234567890}}"#,
        r#"{ "method" : "prompts/get", "later" : [ ], "id":"a\u00e9", "jsonrpc":"2.0" }"#,
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":0.5}}"#,
        r#"{"jsonrpc":"2.0","id":7,"result":{"roots":[]}}"#,
        r#"{"jsonrpc":"2.0","id":8,"error":{"code":-1,"message":"no"}}"#,
        r#"{"jsonrpc":"2.0","id":9,"method":"x/of-2031","params":[1,2]}"#,
    ];
    for line in lines {
        rig.say(line);
    }
    rig.ends();
    let heard = rig.heard_all();
    for line in lines {
        assert!(heard.iter().any(|one| one == line), "{line}\n{heard:?}");
    }
}

#[test]
fn bad_input_is_answered_with_an_error_and_the_server_never_hears_it() {
    let call = r#""method":"tools/call","params":{"name":"echo","arguments":{}}"#;
    let cases = [
        ("no json", "{".to_owned(), json!(null)),
        ("half a frame", format!(r#"{{"jsonrpc":"2.0","id":1,{call}"#), json!(null)),
        (
            "two frames on a line",
            format!(r#"{{"jsonrpc":"2.0","id":1,{call}}}{{"jsonrpc":"2.0","id":2,{call}}}"#),
            json!(null),
        ),
        ("no version", format!(r#"{{"id":1,{call}}}"#), json!(1)),
        ("an old version", format!(r#"{{"jsonrpc":"1.0","id":1,{call}}}"#), json!(1)),
        ("an id of another type", format!(r#"{{"jsonrpc":"2.0","id":[1],{call}}}"#), json!(null)),
        ("an id of null", format!(r#"{{"jsonrpc":"2.0","id":null,{call}}}"#), json!(null)),
        ("an id twice", format!(r#"{{"jsonrpc":"2.0","id":1,"id":2,{call}}}"#), json!(null)),
        ("a method twice", format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping",{call}}}"#), json!(null)),
        ("a method in capitals", format!(r#"{{"jsonrpc":"2.0","id":1,"METHOD":"ping",{call}}}"#), json!(1)),
        (
            "an almost equal method",
            r#"{"jsonrpc":"2.0","id":1,"method":"Tools/Call","params":{"name":"echo"}}"#.to_owned(),
            json!(1),
        ),
        (
            "arguments twice",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":1,"a":2}}}"#
                .to_owned(),
            json!(null),
        ),
        (
            "a second name",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","Name":"delete"}}"#.to_owned(),
            json!(1),
        ),
        ("no name", r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":{}}}"#.to_owned(), json!(1)),
        ("no parameters", r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#.to_owned(), json!(1)),
        (
            "parameters in a list",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":["echo"]}"#.to_owned(),
            json!(1),
        ),
        (
            "arguments in a list",
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":[]}}"#.to_owned(),
            json!(1),
        ),
        ("a request and an answer", format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{}},{call}}}"#), json!(null)),
        ("an empty batch", "[]".to_owned(), json!(null)),
        ("a batch of numbers", "[1]".to_owned(), json!(null)),
        ("the gate's own id", format!(r#"{{"jsonrpc":"2.0","id":"byleave-1",{call}}}"#), json!("byleave-1")),
    ];
    let mut rig = Rig::new("bad", PLAIN);
    for (claim, line, id) in &cases {
        rig.say(line);
        let told = rig.hear();
        assert!(told["error"]["code"].is_i64() && told["id"] == *id, "{claim}: {told}");
    }
    // A call that wants no answer is not run either.
    rig.say(&format!(r#"{{"jsonrpc":"2.0",{call}}}"#));
    rig.ends();
    assert!(rig.heard().is_empty(), "{:?}", rig.heard());
}

#[test]
fn the_calls_of_a_batch_are_judged_one_by_one() {
    let mut rig = Rig::new("batch", PLAIN);
    let one =
        |id: u32, tool: &str| json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool}});
    rig.say(&json!([one(1, "delete"), one(2, "echo"), {"jsonrpc": "2.0", "id": 3, "method": "ping"}]).to_string());
    let mut answers: Vec<Value> = (0..3).map(|_| rig.hear()).collect();
    answers.sort_by_key(|answer| answer["id"].as_u64());
    assert_eq!(
        (text(&answers[0]).1, text(&answers[1]), answers[2]["result"].clone()),
        (true, ("ran", false), json!({}))
    );
    rig.ends();
    assert_eq!(rig.heard().len(), 1);
}

#[test]
fn a_second_message_behind_a_carriage_return_does_not_reach_the_server() {
    let mut rig = Rig::new("return", PLAIN);
    let inner = r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"delete"}}"#;
    rig.say(&format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":\r{inner}\r}}"));
    assert_eq!(rig.hear()["id"], 1);
    rig.ends();
    assert!(rig.heard_all().iter().all(|line| !line.contains('\r')), "{:?}", rig.heard_all());
}

#[test]
fn an_id_that_is_open_is_not_given_to_a_second_request() {
    let mut rig = Rig::new("twice", PLAIN);
    rig.say(r#"{"jsonrpc":"2.0","id":1,"method":"silence"}"#);
    rig.call(1, "echo", &json!({}));
    let told = rig.hear();
    assert!(told["error"]["message"].as_str().unwrap().contains("open already"), "{told}");
    // The text is another id than the number.
    rig.say(r#"{"jsonrpc":"2.0","id":"1","method":"ping"}"#);
    assert_eq!(rig.hear()["id"], "1");
    rig.ends();
    assert!(rig.heard().is_empty());
}

#[test]
fn a_server_that_dies_is_reported_to_its_client() {
    let mut rig = Rig::new("dies", Setting { mode: "die", ..PLAIN });
    rig.say(r#"{"jsonrpc":"2.0","id":1,"method":"silence"}"#);
    rig.call(2, "echo", &json!({}));
    let mut ids: Vec<u64> = (0..2)
        .map(|_| {
            let told = rig.hear();
            assert!(told["error"]["message"].as_str().unwrap().contains("the MCP server ended"), "{told}");
            told["id"].as_u64().unwrap()
        })
        .collect();
    ids.sort_unstable();
    assert_eq!(ids, [1, 2]);
    assert_eq!(rig.ends().0, 3);
}

#[test]
fn a_result_of_fifty_megabytes_goes_by_and_a_message_of_twenty_is_refused() {
    let mut rig = Rig::new("large", Setting { mode: "large", ..PLAIN });
    rig.list(1);
    rig.call(2, "echo", &json!({}));
    let line = rig.hear_raw();
    assert!(line.len() > 50_000_000 && line.ends_with("\"}]},\"id\":2}"), "{}", line.len());
    rig.call(3, "echo", &json!({"a": "x".repeat(20_000_000)}));
    let told = rig.hear();
    assert!(told["error"]["message"].as_str().unwrap().contains("at most 16 MB") && told["id"] == 3, "{told}");
    rig.ends();
    assert_eq!(rig.heard().len(), 1);
}

#[test]
fn what_must_be_looked_into_and_is_too_large_is_answered_with_an_error() {
    let policy = "permissions:\n  \"mcp__s__*\": { allowed: true, mask: true }\n";
    let mut rig = Rig::new("large-mask", Setting { mode: "large", policy, ..PLAIN });
    rig.call(2, "echo", &json!({}));
    let told = rig.hear();
    assert!(told["error"]["message"].as_str().unwrap().contains("larger than 16 MB") && told["id"] == 2, "{told}");
    rig.ends();
}

#[test]
fn a_flood_of_notifications_passes_whole_and_in_order() {
    let mut rig = Rig::new("flood", Setting { mode: "flood", ..PLAIN });
    rig.call(1, "echo", &json!({}));
    for number in 0..2000 {
        assert_eq!(rig.hear()["params"]["data"], number);
    }
    assert_eq!(text(&rig.hear()), ("ran", false));
    rig.ends();
}

#[test]
fn a_server_that_hangs_holds_up_only_what_waits_for_it() {
    let mut rig = Rig::new("hangs", Setting { mode: "hang", policy: ALL, ..PLAIN });
    rig.call(1, "echo", &json!({}));
    rig.say(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#);
    assert_eq!(rig.hear()["id"], 2);
    // The client gives up: the server hears that, and the gate goes on.
    rig.say(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#);
    rig.call(3, "delete", &json!({}));
    assert_eq!(text(&rig.hear()), ("ran", false));
    rig.ends();
    assert!(rig.heard_all().iter().any(|line| line.contains("notifications/cancelled")));
}

#[test]
fn a_call_can_be_cancelled_while_the_server_does_not_list_its_tools() {
    let mut rig = Rig::new("mute", Setting { mode: "mute", ..PLAIN });
    rig.call(1, "echo", &json!({}));
    rig.say(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#);
    rig.say(r#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#);
    assert_eq!(rig.hear()["id"], 2);
    rig.ends();
    assert!(rig.heard().is_empty(), "{:?}", rig.heard());
}

#[test]
fn a_list_without_an_end_is_read_to_a_limit() {
    let mut rig = Rig::new("endless", Setting { mode: "endless", policy: ALL, ..PLAIN });
    rig.call(1, "t3", &json!({}));
    assert_eq!(text(&rig.hear()), ("ran", false));
    rig.ends();
    let lists = rig.heard_all().iter().filter(|line| line.contains("tools/list")).count();
    assert_eq!(lists, 64);
}

#[test]
fn an_answer_to_a_call_that_the_server_was_not_given_reaches_no_client() {
    let setting = Setting { mode: "early", policy: FIRST, client: r#"{"elicitation":{}}"#, ..PLAIN };
    let mut rig = Rig::new("early", setting);
    // A person is asked about the second call while the server, with the first one, answers it already.
    rig.call(2, "delete", &json!({}));
    let question = rig.hear();
    assert_eq!(question["method"], "elicitation/create", "{question}");
    rig.call(1, "echo", &json!({}));
    let told = rig.hear();
    assert_eq!((told["id"].clone(), text(&told)), (json!(1), ("ran", false)));
    rig.say(&json!({"jsonrpc": "2.0", "id": question["id"], "result": {"action": "decline"}}).to_string());
    let told = rig.hear();
    assert!(told["id"] == 2 && text(&told).1 && text(&told).0 != "forged", "{told}");
    rig.ends();
}

#[test]
fn a_server_that_does_not_want_to_end_is_ended() {
    for told in [false, true] {
        let mut rig = Rig::new(&format!("stubborn-{told}"), Setting { mode: "stubborn", ..PLAIN });
        if told {
            rig.leave.now();
        }
        rig.ends();
        let id = std::fs::read_to_string(rig.pid()).unwrap();
        assert!(!std::path::Path::new("/proc").join(id.trim()).exists(), "{told}");
    }
}
