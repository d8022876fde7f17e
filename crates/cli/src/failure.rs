//! What can go wrong in the command itself. Text that cannot be read is no failure: it is part of the answer.

use std::io::{self, Write};
use std::process::ExitCode;

use thiserror::Error;

/// Why the command stops.
#[derive(Debug, Error)]
pub enum Failure {
    /// Standard input cannot be read.
    #[error("cannot read standard input: {0}; give the command as an argument, or pipe it in")]
    Input(#[source] io::Error),
    /// The command line is wrong in a way clap does not see.
    #[error("{0}")]
    Usage(String),
    /// A policy file is broken; nothing starts on it.
    #[error("{0}")]
    Policy(String),
    /// There is nothing to look at.
    #[error("{0}")]
    Absent(String),
    /// `man` was asked for a command that does not exist.
    #[error("no command `{given}`; try one of: {known}")]
    UnknownCommand {
        /// What was asked for.
        given: String,
        /// What there is.
        known: String,
    },
    /// Standard output cannot be written.
    #[error("cannot write the output: {0}; check where it goes to and try again")]
    Output(#[from] io::Error),
}

impl Failure {
    /// Tells the user, and gives the exit code.
    ///
    /// A reader that went away (`byleave parse … | head -1`) has what it wanted, so that is success and no message.
    pub fn report(&self) -> ExitCode {
        let code = match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Self::Output(_) | Self::Absent(_) => ExitCode::FAILURE,
            Self::Usage(_) | Self::Policy(_) | Self::Input(_) | Self::UnknownCommand { .. } => ExitCode::from(2),
        };
        // If standard error is closed as well there is nobody left to tell; the exit code still speaks.
        let _ = match self {
            // A diagnostic has its own head line.
            Self::Policy(diagnostic) => writeln!(io::stderr(), "{diagnostic}"),
            Self::Usage(_) | Self::Absent(_) | Self::Input(_) | Self::UnknownCommand { .. } | Self::Output(_) => {
                writeln!(io::stderr(), "byleave: {self}")
            }
        };
        code
    }
}
