//! Programs of sed that only print: `10,20p`, `/re/d`, `s/re/text/g` and the like, one behind another.
//!
//! An allow list of commands, in the form that GNU, BSD and busybox read alike. Not on it: `w`, `r`, `R`, `W` (files), `e` and the flags `e`
//! and `w` of `s` (programs, files), `a`, `i`, `c` (their text ends at different places), labels and branches (a label takes `;` and `}` to
//! BSD), comments (`#n` is none), braces, and what real work does not use.

use super::language::{Rest, expression};

/// Whether a program only prints.
pub(super) fn prints(program: &str) -> bool {
    let mut text = program.chars().peekable();
    loop {
        while text.next_if(|one| matches!(one, ' ' | '\t' | ';' | '\n')).is_some() {}
        if text.peek().is_none() {
            return true;
        }
        if !addresses(&mut text) || !command(&mut text) {
            return false;
        }
        blanks(&mut text);
        if !matches!(text.peek(), None | Some(';' | '\n')) {
            return false;
        }
    }
}

fn blanks(text: &mut Rest<'_>) {
    while text.next_if(|one| matches!(one, ' ' | '\t')).is_some() {}
}

fn number(text: &mut Rest<'_>) -> bool {
    let mut any = false;
    while text.next_if(char::is_ascii_digit).is_some() {
        any = true;
    }
    any
}

/// `5`, `$`, `/re/`, each with another behind a comma: `1,5`, `/a/,+3`. Or none; and a `!`.
fn addresses(text: &mut Rest<'_>) -> bool {
    match address(text) {
        Some(true) => {}
        Some(false) => return true,
        None => return false,
    }
    if text.next_if_eq(&',').is_some() {
        let second = if text.next_if_eq(&'+').is_some() { Some(number(text)) } else { address(text) };
        if second != Some(true) {
            return false;
        }
    }
    blanks(text);
    let _ = text.next_if_eq(&'!');
    true
}

/// Whether an address stands here; `None` if it is not read alike everywhere.
fn address(text: &mut Rest<'_>) -> Option<bool> {
    match text.peek()? {
        '0'..='9' => Some(number(text)),
        '$' => Some(text.next().is_some()),
        '/' => {
            text.next();
            expression(text, '/').then_some(true)
        }
        _ => Some(false),
    }
}

fn command(text: &mut Rest<'_>) -> bool {
    match text.next() {
        Some('p' | 'd' | 'q' | '=') => true,
        Some('s') => substitute(text),
        _ => false,
    }
}

/// `s/re/text/flags`. Around the parts no sign that means something in an expression: `s|a\|b||` is read differently.
fn substitute(text: &mut Rest<'_>) -> bool {
    let Some(end) = text.next().filter(|end| matches!(end, '/' | '|' | ',' | ':' | '#' | '@' | '%' | '!' | '_' | '~'))
    else {
        return false;
    };
    if !expression(text, end) {
        return false;
    }
    while let Some(one) = text.next() {
        match one {
            _ if one == end => {
                // `e` runs the line, `w` writes a file.
                while text.next_if(|flag| matches!(flag, 'g' | 'p' | 'i' | 'I' | '0'..='9')).is_some() {}
                return true;
            }
            // A line break in the text, even behind `\`, is not the same everywhere.
            '\n' => return false,
            '\\' if text.next().is_none_or(|next| next == '\n' || next == 'c') => return false,
            _ => {}
        }
    }
    false
}
