//! The command lines of `byleave init` and `byleave uninstall`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

/// What the help says beside the options.
pub const NOTES: &str = "\
byleave finds your agents, shows what it would change in each file, asks, keeps a copy and writes. It keeps comments, order \
and other hooks; a second run changes nothing. `byleave uninstall` restores every file.

byleave also changes the commands of MCP servers to `byleave mcp --name NAME -- COMMAND`: those of Claude Code and Claude \
Desktop, Codex, Gemini CLI, Cursor, VS Code, Copilot, Cline, opencode and Windsurf, for you and for this project. It does \
not change servers that a client reaches over HTTP; it lists them. With `--no-mcp` it changes no server. Close the clients \
first: some write their settings when they exit.

`--for ci` prints the files instead, for images and pipelines, and writes nothing.

`--managed` is for root: it registers byleave in the administrator's files of Claude Code, Codex and Gemini CLI, for every user. No \
user and no repository switches these hooks off. `byleave uninstall`, as root, takes them away again.";

/// What the help of `byleave unnamed` says beside the words.
pub const UNNAMED_NOTES: &str = "\
A call that no rule, no floor and no deny names is the agent's own (`leave`) or a person's (`ask`). Denies, floors and ask rules hold \
either way. If nothing is set, byleave leaves such calls to an agent that asks you itself, or whose classifier, sandbox or mode judges \
them, and asks where nobody would. `unnamed: leave` or `unnamed: ask` in a policy file says the same; this command writes it into \
your own. It needs a person at a terminal.";

/// Who decides about calls that no rule names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum UnnamedWord {
    /// The agent itself, as its mode has it
    Leave,
    /// You
    Ask,
}

/// Which agents to register byleave with.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct InitTask {
    /// Only this agent; may be given more than once
    #[arg(long = "agent", value_name = "NAME")]
    pub agents: Vec<String>,

    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,

    /// Write without a question, at a terminal, for the scripts that set up your machine; trusts no policy and leaves `unnamed` as it is
    #[arg(long, conflicts_with_all = ["dry_run", "managed"])]
    pub yes: bool,

    /// Leave the MCP servers of clients as they are
    #[arg(long)]
    pub no_mcp: bool,

    /// Register byleave for every user of the machine, in the administrator's files; for root
    #[arg(long)]
    pub managed: bool,

    /// With `--managed`: write below this directory, for the image of a machine
    #[arg(long, value_name = "DIR", requires = "managed")]
    pub root: Option<PathBuf>,

    /// What the agents work on; the starter policy of the project depends on it
    #[arg(long = "for", value_enum, value_name = "WHAT", default_value_t)]
    pub purpose: Purpose,
}

/// What agents work on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Purpose {
    /// A developer's machine: tests and builds of the project run
    #[default]
    Dev,
    /// A machine that matters: everything that changes something asks
    Prod,
    /// A pipeline without a person: print the files, write nothing
    Ci,
}

/// Which agents to leave alone again.
#[derive(Args, Debug)]
pub struct UninstallTask {
    /// Only this agent; may be given more than once
    #[arg(long = "agent", value_name = "NAME")]
    pub agents: Vec<String>,

    /// Show what would change, and change nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// Which agents to look at.
#[derive(Args, Debug)]
pub struct DoctorTask {
    /// Only this agent; may be given more than once
    #[arg(long = "agent", value_name = "NAME")]
    pub agents: Vec<String>,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}
