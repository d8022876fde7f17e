//! The path of a call through the gate: judge, ask, answer, record.

use std::time::Duration;

use byleave_policy::grant::SessionGrants;
use byleave_policy::remedy::{self, Remedy};
use byleave_policy::rules::shorthand;
use byleave_policy::{Decision, Digest, Reason, Situation, Source, Verdict};
use serde_json::{Map, Value};

use crate::answer::Scope;
use crate::answer::effect::{Finished, refusal};
use crate::answer::terms::AnswerTerms;
use crate::call::Call;
use crate::channel::{ChannelKind, Resolution, tell_late};
use crate::decision::{Judged, KeptReading};
use crate::entry::Became;
use crate::gate::Gate;
use crate::gate::event::Event;
use crate::grant::suggest;
use crate::permit::Permit;
use crate::permit::refusal::{Cause, Refusal};
use crate::request::ask::{AskOutcome, Conclusion, OpenRequest};
use crate::request::{RequestState, StoredRequest};
use crate::store::{Commit, MOST_TRIES, StoreError, retried};

/// How often the gate tries to store an answer again because the store is busy, each time after the store itself has
/// given up. It does not do so for a verdict: its caller can call again, but an approver does not answer twice.
pub(crate) const MOST_BUSY: u32 = 16;

/// The gate's answer to a call.
#[must_use = "a call that is not approved must not run"]
#[derive(Debug)]
pub enum Authorization {
    /// It may run, once.
    Approved(Permit),
    /// It may not run; the agent continues with this as its result.
    Rejected(Refusal),
    /// It may not run, and the agent stops until the user's next message.
    Stopped(Refusal),
}

impl Authorization {
    pub(crate) fn refused(refusal: Refusal) -> Self {
        if refusal.cause.stops() { Self::Stopped(refusal) } else { Self::Rejected(refusal) }
    }

    /// The permit, if there is one.
    ///
    /// # Errors
    ///
    /// The refusal otherwise.
    pub fn permit(self) -> Result<Permit, Box<Refusal>> {
        match self {
            Self::Approved(permit) => Ok(permit),
            Self::Rejected(refusal) | Self::Stopped(refusal) => Err(Box::new(refusal)),
        }
    }
}

/// What would allow a call.
#[derive(Debug, Default)]
pub(crate) struct Remedied {
    /// The narrowest rules.
    rules: Option<String>,
    /// The command that adds rules for calls of this kind.
    pub allow: Option<String>,
}

impl Gate {
    /// Judges a call and asks people if the policy says so. If anything goes wrong, the call does not run.
    pub async fn authorize(&self, call: Call) -> Authorization {
        self.authorize_in(call, Vec::new()).await
    }

    /// The same, with the calls of the batch that come after it.
    pub(crate) async fn authorize_in(&self, call: Call, remaining: Vec<(String, String)>) -> Authorization {
        let read = KeptReading::new();
        let decided = retried(|| async {
            let judged = self.judge_keeping(&call, &read).await?;
            match judged.decision.verdict {
                Verdict::Ask => Ok(self.ask(judged, remaining.clone()).await),
                Verdict::Allow | Verdict::Deny => self.settle(judged).await,
            }
        });
        decided.await.unwrap_or_else(|error| self.broken(&call, &error))
    }

    /// A verdict that needs no approver: the gate records it first, then it counts.
    pub(crate) async fn settle(&self, mut judged: Judged) -> Result<Authorization, StoreError> {
        let allowed = judged.decision.verdict == Verdict::Allow;
        let cause = if judged.stopped.is_some() { Cause::Stopped } else { Cause::Policy };
        let became = Became { approved: allowed, cause: (!allowed).then(|| cause.name()), ..Became::default() };
        let entry = self.entry(&judged, &became);
        let record = entry.id.clone();
        let before = judged.session.buckets.clone();
        let mut spent = Vec::new();
        if allowed {
            judged.policy.spend(&judged.decision, &mut judged.session.buckets, judged.now);
            spent = spent_grants(&judged);
        }
        let changed = judged.session.buckets != before || !judged.known || judged.named;
        judged.session.seen = judged.now;
        let commit = Commit {
            session: changed.then(|| judged.session.clone()),
            spent,
            entry: Some(entry),
            ..Commit::at(judged.now)
        };
        self.inner.store.commit(commit).await?;
        self.tell_decided(&judged);
        if allowed {
            return Ok(Authorization::Approved(permit(judged, None, record, Duration::ZERO, Scope::Once)));
        }
        Ok(Authorization::refused(self.refuse(&judged, cause, Some(record))))
    }

    /// Refuses a call that asks, because no approver is there and the policy does not let the request wait.
    pub(crate) async fn refuse_alone(&self, judged: Judged) -> Result<Authorization, StoreError> {
        let cause = Cause::NoChannel;
        let became = Became {
            reason: Some(format!("no approver is there: {}", judged.decision.reason)),
            cause: Some(cause.name()),
            ..Became::default()
        };
        let entry = self.entry(&judged, &became);
        let record = entry.id.clone();
        let session = judged.new_session();
        self.inner.store.commit(Commit { session, entry: Some(entry), ..Commit::at(judged.now) }).await?;
        self.tell_decided(&judged);
        Ok(Authorization::refused(self.refuse(&judged, cause, Some(record))))
    }

    /// Stores a request, under a chosen name if there is one; approvers can answer it from now on.
    pub(crate) async fn open_as(
        &self,
        judged: Judged,
        remaining: Vec<(String, String)>,
        name: Option<&str>,
    ) -> Result<(Judged, OpenRequest, StoredRequest), StoreError> {
        self.tell_decided(&judged);
        let (gate, name) = (self.clone(), name.map(str::to_owned));
        let work = move || {
            let open = gate.request(&judged, remaining).named(name.as_deref());
            let stored = open.stored(&gate.inner.redactor);
            (judged, open, stored)
        };
        let (judged, open, stored) = self.work(work).await?;
        let commit = Commit { session: judged.new_session(), request: Some(stored.clone()), ..Commit::at(judged.now) };
        match self.inner.store.commit(commit).await {
            // Another call made or changed the session meanwhile; the request alone is enough then.
            Err(StoreError::Conflict) => {
                let commit = Commit { request: Some(stored.clone()), ..Commit::at(judged.now) };
                self.inner.store.commit(commit).await?;
            }
            Err(error) => return Err(error),
            Ok(_) => {}
        }
        self.inner.tell(&Event::Asked {
            request: open.request.id.clone(),
            call: judged.call.id.clone(),
            tool: judged.call.tool.clone(),
            session: judged.session.id.clone(),
        });
        Ok((judged, open, stored))
    }

    /// Stages four to seven: ask, check the answer, permit, record.
    pub(crate) async fn ask(&self, judged: Judged, remaining: Vec<(String, String)>) -> Authorization {
        let call = judged.call.clone();
        let (judged, open, _) = match self.open_as(judged, remaining, None).await {
            Ok(opened) => opened,
            Err(error) => return self.broken(&call, &error),
        };
        self.ask_channels(&open, &judged).await
    }

    /// Takes the result of asking here. If an answer in the store was faster, that one counts, and the gate tells the
    /// channel that answered here.
    pub(crate) async fn conclude(
        &self,
        call: &Call,
        open: &OpenRequest,
        asked: &AskOutcome,
        by: Option<usize>,
        waited: Duration,
    ) -> Conclusion {
        let channel = by.and_then(|by| self.inner.channels.get(by));
        let mut busy = 0;
        for _ in 0..MOST_TRIES {
            let error = match self.answered(call, open, asked, waited).await {
                Ok(authorization) => {
                    let approved = matches!(authorization, Authorization::Approved(_));
                    return Conclusion { authorization, resolution: Resolution { approved, ..asked.resolution() } };
                }
                Err(StoreError::Settled(state)) => {
                    // What a program says is final: its no is one also to an earlier yes.
                    let program = channel.filter(|channel| channel.kind() == ChannelKind::Program);
                    match self.take(call, open, program.and_then(|_| asked.answer()), waited).await {
                        Ok(Some(ended)) => {
                            if let Some(channel) = channel {
                                tell_late(channel.as_ref(), &open.request, &ended.resolution);
                            }
                            return ended;
                        }
                        // It was taken back meanwhile, so the one that was given here counts.
                        Ok(None) if state == RequestState::Decided => StoreError::Conflict,
                        // Nothing else leads back from where the store said it was.
                        Ok(None) | Err(StoreError::Settled(_)) => StoreError::Settled(state),
                        // It has waited long enough.
                        Err(StoreError::Busy) => return Conclusion::failed(self.broken(call, &StoreError::Busy)),
                        Err(error) => error,
                    }
                }
                Err(error) => error,
            };
            busy += u32::from(error == StoreError::Busy);
            let again = match error {
                StoreError::Conflict => true,
                StoreError::Busy => busy <= MOST_BUSY,
                StoreError::Settled(_)
                | StoreError::Missing(_)
                | StoreError::Newer { .. }
                | StoreError::Corrupt(_)
                | StoreError::Unusable(_) => false,
            };
            if !again {
                return Conclusion::failed(self.broken(call, &error));
            }
        }
        Conclusion::failed(self.broken(call, &StoreError::Conflict))
    }

    /// Takes an answer and judges the call again, because the policy, the session or the grants may have changed while
    /// the approver decided.
    async fn answered(
        &self,
        call: &Call,
        open: &OpenRequest,
        asked: &AskOutcome,
        waited: Duration,
    ) -> Result<Authorization, StoreError> {
        let judged = self.judge_again(call.clone(), &open.request.reading).await?;
        let over = matches!(asked, AskOutcome::Unanswered(Cause::Timeout));
        let to = if over { RequestState::Expired } else { RequestState::Released };
        let terms = AnswerTerms { id: &open.request.id, seals: &open.seals, given: &[], needed: 1, escalated: None };
        let finished = self.finish(judged, &terms, asked, waited, to).await?;
        Ok(match finished {
            Finished::Refused(refusal) => Authorization::refused(*refusal),
            Finished::Approved { judged, arguments, record, .. } => {
                Authorization::Approved(permit(*judged, arguments, record, waited, asked.scope()))
            }
        })
    }

    /// What would have allowed a call. The gate tries it out first.
    pub(crate) fn remedy(&self, judged: &Judged) -> Remedied {
        // Whatever a rule allows, these ask.
        if judged.call.ask || judged.frozen.is_some() {
            return Remedied::default();
        }
        let held = SessionGrants { needs_approval: judged.needs_approval, ..SessionGrants::default() };
        let resolver = self.inner.resolver.as_ref();
        let situation = Situation { now: Some(judged.now), held, ..Situation::new(resolver) };
        let Judged { reading, policy, decision, .. } = judged;
        match remedy::find(reading, policy, &situation, decision) {
            Remedy::Rules(rules) => {
                let kind = suggest::of_kind(reading, policy, &situation, decision);
                let allow = shorthand::allow(kind.as_ref().unwrap_or(&rules));
                Remedied { rules: Some(rules.join(", ")), allow }
            }
            Remedy::None | Remedy::Person | Remedy::TooMany | Remedy::Refused(_) | Remedy::BuiltIn => {
                Remedied::default()
            }
        }
    }

    pub(crate) fn refuse(&self, judged: &Judged, cause: Cause, record: Option<String>) -> Refusal {
        let Remedied { rules, allow } = match cause {
            Cause::NoChannel | Cause::Timeout | Cause::Unanswered | Cause::Closed => self.remedy(judged),
            Cause::Policy
            | Cause::Rejected { .. }
            | Cause::Stopped
            | Cause::TooFew(_)
            | Cause::Changed(_)
            | Cause::System(_) => Remedied::default(),
        };
        let refusal = Refusal { record, remedy: rules, allow, ..refusal(judged, cause) };
        self.tell_refused(&refusal);
        refusal
    }

    /// The refusal if the store does not work: no call runs without a record.
    pub(crate) fn broken(&self, call: &Call, error: &StoreError) -> Authorization {
        self.inner.tell(&Event::Failed { error: error.to_string() });
        let policy = self.inner.policy_in_force().policy(None);
        let decision = Decision {
            verdict: Verdict::Deny,
            source: Source::Floor,
            rule: None,
            reason: Reason::Failed(error.to_string()),
            outside: false,
            high_risk: false,
            approvals: 1,
            unattended: None,
            findings: Vec::new(),
        };
        let refusal = Refusal {
            record: None,
            tool: call.tool.clone(),
            call: call.id.clone(),
            cause: Cause::System(error.to_string()),
            decision,
            remedy: None,
            allow: None,
            profile: policy.profile,
        };
        self.tell_refused(&refusal);
        Authorization::refused(refusal)
    }

    fn tell_decided(&self, judged: &Judged) {
        let decision = &judged.decision;
        self.inner.tell(&Event::Decided {
            call: judged.call.id.clone(),
            tool: judged.call.tool.clone(),
            session: judged.session.id.clone(),
            verdict: decision.verdict,
            source: decision.source,
            rule: decision.rule.as_ref().map(ToString::to_string),
            reason: decision.reason.to_string(),
        });
    }

    fn tell_refused(&self, refusal: &Refusal) {
        let (mode, reason) = match refusal.cause.rejection() {
            Some((mode, feedback)) => (Some(mode), feedback.clone().unwrap_or_default()),
            None => (None, refusal.reason()),
        };
        self.inner.tell(&Event::Refused {
            call: refusal.call.clone(),
            tool: refusal.tool.clone(),
            reason,
            mode,
            closed: refusal.cause == Cause::Closed,
        });
    }
}

/// The permit for an approved call, with the edited arguments if an approver edited them.
pub(crate) fn permit(
    judged: Judged,
    arguments: Option<Map<String, Value>>,
    record: String,
    waited: Duration,
    scope: Scope,
) -> Permit {
    let Judged { mut call, reading, decision, mut digest, .. } = judged;
    if let Some(arguments) = arguments {
        call.arguments = arguments;
        digest = Digest::of(&byleave_policy::CallFacts { arguments: call.arguments.clone(), ..reading.call().clone() });
    }
    Permit { call, digest, decision, record, waited, scope }
}

/// The grants with a limited number of uses that allowed a call.
pub(crate) fn spent_grants(judged: &Judged) -> Vec<String> {
    let mut spent: Vec<String> = Vec::new();
    for id in judged.decision.findings.iter().filter_map(|finding| finding.grant.as_deref()) {
        let counted = judged.grants.iter().any(|grant| grant.id == *id && grant.uses.is_some());
        if counted && !spent.iter().any(|known| known == id) {
            spent.push(id.to_owned());
        }
    }
    spent
}
