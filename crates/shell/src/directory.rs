//! In which directory each command runs, as far as the text tells.
//!
//! `cd src && ls ../x` reads `x`, not `../x`. The tracker follows `cd`, `pushd` and `popd` with literal operands
//! through lists, groups, branches and loops. Subshells, pipelines, background jobs and substitutions keep their
//! changes to themselves. Where it cannot know the directory, it says so, and since which command.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::script::{Clause, Connector, Kind, Node, NodeId, Script};
use crate::{Class, Command, Span, Word};

/// The directory a command runs in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directory {
    /// Where it is if every `cd` before it succeeded.
    pub place: Whereabouts,
    /// Some `cd` before it may have failed unnoticed (`cd a; b`), so it may also run where the script began.
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

/// The directory of each command, in the order of [`Script::commands`].
#[must_use]
pub fn directories(script: &Script<'_>) -> Vec<Directory> {
    let mut tracker = Tracker::new(script);
    if tracker.moving.contains(&true) {
        tracker.list(script.root(), &Directory::START);
    }
    tracker.found
}

struct Tracker<'s, 'a> {
    script: &'s Script<'a>,
    found: Vec<Directory>,
    stack: Vec<Directory>,
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
        let found = vec![Directory::START; script.commands().len()];
        Self { script, found, stack: Vec::new(), moving, functions }
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

    /// Walks a list and returns where it ends, if that is not where it began.
    fn list(&mut self, id: NodeId, start: &Directory) -> Option<Directory> {
        let script = self.script;
        // Copied only when something moves.
        let mut here = Cow::Borrowed(start);
        // Where an `&&`/`||` list began, for its background form and for what follows `||`.
        let mut began = Cow::Borrowed(start);
        let mut moved = false;
        let mut after_or = false;
        for (child, node) in script.children(id) {
            let end = self.command(child, node, if after_or { &began } else { &here });
            let alone = node.piped || matches!(node.connector, Connector::Pipe | Connector::PipeBoth);
            if let Some(end) = end.filter(|_| !alone && !after_or) {
                here = Cow::Owned(end);
                moved = true;
            }
            match node.connector {
                Connector::And | Connector::Pipe | Connector::PipeBoth => after_or = false,
                Connector::Or => after_or = true,
                Connector::Background => {
                    here.clone_from(&began);
                    moved = false;
                    after_or = false;
                }
                Connector::Sequence | Connector::End => {
                    let known = !matches!(here.place, Whereabouts::Unknown(_));
                    let uncertain = known && (here.uncertain || moved && here.place != began.place);
                    if uncertain != here.uncertain {
                        here.to_mut().uncertain = uncertain;
                        moved = true;
                    }
                    if moved {
                        began = here.clone();
                        moved = false;
                    }
                    after_or = false;
                }
            }
        }
        match here {
            Cow::Borrowed(_) => None,
            Cow::Owned(here) => Some(here),
        }
    }

    /// Walks one command and returns where it leaves the shell, if that may be elsewhere.
    fn command(&mut self, id: NodeId, node: &Node, here: &Directory) -> Option<Directory> {
        match node.kind {
            Kind::Simple(command) => {
                if !here.is_start()
                    && let Some(found) = self.found.get_mut(command.index())
                {
                    *found = here.clone();
                }
                self.inner(id, here);
                let moving = self.moving.get(command.index()).copied().unwrap_or(true);
                match self.script.command(command).copied() {
                    Some(command) if moving => Some(self.after(&command, here)),
                    _ => None,
                }
            }
            Kind::Group | Kind::Clause(_) => self.list(id, here),
            Kind::Script(_) | Kind::Subshell => {
                self.list(id, here);
                None
            }
            Kind::If | Kind::Case { .. } => Some(self.branches(id, here)),
            Kind::While | Kind::Until | Kind::For { .. } | Kind::Select { .. } | Kind::ArithmeticFor => {
                Some(self.repeated(id, here))
            }
            // A function body runs when the function is called, wherever that is.
            Kind::Function { .. } => {
                let unknown = Directory { place: Whereabouts::Unknown(node.span), uncertain: false };
                self.inner(id, &unknown);
                None
            }
            Kind::Coproc { .. } | Kind::Arithmetic { .. } | Kind::Conditional { .. } | Kind::HereDocument => {
                self.inner(id, here);
                None
            }
        }
    }

    /// Walks the inside of a command without moving the shell.
    fn inner(&mut self, id: NodeId, here: &Directory) {
        let script = self.script;
        for (child, node) in script.children(id) {
            self.command(child, node, here);
        }
    }

    /// `if` and `case`: if the branches end in different places, the directory after them is unknown.
    fn branches(&mut self, id: NodeId, here: &Directory) -> Directory {
        let script = self.script;
        let mut condition = here.clone();
        let mut ends: Vec<Directory> = Vec::new();
        for (child, node) in script.children(id) {
            let end = self.command(child, node, &condition).unwrap_or_else(|| condition.clone());
            if matches!(node.kind, Kind::Clause(Clause::Condition)) {
                condition = end;
            } else {
                ends.push(end);
            }
        }
        ends.push(condition);
        merged(ends, script.node(id).map_or(Span::default(), |node| node.span))
    }

    /// Loops: a body that moves begins in another place the second time.
    fn repeated(&mut self, id: NodeId, here: &Directory) -> Directory {
        let script = self.script;
        let moves = script.children(id).any(|(child, node)| self.moves(child, node));
        let span = script.node(id).map_or(Span::default(), |node| node.span);
        let unknown = Directory { place: Whereabouts::Unknown(span), uncertain: false };
        let here = if moves { &unknown } else { here };
        for (child, node) in script.children(id) {
            self.command(child, node, here);
        }
        here.clone()
    }

    /// Where a command that may move leaves the shell.
    fn after(&mut self, command: &Command, here: &Directory) -> Directory {
        let script = self.script;
        let unknown = Directory { place: Whereabouts::Unknown(command.span), uncertain: false };
        let mut words = script.words(command.words);
        while let [first, rest @ ..] = words
            && matches!(script.literal(first), Some("builtin" | "command"))
        {
            words = rest;
        }
        let [first, operands @ ..] = words else { return here.clone() };
        // `CDPATH=… cd x` may go anywhere.
        if !command.assignments.is_empty() {
            return unknown;
        }
        match script.literal(first) {
            Some("cd") => self.moved(operands, here).unwrap_or(unknown),
            Some("pushd") if operands.is_empty() => unknown,
            Some("pushd") => {
                self.stack.push(here.clone());
                self.moved(operands, here).unwrap_or(unknown)
            }
            Some("popd") if operands.is_empty() => self.stack.pop().unwrap_or(unknown),
            Some("popd" | "eval" | "source" | ".") | None => unknown,
            Some(name) if self.functions.get(name).copied().unwrap_or(false) => unknown,
            Some(_) => here.clone(),
        }
    }

    /// Where `cd` with these operands goes; `None` if the text does not tell.
    fn moved(&self, operands: &[Word], here: &Directory) -> Option<Directory> {
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
        (length <= LONGEST).then_some(Directory { place, uncertain: here.uncertain })
    }
}

/// How long the path of a directory may become that is followed. Beyond that the text does not tell where a command runs.
const LONGEST: usize = 1024;

/// Whether a command of this name may move the shell.
fn changes_by_name(name: &str) -> bool {
    matches!(name, "cd" | "pushd" | "popd" | "eval" | "source" | "." | "builtin" | "command")
}

fn merged(ends: Vec<Directory>, span: Span) -> Directory {
    let mut ends = ends.into_iter();
    let first = ends.next().unwrap_or(Directory::START);
    let mut uncertain = first.uncertain;
    for end in ends {
        if end.place != first.place {
            return Directory { place: Whereabouts::Unknown(span), uncertain: false };
        }
        uncertain |= end.uncertain;
    }
    Directory { place: first.place, uncertain }
}

/// `~`, `~/x`, `~user/x`; `~+` and `~-` depend on the shell's own variables.
fn home(text: &str) -> Option<Whereabouts> {
    let (user, rest) = text.split_once('/').unwrap_or((text, ""));
    if matches!(user, "~+" | "~-") || user.bytes().any(|byte| byte == b'$') {
        return None;
    }
    Some(Whereabouts::Home(below(user, rest)))
}

fn joined(here: &Whereabouts, path: &str) -> Whereabouts {
    if path.starts_with('/') {
        return Whereabouts::Absolute(normal("", path));
    }
    match here {
        Whereabouts::Relative(base) => Whereabouts::Relative(relative(base, path)),
        Whereabouts::Absolute(base) => Whereabouts::Absolute(normal(base, path)),
        Whereabouts::Home(base) => Whereabouts::Home(below(base, path)),
        Whereabouts::Unknown(span) => Whereabouts::Unknown(*span),
    }
}

/// An absolute path of `base` and `path`; `..` stops at the root.
fn normal(base: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in base.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// A relative path of `base` and `path`; `..` that leaves the beginning stays in front.
fn relative(base: &str, path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in base.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// A path below a home directory; one that leaves it keeps its `..`.
fn below(base: &str, path: &str) -> String {
    let (user, inside) = base.split_once('/').unwrap_or((base, ""));
    let inside = relative(inside, path);
    if inside.is_empty() { user.to_owned() } else { format!("{user}/{inside}") }
}

#[cfg(test)]
mod tests {
    use super::{Whereabouts, directories};

    /// The directories of all commands, `?` for unknown, `*` after those that are uncertain.
    fn shown(text: &str) -> String {
        let script = crate::read(text);
        let list: Vec<String> = directories(&script)
            .into_iter()
            .map(|directory| {
                let place = match directory.place {
                    Whereabouts::Relative(path) if path.is_empty() => ".".to_owned(),
                    Whereabouts::Relative(path) | Whereabouts::Absolute(path) | Whereabouts::Home(path) => path,
                    Whereabouts::Unknown(_) => "?".to_owned(),
                };
                place + if directory.uncertain { "*" } else { "" }
            })
            .collect();
        list.join(" ")
    }

    #[test]
    fn directories_follow_cd() {
        let cases = [
            ("ls", "."),
            ("cd src && ls", ". src"),
            ("cd src; ls", ". src*"),
            ("cd src\ncd ..\nls", ". src* .*"),
            ("cd a/b && cd ../c && ls", ". a/b a/c"),
            ("cd .. && ls", ". .."),
            ("cd ../../x && cd .. && ls", ". ../../x ../.."),
            ("cd /tmp && cd x && ls", ". /tmp /tmp/x"),
            ("cd && ls", ". ~"),
            ("cd ~/x && ls", ". ~/x"),
            ("cd - && ls", ". ?"),
            ("cd $x && ls", ". ?"),
            ("cd *x && ls", ". ?"),
            ("cd $x && cd /tmp && ls", ". ? /tmp"),
            ("(cd src && ls); pwd", ". src ."),
            ("{ cd src && ls; }; pwd", ". src src*"),
            ("cd src | ls; pwd", ". . ."),
            ("cd src && make & ls", ". src ."),
            ("cd src || exit 1; ls", ". . src*"),
            ("x=$(cd src && pwd); ls", ". . src ."),
            ("if cd src; then ls; fi; pwd", ". src* src*"),
            ("for d in a b; do cd $d; ls; done; pwd", "? ? ?"),
            ("for d in a b; do (cd $d && ls); done; pwd", ". ? ."),
            ("pushd src && ls && popd && pwd", ". src src ."),
            ("popd && ls", ". ?"),
            ("eval x; ls", ". ?"),
            (". ./x; ls", ". ?"),
            ("$x; ls", ". ?"),
            ("builtin cd src && ls", ". src"),
            ("CDPATH=/ cd etc && ls", ". ?"),
            ("f() { cd /; }; f; ls", "? . ?"),
            ("f() { ls; }; f; ls", "? . ."),
            ("case x in a) cd b;; esac; ls", ". ?"),
        ];
        for (text, expected) in cases {
            assert_eq!(shown(text), expected, "{text}");
        }
    }
}
