//! The world as the gate saw it: raw values in, answers to the questions of a proof out.
//!
//! The gate hands over what is at a path, the bytes of a file, the names in a directory, the variables of the environment, and never a
//! judgement. Each question is answered from these; where one is missing or could not be read, the answer is no.

mod environment;
mod links;
mod log;
mod names;

use std::collections::BTreeMap;

use byleave_knowledge::paths::is_below;

use crate::Ground;
use crate::git;
use crate::reason::{Reason, refuse};

pub use log::{Answer, Log, Told};
pub(crate) use names::upwards;

/// What is known of the world outside the text.
#[derive(Clone, Copy)]
pub enum World<'w> {
    /// A disk and an environment that somebody looked at. A fact that is missing asks. The log keeps what was told.
    Seen(&'w dyn Disk, &'w Environment, Option<&'w Log>),
    /// What was told when the call was decided before. A question that was not asked then asks now.
    Recalled(&'w [Answer]),
    /// Every file is ordinary and every setting absent: for tests and dry runs. It can never become a permit.
    Assumed,
}

/// A disk, as raw values. Paths are absolute and normal; no answer follows a link in the last component.
pub trait Disk {
    /// What is at a path.
    fn at(&self, path: &str) -> At;
    /// The bytes of a file; `None` for what is none, has more than so many, or could not be read.
    fn bytes(&self, path: &str, limit: usize) -> Option<Vec<u8>>;
    /// What is in a directory, but `.` and `..`; `None` for what is none, has more names, one that is no text, or could not be read.
    fn names(&self, directory: &str, limit: usize) -> Option<Vec<(String, Kind)>>;
    /// Whether a person trusts a file with exactly this content.
    fn is_trusted(&self, _path: &str, _bytes: &[u8]) -> bool {
        false
    }
}

/// What is at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum At {
    /// Nothing.
    Nothing,
    /// An ordinary file.
    File,
    /// A directory.
    Directory,
    /// A link to this text.
    Link(String),
    /// A socket, a pipe, a device.
    Other,
    /// Nobody could look.
    Unreadable,
}

/// What a name in a directory stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A directory.
    Directory,
    /// A link.
    Link,
    /// A file, or whatever else.
    File,
}

/// The variables that the shell of a call starts with.
pub type Environment = BTreeMap<String, String>;

/// A directory that is read or listed with what lies below it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tree<'t> {
    /// Its absolute, normal path.
    pub root: &'t str,
    /// Whether directories below it count too.
    pub deep: bool,
    /// What happens to links below it.
    pub links: Links,
    /// Patterns of which a file's name has to match one (`--include`); `None` where each file is taken.
    pub only: Option<&'t [&'t str]>,
    /// The names are handed on as words: a blank, a quote or a backslash in one makes several, and a dash before one makes an option.
    pub words: bool,
}

/// What happens to links in a directory that is read: they are left alone, followed, into directories too, or their names are handed on to a
/// program that opens them (`find . -exec cat {} +`); or files behind them are written, and nothing is read that anybody sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Links {
    Left,
    Followed,
    Opened,
    Written,
}

/// What git is asked to do, as far as its settings matter: to compare contents, so that drivers, filters and submodules count (`diff`,
/// `log -p`, `status`), or to print names, revisions and settings alone (`rev-parse`, `branch --list`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GitUse {
    Contents,
    Names,
}

/// What a proof asks of the world. Paths and directories are absolute and normal.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Question<'q> {
    /// What a path leads to whose text may be read: no link on the way may lead to what may not.
    Operand(&'q str),
    /// Whether a path may be written whose text may: no link on the way may lead to what may not.
    Output(&'q str),
    /// Whether a path that may be written is that of a file: what lies in a directory nobody looked at, and a link leads elsewhere from
    /// another place.
    Moved(&'q str),
    /// Whether a directory is there and no link leads to it: a `cd` ends there, and `..` is what the text says.
    Entered(&'q str),
    /// Whether all may be read that a pattern matches in a directory, hidden names too; and, if a name may be taken for an option, that none
    /// begins with a dash.
    Matched { directory: &'q str, pattern: &'q str, may_be_option: bool },
    /// Whether no secret lies below a directory, and no link there leads out. What the project's ignore files say does not count.
    Tree(Tree<'q>),
    /// Whether a program of this name is the system's: no directory of `PATH` inside the project has one.
    Program(&'q str),
    /// Whether the variables of the environment leave a shell and a program what they are: no `BASH_ENV`, no exported function, no `GIT_*`
    /// for git.
    Environment(&'q str),
    /// Whether git's settings and attributes run nothing if it is used so in a directory.
    Git { directory: &'q str, how: GitUse },
    /// Whether a file that a program obeys is absent in a directory and above it, up to the project's root.
    Obeyed { directory: &'q str, file: &'q str },
}

impl Question<'_> {
    /// Whether a file counts for being there under its name: as a program, as settings, as an option.
    pub(crate) const fn is_about_names(&self) -> bool {
        match self {
            Self::Program(_) | Self::Git { .. } | Self::Obeyed { .. } | Self::Matched { .. } => true,
            Self::Operand(_)
            | Self::Output(_)
            | Self::Moved(_)
            | Self::Entered(_)
            | Self::Tree(_)
            | Self::Environment(_) => false,
        }
    }
}

/// A disk of which some paths may be other ones when a command runs.
struct Changed<'c> {
    disk: &'c dyn Disk,
    changes: &'c [String],
}

impl Changed<'_> {
    fn hides(&self, path: &str) -> bool {
        self.changes.iter().any(|changed| is_below(path, changed))
    }

    /// Whether something may come to be below a path.
    fn fills(&self, path: &str) -> bool {
        self.changes.iter().any(|changed| is_below(changed, path))
    }
}

impl Disk for Changed<'_> {
    fn at(&self, path: &str) -> At {
        if self.hides(path) {
            return At::Unreadable;
        }
        let found = self.disk.at(path);
        // A directory that is not there yet.
        if found == At::Nothing && self.fills(path) { At::Unreadable } else { found }
    }

    fn bytes(&self, path: &str, limit: usize) -> Option<Vec<u8>> {
        if self.hides(path) { None } else { self.disk.bytes(path, limit) }
    }

    fn names(&self, directory: &str, limit: usize) -> Option<Vec<(String, Kind)>> {
        if self.hides(directory) || self.fills(directory) { None } else { self.disk.names(directory, limit) }
    }

    fn is_trusted(&self, path: &str, bytes: &[u8]) -> bool {
        self.disk.is_trusted(path, bytes)
    }
}

impl World<'_> {
    /// Asks once, and keeps the answer. In a world that is assumed nothing stands in the way.
    /// `changes`: the paths that may be other ones by then.
    pub(crate) fn ask(&self, ground: &Ground<'_>, changes: &[String], question: Question<'_>) -> Result<Told, Reason> {
        let asked = || match changes {
            [] => format!("{question:?}"),
            _ => format!("{question:?} after {changes:?}"),
        };
        let told = match self {
            Self::Assumed => Told::Fine,
            Self::Recalled(answers) => {
                let asked = asked();
                log::find(answers, &asked).unwrap_or(Told::Refused(Reason::Unseen(asked)))
            }
            Self::Seen(disk, variables, log) => {
                let asked = asked();
                let disk = Changed { disk: *disk, changes };
                let look = || Look { disk: &disk, variables, ground }.answer(question).unwrap_or_else(Told::Refused);
                log.map_or_else(look, |log| log.find(&asked).unwrap_or_else(|| log.note(asked, look())))
            }
        };
        if let Told::Refused(reason) = told { Err(reason) } else { Ok(told) }
    }
}

/// What is looked at for an answer.
#[derive(Clone, Copy)]
pub(crate) struct Look<'l> {
    pub disk: &'l dyn Disk,
    pub variables: &'l Environment,
    pub ground: &'l Ground<'l>,
}

impl Look<'_> {
    /// What is at a path, if anything is.
    pub fn found(self, path: &str) -> Result<Option<At>, Reason> {
        let found = self.disk.at(path);
        refuse(found == At::Unreadable, || Reason::Unseen(path.to_owned()))?;
        Ok(Some(found).filter(|found| *found != At::Nothing))
    }

    /// The answer, from the disk and the environment.
    fn answer(self, question: Question<'_>) -> Result<Told, Reason> {
        match question {
            Question::Operand(path) => return self.operand(path).map(|found| told_of(&found)),
            Question::Output(path) => return self.output(path).map(|found| told_of(&found)),
            Question::Moved(path) => {
                let moves = matches!(self.disk.at(path), At::File | At::Nothing);
                refuse(!moves, || Reason::Link(path.to_owned()))
            }
            Question::Entered(path) => self.entered(path),
            Question::Matched { directory, pattern, may_be_option } => self.matched(directory, pattern, may_be_option),
            Question::Tree(tree) => self.tree(tree),
            Question::Program(name) => self.program(name),
            Question::Environment(program) => self.heeds_nothing(program),
            Question::Git { directory, how } => git::runs_nothing(self, directory, how),
            Question::Obeyed { directory, file } => self.absent(directory, file),
        }
        .map(|()| Told::Fine)
    }
}

fn told_of(found: &At) -> Told {
    if *found == At::Directory { Told::Directory } else { Told::Fine }
}

#[cfg(test)]
mod tests;
