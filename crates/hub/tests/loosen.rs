//! `cases/policy/loosen.txt` once more, as an agent would try it: over HTTP and over its socket, with its token, at a hub that
//! allows all that can be allowed. Nothing is ever approved, and what the table denies is refused without asking anybody.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::format_push_string,
    reason = "tests"
)]

mod support;

use byleave_gate::Role;
use byleave_policy::rules::Rule;
use byleave_policy::{Mode, Policy, Verdict};
use serde_json::{Value, json};
use support::{Folder, Running, Wish};

const CASES: &str = include_str!("../../../cases/policy/loosen.txt");

/// As generous as a policy can be.
const GENEROUS: [&str; 12] = [
    "bash",
    "Bash(*)",
    "write",
    "edit",
    "multi_edit",
    "notebook_edit",
    "apply_patch",
    "delete",
    "save_memory",
    "write(**)",
    "edit(**)",
    "mcp__*",
];

async fn generous(folder: &Folder) -> Running {
    let mut policy = Policy { mode: Mode::Yolo, ..Policy::default() };
    for rule in GENEROUS {
        policy.rules.push(Rule::new(rule, Verdict::Allow).unwrap());
    }
    Running::start(folder, Wish { policy, ..Wish::default() }).await
}

/// The least verdict, the line, and the call.
fn calls() -> Vec<(&'static str, &'static str, Value)> {
    let rows = CASES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &'static str| {
        let fields: Vec<&'static str> = line.split('\t').collect();
        let (tool, text) = (fields[1], fields[2].replace('␤', "\n"));
        let arguments = if text.starts_with('{') && tool != "bash" {
            serde_json::from_str(&text).unwrap()
        } else {
            json!({ if tool == "bash" { "command" } else { "file_path" }: text })
        };
        let call =
            json!({"tool": tool, "arguments": arguments, "cwd": "/w/app", "project": "/w/app", "home": "/home/u"});
        (fields[0], line, call)
    };
    rows.map(read).collect()
}

fn hold(line: &str, least: &str, refused: bool, told: &Value) -> Option<String> {
    let fits = told["approved"] != true && (least == "ask" || refused && told["cause"] == "policy");
    (!fits).then(|| format!("{line}: {told}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn no_way_to_loosen_the_policy_is_approved_over_http() {
    let folder = Folder::new("loosen");
    let hub = generous(&folder).await;
    let agent = hub.token(Role::Agent, None).await;
    assert_eq!(hub.call(&agent, "npm install").await.body["approved"], true, "the hub is generous");
    let mut wrong = Vec::new();
    let calls = calls();
    assert!(calls.len() > 250, "only {} lines", calls.len());
    for (least, line, mut call) in calls {
        call["wait"] = 0.into();
        let told = hub.post("/v1/calls", &agent, &call).await;
        let (refused, asked) = (told.status == 200, told.status == 202);
        if !refused && !asked {
            wrong.push(format!("{line}: {told:?}"));
        }
        wrong.extend(hold(line, least, refused, &told.body));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    hub.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_way_to_loosen_the_policy_is_approved_over_the_socket_alone_or_in_batches() {
    let folder = Folder::new("loosen-socket");
    let hub = generous(&folder).await;
    let agent = hub.token(Role::Agent, None).await;
    let mut line = hub.line(&agent).await;
    let mut wrong = Vec::new();
    for (number, (least, text, mut call)) in calls().into_iter().enumerate() {
        let id = format!("c{number}");
        call["id"] = id.as_str().into();
        let frame = if number % 2 == 0 {
            call["type"] = "call".into();
            call
        } else {
            json!({"type": "batch", "calls": [call]})
        };
        line.say(&frame.to_string()).await;
        let told = line.frame().await.unwrap();
        let (refused, asked) = (told["type"] == "answer", told["type"] == "pending");
        if !(refused || asked) || told["call"] != id.as_str() {
            wrong.push(format!("{text}: {told}"));
        }
        wrong.extend(hold(text, least, refused, &told));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    hub.stop().await;
}
