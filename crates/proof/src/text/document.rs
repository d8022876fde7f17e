//! Here-documents, and the `"$(cat <<'EOF' … EOF)"` that nearly every commit of an agent has.
//!
//! bash 3.2 looks for the `)` of the latter without knowing here-documents, and *runs* `touch` in the body `x ) " ; touch MARK ; q "`. So
//! whoever skips quotes and counts brackets, in each way that a shell is known to, has to find the same `)` or none: then nothing runs.

use std::borrow::Cow;

use super::Reader;
use super::bytes::{is_blank, is_end};
use super::word::Draft;
use crate::{Command, Effect, NotPlain, Obstacle, Redirection, Span, Stream, Word};

/// More messages than this are not looked at: each is scanned up to the end of the text.
const MESSAGES: usize = 8;

impl<'t> Reader<'t, '_> {
    /// Behind `<<`: its body, which stands behind the line.
    pub(super) fn document(&mut self, start: usize) -> Result<Cow<'t, str>, NotPlain> {
        // `<<<` is not known to dash and busybox; `<<-` takes tabs away that nobody sees.
        let delimiter = self.delimiter(start)?;
        let line = self.at + self.run(self.at, |byte| byte != b'\n');
        let (body, end) = self.body(start, line + 1, delimiter)?;
        self.resume = Some(end);
        Ok(Cow::Borrowed(body))
    }

    /// `'X'` or `"X"`. An unquoted one is expanded.
    fn delimiter(&mut self, start: usize) -> Result<&'t str, NotPlain> {
        self.at += self.run(self.at, is_blank);
        let (quote, begins) = (self.peek(), self.at + 1);
        let length = self.run(begins, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let end = begins + length;
        let ends = self.byte(end) == quote && is_end(self.byte(end + 1));
        self.forbid(!matches!(quote, b'\'' | b'"') || length == 0 || !ends, start, Obstacle::DocumentDelimiter)?;
        // Two for one line: zsh gives both to a command, the others the last.
        self.forbid(self.resume.is_some(), start, Obstacle::DocumentLine)?;
        self.at = end + 1;
        Ok(self.slice(begins, end))
    }

    /// The text up to the line of the delimiter, and where that line ends.
    fn body(&self, start: usize, begins: usize, delimiter: &str) -> Result<(&'t str, usize), NotPlain> {
        let mut last = begins;
        for line in self.text.get(begins..).unwrap_or("").split_inclusive('\n') {
            if line.strip_suffix('\n').unwrap_or(line) == delimiter {
                return Ok((self.slice(begins, last), last + line.len()));
            }
            // `E` and a letter outside ASCII behind it at the beginning of a line of `<<'EOF'`: dash loses the first byte of that letter.
            let alike = line.bytes().zip(delimiter.bytes()).take_while(|(one, other)| one == other).count();
            let cut = alike > 0 && line.as_bytes().get(alike).is_some_and(|byte| !byte.is_ascii());
            self.forbid(cut, start, Obstacle::DocumentBody)?;
            last += line.len();
        }
        self.fails(start, Obstacle::DocumentUnended)
    }

    /// Behind the first quote of `"$(cat <<'X' … X )"`, up to the last one. Its `cat` is a command like any other.
    pub(super) fn message(&mut self, draft: &mut Draft<'t>) -> Result<(), NotPlain> {
        let start = self.at;
        let begins = start + "$(".len();
        self.at = begins + "cat".len();
        let cat = Word::written(Span::new(begins, self.at), "cat");
        self.at += self.run(self.at, is_blank);
        let operator = self.at;
        self.forbid(!self.sees("<<"), start, Obstacle::Substitution)?;
        self.at += "<<".len();
        let delimiter = self.delimiter(operator)?;
        let span = self.span(operator);
        self.forbid(self.peek() != b'\n', start, Obstacle::Substitution)?;
        let (body, end) = self.body(operator, self.at + 1, delimiter)?;
        self.at = end + self.run(end, is_blank);
        self.messages += 1;
        self.forbid(self.messages > MESSAGES, start, Obstacle::TooMuch)?;
        let known = self.sees(")\"") && is_known(body, delimiter);
        let unsure = !known || !scans_agree(self.bytes.get(begins..).unwrap_or(&[]), self.at - begins);
        self.forbid(unsure, start, Obstacle::DocumentBody)?;
        let redirections = vec![Redirection { span, stream: Stream::Input, effect: Effect::Document(body.into()) }];
        let command = Command::new(Span::new(begins, self.at), vec![cat], self.input, self.place);
        self.push(Command { redirections, ..command })?;
        self.broken = true;
        self.at += ")\"".len();
        draft.push(body.trim_end_matches('\n'));
        Ok(())
    }
}

/// No line begins with the delimiter: bash 5.2 ends the document there if a `)` follows, mksh at `X)`. None ends with a backslash, and no
/// quotes are of a kind that the scans do not know.
fn is_known(body: &str, delimiter: &str) -> bool {
    let lines = body.lines().all(|line| !line.starts_with(delimiter) && !line.ends_with('\\'));
    lines && !body.contains("$\"") && !body.contains("$'")
}

/// How far behind a message a scan may go that has not found its end.
const BEYOND: usize = 1 << 12;
/// Brackets within brackets of a message.
const NESTED: usize = 64;

/// Where a scan begins a new level at `$(`, `${` and `$[`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Nesting {
    Nowhere,
    Quoted,
    Everywhere,
}

/// Whether each scan of a text finds the `)` at `close`, or comes to the end of the text first.
pub(super) fn scans_agree(text: &[u8], close: usize) -> bool {
    let seen = text.get(..close.saturating_add(BEYOND)).unwrap_or(text);
    [Nesting::Nowhere, Nesting::Quoted, Nesting::Everywhere].into_iter().all(|nesting| {
        [false, true].into_iter().all(|comments| match closing(seen, nesting, comments) {
            Ok(Some(at)) => at == close,
            Ok(None) => seen.len() == text.len(),
            Err(TooDeep) => false,
        })
    })
}

/// Brackets are nested too deeply to tell.
struct TooDeep;

/// Skips quotes and counts brackets, up to the `)` that closes the first of them.
fn closing(text: &[u8], nesting: Nesting, comments: bool) -> Result<Option<usize>, TooDeep> {
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    let length = |from: usize, end: u8| text.iter().skip(from).take_while(|byte| **byte != end).count();
    let mut open = vec![b')'];
    let mut at = 0;
    while let (Some(level), true) = (open.last().copied(), at < text.len()) {
        let this = byte(at);
        let quoted = level == b'"';
        let nests = match nesting {
            Nesting::Nowhere => false,
            Nesting::Quoted => quoted,
            Nesting::Everywhere => level != b'`',
        };
        let deeper = match byte(at + 1) {
            b'(' => b')',
            b'{' => b'}',
            b'[' => b']',
            _ => 0,
        };
        match this {
            b'\\' => at += 1,
            _ if this == level => {
                open.pop();
                if open.is_empty() {
                    return Ok(Some(at));
                }
            }
            b'$' if nests && deeper != 0 => {
                open.push(deeper);
                at += 1;
            }
            _ if level == b'`' => {}
            b'`' => open.push(b'`'),
            _ if quoted => {}
            b'"' => open.push(b'"'),
            b'\'' => at += 1 + length(at + 1, b'\''),
            b'(' if level == b')' => open.push(b')'),
            b'[' if level == b']' => open.push(b']'),
            b'#' if comments && level == b')' && (at == 0 || matches!(byte(at - 1), b' ' | b'\t' | b'\n')) => {
                at += length(at, b'\n');
            }
            _ => {}
        }
        if open.len() > NESTED {
            return Err(TooDeep);
        }
        at += 1;
    }
    Ok(None)
}
