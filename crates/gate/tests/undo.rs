//! An answer that is taken back, and a request that waits longer.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may fail")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use byleave_gate::record::{Head, Row};
use byleave_gate::{
    Answer, AnsweredBy, Call, Collected, Commit, Gate, MemoryStore, Query, RejectMode, RequestState, Session, Store,
    StoreError, StoreFuture, StoredGrant, StoredRequest, StoredToken, Submitted, UndoError, block_on,
};
use byleave_policy::Policy;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

fn gate(store: Arc<dyn Store>) -> Gate {
    let policy = Policy { ask_timeout_seconds: Some(600), ..Policy::default() };
    Gate::builder().policy(policy).shared_store(store).project("/w/app").cwd("/w/app").home("/h").build().unwrap()
}

fn put(gate: &Gate) -> StoredRequest {
    let submitted = block_on(gate.submit(Call::new("bash", json!({ "command": "npm install" })), Vec::new()));
    let Submitted::Pending { request, .. } = submitted else { panic!("it does not wait: {submitted:?}") };
    *request
}

fn kim() -> AnsweredBy {
    AnsweredBy { person: "kim".to_owned(), channel: "hub".to_owned() }
}

fn answer(value: &serde_json::Value) -> Answer {
    Answer::from_json(value, RejectMode::Hard).unwrap()
}

/// A store in which, between the look at a request and what is done then, the answer is taken back and another given.
struct Between {
    store: Arc<MemoryStore>,
    other: Gate,
    armed: AtomicBool,
    again: bool,
}

impl Store for Between {
    fn request(&self, id: &str) -> StoreFuture<'_, Option<StoredRequest>> {
        let id = id.to_owned();
        Box::pin(async move {
            let read = self.store.request(&id).await;
            if self.armed.swap(false, Ordering::SeqCst) {
                self.other.undo(&id, &kim()).await.unwrap();
                if self.again {
                    let no = answer(&json!({ "approved": false, "mode": "reject_soft" }));
                    self.other.resolve(&id, no, &kim()).await.unwrap();
                }
            }
            read
        })
    }
    fn commit(&self, commit: Commit) -> StoreFuture<'_, Head> {
        self.store.commit(commit)
    }
    fn session(&self, id: &str) -> StoreFuture<'_, Option<Session>> {
        self.store.session(id)
    }
    fn sessions(&self) -> StoreFuture<'_, Vec<Session>> {
        self.store.sessions()
    }
    fn grants_for(&self, session: &str, project: &str) -> StoreFuture<'_, Vec<StoredGrant>> {
        self.store.grants_for(session, project)
    }
    fn freezes(&self) -> StoreFuture<'_, Vec<byleave_gate::Freeze>> {
        self.store.freezes()
    }
    fn grants(&self, ended_too: bool) -> StoreFuture<'_, Vec<StoredGrant>> {
        self.store.grants(ended_too)
    }
    fn requests(&self, state: RequestState) -> StoreFuture<'_, Vec<StoredRequest>> {
        self.store.requests(state)
    }
    fn put_token(&self, token: StoredToken) -> StoreFuture<'_, ()> {
        self.store.put_token(token)
    }
    fn tokens(&self) -> StoreFuture<'_, Vec<StoredToken>> {
        self.store.tokens()
    }
    fn revoke_token(&self, id: &str, now: Timestamp) -> StoreFuture<'_, ()> {
        self.store.revoke_token(id, now)
    }
    fn rows(&self, query: &Query) -> StoreFuture<'_, Vec<Row>> {
        self.store.rows(query)
    }
    fn head(&self) -> StoreFuture<'_, Head> {
        self.store.head()
    }
}

#[test]
fn an_agent_that_comes_while_an_answer_is_taken_back_hears_the_one_that_stands() {
    for (again, expected) in [(false, None), (true, Some(false))] {
        let store = Arc::new(MemoryStore::new());
        let shared: Arc<dyn Store> = Arc::<MemoryStore>::clone(&store);
        let other = gate(shared);
        let id = put(&other).id;
        block_on(other.resolve(&id, answer(&json!({ "approved": true })), &kim())).unwrap();
        let between = Between { store, other: other.clone(), armed: AtomicBool::new(true), again };
        let told = match block_on(gate(Arc::new(between)).collect(&id)).unwrap() {
            Collected::Waiting => None,
            Collected::Ready { approved, .. } => Some(approved),
            Collected::Gone(state) => panic!("gone: {state:?}"),
        };
        assert_eq!(told, expected);
    }
}

#[test]
fn what_is_taken_back_is_as_if_never_answered_but_on_record() {
    let store = Arc::new(MemoryStore::new());
    let shared: Arc<dyn Store> = Arc::<MemoryStore>::clone(&store);
    let gate = gate(shared);
    let request = put(&gate);
    block_on(gate.resolve(&request.id, answer(&json!({ "approved": true })), &kim())).unwrap();
    let again = block_on(gate.undo(&request.id, &kim())).unwrap();
    assert_eq!((again.state, &again.frame), (RequestState::Pending, &request.frame));
    assert_eq!(again.answer, Some(json!(null)), "nothing of the first answer is left to be read");
    assert_eq!(block_on(gate.undo(&request.id, &kim())), Err(UndoError::State(RequestState::Pending)));
    assert_eq!(block_on(store.rows(&Query::default())).unwrap().len(), 2, "the answer and that it was taken back");
}

#[test]
fn an_extension_counts_only_for_a_request_that_waits_and_from_the_end_it_had() {
    let store = Arc::new(MemoryStore::new());
    let shared: Arc<dyn Store> = Arc::<MemoryStore>::clone(&store);
    let gate = gate(shared);
    let request = put(&gate);
    let end = request.expires.unwrap();
    let later = end.checked_add(SignedDuration::from_mins(5)).unwrap();
    let longer = block_on(gate.extend(&request.id, later)).unwrap();
    assert_eq!((longer.expires, &longer.frame["expires_at"]), (Some(later), &json!(later.to_string())));
    let stale = byleave_gate::Extension { request: request.id.clone(), from: end, to: later };
    let commit = Commit { extension: Some(stale), ..Commit::at(end) };
    assert_eq!(block_on(store.commit(commit)).unwrap_err(), StoreError::Conflict);
    block_on(gate.resolve(&request.id, answer(&json!({ "approved": true })), &kim())).unwrap();
    assert_eq!(block_on(gate.extend(&request.id, later)), Err(UndoError::State(RequestState::Decided)));
}
