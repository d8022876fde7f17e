//! Reading one word of options.

use byleave_knowledge::programs::{Entry, Found, Known as Checked, Style, Takes};

use super::{Given, Known, OptionName, Usage, Used};
use crate::{Form, Word};

/// Whether a word that begins so is an option to a program.
pub(super) fn is_option(row: Entry, text: &str) -> bool {
    match row.style() {
        Style::Bare => false,
        Style::Keys => row.long_option(text.split_once('=').map_or(text, |(key, _)| key)).is_some(),
        Style::Gnu | Style::First | Style::Single | Style::Find | Style::Cluster | Style::Loose => {
            // `-` alone is the input. `+cmd` and `@file` are options where a row says so.
            let sign = text.starts_with(['+', '@']) && row.letter(text.chars().next().unwrap_or(' ')).is_some();
            text.len() > 1 && text.starts_with('-') || sign
        }
    }
}

impl<'c> Usage<'c> {
    /// Takes the option, or the cluster of options, in a word; returns the word after it and its values.
    pub(super) fn option(&mut self, words: &'c [Word<'_>], at: usize, row: Entry) -> usize {
        let Some(word) = words.get(at) else { return at + 1 };
        let text: &'c str = &word.text;
        let pattern = match word.form {
            Form::Literal if !word.tilde => false,
            // `--include=*.rs`: the name and its sign stand before the pattern. If a file is called `--include=a.rs`, the disk tells.
            Form::Pattern(prefix) if text.starts_with("--") && text.find('=').is_some_and(|sign| sign < prefix) => true,
            // `-?`, `--o*`: which option it is depends on the disk.
            Form::Literal | Form::Pattern(_) | Form::Open => return self.unclear(at),
        };
        // `nm @args`: the sign is the option, and what follows it its value.
        if let Some(sign @ ('@' | '+')) = text.chars().next() {
            let value = Given::Attached(text.get(1..).unwrap_or(""));
            return self.push(at, OptionName::Letter(sign), row.letter(sign), (value, true));
        }
        match row.style() {
            Style::Gnu | Style::First | Style::Cluster | Style::Bare | Style::Loose => match text.strip_prefix("--") {
                Some(long) => self.long(words, at, row, long, pattern),
                None => self.cluster(words, at, row, text.get(1..).unwrap_or("")),
            },
            Style::Single | Style::Find => {
                let name = text.trim_start_matches('-');
                let first = name.chars().next().and_then(|first| self.found(row, |row| row.letter(first)));
                // `-Dname=x`, `-j4`: a letter with its value, where no long option is spelt so.
                let long = name.split_once('=').map_or(name, |(name, _)| name);
                let attached =
                    row.style() == Style::Single && !text.starts_with("--") && row.long_option(long).is_none();
                let letter = first.is_some_and(|first| {
                    name.chars().count() == 1 || attached && matches!(first.takes, Takes::Value | Takes::Attached)
                });
                if letter { self.cluster(words, at, row, name) } else { self.long(words, at, row, name, pattern) }
            }
            Style::Keys => self.long(words, at, row, text, pattern),
        }
    }

    fn unclear(&mut self, at: usize) -> usize {
        self.push(at, OptionName::Unclear, None, (Given::Nothing, false))
    }

    /// An option with what follows it, and whether that is what the row says. Returns the word after it and its values.
    fn push(&mut self, word: usize, name: OptionName<'c>, found: Option<Found>, value: (Given<'c>, bool)) -> usize {
        let (depth, behind_operand) = (self.subs.len(), !self.operands.is_empty());
        let (given, fits) = value;
        let known = match found {
            Some(Found { special: Some(special), .. }) if fits => Known::Special(special),
            Some(_) if fits => Known::Plain,
            Some(_) | None => Known::Unknown,
        };
        let believed = found.is_some_and(|found| found.believed);
        self.options.push(Used { word, name, depth, known, given, believed, behind_operand });
        match given {
            Given::Nothing | Given::Attached(_) | Given::Pattern(_) => word + 1,
            Given::Next(at, count) => at + count,
            // And the word that ends it.
            Given::Words(_, end) => end + 1,
        }
    }

    /// What a row says of an option, or the row of the program where a sub-command takes its options too.
    fn found(&self, row: Entry, look: impl Fn(Entry) -> Option<Found>) -> Option<Found> {
        let inherited = || self.program.filter(|program| *program != row && program.inherits() == Checked::Yes);
        look(row).or_else(|| look(inherited()?))
    }

    /// `--name`, `--name=value`, `--name value`.
    fn long(&mut self, words: &'c [Word<'_>], at: usize, row: Entry, text: &'c str, pattern: bool) -> usize {
        let expression = row.style() == Style::Find;
        let (name, attached) = match text.split_once('=') {
            Some((name, value)) if !expression => (name, Some(value)),
            Some(_) | None => (text, None),
        };
        // `--=x` is an abbreviation of every option.
        if name.is_empty() {
            return self.unclear(at);
        }
        let exact = |row: Entry| row.long_option(name).filter(|found| !found.abbreviated && found.full.is_none());
        let Some(found) = self.found(row, exact) else {
            return self.push(at, OptionName::Long(name), None, (Given::Nothing, false));
        };
        let given = attached.map(|value| if pattern { Given::Pattern(value) } else { Given::Attached(value) });
        let value = match (given, found.takes) {
            (Some(given), takes) => (given, matches!(takes, Takes::Value | Takes::Attached)),
            // Go's flags and find's take whatever comes next.
            (None, takes) => following(words, at + 1, takes, expression || row.style() == Style::Single),
        };
        self.push(at, OptionName::Long(name), Some(found), value)
    }

    /// `xzf a.tgz`: letters without a dash; those with values take the next words, in order.
    pub(super) fn old_cluster(&mut self, words: &'c [Word<'_>], at: usize, row: Entry) -> usize {
        let Some(letters) = words.get(at).and_then(Word::literal).filter(|text| !text.starts_with('-')) else {
            return at;
        };
        let mut next = at + 1;
        for letter in letters.chars() {
            let found = self.found(row, |row| row.letter(letter));
            let value = found.map_or((Given::Nothing, false), |found| following(words, next, found.takes, false));
            next = next.max(self.push(at, OptionName::Letter(letter), found, value));
        }
        next
    }

    /// `-l`, `-la`, `-n5`, `-n 5`, `-20`.
    fn cluster(&mut self, words: &'c [Word<'_>], at: usize, row: Entry, letters: &'c str) -> usize {
        if letters.bytes().all(|byte| byte.is_ascii_digit()) && row.flags().contains('#') {
            self.push(at, OptionName::Digits, None, (Given::Attached(letters), true));
            self.options.last_mut().into_iter().for_each(|number| number.known = Known::Plain);
            return at + 1;
        }
        let mut rest = letters.chars();
        while let Some(letter) = rest.next() {
            let found = self.found(row, |row| row.letter(letter));
            let (takes, after) = (found.map(|found| found.takes), rest.as_str());
            let value = match takes {
                // Of these programs nobody can say what `-pn` is: they compare whole words.
                Some(Takes::Nothing) if !after.is_empty() && row.rare("clusters") == Some("no") => {
                    return self.unclear(at);
                }
                // `tree -Lo 2 f`: a value is the next word all the same, and `o` an option of its own, which takes the word after.
                Some(Takes::Value | Takes::Attached) if !after.is_empty() => {
                    (Given::Attached(after), row.style() != Style::Loose)
                }
                Some(Takes::Separate | Takes::Two | Takes::Command) if !after.is_empty() => {
                    (Given::Attached(after), false)
                }
                Some(takes) => following(words, at + 1, takes, false),
                None => (Given::Nothing, false),
            };
            let next = self.push(at, OptionName::Letter(letter), found, value);
            if takes != Some(Takes::Nothing) {
                return next;
            }
        }
        at + 1
    }
}

/// The next words as values. A value that begins with a dash may be an option that a wrong row hides; a pattern may be none or several.
fn following(words: &[Word<'_>], next: usize, takes: Takes, expression: bool) -> (Given<'static>, bool) {
    let value = |at: usize| {
        words.get(at).filter(|word| word.form == Form::Literal).is_some_and(|word| {
            let text: &str = &word.text;
            // `head -n -5`
            let number = text.len() > 1 && text.bytes().skip(1).all(|byte| byte.is_ascii_digit());
            word.tilde || expression || !text.starts_with('-') || text == "-" || number
        })
    };
    match takes {
        Takes::Nothing | Takes::Attached => (Given::Nothing, true),
        Takes::Value | Takes::Separate => (Given::Next(next, 1), value(next)),
        Takes::Two => (Given::Next(next, 2), value(next) && value(next + 1)),
        Takes::Command => command(words, next),
    }
}

/// The words of a command up to `;`, or to `+` behind `{}`.
fn command(words: &[Word<'_>], from: usize) -> (Given<'static>, bool) {
    let mut before = "";
    for (at, word) in words.iter().enumerate().skip(from) {
        match word.literal() {
            Some(";") => return (Given::Words(from, at), at > from),
            Some("+") if before == "{}" => return (Given::Words(from, at), true),
            text => before = text.unwrap_or(""),
        }
    }
    (Given::Words(from, words.len()), false)
}
