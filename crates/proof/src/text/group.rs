//! `( list )`, `{ list; }`, `if`, `while`.

use crate::text::list::Part;
use crate::text::redirection::Streams;
use crate::text::{DEPTH, Reader};
use crate::{Command, NotPlain, Obstacle, PlaceId, Span};

impl Reader<'_, '_> {
    /// A group, a branch or a loop, and where its output goes.
    pub(super) fn group(&mut self) -> Result<Part, NotPlain> {
        if self.depth >= DEPTH {
            return self.fails(self.at, Obstacle::TooDeep);
        }
        let (place, changes) = (self.place, self.changes);
        self.depth += 1;
        match self.peek() {
            b'(' => self.subshell()?,
            b'{' => self.braces()?,
            b'i' => self.branch()?,
            b'f' => self.counted()?,
            _ => self.repeated()?,
        }
        self.depth -= 1;
        self.unsettle(place, changes);
        self.outputs(place)
    }

    /// `( list )`: what it changes is lost.
    fn subshell(&mut self) -> Result<(), NotPlain> {
        let start = self.at;
        self.at += 1;
        // `((` begins arithmetic, and `(\` newline `(` is the same to bash.
        if matches!(self.peek(), b'(' | b'\\') {
            return self.fails(start, Obstacle::Arithmetic);
        }
        let (place, changes, repeats) = (self.place, self.changes, self.repeats);
        self.repeats = 0;
        self.list()?;
        (self.place, self.changes, self.repeats) = (place, changes, repeats);
        self.expect(start, ")")
    }

    fn braces(&mut self) -> Result<(), NotPlain> {
        let start = self.at;
        self.at += 1;
        if !matches!(self.peek(), b' ' | b'\t' | b'\n') {
            return self.fails(start, Obstacle::Braces);
        }
        self.list()?;
        self.expect(start, "}")
    }

    fn branch(&mut self) -> Result<(), NotPlain> {
        let start = self.at;
        self.at += "if".len();
        loop {
            self.list()?;
            self.expect(start, "then")?;
            let otherwise = self.place;
            self.list()?;
            self.place = otherwise;
            if self.sees_word("elif") {
                self.at += "elif".len();
                continue;
            }
            if self.sees_word("else") {
                self.at += "else".len();
                self.list()?;
            }
            return self.expect(start, "fi");
        }
    }

    /// `while` and `until`: read once for any number of turns.
    fn repeated(&mut self) -> Result<(), NotPlain> {
        let start = self.at;
        self.at += "while".len();
        self.loops += 1;
        self.repeats += 1;
        self.list()?;
        self.expect(start, "do")?;
        self.list()?;
        self.repeats -= 1;
        self.loops -= 1;
        self.expect(start, "done")
    }

    /// A keyword, or what closes a group that begins at `start`.
    pub(super) fn expect(&mut self, start: usize, word: &str) -> Result<(), NotPlain> {
        if self.at >= self.bytes.len() {
            return self.fails(start, Obstacle::Unclosed);
        }
        if word == ")" && self.peek() == b')' || self.sees_word(word) {
            self.at += word.len();
            return Ok(());
        }
        self.fails(self.at, Obstacle::Unexpected)
    }

    /// The redirections behind a group become a command of their own.
    fn outputs(&mut self, place: PlaceId) -> Result<Part, NotPlain> {
        let mut redirections = Vec::new();
        let mut streams = Streams::default();
        let mut start = self.at;
        loop {
            let touches = !matches!(self.byte(self.at.saturating_sub(1)), b' ' | b'\t' | b'\n');
            let before = self.at;
            self.blanks();
            match self.peek() {
                0 | b'\n' | b';' | b'&' | b'|' | b')' => break,
                b'#' => {
                    self.comment()?;
                    break;
                }
                // `done < file`: what the commands inside read is no pipe and not what the text reads.
                b'<' => return self.fails(self.at, Obstacle::GroupInput),
                _ if !self.redirects() || (touches && before == self.at) => {
                    return self.fails(self.at, Obstacle::Group);
                }
                _ => {}
            }
            if redirections.is_empty() {
                start = self.at;
            }
            redirections.push(self.redirection(&mut streams)?);
        }
        let part = Part { sends: streams.output, ..Part::default() };
        let Some(last) = redirections.last() else { return Ok(part) };
        let span = Span::new(start, last.span.end);
        let (assignments, words, input) = (Vec::new(), Vec::new(), self.input);
        self.push(Command { span, assignments, words, redirections, input, place })?;
        Ok(part)
    }
}
