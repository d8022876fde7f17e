//! Patterns on one command, word by word: `git diff *`. Never on words that were joined: `"a b"` is one word.

use byleave_knowledge::glob;
use byleave_knowledge::paths::plain_name;

use crate::usage::{Known, OptionName, Usage, usage_of};
use crate::{Command, Input, PlaceId, Span, Value, Word};

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
#[derive(Clone, Debug, PartialEq, Eq)]
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
        let mut pattern = Self { text: text.to_owned(), tokens, whole, options: Vec::new(), subs: Vec::new() };
        if !whole {
            pattern.name();
        }
        pattern
    }

    /// The words of a pattern from one of them on.
    pub(super) fn from(&self, at: usize) -> Option<Self> {
        let tokens = self.tokens.get(at..).filter(|tokens| !tokens.is_empty())?.to_vec();
        let mut pattern = Self { text: self.text.clone(), tokens, whole: false, options: Vec::new(), subs: Vec::new() };
        pattern.name();
        Some(pattern)
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

    /// Finds the options and sub-commands that it spells out, by reading its words as a command.
    fn name(&mut self) {
        let literal = |token: &Token| Word {
            span: Span::default(),
            value: Value::Literal { text: token.text.clone().into(), tilde: false },
        };
        let words: Vec<Word<'static>> = self.tokens.iter().filter(|token| token.text != "*").map(literal).collect();
        let (assignments, redirections) = (Vec::new(), Vec::new());
        let (span, input, place) = (Span::default(), Input::Inherited, PlaceId(0));
        let command = Command { span, assignments, words, redirections, input, place };
        let usage = usage_of(&command);
        let options = usage.options.iter().map(|used| {
            let names = match used.known {
                Known::Special(special) => special.names().split(' ').map(str::to_owned).collect(),
                Known::Plain | Known::Unknown => vec![name_of(used.name)],
            };
            Spelling { names, value: used.text(&command.words).map(str::to_owned) }
        });
        let subs = usage.subs.iter().filter_map(|at| command.words.get(*at).and_then(Word::literal));
        let (options, subs) = (options.collect(), subs.map(str::to_owned).collect());
        (self.options, self.subs) = (options, subs);
    }

    /// Whether it spells an option out; where it spells a value out too, only with that value: `wget -qO- *` speaks for writing to standard
    /// output, not for another `-O`.
    pub(super) fn names_option(&self, usage: &Usage<'_>, at: usize, words: &[Word<'_>]) -> bool {
        let Some(used) = usage.options.get(at) else { return false };
        let own = name_of(used.name);
        let is = |name: &String| match used.known {
            Known::Special(special) => special.names().split(' ').any(|one| one == name),
            Known::Plain | Known::Unknown => *name == own,
        };
        let value = used.text(words);
        self.options.iter().any(|option| {
            let same = option.value.as_deref().is_none_or(|wanted| {
                value.is_some_and(|value| glob::matches(wanted, value)) || used.given == crate::usage::Given::Nothing
            });
            option.names.iter().any(is) && same
        })
    }

    /// Whether the words of a command fit; says for each word whether the pattern spells it out. A word that is a pattern itself, or a
    /// number, only fits a `*`.
    pub(super) fn fits(&self, command: &Command<'_>) -> Option<Vec<bool>> {
        let program = plain_name(command.words.first()?.literal()?);
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
        if !only_subs || subs.is_empty() || first.text != plain_name(command.words.first()?.literal()?) {
            return None;
        }
        let mut spelt = vec![false; command.words.len()];
        *spelt.first_mut()? = true;
        for (token, at) in subs.iter().zip(usage.subs.get(..subs.len())?) {
            if command.words.get(*at)?.literal()? != token.text {
                return None;
            }
            *spelt.get_mut(*at)? = true;
        }
        let before = usage.options.iter().filter(|used| used.depth < subs.len());
        before.into_iter().all(|used| used.known == Known::Plain && !used.believed).then_some(spelt)
    }
}

/// An option as it is spelt, without dashes.
fn name_of(name: OptionName<'_>) -> String {
    name.to_string().trim_start_matches('-').to_owned()
}

/// The words of a rule, and whether they are more than one command.
fn tokens(text: &str) -> (Vec<Token>, bool) {
    let (mut tokens, mut whole) = (Vec::new(), false);
    let mut token: Option<Token> = None;
    let mut quote = None;
    let mut escaped = false;
    for one in text.chars() {
        let current = || Token { text: String::new(), star: false };
        match (quote, one) {
            _ if escaped => {
                token.get_or_insert_with(current).text.push(one);
                escaped = false;
            }
            (None, '\\') => escaped = true,
            (None, '\'' | '"') => {
                quote = Some(one);
                token.get_or_insert_with(current);
            }
            (Some(open), _) if open == one => quote = None,
            (None, ' ' | '\t') => tokens.extend(token.take()),
            _ => {
                let token = token.get_or_insert_with(current);
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
    match &word.value {
        Value::Literal { text, .. } if !token.star => *text == token.text,
        Value::Literal { text, .. } => {
            // A star in a path stands for what lies below it, never for the way out of it.
            let leaves = token.text.contains('/') && text.split('/').any(|part| part == "..");
            !leaves && glob::matches(&token.text, text)
        }
        Value::Pattern { .. } | Value::Number | Value::Beginning(_) => token.text == "*",
    }
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
        let last = at.saturating_add(1) == tokens.len();
        match (tokens.get(at), words.get(item)) {
            (None, None) => return Some(matched),
            (Some(token), _) if token.star && token.text == "*" => {
                if last {
                    return Some(matched);
                }
                at = at.saturating_add(1);
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
                at = at.saturating_add(1);
                item = item.saturating_add(1);
                continue;
            }
            _ => {}
        }
        let (next, from, length) = star.filter(|(_, from, _)| *from < words.len())?;
        (at, item) = (next, from.saturating_add(1));
        star = Some((next, item, length));
        matched.truncate(length);
    }
}
