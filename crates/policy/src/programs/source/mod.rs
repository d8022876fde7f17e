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
