//! The command line of `byleave acp`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

/// What the help says beside the options.
pub const NOTES: &str = "\
Examples:
  byleave acp -- gemini --acp
  byleave acp --agent claude -- npx @agentclientprotocol/claude-agent-acp

Name it in the editor as the command of the agent. Files and terminals that the agent wants from the editor are judged, \
and refused where the policy does not let them. What the agent asks leave for is answered by the policy; what asks goes to \
the editor and to a hub, and the first answer wins. Modes in which the agent stops asking are held back. All else passes as \
it is.

An agent asks only when it wants to: a tool that starts unasked is on record as an alarm. Put byleave into the agent's \
hooks, too, where it has some (`byleave init`).";

/// Which agent to stand before.
#[derive(Args, Debug)]
pub struct AcpTask {
    /// The agent (claude, codex, gemini …) whose questions are read; by default what it says of itself
    #[arg(long, value_name = "NAME")]
    pub agent: Option<String>,

    /// A mode of the agent that is not held back although it stops asking in it; may be given more than once
    #[arg(long, value_name = "ID")]
    pub mode: Vec<String>,

    /// A policy file that counts beside those of the machine, the user and the project
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// Another store than the user's
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,

    /// The agent's command
    #[arg(value_name = "AGENT", last = true, required = true)]
    pub command: Vec<OsString>,
}
