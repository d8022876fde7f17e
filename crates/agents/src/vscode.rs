//! The agent of Visual Studio Code: Claude's shape with tools of its own.

use std::time::Duration;

use byleave_shell::Shells;

use crate::agent::{Adapter, Agent};
use crate::claude;
use crate::fields::{Fields, Unreadable};
use crate::hook::{Event, Hook, Judge, Moment, Prompt};
use crate::reply::{Reply, Ruling};
use crate::shells;
use crate::surroundings::Surroundings;
use crate::tools::{Means, Row};

pub(crate) struct VsCode;

/// What VS Code calls its tools.
const TOOLS: &[Row] = &[
    ("run_in_terminal", Means::Shell),
    ("runInTerminal", Means::Shell),
    ("get_terminal_output", Means::Tool("bash_output")),
    ("kill_terminal", Means::Tool("kill_bash")),
    ("read_file", Means::Tool("read")),
    ("read_notebook_cell_output", Means::Tool("read")),
    ("view_image", Means::Tool("read")),
    ("create_file", Means::Tool("write")),
    ("create_directory", Means::Tool("create_directory")),
    ("insert_edit_into_file", Means::Tool("edit")),
    ("replace_string_in_file", Means::Tool("edit")),
    ("multi_replace_string_in_file", Means::Tool("multi_edit")),
    ("apply_patch", Means::Tool("apply_patch")),
    ("edit_notebook_file", Means::Tool("notebook_edit")),
    ("grep_search", Means::Tool("grep")),
    ("file_search", Means::Tool("glob")),
    ("semantic_search", Means::Tool("search")),
    ("list_dir", Means::Tool("ls")),
    ("fetch_webpage", Means::Tool("fetch")),
    ("runSubagent", Means::Tool("task")),
    ("manage_todo_list", Means::Tool("todo")),
    ("askQuestions", Means::Question("askUserQuestion")),
    ("vscode_askQuestions", Means::Question("askUserQuestion")),
];

impl Adapter for VsCode {
    fn read(&self, said: Fields<'_>, _: Option<&str>, around: &Surroundings) -> Result<Hook, Unreadable> {
        let shells = shells::users(around, Shells::POSIX);
        let mut hook = claude::shaped(Agent::VsCode, said, TOOLS, shells)?;
        hook.judge = Judge::Untold;
        if let Some(call) = &mut hook.call {
            // Its terminal stays open, and may have been left in another directory.
            call.cwd_is_certain = call.cwd_is_certain && call.shells.is_none();
        }
        Ok(hook)
    }

    fn reply(&self, event: &Event, ruling: &Ruling) -> Reply {
        match event.moment {
            Moment::Before => claude::before("PreToolUse", ruling),
            Moment::Permission
            | Moment::After
            | Moment::TurnBegins
            | Moment::TurnEnds
            | Moment::Blocked
            | Moment::Other => Reply::nothing(),
        }
    }

    fn failed(&self, event: &Event, why: &str) -> Reply {
        self.reply(event, &Ruling::deny(why)).and_block(why)
    }

    fn prompt(&self, _: &Hook) -> Prompt {
        Prompt::Always
    }

    fn patience(&self) -> Duration {
        Duration::from_secs(25)
    }
}
