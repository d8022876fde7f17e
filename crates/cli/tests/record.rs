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

use byleave_gate::record::Entry;
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
    add_as(store, number, command, answer, |_| {});
}

fn add_as(store: &Sqlite, number: usize, command: &str, answer: Option<bool>, change: impl FnOnce(&mut Entry)) {
    let call = CallFacts::bash(command, "/w/app", "/home/u");
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
    change(&mut entry);
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
        assert!(ran.err.contains("Nothing recorded yet."), "{arguments:?}: {}", ran.err);
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
    let store = |ran: &Ran| ran.out.lines().find(|line| line.contains(" store ")).map(str::to_owned);
    // It opens the store, and that brings the anchor to the end.
    let ran = world.run(&["doctor", "--agent", "claude"]);
    assert!(store(&ran).is_some_and(|line| line.starts_with('✓')), "{}", ran.out);
    assert!(fs::read_to_string(&anchor).expect("an anchor").starts_with("6 "));
    world.tamper("DROP TRIGGER record_is_not_cut; DELETE FROM record WHERE number > 4");
    let ran = world.run(&["audit", "verify"]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(ran.out.starts_with("broken  rows were removed at the end"), "{}", ran.out);
    let ran = world.run(&["doctor", "--agent", "claude"]);
    let said = store(&ran);
    assert!(said.is_some_and(|line| line.starts_with('✗') && line.contains("names row 6")), "{}", ran.out);
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
    let ran = world.run(&["why", "5", "--stages"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    for part in [
        "It asked because ",
        "ana said no, so it did not",
        "ana refused it at the terminal after 2.0 s",
        "mysql -pREDACTED-",
        "^^^",
        "row 5",
    ] {
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

/// A row as the first engine wrote it: without a generation, and with its own verdict.
fn add_old(store: &Sqlite, number: usize, command: &str, verdict: &str) {
    add_as(store, number, command, None, |entry| {
        entry.engine = None;
        verdict.clone_into(&mut entry.verdict);
        entry.approved = verdict == "allow";
    });
}

#[test]
fn a_record_keeps_the_generation_of_the_engine_and_older_rows_have_none() {
    let world = World::filled();
    add_old(&world.store(), 7, "make", "allow");
    let rows: Vec<Value> = world
        .run(&["audit", "query", "--json"])
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let engines: Vec<_> = rows.iter().map(|row| row.get("engine").and_then(Value::as_u64)).collect();
    assert_eq!(engines.iter().filter(|engine| **engine == Some(3)).count(), 6, "{rows:?}");
    assert_eq!(engines.iter().filter(|engine| engine.is_none()).count(), 1, "{rows:?}");
    assert_eq!(world.run(&["audit", "verify"]).code, Some(0), "both are rows of one chain");
}

#[test]
fn what_an_older_engine_decided_is_not_called_a_changed_policy() {
    let world = World::filled();
    add_old(&world.store(), 7, "make", "allow");
    add_old(&world.store(), 8, "make old", "deny");
    let path = world.root.join("same.yaml");
    fs::write(&path, "profile: byleave\n").expect("a file");
    let path = path.to_string_lossy();
    let ran = world.run(&["replay", "--policy", &path]);
    assert!(ran.out.contains("looser, and another engine decided then"), "{}", ran.out);
    assert!(ran.out.contains("tighter, and another engine decided then"), "{}", ran.out);
    assert!(!ran.out.lines().any(|line| line == "looser" || line == "tighter"), "{}", ran.out);
    assert!(ran.out.contains("2 calls were decided by an engine of another generation"), "{}", ran.out);
    let json: Value = serde_json::from_str(&world.run(&["replay", "--policy", &path, "--json"]).out).expect("JSON");
    assert_eq!((&json["engine"], &json["other_engine"]), (&json!(3), &json!(2)), "{json}");
    assert_eq!(json["looser"][0]["engine"], json!(1), "{json}");
}

#[test]
fn before_an_upgrade_replay_shows_by_reason_what_would_ask_that_did_not() {
    let world = World::filled();
    let ran = world.run(&["replay", "--engine"]);
    assert!(ran.code == Some(0) && ran.out.contains("nothing differs"), "{}{}", ran.out, ran.err);
    let store = world.store();
    for (number, command) in [(7, "make"), (8, "make"), (9, "make install"), (10, "git status")] {
        add_old(&store, number, command, "allow");
    }
    // What asked then is no news.
    add_old(&store, 11, "make", "ask");
    let ran = world.run(&["replay", "--engine"]);
    assert_eq!(ran.code, Some(0), "that more asks is no failure: {}", ran.err);
    assert!(ran.out.contains("6 calls ran without a question: 3 still would, 3 would not"), "{}", ran.out);
    assert!(ran.out.contains("2 ×  bash make\n") && ran.out.contains("1 ×  bash make install\n"), "{}", ran.out);
    let json: Value = serde_json::from_str(&world.run(&["replay", "--engine", "--json"]).out).expect("JSON");
    let calls: u64 = json["reasons"].as_array().expect("a list").iter().filter_map(|one| one["calls"].as_u64()).sum();
    assert_eq!((calls, &json["allowed"], &json["still"]), (3, &json!(6), &json!(3)), "{json}");
    // The policy in force is that of the user.
    let settings = world.root.join(".config/byleave");
    fs::create_dir_all(&settings).expect("a folder");
    fs::write(
        settings.join("policy.yaml"),
        "permissions:\n  \"Bash(make *)\": { allowed: true }\n  \"Bash(make)\": { allowed: true }\n",
    )
    .expect("a file");
    let ran = world.run(&["replay", "--engine"]);
    assert!(ran.out.contains("6 calls ran without a question: 6 still would, 0 would not"), "{}", ran.out);
    for words in [&["replay"][..], &["replay", "--engine", "--policy", "x"]] {
        assert_eq!(world.run(words).code, Some(2), "{words:?}");
    }
}
