//! What all clients of one server share: the gate, the pins, the settings.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use byleave_gate::{Gate, block_on};
use serde_json::{Map, Value};

use crate::desk::Desk;
use crate::message::shown;
use crate::origin::Parent;
use crate::pins::{Pins, Server, Standing};
use crate::sealed::Sealer;
use crate::tool;

/// byleave reports at most this many different things, because a server chooses some of the words.
const MOST_TOLD: usize = 1000;

byleave_policy::named! {
    /// How far the operator trusts a server.
    #[derive(Default)]
    pub enum Trust {
        /// Every call asks, even if a rule allows it.
        None = "none",
        /// Rules count for a tool while it is exactly as a person accepted it.
        #[default]
        Pinned = "pinned",
        /// Rules count for all tools.
        Full = "full",
    }
}

/// What becomes of requests that no version of the protocol has which this gate knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unknown {
    /// They go on as they are.
    #[default]
    Pass,
    /// They are judged like calls of tools.
    Ask,
}

/// The settings of a gate before a server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The name of the server in rules: `mcp__NAME__tool`.
    pub server: String,
    /// How it is started, or its address.
    pub start: String,
    /// How far it is trusted.
    pub trust: Trust,
    /// What becomes of unknown requests.
    pub unknown: Unknown,
    /// Whether the client may be asked to put questions to its user.
    pub forms: bool,
    /// The client, if it started the gate: what a person approved at its hook a moment before is not asked about again.
    pub parent: Option<Parent>,
}

/// Why a call needs a person's approval even if a rule allows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Insistence {
    /// In words for a person, with what helps.
    pub why: String,
    /// What lets rules count for the tool, in words for the operator.
    pub helps: Option<String>,
    /// Whether a person who approved this very call without having read this knew enough.
    pub goes_without_saying: bool,
}

impl Insistence {
    pub fn new(why: String) -> Self {
        Self { why, helps: None, goes_without_saying: false }
    }
}

/// What people accepted, as it was last read.
#[derive(Debug, Default)]
struct Accepted {
    changed: Option<SystemTime>,
    server: Server,
    read: bool,
}

/// What all clients of one server share.
pub struct Core {
    /// Judges.
    pub gate: Gate,
    /// Asks by the client.
    pub desk: Desk,
    /// The settings.
    pub options: Options,
    /// Signs the state that clients send back.
    pub sealer: Sealer,
    pins: Pins,
    accepted: Mutex<Accepted>,
    seen: Mutex<Server>,
    told: Mutex<BTreeSet<String>>,
}

impl fmt::Debug for Core {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Core").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Core {
    /// Puts it together. The gate must have the desk among its channels.
    #[must_use]
    pub fn new(gate: Gate, desk: Desk, options: Options, pins: Pins, sealer: Sealer) -> Arc<Self> {
        let seen = Server { start: Some(options.start.clone()), ..Server::default() };
        Arc::new(Self {
            gate,
            desk,
            options,
            sealer,
            pins,
            accepted: Mutex::default(),
            seen: Mutex::new(seen),
            told: Mutex::default(),
        })
    }

    /// Tells the operator something, once, on standard error and on record.
    pub(crate) fn tell(&self, words: &str) {
        let words = shown(words);
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let new = told.len() < MOST_TOLD && told.insert(words.clone());
        drop(told);
        if new {
            eprintln!("byleave mcp: {}: {words}", self.options.server);
            let arguments = Map::from_iter([("server".to_owned(), Value::from(self.options.server.as_str()))]);
            // What is told decides nothing; what is decided is on record by itself.
            let _ = block_on(self.gate.note("byleave mcp", arguments, words));
        }
    }

    /// The server gives itself a name and a version.
    pub(crate) fn versioned(&self, info: &Value) {
        let text = |key: &str| info.get(key).and_then(Value::as_str).unwrap_or("?");
        let version = format!("{} {}", text("name"), text("version"));
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.version = Some(version);
    }

    /// The server describes tools. Returns the tools to hide from the model by name, with the reason.
    pub(crate) fn listed(&self, tools: &[&Map<String, Value>]) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let before = seen.clone();
        for one in tools {
            if let Some(name) = one.get("name").and_then(Value::as_str)
                && tool::is_plain_name(name)
                && seen.tools.len() < crate::pins::MOST_TOOLS
            {
                seen.tools.insert(name.to_owned(), tool::pinned(one));
            }
        }
        if *seen != before
            && let Err(error) = self.pins.saw(&self.options.server, &seen)
        {
            let words = format!("what the server offers cannot be kept: {error}");
            drop(seen);
            self.tell(&words);
        }
    }

    /// What a tool is to the people who accept tools.
    pub(crate) fn standing(&self, name: &str, tool: &Map<String, Value>) -> Standing {
        let now = {
            let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            Server { start: seen.start.clone(), version: seen.version.clone(), ..Server::default() }
        };
        let mut accepted = self.accepted.lock().unwrap_or_else(PoisonError::into_inner);
        let changed = self.pins.changed(&self.options.server);
        if !accepted.read || accepted.changed != changed {
            *accepted = match self.pins.accepted(&self.options.server) {
                Ok(server) => Accepted { changed, server, read: true },
                Err(error) => {
                    self.tell(&format!("nothing is accepted: {error}"));
                    Accepted { changed, server: Server::default(), read: true }
                }
            };
        }
        accepted.server.standing(&now, name, tool)
    }

    /// Why a call needs a person's approval even if a rule allows it, if it does.
    pub(crate) fn insists(&self, name: &str, tool: Option<&Map<String, Value>>) -> Option<Insistence> {
        let server = &self.options.server;
        let plainly = |why: String| Some(Insistence::new(why));
        match self.options.trust {
            Trust::Full => return None,
            Trust::None => return plainly(format!("the operator does not trust the MCP server `{server}`")),
            Trust::Pinned => {}
        }
        let Some(tool) = tool else {
            return plainly(format!("the MCP server `{server}` does not list a tool of this name"));
        };
        let standing = self.standing(name, tool);
        let why = match &standing {
            Standing::Accepted => return None,
            Standing::New => format!("no person has accepted this tool of the MCP server `{server}` yet"),
            Standing::Changed => changed(server),
            Standing::Moved(how) => format!("the MCP server `{server}` is not as it was accepted: {how}"),
        };
        let mut doubts = tool::doubts(tool);
        doubts.extend(
            self.pins.shadows(server, name).into_iter().map(|other| format!("its name is like that of {other}")),
        );
        let helps = format!("no rule counts for it until a person accepts it at a terminal: {}", accepts(server));
        Some(Insistence {
            goes_without_saying: standing == Standing::New && doubts.is_empty(),
            why: [why].into_iter().chain(doubts).chain([helps.clone()]).collect::<Vec<_>>().join("; "),
            helps: Some(helps),
        })
    }

    /// What the model may read of a tool that its server has changed since a person accepted it: what that person read.
    pub(crate) fn accepted_instead(&self, name: &str, tool: &Map<String, Value>) -> Option<Map<String, Value>> {
        match self.options.trust {
            Trust::Full => return None,
            Trust::None | Trust::Pinned => {}
        }
        if self.standing(name, tool) != Standing::Changed {
            return None;
        }
        let accepted = self.accepted.lock().unwrap_or_else(PoisonError::into_inner);
        let text = accepted.server.tools.get(name).and_then(Value::as_object).cloned();
        drop(accepted);
        self.tell(&format!(
            "{}: `{name}`; the agent reads the accepted text until a person accepts the new one: {}",
            changed(&self.options.server),
            accepts(&self.options.server)
        ));
        text
    }
}

fn changed(server: &str) -> String {
    format!("the MCP server `{server}` has changed this tool since it was accepted")
}

/// What shows what a server's tools are, and accepts them.
fn accepts(server: &str) -> String {
    format!("byleave mcp pins accept {server}")
}
