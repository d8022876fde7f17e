//! Ollama's approval interface.

use std::sync::Arc;

use byleave_gate::manager::{ApprovalDecision, ApprovalManager, ApprovalResult, format_deny_result};
use byleave_gate::{Answer, Asking, Channel, ChannelError, Rejection, Reply, Request, Settled};
use byleave_policy::Profile;
use serde_json::{Map, Value, json};

use crate::support::{Hand, Script, builder, object, plain};

fn manager(replies: impl IntoIterator<Item = Value>) -> (ApprovalManager, Script) {
    let people = Script::new(replies);
    let gate = builder(plain(Profile::Ollama), &Hand::new()).channel(people.clone()).build().unwrap();
    (ApprovalManager::over(gate), people)
}

fn command(text: &str) -> Map<String, Value> {
    object(json!({ "command": text }))
}

/// A terminal whose user presses Ctrl+C.
struct Cancels;

impl Channel for Cancels {
    fn name(&self) -> &'static str {
        "terminal"
    }

    fn ask(&self, _: Arc<Request>, _: Settled) -> Asking<'_> {
        Box::pin(std::future::ready(Err(ChannelError::Cancelled)))
    }
}

/// A terminal whose user types a reason and presses Enter.
struct Denies(Option<&'static str>);

impl Channel for Denies {
    fn name(&self) -> &'static str {
        "terminal"
    }

    fn ask(&self, _: Arc<Request>, _: Settled) -> Asking<'_> {
        let mode = byleave_gate::RejectMode::Soft;
        let answer = Answer::Reject(Rejection { mode, feedback: self.0.map(str::to_owned) });
        Box::pin(std::future::ready(Ok(Reply::of(answer))))
    }
}

/// Ollama's loop: what the model gets.
fn step(manager: &ApprovalManager, tool: &str, arguments: &Map<String, Value>) -> String {
    if !manager.is_allowed(tool, arguments) {
        let result = manager.request_approval(tool, arguments);
        match result.decision {
            ApprovalDecision::Deny => return format_deny_result(tool, &result.deny_reason.unwrap_or_default()),
            ApprovalDecision::Always => manager.add_to_allowlist(tool, arguments).unwrap(),
            ApprovalDecision::Once => {}
        }
    }
    "ran".to_owned()
}

#[test]
fn r313_and_r314_the_loop_of_the_document_works_as_it_is_written() {
    let (manager, people) = manager([
        json!({"approved": true}),
        json!({"approved": true, "scope": "session"}),
        json!({"approved": false, "mode": "reject_soft", "feedback": "too risky"}),
        json!({"approved": false, "mode": "reject_soft"}),
    ]);
    assert_eq!(step(&manager, "bash", &command("cat src/a.go")), "ran");
    assert_eq!(step(&manager, "bash", &command("cat src/a.go")), "ran");
    assert_eq!(people.count(), 2, "once is once");
    assert_eq!(step(&manager, "bash", &command("cat src/b.go")), "ran");
    assert_eq!(people.count(), 2, "always is by prefix");
    assert_eq!(manager.allowed_tools().unwrap(), ["cat:src/*"], "granted once, not twice");
    let denied = step(&manager, "bash", &command("rm a"));
    assert_eq!(denied, "User denied execution of bash. Reason: too risky");
    // U-17
    assert_eq!(step(&manager, "bash", &command("rm a")), "User denied execution of bash.");
}

#[test]
fn r328_a_new_manager_allows_nothing_and_asks() {
    let manager = ApprovalManager::new(Denies(None)).unwrap();
    assert!(!manager.is_allowed("bash", &command("ls -la")));
    let result = manager.request_approval("bash", &command("ls -la"));
    assert_eq!(result, ApprovalResult { decision: ApprovalDecision::Deny, deny_reason: None });
    assert!(!manager.is_allowed("bash", &command("ls -la")));
}

#[test]
fn r329_the_allowlist_is_by_prefix_exact_and_tool_and_can_be_forgotten() {
    let (manager, _) = manager([]);
    for (tool, arguments) in [
        ("bash", command("cat src/main.go")),
        ("bash", command("rm a")),
        // C-22: without a path there is no prefix.
        ("bash", command("ls -la")),
        ("write", object(json!({"file_path": "a"}))),
    ] {
        manager.add_to_allowlist(tool, &arguments).unwrap();
        assert!(manager.is_allowed(tool, &arguments), "{arguments:?}");
    }
    // U-18
    assert_eq!(manager.allowed_tools().unwrap(), ["cat:src/*", "bash:rm a", "bash:ls -la", "write"]);
    for (text, allowed) in [("cat src/other.go", true), ("cat docs/a", false), ("rm b", false), ("ls", false)] {
        assert_eq!(manager.is_allowed("bash", &command(text)), allowed, "{text}");
    }
    manager.reset().unwrap();
    assert!(manager.allowed_tools().unwrap().is_empty());
    assert!(!manager.is_allowed("bash", &command("cat src/main.go")));
}

#[test]
fn r330_a_result_is_once_always_or_deny_with_a_reason() {
    let (manager, _) = manager([
        json!({"approved": true}),
        json!({"approved": true, "scope": "session"}),
        json!({"approved": false, "mode": "reject_soft", "feedback": "no"}),
    ]);
    let ask = |text: &str| manager.request_approval("bash", &command(text));
    assert_eq!(ask("npm a"), ApprovalResult { decision: ApprovalDecision::Once, deny_reason: None });
    assert_eq!(ask("npm b"), ApprovalResult { decision: ApprovalDecision::Always, deny_reason: None });
    assert_eq!(ask("npm c"), ApprovalResult { decision: ApprovalDecision::Deny, deny_reason: Some("no".to_owned()) });
}

#[test]
fn c14_cancelling_denies_with_that_reason_and_the_loop_goes_on() {
    let manager = ApprovalManager::new(Cancels).unwrap();
    for _ in 0..2 {
        let result = manager.request_approval("bash", &command("npm a"));
        assert_eq!(
            result,
            ApprovalResult { decision: ApprovalDecision::Deny, deny_reason: Some("cancelled".to_owned()) }
        );
    }
}

#[test]
fn the_allowlist_never_covers_what_no_one_looked_at() {
    let (manager, _) = manager([]);
    manager.add_to_allowlist("bash", &command("sudo cat src/a")).unwrap();
    for (text, allowed) in
        [("sudo cat src/a", true), ("sudo cat src/b", false), ("cat src/a", false), ("sudo rm a", false)]
    {
        assert_eq!(manager.is_allowed("bash", &command(text)), allowed, "{text}");
    }
    manager.add_to_allowlist("bash", &command("byleave trust")).unwrap();
    assert!(!manager.is_allowed("bash", &command("byleave trust")));
}
