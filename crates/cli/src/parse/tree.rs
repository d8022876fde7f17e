//! The tree: each command on its line, with what joins it to the one before, and its contents below it.

use std::io::{self, Write};

use byleave_shell::{
    Assignment, Class, Clause, Command, Connector, Kind, Node, NodeId, Opaque, Redirection, Script, Word,
};

use super::label;
use super::word::{Assigned, Redirected, Row, Shown};
use crate::escape;
use crate::style::{CHANGING, DANGER, JOIN, LABEL, NAME};

/// Beyond this, levels are shown by a number instead of more indentation.
const DEEPEST_INDENT: usize = 12;
/// Beyond this, notes on the words of one command are only counted.
const MOST_NOTES: usize = 12;
/// Beyond this, names in the summary are only counted.
const MOST_NAMES: usize = 12;

/// Writes the nodes of one script.
pub struct Tree<'w, 's> {
    out: &'w mut dyn Write,
    script: &'s Script<'s>,
    /// Opaque stretches that have not been written yet, in source order.
    opaque: &'s [Opaque],
    /// Where the bodies of here-documents begin, with their redirections, in source order.
    documents: Vec<(u32, &'s Redirection)>,
}

impl<'w, 's> Tree<'w, 's> {
    /// A tree of the whole script.
    pub fn new(out: &'w mut dyn Write, script: &'s Script<'s>) -> Self {
        let body =
            |redirection: &'s Redirection| redirection.here_document.map(|found| (found.body.start, redirection));
        let mut documents: Vec<_> = script.all_redirections().iter().filter_map(body).collect();
        documents.sort_by_key(|(start, _)| *start);
        Self { out, script, opaque: script.opaque(), documents }
    }

    /// Writes all of it. Recurses as deep as the reader's limits allow scripts to nest.
    pub fn write(mut self) -> io::Result<()> {
        self.children(self.script.root(), 0)?;
        self.opaque_before(u32::MAX, 0)
    }

    fn children(&mut self, id: NodeId, depth: usize) -> io::Result<()> {
        let script = self.script;
        let mut joined = Connector::End;
        for (child, node) in script.children(id) {
            self.opaque_before(node.span.start, depth)?;
            if let Some(title) = self.section(node) {
                self.indent(depth)?;
                let empty = if script.children(child).next().is_none() { ", empty" } else { "" };
                writeln!(self.out, "    {LABEL}▸ {LABEL:#}{title}{LABEL}{empty}{LABEL:#}")?;
                self.children(child, depth.saturating_add(1))?;
            } else {
                self.command(child, node, joined, depth)?;
                joined = node.connector;
            }
        }
        Ok(())
    }

    /// The heading of a node that is not a command but a place for commands.
    fn section(&self, node: &Node) -> Option<String> {
        let script = self.script;
        match node.kind {
            Kind::Script(place) => Some(format!("{LABEL}{}{LABEL:#}", label::place(place))),
            Kind::HereDocument => {
                let found = self.documents.binary_search_by_key(&node.span.start, |(start, _)| *start).ok();
                let name = found.and_then(|at| self.documents.get(at)).map_or("", |(_, of)| script.shown(&of.target));
                Some(format!("{LABEL}in the here-document{LABEL:#} {}", escape::shortened(name)))
            }
            Kind::Clause(Clause::Arm { patterns }) => {
                Some(format!("{LABEL}case{LABEL:#} {}", Row::new(script, script.words(patterns)).joined_by(" | ")))
            }
            Kind::Clause(clause) => {
                let parent = script.node(node.parent).map_or(Kind::Group, |parent| parent.kind);
                Some(format!("{LABEL}{}{LABEL:#}", label::clause(clause, parent)))
            }
            Kind::Simple(_)
            | Kind::Subshell
            | Kind::Group
            | Kind::If
            | Kind::While
            | Kind::Until
            | Kind::For { .. }
            | Kind::Select { .. }
            | Kind::ArithmeticFor
            | Kind::Case { .. }
            | Kind::Function { .. }
            | Kind::Coproc { .. }
            | Kind::Arithmetic { .. }
            | Kind::Conditional { .. } => None,
        }
    }

    fn command(&mut self, id: NodeId, node: &'s Node, joined: Connector, depth: usize) -> io::Result<()> {
        self.indent(depth)?;
        write!(self.out, "{JOIN}{:>2}{JOIN:#} ", joined.symbol())?;
        if node.timed {
            write!(self.out, "{JOIN}time{JOIN:#} ")?;
        }
        if node.negated {
            write!(self.out, "{JOIN}!{JOIN:#} ")?;
        }
        let command = self.heading(node)?;
        writeln!(self.out)?;
        // The contents of a list are indented; commands in the words of a command have a heading of their own.
        let is_list = matches!(node.kind, Kind::Subshell | Kind::Group | Kind::Function { .. } | Kind::Coproc { .. });
        let inner = if is_list { depth.saturating_add(1) } else { depth };
        match command {
            Some(command) => self.facts_of_command(command, depth)?,
            None => self.facts_of_compound(node, depth)?,
        }
        self.children(id, inner)?;
        self.opaque_before(node.span.end, inner)
    }

    /// The command itself on one line, without the line break. Returns the simple command if it is one.
    fn heading(&mut self, node: &Node) -> io::Result<Option<&'s Command>> {
        let script = self.script;
        let out = &mut *self.out;
        match node.kind {
            Kind::Simple(command) => {
                let command = script.command(command);
                if let Some(command) = command {
                    simple(out, script, command)?;
                }
                return Ok(command);
            }
            Kind::Subshell => write!(out, "( … ) {LABEL}subshell{LABEL:#}")?,
            Kind::Group => write!(out, "{{ … }} {LABEL}group{LABEL:#}")?,
            Kind::If => write!(out, "{NAME}if{NAME:#}")?,
            Kind::While => write!(out, "{NAME}while{NAME:#}")?,
            Kind::Until => write!(out, "{NAME}until{NAME:#}")?,
            Kind::For { variable, words, positional } | Kind::Select { variable, words, positional } => {
                let keyword = if matches!(node.kind, Kind::For { .. }) { "for" } else { "select" };
                write!(out, "{NAME}{keyword}{NAME:#} {}", escape::shortened(script.text(variable)))?;
                if positional {
                    write!(out, " {LABEL}over the positional parameters{LABEL:#}")?;
                } else {
                    write!(out, " in {}", Row::new(script, script.words(words)))?;
                }
            }
            Kind::ArithmeticFor => write!(out, "{NAME}for{NAME:#} (( … ))")?,
            Kind::Case { subject } => {
                write!(out, "{NAME}case{NAME:#} {}", Row::new(script, script.words(subject)))?;
            }
            Kind::Function { name } => {
                write!(out, "{}() {LABEL}function{LABEL:#}", escape::shortened(script.text(name)))?;
            }
            Kind::Coproc { name } => {
                write!(out, "{NAME}coproc{NAME:#}")?;
                if let Some(name) = name {
                    write!(out, " {}", escape::shortened(script.text(name)))?;
                }
            }
            Kind::Arithmetic { names } => {
                write!(out, "{}", escape::shortened(node.span.of(script.source())))?;
                let what = if names { "arithmetic over variables" } else { "arithmetic" };
                write!(out, " {LABEL}{what}{LABEL:#}")?;
            }
            Kind::Conditional { words } => {
                write!(out, "[[ {} ]]", Row::new(script, script.words(words)).with_operators())?;
            }
            Kind::Script(_) | Kind::Clause(_) | Kind::HereDocument => {}
        }
        Ok(None)
    }

    fn facts_of_command(&mut self, command: &Command, depth: usize) -> io::Result<()> {
        let script = self.script;
        let assignments = script.assignments(command.assignments);
        let values = assignments.iter().flat_map(|assignment| values(script, assignment));
        self.notes(values.chain(script.words(command.words)), depth)?;
        self.redirections(script.redirections(command.redirections), depth)?;
        if !command.complete {
            self.note(depth, format_args!("{DANGER}reading stopped here, words may be missing{DANGER:#}"))?;
        }
        Ok(())
    }

    fn facts_of_compound(&mut self, node: &Node, depth: usize) -> io::Result<()> {
        let script = self.script;
        if let Kind::For { words, .. } | Kind::Select { words, .. } | Kind::Case { subject: words } = node.kind {
            self.notes(script.words(words).iter(), depth)?;
        }
        if let Kind::Conditional { words } = node.kind {
            // A pattern in `[[ … ]]` is compared with text and matches no file names.
            self.notes(script.words(words).iter().filter(|word| word.class != Class::Bounded), depth)?;
        }
        self.redirections(script.redirections(node.redirections), depth)
    }

    /// Says for every word that may change at run time why it may.
    fn notes<'a>(&mut self, words: impl Iterator<Item = &'a Word>, depth: usize) -> io::Result<()> {
        let script = self.script;
        let mut seen = Vec::new();
        let mut more = 0usize;
        for word in words {
            let Some((class, why)) = label::why_not_literal(word) else { continue };
            if seen.contains(&(script.shown(word), class)) {
                continue;
            }
            if seen.len() >= MOST_NOTES {
                more = more.saturating_add(1);
                continue;
            }
            seen.push((script.shown(word), class));
            let shown = Shown::new(script, word).briefly();
            self.note(depth, format_args!("{shown}  {LABEL}{class}: {why}{LABEL:#}"))?;
        }
        if more > 0 {
            self.note(depth, format_args!("{LABEL}… and {more} more words that are not literal{LABEL:#}"))?;
        }
        Ok(())
    }

    fn redirections(&mut self, redirections: &[Redirection], depth: usize) -> io::Result<()> {
        let script = self.script;
        for redirection in redirections {
            let shown = Redirected(script, redirection);
            let does = label::redirection(redirection.operator);
            if let Some(document) = redirection.here_document {
                let lines = document.body.of(script.source()).lines().count();
                let lines = counted(lines, "line", "lines");
                let expanded = if document.quoted { "taken as it stands" } else { "expanded" };
                self.note(depth, format_args!("{shown}  {LABEL}{does}: {lines}, {expanded}{LABEL:#}"))?;
                continue;
            }
            self.note(depth, format_args!("{shown}  {LABEL}{does}{LABEL:#}"))?;
            if let Some((class, why)) = label::why_not_literal(&redirection.target) {
                let target = Shown::new(script, &redirection.target).briefly();
                self.note(depth, format_args!("{target}  {LABEL}{class}: {why}{LABEL:#}"))?;
            }
        }
        Ok(())
    }

    fn note(&mut self, depth: usize, note: std::fmt::Arguments<'_>) -> io::Result<()> {
        self.indent(depth)?;
        writeln!(self.out, "    {LABEL}·{LABEL:#} {note}")
    }

    /// Writes the opaque stretches that begin before `end`.
    fn opaque_before(&mut self, end: u32, depth: usize) -> io::Result<()> {
        while let Some((first, rest)) = self.opaque.split_first()
            && first.span.start < end
        {
            self.opaque = rest;
            self.indent(depth)?;
            let text = escape::shortened(first.span.of(self.script.source()));
            writeln!(
                self.out,
                "   {DANGER}✗ cannot be read{DANGER:#} {CHANGING}⟨{text}⟩{CHANGING:#}  {}",
                first.reason
            )?;
        }
        Ok(())
    }

    fn indent(&mut self, depth: usize) -> io::Result<()> {
        for _ in 0..depth.min(DEEPEST_INDENT) {
            self.out.write_all(b"    ")?;
        }
        if depth > DEEPEST_INDENT {
            write!(self.out, "{LABEL}[level {depth}]{LABEL:#} ")?;
        }
        Ok(())
    }
}

fn simple(out: &mut dyn Write, script: &Script<'_>, command: &Command) -> io::Result<()> {
    let words = script.words(command.words);
    let assignments = script.assignments(command.assignments);
    for (at, assignment) in assignments.iter().enumerate() {
        write!(out, "{}{}", if at == 0 { "" } else { " " }, Assigned(script, assignment))?;
    }
    if words.is_empty() && assignments.is_empty() {
        return write!(out, "{LABEL}no command, only redirections{LABEL:#}");
    }
    if !words.is_empty() && !assignments.is_empty() {
        write!(out, " ")?;
    }
    write!(out, "{}", Row::new(script, words).with_first(NAME))
}

/// The words an assignment takes its value from.
fn values<'s>(script: &'s Script<'_>, assignment: &'s Assignment) -> impl Iterator<Item = &'s Word> {
    let whole = (!assignment.array).then_some(&assignment.value);
    whole.into_iter().chain(script.words(assignment.elements))
}

/// One line of summary.
pub fn summary(out: &mut dyn Write, script: &Script<'_>) -> io::Result<()> {
    let commands = script.commands();
    write!(out, "\n{LABEL}{}{LABEL:#}", counted(commands.len(), "command", "commands"))?;
    for (at, command) in commands.iter().take(MOST_NAMES).enumerate() {
        let gap = if at == 0 { ": " } else { ", " };
        match (script.name(command), script.words(command.words).first()) {
            (Some(name), _) => write!(out, "{gap}{NAME}{}{NAME:#}", escape::quoted(name))?,
            (None, Some(word)) => write!(out, "{gap}{}", Shown::new(script, word))?,
            (None, None) => write!(out, "{gap}{LABEL}(no name){LABEL:#}")?,
        }
    }
    if let Some(more @ 1..) = commands.len().checked_sub(MOST_NAMES) {
        write!(out, "{LABEL} and {more} more{LABEL:#}")?;
    }
    for (number, one, many) in [
        (
            script.opaque().len(),
            "part cannot be read and may run anything",
            "parts cannot be read and may run anything",
        ),
        (script.hidden().len(), "hidden character", "hidden characters"),
    ] {
        if number > 0 {
            write!(out, "{LABEL} ·{LABEL:#} {DANGER}{}{DANGER:#}", counted(number, one, many))?;
        }
    }
    writeln!(out)
}

fn counted(number: usize, one: &str, many: &str) -> String {
    match number {
        0 => format!("no {many}"),
        1 => format!("1 {one}"),
        _ => format!("{number} {many}"),
    }
}
