//! `( list )`, `{ list; }`, `if`, `for`.

use super::bytes::{is_blank, is_end, is_variable};
use super::list::Part;
use super::names::is_quiet;
use super::{DEPTH, Reader, Variable};
use crate::{Command, Form, NotPlain, Obstacle, Place, Span, Stream, Word};

/// More words of a loop than this are not looked at.
const WORDS: usize = 32;

impl<'t> Reader<'t, '_> {
    /// A group, a branch or a loop, and where its output goes. Of the directory that it enters nothing is known behind it.
    pub(super) fn group(&mut self) -> Result<Part, NotPlain> {
        self.forbid(self.depth >= DEPTH, self.at, Obstacle::TooDeep)?;
        let (place, changes) = (self.place, self.changes);
        self.depth += 1;
        match self.peek() {
            b'(' => self.subshell()?,
            b'{' => self.braces()?,
            b'i' => self.branch()?,
            _ => self.turns()?,
        }
        self.depth -= 1;
        self.place = place;
        if self.changes != changes {
            self.place = self.enter(Place::Unknown);
            self.chain.after = Some(self.place);
        }
        self.outputs(place)
    }

    /// `( list )`: where it goes is lost.
    fn subshell(&mut self) -> Result<(), NotPlain> {
        let start = self.at;
        self.at += 1;
        // `((` begins arithmetic, and `(\` newline `(` is the same to bash.
        self.forbid(matches!(self.peek(), b'(' | b'\\'), start, Obstacle::Substitution)?;
        let changes = self.changes;
        self.list()?;
        self.changes = changes;
        self.expect(start, ")")
    }

    fn braces(&mut self) -> Result<(), NotPlain> {
        let start = self.at;
        self.at += 1;
        self.forbid(!is_blank(self.peek()) && self.peek() != b'\n', start, Obstacle::Braces)?;
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

    /// `for NAME in words`: its body is read once for each word.
    fn turns(&mut self) -> Result<(), NotPlain> {
        let start = self.at;
        self.at += "for".len();
        self.blanks();
        let (begins, length) = (self.at, self.run(self.at, is_variable));
        self.at += length;
        let name = self.slice(begins, self.at);
        self.blanks();
        // `for x; do`, `for x (a b)`, `for ((…))`
        self.forbid(name.is_empty() || !self.sees_word("in"), start, Obstacle::Loop)?;
        // A program sees it, if the shell has inherited a variable of that name.
        self.forbid(!is_quiet(name), begins, Obstacle::SpecialVariable)?;
        self.nameable(begins, name)?;
        // `for x in a; do for x in b; do q1; done; q2 $x; done`
        self.forbid(self.variables.iter().any(|variable| variable.name == name), begins, Obstacle::ChangeInLoop)?;
        self.at += "in".len();
        let words = self.loop_words(start)?;
        self.gap()?;
        self.expect(start, "do")?;
        // The second turn would read the body of a here-document as commands.
        self.forbid(self.resume.is_some(), start, Obstacle::DocumentLine)?;
        let body = self.at;
        // Behind the loop it is the last word, or what it was before, if a pattern matched nothing: nobody knows.
        for (turn, word) in words.into_iter().enumerate() {
            self.at = body;
            self.variables.push(Variable { name, value: word, place: self.place });
            self.list()?;
            self.variables.pop();
            self.forbid(self.resume.is_some(), start, Obstacle::DocumentLine)?;
            self.repeat(start, if turn > 0 { self.at - body } else { 0 })?;
        }
        self.expect(start, "done")
    }

    fn loop_words(&mut self, start: usize) -> Result<Vec<Word<'t>>, NotPlain> {
        let mut words = Vec::new();
        loop {
            self.blanks();
            match self.peek() {
                b';' => {
                    self.at += 1;
                    break;
                }
                b'\n' => break,
                byte if is_end(byte) || byte == b'#' => return self.fails(start, Obstacle::Loop),
                _ => {}
            }
            let word = self.word()?;
            self.forbid(words.len() >= WORDS, start, Obstacle::TooMuch)?;
            self.forbid(word.form == Form::Open, word.span.start, Obstacle::Loop)?;
            words.push(word);
        }
        if words.is_empty() { self.fails(start, Obstacle::Loop) } else { Ok(words) }
    }

    /// A keyword, or what closes a group that begins at `start`.
    fn expect(&mut self, start: usize, word: &str) -> Result<(), NotPlain> {
        self.forbid(self.at >= self.bytes.len(), start, Obstacle::Unclosed)?;
        if word == ")" && self.peek() == b')' || self.sees_word(word) {
            self.at += word.len();
            return Ok(());
        }
        self.fails(self.at, Obstacle::Unexpected)
    }

    /// The redirections behind a group become a command of their own.
    fn outputs(&mut self, place: usize) -> Result<Part, NotPlain> {
        let mut redirections = Vec::new();
        loop {
            let before = self.at;
            self.blanks();
            match self.peek() {
                byte if is_end(byte) => break,
                b'#' => self.comment()?,
                // `done < file`: what the commands inside read is no pipe and not what the text reads.
                b'<' => return self.fails(self.at, Obstacle::Group),
                _ if self.redirects() && self.at > before => self.redirection(&mut redirections)?,
                _ => return self.fails(self.at, Obstacle::Group),
            }
        }
        let (Some(first), Some(last)) = (redirections.first(), redirections.last()) else { return Ok(Part::Other) };
        let span = Span::new(first.span.start, last.span.end);
        let sends = redirections.iter().any(|one| one.stream == Stream::Output);
        self.push(Command { redirections, ..Command::new(span, Vec::new(), self.input, place) })?;
        Ok(if sends { Part::Sends } else { Part::Other })
    }
}
