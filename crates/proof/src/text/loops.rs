//! `for NAME in words`: its body is read once for each word.

use crate::text::Reader;
use crate::text::bytes::is_variable;
use crate::{NotPlain, Obstacle, Value};

/// More words than this are not looked at.
const WORDS: usize = 32;

impl<'t> Reader<'t, '_> {
    pub(super) fn counted(&mut self) -> Result<(), NotPlain> {
        let start = self.at;
        self.at += "for".len();
        let name = self.loop_name(start)?;
        let words = self.loop_words(start)?;
        self.gap()?;
        self.expect(start, "do")?;
        // The second turn would read the body of a here-document as commands.
        if self.resume.is_some() {
            return self.fails(start, Obstacle::DocumentLine);
        }
        let body = self.at;
        self.loops += 1;
        for (turn, word) in words.iter().enumerate() {
            self.at = body;
            self.bind(start, name, word)?;
            let pattern = !matches!(word, Value::Literal { .. });
            self.repeats += usize::from(pattern);
            self.list()?;
            self.repeats -= usize::from(pattern);
            if self.resume.is_some() {
                return self.fails(start, Obstacle::DocumentLine);
            }
            self.repeat(start, if turn > 0 { self.at - body } else { 0 })?;
        }
        self.loops -= 1;
        // The last word, or what the variable was before, if a pattern matched nothing.
        self.variables.blur(name);
        self.expect(start, "done")
    }

    fn loop_name(&mut self, start: usize) -> Result<&'t str, NotPlain> {
        self.blanks();
        let begins = self.at;
        while is_variable(self.peek()) {
            self.at += 1;
        }
        let name = self.slice(begins, self.at);
        self.blanks();
        // `for x; do`, `for x (a b)`, `for ((…))`
        if name.is_empty() || !self.sees_word("in") {
            return self.fails(start, Obstacle::Loop);
        }
        self.nameable(begins, name, true)?;
        self.at += "in".len();
        Ok(name)
    }

    fn loop_words(&mut self, start: usize) -> Result<Vec<Value<'t>>, NotPlain> {
        let mut words = Vec::new();
        loop {
            self.blanks();
            match self.peek() {
                b';' => {
                    self.at += 1;
                    break;
                }
                b'\n' => break,
                0 | b'&' | b'|' | b')' | b'#' => return self.fails(start, Obstacle::Loop),
                _ => {}
            }
            let word = self.word()?;
            if words.len() >= WORDS {
                return self.fails(start, Obstacle::TooMuch);
            }
            match word.value {
                Value::Literal { .. } | Value::Pattern { .. } => words.push(word.value),
                Value::Number | Value::Beginning(_) => return self.fails(word.span.start, Obstacle::Loop),
            }
        }
        if words.is_empty() { self.fails(start, Obstacle::Loop) } else { Ok(words) }
    }
}
