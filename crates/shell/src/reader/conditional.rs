//! `[[ … ]]`.

use super::word::{Mode, plain_word};
use super::{Parser, Read};
use crate::script::{Class, Kind, NodeId, Range};
use crate::{Construct, Opaque, Reason};

impl Parser<'_, '_> {
    /// Reads `[[ … ]]`. The judging code knows which operands an operator takes; here only words and what runs in them
    /// matter.
    pub(super) fn conditional(&mut self) -> Read<NodeId> {
        let start = self.at;
        let node = self.open(Kind::Conditional { words: Range::default() }, start)?;
        self.advance(2);
        let base = self.builder.open_words.len();
        let read = self.conditional_words(start);
        let words = self.builder.keep_words(base);
        self.change(node, |node| node.kind = Kind::Conditional { words });
        self.check_conditional(words);
        read?;
        self.close(node, self.at);
        Ok(node)
    }

    fn conditional_words(&mut self, start: usize) -> Read<()> {
        let mut open = 0u32;
        let mut mode = Mode::Single;
        loop {
            self.skip_lines()?;
            let length = match (self.peek(), self.peek_second()) {
                (0, _) => return Err(self.stop(start, Reason::Unterminated(Construct::Conditional))),
                (b'&', b'&') | (b'|', b'|') => 2,
                (b'(', _) if mode != Mode::Regex => {
                    open = open.saturating_add(1);
                    1
                }
                (b')', _) if open > 0 => {
                    open = open.saturating_sub(1);
                    1
                }
                (b'<' | b'>', second) if second != b'(' => 1,
                (b'!', b'(') if mode == Mode::Single => 1,
                (b']', b']') if self.stands(b"]]") => {
                    if open > 0 {
                        return Err(self.unexpected());
                    }
                    self.advance(2);
                    return Ok(());
                }
                _ => 0,
            };
            if length > 0 {
                self.symbol(length)?;
                mode = Mode::Single;
                continue;
            }
            let word = self.at;
            self.word(mode)?;
            mode = match self.slice(word, self.at) {
                "=~" => Mode::Regex,
                // After these, `!(` is a pattern; braces are not expanded in either mode.
                "==" | "=" | "!=" => Mode::Value,
                _ => Mode::Single,
            };
            if mode != Mode::Single {
                self.skip_blanks();
            }
        }
    }

    /// `-eq` and similar operators evaluate their operands as arithmetic, `-v` its subscript, quoted or not.
    fn check_conditional(&mut self, words: Range) {
        let words = self.builder.words.get(words.start as usize..words.end as usize).unwrap_or(&[]);
        let evaluates = words
            .iter()
            .any(|word| matches!(self.resolve(word.text), "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge" | "-v" | "-R"));
        let quoted = words.iter().find(|word| {
            let text = self.resolve(word.text);
            matches!(word.class, Class::Literal) && text.contains('[') && text.contains(['$', '`'])
        });
        if let (true, Some(span)) = (evaluates, quoted.map(|word| word.span)) {
            self.builder.opaque.push(Opaque { span, reason: Reason::QuotedTextEvaluated });
        }
    }

    fn symbol(&mut self, length: usize) -> Read<()> {
        self.count()?;
        let start = self.at;
        self.advance(length);
        let text = self.text(start, self.at);
        self.builder.open_words.push(plain_word(self.span(start, self.at), text, Class::Literal));
        Ok(())
    }
}
