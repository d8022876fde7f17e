//! What the engine knows of one tool call.

use byleave_shell::Shells;
use serde_json::{Map, Value};

/// The facts of one tool call: what the agent said, and the directories it is judged by. The gate makes them from its call.
#[derive(Clone, Debug, PartialEq)]
pub struct CallFacts {
    /// The tool's name as the agent wrote it.
    pub tool: String,
    /// Its arguments.
    pub arguments: Map<String, Value>,
    /// The bytes of a command that is not valid UTF-8, in place of the `command` argument.
    pub command_bytes: Option<Vec<u8>>,
    /// The shells that may run its command, if it has one; `None` for those that tools of its name use.
    pub shell: Option<Shells>,
    /// The directory the call starts in, absolute.
    pub cwd: String,
    /// The root of the project, absolute.
    pub project: String,
    /// The user's home directory, absolute.
    pub home: String,
}

impl CallFacts {
    /// A call of a tool, from the root of a project.
    #[must_use]
    pub fn new(tool: &str, arguments: Map<String, Value>, project: &str, home: &str) -> Self {
        Self {
            tool: tool.to_owned(),
            arguments,
            command_bytes: None,
            shell: None,
            cwd: project.to_owned(),
            project: project.to_owned(),
            home: home.to_owned(),
        }
    }

    /// A command for `bash`, from the root of a project.
    #[must_use]
    pub fn bash(command: &str, project: &str, home: &str) -> Self {
        Self::new("bash", Map::from_iter([("command".to_owned(), Value::from(command))]), project, home)
    }
}
