//! What each word of a plain command is to its program, by the program's row: sub-commands, options with their values, operands.
//!
//! Data without a verdict. A word is an option only by its exact name: `--out` is not `--output`, since the next version of a program may
//! have two options that begin so. What a row does not know is [`Known::Unknown`], and from there on nobody can be sure which words are
//! values: who proves something stops there.

mod options;

use std::fmt;

use byleave_knowledge::paths::{base_name, plain_name};
use byleave_knowledge::programs::{Arg, Effect, Ends, Entry, Special, Style, find};

use crate::{Command, Form, Word};

/// A plain command as its program takes it.
#[derive(Clone, Debug, Default)]
pub struct Usage<'c> {
    /// The row of the program; `None` if no table knows it, or its name is not written out.
    pub(crate) program: Option<Entry>,
    /// The row that counts: of the innermost sub-command, or of the use that its options make it (`git branch --list`).
    pub(crate) row: Option<Entry>,
    /// The words that are sub-commands; like options and operands in their order.
    pub(crate) subs: Vec<usize>,
    pub(crate) options: Vec<Used<'c>>,
    pub(crate) operands: Vec<Operand>,
    /// The word `--` that ends the options.
    pub(crate) dashes: Option<usize>,
}

/// An option in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Used<'c> {
    /// The word that it stands in; several of a cluster stand in one.
    pub word: usize,
    pub name: OptionName<'c>,
    /// How many sub-commands stand before it.
    pub depth: usize,
    pub known: Known,
    pub given: Given<'c>,
    /// Nobody has compared with the program what follows it: `git shortlog -w --output=x` hid an option behind a value that never was one.
    pub believed: bool,
    /// Whether an operand stands before it. `getopt` of BSD and `POSIXLY_CORRECT` take it for an operand then, and its value too.
    pub behind_operand: bool,
}

/// The name of an option: `-l`, alone or in a cluster; `-20`; `--lines`, without the dashes, or `-name` of a program whose long options have
/// one dash; or nobody can tell: a pattern that begins with a dash, a key without a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OptionName<'c> {
    Letter(char),
    Digits,
    Long(&'c str),
    Unclear,
}

/// What a row says of an option: nothing but printing depends on it; it does more, or its value is more than text; or nothing, or what
/// follows it is not what the row says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    Plain,
    Special(Special),
    Unknown,
}

/// What follows an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Given<'c> {
    Nothing,
    /// Text in the same word: `-n5`, `--lines=5`.
    Attached(&'c str),
    /// The same, as the pattern that it is if no file is called so: `--include=*.rs`.
    Pattern(&'c str),
    /// The words from there: one, or two.
    Next(usize, usize),
    /// The words of a command, from the first to before the one that ends it.
    Words(usize, usize),
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Operand {
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
    /// Whether a row spells it so: `-l`, `--long`, `-name`, each perhaps with the sign of what it takes behind it; `-#` is `-NUMBER`.
    pub(crate) fn is(&self, option: &str) -> bool {
        self.is_spelt(option.as_bytes())
    }

    fn is_spelt(&self, option: &[u8]) -> bool {
        let one = option.strip_prefix(b"-").unwrap_or(option);
        let ends = |rest: &[u8]| matches!(rest.first(), None | Some(b'=' | b'?' | b':' | b';'));
        match self {
            Self::Letter(letter) => one.strip_prefix(letter.encode_utf8(&mut [0; 4]).as_bytes()).is_some_and(ends),
            Self::Digits => one.strip_prefix(b"#").is_some_and(ends),
            Self::Long(name) => one.strip_prefix(b"-").unwrap_or(one).strip_prefix(name.as_bytes()).is_some_and(ends),
            Self::Unclear => false,
        }
    }

    /// Whether it stands in a list of options with blanks between them.
    pub(crate) fn stands_in(&self, list: &str) -> bool {
        list.as_bytes().split(|byte| *byte == b' ').any(|option| option.starts_with(b"-") && self.is_spelt(option))
    }
}

/// What each word of a command is to its program.
#[must_use]
pub fn usage_of<'c>(command: &'c Command<'_>) -> Usage<'c> {
    usage_by(command, command.name().map_or("", plain_name))
}

/// The same by the row of this program.
pub(crate) fn usage_by<'c>(command: &'c Command<'_>, program: &str) -> Usage<'c> {
    let Some(program) = find(program) else { return Usage::default() };
    let mut usage = Usage { program: Some(program), row: Some(program), ..Usage::default() };
    usage.take(&command.words, 1, program);
    usage.choose_use(&command.words);
    usage.name_operands();
    usage
}

impl<'c> Usage<'c> {
    /// Whether an option of a list with blanks between them is given.
    pub(crate) fn has_any(&self, options: &str) -> bool {
        self.options.iter().any(|used| used.name.stands_in(options))
    }

    /// The program with its sub-commands, as they are written.
    #[must_use]
    pub fn called(&self, command: &Command<'_>) -> String {
        let subs = self.subs.iter().filter_map(|at| command.words.get(*at).and_then(Word::literal));
        std::iter::once(command.name().map_or("", base_name)).chain(subs).collect::<Vec<_>>().join(" ")
    }

    /// The rows of the program and of its sub-commands.
    fn take(&mut self, words: &'c [Word<'_>], from: usize, mut row: Entry) {
        let mut at = from;
        // `tar xzf a.tgz`: the first word is a cluster without a dash.
        if row.style() == Style::Cluster && self.options.is_empty() && self.operands.is_empty() {
            at = self.old_cluster(words, at, row);
        }
        while let Some(word) = words.get(at) {
            let text = word.beginning();
            if text == "--" && row.ends() != Ends::Never && row.style() != Style::Bare && word.literal().is_some() {
                self.dashes = Some(at);
                self.rest(words, at + 1);
                return;
            }
            // `-*` is whatever the directory has: an option, if one of its files is called so.
            if options::is_option(row, text) || text == "-" && word.literal().is_none() {
                at = self.option(words, at, row);
                continue;
            }
            // A sub-command is the first operand of its program; below it the options are its own.
            if self.operands.is_empty()
                && let Some(sub) = word.literal().and_then(|name| row.sub_command(name))
            {
                self.subs.push(at);
                (self.row, row) = (Some(sub), sub);
            } else if row.ends() == Ends::Operand {
                self.rest(words, at);
                return;
            } else {
                // `ls *` beside a file named `-R`: who begins with a sign of a pattern may be an option.
                let may_be_option = word.form == Form::Pattern(0) && !word.tilde && row.style() != Style::Bare;
                self.operands.push(Operand { word: at, kind: Arg::Text, may_be_option });
            }
            at += 1;
        }
    }

    /// The words from here are operands, whatever they look like.
    fn rest(&mut self, words: &[Word<'_>], from: usize) {
        let words = (from..words.len()).map(|word| Operand { word, kind: Arg::Text, may_be_option: false });
        self.operands.extend(words);
    }

    /// Rows of uses: `with --list  read`. The words are taken again by such a row, and it counts if it knows each of them.
    fn choose_use(&mut self, words: &'c [Word<'_>]) {
        let Some(row) = self.row else { return };
        let from = self.subs.last().map_or(1, |sub| sub + 1);
        for conditional in row.subs() {
            let mut names = conditional.names().filter(|name| name.starts_with('-') || name.is_empty()).peekable();
            if names.peek().is_none() {
                continue;
            }
            let (program, subs) = (self.program, self.subs.clone());
            let mut other = Usage { program, row: Some(conditional), subs, ..Usage::default() };
            other.options.extend(self.options.iter().filter(|used| used.depth < self.subs.len()));
            other.take(words, from, conditional);
            let holds = names.any(|name| match name {
                "" => other.operands.is_empty() && other.dashes.is_none(),
                "--" => other.dashes.is_some(),
                option => other.options.iter().any(|used| used.name.is(option)),
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
        let rest = self.options.iter().find_map(|used| used.special()?.operands()).unwrap_or(kinds.rest);
        let given = |by: &str| by.split(' ').any(|by| self.options.iter().any(|used| used.name.is(by)));
        let first = kinds.first.filter(|_| !given(kinds.first_by));
        let last = kinds.last.filter(|_| !given(kinds.last_by));
        let count = self.operands.len();
        for (at, operand) in self.operands.iter_mut().enumerate() {
            operand.kind = match (first, last) {
                (Some(kind), _) if at == 0 => kind,
                (_, Some(kind)) if at > 0 && at + 1 == count => kind,
                _ => rest,
            };
        }
    }
}

impl Used<'_> {
    /// What its row says, if it does more than print.
    pub(crate) const fn special(&self) -> Option<Special> {
        match self.known {
            Known::Special(special) => Some(special),
            Known::Plain | Known::Unknown => None,
        }
    }

    pub(crate) fn effect(&self) -> Effect {
        self.special().map_or(Effect::Read, Special::effect)
    }

    /// Whether it, or a spelling that its row has for it too, is this one, with dashes.
    pub(crate) fn is_also(&self, option: &str) -> bool {
        let bare = option.trim_start_matches('-');
        self.name.is(option) || self.names().iter().any(|one| one == bare)
    }

    /// All its spellings, without dashes.
    pub(crate) fn names(&self) -> Vec<String> {
        match self.special() {
            Some(special) => special.names().split(' ').map(str::to_owned).collect(),
            None => vec![self.name.to_string().trim_start_matches('-').to_owned()],
        }
    }

    /// The first word of what follows it; its own, where that stands in it.
    pub(crate) const fn value_word(&self) -> usize {
        match self.given {
            Given::Next(at, _) | Given::Words(at, _) => at,
            Given::Nothing | Given::Attached(_) | Given::Pattern(_) => self.word,
        }
    }

    /// What follows it, if it is text that is known.
    pub(crate) fn text<'w>(&self, words: &'w [Word<'_>]) -> Option<&'w str>
    where
        Self: 'w,
    {
        match self.given {
            Given::Attached(text) => Some(text),
            Given::Next(at, 1) => words.get(at).and_then(Word::literal),
            Given::Nothing | Given::Pattern(_) | Given::Next(..) | Given::Words(..) => None,
        }
    }
}
