//! A tool call as an agent makes it.

pub(crate) mod batch;
pub mod order;
pub mod strict;
pub(crate) mod submit;
pub(crate) mod tool;

use std::path::PathBuf;

use byleave_shell::Shells;
use serde_json::{Map, Value};

use crate::gate::ids;

/// One tool call, before the gate judged it.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The tool's name as the agent wrote it.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// The call's id; unique, so that two identical calls are two.
    pub id: String,
    /// The session of the call; by default the gate's own.
    pub session: Option<String>,
    /// Who makes it.
    pub agent: Option<String>,
    /// What the agent says about it. Approvers see it as the agent's words; byleave never relies on it.
    pub description: Option<String>,
    /// The shells that may run its command, if it has one; by default the usual shells of a tool with this name.
    /// byleave asks about what one of them may read otherwise than bash.
    pub shell: Option<Shells>,
    /// Where it starts; by default the gate's directory.
    pub cwd: Option<PathBuf>,
    /// The root of its project; by default the gate's. Agents on other machines name it.
    pub project: Option<PathBuf>,
    /// The home directory of the user who runs it; by default the gate's.
    pub home: Option<PathBuf>,
    /// Whether the gate asks a person even if the policy would let the call run. What the policy denies stays denied.
    pub ask: bool,
    /// What else the agent says about it. Boxed, because few agents say more and calls are moved a lot.
    pub about: Option<Box<About>>,
}

/// What is shown beside a call, and decides nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct About {
    /// The machine it runs on, as the agent calls it.
    pub host: Option<String>,
    /// What the tool's arguments may be, as JSON Schema: for approvers who edit them.
    pub args_schema: Option<Value>,
    /// What the maker of an MCP tool claims about it, such as that it only reads.
    pub annotations: Option<Value>,
    /// The hash of an MCP tool as its server describes it now, for the record.
    pub pin: Option<String>,
    /// Why the gate must ask a person, if [`Call::ask`] is set.
    pub insists: Option<String>,
    /// The names of its arguments in the order in which the agent sent them; empty if that is not known.
    pub order: Vec<String>,
}

impl Call {
    /// A call of a tool. If the arguments are not an object, they become `{"value": …}`, so that nothing is lost and
    /// nothing passes for a command.
    #[must_use]
    pub fn new(tool: impl Into<String>, arguments: Value) -> Self {
        let arguments = match arguments {
            Value::Object(map) => map,
            Value::Null => Map::new(),
            other @ (Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_)) => {
                Map::from_iter([("value".to_owned(), other)])
            }
        };
        Self {
            tool: tool.into(),
            arguments,
            id: ids::new("call"),
            session: None,
            agent: None,
            description: None,
            shell: None,
            cwd: None,
            project: None,
            home: None,
            about: None,
            ask: false,
        }
    }

    /// In this session.
    #[must_use]
    pub fn session(mut self, id: impl Into<String>) -> Self {
        self.session = Some(id.into());
        self
    }

    /// With the id the model gave it.
    #[must_use]
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = id.into();
        self
    }

    /// Made by this agent.
    #[must_use]
    pub fn agent(mut self, agent: impl Into<String>) -> Self {
        self.agent = Some(agent.into());
        self
    }

    /// With what the agent says about it.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Run by one of these shells.
    ///
    /// ```
    /// use byleave_gate::{Call, Shell};
    /// let call = Call::new("bash", serde_json::json!({ "command": "ls" })).shell(Shell::Zsh);
    /// assert_eq!(call.shell.map(|shells| shells.to_string()).as_deref(), Some("zsh"));
    /// ```
    #[must_use]
    pub fn shell(mut self, shells: impl Into<Shells>) -> Self {
        self.shell = Some(shells.into());
        self
    }

    /// In a project at this place.
    #[must_use]
    pub fn project(mut self, project: impl Into<PathBuf>) -> Self {
        self.project = Some(project.into());
        self
    }

    /// Run by a user whose home directory is this.
    #[must_use]
    pub fn home(mut self, home: impl Into<PathBuf>) -> Self {
        self.home = Some(home.into());
        self
    }

    /// Makes the gate ask a person even if the policy would let the call run.
    #[must_use]
    pub const fn ask(mut self) -> Self {
        self.ask = true;
        self
    }

    /// Starting in this directory.
    #[must_use]
    pub fn cwd(mut self, cwd: impl Into<PathBuf>) -> Self {
        self.cwd = Some(cwd.into());
        self
    }
}
