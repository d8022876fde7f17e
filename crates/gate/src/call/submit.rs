//! Submits a call in steps that survive the process, under a name, so that an agent that lost the reply finds the same
//! request again.

use byleave_policy::{Decision, Digest, Finding, Reason, Source, Stage, Unattended, Verdict};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use crate::call::Call;
use crate::decision::KeptReading;
use crate::gate::Gate;
use crate::gate::authorize::Authorization;
use crate::request::StoredRequest;
use crate::store::{StoreError, retried};

/// Why the gate asks a person about a call that the policy would let run.
pub(crate) const INSISTED: &str = "the agent wants a person to look at it";

/// The key of the receiver's hash in an answer that was handed out.
const RECEIVER: &str = "receiver";

/// The result of submitting a call.
#[derive(Debug)]
pub enum Submitted {
    /// It needed no approver.
    Settled(Box<Authorization>),
    /// It waits for an answer, from now on.
    Pending {
        /// The request.
        request: Box<StoredRequest>,
        /// Why it asks.
        decision: Box<Decision>,
    },
    /// The same call was submitted under this name before; its request counts.
    Known(Box<StoredRequest>),
    /// Another call has this name. Nothing was done.
    Taken,
}

impl Gate {
    /// Judges a call. If it asks, the request is in the store from now on, and [`Gate::resolve`] answers it.
    pub async fn submit(&self, call: Call, remaining: Vec<(String, String)>) -> Submitted {
        self.submit_to(call, remaining, None, true).await
    }

    /// The same with a name for the request, if there is one. An agent that submits the same call under the same name
    /// again gets the same request, in any state, and the gate asks no approver twice.
    ///
    /// `attended` says whether an approver is there. If there is none and the policy says `unattended: deny`, the gate
    /// refuses the call at once, because no approver would see its request.
    pub async fn submit_to(
        &self,
        call: Call,
        remaining: Vec<(String, String)>,
        request: Option<&str>,
        attended: bool,
    ) -> Submitted {
        let read = KeptReading::new();
        let submitted = retried(|| async {
            if let Some(known) = self.known(&call, request).await? {
                return Ok(known);
            }
            let judged = self.judge_keeping(&call, &read).await?;
            let alone = !attended && judged.decision.unattended == Some(Unattended::Deny);
            let settled = match judged.decision.verdict {
                Verdict::Ask if alone => self.refuse_alone(judged).await?,
                Verdict::Ask => {
                    return match self.open_as(judged, remaining.clone(), request).await {
                        Ok((judged, _, stored)) => {
                            Ok(Submitted::Pending { request: Box::new(stored), decision: Box::new(judged.decision) })
                        }
                        // Another node was faster under the same name; the next look finds it.
                        Err(StoreError::Settled(_)) if request.is_some() => Err(StoreError::Conflict),
                        Err(error) => Err(error),
                    };
                }
                Verdict::Allow | Verdict::Deny => self.settle(judged).await?,
            };
            Ok(Submitted::Settled(Box::new(settled)))
        });
        submitted.await.unwrap_or_else(|error| Submitted::Settled(Box::new(self.broken(&call, &error))))
    }

    /// What an answer to a call would be bound to.
    #[must_use]
    pub fn digest(&self, call: &Call) -> Digest {
        Digest::of(&self.inner.facts(call))
    }

    /// What was submitted under a name before.
    async fn known(&self, call: &Call, request: Option<&str>) -> Result<Option<Submitted>, StoreError> {
        let Some(request) = request else { return Ok(None) };
        let Some(stored) = self.inner.store.request(request).await? else { return Ok(None) };
        let same = stored.digest == self.digest(call).to_string();
        Ok(Some(if same { Submitted::Known(Box::new(stored)) } else { Submitted::Taken }))
    }
}

/// Turns an allow into an ask, for a call whose host wants a person to look at it.
pub(crate) fn insist_on(call: &Call, decision: &mut Decision) {
    let why = call.about.as_deref().and_then(|about| about.insists.as_deref());
    insist(decision, why.unwrap_or(INSISTED));
}

/// Turns an allow into an ask. It never loosens a decision.
pub(crate) fn insist(decision: &mut Decision, why: &str) {
    if decision.verdict != Verdict::Allow {
        return;
    }
    decision.verdict = Verdict::Ask;
    decision.source = Source::None;
    decision.rule = None;
    decision.reason = Reason::Insisted(why.to_owned());
    decision.findings.push(Finding {
        verdict: Verdict::Ask,
        stage: Stage::Layers,
        source: Source::None,
        rule: None,
        location: None,
        span: None,
        reason: Reason::Insisted(why.to_owned()),
        grant: None,
        proof: None,
    });
}

/// The hash that identifies a receiver.
fn hash(receiver: &str) -> String {
    let bytes: [u8; 32] = Sha256::digest(receiver.as_bytes()).into();
    Digest::from_bytes(bytes).to_string()
}

/// An answer as the store keeps it after it was handed out to a receiver.
pub(crate) fn given_to(answer: &Value, receiver: &str) -> Value {
    let mut kept = answer.clone();
    match kept.as_object_mut() {
        Some(map) => {
            map.insert(RECEIVER.to_owned(), hash(receiver).into());
            kept
        }
        None => Value::Object(Map::from_iter([(RECEIVER.to_owned(), hash(receiver).into())])),
    }
}

/// Whether an answer was handed out to this receiver before.
pub(crate) fn was_given_to(answer: Option<&Value>, receiver: Option<&str>) -> bool {
    let kept = answer.and_then(|answer| answer.get(RECEIVER)).and_then(Value::as_str);
    kept.zip(receiver).is_some_and(|(kept, receiver)| kept == hash(receiver))
}

/// An answer without the mark of its receiver.
pub(crate) fn without_receiver(mut answer: Value) -> Value {
    if let Some(map) = answer.as_object_mut() {
        map.remove(RECEIVER);
    }
    answer
}
