//! What `byleave hook --help` says. The hook itself is `byleave-hook`, which reads its command line without clap.

use std::path::PathBuf;

use clap::Args;

/// What the help says beside the options.
pub const NOTES: &str = "\
`byleave init` registers it. The agent writes one JSON object to standard input and reads the answer in its own protocol. \
A call that cannot be judged does not run: bad input, a broken policy, a store that is locked, no answer in time.

A call that asks goes to the hub if an approver is connected there; else to the agent's own prompt, if byleave can rely on \
it; else it is refused, with the command that allows it.";

/// How an agent calls its hook.
#[derive(Args, Debug)]
pub struct HookTask {
    /// The agent: claude, codex, gemini, cursor, copilot, vscode, cline, opencode or windsurf; by default found from its
    /// message
    #[arg(long, value_name = "NAME")]
    pub agent: Option<String>,

    /// The event, for agents whose message does not name it
    #[arg(long, value_name = "NAME")]
    pub event: Option<String>,

    /// How many seconds to wait for a person; must be less than the agent waits for its hook
    #[arg(long, value_name = "SECONDS")]
    pub wait: Option<u32>,

    /// Also ask in a box on the terminal; only for agents that do not draw there themselves
    #[arg(long)]
    pub terminal: bool,

    /// A policy file to use besides those of the machine, the user and the project
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// The store; by default the user's
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}
