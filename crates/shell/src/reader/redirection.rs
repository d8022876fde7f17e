//! Redirections.

use super::ansi::decode;
use super::class::is_delimiter;
use super::word::{Mode, plain_word};
use super::{Around, Parser, Read};
use crate::script::{Class, Descriptor, HereDocument, NodeId, RedirectOperator, Redirection, Word};
use crate::{Construct, Opaque, Reason, Span};

impl Parser<'_, '_> {
    /// Reads a redirection if there is one here.
    pub(super) fn redirection(&mut self) -> Read<bool> {
        let start = self.at;
        let descriptor = self.descriptor()?;
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
            if self.around == Around::Parentheses {
                self.around = Around::Rewritten;
            }
            let (target, quoted) = self.delimiter()?;
            (target, Some(HereDocument { body: Span::new(target.span.end, target.span.end), quoted }))
        } else {
            (self.redirect_target(operator)?, None)
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
        let read = loop {
            self.skip_blanks();
            if !matches!(self.peek(), b'<' | b'>' | b'&' | b'0'..=b'9' | b'{') {
                break Ok(());
            }
            match self.redirection() {
                Ok(true) => end = self.at,
                Ok(false) => break Ok(()),
                Err(stop) => break Err(stop),
            }
        };
        let range = self.keep_redirections(base);
        let last =
            self.builder.redirections.get(range.start as usize..).and_then(<[_]>::last).map_or(0, |last| last.span.end);
        self.change(node, |node| {
            node.redirections = range;
            node.span.end = node.span.end.max(last);
        });
        read?;
        self.at = end;
        Ok(())
    }

    /// The word after an operator.
    fn redirect_target(&mut self, operator: RedirectOperator) -> Read<Word> {
        let duplicates = matches!(operator, RedirectOperator::DuplicateIn | RedirectOperator::DuplicateOut);
        if duplicates && self.peek() == b'-' {
            // bash takes only the dash and continues from there: `git 2>&-push` is `git push`.
            let start = self.at;
            self.advance(1);
            let text = self.text(start, self.at);
            return Ok(plain_word(self.span(start, self.at), text, Class::Literal));
        }
        let target = self.single_word(Mode::Single)?;
        if operator == RedirectOperator::DuplicateOut && self.is_expanded_again(&target) {
            self.builder.opaque.push(Opaque { span: target.span, reason: Reason::QuotedTextEvaluated });
        }
        Ok(target)
    }

    /// Whether quotes of a file after `>&` hide what runs: bash expands it, finds that it is no number, and expands the result once
    /// more, so that `>&'$(a)'` runs `a`.
    fn is_expanded_again(&self, target: &Word) -> bool {
        let runs = |text: &str| text.contains(['$', '`']);
        match target.class {
            Class::Literal | Class::Bounded => target.quoted && runs(self.resolve(target.text)),
            Class::Unknown(_) => {
                let written = self.slice(target.span.start as usize, target.span.end as usize);
                written.contains(['\'', '\\']) && runs(written)
            }
        }
    }

    fn nothing_follows(&self) -> bool {
        let process = matches!(self.peek(), b'<' | b'>') && self.peek_second() == b'(';
        is_delimiter(self.peek()) && !process
    }

    /// Consumes `2` or `{name}` if an operator follows.
    fn descriptor(&mut self) -> Read<Descriptor> {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let process = |at: usize| rest.get(at.saturating_add(1)) == Some(&b'(');
        if digits > 0 && matches!(rest.get(digits), Some(b'<' | b'>')) && !process(digits) {
            // A number too large for a descriptor is an ordinary word.
            let Ok(number) = self.slice(self.at, self.at.saturating_add(digits)).parse::<i32>() else {
                return Ok(Descriptor::Default);
            };
            self.advance(digits);
            return Ok(Descriptor::Number(number.unsigned_abs()));
        }
        if self.peek() == b'{' {
            let name = self.at.saturating_add(1);
            let end = self.name_end(name);
            // `{x[…]}>` evaluates its subscript, quoted or not.
            if end > name && self.byte(end) == b'[' {
                let rest = self.bytes.get(end..).unwrap_or(&[]);
                let close = rest.windows(3).position(|three| matches!(three, [b']', b'}', b'<' | b'>']));
                if close.is_some_and(|close| !rest.get(..close).unwrap_or(&[]).contains(&b' ')) {
                    return Err(self.stop(self.at, Reason::QuotedTextEvaluated));
                }
            }
            let after = end.saturating_add(1);
            let operator = matches!(self.byte(after), b'<' | b'>');
            let process = self.byte(after.saturating_add(1)) == b'(';
            if end > name && self.byte(end) == b'}' && operator && !process {
                let text = self.text(name, end);
                self.at = after;
                return Ok(Descriptor::Variable(text));
            }
        }
        Ok(Descriptor::Default)
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
            (b'<' | b'>', b'(') if matches!(descriptor, Descriptor::Default) => return Ok(None),
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
            (None, '$') if characters.peek() == Some(&'\'') => {
                characters.next();
                plain.push_str(&decode(&ansi_inside(&mut characters)));
            }
            (None, '$') if characters.peek() == Some(&'"') => {}
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

/// The text between `$'` and its `'`, with escapes as written.
fn ansi_inside(characters: &mut impl Iterator<Item = char>) -> String {
    let mut inside = String::new();
    while let Some(character) = characters.next() {
        match character {
            '\'' => break,
            '\\' => {
                inside.push('\\');
                inside.extend(characters.next());
            }
            _ => inside.push(character),
        }
    }
    inside
}
