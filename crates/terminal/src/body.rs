//! The lines between the top of the box and the rule: the question itself.

use std::collections::BTreeSet;

use byleave_gate::Risk;
use byleave_gate::order::in_order;
use byleave_policy::Verdict;
use serde_json::Value;

use crate::border;
use crate::diff::{Change, Diff};
use crate::lookalike;
use crate::paint::{Line, Paint};

use crate::question::{Choice, Part, Question, Style, Subject};
use crate::spelling::{Cell, Kind, REASON, spell, width};
use crate::wrap::wrap;

/// The indentation of a field's second row. Only our own text stands at the edge, so that text of the call cannot
/// imitate a field or a mark; and text of the call cannot contain the sign before a reason.
const HANGING: usize = 2;

/// The lines of a body, not wider than `inner`, of which `room` are on the first page.
///
/// The call comes first and what matters about it below; where that would be on another page, it comes first.
#[must_use]
pub fn body(question: &Question, inner: usize, room: usize) -> Vec<Line> {
    let part = |put: &dyn Fn(&mut Body)| {
        let mut body = Body { inner, lines: Vec::new(), style: question.style };
        put(&mut body);
        body.lines
    };
    if question.style == Style::Ollama {
        return part(&|body| body.original(question));
    }
    let matters = part(&|body| body.matters(question));
    let rest = part(&|body| body.rest(question));
    let call = part(&|body| body.call(question, 0));
    let lines = [call.len(), matters.len()].iter().sum::<usize>();
    if lines <= room || matters.is_empty() {
        return [call, matters, rest].concat();
    }
    // What stands below words of ours must not look like them.
    [matters, part(&|body| body.call(question, HANGING)), rest].concat()
}

struct Body {
    inner: usize,
    lines: Vec<Line>,
    style: Style,
}

/// How a text is laid out in lines.
#[derive(Clone, Copy)]
struct Put<'p> {
    /// What comes before it on the first line.
    mark: (Paint, &'p str),
    /// Its label; it wraps with the text.
    label: &'p str,
    kind: Kind,
    paint: Paint,
    /// The indentation of the other lines.
    indent: usize,
}

impl Put<'_> {
    const FIELD: Self =
        Self { mark: (Paint::Plain, ""), label: "", kind: Kind::Text, paint: Paint::Plain, indent: HANGING };
}

impl Body {
    fn put(&mut self, text: &str, put: Put<'_>) {
        let (mark_paint, mark) = put.mark;
        let first = self.inner.saturating_sub(mark.chars().count());
        let rest = self.inner.saturating_sub(put.indent);
        let mut logical = spell(text, put.kind);
        if let Some(line) = logical.first_mut() {
            line.splice(0..0, put.label.chars().map(Cell::plain));
        }
        let spelt = if self.style == Style::Ollama { put.paint } else { Paint::Marked };
        for (number, cells) in logical.iter().enumerate() {
            let rows = wrap(cells, if number == 0 { first } else { rest }, rest);
            for (at, row) in rows.iter().enumerate() {
                let mut line = Line::default();
                if number == 0 && at == 0 {
                    line.push(mark_paint, mark);
                } else {
                    line.push(Paint::Plain, &" ".repeat(put.indent));
                }
                line.push_cells(row, put.paint, spelt);
                self.lines.push(line);
            }
        }
    }

    /// Appends to the last line, if there is room.
    fn append(&mut self, mark: &str, text: &str) -> bool {
        let lines = spell(text, Kind::Text);
        let ([cells], Some(last)) = (lines.as_slice(), self.lines.last_mut()) else { return false };
        let taken = [last.columns(), mark.chars().count(), width(cells)];
        if taken.iter().sum::<usize>() > self.inner {
            return false;
        }
        last.push(Paint::Faint, mark);
        last.push_cells(cells, Paint::Faint, Paint::Marked);
        true
    }

    fn field(&mut self, label: &str, text: &str) {
        // The original wraps the whole line, label included, and does not indent.
        let indent = if self.style == Style::Ollama { 0 } else { HANGING };
        self.put(text, Put { label, indent, ..Put::FIELD });
    }

    fn note(&mut self, paint: Paint, text: &str) {
        self.put(text, Put { paint, ..Put::FIELD });
    }

    /// What the original shows: the tool and its subject.
    fn original(&mut self, question: &Question) {
        self.put(&question.tool, Put { label: "Tool: ", kind: Kind::Name, indent: 0, ..Put::FIELD });
        match &question.subject {
            Subject::Command(command) => self.field("Command: ", command),
            Subject::Query(query) => self.field("Query: ", query),
            Subject::Arguments if question.arguments.is_empty() => {}
            Subject::Arguments => self.field("Arguments: ", &joined(question)),
        }
    }

    /// The call itself; its first row is indented as told.
    fn call(&mut self, question: &Question, indent: usize) {
        // Where the frame has no room for the tool, each has its label.
        let named = border::names_the_tool(question, self.inner);
        if !named {
            self.put(&question.tool, Put { label: "Tool: ", kind: Kind::Name, ..Put::FIELD });
        }
        let blanks = " ".repeat(indent);
        let put = Put { mark: (Paint::Plain, &blanks), ..Put::FIELD };
        match &question.subject {
            Subject::Command(text) => self.put(text, Put { label: if named { "" } else { "Command: " }, ..put }),
            Subject::Query(text) => self.put(text, Put { label: if named { "" } else { "Query: " }, ..put }),
            Subject::Arguments => match &question.diff {
                Some(diff) => self.path(diff),
                None => self.arguments(question),
            },
        }
    }

    /// What it does and why it asks.
    fn matters(&mut self, question: &Question) {
        let paint = match question.risk {
            Some(Risk::High | Risk::Critical) => Paint::Bad,
            Some(Risk::Low | Risk::Medium) | None => Paint::Marked,
        };
        let mark = Put { mark: (paint, "! "), paint, ..Put::FIELD };
        if !question.matters.is_empty() {
            self.put(&question.matters.join(" · "), mark);
        }
        for warning in lookalike::warnings(question) {
            self.put(warning, Put { mark: (Paint::Marked, "! "), paint: Paint::Marked, ..Put::FIELD });
        }
    }

    /// What a person looks up.
    fn rest(&mut self, question: &Question) {
        if question.subject != Subject::Arguments || question.diff.is_some() {
            self.arguments(question);
        }
        for part in &question.parts {
            self.part(part);
        }
        if let Some(diff) = &question.diff {
            self.hunks(diff);
        }
        for (label, text) in [("Directory: ", &question.cwd), ("Session: ", &question.session)] {
            if let Some(text) = text {
                self.field(label, text);
            }
        }
        // An argument that says the same stands there already.
        let is_shown = |text: &str| question.arguments.values().any(|value| value.as_str() == Some(text));
        if let Some(description) = question.description.as_deref().filter(|text| !is_shown(text)) {
            // Quoted, so that a person sees where the agent's words end and byleave's begin.
            self.field("The agent says: ", &format!("“{description}”"));
        }
        // All of them, so that another choice makes no other pages.
        let long: BTreeSet<&str> = question.covers.iter().filter_map(Choice::long).collect();
        for covered in long {
            self.field("Always: ", covered);
        }
    }

    fn part(&mut self, part: &Part) {
        let mark = match part.verdict {
            Verdict::Allow => (Paint::Good, "✓ "),
            Verdict::Ask => (Paint::Marked, "? "),
            Verdict::Deny => (Paint::Bad, "✗ "),
        };
        self.put(&part.text, Put { mark, indent: 4, ..Put::FIELD });
        if !part.reason.is_empty() && !self.append(&format!(" {REASON} "), &part.reason) {
            let mark = format!("  {REASON} ");
            let mark = (Paint::Faint, mark.as_str());
            self.put(&part.reason, Put { mark, indent: 4, paint: Paint::Faint, ..Put::FIELD });
        }
    }

    fn arguments(&mut self, question: &Question) {
        // By name and value: an argument that only repeats the command is still one more argument.
        let is_shown = |name: &str, value: &Value| match (&question.subject, &question.diff) {
            (Subject::Command(text), _) => name == "command" && value.as_str() == Some(text),
            (Subject::Query(text), _) => name == "query" && value.as_str() == Some(text),
            (Subject::Arguments, Some(diff)) => diff.arguments.iter().any(|shown| shown == name),
            (Subject::Arguments, None) => false,
        };
        let arguments = in_order(&question.arguments, &question.order);
        for (name, value) in arguments.filter(|(name, value)| !is_shown(name, value)) {
            // The agent controls the name as much as the value.
            let text = format!("{}: {}", named(name), shown(value));
            self.put(&text, Put { mark: (Paint::Faint, "• "), indent: 4, ..Put::FIELD });
        }
    }

    fn path(&mut self, diff: &Diff) {
        let (added, removed) = diff.counts();
        let label = if diff.is_new { "New file: " } else { "Changes: " };
        self.put(&diff.path, Put { label, kind: Kind::Text, ..Put::FIELD });
        let counts =
            if diff.hunks.is_empty() { "nothing changes".to_owned() } else { format!("+{added} −{removed}") };
        if !self.append(&format!(" {REASON} "), &counts) {
            self.note(Paint::Faint, &counts);
        }
    }

    fn hunks(&mut self, diff: &Diff) {
        for hunk in &diff.hunks {
            self.note(Paint::Faint, &format!("@ line {}", hunk.from));
            for line in &hunk.lines {
                let (paint, mark) = match line.change {
                    Change::Same => (Paint::Plain, "· "),
                    Change::Added => (Paint::Good, "+ "),
                    Change::Removed => (Paint::Bad, "− "),
                };
                let put = Put { mark: (paint, mark), paint, kind: Kind::FileLine, indent: 3, ..Put::FIELD };
                self.put(&line.text, put);
                if !line.ended {
                    self.put(
                        "no line break at the end",
                        Put { mark: (Paint::Faint, "\\ "), paint: Paint::Faint, ..put },
                    );
                }
            }
        }
    }
}

/// A value on its own lines: text in quotes, everything else as JSON.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => format!("\"{text}\""),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => value.to_string(),
    }
}

/// A name that cannot be mistaken for more than a name.
fn named(name: &str) -> String {
    let plain = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-' | '.');
    if !name.is_empty() && name.chars().all(plain) { name.to_owned() } else { Value::from(name).to_string() }
}

/// All arguments on one line, as in the original; ambiguous ones are quoted.
fn joined(question: &Question) -> String {
    let one = |(name, value): (&String, &Value)| {
        let value = match value {
            Value::String(text) if is_bare(text) => text.clone(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) | Value::Object(_) => {
                value.to_string()
            }
        };
        format!("{}={value}", named(name))
    };
    in_order(&question.arguments, &question.order).map(one).collect::<Vec<_>>().join(", ")
}

fn is_bare(text: &str) -> bool {
    !text.contains([',', '=', '"']) && !text.is_empty() && serde_json::from_str::<Value>(text).is_err()
}
