//! Compound commands.

use super::list::Until;
use super::word::Mode;
use super::{Parser, Read};
use crate::script::{Clause, EvaluationKind, Kind, NodeId, Range, Text};
use crate::{Construct, Opaque, Reason};

const KEYWORDS: [&[u8]; 10] =
    [b"{", b"[[", b"if", b"for", b"while", b"until", b"case", b"select", b"function", b"coproc"];

impl Parser<'_, '_> {
    /// Whether a compound command begins here.
    pub(super) fn begins_compound(&self) -> bool {
        self.peek() == b'(' || KEYWORDS.iter().any(|word| self.stands(word))
    }

    /// Reads a compound command and its redirections, if one begins here.
    pub(super) fn compound(&mut self) -> Read<Option<NodeId>> {
        if !self.begins_compound() {
            return Ok(None);
        }
        let node = self.deeper(Self::compound_here)?;
        self.redirections_of(node)?;
        self.change_end(node);
        Ok(Some(node))
    }

    fn change_end(&mut self, node: NodeId) {
        let end = self.original(self.at);
        self.change(node, |node| node.span.end = end);
    }

    fn compound_here(&mut self) -> Read<NodeId> {
        match (self.peek(), self.peek_second()) {
            (b'(', b'(') => {
                if let Some(node) = self.arithmetic_command()? {
                    return Ok(node);
                }
                let twice = std::mem::replace(&mut self.read_twice, true);
                let node = self.subshell()?;
                self.read_twice = twice;
                Ok(node)
            }
            (b'(', _) => self.subshell(),
            (b'{', _) => self.group(),
            (b'[', _) => self.conditional(),
            (b'i', _) => self.if_command(),
            (b'w', _) => self.while_command(Kind::While),
            (b'u', _) => self.while_command(Kind::Until),
            (b'c', b'a') => self.case_command(),
            (b'c', _) => self.coproc(),
            (b'f', b'u') => self.function_keyword(),
            (b'f', _) => self.for_command(3),
            _ => self.for_command(6),
        }
    }

    fn subshell(&mut self) -> Read<NodeId> {
        let start = self.at;
        let node = self.open(Kind::Subshell, start)?;
        self.advance(1);
        self.check_not_split(b"(")?;
        self.list(Until::PARENTHESIS, Some((Construct::Subshell, start)))?;
        self.advance(1);
        self.close(node, self.at);
        Ok(node)
    }

    fn group(&mut self) -> Read<NodeId> {
        let start = self.at;
        let node = self.open(Kind::Group, start)?;
        self.advance(1);
        self.list(Until::BRACE, Some((Construct::Group, start)))?;
        self.advance(1);
        self.close(node, self.at);
        Ok(node)
    }

    /// Reads a list as a clause and returns what closed it.
    pub(super) fn clause(&mut self, clause: Clause, until: Until, open: (Construct, usize)) -> Read<Until> {
        let node = self.open(Kind::Clause(clause), self.at)?;
        let found = self.list(until, Some(open))?;
        self.close(node, self.at);
        Ok(found)
    }

    fn if_command(&mut self) -> Read<NodeId> {
        let start = self.at;
        let open = (Construct::If, start);
        let node = self.open(Kind::If, start)?;
        self.advance(2);
        loop {
            self.clause(Clause::Condition, Until::THEN, open)?;
            self.advance(b"then".len());
            let until = Until::ELIF.or(Until::ELSE).or(Until::FI);
            match self.clause(Clause::Body, until, open)? {
                Until::ELIF => self.advance(b"elif".len()),
                Until::ELSE => {
                    self.advance(b"else".len());
                    self.clause(Clause::Else, Until::FI, open)?;
                    break;
                }
                _ => break,
            }
        }
        self.advance(b"fi".len());
        self.close(node, self.at);
        Ok(node)
    }

    fn while_command(&mut self, kind: Kind) -> Read<NodeId> {
        let start = self.at;
        let open = (Construct::Loop, start);
        let node = self.open(kind, start)?;
        self.advance(b"while".len());
        self.clause(Clause::Condition, Until::DO, open)?;
        self.advance(b"do".len());
        self.clause(Clause::Body, Until::DONE, open)?;
        self.advance(b"done".len());
        self.close(node, self.at);
        Ok(node)
    }

    /// `for` or `select`, whose keyword is `length` bytes long.
    fn for_command(&mut self, length: usize) -> Read<NodeId> {
        let start = self.at;
        let select = length == b"select".len();
        let node = self.open(Kind::ArithmeticFor, start)?;
        self.advance(length);
        self.skip_blanks();
        if self.follows(b"((") && !select {
            self.advance(2);
            if self.deeper(Self::arithmetic)? {
                self.evaluated(start, self.at, EvaluationKind::Arithmetic);
            }
            self.skip_blanks();
            if self.peek() == b';' {
                self.advance(1);
            }
        } else {
            let kind = self.for_header(select)?;
            self.change(node, |node| node.kind = kind);
        }
        self.skip_lines()?;
        self.loop_body(start)?;
        self.close(node, self.at);
        Ok(node)
    }

    /// The variable and the words of `for` or `select`, and the separator after them.
    fn for_header(&mut self, select: bool) -> Read<Kind> {
        let variable = self.single_word(Mode::Single)?.text;
        self.skip_lines()?;
        let base = self.builder.open_words.len();
        let positional = !self.stands(b"in");
        if !positional {
            self.advance(2);
            self.skip_blanks_and_comment();
            while !matches!(self.peek(), b';' | b'\n') {
                self.word(Mode::Word)?;
                self.skip_blanks_and_comment();
            }
        }
        if self.peek() == b';' {
            self.advance(1);
            self.check_not_split(b";&")?;
        }
        let words = self.builder.keep_words(base);
        Ok(for_kind(select, variable, words, positional))
    }

    /// `do … done` or `{ … }`
    fn loop_body(&mut self, start: usize) -> Read<()> {
        let open = (Construct::Loop, start);
        if self.peek() == b'{' {
            self.expect_word(b"{")?;
            self.clause(Clause::Body, Until::BRACE, open)?;
            self.advance(1);
            return Ok(());
        }
        self.expect_word(b"do")?;
        self.clause(Clause::Body, Until::DONE, open)?;
        self.advance(b"done".len());
        Ok(())
    }

    fn case_command(&mut self) -> Read<NodeId> {
        let start = self.at;
        let node = self.open(Kind::Case { subject: Range::default() }, start)?;
        self.advance(b"case".len());
        self.skip_blanks();
        let base = self.builder.open_words.len();
        self.word(Mode::Single)?;
        let subject = self.builder.keep_words(base);
        self.change(node, |node| node.kind = Kind::Case { subject });
        self.skip_lines()?;
        self.expect_word(b"in")?;
        loop {
            self.skip_lines()?;
            if self.stands(b"esac") {
                break;
            }
            if self.at_end() {
                return Err(self.stop(start, Reason::Unterminated(Construct::Case)));
            }
            if self.arm(start)? == Until::ESAC {
                break;
            }
        }
        self.advance(b"esac".len());
        self.close(node, self.at);
        Ok(node)
    }

    /// One arm of a `case`, and what ends it; `esac` is left for the caller.
    fn arm(&mut self, start: usize) -> Read<Until> {
        let node = self.open(Kind::Clause(Clause::Arm { patterns: Range::default() }), self.at)?;
        let opened = self.peek() == b'(';
        if opened {
            self.advance(1);
            self.skip_blanks();
        }
        let base = self.builder.open_words.len();
        let read = self.patterns();
        // bash writes a substitution anew and reads that: without the parenthesis `esac` ends the command, and what follows are others.
        let first = self.builder.open_words.get(base).filter(|word| !word.quoted && self.resolve(word.text) == "esac");
        if let Some(span) = first.map(|word| word.span).filter(|_| opened) {
            self.builder.opaque.push(Opaque { span, reason: Reason::PatternIsKeyword });
        }
        let patterns = self.builder.keep_words(base);
        self.change(node, |node| node.kind = Kind::Clause(Clause::Arm { patterns }));
        read?;
        let found = self.list(Until::ARM.or(Until::ESAC), Some((Construct::Case, start)))?;
        if found == Until::ARM {
            self.advance(if self.follows(b";;&") { 3 } else { 2 });
        }
        self.close(node, self.at);
        Ok(found)
    }

    fn patterns(&mut self) -> Read<()> {
        loop {
            self.word(Mode::Single)?;
            self.skip_blanks();
            match self.peek() {
                b'|' => {
                    self.advance(1);
                    self.skip_blanks();
                }
                _ => return self.expect_byte(b')'),
            }
        }
    }
}

const fn for_kind(select: bool, variable: Text, words: Range, positional: bool) -> Kind {
    if select { Kind::Select { variable, words, positional } } else { Kind::For { variable, words, positional } }
}
