//! Messages that end at a line break, from a stream: whole where they may be judged, in parts where they are larger.

use std::io::{self, BufRead};

/// How large the later parts of a message are.
const PART: usize = 64 << 10;

/// A piece of a stream.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece {
    /// A message, without its line break.
    Whole(Vec<u8>),
    /// The first part of a message that is larger than the limit. More follows.
    Begin(Vec<u8>),
    /// Another part.
    More(Vec<u8>),
    /// Its end, without a line break.
    End(Vec<u8>),
}

/// Reads pieces of at most a limit.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    limit: usize,
    inside: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads from here.
    pub const fn new(reader: R, limit: usize) -> Self {
        Self { reader, limit, inside: false }
    }

    /// The next piece; none at the end. A last line without its line break is cut off: its sender died in the middle.
    ///
    /// # Errors
    ///
    /// If the stream cannot be read.
    pub fn next(&mut self) -> io::Result<Option<Piece>> {
        let mut held = Vec::new();
        loop {
            let available = match self.reader.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if available.is_empty() {
                let inside = std::mem::take(&mut self.inside);
                return Ok(inside.then_some(Piece::End(held)));
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let most = if self.inside { self.limit.min(PART) } else { self.limit };
            let taken = end.unwrap_or(available.len()).min(most.saturating_add(1).saturating_sub(held.len()));
            held.extend_from_slice(available.get(..taken).unwrap_or_default());
            let ended = end == Some(taken);
            self.reader.consume(taken.saturating_add(usize::from(ended)));
            if ended {
                let inside = std::mem::take(&mut self.inside);
                return Ok(Some(if inside { Piece::End(held) } else { Piece::Whole(held) }));
            }
            if held.len() > most {
                let begun = std::mem::replace(&mut self.inside, true);
                return Ok(Some(if begun { Piece::More(held) } else { Piece::Begin(held) }));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, Piece};

    #[test]
    fn lines_come_whole_up_to_the_limit_and_in_parts_beyond() {
        let text = b"ab\n\nabcd\nabcdefghijk\nxy\nhalf";
        for room in [1, 3, 100] {
            let mut lines = Lines::new(std::io::BufReader::with_capacity(room, text.as_slice()), 4);
            let mut seen = Vec::new();
            while let Some(piece) = lines.next().expect("bytes") {
                seen.push(match piece {
                    Piece::Whole(bytes) => format!("whole {}", String::from_utf8_lossy(&bytes)),
                    Piece::Begin(bytes) => format!("begin {}", String::from_utf8_lossy(&bytes)),
                    Piece::More(bytes) => format!("more {}", String::from_utf8_lossy(&bytes)),
                    Piece::End(bytes) => format!("end {}", String::from_utf8_lossy(&bytes)),
                });
            }
            let expected = ["whole ab", "whole ", "whole abcd", "begin abcde", "more fghij", "end k", "whole xy"];
            assert_eq!(seen, expected, "{room}");
        }
    }
}
