//! Quotes outside expansions: `'…'`, `"…"`, `\x`.

use super::word::Quoting;
use super::{Parser, Read};
use crate::script::PartKind;
use crate::{Construct, Reason};

impl Parser<'_, '_> {
    /// `'…'`
    pub(super) fn single_quotes(&mut self) -> Read<()> {
        let start = self.at;
        let inside = start.saturating_add(1);
        let rest = self.bytes.get(inside..).unwrap_or(&[]);
        let Some(length) = rest.iter().position(|byte| *byte == b'\'') else {
            return Err(self.stop(start, Reason::Unterminated(Construct::SingleQuotes)));
        };
        let end = inside.saturating_add(length);
        self.at = end.saturating_add(1);
        let text = self.text(inside, end);
        self.push_part(self.span(start, self.at), PartKind::Text(text), true)
    }

    /// `\x`; a backslash at the very end is literal.
    pub(super) fn escaped(&mut self) -> Read<()> {
        let start = self.at;
        self.advance(1);
        let from = if self.at_end() { start } else { self.at };
        if !self.at_end() {
            self.advance(self.character_length());
        }
        let text = self.text(from, self.at);
        self.push_part(self.span(start, self.at), PartKind::Text(text), true)
    }

    /// The length in bytes of the character to read next.
    pub(super) fn character_length(&self) -> usize {
        self.text.get(self.at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
    }

    /// `"…"`
    pub(super) fn double_quotes(&mut self) -> Read<()> {
        let start = self.at;
        self.advance(1);
        let parts = self.builder.open_parts.len();
        if !self.quoted_text(b'"', Quoting::Double)? {
            return Err(self.stop(start, Reason::Unterminated(Construct::DoubleQuotes)));
        }
        if self.builder.open_parts.len() == parts {
            // `""` is an empty word, not a missing one.
            let text = self.text(self.at, self.at);
            self.push_part(self.span(start, self.at.saturating_add(1)), PartKind::Text(text), true)?;
        }
        self.advance(1);
        Ok(())
    }

    /// Reads text in which only `$`, backticks and some escapes are special, up to `close` or the end of the text; `true`
    /// if it was closed. `close` is not consumed; 0 reads to the end.
    pub(super) fn quoted_text(&mut self, close: u8, quoting: Quoting) -> Read<bool> {
        let mut run = self.at;
        loop {
            let byte = self.peek();
            match byte {
                0 => {
                    self.quoted_part(run)?;
                    return Ok(close == 0);
                }
                b'\\' => {
                    let escapes = match self.peek_second() {
                        b'$' | b'`' | b'\\' | b'\n' => true,
                        b'"' => quoting != Quoting::HereDocument,
                        _ => false,
                    };
                    if !escapes {
                        self.advance(1);
                        // The next character is literal, but must not be taken as the closing quote.
                        continue;
                    }
                    self.quoted_part(run)?;
                    let start = self.at;
                    self.advance(2);
                    if self.byte(start.saturating_add(1)) != b'\n' {
                        let text = self.text(start.saturating_add(1), self.at);
                        self.push_part(self.span(start, self.at), PartKind::Text(text), true)?;
                    }
                }
                b'`' => {
                    self.quoted_part(run)?;
                    self.backticks(quoting)?;
                }
                b'$' if self.begins_expansion(quoting)? => {
                    self.quoted_part(run)?;
                    self.dollar(quoting)?;
                }
                _ if byte == close => {
                    self.quoted_part(run)?;
                    return Ok(true);
                }
                _ => {
                    let rest = self.bytes.get(self.at.saturating_add(1)..).unwrap_or(&[]);
                    let plain = rest.iter().position(|byte| matches!(*byte, 0 | b'\\' | b'`' | b'$') || *byte == close);
                    self.advance(plain.unwrap_or(rest.len()).saturating_add(1));
                    continue;
                }
            }
            run = self.at;
        }
    }

    fn quoted_part(&mut self, run: usize) -> Read<()> {
        if run >= self.at {
            return Ok(());
        }
        let text = self.text(run, self.at);
        self.push_part(self.span(run, self.at), PartKind::Text(text), true)
    }
}
