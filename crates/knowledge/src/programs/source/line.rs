//! Lines: how deep they stand, what they say without their comment, and their words with places.

use super::Mistake;

/// One line that says something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'t> {
    /// From 1.
    pub number: usize,
    /// Where in the text it begins.
    pub start: usize,
    /// The whole line.
    pub whole: &'t str,
    /// The blanks before its first word.
    pub indent: usize,
    /// What it says, without blanks around and without comment.
    pub says: &'t str,
}

/// A word with its place in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'t> {
    pub text: &'t str,
    /// Where in its line it begins.
    pub at: usize,
}

/// The lines of a text that say something.
pub(super) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut start = 0_usize;
    let mut lines = Vec::new();
    for (index, whole) in text.split('\n').enumerate() {
        let said = whole.get(..comment(whole)).unwrap_or(whole);
        let says = said.trim();
        if !says.is_empty() {
            let indent = said.len().saturating_sub(said.trim_start().len());
            lines.push(Line { number: index.saturating_add(1), start, whole, indent, says });
        }
        start = start.saturating_add(whole.len()).saturating_add(1);
    }
    lines
}

/// Where the comment of a line begins: at a `#` that begins a word. `-#` is an option.
fn comment(line: &str) -> usize {
    let mut before = b' ';
    for (at, byte) in line.bytes().enumerate() {
        if byte == b'#' && before.is_ascii_whitespace() {
            return at;
        }
        before = byte;
    }
    line.len()
}

impl<'t> Line<'t> {
    /// The names before the first two blanks, and the words behind them.
    pub fn columns(&self) -> (Vec<Word<'t>>, Vec<Word<'t>>) {
        let gap = self.says.find("  ").or_else(|| self.says.find('\t')).unwrap_or(self.says.len());
        let (names, facts) = self.says.split_at_checked(gap).unwrap_or((self.says, ""));
        (self.split(names, self.indent), self.split(facts, self.indent.saturating_add(gap)))
    }

    /// All its words.
    pub fn words(&self) -> Vec<Word<'t>> {
        self.split(self.says, self.indent)
    }

    #[expect(clippy::unused_self, reason = "words of another line would have other places")]
    fn split(&self, text: &'t str, from: usize) -> Vec<Word<'t>> {
        let mut at = from;
        let mut words = Vec::new();
        for piece in text.split([' ', '\t', '\r']) {
            if !piece.is_empty() {
                words.push(Word { text: piece, at });
            }
            at = at.saturating_add(piece.len()).saturating_add(1);
        }
        words
    }

    /// A mistake about one of its words.
    pub fn mistake(&self, word: Word<'_>, message: impl Into<String>, help: impl Into<Option<String>>) -> Mistake {
        let from = self.start.saturating_add(word.at);
        Mistake {
            line: self.number,
            column: self.whole.get(..word.at).unwrap_or("").chars().count().saturating_add(1),
            bytes: from..from.saturating_add(word.text.len()),
            message: message.into(),
            help: help.into(),
        }
    }

    /// A mistake about all it says.
    pub fn wrong(&self, message: impl Into<String>, help: impl Into<Option<String>>) -> Mistake {
        self.mistake(Word { text: self.says, at: self.indent }, message, help)
    }
}
