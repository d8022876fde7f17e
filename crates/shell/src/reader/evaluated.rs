//! Where mksh and zsh evaluate text that is plain to bash: mksh takes the operands of `test -eq` for arithmetic, and a
//! subscript in arithmetic runs what is in it.

use super::aftermath::is_setting;
use crate::dialect::plain_command;
use crate::script::{Command, Kind, Script, Word};
use crate::{Class, Dialect, Span};

/// Parameters that are numbers to mksh: their values are arithmetic.
const NUMBERS: [&str; 17] = [
    "BASHPID",
    "COLUMNS",
    "EPOCHREALTIME",
    "HISTSIZE",
    "KSHEGID",
    "KSHGID",
    "KSHUID",
    "LINENO",
    "LINES",
    "OPTIND",
    "PGRP",
    "PIPESTATUS",
    "PPID",
    "RANDOM",
    "SECONDS",
    "TMOUT",
    "USER_ID",
];

/// The places where the current shell evaluates text that may run something.
pub(super) fn places(script: &Script<'_>) -> Vec<Span> {
    let look = Look { script, built: may_build_subscript(script.source()) };
    let mut found = Vec::new();
    for command in script.commands() {
        found.extend(look.of_command(command));
        if script.dialect() == Dialect::Sh {
            found.extend(look.of_assignments(command));
        }
    }
    if script.dialect() == Dialect::Sh {
        for (_, node) in script.nodes() {
            if let Kind::For { variable, .. } | Kind::Select { variable, .. } = node.kind
                && NUMBERS.contains(&script.text(variable))
            {
                found.push(node.span);
            }
        }
    }
    found
}

struct Look<'s, 'a> {
    script: &'s Script<'a>,
    /// The text has pieces that may be joined to a subscript that runs something.
    built: bool,
}

impl Look<'_, '_> {
    fn of_assignments(&self, command: &Command) -> Option<Span> {
        let script = self.script;
        script
            .assignments(command.assignments)
            .iter()
            .find(|one| NUMBERS.contains(&script.text(one.name)) && !self.is_number(&one.value))
            .map(|one| one.span)
    }

    fn of_command(&self, command: &Command) -> Option<Span> {
        let script = self.script;
        let words = plain_command(script, command);
        let [first, arguments @ ..] = words else { return None };
        let name = script.literal(first)?;
        let evaluates = |word: &&Word| self.evaluates(word);
        let found = match name {
            "test" | "[" if script.dialect() == Dialect::Sh => self.of_test(arguments),
            "shift" | "ulimit" if script.dialect() == Dialect::Sh => arguments.iter().find(evaluates),
            // Options that take a value in one shell and none in another: the value is the name of a variable then.
            "read" => arguments.iter().find(|word| is_element(script.shown(word)) || self.built && evaluates(word)),
            _ => None,
        };
        let sets = || {
            let named = |word: &&Word| {
                let text = script.shown(word);
                let (variable, value) = text.split_once(['=', '?']).unwrap_or((text, ""));
                let number = value.bytes().all(|byte| byte.is_ascii_digit()) && name != "read";
                NUMBERS.contains(&variable) && !(number && word.class == Class::Literal)
            };
            let sets = script.dialect() == Dialect::Sh && is_setting(name);
            arguments.iter().filter(|_| sets).find(named)
        };
        found.or_else(sets).map(|word| word.span)
    }

    /// `[ "$x" -eq 1 ]`
    fn of_test<'w>(&self, arguments: &'w [Word]) -> Option<&'w Word> {
        let compares = |word: &Word| {
            matches!(self.script.literal(word), Some("-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge"))
                || !matches!(word.class, Class::Literal) && !word.quoted
        };
        let sides = |at: usize| {
            [at.checked_sub(1), at.checked_add(1)].into_iter().flatten().filter_map(|side| arguments.get(side))
        };
        let places = arguments.iter().enumerate().filter(|(_, word)| compares(word));
        places.flat_map(|(at, _)| sides(at)).find(|word| self.evaluates(word))
    }

    /// Whether a word may be arithmetic with a subscript in it.
    fn evaluates(&self, word: &Word) -> bool {
        let text = self.script.shown(word);
        let subscript =
            || text.as_bytes().windows(2).any(|pair| matches!(pair, [before, b'['] if !before.is_ascii_whitespace()));
        !self.is_number(word) && (self.built || subscript())
    }

    fn is_number(&self, word: &Word) -> bool {
        match word.class {
            Class::Literal => {
                let text = self.script.shown(word);
                text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b' '))
            }
            Class::Bounded => !word.glob && !word.tilde,
            Class::Unknown(_) => false,
        }
    }
}

/// Whether a text is the element of an array: `a[1]`.
fn is_element(text: &str) -> bool {
    let after = text.trim_start_matches(|letter: char| letter.is_alphanumeric() || letter == '_');
    after.len() < text.len() && after.starts_with('[')
}

/// Whether a text has a name, a bracket and something that runs, quotes or expands before the next bracket; or a bracket by
/// its number. Values come from other places of the text, in one piece or in several.
fn may_build_subscript(text: &str) -> bool {
    let names = |last: char| last.is_alphanumeric() || matches!(last, '_' | '\'' | '"' | '}');
    let mut open = false;
    let mut last = ' ';
    for sign in text.chars() {
        match sign {
            '[' => open |= names(last),
            ']' => open = false,
            '$' | '`' | '\'' | '"' | '\\' if open => return true,
            _ => {}
        }
        last = sign;
    }
    ["\\133", "\\0133", "\\x5b", "\\x5B", "\\u005", "\\U00"].iter().any(|number| text.contains(number))
}
