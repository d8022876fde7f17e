//! Remembers what was drawn, and writes only what changed.

use std::fmt::Write;

use crate::frame::Frame;
use crate::paint::{Colour, Line, bytes};

/// The current content of the screen.
#[derive(Debug)]
pub struct Screen {
    colour: Colour,
    lines: Vec<Line>,
}

impl Screen {
    /// Nothing drawn yet.
    #[must_use]
    pub const fn new(colour: Colour) -> Self {
        Self { colour, lines: Vec::new() }
    }

    /// The bytes that turn the screen into a frame. The cursor stays at the end of its last line.
    pub fn draw(&mut self, frame: &Frame) -> String {
        let before = std::mem::replace(&mut self.lines, frame.lines.clone());
        if before.is_empty() {
            return bytes(&frame.lines, self.colour);
        }
        let same = before.len() == frame.lines.len();
        let changed = before.iter().zip(&frame.lines).position(|(old, new)| old != new);
        let from = match changed {
            None if same => return String::new(),
            // As in the original: moving the cursor redraws all options, a letter of the reason only its line.
            Some(at) if same && is_move(&before, frame) => at.min(frame.options_at),
            Some(at) if same => at,
            _ => 0,
        };
        let mut out = String::new();
        let up = before.len().saturating_sub(1).saturating_sub(from);
        if up > 0 {
            // Writing into a string cannot fail.
            let _ = write!(out, "\x1b[{up}A");
        }
        out.push('\r');
        out.push_str(&bytes(frame.lines.get(from..).unwrap_or_default(), self.colour));
        if before.len() > frame.lines.len() {
            out.push_str("\x1b[J");
        }
        out
    }

    /// The bytes that remove the box.
    pub fn clear(&mut self) -> String {
        let lines = std::mem::take(&mut self.lines);
        if lines.is_empty() {
            return String::new();
        }
        format!("\r\x1b[K{}\r", "\x1b[A\x1b[K".repeat(lines.len().saturating_sub(1)))
    }

    /// The bytes that remove the box after the width changed: lines that no longer fit take several rows.
    pub fn clear_resized(&mut self, columns: usize) -> String {
        let lines = std::mem::take(&mut self.lines);
        if lines.is_empty() {
            return String::new();
        }
        let rows: usize = lines.iter().map(|line| line.columns().div_ceil(columns.max(1)).max(1)).sum();
        match rows.saturating_sub(1) {
            0 => "\r\x1b[J".to_owned(),
            up => format!("\x1b[{up}A\r\x1b[J"),
        }
    }
}

fn is_move(before: &[Line], frame: &Frame) -> bool {
    let labels = frame.options_at..frame.options_at.saturating_add(2);
    labels.clone().any(|at| before.get(at) != frame.lines.get(at))
}
