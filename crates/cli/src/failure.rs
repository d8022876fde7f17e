//! Errors of the command itself. Unreadable command text is not an error: it is part of the answer.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use annotate_snippets::Renderer;
use byleave_gate::files::LoadError;
use byleave_gate::{BuildError, StoreError};
use thiserror::Error;

use crate::escape;

/// Why the command stops.
#[derive(Debug, Error)]
pub enum Failure {
    /// Standard input cannot be read.
    #[error("cannot read standard input: {0}; give the command as an argument, or pipe it in")]
    Input(#[source] io::Error),
    /// The command line is wrong in a way clap does not see.
    #[error("{0}")]
    Usage(String),
    /// A policy file is broken; byleave does not start with it.
    #[error("{0}")]
    Policy(String),
    /// The person said no.
    #[error("nothing changed")]
    Unchanged,
    /// There is nothing to show.
    #[error("{0}")]
    Absent(String),
    /// `man` was asked for a command that does not exist.
    #[error("no command `{given}`; try one of: {known}")]
    UnknownCommand {
        /// The given name.
        given: String,
        /// The existing commands.
        known: String,
    },
    /// No one could be asked, so the call is denied.
    #[error("{0}")]
    Asking(#[from] byleave_terminal::Error),
    /// The store does not work.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// Standard output cannot be written.
    #[error("cannot write the output: {0}; check where it goes to and try again")]
    Output(#[from] io::Error),
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Policy(error) => error.into(),
            error @ BuildError::TwoPolicies(_) => Self::Usage(error.to_string()),
        }
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        match &error {
            LoadError::Broken { .. } => {
                let colour =
                    io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
                let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
                let drawn = error.render(&renderer.term_width(crate::style::width()));
                // The renderer spells out what acts on a terminal, but not all hidden characters in a line of a cloned
                // project's file.
                let styles = if colour { escape::Styles::Kept } else { escape::Styles::Spelt };
                Self::Policy(escape::drawn(&drawn, styles))
            }
            LoadError::Unreadable { .. } | LoadError::NotText(_) | LoadError::State { .. } | LoadError::NoHome => {
                Self::Usage(error.to_string())
            }
        }
    }
}

impl Failure {
    /// Prints the error, and returns the exit code.
    ///
    /// A reader that closed the pipe (`byleave parse … | head -1`) has what it wanted, so that is success, without a
    /// message.
    pub fn report(&self) -> ExitCode {
        let code = match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Self::Output(_) | Self::Absent(_) => ExitCode::FAILURE,
            Self::Asking(_) => ExitCode::from(4),
            Self::Usage(_)
            | Self::Policy(_)
            | Self::Input(_)
            | Self::UnknownCommand { .. }
            | Self::Unchanged
            | Self::Store(_) => ExitCode::from(2),
        };
        // If standard error is closed as well, the exit code still tells.
        let _ = match self {
            // A diagnostic has its own first line.
            Self::Policy(diagnostic) => writeln!(io::stderr(), "{diagnostic}"),
            Self::Usage(_)
            | Self::Absent(_)
            | Self::Unchanged
            | Self::Input(_)
            | Self::UnknownCommand { .. }
            | Self::Asking(_)
            | Self::Store(_)
            | Self::Output(_) => {
                // The message may contain the user's input.
                writeln!(io::stderr(), "byleave: {}", escape::shown(&self.to_string()))
            }
        };
        code
    }
}
