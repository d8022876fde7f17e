//! Programs of awk that only print: an allow list of words and signs.
//!
//! Not on it: `system`, `|`, `getline`, `>` outside parentheses within an action (files, also `print a,` newline `b > "f"`), `close`, `fflush`,
//! `switch` and `case` of gawk (`case /"/: print "x" > "f"; case /"a/:` divides, if `case` is a variable), `@` (indirect calls, libraries),
//! `ENVIRON`, `PROCINFO`, `ARGV` (files that no operand names), functions of its own, comments, `\` at the end of a line, and a `/` of which
//! nobody can tell whether it divides: `x = y++ /2; system(..); z = 3/ 1`.

use super::language::{Rest, expression};
use crate::tables::languages::{AWK_FUNCTIONS, AWK_REFUSED, AWK_WORDS};

/// What stands before a sign, as far as `/` depends on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// The beginning, an operator, an opening bracket, the end of a statement: an expression begins here.
    Operator,
    /// A number, a variable, `]`: an expression has ended.
    Value,
    /// `)`, `++`, `print`, a string: `/` may be either, and is refused.
    Either,
}

/// Whether a program only prints.
pub(super) fn prints(program: &str) -> bool {
    let mut text = program.chars().peekable();
    let mut before = Before::Operator;
    let mut open = Vec::new();
    while let Some(one) = text.next() {
        let read = match one {
            ' ' | '\t' => Some(before),
            '{' | '(' | '[' => {
                open.push(one);
                Some(Before::Operator)
            }
            '}' => (open.pop() == Some('{')).then_some(Before::Operator),
            ')' => (open.pop() == Some('(')).then_some(Before::Either),
            ']' => (open.pop() == Some('[')).then_some(Before::Value),
            '"' => string(&mut text).then_some(Before::Either),
            '/' => match before {
                Before::Operator => expression(&mut text, '/').then_some(Before::Either),
                Before::Value => Some(Before::Operator),
                Before::Either => None,
            },
            '0'..='9' | '.' => number(&mut text).then_some(Before::Value),
            'a'..='z' | 'A'..='Z' | '_' => word(one, &mut text),
            // In a pattern or between parentheses it compares, in an action it begins a redirection of `print`. `>>` never compares.
            '>' => (open.last() != Some(&'{') && text.peek() != Some(&'>')).then_some(Before::Operator),
            // `|` alone starts a program; `&` alone is nothing.
            '|' | '&' => (text.next() == Some(one)).then_some(Before::Operator),
            '+' | '-' if text.next_if_eq(&one).is_some() => Some(Before::Either),
            '\n' | ';' | '$' | ',' | '=' | '!' | '<' | '~' | '+' | '-' | '*' | '%' | '^' | '?' | ':' => {
                Some(Before::Operator)
            }
            _ => None,
        };
        let Some(read) = read else { return false };
        before = read;
    }
    open.is_empty()
}

/// A text in quotes. `\` and a line break end it for some.
fn string(text: &mut Rest<'_>) -> bool {
    while let Some(one) = text.next() {
        match one {
            '"' => return true,
            '\n' => return false,
            '\\' if text.next().is_none_or(|next| next == '\n') => return false,
            _ => {}
        }
    }
    false
}

/// A number. Letters in one, `0x1f`, `1e5`, are not read alike.
fn number(text: &mut Rest<'_>) -> bool {
    while text.next_if(|one| one.is_ascii_digit() || *one == '.').is_some() {}
    text.peek().is_none_or(|next| !next.is_ascii_alphabetic())
}

fn word(first: char, text: &mut Rest<'_>) -> Option<Before> {
    let mut word = String::from(first);
    while let Some(next) = text.next_if(|one| one.is_ascii_alphanumeric() || *one == '_') {
        word.push(next);
    }
    let among = |list: &str| list.split(' ').any(|one| one == word);
    match word.as_str() {
        "NR" | "NF" | "FNR" | "RSTART" | "RLENGTH" => Some(Before::Value),
        _ if among(AWK_REFUSED) => None,
        _ if among(AWK_FUNCTIONS) || among(AWK_WORDS) => Some(Before::Either),
        // A name of the user: before a bracket it is a function that nobody has seen.
        _ => (text.peek() != Some(&'(')).then_some(Before::Value),
    }
}
