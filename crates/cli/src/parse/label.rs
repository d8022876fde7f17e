//! The names of the parts of a script.

use byleave_shell::{Class, Clause, Kind, Place, RedirectOperator, Word};

/// The name of a compound command in JSON; `None` for nodes that are not a command themselves.
pub const fn compound(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Script(_) | Kind::Simple(_) | Kind::Clause(_) | Kind::HereDocument => return None,
        Kind::Subshell => "subshell",
        Kind::Group => "group",
        Kind::If => "if",
        Kind::While => "while",
        Kind::Until => "until",
        Kind::For { .. } => "for",
        Kind::Select { .. } => "select",
        Kind::ArithmeticFor => "arithmetic-for",
        Kind::Case { .. } => "case",
        Kind::Function { .. } => "function",
        Kind::Coproc { .. } => "coproc",
        Kind::Arithmetic { .. } => "arithmetic",
        Kind::Conditional { .. } => "conditional",
    })
}

/// The name of a nested script in the tree.
pub const fn place(place: Place) -> &'static str {
    match place {
        Place::Top => "script",
        Place::Substitution => "command substitution $(…)",
        Place::Backticks => "command substitution in backticks",
        Place::BraceSubstitution => "command substitution ${ …; }",
        Place::ProcessInput => "process substitution <(…)",
        Place::ProcessOutput => "process substitution >(…)",
    }
}

/// The name of a list inside a compound command of kind `parent` in the tree; an arm is named by its patterns.
pub const fn clause(clause: Clause, parent: Kind) -> &'static str {
    match (clause, parent) {
        (Clause::Condition, _) => "condition",
        (Clause::Body, Kind::If) => "then",
        (Clause::Body, _) => "do",
        (Clause::Else, _) => "else",
        (Clause::Arm { .. }, _) => "case",
    }
}

/// What a redirection does.
pub const fn redirection(operator: RedirectOperator) -> &'static str {
    match operator {
        RedirectOperator::Read => "reads",
        RedirectOperator::Write => "writes",
        RedirectOperator::Append => "appends",
        RedirectOperator::Clobber => "writes, even over an existing file",
        RedirectOperator::ReadWrite => "reads and writes",
        RedirectOperator::DuplicateIn | RedirectOperator::DuplicateOut => "copies a descriptor",
        RedirectOperator::WriteBoth => "writes output and errors",
        RedirectOperator::AppendBoth => "appends output and errors",
        RedirectOperator::HereDocument | RedirectOperator::HereDocumentTabs => "here-document",
        RedirectOperator::HereString => "here-string",
    }
}

/// The class of a word in JSON.
pub const fn class(class: Class) -> &'static str {
    match class {
        Class::Literal => "literal",
        Class::Bounded => "bounded",
        Class::Unknown(_) => "unknown",
    }
}

/// Why a word is not literal, in words for a person.
pub const fn why_not_literal(word: &Word) -> Option<(&'static str, &'static str)> {
    match word.class {
        Class::Literal => None,
        Class::Bounded if word.glob => Some(("bounded", "file names")),
        Class::Bounded if word.tilde => Some(("bounded", "home directory")),
        Class::Bounded => Some(("bounded", "a number")),
        Class::Unknown(cause) => Some(("not literal", cause.words())),
    }
}
