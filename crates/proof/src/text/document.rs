//! Here-documents, and the `"$(cat <<'EOF' … EOF)"` that nearly every commit of an agent has.

use std::borrow::Cow;

use crate::text::Reader;
use crate::text::bytes::is_end;
use crate::text::word::Draft;
use crate::{Command, Descriptor, Effect, NotPlain, Obstacle, Redirection, Span, Value, Word};

/// More messages than this are not looked at: each is scanned up to the end of the text.
const MESSAGES: usize = 8;
/// How far behind a message a scan may go that has not found its end.
const BEYOND: usize = 1 << 12;
/// Brackets within brackets of a message.
const NESTED: usize = 64;

/// The body of a here-document, and where its last line ends.
struct Body<'t> {
    text: &'t str,
    end: usize,
}

impl<'t> Reader<'t, '_> {
    /// Behind `<<`: its body, which stands behind the line.
    pub(super) fn document(&mut self, start: usize) -> Result<Cow<'t, str>, NotPlain> {
        // `<<<` is not known to dash and busybox; `<<-` takes tabs away that nobody sees.
        let delimiter = self.delimiter(start)?;
        // Two for one line: zsh gives both to a command, the others the last.
        if self.resume.is_some() {
            return self.fails(start, Obstacle::DocumentLine);
        }
        let rest = self.bytes.get(self.at..).unwrap_or(&[]);
        let Some(length) = rest.iter().position(|byte| *byte == b'\n') else {
            return self.fails(start, Obstacle::DocumentUnended);
        };
        let body = self.body(start, self.at + length + 1, delimiter)?;
        self.resume = Some(body.end);
        Ok(Cow::Borrowed(body.text))
    }

    /// `'X'` or `"X"`. An unquoted one is expanded.
    fn delimiter(&mut self, start: usize) -> Result<&'t str, NotPlain> {
        while matches!(self.peek(), b' ' | b'\t') {
            self.at += 1;
        }
        let quote = self.peek();
        let begins = self.at + 1;
        let rest = self.bytes.get(begins..).unwrap_or(&[]);
        let length = rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_').unwrap_or(rest.len());
        let end = begins + length;
        let ends = self.byte(end) == quote && is_end(self.byte(end + 1));
        if !matches!(quote, b'\'' | b'"') || length == 0 || !ends {
            return self.fails(start, Obstacle::DocumentDelimiter);
        }
        self.at = end + 1;
        Ok(self.slice(begins, end))
    }

    fn body(&self, start: usize, begins: usize, delimiter: &str) -> Result<Body<'t>, NotPlain> {
        let mut last = begins;
        for line in self.text.get(begins..).unwrap_or("").split_inclusive('\n') {
            if line.strip_suffix('\n').unwrap_or(line) == delimiter {
                return Ok(Body { text: self.slice(begins, last), end: last + line.len() });
            }
            // `E` and a letter outside ASCII behind it at the beginning of a line of `<<'EOF'`: dash loses the first byte of that letter.
            let alike = line.bytes().zip(delimiter.bytes()).take_while(|(one, other)| one == other).count();
            if alike > 0 && line.as_bytes().get(alike).is_some_and(|byte| !byte.is_ascii()) {
                return self.fails(start, Obstacle::DocumentLetter);
            }
            last += line.len();
        }
        self.fails(start, Obstacle::DocumentUnended)
    }

    /// Behind the first quote of `"$(cat <<'X' … X )"`, up to the last one.
    ///
    /// bash 3.2 looks for the `)` without knowing here-documents, and *runs* `touch` in the body `x ) " ; touch MARK ; q "`. bash 5.2
    /// ends the document at a line that begins with the delimiter, if a `)` follows; mksh at `X)`.
    pub(super) fn message(&mut self, draft: &mut Draft<'t>) -> Result<(), NotPlain> {
        let start = self.at;
        let begins = start + "$(".len();
        self.at = begins + "cat".len();
        self.skip_spaces();
        if !self.sees("<<") {
            return self.fails(start, Obstacle::Substitution);
        }
        let operator = self.at;
        self.at += "<<".len();
        let delimiter = self.delimiter(operator)?;
        let redirected = self.span(operator);
        if self.peek() != b'\n' {
            return self.fails(start, Obstacle::Substitution);
        }
        if self.resume.is_some() {
            return self.fails(start, Obstacle::DocumentLine);
        }
        let body = self.body(operator, self.at + 1, delimiter)?;
        self.at = body.end;
        self.skip_spaces();
        if !self.sees(")\"") {
            return self.fails(start, Obstacle::DocumentBody);
        }
        self.messages += 1;
        if self.messages > MESSAGES {
            return self.fails(start, Obstacle::TooMuch);
        }
        if !is_harmless(body.text, delimiter) || !self.scans_agree(begins, self.at) {
            return self.fails(start, Obstacle::DocumentBody);
        }
        let span = Span::new(begins, self.at);
        self.run_cat(span, redirected, body.text)?;
        self.broken = true;
        self.at += ")\"".len();
        draft.push(body.text.trim_end_matches('\n'));
        Ok(())
    }

    /// The `cat` of a message is a command like any other.
    fn run_cat(&mut self, span: Span, redirected: Span, body: &'t str) -> Result<(), NotPlain> {
        let value = Value::Literal { text: Cow::Borrowed("cat"), tilde: false };
        let words = vec![Word { span: Span::new(span.start, span.start + "cat".len()), value }];
        let effect = Effect::Document(Cow::Borrowed(body));
        let redirections = vec![Redirection { span: redirected, descriptor: Descriptor::Input, effect }];
        let (assignments, input, place) = (self.exported.clone(), self.input, self.place);
        self.push(Command { span, assignments, words, redirections, input, place })
    }

    fn skip_spaces(&mut self) {
        while matches!(self.peek(), b' ' | b'\t') {
            self.at += 1;
        }
    }

    /// Whether whoever looks for the `)` without knowing here-documents finds it at `close` too, or never: then nothing runs.
    fn scans_agree(&self, begins: usize, close: usize) -> bool {
        Nesting::ALL.iter().all(|nesting| {
            [false, true].iter().all(|comments| {
                let end = close.saturating_add(BEYOND).min(self.bytes.len());
                match closing(self.bytes.get(begins..end).unwrap_or(&[]), *nesting, *comments) {
                    Found::At(at) => at == close - begins,
                    Found::Never => end == self.bytes.len(),
                    Found::TooDeep => false,
                }
            })
        })
    }
}

/// Where a scan begins a new level at `$(`, `${` and `$[`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nesting {
    Nowhere,
    Quoted,
    Everywhere,
}

impl Nesting {
    const ALL: [Self; 3] = [Self::Nowhere, Self::Quoted, Self::Everywhere];
}

/// No line begins with the delimiter or ends with a backslash, and there are no quotes of a kind that the scan does not know.
fn is_harmless(body: &str, delimiter: &str) -> bool {
    let lines = body.lines().all(|line| !line.starts_with(delimiter) && !line.ends_with('\\'));
    lines && !body.contains("$\"") && !body.contains("$'")
}

/// What a scan for the `)` finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    At(usize),
    /// It comes to the end of the text first.
    Never,
    /// Brackets are nested too deeply to tell.
    TooDeep,
}

/// Skips quotes and counts brackets, up to the `)` that closes the first of them.
fn closing(text: &[u8], nesting: Nesting, comments: bool) -> Found {
    let byte = |at: usize| text.get(at).copied().unwrap_or(0);
    let length = |from: usize, end: u8| {
        let rest = text.get(from..).unwrap_or(&[]);
        rest.iter().position(|byte| *byte == end).unwrap_or(rest.len())
    };
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
                    return Found::At(at);
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
            return Found::TooDeep;
        }
        at += 1;
    }
    Found::Never
}
