//! An editor and an agent that say what a test has them say, with the broker between them.

use std::io::{BufRead as _, BufReader, PipeReader, PipeWriter, Write as _, pipe};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use byleave_agents::acp::{Broker, Setup};
use byleave_gate::{Gate, MemoryStore, Query, Store, block_on};
use byleave_policy::paths::Lexical;
use byleave_policy::rules::Rule;
use byleave_policy::{Policy, Verdict};
use serde_json::{Value, json};

/// The rules of every test here.
fn policy() -> Policy {
    let mut policy = Policy::default();
    for (pattern, says) in [
        ("Bash(make)", Verdict::Allow),
        ("Bash(git push *)", Verdict::Deny),
        ("Bash(npm publish *)", Verdict::Ask),
        ("Write(out.txt)", Verdict::Allow),
        ("Edit(changed.txt)", Verdict::Allow),
        ("Write(kept.txt)", Verdict::Deny),
        ("Read(.env)", Verdict::Deny),
    ] {
        policy.rules.push(Rule::new(pattern, says).unwrap());
    }
    policy
}

/// One side of the line.
pub struct Peer {
    out: Option<PipeWriter>,
    lines: BufReader<PipeReader>,
}

impl Peer {
    /// Says a message.
    pub fn says(&mut self, message: &Value) {
        self.raw(&format!("{message}\n"));
    }

    /// Says something, whatever it is.
    pub fn raw(&mut self, text: &str) {
        self.out.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// The next line, as it came.
    pub fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line
    }

    /// The next message.
    pub fn hears(&mut self) -> Value {
        let line = self.line();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    /// Leaves in the middle of whatever it says.
    pub fn leaves(&mut self) {
        self.out = None;
    }
}

/// The whole stage.
pub struct Stage {
    pub editor: Peer,
    pub agent: Peer,
    pub store: Arc<MemoryStore>,
    pub told: Arc<Mutex<Vec<String>>>,
    broker: Broker,
    threads: Vec<JoinHandle<()>>,
}

impl Stage {
    /// With nothing said yet.
    pub fn empty(let_modes: &[&str]) -> Self {
        let (store, told) = (Arc::new(MemoryStore::new()), Arc::new(Mutex::new(Vec::new())));
        let (editor_out, from_editor) = line();
        let (to_editor, editor_in) = line();
        let (agent_out, from_agent) = line();
        let (to_agent, agent_in) = line();
        let (shared, heard): (Arc<dyn Store>, _) = (Arc::<MemoryStore>::clone(&store), Arc::clone(&told));
        let setup = Setup {
            agent: None,
            program: "scripted".to_owned(),
            modes: let_modes.iter().map(|mode| (*mode).to_owned()).collect(),
            open: Box::new(move |cwd: &Path, agent, editor| {
                if cwd.ends_with("broken") {
                    return Err("the policy is broken".to_owned());
                }
                let builder = Gate::builder().policy(policy()).shared_store(Arc::clone(&shared)).resolver(Lexical);
                let builder = builder.cwd(cwd).project(cwd).home("/home/dev").agent(agent).channel(editor);
                builder.build().map_err(|error| error.to_string())
            }),
            tell: Box::new(move |words| heard.lock().unwrap().push(words.to_owned())),
        };
        let broker = Broker::new(setup, to_editor, to_agent);
        let (one, other) = (broker.clone(), broker.clone());
        let threads = vec![
            std::thread::spawn(move || one.from_editor(from_editor)),
            std::thread::spawn(move || other.from_agent(from_agent)),
        ];
        let peer = |out, lines| Peer { out: Some(out), lines: BufReader::new(lines) };
        Self { editor: peer(editor_out, editor_in), agent: peer(agent_out, agent_in), store, told, broker, threads }
    }

    /// With a session `s1` in `/w/app` of an agent of this name.
    pub fn open(name: &str) -> Self {
        let mut stage = Self::empty(&[]);
        stage.initialize(name, 1);
        stage.opens(&json!({ "sessionId": "s1", "modes": { "currentModeId": "default", "availableModes": [] } }));
        stage
    }

    pub fn initialize(&mut self, name: &str, version: u32) {
        self.editor_asks("i", "initialize", json!({ "protocolVersion": version }));
        let info = json!({ "name": name, "version": "1" });
        self.agent_answers("i", json!({ "protocolVersion": version, "agentInfo": info }));
    }

    /// The editor opens a session, and the agent says this.
    pub fn opens(&mut self, result: &Value) {
        self.editor_asks("n", "session/new", json!({ "cwd": "/w/app", "mcpServers": [] }));
        self.agent_answers("n", result.clone());
    }

    /// A request of the editor that the agent gets.
    pub fn editor_asks(&mut self, id: &str, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.editor.says(&message);
        assert_eq!(self.agent.hears(), message);
    }

    /// An answer of the agent that the editor gets.
    pub fn agent_answers(&mut self, id: &str, result: Value) {
        let message = json!({ "jsonrpc": "2.0", "id": id, "result": result });
        self.agent.says(&message);
        assert_eq!(self.editor.hears(), message);
    }

    /// The agent asks for leave.
    pub fn asks(&mut self, id: impl Into<Value>, call: Value) {
        self.agent.says(&asking(id, call, &standard()));
    }

    /// A request of the agent to the editor.
    pub fn wants(&mut self, id: u32, method: &str, params: Value) -> Value {
        let mut params = params;
        params["sessionId"] = "s1".into();
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.agent.says(&message);
        message
    }

    /// An update of the session, which the editor gets as it is.
    pub fn updates(&mut self, update: &Value) {
        let message = updated(update);
        self.agent.says(&message);
        assert_eq!(self.editor.hears(), message);
    }

    /// What the agent hears as the answer to its question: the id of the answer, or `cancelled`.
    pub fn leave(&mut self, id: impl Into<Value>) -> String {
        let heard = self.agent.hears();
        assert_eq!(heard["id"], id.into(), "{heard}");
        let outcome = &heard["result"]["outcome"];
        let chosen = outcome["optionId"].as_str().or_else(|| outcome["outcome"].as_str());
        chosen.unwrap_or_else(|| panic!("{heard}")).to_owned()
    }

    /// The question that the editor shows, as its id and its fields.
    pub fn shown(&mut self) -> (String, Value) {
        let heard = self.editor.hears();
        assert_eq!(heard["method"], "session/request_permission", "{heard}");
        (heard["id"].as_str().unwrap().to_owned(), heard["params"].clone())
    }

    /// The editor's user chooses.
    pub fn chooses(&mut self, question: &str, option: &str) {
        let outcome = json!({ "outcome": { "outcome": "selected", "optionId": option } });
        self.editor.says(&json!({ "jsonrpc": "2.0", "id": question, "result": outcome }));
    }

    /// Both leave. What is on record then, oldest first.
    pub fn ends(mut self) -> Vec<Value> {
        self.agent.leaves();
        self.editor.leaves();
        self.threads.drain(..).for_each(|thread| thread.join().unwrap());
        self.broker.finish();
        let rows = block_on(self.store.rows(&Query::default())).unwrap();
        rows.iter().map(|row| serde_json::from_str(&row.body).unwrap()).collect()
    }
}

fn line() -> (PipeWriter, PipeReader) {
    let (reader, writer) = pipe().unwrap();
    (writer, reader)
}

/// The answers that most agents offer.
pub fn standard() -> Value {
    json!([
        { "optionId": "always", "name": "Always", "kind": "allow_always" },
        { "optionId": "once", "name": "Once", "kind": "allow_once" },
        { "optionId": "no", "name": "No", "kind": "reject_once" },
    ])
}

pub fn asking(id: impl Into<Value>, call: Value, options: &Value) -> Value {
    let params = json!({ "sessionId": "s1", "toolCall": call, "options": options });
    json!({ "jsonrpc": "2.0", "id": id.into(), "method": "session/request_permission", "params": params })
}

pub fn updated(update: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": "session/update", "params": { "sessionId": "s1", "update": update } })
}

/// A command, as Claude Code's adapter describes it.
pub fn command(id: &str, command: &str) -> Value {
    let meta = json!({ "claudeCode": { "toolName": "Bash" } });
    json!({ "toolCallId": id, "title": command, "kind": "execute", "rawInput": { "command": command }, "_meta": meta })
}
