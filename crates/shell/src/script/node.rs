//! The tree: lists, compound commands, and what stands around a command.

use super::{CommandId, NodeId, Range, Script, Text};
use crate::Span;

/// One node of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// What it is.
    pub kind: Kind,
    /// From its first to its last byte.
    pub span: Span,
    /// The parent node; the root is its own parent.
    pub parent: NodeId,
    /// One past its last descendant.
    pub(crate) end: u32,
    /// What joins it to the next node of the same list.
    pub connector: Connector,
    /// Preceded by an odd number of `!`.
    pub negated: bool,
    /// Preceded by `time`.
    pub timed: bool,
    /// Reads from the pipe of the command before it.
    pub piped: bool,
    /// Redirections on a compound command; those of a simple command are on the command.
    pub redirections: Range,
}

/// What joins a command to the next one of its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Connector {
    /// Nothing: the last one.
    End,
    /// `;` or a line break
    Sequence,
    /// `&`
    Background,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `|`
    Pipe,
    /// `|&`
    PipeBoth,
}

impl Connector {
    /// As written.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::End => "",
            Self::Sequence => ";",
            Self::Background => "&",
            Self::And => "&&",
            Self::Or => "||",
            Self::Pipe => "|",
            Self::PipeBoth => "|&",
        }
    }
}

/// The kind of a node. The children of lists (`Script`, `Subshell`, `Group`, `Clause`) are commands joined by their
/// [`Node::connector`]; substitutions in words are children of the command that contains them.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A list that bash reads as a separate script.
    Script(Place),
    /// A simple command.
    Simple(CommandId),
    /// `( … )`
    Subshell,
    /// `{ …; }`
    Group,
    /// `if`; its children are clauses.
    If,
    /// `while`; its children are clauses.
    While,
    /// `until`; its children are clauses.
    Until,
    /// `for x in …`; its child is the body.
    For {
        /// The variable.
        variable: Text,
        /// The words it runs over; see [`Script::words`](crate::Script::words).
        words: Range,
        /// No `in`: it runs over the positional parameters.
        positional: bool,
    },
    /// `select x in …`; its child is the body.
    Select {
        /// The variable.
        variable: Text,
        /// The words to choose from; see [`Script::words`](crate::Script::words).
        words: Range,
        /// No `in`: it runs over the positional parameters.
        positional: bool,
    },
    /// `for ((…;…;…))`; its child is the body.
    ArithmeticFor,
    /// `case`; its children are arms.
    Case {
        /// The one word that is compared; see [`Script::words`](crate::Script::words).
        subject: Range,
    },
    /// A list inside an `if`, a loop or a `case`.
    Clause(Clause),
    /// A function definition; its child is the body.
    Function {
        /// The name.
        name: Text,
    },
    /// `coproc`; its child is the command.
    Coproc {
        /// The name, if one is given.
        name: Option<Text>,
    },
    /// `(( … ))`
    Arithmetic {
        /// A name or parameter is evaluated, so its value is read as an expression in turn.
        names: bool,
    },
    /// `[[ … ]]`
    Conditional {
        /// Its words and operators in order; see [`Script::words`](crate::Script::words).
        words: Range,
    },
    /// The body of an unquoted here-document; its children are the substitutions in it.
    HereDocument,
}

/// The place of a nested script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The whole text.
    Top,
    /// `$( … )`
    Substitution,
    /// `` `…` ``
    Backticks,
    /// `${ …; }` of bash 5.3
    BraceSubstitution,
    /// `<( … )`
    ProcessInput,
    /// `>( … )`
    ProcessOutput,
}

/// Which list of a compound command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clause {
    /// After `if`, `elif`, `while`, `until`.
    Condition,
    /// After `then` or `do`.
    Body,
    /// After `else`.
    Else,
    /// One arm of a `case`.
    Arm {
        /// Its patterns; see [`Script::words`](crate::Script::words).
        patterns: Range,
    },
}

/// Where a command was found, from [`Script::origins`](crate::Script::origins).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Part of a pipeline.
    Pipeline,
    /// `( … )`
    Subshell,
    /// `{ …; }`
    Group,
    /// The condition of `if`, `while` or `until`.
    Condition,
    /// A branch of `if`.
    Branch,
    /// The body of a loop.
    Loop,
    /// An arm of a `case`, or its subject or patterns.
    Case,
    /// A function body.
    Function,
    /// A coprocess.
    Coproc,
    /// `(( … ))`
    Arithmetic,
    /// `[[ … ]]`
    Conditional,
    /// The body of a here-document.
    HereDocument,
    /// `$( … )`
    Substitution,
    /// `` `…` ``
    Backticks,
    /// `${ …; }`
    BraceSubstitution,
    /// `<( … )` or `>( … )`
    ProcessSubstitution,
}

impl Origin {
    /// The name used in JSON and messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pipeline => "pipeline",
            Self::Subshell => "subshell",
            Self::Group => "group",
            Self::Condition => "condition",
            Self::Branch => "branch",
            Self::Loop => "loop",
            Self::Case => "case",
            Self::Function => "function",
            Self::Coproc => "coproc",
            Self::Arithmetic => "arithmetic",
            Self::Conditional => "conditional",
            Self::HereDocument => "here-document",
            Self::Substitution => "substitution",
            Self::Backticks => "backticks",
            Self::BraceSubstitution => "brace-substitution",
            Self::ProcessSubstitution => "process-substitution",
        }
    }
}

impl Script<'_> {
    /// The constructs around a node, from the outermost to the innermost; empty at the top of the text.
    #[must_use]
    pub fn origins(&self, id: NodeId) -> Vec<Origin> {
        let mut found = Vec::new();
        let mut current = id;
        while let Some(node) = self.node(current) {
            if node.piped || matches!(node.connector, Connector::Pipe | Connector::PipeBoth) {
                found.push(Origin::Pipeline);
            }
            let Some(parent) = self.node(node.parent).filter(|_| node.parent != current) else { break };
            found.extend(self.origin_below(parent));
            current = node.parent;
        }
        found.reverse();
        found.dedup();
        found
    }

    /// The origin of a command below `parent`.
    fn origin_below(&self, parent: &Node) -> Option<Origin> {
        match parent.kind {
            Kind::Script(Place::Top)
            | Kind::Simple(_)
            | Kind::If
            | Kind::While
            | Kind::Until
            | Kind::For { .. }
            | Kind::Select { .. }
            | Kind::ArithmeticFor => None,
            Kind::Script(Place::Substitution) => Some(Origin::Substitution),
            Kind::Script(Place::Backticks) => Some(Origin::Backticks),
            Kind::Script(Place::BraceSubstitution) => Some(Origin::BraceSubstitution),
            Kind::Script(Place::ProcessInput | Place::ProcessOutput) => Some(Origin::ProcessSubstitution),
            Kind::Subshell => Some(Origin::Subshell),
            // The braces of a function body are part of the definition.
            Kind::Group => match self.node(parent.parent).map(|node| node.kind) {
                Some(Kind::Function { .. }) => None,
                _ => Some(Origin::Group),
            },
            Kind::Clause(Clause::Condition) => Some(Origin::Condition),
            Kind::Clause(Clause::Else) => Some(Origin::Branch),
            Kind::Clause(Clause::Body) => match self.node(parent.parent).map(|node| node.kind) {
                Some(Kind::If) => Some(Origin::Branch),
                _ => Some(Origin::Loop),
            },
            Kind::Case { .. } | Kind::Clause(Clause::Arm { .. }) => Some(Origin::Case),
            Kind::Function { .. } => Some(Origin::Function),
            Kind::Coproc { .. } => Some(Origin::Coproc),
            Kind::Arithmetic { .. } => Some(Origin::Arithmetic),
            Kind::Conditional { .. } => Some(Origin::Conditional),
            Kind::HereDocument => Some(Origin::HereDocument),
        }
    }
}
