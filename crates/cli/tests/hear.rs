//! A box on a terminal and a hub that serve one file: who answers first is heard on the other side.
#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on has failed"
)]

mod serving;

use std::io::{Read as _, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Barrier, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use byleave_gate::Role;
use byleave_store::Sqlite;
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use serde_json::{Value, json};
use serving::{Serving, folder, send, token};

const PATIENCE: Duration = Duration::from_mins(1);
const HINT: &str = "Ctrl+C cancel";
const STORE: &str = "hub/record.db";

/// A terminal on which `byleave run` asks.
struct Desk {
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    reading: thread::JoinHandle<()>,
    _master: Box<dyn MasterPty + Send>,
}

impl Desk {
    fn run(directory: &Path, command: &str) -> Self {
        let size = PtySize { rows: 40, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("there is a terminal");
        let mut byleave = CommandBuilder::new(env!("CARGO_BIN_EXE_byleave"));
        byleave.args(["run", "--store", STORE, "--", command]);
        byleave.cwd(directory);
        byleave.env("HOME", directory);
        byleave.env("TERM", "xterm");
        let child = pair.slave.spawn_command(byleave).expect("the command starts");
        drop(pair.slave);
        let size = |number| NonZero::new(number).unwrap();
        let screen = Arc::new(Mutex::new(vt100::Parser::new(size(40), size(80), 0)));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let watched = Arc::clone(&screen);
        let reading = thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut chunk) {
                watched.lock().unwrap().process(&chunk[..count]);
            }
        });
        let keyboard = pair.master.take_writer().unwrap();
        let desk = Self { child, keyboard, screen, reading, _master: pair.master };
        let begun = Instant::now();
        while !desk.screen().contains(HINT) {
            assert!(begun.elapsed() < PATIENCE, "no box: {}", desk.screen());
            thread::sleep(Duration::from_millis(2));
        }
        desk
    }

    fn screen(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until the command is over; with what is on the screen then.
    fn end(mut self) -> (u32, String) {
        let begun = Instant::now();
        let code = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status.exit_code();
            }
            if begun.elapsed() > PATIENCE {
                self.child.kill().unwrap();
                panic!("the box is still there: {}", self.screen());
            }
            thread::sleep(Duration::from_millis(5));
        };
        self.reading.join().unwrap();
        let screen = self.screen.lock().unwrap().screen().contents();
        (code, screen)
    }
}

/// A hub, and somebody there.
struct Place {
    directory: PathBuf,
    hub: Serving,
    ann: String,
}

impl Place {
    fn new(name: &str) -> Self {
        let directory = folder(&format!("hear-{name}"));
        let hub = Serving::start(&directory, STORE, &[]);
        let ann = token(&Sqlite::open(directory.join(STORE)).unwrap(), Role::Approver, "ann");
        Self { directory, hub, ann }
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        send(&self.hub.host, &self.ann, method, path, &body).unwrap()
    }

    /// The one question that waits.
    fn waits(&self) -> String {
        let (_, found) = self.send("GET", "/v1/requests", &Value::Null);
        assert_eq!(found["requests"].as_array().map(Vec::len), Some(1), "{found}");
        found["requests"][0]["id"].as_str().unwrap().to_owned()
    }

    fn answer(&self, id: &str, answer: &Value) -> (u16, Value) {
        self.send("POST", &format!("/v1/requests/{id}/answer"), answer)
    }

    fn state(&self, id: &str) -> Value {
        self.send("GET", &format!("/v1/requests/{id}"), &Value::Null).1["state"].clone()
    }

    fn has(&self, file: &str) -> bool {
        self.directory.join(file).exists()
    }

    fn rows(&self) -> usize {
        let store = Sqlite::open(self.directory.join(STORE)).unwrap();
        byleave_gate::block_on(byleave_gate::Store::rows(&store, &byleave_gate::Query::default())).unwrap().len()
    }
}

#[test]
fn an_answer_at_the_hub_closes_the_box_and_counts() {
    let place = Place::new("answers");
    for (round, (answer, code, line, file)) in [
        (json!({"approved": true}), 0, "bash: approved by ann (hub)", Some("x0")),
        (
            json!({"approved": false, "mode": "reject_soft", "feedback": "not now"}),
            126,
            "bash: denied by ann (hub)",
            None,
        ),
        (json!({"approved": true, "arguments": {"command": "touch y"}}), 0, "bash: approved by ann (hub)", Some("y")),
    ]
    .into_iter()
    .enumerate()
    {
        let own = format!("x{round}");
        let desk = Desk::run(&place.directory, &format!("touch {own}"));
        let id = place.waits();
        let (status, said) = place.answer(&id, &answer);
        assert_eq!(status, 200, "{said}");
        let (found, screen) = desk.end();
        assert_eq!(found, code, "{answer}: {screen}");
        assert!(screen.contains(line) && !screen.contains(HINT), "{answer}: {screen}");
        assert_eq!(screen.contains("not run: not now"), code == 126, "{answer}: {screen}");
        assert_eq!(place.has(&own), file == Some(own.as_str()), "{answer}");
        assert!(file.is_none_or(|file| place.has(file)), "{answer}");
        assert_eq!(place.state(&id), "released", "{answer}");
        assert_eq!(place.rows(), round + 1, "{answer}: one record for one decision");
    }
}

#[test]
fn of_an_answer_here_and_one_there_at_once_exactly_one_counts() {
    let place = Place::new("both");
    for round in 0..8 {
        let (there, key) = if round % 2 == 0 { (true, "3") } else { (false, "1") };
        let own = format!("x{round}");
        let mut desk = Desk::run(&place.directory, &format!("touch {own}"));
        let id = place.waits();
        // Keys that approve count a moment after the box is there.
        thread::sleep(Duration::from_millis(200));
        let both = Barrier::new(2);
        let (status, said) = thread::scope(|scope| {
            let hub = scope.spawn(|| {
                both.wait();
                let answer =
                    if there { json!({"approved": true}) } else { json!({"approved": false, "mode": "reject_soft"}) };
                place.answer(&id, &answer)
            });
            both.wait();
            desk.keyboard.write_all(key.as_bytes()).unwrap();
            hub.join().unwrap()
        });
        let (code, screen) = desk.end();
        assert!(matches!(status, 200 | 409), "{said}");
        let approved = there == (status == 200);
        assert_eq!((code == 0, place.has(&own)), (approved, approved), "{said} {screen}");
        assert_eq!(said["approved"], approved, "whoever is too late there is told: {said}");
        let told = if there { "bash: approved by ann (hub)" } else { "bash: denied by ann (hub)" };
        assert_eq!(screen.contains(told), status == 200, "whoever is too late here is told: {said} {screen}");
        assert_eq!(place.rows(), round + 1, "one record for one decision");
    }
}
