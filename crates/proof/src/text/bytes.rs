//! What single bytes and characters are, and which no plain text has.

use crate::tables::shells::HIDDEN;
use crate::{NotPlain, Obstacle, Span};

/// It stands for itself within a word.
pub(super) const fn is_self(byte: u8) -> bool {
    is_name(byte) || matches!(byte, b',' | b':' | b'@' | b'%')
}

/// It ends a word.
pub(super) const fn is_end(byte: u8) -> bool {
    matches!(byte, 0 | b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')')
}

/// It may stand in the name of a command.
pub(super) const fn is_name(byte: u8) -> bool {
    is_variable(byte) || matches!(byte, b'-' | b'.' | b'/' | b'+')
}

/// It may stand in the name of a variable.
pub(super) const fn is_variable(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
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
        if !joins && HIDDEN.iter().any(|hidden| hidden.contains(&character)) {
            return Err(not(start, character.len_utf8(), Obstacle::Hidden));
        }
        previous = character;
    }
    Ok(text)
}

const fn is_control(byte: u8) -> bool {
    (byte < b' ' && byte != b'\n' && byte != b'\t') || byte == 0x7f
}
