//! Grammar that only zsh has: short loops, blocks without keywords, anonymous functions.

use super::class::is_delimiter;
use super::compound::for_kind;
use super::list::Until;
use super::region::{Region, Single};
use super::word::{Mode, Quoting};
use super::{Parser, Read};
use crate::script::{
    Class, Clause, Connector, EvaluationKind, Kind, NodeId, Operator, Parameter, PartKind, Place, Text,
};
use crate::{Construct, Difference, Reason};

impl<const OTHER: bool> Parser<'_, '_, OTHER> {
    pub(super) fn begins_zsh_compound(&self) -> bool {
        self.peek() == b'{' || self.stands(b"repeat") || self.stands(b"foreach")
    }

    /// A compound command that zsh reads in more ways than bash.
    pub(super) fn zsh_compound(&mut self) -> Read<Option<NodeId>> {
        let node = match (self.peek(), self.peek_second()) {
            (b'(', b')') => self.anonymous(2)?,
            (b'f', b'u') => self.zsh_function()?,
            (b'i', _) => self.zsh_if()?,
            (b'w', _) => self.zsh_while(Kind::While)?,
            (b'u', _) => self.zsh_while(Kind::Until)?,
            (b'f' | b's', _) => self.zsh_for()?,
            (b'r', _) => self.repeat()?,
            _ => return Ok(None),
        };
        Ok(Some(node))
    }

    /// Commands joined by `&&`, `||` and `|`, as a clause of its own: the body of a short loop or function.
    pub(super) fn sublist(&mut self) -> Read<()> {
        let clause = self.open(Kind::Clause(Clause::Body), self.at)?;
        let mut piped = false;
        loop {
            self.skip_blanks_and_comment();
            if self.at_command_end() {
                return Err(self.unexpected());
            }
            let node = self.command()?;
            self.skip_blanks();
            let goes_on = match (self.peek(), self.peek_second()) {
                (b'&', second) => second == b'&',
                (b'|', _) => true,
                _ => self.stands(b"always"),
            };
            if !goes_on {
                self.join(node, Connector::End, piped);
                break;
            }
            let connector = self.connector()?;
            self.join(node, connector, piped);
            piped = matches!(connector, Connector::Pipe | Connector::PipeBoth);
            self.skip_lines()?;
        }
        self.close(clause, self.at);
        Ok(())
    }

    /// `{ … }` as a clause.
    fn block(&mut self, clause: Clause, open: (Construct, usize)) -> Read<()> {
        self.expect_byte(b'{')?;
        self.clause(clause, Until::BRACE, open)?;
        self.advance(1);
        Ok(())
    }

    fn zsh_if(&mut self) -> Read<NodeId> {
        let start = self.at;
        let open = (Construct::If, start);
        let node = self.open(Kind::If, start)?;
        self.advance(2);
        loop {
            if self.clause(Clause::Condition, Until::THEN.or(Until::BLOCK), open)? == Until::THEN {
                self.advance(b"then".len());
                let until = Until::ELIF.or(Until::ELSE).or(Until::FI);
                let found = self.clause(Clause::Body, until, open)?;
                if found == Until::ELIF {
                    self.advance(b"elif".len());
                    continue;
                }
                if found == Until::ELSE {
                    self.advance(b"else".len());
                    self.clause(Clause::Else, Until::FI, open)?;
                }
                self.advance(b"fi".len());
                break;
            }
            if self.peek() != b'{' {
                self.deeper(Self::sublist)?;
                break;
            }
            self.block(Clause::Body, open)?;
            self.skip_blanks();
            if self.stands(b"elif") {
                self.advance(b"elif".len());
            } else if self.stands(b"else") {
                self.advance(b"else".len());
                self.skip_lines()?;
                if self.peek() == b'{' {
                    self.block(Clause::Else, open)?;
                } else {
                    self.clause(Clause::Else, Until::FI, open)?;
                    self.advance(b"fi".len());
                }
                break;
            } else {
                break;
            }
        }
        self.close(node, self.at);
        Ok(node)
    }

    fn zsh_while(&mut self, kind: Kind) -> Read<NodeId> {
        let start = self.at;
        let open = (Construct::Loop, start);
        let node = self.open(kind, start)?;
        self.advance(b"while".len());
        self.clause(Clause::Condition, Until::DO.or(Until::BLOCK), open)?;
        self.zsh_body(start, false)?;
        self.close(node, self.at);
        Ok(node)
    }

    /// `do … done`, `{ … }`, or in short loops one sublist; for `foreach`, `… end`.
    fn zsh_body(&mut self, start: usize, foreach: bool) -> Read<()> {
        let open = (Construct::Loop, start);
        if self.stands(b"do") {
            self.advance(b"do".len());
            self.clause(Clause::Body, Until::DONE, open)?;
            self.advance(b"done".len());
            Ok(())
        } else if self.peek() == b'{' {
            self.block(Clause::Body, open)
        } else if foreach {
            self.clause(Clause::Body, Until::FOREACH, open)?;
            self.advance(b"end".len());
            Ok(())
        } else {
            self.deeper(Self::sublist)
        }
    }

    /// `for`, `foreach` and `select`
    fn zsh_for(&mut self) -> Read<NodeId> {
        let start = self.at;
        let select = self.peek() == b's';
        let foreach = self.stands(b"foreach");
        let node = self.open(Kind::ArithmeticFor, start)?;
        self.advance(match (select, foreach) {
            (true, _) => b"select".len(),
            (_, true) => b"foreach".len(),
            _ => b"for".len(),
        });
        self.skip_blanks();
        if self.follows(b"((") {
            self.advance(2);
            if self.deeper(Self::arithmetic)? {
                self.evaluated(start, self.at, EvaluationKind::Arithmetic);
            }
        } else {
            let kind = self.zsh_for_header(start, select)?;
            self.change(node, |node| node.kind = kind);
        }
        self.skip_blanks();
        if self.peek() == b';' {
            self.advance(1);
        }
        self.skip_lines()?;
        self.zsh_body(start, foreach)?;
        self.close(node, self.at);
        Ok(node)
    }

    /// The variables and words: `x in a b`, `x y (a b)`, or only `x`.
    fn zsh_for_header(&mut self, start: usize, select: bool) -> Read<Kind> {
        let variable = self.single_word(Mode::Single)?.text;
        self.skip_blanks();
        let mut several = false;
        while !is_delimiter(self.peek()) && !self.stands(b"in") && !self.stands(b"do") && self.peek() != b'{' {
            self.single_word(Mode::Single)?;
            self.skip_blanks();
            several = true;
        }
        if several {
            // byleave does not follow which variable takes which word.
            self.doubt(start, self.at, Difference::Function);
        }
        let after_names = self.at;
        self.skip_lines()?;
        let base = self.builder.open_words.len();
        let close = match self.peek() {
            b'(' => b')',
            _ if self.stands(b"in") => b';',
            _ => {
                self.at = after_names;
                return Ok(for_kind(select, variable, self.builder.keep_words(base), true));
            }
        };
        self.advance(if close == b')' { 1 } else { 2 });
        loop {
            if close == b')' {
                self.skip_lines()?;
            } else {
                self.skip_blanks_and_comment();
            }
            if self.peek() == close || close == b';' && self.peek() == b'\n' {
                break;
            }
            self.word(Mode::Word)?;
        }
        if close == b')' {
            self.advance(1);
        }
        Ok(for_kind(select, variable, self.builder.keep_words(base), false))
    }

    /// `repeat 3 command`
    fn repeat(&mut self) -> Read<NodeId> {
        let start = self.at;
        let node = self.open(Kind::ArithmeticFor, start)?;
        self.advance(b"repeat".len());
        self.skip_blanks();
        self.single_word(Mode::Single)?;
        // The count is arithmetic.
        self.evaluated(start, self.at, EvaluationKind::Arithmetic);
        self.skip_blanks();
        if self.peek() == b';' {
            self.advance(1);
        }
        self.skip_lines()?;
        self.zsh_body(start, false)?;
        self.close(node, self.at);
        Ok(node)
    }

    /// `() { … } arguments` or `function { … } arguments`, which runs at once; `opening` bytes come before its body.
    fn anonymous(&mut self, opening: usize) -> Read<NodeId> {
        let start = self.at;
        let node = self.open(Kind::Group, start)?;
        self.advance(opening);
        self.skip_lines()?;
        if self.deeper(Self::compound)?.is_none() {
            self.deeper(Self::sublist)?;
        }
        self.skip_blanks();
        let arguments = self.at;
        let words = self.builder.open_words.len();
        while !(is_delimiter(self.peek()) || self.stands(b"}") || self.stands(b"always")) {
            let read = self.word(Mode::Word);
            self.builder.open_words.truncate(words);
            read?;
            self.skip_blanks();
        }
        if self.at > arguments {
            self.doubt(arguments, self.at, Difference::Function);
        }
        self.close(node, self.at);
        Ok(node)
    }

    /// `function name… [()] body`, or without a name
    fn zsh_function(&mut self) -> Read<NodeId> {
        let start = self.at;
        let keyword = b"function".len();
        self.advance(keyword);
        self.skip_blanks();
        if self.peek() == b'{' || self.follows(b"()") {
            let opening = if self.peek() == b'{' { 0 } else { 2 };
            let opening = self.at.saturating_sub(start).saturating_add(opening);
            self.at = start;
            return self.anonymous(opening);
        }
        let name = self.single_word(Mode::Single)?;
        let node = self.open(Kind::Function { name: name.text }, start)?;
        self.skip_blanks();
        let mut odd = !matches!(name.class, Class::Literal);
        while !is_delimiter(self.peek()) && self.peek() != b'{' {
            self.single_word(Mode::Single)?;
            self.skip_blanks();
            odd = true;
        }
        if odd {
            self.doubt(start, self.at, Difference::Function);
        }
        if self.follows(b"()") {
            self.advance(2);
        }
        self.function_body(node)?;
        Ok(node)
    }

    /// `=(…)`: a file with the output of the commands.
    pub(super) fn file_substitution(&mut self) -> Read<()> {
        let start = self.at;
        let base = self.builder.open_parts.len();
        self.advance(2);
        self.substitution(Place::ProcessInput, 2, Quoting::Bare)?;
        if !is_delimiter(self.peek()) {
            return Err(self.stop(start, Reason::Dialect(Difference::Qualifiers)));
        }
        let word = self.make_word(base, self.span(start, self.at), Mode::Word);
        self.keep_word(word)
    }

    /// `${(e)x}`, `${=x}`, `${${x}}`: forms that do not begin with a name; `false` if it is as in bash.
    pub(super) fn zsh_braced(&mut self, quoting: Quoting) -> Read<bool> {
        let start = self.at;
        let third = self.byte(start.saturating_add(2));
        let sign = matches!(third, b'(' | b'^' | b'=' | b'~' | b'+' | b':' | b'$' | b'"' | b'\'' | b'`' | b'{' | b'-');
        // `${#x}` is the length, as in bash; other forms with the sign differ.
        let fourth = self.byte(start.saturating_add(3));
        let odd_length =
            third == b'#' && !(fourth.is_ascii_alphanumeric() || matches!(fourth, b'_' | b'}' | b'@' | b'*'));
        // A name that a line continuation splits may be one of those that zsh keeps its state in.
        let end = self.name_end(start.saturating_add(2));
        let split = self.byte(end) == b'\\' && self.byte(end.saturating_add(1)) == b'\n';
        if !sign && !odd_length && !split {
            return Ok(false);
        }
        self.deeper(|parser| {
            let parts = parser.builder.open_parts.len();
            parser.advance(2);
            let single = if quoting == Quoting::Bare { Single::Quotes } else { Single::Pairs };
            parser.region(&Region::operand(start, single, quoting))?;
            parser.builder.open_parts.truncate(parts);
            parser.doubt(start, parser.at, Difference::ExpansionFlags);
            let parameter = Parameter { name: Text::EMPTY, operator: Operator::Other, subscript: true };
            parser.push_part(parser.span(start, parser.at), PartKind::Parameter(parameter), quoting != Quoting::Bare)
        })?;
        Ok(true)
    }

    /// What zsh does with the operator of `${name…}`.
    pub(super) fn settle_operator(&mut self, operator: Operator, name: usize, start: usize) -> Operator {
        // Long ones are not scanned: they may nest.
        let written = self.slice(name, self.at.min(name.saturating_add(4096)));
        if self.at > name.saturating_add(4096) {
            self.doubt(start, self.at, Difference::ExpansionFlags);
        }
        let after = written.trim_start_matches(|byte: char| byte.is_ascii_alphanumeric() || byte == '_');
        let subscript = after.starts_with('[');
        let assigns = operator == Operator::Assign || written.contains("::=");
        // `${x:-=(a)}` is a file with the output of `a`.
        let runs = written.contains("=(") || written.contains("=\\\n");
        if assigns && (subscript || super::aftermath::is_tied(written.strip_suffix(after).unwrap_or(""))) {
            self.doubt(start, self.at, Difference::ShellState);
        }
        if runs {
            self.doubt(start, self.at, Difference::ExpansionFlags);
        }
        match operator {
            _ if assigns => Operator::Assign,
            Operator::Substring if after.as_bytes().get(1).is_some_and(|byte| !byte.is_ascii_digit()) => {
                Operator::Other
            }
            Operator::Plain if subscript => Operator::Other,
            Operator::Plain
            | Operator::Length
            | Operator::Indirect
            | Operator::Names
            | Operator::Default
            | Operator::Assign
            | Operator::Error
            | Operator::Alternate
            | Operator::Substring
            | Operator::TrimPrefix
            | Operator::TrimSuffix
            | Operator::Replace
            | Operator::Case
            | Operator::Transform(_)
            | Operator::Other => operator,
        }
    }
}
