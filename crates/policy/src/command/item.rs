//! A word of a command, with what is known of its value.

use std::borrow::Cow;

use byleave_shell::{Class, Operator, Part, PartKind, Script, Span, Unknown, Word};

use super::variables::{Held, Variables};

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
        /// The text around what is unknown may lead elsewhere: `/etc/$f`, `$f/../x`.
        led: bool,
    },
}

impl<'a> Item<'a> {
    /// An item made of a word of a script.
    pub(super) fn new(script: &'a Script<'_>, word: &Word, variables: &Variables<'a>, shift: Shift) -> Self {
        // Most words.
        if word.class == Class::Literal {
            return Self::literal(script.shown(word), shift.of(word.span));
        }
        let one_word = word.quoted && script.parts(word).iter().all(|part| part.quoted);
        let mut value = value(script, word, variables);
        if let (Value::Unknown { nodes, other, cause, .. }, Shift::To(_) | Shift::By(_)) = (&mut value, shift)
            && !(*cause == Unknown::ProcessSubstitution && nodes.len() == 1)
        {
            // Nodes of a nested text mean nothing outside it.
            *other |= !nodes.is_empty();
            nodes.clear();
        }
        Self { span: shift.of(word.span), one_word: one_word || matches!(value, Value::Literal(_)), value }
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
            Self::Unknown { shown, cause, nodes, other, led } => {
                Value::Unknown { shown: Cow::Owned(shown.into_owned()), cause, nodes, other, led }
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
    /// The text stands in the text of the call letter by letter, so many bytes further on.
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

fn value<'a>(script: &'a Script<'_>, word: &Word, variables: &Variables<'a>) -> Value<'a> {
    match word.class {
        Class::Literal => Value::Literal(Cow::Borrowed(script.shown(word))),
        Class::Bounded => {
            Value::Bounded { text: Cow::Borrowed(script.shown(word)), tilde: word.tilde, glob: word.glob }
        }
        Class::Unknown(cause @ (Unknown::Parameter | Unknown::Substitution)) => {
            resolved(script, word, variables).unwrap_or_else(|| unknown(script, word, cause, variables))
        }
        Class::Unknown(cause) => unknown(script, word, cause, variables),
    }
}

fn unknown<'a>(script: &'a Script<'_>, word: &Word, cause: Unknown, variables: &Variables<'a>) -> Value<'a> {
    let mut nodes = Vec::new();
    let mut other = !matches!(cause, Unknown::Substitution | Unknown::ProcessSubstitution | Unknown::Parameter);
    for part in script.parts(word) {
        match part.kind {
            PartKind::Substitution(node) => nodes.push(node),
            PartKind::Parameter(parameter) if parameter.operator == Operator::Plain && !parameter.subscript => {
                match variables.held(script.text(parameter.name), word.span) {
                    Some(Held::Output(output)) => nodes.extend(output),
                    Some(Held::Values(_)) | None => other = true,
                }
            }
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

/// One way a word may turn out.
struct Way {
    text: String,
    tilde: bool,
    glob: bool,
}

/// One way a part of it may turn out.
struct Piece<'v> {
    text: Cow<'v, str>,
    tilde: bool,
    glob: bool,
}

/// The value of a word whose only unknown parts are known after all: `$HOME`, `$PWD` or `$(pwd)` at its start, or a
/// variable whose values the text tells.
fn resolved<'a>(script: &'a Script<'_>, word: &Word, variables: &Variables<'a>) -> Option<Value<'a>> {
    // Most words that are not known have a part that nothing tells: that is found out before anything is put together.
    let told = |(index, part): (usize, &Part)| match part.kind {
        PartKind::Text(_) => true,
        PartKind::Parameter(parameter) if parameter.operator == Operator::Plain && !parameter.subscript => {
            match script.text(parameter.name) {
                "HOME" | "PWD" if index == 0 => true,
                "?" | "#" | "$" | "!" => true,
                name => match variables.held(name, word.span) {
                    Some(Held::Values(_)) => true,
                    Some(Held::Output(_)) => false,
                    None => variables.is_number(name),
                },
            }
        }
        PartKind::Substitution(node) => index == 0 && prints_directory(script, node),
        PartKind::Parameter(_) | PartKind::Arithmetic { .. } | PartKind::Opaque => false,
    };
    if !script.parts(word).iter().enumerate().all(told) {
        return None;
    }
    // A value may well be longer than the name of its variable.
    let room = usize::try_from(word.span.len()).unwrap_or(0).saturating_add(24);
    let mut ways = vec![Way { text: String::with_capacity(room), tilde: word.tilde, glob: word.glob }];
    // Whether all of it is text of the script: no home, no directory, no number of the shell.
    let mut spelt = !word.tilde && !word.glob;
    for (index, part) in script.parts(word).iter().enumerate() {
        let plain = |text: &'a str| Piece { text: Cow::Borrowed(text), tilde: false, glob: false };
        let numbered = |name: &str| Piece { text: Cow::Owned(["$", name].concat()), tilde: false, glob: false };
        let piece = match part.kind {
            PartKind::Text(text) => plain(script.text(text)),
            PartKind::Parameter(parameter) if parameter.operator == Operator::Plain && !parameter.subscript => {
                match script.text(parameter.name) {
                    "HOME" if index == 0 => {
                        spelt = false;
                        Piece { text: Cow::Borrowed("~"), tilde: true, glob: false }
                    }
                    "PWD" if index == 0 => {
                        spelt = false;
                        plain(".")
                    }
                    name @ ("?" | "#" | "$" | "!") => {
                        spelt = false;
                        numbered(name)
                    }
                    name => match variables.held(name, word.span) {
                        None if variables.is_number(name) => {
                            spelt = false;
                            numbered(name)
                        }
                        Some(Held::Values(values)) => {
                            let pieces: Option<Vec<Piece<'_>>> =
                                values.iter().map(|value| piece(value, part.quoted)).collect();
                            let pieces = pieces?;
                            spelt &= pieces.iter().all(|piece| !piece.tilde && !piece.glob);
                            append(&mut ways, &pieces, room)?;
                            continue;
                        }
                        Some(Held::Output(_)) | None => return None,
                    },
                }
            }
            PartKind::Substitution(node) if index == 0 && prints_directory(script, node) => {
                spelt = false;
                plain(".")
            }
            PartKind::Parameter(_) | PartKind::Substitution(_) | PartKind::Arithmetic { .. } | PartKind::Opaque => {
                return None;
            }
        };
        append(&mut ways, &[piece], room)?;
    }
    if let [only] = ways.as_mut_slice()
        && spelt
    {
        return Some(Value::Literal(Cow::Owned(std::mem::take(&mut only.text))));
    }
    // What may be an option must not be taken for anything else.
    let number = |text: &str| text.strip_prefix('$').is_some_and(|rest| variables.is_number(rest));
    if ways.iter().any(|way| way.text.starts_with(['-', '+', '@'])) && !ways.iter().all(|way| number(&way.text)) {
        return None;
    }
    let mut values: Vec<Value<'a>> = ways
        .into_iter()
        .map(|Way { text, tilde, glob }| Value::Bounded { text: Cow::Owned(text), tilde, glob })
        .collect();
    if values.len() == 1 { values.pop() } else { Some(Value::Choice(values)) }
}

/// Adds what a part may turn out to be to each way so far; `None` if that is too much to follow. `room` is how long the
/// text may well become.
fn append(ways: &mut Vec<Way>, pieces: &[Piece<'_>], room: usize) -> Option<()> {
    // What grows without end is not followed, so that reading stays linear.
    let long = ways.iter().any(|way| way.text.len() > 4096) || pieces.iter().any(|piece| piece.text.len() > 4096);
    if long || ways.len().saturating_mul(pieces.len()) > 256 {
        return None;
    }
    // A tilde that stands for a directory makes sense at the start only.
    if pieces.iter().any(|piece| piece.tilde) && ways.iter().any(|way| !way.text.is_empty()) {
        return None;
    }
    if let [piece] = pieces {
        for way in ways {
            way.text.push_str(&piece.text);
            way.tilde |= piece.tilde;
            way.glob |= piece.glob;
        }
        return Some(());
    }
    let mut joined = Vec::with_capacity(ways.len().saturating_mul(pieces.len()));
    for way in &*ways {
        for piece in pieces {
            let mut text = String::with_capacity(way.text.len().saturating_add(piece.text.len()).max(room));
            text.push_str(&way.text);
            text.push_str(&piece.text);
            joined.push(Way { text, tilde: way.tilde || piece.tilde, glob: way.glob || piece.glob });
        }
    }
    *ways = joined;
    Some(())
}

/// What a value of a variable is in a word. Without quotes it is split at blanks, may vanish, and patterns in it count.
fn piece<'v>(value: &'v Value<'_>, quoted: bool) -> Option<Piece<'v>> {
    let (text, tilde, glob) = match value {
        Value::Literal(text) => (text, false, false),
        Value::Bounded { text, tilde, glob } => (text, *tilde, *glob),
        Value::Choice(_) | Value::Unknown { .. } => return None,
    };
    if !quoted && (text.is_empty() || text.contains(|one: char| one.is_whitespace())) {
        return None;
    }
    let pattern = !quoted && text.contains(['*', '?', '[']);
    Some(Piece { text: Cow::Borrowed(text), tilde, glob: glob || pattern })
}

/// `$(pwd)`
fn prints_directory(script: &Script<'_>, node: byleave_shell::NodeId) -> bool {
    match script.commands_inside(node) {
        [only] => {
            let words = script.words(only.words);
            words.len() == 1
                && words.first().and_then(|word| script.literal(word)) == Some("pwd")
                && only.redirections.is_empty()
                && only.assignments.is_empty()
        }
        _ => false,
    }
}
