//! What each byte means to the reader of words.

/// A byte of an ordinary word.
pub(super) const PLAIN: u8 = 0;
/// Ends a word: blanks, line breaks, `; & | < > ( )` and the end of the text.
pub(super) const DELIMITER: u8 = 1;
/// Part of a word, and a pattern character: `* ? [`.
pub(super) const PATTERN: u8 = 2;
/// Begins something else: quotes, `\`, `$`, a backtick, `{`, `~`, a byte that is not text.
pub(super) const SPECIAL: u8 = 3;

const TABLE: [u8; 256] = {
    let mut table = [PLAIN; 256];
    let mut delimiters: &[u8] = b"\0 \t\n;&|<>()";
    while let [byte, rest @ ..] = delimiters {
        set(&mut table, *byte, DELIMITER);
        delimiters = rest;
    }
    let mut patterns: &[u8] = b"*?[";
    while let [byte, rest @ ..] = patterns {
        set(&mut table, *byte, PATTERN);
        patterns = rest;
    }
    let mut special: &[u8] = b"'\"\\$`{~\x1a";
    while let [byte, rest @ ..] = special {
        set(&mut table, *byte, SPECIAL);
        special = rest;
    }
    table
};

#[expect(clippy::indexing_slicing, reason = "a u8 always lies inside 256 entries, and this runs at compile time")]
const fn set<T: Copy>(table: &mut [T; 256], byte: u8, class: T) {
    table[byte as usize] = class;
}

/// The class of a byte.
pub(super) fn class(byte: u8) -> u8 {
    TABLE.get(usize::from(byte)).copied().unwrap_or(DELIMITER)
}

/// Whether a byte ends a word.
pub(super) fn is_delimiter(byte: u8) -> bool {
    class(byte) == DELIMITER
}

/// Whether a byte can begin a name.
pub(super) const fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// Whether a byte can continue a name. A table, because every command word may begin an assignment.
pub(super) fn is_name(byte: u8) -> bool {
    NAMES.get(usize::from(byte)).copied().unwrap_or(false)
}

const NAMES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            set(&mut table, byte, true);
        }
        byte = byte.saturating_add(1);
    }
    table
};
