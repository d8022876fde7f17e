//! Tables as people write them. The header of `programs/coreutils.txt` explains the format.
//!
//! The build script reads the built-in tables with this module, and byleave reads users' tables with it: it needs nothing
//! but the words of `kinds`.

mod fact;
mod line;
mod option;
mod reader;

use std::ops::Range;
use std::rc::Rc;

use super::kinds::{Arg, Effect, Ends, Known, Missing, Style, Takes, Wraps};
use super::quirk::Quirk;
use super::role::Role;

/// A program or sub-command.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is called; all of these mean the same, and the first is the one for comparing.
    pub names: Vec<String>,
    /// What it does without special options.
    pub effect: Effect,
    /// All else, which several rows may share.
    pub facts: Rc<Facts>,
}

/// What is known of a program but its names and what it does.
#[derive(Clone, Debug)]
pub struct Facts {
    pub style: Style,
    pub ends: Ends,
    /// Plain letters without a value.
    pub flags: String,
    /// Plain letters with a value.
    pub values: String,
    /// Those letters of `values` of which it is only believed that they take one.
    pub believed: String,
    /// Plain long options with what they take.
    pub long: Vec<Long>,
    pub special: Vec<Choice>,
    pub operands: Operands,
    pub wraps: Wraps,
    pub transparent: bool,
    pub lists: bool,
    pub abbreviates: Known,
    pub inherits: Known,
    pub missing: Missing,
    pub same: Vec<String>,
    pub prints: Vec<String>,
    pub prints_after: Vec<String>,
    pub obeys: Vec<String>,
    /// Projects mostly have what it obeys.
    pub usual: bool,
    pub directory: Vec<String>,
    pub quirks: Vec<Quirk>,
    pub roles: Vec<Role>,
    /// Lines that few rows have, each with its key: `follows -L --follow`.
    pub rare: Vec<String>,
    /// Options that make it take directories with all that lies in them, or `always`.
    pub whole: Vec<String>,
    /// Options with the values that make them plain.
    pub plain: Vec<String>,
    /// Options with the values that a rule on the program covers.
    pub covered: Vec<String>,
    pub subs: Vec<Row>,
}

/// A plain long option.
#[derive(Clone, Debug)]
pub struct Long {
    pub name: String,
    pub takes: Takes,
    pub believed: bool,
}

/// An option that is more than plain.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its spellings without dashes.
    pub names: Vec<String>,
    pub takes: Takes,
    pub believed: bool,
    pub effect: Effect,
    pub arg: Arg,
    pub operands: Option<Arg>,
}

/// What the operands are.
#[derive(Clone, Debug)]
pub struct Operands {
    pub first: Option<Arg>,
    pub first_by: Vec<String>,
    pub rest: Arg,
    pub last: Option<Arg>,
    pub last_by: Vec<String>,
}

/// Something a table gets wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The bytes it takes in the text.
    pub bytes: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// The rows of a table, or all that is wrong with it.
///
/// # Errors
///
/// A table with any mistake has no rows.
pub fn read(text: &str) -> Result<Vec<Row>, Vec<Mistake>> {
    reader::Reader::new(text).table()
}

impl Facts {
    /// What is taken for granted of a program with this effect: the rest of its lines say otherwise.
    pub(super) fn of(effect: Effect) -> Self {
        let rest = match effect {
            Effect::Read => Arg::Read,
            Effect::Write => Arg::Write,
            Effect::Delete => Arg::Delete,
            Effect::Code | Effect::State | Effect::Fetch | Effect::Send | Effect::System | Effect::Run => Arg::Text,
        };
        Self {
            style: Style::Gnu,
            ends: Ends::Dashes,
            flags: String::new(),
            values: String::new(),
            believed: String::new(),
            long: Vec::new(),
            special: Vec::new(),
            operands: Operands { first: None, first_by: Vec::new(), rest, last: None, last_by: Vec::new() },
            wraps: Wraps::No,
            transparent: false,
            lists: false,
            abbreviates: Known::Unknown,
            inherits: Known::Unknown,
            missing: Missing::Unknown,
            same: Vec::new(),
            prints: Vec::new(),
            prints_after: Vec::new(),
            obeys: Vec::new(),
            usual: false,
            directory: Vec::new(),
            quirks: Vec::new(),
            roles: Vec::new(),
            rare: Vec::new(),
            whole: Vec::new(),
            plain: Vec::new(),
            covered: Vec::new(),
            subs: Vec::new(),
        }
    }
}

impl Facts {
    /// What is wrong with the options that may stand in a proof: one that no line knows, that does more than print, or that takes
    /// something else than `proves-with:` says.
    pub(super) fn unproven(&self) -> Option<String> {
        let with = self.rare.iter().find_map(|line| line.strip_prefix("proves-with "))?;
        with.split(' ').find_map(|word| {
            let (option, takes) = proven_option(word);
            let bare = option.trim_start_matches('-');
            match self.taken_by(option, bare) {
                Some(known) if known == takes => None,
                Some(known) => Some(format!("`{option}` of `proves-with:` takes `{}` by its line", known.word())),
                None => Some(format!("`{option}` of `proves-with:` is not an option that only reads")),
            }
        })
    }

    /// What an option takes that only reads, or makes the operands the files that are written: these are words that everybody sees.
    fn taken_by(&self, option: &str, bare: &str) -> Option<Takes> {
        let reads = |arg: Arg| match arg {
            Arg::Text | Arg::Read | Arg::Sed | Arg::Awk => true,
            Arg::Write | Arg::Delete | Arg::Host | Arg::Shell | Arg::Code | Arg::Program | Arg::Setting => false,
        };
        if let Some(choice) = self.special.iter().find(|choice| choice.names.iter().any(|name| name == bare)) {
            let names =
                choice.effect == Effect::Write && choice.operands == Some(Arg::Write) && choice.arg == Arg::Text;
            return Some(choice.takes).filter(|_| names || choice.effect == Effect::Read && reads(choice.arg));
        }
        let long = || self.long.iter().find(|long| long.name == bare).map(|long| long.takes);
        let mut letters = bare.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if !option.starts_with("--") => {
                let flag = self.flags.contains(letter).then_some(Takes::Nothing);
                flag.or_else(|| self.values.contains(letter).then_some(Takes::Value)).or_else(long)
            }
            _ => long(),
        }
    }
}

/// A word of `proves-with:`: the option and what it takes. Whoever writes it there has compared that with the program.
pub fn proven_option(word: &str) -> (&str, Takes) {
    let name = word.trim_end_matches(['=', '?', ':', ';']);
    // `-?` is an option itself.
    let name = if name.trim_start_matches('-').is_empty() { word } else { name };
    let sign = word.get(name.len()..).unwrap_or("");
    (name, Takes::ALL.iter().copied().find(|takes| takes.word() == sign).unwrap_or(Takes::Nothing))
}

impl Row {
    /// Whether it only counts when an option is given, or when nothing is.
    pub fn is_conditional(&self) -> bool {
        self.names.first().is_none_or(|name| name.is_empty() || name.starts_with('-'))
    }
}

/// The kind of a word.
fn of_word<T: Copy>(all: &[T], spelt: impl Fn(T) -> &'static str, word: &str) -> Option<T> {
    all.iter().copied().find(|one| spelt(*one) == word)
}
