//! What a `$` begins.

use super::class::is_name_start;
use super::word::Quoting;
use super::{Parser, Read};
use crate::script::{Operator, Parameter, PartKind, Place};

impl Parser<'_, '_> {
    /// Reads the expansion or quotes at a `$` for which [`Parser::begins_expansion`] holds.
    pub(super) fn dollar(&mut self, quoting: Quoting) -> Read<()> {
        match self.peek_second() {
            b'\'' => self.ansi_quotes(),
            b'"' => {
                self.advance(1);
                self.double_quotes()
            }
            b'(' if self.byte(self.at.saturating_add(2)) == b'(' => self.arithmetic_or_substitution(quoting),
            b'(' => {
                self.advance(2);
                self.check_not_split(b"(")?;
                self.substitution(Place::Substitution, 2, quoting)
            }
            b'{' => self.deeper(|parser| parser.braced(quoting)),
            b'[' => self.deeper(|parser| parser.old_arithmetic(quoting)),
            byte if is_name_start(byte) => {
                let end = self.name_end(self.at.saturating_add(1));
                self.simple_parameter(end, quoting)
            }
            _ => self.simple_parameter(self.at.saturating_add(2), quoting),
        }
    }

    /// `$name`, `$1`, `$?`
    pub(super) fn simple_parameter(&mut self, end: usize, quoting: Quoting) -> Read<()> {
        let start = self.at;
        self.at = end;
        let name = self.text(start.saturating_add(1), end);
        let parameter = Parameter { name, operator: Operator::Plain, subscript: false };
        self.push_part(self.span(start, end), PartKind::Parameter(parameter), quoting != Quoting::Bare)
    }
}
