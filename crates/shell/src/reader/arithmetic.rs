//! `$((…))`, `((…))`, `$[…]`, and `((` that turns out to begin commands.
//!
//! bash first looks for the parenthesis that matches the inner `(`. If another `)` follows at once it is arithmetic,
//! otherwise bash reads the text again as commands. The reader does the same, and remembers each position that failed:
//! without that, nested attempts would double with every level.

use super::class::is_name_start;
use super::region::{Region, Single};
use super::word::Quoting;
use super::{Parser, Read};
use crate::script::{EvaluationKind, Kind, NodeId, PartKind, Place};
use crate::{Construct, Reason, Token};

impl Parser<'_, '_> {
    /// `$((…))`, or `$( (…) …)` written without the blank.
    pub(super) fn arithmetic_or_substitution(&mut self, quoting: Quoting) -> Read<()> {
        let start = self.at;
        if let Some(names) = self.attempt_arithmetic(3)? {
            if names {
                self.evaluated(start, self.at, EvaluationKind::Arithmetic);
            }
            let part = PartKind::Arithmetic { names };
            return self.push_part(self.span(start, self.at), part, quoting != Quoting::Bare);
        }
        let key = self.original(start);
        if !self.builder.counts_otherwise.contains(&key) {
            return self.double_parentheses(quoting);
        }
        let read = self.attempt(|parser| parser.double_parentheses(quoting))?;
        if read.is_ok() {
            return Ok(());
        }
        // As commands it is an error, and bash runs none of them.
        self.builder.counts_otherwise.remove(&key);
        self.builder.arithmetic_after_all.insert(key);
        self.builder.not_arithmetic.remove(&key);
        self.arithmetic_or_substitution(quoting)
    }

    /// `$( (…) …)` written without the blank.
    fn double_parentheses(&mut self, quoting: Quoting) -> Read<()> {
        self.advance(2);
        let twice = std::mem::replace(&mut self.read_twice, true);
        let read = self.substitution(Place::Substitution, 2, quoting);
        self.read_twice = twice;
        read
    }

    /// `((…))` as a command; `None` if it is not arithmetic, with nothing consumed.
    pub(super) fn arithmetic_command(&mut self) -> Read<Option<NodeId>> {
        let start = self.at;
        let key = self.original(start);
        if self.builder.not_arithmetic.contains(&key) {
            return Ok(None);
        }
        let read = self.attempt(|parser| {
            let node = parser.open(Kind::Arithmetic { names: false }, start)?;
            parser.advance(2);
            let names = parser.deeper(Self::arithmetic)?;
            parser.change(node, |node| node.kind = Kind::Arithmetic { names });
            if names {
                parser.evaluated(start, parser.at, EvaluationKind::Arithmetic);
            }
            parser.close(node, parser.at);
            Ok(node)
        })?;
        if read.is_err() {
            self.builder.not_arithmetic.insert(key);
        }
        Ok(read.ok())
    }

    /// Tries to read arithmetic whose first `opening` bytes are here; `None` if it is not arithmetic, with nothing
    /// consumed.
    fn attempt_arithmetic(&mut self, opening: usize) -> Read<Option<bool>> {
        let key = self.original(self.at);
        if self.builder.not_arithmetic.contains(&key) {
            return Ok(None);
        }
        let read = self.attempt(|parser| {
            parser.advance(opening);
            let start = parser.at;
            let names = parser.deeper(Self::arithmetic)?;
            // bash counts the parentheses once more, those of commands in it included. Patterns of `case` have only one each,
            // however they are written: `$((x $(case a in (a) b;; esac)))` is commands.
            if !parser.builder.arithmetic_after_all.contains(&key)
                && may_count_otherwise(parser.bytes.get(start..parser.at.saturating_sub(2)).unwrap_or(&[]))
            {
                parser.builder.counts_otherwise.insert(key);
                return Err(parser.stop(start, Reason::Unexpected(Token::Byte(b')'))));
            }
            Ok(names)
        })?;
        if read.is_err() {
            self.builder.not_arithmetic.insert(key);
        }
        Ok(read.ok())
    }

    /// Reads an expression up to its `))`; returns whether a name is evaluated in it.
    pub(super) fn arithmetic(&mut self) -> Read<bool> {
        let start = self.at;
        let parts = self.builder.open_parts.len();
        let mut open = 0u32;
        let mut names = false;
        // Ambiguous quotes only matter if this is arithmetic after all.
        let mut doubt = None;
        loop {
            let byte = self.peek();
            match byte {
                0 => return Err(self.stop(start, Reason::Unterminated(Construct::Arithmetic))),
                b'(' => open = open.saturating_add(1),
                b')' if open > 0 => open = open.saturating_sub(1),
                b')' if self.peek_second() == b')' => {
                    self.advance(2);
                    break;
                }
                b')' => return Err(self.stop(self.at, Reason::Unexpected(Token::Byte(b')')))),
                b'$' => names = true,
                _ => names |= is_name_start(byte) && !self.byte(self.at.saturating_sub(1)).is_ascii_alphanumeric(),
            }
            match self.region_special(byte, Single::Pairs, Quoting::Double, false) {
                Ok(true) => {}
                Ok(false) => self.advance(1),
                Err(stop) if stop.reason == Reason::QuoteReadTwice => doubt = doubt.or(Some(stop)),
                Err(stop) => return Err(stop),
            }
        }
        self.builder.open_parts.truncate(parts);
        doubt.map_or(Ok(names), Err)
    }

    /// `$[…]`
    pub(super) fn old_arithmetic(&mut self, quoting: Quoting) -> Read<()> {
        let start = self.at;
        let parts = self.builder.open_parts.len();
        self.advance(2);
        self.region(&Region::old_arithmetic(start))?;
        self.builder.open_parts.truncate(parts);
        let names = self.slice(start, self.at).bytes().any(|byte| is_name_start(byte) || byte == b'$');
        if names {
            self.evaluated(start, self.at, EvaluationKind::Arithmetic);
        }
        self.push_part(self.span(start, self.at), PartKind::Arithmetic { names }, quoting != Quoting::Bare)
    }
}

fn may_count_otherwise(text: &[u8]) -> bool {
    text.contains(&b'$') && text.windows(4).any(|word| word == b"case") || !balances(text)
}

/// Whether each parenthesis outside quotes has its other half.
fn balances(text: &[u8]) -> bool {
    let mut open = 0u32;
    let mut at = 0usize;
    while let Some(byte) = text.get(at) {
        let rest = text.get(at.saturating_add(1)..).unwrap_or(&[]);
        let skipped = match byte {
            b'(' => {
                open = open.saturating_add(1);
                0
            }
            b')' if open == 0 => return false,
            b')' => {
                open = open.saturating_sub(1);
                0
            }
            b'\\' => 1,
            b'\'' => rest.iter().position(|next| *next == b'\'').map_or(rest.len(), |end| end.saturating_add(1)),
            b'"' => double_quoted(rest),
            _ => 0,
        };
        at = at.saturating_add(skipped).saturating_add(1);
    }
    open == 0
}

/// The length of what follows a double quote, up to the other one. Commands in it may have quotes of their own: what is
/// found then is no balance, which only makes more of it commands.
fn double_quoted(text: &[u8]) -> usize {
    let mut at = 0usize;
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => return at.saturating_add(1),
            b'\\' => at = at.saturating_add(2),
            _ => at = at.saturating_add(1),
        }
    }
    text.len()
}
