//! What single bytes and characters are, and which no plain text has.

use crate::{NotPlain, Obstacle, Span};

/// It stands for itself within a word.
const SELF: u8 = 1;
/// It ends a word.
const END: u8 = 2;
/// It may stand in the name of a command.
const NAME: u8 = 4;
/// It may stand in the name of a variable.
const VARIABLE: u8 = 8;

const CLASSES: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        let class = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' => SELF | NAME | VARIABLE,
            b'-' | b'.' | b'/' | b'+' => SELF | NAME,
            b',' | b':' | b'@' | b'%' => SELF,
            0 | b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')' => END,
            _ => 0,
        };
        #[expect(clippy::indexing_slicing, reason = "a byte is always below 256")]
        {
            table[byte as usize] = class;
        }
        byte += 1;
    }
    table
};

#[expect(clippy::indexing_slicing, reason = "a byte is always below 256")]
const fn is(byte: u8, class: u8) -> bool {
    CLASSES[byte as usize] & class != 0
}

pub(super) const fn is_self(byte: u8) -> bool {
    is(byte, SELF)
}

pub(super) const fn is_end(byte: u8) -> bool {
    is(byte, END)
}

pub(super) const fn is_name(byte: u8) -> bool {
    is(byte, NAME)
}

pub(super) const fn is_variable(byte: u8) -> bool {
    is(byte, VARIABLE)
}

pub(super) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The text, if it is one, without characters that shells, terminals and people take differently.
pub(super) fn checked(bytes: &[u8]) -> Result<&str, NotPlain> {
    let not = |start: usize, width: usize, reason| NotPlain { span: Span::new(start, start + width), reason };
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        not(start, error.error_len().unwrap_or_else(|| bytes.len() - start), Obstacle::Bytes)
    })?;
    // bash 3.2 uses \x01 and \x7f as marks of its own; a carriage return is part of a word. Without stopping at the first one, several
    // bytes are checked at once.
    if bytes.iter().fold(false, |any, byte| any | is_control(*byte)) {
        return Err(not(bytes.iter().position(|byte| is_control(*byte)).unwrap_or(0), 1, Obstacle::Control));
    }
    if text.is_ascii() {
        return Ok(text);
    }
    // A person who is shown the text sees all of it: `rm -r build/` and a tag character behind it are two commands to two readers.
    let mut previous = ' ';
    for (start, character) in text.char_indices() {
        // A joiner or a variation selector belongs to a letter or an emoji before it.
        let joins = matches!(character, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}') && !previous.is_ascii();
        if !joins && is_hidden(character) {
            return Err(not(start, character.len_utf8(), Obstacle::Hidden));
        }
        previous = character;
    }
    Ok(text)
}

const fn is_control(byte: u8) -> bool {
    (byte < b' ' && byte != b'\n' && byte != b'\t') || byte == 0x7f
}

/// It has no width, looks like a blank, or moves what stands beside it.
const fn is_hidden(character: char) -> bool {
    matches!(character,
        '\u{80}'..='\u{a0}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{1680}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}' | '\u{2800}'
        | '\u{3000}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
