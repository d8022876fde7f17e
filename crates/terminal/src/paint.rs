//! Lines of the screen, and the bytes that put them there.

use std::fmt::Write;

use crate::spelling::Cell;

/// How a piece of text is painted. The first five are the fourth document's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// As the terminal paints.
    #[default]
    Plain,
    /// The frame.
    Frame,
    /// The frame of a call that leaves the project.
    Alarm,
    /// The chosen option.
    Chosen,
    /// What matters less: the hint, Deny when it is not chosen.
    Faint,
    /// What is spelt out, what asks.
    Marked,
    /// What is allowed, what is added.
    Good,
    /// What is denied, what is taken away.
    Bad,
}

impl Paint {
    /// The number that switches it on.
    const fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Frame => "36",
            Self::Alarm => "91",
            Self::Chosen => "1;32",
            Self::Faint => "90",
            Self::Marked => "33",
            Self::Good => "32",
            Self::Bad => "31",
        }
    }
}

/// Text of one paint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// How it is painted.
    pub paint: Paint,
    /// The text, safe to write.
    pub text: String,
}

/// One line of the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Its pieces, from the left.
    pub spans: Vec<Span>,
}

impl Line {
    /// Adds text that is ours or was spelt.
    pub fn push(&mut self, paint: Paint, text: &str) {
        match self.spans.last_mut() {
            _ if text.is_empty() => {}
            Some(last) if last.paint == paint && paint == Paint::Plain => last.text.push_str(text),
            _ => self.spans.push(Span { paint, text: text.to_owned() }),
        }
    }

    /// Adds cells; those that stand for something else get a paint of their own.
    pub fn push_cells(&mut self, cells: &[Cell], paint: Paint, spelt: Paint) {
        for cell in cells {
            let paint = if cell.spelt { spelt } else { paint };
            match self.spans.last_mut() {
                Some(last) if last.paint == paint => last.text.push(cell.glyph),
                _ => self.spans.push(Span { paint, text: cell.glyph.to_string() }),
            }
        }
    }

    /// The text alone.
    #[must_use]
    pub fn text(&self) -> String {
        self.spans.iter().map(|span| span.text.as_str()).collect()
    }

    /// How many columns it takes.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.spans.iter().flat_map(|span| span.text.chars()).map(|glyph| Cell::plain(glyph).width).sum()
    }

    /// Writes the line, and clears what stood to its right.
    fn write(&self, out: &mut String, colour: Colour) {
        for span in &self.spans {
            let code = span.paint.code();
            if code.is_empty() || colour == Colour::Off {
                out.push_str(&span.text);
            } else {
                // Writing into a string cannot fail.
                let _ = write!(out, "\x1b[{code}m{}\x1b[0m", span.text);
            }
        }
        out.push_str("\x1b[K");
    }
}

/// Whether to paint at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// Yes.
    #[default]
    On,
    /// No: text only.
    Off,
}

/// The bytes of lines; raw mode needs both ends of a line break, and the last line has none.
#[must_use]
pub fn bytes(lines: &[Line], colour: Colour) -> String {
    let mut out = String::new();
    for (at, line) in lines.iter().enumerate() {
        if at > 0 {
            out.push_str("\r\n");
        }
        line.write(&mut out, colour);
    }
    out
}
