//! The command line of everything around policies.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

pub const TEST_EXAMPLES: &str = "\
A file of cases is a YAML list:
  - { command: git status, expect: allow }
  - { command: git push, expect: deny, rule: Bash(git push *) }
  - { tool: write, args: { file_path: docs/a.md }, expect: allow, name: docs are free }

Keys: command, or tool with args; expect (allow, ask, deny); optionally name, rule, cwd.
The exit code is 0 if all pass, 1 if one fails, 2 if a file is broken.";

/// What to do with policies.
#[derive(Debug, Subcommand)]
pub enum PolicyTask {
    /// Read policy files and say what is wrong with them
    Validate {
        /// The files
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Print the JSON Schema of policy files
    Schema,
    /// Print the policy that counts here
    Dump {
        /// Only the permissions, in the form ConnectOnion keeps them at run time
        #[arg(long)]
        runtime: bool,

        #[command(flatten)]
        named: Named,
    },
    /// Run test cases against the policy that counts here
    #[command(after_help = TEST_EXAMPLES)]
    Test {
        /// The file of cases
        file: PathBuf,

        /// Also write a report for CI servers, in the format of `JUnit`
        #[arg(long, value_name = "OUT")]
        junit: Option<PathBuf>,

        #[command(flatten)]
        named: Named,
    },
    /// Look for rules that are dead, shadowed or too broad
    Lint {
        #[command(flatten)]
        named: Named,
    },
    /// Print the rules of another agent as a policy
    Import {
        /// Whose rules
        #[arg(value_enum)]
        from: ImportFrom,

        /// The settings or rules file
        file: PathBuf,
    },
}

/// A policy file beside those that are found.
#[derive(Args, Debug)]
pub struct Named {
    /// A policy file to read too; it is trusted
    #[arg(short, long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

/// Whose rules to import.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum ImportFrom {
    Claude,
    Codex,
    Gemini,
}

/// Trust in files.
#[derive(Debug)]
pub enum TrustTask {
    Trust(Vec<PathBuf>),
    Untrust(Vec<PathBuf>),
    Trusted(Option<PathBuf>),
}

/// What to do with a project.
#[derive(Debug, Subcommand)]
pub enum ProjectTask {
    /// Say how far a project is trusted: new, trusted or automated; the user's `trust` map gives each its mode
    Level {
        /// The project
        #[arg(value_name = "DIR")]
        directory: PathBuf,

        /// new, trusted or automated
        level: String,
    },
}
