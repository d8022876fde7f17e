//! Patterns on simple commands: `git diff *`.

use std::borrow::Cow;

use byleave_shell::{Directory, Span, Whereabouts};

use crate::command::{Input, Item, Simple, usage};
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
    pub named: Named,
}

/// One word of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its text.
    pub text: String,
    /// It holds a `*` that stands for something.
    pub star: bool,
}

/// What the words of a pattern name, read as a command.
#[derive(Clone, Debug, Default)]
pub struct Named {
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
        let single = script.opaque().is_empty()
            && matches!(script.commands(), [only] if only.assignments.is_empty() && only.redirections.is_empty() && only.complete);
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
        let named = if whole { Named::default() } else { named(&tokens) };
        Self { text: text.to_owned(), tokens, whole, named }
    }

    /// Whether no `*` stands in it.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.whole || self.tokens.iter().all(|token| !token.star)
    }

    /// Whether the words of a command fit the words of the pattern. Says for each item whether a token without `*` matched
    /// it. `program` is what the command word counts as.
    #[must_use]
    pub fn fits(&self, items: &[Item<'_>], program: &str) -> Option<Vec<bool>> {
        if self.whole || self.tokens.is_empty() || items.is_empty() {
            return None;
        }
        let (first, rest) = self.tokens.split_first()?;
        let mut spelt = vec![false; items.len()];
        // A star in the command word stands for nothing more than the rest of one plain word.
        if first.text == "*" {
            if items.len() > 2 {
                return None;
            }
        } else if first.text.trim_end_matches('*') != program {
            return None;
        } else {
            *spelt.first_mut()? = true;
        }
        let open_end = first.star && first.text.len() > 1 && rest.is_empty();
        if open_end {
            return Some(spelt);
        }
        fits_from(rest, items, 1, &mut spelt).then_some(spelt)
    }
}

/// Matches tokens against items from `at` on. `*` alone stands for any number of words; at the end of the last token it
/// also stands for all words after it.
fn fits_from(tokens: &[Token], items: &[Item<'_>], at: usize, spelt: &mut [bool]) -> bool {
    let Some((token, rest)) = tokens.split_first() else { return at >= items.len() };
    if token.text == "*" && token.star {
        if rest.is_empty() {
            return true;
        }
        return (at..=items.len()).any(|next| fits_from(rest, items, next, spelt));
    }
    let Some(item) = items.get(at) else { return false };
    let next = at.saturating_add(1);
    if token.star {
        let text = item.shown();
        let fits = !item.is_unknown() && glob::matches(&token.text, text);
        return fits && (rest.is_empty() && token.text.ends_with('*') || fits_from(rest, items, next, spelt));
    }
    let same = !item.is_unknown() && item.shown() == token.text;
    if !same || !fits_from(rest, items, next, spelt) {
        return false;
    }
    if let Some(spelt) = spelt.get_mut(at) {
        *spelt = true;
    }
    true
}

/// Reads the tokens as a command to find which program, sub-commands and options they name.
fn named(tokens: &[Token]) -> Named {
    let items: Vec<Item<'_>> = tokens
        .iter()
        .filter(|token| token.text != "*")
        .map(|token| Item::literal(&token.text, Span::default()))
        .collect();
    let simple = Simple {
        items,
        assignments: Vec::new(),
        redirections: Vec::new(),
        directory: Directory { place: Whereabouts::Relative(String::new()), uncertain: false },
        span: Span::default(),
        inside: None,
        more_words: false,
        input: Input::Inherited,
        fed_by: None,
        node: None,
    };
    let usage = usage(&simple);
    let options = usage.options.iter().map(|used| {
        let value = used.value.as_ref().and_then(|(_, text)| text.as_ref().map(Cow::to_string));
        (used.key.to_string(), value)
    });
    let operands = usage.operands.iter().filter_map(|(at, _)| {
        let text = simple.items.get(*at)?.text()?.to_owned();
        let star = text.contains('*');
        Some(Token { text, star })
    });
    Named { path: usage.path.clone(), options: options.collect(), operands: operands.collect() }
}
