//! Cline, in the editor and on the command line. Exit codes do nothing there: only `cancel` does.

use std::time::Duration;

use byleave_shell::Shells;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::agent::{Adapter, Agent};
use crate::fields::{Fields, Unreadable};
use crate::hook::{Event, Hook, Judge, Moment, Prompt, ToolCall, hook};
use crate::reply::{Reply, Ruling, make_instead, shown};
use crate::shells;
use crate::surroundings::Surroundings;
use crate::tools::{self, Means, Row};

pub(crate) struct Cline;

/// What Cline calls its tools.
const TOOLS: &[Row] = &[
    ("execute_command", Means::Shell),
    ("run_commands", Means::Shell),
    ("read_file", Means::Tool("read")),
    ("read_files", Means::Tool("read")),
    ("write_to_file", Means::Tool("write")),
    ("replace_in_file", Means::Tool("edit")),
    ("editor", Means::Tool("edit")),
    ("apply_patch", Means::Tool("apply_patch")),
    ("search_files", Means::Tool("grep")),
    ("search_codebase", Means::Tool("grep")),
    ("list_files", Means::Tool("ls")),
    ("list_code_definition_names", Means::Tool("ls")),
    ("browser_action", Means::Tool("browser_action")),
    ("web_fetch", Means::Tool("fetch")),
    ("web_search", Means::Tool("web_search")),
    ("new_task", Means::Tool("task")),
    ("use_subagents", Means::Tool("task")),
    ("use_skill", Means::Tool("skill")),
    ("focus_chain", Means::Tool("todo")),
    ("ask_followup_question", Means::Question("askUserQuestion")),
    ("plan_mode_respond", Means::Question("exit_plan_mode")),
    ("attempt_completion", Means::Tool("todo")),
];

/// The event of the command line; the editor's are in `PascalCase`.
const SDK: &str = "tool_call";

const OTHERS: [&str; 8] = [
    "TaskStart",
    "TaskResume",
    "TaskCancel",
    "PreCompact",
    "agent_start",
    "agent_resume",
    "agent_abort",
    "session_shutdown",
];

impl Adapter for Cline {
    fn read(&self, said: Fields<'_>, _: Option<&str>, around: &Surroundings) -> Result<Hook, Unreadable> {
        let name = said.needed("hookName")?;
        let moment = match name {
            "PreToolUse" | SDK => Moment::Before,
            "PostToolUse" | "tool_result" => Moment::After,
            "UserPromptSubmit" | "prompt_submit" => Moment::TurnBegins,
            "TaskComplete" | "agent_end" => Moment::TurnEnds,
            other if OTHERS.contains(&other) => Moment::Other,
            other => return Err(Unreadable::UnknownEvent { agent: "cline", event: other.to_owned() }),
        };
        let mut hook = hook(Agent::Cline, moment, name, said.needed_name("taskId")?);
        hook.cwd = said.first_of("workspaceRoots").map(str::to_owned).or_else(|| around.cwd.clone());
        hook.project.clone_from(&hook.cwd);
        hook.sub_agent = if said.has("parent_agent_id") { said.name("agent_id")?.map(str::to_owned) } else { None };
        // The editor asks about what the user did not choose to approve. The command line runs everything, unless its user said
        // `--auto-approve false`. Hooks are told neither.
        hook.judge = if name == SDK { Judge::Nobody } else { Judge::Untold };
        if matches!(moment, Moment::Before | Moment::After) {
            hook.call = Some(call(name, said, around, hook.cwd.as_deref())?);
        }
        Ok(hook)
    }

    fn reply(&self, event: &Event, ruling: &Ruling) -> Reply {
        if event.moment != Moment::Before {
            return Reply::json(&ClineReply::default());
        }
        let sdk = event.name == SDK;
        match ruling {
            Ruling::Allow { edited: None, .. } | Ruling::Silent => Reply::json(&ClineReply::default()),
            Ruling::Allow { edited: Some(edited), .. } if sdk => {
                Reply::json(&ClineReply { override_input: Some(edited), ..ClineReply::default() })
            }
            Ruling::Allow { edited: Some(edited), .. } => cancelled(&make_instead(edited)),
            // `review` would put it to the user of the command line only after `--auto-approve false`; otherwise the call runs.
            Ruling::Ask { reason } | Ruling::Deny { reason } => cancelled(reason),
        }
    }

    fn failed(&self, _: &Event, why: &str) -> Reply {
        cancelled(why).and_block(why)
    }

    fn prompt(&self, hook: &Hook) -> Prompt {
        if hook.event.name == SDK { Prompt::Never } else { Prompt::Own }
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(25)
    }
}

fn cancelled(reason: &str) -> Reply {
    Reply::json(&ClineReply { cancel: true, error_message: Some(shown(reason)), ..ClineReply::default() })
}

/// What Cline reads. What is not said is left out.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct ClineReply<'r> {
    cancel: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    override_input: Option<&'r Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_message: Option<String>,
}

fn call(name: &str, said: Fields<'_>, around: &Surroundings, cwd: Option<&str>) -> Result<ToolCall, Unreadable> {
    let shells = shells::users(around, Shells::POSIX);
    let (tool, given, id) = if let Some(call) = said.map("tool_call")?.or(said.map("tool_result")?).map(Fields) {
        (call.needed_name("name")?, call.map_or_text("input")?, call.name("id")?)
    } else {
        let call = said.needed_map(if name == "PostToolUse" { "postToolUse" } else { "preToolUse" })?;
        (call.needed_name("toolName")?, call.map_or_text("parameters")?, None)
    };
    let mut call = tools::call(TOOLS, tool, given, shells, cwd);
    call.id = id.map(str::to_owned);
    if call.shells.is_some() {
        joined(&mut call.arguments);
        // It runs in the editor's terminal, which may have been left in another directory.
        call.cwd_is_certain = false;
    }
    if tool == "use_mcp_tool" || tool == "access_mcp_resource" {
        mcp(&mut call);
    }
    Ok(call)
}

/// Several commands are one text, each on its line.
fn joined(arguments: &mut Map<String, Value>) {
    let Some(Value::Array(list)) = arguments.get("commands") else { return };
    let lines: Option<Vec<&str>> =
        list.iter().map(|one| one.as_str().or_else(|| one.get("command")?.as_str())).collect();
    // What is no list of commands stays as it is, and is asked about.
    let Some(lines) = lines else { return };
    let text = lines.join("\n");
    arguments.remove("commands");
    arguments.insert("command".to_owned(), text.into());
}

/// The pair of names that an MCP tool has, from the arguments it is called by.
fn mcp(call: &mut ToolCall) {
    let text = |key: &str| call.given.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
    let (Some(server), Some(tool)) = (text("server_name"), text("tool_name").or_else(|| text("uri"))) else {
        call.needs_person = true;
        return;
    };
    call.tool = tools::mcp(server, tool);
    let inner = call.given.get("arguments");
    let parsed = inner.and_then(Value::as_str).and_then(|text| crate::fields::object(text.as_bytes()).ok());
    if let Some(arguments) = parsed.or_else(|| inner.and_then(Value::as_object).cloned()) {
        call.arguments = arguments;
    }
}
