//! Codex runs the tool if a hook's answer is not exactly of the shape it knows. Its rules, as its source has them.
#![expect(clippy::indexing_slicing, clippy::expect_used, clippy::panic, reason = "a test may fail")]

use byleave_agents::{Agent, Event, Moment, Reply, Ruling, Surroundings, read};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// What Codex makes of a reply to `PreToolUse`.
#[derive(Debug, PartialEq)]
enum Made {
    Runs,
    RunsWith(Value),
    Blocked,
    /// The hook failed: the tool runs.
    Failed,
}

const TOP: [&str; 7] =
    ["continue", "stopReason", "suppressOutput", "systemMessage", "decision", "reason", "hookSpecificOutput"];
const INNER: [&str; 5] =
    ["hookEventName", "permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext"];

fn only(value: &Value, known: &[&str]) -> bool {
    value.as_object().is_some_and(|map| map.keys().all(|key| known.contains(&key.as_str())))
}

fn before(reply: &Reply) -> Made {
    match reply.code {
        0 => {}
        2 if !reply.stderr.trim().is_empty() => return Made::Blocked,
        _ => return Made::Failed,
    }
    let Ok(said) = serde_json::from_str::<Value>(&reply.stdout) else { return Made::Failed };
    // Every field may be missing: an object with nothing in it says nothing.
    if said == json!({}) {
        return Made::Runs;
    }
    if !only(&said, &TOP) || !only(&said["hookSpecificOutput"], &INNER) {
        return Made::Failed;
    }
    let inner = &said["hookSpecificOutput"];
    if inner["hookEventName"] != "PreToolUse" {
        return Made::Failed;
    }
    let reason = inner["permissionDecisionReason"].as_str().unwrap_or_default();
    match inner["permissionDecision"].as_str() {
        Some("deny") if !reason.trim().is_empty() => Made::Blocked,
        Some("allow") if inner["updatedInput"].is_object() => Made::RunsWith(inner["updatedInput"].clone()),
        _ => Made::Failed,
    }
}

/// What Codex makes of a reply to `PermissionRequest`: whether it lets the call run, or `None` if it asks its user.
fn permission(reply: &Reply) -> Option<bool> {
    if reply.code == 2 && !reply.stderr.trim().is_empty() {
        return Some(false);
    }
    assert_eq!(reply.code, 0, "any other code fails");
    let said: Value = serde_json::from_str(&reply.stdout).expect("JSON");
    if said == json!({}) {
        return None;
    }
    let inner = &said["hookSpecificOutput"];
    assert!(only(&said, &TOP) && only(inner, &["hookEventName", "decision"]), "{said}");
    assert_eq!(inner["hookEventName"], "PermissionRequest");
    // Others are reserved, and make the whole invalid.
    assert!(only(&inner["decision"], &["behavior", "message"]), "{said}");
    match inner["decision"]["behavior"].as_str() {
        Some("allow") => Some(true),
        Some("deny") => Some(false),
        other => panic!("{other:?}"),
    }
}

fn event(moment: Moment) -> Event {
    Event { agent: Agent::Codex, moment, name: String::new() }
}

fn hook(name: &str) -> byleave_agents::Hook {
    let said = json!({
        "session_id": "s", "turn_id": "t", "cwd": "/p", "hook_event_name": name, "tool_name": "Bash",
        "tool_input": { "command": "ls" },
    });
    read(said.to_string().as_bytes(), Some(Agent::Codex), None, &Surroundings::none()).expect("Codex's words")
}

proptest! {
    #[test]
    fn whatever_the_reason_says_a_refusal_is_one(reason in ".{0,200}") {
        let (pre, asked) = (hook("PreToolUse"), hook("PermissionRequest"));
        for ruling in [Ruling::deny(reason.clone()), Ruling::ask(reason.clone())] {
            prop_assert_eq!(before(&pre.reply(&ruling)), Made::Blocked);
        }
        prop_assert_eq!(permission(&asked.reply(&Ruling::deny(reason.clone()))), Some(false));
        for moment in [Moment::Before, Moment::Permission] {
            let failed = event(moment).failed(&reason);
            prop_assert_eq!(before(&failed), Made::Blocked);
            prop_assert_eq!(permission(&failed), Some(false));
        }
    }

    #[test]
    fn an_approval_says_no_more_than_codex_takes(reason in ".{0,80}", key in "[a-z]{1,8}", value in ".{0,40}") {
        let (pre, asked) = (hook("PreToolUse"), hook("PermissionRequest"));
        prop_assert_eq!(before(&pre.reply(&Ruling::allow(reason.clone()))), Made::Runs);
        prop_assert_eq!(permission(&asked.reply(&Ruling::allow(reason.clone()))), Some(true));
        let edited: Map<String, Value> = [(key, value.into())].into_iter().collect();
        let ruling = Ruling::Allow { reason, edited: Some(edited.clone()) };
        prop_assert_eq!(before(&pre.reply(&ruling)), Made::RunsWith(Value::Object(edited)));
        prop_assert_eq!(permission(&asked.reply(&ruling)), Some(false));
    }
}

#[test]
fn a_long_reason_is_cut_and_stays_text() {
    let reply = hook("PreToolUse").reply(&Ruling::deny("é".repeat(100_000)));
    assert!(reply.stderr.len() < 20_000);
    assert_eq!(before(&reply), Made::Blocked);
}

#[test]
fn an_object_with_nothing_in_it_is_codex_s_own_way() {
    assert_eq!(before(&hook("PreToolUse").reply(&Ruling::Silent)), Made::Runs);
    assert_eq!(permission(&hook("PermissionRequest").reply(&Ruling::Silent)), None);
}
