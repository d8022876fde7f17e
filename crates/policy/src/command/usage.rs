//! How a command uses its program: which options it gives, what its operands are, what it does.

use std::borrow::Cow;

use super::collect::Simple;
use super::few::Few;
use super::item::{Item, Value};
use crate::paths::{base_name, begins_alike};
use crate::programs::{self, Arg, Effect, Entry, Special, Style, Takes, Wraps};

/// How a command uses its program.
#[derive(Clone, Debug)]
pub struct Usage {
    /// The program and its sub-commands, by their first names; empty if the program is not known.
    pub path: Few<&'static str, 4>,
    /// The row of the innermost sub-command; `None` if the program or the sub-command is not known.
    pub entry: Option<&'static Entry>,
    /// Which item each name of `path` is, 0 for the program.
    pub named_at: Few<usize, 4>,
    /// The options it gives.
    pub options: Vec<Used>,
    /// Its operands with what they are: place in the items, and kind.
    pub operands: Few<(usize, Arg), 6>,
    /// What it does; `None` if an option, the sub-command or the program is not known.
    pub effect: Option<Effect>,
    /// What it does apart from its options.
    pub own_effect: Effect,
    /// The commands it runs, if it is a wrapper.
    pub inner: Vec<Inner>,
    /// A word that may be anything stands where an option may stand.
    pub open: bool,
}

/// An option as it is used.
#[derive(Clone, Debug)]
pub struct Used {
    /// Its name for comparing, with dashes: `-r` for `--recursive` too.
    pub key: Cow<'static, str>,
    /// Its row, if it is more than plain.
    pub special: Option<&'static Special>,
    /// Whether any row knows it.
    pub known: bool,
    /// The item it stands in.
    pub at: usize,
    /// Its value, if it has one.
    pub value: Option<Given>,
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

/// How a command uses its program.
#[must_use]
pub fn usage(simple: &Simple<'_>) -> Usage {
    let unknown = Usage {
        path: Few::new(""),
        entry: None,
        named_at: Few::new(0),
        options: Vec::new(),
        operands: Few::new((0, Arg::Text)),
        effect: None,
        own_effect: Effect::Read,
        inner: Vec::new(),
        open: false,
    };
    let Some(name) = simple.likely_name() else { return unknown };
    let base = base_name(name);
    let Some(entry) = programs::find(base) else { return unknown };
    let mut parser = Parser { items: &simple.items, parents: Few::new(entry), usage: unknown };
    parser.usage.named_at.push(0);
    parser.program(entry, 1);
    let mut usage = parser.usage;
    let asks = only_asks_about_itself(&simple.items) && usage.path.len() == 1 || asks_about_sub(&simple.items, &usage);
    if asks && (base == name || in_program_directory(name)) {
        usage.effect = Some(Effect::Read);
        usage.own_effect = Effect::Read;
        usage.inner.clear();
        usage.operands.truncate(0);
        usage.options.iter_mut().for_each(|used| {
            used.known = true;
            used.special = None;
        });
    }
    usage
}

fn in_program_directory(name: &str) -> bool {
    name.rsplit_once('/').is_some_and(|(directory, _)| crate::paths::is_program_directory(directory))
}

/// `--version` or `--help` and nothing else: every known program only prints then.
fn only_asks_about_itself(items: &[Item<'_>]) -> bool {
    match items {
        [_, only] => matches!(only.text(), Some("--version" | "--help" | "-version" | "-V")),
        _ => false,
    }
}

/// `cargo build --help`: programs that print the help of a sub-command and do nothing else.
fn asks_about_sub(items: &[Item<'_>], usage: &Usage) -> bool {
    const PROGRAMS: [&str; 12] =
        ["cargo", "git", "docker", "podman", "kubectl", "helm", "npm", "pip", "gh", "rustup", "systemctl", "terraform"];
    let git = || usage.path.first() == Some(&"git");
    let asked = items.last().and_then(Item::text).is_some_and(|last| last == "--help" || last == "-h" && git());
    let known = || usage.path.first().is_some_and(|program| PROGRAMS.contains(program));
    asked && known() && usage.path.len() > 1 && items.len() == usage.path.len().saturating_add(1)
}

struct Parser<'c, 'i> {
    items: &'c [Item<'i>],
    /// The rows around the one at hand: options before a sub-command may also follow it.
    parents: Few<&'static Entry, 4>,
    usage: Usage,
}

impl<'c> Parser<'c, '_> {
    /// Reads the words from `from` on as the options and operands of `entry`.
    fn program(&mut self, entry: &'static Entry, from: usize) {
        self.usage.path.push(entry.names.first().copied().unwrap_or(""));
        let before = (self.usage.options.len(), self.usage.operands.len());
        let end = self.words(entry, from);
        let conditional =
            |sub: &&'static Entry| sub.names.first().is_some_and(|name| name.is_empty() || name.starts_with('-'));
        let named = has_named_subs(entry);
        if named && let Some(at) = self.first_operand(before.1) {
            let name = self.items.get(at).and_then(Item::text);
            let found = name.and_then(|name| entry.subs.iter().find(|sub| is_called(sub, name) && !conditional(sub)));
            let found = found.or_else(|| abbreviated(entry, self.usage.path.first().copied()?, name?));
            if let Some(sub) = found {
                self.usage.operands.truncate(before.1);
                // What stood after the sub-command is read again by its own row.
                self.usage.options.retain(|used| used.at < at);
                self.usage.open = self.items.get(1..at).unwrap_or(&[]).iter().any(Item::is_unknown);
                self.usage.named_at.push(at);
                self.parents.push(entry);
                self.program(sub, at.saturating_add(1));
                return;
            }
        }
        for sub in entry.subs.iter().filter(conditional) {
            let applies = if sub.names.contains(&"--") {
                self.items.get(from..).unwrap_or(&[]).iter().any(|item| item.text() == Some("--"))
            } else if sub.names.contains(&"") {
                self.usage.operands.len() == before.1
            } else {
                self.usage.options.get(before.0..).unwrap_or(&[]).iter().any(|used| self.is_named(used, sub))
            };
            if applies && self.fits(sub, from, before) {
                return;
            }
        }
        // Sub-commands of git that have some of their own also take other operands: `git config user.name`.
        let lenient = self.usage.path.first() == Some(&"git") && !self.parents.is_empty();
        let unknown_sub = named && !lenient && self.usage.operands.len() > before.1;
        self.settle(entry, before, end, unknown_sub);
    }

    /// Whether an option is one of the names of a sub-entry such as `--list`.
    fn is_named(&self, used: &Used, sub: &Entry) -> bool {
        let written = self.items.get(used.at).and_then(Item::text).unwrap_or("");
        let written = written.split_once('=').map_or(written, |(name, _)| name);
        sub.names.iter().any(|name| *name == used.key || *name == written)
    }

    /// Tries a sub-entry that depends on an option; keeps it if it knows every option.
    fn fits(&mut self, sub: &'static Entry, from: usize, before: (usize, usize)) -> bool {
        let saved = self.usage.clone();
        self.usage.options.truncate(before.0);
        self.usage.operands.truncate(before.1);
        let parents = std::mem::replace(&mut self.parents, Few::new(sub));
        self.program(sub, from);
        self.parents = parents;
        let known = self.usage.options.get(before.0..).unwrap_or(&[]).iter().all(|used| used.known);
        if !known || self.usage.effect.is_none() {
            self.usage = saved;
            return false;
        }
        self.usage.path.retain(|name| !name.is_empty() && !name.starts_with('-'));
        true
    }

    fn first_operand(&self, before: usize) -> Option<usize> {
        self.usage.operands.get(before).map(|(at, _)| *at)
    }

    /// Reads options and operands; returns where it ended.
    fn words(&mut self, entry: &'static Entry, from: usize) -> usize {
        let mut at = from;
        let mut options = true;
        while at < self.items.len() {
            let Some(item) = self.items.get(at) else { break };
            let text = item.text();
            let keyed = entry.style == Style::Keys;
            let dashed = written(item).is_some_and(|text| text.starts_with('-') && text.len() > 1);
            if options && text == Some("--") && entry.style != Style::Bare {
                options = false;
                at = at.saturating_add(1);
                continue;
            }
            let plus =
                matches!(entry.style, Style::First) && text.is_some_and(|text| text.starts_with('+') && text.len() > 1);
            if options && (dashed || plus || keyed) && entry.style != Style::Bare {
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
            self.usage.open |= options && item.is_unknown() && entry.style != Style::Bare;
            self.usage.operands.push((at, Arg::Text));
            // The first operand ends the options of wrappers, shells and whatever has sub-commands.
            let named = has_named_subs(entry) && !self.takes_others(entry, text);
            options &= entry.style != Style::First && entry.wraps == Wraps::No && !named;
            at = at.saturating_add(1);
        }
        at
    }

    /// `--git-dir="$(pwd)/.git"`: an option that is spelt out, with a value that is not.
    fn half_known(&mut self, entry: &'static Entry, at: usize) -> bool {
        let Some(item) = self.items.get(at).filter(|item| item.is_unknown() && item.one_word) else { return false };
        let long = matches!(entry.style, Style::Gnu | Style::First | Style::Cluster);
        let name = item.shown().strip_prefix("--").and_then(|text| text.split_once('=')).map(|(name, _)| name);
        let plain =
            |name: &&str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let Some(name) = name.filter(|name| long && plain(name)) else { return false };
        let found = self.find_long(entry, name);
        self.push_option(found, dashed("--", name), at, Some(Given { at, from: None }));
        true
    }

    /// Whether an operand of a sub-command of git that has some of its own is none of these: `git config user.name`. Its
    /// options may follow then.
    fn takes_others(&self, entry: &'static Entry, text: Option<&str>) -> bool {
        let lenient = self.usage.path.first() == Some(&"git") && !self.parents.is_empty();
        lenient && text.is_some_and(|text| !entry.subs.iter().any(|sub| sub.names.contains(&text)))
    }

    /// Words that begin with a sign a row names: `less +!cmd`, `nm @options`.
    fn marked(&mut self, entry: &'static Entry, at: usize) -> bool {
        let Some(text) = self.items.get(at).and_then(Item::text) else { return false };
        let sign = text.get(..1).filter(|sign| matches!(*sign, "+" | "@")).filter(|_| text.len() > 1);
        let special = sign.and_then(|sign| entry.special.iter().find(|special| special.names == sign));
        let Some(special) = special else { return false };
        let found = Found { special: Some(special), takes: special.takes };
        self.push_option(Some(found), Cow::Owned(text.to_owned()), at, None);
        true
    }

    /// `tar xzf`, `ps aux`: the first word is a cluster without a dash.
    fn bare_cluster(&mut self, entry: &'static Entry, at: usize, from: usize) -> bool {
        if entry.style != Style::Cluster || at != from {
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
    fn option(&mut self, entry: &'static Entry, at: usize) -> usize {
        let Some(item) = self.items.get(at) else { return at.saturating_add(1) };
        if entry.style == Style::Keys {
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
        let next = match entry.style {
            Style::Single | Style::Find => self.long(entry, at, text.trim_start_matches('-')),
            Style::Gnu | Style::First | Style::Cluster | Style::Bare | Style::Keys => match text.strip_prefix("--") {
                Some(name) => self.long(entry, at, name),
                None => self.cluster(entry, at, text.trim_start_matches(['-', '+'])),
            },
        };
        if item.text().is_none() {
            self.forget_values(before, at);
        }
        next
    }

    /// The value in a word with a pattern is not known, but for the directory a file lies in.
    fn forget_values(&mut self, before: usize, at: usize) {
        for used in self.usage.options.iter_mut().skip(before) {
            let file = |special: &Special| matches!(special.arg, Arg::Read | Arg::Write | Arg::Delete);
            if !used.special.is_some_and(file)
                && let Some(given) = used.value.as_mut().filter(|given| given.at == at)
            {
                given.from = None;
            }
        }
    }

    /// `-Iinclude`, `-j4`: the value glued to a letter, where options have one dash.
    fn glued(&mut self, entry: &'static Entry, at: usize, text: &'c str) -> bool {
        if entry.style != Style::Single {
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

    fn long(&mut self, entry: &'static Entry, at: usize, full: &'c str) -> usize {
        let (name, attached) = full.split_once('=').map_or((full, None), |(name, value)| (name, Some(value)));
        let found = self.find_long(entry, name).or_else(|| {
            let single = matches!(entry.style, Style::Single | Style::Find) && name.chars().count() == 1;
            if single { self.find_short(entry, name.chars().next()?) } else { None }
        });
        if found.is_none() && self.glued(entry, at, full) {
            return at.saturating_add(1);
        }
        let dashes = if matches!(entry.style, Style::Single | Style::Find) { "-" } else { "--" };
        let key = dashed(dashes, name);
        let takes = found.map_or(Takes::Nothing, |found| found.takes);
        let next = at.saturating_add(1);
        if let Some(value) = attached {
            self.push_option(found, key, at, self.attached(at, value));
            return next;
        }
        self.take_values(found, key, at, next, takes)
    }

    fn cluster(&mut self, entry: &'static Entry, at: usize, letters: &'c str) -> usize {
        let next = at.saturating_add(1);
        if !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_digit()) && entry.flags.contains('#') {
            self.push_option(Some(PLAIN), Cow::Borrowed("-#"), at, None);
            return next;
        }
        let mut rest = letters;
        while let Some(letter) = rest.chars().next() {
            rest = rest.get(letter.len_utf8()..).unwrap_or("");
            let found = self.find_short(entry, letter);
            let key = letter_key(letter);
            // `bash -cx text`: the text is the first operand, whatever follows in the cluster.
            let text = is_shell(entry)
                && found.is_some_and(|found| found.special.is_some_and(|special| special.arg == Arg::Shell));
            let takes = if text { Takes::Nothing } else { found.map_or(Takes::Nothing, |found| found.takes) };
            match takes {
                Takes::Value | Takes::Attached if !rest.is_empty() => {
                    let value = rest.strip_prefix('=').unwrap_or(rest);
                    self.push_option(found, key, at, self.attached(at, value));
                    return next;
                }
                Takes::Nothing | Takes::Attached => self.push_option(found, key, at, None),
                Takes::Value | Takes::Command | Takes::Two => return self.take_values(found, key, at, next, takes),
            }
        }
        next
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
            Takes::Value => {
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
                let ends = |item: &Item<'_>| matches!(item.text(), Some(";" | "+"));
                let rest = self.items.get(next..).unwrap_or(&[]);
                let length = rest.iter().position(ends).unwrap_or(rest.len());
                let end = next.saturating_add(length);
                self.push_option(found, key, at, Some(Given { at: end, from: None }));
                self.usage.inner.push(Inner::Between(next, end));
                end.saturating_add(1)
            }
        }
    }

    /// A value that stands at the end of the item of its option.
    fn attached(&self, at: usize, value: &str) -> Option<Given> {
        self.items.get(at).and_then(written).map(|text| Given::end(at, text, value))
    }

    fn push_option(&mut self, found: Option<Found>, key: Cow<'static, str>, at: usize, value: Option<Given>) {
        let special = found.and_then(|found| found.special);
        let key = special.and_then(|special| first_name(special.names)).unwrap_or(key);
        self.usage.options.push(Used { key, special, known: found.is_some(), at, value });
    }

    fn find_short(&self, entry: &'static Entry, letter: char) -> Option<Found> {
        short(entry, letter).or_else(|| self.parents.iter().rev().find_map(|parent| short(parent, letter)))
    }

    fn find_long(&self, entry: &'static Entry, name: &str) -> Option<Found> {
        long(entry, name).or_else(|| self.parents.iter().rev().find_map(|parent| long(parent, name)))
    }

    /// Settles what the operands are and what the command does.
    fn settle(&mut self, entry: &'static Entry, before: (usize, usize), _end: usize, unknown_sub: bool) {
        self.usage.entry = Some(entry);
        self.synonyms(entry);
        self.refspecs(entry);
        self.wrapped(entry, before.1);
        let operands = entry.operands;
        let given = |names: &str| {
            names.split_ascii_whitespace().any(|name| {
                self.usage.options.iter().any(|used| used.key.trim_start_matches('-') == name || is_spelt(used, name))
            })
        };
        let turned = self.usage.options.iter().rev().find_map(|used| used.special.and_then(|special| special.operands));
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
        let lowered = specials().any(|special| special.effect == Effect::Read && special.operands == Some(Arg::Read));
        let base = if lowered { Effect::Read } else { entry.effect };
        let raised = self.usage.operands.get(before.1..).unwrap_or(&[]).iter().filter_map(|(_, arg)| match arg {
            Arg::Write if base == Effect::Read => Some(Effect::Write),
            Arg::Delete if base == Effect::Read => Some(Effect::Delete),
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
        let effect = specials().map(|special| special.effect).max().map_or(base, |most| most.max(base)).max(raised);
        self.usage.own_effect = base.max(raised);
        self.usage.effect = (known && !unknown_sub).then_some(effect);
        if unknown_sub {
            self.usage.entry = None;
        }
    }

    /// Adds the first spelling of a group that the options given mean: `-D` for `-d -f`, `-9` for `-s KILL`.
    fn synonyms(&mut self, entry: &'static Entry) {
        for group in entry.same {
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
    fn refspecs(&mut self, entry: &'static Entry) {
        if self.usage.path.as_slice() != ["git", "push"] {
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
    fn wrapped(&mut self, entry: &'static Entry, before: usize) {
        let operand = |skip: usize| self.usage.operands.get(before.saturating_add(skip)).map(|(at, _)| *at);
        let by_option = |used: &&Used| used.special.is_some_and(|special| special.arg == Arg::Shell);
        let texts =
            self.usage.options.iter().filter(by_option).filter_map(|used| match (used.value, used.text(self.items)) {
                (Some(given), Some(text)) if given.at == used.at => {
                    Some(Inner::Attached(text.strip_prefix("exec=").unwrap_or(text).to_owned()))
                }
                (Some(given), _) => Some(Inner::Text(given.at)),
                (None, _) => operand(0).map(Inner::Text),
            });
        let mut texts: Vec<Inner> = texts.collect();
        // `hyperfine 'a' 'b'`: every operand is shell text.
        if entry.wraps == Wraps::No && entry.operands.rest == Arg::Shell {
            let operands = self.usage.operands.get(before..).unwrap_or(&[]);
            texts.extend(operands.iter().map(|(at, _)| Inner::Text(*at)));
        }
        if !texts.is_empty() {
            self.usage.inner.extend(texts);
            return;
        }
        let inner = match entry.wraps {
            Wraps::No if is_shell(entry) => self.script_of_shell(operand(0)),
            Wraps::No if entry.operands.first == Some(Arg::Shell) => operand(0).map(Inner::Text),
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
        let forced = self.usage.options.iter().any(|used| used.key == "-s");
        let dash = |at: usize| self.items.get(at).is_some_and(|item| matches!(item.text(), Some("-" | "/dev/stdin")));
        let input = forced || operand.is_none_or(dash);
        (input && !checks).then_some(Inner::Input)
    }
}

/// The text of a word as it is if no pattern in it matches a file: `sort -o* f` gives an option then.
fn written<'c>(item: &'c Item<'_>) -> Option<&'c str> {
    match &item.value {
        Value::Literal(text) | Value::Bounded { text, .. } => Some(text),
        Value::Choice(_) | Value::Unknown { .. } => None,
    }
}

/// Whether a row is that of a shell: it takes shell text by an option and scripts as operands.
fn is_shell(entry: &Entry) -> bool {
    entry.wraps == Wraps::No
        && entry.operands.first == Some(Arg::Code)
        && entry.special.iter().any(|special| special.arg == Arg::Shell)
}

/// Whether a row has this name. Programs such as git have a hundred sub-commands, so the first letter is looked at first.
fn is_called(entry: &Entry, name: &str) -> bool {
    entry.names.iter().any(|one| begins_alike(one, name) && *one == name)
}

fn has_named_subs(entry: &Entry) -> bool {
    entry.subs.iter().any(|sub| sub.names.first().is_some_and(|name| !name.is_empty() && !name.starts_with('-')))
}

/// The sub-command that a word means although no row has it: programs that take the beginning of a name, and those that do
/// not care about case. Where several begin so, the gravest counts.
fn abbreviated(entry: &'static Entry, program: &str, name: &str) -> Option<&'static Entry> {
    const ABBREVIATING: [&str; 9] = ["npm", "gem", "bundle", "composer", "ip", "nmcli", "tmux", "hg", "parted"];
    let plain = |one: &&&str| !one.is_empty() && !one.starts_with('-');
    let subs = entry.subs.iter();
    if program == "redis-cli" {
        return subs.into_iter().find(|sub| sub.names.iter().any(|one| one.eq_ignore_ascii_case(name)));
    }
    if !ABBREVIATING.contains(&program) || name.is_empty() {
        return None;
    }
    subs.filter(|sub| sub.names.iter().filter(plain).any(|one| one.starts_with(name))).max_by_key(|sub| sub.effect)
}

fn is_spelt(used: &Used, name: &str) -> bool {
    used.special.is_some_and(|special| special.names.split_ascii_whitespace().any(|one| one == name))
}

#[derive(Clone, Copy)]
struct Found {
    special: Option<&'static Special>,
    takes: Takes,
}

const PLAIN: Found = Found { special: None, takes: Takes::Nothing };

fn short(entry: &'static Entry, letter: char) -> Option<Found> {
    let special = entry
        .special
        .iter()
        .find(|special| special.names.split_ascii_whitespace().any(|name| name.chars().eq(std::iter::once(letter))));
    if let Some(special) = special {
        return Some(Found { special: Some(special), takes: special.takes });
    }
    if entry.flags.contains(letter) {
        return Some(PLAIN);
    }
    entry.values.contains(letter).then_some(Found { special: None, takes: Takes::Value })
}

/// Finds a long option, abbreviated or not. An abbreviation that may mean something special means it.
fn long(entry: &'static Entry, name: &str) -> Option<Found> {
    let exact = entry.special.iter().find(|special| {
        special.names.len() >= name.len() && special.names.split_ascii_whitespace().any(|one| one == name)
    });
    if let Some(special) = exact {
        return Some(Found { special: Some(special), takes: special.takes });
    }
    let plain = |one: &str| Found { special: None, takes: takes_of(one) };
    // Looking for the letters anywhere is much quicker than taking the list apart.
    let among = entry.long.contains(name);
    let mut listed = if among { entry.long } else { "" }.split_ascii_whitespace();
    let same = |one: &&str| one.strip_prefix(name).is_some_and(|rest| matches!(rest, "" | "=" | "?"));
    if let Some(one) = listed.find(same) {
        return Some(plain(one));
    }
    if name.is_empty() || matches!(entry.style, Style::Single | Style::Find | Style::Keys) {
        return None;
    }
    let abbreviated = entry.special.iter().find(|special| {
        special.names.len() >= name.len()
            && special.names.split_ascii_whitespace().any(|one| one.len() > 1 && one.starts_with(name))
    });
    if let Some(special) = abbreviated {
        return Some(Found { special: Some(special), takes: special.takes });
    }
    if !among {
        return None;
    }
    entry.long.split_ascii_whitespace().find(|one| one.starts_with(name)).map(plain)
}

fn takes_of(name: &str) -> Takes {
    if name.ends_with('=') {
        Takes::Value
    } else if name.ends_with('?') {
        Takes::Attached
    } else {
        Takes::Nothing
    }
}

fn first_name(names: &str) -> Option<Cow<'static, str>> {
    let name = names.split_ascii_whitespace().next()?;
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Some(letter_key(letter)),
        _ => Some(dashed("--", name)),
    }
}

/// The name for comparing of a one-letter option.
fn letter_key(letter: char) -> Cow<'static, str> {
    const KEYS: &str =
        "-A-B-C-D-E-F-G-H-I-J-K-L-M-N-O-P-Q-R-S-T-U-V-W-X-Y-Z-a-b-c-d-e-f-g-h-i-j-k-l-m-n-o-p-q-r-s-t-u-v-w-x-y-z";
    let place = match letter {
        'A'..='Z' => u32::from(letter).checked_sub(u32::from('A')),
        'a'..='z' => u32::from(letter).checked_sub(u32::from('a')).map(|place| place.saturating_add(26)),
        _ => None,
    };
    let start = place.and_then(|place| usize::try_from(place).ok()).map(|place| place.saturating_mul(2));
    match start.and_then(|start| KEYS.get(start..start.saturating_add(2))) {
        Some(key) => Cow::Borrowed(key),
        None => Cow::Owned(format!("-{letter}")),
    }
}

fn dashed(dashes: &str, name: &str) -> Cow<'static, str> {
    let mut key = String::with_capacity(dashes.len().saturating_add(name.len()));
    key.push_str(dashes);
    key.push_str(name);
    Cow::Owned(key)
}

impl Usage {
    /// Whether it makes links to what it reads.
    #[must_use]
    pub fn links(&self) -> bool {
        let linking = |used: &Used| matches!(used.key.as_ref(), "-l" | "-s" | "--link" | "--symbolic-link");
        match self.path.first() {
            Some(&("ln" | "link")) => true,
            Some(&"cp") => self.options.iter().any(linking),
            _ => false,
        }
    }

    /// What a relative target of `ln -s` is seen from the directory of the call: it counts from where the link lies.
    #[must_use]
    pub fn link_target(&self, simple: &Simple<'_>, at: usize, path: &str) -> Option<String> {
        let symbolic = self.path.first() == Some(&"ln") && self.options.iter().any(|used| used.key == "-s");
        let counted = self.options.iter().any(|used| matches!(used.key.as_ref(), "-r" | "--relative" | "-t"));
        let (last, _) = self.operands.last().filter(|(last, _)| *last != at)?;
        if !symbolic || counted || self.operands.len() != 2 || path.starts_with(['/', '~']) {
            return None;
        }
        let link = simple.items.get(*last)?.text()?;
        let directory = link.strip_suffix('/').or_else(|| link.rsplit_once('/').map(|(directory, _)| directory))?;
        Some(format!("{directory}/{path}"))
    }

    /// Whether the archive that `tar -f` names is written.
    fn writes_archive(&self, key: &str) -> bool {
        let archiver = matches!(self.path.first(), Some(&("tar" | "jar" | "cpio")));
        let writes = |used: &Used| matches!(used.key.as_ref(), "-c" | "-r" | "-u" | "-A" | "-o");
        archiver && matches!(key, "-f" | "-F") && self.options.iter().any(writes)
    }

    /// Whether it is a shell that is given text to run, which is then judged by itself.
    #[must_use]
    pub fn runs_text(&self) -> bool {
        matches!(self.inner.as_slice(), [Inner::Text(_)]) && self.entry.is_some_and(is_shell)
    }

    /// The files a command touches through its operands and option values.
    #[must_use]
    pub fn files<'c>(&self, simple: &'c Simple<'_>) -> Vec<FileUse<'c>> {
        let mut files = Vec::new();
        for (at, arg) in &self.operands {
            if matches!(arg, Arg::Read | Arg::Write | Arg::Delete)
                && let Some(item) = simple.items.get(*at)
            {
                push_paths(&mut files, item, *at, *arg, None);
            }
        }
        for (at, _) in self.operands.iter().filter(|(_, arg)| *arg == Arg::Host) {
            if let Some(item) = simple.items.get(*at).filter(|item| item.shown().starts_with("file://")) {
                push_paths(&mut files, item, *at, Arg::Read, None);
            }
        }
        for used in &self.options {
            let Some(special) = used.special else { continue };
            if !matches!(special.arg, Arg::Read | Arg::Write | Arg::Delete) {
                continue;
            }
            if let Some(Given { at, .. }) = used.value
                && let Some(item) = simple.items.get(at)
            {
                let arg = if self.writes_archive(&used.key) { Arg::Write } else { special.arg };
                let text = used.text(&simple.items);
                push_paths(&mut files, item, at, arg, text);
                // `--set-file key=path`
                let keyed = text.and_then(|text| text.split_once('=')).filter(|(key, _)| !key.contains('/'));
                if let Some((_, path)) = keyed {
                    files.push(FileUse { path: Cow::Borrowed(path), at, arg });
                }
                let first = at.saturating_sub(1);
                if special.takes == Takes::Two
                    && let Some(item) = simple.items.get(first)
                {
                    push_paths(&mut files, item, first, arg, None);
                }
            }
        }
        self.more_files(simple, &mut files);
        files.retain(|file| !file.path.contains("://") || file.path.starts_with("file://"));
        files
    }
}

impl Usage {
    /// Files that follow from what a program does rather than from a row: a copy lands below a directory, what is moved
    /// or edited is read, `curl -d @file` sends a file.
    fn more_files<'c>(&self, simple: &'c Simple<'_>, files: &mut Vec<FileUse<'c>>) {
        let program = self.path.first().copied().unwrap_or("");
        match program {
            "cp" | "mv" | "install" | "ln" => {
                let Some((last, sources)) = self.operands.split_last() else { return };
                let Some(target) = simple.items.get(last.0).filter(|_| last.1 == Arg::Write) else { return };
                for (at, arg) in sources {
                    let Some(source) = simple.items.get(*at).filter(|item| item.text().is_some()) else { continue };
                    let name = source.shown().trim_end_matches('/');
                    let name = name.rsplit_once('/').map_or(name, |(_, name)| name);
                    if target.text().is_some() && !matches!(name, "" | "." | "..") {
                        let path = format!("{}/{name}", target.shown().trim_end_matches('/'));
                        files.push(FileUse { path: Cow::Owned(path), at: last.0, arg: Arg::Write });
                    }
                    if *arg == Arg::Delete {
                        push_paths(files, source, *at, Arg::Read, None);
                    }
                }
            }
            // Members that are named are written by these names.
            "tar" if self.options.iter().any(|used| used.key == "-x") => {
                let into = self.options.iter().find(|used| used.key == "-C");
                let into = into.and_then(|used| used.text(&simple.items)).unwrap_or(".");
                for (at, _) in self.operands.iter().filter(|(_, arg)| *arg == Arg::Text) {
                    if let Some(member) = simple.items.get(*at).and_then(Item::text) {
                        files.push(FileUse { path: Cow::Owned(format!("{into}/{member}")), at: *at, arg: Arg::Write });
                    }
                }
            }
            // What it sets may name programs.
            "git" if self.path.get(1) == Some(&"config") && self.effect != Some(Effect::Read) => {
                let value = |key: &str| self.options.iter().find(|used| used.key == key)?.text(&simple.items);
                let given = |keys: &[&str]| self.options.iter().any(|used| keys.contains(&used.key.as_ref()));
                let path = match value("-C") {
                    _ if given(&["--global"]) => "~/.gitconfig".to_owned(),
                    _ if given(&["--system"]) => "/etc/gitconfig".to_owned(),
                    Some(directory) => format!("{directory}/.git/config"),
                    None => ".git/config".to_owned(),
                };
                if !given(&["-f", "--file"]) {
                    files.push(FileUse { path: Cow::Owned(path), at: 0, arg: Arg::Write });
                }
            }
            // `HEAD:path` is a file of the project as it was, and `..` there never leads out of it.
            "git" if matches!(self.path.get(1), Some(&("show" | "cat-file" | "diff" | "blame" | "archive"))) => {
                for (at, _) in &self.operands {
                    let text = simple.items.get(*at).and_then(Item::text).unwrap_or("");
                    let path = text.split_once(':').map(|(_, path)| path.trim_start_matches("../"));
                    if let Some(path) = path.filter(|path| !path.is_empty() && !path.starts_with(['/', '(', '!', '^']))
                    {
                        files.push(FileUse { path: Cow::Owned(path.to_owned()), at: *at, arg: Arg::Read });
                    }
                }
            }
            "source" | "vi" | "nano" | "emacs" | "ed" | "micro" => {
                for (at, arg) in self.operands.iter().filter(|(_, arg)| matches!(arg, Arg::Code | Arg::Write)) {
                    if let Some(item) = simple.items.get(*at).filter(|_| *arg == Arg::Write || program == "source") {
                        push_paths(files, item, *at, Arg::Read, None);
                    }
                }
            }
            "curl" => {
                for used in &self.options {
                    let sends = used.special.is_some_and(|special| special.effect == Effect::Send);
                    let (Some(given), Some(text)) = (used.value, used.text(&simple.items).filter(|_| sends)) else {
                        continue;
                    };
                    let file = text.strip_prefix('@').or_else(|| text.split_once("=@").map(|(_, file)| file));
                    let file = file.or_else(|| text.split_once("=<").map(|(_, file)| file));
                    if let Some(file) = file.filter(|file| !file.is_empty() && *file != "-") {
                        let file = file.split_once(';').map_or(file, |(file, _)| file);
                        files.push(FileUse { path: Cow::Borrowed(file), at: given.at, arg: Arg::Read });
                    }
                }
            }
            _ => {}
        }
    }
}

fn push_paths<'c>(files: &mut Vec<FileUse<'c>>, item: &'c Item<'_>, at: usize, arg: Arg, text: Option<&'c str>) {
    if let Some(text) = text {
        files.push(FileUse { path: Cow::Borrowed(text), at, arg });
        return;
    }
    match &item.value {
        Value::Choice(choices) => {
            for choice in choices {
                let path = match choice {
                    Value::Literal(text) | Value::Bounded { text, .. } | Value::Unknown { shown: text, .. } => text,
                    Value::Choice(_) => continue,
                };
                files.push(FileUse { path: Cow::Borrowed(path), at, arg });
            }
        }
        // `<(…)` is a pipe, not a file.
        Value::Unknown { cause: byleave_shell::Unknown::ProcessSubstitution, other: false, .. } => {}
        Value::Literal(text) | Value::Bounded { text, .. } | Value::Unknown { shown: text, .. } => {
            files.push(FileUse { path: Cow::Borrowed(text), at, arg });
        }
    }
}
