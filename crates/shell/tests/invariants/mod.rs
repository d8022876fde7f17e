//! What must hold of every [`Script`], whatever bytes it was read from.
//!
//! The property tests and the fuzz targets both include this file, so that a rule is written once and a finding of the
//! fuzzer can be replayed as a test. Each rule is the promise of a field's documentation, looked at from outside: only
//! the public interface is used.

use byleave_shell::{
    Assignment, Class, Clause, HereDocument, Kind, Limits, Node, NodeId, PartKind, Range, Reader, Reason, Redirection,
    Script, Span, Word,
};

/// Reads `bytes` with several limits and checks all rules; panics with the broken one.
pub fn check_all(bytes: &[u8]) {
    let reader = Reader::with_limits(Limits::default());
    let script = reader.read(bytes);
    check(bytes, &script);
    let shown = format!("{script:?}");
    assert_eq!(shown, format!("{:?}", reader.read(bytes)), "reading twice gives two results");
    for limits in SMALL {
        let limited = Reader::with_limits(limits).read(bytes);
        check(bytes, &limited);
        // A limit may cost knowledge but must say so: the same text without an opaque part is the same script.
        if limited.opaque().is_empty() {
            assert_eq!(format!("{limited:?}"), shown, "{limits:?} changed the result and said nothing");
        }
    }
}

/// Small enough that short inputs run into each of them.
const SMALL: [Limits; 5] = [
    Limits { depth: 0, nodes: 0, bytes: 0 },
    Limits { depth: 2, nodes: 2_000_000, bytes: 8 << 20 },
    Limits { depth: 8, nodes: 2_000_000, bytes: 8 << 20 },
    Limits { depth: 100, nodes: 12, bytes: 8 << 20 },
    Limits { depth: 100, nodes: 2_000_000, bytes: 24 },
];

/// Checks one script against the bytes it was read from.
pub fn check(bytes: &[u8], script: &Script<'_>) {
    let checker = Checker { script, length: bytes.len() };
    checker.text(bytes);
    checker.tree();
    checker.commands();
    checker.redirections();
    checker.marks();
}

struct Checker<'s, 'a> {
    script: &'s Script<'a>,
    length: usize,
}

impl Checker<'_, '_> {
    /// One byte of source for each byte of input, and the readable ones unchanged.
    fn text(&self, bytes: &[u8]) {
        let source = self.script.source().as_bytes();
        let whole = source.len() == bytes.len();
        let too_long = self.script.opaque().iter().any(|opaque| opaque.reason == Reason::TooLong);
        assert!(whole || too_long && source.len() < bytes.len(), "source and input differ in length");
        for (at, (shown, given)) in source.iter().zip(bytes).enumerate() {
            assert!(shown == given || *shown == 0x1a, "byte {at} was {given:#x} and became {shown:#x}");
        }
    }

    /// A span lies in the text and cuts no character.
    fn span(&self, span: Span, what: &str) {
        let (start, end) = (span.start as usize, span.end as usize);
        assert!(start <= end && end <= self.length, "{what}: {span:?} leaves the text of {} bytes", self.length);
        let source = self.script.source();
        // Only what was too long to look at lies beyond the source.
        let whole = |at: usize| at > source.len() || source.is_char_boundary(at);
        assert!(whole(start) && whole(end), "{what}: {span:?} cuts a character");
    }

    fn inside(&self, outer: Span, inner: Span, what: &str) {
        self.span(inner, what);
        assert!(outer.contains(inner), "{what}: {inner:?} is not inside {outer:?}");
    }

    /// Every node but the root hangs below exactly one other, which comes before it and holds its span.
    fn tree(&self) {
        let root = self.script.root();
        let mut reached = 0usize;
        let mut last = None;
        for (id, node) in self.script.nodes() {
            self.span(node.span, "node");
            if id == root {
                assert_eq!(node.parent, root, "the root stands in itself");
            } else {
                assert!(node.parent < id, "{id:?} comes before its parent {:?}", node.parent);
                self.below(id, node);
            }
            let mut previous = id;
            for (child, below) in self.script.children(id) {
                assert_eq!(below.parent, id, "{child:?} is listed below {id:?}");
                assert!(child > previous, "children of {id:?} are out of order");
                previous = child;
                reached += 1;
            }
            last = Some(id);
        }
        assert!(last.is_some(), "a script has a root");
        assert_eq!(reached + 1, self.script.nodes().count(), "some node is no child of its parent");
        for (_, node) in self.script.nodes() {
            self.node_words(node);
        }
    }

    fn below(&self, id: NodeId, node: &Node) {
        let Some(parent) = self.script.node(node.parent) else { panic!("{id:?} has no parent") };
        if matches!(node.kind, Kind::HereDocument) {
            // The body stands after the line its command is on, so usually outside it, but never before it.
            assert!(node.span.start >= parent.span.start, "{id:?} begins before its command");
        } else {
            self.inside(parent.span, node.span, "node in its parent");
        }
    }

    /// The words that belong to a node rather than to a command.
    fn node_words(&self, node: &Node) {
        let range = match node.kind {
            Kind::For { words, .. } | Kind::Select { words, .. } | Kind::Conditional { words } => words,
            Kind::Case { subject } => subject,
            Kind::Clause(Clause::Arm { patterns }) => patterns,
            Kind::Script(_)
            | Kind::Simple(_)
            | Kind::Subshell
            | Kind::Group
            | Kind::If
            | Kind::While
            | Kind::Until
            | Kind::ArithmeticFor
            | Kind::Clause(_)
            | Kind::Function { .. }
            | Kind::Coproc { .. }
            | Kind::Arithmetic { .. }
            | Kind::HereDocument => Range::default(),
        };
        for word in self.script.words(range) {
            self.word(node.span, word, "word of a node");
        }
        for redirection in self.script.redirections(node.redirections) {
            self.inside(node.span, redirection.span, "redirection on its node");
        }
    }

    /// Commands stand in source order, hold their words, and each has its own node.
    fn commands(&self) {
        let mut order = 0;
        for (index, command) in self.script.commands().iter().enumerate() {
            self.span(command.span, "command");
            let Some(node) = self.script.node(command.node) else { panic!("command {index} has no node") };
            let own = matches!(node.kind, Kind::Simple(id) if id.index() == index);
            assert!(own, "command {index} and its node do not name each other");
            self.inside(node.span, command.span, "command in its node");
            if !self.in_here_document(command.node) {
                assert!(order <= command.span.start, "command {index} stands before the one ahead of it in the list");
                order = command.span.start;
            }
            let mut start = command.span.start;
            for word in self.script.words(command.words) {
                self.word(command.span, word, "word of a command");
                assert!(start <= word.span.start, "words of command {index} are out of order");
                start = word.span.start;
            }
            for assignment in self.script.assignments(command.assignments) {
                self.assignment(command.span, assignment);
            }
            for redirection in self.script.redirections(command.redirections) {
                self.inside(command.span, redirection.span, "redirection of a command");
            }
            // Must terminate and not panic, however deep the command stands.
            let _ = (self.script.origins(command.node), self.script.name(command));
        }
        let simple = self.script.nodes().filter(|(_, node)| matches!(node.kind, Kind::Simple(_))).count();
        assert_eq!(simple, self.script.commands().len(), "a node stands for no command");
    }

    fn in_here_document(&self, id: NodeId) -> bool {
        let mut current = id;
        while let Some(node) = self.script.node(current) {
            if matches!(node.kind, Kind::HereDocument) {
                return true;
            }
            if node.parent == current {
                break;
            }
            current = node.parent;
        }
        false
    }

    fn word(&self, outer: Span, word: &Word, what: &str) {
        self.inside(outer, word.span, what);
        let literal = self.script.literal(word);
        assert_eq!(literal.is_some(), word.class == Class::Literal, "{what}: literal and class disagree");
        for part in self.script.parts(word) {
            self.inside(word.span, part.span, "part of a word");
            if let PartKind::Substitution(id) = part.kind {
                let Some(node) = self.script.node(id) else { panic!("a substitution has no node") };
                self.inside(part.span, node.span, "substitution in its part");
            }
            let changes = !matches!(part.kind, PartKind::Text(_));
            assert!(!(changes && literal.is_some()), "{what}: called literal although a part is {:?}", part.kind);
        }
    }

    fn assignment(&self, outer: Span, assignment: &Assignment) {
        self.inside(outer, assignment.span, "assignment of a command");
        self.word(assignment.span, &assignment.value, "value of an assignment");
        if let Some(subscript) = assignment.subscript {
            self.inside(assignment.span, subscript, "subscript of an assignment");
        }
        for element in self.script.words(assignment.elements) {
            self.word(assignment.span, element, "element of an array");
        }
    }

    fn redirections(&self) {
        for redirection in self.script.all_redirections() {
            let Redirection { span, target, here_document, .. } = redirection;
            self.span(*span, "redirection");
            self.word(*span, target, "target of a redirection");
            if let Some(HereDocument { body, .. }) = here_document {
                self.span(*body, "here-document");
                assert!(body.start >= span.end || body.is_empty(), "here-document stands before its operator");
            }
        }
    }

    /// Opaque stretches, evaluations and hidden characters lie in the text; the first and last in order.
    fn marks(&self) {
        for evaluation in self.script.evaluations() {
            self.span(evaluation.span, "evaluation");
        }
        let mut order = 0;
        for opaque in self.script.opaque() {
            self.span(opaque.span, "opaque");
            assert!(order <= opaque.span.start, "opaque stretches are out of order");
            order = opaque.span.start;
            assert!(!opaque.reason.to_string().is_empty(), "an opaque stretch says why");
        }
        let mut end = 0;
        for hidden in self.script.hidden() {
            self.span(hidden.span, "hidden");
            assert!(end <= hidden.span.start && !hidden.span.is_empty(), "hidden characters overlap");
            end = hidden.span.end;
        }
    }
}
