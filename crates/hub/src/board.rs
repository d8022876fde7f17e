//! What waits, in memory: only to wake those who wait and to tell those who watch. The rows of the store are the truth.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use byleave_gate::{StoredRequest, quorum};
use jiff::Timestamp;
use serde_json::{Value, json};
use tokio::sync::{Notify, broadcast};

/// So many notes a socket may be behind; then it reads the store again.
const BEHIND: usize = 1024;

/// Something that watchers are told.
#[derive(Clone, Debug)]
pub enum Note {
    /// A request waits.
    Needed {
        /// Which.
        id: Arc<str>,
        /// Its session.
        session: Arc<str>,
        /// Its frame.
        frame: Arc<str>,
    },
    /// A request was answered.
    Resolved(Arc<Ended>),
    /// Nobody answered it in time.
    Expired {
        /// Which.
        id: Arc<str>,
    },
    /// A frame for those who may see a session, or for all; not for the socket that caused it without an id.
    Frame {
        /// The session it is about.
        session: Option<Arc<str>>,
        /// The frame.
        frame: Arc<str>,
        /// The socket that needs not be told.
        but: Option<u64>,
    },
}

/// How a request ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Which.
    pub id: String,
    /// Its session.
    pub session: String,
    /// Who answered.
    pub by: String,
    /// What.
    pub approved: bool,
    /// Why.
    pub reason: String,
    /// The socket that answered without an id and so knows nothing of this frame.
    pub but: Option<u64>,
}

/// What is known of a request that waits.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its session.
    pub session: Arc<str>,
    /// The session above that one.
    pub parent: Option<String>,
    /// Who asked: a token.
    pub owner: Option<String>,
    /// When it ends.
    pub expires: Option<Timestamp>,
    /// Whether several must agree, so that it changes while it waits.
    pub several: bool,
    /// How many of them did.
    pub given: usize,
}

impl Card {
    /// Of a stored request.
    pub fn of(stored: &StoredRequest, owner: Option<String>) -> Self {
        let parent = stored.frame.get("parent_session_id").and_then(Value::as_str).map(str::to_owned);
        Self {
            session: stored.session.as_str().into(),
            parent,
            owner,
            expires: stored.expires,
            several: quorum::needed(&stored.frame) > 1,
            given: stored.approvals.len(),
        }
    }
}

#[derive(Debug, Default)]
struct Cards {
    by_id: BTreeMap<Arc<str>, Card>,
    by_owner: HashMap<String, usize>,
    /// Those that end, soonest first.
    ends: BTreeSet<(Timestamp, Arc<str>)>,
}

/// The requests that wait, and those who wait for them.
#[derive(Debug)]
pub struct Board {
    cards: Mutex<Cards>,
    waiting: Mutex<HashMap<String, Weak<Notify>>>,
    /// The requests that are being ended here just now, and by how many.
    busy: Mutex<HashMap<String, usize>>,
    notes: broadcast::Sender<Note>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Board {
    /// An empty one.
    pub fn new() -> Self {
        Self {
            cards: Mutex::default(),
            waiting: Mutex::default(),
            busy: Mutex::default(),
            notes: broadcast::channel(BEHIND).0,
        }
    }

    /// Hears what is told from now on.
    pub fn listen(&self) -> broadcast::Receiver<Note> {
        self.notes.subscribe()
    }

    /// Tells everybody. Nobody listening is fine.
    pub fn tell(&self, note: Note) {
        let _ = self.notes.send(note);
    }

    /// A request waits; those who watch are told once.
    pub fn add(&self, stored: &StoredRequest, owner: Option<String>) {
        let id: Arc<str> = stored.id.as_str().into();
        let card = Card::of(stored, owner);
        let session = Arc::clone(&card.session);
        {
            let mut cards = lock(&self.cards);
            if cards.by_id.contains_key(&id) {
                return;
            }
            if let Some(owner) = &card.owner {
                let count = cards.by_owner.entry(owner.clone()).or_default();
                *count = count.saturating_add(1);
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

    /// Somebody agreed to a request for which others must too. Those who watch are told once, whoever noticed it first.
    pub fn agreed(&self, stored: &StoredRequest, but: Option<u64>) {
        let given = stored.approvals.len();
        let new = {
            let mut cards = lock(&self.cards);
            let card = cards.by_id.get_mut(stored.id.as_str());
            card.is_some_and(|card| std::mem::replace(&mut card.given, given) != given)
        };
        if new {
            let frame = json!({
                "type": "approval_given",
                "id": stored.id,
                "session_id": stored.session,
                "by": stored.approvals.last().map(|given| given.person.as_str()),
                "approvals": stored.frame.get("approvals"),
            });
            let session = Some(stored.session.as_str().into());
            self.tell(Note::Frame { session, frame: frame.to_string().into(), but });
        }
    }

    /// A request waits no more. Whoever waits for its answer is woken.
    pub fn remove(&self, id: &str) -> Option<Card> {
        let card = {
            let mut cards = lock(&self.cards);
            let card = cards.by_id.remove_entry(id);
            if let Some((id, Card { expires: Some(end), .. })) = &card {
                cards.ends.remove(&(*end, Arc::clone(id)));
            }
            let card = card.map(|(_, card)| card);
            if let Some(owner) = card.as_ref().and_then(|card| card.owner.as_ref())
                && let Some(count) = cards.by_owner.get_mut(owner)
            {
                *count = count.saturating_sub(1);
                if *count == 0 {
                    cards.by_owner.remove(owner);
                }
            }
            card
        };
        self.wake(id);
        card
    }

    /// Wakes whoever waits for the answer to a request.
    pub fn wake(&self, id: &str) {
        if let Some(waiting) = lock(&self.waiting).get(id).and_then(Weak::upgrade) {
            waiting.notify_waiters();
        }
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        lock(&self.cards).by_id.len()
    }

    /// How many of one token wait.
    pub fn of_owner(&self, owner: &str) -> usize {
        lock(&self.cards).by_owner.get(owner).copied().unwrap_or_default()
    }

    /// At most so many of those whose time is over, by id.
    pub fn due(&self, now: Timestamp, most: usize) -> Vec<Arc<str>> {
        let cards = lock(&self.cards);
        cards.ends.iter().take_while(|(end, _)| *end <= now).take(most).map(|(_, id)| Arc::clone(id)).collect()
    }

    /// A request is about to be ended here: whoever does so tells of it, and nobody else needs to.
    pub fn busy_with(self: &Arc<Self>, id: &str) -> Busy {
        let mut busy = lock(&self.busy);
        let count = busy.entry(id.to_owned()).or_default();
        *count = count.saturating_add(1);
        Busy { board: Arc::clone(self), id: id.to_owned() }
    }

    /// Whether a request is being ended here just now.
    pub fn is_busy(&self, id: &str) -> bool {
        lock(&self.busy).contains_key(id)
    }

    /// Those that a test picks, by id.
    pub fn ids(&self, mut wanted: impl FnMut(&Card) -> bool) -> Vec<Arc<str>> {
        lock(&self.cards).by_id.iter().filter(|(_, card)| wanted(card)).map(|(id, _)| Arc::clone(id)).collect()
    }

    /// The sessions of which something waits, each with the one above it.
    pub fn sessions(&self) -> HashMap<String, Option<String>> {
        let cards = lock(&self.cards);
        cards.by_id.values().map(|card| (card.session.to_string(), card.parent.clone())).collect()
    }

    /// Whether there is one that a test picks.
    pub fn any(&self, wanted: impl FnMut(&Card) -> bool) -> bool {
        lock(&self.cards).by_id.values().any(wanted)
    }

    /// A request waits longer.
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

    /// Whether a request waits to which several must agree.
    pub fn is_for_several(&self, id: &str) -> bool {
        lock(&self.cards).by_id.get(id).is_some_and(|card| card.several)
    }

    /// Whether a request is known to wait.
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
        Waiting { board: Arc::clone(self), id: id.to_owned(), notify: Some(notify) }
    }
}

/// Somebody who waits for a request.
#[derive(Debug)]
pub struct Waiting {
    board: Arc<Board>,
    id: String,
    notify: Option<Arc<Notify>>,
}

impl Waiting {
    /// What wakes. To be enabled before the store is looked at, or the answer may come between.
    pub fn woken(&self) -> Option<tokio::sync::futures::Notified<'_>> {
        self.notify.as_deref().map(Notify::notified)
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut waiting = lock(&self.board.waiting);
        self.notify = None;
        if waiting.get(&self.id).is_some_and(|left| left.strong_count() == 0) {
            waiting.remove(&self.id);
        }
    }
}

/// Somebody who ends a request.
#[derive(Debug)]
pub struct Busy {
    board: Arc<Board>,
    id: String,
}

impl Drop for Busy {
    fn drop(&mut self) {
        let mut busy = lock(&self.board.busy);
        if let Some(count) = busy.get_mut(&self.id) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                busy.remove(&self.id);
            }
        }
    }
}
