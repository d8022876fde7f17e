//! What the engine may ask about the disk, which it never touches itself.
//!
//! Every answer is an input of the decision: the resolver can note it, and give it again when the decision is made again.

use std::borrow::Cow;

use byleave_proof::World;

/// Looks at the disk for the engine.
pub trait Resolver {
    /// The real path behind an absolute path, as far as it exists; the path itself if nothing is known.
    fn resolve<'p>(&self, path: &'p str) -> Cow<'p, str>;

    /// Whether a path is known to be a plain file, so that nothing lies below it.
    fn is_file(&self, _path: &str) -> bool {
        false
    }

    /// Whether a disk is looked at, so that an answer which is missing means that it cannot be read.
    fn sees(&self) -> bool {
        false
    }

    /// The world that proofs rest on; assumed where nobody looks.
    fn world(&self) -> World<'_> {
        World::Assumed
    }

    /// Whether there is something at an absolute path, a link included; `None` if that cannot be seen.
    fn exists(&self, _path: &str) -> Option<bool> {
        None
    }

    /// Which of some names are there in a directory, links included; `None` if that cannot be seen. A name may have directories in
    /// it. One answer, where each file by itself would be a question and a fact on record.
    fn among(&self, directory: &str, names: &[&'static str]) -> Option<Vec<&'static str>> {
        one_by_one(self, directory, names)
    }

    /// What is there of a file that a program obeys. `harmless` says so of its text, which only has to be read if it is
    /// short.
    fn obeyed(&self, path: &str, _harmless: &dyn Fn(&str) -> bool) -> Obeyed {
        match self.exists(path) {
            Some(true) => Obeyed::There,
            Some(false) => Obeyed::Absent,
            None => Obeyed::Unseen,
        }
    }

    /// The repositories inside a repository, as its index lists them: git looks into each. `None` if that cannot be seen.
    fn submodules(&self, _index: &str) -> Option<Vec<String>> {
        None
    }

    /// Where the file `.git` of a worktree or a submodule, or the file `commondir` of a worktree, leads, as it is written there.
    fn gitdir(&self, _file: &str) -> Option<String> {
        None
    }

    /// What is there of a file that may hold a secret, by the same means.
    fn secret(&self, path: &str, harmless: &dyn Fn(&str) -> bool) -> Obeyed {
        self.obeyed(path, harmless)
    }

    /// Files below a directory that are wanted, by their path and by where that leads.
    fn look(&self, _look: &Look<'_>, _wanted: &dyn Fn(&str, &str) -> bool) -> Seen {
        Seen::Unseen
    }
}

/// As [`Resolver::among`], by a look for each name.
pub fn one_by_one(
    disk: &(impl Resolver + ?Sized),
    directory: &str,
    names: &[&'static str],
) -> Option<Vec<&'static str>> {
    let mut parents: Vec<(&str, bool)> = Vec::new();
    let mut found = Vec::new();
    for name in names {
        // Where a directory is not there, nothing in it is.
        if let Some((parent, _)) = name.split_once('/') {
            let known = parents.iter().find(|(known, _)| *known == parent).map(|(_, there)| *there);
            let there = match known {
                Some(there) => there,
                None => disk.exists(&format!("{directory}/{parent}"))?,
            };
            if known.is_none() {
                parents.push((parent, there));
            }
            if !there {
                continue;
            }
        }
        if disk.exists(&format!("{directory}/{name}"))? {
            found.push(*name);
        }
    }
    Some(found)
}

/// What lies where a program looks for a file that tells it what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Obeyed {
    /// Nothing.
    Absent,
    /// A file whose text names nothing that runs.
    Harmless,
    /// A file that a person trusts, with exactly this content.
    Pinned,
    /// Something else.
    There,
    /// The disk cannot be seen.
    Unseen,
}

impl Obeyed {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Absent, Self::Harmless, Self::Pinned, Self::There, Self::Unseen];

    /// The name used on record.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Absent => "absent",
            Self::Harmless => "harmless",
            Self::Pinned => "pinned",
            Self::There => "there",
            Self::Unseen => "unseen",
        }
    }
}

/// Which files to look at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look<'l> {
    /// The directory to begin in, absolute.
    pub root: &'l str,
    /// What follows it and names files by a pattern of the shell; empty for all that lies below.
    pub pattern: &'l str,
    /// Goes down into directories.
    pub deep: bool,
    /// Goes down into directories behind links, too.
    pub follows: bool,
    /// Leaves out what is hidden, as the shell and some programs do.
    pub plain: bool,
}

/// What a look found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// The disk cannot be seen.
    Unseen,
    /// These, and there may be more: not everything was looked at.
    Some(Vec<(String, String)>),
    /// These, or the first of them: each with where it leads.
    All(Vec<(String, String)>),
}

/// Takes every path as it is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lexical;

impl Resolver for Lexical {
    fn resolve<'p>(&self, path: &'p str) -> Cow<'p, str> {
        Cow::Borrowed(path)
    }
}
