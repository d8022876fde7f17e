//! The command line of the measurements.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// What follows the help of `bench hub`.
pub const HUB_EXAMPLES: &str = "\
Examples:
  byleave bench hub
  byleave bench hub --connections 16 --seconds 10 --waiting 1000 --pending 100000
  byleave bench hub --store postgres://byleave@db.internal/bench
  byleave bench hub --url http://127.0.0.1:7777 --agent-token agent.token --approver-token ann.token

Without --url the command starts a hub of its own, with a store in a scratch folder, and removes both afterwards. A store \
that you name must be new or empty, because the calls stay on its record. The hub must run on this machine.";

/// What to measure.
#[derive(Debug, Subcommand)]
pub enum BenchTask {
    /// How many calls a hub decides, and how fast an answer reaches the waiting agent
    #[command(after_help = HUB_EXAMPLES)]
    Hub(HubBench),
}

/// How to measure a hub.
#[derive(Args, Debug)]
pub struct HubBench {
    /// How many connections submit calls at once
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=512))]
    pub connections: u16,

    /// How many seconds to submit calls that need no approver
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=300))]
    pub seconds: u16,

    /// How many connected sessions wait for an answer; each is answered once
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u16).range(0..=3000))]
    pub waiting: u16,

    /// How many more requests are pending meanwhile, without a connection
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=200_000))]
    pub pending: u32,

    /// The hub's store: a new file, `sqlite:FILE`, or an empty database at `postgres://…`
    #[arg(long, value_name = "STORE", conflicts_with = "url")]
    pub store: Option<String>,

    /// A hub that already runs on this machine
    #[arg(long, value_name = "ADDRESS", requires_all = ["agent_token", "approver_token"])]
    pub url: Option<String>,

    /// The file with an `agent` token, for --url
    #[arg(long, value_name = "FILE", requires = "url")]
    pub agent_token: Option<PathBuf>,

    /// The file with an `approver` token, for --url
    #[arg(long, value_name = "FILE", requires = "url")]
    pub approver_token: Option<PathBuf>,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}
