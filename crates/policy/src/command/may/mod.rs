//! What a call may come to run beyond what its text spells out: what groups print into a shell, scripts it writes and
//! runs, other names for programs, words that `xargs` and `parallel` put together, every value of a variable.
//!
//! All of it is shell text that byleave reads again, and it counts only against the call. Finding too much does no
//! harm. If there is too much to look into, byleave says so ([`Reached::too_much`]) and drops nothing.

mod decode;
mod files;
mod filters;
mod langs;
mod named;
mod printed;
mod put;
mod store;

use std::collections::HashMap;

use byleave_shell::{Span, Whereabouts};

pub(crate) use self::decode::{echo_options, echoed, formatted};
pub use self::files::{MayFile, Sure, may_files};
use self::printed::Tree;
pub(crate) use self::put::quoted;
use self::store::{Store, View};
use super::budget::Budget;
use super::collect::{Commands, Simple};
use super::item::{Item, Value};
use super::usage::{Inner, Usage};
use crate::programs::{Arg, Effect, Quirk, Role};

/// A text that a call may run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Shell text.
    pub text: String,
    /// Where it comes from.
    pub span: Span,
    /// It is nothing but another spelling of what runs: what asks in every mode asks for it too.
    pub sure: bool,
}

/// What a call may come to run.
#[derive(Debug)]
pub struct Reached<'b> {
    /// What may still be spent on it.
    budget: &'b Budget,
    /// Texts to be read again.
    pub texts: Vec<Told>,
    /// Texts that something runs which is not followed: code on standard input, files that are written. They are only
    /// searched.
    pub loose: Vec<Told>,
    /// Some of it is not followed further, so that a person must look at it.
    pub too_much: bool,
    /// The files that are written are among what is searched.
    searched: bool,
    /// The texts so far, and whether each is sure: wrappers in wrappers come to the same ones again and again.
    told: HashMap<String, bool>,
}

impl<'b> Reached<'b> {
    fn new(budget: &'b Budget) -> Self {
        let told = HashMap::new();
        Self { budget, texts: Vec::new(), loose: Vec::new(), too_much: false, searched: false, told }
    }

    /// Adds a text that is run, unless it was told before and counted for no less.
    fn push(&mut self, text: String, span: Span, sure: bool) {
        if text.len() > LONGEST {
            if self.has_room(&text) {
                self.texts.push(Told { text, span, sure });
            }
        } else if self.told.get(&text).is_some_and(|known| *known || !sure) {
            let _ = self.budget.spend((text.len() / COMPARED).saturating_add(1));
        } else if self.has_room(&text) {
            self.told.insert(text.clone(), sure);
            self.texts.push(Told { text, span, sure });
        }
    }

    /// Whether a text is kept: one that holds something, as long as there is room.
    fn has_room(&self, text: &str) -> bool {
        !text.trim().is_empty() && self.budget.spend_bytes(text.len()).is_ok()
    }

    /// Whether nothing more can be kept.
    const fn is_full(&self) -> bool {
        self.budget.is_spent()
    }

    /// Adds a text that is run.
    pub fn tell(&mut self, text: String, span: Span, sure: bool) {
        self.push(text, span, sure);
    }

    /// As [`Self::tell`], for what runs where a command does.
    fn tell_at(&mut self, simple: &Simple<'_>, text: &str, sure: bool) {
        if text.trim().is_empty() {
            return;
        }
        let text = match &simple.directory.place {
            Whereabouts::Relative(path) if path.is_empty() => text.to_owned(),
            Whereabouts::Relative(path) | Whereabouts::Absolute(path) => format!("cd {}\n{text}", quoted(path)),
            Whereabouts::Home(path) => format!("cd {path}\n{text}"),
            Whereabouts::Unknown(_) => format!("cd \"$_\"\n{text}"),
        };
        self.push(text, simple.span, sure);
    }

    /// Adds a text that is only searched.
    pub fn loosen(&mut self, text: String, span: Span) {
        if self.has_room(&text) {
            self.loose.push(Told { text, span, sure: false });
        }
    }
}

/// This many words of a command from one on, as shell text.
#[must_use]
pub fn words_from(simple: &Simple<'_>, at: usize, most: usize) -> String {
    let end = at.saturating_add(most).min(simple.items.len());
    put::line(simple.items.get(at..end).unwrap_or(&[]))
}

/// All that the commands of a script may come to run.
#[must_use]
pub fn reached<'b>(commands: &Commands<'_>, budget: &'b Budget) -> Reached<'b> {
    let mut found = Reached::new(budget);
    let tree = Tree::new(commands, budget);
    let view = View { commands, tree: &tree };
    let store = Store::new(view);
    put::values(view, &store, &mut found);
    put::calls(view, &mut found);
    for (simple, usage) in commands.different() {
        if budget.spend(2).is_err() {
            break;
        }
        // Other spellings are not looked for in deep wrappers: their words are looked at anew. What lies deeper still is
        // deep in these.
        if !simple.possible && depth(&commands.simples, simple) == DEEP {
            found.tell_at(simple, &put::line(&simple.items), true);
        }
        let looked = Looked { view, store: &store, simple, usage };
        looked.inputs(&mut found);
        looked.words(&mut found);
        looked.files(&mut found);
        named::names(&looked, &mut found);
        named::options(simple, usage, &mut found);
        named::chained(simple, usage, &mut found);
        named::directories(simple, usage, &mut found);
        looked.nested(&mut found);
    }
    put::substituted(view, &store, &mut found);
    found.too_much |= store.full || tree.deep.get();
    found
}

/// Texts of more bytes are not compared with others.
const LONGEST: usize = 2048;

/// Looking up this many bytes of a text takes about the time of a step.
const COMPARED: usize = 16;

/// Other spellings do not look into texts longer than this; this module does.
const LONG: usize = 8192;

/// How many wrappers around a command make its words be looked at anew.
const DEEP: usize = 5;

/// How many wrappers a command is in.
fn depth(simples: &[Simple<'_>], simple: &Simple<'_>) -> usize {
    std::iter::successors(simple.inside, |at| simples.get(*at).and_then(|outer| outer.inside))
        .take(DEEP.saturating_add(1))
        .count()
}

/// One command that is looked at.
struct Looked<'l, 'a> {
    view: View<'l, 'a>,
    store: &'l Store,
    simple: &'l Simple<'a>,
    usage: &'l Usage,
}

impl Looked<'_, '_> {
    /// The text on standard input, as far as it is known.
    fn input(&self) -> Option<String> {
        let node = self.simple.node?;
        let input = self.view.printer(self.store).input_of(node)?;
        Some(input.text).filter(|text| !text.is_empty())
    }

    /// Whether the program may run what it is given: an interpreter, a runner, an unknown program.
    fn executes(&self) -> bool {
        self.usage.entry.is_none()
            || self.usage.effect.is_none()
            || matches!(self.usage.own_effect, Effect::Code | Effect::Run | Effect::State)
            || !self.usage.inner.is_empty()
    }

    /// What comes in on standard input.
    fn inputs(&self, found: &mut Reached<'_>) {
        let span = self.simple.span;
        // `sh /dev/fd/3 3<<< text`
        let descriptor = |item: &Item<'_>| {
            item.shown().likely().starts_with("/dev/fd/") || item.shown().likely().starts_with("/proc/self/fd/")
        };
        let shell = self.usage.inner.iter().any(|inner| matches!(inner, Inner::Input))
            || self.usage.plays(Role::RunsHere) && self.simple.items.len() > 1
            || self.simple.items.iter().skip(1).any(descriptor);
        if !shell && !self.executes() && !self.usage.plays(Role::ReadsCode) {
            return;
        }
        let Some(text) = self.input().or_else(|| self.listed()) else { return };
        if shell || self.usage.plays(Role::Shell) {
            found.tell_at(self.simple, &text, true);
        } else if self.usage.plays(Role::AddsWords) {
            put::added(self.simple, self.usage, &text, found);
        } else if self.usage.plays(Role::Multiplies) {
            put::parallel(self.simple, Some(&text), found);
        } else if self.usage.plays(Role::ReadsCode) {
            langs::code(&text, span, found);
        } else {
            found.loosen(text, span);
        }
    }

    /// The words for `xargs` and `parallel` that another file or a `<(…)` holds.
    fn listed(&self) -> Option<String> {
        if !self.usage.plays(Role::AddsWords) && !self.usage.plays(Role::Multiplies) {
            return None;
        }
        let printer = self.view.printer(self.store);
        self.simple.items.iter().skip(1).find_map(|item| match &item.value {
            Value::Unknown { nodes, .. } => nodes.first().map(|node| printer.of(*node).text),
            Value::Literal(word) => self.store.text_of(word.trim_start_matches("--arg-file=")).map(str::to_owned),
            Value::Bounded { .. } => None,
        })
    }

    /// Code that is given as a word and is longer than other spellings look at.
    fn words(&self, found: &mut Reached<'_>) {
        let code = |arg: Arg| matches!(arg, Arg::Code | Arg::Awk);
        let operands = self
            .usage
            .operands
            .iter()
            .filter(|(_, arg)| code(*arg))
            .filter_map(|(at, _)| self.simple.items.get(*at)?.text());
        let values = self.usage.options.iter().filter(|used| used.special.is_some_and(|special| code(special.arg())));
        let values = values.filter_map(|used| used.text(&self.simple.items));
        let settings = self.executes() || self.usage.has(Quirk::Git) || self.usage.plays(Role::HoldsCommands);
        for item in self.simple.items.iter().skip(1).filter(|item| settings && item.shown().likely().len() >= LONG) {
            let text = item.shown().likely();
            let value = text.split_once('=').map_or(text, |(_, value)| value);
            langs::script(value.trim_start_matches('!'), self.simple.span, found);
        }
        for text in operands.chain(values) {
            let many = text.matches(['"', '\'', '`']).take(24).count() > 20 || text.matches("qw").take(12).count() > 10;
            if text.len() > 4096 || many {
                langs::code(text, self.simple.span, found);
            }
        }
    }

    /// Files that were written and that this command runs, or may run.
    fn files(&self, found: &mut Reached<'_>) {
        let span = self.simple.span;
        let name = self.simple.likely_name().unwrap_or("");
        if let Some(text) = self.store.text_of(name).filter(|_| name.contains('/')) {
            langs::script(text, span, found);
        }
        if !self.executes() && !self.usage.plays(Role::ReadsCode) {
            return;
        }
        if let Some(text) = self.store.unnamed() {
            langs::script(text, span, found);
        }
        let reading = self.simple.redirections.iter().filter(|one| one.reads()).map(|one| &one.target);
        for item in self.simple.items.iter().skip(1).chain(reading) {
            let word = item.shown().likely();
            let value = word.split_once('=').map(|(_, value)| value);
            for path in std::iter::once(word).chain(value) {
                if let Some(text) = self.store.text_of(path.trim_start_matches('@')) {
                    langs::script(text, span, found);
                }
            }
        }
        // `make` reads a file that no word names.
        if !found.searched {
            found.searched = true;
            self.store.files().for_each(|(_, text)| found.loosen(text.to_owned(), span));
        }
        if self.usage.plays(Role::Multiplies) {
            put::parallel(self.simple, None, found);
        }
    }

    /// Text that a shell is given as a word: read again by itself, so that its groups and files are seen too.
    fn nested(&self, found: &mut Reached<'_>) {
        for inner in &self.usage.inner {
            let text = match inner {
                Inner::Text(at) => self.simple.items.get(*at).and_then(Item::text).map(str::to_owned),
                Inner::Attached(text) => Some(text.clone()),
                Inner::Joined(at) => {
                    let words = self.simple.items.get(*at..).unwrap_or(&[]).iter().map(Item::text);
                    words.collect::<Option<Vec<&str>>>().map(|words| words.join(" "))
                }
                Inner::Words(_) | Inner::More(_) | Inner::Between(..) | Inner::Input => None,
            };
            let Some(text) = text.filter(|text| text.contains(['|', '<', '>', '$', ';', '\n', '`'])) else { continue };
            if text.contains('$') && !self.store.values.is_empty() {
                for way in put::ways(&text, self.store, found).into_iter().filter(|way| !way.is_empty()) {
                    found.tell_at(self.simple, &format!("{way}{text}"), true);
                }
            }
            // The words after it are its parameters.
            if let Inner::Text(at) = inner
                && text.len() >= LONG
                && self.simple.items.len() > at.saturating_add(2)
            {
                let words = put::line(self.simple.items.get(at.saturating_add(2)..).unwrap_or(&[]));
                found.tell_at(self.simple, &format!("set -- {words}\n{text}"), true);
            }
            found.tell_at(self.simple, &text, false);
        }
    }
}
