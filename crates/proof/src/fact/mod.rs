//! The world as the gate saw it: raw values in, answers to the questions of a proof out.
//!
//! The gate hands over what is at a path, the bytes of a file, the names in a directory, the variables of the environment, and never a
//! judgement. Each question below is answered from these; where one is missing or could not be read, the answer is no.

mod environment;
mod links;
mod log;
mod names;

use std::collections::BTreeMap;

use crate::Ground;
use crate::git;
use crate::reason::Reason;

pub(crate) use links::follow;
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
    /// The bytes of a file that has at most so many.
    fn bytes(&self, path: &str, limit: usize) -> Bytes;
    /// What is in a directory, but `.` and `..`; at most so many names.
    fn names(&self, directory: &str, limit: usize) -> Names;
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

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// All of it.
    Whole(Vec<u8>),
    /// No file, too long a file, or nobody could look.
    Unreadable,
}

/// What is in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names {
    /// All that is in it.
    All(Vec<Name>),
    /// No directory, too many names, a name that is no text, or nobody could look.
    Unreadable,
}

/// One name in a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub name: String,
    /// What is there.
    pub kind: Kind,
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// Their values by their names.
    pub variables: BTreeMap<String, String>,
}

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

/// What happens to links in a directory that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Links {
    /// They are left alone.
    Left,
    /// They are followed, into directories too.
    Followed,
    /// Their names are handed on to a program that opens them: `find . -exec cat {} +`.
    Opened,
}

/// What git is asked to do, as far as its settings matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GitUse {
    /// Compares contents, so drivers of attributes, filters and submodules count: `diff`, `log -p`, `status`.
    Contents,
    /// Prints names, revisions and settings alone: `rev-parse`, `branch --list`.
    Names,
}

/// The questions. In a world that is assumed each answer is yes.
impl<'w> World<'w> {
    /// Asks once, and keeps the answer.
    fn ask(
        &self,
        question: impl FnOnce() -> String,
        about: &str,
        look: impl FnOnce(&'w dyn Disk, &'w Environment) -> Result<Told, Reason>,
    ) -> Result<Option<At>, Reason> {
        let told = match self {
            Self::Assumed => return Ok(None),
            Self::Recalled(answers) => {
                log::find(answers, &question()).unwrap_or_else(|| Told::Refused(Reason::Unseen(about.to_owned())))
            }
            Self::Seen(disk, environment, log) => {
                let question = question();
                if let Some(told) = log.and_then(|log| log.find(&question)) {
                    told
                } else {
                    let told = look(*disk, environment).unwrap_or_else(Told::Refused);
                    if let Some(log) = log {
                        log.note(question, told.clone());
                    }
                    told
                }
            }
        };
        match told {
            Told::Fine => Ok(None),
            Told::There(at) => Ok(Some(at)),
            Told::Refused(reason) => Err(reason),
        }
    }

    /// What is where a path leads whose text may be read; no link on the way may lead to what may not. `None` if nobody looked.
    pub(crate) fn operand(&self, ground: &Ground<'_>, path: &str) -> Result<Option<At>, Reason> {
        self.ask(|| format!("operand {path}"), path, |disk, _| links::operand(disk, ground, path).map(Told::There))
    }

    /// Whether a directory is there and no link leads to it: a `cd` ends there, and `..` is what the text says.
    pub(crate) fn entered(&self, ground: &Ground<'_>, path: &str) -> Result<(), Reason> {
        self.ask(|| format!("entered {path}"), path, |disk, _| links::entered(disk, ground, path).map(|()| Told::Fine))
            .map(drop)
    }

    /// Whether all that a pattern matches may be read, hidden names too. `directory` is an absolute, normal path, `pattern` is relative
    /// to it. If a name may be taken for an option, none may begin with a dash.
    pub(crate) fn matched(
        &self,
        ground: &Ground<'_>,
        directory: &str,
        pattern: &str,
        may_be_option: bool,
    ) -> Result<(), Reason> {
        let dash = if may_be_option { "matched, may be options" } else { "matched" };
        self.ask(
            || format!("{dash} {directory}\n{pattern}"),
            directory,
            |disk, _| names::matched(disk, ground, directory, pattern, may_be_option).map(|()| Told::Fine),
        )
        .map(drop)
    }

    /// Whether no secret lies below a directory, and no link there leads out. What the project's ignore files say does not count.
    pub(crate) fn tree(&self, ground: &Ground<'_>, tree: Tree<'_>) -> Result<(), Reason> {
        self.ask(
            || {
                let only = tree.only.map_or(String::new(), |only| only.join("\n"));
                format!("tree {}\n{} {:?} {}\n{only}", tree.root, tree.deep, tree.links, tree.words)
            },
            tree.root,
            |disk, _| names::tree(disk, ground, tree).map(|()| Told::Fine),
        )
        .map(drop)
    }

    /// Whether a program of this name is the system's: no directory of `PATH` inside the project has one.
    pub(crate) fn program(&self, ground: &Ground<'_>, name: &str) -> Result<(), Reason> {
        self.ask(
            || format!("program {name}"),
            name,
            |disk, environment| environment::program(disk, environment, ground, name).map(|()| Told::Fine),
        )
        .map(drop)
    }

    /// Whether the variables of the environment leave a shell and a program what they are: no `BASH_ENV`, no exported function, no
    /// `GIT_*` for git.
    pub(crate) fn environment(&self, ground: &Ground<'_>, name: &str) -> Result<(), Reason> {
        self.ask(
            || format!("environment {name}"),
            name,
            |_, environment| environment::heeds_nothing(environment, ground, name).map(|()| Told::Fine),
        )
        .map(drop)
    }

    /// Whether git's settings and attributes run nothing if it is used so in this directory.
    pub(crate) fn git(&self, ground: &Ground<'_>, directory: &str, how: GitUse) -> Result<(), Reason> {
        let what = match how {
            GitUse::Contents => "git contents",
            GitUse::Names => "git names",
        };
        self.ask(
            || format!("{what} {directory}"),
            directory,
            |disk, _| git::runs_nothing(disk, ground, directory, how).map(|()| Told::Fine),
        )
        .map(drop)
    }

    /// Whether a file of a project that a program obeys is absent, in this directory and above it up to the project's root.
    pub(crate) fn obeyed(&self, ground: &Ground<'_>, directory: &str, file: &str) -> Result<(), Reason> {
        self.ask(
            || format!("obeyed {directory}\n{file}"),
            directory,
            |disk, _| names::absent(disk, ground, directory, file).map(|()| Told::Fine),
        )
        .map(drop)
    }
}

#[cfg(test)]
mod tests;
