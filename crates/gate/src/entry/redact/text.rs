//! Secrets in running text: tokens, addresses with passwords, private keys, names with their values.

use byleave_knowledge::secrets;

use super::edit::{Edit, Edits};
use super::value::{is_given, is_odd, is_program};
use super::{ROUNDS, Redactor, Seen};

/// How a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// As one value: a header in it extends to its end.
    Value,
    /// As text with others around it, perhaps a script: a value ends where a command could begin.
    Running,
    /// As the content of a file: names count only where it looks like a file of variables.
    Content,
}

/// Tokens, addresses and private keys.
pub(super) fn evident(redactor: &Redactor, text: &str, seen: &mut Seen) -> Edits {
    let mut edits = tokens(redactor, text, seen);
    addresses(redactor, text, seen, &mut edits);
    private_keys(redactor, text, seen, &mut edits);
    Edits::new(edits)
}

/// All of it; the new text, if something was found.
pub(super) fn all(redactor: &Redactor, text: &str, reading: Manner, seen: &mut Seen) -> Option<String> {
    let mut found = once(redactor, text, reading, seen)?;
    for _ in 0..ROUNDS {
        match once(redactor, &found, reading, seen) {
            Some(again) => found = again,
            None => break,
        }
    }
    Some(found)
}

fn once(redactor: &Redactor, text: &str, reading: Manner, seen: &mut Seen) -> Option<String> {
    let first = evident(redactor, text, seen);
    let changed = (!first.is_empty()).then(|| first.apply(text));
    let second = named(redactor, changed.as_deref().unwrap_or(text), reading, seen);
    if second.is_empty() { changed } else { Some(second.apply(changed.as_deref().unwrap_or(text))) }
}

/// The text as bash joins it: without quotes, and where each byte came from.
struct Joined {
    bytes: Vec<u8>,
    from: Vec<usize>,
}

impl Joined {
    fn of(text: &str) -> Self {
        let mut joined = Self { bytes: Vec::with_capacity(text.len()), from: Vec::with_capacity(text.len()) };
        let mut bytes = text.bytes().enumerate().peekable();
        while let Some((at, byte)) = bytes.next() {
            let next = bytes.peek().map(|(_, next)| *next);
            match byte {
                b'\'' | b'"' => {}
                // `\n` may be a line break or the letter: the reader of words knows.
                b'\\' if matches!(next, Some(b'\n')) => {
                    bytes.next();
                }
                b'\\' if matches!(next, Some(b'\'' | b'"' | b'\\' | b'-' | b'_' | b'.')) => {}
                _ => {
                    joined.bytes.push(byte);
                    joined.from.push(at);
                }
            }
        }
        joined
    }
}

fn tokens(redactor: &Redactor, text: &str, seen: &mut Seen) -> Vec<Edit> {
    if !secrets::may_have_token(text) {
        return Vec::new();
    }
    let joined = Joined::of(text);
    let raw = text.as_bytes();
    let glued = |at: usize| {
        let before = joined.from.get(at).and_then(|from| raw.get(from.wrapping_sub(1)));
        before.is_some_and(u8::is_ascii_alphanumeric)
    };
    let mut edits = Vec::new();
    for token in secrets::tokens(&joined.bytes, glued) {
        let (Some(bytes), Some(from)) = (joined.bytes.get(token.range.clone()), joined.from.get(token.range)) else {
            continue;
        };
        let secret = String::from_utf8_lossy(bytes);
        let mut with = secrets::stand_in(&secret, token.prefix, token.capitals, &redactor.hash(&secret));
        seen.push((secret.into_owned(), with.clone()));
        // Quotes in the middle stay where they are, so that every other byte is read as before.
        for run in from.chunk_by(|one, other| one + 1 == *other) {
            if let (Some(first), Some(last)) = (run.first(), run.last()) {
                edits.push(Edit { range: *first..*last + 1, with: std::mem::take(&mut with) });
            }
        }
    }
    edits
}

/// `scheme://user:password@host`
fn addresses(redactor: &Redactor, text: &str, seen: &mut Seen, edits: &mut Vec<Edit>) {
    // Before a search is prepared, which takes longer than most texts.
    if !text.as_bytes().contains(&b'@') {
        return;
    }
    for (at, _) in text.match_indices("://") {
        let start = at + 3;
        let rest = text.get(start..).unwrap_or("");
        let stop = |one: char| one.is_whitespace() || "/?#'\"\\;&|<>()`$".contains(one);
        let authority = rest.split(stop).next().unwrap_or("");
        let Some((user, _)) = authority.rsplit_once('@') else { continue };
        let (from, secret) = match user.split_once(':') {
            Some((name, password)) => (start + name.len() + 1, password),
            None if user.len() >= 16 && is_odd(user) => (start, user),
            None => continue,
        };
        if is_given(secret) {
            edits.push(Edit { range: from..from + secret.len(), with: redactor.value(secret, seen) });
        }
    }
}

/// The lines of private keys. Only lines that can be nothing else: between the same two lines a script could stand.
fn private_keys(redactor: &Redactor, text: &str, seen: &mut Seen, edits: &mut Vec<Edit>) {
    if !text.as_bytes().contains(&b'K') {
        return;
    }
    for (at, _) in text.match_indices("PRIVATE KEY") {
        let before = text.as_bytes().get(at.saturating_sub(40)..at).unwrap_or_default();
        if !before.windows(10).any(|window| window == b"-----BEGIN") {
            continue;
        }
        let mut in_body = false;
        let body = text.get(at..).unwrap_or("");
        // The dashes that close the first line, and those that begin the last, or another key.
        let end = body.match_indices("-----").nth(1).map_or(body.len(), |(at, _)| at);
        let is_base64 = |one: char| one.is_ascii_alphanumeric() || matches!(one, '+' | '/' | '=');
        let mut place = 0;
        for piece in body.get(..end).unwrap_or("").split_inclusive(|one: char| !is_base64(one)) {
            let start = at + place;
            place += piece.len();
            let run = piece.trim_end_matches(|one: char| !is_base64(one));
            // The two characters that stand for a line break.
            let escaped = text.as_bytes().get(start.wrapping_sub(1)) == Some(&b'\\');
            let (skip, run) = match run.strip_prefix('n').filter(|_| escaped) {
                Some(rest) => (1, rest),
                None => (0, run),
            };
            if run.len() >= 40 || in_body && (run.len() >= 16 || run.ends_with('=')) {
                in_body = true;
                let from = start + skip;
                edits.push(Edit { range: from..from + run.len(), with: redactor.value(run, seen) });
            }
        }
    }
}

/// `name=value`, `name: value`, `"name": "value"`, headers, and `Bearer value`.
pub(super) fn named(redactor: &Redactor, text: &str, reading: Manner, seen: &mut Seen) -> Edits {
    let mut edits = Vec::new();
    let mut done = 0;
    for (at, byte) in text.bytes().enumerate().filter(|(_, byte)| matches!(byte, b'=' | b':')) {
        // What is replaced already is not looked through again.
        if at < done {
            continue;
        }
        if let Some((start, end)) = Pair::at(text, at, byte).and_then(|pair| pair.secret(reading))
            && let Some(secret) = text.get(start..end)
        {
            edits.push(Edit { range: start..end, with: redactor.value(secret, seen) });
            done = end;
        }
    }
    // Before a search is prepared, which takes longer than most texts.
    let bearers = if text.as_bytes().contains(&b' ') { text } else { "" };
    for (at, found) in bearers.match_indices("earer ") {
        let start = at + found.len();
        let token: &str = text.get(start..).unwrap_or("").split(ends_value).next().unwrap_or("");
        if token.len() >= 12 && is_given(token) && is_odd(token) {
            edits.push(Edit { range: start..start + token.len(), with: redactor.value(token, seen) });
        }
    }
    Edits::new(edits)
}

/// This many characters of a value show whether it is a secret.
const ENOUGH: usize = 512;

/// Whether a character ends a value without quotes.
fn ends_value(one: char) -> bool {
    one.is_whitespace() || "'\"\\;&|<>()`$,{}[]".contains(one)
}

/// A name and the text after it.
struct Pair<'t> {
    text: &'t str,
    /// Where the name begins.
    start: usize,
    name: &'t str,
    colon: bool,
    /// Blanks or quotes around the name: a value in a program or a file rather than on a command line.
    loose: bool,
    /// Where the value begins.
    value: usize,
}

impl<'t> Pair<'t> {
    fn at(text: &'t str, at: usize, sign: u8) -> Option<Self> {
        let (before, after) = (text.get(..at)?, text.get(at + 1..)?);
        if after.starts_with([':', '=']) || before.ends_with([':', '=', '!', '<', '>']) || after.starts_with("//") {
            return None;
        }
        let bare = before.trim_end_matches([' ', '\t']);
        let unquoted = bare.trim_end_matches(['"', '\'', '\\']);
        let is_name = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '.' | '-');
        let start = unquoted
            .rfind(|one: char| !is_name(one))
            .map_or(0, |at| at + unquoted.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
        if unquoted.get(..start)?.ends_with(['$', '{']) && unquoted.get(..start)?.trim_end_matches('{').ends_with('$') {
            return None;
        }
        let written = unquoted.get(start..)?;
        let name = written.strip_prefix("-H").unwrap_or(written).trim_start_matches('-');
        let loose = unquoted.len() != before.len();
        let colon = sign == b':';
        let blanks = if colon || loose { after.len() - after.trim_start_matches([' ', '\t']).len() } else { 0 };
        Some(Self { text, start, name, colon, loose, value: at + 1 + blanks })
    }

    /// Where the secret stands, if there is one.
    fn secret(&self, reading: Manner) -> Option<(usize, usize)> {
        let capitals = !self.name.bytes().any(|byte| byte.is_ascii_lowercase());
        if reading == Manner::Content && (self.colon || self.loose || !capitals) {
            return None;
        }
        let is_vague = matches!(self.name, "key" | "sig" | "auth" | "code" | "Signature");
        if !is_vague && !secrets::is_secret_variable(self.name) {
            return None;
        }
        let rest = self.text.get(self.value..)?;
        let (skip, quote) = match rest.as_bytes() {
            [b'\\', quote @ (b'"' | b'\''), ..] => (2, Some(char::from(*quote))),
            [quote @ (b'"' | b'\''), ..] => (1, Some(char::from(*quote))),
            _ => (0, None),
        };
        let mut from = self.value + skip;
        let mut rest = rest.get(skip..)?;
        let header = self.colon && is_header(self.name);
        if header && let Some(scheme) = scheme(rest) {
            from += scheme;
            rest = rest.get(scheme..)?;
        }
        let whole = header && reading == Manner::Value && self.start == 0;
        let ends = |one: char| match quote {
            _ if whole => matches!(one, '\n' | '\r'),
            Some(quote) => one == quote || matches!(one, '\n' | '\\' | '$' | '`'),
            None => ends_value(one),
        };
        // The beginning tells; what is none must not be looked through to its end for every name in it.
        let value = rest.char_indices().take(ENOUGH).find(|(_, one)| ends(*one)).map(|(at, _)| at);
        let value = value.or_else(|| rest.char_indices().nth(ENOUGH).map(|(at, _)| at)).unwrap_or(rest.len());
        let called = rest.get(value..).is_some_and(|rest| rest.starts_with('('));
        let value = rest.get(..value)?;
        let likely = if quote.is_some() || header {
            true
        } else if is_vague || self.loose || self.colon {
            let password = self.name.to_ascii_lowercase().contains("pass") && self.colon && value.len() >= 4;
            is_odd(value) || password && !is_vague
        } else {
            true
        };
        let secret = likely && !called && is_given(value) && !is_program(value);
        secret.then(|| (from, from + rest.find(ends).unwrap_or(rest.len())))
    }
}

fn is_header(name: &str) -> bool {
    ["authorization", "proxy-authorization", "cookie", "set-cookie"]
        .iter()
        .any(|header| name.eq_ignore_ascii_case(header))
}

/// The length of `Bearer ` and its kin.
fn scheme(value: &str) -> Option<usize> {
    let (word, rest) = value.split_once(' ')?;
    let known = ["bearer", "basic", "token", "digest", "apikey", "key", "negotiate", "bot"];
    let blanks = rest.len() - rest.trim_start_matches(' ').len();
    known.iter().any(|scheme| word.eq_ignore_ascii_case(scheme)).then_some(word.len() + 1 + blanks)
}
