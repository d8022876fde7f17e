//! How to ask, and what can go wrong.

use std::io;
use std::time::Instant;

use thiserror::Error;

use crate::paint::Colour;

/// Why a question could not be put. None of these is leave to run the call.
#[derive(Debug, Error)]
pub enum Error {
    /// There is no terminal to ask on.
    #[error("no terminal to ask on; run it where a person sits, or answer in another channel")]
    NoTerminal,
    /// The terminal failed, or went away.
    #[error("the terminal failed while asking: {0}; the call was not allowed")]
    Terminal(#[from] io::Error),
}

/// Whose process this is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Process {
    /// A program that embeds byleave: its signals are its own. It calls [`crate::restore`] if it ends while a box is open.
    #[default]
    Theirs,
    /// A program of byleave's: on SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGTSTP the terminal is put back first.
    Ours,
}

/// What to do where there is no terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Without {
    /// Fail: nobody can be asked.
    #[default]
    Fail,
    /// Ask on standard error and read standard input, line by line. Its end is a denial.
    StandardInput,
}

/// How to ask.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Whether to paint. The style of the fourth document is always painted.
    pub colour: Colour,
    /// Whose process this is.
    pub process: Process,
    /// What to do where there is no terminal.
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
    /// A terminal to ask on. It is opened for each question and given back after it.
    #[must_use]
    pub const fn new(options: Options) -> Self {
        Self { options, cancelled: None }
    }
}
