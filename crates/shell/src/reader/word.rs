//! Words: bare text, quotes and expansions up to a delimiter, and what is known about the value.

use super::class::{DELIMITER, PATTERN, PLAIN, class, is_name};
use super::region::Region;
use super::{Parser, Read};
use crate::hidden::UNREADABLE;
use crate::script::{Class, Evaluation, EvaluationKind, Operator, Part, PartKind, Place, Range, Text, Unknown, Word};
use crate::{Kind, Reason, Span};

/// The place of a word, which decides how it is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// An argument: braces are expanded, a tilde at its start or in `name=~` too.
    Word,
    /// The value of an assignment: no braces, a tilde at its start and after each `:`.
    Value,
    /// A word that is not brace-expanded: redirection targets, patterns, the subject of `case`, words in `[[ ]]`.
    Single,
    /// The right side of `=~`: parentheses and `|` belong to it.
    Regex,
}

/// Whether the current expansions are inside double quotes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Quoting {
    Bare,
    Double,
    HereDocument,
}

/// What was seen while the parts of one word were read.
#[derive(Default)]
struct Seen {
    braces: bool,
    quoted: bool,
    continued: bool,
}

impl Parser<'_, '_> {
    /// Reads one word onto the stack of open words; brace expansion may make several of it, or none.
    pub(super) fn word(&mut self, mode: Mode) -> Read<()> {
        self.count()?;
        let start = self.at;
        let mut pattern = false;
        // Most words are plain text without parts.
        loop {
            self.skip_plain();
            match class(self.peek()) {
                PATTERN => {
                    pattern = true;
                    self.advance(1);
                }
                DELIMITER if self.ends_word(start, start, mode) => {
                    if self.at == start && mode != Mode::Value {
                        return Err(self.unexpected());
                    }
                    let text = self.text(start, self.at);
                    let glob = pattern && is_pattern(self.slice(start, self.at));
                    let class = if glob { Class::Bounded } else { Class::Literal };
                    self.push_word(Word { glob, ..plain_word(self.span(start, self.at), text, class) });
                    return Ok(());
                }
                _ => return self.word_with_parts(start, mode),
            }
        }
    }

    /// Reads one word that brace expansion cannot multiply, and takes it off the stack.
    pub(super) fn single_word(&mut self, mode: Mode) -> Read<Word> {
        let start = self.at;
        let words = self.builder.open_words.len();
        self.word(mode)?;
        if self.builder.open_words.len() > words
            && let Some(word) = self.builder.open_words.pop()
        {
            return Ok(word);
        }
        Ok(plain_word(self.span(start, self.at), Text::EMPTY, Class::Literal))
    }

    /// Skips bytes of ordinary words.
    fn skip_plain(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        self.advance(rest.iter().position(|byte| class(*byte) != PLAIN).unwrap_or(rest.len()));
    }

    fn push_word(&mut self, word: Word) {
        self.builder.open_words.push(word);
    }

    /// Whether the current delimiter ends the word that began at `start`.
    fn ends_word(&self, bare: usize, word: usize, mode: Mode) -> bool {
        match self.peek() {
            b'(' => !(mode == Mode::Regex || self.extends_pattern(bare) || self.begins_array(bare, word, mode)),
            b'|' => mode != Mode::Regex,
            b'<' | b'>' => self.peek_second() != b'(',
            _ => true,
        }
    }

    /// Whether `(` continues an extended pattern: `@(`, `?(`, `*(`, `+(`, `!(` with the sign bare.
    fn extends_pattern(&self, bare: usize) -> bool {
        self.at > bare && matches!(self.byte(self.at.saturating_sub(1)), b'@' | b'?' | b'*' | b'+' | b'!')
    }

    /// Whether `(` begins the array of an argument such as `a=(` after `declare`.
    fn begins_array(&self, bare: usize, word: usize, mode: Mode) -> bool {
        let before = self.slice(bare, self.at);
        // The name must begin the word: `$?x=(` and `\ x=(` do not count.
        bare == word
            && mode == Mode::Word
            && before.strip_suffix('=').is_some_and(|name| {
                let name = name.strip_suffix('+').unwrap_or(name);
                !name.is_empty() && !name.starts_with(|first: char| first.is_ascii_digit()) && name.bytes().all(is_name)
            })
    }

    fn word_with_parts(&mut self, start: usize, mode: Mode) -> Read<()> {
        let base = self.builder.open_parts.len();
        let mut seen = Seen::default();
        let mut run = start;
        loop {
            let byte = self.peek();
            match class(byte) {
                PLAIN => {
                    self.skip_plain();
                    continue;
                }
                PATTERN => {
                    self.advance(1);
                    continue;
                }
                DELIMITER => {
                    if self.ends_word(run, start, mode) {
                        break;
                    }
                    if byte == b'(' {
                        self.check_element()?;
                    }
                    match byte {
                        b'(' if self.begins_array(run, start, mode) => {
                            let class = self.array_argument(start)?;
                            return self.finish_array_argument(base, start, class);
                        }
                        b'(' => {
                            run = self.pattern_region(run)?;
                            continue;
                        }
                        b'|' => {
                            self.advance(1);
                            continue;
                        }
                        _ => {
                            self.bare_part(run)?;
                            self.process_substitution()?;
                        }
                    }
                }
                _ => match byte {
                    b'~' => {
                        self.advance(1);
                        continue;
                    }
                    b'{' => {
                        seen.braces = true;
                        self.advance(1);
                        continue;
                    }
                    b'$' if !self.begins_expansion(Quoting::Bare)? => {
                        self.advance(1);
                        continue;
                    }
                    b'\\' if self.peek_second() == b'\n' => {
                        self.bare_part(run)?;
                        self.advance(2);
                        seen.continued = true;
                    }
                    _ => {
                        self.bare_part(run)?;
                        seen.quoted |= matches!(byte, b'\'' | b'"' | b'\\') || self.begins_quotes();
                        self.special(byte)?;
                    }
                },
            }
            run = self.at;
        }
        self.bare_part(run)?;
        self.finish_word(base, start, mode, &seen)
    }

    /// Reads `(…)` of an extended pattern or a regular expression. It stays bare text unless it contains something
    /// unknown; then it becomes a part. Returns where bare text continues.
    fn pattern_region(&mut self, run: usize) -> Read<usize> {
        let start = self.at;
        let base = self.builder.open_parts.len();
        self.advance(1);
        self.region(&Region::pattern(start))?;
        let inside = self.builder.open_parts.get(base..).unwrap_or(&[]);
        let unknown = inside.iter().find(|part| self.unknown(part).is_some()).copied();
        self.builder.open_parts.truncate(base);
        let Some(part) = unknown else { return Ok(run) };
        let end = std::mem::replace(&mut self.at, start);
        self.bare_part(run)?;
        self.at = end;
        self.push_part(self.span(start, end), part.kind, false)?;
        Ok(end)
    }

    fn begins_quotes(&self) -> bool {
        self.peek() == b'$' && matches!(self.peek_second(), b'\'' | b'"')
    }

    /// Reads what begins with a special byte outside quotes.
    fn special(&mut self, byte: u8) -> Read<()> {
        match byte {
            b'\'' => self.single_quotes(),
            b'"' => self.double_quotes(),
            b'\\' => self.escaped(),
            b'`' => self.backticks(Quoting::Bare),
            b'$' => self.dollar(Quoting::Bare),
            _ => self.unreadable(),
        }
    }

    pub(super) fn unreadable(&mut self) -> Read<()> {
        let start = self.at;
        let rest = self.bytes.get(start..).unwrap_or(&[]);
        self.advance(rest.iter().take_while(|byte| **byte == UNREADABLE).count().max(1));
        let text = self.text(start, self.at);
        self.push_part(self.span(start, self.at), PartKind::Text(text), false)
    }

    /// Makes a part of the bare text since `bare`, if there is any.
    pub(super) fn bare_part(&mut self, bare: usize) -> Read<()> {
        if bare >= self.at {
            return Ok(());
        }
        let text = self.text(bare, self.at);
        self.push_part(self.span(bare, self.at), PartKind::Text(text), false)
    }

    pub(super) fn push_part(&mut self, span: Span, kind: PartKind, quoted: bool) -> Read<()> {
        self.count()?;
        self.builder.open_parts.push(Part { span, kind, quoted });
        Ok(())
    }

    /// Notes that a value is evaluated between two positions.
    pub(super) fn evaluated(&mut self, start: usize, end: usize, kind: EvaluationKind) {
        let span = self.span(start, end);
        self.builder.evaluations.push(Evaluation { span, kind });
    }

    fn finish_word(&mut self, base: usize, start: usize, mode: Mode, seen: &Seen) -> Read<()> {
        let span = self.span(start, self.at);
        if seen.continued && matches!(self.peek(), b'<' | b'>') {
            // `2\\⏎>o` is `2>o` to bash.
            return Err(self.stop(start, Reason::SplitByContinuation));
        }
        let escapes = self.slice(start, self.at).bytes().rev().take_while(|byte| *byte == b'\\').count();
        if self.at_end() && escapes % 2 == 1 {
            // A backslash that escapes nothing. bash keeps it in an argument, and drops it at the end of a file.
            let text = self.joined_text(base, span);
            let parts = self.builder.keep_parts(base);
            return self.keep_word(Word {
                parts,
                quoted: true,
                ..plain_word(span, text, Class::Unknown(Unknown::Opaque))
            });
        }
        if seen.braces && mode == Mode::Word {
            return self.expand_braces(base, span, seen.quoted);
        }
        let word = self.make_word(base, span, mode);
        if seen.continued && word.text.span.is_empty() && !seen.quoted && matches!(word.class, Class::Literal) {
            // Only line continuations: bash sees no word here.
            return if mode == Mode::Value { self.keep_word(Word { continued: true, ..word }) } else { Ok(()) };
        }
        self.keep_word(Word { quoted: seen.quoted, continued: seen.continued, ..word })
    }

    pub(super) fn keep_word(&mut self, word: Word) -> Read<()> {
        self.count()?;
        self.push_word(word);
        Ok(())
    }

    /// Makes a word of the open parts above `base`.
    pub(super) fn make_word(&mut self, base: usize, span: Span, mode: Mode) -> Word {
        let text = self.joined_text(base, span);
        let parts = self.builder.open_parts.get(base..).unwrap_or(&[]);
        let unknown = parts.iter().find_map(|part| self.unknown(part));
        let mut bracket = false;
        let mut glob = false;
        for part in parts.iter().filter(|part| !part.quoted) {
            if let PartKind::Text(text) = part.kind {
                glob |= has_pattern(self.resolve(text), &mut bracket);
            }
        }
        let tilde = self.has_tilde(parts, mode);
        let number = parts.iter().any(|part| matches!(part.kind, PartKind::Parameter(_)));
        let class = match unknown {
            Some(unknown) => Class::Unknown(unknown),
            None if glob || tilde || number => Class::Bounded,
            None => Class::Literal,
        };
        let quoted = parts.iter().any(|part| part.quoted);
        let parts = self.builder.keep_parts(base);
        Word { parts, tilde, glob, quoted, ..plain_word(span, text, class) }
    }

    /// The text of a part or word, while the script is still being built.
    pub(super) fn resolve(&self, text: Text) -> &str {
        text.span.of(if text.decoded { &self.builder.buffer } else { self.text })
    }

    fn unknown(&self, part: &Part) -> Option<Unknown> {
        match part.kind {
            PartKind::Text(text) => {
                self.resolve(text).bytes().any(|byte| byte == UNREADABLE).then_some(Unknown::Unreadable)
            }
            PartKind::Parameter(parameter) => {
                let number = parameter.operator == Operator::Plain
                    && matches!(self.resolve(parameter.name), "?" | "#" | "$" | "!");
                (!number).then_some(Unknown::Parameter)
            }
            PartKind::Substitution(node) => {
                let place = self.builder.nodes.get(node.0 as usize).map(|node| node.kind);
                let process = matches!(place, Some(Kind::Script(Place::ProcessInput | Place::ProcessOutput)));
                Some(if process { Unknown::ProcessSubstitution } else { Unknown::Substitution })
            }
            PartKind::Arithmetic { .. } => Some(Unknown::Arithmetic),
            PartKind::Opaque => Some(Unknown::Opaque),
        }
    }

    /// The texts of the open parts above `base`, with other parts as written. They are rarely longer than the span of
    /// their word.
    fn joined_text(&mut self, base: usize, span: Span) -> Text {
        let only = match self.builder.open_parts.get(base..) {
            None | Some([]) => Some(Text::EMPTY),
            Some([Part { kind: PartKind::Text(text), .. }]) => Some(*text),
            Some([part]) if self.copied.is_none() => Some(Text::source(part.span)),
            Some(_) => None,
        };
        if let Some(text) = only {
            return text;
        }
        let from = self.builder.buffer.len();
        let count = self.builder.open_parts.len();
        self.builder.buffer.reserve(span.len() as usize);
        for index in base..count {
            let Some(part) = self.builder.open_parts.get(index).copied() else { break };
            match part.kind {
                PartKind::Text(text) if text.decoded => {
                    let range = text.span.start as usize..text.span.end as usize;
                    if self.builder.buffer.get(range.clone()).is_some() {
                        self.builder.buffer.extend_from_within(range);
                    }
                }
                PartKind::Text(text) => self.builder.buffer.push_str(text.span.of(self.text)),
                PartKind::Parameter(_) | PartKind::Substitution(_) | PartKind::Arithmetic { .. } | PartKind::Opaque => {
                    let written = if self.copied.is_none() { part.span.of(self.text) } else { "$…" };
                    self.builder.buffer.push_str(written);
                }
            }
        }
        self.decoded(from)
    }

    /// Whether bash expands a tilde in a word of these parts.
    fn has_tilde(&self, parts: &[Part], mode: Mode) -> bool {
        if mode == Mode::Regex {
            return false;
        }
        let last = parts.len().saturating_sub(1);
        let mut value = mode == Mode::Value;
        let mut begins = true;
        for (index, part) in parts.iter().enumerate() {
            let PartKind::Text(text) = part.kind else {
                begins = false;
                continue;
            };
            if part.quoted {
                begins = false;
                continue;
            }
            let text = self.resolve(text);
            let mut rest = text;
            if begins && expands(rest, value, index == last) {
                return true;
            }
            // `name=~` is expanded in arguments too.
            if index == 0
                && mode == Mode::Word
                && let Some((name, after)) = text.split_once('=')
            {
                value = is_variable(name.strip_suffix('+').unwrap_or(name));
                if value && expands(after, true, index == last) {
                    return true;
                }
                rest = after;
            }
            if value
                && rest
                    .match_indices(":~")
                    .any(|(at, _)| expands(rest.get(at.saturating_add(1)..).unwrap_or(""), true, index == last))
            {
                return true;
            }
            begins = value && text.ends_with([':', '=']);
        }
        false
    }

    fn finish_array_argument(&mut self, base: usize, start: usize, class: Class) -> Read<()> {
        let text = self.text(start, self.at);
        let parts = self.builder.keep_parts(base);
        self.keep_word(Word { parts, ..plain_word(self.span(start, self.at), text, class) })
    }

    /// Whether `$` begins an expansion here or is literal.
    pub(super) fn begins_expansion(&self, quoting: Quoting) -> Read<bool> {
        Ok(match self.peek_second() {
            b'(' | b'{' | b'[' | b'@' | b'*' | b'#' | b'?' | b'-' | b'$' | b'!' => true,
            b'\'' | b'"' => quoting == Quoting::Bare,
            b'\\' if self.byte(self.at.saturating_add(2)) == b'\n' => {
                return Err(self.stop(self.at, Reason::SplitByContinuation));
            }
            byte => is_name(byte),
        })
    }
}

/// A word of one literal text.
pub(super) const fn plain_word(span: Span, text: Text, class: Class) -> Word {
    Word {
        span,
        text,
        class,
        parts: Range { start: 0, end: 0 },
        tilde: false,
        glob: false,
        brace: false,
        quoted: false,
        continued: false,
    }
}

/// Whether a tilde at the start of `text` is expanded: its name must be bare up to `/`, `:` in a value, or the word's
/// end.
fn expands(text: &str, value: bool, last: bool) -> bool {
    let Some(name) = text.strip_prefix('~') else { return false };
    last || name.contains('/') || value && name.contains(':')
}

fn is_variable(name: &str) -> bool {
    let name = name.split_once('[').map_or(name, |(name, _)| name);
    !name.is_empty() && !name.starts_with(|first: char| first.is_ascii_digit()) && name.bytes().all(is_name)
}

/// Whether unquoted text contains a pattern: `*`, `?`, or a closed `[`.
fn is_pattern(text: &str) -> bool {
    has_pattern(text, &mut false)
}

fn has_pattern(text: &str, bracket: &mut bool) -> bool {
    text.bytes().any(|byte| match byte {
        // A bare parenthesis inside a word is an extended pattern.
        b'*' | b'?' | b'(' => true,
        b'[' => {
            *bracket = true;
            false
        }
        b']' => *bracket,
        _ => false,
    })
}
