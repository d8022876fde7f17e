//! Looking into wrappers: what `sudo`, `bash -c`, `xargs`, `find -exec`, `ssh` and their kin run in turn.

use std::borrow::Cow;

use byleave_shell::Span;

use super::collect::{Commands, Doubt, Flat, Input, Simple, flat, spelt_out};
use super::item::{Item, Shift, Value};
use super::spellings::{Spelling, spellings};
use super::usage::{Inner, Usage, usage};
use super::written::Prepared;
use crate::programs::Arg;

/// How many wrappers may stand in each other.
const MOST_WRAPPERS: usize = 16;
/// How many commands are looked at in all.
const MOST_COMMANDS: usize = 20_000;
/// How deep other spellings are looked for.
const MOST_SPELLINGS: usize = 6;

/// Appends to the list all commands that commands of the list run in turn, and works out how each uses its program.
pub(super) fn unwrap_all(commands: &mut Commands<'_>) {
    let mut prepared = Prepared::new(commands);
    let mut index = 0;
    while index < commands.simples.len() {
        let Some(simple) = commands.simples.get(index) else { break };
        commands.usages.push(usage(simple));
        let Some(used) = commands.usages.last() else { break };
        let mut other = spellings(simple, used);
        other.extend(prepared.spellings(commands, simple, used).into_iter().map(|spelling| (spelling, true)));
        prepared.note(commands.script, simple);
        let inner = inner_of(simple, used);
        if !other.is_empty() && depth(&commands.simples, index) <= MOST_SPELLINGS {
            let simple = simple.clone();
            for (spelling, sure) in other {
                respelt(
                    commands,
                    &Simple { sure: sure && (simple.sure || !simple.possible), ..simple.clone() },
                    index,
                    spelling,
                );
            }
        }
        let Some(simple) = commands.simples.get(index) else { break };
        if !inner.is_empty() {
            if depth(&commands.simples, index) > MOST_WRAPPERS || commands.simples.len() > MOST_COMMANDS {
                let span = simple.span;
                commands.doubts.push(Doubt { span, reason: Cow::Borrowed("too many wrappers to look into") });
            } else {
                let simple = simple.clone();
                for inner in inner {
                    unwrap_one(commands, &simple, index, &inner);
                }
            }
        }
        index = index.saturating_add(1);
    }
}

/// What a command runs; a script that is a `<(…)` whose text is known is that text.
fn inner_of(simple: &Simple<'_>, used: &Usage) -> Vec<Inner> {
    let script = matches!(used.operands.first(), Some((_, Arg::Code))) && used.inner.is_empty();
    let shell = || matches!(used.path.first(), Some(&("bash" | "sh" | "source" | "zsh" | "dash" | "ksh")));
    if !script || !shell() {
        return used.inner.clone();
    }
    let first = used.operands.first().and_then(|(at, _)| simple.items.get(*at)).and_then(Item::text);
    match (&simple.printed, &simple.input) {
        (Some(text), _) => vec![Inner::Attached(text.to_string())],
        // `bash <(curl …)`: nobody knows what it runs.
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
fn respelt<'a>(commands: &mut Commands<'a>, simple: &Simple<'a>, index: usize, spelling: Spelling<'a>) {
    match spelling {
        Spelling::Words(items) => commands.simples.push(Simple {
            items,
            assignments: Vec::new(),
            redirections: Vec::new(),
            inside: Some(index),
            possible: true,
            ..simple.clone()
        }),
        Spelling::Text(text) => {
            for inner in spelt_out(&text, simple.span, &simple.directory, 0) {
                let sure = simple.sure;
                commands.simples.push(Simple { inside: Some(index), fed_by: None, possible: true, sure, ..inner });
            }
        }
    }
}

fn depth(simples: &[Simple<'_>], index: usize) -> usize {
    std::iter::successors(Some(index), |at| simples.get(*at).and_then(|simple| simple.inside)).take(64).count()
}

fn unwrap_one<'a>(commands: &mut Commands<'a>, simple: &Simple<'a>, index: usize, inner: &Inner) {
    match *inner {
        // `flock file -c text`, `sg group -c text`
        Inner::Words(at) | Inner::Joined(at) if simple.items.get(at).and_then(Item::text) == Some("-c") => {
            unwrap_one(commands, simple, index, &Inner::Text(at.saturating_add(1)));
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
            let start =
                simple.items.get(1).map_or(".", |item| if item.shown().starts_with('-') { "." } else { item.shown() });
            for item in inside.items.iter_mut().filter(|item| item.shown().contains("{}")) {
                item.value =
                    Value::Bounded { text: Cow::Owned(start.to_owned()), tilde: start.starts_with('~'), glob: true };
            }
            commands.simples.push(inside);
        }
        Inner::Joined(at) => {
            let rest = simple.items.get(at..).unwrap_or(&[]);
            let text: Option<Vec<&str>> = rest.iter().map(Item::text).collect();
            let span = rest.first().map_or(simple.span, |item| item.span);
            nested(commands, simple, index, text.map(|words| words.join(" ")), span);
        }
        Inner::Text(at) => {
            let item = simple.items.get(at);
            let text = item.and_then(Item::text).map(str::to_owned);
            nested(commands, simple, index, text, item.map_or(simple.span, |item| item.span));
        }
        Inner::Attached(ref text) => nested(commands, simple, index, Some(text.clone()), simple.span),
        Inner::Input => match &simple.input {
            Input::Text(text) => {
                let text = text.clone().into_owned();
                nested(commands, simple, index, Some(text), simple.span);
            }
            Input::Inherited | Input::Unknown => nested(commands, simple, index, None, simple.span),
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
        let (name, _) = item.shown().split_once('=')?;
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
        items,
    }
}

/// Reads shell text that a command runs and appends its commands.
fn nested(commands: &mut Commands<'_>, simple: &Simple<'_>, index: usize, text: Option<String>, span: Span) {
    let Some(text) = text else {
        if simple.possible {
            return;
        }
        commands.doubts.push(Doubt { span, reason: Cow::Borrowed("runs shell text that is not known beforehand") });
        return;
    };
    let script = byleave_shell::read(&text);
    let Flat { simples, redirections, tested, doubts } =
        flat(&script, shift_of(commands, span, &text), Some(&simple.directory));
    // Places in the nested list become places in the whole list.
    let shift = commands.simples.len();
    for inner in simples {
        let fed_by = inner.fed_by.map(|at| at.saturating_add(shift));
        let possible = simple.possible || inner.possible;
        let sure = possible && (inner.sure || simple.sure);
        commands.simples.push(Simple { inside: Some(index), fed_by, possible, sure, ..inner.into_owned() });
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

/// Where a nested text stands: exactly, if it stands in the text of the call as it is or in plain quotes; otherwise all of it
/// at the word that holds it.
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
