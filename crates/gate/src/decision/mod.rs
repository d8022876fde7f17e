//! The verdict of the policy on a call, with the grants of its session.

pub(crate) mod decider;
pub mod disk_facts;
pub mod freeze;
pub(crate) mod hosted;
pub(crate) mod policy_in_force;

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use byleave_policy::grant::{Grant, SessionGrants};
use byleave_policy::paths::Resolver as _;
use byleave_policy::read::{Reading, read};
use byleave_policy::tools::Category;
use byleave_policy::{Decision, Digest, Policy, Situation, Source, decide_read};
use jiff::Timestamp;

use crate::call::Call;
use crate::call::submit::{INSISTED, insist};
use crate::call::tool::ApprovalContext;
use crate::decision::disk_facts::{Fact, NotedDisk};
use crate::decision::freeze::Freeze;
use crate::decision::policy_in_force::PolicyInForce;
use crate::entry::replay::Decided;
use crate::gate::Gate;
use crate::session::Session;
use crate::store::{Known, StoreError};

/// What byleave read in a call, for when it judges the call again.
pub(crate) type KeptReading = OnceLock<Arc<Reading<'static>>>;

/// A judged call, with everything that the verdict depended on.
pub(crate) struct Judged {
    pub call: Call,
    /// The call as the engine takes it, with everything that byleave read in it.
    pub reading: Arc<Reading<'static>>,
    pub category: Option<Category>,
    pub policy_in_force: Arc<PolicyInForce>,
    pub policy: Arc<Policy>,
    pub session: Session,
    /// Whether the store knows the session.
    pub known: bool,
    /// Whether this call is the first that names the agent of the session, so that the store does not know it yet.
    pub named: bool,
    /// Why the session, or one above it, is stopped.
    pub stopped: Option<String>,
    pub grants: Vec<Grant>,
    /// Why automatic approvals are frozen, if they are.
    pub frozen: Option<String>,
    pub needs_approval: Option<bool>,
    pub decision: Decision,
    /// What the gate found on the disk, if it looked at one.
    pub disk: Option<Vec<Fact>>,
    pub now: Timestamp,
    pub took: Duration,
    /// How often grants had changed before it was judged.
    pub seen: u64,
    /// What an answer is bound to: the digest of the real call, even if this copy is without its secrets.
    pub digest: Digest,
}

impl Judged {
    /// The call as the engine takes it.
    pub(crate) fn facts(&self) -> &byleave_policy::CallFacts {
        self.reading.call()
    }

    /// The session, if the store has yet to learn of it or of who works in it.
    pub(crate) fn new_session(&self) -> Option<Session> {
        (!self.known || self.named).then(|| self.session.clone())
    }

    pub(crate) fn decided(&self) -> Decided<'_> {
        Decided {
            reading: &self.reading,
            call_id: &self.call.id,
            pin: self.call.about.as_deref().and_then(|about| about.pin.as_deref()),
            decision: &self.decision,
            session: &self.session,
            stopped: self.stopped.as_deref(),
            frozen: self.frozen.as_deref(),
            grants: &self.grants,
            needs_approval: self.needs_approval,
            category: self.category,
            policy: &self.policy,
            policy_version: &self.policy_in_force.version,
            disk: self.disk.as_deref(),
            now: self.now,
            decided_us: u64::try_from(self.took.as_micros()).unwrap_or(u64::MAX),
        }
    }
}

impl Gate {
    /// Stages one to three, with the session and its grants.
    pub(crate) async fn judge(&self, call: Call) -> Result<Judged, StoreError> {
        self.judge_in(call, None, None).await
    }

    /// The same for a call that was read before.
    pub(crate) async fn judge_again(&self, call: Call, read: &Arc<Reading<'static>>) -> Result<Judged, StoreError> {
        self.judge_in(call, None, Some(Arc::clone(read))).await
    }

    /// The same for a call that may have to be judged several times: `read` keeps what was read the first time.
    pub(crate) async fn judge_keeping(&self, call: &Call, read: &KeptReading) -> Result<Judged, StoreError> {
        let judged = self.judge_in(call.clone(), None, read.get().cloned()).await?;
        read.get_or_init(|| Arc::clone(&judged.reading));
        Ok(judged)
    }

    /// The same for a call from the record, whose real digest is known.
    pub(crate) async fn judge_as(&self, call: Call, digest: Option<Digest>) -> Result<Judged, StoreError> {
        self.judge_in(call, digest, None).await
    }

    async fn judge_in(
        &self,
        call: Call,
        digest: Option<Digest>,
        before: Option<Arc<Reading<'static>>>,
    ) -> Result<Judged, StoreError> {
        let inner = &self.inner;
        let facts = inner.facts(&call);
        let id = call.session.clone().unwrap_or_else(|| self.session.to_string());
        let now = inner.clock.now();
        let seen = *inner.grants.borrow();
        let Known { session: mut stored, grants: mut held, frozen } = inner.store.known(&id, &facts.project).await?;
        if stored.is_none() && self.parent.is_some() {
            stored = self.stored(&id).await?;
            held = inner.store.grants_for(&id, &facts.project).await?;
        }
        let known = stored.is_some();
        let mut session = stored.unwrap_or_else(|| self.new_session(&id, now));
        // A session may begin without a call, with a turn for example. Who works in it is written once, never over.
        let named = session.agent.is_none() && call.agent.is_some();
        if named {
            session.agent.clone_from(&call.agent);
        }
        let above = self.above(&session).await?;
        let stopped = session.stop_signal.clone().or_else(|| above.iter().find_map(|one| one.stop_signal.clone()));
        let mode = session.mode.or_else(|| above.iter().find_map(|one| one.mode));
        let policy_in_force = inner.policy_in_force();
        let policy = policy_in_force.policy(mode);
        // What the files say now is unknown, perhaps no to this.
        let held = held.into_iter().filter(|_| !policy_in_force.broken);
        // Where several people must agree to whatever asks, what fewer of them granted counts no more.
        let enough = |grant: &Grant| grant.source != Source::User || grant.people >= policy.ask_approvals;
        let grants: Vec<Grant> = held.map(|held| held.grant).filter(enough).collect();
        let needs_approval = match inner.tools.get(&call.tool).filter(|_| !policy_in_force.broken) {
            Some(tool) => {
                let context = ApprovalContext { params: call.arguments.clone(), approval_mode: policy.mode };
                tool.needs_approval(context).await
            }
            None => None,
        };
        let why = call.about.as_deref().and_then(|about| about.insists.clone());
        let (gate, ask) = (Arc::clone(inner), call.ask);
        let frozen = frozen.as_ref().map(Freeze::words);
        // All that the work needs goes there and comes back.
        let work = move || {
            let start = Instant::now();
            let held = SessionGrants { grants: &grants, stopped: stopped.as_deref(), needs_approval };
            let noted = NotedDisk::new(gate.resolver.as_ref());
            let situation =
                Situation { now: Some(now), buckets: Some(&session.buckets), held, digest, ..Situation::new(&noted) };
            // What was read stays true as long as the call and the programs that are known stay the same.
            let before = before.filter(|reading| *reading.call() == facts && reading.holds_under(&policy));
            let reading = before.unwrap_or_else(|| Arc::new(read(facts, &policy)));
            let mut decision = decide_read(&reading, &policy, &situation);
            let disk = noted.sees().then(|| noted.facts());
            if ask {
                insist(&mut decision, why.as_deref().unwrap_or(INSISTED));
            }
            if let Some(why) = &frozen {
                insist(&mut decision, why);
            }
            let took = start.elapsed();
            let digest = digest.unwrap_or_else(|| reading.digest());
            (decision, disk, took, digest, reading, policy, session, grants, stopped, frozen)
        };
        let (decision, disk, took, digest, reading, policy, session, grants, stopped, frozen) = self.work(work).await?;
        Ok(Judged {
            call,
            category: reading.category(),
            reading,
            policy_in_force,
            policy,
            session,
            known,
            named,
            stopped,
            grants,
            frozen,
            needs_approval,
            decision,
            disk,
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
}
