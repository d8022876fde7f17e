//! What the gate found on the disk while it decided. The record keeps it, so that `byleave replay` can repeat the
//! decision.

use std::borrow::Cow;
use std::cell::RefCell;

use byleave_policy::paths::{Lexical, Listing, Look, Resolver};
use byleave_policy::proof::{Answer, Log, World};
use serde::{Deserialize, Serialize};

/// The record keeps at most this many facts. For all others a replay assumes the worse.
const MOST: usize = 512;

/// One fact about the disk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Fact {
    /// What was asked.
    pub asked: DiskQuestion,
    /// About which path.
    pub path: String,
    /// The answer: `yes` or `no`, where a link leads, what is there, or the files that were found.
    pub told: Vec<String>,
}

/// What the disk is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DiskQuestion {
    /// Where a path leads; noted only if that is another path.
    Leads,
    /// Whether it is a plain file; only noted if it is.
    File,
    /// Whether something is there.
    There,
    /// Which files that choose versions of programs are in it; only in old records, as the next ones.
    Among,
    /// What is there of a file that a program obeys.
    Obeyed,
    /// Whether a file that may hold a secret is harmless.
    Secret,
    /// Which files below it are of interest.
    Below,
    /// Which repositories the index of one lists.
    Submodules,
    /// Where the file `.git` leads.
    Gitdir,
    /// What a proof rests on.
    Proof,
}

/// Asks another resolver and notes what it says.
pub(crate) struct NotedDisk<'n> {
    disk: &'n dyn Resolver,
    facts: RefCell<Vec<Fact>>,
    log: Log,
}

impl<'n> NotedDisk<'n> {
    pub(crate) fn new(disk: &'n dyn Resolver) -> Self {
        Self { disk, facts: RefCell::new(Vec::new()), log: Log::default() }
    }

    /// All facts.
    pub(crate) fn facts(self) -> Vec<Fact> {
        let mut facts = self.facts.into_inner();
        let told = self.log.into_answers().into_iter().map(|answer| {
            let told = answer.words();
            Fact { asked: DiskQuestion::Proof, path: answer.question, told }
        });
        facts.extend(told.take(MOST));
        facts
    }

    fn note(&self, asked: DiskQuestion, path: Cow<'_, str>, told: impl FnOnce() -> Vec<String>) {
        let mut facts = self.facts.borrow_mut();
        let known = facts.iter().any(|fact| fact.asked == asked && fact.path == path);
        if !known && facts.len() < MOST {
            facts.push(Fact { asked, path: path.into_owned(), told: told() });
        }
    }
}

impl Resolver for NotedDisk<'_> {
    fn resolve<'p>(&self, path: &'p str) -> Cow<'p, str> {
        let real = self.disk.resolve(path);
        if real != path {
            self.note(DiskQuestion::Leads, path.into(), || vec![real.clone().into_owned()]);
        }
        real
    }

    fn is_file(&self, path: &str) -> bool {
        let is = self.disk.is_file(path);
        if is {
            self.note(DiskQuestion::File, path.into(), || vec![YES.to_owned()]);
        }
        is
    }

    fn sees(&self) -> bool {
        self.disk.sees()
    }

    fn world(&self) -> World<'_> {
        match self.disk.world() {
            World::Seen(disk, environment, _) => World::Seen(disk, environment, Some(&self.log)),
            world @ (World::Recalled(_) | World::Assumed) => world,
        }
    }

    fn exists(&self, path: &str) -> Option<bool> {
        let there = self.disk.exists(path);
        if let Some(there) = there {
            self.note(DiskQuestion::There, path.into(), || vec![if there { YES } else { NO }.to_owned()]);
        }
        there
    }

    fn reads_plain(&self, path: &str, plain: &dyn Fn(&str) -> bool) -> bool {
        let is = self.disk.reads_plain(path, plain);
        self.note(DiskQuestion::Secret, path.into(), || vec![if is { PLAIN } else { NO }.to_owned()]);
        is
    }

    fn look(&self, look: &Look<'_>, wanted: &dyn Fn(&str, &str) -> bool) -> Listing {
        let seen = self.disk.look(look, wanted);
        let (word, found) = match &seen {
            Listing::Unseen => return seen,
            Listing::Some(found) => (SOME, found),
            Listing::All(found) => (ALL, found),
        };
        let found = found.iter().flat_map(|(path, real)| [path.clone(), real.clone()]);
        self.note(DiskQuestion::Below, key(look).into(), || std::iter::once(word.to_owned()).chain(found).collect());
        seen
    }
}

const YES: &str = "yes";
const NO: &str = "no";
const SOME: &str = "some";
const ALL: &str = "all";
const PLAIN: &str = "harmless";

/// A look as one text.
fn key(look: &Look<'_>) -> String {
    let flag = |flag: bool, letter: &'static str| if flag { letter } else { "" };
    let flags = [flag(look.deep, "d"), flag(look.follows, "f"), flag(look.plain, "p")].concat();
    format!("{}\n{}\n{flags}", look.root, look.pattern)
}

/// Answers from the record, and assumes the worse about everything else.
#[derive(Debug)]
pub struct Recalled<'r> {
    facts: &'r [Fact],
    answers: Vec<Answer>,
}

impl<'r> Recalled<'r> {
    /// The facts of an entry.
    #[must_use]
    pub fn new(facts: &'r [Fact]) -> Self {
        let proofs = facts.iter().filter(|fact| fact.asked == DiskQuestion::Proof);
        Self { facts, answers: proofs.map(|fact| Answer::from_words(&fact.path, &fact.told)).collect() }
    }

    fn told(&self, asked: DiskQuestion, path: &str) -> Option<&[String]> {
        self.facts.iter().find(|fact| fact.asked == asked && fact.path == path).map(|fact| fact.told.as_slice())
    }

    fn word(&self, asked: DiskQuestion, path: &str) -> Option<&str> {
        self.told(asked, path).and_then(<[String]>::first).map(String::as_str)
    }
}

impl Resolver for Recalled<'_> {
    fn resolve<'p>(&self, path: &'p str) -> Cow<'p, str> {
        match self.word(DiskQuestion::Leads, path) {
            Some(real) => Cow::Owned(real.to_owned()),
            None => Lexical.resolve(path),
        }
    }

    fn is_file(&self, path: &str) -> bool {
        self.word(DiskQuestion::File, path).is_some()
    }

    fn sees(&self) -> bool {
        true
    }

    fn world(&self) -> World<'_> {
        World::Recalled(&self.answers)
    }

    fn exists(&self, path: &str) -> Option<bool> {
        match self.word(DiskQuestion::There, path) {
            Some(YES) => Some(true),
            Some(NO) => Some(false),
            Some(_) | None => None,
        }
    }

    fn reads_plain(&self, path: &str, _plain: &dyn Fn(&str) -> bool) -> bool {
        self.word(DiskQuestion::Secret, path) == Some(PLAIN)
    }

    fn look(&self, look: &Look<'_>, wanted: &dyn Fn(&str, &str) -> bool) -> Listing {
        let Some([word, found @ ..]) = self.told(DiskQuestion::Below, &key(look)) else { return Listing::Unseen };
        let pairs = found.chunks_exact(2).filter_map(|pair| match pair {
            [path, real] if wanted(path, real) => Some((path.clone(), real.clone())),
            _ => None,
        });
        if word == ALL { Listing::All(pairs.collect()) } else { Listing::Some(pairs.collect()) }
    }
}
