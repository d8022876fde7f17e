//! The command line, as clap sees it.

use std::ffi::OsString;
use std::path::PathBuf;

use byleave_policy::{Mode, Profile};
use byleave_shell::Shells;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::acp::arguments::{AcpTask, NOTES as ACP_NOTES};
use crate::bench::arguments::BenchTask;
use crate::choice::Choice;
use crate::hook::{HookTask, NOTES};
use crate::hub::arguments::{FREEZE_NOTES, HubTask, SERVE_EXAMPLES, ServeTask};
use crate::init::arguments::{DoctorTask, InitTask, NOTES as INIT_NOTES, UNNAMED_NOTES, UninstallTask, UnnamedWord};
use crate::mcp::arguments::{McpTask, NOTES as MCP_NOTES};
use crate::policy::arguments::{Named, PolicyTask, ProjectTask, TrustArguments};
use crate::programs::ProgramsTask;
use crate::record::arguments::{
    AUDIT_EXAMPLES, AuditTask, GrantsTask, LOG_EXAMPLES, LogTask, REPLAY_NOTES, ReplayTask, SessionsTask, StatsTask,
    SuggestTask, TIME, WhyTask,
};
use crate::rule::arguments::{ALLOW_EXAMPLES, ASK_EXAMPLES, DENY_EXAMPLES, RuleTask};
use crate::style::Colour;

const EXAMPLES: &str = "\
Examples:
  byleave demo                             an agent at work behind the gate, in a minute
  byleave run 'make test | tail'           a command of yours behind the same gate
  byleave check 'git push'                 what would happen to a call, and why with --explain
  byleave allow 'cargo test *'             let it run without a question from now on
  byleave parse 'make && ./run | tee log'  every command of a line, as a tree
  byleave why last                         why the last call ran, or did not
  byleave log --follow                     what an agent does, one line a call, as it happens
  byleave completions bash                 completions for your shell

`parse` never runs the text that you give it.";

const PARSE_EXAMPLES: &str = "\
Examples:
  byleave parse 'cd src && grep -rn \"$word\" .'
  byleave parse 'echo ${x:-$(rm -rf build)}' --json
  byleave parse < install.sh
  byleave parse -- '-n is no option here'

Words that may change at run time are in ⟨angle brackets⟩, with the reason. byleave underlines what it cannot read and gives \
the reason; such a part may run anything. The exit code is 0 for every text; 2 means that the command line of byleave itself \
is wrong.";

const CHECK_EXAMPLES: &str = "\
Examples:
  byleave check 'git status'
  byleave check 'git log | sh' --explain
  byleave check bash '{\"command\":\"git status\"}'
  byleave check bash '{\"command\":\"echo a &>b ls\"}' --shell dash
  byleave check write '{\"file_path\":\"src/a.rs\"}' -m autoEdit --json
  byleave check 'git log' --cwd /home/dev/app --project /home/dev/app --assume
  byleave check --batch < calls.jsonl

The exit code is 0 for allow, 3 for ask, 4 for deny, and 2 if the command line or the policy is wrong. With `--batch`, \
each line is a JSON object with `id`, `tool`, `args`, and either `rules`/`ask`/`deny` lists or `default_policy: true` \
(`shell` names the shells that may run a command, with `disk: true` byleave follows links on the disk); \
the exit code is then 0 and each line of the answer has its verdict. With `--assume`, and in lines of a batch without \
`disk: true`, the answer says that it is assumed: links, settings and secrets on a disk may change it.";

const PROMPT_EXAMPLES: &str = "\
Examples:
  byleave prompt bash '{\"command\":\"git status && git push\"}'
  byleave prompt write '{\"file_path\":\"notes.txt\",\"content\":\"hello\"}' --json
  byleave prompt bash '{\"command\":\"make\"}' --style plain
  byleave prompt bash '{\"command\":\"cat /etc/hosts\"}' -p ollama

byleave asks at the terminal, even if standard input and output are redirected. The exit code is 0 if the call is \
approved and 4 if it is not; 2 means that the command line or the policy is wrong. byleave does not ask about \
calls that the policy denies.";

const RUN_EXAMPLES: &str = "\
Examples:
  byleave run git status
  byleave run 'make test 2>&1 | tail -20'
  byleave run --session work -- npm install
  byleave run --shell zsh 'print -l *.rs'

The exit code is that of the command, or 126 if it was refused.";

const SIM_EXAMPLES: &str = "\
Examples:
  byleave sim agent.json
  byleave sim agent.json -p connectonion --store record.db
  echo '[[{\"tool\":\"bash\",\"arguments\":{\"command\":\"ls\"}}]]' | byleave sim -
  byleave sim agent.json --hub http://127.0.0.1:7777 --token-file agent.token

A script is a list of turns, each a list of calls, or an object with `turns`, `answers`, `profile`, `mode`, `session`; a \
turn may be an object with `user` (`/commit` starts the skill), `calls` or `batches`. Answers have the hub's format: \
{\"approved\": true, \"scope\": \"session\"}, {\"approved\": false, \"mode\": \"reject_soft\"}. When the answers are used \
up, calls that ask are refused.";

/// Decides whether an agent's tool call runs at once, needs a person's approval, or is refused.
#[derive(Debug, Parser)]
#[command(name = "byleave", version, after_help = EXAMPLES, arg_required_else_help = true, max_term_width = 100, disable_help_subcommand = true)]
pub struct Arguments {
    /// When to use colour; `auto` means on a terminal, unless `NO_COLOR` is set
    #[arg(long, global = true, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Colour,

    #[command(subcommand)]
    pub task: Task,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Show every command that a bash text may run, at any depth
    #[command(after_help = PARSE_EXAMPLES)]
    Parse(ParseTask),
    /// Show the verdict on a tool call, and why, as a dry run
    #[command(after_help = CHECK_EXAMPLES)]
    Check(CheckTask),
    /// Ask the person at the terminal about a tool call, as an agent would
    #[command(after_help = PROMPT_EXAMPLES)]
    Prompt(PromptTask),
    /// Let commands, or calls of tools, run without a question
    #[command(after_help = ALLOW_EXAMPLES)]
    Allow(RuleTask),
    /// Refuse commands, or calls of tools, whatever else allows them
    #[command(after_help = DENY_EXAMPLES)]
    Deny(RuleTask),
    /// Put commands, or calls of tools, to a person each time
    #[command(after_help = ASK_EXAMPLES)]
    Ask(RuleTask),
    /// Validate, test and lint policy files
    #[command(subcommand)]
    Policy(PolicyTask),
    /// Trust a project's policy file, or a skill, until its content changes
    Trust(TrustArguments),
    /// End the trust in a policy file: `byleave trust --remove`
    #[command(hide = true)]
    Untrust {
        /// The files; by default those of this project
        #[arg(value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// List trusted files, or say whether a file is trusted: `byleave trust --list`
    #[command(hide = true)]
    Trusted {
        /// The file
        file: Option<PathBuf>,
    },
    /// Say who decides about calls that no rule names
    #[command(after_help = UNNAMED_NOTES)]
    Unnamed {
        /// `leave` them to the agent, or have it `ask` you; without a word it shows what counts
        word: Option<UnnamedWord>,
    },
    /// Set the trust level of a project: `byleave trust --level`
    #[command(subcommand, hide = true)]
    Project(ProjectTask),
    /// Show what "always" would cover for a command: `byleave check --always`
    #[command(hide = true)]
    Prefix {
        /// The command, in one argument
        #[arg(value_name = "CMD")]
        command: String,
    },
    /// Show what byleave knows about a program or a tool
    #[command(subcommand)]
    Show(ShowTask),
    /// Check tables of programs, and teach byleave more of them
    #[command(subcommand)]
    Programs(ProgramsTask),
    /// Show what byleave knows about a tool: `byleave show tool`
    #[command(hide = true)]
    Tools {
        #[command(subcommand)]
        task: ToolsTask,
    },
    /// Watch an agent work behind the gate, in a scratch folder
    #[command(args_conflicts_with_subcommands = true)]
    Demo {
        /// Answer on the page, in the browser, instead of at the terminal
        #[arg(long)]
        web: bool,

        #[command(subcommand)]
        task: Option<DemoTask>,
    },
    /// Judge a shell command, ask if the policy says so, record the decision, and run it
    #[command(after_help = RUN_EXAMPLES)]
    Run(RunTask),
    /// Put byleave in front of your coding agents; shows every change and asks first
    #[command(after_help = INIT_NOTES)]
    Init(InitTask),
    /// Check that each agent starts its hooks here, and that each refuses what it must
    Doctor(DoctorTask),
    /// Restore the files of the agents as they were before `byleave init`
    Uninstall(UninstallTask),
    /// Answer a coding agent before it runs a tool; `byleave init` registers it
    #[command(after_help = NOTES)]
    Hook(HookTask),
    /// Run between an editor and an agent that speak the Agent Client Protocol
    #[command(after_help = ACP_NOTES)]
    Acp(AcpTask),
    /// Run between an MCP client and a server, and judge every call of a tool
    #[command(after_help = MCP_NOTES)]
    Mcp(McpTask),
    /// Play a scripted agent at the real gate; one JSON line for each event
    #[command(after_help = SIM_EXAMPLES)]
    Sim(SimTask),
    /// Verify, search, follow and export the record of all decisions
    #[command(subcommand, after_help = AUDIT_EXAMPLES)]
    Audit(AuditTask),
    /// Show calls one line each, and new ones as they happen with `--follow`
    #[command(after_help = LOG_EXAMPLES)]
    Log(LogTask),
    /// Say why a call asked, ran or did not, and which rule to add; by default the last
    Why(WhyTask),
    /// List what runs without a question, and revoke grants
    #[command(subcommand)]
    Grants(GrantsTask),
    /// Make every call need a person's approval, until `byleave thaw`
    #[command(after_help = FREEZE_NOTES)]
    Freeze {
        /// The reason, for the approvers
        reason: Option<String>,

        /// The store: a file, `sqlite:FILE` or `postgres://…`; by default the user's
        #[arg(long, value_name = "STORE")]
        store: Option<String>,
    },
    /// End a freeze: what the policy allows runs again; needs a person at a terminal
    Thaw {
        /// The store: a file, `sqlite:FILE` or `postgres://…`; by default the user's
        #[arg(long, value_name = "STORE")]
        store: Option<String>,
    },
    /// List sessions, or show one: turn, mode, stop signal, grants
    #[command(args_conflicts_with_subcommands = true)]
    Sessions(SessionsTask),
    /// Decide recorded calls again under another policy, and show what changes
    #[command(after_help = REPLAY_NOTES)]
    Replay(ReplayTask),
    /// Suggest the narrowest rules for what people keep approving
    #[command(after_help = TIME)]
    Suggest(SuggestTask),
    /// Count and plot decisions: who decided, and how fast
    #[command(after_help = TIME)]
    Stats(StatsTask),
    /// Run the hub: one queue for many agents, answered in the browser
    #[command(after_help = SERVE_EXAMPLES)]
    Serve(ServeTask),
    /// Create, list and revoke hub tokens and keys
    #[command(subcommand)]
    Hub(HubTask),
    /// Measure how fast byleave is on this machine
    #[command(subcommand)]
    Bench(BenchTask),
    /// Print shell completions
    Completions {
        /// The shell to complete in
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Show every command with `--all`, or what one does
    Help {
        /// Show every command
        #[arg(long, conflicts_with = "words")]
        all: bool,

        /// The command, such as `hub token`
        #[arg(value_name = "COMMAND")]
        words: Vec<String>,
    },
    /// Print the manual page, of byleave or of one of its commands
    Man {
        /// The command, such as `parse`
        command: Option<String>,
    },
}

/// The policy to decide under.
#[derive(Args, Clone, Debug)]
pub struct Under {
    /// The profile
    #[arg(short, long, value_parser = profiles())]
    pub profile: Option<Profile>,

    /// The mode
    #[arg(short, long, value_parser = modes())]
    pub mode: Option<Mode>,

    /// A policy file to use besides those of the machine, the user and the project
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// The names of profiles, which completions know.
pub const fn profiles() -> Choice<Profile> {
    Choice::new("profile", || Profile::NAMES.to_vec(), Profile::find)
}

/// The names of modes.
pub const fn modes() -> Choice<Mode> {
    Choice::new("mode", || Mode::NAMES.to_vec(), Mode::find)
}

/// Where a call starts, and what runs it.
#[derive(Args, Clone, Debug)]
pub struct Start {
    /// The shells that may run the command, such as `zsh` or `bash,zsh`; by default those of the tool's name
    #[arg(long, value_name = "SHELLS")]
    pub shell: Option<Shells>,

    /// The directory the call starts in; by default this one
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,

    /// The root of the project; by default found from the directory
    #[arg(long, value_name = "DIR")]
    pub project: Option<PathBuf>,
}

/// A command runs in one shell.
const fn one_shell() -> Choice<byleave_shell::Shell> {
    use byleave_shell::Shell as Runs;
    Choice::new("shell", || Runs::ALL.iter().map(|shell| shell.name()).collect(), |name| Runs::parse(name).ok())
}

/// Which command to run.
#[derive(Args, Debug)]
pub struct RunTask {
    /// The command: one argument is a command line, several are the words of one command
    #[arg(value_name = "COMMAND", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    pub command: Vec<OsString>,

    #[command(flatten)]
    pub under: Under,

    /// The shell that runs it
    #[arg(long, value_name = "SHELL", default_value = "bash", value_parser = one_shell())]
    pub shell: byleave_shell::Shell,

    /// The session whose grants count; by default a new one
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,

    /// The store; by default the user's
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,
}

/// Which script to play.
#[derive(Args, Debug)]
pub struct SimTask {
    /// The script, a JSON file; standard input if it is `-`
    #[arg(value_name = "SCRIPT")]
    pub script: PathBuf,

    #[command(flatten)]
    pub under: Under,

    /// The shells that may run the agent's commands, unless its script names them; by default those of the tool's name
    #[arg(long, value_name = "SHELLS")]
    pub shell: Option<Shells>,

    /// The directory the agent works in; by default this one
    #[arg(long, value_name = "DIR")]
    pub cwd: Option<PathBuf>,

    /// Keep sessions, grants and the record in this file; by default in memory
    #[arg(long, value_name = "FILE")]
    pub store: Option<PathBuf>,

    /// Ask at the terminal instead of taking the answers of the script
    #[arg(long)]
    pub terminal: bool,

    /// Submit the calls to a hub, such as `http://127.0.0.1:7777`; its policy decides and its approvers answer
    #[arg(long, value_name = "URL", conflicts_with_all = ["profile", "mode", "config", "store", "terminal"])]
    pub hub: Option<String>,

    /// A file with an agent's token for the hub; by default the variable `BYLEAVE_TOKEN`
    #[arg(long, value_name = "FILE", requires = "hub")]
    pub token_file: Option<PathBuf>,
}

/// What to parse, and how to show it.
#[derive(Args, Debug)]
pub struct ParseTask {
    /// The text to read, in one argument; standard input if it is `-` or missing
    #[arg(value_name = "CMD")]
    pub command: Option<OsString>,

    /// Print one JSON object instead of a tree
    #[arg(long)]
    pub json: bool,
}

/// Which call to judge, and under what.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct CheckTask {
    /// The tool, such as `bash` or `write`; or, without JSON, a command for bash, such as 'git status' or ls
    #[arg(required_unless_present = "batch")]
    pub tool: Option<String>,

    /// The tool's arguments, as a JSON object
    #[arg(value_name = "JSON")]
    pub arguments: Option<String>,

    #[command(flatten)]
    pub under: Under,

    /// The time to judge at, such as 2026-11-15T09:30:00Z; by default now
    #[arg(long, value_name = "TIME")]
    pub now: Option<String>,

    #[command(flatten)]
    pub place: Start,

    /// Print one JSON object
    #[arg(long)]
    pub json: bool,

    /// Show all seven stages of the call, and what would change the verdict; with --json, as data
    #[arg(long)]
    pub explain: bool,

    /// Show what "always" would cover for a command, as a pattern and in words
    #[arg(long, conflicts_with_all = ["batch", "explain", "json", "arguments"])]
    pub always: bool,

    /// Show every command that the text may run, at any depth, as a tree
    #[arg(long, conflicts_with_all = ["batch", "explain", "always", "arguments"])]
    pub tree: bool,

    /// Judge without a look at the disk, as if every file in it were ordinary: for a project that is not on this machine
    #[arg(long)]
    pub assume: bool,

    /// Read one call a line from standard input, and answer one line each
    #[arg(long, conflicts_with_all = ["tool", "arguments"])]
    pub batch: bool,
}

/// Which call to ask about, and how.
#[derive(Args, Debug)]
pub struct PromptTask {
    /// The tool, such as `bash` or `write`
    pub tool: String,

    /// Its arguments, as a JSON object
    #[arg(value_name = "JSON")]
    pub arguments: String,

    /// How to ask; by default in the profile's way
    #[arg(long, value_enum)]
    pub style: Option<PromptStyle>,

    #[command(flatten)]
    pub under: Under,

    #[command(flatten)]
    pub place: Start,

    /// The session the call comes from
    #[arg(long, value_name = "ID")]
    pub session: Option<String>,

    /// What the agent says about the call; shown as the agent's words
    #[arg(long, value_name = "TEXT")]
    pub description: Option<String>,

    /// Deny after this many seconds
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<u32>,

    /// Print the answer as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// How to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PromptStyle {
    Selector,
    Plain,
}

/// What to show.
#[derive(Debug, Subcommand)]
pub enum DemoTask {
    /// Show what byleave reads in a few chosen commands; runs nothing
    Reader,
    /// Show Ollama's box and what a key does in it
    Selector {
        /// The red box, for a command that leaves the project
        #[arg(short, long)]
        warning: bool,
    },
}

/// What to show.
#[derive(Debug, Subcommand)]
pub enum ShowTask {
    /// Print the row of a program, and which file it is from
    Program {
        /// The program, then sub-commands
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,

        #[command(flatten)]
        named: Named,
    },
    /// Print the category of a tool and its other names
    Tool {
        /// The tool, by any of its names
        name: String,
    },
}

/// What to do with tools.
#[derive(Debug, Subcommand)]
pub enum ToolsTask {
    /// Print the category of a tool and its other names
    Show {
        /// The tool, by any of its names
        name: String,
    },
}
