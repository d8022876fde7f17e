//! The last step of reading a command: what its operands are, what it does and which commands it runs.

use std::borrow::Cow;

use super::names::letter_key;
use super::parser::Parser;
use super::{Inner, Used};
use crate::command::Item;
use crate::programs::{Arg, Effect, Entry, Quirk, Wraps};

impl Parser<'_, '_, '_> {
    /// Settles what the operands are and what the command does.
    pub(super) fn settle(&mut self, entry: Entry, before: (usize, usize), _end: usize, unknown_sub: bool) {
        self.usage.entry = Some(entry);
        self.synonyms(entry);
        self.refspecs(entry);
        self.wrapped(entry, before.1);
        let operands = entry.operands();
        let given = |names: &str| {
            !names.is_empty()
                && names.split_ascii_whitespace().any(|name| {
                    self.usage
                        .options
                        .iter()
                        .any(|used| used.key.trim_start_matches('-') == name || is_spelt(used, name))
                })
        };
        let turned =
            self.usage.options.iter().rev().find_map(|used| used.special.and_then(crate::programs::Special::operands));
        let first = if given(operands.first_by) { None } else { operands.first };
        let last = if given(operands.last_by) { None } else { operands.last };
        let count = self.usage.operands.len();
        for (index, (_, arg)) in self.usage.operands.iter_mut().enumerate().skip(before.1) {
            *arg = match (first, last) {
                (Some(first), _) if index == before.1 => first,
                (_, Some(last)) if index.saturating_add(1) == count && count > before.1.saturating_add(1) => last,
                _ => turned.unwrap_or(operands.rest),
            };
        }
        let known = self.usage.options.iter().all(|used| used.known);
        let specials = || self.usage.options.iter().filter_map(|used| used.special);
        // An option such as `unzip -p` makes a program that writes one that only reads.
        let lowered =
            specials().any(|special| special.effect() == Effect::Read && special.operands() == Some(Arg::Read));
        let base = if lowered { Effect::Read } else { entry.effect() };
        let raised = self.usage.operands.get(before.1..).unwrap_or(&[]).iter().filter_map(|(at, arg)| match arg {
            Arg::Write if base == Effect::Read => Some(Effect::Write),
            Arg::Delete if base == Effect::Read => Some(Effect::Delete),
            // `sysctl kernel.x` only asks for a setting.
            Arg::Setting if self.items.get(*at).and_then(Item::text).is_some_and(|text| !text.contains('=')) => None,
            Arg::Code | Arg::Shell | Arg::Program | Arg::Setting if base == Effect::Read => Some(Effect::Run),
            Arg::Text
            | Arg::Read
            | Arg::Write
            | Arg::Delete
            | Arg::Host
            | Arg::Shell
            | Arg::Code
            | Arg::Program
            | Arg::Sed
            | Arg::Awk
            | Arg::Setting => None,
        });
        let raised = raised.max().unwrap_or(base);
        let effect =
            specials().map(crate::programs::Special::effect).max().map_or(base, |most| most.max(base)).max(raised);
        self.usage.own_effect = base.max(raised);
        self.usage.effect = (known && !unknown_sub).then_some(effect);
        if unknown_sub {
            self.usage.entry = None;
        }
    }

    /// Adds the first spelling of a group that the options given mean: `-D` for `-d -f`, `-9` for `-s KILL`.
    fn synonyms(&mut self, entry: Entry) {
        for group in entry.same() {
            let mut spellings = group.split_ascii_whitespace();
            let Some(first) = spellings.next() else { continue };
            let given = |spelling: &str| spelling.split('+').all(|one| self.is_given(one));
            if !self.is_given(first) && spellings.any(given) {
                let at = self.usage.options.last().map_or(0, |used| used.at);
                self.usage.options.push(Used {
                    key: Cow::Borrowed(first),
                    special: None,
                    known: true,
                    at,
                    value: None,
                    believed: false,
                    abbreviated: false,
                    inherited: false,
                });
            }
        }
    }

    /// Whether an option `-x` or `-x=value` is among those given.
    fn is_given(&self, spelling: &str) -> bool {
        let (key, value) = spelling.split_once('=').map_or((spelling, None), |(key, value)| (key, Some(value)));
        self.usage.options.iter().any(|used| {
            let same_value = |wanted: &str| used.text(self.items) == Some(wanted);
            used.key.trim_start_matches('-') == key.trim_start_matches('-') && value.is_none_or(same_value)
        })
    }

    /// `git push origin +main` forces, `git push origin :main` deletes, without an option.
    fn refspecs(&mut self, entry: Entry) {
        if !self.usage.has(Quirk::Git) || self.usage.path.get(1) != Some(&"push") {
            return;
        }
        let marked = |sign: char| {
            let operands = self.usage.operands.iter();
            operands
                .filter_map(|(at, _)| self.items.get(*at).map(|item| (*at, item)))
                .find(|(_, item)| item.shown().starts_with(sign))
        };
        for (at, letter) in [(marked('+').map(|(at, _)| at), 'f'), (marked(':').map(|(at, _)| at), 'd')] {
            if let Some(at) = at {
                let found = self.find_short(entry, letter);
                self.push_option(found, letter_key(letter), at, None);
            }
        }
    }

    /// Finds what a wrapper, a shell or an option with shell text runs.
    fn wrapped(&mut self, entry: Entry, before: usize) {
        let operand = |skip: usize| self.usage.operands.get(before.saturating_add(skip)).map(|(at, _)| *at);
        let by_option = |used: &&Used| used.special.is_some_and(|special| special.arg() == Arg::Shell);
        let handed = |used: &Used| match (used.value, used.text(self.items)) {
            (Some(given), Some(text)) if given.at == used.at => {
                Some(Inner::Attached(text.strip_prefix("exec=").unwrap_or(text).to_owned()))
            }
            // `tar --checkpoint-action exec=prog`
            (Some(_), Some(text)) if text.starts_with("exec=") => {
                text.strip_prefix("exec=").map(|text| Inner::Attached(text.to_owned()))
            }
            (Some(given), _) => Some(Inner::Text(given.at)),
            // `bash -c`: the first operand is the text. Elsewhere a value that is missing hands nothing over.
            (None, _) if is_shell(entry) => operand(0).map(Inner::Text),
            (None, _) => None,
        };
        let texts = self.usage.options.iter().filter(by_option).filter_map(|used| Some((used.at, handed(used)?)));
        let (by, mut texts): (Vec<usize>, Vec<Inner>) = texts.unzip();
        self.usage.inner_by.extend(by);
        // `hyperfine 'a' 'b'`: every operand is shell text.
        if entry.wraps() == Wraps::No && entry.operands().rest == Arg::Shell {
            let operands = self.usage.operands.get(before..).unwrap_or(&[]);
            texts.extend(operands.iter().map(|(at, _)| Inner::Text(*at)));
        }
        if !texts.is_empty() {
            self.usage.inner.extend(texts);
            return;
        }
        let inner = match entry.wraps() {
            Wraps::No if is_shell(entry) => self.script_of_shell(operand(0)),
            Wraps::No if entry.operands().first == Some(Arg::Shell) => operand(0).map(Inner::Text),
            Wraps::No => None,
            Wraps::Command(skip) => operand(usize::from(skip)).map(Inner::Words),
            Wraps::More => operand(0).map(Inner::More),
            Wraps::Shell(skip) => operand(usize::from(skip)).map(Inner::Joined),
            Wraps::Environment => {
                let operands = self.usage.operands.get(before..).unwrap_or(&[]);
                // `env -` empties the environment.
                let setting = |item: &Item<'_>| item.shown().contains('=') || item.text() == Some("-");
                let command = operands.iter().find(|(at, _)| self.items.get(*at).is_none_or(|item| !setting(item)));
                command.map(|(at, _)| Inner::Words(*at))
            }
        };
        if let Some(Inner::Words(start) | Inner::More(start) | Inner::Joined(start)) = inner {
            // The words of the inner command are not operands of the wrapper.
            self.usage.operands.retain(|(at, _)| *at < start);
        }
        self.usage.inner.extend(inner);
    }

    /// A shell without `-c` and without a script reads commands from its input.
    fn script_of_shell(&self, operand: Option<usize>) -> Option<Inner> {
        let checks = self.usage.options.iter().any(|used| matches!(used.key.as_ref(), "-n" | "--noexec"));
        // These know the options; other shells complain and go on.
        let asked = match self.items {
            [_, only] => self.usage.has(Quirk::AnswersAlone) && matches!(only.text(), Some("--version" | "--help")),
            _ => false,
        };
        let forced = self.usage.options.iter().any(|used| used.key == "-s");
        let dash = |at: usize| self.items.get(at).is_some_and(|item| matches!(item.text(), Some("-" | "/dev/stdin")));
        let input = forced || operand.is_none_or(dash);
        (input && !checks && !asked).then_some(Inner::Input)
    }
}

/// Whether a row is that of a shell: it takes shell text by an option and scripts as operands.
pub(super) fn is_shell(entry: Entry) -> bool {
    entry.wraps() == Wraps::No
        && entry.operands().first == Some(Arg::Code)
        && entry.special().any(|special| special.arg() == Arg::Shell)
}

fn is_spelt(used: &Used, name: &str) -> bool {
    used.special.is_some_and(|special| special.names().split_ascii_whitespace().any(|one| one == name))
}
