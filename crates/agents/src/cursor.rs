//! Cursor. The hook always prints a permission: an empty answer blocks the call in the editor but allows it on the
//! command line.

use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use crate::agent::{Adapter, Agent};
use crate::fields::{Fields, Unreadable};
use crate::hook::{Event, Hook, Judge, Moment, Prompt, ToolCall, hook};
use crate::reply::{Reply, Ruling, make_instead, shown};
use crate::shells;
use crate::surroundings::Surroundings;
use crate::tools::{self, Means, Row};

pub(crate) struct Cursor;

/// What Cursor calls its tools in `preToolUse`.
const TOOLS: &[Row] = &[
    ("Shell", Means::Shell),
    ("Read", Means::Tool("read")),
    ("Write", Means::Tool("write")),
    ("StrReplace", Means::Tool("edit")),
    ("Edit", Means::Tool("edit")),
    ("ApplyPatch", Means::Tool("apply_patch")),
    ("EditNotebook", Means::Tool("notebook_edit")),
    ("Grep", Means::Tool("grep")),
    ("Glob", Means::Tool("glob")),
    ("LS", Means::Tool("ls")),
    ("Delete", Means::Tool("delete")),
    ("Task", Means::Tool("task")),
    ("SemanticSearch", Means::Tool("search")),
    ("WebSearch", Means::Tool("web_search")),
    ("WebFetch", Means::Tool("fetch")),
    ("TodoWrite", Means::Tool("todo")),
    ("AskQuestion", Means::Question("askUserQuestion")),
    ("SwitchMode", Means::Question("exit_plan_mode")),
];

const SHELL: &str = "beforeShellExecution";
const MCP: &str = "beforeMCPExecution";

const OTHERS: [&str; 9] = [
    "sessionStart",
    "sessionEnd",
    "afterAgentResponse",
    "afterAgentThought",
    "afterTabFileEdit",
    "subagentStop",
    "preCompact",
    "postToolUseFailure",
    "workspaceOpen",
];

impl Adapter for Cursor {
    fn read(&self, said: Fields<'_>, _: Option<&str>, around: &Surroundings) -> Result<Hook, Unreadable> {
        let name = said.needed("hook_event_name")?;
        let moment = match name {
            "preToolUse" | SHELL | MCP | "beforeReadFile" | "beforeTabFileRead" | "subagentStart" => Moment::Before,
            "postToolUse" | "afterShellExecution" | "afterMCPExecution" | "afterFileEdit" => Moment::After,
            "beforeSubmitPrompt" => Moment::TurnBegins,
            "stop" => Moment::TurnEnds,
            other if OTHERS.contains(&other) => Moment::Other,
            other => return Err(Unreadable::UnknownEvent { agent: "cursor", event: other.to_owned() }),
        };
        let root = said.first_of("workspace_roots").map(str::to_owned);
        let root = root.or_else(|| around.variable("CURSOR_PROJECT_DIR"));
        let told = said.text("cwd")?.filter(|cwd| !cwd.is_empty());
        let mut hook = hook(Agent::Cursor, moment, name, said.needed_name("conversation_id")?);
        hook.project.clone_from(&root);
        hook.cwd = told.map(str::to_owned).or(root);
        // Its own mode asks about commands and MCP tools, or a classifier judges them, or the user lets it run everything.
        hook.judge = if matches!(name, SHELL | MCP) { Judge::Untold } else { Judge::Nobody };
        if matches!(moment, Moment::Before | Moment::After) {
            let mut call = call(name, said, around, hook.cwd.as_deref())?;
            call.cwd_is_certain =
                call.cwd_is_certain && (told.is_some() || call.given.contains_key("working_directory"));
            call.id = said.name("tool_use_id")?.map(str::to_owned);
            hook.call = Some(call);
        }
        Ok(hook)
    }

    fn reply(&self, event: &Event, ruling: &Ruling) -> Reply {
        match event.moment {
            Moment::TurnBegins => return Reply::json(&TurnReply { r#continue: true }),
            Moment::After | Moment::TurnEnds | Moment::Blocked | Moment::Other => return Reply::nothing(),
            Moment::Before | Moment::Permission => {}
        }
        let asks = matches!(event.name.as_str(), SHELL | MCP);
        match ruling {
            Ruling::Allow { edited: Some(edited), .. } if event.name == "preToolUse" => allowed(Some(edited)),
            Ruling::Allow { edited: Some(edited), .. } => denied(&make_instead(edited)),
            // `ask` makes it ask as its own settings would; there is no way to say nothing.
            Ruling::Silent if asks => Reply::json(&CursorReply { permission: "ask", ..CursorReply::default() }),
            Ruling::Allow { edited: None, .. } | Ruling::Silent => allowed(None),
            Ruling::Ask { reason } if asks => Reply::json(&CursorReply::with_reason("ask", &shown(reason))),
            Ruling::Ask { reason } | Ruling::Deny { reason } => denied(reason),
        }
    }

    fn failed(&self, _: &Event, why: &str) -> Reply {
        denied(why)
    }

    fn prompt(&self, hook: &Hook) -> Prompt {
        if matches!(hook.event.name.as_str(), SHELL | MCP) { Prompt::Always } else { Prompt::Never }
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(25)
    }
}

fn allowed(edited: Option<&serde_json::Map<String, Value>>) -> Reply {
    Reply::json(&CursorReply { permission: "allow", updated_input: edited, ..CursorReply::default() })
}

/// What Cursor reads where a turn begins.
#[derive(Serialize)]
struct TurnReply {
    r#continue: bool,
}

/// What Cursor reads about a call. What is not said is left out.
#[derive(Default, Serialize)]
struct CursorReply<'r> {
    permission: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    updated_input: Option<&'r serde_json::Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    user_message: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent_message: Option<&'r str>,
}

impl<'r> CursorReply<'r> {
    fn with_reason(permission: &'static str, reason: &'r str) -> Self {
        Self { permission, updated_input: None, user_message: Some(reason), agent_message: Some(reason) }
    }
}

/// By every way that some version looks at.
fn denied(reason: &str) -> Reply {
    let reason = shown(reason);
    Reply::json(&CursorReply::with_reason("deny", &reason)).and_block(&reason)
}

fn call(name: &str, said: Fields<'_>, around: &Surroundings, cwd: Option<&str>) -> Result<ToolCall, Unreadable> {
    let shells = shells::users(around, byleave_shell::Shells::POSIX);
    let one = |tool: &str, key: &str, value: &str| {
        tools::call(TOOLS, tool, [(key.to_owned(), value.into())].into_iter().collect(), shells, cwd)
    };
    Ok(match name {
        SHELL | "afterShellExecution" => one("Shell", "command", said.needed("command")?),
        MCP | "afterMCPExecution" => {
            let mut call =
                tools::call(TOOLS, said.needed_name("tool_name")?, said.map_or_text("tool_input")?, shells, cwd);
            server(&mut call, said)?;
            call
        }
        "beforeReadFile" | "beforeTabFileRead" => {
            let mut call = one("Read", "file_path", said.needed("file_path")?);
            // Files that go along are read as well.
            if let Some(list) = said.get("attachments").and_then(Value::as_array).filter(|list| !list.is_empty()) {
                let paths = list.iter().filter_map(|one| one.get("file_path").or_else(|| one.get("filePath"))).cloned();
                call.arguments.insert("files".to_owned(), paths.collect());
            }
            call
        }
        "afterFileEdit" => one("Edit", "file_path", said.needed("file_path")?),
        "subagentStart" => one("Task", "prompt", said.text("task")?.unwrap_or_default()),
        _ => {
            let tool = said.needed_name("tool_name")?;
            let mut call = tools::call(TOOLS, tool, said.map_or_text("tool_input")?, shells, cwd);
            if tool.starts_with("MCP:") {
                // The server is not told here; `beforeMCPExecution` tells it, and decides.
                server(&mut call, said)?;
            }
            call
        }
    })
}

/// An MCP tool by its server, if the agent names it.
fn server(call: &mut ToolCall, said: Fields<'_>) -> Result<(), Unreadable> {
    let tool = call.named.strip_prefix("MCP:").unwrap_or(&call.named).to_owned();
    if let Some(server) = said.name("server_name")? {
        call.tool = tools::mcp(server, &tool);
    } else {
        // Without its server it is no pair of names, and no rule is about it.
        call.tool = format!("mcp__{tool}");
        call.needs_person = true;
    }
    Ok(())
}
