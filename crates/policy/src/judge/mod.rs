//! Stages one to three of the way of a call: read, floors, layers.

mod command;
mod files;
mod floors;
mod outcome;
mod reach;
mod tool;

use jiff::Timestamp;

pub use floors::{BANNED, HIGH_RISK, OWN};

use crate::paths::{Ground, Resolver};
use crate::rules::conditions::Buckets;
use crate::tools::{self, Category};
use crate::{Call, Decision, Policy, Profile};

/// What a decision depends on beside the call and the policy.
#[derive(Clone, Copy)]
pub struct Situation<'s> {
    /// The time; without it, whatever depends on it does not allow.
    pub now: Option<Timestamp>,
    /// What is used up of limits; in a dry run without a session, nothing is.
    pub buckets: Option<&'s Buckets>,
    /// Follows links.
    pub resolver: &'s dyn Resolver,
}

/// Decides a call without a clock and without a session.
#[must_use]
pub fn decide(call: &Call, policy: &Policy, resolver: &dyn Resolver) -> Decision {
    decide_in(call, policy, &Situation { now: None, buckets: None, resolver })
}

/// Decides a call. Pure: the same call, policy and situation always give the same decision.
#[must_use]
pub fn decide_in(call: &Call, policy: &Policy, situation: &Situation<'_>) -> Decision {
    let ground = Ground::new(&call.project, &call.home, &call.cwd);
    let context = policy.context(situation.now, situation.buckets);
    let mut decision = match tools::find(&call.tool) {
        Some(tool) if tool.command.is_some() => command::judge(call, policy, &ground, situation.resolver, context),
        _ => tool::judge(call, policy, &ground, situation.resolver, context, category(call, policy)),
    };
    outcome::limit_approvals(&mut decision, policy, &context);
    decision
}

/// The category of a tool: the user's word first, then the table.
fn category(call: &Call, policy: &Policy) -> Option<Category> {
    // ConnectOnion's `ask_user` talks to the user by itself.
    if policy.profile == Profile::ConnectOnion && call.tool == "ask_user" {
        return Some(Category::Read);
    }
    policy.tools.get(&call.tool).copied().or_else(|| tools::find(&call.tool).map(|tool| tool.category))
}
