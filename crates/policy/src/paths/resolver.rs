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

    /// Whether a short text file is there and its text is plain. `false` if it cannot be read.
    fn reads_plain(&self, _path: &str, _plain: &dyn Fn(&str) -> bool) -> bool {
        false
    }

    /// Files below a directory that are wanted, by their path and by where that leads.
    fn look(&self, _look: &Look<'_>, _wanted: &dyn Fn(&str, &str) -> bool) -> Listing {
        Listing::Unseen
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
pub enum Listing {
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
