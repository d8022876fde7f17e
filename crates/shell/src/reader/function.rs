//! Function definitions and coprocesses.

use super::class::is_delimiter;
use super::word::Mode;
use super::{Parser, Read};
use crate::script::{Kind, NodeId};
use crate::{Construct, Reason};

impl Parser<'_, '_> {
    /// Whether `()` stands here.
    pub(super) fn defines_function(&self) -> bool {
        let rest = self.bytes.get(self.at.saturating_add(1)..).unwrap_or(&[]);
        rest.iter().find(|byte| !matches!(byte, b' ' | b'\t')) == Some(&b')')
    }

    /// Makes a function of a simple command that had one word when `(` came.
    pub(super) fn function_from_command(&mut self, node: NodeId, index: usize) -> Read<()> {
        let Some(name) = self.builder.open_words.pop() else { return Err(self.unexpected()) };
        self.advance(1);
        self.skip_blanks();
        self.expect_byte(b')')?;
        self.builder.commands.truncate(index);
        self.change(node, |node| node.kind = Kind::Function { name: name.text });
        self.function_body(node)
    }

    /// `function name [()] …`
    pub(super) fn function_keyword(&mut self) -> Read<NodeId> {
        let start = self.at;
        self.advance(b"function".len());
        self.skip_blanks();
        let name = self.single_word(Mode::Single)?;
        let node = self.open(Kind::Function { name: name.text }, start)?;
        self.skip_blanks();
        if self.peek() == b'(' {
            let open = self.at;
            self.advance(1);
            self.skip_blanks();
            // Without `)` the parenthesis begins a subshell as the body.
            if self.peek() == b')' { self.advance(1) } else { self.at = open }
        }
        self.function_body(node)?;
        Ok(node)
    }

    fn function_body(&mut self, node: NodeId) -> Read<()> {
        self.skip_lines()?;
        let start = self.at;
        if self.deeper(Self::compound)?.is_none() {
            return Err(self.stop(start, Reason::Missing(Construct::Function)));
        }
        self.close(node, self.at);
        Ok(())
    }

    /// `coproc [name] command`
    pub(super) fn coproc(&mut self) -> Read<NodeId> {
        let start = self.at;
        self.advance(b"coproc".len());
        self.skip_blanks();
        let node = self.open(Kind::Coproc { name: None }, start)?;
        if let Some((from, to)) = self.coproc_name() {
            let name = self.text(from, to);
            self.change(node, |node| node.kind = Kind::Coproc { name: Some(name) });
        }
        self.deeper(|parser| if parser.compound()?.is_none() { parser.simple().map(|_| ()) } else { Ok(()) })?;
        self.close(node, self.at);
        Ok(node)
    }

    /// Passes over the name of a coprocess: a word before a compound command.
    fn coproc_name(&mut self) -> Option<(usize, usize)> {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        let length = rest.iter().position(|byte| is_delimiter(*byte)).unwrap_or(rest.len());
        let end = start.saturating_add(length);
        let blank = matches!(self.byte(end), b' ' | b'\t');
        if length == 0 || !blank || self.begins_compound() {
            return None;
        }
        self.at = end;
        self.skip_blanks();
        if self.begins_compound() {
            return Some((start, end));
        }
        self.at = start;
        None
    }
}
