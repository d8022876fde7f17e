//! Simple commands.

use std::borrow::Cow;

use crate::text::Reader;
use crate::text::bytes::{is_end, is_name, is_variable};
use crate::text::list::Part;
use crate::text::names::{Role, role};
use crate::text::redirection::Streams;
use crate::{Assignment, Command, Effect, NotPlain, Obstacle, Redirection, Span, Value, Word};

/// More variables before one command are not looked at: their names are compared with a long list.
const ASSIGNMENTS: usize = 16;

impl<'t> Reader<'t, '_> {
    /// A command, which may be the first of its pipeline.
    pub(super) fn command(&mut self, first: bool) -> Result<Part, NotPlain> {
        let start = self.at;
        let mut own = Vec::new();
        let mut end = start;
        while let Some(name) = self.assigned() {
            own.push(self.assignment(name)?);
            if own.len() > ASSIGNMENTS {
                return self.fails(start, Obstacle::TooMuch);
            }
            end = self.at;
            self.blanks();
            if is_end(self.peek()) || self.peek() == b'#' {
                return self.assignments(start, end, own);
            }
        }
        let mut words = Vec::new();
        let mut role = self.name(&mut words)?;
        let timed = role == Role::Time;
        if timed {
            role = self.timed(first && own.is_empty(), start, &mut words)?;
        }
        // `A=1 :; q $A`: dash, busybox and mksh keep what is set before a special builtin.
        if !own.is_empty() && !matches!(role, Role::Program | Role::Echo | Role::Printf | Role::Test) {
            return self.fails(start, Obstacle::Assignment);
        }
        self.echoes = role == Role::Echo;
        let (redirections, streams) = self.rest(&mut words)?;
        end = words.last().map_or(end, |word| word.span.end);
        end = redirections.last().map_or(end, |last| last.span.end.max(end));
        let part = Part { sends: streams.output, enters: role == Role::Cd, assigns: false };
        let place = self.place;
        self.builtin(role, start, &words, redirections.iter().all(is_sure))?;
        self.repeat(start, self.exported.iter().map(|one| one.value.value.len()).sum())?;
        let mut assignments = self.exported.clone();
        assignments.append(&mut own);
        let span = Span::new(start, end);
        self.push(Command { span, assignments, words, redirections, input: self.input, place })?;
        Ok(part)
    }

    /// The name of a variable, if `NAME=` stands here.
    fn assigned(&self) -> Option<&'t str> {
        let rest = self.bytes.get(self.at..)?;
        let length = rest.iter().position(|byte| !is_variable(*byte))?;
        let named = length > 0 && rest.get(length) == Some(&b'=') && !rest.first().is_some_and(u8::is_ascii_digit);
        named.then(|| self.slice(self.at, self.at + length))
    }

    fn assignment(&mut self, name: &'t str) -> Result<Assignment<'t>, NotPlain> {
        let start = self.at;
        self.at += name.len();
        self.nameable(start, name, false)?;
        self.at += 1;
        let value = match self.peek() {
            byte if is_end(byte) => empty(self.at),
            b'(' => return self.fails(start, Obstacle::ArrayAssignment),
            b'=' => return self.fails(start, Obstacle::Equals),
            // bash and mksh expand `a=~/x`, dash, busybox and zsh do not.
            b'~' => return self.fails(start, Obstacle::Tilde),
            _ => self.word()?,
        };
        match value.value {
            Value::Literal { tilde: false, .. } | Value::Number => {
                Ok(Assignment { span: self.span(start), name, value })
            }
            Value::Literal { .. } | Value::Pattern { .. } | Value::Beginning(_) => {
                self.fails(start, Obstacle::Assignment)
            }
        }
    }

    /// A command of nothing but assignments.
    fn assignments(&mut self, start: usize, end: usize, own: Vec<Assignment<'t>>) -> Result<Part, NotPlain> {
        for one in &own {
            self.nameable(one.span.start, one.name, true)?;
            self.set(one.span.start, one.name, one.value.value.clone())?;
        }
        if self.peek() == b'#' {
            self.comment()?;
        }
        let (words, redirections) = (Vec::new(), Vec::new());
        let (input, place, span) = (self.input, self.place, Span::new(start, end));
        self.push(Command { span, assignments: own, words, redirections, input, place })?;
        Ok(Part { assigns: true, ..Part::default() })
    }

    /// The name of a command, written out. `"ls"`, `\ls`, `$x`, `~/x` and `*.sh` are not.
    fn name(&mut self, words: &mut Vec<Word<'t>>) -> Result<Role, NotPlain> {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        let length = rest.iter().position(|byte| !is_name(*byte)).unwrap_or(rest.len());
        self.at += length;
        if length == 0 && matches!(self.peek(), b'[' | b':') {
            self.at += 1;
        }
        let name = self.slice(start, self.at);
        if !is_end(self.peek()) || name.is_empty() {
            let reason = self.strange_name(length);
            return self.fails(start, reason);
        }
        let role = role(name);
        match role {
            Role::Keyword => return self.fails(start, Obstacle::Keyword),
            Role::Builtin => return self.fails(start, Obstacle::Builtin),
            // `-` and `+` are zsh's; `..` and `dir/` are directories, which zsh may enter; `2` before `>` is a stream.
            Role::Program if length > 0 && !is_program(name) => return self.fails(start, Obstacle::CommandName),
            Role::Program
            | Role::Echo
            | Role::Cd
            | Role::Command
            | Role::Export
            | Role::Numbers
            | Role::Printf
            | Role::Set
            | Role::Test
            | Role::Colon
            | Role::Time => {}
        }
        words.push(Word { span: self.span(start), value: Value::Literal { text: Cow::Borrowed(name), tilde: false } });
        Ok(role)
    }

    /// Why no command can begin so.
    fn strange_name(&self, length: usize) -> Obstacle {
        match self.peek() {
            // `x+=b` is a command in dash and busybox.
            b'=' => Obstacle::Assignment,
            b'(' if length > 0 => Obstacle::Keyword,
            b'(' => Obstacle::Parenthesis,
            b'{' | b'}' | b'!' => Obstacle::Keyword,
            // `[[`
            b'[' if length == 0 && self.byte(self.at - 1) == b'[' => Obstacle::Keyword,
            b'`' => Obstacle::Backquote,
            // `> f` alone runs $NULLCMD in zsh.
            b'<' | b'>' => Obstacle::Redirection,
            byte if is_end(byte) && length == 0 => Obstacle::Missing,
            _ => Obstacle::CommandName,
        }
    }

    /// `time`: a keyword in bash, zsh and mksh, a program in dash and busybox. `q1 | time q2`, `time -p q` and `time X=1 q` differ.
    fn timed(&mut self, allowed: bool, start: usize, words: &mut Vec<Word<'t>>) -> Result<Role, NotPlain> {
        self.blanks();
        if !allowed || is_end(self.peek()) {
            return self.fails(start, Obstacle::Time);
        }
        match self.name(words)? {
            Role::Program => Ok(Role::Program),
            Role::Echo
            | Role::Cd
            | Role::Command
            | Role::Export
            | Role::Numbers
            | Role::Printf
            | Role::Set
            | Role::Test
            | Role::Colon
            | Role::Time
            | Role::Keyword
            | Role::Builtin => self.fails(start, Obstacle::Time),
        }
    }

    /// The words and redirections behind the name.
    fn rest(&mut self, words: &mut Vec<Word<'t>>) -> Result<(Vec<Redirection<'t>>, Streams), NotPlain> {
        let mut redirections = Vec::new();
        let mut streams = Streams::default();
        loop {
            self.blanks();
            match self.peek() {
                0 | b'\n' | b';' | b'&' | b'|' | b')' => return Ok((redirections, streams)),
                b'#' => {
                    self.comment()?;
                    return Ok((redirections, streams));
                }
                _ if self.redirects() => redirections.push(self.redirection(&mut streams)?),
                _ => words.push(self.word()?),
            }
        }
    }
}

const fn empty<'t>(at: usize) -> Word<'t> {
    Word { span: Span::new(at, at), value: Value::Literal { text: Cow::Borrowed(""), tilde: false } }
}

fn is_program(name: &str) -> bool {
    let ends = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'+' | b'-');
    !name.starts_with(['-', '+'])
        && name.bytes().next_back().is_some_and(ends)
        && name.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// It cannot fail, so that the command runs. `cd dir > nowhere/x; q` runs q where it was.
fn is_sure(redirection: &Redirection<'_>) -> bool {
    match &redirection.effect {
        Effect::Duplicate(_) => true,
        Effect::Write(file) | Effect::Append(file) | Effect::Read(file) => {
            matches!(&file.value, Value::Literal { text, .. } if text == "/dev/null")
        }
        Effect::Document(_) => false,
    }
}
