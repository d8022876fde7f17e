//! Lists, chains and pipelines.

use super::Reader;
use super::bytes::{is_blank, is_end};
use crate::{NotPlain, Obstacle, Place};

/// What has run for certain before the next command of a chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    /// Nothing but `cd`s, joined by `&&`.
    pub(super) enters: bool,
    /// Everything before it, joined by `&&`.
    pub(super) all: bool,
    /// The place behind the chain, where it is not the one before it.
    pub(super) after: Option<usize>,
}

impl Default for Chain {
    fn default() -> Self {
        Self { enters: true, all: true, after: None }
    }
}

/// What a command or group is to what stands beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Its output goes elsewhere.
    Sends,
    /// It is a `cd`.
    Enters,
    Other,
}

impl Reader<'_, '_> {
    /// A list, up to what cannot be part of it: the end, `)`, `}` or a keyword that ends one.
    pub(super) fn list(&mut self) -> Result<(), NotPlain> {
        let (outer, start, before) = (self.chain, self.at, self.commands.len());
        loop {
            self.gap()?;
            if self.closes() {
                break;
            }
            self.chain = Chain::default();
            let place = self.place;
            self.chain()?;
            self.place = self.chain.after.unwrap_or(place);
            match self.peek() {
                b'\n' => {}
                b';' => self.at += 1,
                // `q1 & q2`: how much is in the background depends on the shell, and `q &>f` is two commands in dash.
                b'&' => return self.fails(self.at, Obstacle::Background),
                _ => break,
            }
        }
        if self.commands.len() == before {
            let nothing = self.depth == 0 && self.at == self.bytes.len();
            let (at, reason) = if nothing { (start, Obstacle::Nothing) } else { (self.at, Obstacle::Missing) };
            return self.fails(at, reason);
        }
        self.chain = outer;
        Ok(())
    }

    /// Whether a list ends here.
    fn closes(&self) -> bool {
        match self.peek() {
            0 | b')' => true,
            b'}' | b't' | b'e' | b'f' | b'd' => {
                ["}", "then", "elif", "else", "fi", "do", "done"].iter().any(|word| self.sees_word(word))
            }
            _ => false,
        }
    }

    /// The unread text begins with this word.
    pub(super) fn sees_word(&self, word: &str) -> bool {
        self.sees(word) && is_end(self.byte(self.at + word.len()))
    }

    fn chain(&mut self) -> Result<(), NotPlain> {
        loop {
            let part = self.pipeline()?;
            self.blanks();
            let and = match (self.peek(), self.byte(self.at + 1)) {
                (b'&', b'&') => true,
                (b'|', b'|') => false,
                _ => return Ok(()),
            };
            self.at += 2;
            self.gap()?;
            self.chain.enters &= and && part == Part::Enters;
            self.chain.all &= and;
            // `cd dir || cat ../x`.
            if !and && self.chain.after.is_some() {
                self.place = self.enter(Place::Unknown);
            }
        }
    }

    fn pipeline(&mut self) -> Result<Part, NotPlain> {
        let (start, changes, input) = (self.at, self.changes, self.input);
        let mut first = self.commands.len();
        let mut part = self.part()?;
        self.blanks();
        if self.peek() != b'|' || self.byte(self.at + 1) == b'|' {
            return Ok(part);
        }
        while self.peek() == b'|' && self.byte(self.at + 1) != b'|' {
            // `q > f | r`: zsh sends the output to both.
            self.forbid(part == Part::Sends, start, Obstacle::RedirectedPipe)?;
            // `q |& r`: bash and zsh send both streams, mksh makes a coprocess. It fails below, as `&` begins no command.
            self.at += 1;
            self.gap()?;
            self.input = Some((first, self.commands.len().saturating_sub(1)));
            first = self.commands.len();
            part = self.part()?;
            self.blanks();
        }
        self.input = input;
        // `q1 | cd dir; q2 *.rs`: zsh runs the last part in the shell itself.
        self.forbid(self.changes != changes, start, Obstacle::ChangeInPipeline)?;
        Ok(Part::Other)
    }

    fn part(&mut self) -> Result<Part, NotPlain> {
        match self.peek() {
            b'(' | b'{' => self.group(),
            b'i' if self.sees_word("if") => self.group(),
            b'f' if self.sees_word("for") => self.group(),
            _ => self.command(),
        }
    }

    /// Blanks, and line breaks behind a backslash.
    pub(super) fn blanks(&mut self) {
        loop {
            match self.peek() {
                byte if is_blank(byte) => self.at += 1,
                b'\\' if self.byte(self.at + 1) == b'\n' => {
                    self.at += 2;
                    // The line of a here-document ends elsewhere for some.
                    self.broken |= self.resume.is_some();
                }
                _ => return,
            }
        }
    }

    /// Blanks, comments and line breaks where a command may follow.
    pub(super) fn gap(&mut self) -> Result<(), NotPlain> {
        loop {
            self.blanks();
            match self.peek() {
                b'#' => self.comment()?,
                b'\n' => self.newline()?,
                _ => return Ok(()),
            }
        }
    }

    /// A line ends; its here-document follows.
    fn newline(&mut self) -> Result<(), NotPlain> {
        self.at += 1;
        if let Some(resume) = self.resume.take() {
            // `cat <<'E' "a` newline `b"`: the document begins behind the first line break, or behind the word.
            self.forbid(self.broken, self.at - 1, Obstacle::DocumentLine)?;
            self.at = resume;
        }
        self.broken = false;
        Ok(())
    }

    /// A comment, up to the end of its line.
    pub(super) fn comment(&mut self) -> Result<(), NotPlain> {
        let before = self.byte(self.at.saturating_sub(1));
        self.forbid(self.at > 0 && !is_blank(before) && before != b'\n', self.at, Obstacle::Hash)?;
        self.at += self.run(self.at, |byte| byte != b'\n');
        Ok(())
    }
}
