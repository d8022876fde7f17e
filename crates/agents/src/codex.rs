//! Codex CLI. It takes an answer with a field it does not know, an `ask`, or a refusal without a reason for a hook that
//! failed, and runs the tool.

use std::time::Duration;

use byleave_shell::{Shell, Shells};

use crate::agent::{Adapter, Agent};
use crate::claude::{self, Behavior, Decided, HookOutput};
use crate::fields::{Fields, Unreadable};
use crate::hook::{Event, Hook, Judge, Moment, Prompt, hook};
use crate::reply::{Reply, Ruling, make_instead};
use crate::surroundings::Surroundings;
use crate::tools::{self, Means, Row};

pub(crate) struct Codex;

/// What Codex calls its tools in hooks.
const TOOLS: &[Row] = &[
    ("Bash", Means::Shell),
    ("shell", Means::Shell),
    ("exec_command", Means::Shell),
    ("local_shell", Means::Shell),
    ("apply_patch", Means::Tool("apply_patch")),
    ("spawn_agent", Means::Tool("task")),
    ("update_plan", Means::Tool("todo")),
    ("view_image", Means::Tool("read")),
    ("web_search", Means::Tool("web_search")),
    ("request_user_input", Means::Question("askUserQuestion")),
];

const OTHERS: [&str; 6] = ["PreCompact", "PostCompact", "SessionStart", "SessionEnd", "SubagentStart", "SubagentStop"];

impl Adapter for Codex {
    fn read(&self, said: Fields<'_>, _: Option<&str>, around: &Surroundings) -> Result<Hook, Unreadable> {
        let name = said.needed("hook_event_name")?;
        let moment = match name {
            "PreToolUse" => Moment::Before,
            "PermissionRequest" => Moment::Permission,
            "PostToolUse" => Moment::After,
            "UserPromptSubmit" => Moment::TurnBegins,
            "Stop" => Moment::TurnEnds,
            other if OTHERS.contains(&other) => Moment::Other,
            other => return Err(Unreadable::UnknownEvent { agent: "codex", event: other.to_owned() }),
        };
        let cwd = said.text("cwd")?.filter(|cwd| !cwd.is_empty());
        let mut hook = hook(Agent::Codex, moment, name, said.needed_name("session_id")?);
        hook.cwd = cwd.map(str::to_owned);
        hook.sub_agent = said.name("agent_id")?.map(str::to_owned);
        hook.judge = match said.text("permission_mode")? {
            _ if moment == Moment::Permission => Judge::Person,
            // Its sandbox, and its user or its reviewer about what leaves the sandbox.
            Some("default") => Judge::Machine,
            // `bypassPermissions`: it asks about nothing.
            Some(_) | None => Judge::Nobody,
        };
        if matches!(moment, Moment::Before | Moment::Permission | Moment::After) {
            let input = said.needed_map("tool_input")?;
            let network = input.text("description")?.is_some_and(|text| text.starts_with("network-access "));
            let mut call = tools::call(TOOLS, said.needed_name("tool_name")?, input.0.clone(), shells(around), cwd);
            call.id = said.name("tool_use_id")?.map(str::to_owned);
            // The model may have chosen another directory and another shell; hooks are not told.
            call.cwd_is_certain = call.tool != "bash" && call.cwd_is_certain;
            // What is asked for is a connection, not the command that wants it.
            call.needs_person = moment == Moment::Permission && network;
            hook.call = Some(call);
        }
        Ok(hook)
    }

    fn reply(&self, event: &Event, ruling: &Ruling) -> Reply {
        match event.moment {
            Moment::Before => match ruling {
                Ruling::Allow { edited: Some(edited), .. } => {
                    Reply::json(&HookOutput::new(Decided::new("PreToolUse", "allow", None, Some(edited))))
                }
                // That is its yes. It has no way to say more.
                Ruling::Allow { edited: None, .. } | Ruling::Silent => Reply::no_opinion(),
                // A code and words: Codex starts its hooks in a login shell, and what the user's profile prints there before the
                // answer would make JSON unreadable, so that the tool runs.
                Ruling::Ask { reason } | Ruling::Deny { reason } => Reply::block(reason),
            },
            Moment::Permission => match ruling {
                Ruling::Allow { edited: None, .. } => claude::permission(Behavior::Allow { updated_input: None }),
                Ruling::Allow { edited: Some(edited), .. } => Reply::block(&make_instead(edited)),
                Ruling::Deny { reason } => Reply::block(reason),
                Ruling::Ask { .. } | Ruling::Silent => Reply::no_opinion(),
            },
            Moment::After | Moment::TurnBegins | Moment::TurnEnds | Moment::Blocked | Moment::Other => Reply::nothing(),
        }
    }

    fn failed(&self, _: &Event, why: &str) -> Reply {
        Reply::block(why)
    }

    fn prompt(&self, hook: &Hook) -> Prompt {
        match hook.moment {
            Moment::Permission => Prompt::Own,
            Moment::Before
            | Moment::After
            | Moment::TurnBegins
            | Moment::TurnEnds
            | Moment::Blocked
            | Moment::Other => Prompt::Never,
        }
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(570)
    }
}

/// The user's shell, unless the model named another: any that Codex knows and that is here.
fn shells(around: &Surroundings) -> Shells {
    if around.has_program("pwsh") { Shells::POSIX.and(Shell::PowerShell.into()) } else { Shells::POSIX }
}
