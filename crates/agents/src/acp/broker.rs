//! The line between editor and agent: what passes, what is held, and who waits for which answer.

use std::collections::HashMap;
use std::fmt;
use std::io::{BufReader, Read, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use byleave_gate::{Call, Gate};
use serde_json::{Map, Value};

use super::convention::Convention;
use super::editor::EditorChannel;
use super::frame::{self, Bad, Frame, Id};
use super::modes::Modes;
use super::recorder::Recorder;
use super::session::Session;
use super::side::Side;
use crate::agent::Agent;

/// How long the end waits for what is being judged.
const CLOSING: Duration = Duration::from_secs(3);

/// Opens the gate for sessions in a directory: where it works, what the agent is called, and the editor to ask at.
pub type Open = dyn Fn(&Path, &str, EditorChannel) -> Result<Gate, String> + Send + Sync;

/// What a broker needs.
pub struct Setup {
    /// The agent, if the operator says which one it is. Otherwise what it says of itself counts.
    pub agent: Option<Agent>,
    /// What it is called on record if it says nothing of itself.
    pub program: String,
    /// Modes of the agent that are not held back although it stops asking in them.
    pub modes: Vec<String>,
    /// Opens a gate.
    pub open: Box<Open>,
    /// Hears what the operator should know.
    pub tell: Box<dyn Fn(&str) + Send + Sync>,
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Setup").field("program", &self.program).finish_non_exhaustive()
    }
}

/// A broker between an editor and an agent.
#[derive(Clone)]
pub struct Broker(Arc<Inner>);

impl fmt::Debug for Broker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Broker").finish_non_exhaustive()
    }
}

pub(super) struct Inner {
    pub editor: Side,
    pub agent: Side,
    pub asks: EditorChannel,
    pub recorder: Recorder,
    pub modes: Modes,
    pub program: String,
    pub open: Box<Open>,
    pub tell: Box<dyn Fn(&str) + Send + Sync>,
    pub state: Mutex<State>,
    /// How many questions are being judged.
    pub judging: (Mutex<usize>, Condvar),
}

pub(super) struct State {
    pub convention: Convention,
    /// Whether the operator named it.
    pub is_named: bool,
    pub name: Option<String>,
    pub version: u64,
    pub sessions: HashMap<String, Arc<Session>>,
    /// What the editor waits for.
    pub from_editor: HashMap<Id, Wanted>,
    /// What the agent waits for.
    pub from_agent: HashMap<Id, Held>,
    /// Messages of byleave's own to the agent: the mode that a session goes back to.
    pub ours: HashMap<String, (Arc<Session>, String)>,
}

/// A request of the editor that the agent has not answered.
pub(super) enum Wanted {
    Initialize,
    Opens { gate: Box<Gate>, cwd: String, session: Option<String> },
    Prompt(Arc<Session>),
    Mode(Arc<Session>, String),
    Setting(Arc<Session>),
    Other,
}

/// A request of the agent that is not answered.
pub(super) enum Held {
    /// It is judged.
    Judging { session: String, call: String, is_permission: bool },
    /// The editor has it. byleave records the result when the editor is done.
    Passed(Option<Box<(Arc<Session>, Call)>>),
}

impl Broker {
    /// Between these two.
    #[must_use]
    pub fn new(setup: Setup, to_editor: impl Write + Send + 'static, to_agent: impl Write + Send + 'static) -> Self {
        let editor = Side::new(to_editor);
        let convention = setup.agent.map_or(Convention::Unknown, Convention::of_agent);
        let state = State {
            convention,
            is_named: setup.agent.is_some(),
            name: setup.agent.map(|agent| agent.name().to_owned()),
            version: 1,
            sessions: HashMap::new(),
            from_editor: HashMap::new(),
            from_agent: HashMap::new(),
            ours: HashMap::new(),
        };
        Self(Arc::new(Inner {
            asks: EditorChannel::new(editor.clone()),
            editor,
            agent: Side::new(to_agent),
            recorder: Recorder::start(),
            modes: Modes { let_through: setup.modes },
            program: setup.program,
            open: setup.open,
            tell: setup.tell,
            state: Mutex::new(state),
            judging: (Mutex::new(0), Condvar::new()),
        }))
    }

    /// Reads what the editor says, until it leaves. Then the agent's input ends, and no question waits for the editor.
    pub fn from_editor(&self, from: impl Read) {
        self.read(from, &self.0.editor, "the editor", Inner::editor_says);
        self.0.agent.close();
        self.0.asks.stop_all("the editor left");
    }

    /// Reads what the agent says, until it leaves.
    pub fn from_agent(&self, from: impl Read) {
        self.read(from, &self.0.agent, "the agent", Inner::agent_says);
        self.0.asks.stop_all("the agent left");
    }

    /// Waits for what is still being judged or put on record.
    pub fn finish(&self) {
        self.0.asks.stop_all("the agent left");
        let (count, changed) = &self.0.judging;
        let held = count.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = changed.wait_timeout_while(held, CLOSING, |count| *count > 0);
        self.0.recorder.finish();
    }

    fn read(&self, from: impl Read, back: &Side, who: &str, take: fn(&Arc<Inner>, Frame, &[u8])) {
        let mut from = BufReader::new(from);
        loop {
            let line = match frame::next_line(&mut from) {
                Ok(Some(line)) => line,
                Ok(None) => return,
                Err(error) => return self.0.tell(&format!("the line from {who} ends: {error}")),
            };
            if line.trim_ascii().is_empty() {
                continue;
            }
            match frame::read(&line) {
                Ok(said) => take(&self.0, said, &line),
                Err(Bad { id, code, why, is_answer }) => {
                    self.0.tell(&format!("{who} sent a message that is not relayed: {why}"));
                    if !is_answer {
                        back.say(&frame::error(id.as_ref(), code, &format!("byleave does not relay this: {why}")));
                    }
                }
            }
        }
    }
}

impl Inner {
    pub fn tell(&self, words: &str) {
        (self.tell)(words);
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn convention(&self) -> Convention {
        self.state().convention
    }

    /// What the agent is called on record.
    pub fn name(&self) -> String {
        let state = self.state();
        let known = state.convention.name().map(str::to_owned);
        known.or_else(|| state.name.clone()).unwrap_or_else(|| self.program.clone())
    }

    /// The version of the protocol that both speak.
    pub fn version(&self) -> u64 {
        self.state().version
    }

    pub fn session(&self, id: &str) -> Option<Arc<Session>> {
        self.state().sessions.get(id).cloned()
    }

    /// The session that a message is about.
    pub fn session_of(&self, params: &Map<String, Value>) -> Option<Arc<Session>> {
        params.get("sessionId").and_then(Value::as_str).and_then(|id| self.session(id))
    }
}
