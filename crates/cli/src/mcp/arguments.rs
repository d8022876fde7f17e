//! The command line of `byleave mcp`.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use byleave_mcp::{Trust, Unknown};
use clap::{Args, Subcommand, ValueEnum};

/// What the help says beside the options.
pub const NOTES: &str = "\
Examples:
  byleave mcp --name fs -- npx -y @modelcontextprotocol/server-filesystem ~/notes
  byleave mcp --name docs --http https://mcp.example/mcp --listen 127.0.0.1:7411
  byleave mcp pins list
  byleave mcp pins accept fs

Write the first line into the configuration of an MCP client in place of the server's own command. byleave forwards every \
message except calls of tools, and judges each call by the rules for `mcp__NAME__TOOL`. A call that asks goes to the user of \
the client if the client has forms, and to the approvers at a hub that uses the same store. If there is neither, byleave \
refuses the call and names the rule that would allow it. No rule counts for a tool until a person has accepted the tool, or \
after its server has changed it.";

/// What to do.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct McpTask {
    /// Another task than the gate itself
    #[command(subcommand)]
    pub task: Option<McpSubTask>,

    #[command(flatten)]
    pub gate: GateTask,
}

/// A gate before a server.
#[derive(Args, Debug)]
pub struct GateTask {
    /// The server's command and its arguments, after `--`
    #[arg(value_name = "COMMAND", last = true)]
    pub command: Vec<OsString>,

    /// The address of a server over HTTP, such as `https://mcp.example/mcp`
    #[arg(long, value_name = "URL", conflicts_with = "command")]
    pub http: Option<String>,

    /// The address to listen on for clients of that server; byleave prints it
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:0", requires = "http")]
    pub listen: SocketAddr,

    /// The name of the server in rules, as `mcp__NAME__TOOL`; by default made from its command
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,

    /// How far byleave trusts the server
    #[arg(long, value_enum, default_value_t, value_name = "TIER")]
    pub trust: TrustTier,

    /// What to do with requests that no known version of the protocol has
    #[arg(long, value_enum, default_value_t, value_name = "WHAT")]
    pub unknown: UnknownRequests,

    /// Do not ask by the client's forms, only at a hub
    #[arg(long)]
    pub no_forms: bool,

    /// How many seconds to wait for a person
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    pub wait: u32,

    /// The session whose grants count; by default a new one
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,

    /// A policy file to use besides those of the machine, the user and the project
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// The store; by default the user's
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}

/// How far a server is trusted.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum TrustTier {
    /// Every call asks, even if a rule allows it
    None,
    /// Rules count for a tool while it is exactly as a person accepted it
    #[default]
    Pinned,
    /// Rules count for all its tools
    Full,
}

impl From<TrustTier> for Trust {
    fn from(tier: TrustTier) -> Self {
        match tier {
            TrustTier::None => Self::None,
            TrustTier::Pinned => Self::Pinned,
            TrustTier::Full => Self::Full,
        }
    }
}

/// What becomes of unknown requests.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
pub enum UnknownRequests {
    /// Forward them to the server
    #[default]
    Pass,
    /// Judge them as calls of `mcp__NAME__method`
    Ask,
}

impl From<UnknownRequests> for Unknown {
    fn from(unknown: UnknownRequests) -> Self {
        match unknown {
            UnknownRequests::Pass => Self::Pass,
            UnknownRequests::Ask => Self::Ask,
        }
    }
}

/// What else there is.
#[derive(Debug, Subcommand)]
pub enum McpSubTask {
    /// List, show and accept what MCP servers offer
    #[command(subcommand)]
    Pins(PinsTask),
    /// Be an MCP server: `check`, `explain` and `why` for agents, and `permission_prompt` for Claude Code
    #[command(after_help = SERVE_NOTES)]
    Serve(ServeOptions),
}

/// What the help of `serve` says beside the options.
pub const SERVE_NOTES: &str = "\
Examples:
  claude mcp add byleave -- byleave mcp serve
  claude -p --permission-prompt-tool mcp__byleave__permission_prompt 'tidy up'

`check`, `explain` and `why` change nothing. `permission_prompt` judges a call as the hook does: a call that asks goes to the approvers \
at a hub that uses the same store; without one byleave refuses it and names the rule that would allow it.";

/// How byleave serves.
#[derive(Args, Debug)]
pub struct ServeOptions {
    /// How many seconds to wait for a person
    #[arg(long, value_name = "SECONDS", default_value_t = 570)]
    pub wait: u32,

    /// A policy file to use besides those of the machine, the user and the project
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// The store; by default the user's
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}

/// What to do with pins.
#[derive(Debug, Subcommand)]
pub enum PinsTask {
    /// List servers and tools, and whether a person has accepted them as they are now
    List {
        /// Only this server
        server: Option<String>,

        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Show what a server says about its tools, and what it has changed since a person accepted them
    Show {
        /// The server
        server: String,

        /// Only this tool
        tool: Option<String>,
    },
    /// Accept a server and its tools as they are now; needs a person at a terminal
    Accept {
        /// The server
        server: String,

        /// Only these tools
        tools: Vec<String>,
    },
}
