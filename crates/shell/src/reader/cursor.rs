//! Moving through the text, making spans, opening and closing nodes.

use super::builder::length;
use super::class::{is_delimiter, is_name, is_name_start};
use super::{Parser, Read, Stop};
use crate::script::{Connector, Kind, Node, NodeId, Range, Text};
use crate::{Reason, Span, Token};

impl<'s> Parser<'s, '_> {
    /// The byte at a position, 0 at the end. Text never contains a NUL, see [`crate::hidden`].
    pub(super) fn byte(&self, at: usize) -> u8 {
        self.bytes.get(at).copied().unwrap_or(0)
    }

    /// The byte to read next.
    pub(super) fn peek(&self) -> u8 {
        self.byte(self.at)
    }

    /// The byte after the next.
    pub(super) fn peek_second(&self) -> u8 {
        self.byte(self.at.saturating_add(1))
    }

    pub(super) fn advance(&mut self, by: usize) {
        self.at = self.at.saturating_add(by);
    }

    pub(super) fn at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// Whether `what` comes next in the text.
    pub(super) fn follows(&self, what: &[u8]) -> bool {
        self.bytes.get(self.at..).is_some_and(|rest| rest.starts_with(what))
    }

    /// A position in the original text.
    pub(super) fn original(&self, at: usize) -> u32 {
        let at = self.copied.map_or(at, |copied| copied.original(at));
        u32::try_from(at).unwrap_or(u32::MAX)
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.original(start), self.original(end))
    }

    /// The text between two positions, as written.
    pub(super) fn slice(&self, start: usize, end: usize) -> &'s str {
        self.text.get(start..end).unwrap_or("")
    }

    /// The text between two positions, in the form that a word holds.
    pub(super) fn text(&mut self, start: usize, end: usize) -> Text {
        if self.copied.is_none() {
            return Text::source(self.span(start, end));
        }
        let from = self.builder.buffer.len();
        self.builder.buffer.push_str(self.text.get(start..end).unwrap_or(""));
        self.decoded(from)
    }

    /// What was appended to the buffer since it was `from` long.
    pub(super) fn decoded(&self, from: usize) -> Text {
        let position = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Text { span: Span::new(position(from), position(self.builder.buffer.len())), decoded: true }
    }

    pub(super) fn stop(&self, start: usize, reason: Reason) -> Stop {
        Stop { start: self.original(start), reason }
    }

    /// A stop at the byte to read next.
    pub(super) fn unexpected(&self) -> Stop {
        let token = match self.peek() {
            0 => Token::End,
            b'\n' => Token::Newline,
            b'&' | b'|' | b';' if self.peek() == self.peek_second() => Token::Operator,
            byte => Token::Byte(byte),
        };
        self.stop(self.at, Reason::Unexpected(token))
    }

    /// Counts one item against the limit.
    pub(super) fn count(&mut self) -> Read<()> {
        self.builder.made = self.builder.made.saturating_add(1);
        if self.builder.made > self.builder.limits.nodes {
            return Err(self.stop(self.at, Reason::TooManyNodes));
        }
        Ok(())
    }

    /// Opens a node that becomes the parent of all nodes made until it is closed.
    pub(super) fn open(&mut self, kind: Kind, start: usize) -> Read<NodeId> {
        self.count()?;
        Ok(self.push_node(kind, start))
    }

    /// Opens a node regardless of the limit: the root of the text.
    pub(super) fn push_node(&mut self, kind: Kind, start: usize) -> NodeId {
        let id = NodeId(length(&self.builder.nodes));
        let at = self.original(start);
        self.builder.nodes.push(Node {
            kind,
            span: Span::new(at, at),
            parent: self.builder.current,
            end: 0,
            connector: Connector::End,
            negated: false,
            timed: false,
            piped: false,
            redirections: Range::default(),
        });
        self.builder.current = id;
        id
    }

    pub(super) fn close(&mut self, id: NodeId, end: usize) {
        let end = self.original(end);
        let length = length(&self.builder.nodes);
        if let Some(node) = self.builder.nodes.get_mut(id.0 as usize) {
            node.end = length;
            node.span.end = end;
            self.builder.current = node.parent;
        }
    }

    pub(super) fn change(&mut self, id: NodeId, change: impl FnOnce(&mut Node)) {
        if let Some(node) = self.builder.nodes.get_mut(id.0 as usize) {
            change(node);
        }
    }

    /// Skips blanks and line continuations.
    pub(super) fn skip_blanks(&mut self) {
        loop {
            match self.peek() {
                b' ' | b'\t' => self.advance(1),
                b'\\' if self.peek_second() == b'\n' => self.advance(2),
                _ => return,
            }
        }
    }

    /// Skips blanks, and a comment if one begins here.
    pub(super) fn skip_blanks_and_comment(&mut self) {
        self.skip_blanks();
        if self.peek() == b'#' {
            let rest = self.bytes.get(self.at..).unwrap_or(&[]);
            let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
            self.advance(length);
        }
    }

    /// Skips blanks, comments and line breaks, and reads the here-documents that begin after a line break.
    pub(super) fn skip_lines(&mut self) -> Read<()> {
        loop {
            self.skip_blanks_and_comment();
            if self.peek() != b'\n' {
                return Ok(());
            }
            self.line_break()?;
        }
    }

    /// Skips one line break and the here-documents after it.
    pub(super) fn line_break(&mut self) -> Read<()> {
        self.advance(1);
        if self.pending.is_empty() { Ok(()) } else { self.here_documents() }
    }

    /// The end of a name that begins at `at`; `at` if none does.
    pub(super) fn name_end(&self, at: usize) -> usize {
        if !is_name_start(self.byte(at)) {
            return at;
        }
        let rest = self.bytes.get(at..).unwrap_or(&[]);
        at.saturating_add(rest.iter().position(|byte| !is_name(*byte)).unwrap_or(rest.len()))
    }

    /// Whether exactly this word is here, unquoted and whole.
    pub(super) fn stands(&self, word: &[u8]) -> bool {
        self.follows(word) && self.is_delimited(self.at.saturating_add(word.len()))
    }

    /// Whether a word ends here, perhaps behind line continuations: `}\⏎ ;` closes a group.
    pub(super) fn is_delimited(&self, mut at: usize) -> bool {
        while self.byte(at) == b'\\' && self.byte(at.saturating_add(1)) == b'\n' {
            at = at.saturating_add(2);
        }
        is_delimiter(self.byte(at))
    }

    /// Refuses an operator that a line continuation splits from its continuation: `&\⏎&` is `&&` to bash.
    pub(super) fn check_not_split(&self, extends: &[u8]) -> Read<()> {
        let mut at = self.at;
        while self.byte(at) == b'\\' && self.byte(at.saturating_add(1)) == b'\n' {
            at = at.saturating_add(2);
        }
        if at > self.at && extends.contains(&self.byte(at)) {
            return Err(self.stop(self.at, Reason::SplitByContinuation));
        }
        Ok(())
    }
}
