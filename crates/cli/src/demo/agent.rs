//! The agent of the web demo: it talks to the hub as every other agent does, over HTTP and with a token.

use std::io;
use std::net::SocketAddr;
use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::script::Step;

/// Seconds to wait for an answer in one request.
const WAIT: u32 = 30;

/// The result of a call, or that there is no answer yet.
#[derive(Debug)]
pub enum Told {
    /// It waits for a person, under this id.
    Waits(String),
    /// There is an answer.
    Answered(Map<String, Value>),
}

/// An agent with its token.
#[derive(Debug)]
pub struct Agent {
    hub: SocketAddr,
    token: String,
    session: &'static str,
}

impl Agent {
    /// An agent of a hub.
    pub const fn new(hub: SocketAddr, token: String, session: &'static str) -> Self {
        Self { hub, token, session }
    }

    /// Reports to the hub that the user spoke.
    pub async fn begin_turn(&self) -> io::Result<()> {
        let path = format!("/v1/sessions/{}/turn", self.session);
        self.send("POST", &path, r#"{"event":"begin"}"#).await.map(|_| ())
    }

    /// Submits a call. It does not wait, so that the terminal can say what it waits for.
    pub async fn ask(&self, step: &Step, arguments: &Map<String, Value>, folder: &Path) -> io::Result<Told> {
        let body = CallBody {
            agent: "demo",
            arguments,
            cwd: folder,
            description: step.because,
            project: folder,
            session: self.session,
            tool: step.tool,
            wait: 0,
        };
        self.send("POST", "/v1/calls", &serde_json::to_string(&body)?).await.and_then(told)
    }

    /// Waits until a person has answered.
    pub async fn wait(&self, id: &str) -> io::Result<Map<String, Value>> {
        loop {
            match self.send("GET", &format!("/v1/calls/{id}?wait={WAIT}"), "").await.and_then(told)? {
                Told::Waits(_) => {}
                Told::Answered(answer) => return Ok(answer),
            }
        }
    }

    /// One request on its own connection.
    async fn send(&self, method: &str, path: &str, body: &str) -> io::Result<(u16, Value)> {
        let Self { hub, token, .. } = self;
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {hub}\r\nconnection: close\r\nauthorization: Bearer {token}\r\n\
             content-type: application/json\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        let mut stream = TcpStream::connect(hub).await?;
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let strange = || io::Error::new(io::ErrorKind::InvalidData, "the hub answered something strange");
        let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(strange)?;
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).ok_or_else(strange)?;
        Ok((status, serde_json::from_str(body).map_err(|_| strange())?))
    }
}

/// A call as the hub takes it.
#[derive(Serialize)]
struct CallBody<'c> {
    agent: &'static str,
    arguments: &'c Map<String, Value>,
    cwd: &'c Path,
    description: &'static str,
    project: &'c Path,
    session: &'static str,
    tool: &'static str,
    /// Seconds until the hub replies that there is no answer yet.
    wait: u32,
}

/// Only a `200` is an answer.
fn told((status, body): (u16, Value)) -> io::Result<Told> {
    let Value::Object(map) = body else { return Err(io::Error::other("the hub answered something strange")) };
    let text = |key: &str| map.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    match status {
        200 => Ok(Told::Answered(map)),
        202 => Ok(Told::Waits(text("id"))),
        410 => Err(io::Error::other(text("reason"))),
        _ => Err(io::Error::other(format!("the hub answered {status}: {}", text("message")))),
    }
}
