//! A store in memory, for tests, demos and hosts that want no file.

use std::collections::{BTreeMap, VecDeque};
use std::future;
use std::sync::{Mutex, MutexGuard, PoisonError};

use byleave_policy::rules::conditions::Expires;
use jiff::Timestamp;
use tokio::sync::broadcast;

use crate::answer::quorum;
use crate::decision::freeze::{Freeze, Freezing};
use crate::entry::record::{Entry, Hash, Head, Row};
use crate::request::{self, RequestState, StoredRequest};
use crate::session::{Owner, Session, StoredGrant};
use crate::store::token::StoredToken;
use crate::store::{Change, Commit, Others, Query, Store, StoreError, StoreFuture};

/// How many requests it keeps that are over. Their frames are the bulk of what a store holds.
const REQUESTS: usize = 1_000;

/// How many rows of the record it keeps. The hashes go on over those that are gone.
const ROWS: usize = 2_000;

/// How many grants it keeps that ended.
const ENDED: usize = 1_000;

/// Keeps everything in memory that still counts: sessions, grants that last, requests that wait or whose answer was not
/// collected. Of what is over it keeps the newest, so that a process may run for ever: 1,000 requests, 2,000 rows of the
/// record and 1,000 grants. A call under the name of a request that is gone is a new one, and asks.
#[derive(Debug)]
pub struct MemoryStore {
    kept: Mutex<Kept>,
    listeners: broadcast::Sender<Change>,
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self { kept: Mutex::default(), listeners: broadcast::Sender::new(1_024) }
    }
}

#[derive(Debug, Default)]
struct Kept {
    sessions: BTreeMap<String, Session>,
    grants: Vec<StoredGrant>,
    requests: BTreeMap<String, StoredRequest>,
    /// Those of them that are over, in the order in which they ended.
    over: VecDeque<String>,
    tokens: Vec<StoredToken>,
    frozen: Vec<Freeze>,
    used: BTreeMap<[u8; 32], Timestamp>,
    rows: VecDeque<(Row, Entry)>,
    head: Head,
}

impl MemoryStore {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A panic while the lock was held left the state complete, because everything that can fail happens before the
    /// first change.
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, commit: Commit) -> Result<Head, StoreError> {
        let mut kept = self.kept();
        let row = kept.check(&commit)?;
        let changes = commit.changes();
        kept.apply(commit, row);
        for change in changes {
            // Without listeners no one waits.
            drop(self.listeners.send(change));
        }
        Ok(kept.head)
    }
}

impl Kept {
    /// Whether a change can be made, with the row that it adds to the record. It does not try on a copy, because the
    /// record grows with every call.
    fn check(&self, commit: &Commit) -> Result<Option<Row>, StoreError> {
        if let Some(session) = &commit.session {
            let known = self.sessions.get(&session.id).map_or(0, |session| session.version);
            if known != session.version {
                return Err(StoreError::Conflict);
            }
        }
        let grant = |id: &String| {
            let found = self.grants.iter().find(|held| held.grant.id == *id);
            found.ok_or_else(|| StoreError::Missing(format!("grant `{id}`")))
        };
        for id in &commit.ended {
            grant(id)?;
        }
        for id in &commit.spent {
            // Two calls that spend the last use: the second must decide again.
            if grant(id)?.grant.uses == Some(0) {
                return Err(StoreError::Conflict);
            }
        }
        for (index, held) in commit.grants.iter().enumerate() {
            let before = commit.grants.iter().take(index);
            if self.grants.iter().chain(before).any(|other| other.grant.id == held.grant.id) {
                return Err(StoreError::Unusable(format!("grant `{}` was given already", held.grant.id)));
            }
        }
        // One that was answered must not wait again.
        if let Some(known) = commit.request.as_ref().and_then(|request| self.requests.get(&request.id)) {
            return Err(StoreError::Settled(known.state));
        }
        if let Some(change) = &commit.transition {
            let new = commit.request.as_ref().filter(|request| request.id == change.request);
            let request = new.or_else(|| self.requests.get(&change.request));
            let request = request.ok_or_else(|| StoreError::Missing(format!("request `{}`", change.request)))?;
            if request.state != change.from {
                return Err(StoreError::Settled(request.state));
            }
            if change.answered.is_some() && change.answered != request.answer {
                return Err(StoreError::Conflict);
            }
            if change.approvals.as_ref().is_some_and(|approvals| approvals.before != request.approvals) {
                return Err(StoreError::Conflict);
            }
        }
        if let Some(longer) = &commit.extension {
            let request = self.requests.get(&longer.request);
            let request = request.ok_or_else(|| StoreError::Missing(format!("request `{}`", longer.request)))?;
            if request.state != RequestState::Pending {
                return Err(StoreError::Settled(request.state));
            }
            if request.expires != Some(longer.from) {
                return Err(StoreError::Conflict);
            }
        }
        let fits = match &commit.freeze {
            None => true,
            Some(Freezing::Begin(freeze)) => !self.frozen.iter().any(|known| known.host == freeze.host),
            Some(Freezing::End(id)) => self.frozen.iter().any(|frozen| frozen.id == *id),
        };
        if !fits {
            return Err(StoreError::Conflict);
        }
        let row = commit.entry.as_ref().map(|entry| self.head.next(entry)).transpose();
        row.map_err(|error| StoreError::Unusable(error.to_string()))
    }

    /// Makes a change that was checked.
    fn apply(&mut self, commit: Commit, row: Option<Row>) {
        if let Some(mut session) = commit.session {
            session.version = session.version.saturating_add(1);
            self.sessions.insert(session.id.clone(), session);
        }
        for held in self.grants.iter_mut().filter(|held| commit.ended.contains(&held.grant.id)) {
            held.ended.get_or_insert(commit.now);
        }
        for held in self.grants.iter_mut().filter(|held| commit.spent.contains(&held.grant.id)) {
            held.grant.uses = held.grant.uses.map(|uses| uses.saturating_sub(1));
        }
        self.grants.extend(commit.grants);
        if let Some(request) = commit.request {
            if is_over(request.state) {
                self.over.push_back(request.id.clone());
            }
            self.requests.insert(request.id.clone(), request);
        }
        if let Some(change) = commit.transition
            && let Some(request) = self.requests.get_mut(&change.request)
        {
            if is_over(change.to) && !is_over(request.state) {
                self.over.push_back(change.request);
            }
            request.state = change.to;
            request.answer = change.answer.or(request.answer.take());
            request.person = change.person.or(request.person.take());
            request.channel = change.channel.or(request.channel.take());
            if let Some(approvals) = change.approvals {
                request.frame = quorum::with_given(request.frame.take(), &approvals.now);
                request.approvals = approvals.now;
            }
            request.changed = commit.now;
        }
        if let Some(longer) = commit.extension
            && let Some(request) = self.requests.get_mut(&longer.request)
        {
            request.expires = Some(longer.to);
            request.frame = request::with_end(request.frame.take(), request.expires);
        }
        match commit.freeze {
            Some(Freezing::Begin(freeze)) => self.frozen.push(freeze),
            Some(Freezing::End(id)) => self.frozen.retain(|frozen| frozen.id != id),
            None => {}
        }
        if let (Some(row), Some(entry)) = (row, commit.entry) {
            self.head = Head { count: row.number, hash: row.hash };
            self.rows.push_back((row, entry));
        }
        self.forget();
    }

    /// Drops the oldest of what is over.
    fn forget(&mut self) {
        while self.over.len() > REQUESTS {
            if let Some(id) = self.over.pop_front() {
                self.requests.remove(&id);
            }
        }
        while self.rows.len() > ROWS {
            self.rows.pop_front();
        }
        let ended = self.grants.iter().filter(|held| held.ended.is_some()).count();
        // Looked for when there are many, not at each change.
        if ended > 2 * ENDED {
            let mut gone = ended.saturating_sub(ENDED);
            self.grants.retain(|held| {
                let drops = held.ended.is_some() && gone > 0;
                gone = gone.saturating_sub(usize::from(drops));
                !drops
            });
        }
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

/// Whether a request is over: nothing leads back, and whoever waits for it has heard.
const fn is_over(state: RequestState) -> bool {
    match state {
        RequestState::Pending | RequestState::Decided => false,
        RequestState::Released | RequestState::Done | RequestState::Expired | RequestState::Cancelled => true,
    }
}

fn ready<T: Send + 'static>(value: Result<T, StoreError>) -> StoreFuture<'static, T> {
    Box::pin(future::ready(value))
}

impl Store for MemoryStore {
    fn commit(&self, commit: Commit) -> StoreFuture<'_, Head> {
        ready(self.change(commit))
    }

    fn session(&self, id: &str) -> StoreFuture<'_, Option<Session>> {
        ready(Ok(self.kept().sessions.get(id).cloned()))
    }

    fn sessions(&self) -> StoreFuture<'_, Vec<Session>> {
        let mut sessions: Vec<Session> = self.kept().sessions.values().cloned().collect();
        sessions.sort_by_key(|session| std::cmp::Reverse(session.seen));
        ready(Ok(sessions))
    }

    fn grants_for(&self, session: &str, project: &str) -> StoreFuture<'_, Vec<StoredGrant>> {
        ready(Ok(self.kept().grants_for(session, project)))
    }

    fn freezes(&self) -> StoreFuture<'_, Vec<Freeze>> {
        ready(Ok(self.kept().frozen.clone()))
    }

    fn grants(&self, ended_too: bool) -> StoreFuture<'_, Vec<StoredGrant>> {
        let kept = self.kept();
        ready(Ok(kept.grants.iter().filter(|held| ended_too || held.ended.is_none()).cloned().collect()))
    }

    fn request(&self, id: &str) -> StoreFuture<'_, Option<StoredRequest>> {
        ready(Ok(self.kept().requests.get(id).cloned()))
    }

    fn requests(&self, state: RequestState) -> StoreFuture<'_, Vec<StoredRequest>> {
        let kept = self.kept();
        let mut found: Vec<StoredRequest> =
            kept.requests.values().filter(|request| request.state == state).cloned().collect();
        found.sort_by_key(|request| request.created);
        ready(Ok(found))
    }

    fn escalate(&self, before: Timestamp, now: Timestamp, limit: u32) -> StoreFuture<'_, Vec<StoredRequest>> {
        let mut kept = self.kept();
        let waits = |request: &&mut StoredRequest| {
            request.state == RequestState::Pending && request.created <= before && request.escalated.is_none()
        };
        let taken = kept.requests.values_mut().filter(waits).take(usize::try_from(limit).unwrap_or(usize::MAX));
        let taken = taken.map(|request| {
            request.escalated = Some(now);
            request.clone()
        });
        ready(Ok(taken.collect()))
    }

    fn escalate_one(&self, id: &str, now: Timestamp) -> StoreFuture<'_, Option<StoredRequest>> {
        let mut kept = self.kept();
        let waits =
            |request: &&mut StoredRequest| request.state == RequestState::Pending && request.escalated.is_none();
        ready(Ok(kept.requests.get_mut(id).filter(waits).map(|request| {
            request.escalated = Some(now);
            request.clone()
        })))
    }

    fn changes(&self) -> Option<broadcast::Receiver<Change>> {
        Some(self.listeners.subscribe())
    }

    /// No other process uses it, so it notifies of every change.
    fn others(&self) -> StoreFuture<'_, Others> {
        ready(Ok(Others::Heard))
    }

    fn put_token(&self, token: StoredToken) -> StoreFuture<'_, ()> {
        let mut kept = self.kept();
        if kept.tokens.iter().any(|known| known.id == token.id) {
            return ready(Err(StoreError::Unusable(format!("token `{}` is there already", token.id))));
        }
        kept.tokens.push(token);
        ready(Ok(()))
    }

    fn tokens(&self) -> StoreFuture<'_, Vec<StoredToken>> {
        ready(Ok(self.kept().tokens.clone()))
    }

    fn revoke_token(&self, id: &str, now: Timestamp) -> StoreFuture<'_, ()> {
        let mut kept = self.kept();
        let found = kept.tokens.iter_mut().find(|token| token.id == id);
        ready(match found {
            Some(token) => {
                token.revoked.get_or_insert(now);
                Ok(())
            }
            None => Err(StoreError::Missing(format!("token `{id}`"))),
        })
    }

    fn use_once(&self, what: Hash, until: Timestamp, now: Timestamp) -> StoreFuture<'_, bool> {
        let used = &mut self.kept().used;
        used.retain(|_, until| *until >= now);
        let first = !used.contains_key(&what.0);
        used.entry(what.0).or_insert(until);
        ready(Ok(first))
    }

    fn rows(&self, query: &Query) -> StoreFuture<'_, Vec<Row>> {
        let kept = self.kept();
        let wanted = |(row, entry): &&(Row, Entry)| query.wants(row.number, entry);
        let mut rows: Vec<Row> = kept.rows.iter().filter(wanted).map(|(row, _)| row.clone()).collect();
        if query.newest_first {
            rows.reverse();
        }
        rows.truncate(query.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX)));
        ready(Ok(rows))
    }

    fn head(&self) -> StoreFuture<'_, Head> {
        ready(Ok(self.kept().head))
    }
}
