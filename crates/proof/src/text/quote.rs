//! `'…'` and `"…"`.

use super::Reader;
use super::word::Draft;
use crate::{NotPlain, Obstacle};

impl<'t> Reader<'t, '_> {
    pub(super) fn single(&mut self, draft: &mut Draft<'t>, start: usize) -> Result<(), NotPlain> {
        let open = self.at;
        // `'a''b'` is `a'b` in zsh with RC_QUOTES; `'it'\''s'` is what it seems.
        let before = self.bytes.get(start..open.saturating_sub(1)).unwrap_or(&[]);
        let escaped = before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1;
        if open > start && self.byte(open - 1) == b'\'' && !escaped {
            return self.fails(open, Obstacle::QuotedQuote);
        }
        let end = open + 1 + self.run(open + 1, |byte| byte != b'\'');
        if end >= self.bytes.len() {
            return self.fails(open, Obstacle::Unclosed);
        }
        self.at = end;
        self.quoted(draft, open, open + 1)?;
        self.at += 1;
        Ok(())
    }

    /// Text in quotes up to here. `cat <<'E' "a` newline `b"`: the document begins behind the first line break, or behind the word.
    fn quoted(&mut self, draft: &mut Draft<'t>, open: usize, begins: usize) -> Result<(), NotPlain> {
        let inside = self.slice(begins, self.at);
        if inside.contains('\n') {
            self.broken = true;
            if self.resume.is_some() {
                return self.fails(open, Obstacle::DocumentLine);
            }
        }
        draft.push(inside);
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
            self.at += self.run(begins, |byte| !matches!(byte, b'"' | b'\\' | b'$' | b'`'));
            self.quoted(draft, open, begins)?;
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    return Ok(());
                }
                b'`' => return self.fails(self.at, Obstacle::Substitution),
                b'\\' => self.quoted_escape(draft)?,
                b'$' => self.quoted_dollar(draft)?,
                _ => {
                    self.at = open;
                    return self.fails(open, Obstacle::Unclosed);
                }
            }
        }
    }

    fn quoted_escape(&mut self, draft: &mut Draft<'t>) -> Result<(), NotPlain> {
        let start = self.at;
        let next = self.byte(start + 1);
        if !(next.is_ascii_graphic() || next == b' ') {
            return self.fails(start, Obstacle::Escape);
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
