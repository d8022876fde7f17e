//! Characters that a person does not see or misreads, and bytes that are not text.

use std::borrow::Cow;

use crate::Span;

/// Replaces one byte that is not text. It is itself a control character, so replacing it loses little.
pub(crate) const UNREADABLE: u8 = 0x1a;

/// A run of characters of one kind that a person would not see or would misread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// Its place.
    pub span: Span,
    /// What kind it is.
    pub kind: HiddenKind,
}

/// Kinds of hidden characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HiddenKind {
    /// A NUL byte.
    Nul,
    /// A byte that is not valid UTF-8.
    InvalidUtf8,
    /// A carriage return, which bash takes as part of a word.
    CarriageReturn,
    /// Another C0 control character, or DEL.
    Control,
    /// A C1 control character.
    C1Control,
    /// A character that looks like a blank but is none to bash.
    Blank,
    /// A character that changes the direction of the text shown.
    Direction,
    /// A character without a width on the screen.
    Invisible,
}

impl HiddenKind {
    /// The kind in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Nul => "NUL byte",
            Self::InvalidUtf8 => "byte that is not valid UTF-8",
            Self::CarriageReturn => "carriage return",
            Self::Control => "control character",
            Self::C1Control => "C1 control character",
            Self::Blank => "character that looks like a blank",
            Self::Direction => "character that changes text direction",
            Self::Invisible => "invisible character",
        }
    }
}

/// The text to read, with one byte for each byte of the input.
///
/// NUL and bytes that are not UTF-8 become [`UNREADABLE`], so that spans stay valid and nothing that bash knows is
/// mistaken for them.
pub(crate) fn readable(bytes: &[u8]) -> (Cow<'_, str>, Vec<Hidden>) {
    match std::str::from_utf8(bytes) {
        // The common case.
        Ok(text) if is_plain(text) => (Cow::Borrowed(text), Vec::new()),
        Ok(text) if !bytes.contains(&0) => (Cow::Borrowed(text), find(text)),
        _ => repaired(bytes),
    }
}

fn repaired(bytes: &[u8]) -> (Cow<'_, str>, Vec<Hidden>) {
    let mut text = String::with_capacity(bytes.len());
    let mut bad = Vec::new();
    for chunk in bytes.utf8_chunks() {
        for piece in chunk.valid().split_inclusive('\0') {
            match piece.strip_suffix('\0') {
                Some(head) => {
                    text.push_str(head);
                    mark(&mut text, &mut bad, HiddenKind::Nul);
                }
                None => text.push_str(piece),
            }
        }
        for _ in chunk.invalid() {
            mark(&mut text, &mut bad, HiddenKind::InvalidUtf8);
        }
    }
    let found = find(&text);
    // Both lists are sorted, so one walk matches the marks with their causes.
    let mut known = bad.iter().peekable();
    let mut told: Vec<Hidden> = Vec::with_capacity(found.len());
    for run in found {
        let mut at = run.span.start;
        while at < run.span.end {
            while known.next_if(|bad| bad.span.end <= at).is_some() {}
            let (kind, end) = match known.peek() {
                Some(bad) if bad.span.start <= at => (bad.kind, bad.span.end),
                Some(bad) => (run.kind, bad.span.start.min(run.span.end)),
                None => (run.kind, run.span.end),
            };
            told.push(Hidden { span: Span::new(at, end), kind });
            at = end.max(at.saturating_add(1));
        }
    }
    (Cow::Owned(text), told)
}

fn mark(text: &mut String, bad: &mut Vec<Hidden>, kind: HiddenKind) {
    let at = offset(text.len());
    match bad.last_mut() {
        Some(last) if last.kind == kind && last.span.end == at => last.span.end = at.saturating_add(1),
        _ => bad.push(Hidden { span: Span::new(at, at.saturating_add(1)), kind }),
    }
    text.push(char::from(UNREADABLE));
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Whether a text is printable ASCII, blanks and line breaks, and nothing else.
fn is_plain(text: &str) -> bool {
    let plain = |byte: u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    // Without stopping at the first match, several bytes are checked at once.
    text.bytes().fold(true, |all, byte| all & plain(byte))
}

/// All hidden characters of a text, in runs of one kind.
#[must_use]
pub fn find(text: &str) -> Vec<Hidden> {
    let mut hidden: Vec<Hidden> = Vec::new();
    let mut previous = ' ';
    for (at, character) in text.char_indices() {
        if let Some(kind) = classify(character, previous) {
            let (start, end) = (offset(at), offset(at.saturating_add(character.len_utf8())));
            match hidden.last_mut() {
                Some(Hidden { span, kind: same }) if *same == kind && span.end == start => span.end = end,
                _ => hidden.push(Hidden { span: Span::new(start, end), kind }),
            }
        }
        previous = character;
    }
    hidden
}

fn classify(character: char, previous: char) -> Option<HiddenKind> {
    match character {
        '\n' | '\t' | ' '..='~' => None,
        '\r' => Some(HiddenKind::CarriageReturn),
        '\0'..='\x1f' | '\x7f' => Some(HiddenKind::Control),
        '\u{80}'..='\u{9f}' => Some(HiddenKind::C1Control),
        '\u{a0}'
        | '\u{1680}'
        | '\u{2000}'..='\u{200a}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{202f}'
        | '\u{205f}'
        | '\u{3000}' => Some(HiddenKind::Blank),
        '\u{200e}' | '\u{200f}' | '\u{061c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            Some(HiddenKind::Direction)
        }
        // A joiner inside an emoji is normal; anywhere else it hides.
        '\u{200d}' if is_emoji(previous) => None,
        '\u{ad}'
        | '\u{34f}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200d}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206a}'..='\u{206f}'
        | '\u{2800}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0d}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => Some(HiddenKind::Invisible),
        // The emoji and text variation selectors have no width; they are normal only after a letter or sign.
        '\u{fe0e}' | '\u{fe0f}' if previous.is_ascii() && !previous.is_ascii_digit() => Some(HiddenKind::Invisible),
        _ => None,
    }
}

fn is_emoji(character: char) -> bool {
    matches!(character, '\u{fe0f}' | '\u{2600}'..='\u{27bf}' | '\u{1f000}'..='\u{1faff}')
}
