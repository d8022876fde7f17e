//! The agents themselves, asked without a network: whether they start byleave's hooks in this directory.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use byleave_agents::{CANARY, HEARD, Obstacle, listed_by_codex};
use serde::Serialize;
use serde_json::Value;

/// How long an agent has to start and to answer. It may be the first start after an update.
const PATIENCE: Duration = Duration::from_secs(20);

/// The program of an agent, if it is on the path.
pub fn program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// What Codex says about byleave's hooks here: it lists hooks with the trust they have. An error if it does not answer.
pub fn codex(program: &Path, cwd: &Path) -> Result<Vec<Obstacle>, String> {
    let mut server = Command::new(program);
    server.arg("app-server").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut server = Process(server.spawn().map_err(|error| error.to_string())?);
    let (mut input, output) = server.pipes().ok_or("it has no standard output")?;
    let client = ClientInfo { name: "byleave", version: env!("CARGO_PKG_VERSION") };
    for message in [
        Message { id: Some(1), method: "initialize", params: Params::Client { client_info: client } },
        Message { id: None, method: "initialized", params: Params::None {} },
        Message { id: Some(LIST), method: "hooks/list", params: Params::Directories { cwds: [cwd] } },
    ] {
        let line = serde_json::to_string(&message).map_err(|error| error.to_string())?;
        writeln!(input, "{line}").map_err(|error| error.to_string())?;
    }
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let lines = BufReader::new(output).lines().map_while(Result::ok);
        let mut answers = lines.filter_map(|line| serde_json::from_str::<Value>(&line).ok());
        // No one may wait any more.
        let _ = send.send(answers.find(|answer| answer.get("id") == Some(&Value::from(LIST))));
    });
    let answer = receive.recv_timeout(PATIENCE).map_err(|_| "it did not answer in time")?;
    let answer = answer.ok_or("it did not answer")?;
    listed_by_codex(&answer).ok_or_else(|| "this version does not list its hooks".to_owned())
}

/// The number of the question that is answered.
const LIST: u32 = 2;

/// What Codex is asked.
#[derive(Serialize)]
struct Message<'m> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u32>,
    method: &'static str,
    params: Params<'m>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Params<'m> {
    #[serde(rename_all = "camelCase")]
    Client {
        client_info: ClientInfo,
    },
    None {},
    Directories {
        cwds: [&'m Path; 1],
    },
}

#[derive(Serialize)]
struct ClientInfo {
    name: &'static str,
    version: &'static str,
}

/// What became of the canary.
#[derive(Debug, PartialEq, Eq)]
pub enum Canary {
    /// The hook heard it.
    Heard,
    /// The agent passed it on to its model.
    Unheard,
    /// The agent did neither.
    Unproven(String),
}

/// Starts Claude Code with a message that byleave's hook stops, and with a model that is this process. Nothing leaves the machine.
pub fn claude(program: &Path) -> Canary {
    claude_at(program).unwrap_or_else(|error| Canary::Unproven(error.to_string()))
}

fn claude_at(program: &Path) -> io::Result<Canary> {
    let listener = TcpListener::bind(("127.0.0.1", 0))?;
    let here = listener.local_addr()?;
    let mut agent = Command::new(program);
    agent
        .args(["-p", CANARY, "--strict-mcp-config", "--no-session-persistence"])
        .env("ANTHROPIC_BASE_URL", format!("http://{here}"))
        .env("ANTHROPIC_API_KEY", "none")
        .envs([("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"), ("DISABLE_AUTOUPDATER", "1")])
        // Whatever does not ask the model goes nowhere.
        .envs(["HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"].map(|name| (name, format!("http://{here}"))))
        .envs([("NO_PROXY", "127.0.0.1"), ("no_proxy", "127.0.0.1")])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for name in ["CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY", "ANTHROPIC_AUTH_TOKEN"]
    {
        agent.env_remove(name);
    }
    let mut agent = Process(agent.spawn()?);
    let (send, receive) = mpsc::channel();
    if let Some(output) = agent.0.stdout.take() {
        let send = send.clone();
        thread::spawn(move || {
            let mut text = String::new();
            let _ = BufReader::new(output).read_to_string(&mut text);
            let _ = send.send(News::Said(text));
        });
    }
    thread::spawn(move || listen(&listener, &send));
    let end = Instant::now().checked_add(PATIENCE);
    let left = || end.map_or(PATIENCE, |end| end.saturating_duration_since(Instant::now()));
    Ok(match receive.recv_timeout(left()) {
        Ok(News::Model) => Canary::Unheard,
        Ok(News::Said(text)) if text.contains(HEARD) => Canary::Heard,
        Ok(News::Said(text)) => {
            let said = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("it said nothing");
            Canary::Unproven(said.to_owned())
        }
        Err(_) => Canary::Unproven("it did not end in time".to_owned()),
    })
}

/// What is heard of an agent that was started.
enum News {
    /// It asked its model.
    Model,
    /// All that it printed.
    Said(String),
}

/// The model that an agent is told to ask: it only hears that it was asked.
fn listen(listener: &TcpListener, send: &Sender<News>) {
    for connection in listener.incoming().map_while(Result::ok) {
        let send = send.clone();
        thread::spawn(move || {
            if asks_the_model(&connection).unwrap_or(false) {
                let _ = send.send(News::Model);
            }
        });
    }
}

fn asks_the_model(mut connection: &TcpStream) -> io::Result<bool> {
    connection.set_read_timeout(Some(PATIENCE))?;
    let mut first = String::new();
    BufReader::new(connection.take(8 << 10)).read_line(&mut first)?;
    if first.starts_with("POST ") && first.contains("/messages") {
        return Ok(true);
    }
    write!(connection, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")?;
    Ok(false)
}

/// A process that ends when no one is interested any more.
struct Process(Child);

impl Process {
    fn pipes(&mut self) -> Option<(std::process::ChildStdin, std::process::ChildStdout)> {
        Some((self.0.stdin.take()?, self.0.stdout.take()?))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
