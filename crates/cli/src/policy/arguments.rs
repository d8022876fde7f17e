//! The command line of the policy commands.

use std::path::PathBuf;

use byleave_config::Level;
use clap::{Args, Subcommand, ValueEnum};

use crate::choice::Choice;

pub const TEST_EXAMPLES: &str = "\
A file of cases is a YAML list:
  - { command: git status, expect: allow }
  - { command: git push, expect: deny, rule: Bash(git push *) }
  - { tool: write, args: { file_path: docs/a.md }, expect: allow, name: docs are free }

Keys: command, or tool with args; expect (allow, ask, deny); optionally name, rule, cwd.
The exit code is 0 if all pass, 1 if one fails, 2 if a file is broken.";

pub const IMPORT_NOTES: &str = "\
The files: claude ~/.claude/settings.json; codex ~/.codex/rules/default.rules; gemini ~/.gemini/settings.json or \
~/.gemini/policies/*.toml; cursor ~/.cursor/cli-config.json, .cursor/cli.json or permissions.json; copilot \
~/.copilot/permissions-config.json (what it approved for this project); opencode opencode.json.

An import never allows more than the original did. It leaves out and lists what it cannot express as strictly.";

pub const EXPORT_NOTES: &str = "\
claude: adds to `permissions` in .claude/settings.local.json of the project; codex: writes rules/byleave.rules in \
~/.codex. Both show the change and what their rules cannot say as strictly, and ask. A rule with `*` allows more there \
than here, so only rules that refuse or ask, and what is written out, are exported; the hook says the rest.

gemini: printed. Gemini CLI approves calls only by its own rules:
  byleave policy export gemini > ~/.gemini/policies/byleave.toml

Gemini's prefixes cover more than byleave's rules do (`git *` also covers `git push`). So where such a file is installed, \
the hook leaves no call to Gemini's prompt: a call that no rule of the policy allows is put to an approver at the hub, or \
refused. Export again after you change the policy.";

/// What to do with policies.
#[derive(Debug, Subcommand)]
pub enum PolicyTask {
    /// Read policy files and show what is wrong with them
    Validate {
        /// The files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Print the JSON Schema of policy files
    Schema,
    /// Print the policy of this directory
    Dump {
        /// Only the permissions, in ConnectOnion's run-time form
        #[arg(long)]
        runtime: bool,

        #[command(flatten)]
        named: Named,
    },
    /// Run test cases against the policy of this directory
    #[command(after_help = TEST_EXAMPLES)]
    Test {
        /// The file of cases
        file: PathBuf,

        /// Also write a report for CI servers, in `JUnit` format
        #[arg(long, value_name = "OUT")]
        junit: Option<PathBuf>,

        #[command(flatten)]
        named: Named,
    },
    /// Find rules that are dead, shadowed or too broad
    Lint {
        #[command(flatten)]
        named: Named,
    },
    /// Print a policy to begin with: rules for the tools that this project is built and tested with
    Starter,
    /// Print another agent's rules as a policy, and on standard error what it cannot express
    #[command(after_help = IMPORT_NOTES)]
    Import {
        /// Which agent's rules
        #[arg(value_enum)]
        from: ImportFrom,

        /// The settings or rules file
        file: PathBuf,
    },
    /// Write the policy of this directory as an agent's own rules: they hold without the hook, too
    #[command(after_help = EXPORT_NOTES)]
    Export {
        /// For which agent
        #[arg(value_enum)]
        to: ExportTo,

        #[command(flatten)]
        named: Named,

        /// Write without a question (claude, codex)
        #[arg(long)]
        yes: bool,

        /// Print what would be written, as JSON, and change nothing (claude, codex)
        #[arg(long)]
        json: bool,
    },
}

/// A policy file beside those that are found.
#[derive(Args, Debug)]
pub struct Named {
    /// Another policy file to read; it is trusted
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// Whose rules to import.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ImportFrom {
    Claude,
    Codex,
    Gemini,
    Cursor,
    Copilot,
    Opencode,
}

/// For which agent to export.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ExportTo {
    Claude,
    Codex,
    Gemini,
}

/// The names of levels.
const fn levels() -> Choice<Level> {
    Choice::new("level", || Level::NAMES.to_vec(), Level::find)
}

/// What to trust.
#[derive(Args, Debug)]
pub struct TrustArguments {
    /// The files, by default those of this project; with `--level` the project
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// End the trust instead
    #[arg(long)]
    pub remove: bool,

    /// List trusted files, or say whether a file is trusted (exit code 0 if it is, 1 if not)
    #[arg(long, conflicts_with = "remove")]
    pub list: bool,

    /// Set how far a project is trusted; the user's `trust` map gives each level its mode
    #[arg(long, value_name = "LEVEL", value_parser = levels(), conflicts_with_all = ["remove", "list"])]
    pub level: Option<Level>,
}

impl TrustArguments {
    pub fn task(self) -> TrustTask {
        match self {
            Self { level: Some(level), mut files, .. } => TrustTask::Level(files.pop(), level),
            Self { remove: true, files, .. } => TrustTask::Untrust(files),
            Self { list: true, mut files, .. } => TrustTask::Trusted(files.pop()),
            Self { files, .. } => TrustTask::Trust(files),
        }
    }
}

/// Trust in files.
#[derive(Debug)]
pub enum TrustTask {
    Trust(Vec<PathBuf>),
    Untrust(Vec<PathBuf>),
    Trusted(Option<PathBuf>),
    Level(Option<PathBuf>, Level),
}

/// What to do with a project.
#[derive(Debug, Subcommand)]
pub enum ProjectTask {
    /// Set the trust level of a project: new, trusted or automated; the user's `trust` map gives each level its mode
    Level {
        /// The project
        #[arg(value_name = "DIR")]
        directory: PathBuf,

        /// How far
        #[arg(value_parser = levels())]
        level: Level,
    },
}
