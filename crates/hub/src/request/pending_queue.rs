//! Pending requests in memory, only to wake waiting agents and to notify watchers. The rows of the store are the truth.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use crate::answer::frames::ApproverFrame;
use crate::call::AGENT;
use crate::server::counts::{Counted, Counts};
use crate::server::frame_of;
use byleave_gate::{StoredRequest, quorum};
use byleave_policy::Unattended;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use tokio::sync::{Notify, broadcast};

/// A socket may be behind by this many notes; then it looks for what changed.
const BEHIND: usize = 1024;

/// So many requests that are not pending any more are remembered: many more than end while one is read.
const REMEMBERED: usize = 4096;

/// A point in the history of the queue. Whoever reads requests from the store takes it before, so that a request that
/// ended meanwhile is not taken for a pending one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Revision(u64);

/// Something to notify watchers of.
#[derive(Clone, Debug)]
pub enum Note {
    /// A request is pending.
    Needed { id: Arc<str>, session: Arc<str>, frame: Arc<str> },
    /// A request was answered.
    Resolved(Arc<EndedRequest>),
    /// A request expired without an answer.
    Expired { id: Arc<str> },
    /// A frame for callers that may see a session, or for all; not for the socket that caused it by an answer without
    /// an id.
    Frame { session: Option<Arc<str>>, frame: Arc<str>, but: Option<u64> },
}

/// How a request ended.
#[derive(Clone, Debug, Serialize)]
pub struct EndedRequest {
    pub id: String,
    #[serde(rename = "session_id")]
    pub session: String,
    /// Who, or what, ended it; nothing if no one did.
    pub by: Option<String>,
    pub approved: bool,
    pub reason: String,
    /// Whether its agent took it back, so that nobody refused it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cancelled: bool,
    /// The socket that answered without an id; its protocol has no frame for this.
    #[serde(skip)]
    pub but: Option<u64>,
}

impl EndedRequest {
    pub fn of(id: &str, session: &str, by: Option<&str>, approved: bool, reason: String) -> Self {
        let by = by.map(str::to_owned);
        Self { id: id.to_owned(), session: session.to_owned(), by, approved, reason, cancelled: false, but: None }
    }

    /// Of a request that its agent took back.
    pub fn cancelled(id: &str, session: &str, reason: String) -> Self {
        Self { cancelled: true, ..Self::of(id, session, Some(AGENT), false, reason) }
    }
}

/// What is known of a pending request.
#[derive(Debug)]
pub struct Card {
    pub session: Arc<str>,
    pub parent: Option<String>,
    created: Timestamp,
    /// Counts for the token that asked.
    _owner: Option<Counted<String>>,
    pub expires: Option<Timestamp>,
    /// Whether several approvers must agree, so that the request changes while it is pending.
    pub several: bool,
    /// How many of them have agreed.
    pub given: usize,
    /// Whether it is escalated at once if no approver is connected.
    pub urgent: bool,
}

impl Card {
    fn of(stored: &StoredRequest, owner: Option<Counted<String>>) -> Self {
        let parent = stored.frame.get("parent_session_id").and_then(Value::as_str).map(str::to_owned);
        Self {
            session: stored.session.as_str().into(),
            parent,
            created: stored.created,
            _owner: owner,
            expires: stored.expires,
            several: quorum::needed(&stored.frame) > 1,
            given: stored.approvals.len(),
            urgent: stored.escalated.is_none()
                && stored.frame.get("unattended").and_then(Value::as_str).and_then(Unattended::find)
                    == Some(Unattended::Escalate),
        }
    }
}

#[derive(Debug, Default)]
struct Cards {
    by_id: BTreeMap<Arc<str>, Card>,
    /// The requests that expire, soonest first.
    ends: BTreeSet<(Timestamp, Arc<str>)>,
    revision: Revision,
    /// The requests that were removed last, and at which revision.
    removed: HashMap<Arc<str>, Revision>,
    order: VecDeque<(Revision, Arc<str>)>,
}

impl Cards {
    /// Remembers that a request is not pending any more.
    fn forget(&mut self, id: &Arc<str>) {
        self.revision.0 = self.revision.0.saturating_add(1);
        self.removed.insert(Arc::clone(id), self.revision);
        self.order.push_back((self.revision, Arc::clone(id)));
        if self.order.len() > REMEMBERED
            && let Some((revision, id)) = self.order.pop_front()
            && self.removed.get(&id) == Some(&revision)
        {
            self.removed.remove(&id);
        }
    }
}

/// The pending requests, and the agents that wait for their answers.
#[derive(Debug)]
pub struct PendingQueue {
    cards: Mutex<Cards>,
    waiting: Mutex<HashMap<String, Weak<Notify>>>,
    by_owner: Arc<Counts<String>>,
    /// The requests that this hub is ending at this moment, and how many tasks do so.
    busy: Arc<Counts<String>>,
    notes: broadcast::Sender<Note>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PendingQueue {
    pub fn new() -> Self {
        Self {
            cards: Mutex::default(),
            waiting: Mutex::default(),
            by_owner: Arc::default(),
            busy: Arc::default(),
            notes: broadcast::channel(BEHIND).0,
        }
    }

    /// Takes requests that are to be escalated at once, each one time.
    pub fn take_urgent(&self, most: usize) -> Vec<Arc<str>> {
        let mut cards = lock(&self.cards);
        let urgent = cards.by_id.iter_mut().filter(|(_, card)| card.urgent).take(most);
        urgent
            .map(|(id, card)| {
                card.urgent = false;
                Arc::clone(id)
            })
            .collect()
    }

    /// Receives all notes from now on.
    pub fn listen(&self) -> broadcast::Receiver<Note> {
        self.notes.subscribe()
    }

    /// Notifies all watchers. It is fine if there are none.
    pub fn tell(&self, note: Note) {
        let _ = self.notes.send(note);
    }

    /// Now, in the history of the queue.
    pub fn revision(&self) -> Revision {
        lock(&self.cards).revision
    }

    /// Adds a request that was pending at a revision; notifies watchers once. One that ended since is not added.
    pub fn add(&self, stored: &StoredRequest, owner: Option<String>, then: Revision) {
        let id: Arc<str> = stored.id.as_str().into();
        let card = Card::of(stored, owner.and_then(|owner| self.by_owner.enter(owner, usize::MAX)));
        let session = Arc::clone(&card.session);
        {
            let mut cards = lock(&self.cards);
            let ended = cards.removed.get(&id).is_some_and(|removed| *removed > then);
            if ended || cards.by_id.contains_key(&id) {
                return;
            }
            if let Some(end) = card.expires {
                cards.ends.insert((end, Arc::clone(&id)));
            }
            cards.by_id.insert(Arc::clone(&id), card);
        }
        if self.notes.receiver_count() > 0 {
            self.tell(Note::Needed { id, session, frame: stored.frame.to_string().into() });
        }
    }

    /// An approver agreed to a request that needs more approvals. Notifies watchers once, whichever hub noticed it
    /// first.
    pub fn agreed(&self, stored: &StoredRequest, but: Option<u64>) {
        let given = stored.approvals.len();
        let new = {
            let mut cards = lock(&self.cards);
            let card = cards.by_id.get_mut(stored.id.as_str());
            card.is_some_and(|card| std::mem::replace(&mut card.given, given) != given)
        };
        if new {
            let frame = ApproverFrame::ApprovalGiven {
                id: &stored.id,
                session_id: &stored.session,
                by: stored.approvals.last().map(|given| given.person.as_str()),
                approvals: stored.frame.get("approvals"),
            };
            self.tell_frame(Some(&stored.session), &frame, but);
        }
    }

    /// Sends a frame to all watchers of a session, or to those of all sessions; `but` is the socket that caused it.
    pub fn tell_frame(&self, session: Option<&str>, frame: &ApproverFrame<'_>, but: Option<u64>) {
        self.tell(Note::Frame { session: session.map(Into::into), frame: frame_of(frame).into(), but });
    }

    /// Removes a request that is not pending any more. Wakes the agents that wait for its answer.
    pub fn remove(&self, id: &str) -> Option<Card> {
        let card = {
            let mut cards = lock(&self.cards);
            let card = cards.by_id.remove_entry(id);
            cards.forget(&card.as_ref().map_or_else(|| id.into(), |(id, _)| Arc::clone(id)));
            if let Some((id, Card { expires: Some(end), .. })) = &card {
                cards.ends.remove(&(*end, Arc::clone(id)));
            }
            card.map(|(_, card)| card)
        };
        self.wake(id);
        card
    }

    /// Wakes the agents that wait for the answer to a request.
    pub fn wake(&self, id: &str) {
        if let Some(waiting) = lock(&self.waiting).get(id).and_then(Weak::upgrade) {
            waiting.notify_waiters();
        }
    }

    pub fn len(&self) -> usize {
        lock(&self.cards).by_id.len()
    }

    /// How many requests of one token are pending.
    pub fn of_owner(&self, owner: &str) -> usize {
        self.by_owner.of(owner)
    }

    /// The ids of requests whose time is over, at most this many.
    pub fn due(&self, now: Timestamp, most: usize) -> Vec<Arc<str>> {
        let cards = lock(&self.cards);
        cards.ends.iter().take_while(|(end, _)| *end <= now).take(most).map(|(_, id)| Arc::clone(id)).collect()
    }

    /// Marks a request as being ended here: the task that ends it also notifies watchers, so no other needs to.
    pub fn busy_with(&self, id: &str) -> Option<Counted<String>> {
        self.busy.enter(id.to_owned(), usize::MAX)
    }

    /// Whether this hub is ending a request at this moment.
    pub fn is_busy(&self, id: &str) -> bool {
        self.busy.of(id) > 0
    }

    /// The ids of the requests that a predicate picks.
    pub fn ids(&self, mut wanted: impl FnMut(&Card) -> bool) -> Vec<Arc<str>> {
        lock(&self.cards).by_id.iter().filter(|(_, card)| wanted(card)).map(|(id, _)| Arc::clone(id)).collect()
    }

    /// What a watcher does not know: the pending requests that it sees and was not shown, oldest first, and those that
    /// it was shown and that are not pending any more. All at one moment.
    pub fn difference<'s>(
        &self,
        is_shown: impl Fn(&str) -> bool,
        shown: impl Iterator<Item = &'s String>,
        sees: impl Fn(&str) -> bool,
    ) -> Vec<Arc<str>> {
        let cards = lock(&self.cards);
        let new = cards.by_id.iter().filter(|(id, card)| !is_shown(id) && sees(&card.session));
        let mut new: Vec<(Timestamp, Arc<str>)> = new.map(|(id, card)| (card.created, Arc::clone(id))).collect();
        let gone = shown.filter(|id| !cards.by_id.contains_key(id.as_str())).map(|id| id.as_str().into());
        let gone: Vec<Arc<str>> = gone.collect();
        drop(cards);
        new.sort_unstable();
        gone.into_iter().chain(new.into_iter().map(|(_, id)| id)).collect()
    }

    /// The sessions with pending requests, each with its parent.
    pub fn sessions(&self) -> HashMap<String, Option<String>> {
        let cards = lock(&self.cards);
        cards.by_id.values().map(|card| (card.session.to_string(), card.parent.clone())).collect()
    }

    /// Whether a predicate picks a request.
    pub fn any(&self, wanted: impl FnMut(&Card) -> bool) -> bool {
        lock(&self.cards).by_id.values().any(wanted)
    }

    /// Extends the time of a request.
    pub fn extend(&self, id: &str, end: Timestamp) {
        let mut cards = lock(&self.cards);
        let cards = &mut *cards;
        let Some((id, _)) = cards.by_id.get_key_value(id) else { return };
        let id = Arc::clone(id);
        if let Some(before) = cards.by_id.get_mut(&id).and_then(|card| card.expires.replace(end)) {
            cards.ends.remove(&(before, Arc::clone(&id)));
        }
        cards.ends.insert((end, id));
    }

    /// Whether a request is pending that needs several approvers.
    pub fn is_for_several(&self, id: &str) -> bool {
        lock(&self.cards).by_id.get(id).is_some_and(|card| card.several)
    }

    /// Whether a request is known to be pending.
    pub fn has(&self, id: &str) -> bool {
        lock(&self.cards).by_id.contains_key(id)
    }

    /// Waits for one request.
    pub fn wait_for(self: &Arc<Self>, id: &str) -> Waiting {
        let mut waiting = lock(&self.waiting);
        let notify = waiting.get(id).and_then(Weak::upgrade).unwrap_or_else(|| {
            let new = Arc::new(Notify::new());
            waiting.insert(id.to_owned(), Arc::downgrade(&new));
            new
        });
        Waiting { queue: Arc::clone(self), id: id.to_owned(), notify: Some(notify) }
    }
}

/// An agent that waits for a request.
#[derive(Debug)]
pub struct Waiting {
    queue: Arc<PendingQueue>,
    id: String,
    notify: Option<Arc<Notify>>,
}

impl Waiting {
    /// The signal that wakes it. Enable it before you look at the store, or an answer in between is missed.
    pub fn woken(&self) -> Option<tokio::sync::futures::Notified<'_>> {
        self.notify.as_deref().map(Notify::notified)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut waiting = lock(&self.queue.waiting);
        self.notify = None;
        if waiting.get(&self.id).is_some_and(|left| left.strong_count() == 0) {
            waiting.remove(&self.id);
        }
    }
}
