//! Looks into wrappers: the commands that `sudo`, `bash -c`, `xargs`, `find -exec`, `ssh` and similar programs run.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use byleave_shell::{Shells, Span};

use super::again::Same;
use super::budget::Budget;
use super::collect::{Commands, Doubt, Flat, Input, Simple, flat, read_otherwise, spelt_out, spelt_out_by};
use super::item::{Count, Item, Shift, Value};
use super::spellings::{Spelling, spellings};
use super::usage::{Inner, Usage, usage};
use super::written::Prepared;
use crate::Reason;
use crate::paths::base_name;
use crate::programs::{Arg, NameHasher, Quirk, Role};
use crate::read::shells_behind;

/// Appends to the list all commands that commands of the list run, and finds out how each uses its program.
pub(super) fn unwrap_all(commands: &mut Commands<'_>, budget: &Budget) {
    let mut prepared = Prepared::new(commands);
    let mut seen = Seen::default();
    let mut same = Same::among(&commands.simples);
    let unknown = Arc::new(Usage::unknown());
    let mut index = 0;
    while index < commands.simples.len() {
        let first = commands.simples.len();
        let again = same.as_mut().and_then(|same| same.first(commands, index));
        let known = again.and_then(|at| commands.usages.get(at)).cloned();
        let again = known.is_some();
        // What is over is not looked at any further, and it is said that it is not.
        let _ = budget.spend(if again { AGAIN } else { EACH });
        let Some(simple) = commands.simples.get(index) else { break };
        let used = known.unwrap_or_else(|| usage(simple).map_or_else(|| Arc::clone(&unknown), Arc::new));
        commands.usages.push(used);
        let Some(used) = commands.usages.last() else { break };
        let mut other = if again { Vec::new() } else { spellings(simple, used, budget) };
        other.extend(prepared.spellings(commands, simple, used).into_iter().map(|spelling| (spelling, true)));
        prepared.note(&commands.script, simple, used);
        let inner = if again { Vec::new() } else { inner_of(simple, used) };
        if let Some(doubt) = foreign_text(simple, used).filter(|_| !simple.possible || simple.sure) {
            commands.doubts.push(doubt);
        }
        let runs = !other.is_empty() || !inner.is_empty();
        if runs && budget.spend(steps(simple, inner.len())).is_ok() {
            let simple = simple.clone();
            seen.note(&commands.simples);
            for (number, inner) in inner.iter().enumerate() {
                // Of what only may run, the same words need not run twice.
                if simple.possible && seen.has_inner(&commands.simples, &simple, inner, budget) {
                    continue;
                }
                let before = commands.simples.len();
                unwrap_one(commands, &simple, index, inner, budget);
                let added = commands.simples.get_mut(before..).unwrap_or_default();
                for one in added {
                    one.inner = Some(number);
                }
            }
            seen.note(&commands.simples);
            for (spelling, sure) in other {
                let sure = sure && (simple.sure || !simple.possible);
                respelt(commands, (&simple, sure), index, spelling, &mut seen, budget);
            }
        }
        commands.inside.push((first, commands.simples.len()));
        index = index.saturating_add(1);
    }
    commands.again = same.map_or_else(Vec::new, Same::all);
}

/// `pwsh -c …`, `cmd.exe /c …`: text in a language that is no shell's here.
fn foreign_text(simple: &Simple<'_>, used: &Usage) -> Option<Doubt> {
    let shell = used.entry?.rare("shell").filter(|shell| matches!(*shell, "powershell" | "cmd"))?;
    let given = |item: &Item<'_>| {
        let text = item.shown().likely();
        ["-c", "-C", "-e", "-E", "/c", "/C", "/k", "/K"].iter().any(|option| text.starts_with(option))
    };
    let text = simple.items.iter().skip(1).find(|item| given(item))?;
    let reason = Reason::ShellNotRead(shell.to_owned());
    Some(Doubt { span: text.span, reason, unknown_text: false })
}

/// What every command costs, and one that is the same as another.
const EACH: usize = 4;
const AGAIN: usize = 1;

/// What a command that is found costs beside its words.
const COMMAND: usize = 30;

/// The cost of copying and walking through this many words. A long list does not fit into the cache, and everything
/// that looks at the command walks through it.
pub(super) const fn copied(words: usize) -> usize {
    if words <= SHORT { words / 2 } else { words.saturating_mul(2) }
}

const SHORT: usize = 128;

/// What looking into a command costs: its words, once for each thing that it runs.
fn steps(simple: &Simple<'_>, inner: usize) -> usize {
    copied(simple.items.len()).saturating_mul(inner.saturating_add(1)).saturating_add(inner.saturating_mul(COMMAND))
}

/// Comparing this many commands with another takes about the time of a step.
const COMPARED: usize = 8;

/// What was looked at already: `env env env ls` has forty ways to be cut into commands, and four different ones.
#[derive(Default)]
struct Seen {
    /// Places in the list of commands, by their words.
    words: HashMap<u64, Vec<usize>>,
    texts: HashSet<String>,
    /// This many commands of the list are known.
    noted: usize,
}

impl Seen {
    /// Takes note of the commands that came to the list.
    fn note(&mut self, simples: &[Simple<'_>]) {
        for (at, simple) in simples.iter().enumerate().skip(self.noted) {
            self.words.entry(hash(&simple.items)).or_default().push(at);
        }
        self.noted = simples.len();
    }

    /// Whether a command of these words, in this place, is in the list and counts for no less.
    /// Without the steps to look there, it does not come to the list.
    fn has(
        &self,
        simples: &[Simple<'_>],
        items: &[Item<'_>],
        (like, sure): (&Simple<'_>, bool),
        budget: &Budget,
    ) -> bool {
        let same = |at: &usize| {
            simples.get(*at).is_some_and(|one| {
                let counts = !one.possible || one.sure || !sure;
                counts && one.directory == like.directory && one.input == like.input && is_same(&one.items, items)
            })
        };
        let places = self.words.get(&hash(items)).map_or(&[][..], Vec::as_slice);
        let steps = (places.len().saturating_add(items.len()) / COMPARED).saturating_add(1);
        budget.spend(steps).is_err() || places.iter().any(same)
    }

    /// Whether what a command that only may run runs in turn is in the list: words of its own, and nothing else about them.
    fn has_inner(&self, simples: &[Simple<'_>], simple: &Simple<'_>, inner: &Inner, budget: &Budget) -> bool {
        let items = match inner {
            Inner::Words(at) => simple.items.get(*at..).unwrap_or(&[]),
            Inner::More(_)
            | Inner::Between(..)
            | Inner::Joined(_)
            | Inner::Text(_)
            | Inner::Attached(_)
            | Inner::Input => {
                return false;
            }
        };
        // `flock file -c text`, `env A=1 ls`, `kubectl exec pod -- ls`
        let plain = |item: &Item<'_>| item.text().is_some_and(|text| !text.contains('='));
        let before = simple.items.get(1..simple.items.len().saturating_sub(items.len())).unwrap_or(&[]);
        let alone = before.iter().all(plain) && !matches!(items.first().and_then(Item::text), Some("-c" | "--"));
        alone && self.has(simples, items, (simple, simple.sure), budget)
    }
}

fn is_same(one: &[Item<'_>], other: &[Item<'_>]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.value == other.value)
}

/// Only tells apart: what falls together is compared word by word.
fn hash(items: &[Item<'_>]) -> u64 {
    let mut hasher = NameHasher::default();
    for item in items {
        item.shown().likely().hash(&mut hasher);
    }
    hasher.finish()
}

/// What a command runs; a script that is a `<(…)` whose text is known is that text.
fn inner_of(simple: &Simple<'_>, used: &Usage) -> Vec<Inner> {
    let script = matches!(used.operands.first(), Some((_, Arg::Code))) && used.inner.is_empty();
    let shell = || used.plays(Role::PosixShell) || used.has(Quirk::Sources);
    if !script || !shell() {
        return used.inner.clone();
    }
    let first = used.operands.first().and_then(|(at, _)| simple.items.get(*at)).and_then(Item::text);
    match (&simple.printed, &simple.input) {
        (Some(text), _) => vec![Inner::Attached(text.to_string())],
        // `bash <(curl …)`: it is unknown what it runs.
        (None, _) if used.operands.first().and_then(|(at, _)| simple.items.get(*at)).is_some_and(is_pipe) => {
            used.operands.first().map(|(at, _)| Inner::Text(*at)).into_iter().collect()
        }
        (None, Input::Text(_)) if matches!(first, Some("/dev/stdin" | "/dev/fd/0" | "-")) => vec![Inner::Input],
        _ => used.inner.clone(),
    }
}

/// Whether a word is a `<(…)`.
fn is_pipe(item: &Item<'_>) -> bool {
    matches!(item.value, Value::Unknown { cause: byleave_shell::Unknown::ProcessSubstitution, .. })
}

/// Adds another spelling of what a command runs, which only counts against the call.
fn respelt<'a>(
    commands: &mut Commands<'a>,
    (simple, sure): (&Simple<'a>, bool),
    index: usize,
    spelling: Spelling<'a>,
    seen: &mut Seen,
    budget: &Budget,
) {
    match spelling {
        Spelling::Words(items) => {
            let steps = copied(items.len()).saturating_add(COMMAND);
            if seen.has(&commands.simples, &items, (simple, sure), budget) || budget.spend(steps).is_err() {
                return;
            }
            commands.simples.push(Simple {
                items,
                assignments: Vec::new(),
                redirections: Vec::new(),
                directory: simple.directory.clone(),
                span: simple.span,
                inside: Some(index),
                more_words: simple.more_words,
                input: simple.input.clone(),
                fed_by: simple.fed_by,
                node: simple.node,
                possible: true,
                sure,
                printed: simple.printed.clone(),
                way_of: simple.way_of,
                found_by: simple.found_by,
                inner: simple.inner,
            });
        }
        Spelling::Text(text) => {
            if budget.spend_bytes(text.len()).is_err() || !seen.texts.insert(text.clone()) {
                return;
            }
            let found = spelt_out(&text, simple.span, &simple.directory, 0, budget);
            spelt(commands, sure, index, found);
        }
        Spelling::Script(text, shells) => {
            if budget.spend_bytes(text.len()).is_err() || !seen.texts.insert(format!("{shells}\n{text}")) {
                return;
            }
            let (found, doubt) = spelt_out_by(&text, shells, simple.span, &simple.directory, budget);
            commands.doubts.extend(doubt);
            spelt(commands, sure, index, found);
        }
    }
    seen.note(&commands.simples);
}

/// Appends what a command comes to in another spelling.
fn spelt(commands: &mut Commands<'_>, sure: bool, index: usize, found: Vec<Simple<'static>>) {
    for inner in found {
        commands.simples.push(Simple { inside: Some(index), fed_by: None, possible: true, sure, ..inner });
    }
}

fn unwrap_one<'a>(commands: &mut Commands<'a>, simple: &Simple<'a>, index: usize, inner: &Inner, budget: &Budget) {
    match *inner {
        // `flock file -c text`, `sg group -c text`
        Inner::Words(at) | Inner::Joined(at) if simple.items.get(at).and_then(Item::text) == Some("-c") => {
            unwrap_one(commands, simple, index, &Inner::Text(at.saturating_add(1)), budget);
        }
        Inner::Words(at) => {
            let inside = words(simple, index, at, simple.items.len());
            commands.simples.push(inside);
        }
        Inner::More(at) => {
            let inside = Simple { more_words: true, ..words(simple, index, at, simple.items.len()) };
            commands.simples.push(inside);
        }
        Inner::Between(from, to) => {
            let mut inside = words(simple, index, from, to);
            let many = simple.items.get(to).and_then(Item::text) == Some("+");
            let start = simple
                .items
                .get(1)
                .map_or(".", |item| if item.shown().likely().starts_with('-') { "." } else { item.shown().likely() });
            let parts = commands.usages.get(index).is_some_and(|usage| usage.plays(Role::FillsParts));
            // `;` runs it for each name, `+` for many at once.
            let count = if many || parts { Count::Names } else { Count::One };
            let found = || Value::Bounded {
                text: Cow::Owned(if parts { "." } else { start }.to_owned()),
                tilde: start.starts_with('~') && !parts,
                glob: true,
            };
            let filled = |item: &Item<'_>| {
                let marks = ["{}", "{/}", "{//}", "{.}", "{/.}"];
                item.shown().likely().contains("{}")
                    || parts && marks.iter().any(|mark| item.shown().likely().contains(mark))
            };
            for item in inside.items.iter_mut().filter(|item| filled(item)) {
                item.value = found();
                item.count = count;
                inside.found_by = Some(index);
            }
            // `fd -x wc` puts the names behind the words.
            if parts && inside.found_by.is_none() {
                inside.items.push(Item { span: simple.span, value: found(), count });
                inside.found_by = Some(index);
            }
            commands.simples.push(inside);
        }
        Inner::Joined(at) => {
            let rest = simple.items.get(at..).unwrap_or(&[]);
            let text: Option<Vec<&str>> = rest.iter().map(Item::text).collect();
            let span = rest.first().map_or(simple.span, |item| item.span);
            nested(commands, simple, index, text.map(|words| words.join(" ")), span, budget);
        }
        Inner::Text(at) => {
            let item = simple.items.get(at);
            let text = item.and_then(Item::text).map(str::to_owned);
            nested(commands, simple, index, text, item.map_or(simple.span, |item| item.span), budget);
        }
        Inner::Attached(ref text) => nested(commands, simple, index, Some(text.clone()), simple.span, budget),
        Inner::Input => match &simple.input {
            Input::Text(text) => {
                let text = text.clone().into_owned();
                nested(commands, simple, index, Some(text), simple.span, budget);
            }
            Input::Inherited | Input::Unknown => nested(commands, simple, index, None, simple.span, budget),
        },
    }
}

/// The words of a wrapper that are a command of their own.
fn words<'a>(simple: &Simple<'a>, index: usize, from: usize, to: usize) -> Simple<'a> {
    // `kubectl exec pod -- ls`: the dashes only end the options of the wrapper.
    let dashes = usize::from(simple.items.get(from).and_then(Item::text) == Some("--"));
    let from = from.saturating_add(dashes);
    let items: Vec<Item<'a>> = simple.items.get(from..to).unwrap_or(&[]).to_vec();
    let before = simple.items.get(1..from).unwrap_or(&[]);
    let assignments = before.iter().filter_map(|item| {
        let (name, _) = item.shown().likely().split_once('=')?;
        // Any name will do: `env 'BASH_FUNC_ls%%=() { …; }' ls` makes a function of it.
        let given = !name.is_empty() && !name.starts_with('-');
        given.then(|| (Cow::Owned(name.to_owned()), item.span))
    });
    let end = items.last().map_or(simple.span.end, |item| item.span.end);
    let start = items.first().map_or(simple.span.start, |item| item.span.start);
    Simple {
        assignments: assignments.collect(),
        redirections: Vec::new(),
        directory: simple.directory.clone(),
        span: Span::new(start, end.max(start)),
        inside: Some(index),
        more_words: simple.more_words,
        input: simple.input.clone(),
        fed_by: simple.fed_by,
        node: simple.node,
        possible: simple.possible,
        sure: simple.sure,
        printed: simple.printed.clone(),
        way_of: None,
        inner: None,
        found_by: simple.found_by,
        items,
    }
}

/// Reads shell text that a command runs and appends its commands.
fn nested(
    commands: &mut Commands<'_>,
    simple: &Simple<'_>,
    index: usize,
    text: Option<String>,
    span: Span,
    budget: &Budget,
) {
    let Some(text) = text else {
        // What only looks like a command proves nothing.
        if simple.possible && !simple.sure {
            return;
        }
        let reason = Reason::RunsUnknownText;
        commands.doubts.push(Doubt { span, reason, unknown_text: true });
        return;
    };
    if budget.spend_bytes(text.len()).is_err() {
        return;
    }
    let shift = shift_of(commands, span, &text);
    let script = byleave_shell::read(&text);
    // What only looks like a command proves nothing.
    if !simple.possible || simple.sure {
        commands.doubts.extend(read_otherwise(&script, shells_of(commands, simple), shift));
    }
    append(commands, simple, index, flat(&script, shift, Some(&simple.directory), budget));
}

/// The shells that may run the text a command is given: those that its program is, or those that run the command.
pub(super) fn shells_of(commands: &Commands<'_>, simple: &Simple<'_>) -> Shells {
    let mut one = simple;
    // A wrapper stands around another one, as often as there are wrappers in the text.
    for _ in 0..DEEPEST {
        let program = one.likely_name().map_or("", base_name);
        let posix = one.items.iter().any(|item| matches!(item.text(), Some("--posix" | "posix")))
            || one.assignments.iter().any(|(name, _)| name == "POSIXLY_CORRECT");
        if let Some(shells) = shells_behind(program, posix) {
            return shells;
        }
        match one.inside.and_then(|at| commands.simples.get(at)) {
            Some(outer) => one = outer,
            None => return commands.shells,
        }
    }
    Shells::ALL
}

/// How many wrappers around a command are looked at for the shell that runs it.
const DEEPEST: usize = 64;

/// Appends the commands of a nested text.
fn append(commands: &mut Commands<'_>, simple: &Simple<'_>, index: usize, read: Flat<'_>) {
    let Flat { simples, redirections, tested, doubts } = read;
    // Places in the nested list become places in the whole list.
    let shift = commands.simples.len();
    for inner in simples {
        let fed_by = inner.fed_by.map(|at| at.saturating_add(shift));
        let possible = simple.possible || inner.possible;
        let sure = possible && (inner.sure || simple.sure);
        let way_of = inner.way_of.map(|at| at.saturating_add(shift));
        commands.simples.push(Simple { inside: Some(index), fed_by, way_of, possible, sure, ..inner.into_owned() });
    }
    if simple.possible {
        return;
    }
    for redirect in redirections {
        commands.redirections.push(redirect.into_owned());
    }
    for test in tested {
        commands.tested.push(test.into_owned());
    }
    commands.doubts.extend(doubts);
}

/// The place of a nested text: exact, if the text of the call contains it literally or in plain quotes; otherwise the
/// word that holds it.
fn shift_of(commands: &Commands<'_>, span: Span, text: &str) -> Shift {
    let whole = span.of(commands.script.source());
    let quoted = |quote: char| whole.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote)) == Some(text);
    if whole == text {
        Shift::By(span.start)
    } else if quoted('\'') || quoted('"') {
        Shift::By(span.start.saturating_add(1))
    } else {
        Shift::To(span)
    }
}
