//! The command line of the record commands.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::policy::arguments::Named;

pub const AUDIT_EXAMPLES: &str = "\
Examples:
  byleave audit verify
  byleave audit head > head.txt; byleave audit verify --head head.txt
  byleave audit query --verdict ask --refused --since 7d
  byleave audit tail -f --store postgres://byleave@db.example/byleave
  byleave audit export --format csv --since 2026-11-01 > november.csv";

pub const TIME: &str = "\
A time is how long ago (`90m`, `24h`, `7d`, `2w`), a day (`2026-11-01`) or a moment (`2026-11-01T09:30:00Z`).";

pub const REPLAY_NOTES: &str = "\
Every recorded call is decided again with the time, limits, grants and mode it was decided with. The exit code is 1 if \
something became looser (deny to ask, ask to allow), else 0. Calls that an engine of another generation decided are listed apart: \
there the engine may be why a verdict differs.

`--engine` decides again, under the policy in force in each project, the calls that ran without a question and that an older \
engine decided, and lists by reason what would ask now. It looks at the disk as it is now. Run it with a new byleave before you put it \
in place of the old one: `./byleave-new replay --engine --since 30d`.";

/// Which record.
#[derive(Args, Clone, Debug, Default)]
pub struct Place {
    /// The store, as for `byleave serve`: a file, `sqlite:FILE` or `postgres://USER@HOST/DATABASE`; by default the
    /// user's
    #[arg(long, value_name = "STORE")]
    pub store: Option<PathBuf>,
}

/// Which entries.
#[derive(Args, Clone, Debug, Default)]
pub struct Filters {
    /// From this time on
    #[arg(long, value_name = "TIME")]
    pub since: Option<String>,

    /// Before this time
    #[arg(long, value_name = "TIME")]
    pub until: Option<String>,

    /// Only this session
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,

    /// Only this tool, as the agent named it
    #[arg(long)]
    pub tool: Option<String>,

    /// Only calls with this verdict
    #[arg(long, value_parser = ["allow", "ask", "deny"])]
    pub verdict: Option<String>,

    /// Only calls that were allowed to run
    #[arg(long, conflicts_with = "refused")]
    pub approved: bool,

    /// Only calls that were refused
    #[arg(long)]
    pub refused: bool,

    /// Only calls that this layer decided
    #[arg(long, value_parser = ["safe", "config", "skill", "user", "mode", "tool", "floor", "none"])]
    pub source: Option<String>,

    /// Only calls that this rule decided, as the policy writes it
    #[arg(long)]
    pub rule: Option<String>,
}

/// What to do with the record.
#[derive(Debug, Subcommand)]
pub enum AuditTask {
    /// Verify the whole chain (exit code 0 if it is intact; 1 if it is not, or if the anchor is missing and so a cut
    /// tail cannot be detected)
    Verify {
        /// A head that the chain must contain: the output of `audit head`, or a file with it
        #[arg(long, value_name = "HEAD")]
        head: Option<String>,

        #[command(flatten)]
        place: Place,
    },
    /// Print the head of the chain, to keep on another machine
    Head {
        #[command(flatten)]
        place: Place,
    },
    /// Show decisions, as they stand on record
    #[command(after_help = TIME)]
    Query {
        #[command(flatten)]
        filters: Filters,

        /// At most this many, the newest; 0 for all
        #[arg(long, default_value_t = 100, value_name = "N")]
        limit: u32,

        /// Print one JSON object a line
        #[arg(long)]
        json: bool,

        #[command(flatten)]
        place: Place,
    },
    /// Show the last decisions, and new ones with `-f`
    Tail {
        /// Continue with new decisions
        #[arg(short, long)]
        follow: bool,

        /// How many
        #[arg(short = 'n', long, default_value_t = 10, value_name = "N")]
        lines: u32,

        /// Print one JSON object a line
        #[arg(long)]
        json: bool,

        #[command(flatten)]
        place: Place,
    },
    /// Print entries for other programs
    #[command(after_help = TIME)]
    Export {
        /// The format
        #[arg(long, value_enum)]
        format: Format,

        #[command(flatten)]
        filters: Filters,

        #[command(flatten)]
        place: Place,
    },
}

/// What to export as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Jsonl,
    Csv,
    Cef,
}

pub const LOG_EXAMPLES: &str = "\
Examples:
  byleave log --follow                     in a second terminal, while an agent works
  byleave log -n 50 --session s1
  byleave log --verdict ask --refused --since 7d
  byleave log --follow --json | jq -r .reason

Each line has the time, what became of the call, the agent, the call, and the rule or the person that decided. `asked` means \
that byleave had the agent's own prompt ask, `left` that it had no opinion; `→ ran` that the call ran afterwards. With \
`--follow` a question that is open has a line of its own, `waits`, and so has the end of a call that was asked or left.";

/// Which calls to show.
#[derive(Args, Debug)]
pub struct LogTask {
    /// Continue with new calls as they happen, until you stop it
    #[arg(short, long)]
    pub follow: bool,

    /// How many earlier calls to show first
    #[arg(short = 'n', long, default_value_t = 10, value_name = "N")]
    pub lines: u32,

    #[command(flatten)]
    pub filters: Filters,

    /// Print one JSON object a line
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub place: Place,
}

/// Which decision to explain.
#[derive(Args, Debug)]
pub struct WhyTask {
    /// `last`, the number of a row, or the id of an entry, a call or a request
    #[arg(value_name = "last|ID", default_value = "last")]
    pub which: String,

    /// Show every stage of the decision, and how it stands on record
    #[arg(long, conflicts_with = "json")]
    pub stages: bool,

    /// Print the entry as JSON
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub place: Place,
}

/// What to do with grants.
#[derive(Debug, Subcommand)]
pub enum GrantsTask {
    /// List what runs without a question: safe tools, rules, and grants by skills and people
    List {
        /// Include grants that ended
        #[arg(long)]
        all: bool,

        /// Include what the coding agents themselves remember, in their own files
        #[arg(long)]
        hosts: bool,

        /// Print a JSON list
        #[arg(long)]
        json: bool,

        #[command(flatten)]
        named: Named,

        #[command(flatten)]
        place: Place,
    },
    /// Revoke grants, also those that agents remember; needs a person at a terminal
    Revoke {
        /// The grants, by id; those of `grants list --hosts` begin with `h_`, and a copy of the agent's file is kept
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,

        #[command(flatten)]
        place: Place,
    },
}

/// Sessions, or one of them.
#[derive(Args, Debug)]
pub struct SessionsTask {
    #[command(subcommand)]
    pub task: Option<SessionTask>,

    /// Print a JSON list
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub place: Place,
}

/// What to do with one session.
#[derive(Debug, Subcommand)]
pub enum SessionTask {
    /// Show one session: its turn, mode, grants and last decisions
    Show {
        /// Its id
        id: String,

        /// Print one JSON object
        #[arg(long)]
        json: bool,

        #[command(flatten)]
        place: Place,
    },
}

/// Which calls to decide again.
#[derive(Args, Debug)]
pub struct ReplayTask {
    /// The policy to decide by, and no other file counts; with `--engine` one more
    #[arg(short, long, value_name = "NEW", required_unless_present = "engine", alias = "policy")]
    pub config: Option<PathBuf>,

    /// Show what this byleave asks about that ran without a question, under the policy in force: before an upgrade
    #[arg(long)]
    pub engine: bool,

    /// From this time on
    #[arg(long, value_name = "TIME", default_value = "7d")]
    pub since: String,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub place: Place,
}

/// What to suggest from.
#[derive(Args, Debug)]
pub struct SuggestTask {
    /// From this time on
    #[arg(long, value_name = "TIME", default_value = "30d")]
    pub since: String,

    /// Only what people approved at least this often
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub least: usize,

    /// Write the rules into your own policy, after a yes to each
    #[arg(long, conflicts_with = "json")]
    pub write: bool,

    /// With `--write`: into the policy of this project
    #[arg(long, requires = "write")]
    pub project: bool,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub named: Named,

    #[command(flatten)]
    pub place: Place,
}

/// What to count.
#[derive(Args, Debug)]
pub struct StatsTask {
    /// From this time on
    #[arg(long, value_name = "TIME", default_value = "7d")]
    pub since: String,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub named: Named,

    #[command(flatten)]
    pub place: Place,
}
