//! What a call leaves for its later commands: files it writes, other names for programs, values of variables.

use std::collections::{BTreeMap, BTreeSet};

use byleave_shell::{Command, Kind, NodeId, PartKind, Script};

use super::printed::{Printed, Printer, Tree};
use crate::command::budget::Spent;
use crate::command::collect::{Commands, Simple};
use crate::command::item::{Item, Value};
use crate::paths::{base_name, is_program_directory};
use crate::programs::{self, Quirk, Role};

/// How many values of a variable byleave keeps; it asks about a command that uses a variable with more.
const MOST_VALUES: usize = 512;

/// How many values a text is appended to: each may or may not have had what was appended before.
const MOST_APPENDED: usize = 64;

/// A script and what is looked up in it.
#[derive(Clone, Copy)]
pub(super) struct View<'v, 'a> {
    pub commands: &'v Commands<'a>,
    pub tree: &'v Tree<'v>,
}

impl<'v, 'a> View<'v, 'a> {
    pub(super) const fn printer(self, store: &'v Store) -> Printer<'v, 'a> {
        Printer { commands: self.commands, store, tree: self.tree }
    }
}

/// What earlier commands left.
#[derive(Debug, Default)]
pub(super) struct Store {
    /// What is written to files, by their names without directories.
    files: BTreeMap<String, String>,
    /// What is written to files whose names are not known.
    unnamed: String,
    /// Other names for programs, such as aliases, and their meaning.
    names: BTreeMap<String, String>,
    /// Values of variables that may have more than one.
    pub values: BTreeMap<String, Vec<String>>,
    /// Variables that may have other values than those.
    pub cut: BTreeSet<String>,
    /// There was no room for something.
    pub full: bool,
}

impl Store {
    /// The text of a file that was written, by any path to it.
    pub(super) fn text_of(&self, path: &str) -> Option<&str> {
        if self.files.is_empty() {
            return None;
        }
        self.files.get(base_name(path.trim_end_matches('/'))).map(String::as_str)
    }

    /// What was written to files whose names are not known.
    pub(super) fn unnamed(&self) -> Option<&str> {
        Some(self.unnamed.as_str()).filter(|text| !text.is_empty())
    }

    /// The meaning of a name.
    pub(super) fn stands_for(&self, name: &str) -> Option<&str> {
        if self.names.is_empty() {
            return None;
        }
        self.names.get(base_name(name)).map(String::as_str)
    }

    /// All files that were written.
    pub(super) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// Looks through all commands of a script, in order.
    pub(super) fn new(view: View<'_, '_>) -> Self {
        let mut store = Self::default();
        let commands = view.commands;
        if !leaves_something(commands) {
            return store;
        }
        let script = &*commands.script;
        for (id, node) in script.nodes() {
            if view.tree.budget().is_spent() {
                break;
            }
            match node.kind {
                Kind::Simple(command) => {
                    if let Some(simple) = commands.simples.get(command.index()) {
                        store.assigned(view, script.command(command));
                        store.simple(view, id, simple);
                    }
                }
                Kind::For { variable, words, .. } | Kind::Select { variable, words, .. } => {
                    for word in script.words(words) {
                        store.value(view, script.text(variable), script.shown(word));
                    }
                }
                Kind::Script(_)
                | Kind::Subshell
                | Kind::Group
                | Kind::If
                | Kind::While
                | Kind::Until
                | Kind::ArithmeticFor
                | Kind::Case { .. }
                | Kind::Clause(_)
                | Kind::Function { .. }
                | Kind::Coproc { .. }
                | Kind::Arithmetic { .. }
                | Kind::Conditional { .. }
                | Kind::HereDocument => {}
            }
            if !node.redirections.is_empty() {
                let redirections = script.redirections(node.redirections).iter();
                let targets = redirections.flat_map(|one| view.tree.redirects(commands, one.span.start));
                let targets: Vec<&Item<'_>> = targets.filter(|one| one.writes()).map(|one| &one.target).collect();
                if !targets.is_empty() {
                    let printed = store.printed(view, id);
                    for target in targets {
                        store.write(view, target, &printed.text);
                    }
                }
            }
        }
        store.full |= view.tree.deep.get();
        store
    }

    fn printed(&self, view: View<'_, '_>, id: NodeId) -> Printed {
        view.printer(self).of(id)
    }

    fn input(&self, view: View<'_, '_>, id: NodeId) -> Option<Printed> {
        view.printer(self).input_of(id)
    }

    fn value(&mut self, view: View<'_, '_>, name: &str, value: &str) {
        let values = self.values.entry(name.to_owned()).or_default();
        // Each is compared with all others.
        let spent = view.tree.budget().spend(values.len() / 8).is_err() || spend_for(view, value).is_err();
        if values.len() >= MOST_VALUES || spent {
            self.cut.insert(name.to_owned());
        } else if !values.iter().any(|one| one == value) {
            values.push(value.to_owned());
        }
    }

    fn write(&mut self, view: View<'_, '_>, target: &Item<'_>, text: &str) {
        if text.is_empty() || spend_for(view, text).is_err() {
            return;
        }
        match &target.value {
            Value::Literal(name) | Value::Bounded { text: name, .. } => self.add(view, name, text),
            Value::Unknown { .. } => {
                self.unnamed.push_str(text);
                self.unnamed.push('\n');
            }
        }
    }

    fn add(&mut self, view: View<'_, '_>, name: &str, text: &str) {
        if spend_for(view, text).is_err() {
            return;
        }
        let name = base_name(name.trim_end_matches('/'));
        if matches!(name, "null" | "stdout" | "stderr" | "tty") {
            return;
        }
        self.files.entry(name.to_owned()).or_default().push_str(text);
    }

    fn simple(&mut self, view: View<'_, '_>, id: NodeId, simple: &Simple<'_>) {
        let script = &*view.commands.script;
        // What the whole call prints goes there.
        let replaces = || simple.name().is_some_and(|name| programs::plays(name, Role::Replaces));
        for redirect in simple.redirections.iter().filter(|one| one.writes()) {
            let printed = self.printed(view, if replaces() { script.root() } else { id });
            self.write(view, &redirect.target, &printed.text);
        }
        let Some(name) = simple.name().map(base_name) else { return };
        let words = || simple.items.iter().skip(1).filter_map(Item::text).collect::<Vec<&str>>();
        let Some(entry) = programs::find(name) else { return };
        let plays = |role: Role| entry.plays(role);
        match () {
            // `exec 3<<< text`: any command that reads that descriptor.
            () if plays(Role::Replaces) => {
                if let Some(input) = self.input(view, id) {
                    self.unnamed.push_str(&input.text);
                    self.unnamed.push('\n');
                }
            }
            () if plays(Role::Tees) => {
                if let Some(input) = self.input(view, id) {
                    for item in simple.items.iter().skip(1).filter(|item| !item.shown().likely().starts_with('-')) {
                        self.write(view, item, &input.text);
                    }
                }
            }
            () if plays(Role::CopiesByKeys) => {
                let words = words();
                let source = words.iter().find_map(|word| word.strip_prefix("if="));
                let target = words.iter().find_map(|word| word.strip_prefix("of="));
                if let Some(target) = target {
                    self.copied(view, id, source.unwrap_or("/dev/stdin"), target);
                }
            }
            () if plays(Role::Copies) => self.copies(view, id, simple),
            () if plays(Role::CopiesInput) => {
                let targets = simple.redirections.iter().filter(|one| one.writes());
                let targets: Vec<String> = targets.map(|one| one.target.shown().likely().to_owned()).collect();
                for target in targets {
                    for source in simple.items.iter().skip(1) {
                        let source = self.source(view, source);
                        self.copied(view, id, &source, &target);
                    }
                }
            }
            () if plays(Role::EditsByInput) => {
                if let (Some(input), Some(file)) = (self.input(view, id), words().last()) {
                    self.add(view, file, &input.text);
                }
            }
            () if plays(Role::Aliases) => {
                for (name, value) in words().iter().filter_map(|word| word.split_once('=')) {
                    self.names.insert(name.to_owned(), value.to_owned());
                }
            }
            () if plays(Role::Hashes) => {
                let words = words();
                if let Some(at) = words.iter().position(|word| *word == "-p")
                    && let (Some(path), Some(name)) = (words.get(at.saturating_add(1)), words.get(at.saturating_add(2)))
                {
                    self.names.insert((*name).to_owned(), base_name(path).to_owned());
                }
            }
            () if entry.has(Quirk::SetsNames) => {
                if let Some(input) = self.input(view, id) {
                    self.read(view, &words(), &input.text);
                }
            }
            () if plays(Role::PrintsFormat) => {
                if let ["-v", variable, format, rest @ ..] = words().as_slice() {
                    let (text, _) = super::decode::formatted(format, rest);
                    self.value(view, variable, &text);
                }
            }
            () if plays(Role::SetsVariables) => {
                for (name, value) in words().iter().filter_map(|word| word.split_once('=')) {
                    self.value(view, name.trim_end_matches('+'), value);
                }
            }
            () => {}
        }
    }

    /// Variables that a command is given, or that it sets.
    fn assigned(&mut self, view: View<'_, '_>, command: Option<&Command>) {
        let script: &Script<'_> = &view.commands.script;
        let Some(command) = command else { return };
        for one in script.assignments(command.assignments) {
            let name = script.text(one.name);
            if one.array {
                script.words(one.elements).iter().for_each(|word| self.value(view, name, script.shown(word)));
                continue;
            }
            if let Some(text) = script.literal(&one.value) {
                if one.append {
                    self.appended(view, name, text);
                }
                self.value(view, name, text);
                continue;
            }
            // `x=$(echo push)`
            let parts = script.parts(&one.value);
            let mut value = String::new();
            for part in parts {
                match part.kind {
                    PartKind::Text(text) => value.push_str(script.text(text)),
                    PartKind::Substitution(node) => value.push_str(self.printed(view, node).text.trim_end()),
                    PartKind::Parameter(parameter) => {
                        let of = self.values.get(script.text(parameter.name)).and_then(|values| values.last());
                        value.push_str(of.map_or("", String::as_str));
                    }
                    PartKind::Arithmetic { .. } | PartKind::Opaque => {}
                }
            }
            if !value.is_empty() {
                self.value(view, name, &value);
            }
        }
    }

    /// `x+=text`: each value that the variable may have had, with the text behind it.
    fn appended(&mut self, view: View<'_, '_>, name: &str, text: &str) {
        let before = self.values.get(name).cloned().unwrap_or_default();
        if before.len() > MOST_APPENDED {
            self.cut.insert(name.to_owned());
        }
        // Of more than are looked at, the last one had all that was appended.
        let first = before.iter().take(MOST_APPENDED);
        for value in first.chain(before.iter().skip(MOST_APPENDED).last()) {
            self.value(view, name, &format!("{value}{text}"));
        }
    }

    /// `read a b`: each line, taken apart.
    fn read(&mut self, view: View<'_, '_>, words: &[&str], text: &str) {
        let names: Vec<&&str> = words.iter().filter(|word| !word.starts_with('-')).collect();
        let names: Vec<&str> = if names.is_empty() { vec!["REPLY"] } else { names.into_iter().copied().collect() };
        for line in text.lines() {
            let mut rest = line.trim();
            for (at, name) in names.iter().enumerate() {
                let last = at.saturating_add(1) == names.len();
                let (one, after) = if last { (rest, "") } else { rest.split_once(' ').unwrap_or((rest, "")) };
                self.value(view, name, one);
                rest = after.trim_start();
            }
        }
    }

    /// A word that names a file: `$(which rm)` is `rm`.
    fn source(&self, view: View<'_, '_>, item: &Item<'_>) -> String {
        match &item.value {
            Value::Unknown { nodes, .. } if !nodes.is_empty() => {
                let printed = nodes.iter().map(|node| self.printed(view, *node).text);
                let located = printed.map(|text| text.trim().to_owned()).find(|text| !text.is_empty());
                located.map_or_else(String::new, |text| format!("/usr/bin/{}", base_name(&text)))
            }
            Value::Literal(_) | Value::Bounded { .. } | Value::Unknown { .. } => item.shown().likely().to_owned(),
        }
    }

    fn copies(&mut self, view: View<'_, '_>, id: NodeId, simple: &Simple<'_>) {
        let operands: Vec<&Item<'_>> =
            simple.items.iter().skip(1).filter(|item| !item.shown().likely().starts_with('-')).collect();
        let Some((target, sources)) = operands.split_last() else { return };
        let target = target.shown().likely().to_owned();
        for source in sources {
            let source = self.source(view, source);
            self.copied(view, id, &source, &target);
            let below = format!("{}/{}", target, base_name(&source));
            self.copied(view, id, &source, &below);
        }
    }

    /// A file that becomes another one.
    fn copied(&mut self, view: View<'_, '_>, id: NodeId, source: &str, target: &str) {
        let own = matches!(source, "/dev/stdin" | "/dev/fd/0" | "-" | "/proc/self/fd/0");
        let text =
            if own { self.input(view, id).map(|input| input.text) } else { self.text_of(source).map(str::to_owned) };
        if let Some(text) = text {
            self.add(view, target, &text);
        }
        let known = self.names.get(base_name(source)).cloned();
        let program = source.rsplit_once('/').filter(|(directory, _)| is_program_directory(directory));
        let stands = known.or_else(|| program.map(|(_, name)| name.to_owned()));
        if let Some(stands) = stands.filter(|stands| !stands.is_empty() && base_name(target) != stands.as_str()) {
            self.names.insert(base_name(target).to_owned(), stands);
        }
    }
}

/// Pays for a text that is kept.
fn spend_for(view: View<'_, '_>, text: &str) -> Result<(), Spent> {
    view.tree.budget().spend_bytes(text.len())
}

/// Whether a script has anything to be kept: most have not.
fn leaves_something(commands: &Commands<'_>) -> bool {
    let script = &*commands.script;
    if script.commands().len() > 1 {
        return true;
    }
    // One command may still write a file and run it, or run in a loop.
    let prepares =
        |command: &byleave_shell::Command| !command.redirections.is_empty() || !command.assignments.is_empty();
    script.commands().iter().any(prepares)
        || script.nodes().any(|(_, node)| matches!(node.kind, Kind::For { .. } | Kind::Select { .. }))
}
