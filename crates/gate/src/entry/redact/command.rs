//! Secrets in shell commands. What is replaced stays one literal word, so the command is read as it was before.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use byleave_knowledge::secrets::is_secret_variable;
use byleave_shell::{Clause, Command, Kind, PartKind, RedirectOperator, Script, Span, Word, quoted};

use super::edit::{Edit, Edits};
use super::text::{self, Manner};
use super::value::{is_given, is_program};
use super::{ROUNDS, Redactor, Seen, words};

/// How deep scripts in words are looked into.
const DEEPEST: u32 = 4;

/// A command without its secrets.
#[derive(Debug)]
pub(super) struct RedactedCommand {
    pub text: String,
    passes: Vec<Edits>,
}

impl RedactedCommand {
    /// The new span of a part of the real command.
    pub fn span(&self, (start, end): (u32, u32)) -> (u32, u32) {
        let place = |at: u32, is_end: bool| {
            let place = self.passes.iter().fold(at as usize, |at, edits| edits.place(at, is_end));
            u32::try_from(place).unwrap_or(u32::MAX)
        };
        (place(start, false), place(end, true))
    }
}

/// `read` is the command as it was read before, if it was.
pub(super) fn redact(
    redactor: &Redactor,
    command: &str,
    read: Option<&Script<'_>>,
    seen: &mut Seen,
) -> RedactedCommand {
    let mut all = at_depth(redactor, command, read, seen, 0);
    // Where one secret stood in another, what is left of the outer one shows only now.
    for _ in 0..ROUNDS {
        if all.passes.iter().all(Edits::is_empty) {
            break;
        }
        let again = at_depth(redactor, &all.text, None, seen, 0);
        if again.text == all.text {
            break;
        }
        all.text = again.text;
        all.passes.extend(again.passes);
    }
    all
}

fn at_depth(
    redactor: &Redactor,
    command: &str,
    read: Option<&Script<'_>>,
    seen: &mut Seen,
    depth: u32,
) -> RedactedCommand {
    let first = text::evident(redactor, command, seen);
    let between = first.apply(command);
    let now;
    let script = if let Some(script) = read.filter(|script| script.source() == between) {
        script
    } else {
        // Without a secret it is another text.
        now = byleave_shell::read(&between);
        &now
    };
    let alone = standing_alone(script);
    let mut pass = Pass { redactor, text: &between, script, seen, depth, alone, edits: Vec::new() };
    pass.commands();
    pass.other_words();
    pass.here_documents();
    let mut edits = pass.edits;
    if !script.opaque().is_empty() {
        // What could not be read as words is read as text.
        let running = text::named(redactor, &between, Manner::Running, seen);
        edits.extend(running.into_list());
    }
    let second = Edits::new(edits);
    let text = second.apply(&between);
    RedactedCommand { text, passes: vec![first, second] }
}

/// Where secrets stand: for each word that has some, its parts.
type Secrets = HashMap<usize, Vec<Range<usize>>>;

struct Pass<'p, 's> {
    redactor: &'p Redactor,
    text: &'p str,
    script: &'p Script<'s>,
    seen: &'p mut Seen,
    depth: u32,
    /// Variables that are a word of their own somewhere.
    alone: HashSet<&'p str>,
    edits: Vec<Edit>,
}

impl Pass<'_, '_> {
    fn commands(&mut self) {
        let all = self.script.commands();
        for (at, command) in all.iter().enumerate() {
            let list = self.script.words(command.words);
            let values: Vec<Option<&str>> = list.iter().map(|word| self.script.literal(word)).collect();
            let mut secrets: Secrets = HashMap::new();
            for (index, range) in words::secrets(&values) {
                secrets.entry(index).or_default().push(range);
            }
            if let Some((index, range)) = all.get(at + 1).and_then(|reader| self.piped(&values, reader)) {
                secrets.entry(index).or_default().push(range);
            }
            if words::reads_password(&values) {
                let given = self.script.redirections(command.redirections).iter();
                for redirection in given.filter(|one| one.operator == RedirectOperator::HereString) {
                    let value = self.script.literal(&redirection.target).filter(|value| is_given(value));
                    let all = value.map_or(0..0, |value| 0..value.len());
                    self.words(&[redirection.target], &Secrets::from([(0, vec![all])]));
                }
            }
            self.words(list, &secrets);
            self.assignments(command);
        }
        for redirection in self.script.all_redirections() {
            if !matches!(redirection.operator, RedirectOperator::HereDocument | RedirectOperator::HereDocumentTabs) {
                self.words(&[redirection.target], &Secrets::new());
            }
        }
    }

    /// What `echo` or `printf` gives to a command that reads a password.
    fn piped(&self, writer: &[Option<&str>], reader: &Command) -> Option<(usize, Range<usize>)> {
        let reads = self.script.words(reader.words).iter().map(|word| self.script.literal(word));
        let piped = self.script.node(reader.node).is_some_and(|node| node.piped);
        let speaks = matches!(writer.first(), Some(Some("echo" | "printf")));
        if !piped || !speaks || !words::reads_password(&reads.collect::<Vec<_>>()) {
            return None;
        }
        let last = writer.len().checked_sub(1).filter(|last| *last > 0)?;
        let value = writer.get(last).copied().flatten().filter(|value| is_given(value) && !value.starts_with('-'))?;
        Some((last, 0..value.len()))
    }

    /// Words of loops, cases and conditions.
    fn other_words(&mut self) {
        for (_, node) in self.script.nodes() {
            let range = match node.kind {
                Kind::For { words, .. } | Kind::Select { words, .. } | Kind::Conditional { words } => words,
                Kind::Case { subject } => subject,
                Kind::Clause(Clause::Arm { patterns }) => patterns,
                Kind::Script(_)
                | Kind::Simple(_)
                | Kind::Subshell
                | Kind::Group
                | Kind::If
                | Kind::While
                | Kind::Until
                | Kind::ArithmeticFor
                | Kind::Clause(Clause::Condition | Clause::Body | Clause::Else)
                | Kind::Function { .. }
                | Kind::Coproc { .. }
                | Kind::Arithmetic { .. }
                | Kind::HereDocument => continue,
            };
            self.words(self.script.words(range), &Secrets::new());
        }
    }

    fn here_documents(&mut self) {
        for body in self.script.all_redirections().iter().filter_map(|redirection| redirection.here_document) {
            self.running(body.body);
        }
    }

    /// The words of one command, with the places of secrets that their neighbours gave away.
    fn words(&mut self, list: &[Word], secrets: &Secrets) {
        let mut at = 0;
        while let Some(word) = list.get(at) {
            // The words of one brace expansion share their place, and are replaced together.
            let same =
                list.get(at..).unwrap_or_default().iter().take_while(|other| word.brace && other.span == word.span);
            let count = same.count().max(1);
            let group = list.get(at..at + count).unwrap_or_default();
            let mut changed = false;
            let mut new = Vec::new();
            for (index, word) in (at..).zip(group) {
                let Some(value) = self.script.literal(word) else {
                    new.push(None);
                    continue;
                };
                let own = secrets.get(&index).cloned().unwrap_or_default();
                let value = value.to_owned();
                let redacted = self.value(&value, own);
                changed |= redacted.is_some();
                new.push(Some(redacted.unwrap_or(value)));
            }
            let known: Option<Vec<String>> =
                new.into_iter().map(|word| word.map(|word| quoted(&word).into_owned())).collect();
            match known {
                Some(known) if changed => self.replace(word.span, known.join(" ")),
                Some(_) => {}
                None => self.unknown(word),
            }
            at += count;
        }
    }

    /// A word whose value is not known: its parts of text, and then as running text.
    fn unknown(&mut self, word: &Word) {
        for part in self.script.parts(word) {
            if let PartKind::Text(text) = part.kind {
                let value = self.script.text(text).to_owned();
                // Only what the text itself does not show: `$'\x67hp_…'`.
                if part.span.of(self.text).starts_with("$'") {
                    let redacted = text::evident(self.redactor, &value, self.seen);
                    if !redacted.is_empty() {
                        self.replace(part.span, quoted(&redacted.apply(&value)).into_owned());
                    }
                }
            }
        }
        self.running(word.span);
    }

    fn running(&mut self, span: Span) {
        let found = text::named(self.redactor, span.of(self.text), Manner::Running, self.seen);
        for edit in found.into_list() {
            let start = span.start as usize;
            self.edits.push(Edit { range: start + edit.range.start..start + edit.range.end, with: edit.with });
        }
    }

    /// The value of a literal word without its secrets, if it had some.
    fn value(&mut self, value: &str, secrets: Vec<Range<usize>>) -> Option<String> {
        if !secrets.is_empty() {
            let edit = |range: Range<usize>| {
                let with = self.redactor.value(value.get(range.clone()).unwrap_or(""), self.seen);
                Edit { range, with }
            };
            let edits: Vec<Edit> = secrets.into_iter().map(edit).collect();
            return Some(Edits::new(edits).apply(value));
        }
        // It may be a script of its own, as in `bash -c '…'`.
        let inner = (self.depth < DEEPEST && value.contains([' ', '\t', '\n']))
            .then(|| at_depth(self.redactor, value, None, self.seen, self.depth + 1).text)
            .filter(|inner| inner != value);
        let further = text::all(self.redactor, inner.as_deref().unwrap_or(value), Manner::Value, self.seen);
        further.or(inner)
    }

    fn assignments(&mut self, command: &Command) {
        for assignment in self.script.assignments(command.assignments) {
            let name = self.script.text(assignment.name).to_owned();
            if assignment.array {
                self.words(self.script.words(assignment.elements), &Secrets::new());
                continue;
            }
            let Some(value) = self.script.literal(&assignment.value).map(str::to_owned) else {
                self.running(assignment.span);
                self.unknown(&assignment.value);
                continue;
            };
            // A variable that is run, or named where a program or a path could be, is part of what the command does.
            let works = is_program(&value)
                || value.starts_with('-')
                || value.contains('/') && self.alone.contains(name.as_str());
            let secret = is_secret_variable(&name) && is_given(&value) && !works;
            let all = 0..value.len();
            if let Some(new) = self.value(&value, if secret { vec![all] } else { Vec::new() }) {
                self.replace(assignment.value.span, quoted(&new).into_owned());
            }
        }
    }

    fn replace(&mut self, span: Span, with: String) {
        let range = span.start as usize..span.end as usize;
        if self.text.get(range.clone()) != Some(&with) {
            self.edits.push(Edit { range, with });
        }
    }
}

/// The variables that are a word of their own somewhere.
fn standing_alone<'s>(script: &'s Script<'_>) -> HashSet<&'s str> {
    let alone = |word: &Word| match script.parts(word) {
        [part] => match part.kind {
            PartKind::Parameter(parameter) => Some(script.text(parameter.name)),
            PartKind::Text(_) | PartKind::Substitution(_) | PartKind::Arithmetic { .. } | PartKind::Opaque => None,
        },
        _ => None,
    };
    script.commands().iter().flat_map(|command| script.words(command.words)).filter_map(alone).collect()
}
