//! The commands around the record, from outside: a database on the disk, what is printed, and how they exit.
#![cfg(unix)]
#![expect(clippy::expect_used, reason = "a test that cannot even start the command has to fail loudly")]

use std::fs;
use std::future::Future;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::pin::pin;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};

use byleave_gate::redact::Redactor;
use byleave_gate::replay::{Decided, entry_of};
use byleave_gate::{Commit, Session, Store};
use byleave_policy::paths::Lexical;
use byleave_policy::read::read;
use byleave_policy::{CallFacts, Policy, Situation, decide_read};
use byleave_store::Sqlite;
use jiff::Timestamp;
use serde_json::{Value, json};

struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

/// A home with a project, gone afterwards.
struct World {
    root: PathBuf,
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

fn wait<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
        std::thread::yield_now();
    }
}

impl World {
    fn new() -> Self {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("byleave-record-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let root = std::env::temp_dir().join(name);
        fs::create_dir_all(root.join("project/.git")).expect("a directory");
        fs::create_dir_all(root.join(".local/state/byleave")).expect("a directory");
        fs::set_permissions(root.join(".local/state/byleave"), fs::Permissions::from_mode(0o700)).expect("permissions");
        Self { root: fs::canonicalize(root).expect("a real path") }
    }

    /// With a few decisions on record: two that run, three that a person answered, one that is refused.
    fn filled() -> Self {
        let world = Self::new();
        let store = world.store();
        for (number, (command, answer)) in [
            ("git status", None),
            ("git log -1", None),
            ("make deploy", Some(true)),
            ("make deploy", Some(true)),
            ("mysql -phunter2 -e 'drop table \u{202e}x'", Some(false)),
            ("byleave trust x", None),
        ]
        .into_iter()
        .enumerate()
        {
            add(&store, number + 1, command, answer);
        }
        world
    }

    fn store(&self) -> Sqlite {
        Sqlite::open(self.database()).expect("a store")
    }

    fn database(&self) -> PathBuf {
        self.root.join(".local/state/byleave/record.db")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_byleave"));
        command.args(arguments).current_dir(self.root.join("project")).env("HOME", &self.root).env("TZ", "UTC");
        command.env("NO_COLOR", "1").env("COLUMNS", "100").env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        let output = self.command(arguments).output().expect("the command runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is text");
        Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }

    /// Changes the database behind its back.
    fn tamper(&self, change: &str) {
        let database = rusqlite::Connection::open(self.database()).expect("a database");
        database.execute_batch(change).expect("a change");
    }
}

fn add(store: &Sqlite, number: usize, command: &str, answer: Option<bool>) {
    let place = "/w/app".to_owned();
    let arguments = serde_json::Map::from_iter([("command".to_owned(), command.into())]);
    let home = "/home/u".to_owned();
    let call = CallFacts {
        tool: "bash".to_owned(),
        arguments,
        command_bytes: None,
        shell: None,
        cwd: place.clone(),
        project: place,
        home,
    };
    let now = Timestamp::now();
    let policy = Policy::default();
    let reading = read(call, &policy);
    let decision = decide_read(&reading, &policy, &Situation { now: Some(now), ..Situation::new(&Lexical) });
    let session = Session::new("s1", "/w/app", now);
    let decided = Decided {
        pin: None,
        reading: &reading,
        call_id: &format!("call_{number}"),
        decision: &decision,
        session: &session,
        stopped: None,
        grants: &[],
        needs_approval: None,
        category: None,
        policy: &policy,
        frozen: None,
        policy_version: "v1",
        disk: None,
        now,
        decided_us: 9,
    };
    let mut entry = entry_of(&decided, &Redactor::new([1; 32]));
    entry.id = format!("rec_{number}");
    if let Some(yes) = answer {
        entry.approved = yes;
        entry.person = Some("ana".to_owned());
        entry.channel = Some("terminal".to_owned());
        entry.waited_ms = 2_000;
        entry.answer = Some(json!({ "approved": yes }));
    }
    wait(store.commit(Commit { entry: Some(entry), now, ..Commit::default() })).expect("an entry");
}

/// All commands that read the record.
const READERS: [&[&str]; 9] = [
    &["audit", "verify"],
    &["audit", "head"],
    &["audit", "query"],
    &["audit", "tail"],
    &["audit", "export", "--format", "csv"],
    &["why", "last"],
    &["suggest"],
    &["stats"],
    &["sessions", "show", "s1"],
];

#[test]
fn without_a_record_each_command_says_so() {
    let world = World::new();
    for arguments in READERS {
        let ran = world.run(arguments);
        assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains("there is no record at "), "{arguments:?}: {}", ran.err);
    }
    for (arguments, part) in [
        (&["sessions"][..], "no sessions"),
        (&["sessions", "--json"], "[]"),
        (&["grants", "list"], "read glob grep"),
        (&["grants", "list", "--json"], "\"source\": \"safe\""),
    ] {
        let ran = world.run(arguments);
        assert_eq!(ran.code, Some(0), "{arguments:?}: {}", ran.err);
        assert!(ran.out.contains(part), "{arguments:?}: {}", ran.out);
        // Rules are listed all the same; that grants may be elsewhere is said beside them.
        let told = if arguments.contains(&"grants") { "--store postgres://" } else { "" };
        assert!(ran.err.contains(told), "{arguments:?}: {}", ran.err);
    }
    assert!(!world.database().exists(), "looking makes nothing");
}

#[test]
fn a_damaged_or_newer_record_is_an_error_of_its_own() {
    let noise = World::filled();
    noise.tamper("PRAGMA wal_checkpoint(TRUNCATE)");
    fs::write(noise.database(), "x".repeat(10_000)).expect("a file");
    let newer = World::filled();
    newer.tamper("PRAGMA user_version = 99");
    for (world, part) in [(&noise, "record.db"), (&newer, "update byleave")] {
        for arguments in READERS {
            let ran = world.run(arguments);
            assert_eq!(ran.code, Some(2), "{arguments:?}: {}{}", ran.out, ran.err);
            assert!(ran.err.starts_with("byleave: ") && ran.err.contains(part), "{arguments:?}: {}", ran.err);
        }
    }
}

#[test]
fn a_whole_chain_verifies_and_a_changed_one_does_not() {
    let world = World::filled();
    let head = world.run(&["audit", "head"]).out;
    assert!(head.starts_with("6 ") && head.trim().len() == 66, "{head}");
    let ran = world.run(&["audit", "verify", "--head", head.trim()]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.starts_with("ok  the chain of 6 rows is whole"), "{}", ran.out);
    let kept = world.root.join("heads.txt");
    fs::write(&kept, format!("{head}9 {}\n", "0".repeat(64))).expect("a file");
    let ran = world.run(&["audit", "verify", "--head", &kept.to_string_lossy()]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(ran.out.starts_with("broken  rows were removed at the end"), "{}", ran.out);
    for bad in ["nonsense", "6 abc", "/no/such/file"] {
        assert_eq!(world.run(&["audit", "verify", "--head", bad]).code, Some(2), "{bad}");
    }
    world.tamper("DROP TRIGGER record_is_not_changed; UPDATE record SET body = replace(body, 'make deploy', 'fake deploy') WHERE number = 3");
    let ran = world.run(&["audit", "verify"]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(ran.out.starts_with("broken  row 3: "), "{}", ran.out);
}

#[test]
fn without_its_anchor_a_chain_is_not_taken_for_whole() {
    let world = World::filled();
    let head = world.run(&["audit", "head"]).out;
    assert_eq!(world.run(&["audit", "verify"]).code, Some(0));
    let anchors: Vec<_> =
        walk(&world.root).into_iter().filter(|path| path.extension().is_some_and(|end| end == "head")).collect();
    assert_eq!(anchors.len(), 1, "{anchors:?}");
    fs::remove_file(&anchors[0]).expect("an anchor");
    let ran = world.run(&["audit", "verify"]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(
        ran.out.starts_with("not sure") && ran.out.contains("the anchor is missing") && ran.out.contains("--head HEAD"),
        "{}",
        ran.out
    );
    // Whoever kept a head elsewhere is a witness as good.
    let ran = world.run(&["audit", "verify", "--head", head.trim()]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("the anchor is missing"), "{}", ran.out);
}

#[test]
fn verify_tells_rows_beyond_the_anchor_from_rows_that_were_removed_and_doctor_tells_those_too() {
    let world = World::filled();
    let anchor = world.root.join(".local/state/byleave/record.head");
    let fourth = {
        let db = rusqlite::Connection::open(world.root.join(".local/state/byleave/record.db")).expect("a database");
        let hash = db.query_row("SELECT lower(hex(hash)) FROM record WHERE number = 4", [], |row| row.get(0));
        format!("4 {}\n", hash.unwrap_or_else(|_| String::new()))
    };
    // As a process leaves it that is killed between the commit of two rows and the anchor.
    fs::write(&anchor, &fourth).expect("an anchor");
    let ran = world.run(&["audit", "verify"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(
        ran.out.contains("anchor agrees, at row 4") && ran.out.contains("2 rows after it, of the same chain"),
        "{}",
        ran.out
    );
    let store = |ran: &Ran| ran.out.lines().find(|line| line.contains("store: ")).map(str::to_owned);
    // It opens the store, and that brings the anchor to the end.
    let ran = world.run(&["doctor", "--agent", "claude"]);
    assert!(store(&ran).is_some_and(|line| line.starts_with("ok ")), "{}", ran.out);
    assert!(fs::read_to_string(&anchor).expect("an anchor").starts_with("6 "));
    world.tamper("DROP TRIGGER record_is_not_cut; DELETE FROM record WHERE number > 4");
    let ran = world.run(&["audit", "verify"]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(ran.out.starts_with("broken  rows were removed at the end"), "{}", ran.out);
    let ran = world.run(&["doctor", "--agent", "claude"]);
    let said = store(&ran);
    assert!(said.is_some_and(|line| line.starts_with("FAIL") && line.contains("names row 6")), "{}", ran.out);
    assert!(fs::read_to_string(&anchor).expect("an anchor").starts_with("6 "), "the evidence stays");
}

/// All files below a directory.
fn walk(root: &std::path::Path) -> Vec<std::path::PathBuf> {
    let found = fs::read_dir(root).expect("a directory").map(|one| one.expect("an entry").path());
    found.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

#[test]
fn queries_filter_and_show_nothing_raw() {
    let world = World::filled();
    for (arguments, lines) in [
        (&[][..], 6),
        (&["--verdict", "ask"], 3),
        (&["--refused"], 2),
        (&["--approved", "--verdict", "ask"], 2),
        (&["--source", "floor"], 2),
        (&["--since", "1h"], 6),
        (&["--until", "2020-01-01"], 1),
        (&["--tool", "write"], 1),
        (&["--limit", "0"], 6),
    ] {
        let ran = world.run(&[&["audit", "query"], arguments].concat());
        assert_eq!(ran.code, Some(0), "{arguments:?}: {}", ran.err);
        assert_eq!(ran.out.lines().count(), lines, "{arguments:?}: {}", ran.out);
        assert!(!ran.out.contains('\u{202e}') && !ran.out.contains("hunter2"), "{}", ran.out);
    }
    for bad in [&["--since", "soon"][..], &["--verdict", "maybe"], &["--approved", "--refused"]] {
        assert_eq!(world.run(&[&["audit", "query"], bad].concat()).code, Some(2), "{bad:?}");
    }
    let ran = world.run(&["audit", "query", "--json", "--limit", "2"]);
    let entries: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let numbers: Vec<u64> = entries.iter().filter_map(|entry| entry.get("number").and_then(Value::as_u64)).collect();
    assert_eq!(numbers, [5, 6]);
}

#[test]
fn exports_have_a_line_for_each_entry() {
    let world = World::filled();
    for (format, start, lines) in [("jsonl", "{\"", 6), ("csv", "number,timestamp,", 7), ("cef", "CEF:0|byleave|", 6)] {
        let ran = world.run(&["audit", "export", "--format", format]);
        assert_eq!((ran.code, ran.out.lines().count()), (Some(0), lines), "{format}: {}", ran.out);
        assert!(ran.out.starts_with(start), "{format}: {}", ran.out);
    }
}

#[test]
fn following_shows_what_is_decided_meanwhile() {
    let world = World::filled();
    let mut command = world.command(&["audit", "tail", "-f", "-n", "1", "--json"]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the command starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut number = || {
        let line = lines.next().expect("a line").expect("text");
        serde_json::from_str::<Value>(&line).ok().and_then(|entry| entry.get("number").and_then(Value::as_u64))
    };
    assert_eq!(number(), Some(6));
    add(&world.store(), 7, "git diff", None);
    assert_eq!(number(), Some(7));
    child.kill().expect("the command is there");
    child.wait().expect("the command ends");
}

#[test]
fn why_names_the_stage_the_person_and_the_part() {
    let world = World::filled();
    let ran = world.run(&["why", "5"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for part in ["does not run", "ana refused it at the terminal after 2.0 s", "mysql -pREDACTED-", "^^^", "row 5"] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    assert!(!ran.out.contains("hunter2") && !ran.out.contains('\u{202e}'));
    assert!(world.run(&["why", "last"]).out.contains("row 6"));
    let none = world.run(&["why", "rec_99"]);
    assert_eq!((none.code, none.out.as_str()), (Some(1), ""));
}

#[test]
fn revoking_is_for_people() {
    let world = World::filled();
    let ran = world.run(&["grants", "revoke", "g1"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("needs a person at a terminal"), "{}", ran.err);
}

#[test]
fn replay_exits_with_1_only_if_something_became_looser() {
    let world = World::filled();
    let policy = |name: &str, rules: &str| {
        let path = world.root.join(name);
        fs::write(&path, rules).expect("a file");
        path.to_string_lossy().into_owned()
    };
    let same = policy("same.yaml", "profile: byleave\n");
    let tighter = policy("tighter.yaml", "permissions:\n  \"Bash(make *)\": { allowed: false }\n");
    let looser = policy("looser.yaml", "permissions:\n  \"Bash(make deploy)\": { allowed: true }\n");
    for (path, code, part) in [
        (&same, 0, "6 the same, 0 looser, 0 tighter"),
        (&tighter, 0, "4 the same, 0 looser, 2 tighter"),
        (&looser, 1, "4 the same, 2 looser, 0 tighter"),
    ] {
        let ran = world.run(&["replay", "--policy", path]);
        assert_eq!(ran.code, Some(code), "{path}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains(part), "{path}: {}", ran.out);
    }
    let json: Value = serde_json::from_str(&world.run(&["replay", "--policy", &looser, "--json"]).out).expect("JSON");
    let place = json.pointer("/looser/0/location").and_then(Value::as_str);
    assert!(place.is_some_and(|place| place.ends_with("looser.yaml:2")), "{json}");
    assert_eq!(json.pointer("/matrix/ask/allow"), Some(&json!(2)));
    assert_eq!(world.run(&["replay", "--policy", "no-such-file"]).code, Some(2));
    assert_eq!(world.run(&["replay", "--policy", &policy("bad.yaml", "permisions: {}\n")]).code, Some(2));
}

#[test]
fn suggestions_are_a_policy_that_can_be_read() {
    let world = World::filled();
    let ran = world.run(&["suggest", "--least", "2"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("\"Bash(make deploy)\": { allowed: true"), "{}", ran.out);
    let path = world.root.join("suggested.yaml");
    fs::write(&path, &ran.out).expect("a file");
    let ran = world.run(&["policy", "validate", &path.to_string_lossy()]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(world.run(&["suggest"]).out.contains("but none 3 times or more"), "three times is the usual least");
}

#[test]
fn stats_count_and_name_dead_rules() {
    let world = World::filled();
    let path = world.root.join("policy.yaml");
    fs::write(&path, "permissions:\n  \"Bash(terraform plan *)\": { allowed: true }\n").expect("a file");
    let ran = world.run(&["stats", "-c", &path.to_string_lossy()]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for part in ["6 decisions in 1 session, 3 put to people", "time to decision", "Bash(terraform plan *)"] {
        assert!(ran.out.contains(part), "{part}: {}", ran.out);
    }
    let json: Value = serde_json::from_str(&world.run(&["stats", "--json"]).out).expect("JSON");
    assert_eq!(json.get("decisions"), Some(&json!(6)));
    assert_eq!(json.pointer("/time_to_decision/count"), Some(&json!(3)));
}

#[test]
fn another_database_can_be_named() {
    let world = World::filled();
    let elsewhere = World::new();
    let path = world.database();
    let ran = elsewhere.run(&["audit", "query", "--store", &path.to_string_lossy()]);
    assert_eq!((ran.code, ran.out.lines().count()), (Some(0), 6), "{}", ran.err);
}
