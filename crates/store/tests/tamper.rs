//! Whoever changes the file behind our back is found.
#![expect(clippy::expect_used, reason = "helpers of tests")]

mod support;

use std::fs;

use byleave_gate::record::{Broken, Head};
use byleave_gate::{Commit, Store, StoreError};
use byleave_store::{Sqlite, VerifyError, Witness};
use support::{Folder, decided, wait};

/// A store with so many rows, closed, with its anchor at the head.
fn filled(name: &str, rows: u64) -> (Folder, Head) {
    let folder = Folder::new(name);
    let store = folder.open();
    let mut head = Head::START;
    for number in 0..rows {
        head = wait(store.commit(decided(&number.to_string(), "s"))).expect("a row");
    }
    (folder, head)
}

/// Changes the database past the store and its triggers.
fn tamper(folder: &Folder, text: &str) {
    let db = folder.raw();
    db.execute_batch("DROP TRIGGER record_is_not_changed; DROP TRIGGER record_is_not_cut;").expect("no triggers");
    db.execute_batch(text).expect("tampering");
}

fn verify(folder: &Folder, expected: Option<Head>) -> Result<Head, VerifyError> {
    let store = Sqlite::open_read_only(folder.database()).expect("a store");
    store.verify(expected, |_, _| {}).map(|verified| verified.head)
}

#[test]
fn the_chain_finds_what_was_changed() {
    let copy = |from: i32, to: i32| {
        format!(
            "INSERT INTO record SELECT {to}, previous, hash, body, time, session, tool, verdict, approved, source, rule \
             FROM record WHERE number = {from}"
        )
    };
    for (what, text, row) in [
        (
            "a bit of the content",
            "UPDATE record SET body = replace(body, 'status', 'statur') WHERE number = 4".to_owned(),
            4,
        ),
        ("a bit of a hash", "UPDATE record SET hash = zeroblob(32) WHERE number = 4".to_owned(), 4),
        ("a bit of a bond", "UPDATE record SET previous = zeroblob(32) WHERE number = 4".to_owned(), 4),
        ("a hash that is none", "UPDATE record SET hash = x'00' WHERE number = 4".to_owned(), 4),
        ("a content that is no text", "UPDATE record SET body = CAST(x'ff' AS TEXT) WHERE number = 4".to_owned(), 4),
        ("a row dropped", "DELETE FROM record WHERE number = 4".to_owned(), 4),
        ("the first row dropped", "DELETE FROM record WHERE number = 1".to_owned(), 1),
        (
            "a row dropped and the others moved up",
            "DELETE FROM record WHERE number = 4; UPDATE record SET number = number - 1 WHERE number > 4".to_owned(),
            4,
        ),
        (
            "two rows swapped",
            "UPDATE record SET number = 100 WHERE number = 4; UPDATE record SET number = 4 WHERE number = 5; \
             UPDATE record SET number = 5 WHERE number = 100"
                .to_owned(),
            4,
        ),
        ("a row doubled at the end", copy(10, 11), 11),
        ("a row doubled before the first", copy(1, 0), 1),
        ("a row doubled before that", copy(1, -1), 1),
        ("a row that was appended by hand", copy(3, 11), 11),
    ] {
        let (folder, _) = filled("changed", 10);
        tamper(&folder, &text);
        let found = verify(&folder, None);
        assert!(matches!(found, Err(VerifyError::Broken(Broken { number, .. })) if number == row), "{what}: {found:?}");
    }
}

#[test]
fn a_column_must_say_what_its_row_says() {
    for change in [
        "time = time + 1",
        "session = 'other'",
        "tool = 'Read'",
        "verdict = 'deny'",
        "approved = 0",
        "source = 'user'",
        "rule = NULL",
        "rule = 'Bash(*)'",
    ] {
        let (folder, _) = filled("column", 5);
        tamper(&folder, &format!("UPDATE record SET {change} WHERE number = 3"));
        let found = verify(&folder, None);
        let expected = "row 3: what it is queried by is not what it says: a column was changed";
        assert_eq!(found.expect_err(change).to_string(), expected, "{change}");
    }
}

#[test]
fn a_row_that_an_index_leaves_out_is_found() {
    let (folder, _) = filled("index", 5);
    drop(folder.open().indexed().expect("indexes"));
    let db = folder.raw();
    // The index is told to leave a session out, and is filled anew by that.
    db.execute_batch(
        "PRAGMA writable_schema = ON;
         UPDATE sqlite_schema SET sql = 'CREATE INDEX record_session ON record (session) WHERE session <> ''s'''
            WHERE name = 'record_session';",
    )
    .expect("another index");
    drop(db);
    folder.raw().execute_batch("REINDEX record_session").expect("an index");
    folder
        .raw()
        .execute_batch(
            "PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = 'CREATE INDEX record_session ON record (session)'
                WHERE name = 'record_session';",
        )
        .expect("the index as it was");
    let found = verify(&folder, None);
    assert!(matches!(found, Err(VerifyError::Store(StoreError::Corrupt(_)))), "{found:?}");
}

#[test]
fn a_cut_tail_is_found_by_the_anchor() {
    let (folder, head) = filled("cut", 10);
    assert_eq!(verify(&folder, None), Ok(head));
    tamper(&folder, "DELETE FROM record WHERE number > 7");
    let Err(VerifyError::Cut { by: Witness::Anchor, expected, found }) = verify(&folder, None) else {
        panic!("the cut was not found");
    };
    assert_eq!((expected, found.count), (head, 7));

    // Going on does not heal it: the anchor stays, and tells.
    let store = folder.open();
    for number in 0..70 {
        wait(store.commit(decided(&format!("new-{number}"), "s"))).expect("a row");
    }
    assert!(store.trouble().is_some_and(|trouble| trouble.contains("names row 10")), "{:?}", store.trouble());
    drop(store);
    let found = verify(&folder, None);
    assert!(
        matches!(found, Err(VerifyError::Rewritten { by: Witness::Anchor, expected, .. }) if expected == head),
        "{found:?}"
    );
}

#[test]
fn a_torn_tail_is_tolerated_and_told() {
    let (folder, head) = filled("torn", 10);
    let log = fs::OpenOptions::new().write(true).open(folder.file("record.db-wal")).expect("the log");
    let size = log.metadata().expect("a size").len();
    log.set_len(size.saturating_sub(100)).expect("a torn last page");
    drop(log);
    let Err(VerifyError::Cut { expected, found, .. }) = verify(&folder, None) else { panic!("it is not told") };
    assert_eq!((expected, found.count), (head, 9), "only the last change is lost, and that whole");
    let store = folder.open();
    assert_eq!(wait(store.commit(decided("next", "s"))).map(|head| head.count), Ok(10), "it goes on");
    assert!(store.trouble().is_some(), "and says so with the first commit");
    drop(store);
    // Who knows why it happened removes the anchor, and has a whole chain again.
    fs::remove_file(folder.file("record.head")).expect("the anchor");
    assert_eq!(verify(&folder, None).map(|head| head.count), Ok(10));
}

#[test]
fn an_anchor_behind_the_chain_is_no_trouble() {
    let (folder, _) = filled("behind", 5);
    let old = fs::read(folder.file("record.head")).expect("the anchor");
    let store = folder.open();
    wait(store.commit(decided("later", "s"))).expect("a row");
    drop(store);
    // As after a crash before it could follow.
    fs::write(folder.file("record.head"), old).expect("the anchor");
    assert_eq!(verify(&folder, None).map(|head| head.count), Ok(6));
    let store = folder.open();
    wait(store.commit(decided("next", "s"))).expect("a row");
    assert_eq!(store.trouble(), None);
}

#[test]
fn a_cut_tail_with_its_anchor_is_found_by_a_head_kept_elsewhere() {
    let (folder, head) = filled("given", 10);
    tamper(&folder, "DELETE FROM record WHERE number > 7");
    fs::remove_file(folder.file("record.head")).expect("the anchor");
    assert_eq!(verify(&folder, None).map(|head| head.count), Ok(7), "nobody knows");
    let found = verify(&folder, Some(head));
    assert!(matches!(found, Err(VerifyError::Cut { by: Witness::Given, .. })), "{found:?}");
}

#[test]
fn another_chain_is_found_by_a_head_kept_elsewhere() {
    let (folder, head) = filled("first", 5);
    let (other, _) = filled("other", 0);
    let store = other.open();
    for number in 0..9 {
        wait(store.commit(decided(&format!("forged-{number}"), "s"))).expect("a row");
    }
    drop(store);
    assert!(verify(&other, None).is_ok(), "it is a chain");
    let found = verify(&other, Some(head));
    assert!(matches!(found, Err(VerifyError::Rewritten { by: Witness::Given, .. })), "{found:?}");
    assert_eq!(verify(&folder, Some(head)), Ok(head));
    // A head of the past is still in a chain that went on.
    wait(folder.open().commit(decided("later", "s"))).expect("a row");
    assert_eq!(verify(&folder, Some(head)).map(|head| head.count), Ok(6));
}

#[test]
fn a_database_that_is_gone_is_not_begun_anew_in_silence() {
    for away in ["removed", "emptied"] {
        let (folder, _) = filled(away, 3);
        for side in ["record.db-wal", "record.db-shm"] {
            drop(fs::remove_file(folder.file(side)));
        }
        fs::remove_file(folder.database()).expect("the database");
        if away == "emptied" {
            fs::write(folder.database(), "").expect("an empty file");
        }
        let error = Sqlite::open(folder.database()).expect_err(away).to_string();
        assert!(error.contains("there were 3 rows") && error.contains("remove"), "{error}");
        fs::remove_file(folder.file("record.head")).expect("the anchor");
        assert!(Sqlite::open(folder.database()).is_ok(), "{away}: the user said so");
    }
}

#[test]
fn a_damaged_anchor_is_told_and_kept() {
    let (folder, _) = filled("anchor", 3);
    fs::write(folder.file("record.head"), "garbage").expect("a file");
    let found = verify(&folder, None);
    assert!(matches!(found, Err(VerifyError::Anchor(_))), "{found:?}");
    let store = folder.open();
    for number in 0..70 {
        wait(store.commit(decided(&format!("new-{number}"), "s"))).expect("decisions go on");
    }
    assert!(store.trouble().is_some(), "it is told");
    drop(store);
    assert_eq!(fs::read_to_string(folder.file("record.head")).expect("a file"), "garbage");
}

#[test]
fn the_anchor_follows_while_the_store_is_open() {
    let folder = Folder::new("follows");
    let store = folder.open();
    for number in 0..130 {
        wait(store.commit(decided(&number.to_string(), "s"))).expect("a row");
    }
    let kept = store.anchor().expect("an anchor").map_or(0, |head| head.count);
    assert!(kept >= 64, "{kept}");
    let head = wait(store.head()).expect("a head");
    drop(store);
    let store = Sqlite::open_read_only(folder.database()).expect("a store");
    assert_eq!(store.anchor(), Ok(Some(head)), "at the end it is at the head");
}

#[test]
fn the_anchor_is_at_the_head_after_every_process_that_lives_for_a_moment() {
    let folder = Folder::new("moments");
    // Past 9 and 99, where it grows by a letter.
    for number in 1..=103 {
        let store = Sqlite::open_without_thread(folder.database()).expect("a store");
        let head = wait(store.commit(decided(&number.to_string(), "s"))).expect("a row");
        drop(store);
        let kept = Sqlite::open_read_only(folder.database()).expect("a store").anchor();
        assert_eq!((head.count, kept), (number, Ok(Some(head))));
    }
    assert!(verify(&folder, None).is_ok());
}

#[test]
fn an_anchor_that_cannot_be_written_does_not_stop_decisions() {
    let folder = Folder::new("blocked");
    let store = folder.open();
    fs::create_dir(folder.file("record.head.new")).expect("something in the way");
    for number in 0..70 {
        wait(store.commit(decided(&number.to_string(), "s"))).expect("a row");
    }
    assert!(store.trouble().is_some_and(|trouble| trouble.contains("cannot be written")), "{:?}", store.trouble());
    assert!(store.verify(None, |_, _| {}).is_ok());
}

#[test]
fn the_store_itself_never_changes_the_record() {
    let (folder, _) = filled("triggers", 3);
    for text in ["UPDATE record SET tool = 'x'", "DELETE FROM record"] {
        let error = folder.raw().execute_batch(text).expect_err(text).to_string();
        assert!(error.contains("the record is never"), "{error}");
    }
}

#[test]
fn verification_tells_how_far_it_is() {
    let folder = Folder::new("progress");
    let store = folder.open();
    let waiting: Vec<_> = (0..2500).map(|number| store.commit(decided(&number.to_string(), "s"))).collect();
    for answer in waiting {
        wait(answer).expect("a row");
    }
    wait(store.commit(Commit::default())).expect("nothing");
    let mut heard = Vec::new();
    store.verify(None, |done, all| heard.push((done, all))).expect("a whole chain");
    assert_eq!(heard, [(1000, 2500), (2000, 2500), (2500, 2500)]);
}
