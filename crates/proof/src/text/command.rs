//! Simple commands.

use super::Reader;
use super::bytes::{is_end, is_name, is_variable};
use super::list::Part;
use super::names::{Role, is_special, role};
use crate::{Assignment, Command, Effect, Form, NotPlain, Obstacle, Redirection, Span, Stream, Word};

/// More variables before one command are not looked at: their names are compared with a long list.
const ASSIGNMENTS: usize = 16;

impl<'t> Reader<'t, '_> {
    pub(super) fn command(&mut self) -> Result<Part, NotPlain> {
        let start = self.at;
        let mut assignments = Vec::new();
        while let Some(name) = self.assigned() {
            assignments.push(self.assignment(name)?);
            if assignments.len() > ASSIGNMENTS {
                return self.fails(start, Obstacle::TooMuch);
            }
            self.blanks();
            // `S=a; q $S` and `q1 && S=b; q $S`: what a variable of the shell is, and whether programs see it, depends on what has run.
            if is_end(self.peek()) || self.peek() == b'#' {
                return self.fails(start, Obstacle::Assignment);
            }
        }
        let (name, role) = self.name()?;
        // `A=1 :; q $A`: dash, busybox and mksh keep what is set before a special builtin.
        if !assignments.is_empty() && !matches!(role, Role::Program | Role::Echo | Role::Test) {
            return self.fails(start, Obstacle::Assignment);
        }
        self.echoes = role == Role::Echo;
        let mut words = vec![name];
        let redirections = self.rest(&mut words)?;
        let place = self.place;
        self.builtin(role, start, &words, redirections.iter().all(is_sure))?;
        let part = if redirections.iter().any(|one| one.stream == Stream::Output) {
            Part::Sends
        } else if role == Role::Cd {
            Part::Enters
        } else {
            Part::Other
        };
        let ends = words.iter().map(|word| word.span.end).chain(redirections.iter().map(|one| one.span.end));
        let span = Span::new(start, ends.max().unwrap_or(start));
        self.push(Command { assignments, redirections, ..Command::new(span, words, self.input, place) })?;
        Ok(part)
    }

    /// The name of a variable, if `NAME=` stands here.
    fn assigned(&self) -> Option<&'t str> {
        let length = self.run(self.at, is_variable);
        let named = length > 0 && self.byte(self.at + length) == b'=' && !self.peek().is_ascii_digit();
        named.then(|| self.slice(self.at, self.at + length))
    }

    /// A variable of that name may be set.
    pub(super) fn nameable(&self, start: usize, name: &str) -> Result<(), NotPlain> {
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) || is_special(name) {
            return self.fails(start, Obstacle::SpecialVariable);
        }
        Ok(())
    }

    fn assignment(&mut self, name: &'t str) -> Result<Assignment<'t>, NotPlain> {
        let start = self.at;
        self.at += name.len();
        self.nameable(start, name)?;
        self.at += 1;
        let value = match self.peek() {
            byte if is_end(byte) => Word::written(self.span(self.at), ""),
            b'(' => return self.fails(start, Obstacle::Assignment),
            b'=' => return self.fails(start, Obstacle::Equals),
            // bash and mksh expand `a=~/x`, dash, busybox and zsh do not.
            b'~' => return self.fails(start, Obstacle::Tilde),
            _ => self.word()?,
        };
        if value.tilde || value.form != Form::Literal {
            return self.fails(start, Obstacle::Assignment);
        }
        Ok(Assignment { span: self.span(start), name, value })
    }

    /// The name of a command, written out. `"ls"`, `\ls`, `$x`, `~/x` and `*.sh` are not.
    fn name(&mut self) -> Result<(Word<'t>, Role), NotPlain> {
        let start = self.at;
        let length = self.run(start, is_name);
        self.at += length;
        if length == 0 && matches!(self.peek(), b'[' | b':') {
            self.at += 1;
        }
        let name = self.slice(start, self.at);
        if !is_end(self.peek()) || name.is_empty() {
            let reason = self.strange_name(length);
            return self.fails(start, reason);
        }
        let role = role(name).or_else(|reason| self.fails(start, reason))?;
        // `-` and `+` are zsh's; `..` and `dir/` are directories, which zsh may enter; `2` before `>` is a stream.
        if role == Role::Program && !is_program(name) {
            return self.fails(start, Obstacle::CommandName);
        }
        Ok((Word::written(self.span(start), name), role))
    }

    /// Why no command can begin so.
    fn strange_name(&self, length: usize) -> Obstacle {
        match self.peek() {
            // `x+=b` is a command in dash and busybox.
            b'=' => Obstacle::Assignment,
            b'(' if length == 0 => Obstacle::Parenthesis,
            // `f() c`; `[[`.
            b'(' | b'{' | b'}' | b'!' => Obstacle::Keyword,
            b'[' if length == 0 && self.byte(self.at - 1) == b'[' => Obstacle::Keyword,
            b'`' => Obstacle::Substitution,
            // `> f` alone runs $NULLCMD in zsh.
            b'<' | b'>' => Obstacle::Redirection,
            byte if is_end(byte) && length == 0 => Obstacle::Missing,
            _ => Obstacle::CommandName,
        }
    }

    /// The words and redirections behind the name.
    fn rest(&mut self, words: &mut Vec<Word<'t>>) -> Result<Vec<Redirection<'t>>, NotPlain> {
        let mut redirections = Vec::new();
        loop {
            self.blanks();
            match self.peek() {
                byte if is_end(byte) => return Ok(redirections),
                b'#' => self.comment()?,
                _ if self.redirects() => self.redirection(&mut redirections)?,
                _ => words.push(self.word()?),
            }
        }
    }
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
        Effect::Duplicate => true,
        Effect::Write(file) | Effect::Read(file) => file.literal() == Some("/dev/null"),
        Effect::Document(_) => false,
    }
}
