//! A store that forgets: for tests, demos and hosts that want no file.

use std::collections::BTreeMap;
use std::future;
use std::sync::{Mutex, MutexGuard, PoisonError};

use byleave_policy::rules::conditions::Expires;

use crate::record::{Entry, Head, Row};
use crate::request::{RequestState, StoredRequest};
use crate::session::{Owner, Session, StoredGrant};
use crate::store::{Commit, Pending, Query, Store, StoreError};

/// Keeps everything in memory.
#[derive(Debug, Default)]
pub struct MemoryStore {
    kept: Mutex<Kept>,
}

#[derive(Clone, Debug)]
struct Kept {
    sessions: BTreeMap<String, Session>,
    grants: Vec<StoredGrant>,
    requests: BTreeMap<String, StoredRequest>,
    rows: Vec<(Row, Entry)>,
    head: Head,
}

impl Default for Kept {
    fn default() -> Self {
        Self {
            sessions: BTreeMap::new(),
            grants: Vec::new(),
            requests: BTreeMap::new(),
            rows: Vec::new(),
            head: Head::START,
        }
    }
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A panic while the lock was held left the last whole state: changes are made on a copy.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, commit: Commit) -> Result<Head, StoreError> {
        let mut kept = self.kept();
        let mut next = kept.clone();
        next.apply(commit)?;
        let head = next.head;
        *kept = next;
        Ok(head)
    }
}

impl Kept {
    fn apply(&mut self, commit: Commit) -> Result<(), StoreError> {
        if let Some(mut session) = commit.session {
            let known = self.sessions.get(&session.id).map_or(0, |session| session.version);
            if known != session.version {
                return Err(StoreError::Conflict);
            }
            session.version = session.version.saturating_add(1);
            self.sessions.insert(session.id.clone(), session);
        }
        for id in &commit.ended {
            let grant = self.grants.iter_mut().find(|held| held.grant.id == *id);
            grant.ok_or_else(|| StoreError::Missing(format!("grant `{id}`")))?.ended.get_or_insert(commit.now);
        }
        for id in &commit.spent {
            let grant = self.grants.iter_mut().find(|held| held.grant.id == *id);
            let held = grant.ok_or_else(|| StoreError::Missing(format!("grant `{id}`")))?;
            // Two calls that spend the last use: the second must decide again.
            held.grant.uses = match held.grant.uses {
                Some(uses) => Some(uses.checked_sub(1).ok_or(StoreError::Conflict)?),
                None => None,
            };
        }
        for held in commit.grants {
            if self.grants.iter().any(|other| other.grant.id == held.grant.id) {
                return Err(StoreError::Unusable(format!("grant `{}` was given already", held.grant.id)));
            }
            self.grants.push(held);
        }
        if let Some(request) = commit.request {
            // One that was answered must not wait again.
            if let Some(known) = self.requests.get(&request.id) {
                return Err(StoreError::Settled(known.state));
            }
            self.requests.insert(request.id.clone(), request);
        }
        if let Some(change) = commit.transition {
            let request = self.requests.get_mut(&change.request);
            let request = request.ok_or_else(|| StoreError::Missing(format!("request `{}`", change.request)))?;
            if request.state != change.from {
                return Err(StoreError::Settled(request.state));
            }
            request.state = change.to;
            request.answer = change.answer.or(request.answer.take());
            request.person = change.person.or(request.person.take());
            request.channel = change.channel.or(request.channel.take());
            request.changed = commit.now;
        }
        if let Some(entry) = commit.entry {
            let row = self.head.next(&entry).map_err(|error| StoreError::Unusable(error.to_string()))?;
            self.head = Head { count: row.number, hash: row.hash };
            self.rows.push((row, entry));
        }
        Ok(())
    }

    /// A session and all above it.
    fn line(&self, session: &str) -> Vec<String> {
        let mut line = vec![session.to_owned()];
        while let Some(parent) =
            line.last().and_then(|last| self.sessions.get(last)).and_then(|last| last.parent.clone())
        {
            // A circle would never end.
            if line.contains(&parent) {
                break;
            }
            line.push(parent);
        }
        line
    }

    fn grants_for(&self, session: &str, project: &str) -> Vec<StoredGrant> {
        let line = self.line(session);
        let counts = |held: &&StoredGrant| {
            held.ended.is_none()
                && match &held.owner {
                    // What a skill gave its own turn is not for those below it, whose turns are others.
                    Owner::Session(id) if held.grant.expires == Expires::TurnEnd => id == session,
                    Owner::Session(id) => line.contains(id),
                    Owner::Project(path) => path == project,
                    Owner::Everyone => true,
                }
        };
        self.grants.iter().filter(counts).cloned().collect()
    }
}

fn ready<T: Send + 'static>(value: Result<T, StoreError>) -> Pending<'static, T> {
    Box::pin(future::ready(value))
}

impl Store for MemoryStore {
    fn commit(&self, commit: Commit) -> Pending<'_, Head> {
        ready(self.change(commit))
    }

    fn session(&self, id: &str) -> Pending<'_, Option<Session>> {
        ready(Ok(self.kept().sessions.get(id).cloned()))
    }

    fn sessions(&self) -> Pending<'_, Vec<Session>> {
        let mut sessions: Vec<Session> = self.kept().sessions.values().cloned().collect();
        sessions.sort_by_key(|session| std::cmp::Reverse(session.seen));
        ready(Ok(sessions))
    }

    fn grants_for(&self, session: &str, project: &str) -> Pending<'_, Vec<StoredGrant>> {
        ready(Ok(self.kept().grants_for(session, project)))
    }

    fn grants(&self, ended_too: bool) -> Pending<'_, Vec<StoredGrant>> {
        let kept = self.kept();
        ready(Ok(kept.grants.iter().filter(|held| ended_too || held.ended.is_none()).cloned().collect()))
    }

    fn request(&self, id: &str) -> Pending<'_, Option<StoredRequest>> {
        ready(Ok(self.kept().requests.get(id).cloned()))
    }

    fn requests(&self, state: RequestState) -> Pending<'_, Vec<StoredRequest>> {
        let kept = self.kept();
        let mut found: Vec<StoredRequest> =
            kept.requests.values().filter(|request| request.state == state).cloned().collect();
        found.sort_by_key(|request| request.created);
        ready(Ok(found))
    }

    fn rows(&self, query: &Query) -> Pending<'_, Vec<Row>> {
        let kept = self.kept();
        let wanted = |(row, entry): &&(Row, Entry)| query.wants(row.number, entry);
        let mut rows: Vec<Row> = kept.rows.iter().filter(wanted).map(|(row, _)| row.clone()).collect();
        if query.newest_first {
            rows.reverse();
        }
        rows.truncate(query.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX)));
        ready(Ok(rows))
    }

    fn head(&self) -> Pending<'_, Head> {
        ready(Ok(self.kept().head))
    }
}
