//! Decodes terminal input into keys.
//!
//! A sequence may arrive in pieces. The original read eight bytes at a time and took a torn arrow for Esc and text.
//! Here the pieces are kept until they make a key; an Esc that stays alone is a key after [`LONE_ESCAPE`].

use std::time::Duration;

/// How long an Esc may wait for the rest of a sequence.
pub const LONE_ESCAPE: Duration = Duration::from_millis(50);

/// Longer sequences are not keys.
const LONGEST: usize = 32;

/// One key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// ↑
    Up,
    /// ↓
    Down,
    /// Enter
    Enter,
    /// Backspace
    Backspace,
    /// Esc
    Escape,
    /// Ctrl+C
    CtrlC,
    /// Tab
    Tab,
    /// Shift+Tab
    BackTab,
    /// Page up, or ←
    PageUp,
    /// Page down, or →
    PageDown,
    /// A character that was typed.
    Typed(char),
    /// A pasted character: it is text and never a choice.
    Pasted(char),
}

/// Turns bytes into keys.
#[derive(Debug, Default)]
pub struct Decoder {
    pending: Vec<u8>,
    pasting: bool,
    /// The end of an abandoned sequence is still to come; its digits must not choose anything.
    skipping: bool,
}

/// What the first bytes are.
enum Found {
    /// A key, or something to ignore, of this many bytes.
    Whole(Option<Key>, usize),
    /// The beginning of something.
    Part,
}

impl Decoder {
    /// Whether a key may be incomplete.
    #[must_use]
    pub fn waits(&self) -> bool {
        !self.pending.is_empty()
    }

    /// The keys that these bytes complete.
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Key> {
        self.pending.extend_from_slice(bytes);
        self.skip();
        let mut keys = Vec::new();
        while !self.pending.is_empty() {
            match self.first() {
                Found::Whole(key, length) => {
                    keys.extend(key);
                    self.drop(length);
                }
                Found::Part if self.pending.len() > LONGEST => self.give_up(),
                Found::Part => break,
            }
        }
        keys
    }

    /// The keys after a silence: an Esc that stayed alone is the key.
    pub fn flush(&mut self) -> Vec<Key> {
        if self.pending == [0x1b] {
            self.pending.clear();
            return vec![Key::Escape];
        }
        if self.waits() {
            self.give_up();
        }
        Vec::new()
    }

    fn give_up(&mut self) {
        self.skipping = self.pending.first() == Some(&0x1b);
        self.pending.clear();
    }

    fn skip(&mut self) {
        if !self.skipping {
            return;
        }
        let end = self.pending.iter().position(|byte| matches!(byte, 0x40..=0x7e | ..0x20));
        let Some(end) = end else { return self.pending.clear() };
        let is_last = self.pending.get(end).is_some_and(|byte| *byte >= 0x40);
        self.drop(end.saturating_add(usize::from(is_last)));
        self.skipping = false;
    }

    fn drop(&mut self, length: usize) {
        self.pending.drain(..length.min(self.pending.len()));
    }

    fn first(&mut self) -> Found {
        match self.pending.as_slice() {
            [0x1b] | [0x1b, b'O'] => Found::Part,
            [0x1b, b'[', rest @ ..] => match control_sequence(rest) {
                Some((sequence, length)) => {
                    let key = self.named(&sequence);
                    Found::Whole(key, length.saturating_add(2))
                }
                None => Found::Part,
            },
            [0x1b, b'O', last, ..] => Found::Whole(arrow(*last), 3),
            // Alt with a key, which many use to switch windows: the key must not choose anything.
            [0x1b, 0x20..=0x7e | b'\r', ..] => Found::Whole(Some(Key::Escape), 2),
            // Esc twice: the first is a separate Esc.
            [0x1b, ..] => Found::Whole(Some(Key::Escape), 1),
            [byte @ (0x00..=0x1f | 0x7f), ..] => Found::Whole(self.control(*byte), 1),
            bytes => character(bytes, self.pasting),
        }
    }

    const fn control(&self, byte: u8) -> Option<Key> {
        match byte {
            // Two pasted lines are two words, not an answer.
            b'\t' | b'\r' | b'\n' if self.pasting => Some(Key::Pasted(' ')),
            0x03 => Some(Key::CtrlC),
            _ if self.pasting => None,
            b'\r' => Some(Key::Enter),
            b'\t' => Some(Key::Tab),
            0x08 | 0x7f => Some(Key::Backspace),
            _ => None,
        }
    }

    fn named(&mut self, sequence: &[u8]) -> Option<Key> {
        match sequence {
            b"200~" => {
                self.pasting = true;
                None
            }
            b"201~" => {
                self.pasting = false;
                None
            }
            _ if self.pasting => None,
            [last] => arrow(*last),
            b"5~" => Some(Key::PageUp),
            b"6~" => Some(Key::PageDown),
            _ => None,
        }
    }
}

const fn arrow(last: u8) -> Option<Key> {
    match last {
        b'A' => Some(Key::Up),
        b'B' => Some(Key::Down),
        b'C' => Some(Key::PageDown),
        b'D' => Some(Key::PageUp),
        b'M' => Some(Key::Enter),
        b'Z' => Some(Key::BackTab),
        _ => None,
    }
}

/// The bytes of a control sequence after `ESC [`, if it is complete, and their number.
fn control_sequence(rest: &[u8]) -> Option<(Vec<u8>, usize)> {
    let end = rest.iter().position(|byte| matches!(byte, 0x40..=0x7e))?;
    let length = end.saturating_add(1);
    Some((rest.get(..length)?.to_vec(), length))
}

fn character(bytes: &[u8], pasting: bool) -> Found {
    let length = match bytes.first() {
        Some(0xc2..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf4) => 4,
        _ => 1,
    };
    let Some(whole) = bytes.get(..length) else { return Found::Part };
    let key = std::str::from_utf8(whole).ok().and_then(|text| text.chars().next());
    // Bytes that do not form a character are dropped one by one.
    let taken = if key.is_some() { length } else { 1 };
    let key = key.filter(|key| !key.is_control());
    Found::Whole(key.map(|key| if pasting { Key::Pasted(key) } else { Key::Typed(key) }), taken)
}

#[cfg(test)]
mod tests {
    use super::{Decoder, Key};

    fn keys(pieces: &[&[u8]]) -> Vec<Key> {
        let mut decoder = Decoder::default();
        let mut keys: Vec<Key> = pieces.iter().flat_map(|piece| decoder.feed(piece)).collect();
        keys.extend(decoder.flush());
        keys
    }

    #[test]
    fn bytes_become_keys_however_they_are_torn() {
        for (pieces, expected) in [
            (&[&b"\x1b[A"[..]][..], &[Key::Up][..]),
            (&[b"\x1b", b"[", b"B"], &[Key::Down]),
            (&[b"\x1bOA\x1bOB"], &[Key::Up, Key::Down]),
            (&[b"\x1b"], &[Key::Escape]),
            (&[b"\x1b\x1b"], &[Key::Escape, Key::Escape]),
            (&[b"\x1b\x1b[A"], &[Key::Escape, Key::Up]),
            (&[b"\x1b1\x1b\r", b"\x1b", b"2"], &[Key::Escape, Key::Escape, Key::Escape]),
            (
                &[b"\x1b[5~\x1b[6~\x1b[Z\x1b[C\x1b[D"],
                &[Key::PageUp, Key::PageDown, Key::BackTab, Key::PageDown, Key::PageUp],
            ),
            (&[b"\x1b[1;5A\x1b[<0;1;1M\x1b[?1;2c1"], &[Key::Typed('1')]),
            (&[b"\r\n\t\x7f\x08\x03\x04\x1a"], &[Key::Enter, Key::Tab, Key::Backspace, Key::Backspace, Key::CtrlC]),
            (&["é".as_bytes(), "文".as_bytes()], &[Key::Typed('é'), Key::Typed('文')]),
            (&[b"\xe6", b"\x96", b"\x87"], &[Key::Typed('文')]),
            (&[b"\xff\xfea"], &[Key::Typed('a')]),
            (&[b"\xe6a1"], &[Key::Typed('a'), Key::Typed('1')]),
            (&[b"\xc2\x9b2"], &[Key::Typed('2')]),
            (&[b"\x1b[200~1\r2\x1b[201~3"], &[Key::Pasted('1'), Key::Pasted(' '), Key::Pasted('2'), Key::Typed('3')]),
        ] {
            assert_eq!(keys(pieces), expected, "{pieces:?}");
        }
    }

    #[test]
    fn an_endless_sequence_does_not_swallow_what_follows() {
        let mut decoder = Decoder::default();
        let mut found = decoder.feed(&[b"\x1b[".as_slice(), &b"1;".repeat(100)].concat());
        found.extend(decoder.feed(b"\x03"));
        assert_eq!(found, [Key::CtrlC]);
        let mut decoder = Decoder::default();
        assert_eq!(decoder.feed(b"\x1b["), []);
        assert_eq!(decoder.flush(), []);
        assert_eq!(decoder.feed(b"1;2A3"), [Key::Typed('3')], "the rest of a late sequence chooses nothing");
    }
}
