//! The agents, by name.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use byleave_gate::known_agent;
use thiserror::Error;

use crate::fields::{Fields, Unreadable};
use crate::hook::{Event, Hook, Prompt};
use crate::reply::{Reply, Ruling};
use crate::surroundings::Surroundings;
use crate::{claude, cline, codex, copilot, cursor, gemini, opencode, vscode, windsurf};

/// A coding agent whose hooks byleave can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Agent {
    /// Claude Code.
    Claude,
    /// Codex CLI.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// Cursor, the editor and its CLI.
    Cursor,
    /// GitHub Copilot CLI and cloud agent.
    Copilot,
    /// The agent of Visual Studio Code.
    VsCode,
    /// Cline, in the editor and on the command line.
    Cline,
    /// opencode, through byleave's plug-in.
    OpenCode,
    /// Windsurf Cascade, now Devin Desktop.
    Windsurf,
}

/// A name that is no agent's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not an agent that byleave knows; use one of: {names}", names = Agent::ALL.map(Agent::name).join(", "))]
pub struct UnknownAgent(pub String);

/// How one agent is spoken to.
pub(crate) trait Adapter {
    /// What the agent says.
    fn read(&self, said: Fields<'_>, event: Option<&str>, around: &Surroundings) -> Result<Hook, Unreadable>;

    /// A ruling in the agent's words.
    fn reply(&self, event: &Event, ruling: &Ruling) -> Reply;

    /// A refusal because something went wrong: nothing is known of the call, and perhaps nothing of the event.
    fn failed(&self, event: &Event, why: &str) -> Reply;

    /// Whether the agent asks its user if the hook wants it to, or without being told.
    fn prompt(&self, hook: &Hook) -> Prompt;

    /// How long a hook may take as the agent's documentation has it, less what it takes to answer.
    fn patience(&self) -> Duration;
}

impl Agent {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Claude,
        Self::Codex,
        Self::Gemini,
        Self::Cursor,
        Self::Copilot,
        Self::VsCode,
        Self::Cline,
        Self::OpenCode,
        Self::Windsurf,
    ];

    /// The name on the command line and on record.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Claude => "claude",
            Self::Codex => "codex",
            Self::Gemini => "gemini",
            Self::Cursor => "cursor",
            Self::Copilot => "copilot",
            Self::VsCode => "vscode",
            Self::Cline => "cline",
            Self::OpenCode => "opencode",
            Self::Windsurf => "windsurf",
        }
    }

    /// The name people know.
    #[must_use]
    pub fn title(self) -> &'static str {
        known_agent(self.name()).unwrap_or_else(|| self.name())
    }

    /// How long a hook of this agent may wait for a person if its registration does not say. It is less than what
    /// the agent gives a hook: most agents run the tool when that is over.
    #[must_use]
    pub fn patience(self) -> Duration {
        self.adapter().patience()
    }

    /// Whether the call is refused if its hook ends without an answer, registered as `byleave init` does: by the shell that starts
    /// the hook, or by byleave's plug-in. What VS Code starts is not `init`'s.
    #[must_use]
    pub const fn refuses_when_its_hook_dies(self) -> bool {
        match self {
            Self::Claude
            | Self::Codex
            | Self::Gemini
            | Self::Cursor
            | Self::Copilot
            | Self::OpenCode
            | Self::Cline
            | Self::Windsurf => true,
            Self::VsCode => false,
        }
    }

    pub(crate) fn adapter(self) -> &'static dyn Adapter {
        match self {
            Self::Claude => &claude::Claude,
            Self::Codex => &codex::Codex,
            Self::Gemini => &gemini::Gemini,
            Self::Cursor => &cursor::Cursor,
            Self::Copilot => &copilot::Copilot,
            Self::VsCode => &vscode::VsCode,
            Self::Cline => &cline::Cline,
            Self::OpenCode => &opencode::OpenCode,
            Self::Windsurf => &windsurf::Windsurf,
        }
    }
}

impl fmt::Display for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Agent {
    type Err = UnknownAgent;

    fn from_str(name: &str) -> Result<Self, UnknownAgent> {
        Self::ALL.into_iter().find(|agent| agent.name() == name).ok_or_else(|| UnknownAgent(name.to_owned()))
    }
}
