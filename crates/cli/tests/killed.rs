//! A hub that is killed under load, again and again: `audit verify` raises no false alarm, and finds every row that is
//! removed of those on which somebody relied.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

mod serving;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

use byleave_gate::Role;
use byleave_gate::record::{Entry, Head};
use serving::{Client, STORE, Serving, byleave, call, folder, long, store, token, until};

/// Hubs that use one store, one after another; then a new store begins.
const LIVES: usize = 5;

/// What `audit verify` says: its exit code and its text.
fn verify(folder: &Path) -> (Option<i32>, String) {
    let output = byleave(folder, &["audit", "verify", "--store", STORE]).output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

/// A copy of a store, with its log and its anchor, in a folder of its own.
fn copy(from: &Path, name: &str) -> PathBuf {
    let to = folder(name);
    let hub = to.join("hub");
    fs::create_dir(&hub).unwrap();
    fs::set_permissions(&hub, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    for name in ["record.db", "record.db-wal", "record.head"] {
        if from.join("hub").join(name).exists() {
            fs::copy(from.join("hub").join(name), hub.join(name)).unwrap();
        }
    }
    to
}

/// Removes the rows from one on, past the store and its triggers.
fn cut(folder: &Path, from: u64) {
    let db = rusqlite::Connection::open(folder.join("hub/record.db")).unwrap();
    db.execute_batch("DROP TRIGGER record_is_not_cut").unwrap();
    assert!(db.execute("DELETE FROM record WHERE number >= ?1", [from]).unwrap() > 0, "nothing was cut");
}

/// The number of the last row on which somebody relied: an answer named it.
fn last_of(folder: &Path, told: &[String]) -> Option<u64> {
    let db = rusqlite::Connection::open(folder.join("hub/record.db")).unwrap();
    let mut rows = db.prepare("SELECT number, body FROM record ORDER BY number DESC").unwrap();
    let mut rows = rows.query([]).unwrap();
    while let Some(row) = rows.next().unwrap() {
        let entry: Entry = serde_json::from_str(&row.get::<_, String>(1).unwrap()).unwrap();
        if told.contains(&entry.id) {
            return Some(row.get(0).unwrap());
        }
    }
    None
}

/// Has calls decided until the hub is gone, and notes the records that it was told.
fn agent(host: &str, token: &str, told: &Mutex<Vec<String>>) -> Option<()> {
    let mut client = Client::connect(host, token).ok()?;
    loop {
        let (status, said) = client.send("POST", "/v1/calls", &call("git status", "s", 0)).ok()?;
        assert_eq!((status, &said["approved"]), (200, &true.into()), "{said}");
        told.lock().unwrap().push(said["record"].as_str().unwrap().to_owned());
    }
}

fn anchor(folder: &Path) -> Head {
    Head::parse(&fs::read_to_string(folder.join("hub/record.head")).unwrap()).unwrap()
}

#[test]
fn after_every_kill_the_record_verifies_and_no_row_that_an_answer_named_is_removed_unseen() {
    let kills = if long() { 1_000 } else { 25 };
    let (mut beyond, mut cuts, mut begun) = (0, 0, (PathBuf::new(), String::new()));
    for kill in 0..kills {
        if kill % LIVES == 0 {
            let place = folder("killed");
            let agent = token(&store(&place), Role::Agent, "builder");
            begun = (place, agent);
        }
        let (place, token) = &begun;
        let told = Mutex::new(Vec::new());
        let mut hub = Serving::start(place, STORE, &[]);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| agent(&hub.host, token, &told));
            }
            // By turns from the first moment of a hub on, and from its first answer on, however busy the machine is.
            if kill % 2 == 0 {
                until(|| !told.lock().unwrap().is_empty());
            }
            std::thread::sleep(Duration::from_millis(u64::try_from(kill * 37 % 120).unwrap()));
            hub.signal_kill();
        });
        hub.kill();
        let (code, said) = verify(place);
        assert_eq!(code, Some(0), "kill {kill} is taken for a cut: {said}");
        let head = Head::parse(said.split_once("head ").unwrap().1.lines().next().unwrap()).unwrap();
        let unanchored = head.count - anchor(place).count;
        assert_eq!(said.contains("byleave was killed before it wrote the anchor"), unanchored > 0, "{said}");
        beyond += usize::from(unanchored > 0);
        // Before anybody opens the store again: the last row that an answer named.
        let told = told.into_inner().unwrap();
        let cut_from = copy(place, "killed-cut");
        if let Some(last) = last_of(&cut_from, &told) {
            cut(&cut_from, last);
            let (code, said) = verify(&cut_from);
            assert!(code == Some(1) && said.starts_with("broken  rows were removed"), "kill {kill}: {last}: {said}");
            cuts += 1;
        }
        // After a start and a clean stop: any row, whoever was told of it.
        if kill % LIVES == LIVES - 1 {
            let mut hub = Serving::start(place, STORE, &[]);
            assert_eq!(hub.stop(), Some(0));
            assert_eq!(anchor(place), head, "kill {kill}: the anchor is not at the head");
            cut(place, head.count);
            let (code, said) = verify(place);
            assert!(code == Some(1) && said.starts_with("broken  rows were removed"), "kill {kill}: {said}");
            cuts += 1;
        }
    }
    assert!(cuts > kills / 2, "there was no load: {cuts} cuts");
    eprintln!("{kills} kills, of which {beyond} left rows beyond the anchor; 0 false alarms; {cuts} cuts, 0 missed");
}
