//! What an answer does to the call, its session and its grants. The gate records and applies all of it at once, or
//! nothing.

use std::sync::Arc;
use std::time::Duration;

use byleave_policy::grant::Grant;
use byleave_policy::read::Reading;
use byleave_policy::{Digest, Source, Verdict};

use serde::Serialize;

use crate::answer::terms::AnswerTerms;
use crate::answer::{Answer, RejectMode};
use crate::call::Call;
use crate::decision::Judged;
use crate::entry::record::Entry;
use crate::entry::{Became, redacted};
use crate::gate::Gate;
use crate::gate::authorize::spent_grants;
use crate::gate::event::Event;
use crate::grant::GrantWish;
use crate::permit::refusal::{Cause, Refusal};
use crate::request::RequestState;
use crate::request::ask::AskOutcome;
use crate::request::seal;
use crate::session::{Session, StoredGrant};
use crate::store::{Commit, StoreError, Transition};

/// The result of an answer, once it is on record.
pub(crate) enum Finished {
    Approved {
        judged: Box<Judged>,
        arguments: Option<serde_json::Map<String, serde_json::Value>>,
        record: String,
        /// The grant that it created.
        grant: Option<String>,
    },
    Refused(Box<Refusal>),
}

/// What an answer does, before it is on record.
pub(crate) struct Effect {
    commit: Commit,
    /// Why the call does not run after all.
    pub cause: Option<Cause>,
    /// Other arguments to run with.
    pub arguments: Option<serde_json::Map<String, serde_json::Value>>,
}

impl Gate {
    /// Records the effect of an answer and applies it: all of it at once, or nothing.
    pub(crate) async fn finish(
        &self,
        mut judged: Judged,
        terms: &AnswerTerms<'_>,
        asked: &AskOutcome,
        waited: Duration,
        to: RequestState,
    ) -> Result<Finished, StoreError> {
        let effect = self.effect(&mut judged, terms, asked).await?;
        let approved = effect.cause.is_none();
        let person = asked.person();
        let became = Became {
            approved,
            reason: effect.cause.as_ref().map(|cause| words(&judged, cause)).or_else(|| approval(asked, &judged)),
            request: Some(terms.id),
            channel: asked.channel(),
            person,
            cause: effect.cause.as_ref().map(Cause::name),
            escalated: terms.escalated,
            approvals: terms.names(asked),
            answer: asked.answer().map(Answer::to_json),
            edited: effect.arguments.as_ref(),
            waited,
        };
        let entry = self.entry(&judged, &became);
        let record = entry.id.clone();
        let answer = told(asked, effect.cause.as_ref(), &became, &record, &judged);
        // An answer that its agent has yet to collect needs its true arguments until then; no other does.
        let answer = if to == RequestState::Decided {
            answer
        } else {
            redacted(&answer, &judged.call.tool, &self.inner.redactor, None)
        };
        let commit = Commit {
            transition: Some(Transition {
                answer: Some(answer),
                person: person.map(str::to_owned),
                channel: asked.channel().map(str::to_owned),
                approvals: terms.approvals(asked, judged.now),
                ..Transition::new(terms.id, RequestState::Pending, to)
            }),
            entry: Some(entry),
            ..effect.commit
        };
        let grant = commit.grants.first().map(|held| held.grant.id.clone());
        let changes = !commit.grants.is_empty() || commit.session.is_some();
        self.inner.store.commit(commit).await?;
        if changes {
            self.inner.grants_changed();
        }
        if let Some(cause) = effect.cause {
            return Ok(Finished::Refused(Box::new(self.refuse(&judged, cause, Some(record)))));
        }
        self.inner.tell(&Event::Approved {
            call: judged.call.id.clone(),
            tool: judged.call.tool.clone(),
            scope: asked.scope(),
            by_grant: matches!(asked, AskOutcome::Granted),
        });
        Ok(Finished::Approved { judged: Box::new(judged), arguments: effect.arguments, record, grant })
    }

    /// What an answer does to the call, the session and its grants.
    pub(crate) async fn effect(
        &self,
        judged: &mut Judged,
        terms: &AnswerTerms<'_>,
        asked: &AskOutcome,
    ) -> Result<Effect, StoreError> {
        let mut effect = Effect { commit: Commit::at(judged.now), cause: None, arguments: None };
        // The deny floor applies again, whatever the answer: the policy or the session may have changed meanwhile.
        if judged.decision.verdict == Verdict::Deny {
            let stopped = judged.stopped.is_some();
            effect.cause = Some(if stopped { Cause::Stopped } else { Cause::Policy });
            return Ok(effect);
        }
        if let Some(seal) = seal::changed(terms.seals, self.inner.resolver.as_ref()).filter(|_| asked.approves()) {
            effect.cause = Some(Cause::Changed(seal.path.clone()));
            return Ok(effect);
        }
        match asked {
            AskOutcome::Answered { answer: Answer::Approve(approval), .. } => {
                let people = terms.people(asked);
                let agreed = u32::try_from(people.len()).unwrap_or(u32::MAX);
                let mut needed = terms.needed.max(judged.decision.approvals);
                let mut reading = Arc::clone(&judged.reading);
                if let Some(arguments) = &approval.arguments {
                    let edited = Call { arguments: arguments.clone(), ..judged.call.clone() };
                    let again = self.judge(edited).await?;
                    if again.decision.verdict == Verdict::Deny {
                        judged.decision = again.decision;
                        effect.arguments = Some(arguments.clone());
                        effect.cause = Some(Cause::Policy);
                        return Ok(effect);
                    }
                    // No approver gets around the others by turning another call into this one.
                    needed = needed.max(again.decision.approvals);
                    reading = again.reading;
                    effect.arguments = Some(arguments.clone());
                }
                if agreed < needed {
                    effect.cause = Some(Cause::TooFew(needed));
                    return Ok(effect);
                }
                let wanted = self.wanted(judged, &reading);
                let granted = wanted.grant(approval.scope, approval.breadth, &judged.session, &people);
                effect.commit.grants.extend(granted.map(|held| self.without_secrets(held, wanted.digest)));
            }
            AskOutcome::Answered { answer: Answer::Reject(rejection), .. } => {
                if rejection.mode == RejectMode::Hard {
                    let tool = &judged.call.tool;
                    let signal = rejection.feedback.clone().unwrap_or_else(|| format!("User rejected tool '{tool}'."));
                    // What was judged stays as it was: the record tells what the verdict was made of.
                    let session = judged.session.clone();
                    effect.commit.session = Some(Session { stop_signal: Some(signal), seen: judged.now, ..session });
                }
                effect.cause = Some(Cause::Rejected { mode: rejection.mode, feedback: rejection.feedback.clone() });
            }
            // Judged again just now, with the grant that was given.
            AskOutcome::Granted if judged.decision.verdict == Verdict::Allow => {
                effect.commit.spent = spent_grants(judged);
                let mut buckets = judged.session.buckets.clone();
                judged.policy.spend(&judged.decision, &mut buckets, judged.now);
                if buckets != judged.session.buckets {
                    effect.commit.session = Some(Session { buckets, seen: judged.now, ..judged.session.clone() });
                }
            }
            AskOutcome::Granted => effect.cause = Some(Cause::System("the grant is gone again".to_owned())),
            AskOutcome::Unanswered(cause) => {
                if let Cause::System(error) = cause {
                    self.inner.tell(&Event::Failed { error: error.clone() });
                }
                effect.cause = Some(cause.clone());
            }
        }
        Ok(effect)
    }

    /// What the agent reads, and what the gate records, if an approved call does not run after all.
    pub(crate) fn withdrawn(
        &self,
        judged: &Judged,
        request: &str,
        cause: &Cause,
    ) -> (serde_json::Value, Option<Entry>) {
        let became = Became {
            reason: Some(words(judged, cause)),
            cause: Some(cause.name()),
            request: Some(request),
            ..Became::default()
        };
        let entry = self.entry(judged, &became);
        let asked = AskOutcome::Unanswered(cause.clone());
        let told = told(&asked, Some(cause), &became, &entry.id, judged);
        (told, Some(entry))
    }

    /// The store keeps a grant, so the grant must not hold the secrets of its call.
    pub(crate) fn without_secrets(&self, held: StoredGrant, digest: Digest) -> StoredGrant {
        let coverage = self.inner.redactor.coverage(held.grant.coverage, digest);
        StoredGrant { grant: Grant { coverage, ..held.grant }, ..held }
    }

    pub(crate) fn wanted<'w>(&'w self, judged: &'w Judged, reading: &'w Reading<'static>) -> GrantWish<'w> {
        let same = reading.call().arguments == judged.facts().arguments;
        GrantWish {
            reading,
            // An edited call is another one; the one that was asked about keeps the digest of its true bytes.
            digest: if same { judged.digest } else { reading.digest() },
            category: judged.category,
            policy: &judged.policy,
            resolver: self.inner.resolver.as_ref(),
            now: judged.now,
        }
    }
}

/// The result of a request, for later readers: the answer as JSON, and its effect.
fn told(
    asked: &AskOutcome,
    cause: Option<&Cause>,
    became: &Became<'_>,
    record: &str,
    judged: &Judged,
) -> serde_json::Value {
    let told = ToldAnswer {
        answer: asked.answer(),
        approved: became.approved,
        record,
        by: asked.person(),
        refused: cause.map(|cause| ToldRefusal {
            cause: cause.name(),
            stop: cause.stops(),
            model_text: refusal(judged, cause.clone()).to_model_text(),
        }),
        approvals: &became.approvals,
        reason: became.reason.as_deref(),
    };
    serde_json::to_value(told).unwrap_or_default()
}

/// An answer as the store keeps it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ToldAnswer<'a> {
    #[serde(flatten)]
    #[cfg_attr(test, schemars(with = "Option<super::AnswerFrame>"))]
    answer: Option<&'a Answer>,
    /// The result: something else may have refused the call.
    approved: bool,
    record: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a str>,
    #[serde(flatten)]
    refused: Option<ToldRefusal>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    approvals: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct ToldRefusal {
    cause: &'static str,
    stop: bool,
    model_text: String,
}

/// Why a call runs, in words.
pub(crate) fn approval(asked: &AskOutcome, judged: &Judged) -> Option<String> {
    let granted = matches!(judged.decision.source, Source::User | Source::Skill);
    match asked {
        AskOutcome::Answered { answer: Answer::Approve(approval), .. } => {
            Some(format!("approved ({})", approval.scope.name()))
        }
        AskOutcome::Granted if granted => Some("covered by a grant that was given meanwhile".to_owned()),
        AskOutcome::Granted => Some(format!("needs no answer any more: {}", judged.decision.reason)),
        AskOutcome::Answered { answer: Answer::Reject(_), .. } | AskOutcome::Unanswered(_) => None,
    }
}

/// Why a call does not run, in words.
fn words(judged: &Judged, cause: &Cause) -> String {
    refusal(judged, cause.clone()).reason()
}

/// A call that does not run, before it is on record.
pub(crate) fn refusal(judged: &Judged, cause: Cause) -> Refusal {
    Refusal {
        record: None,
        tool: judged.call.tool.clone(),
        call: judged.call.id.clone(),
        cause,
        decision: judged.decision.clone(),
        remedy: None,
        allow: None,
        profile: judged.policy.profile,
    }
}
