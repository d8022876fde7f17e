//! A program in a terminal without a window.

use std::fs;
use std::io::{Read, Write};
use std::num::NonZero;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use rustix::termios::{self, Termios};
use serde_json::Value;

use crate::subject::{QUESTION, RESULT};

/// Nothing takes this long; it only keeps a broken test from waiting forever.
const PATIENCE: Duration = Duration::from_secs(30);

pub const HINT: &str = "Ctrl+C cancel";

pub struct Session {
    master: Box<dyn MasterPty + Send>,
    keyboard: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    seen: Arc<Mutex<Seen>>,
    result: PathBuf,
    pub before: Modes,
}

struct Seen {
    parser: vt100::Parser,
    bytes: Vec<u8>,
    ended: bool,
}

/// The modes of a terminal, comparable.
#[derive(Debug, PartialEq, Eq)]
pub struct Modes(String);

impl Modes {
    fn of(found: &Termios) -> Self {
        Self(format!(
            "{:?} {:?} {:?} {:?}",
            found.input_modes, found.output_modes, found.control_modes, found.local_modes
        ))
    }

    pub fn are_raw(&self) -> bool {
        !self.0.contains("ICANON")
    }
}

/// How to start the program: with standard input from the terminal, or from elsewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Input {
    Terminal,
    Pipe,
}

impl Session {
    /// Asks a question on a terminal of this size.
    pub fn start(columns: u16, rows: u16, question: &Value) -> Self {
        Self::start_with(columns, rows, question, Input::Terminal, b"", "xterm-256color")
    }

    /// The same, with keys that were typed before.
    pub fn start_with(columns: u16, rows: u16, question: &Value, input: Input, typed: &[u8], kind: &str) -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let result = std::env::temp_dir().join(format!("byleave-terminal-{}-{number}", std::process::id()));
        let pair = native_pty_system()
            .openpty(PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 })
            .expect("there is a terminal");
        let redirected = match input {
            Input::Terminal => "exec \"$@\" >/dev/null",
            Input::Pipe => "echo 111 | \"$@\" >/dev/null 2>/dev/null",
        };
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", redirected, "sh"]);
        command.arg(std::env::current_exe().unwrap());
        command.args(["--exact", "subject::subject", "--ignored", "--nocapture"]);
        command.env(QUESTION, question.to_string());
        command.env(RESULT, &result);
        command.env("TERM", kind);
        let mut keyboard = pair.master.take_writer().unwrap();
        keyboard.write_all(typed).unwrap();
        let before = modes(&*pair.master);
        let child = pair.slave.spawn_command(command).expect("the program starts");
        drop(pair.slave);
        let seen = Arc::new(Mutex::new(Seen {
            parser: vt100::Parser::new(known(rows, 24), known(columns, 80), 0),
            bytes: Vec::new(),
            ended: false,
        }));
        let mut reader = pair.master.try_clone_reader().unwrap();
        let watched = Arc::clone(&seen);
        thread::spawn(move || {
            let mut chunk = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut chunk) {
                let mut seen = watched.lock().unwrap();
                seen.parser.process(&chunk[..count]);
                seen.bytes.extend_from_slice(&chunk[..count]);
            }
            watched.lock().unwrap().ended = true;
        });
        Self { master: pair.master, keyboard, child, seen, result, before }
    }

    /// Waits until the screen has a text.
    pub fn until(&self, text: &str) -> &Self {
        let begun = Instant::now();
        while !self.screen().contains(text) {
            assert!(begun.elapsed() < PATIENCE, "no `{text}` on the screen:\n{}", self.screen());
            thread::sleep(Duration::from_millis(2));
        }
        self
    }

    /// Waits until a sequence was written so many times.
    pub fn until_written(&self, bytes: &[u8], times: usize) {
        let begun = Instant::now();
        while self.bytes().windows(bytes.len()).filter(|window| *window == bytes).count() < times {
            assert!(begun.elapsed() < PATIENCE, "not {times} times {}:\n{}", bytes.escape_ascii(), self.screen());
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits until the terminal is in raw mode.
    pub fn until_raw(&self) {
        let begun = Instant::now();
        while !self.modes().are_raw() {
            assert!(begun.elapsed() < PATIENCE, "not in raw mode");
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits until the screen no longer has a text.
    pub fn until_gone(&self, text: &str) {
        let begun = Instant::now();
        while self.screen().contains(text) {
            assert!(begun.elapsed() < PATIENCE, "still `{text}` on the screen:\n{}", self.screen());
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Lets time pass, as a person does.
    pub fn pause(&self, milliseconds: u64) -> &Self {
        thread::sleep(Duration::from_millis(milliseconds));
        self
    }

    pub fn send(&mut self, keys: impl AsRef<[u8]>) -> &mut Self {
        self.keyboard.write_all(keys.as_ref()).unwrap();
        self.keyboard.flush().unwrap();
        self
    }

    /// The screen as a person sees it, without blanks at the ends of lines.
    pub fn screen(&self) -> String {
        let contents = self.seen.lock().unwrap().parser.screen().contents();
        contents.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_end().to_owned()
    }

    /// Every byte the terminal got so far.
    pub fn bytes(&self) -> Vec<u8> {
        self.seen.lock().unwrap().bytes.clone()
    }

    pub fn cursor_is_hidden(&self) -> bool {
        self.seen.lock().unwrap().parser.screen().hide_cursor()
    }

    /// Waits until the cursor is back.
    pub fn until_cursor(&self) {
        let begun = Instant::now();
        while self.cursor_is_hidden() {
            assert!(begun.elapsed() < PATIENCE, "no cursor:\n{}", self.screen());
            thread::sleep(Duration::from_millis(2));
        }
    }

    pub fn resize(&self, columns: u16, rows: u16) {
        self.seen.lock().unwrap().parser.screen_mut().set_size(known(rows, 24), known(columns, 80));
        self.master.resize(PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }).unwrap();
    }

    pub fn modes(&self) -> Modes {
        modes(&*self.master)
    }

    /// Sends a signal to the program.
    pub fn signal(&self, name: &str) {
        let process = self.child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args(["-s", name, &process]).status().unwrap().success());
    }

    /// The state letter of the program, as the system has it: `T` is stopped.
    pub fn process_state(&self) -> char {
        let process = self.child.process_id().unwrap();
        let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
        stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next()).unwrap()
    }

    pub fn until_state(&self, wanted: fn(char) -> bool) {
        let begun = Instant::now();
        while !wanted(self.process_state()) {
            assert!(begun.elapsed() < PATIENCE, "the program is in state {}", self.process_state());
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Waits for the end of the program.
    pub fn ended(&mut self) -> ExitStatus {
        let status = self.child.wait().unwrap();
        let begun = Instant::now();
        while !self.seen.lock().unwrap().ended && begun.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(2));
        }
        status
    }

    /// Waits for what came of the question, and checks that the terminal is as it was.
    pub fn result(&mut self) -> String {
        let status = self.ended();
        let result = fs::read_to_string(&self.result)
            .unwrap_or_else(|_| panic!("no result, {status:?}, screen:\n{}", self.screen()));
        assert_eq!(self.modes(), self.before, "the terminal is as it was");
        assert!(!self.cursor_is_hidden(), "the cursor is back");
        result
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = fs::remove_file(&self.result);
    }
}

fn modes(master: &dyn MasterPty) -> Modes {
    let tty = fs::File::open(master.tty_name().unwrap()).unwrap();
    Modes::of(&termios::tcgetattr(&tty).unwrap())
}

/// A terminal that does not say its size has one all the same.
fn known(size: u16, otherwise: u16) -> NonZero<u16> {
    NonZero::new(size).or_else(|| NonZero::new(otherwise)).unwrap()
}
