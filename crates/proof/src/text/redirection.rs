//! `> file`, `2>&1`, `< file`.

use crate::text::Reader;
use crate::text::bytes::is_end;
use crate::{Descriptor, Effect, Input, NotPlain, Obstacle, Redirection, Value, Word};

/// What is redirected already. `q > a > b`: zsh writes to both; `q < a < b`: it reads both.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Streams {
    input: bool,
    pub(super) output: bool,
    errors: bool,
}

impl<'t> Reader<'t, '_> {
    /// A redirection begins here, if a blank stands before it. `q 10>x`: descriptor 10 in bash and busybox, a word elsewhere.
    pub(super) fn redirects(&self) -> bool {
        match self.peek() {
            b'<' | b'>' => true,
            b'1' | b'2' => self.byte(self.at + 1) == b'>',
            _ => false,
        }
    }

    pub(super) fn redirection(&mut self, streams: &mut Streams) -> Result<Redirection<'t>, NotPlain> {
        let start = self.at;
        let (descriptor, taken) = match self.peek() {
            b'<' => (Descriptor::Input, &mut streams.input),
            b'2' => (Descriptor::Errors, &mut streams.errors),
            _ => (Descriptor::Output, &mut streams.output),
        };
        if std::mem::replace(taken, true) {
            return self.fails(start, Obstacle::RedirectedTwice);
        }
        self.at += usize::from(matches!(self.peek(), b'1' | b'2')) + 1;
        let effect = match descriptor {
            Descriptor::Input => self.incoming(start)?,
            Descriptor::Output | Descriptor::Errors => self.outgoing(start, descriptor)?,
        };
        Ok(Redirection { span: self.span(start), descriptor, effect })
    }

    fn incoming(&mut self, start: usize) -> Result<Effect<'t>, NotPlain> {
        // `q1 | q2 < f`: zsh gives q2 both.
        if matches!(self.input, Input::Pipe { .. }) {
            return self.fails(start, Obstacle::RedirectedPipe);
        }
        if self.peek() == b'<' {
            self.at += 1;
            return self.document(start).map(Effect::Document);
        }
        self.file(start).map(Effect::Read)
    }

    fn outgoing(&mut self, start: usize, descriptor: Descriptor) -> Result<Effect<'t>, NotPlain> {
        match self.peek() {
            b'>' => {
                self.at += 1;
                self.file(start).map(Effect::Append)
            }
            // `>&f` is an error in dash and mksh; `>&-` closes.
            b'&' => {
                let (other, number) = match descriptor {
                    Descriptor::Errors => (Descriptor::Output, b'1'),
                    Descriptor::Output | Descriptor::Input => (Descriptor::Errors, b'2'),
                };
                self.at += 1;
                if self.peek() != number || !is_end(self.byte(self.at + 1)) {
                    return self.fails(start, Obstacle::Redirection);
                }
                self.at += 1;
                Ok(Effect::Duplicate(other))
            }
            _ => self.file(start).map(Effect::Write),
        }
    }

    /// The file of a redirection: one word, known exactly. bash takes a pattern there for the file that it matches, dash does not.
    fn file(&mut self, start: usize) -> Result<Word<'t>, NotPlain> {
        while matches!(self.peek(), b' ' | b'\t') {
            self.at += 1;
        }
        // `>!f`, `>|f`, `>(q)`, `<&3`, `<>f`, `<(q)`; `> !` alone is a file to all but looks like the first.
        if is_end(self.peek()) || matches!(self.peek(), b'!' | b'(' | b'<' | b'>') {
            return self.fails(start, Obstacle::Redirection);
        }
        let word = self.word()?;
        match word.value {
            Value::Literal { .. } => Ok(word),
            Value::Pattern { .. } | Value::Number | Value::Beginning(_) => {
                Err(NotPlain { span: word.span, reason: Obstacle::Pattern })
            }
        }
    }
}
