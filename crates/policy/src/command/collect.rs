//! From a script to the list of everything it may run.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::Arc;

use byleave_shell::{
    Class, Command, Descriptor, Directory, Kind, Node, NodeId, Reader, RedirectOperator, Redirection, Room, Script,
    Shells, Span, Whereabouts, Word, directories, stays,
};

use super::budget::Budget;
use super::carriers;
use super::doubts::doubts;
use super::inputs::{feeders, input_of, pipes};
use super::item::{Item, Shift};
use super::shreds::shreds;
use super::unwrap::unwrap_all;
use super::usage::Usage;
use super::values::Values;
use super::variables::Variables;
use super::ways::{MOST_WAYS, Turned};
use crate::Reason;
use crate::read::otherwise;

/// Everything a command text may run, at every depth.
#[derive(Debug)]
pub struct Commands<'a> {
    /// The text as read.
    pub script: Whence<'a>,
    /// All simple commands: those of the text in source order, each followed by the commands that it runs.
    pub simples: Vec<Simple<'a>>,
    /// How each of them uses its program, in the same order. Equal ones are one: a text may have thousands of commands.
    pub usages: Vec<Arc<Usage>>,
    /// The range in the list of the commands that each of them runs, in the same order.
    pub inside: Vec<(usize, usize)>,
    /// Redirections on compound commands.
    pub redirections: Vec<Redirect<'a>>,
    /// Files that `[[ -f … ]]` and its kin look at, as if they were read from.
    pub tested: Vec<Redirect<'a>>,
    /// What is never automatic, even if the commands are allowed: text that byleave could not read, values that the
    /// shell evaluates.
    pub doubts: Vec<Doubt>,
    /// For each command, the one before it that it is the same as; shorter than the list if the last ones are like none.
    pub again: Vec<Option<usize>>,
    /// The other ways that commands may turn out: the place of the first one and that of another, in order.
    pub ways: Vec<(usize, usize)>,
    /// How many steps finding them left over.
    pub left: usize,
    /// The shells that may run the text.
    pub shells: Shells,
}

/// The script that commands were found in.
#[derive(Debug)]
pub enum Whence<'a> {
    /// Lent while a call is judged: nothing is copied.
    Lent(&'a Script<'a>),
    /// Its own, to be kept as long as the call.
    Own(Box<Script<'static>>),
}

impl<'a> Deref for Whence<'a> {
    type Target = Script<'a>;

    fn deref(&self) -> &Script<'a> {
        match self {
            Self::Lent(script) => script,
            Self::Own(script) => script,
        }
    }
}

/// Commands that borrow nothing, without the script they were found in.
pub(crate) struct Apart {
    simples: Vec<Simple<'static>>,
    usages: Vec<Arc<Usage>>,
    inside: Vec<(usize, usize)>,
    redirections: Vec<Redirect<'static>>,
    tested: Vec<Redirect<'static>>,
    doubts: Vec<Doubt>,
    again: Vec<Option<usize>>,
    ways: Vec<(usize, usize)>,
    left: usize,
    shells: Shells,
}

impl Apart {
    /// Together with their script again.
    pub fn of(self, script: Script<'static>) -> Commands<'static> {
        let Self { simples, usages, inside, redirections, tested, doubts, again, ways, left, shells } = self;
        let script = Whence::Own(Box::new(script));
        Commands { script, simples, usages, inside, redirections, tested, doubts, again, ways, left, shells }
    }
}

impl<'a> Commands<'a> {
    /// The command before it that a command is the same as.
    pub(crate) fn same_as(&self, index: usize) -> Option<usize> {
        self.again.get(index).copied().flatten()
    }

    /// How a command uses its program.
    #[must_use]
    pub fn usage(&self, index: usize) -> Option<&Usage> {
        self.usages.get(index).map(Arc::as_ref)
    }

    /// The commands that are the same as none before them, with how they use their programs.
    pub(crate) fn different(&self) -> impl Iterator<Item = (&Simple<'a>, &Usage)> {
        let all = self.simples.iter().zip(self.usages.iter().map(Arc::as_ref)).enumerate();
        all.filter(|(index, _)| self.same_as(*index).is_none()).map(|(_, both)| both)
    }

    /// The places of the other ways that a command may turn out.
    pub(crate) fn ways_of(&self, first: usize) -> impl Iterator<Item = usize> {
        let from = self.ways.partition_point(|(of, _)| *of < first);
        let of = self.ways.get(from..).unwrap_or(&[]).iter().take_while(move |(of, _)| *of == first);
        of.map(|(_, other)| *other)
    }

    /// Without borrowing, so that the script they were found in can be moved to where both are kept.
    pub(crate) fn apart(self) -> Apart {
        // Nodes of the text stay what they are: it is kept as well.
        let kept = |simple: Simple<'_>| Simple { node: simple.node, ..simple.into_owned() };
        Apart {
            simples: self.simples.into_iter().map(kept).collect(),
            usages: self.usages,
            inside: self.inside,
            redirections: self.redirections.into_iter().map(Redirect::into_owned).collect(),
            tested: self.tested.into_iter().map(Redirect::into_owned).collect(),
            doubts: self.doubts,
            again: self.again,
            ways: self.ways,
            left: self.left,
            shells: self.shells,
        }
    }
}

/// Something a person must see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// Its span.
    pub span: Span,
    /// What it is.
    pub reason: Reason,
    /// A shell runs text that is not known: this asks in whichever disguise the shell comes.
    pub unknown_text: bool,
}

/// One simple command.
#[derive(Clone, Debug)]
pub struct Simple<'a> {
    /// Its words; the first is the command word. Empty for assignments or redirections alone.
    pub items: Vec<Item<'a>>,
    /// Variables set for it, or by it if it has no words.
    pub assignments: Vec<(Cow<'a, str>, Span)>,
    /// Its redirections.
    pub redirections: Vec<Redirect<'a>>,
    /// Where it runs.
    pub directory: Directory,
    /// Its span in the text of the call.
    pub span: Span,
    /// The wrapper that runs it, by its place in the list, if there is one.
    pub inside: Option<usize>,
    /// Its wrapper adds words at run time: `xargs`.
    pub more_words: bool,
    /// What it reads on standard input, if the text tells.
    pub input: Input<'a>,
    /// The command before it in its pipeline, by its place in the list.
    pub fed_by: Option<usize>,
    /// Its node, if it is a command of the text itself.
    pub node: Option<NodeId>,
    /// It is what another command may come to, spelt differently. It only counts against the call: nothing needs to
    /// allow it, but what is ruled out stays ruled out.
    pub possible: bool,
    /// It is possible, and nothing but another spelling: what asks in every mode asks for it too.
    pub sure: bool,
    /// What the first `<(…)` among its words prints, if the text tells.
    pub printed: Option<Cow<'a, str>>,
    /// The command it is another way of, by its place in the list: `cat b` in `for f in a b; do cat $f; done`.
    pub way_of: Option<usize>,
    /// `find`, by its place in the list, if names that it finds are filled in for some of the words.
    pub found_by: Option<usize>,
    /// Which of the things that the wrapper around it runs it comes from, by its place in [`Usage::inner`].
    pub inner: Option<usize>,
}

/// What a command reads on standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input<'a> {
    /// Whatever the caller gives.
    Inherited,
    /// Exactly this text.
    Text(Cow<'a, str>),
    /// Something the text does not tell.
    Unknown,
}

/// A redirection to or from a file.
#[derive(Clone, Debug)]
pub struct Redirect<'a> {
    /// Its operator.
    pub operator: RedirectOperator,
    /// The file.
    pub target: Item<'a>,
    /// The directory of its command.
    pub directory: Directory,
    /// Its span.
    pub span: Span,
    /// It sets a variable of the shell to a descriptor: `{v}>`.
    pub variable: bool,
    /// The text of a here-document in which variables are put in.
    pub expands: Option<Cow<'a, str>>,
}

impl Redirect<'_> {
    /// Whether it can create or change a file.
    #[must_use]
    pub const fn writes(&self) -> bool {
        match self.operator {
            RedirectOperator::Write
            | RedirectOperator::Append
            | RedirectOperator::Clobber
            | RedirectOperator::ReadWrite
            | RedirectOperator::WriteBoth
            | RedirectOperator::AppendBoth => true,
            RedirectOperator::Read
            | RedirectOperator::DuplicateIn
            | RedirectOperator::DuplicateOut
            | RedirectOperator::HereDocument
            | RedirectOperator::HereDocumentTabs
            | RedirectOperator::HereString => false,
        }
    }

    /// Whether it opens a file to read.
    #[must_use]
    pub const fn reads(&self) -> bool {
        matches!(self.operator, RedirectOperator::Read | RedirectOperator::ReadWrite)
    }

    /// Without borrowing.
    #[must_use]
    pub fn into_owned(self) -> Redirect<'static> {
        let Self { operator, target, directory, span, variable, expands } = self;
        let expands = expands.map(|text| Cow::Owned(text.into_owned()));
        Redirect { operator, target: target.into_owned(), directory, span, variable, expands }
    }
}

impl Simple<'_> {
    /// The command word, if it is literal.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.items.first().and_then(Item::text)
    }

    /// The command word as far as it is known: for a deny, `~/bin/rm` is `rm`. Never a proof.
    #[must_use]
    pub fn likely_name(&self) -> Option<&str> {
        let first = self.items.first()?;
        match &first.value {
            super::item::Value::Literal(text) | super::item::Value::Bounded { text, glob: false, .. } => Some(text),
            super::item::Value::Bounded { .. } | super::item::Value::Unknown { .. } => None,
        }
    }

    /// Without borrowing.
    #[must_use]
    pub fn into_owned(self) -> Simple<'static> {
        Simple {
            items: self.items.into_iter().map(Item::into_owned).collect(),
            assignments: self
                .assignments
                .into_iter()
                .map(|(name, span)| (Cow::Owned(name.into_owned()), span))
                .collect(),
            redirections: self.redirections.into_iter().map(Redirect::into_owned).collect(),
            directory: self.directory,
            span: self.span,
            inside: self.inside,
            more_words: self.more_words,
            input: match self.input {
                Input::Inherited => Input::Inherited,
                Input::Text(text) => Input::Text(Cow::Owned(text.into_owned())),
                Input::Unknown => Input::Unknown,
            },
            fed_by: self.fed_by,
            node: None,
            possible: self.possible,
            sure: self.sure,
            printed: self.printed.map(|text| Cow::Owned(text.into_owned())),
            way_of: self.way_of,
            found_by: self.found_by,
            inner: self.inner,
        }
    }
}

/// Collects everything a script may run.
#[must_use]
pub fn collect<'a>(script: &'a Script<'a>) -> Commands<'a> {
    let budget = Budget::of(script.source().len());
    let mut commands = collect_within(script, Shells::BASH, &budget);
    commands.doubts.extend(budget.doubt());
    commands.left = budget.left();
    commands
}

/// Collects everything a script may run that these shells may run, as far as a budget that others share allows.
#[must_use]
pub fn collect_within<'a>(script: &'a Script<'a>, shells: Shells, budget: &Budget) -> Commands<'a> {
    let Flat { simples, redirections, tested, mut doubts } = flat(script, Shift::None, None, budget);
    doubts.extend(read_otherwise(script, shells, Shift::None));
    // Some room for what they run in turn.
    let usages = Vec::with_capacity(simples.len().saturating_add(simples.len() / 4));
    let inside = Vec::with_capacity(simples.len());
    let script = Whence::Lent(script);
    let (again, ways) = (Vec::new(), Vec::new());
    let left = 0;
    let mut commands =
        Commands { script, simples, usages, inside, redirections, tested, doubts, again, ways, left, shells };
    unwrap_all(&mut commands, budget);
    let ways = commands.simples.iter().enumerate().filter_map(|(at, simple)| simple.way_of.map(|first| (first, at)));
    commands.ways = ways.collect();
    commands.ways.sort_unstable();
    commands
}

/// The commands of one script.
#[derive(Default)]
pub(super) struct Flat<'a> {
    pub simples: Vec<Simple<'a>>,
    pub redirections: Vec<Redirect<'a>>,
    pub tested: Vec<Redirect<'a>>,
    pub doubts: Vec<Doubt>,
}

/// The commands of a script without the commands that they run. `start` is where a nested script begins.
pub(super) fn flat<'a>(script: &'a Script<'_>, shift: Shift, start: Option<&Directory>, budget: &Budget) -> Flat<'a> {
    let variables = Variables::new(script);
    let (mut simples, elsewhere) = simples(script, shift, start, 0, &variables, budget);
    simples.extend(shreds(script, shift, start, budget));
    let mut redirections = Vec::new();
    let mut tested = Vec::new();
    for (id, node) in script.nodes() {
        if !node.redirections.is_empty() {
            for directory in around(script, &simples, &elsewhere, id, node) {
                for redirection in script.redirections(node.redirections) {
                    redirections.extend(redirect(script, redirection, &directory, &variables, shift));
                }
            }
        }
        let Kind::Conditional { words } = node.kind else { continue };
        for directory in around(script, &simples, &elsewhere, id, node) {
            for word in files_tested(script, script.words(words)) {
                tested.extend(Turned::single(script, word, &variables, shift).into_iter().map(|target| Redirect {
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
    Flat { simples, redirections, tested, doubts: doubts(script, shift, &variables) }
}

/// The simple commands of a text at a span of another: another spelling of the same command. `depth` says how often
/// variables were inserted into it.
pub(super) fn spelt_out(
    text: &str,
    span: Span,
    directory: &Directory,
    depth: u8,
    budget: &Budget,
) -> Vec<Simple<'static>> {
    spelt_out_alone(text, span, directory, depth, &mut Room::default(), budget).0
}

/// What one of the shells that may run a script may read otherwise than bash does.
pub(super) fn read_otherwise(script: &Script<'_>, shells: Shells, shift: Shift) -> Option<Doubt> {
    let (span, reason) = otherwise(script, shells)?;
    Some(Doubt { span: shift.of(span), reason, unknown_text: false })
}

/// The simple commands of a script that these shells may run, and what is in doubt about it.
pub(super) fn spelt_out_by(
    text: &str,
    shells: Shells,
    span: Span,
    directory: &Directory,
    budget: &Budget,
) -> (Vec<Simple<'static>>, Option<Doubt>) {
    if budget.spend_bytes(text.len().saturating_add(EACH)).is_err() {
        return (Vec::new(), None);
    }
    let script = byleave_shell::read(text);
    let shift = Shift::To(span);
    let variables = Variables::new(&script);
    let (simples, _) = simples(&script, shift, Some(directory), 0, &variables, budget);
    let opaque = script.opaque().first().filter(|_| !shells.is_empty()).map(|opaque| Doubt {
        span,
        reason: Reason::Unreadable(opaque.reason),
        unknown_text: false,
    });
    let doubt = opaque.or_else(|| read_otherwise(&script, shells, shift));
    (simples.into_iter().map(Simple::into_owned).collect(), doubt)
}

/// As [`spelt_out`], and whether that is one command which depends on nothing but the text, the span and the directory it
/// is given.
fn spelt_out_alone(
    text: &str,
    span: Span,
    directory: &Directory,
    depth: u8,
    room: &mut Room,
    budget: &Budget,
) -> (Vec<Simple<'static>>, bool) {
    // Reading is what costs most.
    if budget.spend_bytes(text.len().saturating_add(EACH)).is_err() {
        return (Vec::new(), false);
    }
    let script = Reader::default().read_in(text.as_bytes(), room);
    let variables = Variables::new(&script);
    let (simples, _) = simples(&script, Shift::To(span), Some(directory), depth, &variables, budget);
    let alone = matches!(simples.as_slice(), [only] if only.redirections.is_empty()) && stays(&script);
    let owned = simples.into_iter().map(Simple::into_owned).collect();
    drop(variables);
    room.keep(script);
    (owned, alone)
}

/// How many bytes a text that is read again counts for beside its length.
const EACH: usize = 200;

/// How often variables are put into a text that came of doing so.
const MOST_SPELLINGS: u8 = 2;

/// The simple commands of a script, and those it comes to when variables and the words of calls are put in; and for each
/// the directories that it may run in besides.
fn simples<'a>(
    script: &'a Script<'_>,
    shift: Shift,
    start: Option<&Directory>,
    depth: u8,
    variables: &Variables<'a>,
    budget: &Budget,
) -> (Vec<Simple<'a>>, Vec<(usize, Directory)>) {
    let mut places = if stays(script) { Vec::new() } else { directories(script) }.into_iter();
    let feeders = feeders(script);
    let mut simples: Vec<Simple<'a>> = Vec::with_capacity(script.commands().len());
    // The other ways commands may turn out come after all commands of the text, which keep their places.
    let mut others: Vec<Simple<'a>> = Vec::new();
    // The directories that commands may run in besides: each makes another command of it.
    let mut elsewhere: Vec<(usize, Directory)> = Vec::new();
    for command in script.commands() {
        let place = places.next().unwrap_or_default().into_iter();
        let mut place = place.map(|place| if let Some(start) = start { below(start, place) } else { place });
        let directory = place.next().or_else(|| start.cloned()).unwrap_or(Directory::START);
        elsewhere.extend(place.map(|place| (simples.len(), place)));
        let feeder = feeders.binary_search_by_key(&command.node, |(fed, _)| *fed).ok();
        let feeder = feeder.and_then(|at| feeders.get(at)).map(|(_, before)| *before);
        let fed_by = feeder.and_then(|before| place_of(script, before));
        let previous = fed_by.and_then(|at| simples.get(at));
        // They are in the order of the commands they are other ways of.
        let several =
            fed_by.is_some_and(|at| others.binary_search_by_key(&Some(at), |other: &Simple<'_>| other.way_of).is_ok());
        // What a command prints that may turn out in several ways is none of them for certain.
        let input = if several { Input::Unknown } else { input_of(script, command, previous) };
        let first = Simple { fed_by, ..simple(script, command, directory, variables, shift, input) };
        let words = script.words(command.words);
        // Most commands.
        if words.iter().all(|word| word.class == Class::Literal) {
            let literal = |word: &Word| Item::literal(script.shown(word), shift.of(word.span));
            simples.push(Simple { items: words.iter().map(literal).collect(), ..first });
            continue;
        }
        let way_of = Some(simples.len());
        let mut ways = ways_of(script, command, variables, shift, budget).into_iter();
        let items = ways.next().unwrap_or_default();
        others.extend(ways.map(|items| Simple { items, way_of, ..first.clone() }));
        simples.push(Simple { items, ..first });
    }
    simples.append(&mut others);
    pipes(script, &mut simples);
    moved(&mut simples, &elsewhere, script.commands().len(), budget);
    if depth < MOST_SPELLINGS {
        carried(script, shift, depth, &mut simples, &elsewhere, budget);
    }
    let unknown = |word: &Word| matches!(word.class, Class::Unknown(_));
    let open = || script.commands().iter().any(|command| script.words(command.words).iter().any(unknown));
    if depth >= MOST_SPELLINGS || !open() {
        return (simples, elsewhere);
    }
    let mut values = Values::new(script);
    let mut spellings = Spellings { depth: depth.saturating_add(1), seen: Vec::new(), room: Room::default(), budget };
    for (at, command) in script.commands().iter().enumerate() {
        let Some(text) = values.applied(script, command) else { continue };
        let split = values.split(script, command);
        for directory in directories_of(&simples, &elsewhere, at) {
            if let Some(split) = &split {
                spellings.add(&mut simples, split.clone(), shift.of(command.span), directory.clone());
            }
            spellings.add(&mut simples, text.clone(), shift.of(command.span), directory);
        }
    }
    let calls = calls(script);
    simples.reserve(calls.len());
    for (body, call) in calls {
        let Some(text) = values.called(script, body, call) else { continue };
        for directory in
            place_of(script, call.node).map_or_else(Vec::new, |at| directories_of(&simples, &elsewhere, at))
        {
            spellings.add(&mut simples, text.clone(), shift.of(call.span), directory);
        }
    }
    (simples, elsewhere)
}

/// `test -d a && cd a; cat ../b`: adds the commands, and their other ways, as they run in the other directories that they
/// may run in.
fn moved(simples: &mut Vec<Simple<'_>>, elsewhere: &[(usize, Directory)], commands: usize, budget: &Budget) {
    let end = simples.len();
    // Where the first of the copies of each command is, to find what feeds it there.
    let mut copies: Vec<(usize, usize)> = Vec::new();
    for (at, directory) in elsewhere {
        let at = *at;
        let others = simples.get(commands..end).unwrap_or(&[]);
        let from = others.partition_point(|other| other.way_of < Some(at)).saturating_add(commands);
        let ways = others.partition_point(|other| other.way_of <= Some(at)).saturating_add(commands);
        for way in std::iter::once(at).chain(from..ways) {
            let Some(simple) = simples.get(way) else { break };
            if budget.spend(simple.items.len().saturating_add(COPY)).is_err() {
                return;
            }
            let mut copy = Simple { way_of: Some(at), directory: directory.clone(), ..simple.clone() };
            for redirect in &mut copy.redirections {
                redirect.directory = directory.clone();
            }
            copy.fed_by = copy.fed_by.map(|feeder| {
                let there = |(of, at): &&(usize, usize)| {
                    *of == feeder && simples.get(*at).is_some_and(|one| one.directory == *directory)
                };
                let from = copies.partition_point(|(of, _)| *of < feeder);
                let of = copies.get(from..).unwrap_or(&[]).iter().take_while(|(of, _)| *of == feeder);
                of.clone().find(there).map_or(feeder, |(_, at)| *at)
            });
            if way == at {
                copies.push((at, simples.len()));
            }
            simples.push(copy);
        }
    }
}

/// What a command takes that is copied, beside its words.
const COPY: usize = 30;

/// `GIT_EDITOR='rm -rf x' git commit`: what a variable holds that programs run.
fn carried(
    script: &Script<'_>,
    shift: Shift,
    depth: u8,
    simples: &mut Vec<Simple<'_>>,
    elsewhere: &[(usize, Directory)],
    budget: &Budget,
) {
    for (at, command) in script.commands().iter().enumerate() {
        for one in script.assignments(command.assignments) {
            let run = carriers::is_run(script.text(one.name)).then(|| script.literal(&one.value));
            let Some(text) = run.flatten().and_then(carriers::text_of) else { continue };
            for directory in directories_of(simples, elsewhere, at) {
                let spelt = spelt_out(&text, shift.of(one.span), &directory, depth.saturating_add(1), budget);
                let against = |simple| Simple { possible: true, sure: true, fed_by: None, ..simple };
                simples.extend(spelt.into_iter().map(against));
            }
        }
    }
}

/// The texts that commands of a script come to. A function that ends in `exit "$2"` comes to the same one with each call:
/// what was read once is copied, which takes a tenth of the time.
struct Spellings<'b> {
    /// How often variables were put into them.
    depth: u8,
    /// Texts of one command that runs where the text begins, each with the place of that command in the list.
    seen: Vec<(String, usize)>,
    /// The lists they are read into, one after the other.
    room: Room,
    budget: &'b Budget,
}

impl Spellings<'_> {
    /// How many texts are kept: each new one is compared with all of them.
    const MOST: usize = 16;

    /// Adds the commands of a text at a span.
    fn add(&mut self, simples: &mut Vec<Simple<'_>>, text: String, span: Span, directory: Directory) {
        let seen = self.seen.iter().find(|(seen, _)| *seen == text).and_then(|(_, at)| simples.get(*at));
        if let Some(mut again) = seen.cloned() {
            again.items.iter_mut().for_each(|item| item.span = span);
            again.assignments.iter_mut().for_each(|(_, at)| *at = span);
            simples.push(Simple { directory, span, ..again });
            return;
        }
        let (spelt, alone) = spelt_out_alone(&text, span, &directory, self.depth, &mut self.room, self.budget);
        if alone && self.seen.len() < Self::MOST {
            self.seen.push((text, simples.len()));
        }
        simples.extend(spelt.into_iter().map(|simple| Simple { possible: true, sure: true, fed_by: None, ..simple }));
    }
}

/// How many calls of functions are followed.
const MOST_CALLS: usize = 64;

/// The commands of functions that are called by name with words, each with the call.
fn calls<'s>(script: &'s Script<'_>) -> Vec<(&'s Command, &'s Command)> {
    let mut found = Vec::new();
    let functions = script.nodes().filter_map(|(id, node)| {
        if let Kind::Function { name } = node.kind { Some((id, script.text(name))) } else { None }
    });
    for (id, name) in functions.take(MOST_CALLS) {
        for call in script.commands().iter().filter(|call| call.words.len() > 1 && script.is_called(call, name)) {
            found.extend(script.commands_inside(id).iter().map(|body| (body, call)));
            if found.len() > MOST_CALLS {
                return found;
            }
        }
    }
    found
}

/// The place of a simple command in the list, by its node.
fn place_of(script: &Script<'_>, node: NodeId) -> Option<usize> {
    script.commands().binary_search_by_key(&node, |command| command.node).ok()
}

/// The directories that a simple command of a text may run in, by its place in the list.
fn directories_of(simples: &[Simple<'_>], elsewhere: &[(usize, Directory)], at: usize) -> Vec<Directory> {
    let from = elsewhere.partition_point(|(of, _)| *of < at);
    let others = elsewhere.get(from..).unwrap_or(&[]).iter().take_while(|(of, _)| *of == at);
    let first = simples.get(at).map(|simple| &simple.directory);
    first.into_iter().chain(others.map(|(_, directory)| directory)).cloned().collect()
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
    let at = inside.or_else(next).and_then(|wanted| place_of(script, wanted));
    if let Some(at) = at {
        return directories_of(simples, elsewhere, at);
    }
    vec![match simples.first() {
        None => Directory::START,
        Some(_) if any_moves(simples) => Directory { place: Whereabouts::Unknown(node.span), uncertain: false },
        Some(first) => first.directory.clone(),
    }]
}

/// Whether a command among these changes the directory, or may.
fn any_moves(simples: &[Simple<'_>]) -> bool {
    let moves = |name: Option<&str>| name.is_none_or(|name| matches!(name, "cd" | "pushd" | "popd"));
    let first = simples.first().map(|first| &first.directory);
    simples.iter().any(|simple| Some(&simple.directory) != first || !simple.items.is_empty() && moves(simple.name()))
}

/// The words of a `[[ … ]]` that name files.
fn files_tested<'s>(script: &'s Script<'_>, words: &'s [Word]) -> Vec<&'s Word> {
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let Some(text) = script.literal(word).filter(|_| !word.quoted) else { continue };
        let next = words.get(at.saturating_add(1));
        match text {
            "-nt" | "-ot" | "-ef" => {
                found.extend(at.checked_sub(1).and_then(|before| words.get(before)));
                found.extend(next);
            }
            "-a" | "-b" | "-c" | "-d" | "-e" | "-f" | "-g" | "-h" | "-k" | "-p" | "-r" | "-s" | "-u" | "-w" | "-x"
            | "-G" | "-L" | "-N" | "-O" | "-S" => found.extend(next),
            _ => {}
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
        Whereabouts::Relative(_) => Directory { place: Whereabouts::Unknown(Span::default()), uncertain: false },
        Whereabouts::Absolute(_) | Whereabouts::Home(_) | Whereabouts::Unknown(_) => place,
    }
}

fn simple<'a>(
    script: &'a Script<'_>,
    command: &Command,
    directory: Directory,
    variables: &Variables<'a>,
    shift: Shift,
    input: Input<'a>,
) -> Simple<'a> {
    let assignments = script.assignments(command.assignments).iter();
    let assignments = assignments.map(|one| (Cow::Borrowed(script.text(one.name)), shift.of(one.span))).collect();
    let redirections = script.redirections(command.redirections).iter();
    let redirections = redirections.flat_map(|one| redirect(script, one, &directory, variables, shift)).collect();
    Simple {
        items: Vec::new(),
        assignments,
        redirections,
        directory,
        span: shift.of(command.span),
        inside: None,
        more_words: false,
        input,
        fed_by: None,
        node: matches!(shift, Shift::None).then_some(command.node),
        possible: false,
        sure: false,
        printed: None,
        way_of: None,
        found_by: None,
        inner: None,
    }
}

/// All ways the words of a command may turn out.
fn ways_of<'a>(
    script: &'a Script<'_>,
    command: &Command,
    variables: &Variables<'a>,
    shift: Shift,
    budget: &Budget,
) -> Vec<Vec<Item<'a>>> {
    let words = script.words(command.words);
    let mut lists: Vec<Vec<Item<'a>>> = vec![Vec::with_capacity(words.len())];
    for word in words {
        // Putting the ways together costs as well.
        let open = word.class != Class::Literal && budget.is_spent();
        let turned = if open {
            Turned::One(Item::plain(script, word, variables, shift))
        } else {
            Turned::of(script, word, variables, shift)
        };
        let turned = match turned {
            Turned::Ways(ways) => {
                let count = lists.len().saturating_mul(ways.len());
                // Each of them is a command of its own, looked at like any other.
                let steps = count.saturating_mul(words.len().saturating_add(8)).saturating_mul(2);
                if count <= MOST_WAYS && budget.spend(steps).is_ok() {
                    lists = lists
                        .iter()
                        .flat_map(|list| ways.iter().map(move |way| list.iter().chain(way).cloned().collect()))
                        .collect();
                    continue;
                }
                Turned::One(Item::plain(script, word, variables, shift))
            }
            one @ Turned::One(_) => one,
        };
        if let (Turned::One(item), Some((last, others))) = (turned, lists.split_last_mut()) {
            for list in others {
                list.push(item.clone());
            }
            last.push(item);
        }
    }
    lists
}

/// A redirection, in each way its target may turn out.
fn redirect<'a>(
    script: &'a Script<'_>,
    one: &Redirection,
    directory: &Directory,
    variables: &Variables<'a>,
    shift: Shift,
) -> Vec<Redirect<'a>> {
    let targets = Turned::single(script, &one.target, variables, shift).into_iter();
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
