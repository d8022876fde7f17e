//! GitHub Copilot CLI and cloud agent. `--allow-all-tools` approves what a hook wants to be asked, so only a refusal holds.

use std::time::Duration;

use byleave_shell::{Shell, Shells};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::agent::{Adapter, Agent};
use crate::claude::{self, Behavior, Decided};
use crate::fields::{Fields, Unreadable};
use crate::hook::{Event, Hook, Judge, Moment, Prompt, hook};
use crate::reply::{Reply, Ruling, make_instead, shown};
use crate::surroundings::Surroundings;
use crate::tools::{self, Means, Row};

pub(crate) struct Copilot;

/// What Copilot calls its tools. With hook names in `PascalCase` it uses Claude's.
const TOOLS: &[Row] = &[
    ("bash", Means::Shell),
    ("powershell", Means::Shell),
    ("read_bash", Means::Tool("bash_output")),
    ("list_bash", Means::Tool("bash_output")),
    ("write_bash", Means::Tool("kill_bash")),
    ("stop_bash", Means::Tool("kill_bash")),
    ("view", Means::Tool("read")),
    ("show_file", Means::Tool("read")),
    ("create", Means::Tool("write")),
    ("edit", Means::Tool("edit")),
    ("str_replace", Means::Tool("edit")),
    ("str_replace_editor", Means::Tool("edit")),
    ("apply_patch", Means::Tool("apply_patch")),
    ("grep", Means::Tool("grep")),
    ("rg", Means::Tool("grep")),
    ("glob", Means::Tool("glob")),
    ("web_fetch", Means::Tool("fetch")),
    ("web_search", Means::Tool("web_search")),
    ("task", Means::Tool("task")),
    ("skill", Means::Tool("skill")),
    ("update_todo", Means::Tool("todo")),
    ("report_intent", Means::Tool("todo")),
    ("ask_user", Means::Question("askUserQuestion")),
    ("exit_plan_mode", Means::Question("exit_plan_mode")),
];

/// Arguments of its shell tool that say in which of its terminals a command runs, and how long it looks at it.
const TERMINAL: [&str; 6] = ["sessionId", "shellId", "async", "mode", "initial_wait", "detach"];

const OTHERS: [&str; 8] = [
    "sessionStart",
    "sessionEnd",
    "errorOccurred",
    "subagentStart",
    "subagentStop",
    "preCompact",
    "notification",
    "postToolUseFailure",
];

impl Adapter for Copilot {
    fn read(&self, said: Fields<'_>, event: Option<&str>, _: &Surroundings) -> Result<Hook, Unreadable> {
        if said.has("hook_event_name") {
            let mut hook = claude::shaped(Agent::Copilot, said, claude::TOOLS, Shells::BASH)?;
            hook.judge = Judge::Untold;
            return Ok(hook);
        }
        // In its own shape the event has no name: the registration of the hook names it, or the fields tell.
        let name = event.unwrap_or_else(|| guess(said));
        let moment = match name {
            "preToolUse" => Moment::Before,
            "permissionRequest" => Moment::Permission,
            "postToolUse" => Moment::After,
            "userPromptSubmitted" => Moment::TurnBegins,
            "agentStop" => Moment::TurnEnds,
            other if OTHERS.contains(&other) => Moment::Other,
            other => return Err(Unreadable::UnknownEvent { agent: "copilot", event: other.to_owned() }),
        };
        let cwd = said.text("cwd")?.filter(|cwd| !cwd.is_empty());
        // A sub-agent has a session of its own, and says so before its tools, but not where Copilot would ask.
        let parent = said.name("parentAgentId")?;
        let session = said.needed_name("sessionId")?;
        let mut hook = hook(Agent::Copilot, moment, name, parent.unwrap_or(session));
        if parent.is_some() {
            hook.sub_agent = Some(said.name("agentId")?.unwrap_or(session).to_owned());
        }
        hook.cwd = cwd.map(str::to_owned);
        hook.judge = Judge::Untold;
        if matches!(moment, Moment::Before | Moment::Permission | Moment::After) {
            let key = if said.has("toolArgs") { "toolArgs" } else { "toolInput" };
            let input = said.map_or_text(key)?;
            hook.call = Some(call(said.needed_name("toolName")?, input, cwd));
        }
        Ok(hook)
    }

    fn reply(&self, event: &Event, ruling: &Ruling) -> Reply {
        match event.moment {
            Moment::Before => before(event, ruling),
            Moment::Permission => match ruling {
                Ruling::Allow { edited: None, .. } => Reply::json(&Behavior::Allow { updated_input: None }),
                Ruling::Allow { edited: Some(edited), .. } => refused(&make_instead(edited)),
                Ruling::Deny { reason } => refused(reason),
                Ruling::Ask { .. } | Ruling::Silent => Reply::no_opinion(),
            },
            Moment::After | Moment::TurnBegins | Moment::TurnEnds | Moment::Blocked | Moment::Other => Reply::nothing(),
        }
    }

    fn failed(&self, event: &Event, why: &str) -> Reply {
        self.reply(event, &Ruling::deny(why)).and_block(why)
    }

    fn prompt(&self, _: &Hook) -> Prompt {
        Prompt::Own
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(25)
    }
}

fn guess(said: Fields<'_>) -> &'static str {
    if said.has("toolResult") {
        "postToolUse"
    } else if said.has("toolName") {
        "preToolUse"
    } else if said.has("prompt") {
        "userPromptSubmitted"
    } else {
        // Nothing tells, so it is taken for what decides; without a tool it is then refused.
        "preToolUse"
    }
}

fn call(name: &str, input: Map<String, Value>, cwd: Option<&str>) -> crate::hook::ToolCall {
    let shells = if name == "powershell" { Shell::PowerShell.into() } else { Shells::BASH };
    let mut call = tools::call(TOOLS, name, input, shells, cwd);
    if call.shells.is_some() {
        // A terminal that stays open may have been left in another directory.
        let stays = TERMINAL.iter().take(2).any(|key| call.arguments.contains_key(*key));
        call.cwd_is_certain = call.cwd_is_certain && !stays;
        call.arguments.retain(|key, _| !TERMINAL.contains(&key.as_str()));
    }
    // An MCP tool is `server-tool` here, which nothing tells from other names: it stays unknown, and asks.
    call
}

fn before(event: &Event, ruling: &Ruling) -> Reply {
    let (decision, reason, edited) = match ruling {
        Ruling::Allow { reason, edited } => ("allow", reason, edited.as_ref()),
        Ruling::Ask { reason } | Ruling::Deny { reason } => ("deny", reason, None),
        Ruling::Silent => return Reply::no_opinion(),
    };
    let reason = shown(reason);
    // Hooks that were written for Claude are answered so, too.
    let claude =
        (event.name == "PreToolUse").then(|| Decided::new("PreToolUse", decision, Some(reason.clone()), edited));
    Reply::json(&CopilotReply {
        permission_decision: decision,
        permission_decision_reason: reason,
        modified_args: edited,
        hook_specific_output: claude,
    })
}

/// What Copilot reads before a tool runs.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CopilotReply<'r> {
    permission_decision: &'static str,
    permission_decision_reason: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    modified_args: Option<&'r Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hook_specific_output: Option<Decided<'r>>,
}

fn refused(reason: &str) -> Reply {
    Reply::json(&Behavior::Deny { message: shown(reason) })
}
