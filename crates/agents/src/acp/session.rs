//! What the broker knows of a session of the agent.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use byleave_gate::{Call, Gate};
use serde_json::{Map, Value};

/// How many tool calls of a session are remembered, and how many approvals that a file or a terminal may follow.
const MOST_CALLS: usize = 4096;
const MOST_FOLLOWING: usize = 64;

/// The fields of a tool call that a question may leave out because an update told them before.
const TOLD: [&str; 7] = ["toolCallId", "title", "name", "kind", "content", "locations", "rawInput"];

/// A session.
pub(super) struct Session {
    pub id: String,
    pub cwd: String,
    pub gate: Gate,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    calls: HashMap<String, Known>,
    order: VecDeque<String>,
    following: VecDeque<Call>,
    /// The mode it is in although it was held back.
    bypass: Option<String>,
    /// The same for a setting.
    bypass_by_setting: Option<String>,
    /// The last mode in which the agent asks.
    safe: Option<String>,
    /// The modes that it has.
    modes: Vec<Value>,
    /// The settings as the agent told them last.
    settings: Vec<Value>,
    /// Whether the agent tells what was before.
    loading: bool,
}

/// What became of a question about a tool call.
#[derive(Clone, Debug, Default)]
pub(super) enum Leave {
    /// There was none.
    #[default]
    Unasked,
    /// It is open.
    Asking,
    /// It was approved, as this call.
    Given(Box<Call>),
    /// It was refused.
    Refused,
}

#[derive(Default)]
struct Known {
    said: Map<String, Value>,
    leave: Leave,
    announced: bool,
    told: bool,
}

/// What the status of a tool call tells.
#[derive(Debug)]
pub(super) enum Started {
    /// Nothing new.
    Quiet,
    /// It ran, as it was approved.
    Ran(Box<Call>),
    /// It runs without leave. All that is known of it goes along.
    Alarm(Breach, Map<String, Value>),
}

/// How a tool started without leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breach {
    /// The agent did not ask.
    Unasked,
    /// It did not wait for the answer.
    Early,
    /// The answer was no.
    Refused,
}

impl Breach {
    pub const fn words(self) -> &'static str {
        match self {
            Self::Unasked => "it started a tool without asking",
            Self::Early => "it started a tool before its question was answered",
            Self::Refused => "it started a tool that was refused",
        }
    }
}

impl Session {
    pub fn new(id: &str, cwd: &str, gate: Gate) -> Self {
        Self { id: id.to_owned(), cwd: cwd.to_owned(), gate, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The agent begins or ends to tell what was before.
    pub fn set_loading(&self, loading: bool) {
        self.state().loading = loading;
    }

    /// Takes an update of a tool call. Of some agents one that is in progress may not have started.
    pub fn update(&self, id: &str, update: &Map<String, Value>, starts_in_progress: bool) -> Started {
        let mut state = self.state();
        let loading = state.loading;
        let known = state.known(id);
        known.announced = true;
        overlay(&mut known.said, update);
        let status = update.get("status").and_then(Value::as_str);
        let runs = status == Some("completed") || status == Some("in_progress") && starts_in_progress;
        if !runs || loading || known.told {
            return Started::Quiet;
        }
        let why = match &known.leave {
            Leave::Given(call) if status == Some("completed") => {
                let call = call.clone();
                known.told = true;
                known.said = Map::new();
                return Started::Ran(call);
            }
            Leave::Given(_) => return Started::Quiet,
            Leave::Unasked => Breach::Unasked,
            Leave::Asking => Breach::Early,
            Leave::Refused => Breach::Refused,
        };
        known.told = true;
        Started::Alarm(why, known.said.clone())
    }

    /// A question about a tool call, with what updates told of it before. Whether the editor has heard of the call goes along.
    pub fn asks(&self, id: &str, question: &Map<String, Value>) -> (Map<String, Value>, bool) {
        let mut state = self.state();
        let known = state.known(id);
        overlay(&mut known.said, question);
        known.leave = Leave::Asking;
        (known.said.clone(), known.announced)
    }

    /// What became of that question.
    pub fn settle(&self, id: &str, leave: Leave) {
        let mut state = self.state();
        if let Leave::Given(call) = &leave {
            if state.following.len() >= MOST_FOLLOWING {
                state.following.pop_front();
            }
            state.following.push_back(call.as_ref().clone());
        }
        state.known(id).leave = leave;
    }

    /// The editor hears of a call from byleave.
    pub fn announce(&self, id: &str) {
        self.state().known(id).announced = true;
    }

    /// Whether exactly this call was approved before as a tool call, so that it follows from it. Counts once.
    pub fn follows(&self, call: &Call) -> bool {
        let mut state = self.state();
        let same = |known: &Call| known.tool == call.tool && known.arguments == call.arguments && known.cwd == call.cwd;
        let found = state.following.iter().position(same);
        found.is_some_and(|place| state.following.remove(place).is_some())
    }

    /// A turn ends: what was approved in it is over.
    pub fn end_turn(&self) {
        self.state().following.clear();
    }

    /// The agent is in a mode in which it asks, or not.
    pub fn set_mode(&self, mode: &str, bypasses: bool) {
        let mut state = self.state();
        if bypasses {
            state.bypass = Some(mode.to_owned());
        } else {
            state.bypass = None;
            state.safe = Some(mode.to_owned());
        }
    }

    /// The modes that the agent told.
    pub fn set_modes(&self, modes: Option<&Value>) {
        if let Some(list) = modes.and_then(|modes| modes.get("availableModes")?.as_array()) {
            self.state().modes.clone_from(list);
        }
    }

    /// What the agent calls a mode.
    pub fn mode_name(&self, id: &str) -> Option<String> {
        let state = self.state();
        let mode = state.modes.iter().find(|mode| mode.get("id").and_then(Value::as_str) == Some(id))?;
        mode.get("name").and_then(Value::as_str).map(str::to_owned)
    }

    /// The mode in which it does not ask, if it is in one.
    pub fn bypass(&self) -> Option<String> {
        let state = self.state();
        state.bypass.clone().or_else(|| state.bypass_by_setting.clone())
    }

    /// The mode to go back to.
    pub fn safe_mode(&self) -> Option<String> {
        self.state().safe.clone()
    }

    /// The settings as the agent told them last, and the one that switches asking off.
    pub fn set_settings(&self, options: Option<&Value>, bypass: Option<String>) {
        if let Some(options) = options.and_then(Value::as_array) {
            let mut state = self.state();
            state.settings.clone_from(options);
            state.bypass_by_setting = bypass;
        }
    }

    /// A setting, as far as it is known.
    pub fn setting(&self, id: &str) -> Option<Value> {
        let named =
            |option: &&Value| ["id", "configId"].iter().any(|key| option.get(*key).and_then(Value::as_str) == Some(id));
        self.state().settings.iter().find(named).cloned()
    }
}

impl State {
    fn known(&mut self, id: &str) -> &mut Known {
        if !self.calls.contains_key(id) {
            if self.order.len() >= MOST_CALLS
                && let Some(oldest) = self.order.pop_front()
            {
                self.calls.remove(&oldest);
            }
            self.order.push_back(id.to_owned());
        }
        self.calls.entry(id.to_owned()).or_default()
    }
}

/// Whether a text can name a session: short, and on one line.
pub(super) fn is_name(id: &str) -> bool {
    !id.is_empty() && id.len() <= 256 && !id.chars().any(char::is_control)
}

/// Fields that tell something replace those before; `_meta` of agents is kept beside.
fn overlay(said: &mut Map<String, Value>, more: &Map<String, Value>) {
    for key in TOLD.iter().chain(&["_meta"]) {
        if let Some(value) = more.get(*key).filter(|value| !is_empty(value)) {
            said.insert((*key).to_owned(), value.clone());
        }
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}
