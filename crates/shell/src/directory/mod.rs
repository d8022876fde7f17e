//! In which directory each command runs, as far as the text tells.
//!
//! `cd src && ls ../x` reads `x`, not `../x`. The tracker follows `cd`, `pushd` and `popd` with literal operands
//! through lists, groups, branches and loops. Subshells, background jobs and substitutions keep their changes to
//! themselves. A `cd` that may not happen (`test -d a && cd a; ls`) leaves two directories, and the command may run in
//! either. Where it cannot know the directory, it says so, and since which command.

mod place;

use std::collections::{BTreeMap, BTreeSet};

use self::place::{home, joined};
use crate::script::{Clause, Connector, Kind, Node, NodeId, Script};
use crate::{Class, Command, Span, Word};

/// A directory that a command may run in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory {
    /// Where it is.
    pub place: Whereabouts,
    /// It takes for granted that the `cd` before it succeeded, which only the disk can tell (`cd a; b`).
    pub uncertain: bool,
}

/// A directory as the text gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// Relative to where the script begins, without `.` components; empty for that place itself. Leading `..`
    /// components leave it.
    Relative(String),
    /// Absolute, without `.` and `..` components.
    Absolute(String),
    /// Below a home directory: `~`, `~/x`, `~user`.
    Home(String),
    /// Not known from the text since the command at this span.
    Unknown(Span),
}

impl Directory {
    /// Where the script begins.
    pub const START: Self = Self { place: Whereabouts::Relative(String::new()), uncertain: false };

    /// Whether the command certainly runs where the script began.
    #[must_use]
    pub fn is_start(&self) -> bool {
        *self == Self::START
    }

    const fn unknown(since: Span) -> Self {
        Self { place: Whereabouts::Unknown(since), uncertain: false }
    }
}

/// Whether all commands certainly run where the script begins. This is cheap, and true for most texts.
#[must_use]
pub fn stays(script: &Script<'_>) -> bool {
    let stays = |command: &Command| match script.words(command.words).first() {
        None => true,
        Some(word) => script.literal(word).is_some_and(|name| !changes_by_name(name)),
    };
    let defines = script.nodes().any(|(_, node)| matches!(node.kind, Kind::Function { .. }));
    !defines && script.commands().iter().all(stays)
}

/// The directories each command may run in, in the order of [`Script::commands`]; the first one is where it runs if every
/// `cd` before it succeeded.
#[must_use]
pub fn directories(script: &Script<'_>) -> Vec<Vec<Directory>> {
    let mut tracker = Tracker::new(script);
    if tracker.moving.contains(&true) {
        tracker.list(script.root(), &Places::start());
    }
    tracker.found
}

/// How many directories a command may run in before none of them counts as known.
const MOST: usize = 6;

/// The directories the shell may be in.
#[derive(Clone, Default)]
struct Places(Vec<Directory>);

impl Places {
    fn start() -> Self {
        Self(vec![Directory::START])
    }

    fn unknown(since: Span) -> Self {
        Self(vec![Directory::unknown(since)])
    }

    fn add(&mut self, one: Directory) {
        if let Some(same) = self.0.iter_mut().find(|same| same.place == one.place) {
            same.uncertain |= one.uncertain;
        } else if self.0.len() < MOST {
            self.0.push(one);
        } else if self.0.len() == MOST {
            self.0.push(Directory::unknown(Span::default()));
        }
    }

    fn and(mut self, others: &Self) -> Self {
        for other in &others.0 {
            self.add(other.clone());
        }
        self
    }

    fn includes(&self, others: &Self) -> bool {
        others.0.iter().all(|other| self.0.iter().any(|one| one.place == other.place))
    }

    /// These, or others where a text cannot lead to any.
    fn or<'p>(&'p self, others: &'p Self) -> &'p Self {
        if self.0.is_empty() { others } else { self }
    }
}

/// Where a command leaves the shell.
#[derive(Clone, Default)]
struct Ends {
    /// If it succeeds.
    done: Places,
    /// If it fails.
    failed: Places,
}

impl Ends {
    /// Whether it succeeds or not.
    fn both(places: Places) -> Self {
        Self { done: places.clone(), failed: places }
    }

    fn all(&self) -> Places {
        self.done.clone().and(&self.failed)
    }
}

struct Tracker<'s, 'a> {
    script: &'s Script<'a>,
    found: Vec<Vec<Directory>>,
    /// Where `pushd` was left from: `popd` leads to one of these.
    pushed: Places,
    /// Which commands may change the directory of the commands after them.
    moving: Vec<bool>,
    /// The functions the script defines, and whether calling them may move the shell.
    functions: BTreeMap<&'s str, bool>,
}

impl<'s, 'a> Tracker<'s, 'a> {
    fn new(script: &'s Script<'a>) -> Self {
        let definitions: Vec<(NodeId, &str)> = script
            .nodes()
            .filter_map(
                |(id, node)| if let Kind::Function { name } = node.kind { Some((id, script.text(name))) } else { None },
            )
            .collect();
        let names: BTreeSet<&str> = definitions.iter().map(|(_, name)| *name).collect();
        let mut functions = BTreeMap::new();
        for (id, name) in definitions {
            let moves = script.commands_inside(id).iter().any(|command| {
                let calls = |name: &str| changes_by_name(name) || names.contains(name);
                !command.words.is_empty() && script.name(command).is_none_or(calls)
            });
            *functions.entry(name).or_insert(false) |= moves;
        }
        let moving = script.commands().iter().map(|command| match script.words(command.words).first() {
            None => false,
            Some(word) => script.literal(word).is_none_or(|name| changes_by_name(name) || functions.contains_key(name)),
        });
        let moving = moving.collect();
        let found = vec![vec![Directory::START]; script.commands().len()];
        Self { script, found, pushed: Places::default(), moving, functions }
    }

    /// Whether something inside a node may move the shell that runs it.
    fn moves(&self, id: NodeId, node: &Node) -> bool {
        let alone =
            node.piped || matches!(node.connector, Connector::Pipe | Connector::PipeBoth | Connector::Background);
        match node.kind {
            _ if alone => false,
            Kind::Simple(command) => self.moving.get(command.index()).copied().unwrap_or(true),
            Kind::Script(_)
            | Kind::Subshell
            | Kind::Function { .. }
            | Kind::Coproc { .. }
            | Kind::Arithmetic { .. }
            | Kind::Conditional { .. }
            | Kind::HereDocument => false,
            Kind::Group
            | Kind::Clause(_)
            | Kind::If
            | Kind::Case { .. }
            | Kind::While
            | Kind::Until
            | Kind::For { .. }
            | Kind::Select { .. }
            | Kind::ArithmeticFor => self.script.children(id).any(|(child, node)| self.moves(child, node)),
        }
    }

    /// Walks a list and returns where it ends.
    fn list(&mut self, id: NodeId, start: &Places) -> Ends {
        let script = self.script;
        // Where the pipelines joined by `&&` and `||` began, and where the last of them ended.
        let mut began = start.clone();
        let mut ends = Ends::both(start.clone());
        // Where the shell still is if the `cd` that they began with failed.
        let mut missed = Places::default();
        let mut before = Connector::Sequence;
        for (child, node) in script.children(id) {
            let here = match before {
                Connector::Sequence | Connector::End => {
                    began = settled(&ends, &missed).or(&began).clone();
                    missed = Places::default();
                    began.clone()
                }
                Connector::Background => {
                    missed = Places::default();
                    began.clone()
                }
                Connector::And => ends.done.or(&began).clone(),
                Connector::Or => {
                    ends.failed = ends.failed.and(&std::mem::take(&mut missed));
                    ends.failed.or(&began).clone()
                }
                // All of a pipeline begins where its first command does.
                Connector::Pipe | Connector::PipeBoth => ends.all().or(&began).clone(),
            };
            let first = matches!(before, Connector::Sequence | Connector::Background);
            let own = self.command(child, node, &here);
            let piped = matches!(node.connector, Connector::Pipe | Connector::PipeBoth);
            ends = match before {
                // A shell of its own, but for the last command of a pipeline in some shells.
                _ if piped => Ends::both(here),
                Connector::Pipe | Connector::PipeBoth => Ends::both(here.and(&own.all())),
                Connector::And => Ends { done: own.done, failed: ends.failed.and(&own.failed) },
                Connector::Or => Ends { done: ends.done.and(&own.done), failed: own.failed },
                Connector::Sequence | Connector::End | Connector::Background if first && self.is_plain_cd(node) => {
                    missed = own.failed;
                    Ends { done: own.done, failed: Places::default() }
                }
                Connector::Sequence | Connector::End | Connector::Background => own,
            };
            before = node.connector;
        }
        if before == Connector::Background {
            return Ends::both(began);
        }
        Ends { failed: ends.failed.and(&missed), done: ends.done }
    }

    /// Walks one command and returns where it leaves the shell.
    fn command(&mut self, id: NodeId, node: &Node, here: &Places) -> Ends {
        let mut ends = self.unjoined(id, node, here);
        // Nothing runs if a file cannot be opened. Some shells have no word `time` of their own, and run a program.
        if !node.redirections.is_empty() || node.timed {
            ends.failed = ends.failed.and(here);
        }
        if node.timed {
            ends.done = ends.done.and(here);
        }
        if node.negated {
            std::mem::swap(&mut ends.done, &mut ends.failed);
        }
        ends
    }

    fn unjoined(&mut self, id: NodeId, node: &Node, here: &Places) -> Ends {
        let script = self.script;
        match node.kind {
            Kind::Simple(command) => {
                if let Some(found) = self.found.get_mut(command.index()) {
                    found.clone_from(&here.0);
                }
                self.inner(id, here);
                let moving = self.moving.get(command.index()).copied().unwrap_or(true);
                match script.command(command).copied() {
                    Some(command) if moving => self.after(&command, here),
                    Some(command) if self.leaves(&command) => Ends::default(),
                    _ => Ends::both(here.clone()),
                }
            }
            Kind::Group | Kind::Clause(_) => self.list(id, here),
            Kind::Script(_) | Kind::Subshell => {
                self.list(id, here);
                Ends::both(here.clone())
            }
            Kind::If => Ends::both(self.branches(id, here)),
            Kind::Case { .. } => {
                let mut all = here.clone();
                for (child, node) in script.children(id) {
                    // One arm may lead into the next.
                    all = all.clone().and(&self.command(child, node, &all).all());
                }
                Ends::both(all)
            }
            Kind::While | Kind::Until | Kind::For { .. } | Kind::Select { .. } | Kind::ArithmeticFor => {
                Ends::both(self.repeated(id, here))
            }
            // A function body runs when the function is called, wherever that is.
            Kind::Function { .. } => {
                self.inner(id, &Places::unknown(node.span));
                Ends::both(here.clone())
            }
            Kind::Coproc { .. } | Kind::Arithmetic { .. } | Kind::Conditional { .. } | Kind::HereDocument => {
                self.inner(id, here);
                Ends::both(here.clone())
            }
        }
    }

    /// Walks the inside of a command without moving the shell.
    fn inner(&mut self, id: NodeId, here: &Places) {
        let script = self.script;
        for (child, node) in script.children(id) {
            self.command(child, node, here);
        }
    }

    /// `if`: the shell is where any of the branches leaves it.
    fn branches(&mut self, id: NodeId, here: &Places) -> Places {
        let script = self.script;
        // Where the next branch begins, and where the next condition does.
        let (mut branch, mut otherwise) = (here.clone(), here.clone());
        let mut all = Places::default();
        for (child, node) in script.children(id) {
            let clause = if let Kind::Clause(clause) = node.kind { clause } else { Clause::Body };
            match clause {
                Clause::Condition => {
                    let ends = self.command(child, node, otherwise.or(here));
                    (branch, otherwise) = (ends.done, ends.failed);
                }
                Clause::Else => {
                    all = all.and(&self.command(child, node, otherwise.or(here)).all());
                    otherwise = Places::default();
                }
                Clause::Body | Clause::Arm { .. } => {
                    all = all.and(&self.command(child, node, branch.or(here)).all());
                }
            }
        }
        all.and(&otherwise)
    }

    /// Loops: a body that moves begins in another place the second time.
    fn repeated(&mut self, id: NodeId, here: &Places) -> Places {
        let script = self.script;
        let moves = script.children(id).any(|(child, node)| self.moves(child, node));
        let span = script.node(id).map_or(Span::default(), |node| node.span);
        let unknown = Places::unknown(span);
        let here = if moves { &unknown } else { here };
        for (child, node) in script.children(id) {
            self.command(child, node, here);
        }
        here.clone()
    }

    /// Where a command that may move leaves the shell.
    fn after(&mut self, command: &Command, here: &Places) -> Ends {
        let script = self.script;
        let unknown = || Ends::both(Places::unknown(command.span));
        let mut words = script.words(command.words);
        while let [first, rest @ ..] = words
            && matches!(script.literal(first), Some("builtin" | "command"))
        {
            words = rest;
        }
        let [first, operands @ ..] = words else { return Ends::both(here.clone()) };
        let name = script.literal(first);
        // `CDPATH=… cd x` may go anywhere, and so may a function `cd`.
        let own = name.and_then(|name| self.functions.get(name).map(|moves| *moves || changes_by_name(name)));
        if !command.assignments.is_empty() || own == Some(true) {
            return unknown();
        }
        match name {
            Some("cd") => self.moved(operands, command.span, here),
            Some("pushd") if !operands.is_empty() => {
                self.pushed = std::mem::take(&mut self.pushed).and(here);
                self.moved(operands, command.span, here)
            }
            Some("popd") if operands.is_empty() && !self.pushed.0.is_empty() => {
                Ends { done: self.pushed.clone(), failed: here.clone() }
            }
            Some("pushd" | "popd" | "eval" | "source" | ".") | None => unknown(),
            Some(_) => Ends::both(here.clone()),
        }
    }

    /// Where `cd` with these operands goes.
    fn moved(&self, operands: &[Word], since: Span, here: &Places) -> Ends {
        let mut done = Places::default();
        for one in &here.0 {
            done.add(self.joined(operands, one).unwrap_or_else(|| Directory::unknown(since)));
        }
        Ends { done, failed: here.clone() }
    }

    /// Where `cd` with these operands goes from one directory; `None` if the text does not tell.
    fn joined(&self, operands: &[Word], here: &Directory) -> Option<Directory> {
        let script = self.script;
        let mut target = None;
        let mut options = true;
        for word in operands {
            match script.literal(word) {
                Some("--") if options => options = false,
                Some("-L" | "-e" | "-@") if options => {}
                // `-P` follows links, `-` goes back, `-n` of pushd does not move at all.
                Some(option) if options && option.starts_with(['-', '+']) => return None,
                _ if target.is_some() => return None,
                _ => {
                    options = false;
                    target = Some(word);
                }
            }
        }
        let place = match target {
            None => Whereabouts::Home("~".to_owned()),
            Some(word) if word.class == Class::Literal => joined(&here.place, script.shown(word)),
            Some(word) if word.tilde && !word.glob && word.class == Class::Bounded => home(script.shown(word))?,
            Some(_) => return None,
        };
        // `cd a; cd a; …`: each command would keep a longer path than the one before it.
        let length = match &place {
            Whereabouts::Relative(path) | Whereabouts::Absolute(path) | Whereabouts::Home(path) => path.len(),
            Whereabouts::Unknown(_) => 0,
        };
        (length <= LONGEST).then_some(Directory { place, uncertain: false })
    }

    /// Whether this is `cd` with nothing that keeps it from happening but the disk.
    fn is_plain_cd(&self, node: &Node) -> bool {
        let Kind::Simple(command) = node.kind else { return false };
        let Some(command) = self.script.command(command) else { return false };
        let words = self.script.words(command.words);
        let Some((name, operands)) = words.split_first() else { return false };
        let option = |word: &Word| self.script.shown(word).starts_with('-') && self.script.literal(word) != Some("--");
        self.script.literal(name) == Some("cd")
            && !self.functions.contains_key("cd")
            && !operands.iter().any(option)
            && command.assignments.is_empty()
            && command.redirections.is_empty()
            && !node.negated
            && !node.timed
    }

    /// Whether this is `exit`, behind which nothing of its list runs. With other words a shell complains and goes on.
    fn leaves(&self, command: &Command) -> bool {
        let number = |word: &Word| {
            self.script
                .literal(word)
                .is_some_and(|text| text.len() < 4 && text.bytes().all(|byte| byte.is_ascii_digit()))
        };
        let plain = command.assignments.is_empty() && command.redirections.is_empty();
        match self.script.words(command.words) {
            [name, words @ ..] if plain && self.script.literal(name) == Some("exit") => {
                !self.functions.contains_key("exit") && words.len() < 2 && words.iter().all(number)
            }
            _ => false,
        }
    }
}

/// Where the next list begins: a `cd` that stands first is taken to have happened.
fn settled(ends: &Ends, missed: &Places) -> Places {
    let mut all = ends.all();
    if !all.includes(missed) {
        for one in all.0.iter_mut().filter(|one| !matches!(one.place, Whereabouts::Unknown(_))) {
            one.uncertain = true;
        }
    }
    all
}

/// How long the path of a directory may become that is followed. Beyond that the text does not tell where a command runs.
const LONGEST: usize = 1024;

/// Whether a command of this name may move the shell.
fn changes_by_name(name: &str) -> bool {
    matches!(name, "cd" | "pushd" | "popd" | "eval" | "source" | "." | "builtin" | "command")
}

#[cfg(test)]
mod tests;
