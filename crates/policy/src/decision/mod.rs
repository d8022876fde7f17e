//! Stages one to three of the way of a call: read, floors, layers.

mod command;
mod elsewhere;
mod session;
#[cfg(test)]
mod steps;
mod usual;

use jiff::Timestamp;

pub use elsewhere::refused_elsewhere;

use crate::grant::SessionGrants;
use crate::layers::with_roots;
use crate::paths::{Memory, Resolver};
use crate::read::{Reading, Subject, lent};
use crate::rules::conditions::Buckets;
use crate::{CallFacts, Decision, Digest, Policy, tools};

/// What a decision depends on beside the call and the policy.
#[derive(Clone, Copy)]
pub struct Situation<'s> {
    /// The time; without it, a rule that depends on the time allows nothing.
    pub now: Option<Timestamp>,
    /// What is used up of limits; in a dry run without a session, nothing is.
    pub buckets: Option<&'s Buckets>,
    /// Follows links.
    pub resolver: &'s dyn Resolver,
    /// What the session brings: its grants, whether it was stopped, what the tool says of itself.
    pub held: SessionGrants<'s>,
    /// The digest of the true call, where the call is one without its secrets: a record is decided again.
    pub digest: Option<Digest>,
}

/// The generation of the engine: raised whenever it gives other verdicts on the same call under the same policy. Entries of the record
/// without one are of the first.
pub const GENERATION: u32 = 3;

impl<'s> Situation<'s> {
    /// Without a clock and without a session.
    #[must_use]
    pub fn new(resolver: &'s dyn Resolver) -> Self {
        Self { now: None, buckets: None, resolver, held: SessionGrants::default(), digest: None }
    }
}

/// Decides a call without a clock and without a session.
#[must_use]
pub fn decide(call: &CallFacts, policy: &Policy, resolver: &dyn Resolver) -> Decision {
    decide_in(call, policy, &Situation::new(resolver))
}

/// Decides a call. Pure: the same call, policy and situation always give the same decision.
#[must_use]
pub fn decide_in(call: &CallFacts, policy: &Policy, situation: &Situation<'_>) -> Decision {
    if let Some(decision) = session::stopped(situation.held) {
        return decision;
    }
    usual(call, policy, situation).unwrap_or_else(|| in_full(call, policy, situation))
}

/// Decides a call by the full reader alone, which is slower and comes to the same.
#[doc(hidden)]
#[must_use]
pub fn in_full(call: &CallFacts, policy: &Policy, situation: &Situation<'_>) -> Decision {
    lent(call, policy, |reading| judge(reading, policy, situation))
}

/// Decides a usual call, if it is one.
#[doc(hidden)]
#[must_use]
pub fn usual(call: &CallFacts, policy: &Policy, situation: &Situation<'_>) -> Option<Decision> {
    let context = policy.context(situation.now, situation.buckets);
    let mut decision = usual::decide(call, policy, situation, &context)?;
    decision.approvals = decision.approvals.max(policy.ask_approvals);
    decision.unattended = policy.ask_unattended;
    session::limit(&mut decision, policy, &context);
    Some(decision)
}

/// Decides a call that was read before, as [`decide_in`] would. Where the policy knows other programs than those it was read
/// by, it is read again.
#[must_use]
pub fn decide_read(reading: &Reading<'_>, policy: &Policy, situation: &Situation<'_>) -> Decision {
    if !reading.holds_under(policy) {
        return decide_in(reading.call(), policy, situation);
    }
    if let Some(decision) = session::stopped(situation.held) {
        return decision;
    }
    let _known = reading.enter();
    judge(reading, policy, situation)
}

/// Floors and layers.
fn judge(reading: &Reading<'_>, policy: &Policy, situation: &Situation<'_>) -> Decision {
    let resolver = &Memory::new(situation.resolver);
    let context = policy.context(situation.now, situation.buckets);
    let ground = with_roots(reading.ground(), policy, &context);
    let mut decision = match reading.subject() {
        Subject::Named(names) => {
            let there = Situation { now: situation.now, ..Situation::new(resolver) };
            let decide = |call: &CallFacts| decide_in(call, policy, &there);
            tools::judge(reading, names.all(), policy, &ground, resolver, (context, situation.held), &decide)
        }
        subject @ (Subject::Command(_) | Subject::Odd | Subject::Missing) => {
            command::judge(reading.call(), subject, policy, &ground, resolver, (context, situation.held))
        }
    };
    decision.approvals = decision.approvals.max(policy.ask_approvals);
    decision.unattended = decision.unattended.or(policy.ask_unattended);
    session::limit(&mut decision, policy, &context);
    session::exact(&mut decision, reading, situation);
    decision
}
