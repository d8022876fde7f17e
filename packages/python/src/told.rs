//! What Python reads of decisions, events and refusals: the keys of its dictionaries.

use byleave::policy::{self, Finding, Source, Verdict};
use byleave::{Cause, Event, Refusal, RejectMode};
use serde::Serialize;
use serde_json::Value;

/// A value with all keys in alphabetical order.
pub fn json_of(told: &impl Serialize) -> Value {
    serde_json::to_value(told).unwrap_or_default()
}

/// A decision.
#[derive(Serialize)]
pub struct Decided<'d> {
    verdict: Verdict,
    source: Source,
    rule: Option<&'d str>,
    reason: &'d policy::Reason,
    outside: bool,
    findings: &'d [Finding],
}

impl<'d> From<&'d policy::Decision> for Decided<'d> {
    fn from(decision: &'d policy::Decision) -> Self {
        let policy::Decision { verdict, source, rule, reason, outside, findings, .. } = decision;
        let (verdict, source, rule, outside) = (*verdict, *source, rule.as_deref(), *outside);
        Self { verdict, source, rule, reason, outside, findings }
    }
}

/// An event.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Happened<'e> {
    Decided {
        call: &'e str,
        tool: &'e str,
        session: &'e str,
        verdict: Verdict,
        source: Source,
        rule: Option<&'e str>,
        reason: &'e str,
    },
    Asked {
        request: &'e str,
        call: &'e str,
        tool: &'e str,
        session: &'e str,
    },
    Approved {
        call: &'e str,
        tool: &'e str,
        scope: &'e str,
        by_grant: bool,
    },
    Refused {
        call: &'e str,
        tool: &'e str,
        reason: &'e str,
        mode: Option<&'static str>,
        closed: bool,
    },
    Failed {
        error: &'e str,
    },
    TurnBegan {
        session: &'e str,
        turn: u64,
        kept: usize,
        skills: &'e [String],
    },
    TurnEnded {
        session: &'e str,
        turn: u64,
        ended: &'e [String],
    },
    Warned {
        text: &'e str,
    },
}

impl<'e> From<&'e Event> for Happened<'e> {
    fn from(event: &'e Event) -> Self {
        match event {
            Event::Decided { call, tool, session, verdict, source, rule, reason } => {
                let (verdict, source, rule) = (*verdict, *source, rule.as_deref());
                Self::Decided { call, tool, session, verdict, source, rule, reason }
            }
            Event::Asked { request, call, tool, session } => Self::Asked { request, call, tool, session },
            Event::Approved { call, tool, scope, by_grant } => {
                Self::Approved { call, tool, scope: scope.name(), by_grant: *by_grant }
            }
            Event::Refused { call, tool, reason, mode, closed } => {
                Self::Refused { call, tool, reason, mode: mode.map(RejectMode::name), closed: *closed }
            }
            Event::Failed { error } => Self::Failed { error },
            Event::TurnBegan { session, turn, kept, skills } => {
                Self::TurnBegan { session, turn: *turn, kept: *kept, skills }
            }
            Event::TurnEnded { session, turn, ended } => Self::TurnEnded { session, turn: *turn, ended },
            Event::Warned(text) => Self::Warned { text },
        }
    }
}

/// A refusal, with everything a host may need to tell the model, the user and the operator.
#[derive(Serialize)]
pub struct Refused<'r> {
    #[serde(flatten)]
    refusal: &'r Refusal,
    model_text: String,
    words: String,
    remedy: Option<&'r str>,
    record: Option<&'r str>,
    detail: Option<&'r str>,
    verdict: Verdict,
    source: Source,
}

impl<'r> From<&'r Refusal> for Refused<'r> {
    fn from(refusal: &'r Refusal) -> Self {
        let detail = match &refusal.cause {
            Cause::System(why) | Cause::Changed(why) => Some(why.as_str()),
            Cause::Policy
            | Cause::Rejected { .. }
            | Cause::Stopped
            | Cause::NoChannel
            | Cause::Timeout
            | Cause::Unanswered
            | Cause::TooFew(_)
            | Cause::Closed => None,
        };
        Self {
            refusal,
            model_text: refusal.to_model_text(),
            words: refusal.words(),
            remedy: refusal.remedy.as_deref(),
            record: refusal.record.as_deref(),
            detail,
            verdict: refusal.decision.verdict,
            source: refusal.decision.source,
        }
    }
}
