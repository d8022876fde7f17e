//! How a command uses its program: which options it gives, what its operands are, what it does.

mod files;
mod names;
mod options;
mod parser;
mod settle;
mod trees;

use std::borrow::Cow;
use std::collections::HashSet;

use self::parser::Parser;
use self::settle::is_shell;
pub use self::trees::Whole;
use super::item::Item;
use super::simple::Simple;
use crate::paths::base_name;
use crate::programs::{self, Arg, Effect, Entry, Quirk, Role, Special};

/// How a command uses its program, if that is known.
#[derive(Clone, Debug)]
pub struct Usage {
    /// The program and its sub-commands, by their first names; empty if the program is not known.
    pub path: Vec<&'static str>,
    /// The row of the innermost sub-command; `None` if the program or the sub-command is not known.
    pub entry: Option<Entry>,
    /// Which item each name of `path` is, 0 for the program.
    pub named_at: Vec<usize>,
    /// The options it gives.
    pub options: Vec<Used>,
    /// Its operands with what they are: place in the items, and kind.
    pub operands: Vec<(usize, Arg)>,
    /// What it does; `None` if an option, the sub-command or the program is not known.
    pub effect: Option<Effect>,
    /// What it does apart from its options.
    pub own_effect: Effect,
    /// The commands it runs, if it is a wrapper.
    pub inner: Vec<Inner>,
    /// The options, by the items they stand in, that hand over one of these.
    pub inner_by: Vec<usize>,
    /// A word that may be anything is in a place where an option may be.
    pub open: bool,
    /// The row of its program.
    pub program: Option<Entry>,
    /// The row of its sub-command, or of the first of several.
    pub sub: Option<Entry>,
    /// The number of the list of floors on its program; 0 if there is none.
    pub floors: u16,
}

/// An option as it is used.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one option, each with its own reader")]
pub struct Used {
    /// Its name for comparing, with dashes: `-r` for `--recursive` too.
    pub key: Cow<'static, str>,
    /// Its row, if it is more than plain.
    pub special: Option<Special>,
    /// Whether any row knows it.
    pub known: bool,
    /// The item it stands in.
    pub at: usize,
    /// Its value, if it has one.
    pub value: Option<Given>,
    /// Whether it takes the value that it seems to have was not compared with the program.
    pub believed: bool,
    /// It is not spelt in full, so it may be another one.
    pub abbreviated: bool,
    /// It is an option of a row around the one at hand: of `git` after `git log`.
    pub inherited: bool,
}

/// The value of an option, by its place: a usage borrows nothing, so that it is worked out once and kept while commands
/// are added to the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// The item it stands in.
    pub at: usize,
    /// Where in the text of that item it begins; `None` if it is not known.
    pub from: Option<usize>,
}

impl Given {
    /// A whole item.
    fn whole(at: usize, item: &Item<'_>) -> Self {
        Self { at, from: item.text().map(|_| 0) }
    }

    /// The end of the text of an item.
    const fn end(at: usize, text: &str, end: &str) -> Self {
        Self { at, from: Some(text.len().saturating_sub(end.len())) }
    }

    /// Its text, if that is known.
    fn text<'i>(self, items: &'i [Item<'_>]) -> Option<&'i str> {
        items.get(self.at)?.shown().get(self.from?..)
    }
}

impl Used {
    /// The text of its value, if it has one and that is known.
    #[must_use]
    pub fn text<'i>(&self, items: &'i [Item<'_>]) -> Option<&'i str> {
        self.value?.text(items)
    }
}

/// What a wrapper runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inner {
    /// The words from this item on.
    Words(usize),
    /// The words from this item on, and more from the input.
    More(usize),
    /// The words of an option up to `;` or `+`: from this item to before that one.
    Between(usize, usize),
    /// The words from this item on, joined, as shell text.
    Joined(usize),
    /// The value of an option, as shell text.
    Text(usize),
    /// This text, attached to an option, as shell text.
    Attached(String),
    /// Standard input, as shell text.
    Input,
}

/// A file that a command touches.
#[derive(Clone, Debug)]
pub struct FileUse<'c> {
    /// The path as far as it is known.
    pub path: Cow<'c, str>,
    /// The item it comes from.
    pub at: usize,
    /// What is done with it: [`Arg::Read`], [`Arg::Write`] or [`Arg::Delete`].
    pub arg: Arg,
}

impl Usage {
    /// Whether a wrapper adds nothing to what it runs: by its row, or a shell that is given text.
    #[must_use]
    pub fn is_transparent(&self) -> bool {
        !self.inner.is_empty() && self.entry.is_some_and(crate::programs::Entry::transparent) || self.runs_text()
    }

    /// How a command uses a program that is not known.
    pub(crate) const fn unknown() -> Self {
        Self {
            path: Vec::new(),
            entry: None,
            named_at: Vec::new(),
            options: Vec::new(),
            operands: Vec::new(),
            effect: None,
            own_effect: Effect::Read,
            inner: Vec::new(),
            inner_by: Vec::new(),
            open: false,
            program: None,
            sub: None,
            floors: 0,
        }
    }

    /// Whether it is a shell that is given text to run, which is then judged by itself.
    #[must_use]
    pub fn runs_text(&self) -> bool {
        matches!(self.inner.as_slice(), [Inner::Text(_)]) && self.entry.is_some_and(is_shell)
    }

    /// The words that the program runs, by their places: code, programs, commands.
    #[must_use]
    pub fn run_words(&self) -> HashSet<usize> {
        let runs = |arg: Arg| matches!(arg, Arg::Code | Arg::Shell | Arg::Program | Arg::Awk | Arg::Sed);
        let values = self.options.iter().filter(|used| used.special.is_some_and(|special| runs(special.arg())));
        let operands = self.operands.iter().filter(|(_, arg)| runs(*arg)).map(|(at, _)| *at);
        values.filter_map(|used| used.value.map(|given| given.at)).chain(operands).collect()
    }

    /// Whether its program has a quirk.
    #[must_use]
    pub fn has(&self, quirk: Quirk) -> bool {
        self.program.is_some_and(|program| program.has(quirk))
    }

    /// Whether its program plays a role.
    #[must_use]
    pub fn plays(&self, role: Role) -> bool {
        self.program.is_some_and(|program| program.plays(role))
    }

    /// Whether its program or its sub-command plays a role.
    #[must_use]
    pub fn acts_as(&self, role: Role) -> bool {
        self.plays(role) || self.sub.is_some_and(|sub| sub.plays(role))
    }

    /// The words of a line that few rows have, of its program or of its sub-command.
    pub(crate) fn rare(&self, key: &str) -> Option<&'static str> {
        self.program?.rare(key).or_else(|| self.sub?.rare(key))
    }

    /// Whether an option names the directory that its program works in. Options of the program itself come before the
    /// sub-command, unless they may follow it too.
    #[must_use]
    pub fn is_directory(&self, used: &Used) -> bool {
        let sub = self.named_at.get(1).copied().unwrap_or(usize::MAX);
        let named = |row: Entry| {
            let plain = used.key.trim_start_matches('-');
            let spelt =
                |name: &str| used.special.is_some_and(|special| special.names().split(' ').any(|one| one == name));
            row.directory().any(|name| name == plain || spelt(name))
        };
        let own = used.at < sub || used.inherited;
        self.program.filter(|_| own).is_some_and(named) || self.entry.filter(|_| !own).is_some_and(named)
    }

    /// Whether the inner command runs on another machine or in a container: its files are not those of this machine.
    #[must_use]
    pub fn runs_elsewhere(&self) -> bool {
        self.has(Quirk::Elsewhere)
    }
}

/// How a command uses its program.
#[must_use]
pub fn usage(simple: &Simple<'_>) -> Option<Usage> {
    let base = base_name(simple.likely_name()?);
    let entry = programs::find(base)?;
    let mut usage = Usage::unknown();
    usage.named_at.push(0);
    usage.program = Some(entry);
    usage.floors = programs::floors_on(entry, base);
    Parser { items: &simple.items, parents: Vec::new(), usage: &mut usage }.program(entry, 1);
    Some(usage)
}
