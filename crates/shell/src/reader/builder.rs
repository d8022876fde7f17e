//! The lists of a script while they grow.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::room::Room;
use crate::script::{Assignment, Command, Evaluation, Node, NodeId, Part, Range, Redirection, Script, Word};
use crate::{Hidden, Limits, Opaque};

/// The lists of a [`Script`] and the scratch stacks of what is being read.
pub(super) struct Builder {
    pub limits: Limits,
    pub depth: u32,
    /// Glyphs that brace expansions have made so far.
    pub brace_glyphs: usize,
    /// Bytes that were read in vain so far: failed attempts at arithmetic, here-documents without an end.
    pub vain: usize,
    /// Nodes, words and parts made so far, including those of abandoned attempts.
    pub made: u32,
    /// The innermost open node.
    pub current: NodeId,
    pub buffer: String,
    pub nodes: Vec<Node>,
    pub commands: Vec<Command>,
    pub words: Vec<Word>,
    pub parts: Vec<Part>,
    pub assignments: Vec<Assignment>,
    pub redirections: Vec<Redirection>,
    pub evaluations: Vec<Evaluation>,
    pub opaque: Vec<Opaque>,
    pub open_words: Vec<Word>,
    pub open_parts: Vec<Part>,
    pub open_assignments: Vec<Assignment>,
    pub open_redirections: Vec<Redirection>,
    /// Positions where `((` or `$((` turned out not to be arithmetic, so that no position is tried twice.
    pub not_arithmetic: BTreeSet<u32>,
    /// Where `$((` would be arithmetic but for how bash counts its parentheses.
    pub counts_otherwise: BTreeSet<u32>,
    /// Where `$((` begins arithmetic in spite of its parentheses: as commands it makes no sense.
    pub arithmetic_after_all: BTreeSet<u32>,
}

/// The length of each list at some moment.
pub(super) struct Checkpoint {
    current: NodeId,
    depth: u32,
    lengths: [usize; 13],
}

impl Checkpoint {
    /// How many open parts there were.
    pub const fn open_parts(&self) -> usize {
        let [_, _, _, _, _, _, _, _, _, parts, _, _, _] = self.lengths;
        parts
    }
}

/// Longer texts have words with several parts, assignments and redirections.
const LONG: usize = 256;

/// Space is reserved in steps of this many bytes of text. The commands inside a script are short and read one after
/// another: the allocator reuses a block of the same size at once, but searches for several hundred instructions for
/// another size.
const STEP: usize = 64;

impl Builder {
    /// Reserves space for what a text of this length usually contains, so that lists seldom grow; more would be wasted
    /// on long texts.
    pub fn new(limits: Limits, bytes: usize) -> Self {
        let rounded = bytes.min(1024).checked_next_multiple_of(STEP).unwrap_or(bytes);
        let room = |bytes_each: usize| rounded.checked_div(bytes_each).unwrap_or(0).saturating_add(2);
        let mut builder = Self {
            limits,
            depth: 0,
            brace_glyphs: 0,
            vain: 0,
            made: 0,
            current: NodeId(0),
            buffer: String::new(),
            nodes: Vec::with_capacity(room(16)),
            commands: Vec::with_capacity(room(20)),
            words: Vec::with_capacity(room(6)),
            parts: Vec::new(),
            assignments: Vec::new(),
            redirections: Vec::new(),
            evaluations: Vec::new(),
            opaque: Vec::new(),
            open_words: Vec::with_capacity(8),
            open_parts: Vec::new(),
            open_assignments: Vec::new(),
            open_redirections: Vec::new(),
            not_arithmetic: BTreeSet::new(),
            counts_otherwise: BTreeSet::new(),
            arithmetic_after_all: BTreeSet::new(),
        };
        if bytes > LONG {
            builder.buffer.reserve(room(2));
            builder.parts.reserve(room(12));
            builder.assignments.reserve(room(128));
            builder.redirections.reserve(room(128));
            builder.open_parts.reserve(8);
        }
        builder
    }

    /// Like [`Builder::new`], but reuses the lists of an earlier text if there was one.
    pub fn new_in(limits: Limits, bytes: usize, room: Room) -> Self {
        if room.nodes.capacity() == 0 {
            return Self::new(limits, bytes);
        }
        let Room { buffer, nodes, commands, words, parts, mut open_words, mut open_parts } = room;
        open_words.clear();
        open_parts.clear();
        Self {
            limits,
            depth: 0,
            brace_glyphs: 0,
            vain: 0,
            made: 0,
            current: NodeId(0),
            buffer,
            nodes,
            commands,
            words,
            parts,
            assignments: Vec::new(),
            redirections: Vec::new(),
            evaluations: Vec::new(),
            opaque: Vec::new(),
            open_words,
            open_parts,
            open_assignments: Vec::new(),
            open_redirections: Vec::new(),
            not_arithmetic: BTreeSet::new(),
            counts_otherwise: BTreeSet::new(),
            arithmetic_after_all: BTreeSet::new(),
        }
    }

    pub fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            current: self.current,
            depth: self.depth,
            lengths: [
                self.buffer.len(),
                self.nodes.len(),
                self.commands.len(),
                self.words.len(),
                self.parts.len(),
                self.assignments.len(),
                self.redirections.len(),
                self.opaque.len(),
                self.open_words.len(),
                self.open_parts.len(),
                self.open_assignments.len(),
                self.open_redirections.len(),
                self.evaluations.len(),
            ],
        }
    }

    pub fn roll_back(&mut self, to: &Checkpoint) {
        let [buffer, nodes, commands, words, parts, assignments, redirections, opaque, ow, op, oa, or, evaluations] =
            to.lengths;
        self.current = to.current;
        self.depth = to.depth;
        self.buffer.truncate(buffer);
        self.nodes.truncate(nodes);
        self.commands.truncate(commands);
        self.words.truncate(words);
        self.parts.truncate(parts);
        self.assignments.truncate(assignments);
        self.redirections.truncate(redirections);
        self.opaque.truncate(opaque);
        self.evaluations.truncate(evaluations);
        self.open_words.truncate(ow);
        self.open_parts.truncate(op);
        self.open_assignments.truncate(oa);
        self.open_redirections.truncate(or);
    }

    /// Closes what a failed reading left open above `to`, and keeps everything read.
    pub fn close_open(&mut self, to: &Checkpoint, end: u32) {
        let [_, nodes, ..] = to.lengths;
        self.current = to.current;
        self.depth = to.depth;
        let length = length(&self.nodes);
        for node in self.nodes.iter_mut().skip(nodes).filter(|node| node.end == 0) {
            node.end = length;
            node.span.end = end;
        }
        self.truncate_open(to);
    }

    /// Drops what a failed reading left on the stacks above `to`.
    pub fn truncate_open(&mut self, to: &Checkpoint) {
        let [_, _, _, _, _, _, _, _, ow, op, oa, or, _] = to.lengths;
        self.open_words.truncate(ow);
        self.open_parts.truncate(op);
        self.open_assignments.truncate(oa);
        self.open_redirections.truncate(or);
    }

    pub fn finish(mut self, source: Cow<'_, str>, hidden: Vec<Hidden>, end: u32) -> Script<'_> {
        let length = length(&self.nodes);
        for node in self.nodes.iter_mut().filter(|node| node.end == 0) {
            node.end = length;
            node.span.end = end;
        }
        self.opaque.sort_by_key(|opaque| opaque.span);
        Script {
            source,
            buffer: self.buffer,
            nodes: self.nodes,
            commands: self.commands,
            words: self.words,
            parts: self.parts,
            assignments: self.assignments,
            redirections: self.redirections,
            evaluations: self.evaluations,
            opaque: self.opaque,
            hidden,
        }
    }

    /// Moves the words above `base` from the scratch stack to their list.
    pub fn keep_words(&mut self, base: usize) -> Range {
        keep(&mut self.open_words, base, &mut self.words)
    }

    pub fn keep_parts(&mut self, base: usize) -> Range {
        keep(&mut self.open_parts, base, &mut self.parts)
    }

    pub fn keep_assignments(&mut self, base: usize) -> Range {
        keep(&mut self.open_assignments, base, &mut self.assignments)
    }

    pub fn keep_redirections(&mut self, base: usize) -> Range {
        keep(&mut self.open_redirections, base, &mut self.redirections)
    }
}

fn keep<T: Copy>(open: &mut Vec<T>, base: usize, list: &mut Vec<T>) -> Range {
    let start = length(list);
    // Most commands have no assignments and no redirections, most words no parts.
    if open.len() <= base {
        return Range { start, end: start };
    }
    list.extend_from_slice(open.get(base..).unwrap_or(&[]));
    open.truncate(base);
    Range { start, end: length(list) }
}

/// The length of a list; the node limit keeps all of them far below `u32::MAX`.
pub(super) fn length<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).unwrap_or(u32::MAX)
}
