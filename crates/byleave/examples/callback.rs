//! Your own code answers first, and leaves the calls that it does not know to people.
//!
//! `cargo run -p byleave --example callback`
#![cfg_attr(not(test), expect(clippy::print_stdout, reason = "an example talks to its user"))]

use byleave::policy::{Policy, Profile};
use byleave::{Authorization, Call, Callback, Gate, ToolApprovalResult, ToolUse, block_on};
use serde_json::json;

/// The rules of OriCore's sixth example. They cannot allow what the deny floor refuses: the gate never asks a callback
/// about that.
#[must_use]
pub fn on_tool_approve(tool_use: &ToolUse) -> Option<ToolApprovalResult> {
    let approved = ToolApprovalResult { approved: true, ..ToolApprovalResult::default() };
    if matches!(tool_use.name.as_str(), "read" | "grep") {
        return Some(approved);
    }
    let command = tool_use.params.get("command").and_then(|command| command.as_str()).unwrap_or_default();
    if tool_use.name == "bash" && (command.contains("rm -rf") || command.contains("> /dev")) {
        return Some(ToolApprovalResult {
            deny_reason: Some("Dangerous command detected".to_owned()),
            ..ToolApprovalResult::default()
        });
    }
    // Whole words: a test for text that begins with `git` or `ls` would let `gitleaks` and `lsof` through, and `git push`
    // is for people to decide.
    let mut words = command.split_whitespace();
    let plain = !command.contains(['|', '&', ';', '>', '<', '$', '`', '\n']);
    let known = match words.next() {
        Some("ls") => true,
        Some("git") => matches!(words.next(), Some("status" | "log" | "diff")),
        _ => false,
    };
    // Everything else: `None`, so the gate asks people.
    (tool_use.name == "bash" && plain && known).then_some(approved)
}

/// The results of a few calls.
///
/// # Errors
///
/// If the gate cannot be built.
pub fn run() -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let policy = Policy { profile: Profile::OriCore, ..Policy::default() };
    let callback = Callback::new(|tool_use| async move { on_tool_approve(&tool_use) });
    let gate = Gate::builder().policy(policy).channel(callback).build()?;
    let mut told = Vec::new();
    for command in ["ls -la", "git status", "rm -rf build", "npm install"] {
        let call = Call::new("bash", json!({ "command": command }));
        told.push(match block_on(gate.authorize(call)) {
            Authorization::Approved(permit) => format!("{command}: {}", permit.run(|_| "runs").output),
            Authorization::Rejected(refusal) | Authorization::Stopped(refusal) => {
                format!("{command}: {}", refusal.reason())
            }
        });
    }
    Ok(told)
}

#[cfg_attr(test, expect(dead_code, reason = "tests call `run`"))]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in run()? {
        println!("{line}");
    }
    Ok(())
}
