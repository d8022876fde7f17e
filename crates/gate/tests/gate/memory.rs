//! The store that forgets: what every store must do.

use byleave_gate::{
    Commit, MemoryStore, Query, RequestState, Session, Store, StoreError, StoredGrant, StoredRequest, Transition,
    block_on,
};
use byleave_policy::Profile;
use byleave_policy::grant::Grant;
use jiff::Timestamp;
use serde_json::json;

use crate::support::{Stand, bash, plain};

fn session(version: u64) -> Session {
    Session { version, ..Session::new("sess_a", "/w/app", Timestamp::UNIX_EPOCH) }
}

fn at() -> Commit {
    Commit::at(Timestamp::UNIX_EPOCH)
}

#[test]
fn a_session_is_only_written_over_the_version_that_was_read() {
    let store = MemoryStore::new();
    let commit = |version| block_on(store.commit(Commit { session: Some(session(version)), ..at() })).map(|_| ());
    assert_eq!(commit(1), Err(StoreError::Conflict));
    assert_eq!(commit(0), Ok(()));
    assert_eq!(commit(0), Err(StoreError::Conflict));
    assert_eq!(commit(1), Ok(()));
    assert_eq!(block_on(store.session("sess_a")).unwrap().unwrap().version, 2);
}

/// One change is one change: whatever part of it cannot be made, nothing of it is.
#[test]
fn a_change_that_fails_changes_nothing() {
    let stand = Stand::new(plain(Profile::ConnectOnion), [json!({"approved": true, "count": 1})]);
    assert!(stand.runs(bash("npm a")) && stand.runs(bash("npm a")));
    let entry = stand.entries().pop().unwrap();
    let held = block_on(stand.store.grants(true)).unwrap().pop().unwrap();
    let request = block_on(stand.store.requests(RequestState::Released)).unwrap().pop().unwrap();
    let own = block_on(stand.store.session("sess_a")).unwrap();
    let (used, none) = (held.grant.id.clone(), || vec!["grant_none".to_owned()]);
    let new = StoredGrant { grant: Grant { id: "grant_new".to_owned(), ..held.grant.clone() }, ..held.clone() };
    let transition = |id: &str| {
        let (from, to) = (RequestState::Pending, RequestState::Released);
        Some(Transition::new(id, from, to))
    };
    let whole = Commit { session: own, grants: vec![new], entry: Some(entry), ..at() };
    let end = block_on(stand.store.head()).unwrap();
    for (commit, error) in [
        (Commit { session: Some(session(7)), ..whole.clone() }, StoreError::Conflict),
        (Commit { ended: none(), ..whole.clone() }, StoreError::Missing("grant `grant_none`".to_owned())),
        (Commit { spent: none(), ..whole.clone() }, StoreError::Missing("grant `grant_none`".to_owned())),
        (Commit { spent: vec![used], ..whole.clone() }, StoreError::Conflict),
        (
            Commit { grants: vec![held.clone()], ..whole.clone() },
            StoreError::Unusable(format!("grant `{}` was given already", held.grant.id)),
        ),
        (Commit { transition: transition("ap_x"), ..whole.clone() }, StoreError::Missing("request `ap_x`".to_owned())),
        (Commit { transition: transition(&request.id), ..whole.clone() }, StoreError::Settled(RequestState::Released)),
    ] {
        assert_eq!(block_on(stand.store.commit(commit)), Err(error));
        assert_eq!(block_on(stand.store.head()).unwrap(), end);
        assert_eq!(block_on(stand.store.grants(true)).unwrap().len(), 1);
    }
    assert!(block_on(stand.store.commit(whole)).is_ok());
    assert_eq!(block_on(stand.store.head()).unwrap().count, end.count + 1);
}

/// A request that waits, in a store that has had thousands since.
#[test]
fn what_is_over_is_forgotten_in_the_end_and_what_counts_is_not() {
    let stand = Stand::new(plain(Profile::Byleave), std::iter::repeat_n(json!({"approved": true}), 2_500));
    let asked = stand.runs(bash("npm first"));
    assert!(asked);
    let first = block_on(stand.store.requests(RequestState::Released)).unwrap().pop().unwrap();
    let waits = |id: &str, state| StoredRequest { id: id.to_owned(), state, ..first.clone() };
    for (id, state) in [("ap_waits", RequestState::Pending), ("ap_answered", RequestState::Decided)] {
        block_on(stand.store.commit(Commit { request: Some(waits(id, state)), ..at() })).unwrap();
    }
    for number in 0..2_400 {
        assert!(stand.runs(bash(&format!("npm {number}"))), "{number}");
    }
    let count = |state| block_on(stand.store.requests(state)).unwrap().len();
    assert_eq!((count(RequestState::Pending), count(RequestState::Decided)), (1, 1));
    assert_eq!(count(RequestState::Released), 1_000);
    assert_eq!(block_on(stand.store.request(&first.id)).unwrap(), None);
    // Nothing lets what is gone run again, and what is there still goes on.
    let again = Transition::new(&first.id, RequestState::Released, RequestState::Done);
    let again = Commit { transition: Some(again), ..at() };
    assert_eq!(block_on(stand.store.commit(again)), Err(StoreError::Missing(format!("request `{}`", first.id))));
    let done = Transition::new("ap_answered", RequestState::Decided, RequestState::Released);
    assert!(block_on(stand.store.commit(Commit { transition: Some(done), ..at() })).is_ok());
    // The record goes on from row to row, over those that are gone.
    let rows = block_on(stand.store.rows(&Query::default())).unwrap();
    let head = block_on(stand.store.head()).unwrap();
    assert_eq!((rows.len(), head.count), (2_000, 2_401));
    assert_eq!(rows.last().map(|row| (row.number, row.hash)), Some((head.count, head.hash)));
    assert!(rows.windows(2).all(|pair| matches!(pair, [one, next] if next.number == one.number + 1)));
}
