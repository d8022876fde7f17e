//! That a text may run: each of its commands has leave. Both have no constructor outside this crate.

use crate::reads::{Reads, Scene, reads};
use crate::reason::Reason;
use crate::usage::{Unwrapped, unwrapped, usage_of};
use crate::{Command, Ground, NotProven, Plain, World};

/// That one command may run, and what that rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leave {
    /// It only sets variables of the shell that no program heeds.
    Sets(Sets),
    /// A core row proves that it only reads.
    Reads(Reads),
    /// A core wrapper starts what these give leave to.
    Starts(Starts),
}

/// See [`Leave::Sets`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sets {
    _made_here: (),
}

/// See [`Leave::Starts`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Starts {
    inner: Vec<Leave>,
}

/// That a text may run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    leaves: Vec<Leave>,
}

impl Starts {
    /// For each command that the wrapper starts, its leave.
    #[must_use]
    pub fn inner(&self) -> &[Leave] {
        &self.inner
    }
}

impl Proof {
    /// For each command of the text, its leave.
    #[must_use]
    pub fn leaves(&self) -> &[Leave] {
        &self.leaves
    }
}

/// Proves that all commands of a text only read.
///
/// # Errors
///
/// The first command of which nobody can show that.
pub fn prove(plain: &Plain<'_>, world: &World<'_>, ground: Ground<'_>) -> Result<Proof, NotProven> {
    let scene = Scene::new(plain, world, ground);
    let leaves = plain.commands().iter().map(|command| leave(&scene, command));
    Ok(Proof { leaves: leaves.collect::<Result<_, _>>()? })
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
        return sets(scene, command);
    }
    let usage = usage_of(command);
    match unwrapped(command, &usage) {
        Some(_) if depth == Depth::Inner => Err(NotProven::new(command.span, Reason::Nested)),
        Some(Unwrapped::Command(inner)) => {
            scene.around(command)?;
            Ok(Leave::Starts(Starts { inner: vec![leave_at(scene, &inner, Depth::Inner)?] }))
        }
        Some(Unwrapped::Text { word }) => {
            scene.around(command)?;
            let inner = scene.shell_text(command, word)?;
            Ok(Leave::Starts(Starts { inner }))
        }
        None => reads(scene, command, &usage).map(Leave::Reads),
    }
}

/// `S=text` alone sets a variable of the shell. It reaches a program only if it stood in the environment before, so the name must be none that
/// programs heed there; names that a shell heeds are not plain.
///
/// # Errors
///
/// The name that something may heed, or a file that a redirection may not touch.
pub fn sets(scene: &Scene<'_>, command: &Command<'_>) -> Result<Leave, NotProven> {
    for one in &command.assignments {
        let mut letters = one.name.bytes();
        let lower = letters.next().is_some_and(|first| first.is_ascii_lowercase())
            && letters.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
        let heeded = one.name.ends_with("_proxy") || one.name.starts_with("npm_");
        if one.name.len() > 1 && (!lower || heeded) || one.value.literal().is_none() {
            return Err(NotProven::new(one.span, Reason::Assigns(one.name.to_owned())));
        }
    }
    // The redirections of a group are such a command, too.
    scene.redirections(command)?;
    Ok(Leave::Sets(Sets { _made_here: () }))
}
