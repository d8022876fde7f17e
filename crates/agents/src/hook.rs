//! What an agent sends to its hook, in the same form for all agents.

use byleave_policy::Mode;
use byleave_shell::Shells;
use serde_json::{Map, Value};

use crate::agent::Agent;
use crate::detect;
use crate::fields::{Fields, Unreadable, object};
use crate::reply::{Reply, Ruling};
use crate::surroundings::Surroundings;

/// When a hook is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moment {
    /// Before a tool runs, before the agent itself decides.
    Before,
    /// The agent is about to ask its user, or would refuse because it cannot.
    Permission,
    /// A tool has run.
    After,
    /// The user said something.
    TurnBegins,
    /// The agent has done what it was told.
    TurnEnds,
    /// The agent's own classifier refused a call. A person may have the model try it again.
    Blocked,
    /// Something else that needs no answer.
    Other,
}

impl Moment {
    /// Whether the answer decides if a tool runs.
    #[must_use]
    pub const fn decides(self) -> bool {
        matches!(self, Self::Before | Self::Permission)
    }
}

/// What the hook needs to answer, even if it understood nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// The agent that is answered.
    pub agent: Agent,
    /// When it called.
    pub moment: Moment,
    /// The agent's own name for it.
    pub name: String,
}

impl Event {
    /// What is known before anything was read: the agent, and the event that the registration of the hook names.
    #[must_use]
    pub fn unread(agent: Agent, name: Option<&str>) -> Self {
        // What may decide is taken for what decides: there a reply that is too strict is no harm.
        let moment = if name.is_some_and(is_permission) { Moment::Permission } else { Moment::Before };
        Self { agent, moment, name: name.unwrap_or_default().to_owned() }
    }

    /// The refusal of a call because something went wrong.
    #[must_use]
    pub fn failed(&self, why: &str) -> Reply {
        let why = format!("byleave could not judge this call, so it does not run: {why}");
        self.agent.adapter().failed(self, &why)
    }
}

fn is_permission(name: &str) -> bool {
    name.eq_ignore_ascii_case("permissionRequest")
}

/// What an agent says to its hook.
#[derive(Clone, Debug, PartialEq)]
pub struct Hook {
    /// What is answered to.
    pub event: Event,
    /// When.
    pub moment: Moment,
    /// The agent's session.
    pub session: String,
    /// The agent below the session's own that makes the call.
    pub sub_agent: Option<String>,
    /// The call, if it is about one.
    pub call: Option<ToolCall>,
    /// The directory the session is in.
    pub cwd: Option<String>,
    /// The root of the workspace, if the agent names it: the session may have changed its directory.
    pub project: Option<String>,
    /// Who judges the call in the agent, if byleave has no opinion.
    pub judge: Judge,
    /// What the agent's user made automatic there, in byleave's words.
    pub mode: Option<Mode>,
    /// Why the agent's own classifier refused the call, if it did.
    pub blocked: Option<String>,
    /// Whether it is the message by which `byleave doctor` starts the agent.
    pub is_canary: bool,
}

/// Who judges a call in the agent if its hook has no opinion, as far as the agent tells its hooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Judge {
    /// Its user: it asks about what its own rules do not allow.
    Person,
    /// What its user chose in a person's place: a classifier, a sandbox, or the rules of a mode.
    Machine,
    /// One of these, or nobody: the agent does not tell its hooks.
    Untold,
    /// Nobody: the call runs.
    Nobody,
}

/// Whether an agent puts a question to its user because a hook wants it to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prompt {
    /// It does, in every mode: it is enough that a hook answers `ask`.
    Always,
    /// It asks by itself about what nothing allows, but a hook cannot make it ask.
    Own,
    /// It does not ask, or something other than a person may answer.
    Never,
}

/// A call as byleave judges it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    /// byleave's name for the tool, or the agent's if byleave has none.
    pub tool: String,
    /// The agent's name for the tool.
    pub named: String,
    /// What is judged.
    pub arguments: Map<String, Value>,
    /// The arguments as the agent sent them.
    pub given: Map<String, Value>,
    /// The id the agent gave the call.
    pub id: Option<String>,
    /// What the model says about it.
    pub description: Option<String>,
    /// The shells that may run its command.
    pub shells: Option<Shells>,
    /// Where it starts.
    pub cwd: Option<String>,
    /// Whether it certainly starts there. Some agents do not tell their hooks which directory the model chose. It is judged from
    /// there all the same, and from directories in which it would be refused: see [`ToolCall::of_gate`].
    pub cwd_is_certain: bool,
    /// Whether the tool is itself a question to the user, such as a plan to agree to: the agent asks, and no one else.
    pub is_question: bool,
    /// Whether the call needs a person even if the policy allows it, because the agent asks for more than the call
    /// itself.
    pub needs_person: bool,
}

impl ToolCall {
    /// The arguments the agent takes, with what a person changed in those that were judged.
    #[must_use]
    pub fn with(&self, edited: &Map<String, Value>) -> Map<String, Value> {
        let aside = self.given.iter().filter(|(key, _)| !self.arguments.contains_key(*key));
        aside.chain(edited).map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}

impl Hook {
    /// A ruling in the agent's words.
    #[must_use]
    pub fn reply(&self, ruling: &Ruling) -> Reply {
        let ruling = match (ruling, &self.call) {
            (Ruling::Allow { reason, edited: Some(edited) }, Some(call)) => {
                &Ruling::Allow { reason: reason.clone(), edited: Some(call.with(edited)) }
            }
            (ruling, _) => ruling,
        };
        self.event.agent.adapter().reply(&self.event, ruling)
    }

    /// Whether the agent asks its user about this call, if no other channel can.
    #[must_use]
    pub fn prompt(&self) -> Prompt {
        self.event.agent.adapter().prompt(self)
    }

    /// The session byleave keeps for a sub-agent that makes the call.
    #[must_use]
    pub fn child(&self) -> Option<String> {
        self.sub_agent.as_ref().map(|agent| format!("{}:{agent}", self.session))
    }
}

/// Reads what an agent said on standard input. Without a name the agent is found by what it says.
///
/// # Errors
///
/// If it cannot be read as what that agent says. The tool must not run then: see [`Event::failed`].
pub fn read(
    bytes: &[u8],
    agent: Option<Agent>,
    event: Option<&str>,
    around: &Surroundings,
) -> Result<Hook, Unreadable> {
    let said = object(bytes)?;
    let fields = Fields(&said);
    let agent = agent.unwrap_or_else(|| detect::agent(fields, around));
    agent.adapter().read(fields, event, around)
}

/// The agent that most likely says this; for a reply where nothing else is known.
#[must_use]
pub(crate) fn hook(agent: Agent, moment: Moment, name: &str, session: &str) -> Hook {
    Hook {
        event: Event { agent, moment, name: name.to_owned() },
        moment,
        session: session.to_owned(),
        sub_agent: None,
        call: None,
        cwd: None,
        project: None,
        judge: Judge::Nobody,
        mode: None,
        blocked: None,
        is_canary: false,
    }
}
