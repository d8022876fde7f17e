//! A hub as a process of its own, and clients that know nothing of it but what goes over the wire.
#![expect(dead_code, reason = "every test file uses some of it")]

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use byleave_gate::{Role, Store, block_on};
use byleave_hub::token::{Wanted, make};
use serde_json::Value;

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

/// A hub, killed at the end, whatever happens.
pub struct Serving {
    child: Child,
    pub host: String,
}

impl Serving {
    /// With a store, and what else it is told.
    pub fn start(directory: &Path, store: &str, more: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_byleave"))
            .args(["serve", "--listen", "127.0.0.1:0", "--rate", "1000000", "--store", store])
            .args(more)
            .current_dir(directory)
            .env("HOME", directory)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(std::fs::File::create(directory.join("log")).unwrap())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let place = line.split_once("://").and_then(|(_, rest)| rest.split_once('/'));
        let Some((host, _)) = place else {
            panic!("it did not start: {}", std::fs::read_to_string(directory.join("log")).unwrap())
        };
        Self { host: host.to_owned(), child }
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

/// A new token in a store.
pub fn token(store: &dyn Store, role: Role, name: &str) -> String {
    let wanted = Wanted { name: name.to_owned(), role, session: None, expires: None };
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
