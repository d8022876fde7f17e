//! That a text may run: each of its commands has leave. Both have no constructor outside this crate.

use crate::reads::{Reads, Scene, reads};
use crate::reason::Reason;
use crate::usage::{Unwrapped, unwrapped, usage_of};
use crate::{Command, Ground, NotProven, Plain, Word, World};

/// That one command may run, and what that rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leave {
    /// It is what a group, a branch or a loop prints to.
    #[non_exhaustive]
    Prints,
    /// A core row proves that it only reads.
    Reads(Reads),
    /// A core wrapper starts what these give leave to.
    #[non_exhaustive]
    Starts(Vec<Leave>),
}

/// That a command is a word of the shell that starts nothing. Only this crate makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grammar {
    _made_here: (),
}

impl Command<'_> {
    /// Shows that it is a word of the shell that starts nothing and changes nothing: `:`, `true`, `exit 1`.
    #[must_use]
    pub fn grammar(&self) -> Option<Grammar> {
        let word = |word: &Word<'_>| word.literal().is_some_and(|text| !text.starts_with('-'));
        let free = self.name().is_some_and(|name| matches!(name, ":" | "true" | "false" | "wait" | "exit"));
        let alone = self.words.iter().skip(1).all(word) && self.assignments.is_empty() && self.redirections.is_empty();
        (free && alone).then_some(Grammar { _made_here: () })
    }
}

impl Leave {
    /// The rows that it rests on, as `git log`, each once.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        let mut rows = Vec::new();
        self.each(&mut |reads| {
            let row = reads.row();
            if !rows.contains(&row) {
                rows.push(row);
            }
        });
        rows
    }

    /// The files and directories that are read or listed, each once.
    #[must_use]
    pub fn paths(&self) -> Vec<String> {
        let mut paths: Vec<String> = Vec::new();
        self.each(&mut |reads| paths.extend(reads.paths().iter().cloned()));
        paths.sort();
        paths.dedup();
        paths
    }

    fn each(&self, take: &mut dyn FnMut(&Reads)) {
        match self {
            Self::Prints => {}
            Self::Reads(reads) => take(reads),
            Self::Starts(inner) => inner.iter().for_each(|leave| leave.each(take)),
        }
    }
}

/// That a text may run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof(Vec<Leave>);

impl Proof {
    /// For each command of the text, its leave.
    #[must_use]
    pub fn leaves(&self) -> &[Leave] {
        &self.0
    }
}

/// Proves that all commands of a text only read.
///
/// # Errors
///
/// The first command of which nobody can show that.
pub fn prove(plain: &Plain<'_>, world: &World<'_>, ground: Ground<'_>) -> Result<Proof, NotProven> {
    let scene = Scene::new(plain, world, ground);
    plain.commands().iter().map(|command| leave(&scene, command)).collect::<Result<_, _>>().map(Proof)
}

/// Proves that one command of a text only reads.
///
/// # Errors
///
/// The first thing that stands in the way.
pub fn leave(scene: &Scene<'_>, command: &Command<'_>) -> Result<Leave, NotProven> {
    leave_at(scene, command, Depth::Outer)
}

/// How many wrappers stand around a command.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Depth {
    /// None.
    Outer,
    /// One, and no more may.
    Inner,
}

/// Proves that a command only reads.
pub(crate) fn leave_at(scene: &Scene<'_>, command: &Command<'_>, depth: Depth) -> Result<Leave, NotProven> {
    if command.words.is_empty() {
        return prints(scene, command);
    }
    let usage = usage_of(command);
    let Some(started) = unwrapped(command, &usage) else { return reads(scene, command, &usage).map(Leave::Reads) };
    if depth == Depth::Inner {
        return Err(NotProven::new(command.span, Reason::Nested));
    }
    scene.around(command)?;
    let inner = match started {
        Unwrapped::Command(inner) => vec![leave_at(scene, &inner, Depth::Inner)?],
        Unwrapped::Text { word } => scene.shell_text(command, word)?,
    };
    Ok(Leave::Starts(inner))
}

/// A command without words: the redirections behind a group, a branch or a loop.
///
/// # Errors
///
/// A file that they may not touch.
pub fn prints(scene: &Scene<'_>, command: &Command<'_>) -> Result<Leave, NotProven> {
    scene.redirections(command)?;
    Ok(Leave::Prints)
}
