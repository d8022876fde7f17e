//! Lines of the screen, and the bytes that draw them.

use std::fmt::Write;

use crate::spelling::Cell;

/// The colour of a piece of text. The first five are Ollama's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// The terminal's default.
    #[default]
    Plain,
    /// The frame.
    Frame,
    /// The frame of a call that leaves the project.
    Alarm,
    /// The chosen option.
    Chosen,
    /// Less important text: the hint, Deny when it is not chosen.
    Faint,
    /// Spelt-out characters, and what asks.
    Marked,
    /// What is allowed or added.
    Good,
    /// What is denied or removed.
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

/// Text of one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Its colour.
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
    /// Adds text that is our own or was spelt out.
    pub fn push(&mut self, paint: Paint, text: &str) {
        match self.spans.last_mut() {
            _ if text.is_empty() => {}
            Some(last) if last.paint == paint && paint == Paint::Plain => last.text.push_str(text),
            _ => self.spans.push(Span { paint, text: text.to_owned() }),
        }
    }

    /// Adds cells; cells that stand for something else get their own colour.
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

    /// Writes the line, and clears the rest of it to the right.
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

/// Whether to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colour {
    /// Yes.
    #[default]
    On,
    /// No: text only.
    Off,
}

/// The bytes of lines. Raw mode needs both characters of a line break; the last line has none.
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
