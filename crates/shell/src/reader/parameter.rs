//! `${…}`.

use super::class::is_name_start;
use super::region::{Region, Single};
use super::word::Quoting;
use super::{Parser, Read};
use crate::script::{EvaluationKind, Operator, Parameter, PartKind, Place};

impl Parser<'_, '_> {
    /// Reads `${…}` and makes one part of it. What runs inside it becomes nodes below the current command.
    pub(super) fn braced(&mut self, quoting: Quoting) -> Read<()> {
        let start = self.at;
        self.advance(2);
        if matches!(self.peek(), b' ' | b'\t' | b'\n' | b'|') {
            self.at = start;
            return self.brace_substitution(quoting);
        }
        let parts = self.builder.open_parts.len();
        let indirect = self.peek() == b'!' && !matches!(self.peek_second(), b'}' | b':' | b'-' | b'+' | b'=' | b'?');
        let length = self.peek() == b'#' && !matches!(self.peek_second(), b'}' | b':' | b'=' | b'+' | b'%' | b'/');
        if indirect || length {
            self.advance(1);
        }
        let name_start = self.at;
        self.at = self.parameter_name_end();
        let name = self.text(name_start, self.at);
        let subscript = self.peek() == b'[' && self.parameter_subscript(quoting)?;
        let (operator, single) = self.operator(quoting);
        self.region(&Region::operand(start, single, quoting))?;
        self.builder.open_parts.truncate(parts);
        let operator = match (operator, indirect) {
            (Operator::Plain, false) if length => Operator::Length,
            (Operator::Transform(b'}') | Operator::Plain, true) if self.names_form() => Operator::Names,
            (_, true) => Operator::Indirect,
            (operator, false) => operator,
        };
        let kind = match operator {
            Operator::Transform(b'P') => Some(EvaluationKind::Prompt),
            Operator::Indirect => Some(EvaluationKind::Indirect),
            Operator::Assign => Some(EvaluationKind::Assign),
            Operator::Substring if evaluates_name(self.slice(name_start, self.at).split_once(':')) => {
                Some(EvaluationKind::Arithmetic)
            }
            Operator::Plain
            | Operator::Length
            | Operator::Names
            | Operator::Default
            | Operator::Error
            | Operator::Alternate
            | Operator::Substring
            | Operator::TrimPrefix
            | Operator::TrimSuffix
            | Operator::Replace
            | Operator::Case
            | Operator::Transform(_) => None,
        };
        if let Some(kind) = kind {
            self.evaluated(start, self.at, kind);
        }
        let parameter = Parameter { name, operator, subscript };
        self.push_part(self.span(start, self.at), PartKind::Parameter(parameter), quoting != Quoting::Bare)
    }

    /// Whether the `${!…}` just read ends in `*}`, `@}` or `[@]}`.
    fn names_form(&self) -> bool {
        let before = self.at.saturating_sub(2);
        matches!(self.byte(before), b'*' | b'@')
            || self.byte(before) == b']' && matches!(self.byte(before.saturating_sub(1)), b'*' | b'@')
    }

    fn parameter_name_end(&self) -> usize {
        let byte = self.peek();
        if is_name_start(byte) {
            return self.name_end(self.at);
        }
        if byte.is_ascii_digit() {
            let rest = self.bytes.get(self.at..).unwrap_or(&[]);
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            return self.at.saturating_add(digits);
        }
        let special = matches!(byte, b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!');
        self.at.saturating_add(usize::from(special))
    }

    /// Reads `[…]`; returns `true` if bash evaluates its content.
    fn parameter_subscript(&mut self, quoting: Quoting) -> Read<bool> {
        let start = self.at;
        self.advance(1);
        self.region(&Region::subscript(start, quoting))?;
        let inside = self.slice(start.saturating_add(1), self.at.saturating_sub(1));
        if inside.bytes().any(|byte| is_name_start(byte) || byte == b'$' || byte == b'`') {
            self.evaluated(start, self.at, EvaluationKind::Subscript);
        }
        Ok(!matches!(inside, "@" | "*"))
    }

    /// Consumes the operator; returns what a single quote does in the operand.
    fn operator(&mut self, quoting: Quoting) -> (Operator, Single) {
        // Inside double quotes a single quote protects only the operands that are patterns.
        let single = if quoting == Quoting::Bare { Single::Quotes } else { Single::Pairs };
        let colon = usize::from(self.peek() == b':');
        let (operator, single, length) = match self.byte(self.at.saturating_add(colon)) {
            b'-' => (Operator::Default, single, colon.saturating_add(1)),
            b'=' => (Operator::Assign, single, colon.saturating_add(1)),
            b'?' => (Operator::Error, single, colon.saturating_add(1)),
            b'+' => (Operator::Alternate, single, colon.saturating_add(1)),
            // The offset and length are arithmetic, where single quotes do not protect.
            _ if colon == 1 => (Operator::Substring, Single::Pairs, 1),
            b'#' => (Operator::TrimPrefix, Single::Quotes, 1),
            b'%' => (Operator::TrimSuffix, Single::Quotes, 1),
            b'/' => (Operator::Replace, Single::Quotes, 1),
            b'^' | b',' | b'~' => (Operator::Case, Single::Quotes, 1),
            b'@' => (Operator::Transform(self.peek_second()), single, 1),
            _ => (Operator::Plain, single, 0),
        };
        self.advance(length);
        (operator, single)
    }

    /// `${ …; }` and `${| …; }` of bash 5.3. Older versions of bash refuse it, so reading it hides nothing.
    fn brace_substitution(&mut self, quoting: Quoting) -> Read<()> {
        let bar = self.byte(self.at.saturating_add(2)) == b'|';
        self.advance(if bar { 3 } else { 2 });
        self.substitution(Place::BraceSubstitution, if bar { 3 } else { 2 }, quoting)
    }
}

/// Whether the offset or length of `${x:o:l}` names a variable.
fn evaluates_name(parts: Option<(&str, &str)>) -> bool {
    parts.is_some_and(|(_, offset)| offset.bytes().any(|byte| is_name_start(byte) || byte == b'$' || byte == b'`'))
}
