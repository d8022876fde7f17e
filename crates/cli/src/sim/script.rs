//! What a simulated agent does: turns, batches of calls, and the answers it gets.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, Read};
use std::path::Path;

use byleave_gate::{Call, Shells};
use byleave_policy::read::shells_from_json;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use crate::escape;
use crate::failure::Failure;

/// A script, in its full form or as a bare list of turns.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Form {
    Full(Script),
    Turns(Vec<Turn>),
}

/// What a simulated agent does.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// The profile.
    #[serde(default)]
    pub profile: Option<String>,
    /// The mode.
    #[serde(default)]
    pub mode: Option<String>,
    /// The session; a new one by default.
    #[serde(default)]
    pub session: Option<String>,
    /// The agent.
    #[serde(default)]
    pub agent: Option<String>,
    /// The approver's answers, one after another; then there are no more.
    #[serde(default)]
    pub answers: VecDeque<Value>,
    /// The turns.
    pub turns: Vec<Turn>,
}

/// One turn: the user's message, and the model's calls.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Turn {
    /// One batch, without a message.
    Batch(Vec<ScriptCall>),
    /// With all fields.
    Full(FullTurn),
}

/// One turn with all fields.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FullTurn {
    /// The user's message. `/commit` starts the skill `commit`.
    #[serde(default)]
    pub user: Option<String>,
    /// One batch of calls.
    #[serde(default)]
    pub calls: Vec<ScriptCall>,
    /// Several batches: the model continues after each.
    #[serde(default)]
    pub batches: Vec<Vec<ScriptCall>>,
}

/// One call.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptCall {
    /// The tool.
    pub tool: String,
    /// Its arguments.
    #[serde(default, alias = "args")]
    pub arguments: Map<String, Value>,
    /// The id the model gave it.
    #[serde(default)]
    pub id: Option<String>,
    /// What the agent says about it.
    #[serde(default)]
    pub description: Option<String>,
    /// The shells that may run its command: a name, or a list of names.
    #[serde(default, deserialize_with = "shells")]
    pub shell: Option<Shells>,
    /// What the tool would return.
    #[serde(default)]
    pub output: Option<String>,
}

impl ScriptCall {
    /// As the gate takes it.
    pub fn call(&self) -> Call {
        let mut call = Call::new(self.tool.clone(), Value::Object(self.arguments.clone()));
        call.shell = self.shell;
        if let Some(id) = &self.id {
            call = call.id(id.clone());
        }
        if let Some(description) = &self.description {
            call = call.description(description.clone());
        }
        call
    }
}

/// Shells, as a name or a list of names.
fn shells<'d, D: Deserializer<'d>>(deserializer: D) -> Result<Option<Shells>, D::Error> {
    let told = Value::deserialize(deserializer)?;
    shells_from_json(&told).map_err(|error| D::Error::custom(format!("`shell`: {error}")))
}

impl Script {
    /// Has the calls that name no shell run by these.
    pub fn run_by(&mut self, shells: Shells) {
        for turn in &mut self.turns {
            let calls: Vec<&mut ScriptCall> = match turn {
                Turn::Batch(calls) => calls.iter_mut().collect(),
                Turn::Full(turn) => turn.calls.iter_mut().chain(turn.batches.iter_mut().flatten()).collect(),
            };
            for call in calls {
                call.shell = call.shell.or(Some(shells));
            }
        }
    }
}

impl Turn {
    /// What the user says.
    pub fn user(&self) -> Option<&str> {
        match self {
            Self::Batch(_) => None,
            Self::Full(turn) => turn.user.as_deref(),
        }
    }

    /// The batches of the turn.
    pub fn batches(&self) -> Vec<&[ScriptCall]> {
        match self {
            Self::Batch(calls) => vec![calls],
            Self::Full(turn) => {
                let single = Some(turn.calls.as_slice()).filter(|calls| !calls.is_empty());
                single.into_iter().chain(turn.batches.iter().map(Vec::as_slice)).collect()
            }
        }
    }

    /// The skill that the user starts with `/name`.
    pub fn skill(&self) -> Option<&str> {
        self.user()?.trim_start().strip_prefix('/')?.split_whitespace().next()
    }
}

/// Reads a script from a file, or from standard input if it is `-`.
pub fn read(path: &Path) -> Result<Script, Failure> {
    let name = path.to_string_lossy();
    let name = escape::shown(&name);
    let text = if path == Path::new("-") {
        let mut text = String::new();
        io::stdin().lock().read_to_string(&mut text).map_err(Failure::Input)?;
        text
    } else {
        fs::read_to_string(path).map_err(|error| Failure::Usage(format!("cannot read {name}: {error}")))?
    };
    let form = serde_json::from_str(&text);
    let form = form.or_else(|error: serde_json::Error| {
        // The error of the full form is clearer than "no variant fits".
        serde_json::from_str(&text).map(Form::Full).map_err(|full| if error.is_data() { full } else { error })
    });
    match form {
        Ok(Form::Full(script)) => Ok(script),
        Ok(Form::Turns(turns)) => Ok(Script { turns, ..Script::default() }),
        Err(error) => Err(Failure::Usage(format!(
            "{name} is not a script: {error}; write {{\"turns\": [{{\"user\": \"…\", \"calls\": [{{\"tool\": \"bash\", \"arguments\": {{\"command\": \"ls\"}}}}]}}]}}"
        ))),
    }
}
