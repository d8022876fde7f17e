//! The lines of the box around its text. In byleave's style the upper one names the tool and the risk, and the lower one
//! counts the last minute, so that neither takes a line from the call.

use std::time::Duration;

use byleave_gate::Risk;

use crate::paint::{Line, Paint};
use crate::question::{Question, Style};
use crate::spelling::{Cell, Kind, spell, width};
use crate::state::State;

/// From here on the time that is left is shown.
pub const LAST_MINUTE: Duration = Duration::from_mins(1);
/// What stands between the tool and its risk. A tool's name is shown without blanks, so it cannot contain it.
const BETWEEN: &str = " · ";
/// The corner, a blank on either side, at least one more piece of the line, and the other corner.
const AROUND: usize = 5;

/// The colour of the box.
pub const fn paint(question: &Question) -> Paint {
    if question.outside { Paint::Alarm } else { Paint::Frame }
}

/// The upper line, for text of this width.
pub fn top(question: &Question, inner: usize) -> Line {
    let mut title = Line::default();
    if question.style != Style::Ollama {
        if names_the_tool(question, inner) {
            title.push_cells(&name(question), Paint::Plain, Paint::Marked);
        }
        if let Some(risk) = question.risk {
            title.push(paint(question), if title.spans.is_empty() { "" } else { BETWEEN });
            title.push(paint_of(risk), &word(risk));
        }
    }
    titled('┌', &title, '┐', inner, paint(question))
}

/// Whether the upper line has room for the name of the tool; else it is a field of its own.
pub fn names_the_tool(question: &Question, inner: usize) -> bool {
    let risk = question.risk.map_or(0, |risk| [BETWEEN, &word(risk)].iter().flat_map(|part| part.chars()).count());
    let room = inner.saturating_add(4).saturating_sub(AROUND);
    !question.tool.is_empty() && width(&name(question)).saturating_add(risk) <= room
}

/// Tool and risk on one line, where there is no box.
pub fn heading(question: &Question) -> String {
    let tool: String = name(question).iter().map(|cell| cell.glyph).collect();
    question.risk.map_or_else(|| tool.clone(), |risk| format!("{tool}{BETWEEN}{}", word(risk)))
}

/// The line above the options.
pub fn middle(question: &Question, inner: usize) -> Line {
    titled('├', &Line::default(), '┤', inner, paint(question))
}

/// The lower line.
pub fn bottom(question: &Question, state: &State, inner: usize) -> Line {
    let mut title = Line::default();
    if question.style != Style::Ollama
        && let Some(left) = state.remaining.filter(|left| *left <= LAST_MINUTE)
    {
        title.push(Paint::Bad, &format!("expires in {}", clock(left)));
    }
    titled('└', &title, '┘', inner, paint(question))
}

/// A line of the frame, with words in it if there are any.
fn titled(left: char, title: &Line, right: char, inner: usize, paint: Paint) -> Line {
    let whole = inner.saturating_add(2);
    let mut line = Line::default();
    let taken = title.columns();
    if taken == 0 || taken.saturating_add(AROUND) > whole.saturating_add(2) {
        line.push(paint, &format!("{left}{}{right}", "─".repeat(whole)));
        return line;
    }
    line.push(paint, &format!("{left} "));
    line.spans.extend(title.spans.iter().cloned());
    line.push(paint, &format!(" {}{right}", "─".repeat(whole.saturating_sub(taken).saturating_sub(2))));
    line
}

fn name(question: &Question) -> Vec<Cell> {
    spell(&question.tool, Kind::Name).into_iter().flatten().collect()
}

fn word(risk: Risk) -> String {
    risk.name().to_uppercase()
}

const fn paint_of(risk: Risk) -> Paint {
    match risk {
        Risk::Low | Risk::Medium => Paint::Plain,
        Risk::High | Risk::Critical => Paint::Bad,
    }
}

/// A started second counts as whole: it never shows 0:00 while there is time.
fn clock(remaining: Duration) -> String {
    let seconds = remaining.as_secs().saturating_add(u64::from(remaining.subsec_nanos() > 0));
    format!("{}:{:02}", seconds / 60, seconds % 60)
}
