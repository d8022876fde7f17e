//! From an agent's tools to byleave's.

use byleave_shell::Shells;
use serde_json::{Map, Value};

use crate::hook::ToolCall;

/// What one of an agent's tools is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Means {
    /// It runs a command.
    Shell,
    /// It is one of byleave's.
    Tool(&'static str),
    /// It is a question to the user, by itself.
    Question(&'static str),
}

/// One of an agent's tools: its name, and what it is.
pub(crate) type Row = (&'static str, Means);

/// Arguments beside a command that change nothing of what runs: words for people, and how long the agent waits.
const ASIDE: [&str; 9] = [
    "explanation",
    "goal",
    "isBackground",
    "is_background",
    "initial_wait",
    "requires_approval",
    "justification",
    "summary",
    "SafeToAutoRun",
];

/// Names of the argument that says where a command starts.
const DIRECTORIES: [&str; 6] = ["workdir", "working_directory", "directory", "dir_path", "cwd", "Cwd"];

/// A call of an agent's tool. A tool that is in no table keeps its name: the policy says what happens to unknown tools.
pub(crate) fn call(
    table: &[Row],
    name: &str,
    given: Map<String, Value>,
    shells: Shells,
    cwd: Option<&str>,
) -> ToolCall {
    let means = table.iter().find(|(known, _)| *known == name).map(|(_, means)| *means);
    let mut call = ToolCall {
        tool: name.to_owned(),
        named: name.to_owned(),
        arguments: given.clone(),
        description: description(&given),
        given,
        id: None,
        shells: None,
        cwd: cwd.map(str::to_owned),
        cwd_is_certain: cwd.is_some(),
        is_question: false,
        needs_person: false,
    };
    match means {
        Some(Means::Shell) => run_by(&mut call, shells),
        Some(Means::Tool(tool)) => tool.clone_into(&mut call.tool),
        Some(Means::Question(tool)) => {
            tool.clone_into(&mut call.tool);
            call.is_question = true;
        }
        None => {}
    }
    call
}

/// Makes a call one of a command that one of these shells runs.
pub(crate) fn run_by(call: &mut ToolCall, shells: Shells) {
    "bash".clone_into(&mut call.tool);
    call.shells = Some(shells);
    call.arguments.retain(|key, _| !ASIDE.contains(&key.as_str()));
    for key in DIRECTORIES {
        let Some(Value::String(directory)) = call.arguments.get(key) else { continue };
        call.cwd = seen_from(call.cwd.as_deref(), directory);
        call.cwd_is_certain = call.cwd.is_some();
        call.arguments.remove(key);
    }
}

/// A directory as seen from another.
fn seen_from(base: Option<&str>, directory: &str) -> Option<String> {
    if directory.is_empty() {
        return base.map(str::to_owned);
    }
    if directory.starts_with('/') {
        return Some(directory.to_owned());
    }
    base.map(|base| format!("{}/{directory}", base.trim_end_matches('/')))
}

fn description(given: &Map<String, Value>) -> Option<String> {
    let words = ["description", "explanation", "goal", "justification"];
    words.iter().find_map(|key| given.get(*key)?.as_str()).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// The name of an MCP tool as byleave writes it. Names that could be read as another pair stay as they are, and ask.
pub(crate) fn mcp(server: &str, tool: &str) -> String {
    format!("mcp__{server}__{tool}")
}
