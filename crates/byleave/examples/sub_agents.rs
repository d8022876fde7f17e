//! Sub-agents ask over one bus. The handler sees which session asks, and decides for each session.
//!
//! `cargo run -p byleave --example sub_agents`
#![cfg_attr(not(test), expect(clippy::print_stdout, reason = "an example talks to its user"))]

use std::collections::HashMap;

use byleave::policy::{Policy, Profile};
use byleave::{Authorization, Bus, Call, Gate, ToolApproval, ToolApprovalResult, block_on};
use serde_json::json;

/// The results of the same call of two sub-agents.
///
/// # Errors
///
/// If the gate cannot be built.
pub fn run() -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let bus = Bus::new();
    let policy = Policy { profile: Profile::OriCore, ..Policy::default() };
    let gate = Gate::builder().policy(policy).channel(bus.clone()).session("main").build()?;
    let builder = gate.sub_agent("builder");
    let reviewer = gate.sub_agent("reviewer");
    let may_run: HashMap<String, bool> =
        [(builder.session().to_owned(), true), (reviewer.session().to_owned(), false)].into();
    bus.register_handler(move |asked: ToolApproval| {
        let approved = may_run.get(&asked.session_id).copied().unwrap_or(false);
        async move {
            ToolApprovalResult {
                approved,
                deny_reason: (!approved).then(|| format!("{} only looks", asked.tool_use.name)),
                params: None,
            }
        }
    });
    let mut told = Vec::new();
    for (name, agent) in [("builder", &builder), ("reviewer", &reviewer)] {
        let call = Call::new("bash", json!({"command": "make release"}));
        told.push(match block_on(agent.authorize(call)) {
            Authorization::Approved(permit) => format!("{name}: {}", permit.run(|_| "runs").output),
            Authorization::Rejected(refusal) | Authorization::Stopped(refusal) => {
                format!("{name}: {}", refusal.to_model_text())
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
