//! Lists that are reused.

use crate::script::{Command, Node, Part, Script, Word};

/// The lists of an earlier text, kept for the next one. A script that calls functions leads to a dozen short texts one
/// after another, and making and freeing their lists took a fifth of the time of reading them.
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
    /// Keeps the lists of a script that is no longer needed.
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

#[cfg(test)]
mod tests {
    use super::Room;
    use crate::Reader;

    #[test]
    fn a_text_is_read_alike_in_the_lists_of_any_other() {
        let texts = [
            "",
            "exit \"1\"",
            "log \"error: \"no\"",
            "printf '%s' \"$(date +%H)\" \"a $b\" > x; f() { y=1 z & }",
            "echo {a,b}{c,d} $'\\u2014' `id \\`x\\`` <<E\n$(w)\nE\n",
            "if a; then b | c; fi 2>&1",
            "a\0b \u{202e}",
            "x=$((1 + ",
        ];
        let reader = Reader::default();
        for first in texts {
            for second in texts {
                let mut room = Room::default();
                let script = reader.read_in(first.as_bytes(), &mut room);
                room.keep(script);
                let again = reader.read_in(second.as_bytes(), &mut room);
                let anew = reader.read(second.as_bytes());
                assert_eq!(format!("{again:?}"), format!("{anew:?}"), "{second:?} after {first:?}");
            }
        }
    }
}
