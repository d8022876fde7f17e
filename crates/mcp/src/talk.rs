//! What one client and one server say to each other, and what the gate makes of it.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value};
use tokio::sync::oneshot;

use crate::core::{Core, Unknown};
use crate::desk::OWN;
use crate::judging::Judging;
use crate::listing::Lister;
use crate::message::{self, Frame, INVALID, Kind, Message, PARAMS, REFUSED, error, is_one_line, key};
use crate::question::has_forms;

/// At most this many requests of a client are open at once.
const MOST_OPEN: usize = 100_000;

/// The methods of the protocol's versions, as far as clients ask for them. All pass but the first.
const KNOWN: [&str; 23] = [
    "tools/call",
    "tools/list",
    "initialize",
    "ping",
    "prompts/get",
    "prompts/list",
    "resources/list",
    "resources/read",
    "resources/subscribe",
    "resources/unsubscribe",
    "resources/templates/list",
    "completion/complete",
    "logging/setLevel",
    "roots/list",
    "sampling/createMessage",
    "elicitation/create",
    "server/discover",
    "subscriptions/listen",
    "tasks/get",
    "tasks/list",
    "tasks/result",
    "tasks/cancel",
    "tasks/update",
];

/// What to do with what a client said.
#[derive(Debug)]
pub enum Step {
    /// It goes to the server.
    ToServer(Vec<u8>),
    /// It is answered here.
    ToClient(Vec<u8>),
    /// It is judged first.
    Judge(Box<Judging>),
}

/// What the gate waits for from the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Flight {
    /// Nothing special.
    Plain,
    /// The name and the version of the server.
    Hello,
    /// A page of a list of tools.
    List {
        /// It is not the first.
        continued: bool,
    },
    /// The result of a call, without secrets.
    Masked {
        /// The tool, for the record.
        tool: String,
    },
}

/// What is said of a second request with an id.
pub(crate) const TAKEN: &str = "a request with this id is open already";

/// What is known of the client.
#[derive(Clone, Debug, Default)]
pub(crate) struct Client {
    /// How it calls itself.
    pub title: Option<String>,
    /// Whether it has forms, as it said when it began.
    pub forms: bool,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    pub client: Client,
    /// The requests of the client that the server has not answered.
    pub open: HashMap<String, (Value, Flight)>,
    /// The calls that are judged, and how to stop that.
    pub judging: HashMap<String, oneshot::Sender<()>>,
    /// The requests of the gate that the server has not answered.
    pub own: HashMap<String, oneshot::Sender<Message>>,
    /// The tools as the server last described them.
    pub tools: HashMap<String, Map<String, Value>>,
    /// The tools that the gate hides from the model, and why.
    pub withheld: HashMap<String, String>,
    /// What the client was last shown of each, by its hash.
    pub shown: HashMap<String, String>,
    /// What the list that is read now has said of each so far, by its hash; none where it contradicts itself.
    pub listed: HashMap<String, Option<String>>,
    /// Whether the list is whole, and the server has not said since that it changed.
    pub fresh: bool,
    /// How often the server has said that its tools changed.
    changes: u64,
}

impl State {
    /// Whether a request with this id is open.
    pub fn is_taken(&self, id: &str) -> bool {
        self.open.contains_key(id) || self.judging.contains_key(id)
    }
}

/// What one client and one server say to each other.
#[derive(Debug)]
pub struct Talk {
    pub(crate) core: Arc<Core>,
    /// What binds an answer to this client.
    pub(crate) name: String,
    state: Mutex<State>,
    /// The talk that learns what this one learnt about the server.
    shared: Option<Arc<Self>>,
}

impl Drop for Talk {
    fn drop(&mut self) {
        let Some(shared) = self.shared.take() else { return };
        let mut own = self.state();
        let mut other = shared.state();
        other.tools = std::mem::take(&mut own.tools);
        other.withheld = std::mem::take(&mut own.withheld);
        other.shown = std::mem::take(&mut own.shown);
        other.listed = std::mem::take(&mut own.listed);
        // What was learnt before the server said that its tools changed is old.
        other.fresh = own.fresh && own.changes == other.changes;
        other.client = std::mem::take(&mut own.client);
    }
}

impl Talk {
    /// A talk of one client.
    #[must_use]
    pub fn new(core: Arc<Core>, name: impl Into<String>) -> Self {
        Self { core, name: name.into(), state: Mutex::default(), shared: None }
    }

    /// A talk for one request, which knows what another one knows about the server, and tells it what it learns.
    #[must_use]
    pub fn beside(shared: &Arc<Self>) -> Self {
        let known = shared.state();
        let state = State {
            client: known.client.clone(),
            tools: known.tools.clone(),
            withheld: known.withheld.clone(),
            shown: known.shown.clone(),
            listed: known.listed.clone(),
            fresh: known.fresh,
            changes: known.changes,
            ..State::default()
        };
        drop(known);
        Self {
            core: Arc::clone(&shared.core),
            name: shared.name.clone(),
            state: Mutex::new(state),
            shared: Some(Arc::clone(shared)),
        }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What to do with a message of the client.
    pub fn from_client(&self, bytes: &[u8]) -> Vec<Step> {
        match message::read(bytes) {
            Err(bad) => vec![Step::ToClient(bad.answer())],
            Ok(Frame::One(message)) => self.one(message, Some(bytes)).into_iter().collect(),
            // One by one: a client that may send several at once takes the answers one by one.
            Ok(Frame::Batch(messages)) => self.several(messages),
        }
    }

    /// What to do with a batch. Of two requests with one id the second is refused, though the first may be answered by then.
    fn several(&self, messages: Vec<Message>) -> Vec<Step> {
        let mut ids = HashSet::new();
        let step = |message: Message| match &message.kind {
            Kind::Request { id, .. } if !ids.insert(key(id)) => Some(Step::ToClient(error(id, INVALID, TAKEN))),
            Kind::Request { .. } | Kind::Notification { .. } | Kind::Response { .. } => self.one(message, None),
        };
        messages.into_iter().filter_map(step).collect()
    }

    fn one(&self, message: Message, raw: Option<&[u8]>) -> Option<Step> {
        let pass = |message: &Message| {
            let same = raw.filter(|raw| is_one_line(raw)).map(<[u8]>::to_vec);
            Step::ToServer(same.unwrap_or_else(|| message.to_bytes()))
        };
        match &message.kind {
            Kind::Response { .. } => (!self.core.desk.take(&message)).then(|| pass(&message)),
            Kind::Notification { method } if method.eq_ignore_ascii_case("tools/call") => {
                self.core.tell("byleave dropped a call of a tool without an `id`: it could not report a refusal");
                None
            }
            Kind::Notification { method } if method == "notifications/cancelled" => {
                let id = message.params().and_then(|params| params.get("requestId")).map(key);
                let stop = id.and_then(|id| self.state().judging.remove(&id));
                match stop {
                    // The server has never heard of it.
                    Some(stop) => {
                        let _ = stop.send(());
                        None
                    }
                    None => Some(pass(&message)),
                }
            }
            Kind::Notification { .. } => Some(pass(&message)),
            Kind::Request { id, method } => {
                let (id, method) = (id.clone(), method.clone());
                Some(self.request(&id, &method, message, pass))
            }
        }
    }

    fn request(&self, id: &Value, method: &str, message: Message, pass: impl Fn(&Message) -> Step) -> Step {
        let refuse = |code, why: &str| Step::ToClient(error(id, code, why));
        let named = key(id);
        if id.as_str().is_some_and(|id| id.starts_with(OWN)) {
            return refuse(INVALID, "ids that begin with `byleave-` are the gate's own");
        }
        {
            let state = self.state();
            if state.is_taken(&named) {
                return refuse(INVALID, TAKEN);
            }
            if state.open.len() >= MOST_OPEN {
                return refuse(REFUSED, "too many requests are open");
            }
        }
        if method != "tools/call" && method.eq_ignore_ascii_case("tools/call") {
            return refuse(INVALID, "the method is spelt almost as `tools/call`");
        }
        let flight = match method {
            "tools/call" => {
                return match Judging::of_call(id, message) {
                    Ok(judging) => Step::Judge(Box::new(judging)),
                    Err(why) => refuse(PARAMS, &why),
                };
            }
            "tools/list" => {
                let cursor = message.params().and_then(|params| params.get("cursor"));
                Flight::List { continued: cursor.is_some_and(|cursor| !cursor.is_null()) }
            }
            "initialize" => {
                self.hello(&message);
                Flight::Hello
            }
            "server/discover" => Flight::Hello,
            other if self.core.options.unknown == Unknown::Ask && !KNOWN.contains(&other) => {
                return Step::Judge(Box::new(Judging::of_unknown(id, other, message)));
            }
            _ => Flight::Plain,
        };
        self.state().open.insert(named, (id.clone(), flight));
        pass(&message)
    }

    /// The client begins.
    fn hello(&self, message: &Message) {
        let params = message.params();
        let get = |key: &str| params.and_then(|params| params.get(key));
        let title = get("clientInfo").and_then(|info| info.get("name")).and_then(Value::as_str).map(short);
        let client = Client { title, forms: has_forms(get("capabilities")) };
        self.state().client = client;
    }

    /// What goes to the client of a message of the server.
    pub fn from_server(&self, bytes: Vec<u8>) -> Vec<Vec<u8>> {
        if !self.is_watching() && !bytes.trim_ascii_start().starts_with(b"[") {
            return match self.glance(&bytes) {
                Ok(()) => vec![bytes],
                Err(why) => {
                    self.core.tell(&format!("a message of the server was dropped: {why}"));
                    Vec::new()
                }
            };
        }
        match message::read(&bytes) {
            // Nothing in it may be the list or the answer that is waited for, in another spelling.
            Err(bad) => {
                self.core.tell(&format!("a message of the server was dropped: {}", bad.why));
                Vec::new()
            }
            Ok(Frame::One(message)) => self.of_server(message, Some(bytes)).into_iter().collect(),
            Ok(Frame::Batch(messages)) => {
                messages.into_iter().filter_map(|message| self.of_server(message, None)).collect()
            }
        }
    }

    /// Whether what the server says now may be something that the gate must look into.
    fn is_watching(&self) -> bool {
        let state = self.state();
        !state.own.is_empty()
            || !state.judging.is_empty()
            || state.open.values().any(|(_, flight)| *flight != Flight::Plain)
    }

    /// Looks only at what a message is, not at what it says: large results go by quickly. What answers no request does not
    /// go by: the client may make that request in the next moment.
    fn glance(&self, bytes: &[u8]) -> Result<(), &'static str> {
        let Ok(envelope) = serde_json::from_slice::<Envelope>(bytes) else { return Err("it is not a message") };
        let answers = envelope.result.is_some() || envelope.error.is_some();
        match (envelope.method, envelope.id) {
            (Some(_), _) if answers => return Err("it is a request and an answer at once"),
            (Some(method), _) if method == "notifications/tools/list_changed" => self.tools_changed(),
            (None, Some(id)) if self.state().open.remove(&key(&id)).is_none() => return Err(UNASKED),
            (Some(_) | None, _) => {}
        }
        Ok(())
    }

    fn of_server(&self, message: Message, raw: Option<Vec<u8>>) -> Option<Vec<u8>> {
        let pass = |raw: Option<Vec<u8>>| Some(raw.unwrap_or_else(|| message.to_bytes()));
        let id = match &message.kind {
            Kind::Notification { method } | Kind::Request { method, .. } => {
                if method == "notifications/tools/list_changed" {
                    self.tools_changed();
                }
                return pass(raw);
            }
            Kind::Response { id } => id.clone(),
        };
        if let Some(own) = id.as_str().filter(|id| id.starts_with(OWN)) {
            if let Some(waiting) = self.state().own.remove(own) {
                // The gate may have given up.
                let _ = waiting.send(message);
            }
            return None;
        }
        if self.state().judging.contains_key(&key(&id)) {
            self.core.tell("the server answered a call that it did not get; byleave dropped the answer");
            return None;
        }
        let flight = self.state().open.remove(&key(&id)).map(|(_, flight)| flight);
        match flight {
            Some(Flight::Hello) => {
                self.versioned(&message);
                pass(raw)
            }
            Some(Flight::List { continued }) => {
                let (list, changed) = self.take_list(message, Lister::Client, continued);
                if changed { Some(list.to_bytes()) } else { raw.or_else(|| Some(list.to_bytes())) }
            }
            Some(Flight::Masked { tool }) => Some(self.masked(&tool, message)),
            Some(Flight::Plain) => pass(raw),
            // An error about a message that the server could not read.
            None if id.is_null() => pass(raw),
            None => {
                self.core.tell(&format!("a message of the server was dropped: {UNASKED}"));
                None
            }
        }
    }

    /// What the gate knows of the tools is old.
    fn tools_changed(&self) {
        for talk in [Some(self), self.shared.as_deref()].into_iter().flatten() {
            let mut state = talk.state();
            state.fresh = false;
            state.changes = state.changes.wrapping_add(1);
        }
    }

    /// The server says who it is, where this version of the protocol has it.
    pub(crate) fn versioned(&self, message: &Message) {
        let result = message.result();
        let info = result.and_then(|result| result.get("serverInfo"));
        let meta = || result?.get("_meta")?.get("io.modelcontextprotocol/serverInfo");
        if let Some(info) = info.or_else(meta) {
            self.core.versioned(info);
        }
    }

    /// The server is gone: the answers that its client still waits for.
    pub fn server_ended(&self, why: &str) -> Vec<Vec<u8>> {
        let mut state = self.state();
        state.own.clear();
        let judging: Vec<Value> =
            std::mem::take(&mut state.judging).into_keys().filter_map(|id| serde_json::from_str(&id).ok()).collect();
        let open = std::mem::take(&mut state.open).into_values().map(|(id, _)| id);
        open.chain(judging).map(|id| error(&id, REFUSED, why)).collect()
    }

    /// The client is gone: no call of its own that is still judged may run, and no person need look at one.
    pub fn client_ended(&self) {
        self.state().judging.clear();
    }

    /// A message of the server that is too large to be held: whether it may go by.
    #[must_use]
    pub fn lets_by(&self) -> bool {
        let state = self.state();
        state.own.is_empty() && state.open.values().all(|(_, flight)| matches!(flight, Flight::Plain))
    }

    /// A message of the server that was too large went by, or was thrown away: its id is free again.
    #[must_use]
    pub fn went_by(&self, found: &crate::scan::Found, thrown_away: bool) -> Option<Vec<u8>> {
        if found.has_method {
            return None;
        }
        let id = found.id.as_ref()?;
        let (id, _) = self.state().open.remove(id)?;
        let why = "the answer of the server is larger than 16 MB, and the gate had to look at it";
        thrown_away.then(|| error(&id, REFUSED, why))
    }
}

/// What a message is.
#[derive(Deserialize)]
struct Envelope {
    method: Option<String>,
    id: Option<Value>,
    result: Option<IgnoredAny>,
    error: Option<IgnoredAny>,
}

/// What is wrong with an answer that answers nothing, or answers by another spelling of an id.
const UNASKED: &str = "it answers no request of the client";

/// A name of another side, bounded.
pub(crate) fn short(name: &str) -> String {
    name.chars().take(128).collect()
}
