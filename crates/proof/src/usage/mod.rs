//! What each word of a plain command is to its program, by the program's row: sub-commands, options with their values, operands.
//!
//! Data without a verdict. A word is an option only by its exact name: `--out` is not `--output`, since the next version of a program may
//! have two options that begin so. What a row does not know is [`Known::Unknown`], and from there on nobody can be sure which words are
//! values: who proves something stops there.

mod options;
mod unwrap;

use std::fmt;

use byleave_knowledge::paths::{base_name, plain_name};
use byleave_knowledge::programs::{Arg, Ends, Entry, Special, Style, Takes, find};

use crate::{Command, Value, Word};
pub use unwrap::{Unwrapped, unwrapped};

/// A plain command as its program takes it.
#[derive(Clone, Debug, Default)]
pub struct Usage<'c> {
    /// The row of the program; `None` if no table knows it, or its name is not written out.
    pub program: Option<Entry>,
    /// The row that counts: of the innermost sub-command, or of the use that its options make it (`git branch --list`).
    pub row: Option<Entry>,
    /// The words that are sub-commands, in order.
    pub subs: Vec<usize>,
    /// The options, in order.
    pub options: Vec<Used<'c>>,
    /// The operands, in order.
    pub operands: Vec<Operand>,
    /// The word `--` that ends the options.
    pub dashes: Option<usize>,
}

/// An option in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Used<'c> {
    /// The word that it stands in; several of a cluster stand in one.
    pub word: usize,
    /// How it is spelt.
    pub name: OptionName<'c>,
    /// How many sub-commands stand before it.
    pub depth: usize,
    /// What the row says of it.
    pub known: Known,
    /// What follows it.
    pub given: Given<'c>,
    /// Nobody has compared with the program what follows it: `git shortlog -w --output=x` hid an option behind a value that never was one.
    pub believed: bool,
    /// Whether an operand stands before it. `getopt` of BSD and `POSIXLY_CORRECT` take it for an operand then, and its value too.
    pub behind_operand: bool,
}

/// The name of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionName<'c> {
    /// `-l`, alone or in a cluster.
    Letter(char),
    /// `-20`.
    Digits,
    /// `--lines`, without the dashes; `-name` of a program whose long options have one dash.
    Long(&'c str),
    /// Nobody can tell: a pattern that begins with a dash, a key without a name.
    Unclear,
}

/// What a row says of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing but printing depends on it.
    Plain,
    /// It does more, or its value is more than text.
    Special(Special),
    /// Nothing, or what follows it is not what the row says.
    Unknown,
}

/// What follows an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given<'c> {
    /// Nothing.
    Nothing,
    /// Text in the same word: `-n5`, `--lines=5`.
    Attached(&'c str),
    /// The same, as the pattern that it is if no file is called so: `--include=*.rs`.
    Pattern(&'c str),
    /// The next word.
    Next(usize),
    /// The next two words.
    Two(usize, usize),
    /// The words of a command, from the first to before the one that ends it.
    Words(usize, usize),
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand {
    /// Its word.
    pub word: usize,
    /// What it is to the program.
    pub kind: Arg,
    /// It is a pattern, and a file with a dash before its name would be an option.
    pub may_be_option: bool,
}

impl fmt::Display for OptionName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Letter(letter) => write!(f, "-{letter}"),
            Self::Digits => f.write_str("-NUMBER"),
            Self::Long(name) => write!(f, "--{name}"),
            Self::Unclear => f.write_str("-…"),
        }
    }
}

impl OptionName<'_> {
    /// Whether a row spells it so: `-l`, `--long`, `-name`; `-#` is `-NUMBER`.
    pub(crate) fn is_spelt(&self, option: &str) -> bool {
        let bare = option.strip_prefix('-').unwrap_or(option);
        match self {
            Self::Letter(letter) => bare.strip_prefix(*letter) == Some(""),
            Self::Digits => bare == "#",
            Self::Long(name) => bare.strip_prefix('-').unwrap_or(bare) == *name,
            Self::Unclear => false,
        }
    }

    /// Whether it stands in a list of options with blanks between them, each with the sign of what it takes behind it.
    pub(crate) fn stands_in(&self, list: &str) -> bool {
        let mut letter = [0; 4];
        let name: &str = match self {
            Self::Letter(one) => one.encode_utf8(&mut letter),
            Self::Digits => "#",
            Self::Long(name) => name,
            Self::Unclear => return false,
        };
        let is_letter = !matches!(self, Self::Long(_));
        list.match_indices(name).any(|(at, _)| {
            let (before, after) = list.split_at_checked(at).unwrap_or(("", ""));
            let ends = matches!(after.as_bytes().get(name.len()), None | Some(b' ' | b'=' | b'?' | b':' | b';'));
            let dashes = before.bytes().rev().take_while(|byte| *byte == b'-').count();
            let begins =
                before.len() == dashes || before.as_bytes().get(before.len().wrapping_sub(dashes + 1)) == Some(&b' ');
            ends && begins && (dashes == 1 || dashes == 2 && !is_letter)
        })
    }
}

impl Word<'_> {
    /// The word, if it is exactly this text: no pattern, no number, no home directory.
    #[must_use]
    pub fn literal(&self) -> Option<&str> {
        match &self.value {
            Value::Literal { text, tilde: false } => Some(text),
            Value::Literal { tilde: true, .. } | Value::Pattern { .. } | Value::Number | Value::Beginning(_) => None,
        }
    }

    /// Its text, as far as it is known: for messages, and to refuse by.
    pub(crate) fn shown(&self) -> &str {
        match &self.value {
            Value::Literal { text, .. } | Value::Pattern { text, .. } | Value::Beginning(text) => text,
            Value::Number => "",
        }
    }

    /// What the word begins with, whatever it expands to.
    pub(crate) fn beginning(&self) -> &str {
        match &self.value {
            Value::Literal { tilde: true, .. } | Value::Pattern { tilde: true, .. } => "/",
            Value::Pattern { text, prefix, tilde: false } => text.get(..*prefix).unwrap_or(""),
            // Nothing or digits: `ls $?` has an operand or none.
            Value::Number => "0",
            // `"$file"` may begin with anything, a dash too.
            Value::Beginning(text) if text.is_empty() => "-…",
            Value::Literal { text, tilde: false } | Value::Beginning(text) => text,
        }
    }
}

/// What each word of a command is to its program.
#[must_use]
pub fn usage_of<'c>(command: &'c Command<'_>) -> Usage<'c> {
    let name = command.words.first().and_then(Word::literal);
    name.and_then(|name| find(plain_name(name))).map_or_else(Usage::default, |program| usage_as(command, program))
}

/// The same by the name without directories: whose program it is does not matter to what a rule does not cover.
pub(crate) fn usage_by_base_name<'c>(command: &'c Command<'_>) -> Usage<'c> {
    let name = command.words.first().and_then(Word::literal);
    name.and_then(|name| find(base_name(name))).map_or_else(Usage::default, |program| usage_as(command, program))
}

fn usage_as<'c>(command: &'c Command<'_>, program: Entry) -> Usage<'c> {
    let mut usage = Usage { program: Some(program), row: Some(program), ..Usage::default() };
    usage.take(&command.words, 1, program);
    usage.choose_use(&command.words);
    usage.name_operands();
    usage
}

impl<'c> Usage<'c> {
    /// Whether an option is given, by any of these spellings without dashes.
    #[must_use]
    pub fn has(&self, names: &[&str]) -> bool {
        self.options.iter().any(|used| names.iter().any(|name| used.is(name)))
    }

    /// The rows of the program and of its sub-commands up to a depth, for options that a sub-command takes over.
    fn take(&mut self, words: &'c [Word<'_>], from: usize, row: Entry) {
        let mut at = from;
        let mut row = row;
        // `tar xzf a.tgz`: the first word is a cluster without a dash.
        if row.style() == Style::Cluster && self.options.is_empty() && self.operands.is_empty() {
            at = self.old_cluster(words, at, row);
        }
        while let Some(word) = words.get(at) {
            let text = word.beginning();
            let ends = row.ends() != Ends::Never && row.style() != Style::Bare;
            if text == "--" && ends && word.literal().is_some() {
                self.dashes = Some(at);
                self.rest(words, at.saturating_add(1));
                return;
            }
            if options::is_option(row, text) {
                at = self.option(words, at, row);
                continue;
            }
            // A sub-command is the first operand of its program; below it the options are its own.
            if self.operands.is_empty()
                && let Some(sub) = word.literal().and_then(|name| row.sub_command(name))
            {
                self.subs.push(at);
                self.row = Some(sub);
                row = sub;
                at = at.saturating_add(1);
                continue;
            }
            if row.ends() == Ends::Operand {
                self.rest(words, at);
                return;
            }
            self.operand(word, at, row.style());
            at = at.saturating_add(1);
        }
    }

    /// The words from here are operands, whatever they look like.
    fn rest(&mut self, words: &[Word<'_>], from: usize) {
        let words = (from..words.len()).map(|word| Operand { word, kind: Arg::Text, may_be_option: false });
        self.operands.extend(words);
    }

    fn operand(&mut self, word: &Word<'_>, at: usize, style: Style) {
        // `ls *` beside a file named `-R`: who begins with a sign of a pattern may be an option.
        let open = matches!(&word.value, Value::Pattern { prefix: 0, tilde: false, .. });
        self.operands.push(Operand { word: at, kind: Arg::Text, may_be_option: open && style != Style::Bare });
    }

    /// Rows of uses: `with --list  read`. The words are taken again by such a row, and it counts if it knows each of them.
    fn choose_use(&mut self, words: &'c [Word<'_>]) {
        let Some(row) = self.row else { return };
        let from = self.subs.last().map_or(1, |sub| sub.saturating_add(1));
        let before = |used: &&Used<'c>| used.depth < self.subs.len();
        for conditional in row.subs() {
            let mut names = conditional.names().filter(|name| name.starts_with('-') || name.is_empty()).peekable();
            if names.peek().is_none() {
                continue;
            }
            let (program, subs) = (self.program, self.subs.clone());
            let mut other = Usage { program, row: Some(conditional), subs, ..Usage::default() };
            other.options.extend(self.options.iter().filter(before));
            other.take(words, from, conditional);
            let holds = names.any(|name| match name {
                "" => other.operands.is_empty() && other.dashes.is_none(),
                "--" => other.dashes.is_some(),
                option => other.has(&[option.trim_start_matches('-')]),
            });
            let known = other.options.iter().all(|used| used.known != Known::Unknown);
            // `python3 -m json.tool`: a use may have sub-commands of its own.
            if holds && known && other.subs.starts_with(&self.subs) {
                *self = other;
                return self.choose_use(words);
            }
        }
    }

    /// The kinds of the operands, by their places.
    fn name_operands(&mut self) {
        let Some(row) = self.row else { return };
        let kinds = row.operands();
        let changed = self.options.iter().find_map(|used| match used.known {
            Known::Special(special) => special.operands(),
            Known::Plain | Known::Unknown => None,
        });
        let first = kinds.first.filter(|_| !kinds.first_by.split(' ').any(|by| !by.is_empty() && self.has(&[by])));
        let last = kinds.last.filter(|_| !kinds.last_by.split(' ').any(|by| !by.is_empty() && self.has(&[by])));
        let count = self.operands.len();
        for (at, operand) in self.operands.iter_mut().enumerate() {
            operand.kind = match (first, last) {
                (Some(kind), _) if at == 0 => kind,
                (_, Some(kind)) if at > 0 && at.saturating_add(1) == count => kind,
                _ => changed.unwrap_or(kinds.rest),
            };
        }
    }
}

impl Used<'_> {
    /// Whether it is spelt so, without dashes.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        match self.name {
            OptionName::Letter(letter) => name.strip_prefix(letter) == Some(""),
            OptionName::Long(long) => long == name && (long.len() > 1),
            OptionName::Digits => name == "#",
            OptionName::Unclear => false,
        }
    }

    /// What follows it, if it is text that is known.
    #[must_use]
    pub fn text<'w>(&self, words: &'w [Word<'_>]) -> Option<&'w str>
    where
        Self: 'w,
    {
        match self.given {
            Given::Attached(text) => Some(text),
            Given::Next(at) => words.get(at).and_then(Word::literal),
            Given::Nothing | Given::Pattern(_) | Given::Two(..) | Given::Words(..) => None,
        }
    }
}

/// How many words follow an option.
const fn words_after(takes: Takes) -> usize {
    match takes {
        Takes::Nothing | Takes::Attached | Takes::Command => 0,
        Takes::Value | Takes::Separate => 1,
        Takes::Two => 2,
    }
}
