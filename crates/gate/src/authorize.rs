//! The way of a call through the gate: judged, asked about, answered, recorded.

use std::sync::Arc;
use std::time::{Duration, Instant};

use byleave_policy::grant::{Grant, Held};
use byleave_policy::remedy::{self, Remedy};
use byleave_policy::tools::Category;
use byleave_policy::{Decision, Digest, Policy, Situation, Verdict, decide_in};
use jiff::Timestamp;

use crate::answer::{Answer, RejectMode, Scope};
use crate::asking::{Asked, Put};
use crate::call::Call;
use crate::entry::{Became, entry};
use crate::event::Event;
use crate::gate::Gate;
use crate::granting::Wanted;
use crate::handing::insist;
use crate::permit::Permit;
use crate::refusal::{Cause, Refusal};
use crate::replay::Decided;
use crate::request::RequestState;
use crate::session::{Session, StoredGrant};
use crate::standing::Standing;
use crate::store::{Commit, StoreError, Transition};
use crate::tool::ApprovalContext;

/// How often a call is judged again because somebody else changed its session meanwhile. Each time somebody else got
/// through, so this is how many calls of one session may come at once; a store that never lets anybody through ends it.
const MOST_TRIES: u32 = 256;

/// Who gave an answer if the channel does not know.
const ANYBODY: &str = "user";

/// What a gate says to a call.
#[must_use = "a call that is not approved must not run"]
#[derive(Debug)]
pub enum Authorization {
    /// It may run, once.
    Approved(Permit),
    /// It may not; the agent goes on with this as its result.
    Rejected(Refusal),
    /// It may not, and the agent stops until the user speaks again.
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

/// A call that was judged, with all it was judged by.
pub(crate) struct Judged {
    pub call: Call,
    pub facts: byleave_policy::Call,
    pub category: Option<Category>,
    pub standing: Arc<Standing>,
    pub policy: Arc<Policy>,
    pub session: Session,
    /// Whether the store knows the session.
    pub known: bool,
    /// Why it is stopped, or a session above it.
    pub stopped: Option<String>,
    pub grants: Vec<Grant>,
    pub needs_approval: Option<bool>,
    pub decision: Decision,
    pub now: Timestamp,
    pub took: Duration,
    /// How often grants had changed before it was judged.
    pub seen: u64,
    /// What an answer is bound to: the digest of the true call, also where this one is without its secrets.
    pub digest: Digest,
}

impl Judged {
    fn decided(&self) -> Decided<'_> {
        Decided {
            call: &self.facts,
            call_id: &self.call.id,
            decision: &self.decision,
            session: &self.session,
            stopped: self.stopped.as_deref(),
            grants: &self.grants,
            needs_approval: self.needs_approval,
            category: self.category,
            policy: &self.policy,
            policy_version: &self.standing.version,
            now: self.now,
            decided_us: u64::try_from(self.took.as_micros()).unwrap_or(u64::MAX),
        }
    }
}

/// What came of an answer, once it is on record.
pub(crate) enum Finished {
    Approved { judged: Box<Judged>, arguments: Option<serde_json::Map<String, serde_json::Value>>, record: String },
    Refused(Box<Refusal>),
}

/// What an answer does, before it is on record.
struct Effect {
    commit: Commit,
    cause: Option<Cause>,
    arguments: Option<serde_json::Map<String, serde_json::Value>>,
}

impl Gate {
    /// Judges a call and, where the policy says so, puts it to people. Whatever goes wrong on the way, the call does not
    /// run.
    pub async fn authorize(&self, call: Call) -> Authorization {
        self.authorize_in(call, Vec::new()).await
    }

    /// The same, with the calls of the batch that come after it.
    pub(crate) async fn authorize_in(&self, call: Call, remaining: Vec<(String, String)>) -> Authorization {
        for _ in 0..MOST_TRIES {
            let judged = match self.judge(call.clone()).await {
                Ok(judged) => judged,
                Err(error) => return self.broken(&call, &error),
            };
            match judged.decision.verdict {
                Verdict::Ask => return self.ask(judged, remaining).await,
                Verdict::Allow | Verdict::Deny => match self.settle(judged).await {
                    Ok(authorization) => return authorization,
                    Err(StoreError::Conflict) => {}
                    Err(error) => return self.broken(&call, &error),
                },
            }
        }
        self.broken(&call, &StoreError::Conflict)
    }

    /// Stages one to three, with what the session brings.
    pub(crate) async fn judge(&self, call: Call) -> Result<Judged, StoreError> {
        self.judge_as(call, None).await
    }

    /// The same for a call from the record, whose true digest is known.
    pub(crate) async fn judge_as(&self, call: Call, digest: Option<Digest>) -> Result<Judged, StoreError> {
        let inner = &self.inner;
        let facts = inner.facts(&call);
        let id = call.session.clone().unwrap_or_else(|| self.session.to_string());
        let now = inner.clock.now();
        let seen = *inner.grants.borrow();
        let stored = self.stored(&id).await?;
        let known = stored.is_some();
        let session = stored.unwrap_or_else(|| self.new_session(&id, now));
        let above = self.above(&session).await?;
        let stopped = session.stop_signal.clone().or_else(|| above.iter().find_map(|one| one.stop_signal.clone()));
        let mode = session.mode.or_else(|| above.iter().find_map(|one| one.mode));
        let standing = inner.standing();
        let policy = standing.policy(mode);
        let held = inner.store.grants_for(&id, &facts.project).await?;
        // What the files say now nobody knows, perhaps no to this.
        let held = held.into_iter().filter(|_| !standing.broken);
        let grants: Vec<Grant> = held.map(|held| held.grant).collect();
        let needs_approval = match inner.tools.get(&call.tool).filter(|_| !standing.broken) {
            Some(tool) => {
                let context = ApprovalContext { params: call.arguments.clone(), approval_mode: policy.mode };
                tool.needs_approval(context).await
            }
            None => None,
        };
        let start = Instant::now();
        let held = Held { grants: &grants, stopped: stopped.as_deref(), needs_approval };
        let situation = Situation {
            now: Some(now),
            buckets: Some(&session.buckets),
            held,
            digest,
            ..Situation::new(inner.resolver.as_ref())
        };
        let mut decision = decide_in(&facts, &policy, &situation);
        if call.ask {
            insist(&mut decision);
        }
        let took = start.elapsed();
        let category = policy.category(&call.tool);
        let digest = digest.unwrap_or_else(|| Digest::of(&facts));
        Ok(Judged {
            call,
            facts,
            category,
            standing,
            policy,
            session,
            known,
            stopped,
            grants,
            needs_approval,
            decision,
            now,
            took,
            seen,
            digest,
        })
    }

    pub(crate) fn new_session(&self, id: &str, now: Timestamp) -> Session {
        let own = id == &*self.session;
        let parent = self.parent.as_deref().filter(|_| own).map(|parent| parent.session.to_string());
        let agent = self.agent.as_deref().filter(|_| own).map(str::to_owned);
        Session { parent, agent, ..Session::new(id, self.inner.project.clone(), now) }
    }

    /// A verdict that needs nobody: on record first, then it counts.
    pub(crate) async fn settle(&self, mut judged: Judged) -> Result<Authorization, StoreError> {
        let allowed = judged.decision.verdict == Verdict::Allow;
        let digest = judged.digest;
        let became = Became {
            approved: allowed,
            agent: judged.call.agent.as_deref(),
            ask: judged.call.ask,
            ..Became::default()
        };
        let entry = entry(&judged.decided(), judged.digest, &became, &self.inner.redactor);
        let record = entry.id.clone();
        let before = judged.session.buckets.clone();
        let mut spent = Vec::new();
        if allowed {
            judged.policy.spend(&judged.decision, &mut judged.session.buckets, judged.now);
            spent = spent_grants(&judged);
        }
        let changed = judged.session.buckets != before || !judged.known;
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
            let Judged { call, decision, .. } = judged;
            return Ok(Authorization::Approved(Permit {
                call,
                digest,
                decision,
                record,
                waited: Duration::ZERO,
                scope: Scope::Once,
            }));
        }
        let cause = if judged.stopped.is_some() { Cause::Stopped } else { Cause::Policy };
        Ok(Authorization::refused(self.refuse(judged, cause)))
    }

    /// Puts a question into the store, from where on it can be answered.
    pub(crate) async fn open(&self, judged: &Judged, remaining: Vec<(String, String)>) -> Result<Put, StoreError> {
        self.open_as(judged, remaining, None).await
    }

    /// The same under a name that was chosen before.
    pub(crate) async fn open_as(
        &self,
        judged: &Judged,
        remaining: Vec<(String, String)>,
        name: Option<&str>,
    ) -> Result<Put, StoreError> {
        self.tell_decided(judged);
        let put = self.request(judged, remaining).named(name);
        let open = Commit {
            session: (!judged.known).then(|| judged.session.clone()),
            request: Some(put.stored(&self.inner.redactor)),
            ..Commit::at(judged.now)
        };
        match self.inner.store.commit(open).await {
            // Somebody else made the session meanwhile; the request alone is enough then.
            Err(StoreError::Conflict) => {
                let open = Commit { request: Some(put.stored(&self.inner.redactor)), ..Commit::at(judged.now) };
                self.inner.store.commit(open).await?;
            }
            Err(error) => return Err(error),
            Ok(_) => {}
        }
        self.inner.tell(&Event::Asked {
            request: put.request.id.clone(),
            call: judged.call.id.clone(),
            tool: judged.call.tool.clone(),
            session: judged.session.id.clone(),
        });
        Ok(put)
    }

    /// Stages four to seven: asked, answered, checked, on record.
    async fn ask(&self, judged: Judged, remaining: Vec<(String, String)>) -> Authorization {
        let put = match self.open(&judged, remaining).await {
            Ok(put) => put,
            Err(error) => return self.broken(&judged.call, &error),
        };
        let start = Instant::now();
        let asked = self.put(&put, &judged).await;
        let waited = start.elapsed();
        for _ in 0..MOST_TRIES {
            match self.answered(&judged.call, &put.request.id, &asked, waited).await {
                Ok(authorization) => return authorization,
                Err(StoreError::Conflict) => {}
                Err(error) => return self.broken(&judged.call, &error),
            }
        }
        self.broken(&judged.call, &StoreError::Conflict)
    }

    /// Takes an answer: the call is judged again as it stands now, because much may have happened while somebody thought.
    async fn answered(
        &self,
        call: &Call,
        request: &str,
        asked: &Asked,
        waited: Duration,
    ) -> Result<Authorization, StoreError> {
        let judged = self.judge(call.clone()).await?;
        let to = if matches!(asked, Asked::Timeout) { RequestState::Expired } else { RequestState::Released };
        let finished = self.finish(judged, request, asked, waited, to).await?;
        Ok(match finished {
            Finished::Refused(refusal) => Authorization::refused(*refusal),
            Finished::Approved { judged, arguments, record } => {
                let Judged { mut call, facts, decision, mut digest, .. } = *judged;
                if let Some(arguments) = arguments {
                    call.arguments = arguments;
                    digest = Digest::of(&byleave_policy::Call { arguments: call.arguments.clone(), ..facts });
                }
                Authorization::Approved(Permit { call, digest, decision, record, waited, scope: asked.scope() })
            }
        })
    }

    /// Puts what an answer does on record, and lets it take effect: all of it at once, or nothing.
    pub(crate) async fn finish(
        &self,
        mut judged: Judged,
        request: &str,
        asked: &Asked,
        waited: Duration,
        to: RequestState,
    ) -> Result<Finished, StoreError> {
        let effect = self.effect(&mut judged, asked).await?;
        let approved = effect.cause.is_none();
        let person = asked.person();
        let became = Became {
            approved,
            reason: effect.cause.as_ref().map(|cause| words(&judged, cause)).or_else(|| asked.reason()),
            agent: judged.call.agent.as_deref(),
            request: Some(request),
            channel: asked.channel(),
            person,
            answer: asked.answer().map(Answer::to_json),
            edited: effect.arguments.as_ref(),
            waited,
            ask: judged.call.ask,
        };
        let entry = entry(&judged.decided(), judged.digest, &became, &self.inner.redactor);
        let record = entry.id.clone();
        let commit = Commit {
            transition: Some(Transition {
                request: request.to_owned(),
                from: RequestState::Pending,
                to,
                answer: Some(told(asked, effect.cause.as_ref(), &became, &record, &judged)),
                person: person.map(str::to_owned),
                channel: asked.channel().map(str::to_owned),
            }),
            entry: Some(entry),
            ..effect.commit
        };
        let changes = !commit.grants.is_empty() || commit.session.is_some();
        self.inner.store.commit(commit).await?;
        if changes {
            self.inner.grants.send_modify(|count| *count = count.wrapping_add(1));
        }
        if let Some(cause) = effect.cause {
            return Ok(Finished::Refused(Box::new(self.refuse(judged, cause))));
        }
        self.inner.tell(&Event::Approved {
            call: judged.call.id.clone(),
            tool: judged.call.tool.clone(),
            scope: asked.scope(),
            by_grant: matches!(asked, Asked::Granted),
        });
        Ok(Finished::Approved { judged: Box::new(judged), arguments: effect.arguments, record })
    }

    /// What an answer does to the call, the session and its grants.
    async fn effect(&self, judged: &mut Judged, asked: &Asked) -> Result<Effect, StoreError> {
        let mut effect = Effect { commit: Commit::at(judged.now), cause: None, arguments: None };
        // The deny floor applies again, whatever the answer: the policy or the session may have changed meanwhile.
        if judged.decision.verdict == Verdict::Deny {
            let stopped = judged.stopped.is_some();
            effect.cause = Some(if stopped { Cause::Stopped } else { Cause::Policy });
            return Ok(effect);
        }
        match asked {
            Asked::Answered { answer: Answer::Approve(approval), person, .. } => {
                if let Some(arguments) = &approval.arguments {
                    let edited = Call { arguments: arguments.clone(), ..judged.call.clone() };
                    let again = self.judge(edited).await?;
                    if again.decision.verdict == Verdict::Deny {
                        judged.decision = again.decision;
                        effect.arguments = Some(arguments.clone());
                        effect.cause = Some(Cause::Policy);
                        return Ok(effect);
                    }
                    effect.arguments = Some(arguments.clone());
                }
                let facts = match &effect.arguments {
                    Some(arguments) => byleave_policy::Call { arguments: arguments.clone(), ..judged.facts.clone() },
                    None => judged.facts.clone(),
                };
                let wanted = self.wanted(judged, &facts);
                let person = person.as_deref().unwrap_or(ANYBODY);
                let granted = wanted.grant(approval.scope, approval.breadth, &judged.session, person);
                effect.commit.grants.extend(granted.map(|held| self.without_secrets(held, wanted.digest)));
            }
            Asked::Answered { answer: Answer::Reject(rejection), .. } => {
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
            Asked::Granted if judged.decision.verdict == Verdict::Allow => {
                effect.commit.spent = spent_grants(judged);
                let mut buckets = judged.session.buckets.clone();
                judged.policy.spend(&judged.decision, &mut buckets, judged.now);
                if buckets != judged.session.buckets {
                    effect.commit.session = Some(Session { buckets, seen: judged.now, ..judged.session.clone() });
                }
            }
            Asked::Granted => effect.cause = Some(Cause::System("the grant is gone again".to_owned())),
            Asked::Nobody => effect.cause = Some(Cause::NoChannel),
            Asked::Timeout => effect.cause = Some(Cause::Timeout),
            Asked::Closed => effect.cause = Some(Cause::Closed),
            Asked::Failed(error) => {
                self.inner.tell(&Event::Failed { error: error.clone() });
                effect.cause = Some(Cause::System(error.clone()));
            }
        }
        Ok(effect)
    }

    /// A grant is stored, so it must not hold the secrets of the call it was given for.
    pub(crate) fn without_secrets(&self, held: StoredGrant, digest: Digest) -> StoredGrant {
        let coverage = self.inner.redactor.coverage(held.grant.coverage, digest);
        StoredGrant { grant: Grant { coverage, ..held.grant }, ..held }
    }

    pub(crate) fn wanted<'w>(&'w self, judged: &'w Judged, facts: &'w byleave_policy::Call) -> Wanted<'w> {
        Wanted {
            facts,
            // An edited call is another one; the one that was asked about keeps the digest of its true bytes.
            digest: if facts.arguments == judged.facts.arguments { judged.digest } else { Digest::of(facts) },
            category: judged.category,
            policy: &judged.policy,
            resolver: self.inner.resolver.as_ref(),
            now: judged.now,
        }
    }

    /// The rule that would have let a call through, tried out first.
    fn remedy(&self, judged: &Judged) -> Option<String> {
        let held = Held { needs_approval: judged.needs_approval, ..Held::default() };
        let resolver = self.inner.resolver.as_ref();
        let situation = Situation { now: Some(judged.now), held, ..Situation::new(resolver) };
        match remedy::find(&judged.facts, &judged.policy, &situation, &judged.decision) {
            Remedy::Rules(rules) => Some(rules.join(", ")),
            Remedy::None | Remedy::Person | Remedy::TooMany | Remedy::Refused(_) | Remedy::BuiltIn => None,
        }
    }

    fn refuse(&self, judged: Judged, cause: Cause) -> Refusal {
        let remedy = match cause {
            Cause::NoChannel | Cause::Timeout | Cause::Closed => self.remedy(&judged),
            Cause::Policy | Cause::Rejected { .. } | Cause::Stopped | Cause::System(_) => None,
        };
        let profile = judged.policy.profile;
        let Judged { call, decision, .. } = judged;
        let refusal = Refusal { tool: call.tool, call: call.id, cause, decision, remedy, profile };
        self.tell_refused(&refusal);
        refusal
    }

    /// A store that does not work: nothing runs that is not on record.
    pub(crate) fn broken(&self, call: &Call, error: &StoreError) -> Authorization {
        self.inner.tell(&Event::Failed { error: error.to_string() });
        let policy = self.inner.standing().policy(None);
        let decision = Decision {
            verdict: Verdict::Deny,
            source: byleave_policy::Source::Floor,
            rule: None,
            reason: error.to_string().into(),
            outside: false,
            high_risk: false,
            findings: Vec::new(),
        };
        let refusal = Refusal {
            tool: call.tool.clone(),
            call: call.id.clone(),
            cause: Cause::System(error.to_string()),
            decision,
            remedy: None,
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
        let (mode, reason) = match &refusal.cause {
            Cause::Rejected { mode, feedback } => (Some(*mode), feedback.clone().unwrap_or_default()),
            Cause::Policy | Cause::Stopped | Cause::NoChannel | Cause::Timeout | Cause::Closed | Cause::System(_) => {
                (None, refusal.reason())
            }
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

/// The grants with counted uses that let a call through.
fn spent_grants(judged: &Judged) -> Vec<String> {
    let mut spent: Vec<String> = Vec::new();
    for id in judged.decision.findings.iter().filter_map(|finding| finding.grant.as_deref()) {
        let counted = judged.grants.iter().any(|grant| grant.id == *id && grant.uses.is_some());
        if counted && !spent.iter().any(|known| known == id) {
            spent.push(id.to_owned());
        }
    }
    spent
}

/// What came of a request, for whoever asks later: the answer as on the wire, and what was made of it.
fn told(asked: &Asked, cause: Option<&Cause>, became: &Became<'_>, record: &str, judged: &Judged) -> serde_json::Value {
    let mut told = match asked.answer().map(Answer::to_json) {
        Some(serde_json::Value::Object(map)) => map,
        Some(_) | None => serde_json::Map::new(),
    };
    told.insert("approved".to_owned(), became.approved.into());
    told.insert("record".to_owned(), record.into());
    if let Some(person) = asked.person() {
        told.insert("by".to_owned(), person.into());
    }
    if let Some(cause) = cause {
        told.insert("cause".to_owned(), cause.name().into());
        told.insert("stop".to_owned(), cause.stops().into());
        told.insert("model_text".to_owned(), refusal(judged, cause).to_model_text().into());
    }
    if let Some(reason) = &became.reason {
        told.insert("reason".to_owned(), reason.as_str().into());
    }
    serde_json::Value::Object(told)
}

/// Why a call does not run, in words.
fn words(judged: &Judged, cause: &Cause) -> String {
    refusal(judged, cause).reason()
}

fn refusal(judged: &Judged, cause: &Cause) -> Refusal {
    Refusal {
        tool: judged.call.tool.clone(),
        call: judged.call.id.clone(),
        cause: cause.clone(),
        decision: judged.decision.clone(),
        remedy: None,
        profile: judged.policy.profile,
    }
}
