//! Several processes decide at once and are killed at every step. Nothing is lost, nothing doubled, nothing runs unasked.
#![cfg(unix)]
#![expect(clippy::expect_used, clippy::panic, reason = "the worker is no test by itself, but as much a part of it")]

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use byleave_gate::record::{Entry, Head};
use byleave_gate::{Commit, Query, RequestState, Session, Store, StoreError};
use byleave_store::Sqlite;
use serde_json::json;
use support::{Folder, at, entry, request, transition, wait};

/// What a decision of the worker is like. It only depends on its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Allowed without asking.
    Allowed,
    /// Put to a person, who approves.
    Approved,
    /// Put to a person, who refuses.
    Refused,
    /// Put to a person, who never answers.
    Unanswered,
}

impl Kind {
    fn of(index: u64) -> Self {
        match index % 10 {
            1 | 4 | 8 => Self::Approved,
            3 => Self::Refused,
            7 => Self::Unanswered,
            _ => Self::Allowed,
        }
    }
}

/// The steps of a decision, at which a worker can be killed.
const STEPS: [&str; 7] = ["begun", "asking", "asked", "deciding", "recorded", "ran", "done"];

/// One process: makes decisions until it has made so many, killed on the way if it was told where.
struct Worker {
    store: Sqlite,
    name: String,
    folder: PathBuf,
    /// The step at which it dies.
    dies: Option<String>,
    /// The decisions made before it started.
    made_before: u64,
    /// The decisions made since; the first is made in peace, so that every life gets further.
    made: u64,
}

impl Worker {
    fn step(&self, step: &str) {
        if self.made > 0 && self.dies.as_deref() == Some(step) {
            // By turns: killed from outside, which takes a moment in which the other thread goes on, and dead at once.
            if self.made_before.is_multiple_of(2) {
                let me = std::process::id().to_string();
                drop(Command::new("kill").args(["-9", &me]).status());
            }
            std::process::abort();
        }
    }

    /// A commit, asked for at one step and answered before the next.
    fn commit(&self, commit: Commit, asking: &str) -> Result<Head, StoreError> {
        let answer = self.store.commit(commit);
        self.step(asking);
        wait(answer)
    }

    fn decide(&self, session: Session) -> Result<(), StoreError> {
        let index = session.turn;
        let (kind, id) = (Kind::of(index), format!("{}-{index}", self.name));
        self.step("begun");
        let session = Session { turn: index + 1, ..session };
        if kind != Kind::Allowed && wait(self.store.request(&id))?.is_none() {
            let put = Commit { request: Some(request(&id, &self.name, 0)), now: at(0), ..Commit::default() };
            self.commit(put, "asking")?;
            self.step("asked");
        }
        let approved = kind != Kind::Refused;
        let mut commit = Commit { session: Some(session), now: at(1), ..Commit::default() };
        if kind != Kind::Unanswered {
            commit.entry = Some(Entry { approved, ..entry(&id, &self.name) });
        }
        if matches!(kind, Kind::Approved | Kind::Refused) {
            let mut answer = transition(&id, RequestState::Pending, RequestState::Decided);
            answer.answer = Some(json!({ "approved": approved }));
            commit.transition = Some(answer);
        }
        self.commit(commit, "deciding")?;
        self.step("recorded");
        if matches!(kind, Kind::Allowed | Kind::Approved) {
            let effects = fs::OpenOptions::new().append(true).create(true).open(self.folder.join("effects"));
            effects.and_then(|mut file| file.write_all(format!("{id}\n").as_bytes())).expect("an effect");
            self.step("ran");
        }
        if kind == Kind::Approved {
            // Whoever is busy here leaves a decision of which nobody knows whether it ran.
            let done = transition(&id, RequestState::Decided, RequestState::Done);
            drop(self.commit(Commit { transition: Some(done), now: at(2), ..Commit::default() }, "ran"));
            self.step("done");
        }
        Ok(())
    }

    fn run(&mut self, until: u64) {
        loop {
            let session = match wait(self.store.session(&self.name)) {
                Ok(session) => session.unwrap_or_else(|| Session::new(&*self.name, "/p", at(0))),
                Err(StoreError::Busy) => continue,
                Err(error) => panic!("{error}"),
            };
            if session.turn >= until {
                return;
            }
            match self.decide(session) {
                Ok(()) => self.made += 1,
                // A denial: it is decided again.
                Err(StoreError::Busy) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
}

#[test]
#[ignore = "what the other tests start as processes of their own"]
fn worker() {
    let variable = |name: &str| std::env::var(name).ok();
    let Some(folder) = variable("WORKER_FOLDER").map(PathBuf::from) else { return };
    let name = variable("WORKER_NAME").expect("a name");
    let until = variable("WORKER_UNTIL").and_then(|until| until.parse().ok()).expect("a number");
    // By turns as a gate that stays and as a hook that lives for a moment.
    let open = if name.ends_with(['1', '3', '5', '7', '9']) { Sqlite::open_without_thread } else { Sqlite::open };
    let store = loop {
        match open(folder.join("record.db")) {
            Ok(store) => break store,
            Err(StoreError::Busy) => {}
            Err(error) => panic!("{error}"),
        }
    };
    let made_before = wait(store.head()).expect("a head").count;
    Worker { store, name, folder, dies: variable("WORKER_DIES"), made_before, made: 0 }.run(until);
}

fn start(folder: &Path, name: &str, until: u64, dies: Option<&str>) -> Child {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.args(["--ignored", "--exact", "worker", "--nocapture", "--test-threads=1"]);
    command.env("WORKER_FOLDER", folder).env("WORKER_NAME", name).env("WORKER_UNTIL", until.to_string());
    if let Some(step) = dies {
        command.env("WORKER_DIES", step);
    }
    command.stdout(Stdio::null()).spawn().expect("a process")
}

/// Whether it ended by itself, having made all its decisions; otherwise it was killed.
fn finished(mut child: Child) -> bool {
    use std::os::unix::process::ExitStatusExt as _;
    let status = child.wait().expect("an end");
    assert!(status.success() || matches!(status.signal(), Some(6 | 9)), "a worker failed: {status}");
    status.success()
}

/// What must hold whatever was killed when.
fn check(folder: &Folder, names: &[String], until: u64) {
    let store = folder.open();
    let verified = store.verify(None, |_, _| {}).expect("a whole chain");
    assert_eq!(store.trouble(), None);
    let mut recorded: BTreeMap<String, bool> = BTreeMap::new();
    for row in wait(store.rows(&Query::default())).expect("rows") {
        let said: Entry = serde_json::from_str(&row.body).expect("an entry");
        assert_eq!(recorded.insert(said.id.clone(), said.approved), None, "{} is on record twice", said.id);
    }
    let mut ran = BTreeSet::new();
    for id in fs::read_to_string(folder.file("effects")).expect("effects").lines() {
        assert!(ran.insert(id.to_owned()), "{id} ran twice");
        assert_eq!(recorded.get(id), Some(&true), "{id} ran without an approval on record");
    }
    let mut answered = 0;
    for (name, index) in names.iter().flat_map(|name| (0..until).map(move |index| (name, index))) {
        let id = format!("{name}-{index}");
        let kept = wait(store.request(&id)).expect("a store");
        let state = kept.as_ref().map(|kept| kept.state);
        match Kind::of(index) {
            Kind::Allowed => assert_eq!((state, recorded.get(&id)), (None, Some(&true)), "{id}"),
            Kind::Refused => {
                assert_eq!((state, recorded.get(&id)), (Some(RequestState::Decided), Some(&false)), "{id}");
            }
            Kind::Unanswered => {
                assert_eq!((state, recorded.get(&id)), (Some(RequestState::Pending), None), "{id}");
                assert_eq!(kept.and_then(|kept| kept.answer), None, "{id}");
                continue;
            }
            Kind::Approved => {
                assert!(matches!(state, Some(RequestState::Decided | RequestState::Done)), "{id} is {state:?}");
                assert!(state != Some(RequestState::Done) || ran.contains(&id), "{id} is done but did not run");
                assert_eq!(recorded.get(&id), Some(&true), "{id}");
            }
        }
        answered += 1;
    }
    assert_eq!(verified.head.count, answered, "as many rows as decisions");
}

fn names(count: u32) -> Vec<String> {
    (0..count).map(|number| format!("w{number}")).collect()
}

#[test]
fn several_processes_write_one_chain() {
    let folder = Folder::new("several");
    let names = names(8);
    // There is no store yet: they also make it at once.
    let running: Vec<Child> = names.iter().map(|name| start(&folder.0, name, 60, None)).collect();
    for child in running {
        assert!(finished(child));
    }
    check(&folder, &names, 60);
}

#[test]
fn killed_at_every_step_of_a_thousand_decisions() {
    let folder = Folder::new("steps");
    let names = names(4);
    std::thread::scope(|scope| {
        for (offset, name) in names.iter().enumerate() {
            let folder = &folder.0;
            scope.spawn(move || {
                let mut steps = STEPS.iter().cycle().skip(offset);
                let mut deaths = 0;
                while !finished(start(folder, name, 250, steps.next().copied())) {
                    deaths += 1;
                }
                assert!(deaths > 100, "only {deaths} deaths");
            });
        }
    });
    check(&folder, &names, 250);
}

#[test]
fn killed_at_any_moment() {
    let folder = Folder::new("moments");
    let names = names(3);
    std::thread::scope(|scope| {
        for (offset, name) in names.iter().enumerate() {
            let folder = &folder.0;
            scope.spawn(move || {
                let mut pause = 10 + 7 * u64::try_from(offset).expect("a small number");
                for _ in 0..25 {
                    let mut child = start(folder, name, 400, None);
                    // Moments that never fall together with anything.
                    pause = (pause * 31 + 17) % 97;
                    std::thread::sleep(Duration::from_millis(pause));
                    child.kill().expect("a process of ours");
                    finished(child);
                }
                assert!(finished(start(folder, name, 400, None)));
            });
        }
    });
    check(&folder, &names, 400);
}
