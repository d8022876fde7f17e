//! Commands in the text of other languages: strings of a program, recipes of a makefile, `!cmd` of an editor.

use byleave_shell::Span;

use super::Reached;

/// A file that any program runs.
pub(super) fn script(text: &str, span: Span, found: &mut Reached<'_>) {
    found.tell(text.to_owned(), span, true);
    code(text, span, found);
}

/// Text of another language.
pub(super) fn code(text: &str, span: Span, found: &mut Reached<'_>) {
    found.tell(recipes(text), span, false);
    let strings = strings(text);
    let mut plain = String::new();
    for string in strings.iter().filter(|string| string.contains(' ')) {
        // What a shell reads in its own way must not hide what follows.
        if string.contains(['\'', '"', '(', ')', '{', '}', '<', '>', '\\', '`', '#']) {
            found.tell(string.clone(), span, false);
        } else {
            plain.push_str(string);
            plain.push('\n');
        }
    }
    found.tell(plain, span, false);
    // `['rm', '-rf', 'x']`: single words of a list are one command together.
    let all: Vec<String> =
        strings.iter().flat_map(|string| string.split_ascii_whitespace()).map(super::quoted).collect();
    if !all.is_empty() {
        found.tell(format!("_strings {}", all.join(" ")), span, false);
    }
    found.loosen(text.to_owned(), span);
}

/// The lines of a text without the marks that recipes and commands of editors begin with.
fn recipes(text: &str) -> String {
    const WORDS: [&str; 14] = [
        "shell ", "system ", ".shell ", ".system ", "spawn ", "exec ", "run ", "RUN ", "CMD ", "silent ", "sh ",
        "make ", "pipe ", "call ",
    ];
    let mut out = String::new();
    for line in text.split(['\n', ';']) {
        let mut rest = line;
        // The number and the times of an editor's or a table's line, and the marks before a command.
        loop {
            let before = rest.len();
            rest = rest.trim_start_matches(|one: char| {
                one.is_whitespace() || "@+-:!\\~*%$,/|".contains(one) || one.is_ascii_digit()
            });
            for word in WORDS {
                rest = rest.strip_prefix(word).unwrap_or(rest);
            }
            if let Some(after) = rest.strip_prefix('w').and_then(|after| after.trim_start().strip_prefix('!')) {
                rest = after;
            }
            if let Some(after) = rest.strip_prefix('r').and_then(|after| after.trim_start().strip_prefix('!')) {
                rest = after;
            }
            if rest.len() == before {
                break;
            }
        }
        push(&mut out, rest);
        // `all: ; rm x`, `all: rm x`
        if let Some((_, recipe)) = rest.split_once(':') {
            push(&mut out, recipe.trim_start_matches(['@', '-', '+', ' ', '\t', ':', '=', '!']));
        }
        if let Some((_, command)) = rest.split_once('!') {
            push(&mut out, command);
        }
    }
    out
}

/// A line that a shell can read by itself: quotes that are not closed would hide the next.
fn push(out: &mut String, line: &str) {
    let line = line.trim();
    if line.is_empty() {
        return;
    }
    let even = |quote: char| line.matches(quote).count().is_multiple_of(2);
    if even('"') && even('\'') && even('`') && !line.contains(['(', ')', '{', '}', '#', '<']) {
        out.push_str(line);
    } else {
        out.extend(line.chars().map(|one| if "\"'`(){}#<>".contains(one) { ' ' } else { one }));
    }
    out.push('\n');
}

/// The contents of everything in quotes or in `qw(…)` and its kin.
fn strings(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut characters = text.char_indices();
    while let Some((at, open)) = characters.next() {
        let close = match open {
            '"' | '\'' | '`' => open,
            'w' | 'x' | 'q' | 'W' | 'Q' | 'r' => {
                let before = text.get(..at).and_then(|before| before.chars().next_back());
                let Some(sign) = characters.as_str().chars().next() else { continue };
                let marked =
                    matches!(before, Some('q' | '%')) || open == 'q' && !before.is_some_and(char::is_alphanumeric);
                let close = match sign {
                    '(' => ')',
                    '{' => '}',
                    '[' => ']',
                    '<' => '>',
                    '/' | '|' | '!' | '~' | '^' | ',' => sign,
                    _ => continue,
                };
                if !marked {
                    continue;
                }
                characters.next();
                close
            }
            _ => continue,
        };
        let mut inside = String::new();
        while let Some((_, one)) = characters.next() {
            match one {
                '\\' => inside.extend(characters.next().map(|(_, next)| next)),
                _ if one == close => break,
                _ => inside.push(one),
            }
        }
        if !inside.is_empty() {
            found.push(inside);
        }
    }
    found
}
