//! What rules ask of the files that a command reads, beside what its row says.

use byleave_knowledge::programs::{Arg, Entry};

use super::{Reader, Scene, awk, sed};
use crate::reason::Reason;
use crate::usage::Usage;
use crate::{Command, NotProven, Word};

/// A command whose words are files, as far as a rule says nothing about them.
#[derive(Clone, Copy)]
pub(crate) struct Files<'f> {
    pub scene: &'f Scene<'f>,
    pub command: &'f Command<'f>,
    pub usage: &'f Usage<'f>,
    pub row: Entry,
}

impl<'f> Files<'f> {
    const fn reader(&self) -> Reader<'f> {
        let Self { scene, command, usage, row } = *self;
        Reader { scene, command, usage, row, paths: Vec::new() }
    }

    /// Whether a file may be read: it lies in the project, no link leads out, and it is no secret.
    pub(crate) fn may_read(&self, word: &'f Word<'f>) -> Result<(), NotProven> {
        self.reader().read(word, false)
    }

    /// The same for the text of a value.
    pub(crate) fn may_read_text(&self, text: &str, word: &Word<'_>) -> Result<(), NotProven> {
        self.reader().value(text, Arg::Read, word.span)
    }

    /// Whether no file has a name that a pattern matches and that the program would take for an option.
    pub(crate) fn no_option(&self, word: &Word<'_>) -> Result<(), NotProven> {
        self.reader().may_be_option(word)
    }
}

/// Whether a script in a small language only reads.
pub(crate) fn language(kind: Arg, text: &str) -> Result<(), Reason> {
    match kind {
        Arg::Sed => sed::check(text),
        Arg::Awk => awk::check(text),
        Arg::Text
        | Arg::Read
        | Arg::Write
        | Arg::Delete
        | Arg::Host
        | Arg::Shell
        | Arg::Code
        | Arg::Program
        | Arg::Setting => Err(Reason::Operand),
    }
}
