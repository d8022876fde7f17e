//! From a script to the list of everything it may run.

use std::borrow::Cow;

use byleave_shell::{
    Class, Command, Connector, Descriptor, Directory, Kind, Node, NodeId, RedirectOperator, Redirection, Script, Span,
    Unknown, Whereabouts, Word, directories, stays,
};

use super::item::{Item, Shift, Value};
use super::unwrap::unwrap_all;
use super::usage::Usage;
use super::values::Values;
use super::variables::{Variables, is_ordinary};

/// Everything a command text may run, at every depth.
#[derive(Debug)]
pub struct Commands<'a> {
    /// The text as read.
    pub script: &'a Script<'a>,
    /// All simple commands: those of the text in source order, each followed by what it runs in turn.
    pub simples: Vec<Simple<'a>>,
    /// How each of them uses its program, in the same order.
    pub usages: Vec<Usage>,
    /// Redirections on compound commands.
    pub redirections: Vec<Redirect<'a>>,
    /// Files that `[[ -f … ]]` and its kin look at, as if they were read from.
    pub tested: Vec<Redirect<'a>>,
    /// What is never automatic, whoever allows the commands: text that could not be read, values that are evaluated.
    pub doubts: Vec<Doubt>,
}

/// Something a person must see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    /// Where it stands.
    pub span: Span,
    /// What it is, in words.
    pub reason: Cow<'static, str>,
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
    /// Where it stands in the text of the call.
    pub span: Span,
    /// The wrapper it stands in, by its place in the list, if it stands in one.
    pub inside: Option<usize>,
    /// Words from elsewhere are added to it at run time: `xargs`.
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
    /// Where the command it stands on runs.
    pub directory: Directory,
    /// Where it stands.
    pub span: Span,
    /// It sets a variable of the shell to a descriptor: `{v}>`.
    pub variable: bool,
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
        let Self { operator, target, directory, span, variable } = self;
        Redirect { operator, target: target.into_owned(), directory, span, variable }
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
            super::item::Value::Bounded { .. } | super::item::Value::Choice(_) | super::item::Value::Unknown { .. } => {
                None
            }
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
        }
    }
}

/// Collects everything a script may run.
#[must_use]
pub fn collect<'a>(script: &'a Script<'a>) -> Commands<'a> {
    let Flat { simples, redirections, tested, doubts } = flat(script, Shift::None, None);
    let mut commands =
        Commands { script, usages: Vec::with_capacity(simples.len()), simples, redirections, tested, doubts };
    unwrap_all(&mut commands);
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

/// The commands of a script without what they run in turn. `start` is where a nested script begins.
pub(super) fn flat<'a>(script: &'a Script<'_>, shift: Shift, start: Option<&Directory>) -> Flat<'a> {
    flat_from(script, shift, start, 0)
}

/// The commands of a text that stands at a span of another.
fn flat_below(text: &str, span: Span, directory: &Directory, depth: u8) -> Vec<Simple<'static>> {
    if depth >= MOST_SPELLINGS {
        return Vec::new();
    }
    let script = byleave_shell::read(text);
    let flat = flat_from(&script, Shift::To(span), Some(directory), depth.saturating_add(1));
    flat.simples.into_iter().map(Simple::into_owned).collect()
}

/// How often variables are put into a text that came of doing so.
const MOST_SPELLINGS: u8 = 2;

fn flat_from<'a>(script: &'a Script<'_>, shift: Shift, start: Option<&Directory>, depth: u8) -> Flat<'a> {
    let variables = Variables::new(script);
    let mut places = if stays(script) { Vec::new() } else { directories(script) }.into_iter();
    let feeders = feeders(script);
    let mut simples: Vec<Simple<'a>> = Vec::with_capacity(script.commands().len());
    for command in script.commands() {
        let place = places.next().unwrap_or(Directory::START);
        let directory = if let Some(start) = start { below(start, place) } else { place };
        let feeder = feeders.binary_search_by_key(&command.node, |(fed, _)| *fed).ok();
        let feeder = feeder.and_then(|at| feeders.get(at)).map(|(_, before)| *before);
        let fed_by = feeder.and_then(|before| place_of(script, before));
        let previous = fed_by.and_then(|at| simples.get(at)).or_else(|| simples.last());
        let input = input_of(script, command, previous);
        simples.push(Simple { fed_by, ..simple(script, command, directory, &variables, shift, input) });
    }
    pipes(script, &mut simples);
    let unknown = |word: &Word| matches!(word.class, Class::Unknown(_));
    let open = script.commands().iter().any(|command| script.words(command.words).iter().any(unknown));
    let mut values = if open { Values::new(script) } else { Values::default() };
    for (at, command) in script.commands().iter().enumerate().filter(|_| open) {
        let Some(text) = values.applied(script, command) else { continue };
        let Some(directory) = simples.get(at).map(|simple| simple.directory.clone()) else { break };
        let spelt = flat_below(&text, shift.of(command.span), &directory, depth);
        simples.extend(spelt.into_iter().map(|simple| Simple { possible: true, sure: true, fed_by: None, ..simple }));
    }
    for (body, call) in calls(script) {
        let Some(directory) =
            place_of(script, call.node).and_then(|at| simples.get(at)).map(|one| one.directory.clone())
        else {
            continue;
        };
        let Some(text) = values.called(script, body, call) else { continue };
        let spelt = flat_below(&text, shift.of(call.span), &directory, depth);
        simples.extend(spelt.into_iter().map(|simple| Simple { possible: true, sure: true, fed_by: None, ..simple }));
    }
    let mut redirections = Vec::new();
    let mut tested = Vec::new();
    for (id, node) in script.nodes() {
        if !node.redirections.is_empty() {
            let directory = around(script, &simples, id, node);
            for redirection in script.redirections(node.redirections) {
                redirections.push(redirect(script, redirection, &directory, &variables, shift));
            }
        }
        if let Kind::Conditional { words } = node.kind {
            let directory = around(script, &simples, id, node);
            for word in files_tested(script, script.words(words)) {
                tested.push(Redirect {
                    operator: RedirectOperator::Read,
                    target: Item::new(script, word, &variables, shift),
                    directory: directory.clone(),
                    span: shift.of(word.span),
                    variable: false,
                });
            }
        }
    }
    Flat { simples, redirections, tested, doubts: doubts(script, shift, &variables) }
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
        for call in script.commands().iter().filter(|call| script.name(call) == Some(name) && call.words.len() > 1) {
            found.extend(script.commands_inside(id).iter().map(|body| (body, call)));
            if found.len() > MOST_CALLS {
                return found;
            }
        }
    }
    found
}

/// Finds out what `<(…)` among the words of commands, and behind `<`, prints.
fn pipes<'a>(script: &'a Script<'_>, simples: &mut [Simple<'a>]) {
    for at in 0..simples.len() {
        let Some(simple) = simples.get(at) else { break };
        let node = |item: &Item<'a>| match &item.value {
            Value::Unknown {
                cause: Unknown::ProcessSubstitution | Unknown::Substitution, nodes, other: false, ..
            } => nodes.first().copied(),
            Value::Literal(_) | Value::Bounded { .. } | Value::Choice(_) | Value::Unknown { .. } => None,
        };
        let among = simple.items.iter().find_map(node);
        let behind = simple.redirections.iter().filter(|one| one.reads()).find_map(|one| node(&one.target));
        let printed = |node: NodeId| {
            let last = script.commands_inside(node).last()?;
            let index = script.commands().partition_point(|command| command.node < last.node);
            match said(simples.get(index)?) {
                Input::Text(text) => Some(text),
                Input::Inherited | Input::Unknown => None,
            }
        };
        let (among, behind) = (among.and_then(printed), behind.and_then(printed));
        if let Some(simple) = simples.get_mut(at) {
            simple.printed = among;
            if let Some(text) = behind {
                simple.input = Input::Text(text);
            }
        }
    }
}

/// For each simple command that reads from a pipe, the simple command that writes into it.
fn feeders(script: &Script<'_>) -> Vec<(NodeId, NodeId)> {
    let mut found = Vec::new();
    if !script.nodes().any(|(_, node)| node.piped) {
        return found;
    }
    // The nodes around the one at hand, each with the last child seen of it, if that is a simple command. Nodes come in
    // source order, each before what is in it.
    let mut open: Vec<(NodeId, Option<NodeId>)> = Vec::new();
    for (id, node) in script.nodes() {
        while open.last().is_some_and(|(around, _)| *around > node.parent) {
            open.pop();
        }
        let simple = matches!(node.kind, Kind::Simple(_)).then_some(id);
        let before = match open.last_mut() {
            Some((around, last)) if *around == node.parent => std::mem::replace(last, simple),
            _ => {
                open.push((node.parent, simple));
                None
            }
        };
        if let (true, Some(id), Some(before)) = (node.piped, simple, before) {
            found.push((id, before));
        }
    }
    found
}

/// The place of a simple command in the list, by its node.
fn place_of(script: &Script<'_>, node: NodeId) -> Option<usize> {
    script.commands().binary_search_by_key(&node, |command| command.node).ok()
}

/// Where a compound command begins: where the first command in it runs, or the next one of its list.
fn around(script: &Script<'_>, simples: &[Simple<'_>], id: NodeId, node: &Node) -> Directory {
    let commands = script.commands();
    let inside = script.commands_inside(id).first().map(|command| command.node);
    let next = || {
        let after = commands.get(commands.partition_point(|command| command.node <= id))?;
        (script.node(after.node)?.parent == node.parent).then_some(after.node)
    };
    let at = inside.or_else(next).and_then(|wanted| place_of(script, wanted));
    if let Some(simple) = at.and_then(|at| simples.get(at)) {
        return simple.directory.clone();
    }
    match simples.first() {
        None => Directory { place: Whereabouts::Relative(String::new()), uncertain: false },
        Some(_) if any_moves(simples) => Directory { place: Whereabouts::Unknown(node.span), uncertain: true },
        Some(first) => first.directory.clone(),
    }
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
    let items = script.words(command.words).iter().map(|word| Item::new(script, word, variables, shift)).collect();
    let assignments = script.assignments(command.assignments).iter();
    let assignments = assignments.map(|one| (Cow::Borrowed(script.text(one.name)), shift.of(one.span))).collect();
    let redirections = script.redirections(command.redirections).iter();
    let redirections = redirections.map(|one| redirect(script, one, &directory, variables, shift)).collect();
    Simple {
        items,
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
    }
}

fn redirect<'a>(
    script: &'a Script<'_>,
    one: &Redirection,
    directory: &Directory,
    variables: &Variables<'a>,
    shift: Shift,
) -> Redirect<'a> {
    Redirect {
        operator: one.operator,
        target: Item::new(script, &one.target, variables, shift),
        directory: directory.clone(),
        span: shift.of(one.span),
        variable: matches!(one.descriptor, Descriptor::Variable(_)),
    }
}

/// What a command reads on standard input: a here-document, a here-string, or what `echo` before it says.
fn input_of<'a>(script: &'a Script<'_>, command: &Command, previous: Option<&Simple<'a>>) -> Input<'a> {
    for redirection in script.redirections(command.redirections).iter().rev() {
        match redirection.operator {
            RedirectOperator::HereDocument | RedirectOperator::HereDocumentTabs => {
                let Some(here) = redirection.here_document else { return Input::Unknown };
                let body = here.body.of(script.source());
                let expands = !here.quoted && body.contains(['$', '`', '\\']);
                return if expands { Input::Unknown } else { Input::Text(Cow::Borrowed(body)) };
            }
            RedirectOperator::HereString => {
                return match script.literal(&redirection.target) {
                    Some(text) => Input::Text(Cow::Borrowed(text)),
                    None => Input::Unknown,
                };
            }
            RedirectOperator::Read | RedirectOperator::ReadWrite | RedirectOperator::DuplicateIn => {
                return Input::Unknown;
            }
            RedirectOperator::Write
            | RedirectOperator::Append
            | RedirectOperator::Clobber
            | RedirectOperator::DuplicateOut
            | RedirectOperator::WriteBoth
            | RedirectOperator::AppendBoth => {}
        }
    }
    let piped = script.node(command.node).is_some_and(|node| node.piped);
    match previous {
        Some(previous) if piped => said(previous),
        _ => Input::Inherited,
    }
}

/// What `echo` or `printf` with literal words prints, roughly: enough to find a command in it.
fn said<'a>(simple: &Simple<'a>) -> Input<'a> {
    if !matches!(simple.name(), Some("echo" | "printf" | "cat" | "tac" | "tee")) {
        return Input::Unknown;
    }
    let texts: Option<Vec<&str>> = simple.items.iter().map(Item::text).collect();
    match texts.as_deref() {
        Some(["echo", words @ ..]) => {
            let options = words.iter().take_while(|word| matches!(**word, "-n" | "-e" | "-E")).count();
            Input::Text(Cow::Owned(words.get(options..).unwrap_or(&[]).join(" ").replace("\\n", "\n")))
        }
        Some(["printf", format, words @ ..]) if !format.starts_with('-') => {
            let text = format.replace("\\n", "\n").replace("\\t", "\t");
            let filled = words.iter().fold(text, |text, word| match text.split_once("%s") {
                Some((before, after)) => format!("{before}{word}{after}"),
                None => format!("{text}\n{word}"),
            });
            Input::Text(Cow::Owned(filled.replace("%s", "").replace("%b", "")))
        }
        // What `cat` is given on its input it passes on.
        Some(["cat" | "tac" | "tee"] | ["cat", "-"]) => simple.input.clone(),
        _ => Input::Unknown,
    }
}

/// What in a script a person must see, whoever allows its commands.
fn doubts(script: &Script<'_>, shift: Shift, variables: &Variables<'_>) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    let mut doubt = |span: Span, reason: Cow<'static, str>| doubts.push(Doubt { span: shift.of(span), reason });
    for opaque in script.opaque() {
        doubt(opaque.span, Cow::Owned(format!("could not be read: {}", opaque.reason)));
    }
    for hidden in script.hidden() {
        doubt(hidden.span, Cow::Owned(format!("hidden character: {}", hidden.kind.words())));
    }
    // A decoded `$'\u2014'` is no ASCII either, but its backslash tells.
    let ascii = script.source().bytes().fold(true, |all, byte| all & (byte.is_ascii() && byte != b'\\'));
    for command in script.commands().iter().filter(|_| !ascii) {
        for word in script.words(command.words) {
            if script.shown(word).starts_with(looks_like_dash) {
                doubt(word.span, Cow::Borrowed("a character that looks like the dash of an option"));
            }
        }
    }
    for evaluation in script.evaluations().iter().filter(|one| !variables.only_counts(script, one)) {
        doubt(evaluation.span, Cow::Borrowed(evaluation.kind.words()));
    }
    for (_, node) in script.nodes() {
        if let Kind::Conditional { words } = node.kind {
            let words = script.words(words);
            for (index, word) in words.iter().enumerate() {
                let operand = |at: usize| words.get(at).is_none_or(|word| !is_number(script, word));
                let evaluates = match script.literal(word) {
                    Some("-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge") if !word.quoted => {
                        operand(index.saturating_sub(1)) || operand(index.saturating_add(1))
                    }
                    Some("-v" | "-R") if !word.quoted => {
                        words.get(index.saturating_add(1)).is_some_and(|next| !is_name(script, next))
                    }
                    _ => false,
                };
                if evaluates {
                    doubt(
                        word.span,
                        Cow::Borrowed("`[[` evaluates an operand as arithmetic, which runs what is in it"),
                    );
                }
            }
        }
    }
    for (_, node) in script.nodes() {
        if let Kind::For { variable, .. } | Kind::Select { variable, .. } = node.kind
            && !is_ordinary(script.text(variable))
        {
            doubt(node.span, Cow::Owned(format!("a loop sets the variable `{}`", script.text(variable))));
        }
    }
    for (id, node) in script.nodes() {
        if let Kind::Function { name } = node.kind {
            let name = script.text(name);
            if name == "byleave" || multiplies(script, id, name) {
                doubt(node.span, Cow::Owned(format!("the function `{name}` stands for byleave or multiplies itself")));
            }
        }
    }
    for command in script.commands().iter().filter(|command| !command.complete) {
        doubt(command.span, Cow::Borrowed("could not be read to its end"));
    }
    doubts
}

/// Whether a function starts itself beside itself: `:(){ :|:& };:`.
fn multiplies(script: &Script<'_>, id: NodeId, name: &str) -> bool {
    script.commands_inside(id).iter().any(|command| {
        let beside = script.node(command.node).is_some_and(|node| {
            node.piped || matches!(node.connector, Connector::Pipe | Connector::PipeBoth | Connector::Background)
        });
        beside && script.name(command) == Some(name)
    })
}

/// Characters that a person takes for the dash of an option.
fn looks_like_dash(character: char) -> bool {
    matches!(character, '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}')
}

fn is_number(script: &Script<'_>, word: &byleave_shell::Word) -> bool {
    match word.class {
        Class::Literal => {
            let text = script.shown(word);
            !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
        }
        Class::Bounded => !word.glob && !word.tilde,
        Class::Unknown(_) => false,
    }
}

fn is_name(script: &Script<'_>, word: &byleave_shell::Word) -> bool {
    script.literal(word).is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'))
}
