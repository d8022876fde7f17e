//! opencode, through the plug-in that `byleave init` installs. The plug-in passes calls to `byleave hook`, and throws
//! an error unless the call may run.

use std::time::Duration;

use byleave_shell::{Shell, Shells};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::agent::{Adapter, Agent};
use crate::fields::{Fields, Unreadable};
use crate::hook::{Event, Hook, Judge, Moment, Prompt, hook};
use crate::reply::{Reply, Ruling, shown};
use crate::shells;
use crate::surroundings::Surroundings;
use crate::tools::{self, Means, Row};

pub(crate) struct OpenCode;

/// What opencode calls its tools.
const TOOLS: &[Row] = &[
    ("bash", Means::Shell),
    ("read", Means::Tool("read")),
    ("write", Means::Tool("write")),
    ("edit", Means::Tool("edit")),
    ("multiedit", Means::Tool("multi_edit")),
    ("patch", Means::Tool("apply_patch")),
    ("apply_patch", Means::Tool("apply_patch")),
    ("glob", Means::Tool("glob")),
    ("grep", Means::Tool("grep")),
    ("list", Means::Tool("ls")),
    ("webfetch", Means::Tool("fetch")),
    ("websearch", Means::Tool("web_search")),
    ("codesearch", Means::Tool("web_search")),
    ("task", Means::Tool("task")),
    ("skill", Means::Tool("skill")),
    ("todowrite", Means::Tool("todo")),
    ("todoread", Means::Tool("todo")),
    ("lsp", Means::Tool("search")),
    ("question", Means::Question("askUserQuestion")),
    ("plan_exit", Means::Question("exit_plan_mode")),
];

/// The shells it may run a command in: the user's, unless that is one that reads differently.
pub(crate) const SHELLS: Shells = Shells::POSIX.without(Shells::of(Shell::Fish));

impl Adapter for OpenCode {
    fn read(&self, said: Fields<'_>, _: Option<&str>, around: &Surroundings) -> Result<Hook, Unreadable> {
        let name = said.needed("event")?;
        let moment = match name {
            "tool.execute.before" => Moment::Before,
            "permission.asked" => Moment::Permission,
            "tool.execute.after" => Moment::After,
            "chat.message" => Moment::TurnBegins,
            "session.idle" => Moment::TurnEnds,
            other => return Err(Unreadable::UnknownEvent { agent: "opencode", event: other.to_owned() }),
        };
        let cwd = said.text("directory")?.filter(|cwd| !cwd.is_empty());
        let session = said.needed_name("sessionID")?;
        // A sub-agent has a session of its own below the one that started it.
        let parent = said.name("parentID")?;
        let mut hook = hook(Agent::OpenCode, moment, name, parent.unwrap_or(session));
        hook.sub_agent = parent.map(|_| session.to_owned());
        hook.cwd = cwd.map(str::to_owned);
        // Outside of a repository it calls the root of everything its work tree.
        hook.project = said.text("worktree")?.filter(|root| !matches!(*root, "" | "/")).map(str::to_owned);
        let asks = moment == Moment::Permission || said.get("asks").and_then(serde_json::Value::as_bool) == Some(true);
        hook.judge = if asks { Judge::Person } else { Judge::Nobody };
        if matches!(moment, Moment::Before | Moment::Permission | Moment::After) {
            let shells = shells::users(around, SHELLS);
            let mut call = tools::call(TOOLS, said.needed_name("tool")?, said.map_or_text("args")?, shells, cwd);
            call.id = said.name("callID")?.map(str::to_owned);
            if let Some(server) = said.name("server")? {
                let tool = call.named.strip_prefix(server).and_then(|rest| rest.strip_prefix('_'));
                call.tool = tools::mcp(server, tool.unwrap_or(&call.named));
            }
            hook.call = Some(call);
        }
        Ok(hook)
    }

    fn reply(&self, event: &Event, ruling: &Ruling) -> Reply {
        if !event.moment.decides() {
            return Reply::nothing();
        }
        Reply::json(&match ruling {
            Ruling::Allow { edited, .. } => PluginReply::Allow { args: edited.as_ref() },
            Ruling::Ask { .. } | Ruling::Silent if event.moment == Moment::Permission => PluginReply::None,
            Ruling::Silent => PluginReply::None,
            Ruling::Ask { reason } | Ruling::Deny { reason } => PluginReply::Deny { reason: shown(reason) },
        })
    }

    fn failed(&self, _: &Event, why: &str) -> Reply {
        Reply::json(&PluginReply::Deny { reason: shown(why) }).and_block(why)
    }

    fn prompt(&self, hook: &Hook) -> Prompt {
        match hook.judge {
            Judge::Person => Prompt::Own,
            Judge::Machine | Judge::Untold | Judge::Nobody => Prompt::Never,
        }
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(570)
    }
}

/// What byleave's plug-in in opencode reads.
#[derive(Serialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
enum PluginReply<'r> {
    Allow {
        #[serde(skip_serializing_if = "Option::is_none")]
        args: Option<&'r Map<String, Value>>,
    },
    /// opencode does as its own settings say.
    None,
    Deny {
        reason: String,
    },
}
