//! Patterns on simple commands: `git diff *`.

use byleave_shell::Span;

use crate::command::{Item, Simple, Usage, usage};
use crate::glob;

/// A pattern on one simple command, word by word.
#[derive(Clone, Debug)]
pub struct CommandPattern {
    /// As it was written.
    pub text: String,
    /// Its words.
    pub tokens: Vec<Token>,
    /// It is no single simple command (`pwd && ls`), so it only matches the very same text.
    pub whole: bool,
    /// What it names when it is read as a command itself.
    pub named: Meaning,
    /// The same pattern for allowing.
    pub plain: Box<byleave_proof::Pattern>,
}

/// One word of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its text.
    pub text: String,
    /// It contains a `*` that matches other text.
    pub star: bool,
}

/// What the words of a pattern name, read as a command.
#[derive(Clone, Debug, Default)]
pub struct Meaning {
    /// The program and its sub-commands; empty if the program is not known.
    pub path: Vec<&'static str>,
    /// The options, by their names for comparing, with values where they are spelt out.
    pub options: Vec<(String, Option<String>)>,
    /// The operands, in order.
    pub operands: Vec<Token>,
}

impl CommandPattern {
    /// Reads the inside of `Bash(…)`.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        let script = byleave_shell::read(text);
        // `time *` and `! *` are words of a rule, not the shell's: the command word must be the first of the text.
        let begins =
            |only: &byleave_shell::Command| script.words(only.words).first().is_some_and(|word| word.span.start == 0);
        let single = script.opaque().is_empty()
            && matches!(script.commands(), [only] if begins(only) && only.assignments.is_empty() && only.redirections.is_empty() && only.complete);
        let mut tokens: Vec<Token> = Vec::new();
        if single && let [only] = script.commands() {
            for word in script.words(only.words) {
                let star = word.glob && !word.quoted && script.shown(word).contains('*');
                tokens.push(Token { text: script.shown(word).to_owned(), star });
            }
        } else {
            tokens.extend(
                text.split_ascii_whitespace().map(|word| Token { text: word.to_owned(), star: word.contains('*') }),
            );
        }
        let whole = !single && text.contains(['&', '|', ';', '\n', '>']);
        let named = if whole { Meaning::default() } else { named(&tokens) };
        Self { text: text.to_owned(), tokens, whole, named, plain: Box::new(byleave_proof::Pattern::parse(text)) }
    }

    /// Whether it contains no `*`.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.whole || self.tokens.iter().all(|token| !token.star)
    }

    /// Whether the words after the command word may match, for any command word.
    #[must_use]
    pub fn fits_after_program(&self, items: &[Item<'_>]) -> bool {
        self.tokens.split_first().is_some_and(|(_, rest)| aligned(rest, items))
    }

    /// Whether the words of a command may fit the words of the pattern: for refusing. `program` is what the command word
    /// counts as.
    #[must_use]
    pub fn may_fit(&self, items: &[Item<'_>], program: &str) -> bool {
        let Some((first, rest)) = self.tokens.split_first().filter(|_| !self.whole && !items.is_empty()) else {
            return false;
        };
        // A star in the command word stands for nothing more than the rest of one plain word, and `* --version` is about programs by
        // their names, not about files somewhere.
        let fits = match first.text.as_str() {
            "*" => items.len() <= 2 && (rest.is_empty() || !program.contains('/')),
            text => text.trim_end_matches('*') == program,
        };
        let open_end = first.star && first.text.len() > 1 && rest.is_empty();
        fits && (open_end || aligned(rest, items))
    }
}

/// Matches tokens against the words after the command word.
///
/// `*` alone matches any number of words; at the end of the last token it also matches all words after it. One point to
/// go back to is enough, so the time stays within the product of the lengths.
fn aligned(tokens: &[Token], items: &[Item<'_>]) -> bool {
    let (mut at, mut item) = (0_usize, 1_usize);
    // After the last `*`: the next token, and the item it may stand before.
    let mut star: Option<(usize, usize)> = None;
    loop {
        let last = at.saturating_add(1) == tokens.len();
        match tokens.get(at) {
            None if item >= items.len() => return true,
            Some(token) if token.star && token.text == "*" => {
                if last {
                    return true;
                }
                at = at.saturating_add(1);
                star = Some((at, item));
                continue;
            }
            Some(token) if may_match(token, items.get(item)) => {
                if token.star && last && token.text.ends_with('*') {
                    return true;
                }
                at = at.saturating_add(1);
                item = item.saturating_add(1);
                continue;
            }
            Some(_) | None => {}
        }
        let Some((next, from)) = star.filter(|(_, from)| *from < items.len()) else { return false };
        (at, item) = (next, from.saturating_add(1));
        star = Some((next, item));
    }
}

/// Whether one token may match one word.
fn may_match(token: &Token, item: Option<&Item<'_>>) -> bool {
    let Some(text) = item.and_then(Item::settled) else { return false };
    if token.star { is_covered_by(token, text) } else { text == token.text }
}

/// Whether a token with a star matches a text.
fn is_covered_by(token: &Token, text: &str) -> bool {
    // A star in a path stands for what lies below it, never for the way out of it.
    let leaves = token.text.contains('/') && text.split('/').any(|part| part == "..");
    !leaves && glob::matches(&token.text, text)
}

/// Reads the tokens as a command to find which program, sub-commands and options they name.
fn named(tokens: &[Token]) -> Meaning {
    let items: Vec<Item<'_>> = tokens
        .iter()
        .filter(|token| token.text != "*")
        .map(|token| Item::literal(&token.text, Span::default()))
        .collect();
    let simple = Simple::of_words(items, Span::default());
    let usage = usage(&simple).unwrap_or_else(Usage::unknown);
    let options = usage.options.iter().map(|used| {
        let value = used.text(&simple.items).map(str::to_owned);
        (used.key.to_string(), value)
    });
    let operands = usage.operands.iter().filter_map(|(at, _)| {
        let text = simple.items.get(*at)?.text()?.to_owned();
        let star = text.contains('*');
        Some(Token { text, star })
    });
    Meaning { path: usage.path.clone(), options: options.collect(), operands: operands.collect() }
}
