//! `'…'` and `"…"`.

use crate::text::Reader;
use crate::text::word::Draft;
use crate::{NotPlain, Obstacle};

impl<'t> Reader<'t, '_> {
    pub(super) fn single(&mut self, draft: &mut Draft<'t>, start: usize) -> Result<(), NotPlain> {
        let open = self.at;
        // `'a''b'` is `a'b` in zsh with RC_QUOTES.
        if open > start && self.byte(open - 1) == b'\'' && !self.escaped(start, open) {
            return self.fails(open, Obstacle::QuotedQuote);
        }
        let rest = self.bytes.get(open + 1..).unwrap_or(&[]);
        let Some(length) = rest.iter().position(|byte| *byte == b'\'') else {
            return self.fails(open, Obstacle::Unclosed);
        };
        self.at = open + 1 + length;
        let inside = self.slice(open + 1, self.at);
        self.breaks(open, inside)?;
        self.at += 1;
        draft.push(inside);
        Ok(())
    }

    /// Whether the byte before is the second of `\'`.
    fn escaped(&self, start: usize, at: usize) -> bool {
        let before = self.bytes.get(start..at.saturating_sub(1)).unwrap_or(&[]);
        before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
    }

    /// A line break in quotes. `cat <<'E' "a` newline `b"`: the document begins behind the first line break, or behind the word.
    fn breaks(&mut self, start: usize, inside: &str) -> Result<(), NotPlain> {
        if inside.contains('\n') {
            self.broken = true;
            if self.resume.is_some() {
                return self.fails(start, Obstacle::DocumentLine);
            }
        }
        Ok(())
    }

    pub(super) fn double(&mut self, draft: &mut Draft<'t>, start: usize) -> Result<(), NotPlain> {
        let open = self.at;
        self.at += 1;
        if open == start && self.sees("$(cat") {
            return self.message(draft);
        }
        loop {
            let begins = self.at;
            let rest = self.bytes.get(begins..).unwrap_or(&[]);
            let Some(length) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | b'$' | b'`')) else {
                self.at = open;
                return self.fails(open, Obstacle::Unclosed);
            };
            let inside = self.slice(begins, begins + length);
            self.breaks(open, inside)?;
            draft.push(inside);
            self.at = begins + length;
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    return Ok(());
                }
                b'`' => return self.fails(self.at, Obstacle::Backquote),
                b'\\' => self.quoted_escape(draft)?,
                _ => self.quoted_dollar(draft)?,
            }
        }
    }

    fn quoted_escape(&mut self, draft: &mut Draft<'t>) -> Result<(), NotPlain> {
        let start = self.at;
        let next = self.byte(start + 1);
        if !(next.is_ascii_graphic() || next == b' ') {
            let reason = if next == b'\n' { Obstacle::Continuation } else { Obstacle::Escape };
            return self.fails(start, reason);
        }
        self.at += 2;
        let drops = matches!(next, b'$' | b'`' | b'"' | b'\\');
        draft.push(self.slice(start + usize::from(drops), self.at));
        Ok(())
    }

    fn quoted_dollar(&mut self, draft: &mut Draft<'t>) -> Result<(), NotPlain> {
        let start = self.at;
        match self.byte(start + 1) {
            // It stands for itself. Not before `= ~ + ^ -`, which zsh takes for expansions.
            b'"' | b' ' | b'|' | b')' | b'\\' | b'.' | b'/' | b',' | b';' | b':' | b'%' | b'\'' | b']' | b'}'
            | b'>' | b'\n' => {
                self.at += 1;
                draft.push(self.slice(start, self.at));
                Ok(())
            }
            _ => self.variable(draft, true),
        }
    }
}
