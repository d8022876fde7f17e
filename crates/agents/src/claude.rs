//! Claude Code.

use std::time::Duration;

use byleave_policy::Mode;
use byleave_shell::Shell;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::agent::{Adapter, Agent};
use crate::canary::CANARY;
use crate::fields::{Fields, Unreadable};
use crate::hook::{Event, Hook, Judge, Moment, Prompt, ToolCall, hook};
use crate::reply::{Reply, Ruling, shown};
use crate::shells;
use crate::surroundings::Surroundings;
use crate::tools::{self, Means, Row};

pub(crate) struct Claude;

/// What Claude Code calls its tools; MCP tools are `mcp__server__tool` already.
pub(crate) const TOOLS: &[Row] = &[
    ("Bash", Means::Shell),
    ("PowerShell", Means::Shell),
    ("Monitor", Means::Shell),
    ("BashOutput", Means::Tool("bash_output")),
    ("TaskOutput", Means::Tool("bash_output")),
    ("KillShell", Means::Tool("kill_bash")),
    ("TaskStop", Means::Tool("kill_bash")),
    ("Read", Means::Tool("read")),
    ("Write", Means::Tool("write")),
    ("Edit", Means::Tool("edit")),
    ("MultiEdit", Means::Tool("multi_edit")),
    ("NotebookEdit", Means::Tool("notebook_edit")),
    ("NotebookRead", Means::Tool("read")),
    ("Glob", Means::Tool("glob")),
    ("Grep", Means::Tool("grep")),
    ("LS", Means::Tool("ls")),
    ("WebFetch", Means::Tool("fetch")),
    ("WebSearch", Means::Tool("web_search")),
    ("Agent", Means::Tool("task")),
    ("Task", Means::Tool("task")),
    ("Skill", Means::Tool("skill")),
    ("TodoWrite", Means::Tool("todo")),
    ("TaskCreate", Means::Tool("todo")),
    ("TaskUpdate", Means::Tool("todo")),
    ("TaskGet", Means::Tool("todo")),
    ("TaskList", Means::Tool("todo")),
    ("EnterPlanMode", Means::Tool("enter_plan_mode")),
    ("ExitPlanMode", Means::Question("exit_plan_mode")),
    ("AskUserQuestion", Means::Question("askUserQuestion")),
];

/// Events that need no answer, or that are only told.
const OTHERS: [&str; 11] = [
    "SessionStart",
    "SessionEnd",
    "SubagentStart",
    "SubagentStop",
    "Notification",
    "PreCompact",
    "PostCompact",
    "ConfigChange",
    "StopFailure",
    "TaskCompleted",
    "TeammateIdle",
];

/// What a hook in the shape of Claude's says; other agents have taken it over.
pub(crate) fn shaped(
    agent: Agent,
    said: Fields<'_>,
    table: &[Row],
    shells: byleave_shell::Shells,
) -> Result<Hook, Unreadable> {
    let name = said.needed("hook_event_name")?;
    let moment = match name {
        "PreToolUse" => Moment::Before,
        "PermissionRequest" => Moment::Permission,
        "PostToolUse" | "PostToolUseFailure" => Moment::After,
        "UserPromptSubmit" => Moment::TurnBegins,
        "Stop" => Moment::TurnEnds,
        "PermissionDenied" => Moment::Blocked,
        other if OTHERS.contains(&other) => Moment::Other,
        other => return Err(Unreadable::UnknownEvent { agent: agent.name(), event: other.to_owned() }),
    };
    let cwd = said.text("cwd")?.filter(|cwd| !cwd.is_empty());
    let mut hook = hook(agent, moment, name, said.needed_name("session_id")?);
    hook.cwd = cwd.map(str::to_owned);
    hook.sub_agent = said.name("agent_id")?.map(str::to_owned);
    hook.is_canary = moment == Moment::TurnBegins && said.get("prompt").and_then(Value::as_str) == Some(CANARY);
    if moment == Moment::Blocked {
        hook.blocked = said.text("reason")?.map(str::to_owned);
    }
    if matches!(moment, Moment::Before | Moment::Permission | Moment::Blocked | Moment::After) {
        let input = said.needed_map("tool_input")?.0.clone();
        let mut call = tools::call(table, said.needed_name("tool_name")?, input, shells, cwd);
        call.id = said.name("tool_use_id")?.map(str::to_owned);
        hook.call = Some(call);
    }
    Ok(hook)
}

/// What is decided before a tool runs, in Claude's shape.
pub(crate) fn before(event: &str, ruling: &Ruling) -> Reply {
    let (decision, reason, edited) = match ruling {
        Ruling::Allow { reason, edited } => ("allow", reason, edited.as_ref()),
        Ruling::Ask { reason } => ("ask", reason, None),
        Ruling::Deny { reason } => ("deny", reason, None),
        Ruling::Silent => return Reply::no_opinion(),
    };
    Reply::json(&HookOutput::new(Decided::new(event, decision, Some(shown(reason)), edited)))
}

/// What an answer in Claude's shape is wrapped in.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HookOutput<T> {
    hook_specific_output: T,
}

impl<T> HookOutput<T> {
    pub(crate) fn new(hook_specific_output: T) -> Self {
        Self { hook_specific_output }
    }
}

/// The decision before a tool runs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Decided<'r> {
    hook_event_name: &'r str,
    permission_decision: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    permission_decision_reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    updated_input: Option<&'r Map<String, Value>>,
}

impl<'r> Decided<'r> {
    pub(crate) fn new(
        event: &'r str,
        decision: &'static str,
        reason: Option<String>,
        edited: Option<&'r Map<String, Value>>,
    ) -> Self {
        Self {
            hook_event_name: event,
            permission_decision: decision,
            permission_decision_reason: reason,
            updated_input: edited,
        }
    }
}

/// The decision where the agent would ask.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Permission<'r> {
    hook_event_name: &'static str,
    decision: Behavior<'r>,
}

/// Whether a tool may run, in the words of Claude's permission requests.
#[derive(Serialize)]
#[serde(tag = "behavior", rename_all = "snake_case")]
pub(crate) enum Behavior<'r> {
    /// It runs, with other arguments if there are some.
    Allow {
        #[serde(rename = "updatedInput", skip_serializing_if = "Option::is_none")]
        updated_input: Option<&'r Map<String, Value>>,
    },
    /// It does not run.
    Deny { message: String },
}

/// What is decided where the agent would ask, in Claude's shape.
pub(crate) fn permission(decision: Behavior<'_>) -> Reply {
    Reply::json(&HookOutput::new(Permission { hook_event_name: "PermissionRequest", decision }))
}

/// Whether the model is told that it may make the call again.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Again {
    hook_event_name: &'static str,
    retry: bool,
}

/// Whether a turn begins.
#[derive(Serialize)]
struct Turn {
    decision: &'static str,
    reason: String,
}

impl Adapter for Claude {
    fn read(&self, said: Fields<'_>, _: Option<&str>, around: &Surroundings) -> Result<Hook, Unreadable> {
        let possible = shells::bash_or_zsh();
        let pinned = shells::named(around.variable("CLAUDE_CODE_SHELL").as_deref(), possible);
        let mut hook = shaped(Agent::Claude, said, TOOLS, pinned.unwrap_or_else(|| shells::users(around, possible)))?;
        hook.project = around.variable("CLAUDE_PROJECT_DIR");
        if let Some(call) = &mut hook.call {
            power_shell(call);
        }
        let mode = said.text("permission_mode")?;
        hook.judge = match mode {
            Some("default") => Judge::Person,
            // A classifier; in `acceptEdits` and `dontAsk` rules of the mode, and in `acceptEdits` a person about the rest.
            Some("auto" | "plan" | "acceptEdits" | "dontAsk") => Judge::Machine,
            // `bypassPermissions`, and modes that are not known.
            Some(_) | None => Judge::Nobody,
        };
        hook.mode = (mode == Some("acceptEdits")).then_some(Mode::AutoEdit);
        Ok(hook)
    }

    fn reply(&self, event: &Event, ruling: &Ruling) -> Reply {
        match event.moment {
            Moment::Before => before("PreToolUse", ruling),
            Moment::Permission => match ruling {
                Ruling::Allow { edited, .. } => permission(Behavior::Allow { updated_input: edited.as_ref() }),
                Ruling::Deny { reason } => permission(Behavior::Deny { message: shown(reason) }),
                // Its own prompt is about to come.
                Ruling::Ask { .. } | Ruling::Silent => Reply::no_opinion(),
            },
            Moment::TurnBegins => match ruling {
                Ruling::Deny { reason } => Reply::json(&Turn { decision: "block", reason: shown(reason) }),
                Ruling::Allow { .. } | Ruling::Ask { .. } | Ruling::Silent => Reply::nothing(),
            },
            Moment::Blocked => match ruling {
                Ruling::Allow { edited: None, .. } => {
                    Reply::json(&HookOutput::new(Again { hook_event_name: "PermissionDenied", retry: true }))
                }
                Ruling::Allow { .. } | Ruling::Ask { .. } | Ruling::Deny { .. } | Ruling::Silent => Reply::nothing(),
            },
            Moment::After | Moment::TurnEnds | Moment::Other => Reply::nothing(),
        }
    }

    fn failed(&self, event: &Event, why: &str) -> Reply {
        // An exit code does nothing in PermissionRequest, and is the surest way everywhere else.
        self.reply(event, &Ruling::deny(why)).and_block(why)
    }

    fn prompt(&self, hook: &Hook) -> Prompt {
        match hook.moment {
            Moment::Permission => Prompt::Own,
            Moment::Before
            | Moment::After
            | Moment::TurnBegins
            | Moment::TurnEnds
            | Moment::Blocked
            | Moment::Other => Prompt::Always,
        }
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(570)
    }
}

fn power_shell(call: &mut ToolCall) {
    if call.named == "PowerShell" {
        call.shells = Some(Shell::PowerShell.into());
    }
}
