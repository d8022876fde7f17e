//! Stages one to three of the way of a call: read, floors, layers.

mod command;
mod files;
mod floors;
mod outcome;
mod tool;

use crate::paths::{Ground, Resolver};
use crate::tools::{self, Category};
use crate::{Call, Decision, Policy};

/// Decides a call. Pure: the same call, policy and resolver always give the same decision.
#[must_use]
pub fn decide(call: &Call, policy: &Policy, resolver: &dyn Resolver) -> Decision {
    let ground = Ground::new(&call.project, &call.home, &call.cwd);
    let known = tools::find(&call.tool);
    match known {
        Some(tool) if tool.command.is_some() => command::judge(call, policy, &ground, resolver),
        _ => tool::judge(call, policy, &ground, resolver, category(call, policy)),
    }
}

/// The category of a tool: the user's word first, then the table.
fn category(call: &Call, policy: &Policy) -> Option<Category> {
    policy.tools.get(&call.tool).copied().or_else(|| tools::find(&call.tool).map(|tool| tool.category))
}
