//! Windsurf Cascade, now Devin Desktop. What a hook prints decides nothing: exit code 2 refuses, with the reason on standard
//! error.

use std::time::Duration;

use byleave_shell::Shells;
use serde_json::{Map, Value};

use crate::agent::{Adapter, Agent};
use crate::fields::{Fields, Unreadable};
use crate::hook::{Event, Hook, Judge, Moment, Prompt, ToolCall, hook};
use crate::reply::{Reply, Ruling, make_instead};
use crate::shells;
use crate::surroundings::Surroundings;
use crate::tools::{self, Means, Row};

pub(crate) struct Windsurf;

/// Its tools have no names, only events.
const TOOLS: &[Row] =
    &[("run_command", Means::Shell), ("write_code", Means::Tool("edit")), ("read_code", Means::Tool("read"))];

const OTHERS: [&str; 3] = ["post_cascade_response", "post_setup_worktree", "post_cascade_response_with_transcript"];

impl Adapter for Windsurf {
    fn read(&self, said: Fields<'_>, _: Option<&str>, around: &Surroundings) -> Result<Hook, Unreadable> {
        let name = said.needed("agent_action_name")?;
        let tool = name.strip_prefix("pre_").or_else(|| name.strip_prefix("post_")).unwrap_or(name);
        let moment = match name {
            "pre_run_command" | "pre_write_code" | "pre_read_code" | "pre_mcp_tool_use" => Moment::Before,
            "post_run_command" | "post_write_code" | "post_read_code" | "post_mcp_tool_use" => Moment::After,
            "pre_user_prompt" => Moment::TurnBegins,
            other if OTHERS.contains(&other) => Moment::Other,
            other => return Err(Unreadable::UnknownEvent { agent: "windsurf", event: other.to_owned() }),
        };
        let mut hook = hook(Agent::Windsurf, moment, name, said.needed_name("trajectory_id")?);
        hook.cwd.clone_from(&around.cwd);
        // Its own setting asks about commands, unless the user lets it run everything; hooks are not told.
        hook.judge = Judge::Untold;
        if matches!(moment, Moment::Before | Moment::After) {
            hook.call = Some(call(tool, said.needed_map("tool_info")?, around)?);
        }
        Ok(hook)
    }

    fn reply(&self, event: &Event, ruling: &Ruling) -> Reply {
        if event.moment != Moment::Before {
            return Reply::nothing();
        }
        match ruling {
            // Its registered line keeps this to itself: Windsurf would show it.
            Ruling::Allow { edited: None, .. } | Ruling::Silent => Reply::no_opinion(),
            Ruling::Allow { edited: Some(edited), .. } => Reply::block(&make_instead(edited)),
            Ruling::Ask { reason } | Ruling::Deny { reason } => Reply::block(reason),
        }
    }

    fn failed(&self, _: &Event, why: &str) -> Reply {
        Reply::block(why)
    }

    fn prompt(&self, _: &Hook) -> Prompt {
        Prompt::Own
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(25)
    }
}

fn call(tool: &str, info: Fields<'_>, around: &Surroundings) -> Result<ToolCall, Unreadable> {
    let shells = shells::users(around, Shells::POSIX);
    let one = |key: &str, value: &str| -> Map<String, Value> { [(key.to_owned(), value.into())].into_iter().collect() };
    let place = around.cwd.as_deref();
    Ok(match tool {
        "run_command" => {
            let cwd = info.text("cwd")?.filter(|cwd| !cwd.is_empty());
            let mut call =
                tools::call(TOOLS, tool, one("command", info.needed("command_line")?), shells, cwd.or(place));
            call.cwd_is_certain = cwd.is_some();
            call
        }
        "mcp_tool_use" => {
            let arguments = info.map_or_text("mcp_tool_arguments")?;
            let mut call = tools::call(TOOLS, tool, arguments, shells, place);
            call.tool = tools::mcp(info.needed_name("mcp_server_name")?, info.needed_name("mcp_tool_name")?);
            call
        }
        _ => {
            let mut given = one("file_path", info.needed("file_path")?);
            if let Some(edits) = info.get("edits") {
                given.insert("edits".to_owned(), edits.clone());
            }
            tools::call(TOOLS, tool, given, shells, place)
        }
    })
}
