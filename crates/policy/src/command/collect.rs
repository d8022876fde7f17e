//! From a script to the list of everything it may run.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use crate::Reason;
use crate::budget::{Budget, cost, limit};
use byleave_shell::{
    Class, Command, Descriptor, Directory, Kind, Node, NodeId, RedirectOperator, Redirection, Script, Shells, Span,
    Whereabouts, Word, directories, stays,
};

use super::doubts::doubts;
use super::env::{Known, Settled};
use super::expand::Expand;
use super::input::{feeders, input_of};
use super::item::{Item, Shift};
use super::simple::{Commands, Doubt, Input, Redirect, Simple, Source, Standing};
use super::unwrap::unwrap_all;
use crate::otherwise::otherwise;

/// Collects everything a script may run.
#[must_use]
pub fn collect<'a>(script: &'a Script<'a>) -> Commands<'a> {
    collect_for(script, Shells::BASH)
}

/// Collects everything a script may run that these shells may run. A person is asked if that is too much to look into.
#[must_use]
pub fn collect_for<'a>(script: &'a Script<'a>, shells: Shells) -> Commands<'a> {
    let budget = Budget::of(script.source().len());
    let mut known = Known::default();
    let Flat { simples, redirections, tested, mut doubts, carried } =
        flat(script, Shift::None, None, &mut known, &budget);
    doubts.extend(read_otherwise(script, shells, Shift::None));
    let usages = Vec::with_capacity(simples.len().saturating_add(simples.len() / 4));
    let script = Source::Lent(script);
    let mut commands =
        Commands { script, simples, usages, redirections, tested, doubts, unread: Vec::new(), left: 0, shells };
    unwrap_all(&mut commands, carried, known, &budget);
    commands.doubts.extend(budget.is_spent().then_some(Doubt { span: Span::default(), reason: Reason::TooMuch }));
    commands.left = budget.left();
    commands
}

/// The commands of one script.
#[derive(Default)]
pub(super) struct Flat<'a> {
    pub simples: Vec<Simple<'a>>,
    pub redirections: Vec<Redirect<'a>>,
    pub tested: Vec<Redirect<'a>>,
    pub doubts: Vec<Doubt>,
    /// Texts that programs run because a variable holds them, each with a command they are given to.
    pub carried: Vec<(String, usize)>,
}

/// What another shell than bash may read otherwise.
pub(super) fn read_otherwise(script: &Script<'_>, shells: Shells, shift: Shift) -> Option<Doubt> {
    let (span, reason) = otherwise(script, shells)?;
    Some(Doubt { span: shift.of(span), reason })
}

/// The commands of a script without the commands that they run. `start` is where a nested script begins.
pub(super) fn flat<'a>(
    script: &'a Script<'a>,
    shift: Shift,
    start: Option<&Directory>,
    known: &mut Known,
    budget: &Budget,
) -> Flat<'a> {
    known.note(script);
    let settled = Settled::of(script);
    let expand = Expand { script, settled: &settled, shift, known: None };
    let mut found = Flat { doubts: doubts(script, shift, &settled), ..Flat::default() };
    let elsewhere = simples(&expand, start, &mut found, budget);
    moved(&mut found.simples, &elsewhere, script.commands().len(), budget);
    spelt_out(&expand, known, &mut found, budget);
    shreds(script, shift, start, &mut found, budget);
    for (id, node) in script.nodes() {
        let words = if let Kind::Conditional { words } = node.kind { script.words(words) } else { &[] };
        if node.redirections.is_empty() && words.is_empty() {
            continue;
        }
        for directory in around(script, &found.simples, &elsewhere, id, node) {
            for redirection in script.redirections(node.redirections) {
                found.redirections.extend(redirect(&expand, redirection, &directory));
            }
            for word in files_tested(script, words) {
                found.tested.extend(expand.single(word).into_iter().map(|target| Redirect {
                    operator: RedirectOperator::Read,
                    target,
                    directory: directory.clone(),
                    span: shift.of(word.span),
                    variable: false,
                    expands: None,
                }));
            }
        }
    }
    found
}

/// The simple commands of a script, in each way that is certain; and for each the directories that it may run in besides.
fn simples<'a>(
    expand: &Expand<'_, 'a>,
    start: Option<&Directory>,
    found: &mut Flat<'a>,
    budget: &Budget,
) -> Vec<(usize, Directory)> {
    let (script, shift) = (expand.script, expand.shift);
    let mut places = if stays(script) { Vec::new() } else { directories(script) }.into_iter();
    let feeders = feeders(script);
    found.simples.reserve(script.commands().len());
    // The other ways commands may turn out come after all commands of the text, which keep their places.
    let mut others: Vec<Simple<'a>> = Vec::new();
    let mut several: HashSet<usize> = HashSet::new();
    let mut elsewhere: Vec<(usize, Directory)> = Vec::new();
    for command in script.commands() {
        let at = found.simples.len();
        let place = places.next().unwrap_or_default().into_iter();
        let mut place = place.map(|place| if let Some(start) = start { below(start, place) } else { place });
        let directory = place.next().or_else(|| start.cloned()).unwrap_or(Directory::START);
        elsewhere.extend(place.map(|place| (at, place)));
        let feeder = feeders.binary_search_by_key(&command.node, |(fed, _)| *fed).ok();
        let fed_by = feeder.and_then(|at| feeders.get(at)).and_then(|(_, before)| place_of(script, *before));
        // What a command prints that may turn out in several ways is none of them for certain.
        let input = match fed_by {
            Some(before) if several.contains(&before) => Input::Unknown,
            before => input_of(script, command, before.and_then(|at| found.simples.get(at))),
        };
        let first = Simple { input, fed_by, ..simple(expand, command, directory) };
        let words = script.words(command.words);
        // Most commands.
        if words.iter().all(|word| word.class == Class::Literal) {
            let literal = |word: &Word| Item::literal(script.shown(word), shift.of(word.span));
            found.simples.push(Simple { items: words.iter().map(literal).collect(), ..first });
        } else {
            let mut ways = expand.command(command, budget).into_iter();
            let items = ways.next().unwrap_or_default();
            let before = others.len();
            others.extend(ways.map(|items| Simple { items, ..first.clone() }));
            if others.len() > before {
                several.insert(at);
            }
            found.simples.push(Simple { items, ..first });
        }
        for one in script.assignments(command.assignments) {
            let run = byleave_knowledge::variables::is_run(script.text(one.name)).then(|| script.literal(&one.value));
            found.carried.extend(run.flatten().map(|text| (text.to_owned(), at)));
        }
    }
    found.simples.append(&mut others);
    elsewhere
}

/// `test -d a && cd a; cat ../b`: adds the commands as they run in the other directories that they may run in.
fn moved(simples: &mut Vec<Simple<'_>>, elsewhere: &[(usize, Directory)], commands: usize, budget: &Budget) {
    let end = simples.len();
    // Where the copies of each command are, to find what feeds it there.
    let mut copies: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, directory) in elsewhere {
        let Some(node) = simples.get(*at).map(|simple| simple.node) else { continue };
        let span = simples.get(*at).map(|simple| simple.span);
        let ways = (commands..end).filter(|way| {
            simples.get(*way).is_some_and(|other| other.node == node && Some(other.span) == span && node.is_some())
        });
        for way in std::iter::once(*at).chain(ways).collect::<Vec<_>>() {
            let Some(simple) = simples.get(way) else { break };
            if budget.spend(simple.items.len().saturating_add(cost::FOUND)).is_err() {
                return;
            }
            let mut copy = Simple { directory: directory.clone(), ..simple.clone() };
            copy.redirections.iter_mut().for_each(|redirect| redirect.directory = directory.clone());
            copy.fed_by = copy.fed_by.map(|feeder| {
                let there = |at: &&usize| simples.get(**at).is_some_and(|one| one.directory == *directory);
                copies.get(&feeder).and_then(|of| of.iter().find(there)).copied().unwrap_or(feeder)
            });
            if way == *at {
                copies.entry(*at).or_default().push(simples.len());
            }
            simples.push(copy);
        }
    }
}

/// Adds the commands with all values that their variables may have. They only count against the call.
fn spelt_out<'a>(expand: &Expand<'_, 'a>, known: &Known, found: &mut Flat<'a>, budget: &Budget) {
    let script = expand.script;
    for (at, command) in script.commands().iter().enumerate() {
        let Some(first) = found.simples.get(at) else { break };
        let open = |item: &Item<'_>| item.is_unknown();
        let words = first.items.iter().any(open);
        if !words && !first.redirections.iter().any(|one| open(&one.target)) {
            continue;
        }
        let text = command.span.of(script.source());
        let takes = |sign: char| sign.is_ascii_digit() || matches!(sign, '@' | '*');
        let parameters = text.split('$').skip(1).any(|rest| rest.trim_start_matches('{').starts_with(takes));
        let calls = if parameters { known.parameters.as_slice() } else { &[] };
        let mut more: Vec<Simple<'a>> = Vec::new();
        for call in calls.iter().map(Vec::as_slice).chain(calls.is_empty().then_some(&[][..])) {
            if budget.spend(cost::EACH).is_err() {
                return;
            }
            let expand = Expand { known: Some((known, call)), ..*expand };
            let target = || simple(&expand, command, first.directory.clone()).redirections;
            for items in expand.command(command, budget) {
                let same = |one: &Simple<'_>| {
                    one.items.len() == items.len()
                        && one.items.iter().zip(&items).all(|(one, two)| one.value == two.value)
                };
                let redirected = first.redirections.iter().any(|one| open(&one.target));
                if !redirected && (same(first) || more.iter().any(same)) {
                    continue;
                }
                let base =
                    Simple { standing: Standing::OtherSpelling, redirections: target(), fed_by: None, ..first.clone() };
                more.push(Simple { items, ..base });
            }
        }
        found.simples.extend(more);
    }
}

/// Words after which a command may begin.
const BEGIN: [&str; 19] = [
    "!",
    "[[",
    "]]",
    "always",
    "coproc",
    "do",
    "done",
    "elif",
    "else",
    "end",
    "esac",
    "fi",
    "if",
    "in",
    "nocorrect",
    "noglob",
    "then",
    "until",
    "while",
];

/// What may run in text that byleave could not read: each piece of it that could be a command by itself. Such text asks in any
/// case, and these commands only keep a deny in force.
fn shreds(script: &Script<'_>, shift: Shift, start: Option<&Directory>, found: &mut Flat<'_>, budget: &Budget) {
    let Some(from) = script.opaque().iter().map(|opaque| opaque.span.start).min() else { return };
    let text = script.source().get(from as usize..).unwrap_or("");
    let mut seen = HashSet::new();
    let pieces = text.split(['\n', ';', '&', '|', '(', ')', '{', '}', '`']);
    let pieces = pieces.flat_map(|piece| std::iter::once(piece).chain(piece.split(['\'', '"'])));
    let mut pieces = pieces.flat_map(|piece| {
        let mut rest = piece.trim();
        std::iter::once(rest).chain(std::iter::from_fn(move || {
            loop {
                let (word, after) = rest.split_once(char::is_whitespace)?;
                rest = after.trim_start();
                if BEGIN.contains(&word) {
                    return Some(rest);
                }
            }
        }))
    });
    while let Some(piece) = pieces.next().filter(|_| seen.len() < limit::PIECES) {
        if !piece.contains(char::is_alphanumeric)
            || !seen.insert(piece)
            || budget.spend_bytes(piece.len().saturating_add(cost::READ)).is_err()
        {
            continue;
        }
        let read = byleave_shell::read(piece);
        let settled = Settled::default();
        let span = Span::new(from, u32::try_from(script.source().len()).unwrap_or(u32::MAX));
        let expand = Expand { script: &read, settled: &settled, shift: Shift::To(shift.of(span)), known: None };
        let mut inner = Flat::default();
        simples(&expand, start, &mut inner, budget);
        let against = |one: Simple<'_>| Simple { standing: Standing::OtherSpelling, fed_by: None, ..one.into_owned() };
        found.simples.extend(inner.simples.into_iter().map(against));
    }
}

/// The place of a simple command in the list, by its node.
fn place_of(script: &Script<'_>, node: NodeId) -> Option<usize> {
    script.commands().binary_search_by_key(&node, |command| command.node).ok()
}

/// Where a compound command may begin: where the first command in it runs, or the next one of its list.
fn around(
    script: &Script<'_>,
    simples: &[Simple<'_>],
    elsewhere: &[(usize, Directory)],
    id: NodeId,
    node: &Node,
) -> Vec<Directory> {
    let commands = script.commands();
    let inside = script.commands_inside(id).first().map(|command| command.node);
    let next = || {
        let after = commands.get(commands.partition_point(|command| command.node <= id))?;
        (script.node(after.node)?.parent == node.parent).then_some(after.node)
    };
    if let Some(at) = inside.or_else(next).and_then(|wanted| place_of(script, wanted)) {
        let first = simples.get(at).map(|simple| simple.directory.clone());
        let others = elsewhere.iter().filter(|(of, _)| *of == at).map(|(_, directory)| directory.clone());
        return first.into_iter().chain(others).collect();
    }
    let Some(start) = simples.first().map(|first| &first.directory) else { return vec![Directory::START] };
    let moves = |name: Option<&str>| name.is_none_or(|name| matches!(name, "cd" | "pushd" | "popd"));
    let leaves = |simple: &Simple<'_>| simple.directory != *start || !simple.items.is_empty() && moves(simple.name());
    vec![if simples.iter().any(leaves) {
        Directory { place: Whereabouts::Unknown(node.span), uncertain: false }
    } else {
        start.clone()
    }]
}

/// The words of a `[[ … ]]` that name files.
fn files_tested<'s>(script: &'s Script<'_>, words: &'s [Word]) -> Vec<&'s Word> {
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some(text) = script.literal(word).filter(|_| !word.quoted) else { continue };
        let next = words.get(at.saturating_add(1));
        if matches!(text, "-nt" | "-ot" | "-ef") {
            found.extend(at.checked_sub(1).and_then(|before| words.get(before)));
            found.extend(next);
        } else if text.len() == 2
            && let Some(letter) = text.strip_prefix('-')
            && "abcdefghkprsuwxGLNOS".contains(letter)
        {
            found.extend(next);
        }
    }
    found
}

/// A directory of a nested script that itself begins in another directory.
fn below(start: &Directory, place: Directory) -> Directory {
    if start.is_start() {
        return place;
    }
    match place.place {
        Whereabouts::Relative(path) if path.is_empty() => start.clone(),
        Whereabouts::Relative(path) if !path.starts_with("..") => match &start.place {
            Whereabouts::Relative(above) => {
                let uncertain = start.uncertain || place.uncertain;
                Directory { place: Whereabouts::Relative(format!("{above}/{path}")), uncertain }
            }
            Whereabouts::Absolute(above) => {
                Directory { place: Whereabouts::Absolute(format!("{above}/{path}")), ..start.clone() }
            }
            Whereabouts::Home(above) => {
                Directory { place: Whereabouts::Home(format!("{above}/{path}")), ..start.clone() }
            }
            Whereabouts::Unknown(_) => start.clone(),
        },
        Whereabouts::Relative(_) => Directory { place: Whereabouts::Unknown(Span::default()), uncertain: false },
        Whereabouts::Absolute(_) | Whereabouts::Home(_) | Whereabouts::Unknown(_) => place,
    }
}

/// A command without its words.
fn simple<'a>(expand: &Expand<'_, 'a>, command: &Command, directory: Directory) -> Simple<'a> {
    let (script, shift) = (expand.script, expand.shift);
    let assignments = script.assignments(command.assignments).iter();
    let redirections = script.redirections(command.redirections).iter();
    Simple {
        assignments: assignments.map(|one| (Cow::Borrowed(script.text(one.name)), shift.of(one.span))).collect(),
        redirections: redirections.flat_map(|one| redirect(expand, one, &directory)).collect(),
        node: matches!(shift, Shift::None).then_some(command.node),
        directory,
        ..Simple::of_words(Vec::new(), shift.of(command.span))
    }
}

/// A redirection, in each way its target may turn out.
fn redirect<'a>(expand: &Expand<'_, 'a>, one: &Redirection, directory: &Directory) -> Vec<Redirect<'a>> {
    let (script, shift) = (expand.script, expand.shift);
    let targets = expand.single(&one.target).into_iter();
    let found = targets.map(|target| Redirect {
        operator: one.operator,
        target,
        directory: directory.clone(),
        span: shift.of(one.span),
        variable: matches!(one.descriptor, Descriptor::Variable(_)),
        expands: one.here_document.filter(|here| !here.quoted).map(|here| Cow::Borrowed(here.body.of(script.source()))),
    });
    found.collect()
}
