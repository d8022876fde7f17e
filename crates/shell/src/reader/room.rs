//! Lists that are used again.

use crate::script::{Command, Node, Part, Script, Word};

/// The lists of a text that was read, kept for the next one. A script that calls functions comes to a dozen short texts
/// one after the other, and a fifth of reading these was making their lists and freeing them again.
#[derive(Debug, Default)]
pub struct Room {
    pub(super) buffer: String,
    pub(super) nodes: Vec<Node>,
    pub(super) commands: Vec<Command>,
    pub(super) words: Vec<Word>,
    pub(super) parts: Vec<Part>,
    pub(super) open_words: Vec<Word>,
    pub(super) open_parts: Vec<Part>,
}

impl Room {
    /// Keeps the lists of a script that is not needed any more.
    pub fn keep(&mut self, script: Script<'_>) {
        let Script { buffer, nodes, commands, words, parts, .. } = script;
        self.buffer = buffer;
        self.nodes = nodes;
        self.commands = commands;
        self.words = words;
        self.parts = parts;
        self.buffer.clear();
        self.nodes.clear();
        self.commands.clear();
        self.words.clear();
        self.parts.clear();
    }
}
