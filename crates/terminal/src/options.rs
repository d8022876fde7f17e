//! How to ask, and what can fail.

use std::io;
use std::time::Instant;

use thiserror::Error;

use crate::paint::Colour;

/// Why a question could not be asked. None of these lets the call run.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no terminal to ask on.
    #[error("no terminal to ask on; run it where a person sits, or answer in another channel")]
    NoTerminal,
    /// The terminal failed, or went away.
    #[error("the terminal failed while asking: {0}; the call was not allowed")]
    Terminal(#[from] io::Error),
}

/// Who owns this process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Process {
    /// A program that embeds byleave: it handles its own signals. It calls [`crate::restore`] if it ends while a box is
    /// open.
    #[default]
    Theirs,
    /// A byleave program: on SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGTSTP it first restores the terminal.
    Ours,
}

/// What to do without a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Without {
    /// Fail: there is no one to ask.
    #[default]
    Fail,
    /// Ask on standard error and read standard input, line by line. The end of input is a denial.
    StandardInput,
}

/// How to ask.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whether to use colours. Ollama's style always has them.
    pub colour: Colour,
    /// Who owns this process.
    pub process: Process,
    /// What to do without a terminal.
    pub without: Without,
}

/// Asks one question after another.
#[derive(Debug, Default)]
pub struct Terminal {
    pub(crate) options: Options,
    /// When the last question was cancelled.
    pub(crate) cancelled: Option<Instant>,
}

impl Terminal {
    /// A terminal to ask on. It is opened for each question and closed after it.
    #[must_use]
    pub const fn new(options: Options) -> Self {
        Self { options, cancelled: None }
    }
}
