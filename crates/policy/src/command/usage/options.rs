//! Options as they are written: long, clustered, glued to their values, half known.

use std::borrow::Cow;

use super::names::{Found, dashed, first_name, letter_key};
use super::parser::Parser;
use super::settle::is_shell;
use super::{Given, Inner, Used};
use crate::command::{Count, Item, Value};
use crate::programs::{Arg, Entry, Special, Style, Takes};

impl<'c> Parser<'c, '_, '_> {
    /// `--git-dir="$(pwd)/.git"`: an option that is spelt out, with a value that is not.
    pub(super) fn half_known(&mut self, entry: Entry, at: usize) -> bool {
        let Some(item) = self.items.get(at).filter(|item| item.is_unknown() && item.count == Count::One) else {
            return false;
        };
        let long = matches!(entry.style(), Style::Gnu | Style::First | Style::Cluster | Style::Loose);
        let name = item.shown().strip_prefix("--").and_then(|text| text.split_once('=')).map(|(name, _)| name);
        let plain =
            |name: &&str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let Some(name) = name.filter(|name| long && plain(name)) else { return false };
        let found = self.find_long(entry, name);
        self.push_option(found, dashed("--", name), at, Some(Given { at, from: None }));
        true
    }

    /// Words that begin with a sign a row names: `less +!cmd`, `nm @options`.
    pub(super) fn marked(&mut self, entry: Entry, at: usize) -> bool {
        let Some(text) = self.items.get(at).and_then(Item::text) else { return false };
        let sign = text.get(..1).filter(|sign| matches!(*sign, "+" | "@")).filter(|_| text.len() > 1);
        let special = sign.and_then(|sign| entry.special().find(|special| special.names() == sign));
        let Some(special) = special else { return false };
        let found = Found::special(special);
        self.push_option(Some(found), Cow::Owned(text.to_owned()), at, None);
        true
    }

    /// `tar xzf`, `ps aux`: the first word is a cluster without a dash.
    pub(super) fn bare_cluster(&mut self, entry: Entry, at: usize, from: usize) -> bool {
        if entry.style() != Style::Cluster || at != from {
            return false;
        }
        let Some(text) = self.items.get(at).and_then(Item::text) else { return false };
        let letters = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if !letters || text.is_empty() || text.bytes().all(|byte| byte.is_ascii_digit()) {
            return false;
        }
        // Values of such a cluster are the next words, in order; they are taken as operands here, and the letters count.
        let mut next = at.saturating_add(1);
        for letter in text.chars() {
            let found = self.find_short(entry, letter);
            let takes = found.map_or(Takes::Nothing, |found| found.takes);
            let value = (takes == Takes::Value).then(|| {
                let literal = self.items.get(next).and_then(Item::text).is_some();
                let place = next;
                next = next.saturating_add(1);
                Given { at: place, from: literal.then_some(0) }
            });
            self.push_option(found, letter_key(letter), at, value);
        }
        true
    }

    /// Reads the option at `at`; returns where the next word stands.
    pub(super) fn option(&mut self, entry: Entry, at: usize) -> usize {
        let Some(item) = self.items.get(at) else { return at.saturating_add(1) };
        if entry.style() == Style::Keys {
            // `of=~/x` and `of=$x` name their key all the same.
            let text = item.shown();
            let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
            let found = self.find_long(entry, name);
            let value = value
                .map(|value| if item.is_unknown() { Given { at, from: None } } else { Given::end(at, text, value) });
            self.push_option(found, Cow::Owned(name.to_owned()), at, value);
            return at.saturating_add(1);
        }
        let Some(text) = written(item) else { return at.saturating_add(1) };
        let before = self.usage.options.len();
        let next = match entry.style() {
            Style::Single | Style::Find => self.long(entry, at, text.trim_start_matches('-')),
            Style::Gnu | Style::First | Style::Cluster | Style::Bare | Style::Keys | Style::Loose => {
                match text.strip_prefix("--") {
                    Some(name) => self.long(entry, at, name),
                    None => self.cluster(entry, at, text.trim_start_matches(['-', '+'])),
                }
            }
        };
        if item.text().is_none() {
            self.forget_values(before, at);
        }
        next
    }

    /// The value in a word with a pattern is not known, but for the directory a file lies in.
    fn forget_values(&mut self, before: usize, at: usize) {
        for used in self.usage.options.iter_mut().skip(before) {
            let file = |special: Special| matches!(special.arg(), Arg::Read | Arg::Write | Arg::Delete);
            if !used.special.is_some_and(file)
                && let Some(given) = used.value.as_mut().filter(|given| given.at == at)
            {
                given.from = None;
            }
        }
    }

    /// `-Iinclude`, `-j4`: the value glued to a letter, where options have one dash.
    fn glued(&mut self, entry: Entry, at: usize, text: &'c str) -> bool {
        if entry.style() != Style::Single {
            return false;
        }
        let mut letters = text.chars();
        let Some(letter) = letters.next() else { return false };
        let Some(found) =
            self.find_short(entry, letter).filter(|found| matches!(found.takes, Takes::Value | Takes::Attached))
        else {
            return false;
        };
        self.push_option(Some(found), letter_key(letter), at, self.attached(at, letters.as_str()));
        true
    }

    fn long(&mut self, entry: Entry, at: usize, full: &'c str) -> usize {
        let (name, attached) = full.split_once('=').map_or((full, None), |(name, value)| (name, Some(value)));
        let found = self.find_long(entry, name).or_else(|| {
            let single = matches!(entry.style(), Style::Single | Style::Find) && name.chars().count() == 1;
            if single { self.find_short(entry, name.chars().next()?) } else { None }
        });
        if found.is_none() && self.glued(entry, at, full) {
            return at.saturating_add(1);
        }
        // Made only where the row has no name for comparing: it is on the heap.
        let key = if found.is_some_and(|found| found.special.is_some()) {
            Cow::Borrowed("")
        } else {
            let name = found.and_then(|found| found.full).unwrap_or(name);
            dashed(if matches!(entry.style(), Style::Single | Style::Find) { "-" } else { "--" }, name)
        };
        let takes = found.map_or(Takes::Nothing, |found| found.takes);
        let next = at.saturating_add(1);
        if let Some(value) = attached {
            if takes == Takes::Command {
                return self.glued_command(key, at, value);
            }
            self.push_option(found, key, at, self.attached(at, value));
            return next;
        }
        self.take_values(found, key, at, next, takes)
    }

    fn cluster(&mut self, entry: Entry, at: usize, letters: &'c str) -> usize {
        let next = at.saturating_add(1);
        if !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_digit()) && entry.flags().contains('#') {
            self.push_option(Some(Found::PLAIN), Cow::Borrowed("-#"), at, None);
            return next;
        }
        let mut rest = letters;
        while let Some(letter) = rest.chars().next() {
            rest = rest.get(letter.len_utf8()..).unwrap_or("");
            let found = self.find_short(entry, letter);
            let key = letter_key(letter);
            // `bash -cx text`: the text is the first operand, whatever follows in the cluster.
            let text = is_shell(entry)
                && found.is_some_and(|found| found.special.is_some_and(|special| special.arg() == Arg::Shell));
            let takes = if text { Takes::Nothing } else { found.map_or(Takes::Nothing, |found| found.takes) };
            match takes {
                Takes::Value | Takes::Attached if !rest.is_empty() => {
                    let value = rest.strip_prefix('=').unwrap_or(rest);
                    self.push_option(found, key, at, self.attached(at, value));
                    if entry.style() == Style::Loose {
                        self.behind(entry, at, rest);
                    }
                    return next;
                }
                Takes::Nothing | Takes::Attached => self.push_option(found, key, at, None),
                Takes::Command if !rest.is_empty() => return self.glued_command(key, at, rest),
                Takes::Value | Takes::Separate | Takes::Command | Takes::Two => {
                    return self.take_values(found, key, at, next, takes);
                }
            }
        }
        next
    }

    /// `tree -Lo 2 out`, `less -x4oLOG`: letters behind one with a value that do more than the row itself, each with what
    /// is glued to it and with the word that is its own if each letter takes the next one.
    fn behind(&mut self, entry: Entry, at: usize, letters: &'c str) {
        let mut word = at.saturating_add(1);
        let mut rest = letters;
        while let Some(letter) = rest.chars().next() {
            rest = rest.get(letter.len_utf8()..).unwrap_or("");
            let Some(found) = self.find_short(entry, letter) else { continue };
            let takes = found.takes == Takes::Value;
            word = word.saturating_add(usize::from(takes));
            if found.special.is_none() {
                continue;
            }
            let next = self.items.get(word).filter(|_| takes).map(|item| Given::whole(word, item));
            self.push_option(Some(found), letter_key(letter), at, next);
            if takes && !rest.is_empty() {
                self.push_option(Some(found), letter_key(letter), at, self.attached(at, rest));
            }
        }
    }

    /// Takes the values of an option from the words after it.
    fn take_values(
        &mut self,
        found: Option<Found>,
        key: Cow<'static, str>,
        at: usize,
        next: usize,
        takes: Takes,
    ) -> usize {
        match takes {
            Takes::Nothing | Takes::Attached => {
                self.push_option(found, key, at, None);
                next
            }
            Takes::Value | Takes::Separate => {
                let value = self.items.get(next).map(|item| Given::whole(next, item));
                self.push_option(found, key, at, value);
                next.saturating_add(1)
            }
            Takes::Two => {
                let second = next.saturating_add(1);
                let value = self.items.get(second).map(|item| Given::whole(second, item));
                self.push_option(found, key, at, value);
                second.saturating_add(1)
            }
            Takes::Command => {
                let rest = self.items.get(next..).unwrap_or(&[]);
                // A plus ends it only right after the names that are filled in: `-exec sort -t + -o out {} \;`.
                let filled = |at: usize| {
                    at.checked_sub(1).and_then(|before| rest.get(before)).and_then(Item::text) == Some("{}")
                };
                let ends = |(at, item): (usize, &Item<'_>)| match item.text() {
                    Some(";") => true,
                    Some("+") => filled(at),
                    _ => false,
                };
                let length = rest.iter().enumerate().position(ends).unwrap_or(rest.len());
                let end = next.saturating_add(length);
                self.push_option(found, key, at, Some(Given { at: end, from: None }));
                self.usage.inner.push(Inner::Between(next, end));
                self.usage.inner_by.push(at);
                end.saturating_add(1)
            }
        }
    }

    /// `fd -xrm`, `fd --exec=rm`: the command begins in the middle of a word, which no row tells, and goes on behind it.
    fn glued_command(&mut self, key: Cow<'static, str>, at: usize, first: &str) -> usize {
        self.push_option(None, key, at, self.attached(at, first));
        let next = at.saturating_add(1);
        let rest = self.items.get(next..).unwrap_or(&[]).iter().map(|item| crate::command::quoted(item.shown()));
        let words: Vec<String> = rest.take_while(|word| word != "';'").collect();
        self.usage.inner.push(Inner::Attached(format!("{first} {}", words.join(" "))));
        self.usage.inner_by.push(at);
        next
    }

    /// A value that stands at the end of the item of its option.
    fn attached(&self, at: usize, value: &str) -> Option<Given> {
        self.items.get(at).and_then(written).map(|text| Given::end(at, text, value))
    }

    pub(super) fn push_option(
        &mut self,
        found: Option<Found>,
        key: Cow<'static, str>,
        at: usize,
        value: Option<Given>,
    ) {
        let special = found.and_then(|found| found.special);
        let key = special.and_then(|special| first_name(special.names())).unwrap_or(key);
        let known = found.is_some();
        let Found { believed, abbreviated, inherited, .. } = found.unwrap_or(Found::PLAIN);
        self.usage.options.push(Used { key, special, known, at, value, believed, abbreviated, inherited });
    }

    pub(super) fn find_short(&self, entry: Entry, letter: char) -> Option<Found> {
        entry.letter(letter).or_else(|| self.inherited(|parent| parent.letter(letter)))
    }

    fn find_long(&self, entry: Entry, name: &str) -> Option<Found> {
        entry.long_option(name).or_else(|| self.inherited(|parent| parent.long_option(name)))
    }

    /// An option of a row around the one at hand.
    fn inherited(&self, find: impl Fn(Entry) -> Option<Found>) -> Option<Found> {
        let found = self.parents.iter().rev().find_map(|parent| find(*parent))?;
        Some(Found { inherited: true, ..found })
    }
}

/// The text of a word as it is if no pattern in it matches a file: `sort -o* f` gives an option then.
pub(super) fn written<'c>(item: &'c Item<'_>) -> Option<&'c str> {
    match &item.value {
        Value::Literal(text) | Value::Bounded { text, .. } => Some(text),
        Value::Unknown { .. } => None,
    }
}
