//! What the grants of a session allow. None of them lifts a floor, but for a person's grant of this very call.

use super::Situation;
use crate::findings::Outcome;
use crate::grant::{Coverage, SessionGrants};
use crate::read::Reading;
use crate::{Decision, Finding, Reason, Source, Stage, Verdict};

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
    decision.verdict = Verdict::Allow;
    decision.source = Source::User;
    decision.rule = None;
    decision.reason = Reason::Grant(grant.reason.clone());
    decision.findings.push(Finding {
        verdict: Verdict::Allow,
        stage: Stage::Layers,
        source: Source::User,
        rule: None,
        location: None,
        span: None,
        reason: Reason::Grant(grant.reason.clone()),
        grant: Some(grant.id.clone()),
        proof: None,
    });
}

/// Nothing runs after a stop until the user speaks again.
pub(super) fn stopped(held: SessionGrants<'_>) -> Option<Decision> {
    let reason = held.stopped?;
    let mut outcome = Outcome::default();
    outcome.deny(None, Reason::Stopped(reason.to_owned()));
    Some(outcome.decision())
}
