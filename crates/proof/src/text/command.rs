//! Simple commands, their redirections, and builtins that are plain only with some words: they change what later commands mean, or evaluate
//! what they are given.

use super::Reader;
use super::bytes::{is_blank, is_end, is_name, is_variable};
use super::list::Part;
use super::names::{Role, is_special, role};
use crate::{Assignment, Command, Effect, Form, NotPlain, Obstacle, Place, Redirection, Span, Stream, Word};

/// More variables before one command are not looked at: their names are compared with a long list.
const ASSIGNMENTS: usize = 16;

impl<'t> Reader<'t, '_> {
    pub(super) fn command(&mut self) -> Result<Part, NotPlain> {
        let start = self.at;
        let mut assignments = Vec::new();
        while let Some(name) = self.assigned() {
            assignments.push(self.assignment(name)?);
            self.forbid(assignments.len() > ASSIGNMENTS, start, Obstacle::TooMuch)?;
            self.blanks();
            // `S=a; q $S` and `q1 && S=b; q $S`: what a variable of the shell is, and whether programs see it, depends on what has run.
            self.forbid(is_end(self.peek()) || self.peek() == b'#', start, Obstacle::Assignment)?;
        }
        let (name, role) = self.name()?;
        // `A=1 :; q $A`: dash, busybox and mksh keep what is set before a special builtin.
        let lasts = !assignments.is_empty() && !matches!(role, Role::Program | Role::Echo | Role::Test);
        self.forbid(lasts, start, Obstacle::Assignment)?;
        self.echoes = role == Role::Echo;
        let mut words = Vec::with_capacity(4);
        words.push(name);
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
        let special = !name.starts_with(|first: char| first.is_ascii_alphabetic()) || is_special(name);
        self.forbid(special, start, Obstacle::SpecialVariable)
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
        self.forbid(value.tilde || value.form != Form::Literal, start, Obstacle::Assignment)?;
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
        self.forbid(role == Role::Program && !is_program(name), start, Obstacle::CommandName)?;
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

    /// A redirection begins here, if a blank stands before it. `q 10>x`: descriptor 10 in bash and busybox, a word elsewhere.
    pub(super) fn redirects(&self) -> bool {
        match self.peek() {
            b'<' | b'>' => true,
            b'1' | b'2' => self.byte(self.at + 1) == b'>',
            _ => false,
        }
    }

    pub(super) fn redirection(&mut self, before: &mut Vec<Redirection<'t>>) -> Result<(), NotPlain> {
        let start = self.at;
        let stream = match self.peek() {
            b'<' => Stream::Input,
            b'2' => Stream::Errors,
            _ => Stream::Output,
        };
        // `q > a > b`: zsh writes to both; `q < a < b`: it reads both.
        self.forbid(before.iter().any(|one| one.stream == stream), start, Obstacle::RedirectedTwice)?;
        self.at += usize::from(matches!(self.peek(), b'1' | b'2')) + 1;
        let effect = match (stream, self.peek()) {
            // `q1 | q2 < f`: zsh gives q2 both.
            (Stream::Input, _) if self.input.is_some() => return self.fails(start, Obstacle::RedirectedPipe),
            (Stream::Input, b'<') => {
                self.at += 1;
                Effect::Document(self.document(start)?)
            }
            (Stream::Input, _) => Effect::Read(self.file(start)?),
            (_, b'&') => {
                // `>&f` is an error in dash and mksh; `>&-` closes.
                let other = if stream == Stream::Errors { b'1' } else { b'2' };
                self.at += 1;
                self.forbid(self.peek() != other || !is_end(self.byte(self.at + 1)), start, Obstacle::Redirection)?;
                self.at += 1;
                Effect::Duplicate
            }
            (_, next) => {
                self.at += usize::from(next == b'>');
                Effect::Write(self.file(start)?)
            }
        };
        before.push(Redirection { span: self.span(start), stream, effect });
        Ok(())
    }

    /// The file of a redirection: one word, known exactly. bash takes a pattern there for the file that it matches, dash does not.
    fn file(&mut self, start: usize) -> Result<Word<'t>, NotPlain> {
        self.at += self.run(self.at, is_blank);
        // `>!f`, `>|f`, `>(q)`, `<&3`, `<>f`, `<(q)`; `> !` alone is a file to all but looks like the first.
        let odd = is_end(self.peek()) || matches!(self.peek(), b'!' | b'(' | b'<' | b'>');
        self.forbid(odd, start, Obstacle::Redirection)?;
        let word = self.word()?;
        if word.form == Form::Literal { Ok(word) } else { Err(NotPlain { span: word.span, reason: Obstacle::Pattern }) }
    }

    /// What the command of that role means with these words; `sure`: its redirections cannot fail.
    pub(super) fn builtin(&mut self, role: Role, start: usize, words: &[Word<'t>], sure: bool) -> Result<(), NotPlain> {
        // `9`, `-9`, `-TERM`
        let number = |word: &&Word<'_>| {
            let (sign, bare) = word.text.split_at(usize::from(word.text.starts_with('-')));
            let is = |byte: u8| byte.is_ascii_digit() || !sign.is_empty() && byte.is_ascii_uppercase();
            word.literal().is_some() && !bare.is_empty() && bare.bytes().all(is)
        };
        let strange = match (role, words) {
            (Role::Cd, _) => return self.enter_directory(start, words, sure),
            (Role::Command, [_, option, _, ..]) if matches!(option.literal(), Some("-v" | "-V")) => None,
            (Role::Command, _) => words.first(),
            (Role::Numbers, _) => words.iter().skip(1).find(|word| !number(word)),
            (Role::Test, _) => words.first().filter(|_| !is_test(words)),
            (Role::Program | Role::Echo | Role::Colon, _) => None,
        };
        strange.map_or(Ok(()), |word| Err(NotPlain { span: word.span, reason: Obstacle::Option }))
    }

    /// `cd DIR`.
    fn enter_directory(&mut self, start: usize, words: &[Word<'t>], sure: bool) -> Result<(), NotPlain> {
        self.forbid(!self.variables.is_empty(), start, Obstacle::ChangeInLoop)?;
        self.changes += 1;
        // `cd -` and `cd +1` lead back; a pattern may be two words.
        let known = |word: &&Word<'_>| {
            word.form == Form::Literal && !word.text.is_empty() && !word.text.starts_with(['-', '+'])
        };
        let directory = words.get(1).filter(known).filter(|_| words.len() == 2 && self.chain.all);
        let from = self.chain.after.unwrap_or(self.place);
        let enters =
            |from: usize| directory.map_or(Place::Unknown, |word| Place::Entered { from, directory: word.clone() });
        // `test -d x && cd x; q`: behind the chain it may not have happened.
        let after = if self.chain.enters && sure { enters(from) } else { Place::Unknown };
        self.place = self.enter(enters(self.place));
        self.chain.after = Some(self.enter(after));
        Ok(())
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

/// One test in a form that every shell reads alike and that evaluates nothing. `[ 'a[$(touch x)]' -eq 1 ]` runs `touch` in mksh, `-t` in
/// zsh, `-v` in bash, mksh and zsh; `-a`, `-o` and parentheses depend on the number of words; `==` stops zsh and dash. A file that a
/// pattern finds may have any of these names.
pub(crate) fn is_test(words: &[Word<'_>]) -> bool {
    let literal = words.iter().filter(|word| word.form == Form::Literal);
    let texts: Vec<&str> = literal.map(|word| &*word.text).collect();
    if texts.len() < words.len() {
        return false;
    }
    let (["[", inside @ .., "]"] | ["test", inside @ ..]) = texts.as_slice() else { return false };
    let plain = |text: &str| !text.starts_with(['-', '(', ')', '!']);
    match inside.strip_prefix(&["!"]).unwrap_or(inside) {
        [one] | ["-n" | "-z" | "-e" | "-f" | "-d" | "-r" | "-w" | "-x" | "-s" | "-L" | "-h", one] => plain(one),
        [left, "=" | "!=", right] => plain(left) && plain(right),
        _ => false,
    }
}
