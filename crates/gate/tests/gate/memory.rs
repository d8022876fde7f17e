//! The store that forgets: what every store must do.

use byleave_gate::{Commit, MemoryStore, RequestState, Session, Store, StoreError, StoredGrant, Transition, block_on};
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
