//! What single bytes and characters are, and which no plain text has.

use crate::text::Entry;
use crate::{NotPlain, Obstacle, Span};

/// It stands for itself within a word.
const SELF: u8 = 1;
/// It ends a word.
const END: u8 = 2;
/// It may stand in the name of a command.
const NAME: u8 = 4;
/// It may stand in the name of a variable.
const VARIABLE: u8 = 8;

const CLASSES: [u8; 256] = classes();

const fn classes() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        let mut class = 0;
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            class |= SELF | NAME | VARIABLE;
        }
        if matches!(byte, b'-' | b'.' | b'/' | b'+') {
            class |= SELF | NAME;
        }
        if matches!(byte, b',' | b':' | b'@' | b'%') {
            class |= SELF;
        }
        if matches!(byte, 0 | b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b')') {
            class |= END;
        }
        set(&mut table, byte, class);
        byte += 1;
    }
    table
}

#[expect(clippy::indexing_slicing, reason = "a byte is always below 256, and this runs while the crate is compiled")]
const fn set(table: &mut [u8; 256], byte: u8, class: u8) {
    table[byte as usize] = class;
}

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

/// The text, if it is one, without characters that shells, terminals and people take differently.
pub(super) fn checked(bytes: &[u8], entry: Entry) -> Result<&str, NotPlain> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        let width = error.error_len().unwrap_or_else(|| bytes.len() - start);
        NotPlain { span: Span::new(start, start + width), reason: Obstacle::Bytes }
    })?;
    // bash 3.2 uses \x01 and \x7f as marks of its own; a carriage return is part of a word. Without stopping at the first one, several
    // bytes are checked at once.
    if bytes.iter().fold(false, |any, byte| any | is_control(*byte)) {
        return at(bytes.iter().position(|byte| is_control(*byte)), 1, Obstacle::Control);
    }
    if !text.is_ascii() {
        seen(text)?;
    }
    if entry == Entry::Typed {
        typed(bytes)?;
    }
    Ok(text)
}

fn at<T>(place: Option<usize>, width: usize, reason: Obstacle) -> Result<T, NotPlain> {
    let start = place.unwrap_or(0);
    Err(NotPlain { span: Span::new(start, start + width), reason })
}

const fn is_control(byte: u8) -> bool {
    (byte < b' ' && byte != b'\n' && byte != b'\t') || byte == 0x7f
}

/// A person who is shown the text sees all of it: `rm -r build/` and a tag character behind it are two commands to two readers.
fn seen(text: &str) -> Result<(), NotPlain> {
    let mut previous = ' ';
    for (start, character) in text.char_indices() {
        // A joiner or a variation selector belongs to a letter or an emoji before it.
        let joins = matches!(character, '\u{200d}' | '\u{fe0e}' | '\u{fe0f}') && !previous.is_ascii();
        if !joins && is_hidden(character) {
            return at(Some(start), character.len_utf8(), Obstacle::Hidden);
        }
        previous = character;
    }
    Ok(())
}

/// It has no width, looks like a blank, or moves what stands beside it.
const fn is_hidden(character: char) -> bool {
    matches!(character,
        '\u{80}'..='\u{a0}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{1680}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{2000}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}' | '\u{2800}'
        | '\u{3000}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// What an interactive shell takes before it reads the text.
fn typed(bytes: &[u8]) -> Result<(), NotPlain> {
    let mut previous = b'\n';
    for (start, byte) in bytes.iter().copied().enumerate() {
        match byte {
            // It completes a word.
            b'\t' => return at(Some(start), 1, Obstacle::Tab),
            // `q "a!" "; touch MARK; : "'"\'` makes MARK in zsh; bash looks for `!` even in the body of a here-document.
            b'!' if !matches!(bytes.get(start + 1), Some(b' ' | b'=')) => return at(Some(start), 1, Obstacle::History),
            // `^a^b` is the last command with `b` in place of `a`.
            b'^' if previous == b'\n' => return at(Some(start), 1, Obstacle::History),
            _ => {}
        }
        previous = byte;
    }
    Ok(())
}
