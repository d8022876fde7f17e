//! Gemini CLI. A hook can refuse a call, but not approve one: Gemini's policy engine still decides. `ask` would lift
//! even a deny of that engine, so the hook never answers `ask`.

use byleave_config::EXPORTED;
use std::path::Path;
use std::time::Duration;

use byleave_shell::{Shell, Shells};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::agent::{Adapter, Agent};
use crate::fields::{Fields, Unreadable};
use crate::hook::{Event, Hook, Judge, Moment, Prompt, hook};
use crate::reply::{Reply, Ruling, shown};
use crate::surroundings::Surroundings;
use crate::tools::{self, Means, Row};

pub(crate) struct Gemini;

/// What Gemini CLI calls its tools.
const TOOLS: &[Row] = &[
    ("run_shell_command", Means::Shell),
    ("read_file", Means::Tool("read")),
    ("read_many_files", Means::Tool("read")),
    ("write_file", Means::Tool("write")),
    ("replace", Means::Tool("edit")),
    ("glob", Means::Tool("glob")),
    ("grep_search", Means::Tool("grep")),
    ("search_file_content", Means::Tool("grep")),
    ("list_directory", Means::Tool("ls")),
    ("web_fetch", Means::Tool("fetch")),
    ("google_web_search", Means::Tool("web_search")),
    ("save_memory", Means::Tool("save_memory")),
    ("write_todos", Means::Tool("todo")),
    ("activate_skill", Means::Tool("skill")),
    ("ask_user", Means::Question("askUserQuestion")),
    ("enter_plan_mode", Means::Tool("enter_plan_mode")),
    ("exit_plan_mode", Means::Question("exit_plan_mode")),
];

const OTHERS: [&str; 7] =
    ["BeforeModel", "AfterModel", "BeforeToolSelection", "SessionStart", "SessionEnd", "Notification", "PreCompress"];

impl Adapter for Gemini {
    fn read(&self, said: Fields<'_>, _: Option<&str>, around: &Surroundings) -> Result<Hook, Unreadable> {
        let name = said.needed("hook_event_name")?;
        let moment = match name {
            "BeforeTool" => Moment::Before,
            "AfterTool" => Moment::After,
            "BeforeAgent" => Moment::TurnBegins,
            "AfterAgent" => Moment::TurnEnds,
            other if OTHERS.contains(&other) => Moment::Other,
            other => return Err(Unreadable::UnknownEvent { agent: "gemini", event: other.to_owned() }),
        };
        let cwd = said.text("cwd")?.filter(|cwd| !cwd.is_empty());
        let mut hook = hook(Agent::Gemini, moment, name, said.needed_name("session_id")?);
        hook.project = around.variable("GEMINI_PROJECT_DIR");
        hook.cwd = cwd.map(str::to_owned);
        // Its policy engine asks about what nothing allows, unless the user switched that off.
        hook.judge = Judge::Untold;
        if matches!(moment, Moment::Before | Moment::After) {
            let input = said.needed_map("tool_input")?.0.clone();
            let shells: Shells = if cfg!(windows) { Shell::PowerShell.into() } else { Shells::BASH };
            let mut call = tools::call(TOOLS, said.needed_name("tool_name")?, input, shells, cwd);
            if approves(around, &call.named) {
                hook.judge = Judge::Nobody;
            }
            if let Some(context) = said.map("mcp_context")?.map(Fields) {
                // `mcp_a_b_c` could be two pairs of names; what it was made of could not.
                call.tool = tools::mcp(context.needed_name("server_name")?, context.needed_name("tool_name")?);
            } else if call.tool.starts_with("mcp_") {
                // Nothing says where the server's name ends, so no rule is about it.
                call.needs_person = true;
            }
            hook.call = Some(call);
        }
        Ok(hook)
    }

    fn reply(&self, event: &Event, ruling: &Ruling) -> Reply {
        if event.moment != Moment::Before {
            return Reply::nothing();
        }
        match ruling {
            Ruling::Allow { edited: None, .. } | Ruling::Silent => Reply::no_opinion(),
            Ruling::Allow { edited: Some(edited), .. } => Reply::json(&GeminiReply::Allow {
                hook_specific_output: EditedInput { hook_event_name: "BeforeTool", tool_input: edited },
            }),
            Ruling::Ask { reason } | Ruling::Deny { reason } => denied(reason),
        }
    }

    fn failed(&self, _: &Event, why: &str) -> Reply {
        denied(why).and_block(why)
    }

    fn prompt(&self, _: &Hook) -> Prompt {
        Prompt::Own
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(50)
    }
}

/// Whether a file that `byleave policy export gemini` made approves calls of a tool. Its rules are wider than the policy they
/// come from, so what no rule of the policy names must not be left to them.
fn approves(around: &Surroundings, tool: &str) -> bool {
    let Some(home) = around.variable("HOME") else { return false };
    let Ok(files) = std::fs::read_dir(Path::new(&home).join(".gemini/policies")) else { return false };
    let name = format!("\"{tool}\"");
    files.flatten().any(|file| {
        let path = file.path();
        // A file that cannot be read by the hook cannot be read by the agent either.
        path.extension().is_some_and(|end| end == "toml")
            && std::fs::read_to_string(path).is_ok_and(|text| text.starts_with(EXPORTED) && text.contains(&name))
    })
}

fn denied(reason: &str) -> Reply {
    Reply::json(&GeminiReply::Deny { reason: shown(reason) })
}

/// What Gemini CLI reads. It takes silence for "go on".
#[derive(Serialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
enum GeminiReply<'r> {
    Allow {
        #[serde(rename = "hookSpecificOutput")]
        hook_specific_output: EditedInput<'r>,
    },
    Deny {
        reason: String,
    },
}

#[derive(Serialize)]
struct EditedInput<'r> {
    #[serde(rename = "hookEventName")]
    hook_event_name: &'static str,
    tool_input: &'r Map<String, Value>,
}
