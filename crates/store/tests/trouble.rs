//! What the store does when the file, the place or the disk is not as it should be: it says so, and nothing runs.
#![cfg(unix)]
#![expect(clippy::expect_used, reason = "helpers of tests")]

mod support;

use std::fs;
use std::os::unix::fs::{MetadataExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use byleave_gate::record::Head;
use byleave_gate::{Query, Store, StoreError};
use byleave_store::Sqlite;
use support::{Folder, decided, permissions, wait};

fn filled(name: &str, rows: u32) -> Folder {
    let folder = Folder::new(name);
    let store = folder.open();
    for number in 0..rows {
        wait(store.commit(decided(&number.to_string(), "s"))).expect("a row");
    }
    folder
}

/// Brings everything from the log into the database file, so that the file is all there is.
fn settle(folder: &Folder) {
    folder.raw().execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").expect("a checkpoint");
    for side in ["record.db-wal", "record.db-shm"] {
        drop(fs::remove_file(folder.file(side)));
    }
}

/// What the store says of a place it refuses.
fn refusal(path: &Path) -> String {
    Sqlite::open(path).expect_err("a refusal").to_string()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("a file").mode() & 0o777
}

#[test]
fn what_is_made_is_for_the_user_alone() {
    let folder = Folder::new("private");
    let path = folder.file("state/byleave/record.db");
    let store = Sqlite::open(&path).expect("a store");
    wait(store.commit(decided("1", "s"))).expect("a row");
    for (name, expected) in [
        ("state", 0o700),
        ("state/byleave", 0o700),
        ("state/byleave/record.db", 0o600),
        ("state/byleave/record.db-wal", 0o600),
        ("state/byleave/record.db-shm", 0o600),
    ] {
        assert_eq!(mode(&folder.file(name)), expected, "{name}");
    }
    drop(store);
    assert_eq!(mode(&folder.file("state/byleave/record.head")), 0o600);
}

#[test]
fn a_place_that_others_can_write_or_redirect_is_refused() {
    type Prepare = fn(&Folder);
    let cases: [(&str, Prepare); 10] = [
        ("others may write it", |folder| fs::set_permissions(&folder.0, permissions(0o777)).expect("a mode")),
        ("others may write it", |folder| fs::set_permissions(&folder.0, permissions(0o770)).expect("a mode")),
        ("others may write it", |folder| fs::set_permissions(folder.database(), permissions(0o620)).expect("a mode")),
        ("others may write it", |folder| {
            fs::set_permissions(folder.file("record.head"), permissions(0o602)).expect("a mode");
        }),
        ("it is a link or not a regular file", |folder| {
            fs::rename(folder.database(), folder.file("elsewhere")).expect("a move");
            symlink(folder.file("elsewhere"), folder.database()).expect("a link");
        }),
        ("it is a link or not a regular file", |folder| {
            fs::rename(folder.database(), folder.file("elsewhere")).expect("a move");
            symlink(folder.file("nothing"), folder.database()).expect("a link to nothing");
        }),
        ("it is a link or not a regular file", |folder| {
            drop(fs::remove_file(folder.file("record.db-wal")));
            symlink("/dev/null", folder.file("record.db-wal")).expect("a link");
        }),
        ("it is a link or not a regular file", |folder| {
            fs::remove_file(folder.file("record.head")).expect("an anchor");
            symlink(folder.file("other"), folder.file("record.head")).expect("a link");
        }),
        ("it is a link or not a regular file", |folder| {
            fs::rename(folder.database(), folder.file("elsewhere")).expect("a move");
            fs::create_dir(folder.database()).expect("a directory");
        }),
        ("it has a second name", |folder| {
            fs::hard_link(folder.database(), folder.file("second")).expect("a link");
        }),
    ];
    for (number, (expected, prepare)) in cases.into_iter().enumerate() {
        let folder = filled("place", 1);
        prepare(&folder);
        let said = refusal(&folder.database());
        assert!(said.contains(expected), "case {number}: {said}");
    }
    let folder = filled("place", 1);
    let link = folder.0.with_extension("link");
    symlink(&folder.0, &link).expect("a link");
    assert!(refusal(&link.join("record.db")).contains("it is a symbolic link"));
    fs::remove_file(link).expect("a link");
}

#[test]
fn what_is_read_only_is_refused_and_stays_as_it_is() {
    let folder = filled("read-only", 3);
    fs::set_permissions(folder.database(), permissions(0o400)).expect("a mode");
    assert!(refusal(&folder.database()).contains("it is read-only"));
    let reader = Sqlite::open_read_only(folder.database()).expect("it can be read");
    assert_eq!(wait(reader.rows(&Query::default())).expect("rows").len(), 3);
    fs::set_permissions(folder.database(), permissions(0o600)).expect("a mode");
    fs::set_permissions(&folder.0, permissions(0o500)).expect("a mode");
    assert!(refusal(&folder.database()).contains("it is read-only"));
    fs::set_permissions(&folder.0, permissions(0o700)).expect("a mode");
    assert_eq!(wait(folder.open().head()).expect("a head").count, 3);
}

#[test]
fn a_place_that_cannot_be_made_is_told() {
    let folder = Folder::new("no-place");
    fs::write(folder.file("file"), "").expect("a file");
    for (path, expected) in [
        (folder.file("file/record.db"), "cannot be made"),
        (PathBuf::from("/proc/nowhere/record.db"), "cannot be made"),
        (folder.file("record.head"), "choose another"),
        (PathBuf::from("/"), "it names no file"),
    ] {
        let said = refusal(&path);
        assert!(said.contains(expected), "{}: {said}", path.display());
    }
}

#[test]
fn a_newer_store_is_refused_and_stays_as_it_is() {
    let folder = filled("newer", 2);
    folder.raw().pragma_update(None, "user_version", 99).expect("a version");
    let expected = StoreError::Newer { found: 99, known: 6 };
    assert_eq!(Sqlite::open(folder.database()).expect_err("newer"), expected);
    assert_eq!(Sqlite::open_read_only(folder.database()).expect_err("newer"), expected);
    let kept: u32 = folder.raw().query_row("SELECT count(*) FROM record", [], |row| row.get(0)).expect("rows");
    assert_eq!(kept, 2);
}

#[test]
fn a_database_of_something_else_is_refused_and_stays_as_it_is() {
    let folder = Folder::new("foreign");
    folder.raw().execute_batch("CREATE TABLE recipe (cake TEXT)").expect("a database");
    fs::set_permissions(folder.database(), permissions(0o600)).expect("a mode");
    let before = fs::read(folder.database()).expect("a file");
    assert!(refusal(&folder.database()).contains("a database of another program"));
    assert_eq!(fs::read(folder.database()).expect("a file"), before);
}

#[test]
fn what_is_no_database_is_refused_and_stays_as_it_is() {
    for content in ["these are notes, not a database\n".repeat(200), "x".to_owned(), "SQLite format 3\0".repeat(40)] {
        let folder = Folder::new("garbage");
        fs::write(folder.database(), &content).expect("a file");
        fs::set_permissions(folder.database(), permissions(0o600)).expect("a mode");
        let error = Sqlite::open(folder.database()).expect_err("garbage");
        assert!(matches!(&error, StoreError::Corrupt(said) if said.contains("record.db")), "{error}");
        assert_eq!(fs::read(folder.database()).expect("a file"), content.as_bytes());
    }
}

#[test]
fn a_damaged_database_decides_nothing() {
    let size = |folder: &Folder| fs::metadata(folder.database()).expect("a file").len();
    for (what, cut) in [("half of it", 2), ("a third of it", 3), ("a tenth of it", 10)] {
        let folder = filled("cut-file", 200);
        settle(&folder);
        let file = fs::OpenOptions::new().write(true).open(folder.database()).expect("a file");
        file.set_len(size(&folder) / cut).expect("a cut");
        let answer = Sqlite::open(folder.database()).and_then(|store| wait(store.commit(decided("new", "s"))));
        assert!(matches!(answer, Err(StoreError::Corrupt(_))), "{what}: {answer:?}");
    }
    let folder = filled("overwritten", 200);
    settle(&folder);
    let mut content = fs::read(folder.database()).expect("a file");
    content.iter_mut().skip(4096).for_each(|byte| *byte = 0xa5);
    fs::write(folder.database(), content).expect("a file");
    let answer = Sqlite::open(folder.database()).and_then(|store| wait(store.commit(decided("new", "s"))));
    assert!(matches!(answer, Err(StoreError::Corrupt(_))), "{answer:?}");
}

#[test]
fn a_process_that_holds_the_store_too_long_makes_others_deny() {
    let folder = filled("busy", 1);
    let store = folder.open();
    let other = folder.raw();
    other.execute_batch("BEGIN IMMEDIATE").expect("a lock");
    assert_eq!(wait(store.commit(decided("denied", "s"))), Err(StoreError::Busy));
    other.execute_batch("ROLLBACK").expect("no lock");
    assert_eq!(wait(store.commit(decided("later", "s"))).map(|head| head.count), Ok(2));
    let rows = wait(store.rows(&Query::default())).expect("rows");
    assert!(rows.iter().all(|row| !row.body.contains("denied")));
}

#[test]
fn a_store_for_reading_reads_and_makes_nothing() {
    let folder = Folder::new("reading");
    let missing = Sqlite::open_read_only(folder.database()).expect_err("nothing there");
    assert!(matches!(missing, StoreError::Missing(_)), "{missing}");
    assert_eq!(fs::read_dir(&folder.0).expect("a directory").count(), 0);
    fs::write(folder.database(), "").expect("an empty file");
    fs::set_permissions(folder.database(), permissions(0o600)).expect("a mode");
    let missing = Sqlite::open_read_only(folder.database()).expect_err("nothing in it");
    assert!(matches!(missing, StoreError::Missing(_)), "{missing}");

    let folder = filled("reading", 2);
    let store = Sqlite::open_read_only(folder.database()).expect("a store");
    assert_eq!(wait(store.head()).expect("a head").count, 2);
    assert_eq!(wait(store.session("s")), Ok(None));
    let refused = wait(store.commit(decided("3", "s")));
    assert!(matches!(&refused, Err(StoreError::Unusable(said)) if said.contains("reading only")), "{refused:?}");
    // It sees what others write meanwhile.
    wait(folder.open().commit(decided("3", "s"))).expect("a row");
    assert_eq!(wait(store.head()).expect("a head").count, 3);
}

#[test]
fn a_commit_that_no_one_waits_for_is_made() {
    let folder = Folder::new("dropped");
    let store = folder.open();
    drop(store.commit(decided("1", "s")));
    drop(store);
    assert_eq!(wait(folder.open().head()).expect("a head").count, 1);
}

/// Runs one of the ignored tests below as a process of its own, through a shell that prepares it.
fn child(name: &str, prepare: &str, folder: &Folder) -> String {
    let this = std::env::current_exe().expect("this program");
    let script = format!("{prepare}; exec \"$0\" --ignored --exact {name} --nocapture --test-threads=1");
    let output = Command::new("sh").arg("-c").arg(script).arg(this).env("CHILD_FOLDER", &folder.0).output();
    let output = output.expect("a process");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
#[ignore = "started by another test"]
fn fills_the_disk() {
    let Some(folder) = std::env::var_os("CHILD_FOLDER").map(PathBuf::from) else { return };
    let store = Sqlite::open(folder.join("record.db")).expect("a store");
    let mut made = 0;
    let error = loop {
        match wait(store.commit(decided(&format!("{made}"), "s"))) {
            Ok(_) => made += 1,
            Err(error) => break error,
        }
        assert!(made < 100_000, "the disk is never full");
    };
    let again = wait(store.commit(decided("again", "s"))).expect_err("still full");
    println!("\nmade={made}\n{error}\n{again}");
}

#[test]
fn a_full_disk_denies_and_loses_nothing() {
    // A limit on the size of files fails as a full disk does, and needs no disk.
    let folder = Folder::new("full");
    let said = child("fills_the_disk", "trap '' XFSZ; ulimit -f 600", &folder);
    let made: u64 = said.lines().find_map(|line| line.strip_prefix("made=")?.parse().ok()).expect("a number");
    assert!(made > 5, "{said}");
    assert_eq!(said.matches("the store cannot be used: ").count(), 2, "{said}");
    let store = folder.open();
    let head: Head = store.verify(None, |_, _| {}).expect("a whole chain").head;
    assert_eq!(head.count, made, "what was answered is on record, and nothing else");
    assert_eq!(wait(store.commit(decided("room", "s"))).map(|head| head.count), Ok(made + 1), "with room it goes on");
}

#[test]
#[ignore = "started by another test"]
fn tells_the_default_place() {
    match Sqlite::default_path() {
        Ok(path) => println!("\n{}", path.display()),
        Err(error) => println!("\n{error}"),
    }
}

#[test]
fn the_default_place_is_in_the_home_directory_or_where_xdg_says() {
    let folder = Folder::new("home");
    let none = "the store cannot be used: there is no home directory";
    for (prepare, expected) in [
        (
            "export HOME=/home/ann XDG_STATE_HOME=relative BYLEAVE_STATE=/tmp/y",
            "/home/ann/.local/state/byleave/record.db",
        ),
        ("export HOME=/home/ann XDG_STATE_HOME=/xdg/state", "/xdg/state/byleave/record.db"),
        ("unset HOME", none),
        ("export HOME=", none),
        ("export HOME=relative", none),
    ] {
        let said = child("tells_the_default_place", prepare, &folder);
        assert!(said.lines().any(|line| line.starts_with(expected)), "{prepare}: {said}");
    }
}
