//! `> file`, `2>&1`, `< file`.

use super::Reader;
use super::bytes::{is_blank, is_end};
use crate::{Effect, Form, NotPlain, Obstacle, Redirection, Stream, Word};

impl<'t> Reader<'t, '_> {
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
        if before.iter().any(|one| one.stream == stream) {
            return self.fails(start, Obstacle::RedirectedTwice);
        }
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
                if self.peek() != other || !is_end(self.byte(self.at + 1)) {
                    return self.fails(start, Obstacle::Redirection);
                }
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
        if is_end(self.peek()) || matches!(self.peek(), b'!' | b'(' | b'<' | b'>') {
            return self.fails(start, Obstacle::Redirection);
        }
        let word = self.word()?;
        if word.form == Form::Literal { Ok(word) } else { Err(NotPlain { span: word.span, reason: Obstacle::Pattern }) }
    }
}
