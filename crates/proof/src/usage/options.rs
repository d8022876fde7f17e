//! Reading one word of options.

use byleave_knowledge::programs::{Entry, Found, Known as Checked, Style, Takes};

use super::{Given, Known, OptionName, Usage, Used, words_after};
use crate::{Value, Word};

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
        let next = at.saturating_add(1);
        let Some(word) = words.get(at) else { return next };
        let text = match &word.value {
            Value::Literal { text, tilde: false } => text.as_ref(),
            // `--include=*.rs`: the name and its sign stand before the pattern. If a file is called `--include=a.rs`, the disk tells.
            Value::Pattern { text, prefix, tilde: false }
                if text.starts_with("--") && text.find('=').is_some_and(|sign| sign < *prefix) =>
            {
                text.as_ref()
            }
            // `-?`, `--o*`: which option it is depends on the disk.
            Value::Literal { .. } | Value::Pattern { .. } | Value::Number | Value::Beginning(_) => {
                return self.unclear(at);
            }
        };
        let pattern = matches!(&word.value, Value::Pattern { .. });
        // `nm @args`: the sign is the option, and what follows it its value.
        if let Some(sign @ ('@' | '+')) = text.chars().next() {
            let found = row.letter(sign);
            let value = Given::Attached(text.get(1..).unwrap_or(""));
            self.push(
                at,
                OptionName::Letter(sign),
                found.map_or(Known::Unknown, |found| known(found, true)),
                value,
                true,
            );
            return at.saturating_add(1);
        }
        match row.style() {
            Style::Gnu | Style::First | Style::Cluster | Style::Bare | Style::Loose => match text.strip_prefix("--") {
                Some(long) => self.long(words, at, row, long, pattern),
                None => self.cluster(words, at, row, text.get(1..).unwrap_or("")),
            },
            Style::Single | Style::Find => {
                let name = text.trim_start_matches('-');
                // `-l` where the row has a letter; long options have one dash or two.
                let letter = name.chars().next().filter(|letter| name.len() == letter.len_utf8());
                // `-Dname=x`, `-j4`: a letter with its value, where no long option is spelt so.
                let long = name.split_once('=').map_or(name, |(name, _)| name);
                let attached = || {
                    let first = name.chars().next().filter(|_| row.style() == Style::Single && !text.starts_with("--"));
                    let takes = first.and_then(|first| self.found_letter(row, first)).map(|found| found.takes);
                    row.long_option(long).is_none() && matches!(takes, Some(Takes::Value | Takes::Attached))
                };
                match letter.filter(|letter| self.found_letter(row, *letter).is_some()) {
                    Some(_) => self.cluster(words, at, row, name),
                    None if attached() => self.cluster(words, at, row, name),
                    None => self.long(words, at, row, name, pattern),
                }
            }
            Style::Keys => self.long(words, at, row, text, pattern),
        }
    }

    fn unclear(&mut self, at: usize) -> usize {
        self.push(at, OptionName::Unclear, Known::Unknown, Given::Nothing, false);
        at.saturating_add(1)
    }

    fn push(&mut self, word: usize, name: OptionName<'c>, known: Known, given: Given<'c>, believed: bool) {
        let (depth, behind_operand) = (self.subs.len(), !self.operands.is_empty());
        self.options.push(Used { word, name, depth, known, given, believed, behind_operand });
    }

    /// `--name`, `--name=value`, `--name value`.
    fn long(&mut self, words: &'c [Word<'_>], at: usize, row: Entry, text: &'c str, pattern: bool) -> usize {
        let next = at.saturating_add(1);
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
        let found = exact(row).or_else(|| self.inherited(row).and_then(exact));
        let Some(found) = found else {
            self.push(at, OptionName::Long(name), Known::Unknown, Given::Nothing, false);
            return next;
        };
        let given = attached.map(|value| if pattern { Given::Pattern(value) } else { Given::Attached(value) });
        let (given, fits) = match (given, found.takes) {
            (None, Takes::Nothing | Takes::Attached) => (Given::Nothing, true),
            (Some(given), Takes::Value | Takes::Attached) => (given, true),
            (Some(given), Takes::Nothing | Takes::Separate | Takes::Two | Takes::Command) => (given, false),
            (None, Takes::Value | Takes::Separate | Takes::Two) => {
                // Go's flags and find's take whatever comes next.
                following(words, next, words_after(found.takes), expression || row.style() == Style::Single)
            }
            (None, Takes::Command) => command(words, next),
        };
        self.push(at, OptionName::Long(name), known(found, fits), given, found.believed);
        next.saturating_add(taken(given))
    }

    /// `xzf a.tgz`: letters without a dash; those with values take the next words, in order.
    pub(super) fn old_cluster(&mut self, words: &'c [Word<'_>], at: usize, row: Entry) -> usize {
        let mut next = at.saturating_add(1);
        let Some(letters) = words.get(at).and_then(Word::literal).filter(|text| !text.starts_with('-')) else {
            return at;
        };
        for letter in letters.chars() {
            let Some(found) = self.found_letter(row, letter) else {
                self.push(at, OptionName::Letter(letter), Known::Unknown, Given::Nothing, false);
                continue;
            };
            let (given, fits) = match words_after(found.takes) {
                0 => (Given::Nothing, true),
                count => following(words, next, count, false),
            };
            next = next.saturating_add(taken(given));
            self.push(at, OptionName::Letter(letter), known(found, fits), given, found.believed);
        }
        next
    }

    /// `-l`, `-la`, `-n5`, `-n 5`, `-20`.
    fn cluster(&mut self, words: &'c [Word<'_>], at: usize, row: Entry, letters: &'c str) -> usize {
        let next = at.saturating_add(1);
        if letters.bytes().all(|byte| byte.is_ascii_digit()) && row.flags().contains('#') {
            self.push(at, OptionName::Digits, Known::Plain, Given::Attached(letters), false);
            return next;
        }
        let mut rest = letters.chars();
        while let Some(letter) = rest.next() {
            let Some(found) = self.found_letter(row, letter) else {
                self.push(at, OptionName::Letter(letter), Known::Unknown, Given::Nothing, false);
                return next;
            };
            let after = rest.as_str();
            let (given, fits) = match found.takes {
                // Of these programs nobody can say what `-pn` is: they compare whole words.
                Takes::Nothing if !after.is_empty() && row.rare("clusters") == Some("no") => {
                    return self.unclear(at);
                }
                Takes::Nothing => {
                    self.push(at, OptionName::Letter(letter), known(found, true), Given::Nothing, found.believed);
                    continue;
                }
                // `tree -Lo 2 f`: a value is the next word all the same, and `o` an option of its own, which takes the word after.
                Takes::Value | Takes::Attached if !after.is_empty() => {
                    (Given::Attached(after), row.style() != Style::Loose)
                }
                Takes::Attached => (Given::Nothing, true),
                Takes::Separate | Takes::Two | Takes::Command if !after.is_empty() => (Given::Attached(after), false),
                Takes::Value | Takes::Separate | Takes::Two => following(words, next, words_after(found.takes), false),
                Takes::Command => command(words, next),
            };
            self.push(at, OptionName::Letter(letter), known(found, fits), given, found.believed);
            return next.saturating_add(taken(given));
        }
        next
    }

    fn found_letter(&self, row: Entry, letter: char) -> Option<Found> {
        row.letter(letter).or_else(|| self.inherited(row)?.letter(letter))
    }

    /// The row whose options a sub-command takes too.
    fn inherited(&self, row: Entry) -> Option<Entry> {
        self.program.filter(|program| *program != row && program.inherits() == Checked::Yes)
    }
}

/// What a row says of an option, if what follows it is what the row says.
fn known(found: Found, fits: bool) -> Known {
    match found.special {
        _ if !fits => Known::Unknown,
        Some(special) => Known::Special(special),
        None => Known::Plain,
    }
}

/// The next words as values. A value that begins with a dash may be an option that a wrong row hides; a pattern may be none or several.
fn following(words: &[Word<'_>], next: usize, count: usize, expression: bool) -> (Given<'static>, bool) {
    let second = next.saturating_add(1);
    let value = |at: usize| {
        let word = words.get(at);
        let text = word.and_then(|word| match &word.value {
            Value::Literal { text, tilde } => Some((text, *tilde)),
            Value::Pattern { .. } | Value::Number | Value::Beginning(_) => None,
        });
        // `head -n -5`
        let number = |text: &str| text.len() > 1 && text.bytes().skip(1).all(|byte| byte.is_ascii_digit());
        text.is_some_and(|(text, tilde)| tilde || expression || !text.starts_with('-') || text == "-" || number(text))
    };
    match count {
        2 => (Given::Two(next, second), value(next) && value(second)),
        _ => (Given::Next(next), value(next)),
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

/// How many words are taken behind an option.
fn taken(given: Given<'_>) -> usize {
    match given {
        Given::Nothing | Given::Attached(_) | Given::Pattern(_) => 0,
        Given::Next(_) => 1,
        Given::Two(..) => 2,
        // And the word that ends it.
        Given::Words(from, end) => end.saturating_sub(from).saturating_add(1),
    }
}
