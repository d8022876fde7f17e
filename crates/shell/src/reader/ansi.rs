//! `$'…'`: backslash escapes as in C.

use super::{Parser, Read};
use crate::hidden::UNREADABLE;
use crate::script::PartKind;
use crate::{Construct, Reason};

impl Parser<'_, '_> {
    /// Reads `$'…'` and makes one decoded part of it.
    pub(super) fn ansi_quotes(&mut self) -> Read<()> {
        let start = self.at;
        self.advance(2);
        let inside = self.at;
        let mut escapes = false;
        loop {
            match self.peek() {
                0 => return Err(self.stop(start, Reason::Unterminated(Construct::AnsiQuotes))),
                b'\'' => break,
                b'\\' => {
                    escapes = true;
                    self.advance(2);
                }
                _ => self.advance(1),
            }
        }
        if self.at > self.bytes.len() {
            return Err(self.stop(start, Reason::Unterminated(Construct::AnsiQuotes)));
        }
        let end = self.at;
        self.advance(1);
        let text = if escapes {
            let decoded = decode(self.slice(inside, end));
            let from = self.builder.buffer.len();
            self.builder.buffer.push_str(&decoded);
            self.decoded(from)
        } else {
            self.text(inside, end)
        };
        self.push_part(self.span(start, self.at), PartKind::Text(text), true)
    }
}

/// The value that bash gives the text of `$'…'`. A result that is not text contains [`UNREADABLE`], so the word is not
/// literal.
pub(super) fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let [escape, after @ ..] = rest else {
            bytes.push(b'\\');
            break;
        };
        rest = after;
        match escape {
            b'a' => bytes.push(0x07),
            b'b' => bytes.push(0x08),
            b'e' | b'E' => bytes.push(0x1b),
            b'f' => bytes.push(0x0c),
            b'n' => bytes.push(b'\n'),
            b'r' => bytes.push(b'\r'),
            b't' => bytes.push(b'\t'),
            b'v' => bytes.push(0x0b),
            b'\\' | b'\'' | b'"' | b'?' => bytes.push(*escape),
            b'0'..=b'7' => {
                let more = number(rest, 8, 2);
                let value = u32::from(escape.saturating_sub(b'0'))
                    .saturating_mul(8u32.pow(more.digits))
                    .saturating_add(more.value);
                bytes.push(low_byte(value));
                rest = more.rest;
            }
            b'x' => match hexadecimal(rest) {
                Some(found) => {
                    bytes.push(low_byte(found.value));
                    rest = found.rest;
                }
                // `\x{` without digits is a NUL.
                None if rest.first() == Some(&b'{') => bytes.push(0),
                None => bytes.extend_from_slice(b"\\x"),
            },
            b'u' | b'U' => {
                let found = number(rest, 16, if *escape == b'u' { 4 } else { 8 });
                match char::from_u32(found.value) {
                    _ if found.digits == 0 => bytes.extend_from_slice(&[b'\\', *escape]),
                    Some(character) => bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
                    None => bytes.push(UNREADABLE),
                }
                rest = found.rest;
            }
            b'c' => {
                let [control, after @ ..] = rest else {
                    bytes.extend_from_slice(b"\\c");
                    break;
                };
                // `\c\\` takes both backslashes.
                rest = if control == &b'\\' { after.strip_prefix(b"\\").unwrap_or(after) } else { after };
                bytes.push(if *control == b'?' { 0x7f } else { control.to_ascii_uppercase() & 0x1f });
            }
            _ => bytes.extend_from_slice(&[b'\\', *escape]),
        }
        // bash strings end at a NUL, and so does the value of `$'…'`.
        if bytes.last() == Some(&0) {
            bytes.pop();
            break;
        }
    }
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(bad) => bad.into_bytes().utf8_chunks().fold(String::new(), |mut text, chunk| {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|_| char::from(UNREADABLE)));
            text
        }),
    }
}

fn low_byte(value: u32) -> u8 {
    value.to_le_bytes().first().copied().unwrap_or(0)
}

struct Number<'t> {
    value: u32,
    digits: u32,
    rest: &'t [u8],
}

fn number(text: &[u8], base: u32, most: u32) -> Number<'_> {
    let mut found = Number { value: 0, digits: 0, rest: text };
    while found.digits < most {
        let [byte, after @ ..] = found.rest else { break };
        let Some(digit) = char::from(*byte).to_digit(base) else { break };
        found.value = found.value.wrapping_mul(base).wrapping_add(digit);
        found.digits = found.digits.saturating_add(1);
        found.rest = after;
    }
    found
}

/// `\xHH`, or `\x{H…}` with as many digits as there are.
fn hexadecimal(text: &[u8]) -> Option<Number<'_>> {
    let braced = text.strip_prefix(b"{");
    let mut found = number(braced.unwrap_or(text), 16, if braced.is_some() { u32::MAX } else { 2 });
    if braced.is_some() {
        found.rest = found.rest.strip_prefix(b"}").unwrap_or(found.rest);
    }
    (found.digits > 0).then_some(found)
}
