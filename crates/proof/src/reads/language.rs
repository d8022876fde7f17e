//! Programs of sed and awk that only print, as far as real work uses them: allow lists of commands, words and signs, in a form that GNU, BSD
//! and busybox read alike and end at the same place.
//!
//! Not for sed: `w`, `r`, `R`, `W` (files), `e` and the flags `e` and `w` of `s` (programs, files), `a`, `i`, `c` (their text ends at
//! different places), labels and branches (a label takes `;` and `}` to BSD), comments (`#n` is none), braces.
//!
//! Not for awk: `system`, `|`, `getline`, `>` outside parentheses within an action (files, also `print a,` newline `b > "f"`), `close`,
//! `fflush`, `switch` and `case` of gawk (`case /"/: print "x" > "f"; case /"a/:` divides, if `case` is a variable), `@` (indirect calls,
//! libraries), `ENVIRON`, `PROCINFO`, `ARGV` (files that no operand names), functions of its own, comments, `\` at the end of a line, and
//! division: `x = y++ /2; system(..); z = 3/ 1`.

use std::iter::Peekable;
use std::str::Chars;

use byleave_knowledge::programs::Arg;

use crate::reason::Reason;
use crate::tables::languages::{AWK_REFUSED, AWK_WORDS};

/// A program of which something is left.
type Rest<'t> = Peekable<Chars<'t>>;

/// Whether a program only prints.
pub(crate) fn language(kind: Arg, text: &str) -> Result<(), Reason> {
    let (prints, name) = match (kind == Arg::Sed, kind == Arg::Awk) {
        (true, _) => (sed(text).is_some(), "sed"),
        (_, true) => (awk(text).is_some(), "awk"),
        _ => return Err(Reason::Operand),
    };
    if prints { Ok(()) } else { Err(Reason::Language(name)) }
}

/// Reads up to the sign that ends an expression, if its end is beyond doubt.
fn expression(text: &mut Rest<'_>, end: char) -> Option<()> {
    loop {
        match text.next()? {
            one if one == end => return Some(()),
            '\n' => return None,
            // `\cX` of GNU takes the next sign, which may be the end itself.
            '\\' => drop(text.next().filter(|next| !matches!(next, '\n' | 'c'))?),
            '[' => class(text, end)?,
            _ => {}
        }
    }
}

/// Reads a class from after its bracket. Refused are `[]/]` and `[[:x:]/]`, which end at different places, the end of the expression
/// within a class, which ends it for BSD, and `\`, which is itself there for some.
fn class(text: &mut Rest<'_>, end: char) -> Option<()> {
    let _ = text.next_if_eq(&'^');
    if text.peek() == Some(&']') {
        return None;
    }
    loop {
        match text.next()? {
            ']' => return Some(()),
            // `[:space:]` and nothing else that begins with a bracket.
            '[' => {
                let opens = text.next() == Some(':');
                while text.next_if(char::is_ascii_lowercase).is_some() {}
                (opens && text.next() == Some(':') && text.next() == Some(']')).then_some(())?;
            }
            '\\' | '\n' => return None,
            one if one == end => return None,
            _ => {}
        }
    }
}

/// A program of sed.
fn sed(program: &str) -> Option<()> {
    let mut text = program.chars().peekable();
    loop {
        while text.next_if(|one| matches!(one, ' ' | '\t' | ';' | '\n')).is_some() {}
        if text.peek().is_none() {
            return Some(());
        }
        command(&mut text)?;
        blanks(&mut text);
        text.peek().is_none_or(|next| matches!(next, ';' | '\n')).then_some(())?;
    }
}

fn blanks(text: &mut Rest<'_>) {
    while text.next_if(|one| matches!(one, ' ' | '\t')).is_some() {}
}

/// One command of sed with its addresses.
fn command(text: &mut Rest<'_>) -> Option<()> {
    if address(text)? && text.next_if_eq(&',').is_some() {
        let second = if text.next_if_eq(&'+').is_some() { number(text) } else { address(text)? };
        second.then_some(())?;
    }
    blanks(text);
    let _ = text.next_if_eq(&'!');
    match text.next()? {
        'p' | 'd' | 'q' | '=' => {}
        // Around its parts no sign that means something in an expression: `s|a\|b||` is read differently.
        's' => {
            let end = text.next().filter(|end| "/|,:#@%!_~".contains(*end))?;
            expression(text, end)?;
            loop {
                match text.next()? {
                    one if one == end => break,
                    '\n' => return None,
                    '\\' => drop(text.next().filter(|next| !matches!(next, '\n' | 'c'))?),
                    _ => {}
                }
            }
            // `e` runs the line, `w` writes a file.
            while text.next_if(|flag| matches!(flag, 'g' | 'p' | 'i' | 'I' | '0'..='9')).is_some() {}
        }
        _ => return None,
    }
    Some(())
}

/// `5`, `$`, `/re/`: whether an address stands here; `None` if it is not read alike everywhere.
fn address(text: &mut Rest<'_>) -> Option<bool> {
    if text.next_if_eq(&'/').is_some() {
        return expression(text, '/').map(|()| true);
    }
    Some(text.next_if_eq(&'$').is_some() || number(text))
}

fn number(text: &mut Rest<'_>) -> bool {
    let any = text.peek().is_some_and(char::is_ascii_digit);
    while text.next_if(char::is_ascii_digit).is_some() {}
    any
}

/// A program of awk. `/` begins an expression where none has just ended; anywhere else it may divide, and is refused.
fn awk(program: &str) -> Option<()> {
    let mut text = program.chars().peekable();
    let mut ended = false;
    let mut open = Vec::new();
    while let Some(one) = text.next() {
        ended = match one {
            ' ' | '\t' => ended,
            '{' | '(' | '[' => {
                open.push(one);
                false
            }
            '}' if open.pop() == Some('{') => false,
            ')' if open.pop() == Some('(') => true,
            ']' if open.pop() == Some('[') => true,
            '"' => string(&mut text).map(|()| true)?,
            '/' if !ended => expression(&mut text, '/').map(|()| true)?,
            '0'..='9' | '.' => {
                while text.next_if(|one| one.is_ascii_digit() || *one == '.').is_some() {}
                // `0x1f` and `1e5` are not read alike.
                text.peek().is_none_or(|next| !next.is_ascii_alphabetic()).then_some(true)?
            }
            'a'..='z' | 'A'..='Z' | '_' => word(one, &mut text).map(|()| true)?,
            // In a pattern or between parentheses it compares, in an action it begins a redirection of `print`. `>>` never compares.
            '>' if open.last() != Some(&'{') && text.peek() != Some(&'>') => false,
            // `|` alone starts a program; `&` alone is nothing.
            '|' | '&' if text.next() == Some(one) => false,
            '+' | '-' if text.next_if_eq(&one).is_some() => true,
            _ if "\n;$,=!<~+-*%^?:".contains(one) => false,
            _ => return None,
        };
    }
    open.is_empty().then_some(())
}

/// A text in quotes. `\` and a line break end it for some.
fn string(text: &mut Rest<'_>) -> Option<()> {
    loop {
        match text.next()? {
            '"' => return Some(()),
            '\n' => return None,
            '\\' => drop(text.next().filter(|next| *next != '\n')?),
            _ => {}
        }
    }
}

fn word(first: char, text: &mut Rest<'_>) -> Option<()> {
    let mut word = String::from(first);
    while let Some(next) = text.next_if(|one| one.is_ascii_alphanumeric() || *one == '_') {
        word.push(next);
    }
    let among = |list: &str| list.split_ascii_whitespace().any(|one| one == word);
    // A name of the user: before a bracket it is a function that nobody has seen.
    let known = among(AWK_WORDS) || text.peek() != Some(&'(');
    (known && !among(AWK_REFUSED)).then_some(())
}
