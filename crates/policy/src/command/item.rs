//! A word of a command, with what is known of its value.

use std::borrow::Cow;

use byleave_shell::{Class, Operator, Parameter, Part, PartKind, Script, Span, Unknown, Word};

/// A word of a command.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    /// Its span in the text of the call.
    pub span: Span,
    /// What is known of its value.
    pub value: Value<'a>,
    /// How many words it becomes.
    pub count: Count,
}

/// How many words of a command one word of the text becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Exactly one.
    One,
    /// One for each file that a pattern matches, or the pattern itself.
    Names,
    /// None, one or several: the shell splits the inserted value at blanks.
    Open,
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
    /// Anything.
    Unknown {
        /// What is known, with the rest as written; only to be shown.
        shown: Cow<'a, str>,
        /// Why.
        cause: Unknown,
        /// Everything unknown in it comes from commands that print paths inside the project, or is inert text; filled in
        /// by the program tables.
        nodes: Vec<byleave_shell::NodeId>,
        /// Something other than a command substitution is unknown in it.
        other: bool,
        /// The text around what is unknown may lead elsewhere: `/etc/$f`, `$f/../x`.
        led: bool,
    },
}

impl<'a> Item<'a> {
    /// A word of a script by itself, as far as its value needs no looking up.
    pub(super) fn plain(script: &'a Script<'_>, word: &Word, shift: Shift) -> Self {
        // `"$@"` and `"${x[@]}"` are quoted and several words all the same.
        let several = |part: &Part| match part.kind {
            PartKind::Parameter(parameter) => {
                script.text(parameter.name) == "@"
                    || part.span.of(script.source()).contains("[@]")
                    || is_names(parameter)
            }
            PartKind::Text(_) | PartKind::Substitution(_) | PartKind::Arithmetic { .. } | PartKind::Opaque => false,
        };
        let one_word = word.quoted && script.parts(word).iter().all(|part| part.quoted && !several(part));
        let mut value = value(script, word);
        if let (Value::Unknown { nodes, other, cause, .. }, Shift::To(_) | Shift::By(_)) = (&mut value, shift)
            && !(*cause == Unknown::ProcessSubstitution && nodes.len() == 1)
        {
            // Nodes of a nested text mean nothing outside it.
            *other |= !nodes.is_empty();
            nodes.clear();
        }
        let count = match &value {
            _ if one_word => Count::One,
            Value::Bounded { glob: true, .. } => Count::Names,
            // `~/x` and `$?` are one word.
            Value::Literal(_) | Value::Bounded { .. } => Count::One,
            // `<(…)` is the name of one pipe.
            Value::Unknown { cause: Unknown::ProcessSubstitution, nodes, other: false, .. } if nodes.len() == 1 => {
                Count::One
            }
            Value::Unknown { .. } => Count::Open,
        };
        Self { span: shift.of(word.span), count, value }
    }

    /// An item that is exactly this text.
    #[must_use]
    pub const fn literal(text: &'a str, span: Span) -> Self {
        Self { span, value: Value::Literal(Cow::Borrowed(text)), count: Count::One }
    }

    /// The value, if nothing in it can change at run time.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Literal(text) => Some(text),
            Value::Bounded { .. } | Value::Unknown { .. } => None,
        }
    }

    /// What it may come to: to refuse by, and to show. An unknown part is as written. Only `byleave_proof` allows, and it reads the text by
    /// itself.
    #[must_use]
    pub fn shown(&self) -> &str {
        match &self.value {
            Value::Literal(text) | Value::Bounded { text, .. } | Value::Unknown { shown: text, .. } => text,
        }
    }

    /// The text, if nothing in it can change at run time but what `~` and patterns are expanded to.
    #[must_use]
    pub fn settled(&self) -> Option<&str> {
        match &self.value {
            Value::Literal(text) | Value::Bounded { text, .. } => Some(text),
            Value::Unknown { .. } => None,
        }
    }

    /// Whether anything may come in at run time.
    #[must_use]
    pub const fn is_unknown(&self) -> bool {
        matches!(self.value, Value::Unknown { .. })
    }

    /// Without borrowing.
    #[must_use]
    pub fn into_owned(self) -> Item<'static> {
        Item { span: self.span, value: self.value.into_owned(), count: self.count }
    }
}

impl Value<'_> {
    fn into_owned(self) -> Value<'static> {
        match self {
            Self::Literal(text) => Value::Literal(Cow::Owned(text.into_owned())),
            Self::Bounded { text, tilde, glob } => Value::Bounded { text: Cow::Owned(text.into_owned()), tilde, glob },
            Self::Unknown { shown, cause, nodes, other, led } => {
                Value::Unknown { shown: Cow::Owned(shown.into_owned()), cause, nodes, other, led }
            }
        }
    }
}

/// The spans of a nested text in the text of the call: at the word that holds it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shift {
    /// The text is the text of the call.
    None,
    /// Everything has this span.
    To(Span),
    /// The text of the call contains the text letter by letter, this many bytes further on.
    By(u32),
}

impl Shift {
    pub(super) const fn of(self, span: Span) -> Span {
        match self {
            Self::None => span,
            Self::To(span) => span,
            Self::By(bytes) => Span::new(span.start.saturating_add(bytes), span.end.saturating_add(bytes)),
        }
    }
}

fn value<'a>(script: &'a Script<'_>, word: &Word) -> Value<'a> {
    match word.class {
        Class::Literal => Value::Literal(Cow::Borrowed(script.shown(word))),
        Class::Bounded => {
            Value::Bounded { text: Cow::Borrowed(script.shown(word)), tilde: word.tilde, glob: word.glob }
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
    Value::Unknown { shown: Cow::Borrowed(script.shown(word)), cause, nodes, other, led: is_led(script, word) }
}

/// Whether the text around the unknown parts of a word may lead a path of the project elsewhere.
fn is_led(script: &Script<'_>, word: &Word) -> bool {
    script.parts(word).iter().enumerate().any(|(index, part)| match part.kind {
        PartKind::Text(text) => {
            let text = script.text(text);
            let before = index == 0 && (text.starts_with(['/', '~', '-']) || !text.is_empty() && !text.ends_with('/'));
            let dot =
                index > 0 && text.strip_prefix('.').is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '/']));
            before || dot || text.contains("..")
        }
        PartKind::Parameter(_) | PartKind::Substitution(_) | PartKind::Arithmetic { .. } | PartKind::Opaque => false,
    })
}

/// `${!x@}`: as many words as there are names.
fn is_names(parameter: Parameter) -> bool {
    parameter.operator == Operator::Names
}

/// `$(pwd)`
pub(super) fn prints_directory(script: &Script<'_>, node: byleave_shell::NodeId) -> bool {
    script.only_command_inside(node).is_some_and(|only| {
        let words = script.words(only.words);
        words.len() == 1
            && words.first().and_then(|word| script.literal(word)) == Some("pwd")
            && only.redirections.is_empty()
            && only.assignments.is_empty()
    })
}
