//! Programs of sed that only print: an allow list of commands, in the form that GNU, BSD and busybox read alike.
//!
//! Not on it: `w`, `r`, `R`, `W` (files), `e` and the flags `e` and `w` of `s` (programs, files), `a`, `i`, `c` (their text ends at different
//! places), labels and branches (a label takes `;` and `}` to BSD), comments (`#n` is none), `F`, `M`, `v`.

use std::iter::Peekable;
use std::str::Chars;

use super::class::skip_expression;
use crate::reason::Reason;

/// Whether a program only prints.
pub(super) fn check(program: &str) -> Result<(), Reason> {
    let mut text = program.chars().peekable();
    if commands(&mut text) { Ok(()) } else { Err(Reason::Language("sed")) }
}

/// Commands up to the end. Braces nest, and all are closed.
fn commands(text: &mut Peekable<Chars<'_>>) -> bool {
    let mut open = 0_usize;
    loop {
        while text.next_if(|one| matches!(one, ' ' | '\t' | ';' | '\n')).is_some() {}
        let Some(one) = text.peek().copied() else { return open == 0 };
        if one == '}' {
            text.next();
            let Some(left) = open.checked_sub(1) else { return false };
            open = left;
            if !ends(text) {
                return false;
            }
            continue;
        }
        if !address(text) {
            return false;
        }
        blanks(text);
        while text.next_if_eq(&'!').is_some() {}
        blanks(text);
        match text.next() {
            Some('{') => open = open.saturating_add(1),
            Some('p' | 'd' | 'P' | 'D' | 'g' | 'G' | 'h' | 'H' | 'x' | 'n' | 'N' | '=' | 'l' | 'q') => {
                if !ends(text) {
                    return false;
                }
            }
            Some('s') => {
                if !substitute(text) {
                    return false;
                }
            }
            Some('y') => {
                if !translate(text) {
                    return false;
                }
            }
            _ => return false,
        }
    }
}

/// What may stand behind a command.
fn ends(text: &mut Peekable<Chars<'_>>) -> bool {
    blanks(text);
    matches!(text.peek(), None | Some(';' | '\n' | '}'))
}

fn blanks(text: &mut Peekable<Chars<'_>>) {
    while text.next_if(|one| matches!(one, ' ' | '\t')).is_some() {}
}

/// `5`, `$`, `/re/`, `/re/I`, `\,re,`, each with another behind a comma: `1,5`, `/a/,+3`, `2~4`. Or none.
fn address(text: &mut Peekable<Chars<'_>>) -> bool {
    match one_address(text) {
        None => return false,
        Some(false) => return true,
        Some(true) => {}
    }
    blanks(text);
    if text.next_if_eq(&',').is_none() {
        return true;
    }
    blanks(text);
    if text.next_if(|one| matches!(one, '+' | '~')).is_some() {
        return number(text);
    }
    one_address(text) == Some(true)
}

/// Whether an address stands here; `None` if it is not read alike everywhere.
fn one_address(text: &mut Peekable<Chars<'_>>) -> Option<bool> {
    match text.peek()? {
        '$' => {
            text.next();
            Some(true)
        }
        '0'..='9' => {
            number(text);
            if text.next_if_eq(&'~').is_some() && !number(text) {
                return None;
            }
            Some(true)
        }
        '/' => {
            text.next();
            expression(text, '/')
        }
        '\\' => {
            text.next();
            let end = text.next().filter(|end| delimits(*end))?;
            expression(text, end)
        }
        _ => Some(false),
    }
}

fn expression(text: &mut Peekable<Chars<'_>>, end: char) -> Option<bool> {
    if !skip_expression(text, end) {
        return None;
    }
    let _ = text.next_if_eq(&'I');
    Some(true)
}

fn number(text: &mut Peekable<Chars<'_>>) -> bool {
    let mut any = false;
    while text.next_if(char::is_ascii_digit).is_some() {
        any = true;
    }
    any
}

/// Whether a sign may stand around the parts of `s`: none that means something in an expression, since `s|a\|b||` is read differently.
fn delimits(end: char) -> bool {
    matches!(end, '/' | '|' | ',' | ':' | '#' | '@' | '%' | '!' | '_' | '~' | ';' | '=')
}

/// `s/re/text/flags`.
fn substitute(text: &mut Peekable<Chars<'_>>) -> bool {
    let Some(end) = text.next().filter(|end| delimits(*end)) else { return false };
    if !skip_expression(text, end) || !replacement(text, end) {
        return false;
    }
    // `e` runs the line, `w` writes a file.
    while text.next_if(|flag| matches!(flag, 'g' | 'p' | 'i' | 'I' | '0'..='9')).is_some() {}
    ends(text)
}

/// `y/abc/xyz/`.
fn translate(text: &mut Peekable<Chars<'_>>) -> bool {
    let Some(end) = text.next().filter(|end| delimits(*end)) else { return false };
    replacement(text, end) && replacement(text, end) && ends(text)
}

/// Text up to the sign that ends it. A line break in it, even behind `\`, is not the same everywhere.
fn replacement(text: &mut Peekable<Chars<'_>>, end: char) -> bool {
    while let Some(one) = text.next() {
        match one {
            _ if one == end => return true,
            '\n' => return false,
            '\\' if text.next().is_none_or(|next| next == '\n' || next == 'c') => return false,
            _ => {}
        }
    }
    false
}
