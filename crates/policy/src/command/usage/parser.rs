//! Reading the words of a command by the rows of its program: sub-commands, where options end, operands.

use super::options::written;
use super::{Usage, Used};
use crate::command::Item;
use crate::programs::{Arg, Ends, Entry, Quirk, Style, Wraps};

pub(super) struct Parser<'c, 'i, 'u> {
    pub(super) items: &'c [Item<'i>],
    /// The rows around the one at hand: options before a sub-command may also follow it.
    pub(super) parents: Vec<Entry>,
    pub(super) usage: &'u mut Usage,
}

impl Parser<'_, '_, '_> {
    /// Reads the words from `from` on as the options and operands of `entry`.
    pub(super) fn program(&mut self, entry: Entry, from: usize) {
        self.usage.path.push(entry.names().first().unwrap_or(""));
        let before = (self.usage.options.len(), self.usage.operands.len());
        let end = self.words(entry, from);
        let conditional =
            |sub: &Entry| sub.names().first().is_some_and(|name| name.is_empty() || name.starts_with('-'));
        let named = has_named_subs(entry);
        if named
            && let Some(at) = self.first_operand(before.1)
            && !self.is_after_dashes(entry, from, at)
        {
            let name = self.items.get(at).and_then(Item::text);
            let found = name.and_then(|name| entry.sub_command(name));
            let found = found.or_else(|| abbreviated(entry, self.usage.program?, name?));
            if let Some(sub) = found {
                self.usage.operands.truncate(before.1);
                // What stood after the sub-command is read again by its own row.
                self.usage.options.retain(|used| used.at < at);
                self.usage.open = self.items.get(1..at).unwrap_or(&[]).iter().any(Item::is_unknown);
                self.usage.named_at.push(at);
                self.usage.sub = self.usage.sub.or(Some(sub));
                self.parents.push(entry);
                self.program(sub, at.saturating_add(1));
                return;
            }
        }
        // Most programs have many sub-commands, and most commands nothing that such a row depends on.
        let depends = self.usage.operands.len() == before.1
            || self.usage.options.len() > before.0
            || self.items.get(from..).unwrap_or(&[]).iter().any(|item| item.text() == Some("--"));
        for sub in entry.subs().filter(|sub| depends && conditional(sub)) {
            let applies = if sub.names().contains("--") {
                self.items.get(from..).unwrap_or(&[]).iter().any(|item| item.text() == Some("--"))
            } else if sub.names().contains("") {
                self.usage.operands.len() == before.1
            } else {
                self.usage.options.get(before.0..).unwrap_or(&[]).iter().any(|used| self.is_named(used, sub))
            };
            if applies && self.fits(sub, from, before) {
                return;
            }
        }
        // `git config user.name`
        let lenient = self.usage.has(Quirk::LenientSubs) && !self.parents.is_empty();
        let unknown_sub = named && !lenient && self.usage.operands.len() > before.1;
        self.settle(entry, before, end, unknown_sub);
    }

    /// Whether an option is one of the names of a sub-entry such as `--list`.
    fn is_named(&self, used: &Used, sub: Entry) -> bool {
        let written = self.items.get(used.at).and_then(Item::text).unwrap_or("");
        let written = written.split_once('=').map_or(written, |(name, _)| name);
        sub.names().any(|name| name == used.key || name == written)
    }

    /// Tries a sub-entry that depends on an option; keeps it if it knows every option.
    fn fits(&mut self, sub: Entry, from: usize, before: (usize, usize)) -> bool {
        let saved = self.usage.clone();
        self.usage.options.truncate(before.0);
        self.usage.operands.truncate(before.1);
        let parents = std::mem::take(&mut self.parents);
        self.program(sub, from);
        self.parents = parents;
        let known = self.usage.options.get(before.0..).unwrap_or(&[]).iter().all(|used| used.known);
        if !known || self.usage.effect.is_none() {
            *self.usage = saved;
            return false;
        }
        self.usage.path.retain(|name| !name.is_empty() && !name.starts_with('-'));
        true
    }

    /// Whether `--` stands before an operand, and the program means something else than a sub-command by that.
    fn is_after_dashes(&self, entry: Entry, from: usize, at: usize) -> bool {
        let is_dashes = |item: &Item<'_>| item.text() == Some("--");
        self.items.get(from..at).unwrap_or(&[]).iter().any(is_dashes)
            && entry.subs().any(|sub| sub.names().contains("--"))
    }

    fn first_operand(&self, before: usize) -> Option<usize> {
        self.usage.operands.get(before).map(|(at, _)| *at)
    }

    /// Reads options and operands; returns where it ended.
    fn words(&mut self, entry: Entry, from: usize) -> usize {
        let mut at = from;
        let mut options = true;
        let subs = has_named_subs(entry);
        while at < self.items.len() {
            let Some(item) = self.items.get(at) else { break };
            let text = item.text();
            let keyed = entry.style() == Style::Keys;
            let dashed = written(item).is_some_and(|text| text.starts_with('-') && text.len() > 1);
            if options && text == Some("--") && entry.style() != Style::Bare {
                // After `find --` stand paths and an expression all the same.
                options = entry.style() == Style::Find || entry.ends() == Ends::Never;
                at = at.saturating_add(1);
                continue;
            }
            let plus = matches!(entry.style(), Style::First)
                && text.is_some_and(|text| text.starts_with('+') && text.len() > 1);
            if options && (dashed || plus || keyed) && entry.style() != Style::Bare {
                at = self.option(entry, at);
                continue;
            }
            if options && self.half_known(entry, at) {
                at = at.saturating_add(1);
                continue;
            }
            if options && self.marked(entry, at) {
                at = at.saturating_add(1);
                continue;
            }
            if options && self.bare_cluster(entry, at, from) {
                at = at.saturating_add(1);
                continue;
            }
            self.usage.open |= options && item.is_unknown() && entry.style() != Style::Bare;
            self.usage.operands.push((at, Arg::Text));
            // The first operand ends the options of wrappers, shells and whatever has sub-commands.
            let named = subs && !self.takes_others(entry, text);
            options &= entry.ends() != Ends::Operand && entry.wraps() == Wraps::No && !named;
            at = at.saturating_add(1);
        }
        at
    }

    /// Whether an operand of a sub-command of git that has some of its own is none of these: `git config user.name`. Its
    /// options may follow then.
    fn takes_others(&self, entry: Entry, text: Option<&str>) -> bool {
        let lenient = self.usage.has(Quirk::LenientSubs) && !self.parents.is_empty();
        lenient && text.is_some_and(|text| !entry.subs().any(|sub| sub.names().contains(text)))
    }
}

fn has_named_subs(entry: Entry) -> bool {
    entry.subs().any(|sub| sub.names().first().is_some_and(|name| !name.is_empty() && !name.starts_with('-')))
}

/// The sub-command that a word means although no row has it: programs that take the beginning of a name, and those that do
/// not care about case. Where several begin so, the gravest counts.
fn abbreviated(entry: Entry, program: Entry, name: &str) -> Option<Entry> {
    let plain = |one: &&str| !one.is_empty() && !one.starts_with('-');
    let subs = entry.subs();
    if program.has(Quirk::AnyCase) {
        return subs.into_iter().find(|sub| sub.names().any(|one| one.eq_ignore_ascii_case(name)));
    }
    if !program.has(Quirk::ShortNames) || name.is_empty() {
        return None;
    }
    subs.filter(|sub| sub.names().filter(plain).any(|one| one.starts_with(name))).max_by_key(|sub| sub.effect())
}
