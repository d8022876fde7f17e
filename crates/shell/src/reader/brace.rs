//! Brace expansion: `{a,b}` and `{1..9}`. bash does it first, on the written word, before anything else is expanded.

use super::word::{Mode, plain_word};
use super::{Parser, Read};
use crate::Span;
use crate::script::{Class, Part, PartKind, Text, Unknown, Word};

/// With more opening braces in one word, its expansion counts as unknown: each costs a walk over the word.
const MOST_BRACES: usize = 64;
/// With more results, those beyond are one word that is unknown.
const MOST_RESULTS: usize = 1024;
/// Of a sequence that is too long, so many are results; the others are unknown.
const MOST_OF_SEQUENCE: usize = 16;
/// With more glyphs in all results of a text together, those beyond are unknown.
const MOST_GLYPHS: usize = 1 << 15;

/// One bare byte of a word, or a part that brace expansion does not look into.
#[derive(Clone, Copy)]
enum Glyph {
    Byte {
        byte: u8,
        at: u32,
        decoded: bool,
    },
    Made(u8),
    /// A part, and whether it contains a comma: a quoted comma separates nothing, but bash still drops the braces
    /// around it.
    Part(Part, bool),
}

impl Glyph {
    fn bare(self) -> Option<u8> {
        match self {
            Self::Byte { byte, .. } | Self::Made(byte) => Some(byte),
            Self::Part(..) => None,
        }
    }
}

type Glyphs = Vec<Glyph>;

impl Parser<'_, '_> {
    /// Makes words of the open parts above `base`, expanding braces.
    pub(super) fn expand_braces(&mut self, base: usize, span: Span, quoted: bool) -> Read<()> {
        let glyphs = self.glyphs(base);
        let left = MOST_GLYPHS.saturating_sub(self.builder.brace_glyphs);
        let mut budget = Budget { glyphs: left };
        let Expanded { mut results, mut whole } = expand(&glyphs, &mut budget);
        let made = results.len();
        results.retain(|result| !begins_expansion(result));
        whole &= results.len() == made;
        let spent = left.saturating_sub(budget.glyphs);
        if !whole {
            self.builder.brace_glyphs = self.builder.brace_glyphs.saturating_add(spent);
            let text = self.resolve_span(span);
            let parts = self.builder.keep_parts(base);
            let class = Class::Unknown(Unknown::BraceExpansion);
            let rest = Word { parts, brace: true, quoted, ..plain_word(span, text, class) };
            // Those that are known are there, whatever else is: `git {push,{1..9999}}` pushes.
            self.expanded(&results, base, Word { brace: true, quoted, ..rest })?;
            self.count()?;
            self.builder.open_words.push(rest);
            return Ok(());
        }
        self.builder.open_parts.truncate(base);
        // Words without a real expansion are free: `HEAD@{1}` may occur a thousand times.
        if results.len() > 1 {
            self.builder.brace_glyphs = self.builder.brace_glyphs.saturating_add(spent);
        }
        let brace = results.len() != 1 || results.first().is_some_and(|only| only.len() != glyphs.len());
        self.expanded(&results, base, Word { brace, quoted, ..plain_word(span, Text::EMPTY, Class::Literal) })
    }

    /// Makes a word of each result; `like` tells where they stand and how they are written.
    fn expanded(&mut self, results: &[Glyphs], base: usize, like: Word) -> Read<()> {
        for result in results.iter().filter(|result| !result.is_empty()) {
            self.parts_of(result, like.span)?;
            let word = self.make_word(base, like.span, Mode::Word);
            self.count()?;
            self.builder.open_words.push(Word { brace: like.brace, quoted: like.quoted, ..word });
        }
        Ok(())
    }

    /// The text of a span of the original; empty in a copy, because it is only for display.
    fn resolve_span(&self, span: Span) -> Text {
        if self.copied.is_some() { Text::EMPTY } else { Text::source(span) }
    }

    fn glyphs(&self, base: usize) -> Glyphs {
        let mut glyphs = Vec::new();
        for part in self.builder.open_parts.get(base..).unwrap_or(&[]) {
            match part.kind {
                PartKind::Text(text) if !part.quoted => {
                    let bytes = self.resolve(text).bytes();
                    let positions = text.span.start..;
                    glyphs.extend(positions.zip(bytes).map(|(at, byte)| Glyph::Byte {
                        byte,
                        at,
                        decoded: text.decoded,
                    }));
                }
                PartKind::Text(_)
                | PartKind::Parameter(_)
                | PartKind::Substitution(_)
                | PartKind::Arithmetic { .. }
                | PartKind::Opaque => {
                    let comma = matches!(part.kind, PartKind::Text(text) if self.resolve(text).contains(','));
                    glyphs.push(Glyph::Part(*part, comma));
                }
            }
        }
        glyphs
    }

    /// Puts glyphs back together as parts on the stack. Bare text that lies side by side now is one part, as if it were written so:
    /// `{a,~}root` is a directory.
    fn parts_of(&mut self, glyphs: &[Glyph], word: Span) -> Read<()> {
        let mut rest = glyphs;
        while let [first, after @ ..] = rest {
            if let Glyph::Part(part, _) = *first {
                self.push_part(part.span, part.kind, part.quoted)?;
                rest = after;
                continue;
            }
            let length = rest.iter().take_while(|glyph| glyph.bare().is_some()).count().max(1);
            let (bare, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            let (text, span) = match written(bare) {
                Some((text, length)) if length == bare.len() => (text, if text.decoded { word } else { text.span }),
                _ => (self.joined(bare), word),
            };
            self.push_part(span, PartKind::Text(text), false)?;
            rest = after;
        }
        Ok(())
    }

    /// Bare text from several places, side by side.
    fn joined(&mut self, bare: &[Glyph]) -> Text {
        let from = self.builder.buffer.len();
        let mut rest = bare;
        while let [first, after @ ..] = rest {
            if let Some((text, length)) = written(rest) {
                let piece = self.resolve(text).to_owned();
                self.builder.buffer.push_str(&piece);
                rest = rest.get(length..).unwrap_or(&[]);
            } else {
                if let Glyph::Made(byte) = *first {
                    self.builder.buffer.push(char::from(byte));
                }
                rest = after;
            }
        }
        self.decoded(from)
    }
}

/// The text that glyphs begin with as it is written, and how many of them it is.
fn written(glyphs: &[Glyph]) -> Option<(Text, usize)> {
    let Glyph::Byte { at, decoded, .. } = *glyphs.first()? else { return None };
    let run = (at..).zip(glyphs).take_while(
        |(expected, glyph)| matches!(glyph, Glyph::Byte { at, decoded: same, .. } if at == expected && *same == decoded),
    );
    let length = run.count();
    let end = at.saturating_add(u32::try_from(length).unwrap_or(0));
    Some((Text { span: Span::new(at, end), decoded }, length))
}

/// Whether a `$` that stood for itself has something else behind it now, which the shell takes to it: `{a,$}x` is `a` and `$x`.
fn begins_expansion(result: &[Glyph]) -> bool {
    let moved = |pair: &[Glyph]| match *pair {
        [Glyph::Byte { byte: b'$', at, decoded }, Glyph::Byte { at: next, decoded: same, .. }] => {
            next != at.saturating_add(1) || same != decoded
        }
        [first, _] => first.bare() == Some(b'$'),
        _ => false,
    };
    result.windows(2).any(moved)
}

fn braces(glyphs: &[Glyph]) -> usize {
    glyphs.iter().filter(|glyph| glyph.bare() == Some(b'{')).count()
}

/// How many glyphs may still be made.
struct Budget {
    glyphs: usize,
}

impl Budget {
    fn spend(&mut self, glyphs: usize) -> Option<()> {
        let left = self.glyphs.checked_sub(glyphs.saturating_add(1));
        self.glyphs = left.unwrap_or(0);
        left.map(|_| ())
    }
}

/// What a word becomes.
struct Expanded {
    results: Vec<Glyphs>,
    /// These are all of them, in bash's order; otherwise they are some of them.
    whole: bool,
}

impl Expanded {
    const fn some(results: Vec<Glyphs>) -> Self {
        Self { results, whole: false }
    }

    const fn all(results: Vec<Glyphs>) -> Self {
        Self { results, whole: true }
    }
}

/// The results of expanding a word.
fn expand(word: &[Glyph], budget: &mut Budget) -> Expanded {
    if budget.spend(word.len()).is_none() || braces(word) > MOST_BRACES {
        return Expanded::some(Vec::new());
    }
    let Some((open, close)) = first_pair(word) else { return Expanded::all(vec![word.to_vec()]) };
    let (before, inside, after) = split(word, open, close);
    let choices = if inside.iter().any(|glyph| glyph.bare() == Some(b',')) {
        alternatives(inside, budget)
    } else {
        match sequence(inside, budget.glyphs) {
            Some(Sequence::Values(values)) => Expanded::all(values),
            Some(Sequence::TooMany(values)) => Expanded::some(values),
            None if inside.iter().any(|glyph| matches!(glyph, Glyph::Part(_, true))) => {
                return Expanded::some(Vec::new());
            }
            None if after.is_empty() => return Expanded::all(vec![word.to_vec()]),
            None => Expanded::all(vec![word.get(open..=close).unwrap_or(&[]).to_vec()]),
        }
    };
    let tails = if after.is_empty() { Expanded::all(vec![Vec::new()]) } else { expand(after, budget) };
    let mut results = Vec::new();
    for choice in &choices.results {
        for tail in &tails.results {
            let length = before.len().saturating_add(choice.len()).saturating_add(tail.len());
            if results.len() >= MOST_RESULTS || budget.spend(length).is_none() {
                return Expanded::some(results);
            }
            results.push([before, choice, tail].concat());
        }
    }
    Expanded { results, whole: choices.whole && tails.whole }
}

fn split(word: &[Glyph], open: usize, close: usize) -> (&[Glyph], &[Glyph], &[Glyph]) {
    let before = word.get(..open).unwrap_or(&[]);
    let inside = word.get(open.saturating_add(1)..close).unwrap_or(&[]);
    let after = word.get(close.saturating_add(1)..).unwrap_or(&[]);
    (before, inside, after)
}

/// The first `{` that has a matching `}` with a comma or `..` between.
fn first_pair(word: &[Glyph]) -> Option<(usize, usize)> {
    let mut from = 0;
    loop {
        let open = find(word, from, b'{')?;
        if let Some(close) = find(word, open.saturating_add(1), b'}') {
            return Some((open, close));
        }
        from = open.saturating_add(1);
    }
}

/// The next `wanted` byte outside nested braces. A `}` counts only after a comma or `..`; a `{` not when the word is
/// just `{` or begins with `{}`.
fn find(word: &[Glyph], from: usize, wanted: u8) -> Option<usize> {
    let bare = |at: usize| word.get(at).and_then(|glyph| glyph.bare());
    let mut level = 0u32;
    let mut separated = wanted != b'}';
    for at in from..word.len() {
        let Some(byte) = bare(at) else { continue };
        let next = at.saturating_add(1);
        if byte == wanted && level == 0 && separated {
            let alone = byte == b'{' && at == 0 && (next >= word.len() || bare(next) == Some(b'}'));
            if !alone {
                return Some(at);
            }
            continue;
        }
        match byte {
            b'{' => level = level.saturating_add(1),
            b'}' => level = level.saturating_sub(1),
            b',' if level == 0 => separated = true,
            b'.' if level == 0 && bare(next) == Some(b'.') && bare(next.saturating_add(1)) != Some(b'}') => {
                separated = true;
            }
            _ => {}
        }
    }
    None
}

/// The results of `a,b,c` between braces.
fn alternatives(inside: &[Glyph], budget: &mut Budget) -> Expanded {
    let mut found = Expanded::all(Vec::new());
    let mut rest = inside;
    loop {
        let comma = find(rest, 0, b',');
        let piece = rest.get(..comma.unwrap_or(rest.len())).unwrap_or(&[]);
        let Expanded { mut results, whole } = expand(piece, budget);
        found.results.append(&mut results);
        found.whole &= whole;
        if found.results.len() > MOST_RESULTS || budget.glyphs == 0 {
            found.results.truncate(MOST_RESULTS);
            return Expanded::some(found.results);
        }
        let Some(comma) = comma else { return found };
        rest = rest.get(comma.saturating_add(1)..).unwrap_or(&[]);
    }
}

enum Sequence {
    Values(Vec<Glyphs>),
    /// The first of them.
    TooMany(Vec<Glyphs>),
}

/// The results of `1..9`, `a..e` or `1..9..2` between braces; `None` if it is no such sequence.
fn sequence(inside: &[Glyph], most: usize) -> Option<Sequence> {
    let bytes: Option<Vec<u8>> = inside.iter().map(|glyph| glyph.bare()).collect();
    let text = String::from_utf8(bytes?).ok()?;
    let mut terms = text.split("..");
    let (first, last, step) = (terms.next()?, terms.next()?, terms.next());
    if terms.next().is_some() {
        return None;
    }
    let step = step.map_or(Some(1), |step| step.parse::<i64>().ok())?.unsigned_abs().max(1);
    if let (Ok(from), Ok(to)) = (first.parse::<i64>(), last.parse::<i64>()) {
        let padded = |term: &str| {
            let digits = term.trim_start_matches(['-', '+']);
            digits.len() > 1 && digits.starts_with('0')
        };
        let width = if padded(first) || padded(last) { first.len().max(last.len()) } else { 0 };
        return Some(numbers(from, to, step, most, |value| format!("{value:0width$}")));
    }
    let ([from], [to]) = (first.as_bytes(), last.as_bytes()) else { return None };
    if !from.is_ascii_alphabetic() || !to.is_ascii_alphabetic() {
        return None;
    }
    if from.is_ascii_uppercase() != to.is_ascii_uppercase() {
        // The range crosses `[`, `\` and the backtick, which have a meaning in later steps.
        return Some(Sequence::TooMany(Vec::new()));
    }
    Some(numbers(i64::from(*from), i64::from(*to), step, most, |value| {
        u8::try_from(value).map(char::from).map(String::from).unwrap_or_default()
    }))
}

fn numbers(from: i64, to: i64, step: u64, most: usize, show: impl Fn(i64) -> String) -> Sequence {
    let many = from.abs_diff(to) / step >= most.min(MOST_RESULTS) as u64;
    let signed = i64::try_from(step).unwrap_or(i64::MAX);
    let mut values = Vec::new();
    let mut value = from;
    loop {
        values.push(show(value).bytes().map(Glyph::Made).collect());
        if many && values.len() >= MOST_OF_SEQUENCE {
            return Sequence::TooMany(values);
        }
        let next = if from <= to { value.checked_add(signed) } else { value.checked_sub(signed) };
        match next {
            Some(next) if from <= to && next <= to || from > to && next >= to => value = next,
            _ => return Sequence::Values(values),
        }
    }
}
