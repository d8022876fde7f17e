//! What the session says of a decision: whether it was stopped, how many calls ran by themselves, what a person granted to the byte.

use super::Situation;
use crate::findings::Findings;
use crate::grant::{Coverage, SessionGrants};
use crate::policy::AUTO_APPROVALS;
use crate::read::Reading;
use crate::rules::conditions::within;
use crate::rules::{Applies, Context};
use crate::{Decision, Finding, Policy, Reason, Source, Stage, Verdict};

/// Nothing runs after a stop until the user speaks again.
pub(super) fn stopped(held: SessionGrants<'_>) -> Option<Decision> {
    let reason = Reason::Stopped(held.stopped?.to_owned());
    Some(Findings::from(Finding::deny(None, reason)).decision())
}

/// Puts a call that would run without a person to one if too many did lately.
pub(super) fn limit(decision: &mut Decision, policy: &Policy, context: &Context<'_>) {
    let limit = policy.auto_approvals.as_ref().filter(|_| decision.verdict == Verdict::Allow);
    if let Some(Applies::Asks(reason)) = limit.map(|limit| within(AUTO_APPROVALS, limit, context)) {
        replace(decision, Finding::hard_ask(None, Reason::Condition(reason)));
    }
}

/// Lets a call through that a person granted to the byte. Nothing lifts a deny.
pub(super) fn exact(decision: &mut Decision, reading: &Reading<'_>, situation: &Situation<'_>) {
    if decision.verdict != Verdict::Ask {
        return;
    }
    let mut exact = situation.held.live(situation.now).filter_map(|grant| match &grant.coverage {
        // Where several people are wanted, what fewer of them granted lets nothing through.
        Coverage::Call(digest) if grant.source == Source::User && grant.people >= decision.approvals => {
            Some((grant, digest))
        }
        Coverage::Call(_) | Coverage::Commands { .. } | Coverage::Tool(_) | Coverage::Rule(_) => None,
    });
    let Some(first) = exact.next() else { return };
    let digest = situation.digest.unwrap_or_else(|| reading.digest());
    let found = std::iter::once(first).chain(exact).find(|(_, granted)| **granted == digest);
    let Some((grant, _)) = found else { return };
    let reason = Reason::Grant(grant.reason.clone());
    let finding = Finding::new(Verdict::Allow, Stage::Layers, Source::User, None, reason);
    replace(decision, Finding { grant: Some(grant.id.clone()), ..finding });
}

/// Makes a finding the one that decides.
fn replace(decision: &mut Decision, by: Finding) {
    decision.verdict = by.verdict;
    decision.source = by.source;
    decision.rule = None;
    decision.reason = by.reason.clone();
    decision.findings.push(by);
}
