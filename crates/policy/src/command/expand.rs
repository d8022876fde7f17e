//! What a word becomes when the values of its variables are put in: each way it may turn out, split as bash splits it.
//!
//! `for f in a b; do cat $f; done` runs `cat a` and `cat b`: each is a command of its own. Nothing is ever judged by a first value.

use std::borrow::Cow;

use crate::budget::{Budget, cost, limit};
use byleave_shell::{Class, Command, Operator, Part, PartKind, Script, Span, Unknown, Word};

use super::env::{Known, Settled};
use super::input::printed;
use super::item::{Count, Item, Shift, Value, prints_directory};

/// Where values are looked up.
#[derive(Clone, Copy)]
pub(super) struct Expand<'e, 'a> {
    pub script: &'a Script<'a>,
    pub settled: &'e Settled<'a>,
    pub shift: Shift,
    /// What the call gives variables anywhere, and the words of one call; nothing if only what is certain counts.
    pub known: Option<(&'e Known, &'e [String])>,
}

impl<'a> Expand<'_, 'a> {
    /// All ways the words of a command may turn out; only one if there are too many.
    pub(super) fn command(&self, command: &Command, budget: &Budget) -> Vec<Vec<Item<'a>>> {
        let words = self.script.words(command.words);
        let mut lists: Vec<Vec<Item<'a>>> = vec![Vec::with_capacity(words.len())];
        for word in words {
            let mut ways = self.word(word);
            let count = lists.len().saturating_mul(ways.len());
            // Each of them is a command of its own, looked at like any other.
            let steps = count.saturating_mul(words.len().saturating_add(cost::WAY)).saturating_mul(2);
            if ways.len() != 1 && (count > limit::WAYS || budget.spend(steps).is_err()) {
                ways = vec![vec![self.plain(word)]];
            }
            match ways.as_slice() {
                [only] => lists.iter_mut().for_each(|list| list.extend(only.iter().cloned())),
                ways => {
                    let joined = |list: &Vec<Item<'a>>| -> Vec<Vec<Item<'a>>> {
                        ways.iter().map(|way| list.iter().chain(way).cloned().collect()).collect()
                    };
                    lists = lists.iter().flat_map(joined).collect();
                }
            }
        }
        lists
    }

    /// The ways in which a word becomes exactly one: the target of a redirection. What becomes none or several is an
    /// error of the shell, or was read wrongly here, so it is not known.
    pub(super) fn single(&self, word: &Word) -> Vec<Item<'a>> {
        let ways = self.word(word).into_iter();
        let single: Option<Vec<Item<'a>>> = ways.map(|mut way| way.pop().filter(|_| way.is_empty())).collect();
        single.unwrap_or_else(|| vec![self.plain(word)])
    }

    fn plain(&self, word: &Word) -> Item<'a> {
        Item::plain(self.script, word, self.shift)
    }

    /// All ways a word may turn out, each with no, one or several words.
    fn word(&self, word: &Word) -> Vec<Vec<Item<'a>>> {
        let looked_up = matches!(word.class, Class::Unknown(Unknown::Parameter | Unknown::Substitution));
        let Some(ways) = looked_up.then(|| self.ways(word)).flatten() else { return vec![vec![self.plain(word)]] };
        let span = self.shift.of(word.span);
        let mut lists: Vec<Vec<Item<'a>>> = Vec::with_capacity(ways.len());
        for way in ways {
            let list: Vec<Item<'a>> = way.fields.into_iter().map(|field| field.item(span)).collect();
            if !lists.iter().any(|seen| is_same(seen, &list)) {
                lists.push(list);
            }
        }
        lists
    }

    /// The ways of a word whose parts are all known after all.
    fn ways(&self, word: &Word) -> Option<Vec<Way>> {
        let mut ways = vec![Way::default()];
        for (index, part) in self.script.parts(word).iter().enumerate() {
            let pieces = self.pieces(word, index, part)?;
            if ways.len().saturating_mul(pieces.len()) > limit::WAYS {
                return None;
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

    /// What a part of a word may be; nothing if the text does not tell.
    fn pieces(&self, word: &Word, index: usize, part: &Part) -> Option<Vec<Piece<'_>>> {
        let here = || Piece { spelt: false, ..Piece::text(".", false) };
        let one = match part.kind {
            PartKind::Text(text) => Piece::text(self.script.text(text), word.glob && !part.quoted),
            PartKind::Parameter(parameter) if parameter.operator == Operator::Plain && !parameter.subscript => {
                match self.script.text(parameter.name) {
                    "HOME" if index == 0 => Piece { tilde: true, spelt: false, ..Piece::text("~", false) },
                    "PWD" if index == 0 => here(),
                    name @ ("?" | "#" | "$") => Piece::number(name),
                    // Nothing ran in the background yet, maybe: then it is no word at all.
                    "!" if part.quoted => Piece::number("!"),
                    name => return self.values(name, word.span, part),
                }
            }
            PartKind::Parameter(parameter) => {
                // `${x:-rm}`, `${a[1]}`: any value or element, or the word that stands in for it.
                self.known?;
                let name = self.script.text(parameter.name);
                let inside = part.span.of(self.script.source()).trim_end_matches('}');
                let default = match parameter.operator {
                    Operator::Default | Operator::Assign | Operator::Alternate => inside.split_once(['-', '=', '+']),
                    Operator::Plain => None,
                    Operator::Length
                    | Operator::Indirect
                    | Operator::Names
                    | Operator::Error
                    | Operator::Substring
                    | Operator::TrimPrefix
                    | Operator::TrimSuffix
                    | Operator::Replace
                    | Operator::Case
                    | Operator::Transform(_) => return None,
                };
                let plain = |text: &&str| !text.contains(['$', '`', '\\', '\'', '"', '(']);
                let default = default.map(|(_, text)| text).filter(plain).map(|text| Piece::value(text, part.quoted));
                let values = self.values(name, word.span, part).unwrap_or_default();
                let all: Vec<Piece<'_>> = values.into_iter().chain(default).collect();
                return (!all.is_empty()).then_some(all);
            }
            PartKind::Substitution(node) if prints_directory(self.script, node) && index == 0 => here(),
            PartKind::Substitution(node) if self.known.is_some() => {
                let text = printed(self.script, self.script.only_command_inside(node)?)?;
                Piece { text: Cow::Owned(text), splits: !part.quoted, ..Piece::text("", false) }
            }
            PartKind::Substitution(_) | PartKind::Arithmetic { .. } | PartKind::Opaque => return None,
        };
        Some(vec![one])
    }

    /// The values that a parameter may have.
    fn values(&self, name: &str, at: Span, part: &Part) -> Option<Vec<Piece<'_>>> {
        if let Some(values) = self.settled.values(name, at) {
            return values.iter().map(|value| self.settled_piece(value, part.quoted)).collect();
        }
        if self.settled.is_number(name) {
            return Some(vec![Piece::number(name)]);
        }
        let (known, parameters) = self.known?;
        match name {
            // `"$@"` is several words, quoted or not.
            "@" | "*" => {
                let text = Cow::Owned(parameters.get(1..)?.join(" "));
                Some(vec![Piece { text, splits: true, ..Piece::text("", false) }])
            }
            "IFS" if known.values(name).is_empty() => Some(vec![Piece::value(" ", part.quoted)]),
            name if name.bytes().all(|byte| byte.is_ascii_digit()) => {
                Some(vec![Piece::value(parameters.get(name.parse::<usize>().ok()?)?, part.quoted)])
            }
            name => {
                let quoted = part.quoted && !part.span.of(self.script.source()).contains("[@]");
                let values = known.values(name);
                (!values.is_empty()).then(|| values.iter().map(|value| Piece::value(value, quoted)).collect())
            }
        }
    }

    /// What a value that is certain is in a word. Without quotes it is split at blanks, may vanish, and patterns in it count.
    fn settled_piece<'v>(&self, value: &'v Value<'_>, quoted: bool) -> Option<Piece<'v>> {
        // Where `IFS` is set, words are split at other signs, and it is unknown when.
        if !quoted && self.settled.splits_otherwise {
            return None;
        }
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
        let splits = !quoted && !glob;
        Some(Piece { text: Cow::Borrowed(text), tilde, glob: glob || pattern, spelt, splits, count })
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
    fn item<'a>(self, span: Span) -> Item<'a> {
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

    /// A value that a variable may have.
    fn value(text: &'v str, quoted: bool) -> Self {
        Self { splits: !quoted, ..Self::text(text, !quoted && text.contains(['*', '?', '['])) }
    }

    fn number(name: &str) -> Self {
        Self { text: Cow::Owned(["$", name].concat()), spelt: false, ..Piece::text("", false) }
    }
}

impl Way {
    fn add(&mut self, piece: &Piece<'_>) -> Option<()> {
        self.length = self.length.saturating_add(piece.text.len());
        // What grows without end is not followed. A tilde that stands for a directory makes sense at the start only.
        if self.length > limit::WAY_LENGTH || piece.tilde && !self.fields.is_empty() {
            return None;
        }
        if !piece.splits {
            self.grow(&piece.text, piece);
            return Some(());
        }
        let is_blank = |one: char| matches!(one, ' ' | '\t' | '\n');
        for (at, word) in piece.text.split(is_blank).enumerate() {
            // A blank ends the word before it.
            self.open &= at == 0;
            if !word.is_empty() {
                self.grow(word, piece);
            }
        }
        Some(())
    }

    fn grow(&mut self, text: &str, piece: &Piece<'_>) {
        if !self.open {
            let (text, count) = (String::new(), Count::One);
            self.fields.push(Field { text, tilde: false, glob: false, spelt: true, count });
            self.open = true;
        }
        let Some(field) = self.fields.last_mut() else { return };
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
