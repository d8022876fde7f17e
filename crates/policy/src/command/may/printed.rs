//! What the parts of a script print and read, as far as its text tells.

use std::cell::{Cell, OnceCell};
use std::collections::BTreeMap;

use byleave_shell::{Command, Kind, Node, NodeId, Place, RedirectOperator, Script};

use super::store::Store;
use super::{decode, filters};
use crate::command::budget::Budget;
use crate::command::collect::{Commands, Redirect, Simple};
use crate::command::item::{Item, Value};
use crate::paths::base_name;
use crate::programs::{self, Role, Wraps};

/// A text that comes about when a call runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Printed {
    /// What is known of it, in order.
    pub text: String,
    /// Nothing else is in it.
    pub whole: bool,
}

impl Printed {
    pub(super) fn known(text: String) -> Self {
        Self { text, whole: true }
    }

    const fn unknown() -> Self {
        Self { text: String::new(), whole: false }
    }

    fn push(&mut self, more: &Self) {
        let known = self.whole && more.whole;
        let apart = !(known || self.text.is_empty() || self.text.ends_with(['\n', ' ']));
        if apart && !more.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(&more.text);
        self.whole &= more.whole;
    }
}

/// How deep byleave follows groups, pipelines and functions: this bounds the stack. It asks about anything deeper.
const DEEPEST: u8 = 96;

/// What is looked up again and again in a script.
pub(super) struct Tree<'t> {
    /// The node before each one that reads from a pipe.
    before: OnceCell<Vec<(NodeId, NodeId)>>,
    /// The bodies of functions.
    functions: BTreeMap<&'t str, NodeId>,
    /// The places of redirections on compound commands, by where they begin.
    redirects: BTreeMap<u32, Vec<usize>>,
    /// What may still be spent on putting texts together; what goes beyond is not whole.
    budget: &'t Budget,
    /// Something lies deeper than is followed.
    pub deep: Cell<bool>,
}

impl<'t> Tree<'t> {
    /// What may still be spent.
    pub(super) const fn budget(&self) -> &'t Budget {
        self.budget
    }

    /// The redirections that begin at a place: one for each way its target may turn out.
    pub(super) fn redirects<'c, 'a>(
        &self,
        commands: &'c Commands<'a>,
        start: u32,
    ) -> impl Iterator<Item = &'c Redirect<'a>> + use<'c, '_, 'a, 't> {
        let places = self.redirects.get(&start).map_or(&[][..], Vec::as_slice);
        places.iter().filter_map(|at| commands.redirections.get(*at))
    }

    pub(super) fn new(commands: &'t Commands<'_>, budget: &'t Budget) -> Self {
        let script = &*commands.script;
        let mut tree = Self {
            before: OnceCell::new(),
            functions: BTreeMap::new(),
            redirects: BTreeMap::new(),
            budget,
            deep: Cell::new(false),
        };
        for (at, redirect) in commands.redirections.iter().enumerate() {
            tree.redirects.entry(redirect.span.start).or_default().push(at);
        }
        for (id, node) in script.nodes() {
            if let Kind::Function { name } = node.kind
                && let Some((body, _)) = script.children(id).next()
            {
                tree.functions.insert(script.text(name), body);
            }
        }
        tree
    }

    /// The node before one that reads from a pipe.
    fn before(&self, script: &Script<'_>, id: NodeId) -> Option<NodeId> {
        let all = self.before.get_or_init(|| {
            let mut last: BTreeMap<NodeId, NodeId> = BTreeMap::new();
            let before = |(id, node): (NodeId, &Node)| {
                let before = last.insert(node.parent, id);
                before.filter(|_| node.piped).map(|before| (id, before))
            };
            script.nodes().filter_map(before).collect()
        });
        let at = all.binary_search_by_key(&id, |(piped, _)| *piped).ok()?;
        all.get(at).map(|(_, before)| *before)
    }
}

/// What each node costs beside the text it prints.
const STEP: usize = 6;

/// Looks at one script.
pub(super) struct Printer<'p, 'a> {
    pub commands: &'p Commands<'a>,
    pub store: &'p Store,
    pub tree: &'p Tree<'p>,
}

impl<'p, 'a> Printer<'p, 'a> {
    fn script(&self) -> &'p Script<'a> {
        &self.commands.script
    }

    /// The simple command that stands at a node.
    pub(super) fn simple_at(&self, id: NodeId) -> Option<&'p Simple<'a>> {
        let at = self.script().commands().binary_search_by_key(&id, |command| command.node).ok()?;
        self.commands.simples.get(at)
    }

    fn command_at(&self, id: NodeId) -> Option<&'p Command> {
        let commands = self.script().commands();
        commands.binary_search_by_key(&id, |command| command.node).ok().and_then(|at| commands.get(at))
    }

    /// What a node prints.
    pub(super) fn of(&self, id: NodeId) -> Printed {
        self.node(id, DEEPEST)
    }

    fn node(&self, id: NodeId, depth: u8) -> Printed {
        let (Some(node), Some(depth)) = (self.script().node(id), self.deeper(depth)) else {
            return Printed::unknown();
        };
        if self.tree.budget.spend(STEP).is_err() {
            return Printed::unknown();
        }
        let printed = match node.kind {
            Kind::Simple(_) => {
                self.simple_at(id).map_or_else(Printed::unknown, |simple| self.simple(id, simple, depth))
            }
            Kind::Function { .. } | Kind::Arithmetic { .. } | Kind::Conditional { .. } => Printed::known(String::new()),
            Kind::HereDocument => Printed::unknown(),
            Kind::Script(_)
            | Kind::Subshell
            | Kind::Group
            | Kind::If
            | Kind::While
            | Kind::Until
            | Kind::For { .. }
            | Kind::Select { .. }
            | Kind::ArithmeticFor
            | Kind::Case { .. }
            | Kind::Clause(_)
            | Kind::Coproc { .. } => self.list(id, depth),
        };
        if self.tree.budget.spend_bytes(printed.text.len()).is_err() { Printed::unknown() } else { printed }
    }

    /// One level deeper; nothing if that is too deep, which is remembered.
    fn deeper(&self, depth: u8) -> Option<u8> {
        let deeper = depth.checked_sub(1);
        self.tree.deep.set(self.tree.deep.get() || deeper.is_none());
        deeper
    }

    /// Commands one after the other; of a pipeline only the last one prints.
    fn list(&self, id: NodeId, depth: u8) -> Printed {
        let mut printed = Printed::known(String::new());
        let mut last: Option<(NodeId, bool)> = None;
        for (child, node) in self.script().children(id).filter(|(_, node)| !matches!(node.kind, Kind::Script(_))) {
            if let Some((before, _)) = last.filter(|_| !node.piped) {
                printed.push(&self.node(before, depth));
            }
            last = Some((child, node.piped));
        }
        if let Some((before, _)) = last {
            printed.push(&self.node(before, depth));
        }
        printed
    }

    fn simple(&self, id: NodeId, simple: &Simple<'a>, depth: u8) -> Printed {
        let at = self.script().commands().binary_search_by_key(&id, |command| command.node).ok();
        // `nice -n 5 echo ls` prints what `echo ls` prints.
        match at.and_then(|at| self.inside(id, at, depth)).filter(|printed| !printed.text.is_empty()) {
            Some(printed) => printed,
            None => self.words(id, simple, true, depth),
        }
    }

    /// What the commands inside a wrapper print; nothing if it is none.
    fn inside(&self, id: NodeId, at: usize, depth: u8) -> Option<Printed> {
        let depth = self.deeper(depth)?;
        self.commands.usages.get(at).filter(|usage| !usage.inner.is_empty())?;
        let (from, to) = self.commands.inside.get(at).copied()?;
        let mut printed = Printed::unknown();
        for at in from..to {
            let Some(simple) = self.commands.simples.get(at).filter(|simple| !simple.possible) else { continue };
            if self.tree.budget.spend(STEP).is_err() {
                break;
            }
            let one = self.inside(id, at, depth).unwrap_or_else(|| self.words(id, simple, false, depth));
            printed.push(&Printed { whole: false, ..one });
        }
        Some(printed)
    }

    /// What a command prints by its own words; `own` says that it is the one at the node, not one inside it.
    fn words(&self, id: NodeId, simple: &Simple<'a>, own: bool, depth: u8) -> Printed {
        let mut items = simple.items.as_slice();
        while items.first().and_then(Item::text).is_some_and(hands_on)
            && items.get(1).and_then(Item::text).is_some_and(|word| !word.starts_with('-'))
        {
            items = items.get(1..).unwrap_or(&[]);
        }
        let Some((first, rest)) = items.split_first() else {
            return if simple.redirections.is_empty() {
                Printed::known(String::new())
            } else {
                self.redirected(id, depth)
            };
        };
        let name = first.text().map_or("", base_name);
        let entry = programs::find(name);
        let plays = |role: Role| entry.is_some_and(|entry| entry.plays(role));
        match () {
            () if plays(Role::Echoes) || plays(Role::PrintsFormat) => {
                let mut printed = Printed::known(String::new());
                let offset = simple.items.len().saturating_sub(rest.len());
                let others = self.ways(id).filter(|_| own).filter_map(|other| other.items.get(offset..));
                for way in std::iter::once(rest).chain(others) {
                    let words: Vec<(String, bool)> = way.iter().map(|item| self.word(item, depth)).collect();
                    let known = words.iter().all(|(_, known)| *known);
                    let texts: Vec<&str> = words.iter().map(|(text, _)| text.as_str()).collect();
                    let mut one = if plays(Role::Echoes) { echo(&texts) } else { printf(&texts) };
                    one.whole &= known;
                    printed.push(&one);
                }
                printed
            }
            () if plays(Role::Silent) => Printed::known(String::new()),
            () if plays(Role::CopiesInput) && rest.iter().all(|item| is_dash(item) || plays(Role::Tees)) => {
                self.input(id, depth)
            }
            () if plays(Role::Filter) => {
                // Filters: what goes in comes out in some shape, and files that were written are among what goes in.
                let mut printed = Printed::unknown();
                for item in rest {
                    if let Some(text) = item.text().and_then(|word| self.store.text_of(word)) {
                        printed.push(&Printed { text: text.to_owned(), whole: false });
                    }
                }
                let input = self.input(id, depth);
                printed.push(&Printed { text: filters::changed(entry, rest, &input.text), whole: false });
                // `cat s.sh` prints that file and nothing else.
                printed.whole = false;
                printed
            }
            () if plays(Role::Repeats) => {
                let words: Vec<String> = rest.iter().map(|item| self.word(item, depth).0).collect();
                Printed { text: words.join(" "), whole: false }
            }
            () if plays(Role::Locates) || plays(Role::LocatesWithV) || plays(Role::LocatesWithP) => {
                Printed { text: items.last().and_then(Item::text).map_or("", base_name).to_owned(), whole: false }
            }
            () if name == "-v" => Printed::unknown(),
            () => match self.tree.functions.get(name).copied() {
                Some(body) => Printed { whole: false, ..self.node(body, depth) },
                None => Printed::unknown(),
            },
        }
    }

    /// The other ways a command may turn out.
    fn ways(&self, id: NodeId) -> impl Iterator<Item = &'p Simple<'a>> {
        let at = self.script().commands().binary_search_by_key(&id, |command| command.node).ok();
        let places = at.into_iter().flat_map(|at| self.commands.ways_of(at));
        places.filter_map(|at| self.commands.simples.get(at))
    }

    /// One word, and whether that is all of it.
    fn word(&self, item: &Item<'a>, depth: u8) -> (String, bool) {
        match &item.value {
            Value::Literal(text) => (text.to_string(), true),
            Value::Bounded { text, .. } => (text.to_string(), false),
            Value::Unknown { shown, nodes, .. } => {
                let mut text = shown.shown().to_string();
                // It is searched once for each of them.
                if self.tree.budget.spend_bytes(text.len().saturating_mul(nodes.len())).is_err() {
                    return (text, false);
                }
                for node in nodes {
                    let Some(span) = self.script().node(*node).map(|node| node.span) else { continue };
                    let printed = self.node(*node, depth);
                    let written = span.of(self.script().source());
                    let marks = ["$(", "`", "<(", ">("];
                    // The text around the node is part of how it is shown.
                    let whole = [format!("$({written})"), format!("`{written}`"), written.to_owned()];
                    for one in whole {
                        if text.contains(&one) && (marks.iter().any(|mark| one.starts_with(mark))) {
                            text = text.replace(&one, printed.text.trim_end());
                            break;
                        }
                    }
                }
                (text, false)
            }
        }
    }

    /// A word with what its substitutions print.
    pub(super) fn value_of(&self, item: &Item<'a>) -> String {
        self.word(item, DEEPEST).0
    }

    /// What a command that is only a redirection does: `< file`.
    fn redirected(&self, id: NodeId, depth: u8) -> Printed {
        Printed { whole: false, ..self.input(id, depth) }
    }

    /// What a node reads on its standard input.
    pub(super) fn input_of(&self, id: NodeId) -> Option<Printed> {
        let input = self.input(id, DEEPEST);
        (input != Printed::known(String::new())).then_some(input)
    }

    fn input(&self, id: NodeId, depth: u8) -> Printed {
        let Some(depth) = self.deeper(depth) else { return Printed::unknown() };
        let script = self.script();
        let mut at = id;
        loop {
            let Some(node) = script.node(at) else { return Printed::unknown() };
            let redirections = match self.command_at(at) {
                Some(command) => command.redirections,
                None => node.redirections,
            };
            for redirection in script.redirections(redirections).iter().rev() {
                match redirection.operator {
                    RedirectOperator::HereDocument | RedirectOperator::HereDocumentTabs => {
                        let Some(here) = redirection.here_document else { return Printed::unknown() };
                        let body = here.body.of(script.source());
                        let tabs = redirection.operator == RedirectOperator::HereDocumentTabs;
                        let text = if tabs {
                            body.lines().map(|line| line.trim_start_matches('\t')).collect::<Vec<_>>().join("\n")
                        } else {
                            body.to_owned()
                        };
                        let whole = here.quoted || !body.contains(['$', '`', '\\']);
                        return Printed { text, whole };
                    }
                    RedirectOperator::HereString => return self.target(at, redirection.span.start, depth),
                    RedirectOperator::Read | RedirectOperator::ReadWrite => {
                        let name = script.literal(&redirection.target);
                        if let Some(text) = name.and_then(|name| self.store.text_of(name)) {
                            return Printed { text: text.to_owned(), whole: false };
                        }
                        // `sh < <(echo rm x)`
                        let substituted = script.parts(&redirection.target).iter().find_map(|part| match part.kind {
                            byleave_shell::PartKind::Substitution(node) => Some(node),
                            byleave_shell::PartKind::Text(_)
                            | byleave_shell::PartKind::Parameter(_)
                            | byleave_shell::PartKind::Arithmetic { .. }
                            | byleave_shell::PartKind::Opaque => None,
                        });
                        return substituted.map_or_else(Printed::unknown, |node| {
                            let printed = self.node(node, depth);
                            Printed { whole: printed.whole, ..printed }
                        });
                    }
                    // `sh <&3 3<<< text`: any text that comes in by another descriptor.
                    RedirectOperator::DuplicateIn
                    | RedirectOperator::Write
                    | RedirectOperator::Append
                    | RedirectOperator::Clobber
                    | RedirectOperator::DuplicateOut
                    | RedirectOperator::WriteBoth
                    | RedirectOperator::AppendBoth => {}
                }
            }
            if node.piped {
                let before = self.tree.before(script, at);
                return before.map_or_else(Printed::unknown, |before| self.node(before, depth));
            }
            // `tee >(sh)`: what the command writes there.
            if let Kind::Script(Place::ProcessOutput) = node.kind {
                let mut printed = self.node(node.parent, depth);
                printed.push(&self.input(node.parent, depth));
                printed.whole = false;
                return printed;
            }
            if node.parent == at || matches!(node.kind, Kind::Script(_)) {
                return Printed::known(String::new());
            }
            at = node.parent;
        }
    }

    /// The text of a here-string.
    fn target(&self, at: NodeId, start: u32, depth: u8) -> Printed {
        let own = self.simple_at(at).map(|simple| simple.redirections.as_slice()).unwrap_or_default();
        let own = own.iter().filter(|one| one.span.start == start);
        let mut printed = Printed::known(String::new());
        let mut some = false;
        for redirect in own.chain(self.tree.redirects(self.commands, start)) {
            let (text, whole) = self.word(&redirect.target, depth);
            // Of several, each may be the one.
            printed.push(&Printed { text: format!("{text}\n"), whole });
            some = true;
        }
        if some { printed } else { Printed::unknown() }
    }
}

/// Whether a program runs the words behind it as a command, so that this is what prints.
fn hands_on(word: &str) -> bool {
    let wraps = programs::find(word).map(programs::Entry::wraps);
    matches!(wraps, Some(Wraps::Command(0) | Wraps::Environment))
}

fn is_dash(item: &Item<'_>) -> bool {
    item.text().is_some_and(|text| text.starts_with('-') || text == "/dev/stdin")
}

fn echo(words: &[&str]) -> Printed {
    let (options, ends, escapes) = decode::echo_options(words);
    let words = words.get(options..).unwrap_or(&[]);
    let mut text = decode::echoed(words, escapes);
    if ends {
        text.push('\n');
    }
    // Other shells put escapes in without being told to.
    if !escapes && text.contains('\\') {
        let other = decode::echoed(words, true);
        text.push_str(&other);
        text.push('\n');
        return Printed { text, whole: false };
    }
    Printed::known(text)
}

fn printf(words: &[&str]) -> Printed {
    let words = match words {
        ["--", rest @ ..] => rest,
        // It sets a variable and prints nothing.
        ["-v", ..] => return Printed::known(String::new()),
        words => words,
    };
    let Some((format, words)) = words.split_first() else { return Printed::known(String::new()) };
    let (text, whole) = decode::formatted(format, words);
    Printed { text, whole }
}
