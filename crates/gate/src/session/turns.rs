//! Sessions and turns: how they begin and end, and which grants end with them.

use std::iter::successors;

use byleave_policy::Mode;
use byleave_policy::grant::{Coverage, Grant};
use byleave_policy::rules::Rule;
use byleave_policy::rules::conditions::Expires;
use byleave_policy::{Source, Verdict};

use crate::gate::Gate;
use crate::gate::event::Event;
use crate::gate::ids;
use crate::session::skill::Skill;
use crate::session::{Owner, Session, StoredGrant};
use crate::store::{Commit, StoreError, retried};

impl Gate {
    /// The user sent a message: a new turn begins, and a stop ends.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn begin_turn(&self) -> Result<u64, StoreError> {
        self.begin_turn_with(&[]).await
    }

    /// The user started skills with a message (`/commit`): the gate grants what their manifests list for this turn.
    ///
    /// Call this only for skills that the user started. A `skill` tool that the model calls grants nothing, and neither
    /// does a manifest that is not pinned by `byleave trust`.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn begin_turn_with(&self, skills: &[Skill]) -> Result<u64, StoreError> {
        let (pinned, others): (Vec<&Skill>, Vec<&Skill>) = skills.iter().partition(|skill| skill.pinned);
        for skill in others {
            self.inner.tell(&Event::Warned(format!(
                "skill `{}` grants nothing: its manifest is not trusted; look at it and run `byleave trust {}`",
                skill.name,
                skill.path.display()
            )));
        }
        retried(|| self.begin_turn_once(&pinned)).await
    }

    async fn begin_turn_once(&self, skills: &[&Skill]) -> Result<u64, StoreError> {
        let now = self.inner.clock.now();
        let mut session = self.load().await?;
        // A turn that was never ended, because the process died, ends now.
        let (held, ended) = self.ending(&session).await?;
        let kept = held.saturating_sub(ended.len());
        session.turn = session.turn.saturating_add(1);
        session.stop_signal = None;
        session.seen = now;
        let (id, turn) = (session.id.clone(), session.turn);
        let given = |(skill, rule): (&&Skill, &Rule)| {
            let reason = format!("{} skill (turn {turn})", skill.name);
            let rule = Rule { source: Source::Skill, reason: reason.clone(), ..rule.clone() };
            let grant = Grant {
                id: ids::new("grant"),
                source: Source::Skill,
                reason,
                coverage: Coverage::Rule(Box::new(rule)),
                expires: Expires::TurnEnd,
                uses: None,
                people: 1,
            };
            let owner = Owner::Session(id.clone());
            StoredGrant { owner, grant, turn, given: now, by: skill.name.clone(), ended: None }
        };
        let rules = skills.iter().flat_map(|skill| skill.tools.iter().map(move |rule| (skill, rule)));
        let commit = Commit { session: Some(session), grants: rules.map(given).collect(), ended, ..Commit::at(now) };
        self.inner.store.commit(commit).await?;
        let skills = skills.iter().map(|skill| skill.name.clone()).collect();
        self.inner.tell(&Event::TurnBegan { session: id, turn, kept, skills });
        self.inner.grants_changed();
        Ok(turn)
    }

    /// The turn is over: its grants end. Longer grants that people gave during the turn stay.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn end_turn(&self) -> Result<(), StoreError> {
        let now = self.inner.clock.now();
        let session = self.load().await?;
        let (_, ended) = self.ending(&session).await?;
        if !ended.is_empty() {
            self.inner.store.commit(Commit { ended: ended.clone(), ..Commit::at(now) }).await?;
        }
        self.inner.tell(&Event::TurnEnded { session: session.id, turn: session.turn, ended });
        Ok(())
    }

    /// How many grants a session has, and the ids of those that end with its turn.
    async fn ending(&self, session: &Session) -> Result<(usize, Vec<String>), StoreError> {
        let own = Owner::Session(self.session.to_string());
        let held = self.inner.store.grants_for(&session.id, &session.project).await?;
        let ends = held.iter().filter(|held| held.grant.expires == Expires::TurnEnd && held.owner == own);
        Ok((held.len(), ends.map(|held| held.grant.id.clone()).collect()))
    }

    /// The session is over: its grants end.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn end_session(&self) -> Result<(), StoreError> {
        let now = self.inner.clock.now();
        let own = Owner::Session(self.session.to_string());
        let held = self.inner.store.grants_for(&self.session, &self.inner.project).await?;
        let ended: Vec<String> =
            held.iter().filter(|held| held.owner == own).map(|held| held.grant.id.clone()).collect();
        self.inner.store.commit(Commit { ended, ..Commit::at(now) }).await?;
        Ok(())
    }

    /// Stops the session: no call runs in it until the user's next message.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn stop(&self, reason: &str) -> Result<(), StoreError> {
        self.change(|session| session.stop_signal = Some(reason.to_owned())).await?;
        self.inner.grants_changed();
        Ok(())
    }

    /// Why the session was stopped, if it was.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn stop_signal(&self) -> Result<Option<String>, StoreError> {
        Ok(self.load().await?.stop_signal)
    }

    /// Sets the mode of the session, which never goes above the ceiling of the policy.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn set_mode(&self, mode: Option<Mode>) -> Result<(), StoreError> {
        self.change(|session| session.mode = mode).await
    }

    /// Revokes a grant.
    ///
    /// # Errors
    ///
    /// If there is no such grant, or the store does not work.
    pub async fn revoke(&self, grant: &str) -> Result<(), StoreError> {
        let commit = Commit { ended: vec![grant.to_owned()], ..Commit::at(self.inner.clock.now()) };
        self.inner.store.commit(commit).await.map(|_| ())
    }

    /// The grants that count in this session.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn grants(&self) -> Result<Vec<StoredGrant>, StoreError> {
        self.stored(&self.session).await?;
        self.inner.store.grants_for(&self.session, &self.inner.project).await
    }

    /// Whether a call would run without a question, in this session and now.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub async fn would_run(&self, call: &crate::Call) -> Result<bool, StoreError> {
        Ok(self.judge(call.clone()).await?.decision.verdict == Verdict::Allow)
    }

    /// The session as it stands.
    ///
    /// # Errors
    ///
    /// If the store does not work.
    pub(crate) async fn load(&self) -> Result<Session, StoreError> {
        let stored = self.stored(&self.session).await?;
        Ok(stored.unwrap_or_else(|| self.new_session(&self.session, self.inner.clock.now())))
    }

    /// A session from the store. If it is below another, the gate first creates it and all sessions above it: the store
    /// follows them to find the grants that count, so that the first call of a sub-agent has its parent's grants too.
    pub(crate) async fn stored(&self, id: &str) -> Result<Option<Session>, StoreError> {
        let store = &self.inner.store;
        let found = store.session(id).await?;
        if found.is_some() || self.parent.is_none() || id != &*self.session {
            return Ok(found);
        }
        let line: Vec<&Self> = successors(Some(self), |gate| gate.parent.as_deref()).collect();
        for gate in line.into_iter().rev() {
            if store.session(&gate.session).await?.is_some() {
                continue;
            }
            let now = self.inner.clock.now();
            let session = Some(gate.new_session(&gate.session, now));
            match store.commit(Commit { session, ..Commit::at(now) }).await {
                // Another process made it meanwhile.
                Ok(_) | Err(StoreError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        store.session(id).await
    }

    /// The sessions above one, the nearest first. Their stop stops it too, and it has their mode if it has none of its
    /// own.
    pub(crate) async fn above(&self, session: &Session) -> Result<Vec<Session>, StoreError> {
        let mut above: Vec<Session> = Vec::new();
        let mut next = session.parent.clone();
        while let Some(id) = next.take() {
            // A circle would never end.
            if id == session.id || above.iter().any(|known| known.id == id) {
                break;
            }
            let Some(parent) = self.inner.store.session(&id).await? else { break };
            next.clone_from(&parent.parent);
            above.push(parent);
        }
        Ok(above)
    }

    async fn change(&self, change: impl Fn(&mut Session)) -> Result<(), StoreError> {
        retried(|| async {
            let mut session = self.load().await?;
            change(&mut session);
            let now = self.inner.clock.now();
            session.seen = now;
            self.inner.store.commit(Commit { session: Some(session), ..Commit::at(now) }).await.map(|_| ())
        })
        .await
    }
}
