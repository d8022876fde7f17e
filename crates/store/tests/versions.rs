//! Files that older versions wrote.
#![cfg(unix)]
#![expect(clippy::expect_used, reason = "helpers of tests")]

mod support;

use std::fs;

use byleave_gate::record::Head;
use byleave_gate::{Query, RequestState, Store};
use support::{Folder, decided, permissions, wait};

#[test]
fn a_store_of_version_1_is_read_whole_and_goes_on() {
    let folder = Folder::new("version-1");
    folder.raw().execute_batch(include_str!("data/version-1.sql")).expect("the file");
    fs::set_permissions(folder.database(), permissions(0o600)).expect("a mode");
    let store = folder.open();
    let head = Head::parse("3 d37b41916881ed4b3d0fab022c3efc9c8cc41f8efff7333e356d9066cd5ca39e").expect("a head");
    assert_eq!(store.verify(Some(head), |_, _| {}).expect("a whole chain").head, head);
    let session = wait(store.session("s")).expect("a store").expect("a session");
    assert_eq!((session.version, session.turn, session.buckets.by_name.len()), (1, 2, 1));
    let grants = wait(store.grants_for("s", "/p")).expect("grants");
    assert_eq!(
        grants.iter().map(|held| (held.grant.id.as_str(), held.grant.uses)).collect::<Vec<_>>(),
        [("g1", Some(2))]
    );
    assert_eq!(wait(store.grants(true)).expect("grants").len(), 2);
    assert_eq!(wait(store.requests(RequestState::Pending)).expect("requests").len(), 1);
    let refused = Query { approved: Some(false), verdict: Some("ask".to_owned()), ..Query::default() };
    assert_eq!(wait(store.rows(&refused)).expect("rows").len(), 1);
    wait(store.commit(decided("next", "s"))).expect("a row");
    assert_eq!(store.verify(Some(head), |_, _| {}).expect("a whole chain").head.count, 4);
    let version: usize = folder.raw().pragma_query_value(None, "user_version", |row| row.get(0)).expect("a version");
    assert_eq!(version, 6, "the newest");
    let log: String = folder.raw().pragma_query_value(None, "journal_mode", |row| row.get(0)).expect("a mode");
    assert_eq!(log, "wal", "which a restored file has lost");
}

#[test]
fn a_store_of_version_2_is_read_whole_and_goes_on() {
    let folder = Folder::new("version-2");
    folder.raw().execute_batch(include_str!("data/version-2.sql")).expect("the file");
    fs::set_permissions(folder.database(), permissions(0o600)).expect("a mode");
    let store = folder.open();
    assert_eq!(store.verify(None, |_, _| {}).expect("a whole chain").head.count, 3);
    assert_eq!(wait(store.session("s")).expect("a store").expect("a session").owner.as_deref(), Some("tok_1"));
    let tokens = wait(store.tokens()).expect("tokens");
    assert_eq!(
        tokens.iter().map(|token| token.workplace.clone()).collect::<Vec<_>>(),
        [byleave_gate::Workplace::default()]
    );
    for (state, count) in [(RequestState::Pending, 1), (RequestState::Decided, 1)] {
        let found = wait(store.requests(state)).expect("requests");
        assert_eq!(found.len(), count, "{state:?}");
        let new = |request: &byleave_gate::StoredRequest| {
            request.approvals.is_empty() && request.seals.is_empty() && request.escalated.is_none()
        };
        assert!(found.iter().all(new), "{found:?}");
    }
    let change = support::transition("ap_2", RequestState::Decided, RequestState::Released);
    wait(store.commit(byleave_gate::Commit { transition: Some(change), ..decided("next", "s") })).expect("a step");
    let version: usize = folder.raw().pragma_query_value(None, "user_version", |row| row.get(0)).expect("a version");
    assert_eq!(version, 6, "the newest");
}

#[test]
fn a_store_of_version_3_is_read_whole_and_goes_on() {
    let folder = Folder::new("version-3");
    folder.raw().execute_batch(include_str!("data/version-3.sql")).expect("the file");
    fs::set_permissions(folder.database(), permissions(0o600)).expect("a mode");
    let store = folder.open();
    assert_eq!(store.verify(None, |_, _| {}).expect("a whole chain").head.count, 3);
    assert_eq!(wait(store.tokens()).expect("tokens").len(), 1);
    let waiting = wait(store.requests(RequestState::Pending)).expect("requests");
    let told: Vec<_> = waiting
        .iter()
        .map(|found| (found.id.as_str(), found.approvals.len(), found.seals.len(), found.escalated.is_some()))
        .collect();
    assert_eq!(told, [("r", 0, 0, false), ("ap_3", 1, 1, true)]);
    // The next one who agrees does so over what was kept by then.
    let before = waiting.last().expect("the last").approvals.clone();
    let now = before.iter().cloned().chain(before.iter().cloned()).collect();
    let approvals = Some(byleave_gate::Approvals { before, now });
    let change = support::transition("ap_3", RequestState::Pending, RequestState::Pending);
    let change = byleave_gate::Transition { approvals, ..change };
    wait(store.commit(byleave_gate::Commit { transition: Some(change), ..decided("agreed", "s") })).expect("a step");
    // What it knows of since: what counts once.
    let used = |second| wait(store.use_once(byleave_gate::record::Hash([7; 32]), support::at(9), support::at(second)));
    assert_eq!([used(0), used(9), used(10)], [Ok(true), Ok(false), Ok(true)]);
    wait(store.commit(decided("next", "s"))).expect("a row");
    let version: usize = folder.raw().pragma_query_value(None, "user_version", |row| row.get(0)).expect("a version");
    assert_eq!(version, 6, "the newest");
}

#[test]
fn a_store_of_version_4_from_before_its_rows_were_typed_is_read_whole_and_goes_on() {
    let folder = Folder::new("version-4");
    folder.raw().execute_batch(include_str!("data/version-4.sql")).expect("the file");
    fs::set_permissions(folder.database(), permissions(0o600)).expect("a mode");
    // Its tables are those of today, so it can be read before a process has written to it.
    let read = byleave_store::Sqlite::open_read_only(folder.database()).expect("a store");
    assert_eq!(wait(read.rows(&Query::default())).expect("rows").len(), 5);
    drop(read);
    let store = folder.open();
    let head = Head::parse("5 5895faa578803fb603dcdcdcb4d3645406766b5f78c41e800adaadfa82913f6b").expect("a head");
    assert_eq!(store.verify(Some(head), |_, _| {}).expect("a whole chain").head, head);
    for (state, count) in [(RequestState::Pending, 1), (RequestState::Decided, 2), (RequestState::Released, 1)] {
        assert_eq!(wait(store.requests(state)).expect("requests").len(), count, "{state:?}");
    }
    assert_eq!(wait(store.grants_for("work", "/w/app")).expect("grants").len(), 1);
    wait(store.commit(decided("next", "work"))).expect("a row");
    assert_eq!(store.verify(Some(head), |_, _| {}).expect("a whole chain").head.count, 6);

    // Indexes are for those who ask for them, and change no answer.
    let indexes = || -> i64 {
        let count = "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'record'";
        folder.raw().query_row(count, [], |row| row.get(0)).expect("a count")
    };
    let query = Query { session: Some("work".to_owned()), newest_first: true, ..Query::default() };
    let plain = wait(store.rows(&query)).expect("rows");
    assert_eq!(indexes(), 0);
    let store = store.indexed().expect("indexes").indexed().expect("the same");
    assert_eq!(indexes(), 4);
    assert!(!plain.is_empty(), "rows of the session");
    assert_eq!(wait(store.rows(&query)).expect("rows"), plain);
    assert_eq!(store.verify(Some(head), |_, _| {}).expect("a whole chain").head.count, 6);
}
