//! A word of a command, with what is known of its value.

use std::borrow::Cow;

use byleave_shell::{Class, Operator, PartKind, Script, Span, Unknown, Word};

use super::variables::Variables;

/// A word of a command.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    /// Where it stands in the text of the call.
    pub span: Span,
    /// What is known of its value.
    pub value: Value<'a>,
    /// It was quoted whole, so whatever it becomes is one word.
    pub one_word: bool,
}

/// What is known of a word's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    /// Exactly this.
    Literal(Cow<'a, str>),
    /// This text after `~` and patterns are expanded; nothing else can come in.
    Bounded {
        /// The text with `~` and pattern characters as they are.
        text: Cow<'a, str>,
        /// It begins with a tilde that is expanded.
        tilde: bool,
        /// It has pattern characters.
        glob: bool,
    },
    /// One of these: a loop variable over known words.
    Choice(Vec<Value<'a>>),
    /// Anything.
    Unknown {
        /// What is known, with the rest as written; only to be shown.
        shown: Cow<'a, str>,
        /// Why.
        cause: Unknown,
        /// Everything unknown in it comes from commands that print paths inside the project, or is inert text; filled in
        /// by whoever knows programs.
        nodes: Vec<byleave_shell::NodeId>,
        /// Something other than a command substitution is unknown in it.
        other: bool,
    },
}

impl<'a> Item<'a> {
    /// An item made of a word of a script.
    pub(super) fn new(script: &'a Script<'_>, word: &Word, variables: &Variables<'a>, shift: Shift) -> Self {
        let one_word = word.quoted && script.parts(word).iter().all(|part| part.quoted) || word.class == Class::Literal;
        Self { span: shift.of(word.span), value: value(script, word, variables), one_word }
    }

    /// An item that is exactly this text.
    #[must_use]
    pub const fn literal(text: &'a str, span: Span) -> Self {
        Self { span, value: Value::Literal(Cow::Borrowed(text)), one_word: true }
    }

    /// The value, if nothing in it can change at run time.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Literal(text) => Some(text),
            Value::Bounded { .. } | Value::Choice(_) | Value::Unknown { .. } => None,
        }
    }

    /// Something to show a person.
    #[must_use]
    pub fn shown(&self) -> &str {
        self.value.shown()
    }

    /// Whether anything may come in at run time.
    #[must_use]
    pub const fn is_unknown(&self) -> bool {
        matches!(self.value, Value::Unknown { .. })
    }

    /// Without borrowing.
    #[must_use]
    pub fn into_owned(self) -> Item<'static> {
        Item { span: self.span, value: self.value.into_owned(), one_word: self.one_word }
    }
}

impl Value<'_> {
    fn shown(&self) -> &str {
        match self {
            Self::Literal(text) | Self::Bounded { text, .. } | Self::Unknown { shown: text, .. } => text,
            Self::Choice(choices) => choices.first().map_or("", |first| first.shown()),
        }
    }

    fn into_owned(self) -> Value<'static> {
        match self {
            Self::Literal(text) => Value::Literal(Cow::Owned(text.into_owned())),
            Self::Bounded { text, tilde, glob } => Value::Bounded { text: Cow::Owned(text.into_owned()), tilde, glob },
            Self::Choice(choices) => Value::Choice(choices.into_iter().map(Value::into_owned).collect()),
            Self::Unknown { shown, cause, nodes, other } => {
                Value::Unknown { shown: Cow::Owned(shown.into_owned()), cause, nodes, other }
            }
        }
    }
}

/// Where the spans of a nested text stand in the text of the call: at the word that holds it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shift {
    /// The text is the text of the call.
    None,
    /// Everything stands at this span.
    To(Span),
}

impl Shift {
    pub(super) const fn of(self, span: Span) -> Span {
        match self {
            Self::None => span,
            Self::To(span) => span,
        }
    }
}

fn value<'a>(script: &'a Script<'_>, word: &Word, variables: &Variables<'a>) -> Value<'a> {
    match word.class {
        Class::Literal => Value::Literal(Cow::Borrowed(script.shown(word))),
        Class::Bounded => {
            Value::Bounded { text: Cow::Borrowed(script.shown(word)), tilde: word.tilde, glob: word.glob }
        }
        Class::Unknown(Unknown::Parameter) => {
            resolved(script, word, variables).unwrap_or_else(|| unknown(script, word, Unknown::Parameter))
        }
        Class::Unknown(cause) => unknown(script, word, cause),
    }
}

fn unknown<'a>(script: &'a Script<'_>, word: &Word, cause: Unknown) -> Value<'a> {
    let mut nodes = Vec::new();
    let mut other = !matches!(cause, Unknown::Substitution | Unknown::ProcessSubstitution);
    for part in script.parts(word) {
        match part.kind {
            PartKind::Substitution(node) => nodes.push(node),
            PartKind::Parameter(_) | PartKind::Arithmetic { .. } | PartKind::Opaque => other = true,
            PartKind::Text(_) => {}
        }
    }
    Value::Unknown { shown: Cow::Borrowed(script.shown(word)), cause, nodes, other }
}

/// The value of a word whose only unknown parts are parameters that are known after all: `$HOME`, `$PWD` at its start, or
/// a loop variable over known words.
fn resolved<'a>(script: &'a Script<'_>, word: &Word, variables: &Variables<'a>) -> Option<Value<'a>> {
    let mut texts = vec![String::new()];
    let (mut tilde, mut glob) = (word.tilde, word.glob);
    for (index, part) in script.parts(word).iter().enumerate() {
        let pieces: Vec<String> = match part.kind {
            PartKind::Text(text) => vec![script.text(text).to_owned()],
            PartKind::Parameter(parameter) if parameter.operator == Operator::Plain && !parameter.subscript => {
                match script.text(parameter.name) {
                    "HOME" if index == 0 => {
                        tilde = true;
                        vec!["~".to_owned()]
                    }
                    "PWD" if index == 0 => vec![".".to_owned()],
                    name @ ("?" | "#" | "$" | "!") => vec![format!("${name}")],
                    name => {
                        let values = variables.values(name, word.span)?;
                        glob |= values.iter().any(|value| matches!(value, Value::Bounded { glob: true, .. }));
                        tilde |= index == 0
                            && values.iter().any(|value| matches!(value, Value::Bounded { tilde: true, .. }));
                        values.iter().map(|value| value.shown().to_owned()).collect()
                    }
                }
            }
            PartKind::Parameter(_) | PartKind::Substitution(_) | PartKind::Arithmetic { .. } | PartKind::Opaque => {
                return None;
            }
        };
        if texts.len().saturating_mul(pieces.len()) > 256 {
            return None;
        }
        texts = texts.iter().flat_map(|text| pieces.iter().map(move |piece| format!("{text}{piece}"))).collect();
    }
    let mut values: Vec<Value<'a>> =
        texts.into_iter().map(|text| Value::Bounded { text: Cow::Owned(text), tilde, glob }).collect();
    if values.len() == 1 { values.pop() } else { Some(Value::Choice(values)) }
}
