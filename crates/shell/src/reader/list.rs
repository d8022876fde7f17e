//! Lists: commands joined by `;`, `&`, `&&`, `||`, `|` and line breaks, up to what closes the list.

use super::class::is_delimiter;
use super::{Around, Parser, Read};
use crate::script::{Connector, NodeId};
use crate::{Construct, Opaque, Reason, Token};

/// What may close a list; a set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Until(u16);

impl Until {
    pub const END: Self = Self(1);
    pub const PARENTHESIS: Self = Self(1 << 1);
    pub const BRACE: Self = Self(1 << 2);
    pub const THEN: Self = Self(1 << 3);
    pub const ELIF: Self = Self(1 << 4);
    pub const ELSE: Self = Self(1 << 5);
    pub const FI: Self = Self(1 << 6);
    pub const DO: Self = Self(1 << 7);
    pub const DONE: Self = Self(1 << 8);
    pub const ESAC: Self = Self(1 << 9);
    /// `;;`, `;&`, `;;&`
    pub const ARM: Self = Self(1 << 10);
    /// `}` of `${ …; }`, which needs no delimiter after it
    pub const SUBSTITUTION: Self = Self(1 << 11);

    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub const fn includes(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

impl Parser<'_, '_> {
    /// Reads commands up to one of `until`, which is named but not consumed. `open` is the construct around the list and
    /// where it began, for the message if the text ends first.
    pub(super) fn list(&mut self, until: Until, open: Option<(Construct, usize)>) -> Read<Until> {
        let mut piped = false;
        let mut needs_command = false;
        loop {
            self.skip_lines()?;
            if let Some(found) = self.closing(until, open)? {
                if needs_command {
                    return Err(self.stop(self.at, Reason::Missing(Construct::Command)));
                }
                return Ok(found);
            }
            // Behind a pipe `time` is an ordinary command, and `!` is not allowed.
            let node = if piped { self.plain_command()? } else { self.command()? };
            let connector = self.connector()?;
            self.join(node, connector, piped);
            piped = matches!(connector, Connector::Pipe | Connector::PipeBoth);
            needs_command = match connector {
                Connector::And | Connector::Or | Connector::Pipe | Connector::PipeBoth => true,
                Connector::Sequence | Connector::Background => false,
                Connector::End => match self.closing(until, open)? {
                    Some(found) => return Ok(found),
                    None => return Err(self.unexpected()),
                },
            };
        }
    }

    fn join(&mut self, node: NodeId, connector: Connector, piped: bool) {
        self.change(node, |node| {
            node.connector = connector;
            node.piped = piped;
        });
    }

    fn connector(&mut self) -> Read<Connector> {
        self.skip_blanks_and_comment();
        let (connector, length) = match (self.peek(), self.peek_second()) {
            (b'\n', _) => {
                self.line_break()?;
                return Ok(Connector::Sequence);
            }
            (b';', b';' | b'&') => return Ok(Connector::End),
            (b';', _) => (Connector::Sequence, 1),
            (b'&', b'&') => (Connector::And, 2),
            (b'&', _) => (Connector::Background, 1),
            (b'|', b'|') => (Connector::Or, 2),
            (b'|', b'&') => (Connector::PipeBoth, 2),
            (b'|', _) => (Connector::Pipe, 1),
            _ => return Ok(Connector::End),
        };
        if self.around == Around::Rewritten && self.peek() == b';' {
            let span = self.span(self.at, self.at.saturating_add(1));
            self.builder.opaque.push(Opaque { span, reason: Reason::HereDocumentReread });
        }
        self.advance(length);
        if length == 1 {
            self.check_not_split(b"&|;>")?;
        }
        Ok(connector)
    }

    /// What closes a list at this point, if anything. A token that closes another list is an error.
    fn closing(&self, until: Until, open: Option<(Construct, usize)>) -> Read<Option<Until>> {
        let found = match self.peek() {
            0 => Until::END,
            b')' => Until::PARENTHESIS,
            b';' if matches!(self.peek_second(), b';' | b'&') => Until::ARM,
            b'}' if until.includes(Until::SUBSTITUTION) => Until::SUBSTITUTION,
            b'}' | b't' | b'e' | b'f' | b'd' => match self.closing_word() {
                Some(found) => found,
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        if until.includes(found) {
            return Ok(Some(found));
        }
        Err(match (found, open) {
            (Until::END, Some((construct, start))) => self.stop(start, Reason::Unterminated(construct)),
            (Until::END | Until::PARENTHESIS, _) => self.unexpected(),
            (Until::ARM, _) => self.stop(self.at, Reason::Unexpected(Token::Operator)),
            _ => self.stop(self.at, Reason::Unexpected(Token::ReservedWord)),
        })
    }

    fn closing_word(&self) -> Option<Until> {
        const WORDS: [(&[u8], Until); 8] = [
            (b"}", Until::BRACE),
            (b"then", Until::THEN),
            (b"elif", Until::ELIF),
            (b"else", Until::ELSE),
            (b"fi", Until::FI),
            (b"do", Until::DO),
            (b"done", Until::DONE),
            (b"esac", Until::ESAC),
        ];
        WORDS.iter().find(|(word, _)| self.stands(word)).map(|(_, until)| *until)
    }

    /// Consumes a required reserved word.
    pub(super) fn expect_word(&mut self, word: &[u8]) -> Read<()> {
        if !self.stands(word) {
            return Err(self.unexpected());
        }
        self.advance(word.len());
        Ok(())
    }

    /// Consumes a required byte.
    pub(super) fn expect_byte(&mut self, byte: u8) -> Read<()> {
        if self.peek() != byte {
            return Err(self.unexpected());
        }
        self.advance(1);
        Ok(())
    }

    /// Whether a command could end here, so that `time` or `!` stands alone.
    pub(super) fn at_command_end(&self) -> bool {
        is_delimiter(self.peek())
            && !matches!(self.peek(), b'(' | b'<' | b'>')
            && !(self.peek() == b'&' && self.peek_second() == b'>')
    }
}
