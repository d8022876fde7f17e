//! The box: frame, body, options and hint, in lines. Pure.

use crate::body::body;
use crate::border;
use crate::paint::{Line, Paint};
use crate::question::{Choice, Question, Style};
use crate::spelling::{Cell, Kind, spell, width};
use crate::state::{Note, Pages, Pick, State};
use crate::wrap::{words, wrap};

const WARNING: &str = "!! OUTSIDE PROJECT !!";
const HINT: &str = "↑/↓ navigate, Enter confirm, 1-3 quick, Ctrl+C cancel";
const TOO_SMALL: &str = "too small: enlarge the terminal, or Ctrl+C to deny";
const DENY: &str = "3. Deny: ";
const ALWAYS: &str = "2. Always allow";
/// What option 2 says if there is nothing that it could stand for.
const NEVER: &str = "not for this call";
/// Where the second row of what it stands for begins.
const HANGING: usize = 5;

/// The assumed size of a terminal that does not report one.
const USUAL: Size = Size { columns: 80, rows: 24 };
/// With fewer columns a box does not help; the question is asked line by line.
const LEAST_COLUMNS: usize = 20;
/// Fewer lines of the body at a time do not help either.
const LEAST_LINES: usize = 2;

/// The size of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// From left to right; zero if unknown.
    pub columns: usize,
    /// From top to bottom; zero if unknown.
    pub rows: usize,
}

impl Size {
    /// With the usual numbers in place of unknown ones.
    #[must_use]
    pub const fn known(self) -> Self {
        let columns = if self.columns == 0 { USUAL.columns } else { self.columns };
        let rows = if self.rows == 0 { USUAL.rows } else { self.rows };
        Self { columns, rows }
    }

    /// The width of the box: 90 % of the terminal, between 24 and 60, and never as wide as the terminal.
    #[must_use]
    pub fn box_width(self) -> usize {
        let columns = self.known().columns;
        let share = columns.saturating_mul(90).checked_div(100).unwrap_or(columns);
        share.clamp(24, 60).min(columns.saturating_sub(1))
    }
}

/// A box, ready to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Its lines, from above.
    pub lines: Vec<Line>,
    /// Which of them is the first option.
    pub options_at: usize,
    /// Which part of the body it shows.
    pub pages: Pages,
    /// The longest reason in the style that does not wrap it.
    pub reason_room: usize,
}

/// Whether a terminal is large enough for the box.
#[must_use]
pub fn fits(question: &Question, size: Size) -> bool {
    let size = size.known();
    has_room(size, &layout(question, &State::new(question), size))
}

const fn has_room(size: Size, layout: &Layout) -> bool {
    size.columns >= LEAST_COLUMNS && layout.room >= LEAST_LINES
}

/// The parts of the box that are on every page.
struct Layout {
    inner: usize,
    above: Vec<Line>,
    options: Vec<Line>,
    below: Vec<Line>,
    /// Lines left for the body when there are pages.
    room: usize,
}

/// The box at this size.
#[must_use]
pub fn frame(question: &Question, state: &State, size: Size) -> Frame {
    let size = size.known();
    let layout = layout(question, state, size);
    if !has_room(size, &layout) {
        return too_small(size);
    }
    let lines = body(question, layout.inner, layout.room);
    let whole = layout.room.saturating_add(1);
    let (shown, pages) = if lines.len() <= whole {
        (lines.clone(), Pages { at: 0, count: 1, lines: lines.len() })
    } else {
        page(&lines, state.page, layout.room.max(1))
    };
    let mut out = layout.above;
    let paint = border::paint(question);
    out.extend(shown.iter().map(|line| bordered(line, layout.inner, paint)));
    out.push(border::middle(question, layout.inner));
    let options_at = out.len();
    out.extend(layout.options);
    out.push(border::bottom(question, state, layout.inner));
    out.extend(layout.below);
    if pages.count > 1 {
        out.push(page_hint(state, pages, size.columns));
    }
    Frame { lines: out, options_at, pages, reason_room: layout.inner.saturating_sub(2).max(10) }
}

/// What remains of a box when its terminal shrinks. The call cannot be read here, so it cannot be approved.
fn too_small(size: Size) -> Frame {
    let mut rows = words(TOO_SMALL, size.columns.saturating_sub(1), char::len_utf8);
    rows.truncate(size.rows);
    let line = |text: &String| {
        let mut line = Line::default();
        line.push(Paint::Marked, text);
        line
    };
    let pages = Pages { at: 0, count: usize::MAX, lines: 0 };
    Frame { lines: rows.iter().map(line).collect(), options_at: 0, pages, reason_room: 10 }
}

fn layout(question: &Question, state: &State, size: Size) -> Layout {
    let inner = size.box_width().saturating_sub(4);
    let paint = border::paint(question);
    let mut above = vec![border::top(question, inner)];
    if question.outside {
        above.extend(warning(inner).iter().map(|line| bordered(line, inner, paint)));
    }
    let drawn = |state: &State| -> Vec<Line> {
        Pick::ALL.into_iter().flat_map(|pick| option(question, state, pick, inner, paint)).collect()
    };
    let options = drawn(state);
    // Another choice must not make other pages: what was read would have to be read again.
    let tallest = (0..question.covers.len()).map(|choice| always_rows(question, choice, inner).len()).max();
    let spare = tallest.unwrap_or_default().saturating_sub(always_rows(question, state.choice, inner).len());
    let below = hint(size.columns);
    // The rule, the bottom and the line with the page number.
    let fixed = [above.len(), options.len(), spare, below.len(), 3].iter().sum();
    Layout { inner, above, options, below, room: size.rows.saturating_sub(fixed) }
}

fn page(lines: &[Line], wanted: usize, room: usize) -> (Vec<Line>, Pages) {
    let count = lines.len().div_ceil(room);
    let at = wanted.min(count.saturating_sub(1));
    let mut shown: Vec<Line> = lines.chunks(room).nth(at).unwrap_or_default().to_vec();
    // The last page is as long as the others, so that the options do not move.
    shown.resize(room, Line::default());
    (shown, Pages { at, count, lines: lines.len() })
}

fn bordered(content: &Line, inner: usize, paint: Paint) -> Line {
    let mut line = Line::default();
    line.push(paint, "│");
    line.push(Paint::Plain, " ");
    for span in &content.spans {
        line.push(span.paint, &span.text);
    }
    line.push(Paint::Plain, &" ".repeat(inner.saturating_sub(content.columns()).saturating_add(1)));
    line.push(paint, "│");
    line
}

/// Centred; the narrowest boxes need two lines for it.
fn warning(inner: usize) -> Vec<Line> {
    let centred = |row: &String| {
        let mut line = Line::default();
        line.push(Paint::Plain, &" ".repeat(inner.saturating_sub(row.len()) / 2));
        line.push(Paint::Plain, row);
        line
    };
    words(WARNING, inner, char::len_utf8).iter().map(centred).collect()
}

fn option(question: &Question, state: &State, pick: Pick, inner: usize, paint: Paint) -> Vec<Line> {
    match pick {
        Pick::Once => vec![bordered(&label("1. Execute once", state.pick == pick, inner), inner, paint)],
        Pick::Always if question.style == Style::Ollama => {
            vec![bordered(&label(ALWAYS, state.pick == pick, inner), inner, paint)]
        }
        Pick::Always => always(question, state, inner, paint),
        Pick::Deny => deny(question, state, inner, paint),
    }
}

/// An option of one row. This is our own text, and the help explains it: the original cuts it too.
fn label(text: &str, chosen: bool, inner: usize) -> Line {
    let room = inner.saturating_sub(2);
    let text = if text.len() > room {
        format!("{}...", text.chars().take(room.saturating_sub(3)).collect::<String>())
    } else {
        text.to_owned()
    };
    let mut line = Line::default();
    if chosen {
        line.push(Paint::Chosen, &format!("> {text:room$}"));
    } else {
        line.push(Paint::Plain, "  ");
        line.push(Paint::Plain, &text);
    }
    line
}

/// Option 2 with what it stands for, whole.
fn always(question: &Question, state: &State, inner: usize, paint: Paint) -> Vec<Line> {
    let chosen = state.pick == Pick::Always;
    let plain = match (chosen, question.covers.is_empty(), state.note) {
        (_, true, Some(Note::NothingToRemember)) => Paint::Marked,
        (true, _, _) => Paint::Chosen,
        (false, true, _) => Paint::Faint,
        (false, false, _) => Paint::Plain,
    };
    let row = |(number, row): (usize, &Vec<Cell>)| {
        let mut line = Line::default();
        line.push(plain, if chosen && number == 0 { "> " } else { "  " });
        line.push(plain, &" ".repeat(if number == 0 { 0 } else { HANGING.saturating_sub(2) }));
        line.push_cells(row, plain, Paint::Marked);
        bordered(&line, inner, paint)
    };
    always_rows(question, state.choice, inner).iter().enumerate().map(row).collect()
}

fn always_rows(question: &Question, choice: usize, inner: usize) -> Vec<Vec<Cell>> {
    let (first, rest) = (inner.saturating_sub(2), inner.saturating_sub(HANGING));
    let covered = question.covers.get(choice).map_or_else(|| NEVER.to_owned(), Choice::line);
    let covered = spell(&covered, Kind::Text);
    let rows = |between: &str| -> Vec<Vec<Cell>> {
        let ours = |text: &str| text.chars().map(Cell::plain).collect::<Vec<Cell>>();
        let mut logical = covered.clone();
        if let Some(first) = logical.first_mut() {
            first.splice(0..0, ours(&format!("{ALWAYS}{between}")));
        }
        if let Some(last) = logical.last_mut().filter(|_| question.covers.len() > 1) {
            last.extend(ours(&format!("{between}(Tab)")));
        }
        let row = |(at, line): (usize, &Vec<Cell>)| wrap(line, if at == 0 { first } else { rest }, rest);
        logical.iter().enumerate().flat_map(row).collect()
    };
    let in_one = rows("  ");
    if in_one.len() < 2 { in_one } else { rows(" ") }
}

fn deny(question: &Question, state: &State, inner: usize, paint: Paint) -> Vec<Line> {
    let mut line = Line::default();
    if state.pick == Pick::Deny {
        line.push(Paint::Chosen, &format!("> {DENY}"));
    } else {
        line.push(Paint::Plain, "  ");
        line.push(Paint::Faint, DENY);
    }
    let room = inner.saturating_sub(2).saturating_sub(DENY.len());
    let cells: Vec<Cell> = spell(&state.reason, Kind::Text).into_iter().flatten().collect();
    if question.style == Style::Ollama {
        line.push_cells(tail(&cells, room), Paint::Plain, Paint::Plain);
        return vec![bordered(&line, inner, paint)];
    }
    let indent = 2;
    let mut lines = Vec::new();
    for row in wrap(&cells, room, inner.saturating_sub(indent)) {
        line.push_cells(&row, Paint::Plain, Paint::Marked);
        lines.push(bordered(&std::mem::take(&mut line), inner, paint));
        line.push(Paint::Plain, &" ".repeat(indent));
    }
    lines
}

/// The end of the cells, as much as fits.
fn tail(cells: &[Cell], room: usize) -> &[Cell] {
    let mut shown = cells;
    while width(shown) > room {
        shown = shown.split_first().map_or(&[], |(_, rest)| rest);
    }
    shown
}

fn hint(columns: usize) -> Vec<Line> {
    // The original counts bytes, so an arrow counts three and the hint breaks below 58 columns.
    let rows = words(HINT, columns.saturating_sub(1), char::len_utf8);
    let faint = |text: &String| {
        let mut line = Line::default();
        line.push(Paint::Faint, text);
        line
    };
    rows.iter().map(faint).collect()
}

fn page_hint(state: &State, pages: Pages, columns: usize) -> Line {
    let mut line = Line::default();
    let (at, count) = (pages.at.saturating_add(1), pages.count);
    let (read_on, plain) = if columns < 40 {
        (format!("{at}/{count} read on"), format!("{at}/{count} PgDn"))
    } else {
        (format!("page {at} of {count}, read on: PgDn"), format!("page {at} of {count}, PgUp/PgDn"))
    };
    match state.note {
        Some(Note::ReadOn) => line.push(Paint::Marked, &read_on),
        Some(Note::NothingToRemember) | None => line.push(Paint::Faint, &plain),
    }
    line
}
