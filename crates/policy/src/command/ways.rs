//! What a word becomes when the values of its variables are put in: each way it may turn out, split as bash splits it.
//!
//! `for f in a b; do cat $f; done` runs `cat a` and `cat b`: each is a command of its own, for refusing as for allowing.
//! Nothing is ever judged by a first value.

use std::borrow::Cow;

use byleave_shell::{Class, Operator, Part, PartKind, Script, Unknown, Word};

use super::item::{Count, Item, Shift, Value, prints_directory};
use super::variables::{Held, Variables};

/// How many ways one word or one command may turn out; with more the word may be anything, and a person is asked.
pub(super) const MOST_WAYS: usize = 64;

/// How long one way may become, so that reading stays linear.
const MOST_LENGTH: usize = 4096;

/// What a word of a script becomes.
#[derive(Debug)]
pub(super) enum Turned<'a> {
    /// This item.
    One(Item<'a>),
    /// One of these lists of items: a list may be empty, or have several.
    Ways(Vec<Vec<Item<'a>>>),
}

impl<'a> Turned<'a> {
    /// All ways a word may turn out.
    pub(super) fn of(script: &'a Script<'_>, word: &Word, variables: &Variables<'a>, shift: Shift) -> Self {
        // Most words.
        if word.class == Class::Literal {
            return Self::One(Item::literal(script.shown(word), shift.of(word.span)));
        }
        let looked_up = matches!(word.class, Class::Unknown(Unknown::Parameter | Unknown::Substitution));
        let ways = if looked_up { resolved(script, word, variables) } else { None };
        let Some(ways) = ways else { return Self::One(Item::plain(script, word, variables, shift)) };
        let span = shift.of(word.span);
        let mut lists: Vec<Vec<Item<'a>>> = Vec::with_capacity(ways.len());
        for way in ways {
            let list: Vec<Item<'a>> = way.fields.into_iter().map(|field| field.item(span)).collect();
            if !lists.iter().any(|seen| is_same(seen, &list)) {
                lists.push(list);
            }
        }
        match lists.as_mut_slice() {
            [only] if only.len() == 1 => only.pop().map_or_else(|| Self::Ways(Vec::new()), Self::One),
            _ => Self::Ways(lists),
        }
    }

    /// The ways in which a word becomes exactly one: the target of a redirection. What becomes none or several is an
    /// error of the shell, or was read wrongly here, so it is not known.
    pub(super) fn single(
        script: &'a Script<'_>,
        word: &Word,
        variables: &Variables<'a>,
        shift: Shift,
    ) -> Vec<Item<'a>> {
        match Self::of(script, word, variables, shift) {
            Self::One(item) => vec![item],
            Self::Ways(ways) => {
                let single: Option<Vec<Item<'a>>> =
                    ways.into_iter().map(|mut way| way.pop().filter(|_| way.is_empty())).collect();
                single.unwrap_or_else(|| vec![Item::plain(script, word, variables, shift)])
            }
        }
    }
}

fn is_same(one: &[Item<'_>], other: &[Item<'_>]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.value == other.value)
}

/// One way a word may turn out.
#[derive(Clone, Default)]
struct Way {
    fields: Vec<Field>,
    /// The last field may still grow.
    open: bool,
    /// How long all of it is.
    length: usize,
}

/// One word of it.
#[derive(Clone)]
struct Field {
    text: String,
    tilde: bool,
    glob: bool,
    /// All of it is text of the script: no home, no directory, no number of the shell.
    spelt: bool,
    count: Count,
}

impl Field {
    fn item<'a>(self, span: byleave_shell::Span) -> Item<'a> {
        let Self { text, tilde, glob, spelt, count } = self;
        let text = Cow::Owned(text);
        let value = if spelt && !tilde && !glob { Value::Literal(text) } else { Value::Bounded { text, tilde, glob } };
        Item { span, value, count }
    }
}

/// What a part of a word adds.
#[expect(clippy::struct_excessive_bools, reason = "independent facts about one part of a word")]
struct Piece<'v> {
    text: Cow<'v, str>,
    tilde: bool,
    glob: bool,
    /// It is text of the script.
    spelt: bool,
    /// It is split at blanks, and may vanish.
    splits: bool,
    /// How many words it makes of the word it stands in.
    count: Count,
}

impl<'v> Piece<'v> {
    const fn text(text: &'v str, glob: bool) -> Self {
        let count = if glob { Count::Names } else { Count::One };
        Self { text: Cow::Borrowed(text), tilde: false, glob, spelt: true, splits: false, count }
    }

    fn number(name: &str) -> Self {
        Self { text: Cow::Owned(["$", name].concat()), spelt: false, ..Piece::text("", false) }
    }
}

impl Way {
    fn add(&mut self, piece: &Piece<'_>) -> Option<()> {
        self.length = self.length.saturating_add(piece.text.len());
        // What grows without end is not followed.
        if self.length > MOST_LENGTH {
            return None;
        }
        // A tilde that stands for a directory makes sense at the start only.
        if piece.tilde && !self.fields.is_empty() {
            return None;
        }
        if !piece.splits {
            self.grow(&piece.text, piece);
            return Some(());
        }
        let mut rest = piece.text.as_ref();
        while let Some(first) = rest.chars().next() {
            if is_blank(first) {
                self.open = false;
                rest = rest.trim_start_matches(is_blank);
                continue;
            }
            let end = rest.find(is_blank).unwrap_or(rest.len());
            let (word, after) = rest.split_at_checked(end)?;
            self.grow(word, piece);
            rest = after;
        }
        Some(())
    }

    fn grow(&mut self, text: &str, piece: &Piece<'_>) {
        if !self.open {
            let (text, count) = (String::new(), Count::One);
            self.fields.push(Field { text, tilde: false, glob: false, spelt: true, count });
            self.open = true;
        }
        if let Some(field) = self.fields.last_mut() {
            field.text.push_str(text);
            field.tilde |= piece.tilde;
            field.spelt &= piece.spelt;
            if piece.glob && text.contains(['*', '?', '[', '(']) {
                field.glob = true;
                field.count = match (field.count, piece.count) {
                    (Count::Open, _) | (_, Count::Open) => Count::Open,
                    (Count::Names, _) | (_, Count::Names) => Count::Names,
                    (Count::One, Count::One) => Count::One,
                };
            }
        }
    }
}

const fn is_blank(one: char) -> bool {
    matches!(one, ' ' | '\t' | '\n')
}

/// The ways of a word whose only unknown parts are known after all: `$HOME`, `$PWD` or `$(pwd)` at its start, a number of
/// the shell, or a variable whose values the text tells.
fn resolved(script: &Script<'_>, word: &Word, variables: &Variables<'_>) -> Option<Vec<Way>> {
    // Most words that are not known have a part that nothing tells: that is found out before anything is put together.
    if !script.parts(word).iter().enumerate().all(|(index, part)| is_told(script, word, variables, index, part)) {
        return None;
    }
    let mut ways = vec![Way::default()];
    for (index, part) in script.parts(word).iter().enumerate() {
        let pieces = pieces(script, word, variables, index, part)?;
        if ways.len().saturating_mul(pieces.len()) > MOST_WAYS {
            return None;
        }
        if let [piece] = pieces.as_slice() {
            ways.iter_mut().try_for_each(|way| way.add(piece))?;
            continue;
        }
        let mut joined = Vec::with_capacity(ways.len().saturating_mul(pieces.len()));
        for way in &ways {
            for piece in &pieces {
                let mut way = way.clone();
                way.add(piece)?;
                joined.push(way);
            }
        }
        ways = joined;
    }
    // A tilde of the word itself stands at its start.
    if word.tilde {
        for field in ways.iter_mut().filter_map(|way| way.fields.first_mut()) {
            field.tilde = true;
        }
    }
    Some(ways)
}

fn is_told(script: &Script<'_>, word: &Word, variables: &Variables<'_>, index: usize, part: &Part) -> bool {
    match part.kind {
        PartKind::Text(_) => true,
        PartKind::Parameter(parameter) if parameter.operator == Operator::Plain && !parameter.subscript => {
            match script.text(parameter.name) {
                "HOME" | "PWD" if index == 0 => true,
                "?" | "#" | "$" => true,
                // Nothing ran in the background yet, maybe: then it is no word at all.
                "!" => part.quoted,
                name => match variables.held(name, word.span) {
                    Some(Held::Values(_)) => true,
                    Some(Held::Output(_)) => false,
                    None => variables.is_number(name),
                },
            }
        }
        PartKind::Substitution(node) => index == 0 && prints_directory(script, node),
        PartKind::Parameter(_) | PartKind::Arithmetic { .. } | PartKind::Opaque => false,
    }
}

fn pieces<'v>(
    script: &'v Script<'_>,
    word: &Word,
    variables: &'v Variables<'_>,
    index: usize,
    part: &Part,
) -> Option<Vec<Piece<'v>>> {
    let here = || Piece { spelt: false, ..Piece::text(".", false) };
    let one = match part.kind {
        PartKind::Text(text) => Piece::text(script.text(text), word.glob && !part.quoted),
        PartKind::Parameter(parameter) => match script.text(parameter.name) {
            "HOME" if index == 0 => Piece { tilde: true, spelt: false, ..Piece::text("~", false) },
            "PWD" if index == 0 => here(),
            name @ ("?" | "#" | "$" | "!") => Piece::number(name),
            name => match variables.held(name, word.span) {
                None if variables.is_number(name) => Piece::number(name),
                Some(Held::Values(values)) => {
                    return values.iter().map(|value| held(value, part.quoted, variables)).collect();
                }
                Some(Held::Output(_)) | None => return None,
            },
        },
        PartKind::Substitution(node) if prints_directory(script, node) => here(),
        PartKind::Substitution(_) | PartKind::Arithmetic { .. } | PartKind::Opaque => return None,
    };
    Some(vec![one])
}

/// What a value of a variable is in a word. Without quotes it is split at blanks, may vanish, and patterns in it count.
fn held<'v>(value: &'v Value<'_>, quoted: bool, variables: &Variables<'_>) -> Option<Piece<'v>> {
    // Where `IFS` is set, words are split at other signs, and it is unknown when.
    if !quoted && variables.splits_otherwise() {
        return None;
    }
    // zsh splits nothing and expands no pattern in it.
    let (text, tilde, glob, spelt) = match value {
        Value::Literal(text) => (text, false, false, true),
        Value::Bounded { text, tilde, glob } => (text, *tilde, *glob, false),
        Value::Unknown { .. } => return None,
    };
    let pattern = !quoted && text.contains(['*', '?', '[']);
    let count = match (quoted, glob, pattern) {
        (true, _, _) | (false, false, false) => Count::One,
        // The name of a file that a loop found, cut at its blanks.
        (false, true, _) => Count::Open,
        (false, false, true) => Count::Names,
    };
    Some(Piece { text: Cow::Borrowed(text), tilde, glob: glob || pattern, spelt, splits: !quoted && !glob, count })
}
