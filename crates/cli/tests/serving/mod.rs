//! A hub as a process of its own, and clients that know nothing of it but what goes over the wire.
#![expect(dead_code, reason = "every test file uses some of it")]

pub mod terminal;

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use byleave_gate::{Role, Store, Workplace, block_on};
use byleave_hub::token::{NewToken, make};
use byleave_store::Sqlite;
use serde_json::Value;

/// Where the store of a hub lies, in the words of `--store`.
pub const STORE: &str = "sqlite:hub/record.db";

/// Whether there is time for all of it: `scripts/stress`.
pub fn long() -> bool {
    std::env::var_os("BYLEAVE_STRESS").is_some()
}

pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("serving-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// The program, at home in a folder, with nobody to ask.
pub fn byleave(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_byleave"));
    command.args(arguments).current_dir(directory).env("HOME", directory).stdin(Stdio::null());
    command
}

/// A hub, killed at the end, whatever happens.
pub struct Serving {
    child: Child,
    pub host: String,
    /// The address it printed, with the secret that opens the page once.
    pub address: String,
}

impl Serving {
    /// With a store, and what else it is told.
    pub fn start(directory: &Path, store: &str, more: &[&str]) -> Self {
        let words = ["serve", "--listen", "127.0.0.1:0", "--rate", "1000000", "--store", store];
        Self::run(directory, &mut byleave(directory, &[&words, more].concat()))
    }

    /// As `byleave serve` with some words of its own. What it says lies in `log`.
    pub fn run(directory: &Path, command: &mut Command) -> Self {
        let log = std::fs::File::create(directory.join("log")).unwrap();
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let place = line.split_once("://").and_then(|(_, rest)| rest.split_once('/'));
        let Some((host, _)) = place else {
            panic!("it did not start: {}", std::fs::read_to_string(directory.join("log")).unwrap())
        };
        Self { host: host.to_owned(), address: line.trim().to_owned(), child }
    }

    /// What opens the page, once.
    pub fn secret(&self) -> &str {
        self.address.split_once("/#token=").unwrap().1
    }

    /// The id of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its words, as anybody who lists the processes sees them.
    pub fn command_line(&self) -> String {
        let words = std::fs::read(format!("/proc/{}/cmdline", self.child.id())).unwrap_or_default();
        String::from_utf8_lossy(&words).into_owned()
    }

    /// Asks it to stop, and gives the status it ends with.
    pub fn stop(&mut self) -> Option<i32> {
        let asked = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(asked.unwrap().success());
        self.child.wait().unwrap().code()
    }

    /// As `kill -9`.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// The same, while others use it.
    pub fn signal_kill(&self) {
        let killed = Command::new("kill").args(["-KILL", &self.child.id().to_string()]).status();
        assert!(killed.unwrap().success());
    }

    /// Its memory, in bytes.
    pub fn memory(&self) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().split(' ').next().unwrap().parse::<u64>().unwrap() * 1024
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The store of a hub that lies in a folder.
pub fn store(directory: &Path) -> Sqlite {
    Sqlite::open(directory.join("hub/record.db")).unwrap()
}

/// A new token in a store; that of an agent is for the project that [`call`] names.
pub fn token(store: &dyn Store, role: Role, name: &str) -> String {
    let projects = if role.asks() { vec!["/w/app".to_owned()] } else { Vec::new() };
    put(store, NewToken { workplace: Workplace { projects, home: None }, ..NewToken::new(name, role) })
}

/// The same for a project that the hub works in itself.
pub fn token_here(store: &dyn Store, role: Role, name: &str) -> String {
    put(store, NewToken::new(name, role))
}

fn put(store: &dyn Store, wanted: NewToken) -> String {
    let (stored, secret) = make(wanted, jiff::Timestamp::now()).unwrap();
    block_on(store.put_token(stored)).unwrap();
    secret.reveal().to_owned()
}

/// A connection that is kept.
pub struct Client {
    stream: TcpStream,
    host: String,
    token: String,
}

impl Client {
    pub fn connect(host: &str, token: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(host)?;
        stream.set_nodelay(true)?;
        // Nothing here takes so long but a hub that hangs.
        stream.set_read_timeout(Some(Duration::from_mins(1)))?;
        Ok(Self { stream, host: host.to_owned(), token: token.to_owned() })
    }

    /// A request; an error if the hub is gone, or goes meanwhile.
    pub fn send(&mut self, method: &str, path: &str, body: &str) -> io::Result<(u16, Value)> {
        let Self { stream, host, token } = self;
        let length = body.len();
        let text = format!(
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        stream.write_all(text.as_bytes())?;
        let mut answer = Vec::new();
        let mut chunk = [0; 8192];
        loop {
            let read = stream.read(&mut chunk)?;
            if read == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            answer.extend_from_slice(&chunk[..read]);
            let Some(end) = answer.windows(4).position(|four| four == b"\r\n\r\n") else { continue };
            let head = String::from_utf8_lossy(&answer[..end]).to_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
            let length: usize = length.map_or(0, |length| length.parse().unwrap());
            let body = &answer[end + 4..];
            if body.len() >= length {
                let status = head.split(' ').nth(1).unwrap().parse().unwrap();
                return Ok((status, serde_json::from_slice(body).unwrap_or(Value::Null)));
            }
        }
    }
}

/// One request on a connection of its own.
pub fn send(host: &str, token: &str, method: &str, path: &str, body: &str) -> io::Result<(u16, Value)> {
    Client::connect(host, token)?.send(method, path, body)
}

/// What a hub says to some bytes, until it closes the connection or `time` is over.
pub fn raw(host: &str, bytes: &[u8], time: Duration) -> String {
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(time)).unwrap();
    stream.set_write_timeout(Some(time)).unwrap();
    // A hub that refuses early may close before it has read everything.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

/// The body of a call.
pub fn call(command: &str, session: &str, wait: u32) -> String {
    format!(
        r#"{{"tool":"bash","arguments":{{"command":"{command}"}},"session":"{session}","cwd":"/w/app","project":"/w/app","wait":{wait}}}"#
    )
}

/// Waits for something that comes; a test that waits for ever has failed.
pub fn until(what: impl Fn() -> bool) {
    while !what() {
        std::thread::sleep(Duration::from_millis(20));
    }
}
