//! What a process leaves behind that is killed: a chain and an anchor that tell a kill from rows that were removed.
#![cfg(unix)]
#![expect(clippy::expect_used, reason = "helpers of tests")]

mod support;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use byleave_gate::record::Head;
use byleave_gate::{Commit, Store};
use byleave_store::{Sqlite, VerifyError, Witness};
use support::{Folder, at, decided, session, wait};

/// The anchor of a folder, as a file.
fn anchor(folder: &Folder) -> Option<Head> {
    fs::read_to_string(folder.file("record.head")).ok().as_deref().and_then(Head::parse)
}

fn verify(folder: &Folder) -> Result<Head, VerifyError> {
    let store = Sqlite::open_read_only(folder.database()).expect("a store");
    store.verify(None, |_, _| {}).map(|verified| verified.head)
}

/// Removes the rows after one, past the store and its triggers.
fn cut_after(folder: &Folder, row: u64) {
    let db = folder.raw();
    db.execute_batch("DROP TRIGGER IF EXISTS record_is_not_cut").expect("no trigger");
    assert!(db.execute("DELETE FROM record WHERE number > ?1", [row]).expect("a cut") > 0, "nothing was cut");
}

fn is_cut(folder: &Folder) -> bool {
    matches!(verify(folder), Err(VerifyError::Cut { by: Witness::Anchor, .. }))
}

#[test]
#[ignore = "started by other tests"]
fn writes_until_it_is_killed() {
    let Some(folder) = std::env::var_os("CHILD_FOLDER").map(PathBuf::from) else { return };
    let rows: u64 = std::env::var("CHILD_ROWS").ok().and_then(|rows| rows.parse().ok()).expect("a number");
    let store = Sqlite::open(folder.join("record.db")).expect("a store");
    let answers: Vec<_> = (0..rows).map(|number| store.commit(decided(&number.to_string(), "s"))).collect();
    for answer in answers {
        wait(answer).expect("a row");
    }
    println!("\nanswered");
    loop {
        std::thread::park();
    }
}

/// A process writes so many rows into a new store, is told that they are on record, and is killed in that moment.
fn killed_after(folder: &Folder, rows: u64) {
    let this = std::env::current_exe().expect("this program");
    let mut child = Command::new(this)
        .args(["--ignored", "--exact", "writes_until_it_is_killed", "--nocapture", "--test-threads=1"])
        .env("CHILD_FOLDER", &folder.0)
        .env("CHILD_ROWS", rows.to_string())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a process");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    assert!(lines.any(|line| line.is_ok_and(|line| line == "answered")), "it failed");
    child.kill().expect("a process of ours");
    child.wait().expect("its end");
}

#[test]
fn a_new_store_has_its_anchor_from_the_first_moment_on() {
    for open in [Sqlite::open, Sqlite::open_without_thread] {
        let folder = Folder::new("begun");
        let store = open(folder.database()).expect("a store");
        assert_eq!(anchor(&folder), Some(Head::START));
        drop(store);
        assert_eq!(verify(&folder), Ok(Head::START));
    }
}

#[test]
fn a_kill_after_30_rows_of_a_new_store_is_no_false_alarm() {
    let folder = Folder::new("killed-30");
    killed_after(&folder, 30);
    let head = verify(&folder).expect("a whole chain");
    assert_eq!((head.count, anchor(&folder)), (30, Some(head)), "no row that was answered lies beyond the anchor");
}

#[test]
fn rows_cut_after_a_kill_are_found_before_and_after_the_next_start() {
    let folder = Folder::new("killed-many");
    killed_after(&folder, 2_578);
    // A clean stop in between, as of a hub that was started again.
    drop(folder.open());
    cut_after(&folder, 2_578 - 48);
    assert!(is_cut(&folder), "{:?}", verify(&folder));

    let folder = Folder::new("killed-many");
    killed_after(&folder, 200);
    cut_after(&folder, 199);
    assert!(is_cut(&folder), "{:?}", verify(&folder));
}

#[test]
fn the_next_start_and_the_next_row_bring_the_anchor_to_rows_that_a_killed_process_left() {
    type Next = fn(&Folder);
    let next: [(&str, Next); 4] = [
        ("a process that stays opens it", |folder| {
            let store = folder.open();
            assert_eq!(anchor(folder).map(|head| head.count), Some(5));
            drop(store);
        }),
        ("a process commits something that is no row", |folder| {
            let store = Sqlite::open_without_thread(folder.database()).expect("a store");
            let seen = Commit { session: Some(session("s")), now: at(1), ..Commit::default() };
            wait(store.commit(seen)).expect("a session");
            assert_eq!(anchor(folder).map(|head| head.count), Some(5));
        }),
        ("a process closes it", |folder| {
            drop(Sqlite::open_without_thread(folder.database()).expect("a store"));
        }),
        ("another process had it open before", |_| {}),
    ];
    for (what, next) in next {
        let folder = Folder::new("left");
        let before = Sqlite::open_without_thread(folder.database()).expect("a store");
        wait(before.commit(decided("1", "s"))).expect("a row");
        let old = fs::read(folder.file("record.head")).expect("the anchor");
        let other = Sqlite::open_without_thread(folder.database()).expect("a store");
        for number in 2..=5 {
            wait(other.commit(decided(&number.to_string(), "s"))).expect("a row");
        }
        // As if that process had been killed between the commit of four rows and the anchor.
        drop(other);
        fs::write(folder.file("record.head"), old).expect("the anchor");
        let mut before = Some(before);
        if !what.starts_with("another") {
            // The process that had it open ends before, so that only the next one can do it.
            std::mem::forget(before.take());
        }
        next(&folder);
        drop(before);
        let head = verify(&folder).expect(what);
        assert_eq!((head.count, anchor(&folder)), (5, Some(head)), "{what}");
    }
}

#[test]
fn an_anchor_that_a_cut_contradicts_is_not_overwritten_by_a_process_that_had_the_store_open() {
    let folder = Folder::new("cut-under");
    let store = folder.open();
    for number in 0..10 {
        wait(store.commit(decided(&number.to_string(), "s"))).expect("a row");
    }
    let kept = anchor(&folder);
    cut_after(&folder, 7);
    for number in 10..20 {
        wait(store.commit(decided(&number.to_string(), "s"))).expect("a row");
    }
    assert!(store.trouble().is_some_and(|trouble| trouble.contains("names row 10")), "{:?}", store.trouble());
    drop(store);
    assert_eq!(anchor(&folder), kept);
    assert!(verify(&folder).is_err());
}

#[test]
fn a_record_whose_anchor_cannot_be_begun_is_not_begun() {
    let folder = Folder::new("no-anchor");
    fs::create_dir(folder.file("record.head.new")).expect("something in the way");
    let refused = Sqlite::open(folder.database()).expect_err("no anchor").to_string();
    assert!(refused.contains("record.head") && refused.contains("cannot be written"), "{refused}");
    fs::remove_dir(folder.file("record.head.new")).expect("no longer in the way");
    assert_eq!(wait(folder.open().commit(decided("1", "s"))).map(|head| head.count), Ok(1));
    assert!(verify(&folder).is_ok());
}
