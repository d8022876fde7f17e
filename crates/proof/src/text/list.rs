//! Lists, chains and pipelines.

use crate::text::Reader;
use crate::text::bytes::is_end;
use crate::{CommandId, Entry, Input, NotPlain, Obstacle, Place, PlaceId, Span};

/// What has run for certain before the next command of a chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    /// Nothing but commands that set variables, which cannot fail.
    pub(super) begins: bool,
    /// Nothing but these and `cd`s, joined by `&&`.
    pub(super) enters: bool,
    /// Everything before it, joined by `&&`.
    pub(super) all: bool,
    /// The place behind the chain, where it is not the one before it.
    pub(super) after: Option<PlaceId>,
    /// The variables before it.
    pub(super) variables: usize,
}

impl Default for Chain {
    fn default() -> Self {
        Self { begins: true, enters: true, all: true, after: None, variables: 0 }
    }
}

/// What a command or group is to the pipe beside it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Part {
    /// Its output goes elsewhere.
    pub(super) sends: bool,
    /// It sets variables, and does nothing else.
    pub(super) assigns: bool,
    /// It is a `cd`.
    pub(super) enters: bool,
}

impl Reader<'_, '_> {
    /// A list, up to what cannot be part of it: the end, `)`, `}` or a keyword that ends one. Its variables are unknown behind it.
    pub(super) fn list(&mut self) -> Result<(), NotPlain> {
        let outer = self.chain;
        let variables = self.variables.count();
        let start = self.at;
        let before = self.commands.len();
        loop {
            self.gap()?;
            if self.closes() {
                break;
            }
            self.chain = Chain { variables: self.variables.count(), ..Chain::default() };
            let (place, changes, begins) = (self.place, self.changes, self.at);
            self.chain()?;
            self.place = self.chain.after.unwrap_or(place);
            self.variables.expire(self.chain.variables);
            match self.peek() {
                b'\n' => {}
                b';' => self.at += 1,
                b'&' => self.background(begins, changes)?,
                _ => break,
            }
        }
        if self.commands.len() == before {
            let reason =
                if self.depth == 0 && self.at == self.bytes.len() { Obstacle::Nothing } else { Obstacle::Missing };
            return self.fails(if reason == Obstacle::Nothing { start } else { self.at }, reason);
        }
        if self.depth > 0 {
            self.variables.forget(variables);
        }
        self.chain = outer;
        Ok(())
    }

    /// `&`, behind a chain that has changed nothing since then.
    fn background(&mut self, start: usize, changes: usize) -> Result<(), NotPlain> {
        // dash reads `q &>f` as `q &` and `>f`; `&!` and `&|` are zsh's; `&\` and a line break before another `&` are `&&`.
        if !matches!(self.byte(self.at + 1), 0 | b' ' | b'\t' | b'\n' | b')') {
            return self.fails(self.at, Obstacle::Ampersand);
        }
        // `cd dir && q1 & q2`: only the last of the chain is in the background in zsh, so q2 runs in `dir`. `S=a &` is an error there.
        if self.changes != changes {
            return self.fails(start, Obstacle::Background);
        }
        self.at += 1;
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
            self.chain.begins &= part.assigns;
            self.chain.enters &= and && (part.assigns || part.enters);
            self.chain.all &= and;
            if !and {
                // `false && S=x || q $S`; `cd dir || cat ../x`.
                self.variables.expire(self.chain.variables);
                if self.chain.after.is_some() {
                    self.place = self.enter(Place::Unknown);
                }
            }
        }
    }

    fn pipeline(&mut self) -> Result<Part, NotPlain> {
        let (start, changes, input) = (self.at, self.changes, self.input);
        let mut first = self.commands.len();
        let mut part = self.part(true)?;
        self.blanks();
        if self.peek() != b'|' || self.byte(self.at + 1) == b'|' {
            return Ok(part);
        }
        while self.peek() == b'|' && self.byte(self.at + 1) != b'|' {
            // `q > f | r`: zsh sends the output to both.
            if part.sends {
                return self.fails(start, Obstacle::RedirectedPipe);
            }
            // `q |& r`: bash and zsh send both streams, mksh makes a coprocess. It fails below, as `&` begins no command.
            self.at += 1;
            self.gap()?;
            self.input =
                Input::Pipe { first: CommandId(first), last: CommandId(self.commands.len().saturating_sub(1)) };
            first = self.commands.len();
            part = self.part(false)?;
            self.blanks();
        }
        self.input = input;
        // `q1 | S=x; q2 $S` and `q1 | cd dir; q2 *.rs`: zsh runs the last part in the shell itself.
        if self.changes != changes {
            let reason =
                if self.chain.after.is_some() { Obstacle::DirectoryInPipeline } else { Obstacle::AssignmentInPipeline };
            return self.fails(start, reason);
        }
        Ok(Part::default())
    }

    fn part(&mut self, first: bool) -> Result<Part, NotPlain> {
        match self.peek() {
            b'(' | b'{' => self.group(),
            b'i' if self.sees_word("if") => self.group(),
            b'f' if self.sees_word("for") => self.group(),
            b'w' | b'u' if self.sees_word("while") || self.sees_word("until") => self.group(),
            _ => self.command(first),
        }
    }

    /// Blanks, and line breaks behind a backslash.
    pub(super) fn blanks(&mut self) {
        loop {
            match self.peek() {
                b' ' | b'\t' => self.at += 1,
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
    pub(super) fn newline(&mut self) -> Result<(), NotPlain> {
        self.at += 1;
        if let Some(resume) = self.resume.take() {
            // `cat <<'E' "a` newline `b"`: the document begins behind the first line break, or behind the word.
            if self.broken {
                return self.fails(self.at - 1, Obstacle::DocumentLine);
            }
            self.at = resume;
        }
        self.broken = false;
        Ok(())
    }

    /// A comment, up to the end of its line.
    pub(super) fn comment(&mut self) -> Result<(), NotPlain> {
        // Interactive zsh knows no comments: `ls # ; touch MARK`.
        if self.host.entry == Entry::Typed {
            return self.fails(self.at, Obstacle::Comment);
        }
        if self.at > 0 && !matches!(self.byte(self.at - 1), b' ' | b'\t' | b'\n') {
            return self.fails(self.at, Obstacle::Hash);
        }
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        self.at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        Ok(())
    }

    /// A group, branch or loop: of what it changes nothing is known behind it.
    pub(super) fn unsettle(&mut self, place: PlaceId, changes: usize) {
        self.place = place;
        if self.changes != changes {
            self.place = self.enter(Place::Unknown);
            self.chain.after = Some(self.place);
        }
    }

    pub(super) const fn span(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }
}
