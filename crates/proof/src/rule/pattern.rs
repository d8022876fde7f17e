//! Patterns on one command, word by word: `git diff *`. Never on words that were joined: `"a b"` is one word.

use byleave_knowledge::glob;
use byleave_knowledge::paths::plain_name;

use crate::usage::{Given, Known, Usage, Used, usage_of};
use crate::{Command, Form, Span, Word};

/// A pattern on one command.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: String,
    tokens: Vec<Token>,
    whole: bool,
    options: Vec<Spelling>,
    subs: Vec<String>,
}

/// One word of a pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) text: String,
    /// Whether a `*` in it stands for other text.
    pub(super) star: bool,
}

/// An option that a pattern spells out, with the value that it spells out.
#[derive(Clone, Debug)]
struct Spelling {
    names: Vec<String>,
    value: Option<String>,
}

impl Pattern {
    /// Reads the inside of `Bash(…)`. Quotes hold a word together and take the meaning of a `*`.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        // `pwd && ls` is no single command: it is only ever compared with a whole text.
        let (tokens, whole) = tokens(text);
        Self::of(text, tokens, whole)
    }

    /// With the options and sub-commands that it spells out, by reading its words as a command.
    fn of(text: &str, tokens: Vec<Token>, whole: bool) -> Self {
        let (mut options, mut subs) = (Vec::new(), Vec::new());
        if !whole {
            let literal = |token: &Token| Word::written(Span::default(), token.text.clone());
            let words = tokens.iter().filter(|token| token.text != "*").map(literal).collect();
            let command = Command::new(Span::default(), words, None, 0);
            let usage = usage_of(&command);
            options.extend(usage.options.iter().map(|used| {
                let value = used.text(&command.words).map(str::to_owned);
                Spelling { names: used.names(), value }
            }));
            let named = usage.subs.iter().filter_map(|at| command.words.get(*at).and_then(Word::literal));
            subs.extend(named.map(str::to_owned));
        }
        Self { text: text.to_owned(), tokens, whole, options, subs }
    }

    /// The words of a pattern from one of them on.
    pub(super) fn from(&self, at: usize) -> Option<Self> {
        let tokens = self.tokens.get(at..).filter(|tokens| !tokens.is_empty())?;
        Some(Self::of(&self.text, tokens.to_vec(), false))
    }

    /// As it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether it is more than one command, so that only the very same text fits it.
    #[must_use]
    pub const fn is_whole(&self) -> bool {
        self.whole
    }

    /// Whether it has no `*`.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.whole || self.tokens.iter().all(|token| !token.star)
    }

    /// Whether it names a program and leaves the rest to a `*`: `mount *`.
    pub(super) fn is_open(&self) -> bool {
        matches!(self.tokens.as_slice(), [first, rest] if !first.star && rest.text == "*")
            || matches!(self.tokens.as_slice(), [first] if first.star)
    }

    pub(super) fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The sub-commands that it spells out.
    pub(super) fn subs(&self) -> &[String] {
        &self.subs
    }

    /// Whether it spells an option out; where it spells a value out too, only with that value: `wget -qO- *` speaks for writing to standard
    /// output, not for another `-O`.
    pub(super) fn names_option(&self, used: &Used<'_>, words: &[Word<'_>]) -> bool {
        let (names, value) = (used.names(), used.text(words));
        let same =
            |wanted: &String| value.is_some_and(|value| glob::matches(wanted, value)) || used.given == Given::Nothing;
        let mut options = self.options.iter().filter(|option| option.value.as_ref().is_none_or(same));
        options.any(|option| option.names.iter().any(|name| names.contains(name)))
    }

    /// Whether the words of a command fit; says for each word whether the pattern spells it out. A word that is a pattern itself, or not
    /// known to its end, only fits a `*`.
    pub(super) fn fits(&self, command: &Command<'_>) -> Option<Vec<bool>> {
        let program = plain_name(command.name()?);
        let (first, rest) = self.tokens.split_first().filter(|_| !self.whole)?;
        let count = command.words.len();
        if first.text == "*" {
            // `* --version` is about programs by their names, and about one word behind them.
            if count > 2 || program.contains('/') && !rest.is_empty() {
                return None;
            }
        } else if first.text.trim_end_matches('*') != program {
            return None;
        }
        let open_end = first.star && first.text.len() > 1 && rest.is_empty();
        let matched = if open_end { Vec::new() } else { aligned(rest, &command.words)? };
        let mut spelt = vec![false; count];
        *spelt.first_mut()? = first.text != "*";
        for at in matched {
            *spelt.get_mut(at)? = true;
        }
        Some(spelt)
    }

    /// `git diff *` also fits `git --no-pager diff`: a pattern of a program and sub-commands alone, with plain options before them.
    pub(super) fn fits_by_subs(&self, command: &Command<'_>, usage: &Usage<'_>) -> Option<Vec<bool>> {
        let (last, words) = self.tokens.split_last()?;
        let (first, subs) = words.split_first()?;
        let only_subs = last.text == "*" && words.iter().all(|token| !token.star) && self.subs.len() == subs.len();
        if !only_subs || subs.is_empty() || first.text != plain_name(command.name()?) {
            return None;
        }
        let mut spelt = vec![false; command.words.len()];
        *spelt.first_mut()? = true;
        let mut row = usage.program;
        for (token, at) in subs.iter().zip(usage.subs.get(..subs.len())?) {
            // `npm t` is `npm test`: both are names of one row.
            let word = command.words.get(*at)?.literal()?;
            row = row.and_then(|row| row.sub_command(word));
            if word != token.text && !row.is_some_and(|row| row.names().contains(&token.text)) {
                return None;
            }
            *spelt.get_mut(*at)? = true;
        }
        let mut before = usage.options.iter().filter(|used| used.depth < subs.len());
        before.all(|used| used.known == Known::Plain && !used.believed).then_some(spelt)
    }
}

/// The words of a rule, and whether they are more than one command.
fn tokens(text: &str) -> (Vec<Token>, bool) {
    let (mut tokens, mut whole) = (Vec::new(), false);
    let mut token: Option<Token> = None;
    let mut quote = None;
    let mut escaped = false;
    for one in text.chars() {
        match (quote, one) {
            _ if escaped => {
                token.get_or_insert_default().text.push(one);
                escaped = false;
            }
            (None, '\\') => escaped = true,
            (None, '\'' | '"') => {
                quote = Some(one);
                token.get_or_insert_default();
            }
            (Some(open), _) if open == one => quote = None,
            (None, ' ' | '\t') => tokens.extend(token.take()),
            _ => {
                let token = token.get_or_insert_default();
                token.star |= one == '*' && quote.is_none();
                whole |= quote.is_none() && matches!(one, '&' | '|' | ';' | '\n' | '>' | '<');
                token.text.push(one);
            }
        }
    }
    tokens.extend(token);
    (tokens, whole)
}

/// Whether one token fits a word.
fn fits(token: &Token, word: &Word<'_>) -> bool {
    if word.form != Form::Literal {
        return token.text == "*";
    }
    // A star in a path stands for what lies below it, never for the way out of it.
    let leaves = token.text.contains('/') && word.text.split('/').any(|part| part == "..");
    if token.star { !leaves && glob::matches(&token.text, &word.text) } else { *word.text == token.text }
}

/// Matches tokens against the words behind the command word; says which words a token without a star matched.
///
/// `*` alone stands for any number of words; at the end of the last token also for all words behind it. One point to go back to is enough, so
/// the time stays within the product of the lengths.
fn aligned(tokens: &[Token], words: &[Word<'_>]) -> Option<Vec<usize>> {
    let (mut at, mut item) = (0_usize, 1_usize);
    let mut matched: Vec<usize> = Vec::new();
    // Behind the last `*`: the next token, the word it may stand at, and how much was matched by then.
    let mut star: Option<(usize, usize, usize)> = None;
    loop {
        let last = at + 1 == tokens.len();
        match (tokens.get(at), words.get(item)) {
            (None, None) => return Some(matched),
            (Some(token), _) if token.star && token.text == "*" => {
                if last {
                    return Some(matched);
                }
                at += 1;
                star = Some((at, item, matched.len()));
                continue;
            }
            (Some(token), Some(word)) if fits(token, word) => {
                if token.star && last && token.text.ends_with('*') {
                    return Some(matched);
                }
                if !token.star {
                    matched.push(item);
                }
                (at, item) = (at + 1, item + 1);
                continue;
            }
            _ => {}
        }
        let (next, from, length) = star.filter(|(_, from, _)| *from < words.len())?;
        (at, item) = (next, from + 1);
        star = Some((next, item, length));
        matched.truncate(length);
    }
}
