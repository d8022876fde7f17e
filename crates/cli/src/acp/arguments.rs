//! The command line of `byleave acp`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

/// What the help says beside the options.
pub const NOTES: &str = "\
Examples:
  byleave acp -- gemini --acp
  byleave acp --agent claude -- npx @agentclientprotocol/claude-agent-acp

Give this command to the editor in place of the agent's own. byleave judges the files and terminals that the agent wants \
from the editor, and refuses what the policy does not allow. When the agent asks for permission, the policy answers; a call \
that asks goes to the editor and to the hub, and the first answer wins. byleave holds back modes in which the agent stops \
asking. All other messages pass unchanged.

An agent asks only when it wants to. If a tool starts without a question, byleave records an alarm. So put byleave into the \
agent's hooks, too, where it has some (`byleave init`).";

/// Which agent to run.
#[derive(Args, Debug)]
pub struct AcpTask {
    /// The agent, such as claude, codex or gemini: each asks in a form of its own; by default the name the agent gives
    #[arg(long, value_name = "NAME")]
    pub agent: Option<String>,

    /// Allow this mode of the agent although the agent stops asking in it; may be given more than once
    #[arg(long, value_name = "ID")]
    pub mode: Vec<String>,

    /// A policy file to use besides those of the machine, the user and the project
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// The store; by default the user's
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,

    /// The agent's command
    #[arg(value_name = "AGENT", last = true, required = true)]
    pub command: Vec<OsString>,
}
