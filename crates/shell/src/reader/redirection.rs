//! Redirections.

use super::class::is_delimiter;
use super::word::{Mode, plain_word};
use super::{Parser, Read};
use crate::script::{Class, Descriptor, HereDocument, NodeId, RedirectOperator, Redirection, Word};
use crate::{Construct, Reason, Span};

impl Parser<'_, '_> {
    /// Reads a redirection if one stands here.
    pub(super) fn redirection(&mut self) -> Read<bool> {
        let start = self.at;
        let descriptor = self.descriptor();
        let Some(operator) = self.redirect_operator(descriptor)? else {
            self.at = start;
            return Ok(false);
        };
        self.skip_blanks();
        if self.nothing_follows() {
            return Err(self.stop(start, Reason::Missing(Construct::RedirectTarget)));
        }
        let here = matches!(operator, RedirectOperator::HereDocument | RedirectOperator::HereDocumentTabs);
        let (target, here_document) = if here {
            if self.read_twice {
                return Err(self.stop(start, Reason::HereDocumentReread));
            }
            let (target, quoted) = self.delimiter()?;
            (target, Some(HereDocument { body: Span::new(target.span.end, target.span.end), quoted }))
        } else {
            (self.single_word(Mode::Single)?, None)
        };
        let operator = self.settled(operator, descriptor, &target);
        let span = self.span(start, self.at);
        self.count()?;
        self.builder.open_redirections.push(Redirection { span, descriptor, operator, target, here_document });
        Ok(true)
    }

    /// Reads the redirections after a compound command.
    pub(super) fn redirections_of(&mut self, node: NodeId) -> Read<()> {
        let base = self.builder.open_redirections.len();
        let mut end = self.at;
        loop {
            self.skip_blanks();
            if !matches!(self.peek(), b'<' | b'>' | b'&' | b'0'..=b'9' | b'{') || !self.redirection()? {
                break;
            }
            end = self.at;
        }
        self.at = end;
        let range = self.keep_redirections(base);
        self.change(node, |node| node.redirections = range);
        Ok(())
    }

    fn nothing_follows(&self) -> bool {
        let process = matches!(self.peek(), b'<' | b'>') && self.peek_second() == b'(';
        is_delimiter(self.peek()) && !process
    }

    /// Passes over `2` or `{name}` if an operator follows.
    fn descriptor(&mut self) -> Descriptor {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let process = |at: usize| rest.get(at.saturating_add(1)) == Some(&b'(');
        if digits > 0 && matches!(rest.get(digits), Some(b'<' | b'>')) && !process(digits) {
            let number = self.slice(self.at, self.at.saturating_add(digits)).parse().unwrap_or(u32::MAX);
            self.advance(digits);
            return Descriptor::Number(number);
        }
        if self.peek() == b'{' {
            let name = self.at.saturating_add(1);
            let end = self.name_end(name);
            let operator = matches!(self.byte(end.saturating_add(1)), b'<' | b'>');
            let process = self.byte(end.saturating_add(2)) == b'(';
            if end > name && self.byte(end) == b'}' && operator && !process {
                let text = self.text(name, end);
                self.at = end.saturating_add(1);
                return Descriptor::Variable(text);
            }
        }
        Descriptor::Default
    }

    fn redirect_operator(&mut self, descriptor: Descriptor) -> Read<Option<RedirectOperator>> {
        use RedirectOperator as Op;
        const OPERATORS: [(&[u8], Op); 10] = [
            (b"<<<", Op::HereString),
            (b"<<-", Op::HereDocumentTabs),
            (b"<<", Op::HereDocument),
            (b"<>", Op::ReadWrite),
            (b"<&", Op::DuplicateIn),
            (b"<", Op::Read),
            (b">>", Op::Append),
            (b">&", Op::DuplicateOut),
            (b">|", Op::Clobber),
            (b">", Op::Write),
        ];
        let plain = matches!(descriptor, Descriptor::Default);
        let (symbol, operator): (&[u8], Op) = match (self.peek(), self.peek_second()) {
            (b'&', b'>') if plain && self.byte(self.at.saturating_add(2)) == b'>' => (b"&>>", Op::AppendBoth),
            (b'&', b'>') if plain => (b"&>", Op::WriteBoth),
            (b'<' | b'>', b'(') if plain => return Ok(None),
            _ => match OPERATORS.iter().find(|(symbol, _)| self.follows(symbol)) {
                Some((symbol, operator)) => (symbol, *operator),
                None => return Ok(None),
            },
        };
        self.advance(symbol.len());
        self.check_not_split(b"<>&|-(")?;
        Ok(Some(operator))
    }

    /// `>&` before a file name writes both outputs; before a descriptor, `-` or unknown text it duplicates.
    fn settled(&self, operator: RedirectOperator, descriptor: Descriptor, target: &Word) -> RedirectOperator {
        let literal = matches!(target.class, Class::Literal);
        let value = self.resolve(target.text);
        let number = value.strip_suffix('-').unwrap_or(value).bytes().all(|byte| byte.is_ascii_digit());
        let plain = matches!(descriptor, Descriptor::Default | Descriptor::Number(1));
        if operator == RedirectOperator::DuplicateOut && plain && literal && !number {
            return RedirectOperator::WriteBoth;
        }
        operator
    }

    /// Reads the delimiter of a here-document: a word of which nothing is expanded.
    fn delimiter(&mut self) -> Read<(Word, bool)> {
        let start = self.at;
        let checkpoint = self.builder.checkpoint();
        self.word(Mode::Single)?;
        self.builder.roll_back(&checkpoint);
        let written = self.slice(start, self.at);
        let quoted = written.contains(['\'', '"', '\\']);
        let text = if quoted {
            let plain = unquoted(written);
            let from = self.builder.buffer.len();
            self.builder.buffer.push_str(&plain);
            self.decoded(from)
        } else {
            self.text(start, self.at)
        };
        let quoted = quoted && written.replace("\\\n", "").contains(['\'', '"', '\\']);
        Ok((plain_word(self.span(start, self.at), text, Class::Literal), quoted))
    }
}

/// A delimiter without its quotes.
fn unquoted(written: &str) -> String {
    let mut plain = String::with_capacity(written.len());
    let mut characters = written.chars().peekable();
    let mut quote = None;
    while let Some(character) = characters.next() {
        match (quote, character) {
            (None, '$') if matches!(characters.peek(), Some('\'' | '"')) => {}
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            (None, '\\') => match characters.next() {
                Some('\n') | None => {}
                Some(escaped) => plain.push(escaped),
            },
            (Some('"'), '\\') => match characters.next() {
                Some('\n') | None => {}
                Some(escaped) => {
                    if !matches!(escaped, '$' | '`' | '"' | '\\') {
                        plain.push('\\');
                    }
                    plain.push(escaped);
                }
            },
            _ => plain.push(character),
        }
    }
    plain
}
