//! Lines in columns: a label on the left, words that wrap, a line of the command with a part underlined.

use std::io::{self, Write};

use byleave_shell::Span;

use crate::escape;
use crate::style::{HEADING, LABEL};

/// The narrowest column of words.
const LEAST: usize = 12;
/// On a narrower screen the label of a stage has its own line.
const NARROW: usize = 60;

/// Writes the rows of an explanation.
pub struct Layout<'o> {
    out: &'o mut dyn Write,
    width: usize,
    /// The column where the rows of a stage begin.
    margin: usize,
    /// The label of a stage, until its first row is written.
    label: Option<(usize, &'static str)>,
}

impl<'o> Layout<'o> {
    /// Rows for a screen of some width.
    pub fn new(out: &'o mut dyn Write, width: usize) -> Self {
        Self { out, width, margin: if width < NARROW { 2 } else { 11 }, label: None }
    }

    /// Begins a stage: its number and name stand before its first row.
    pub const fn stage(&mut self, number: usize, name: &'static str) {
        self.label = Some((number, name));
    }

    /// A row: a coloured head of this many columns, then words, which wrap under themselves.
    pub fn row(&mut self, head: &str, columns: usize, words: &str) -> io::Result<()> {
        let indent = self.margin.saturating_add(columns);
        let mut lines = wrapped(words, self.width.saturating_sub(indent).max(LEAST)).into_iter();
        self.begin()?;
        writeln!(self.out, "{head}{}", lines.next().unwrap_or_default())?;
        lines.try_for_each(|line| writeln!(self.out, "{:indent$}{line}", ""))
    }

    fn begin(&mut self) -> io::Result<()> {
        let margin = self.margin;
        match self.label.take() {
            Some((number, name)) if self.width < NARROW => {
                writeln!(self.out, "{HEADING}{number} {name}{HEADING:#}")?;
                write!(self.out, "{:margin$}", "")
            }
            Some((number, name)) => write!(self.out, "{HEADING}{number} {name:<9}{HEADING:#}"),
            None => write!(self.out, "{:margin$}", ""),
        }
    }

    /// The line of the command where a part begins, cut around the part if it is long, with the part underlined.
    pub fn underlined(&mut self, command: &str, span: Span, columns: usize) -> io::Result<()> {
        if span.of(command).trim().is_empty() {
            return Ok(());
        }
        // A line of a command needs more room than words.
        let indent = self.margin.saturating_add(if self.width < NARROW { 2 } else { columns });
        let excerpt = Excerpt::new(command, span, self.width.saturating_sub(indent).max(LEAST));
        writeln!(self.out, "{:indent$}{LABEL}{}{LABEL:#}", "", excerpt.line)?;
        let before = indent.saturating_add(excerpt.before);
        writeln!(self.out, "{:before$}{}{}", "", "^".repeat(excerpt.carets), excerpt.rest)
    }
}

/// Wraps words to lines of at most this many columns; a longer word is cut in pieces, never left out.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0usize;
    for word in text.split(' ') {
        let columns = escape::columns(word);
        if used > 0 && used.saturating_add(1).saturating_add(columns) > width {
            lines.push(String::new());
            used = 0;
        }
        let Some(line) = lines.last_mut() else { continue };
        if used > 0 {
            line.push(' ');
            used = used.saturating_add(1);
        }
        if columns <= width {
            line.push_str(word);
            used = used.saturating_add(columns);
            continue;
        }
        for character in word.chars() {
            let columns = escape::columns(character.encode_utf8(&mut [0; 4]));
            if used.saturating_add(columns) > width {
                lines.push(String::new());
                used = 0;
            }
            if let Some(line) = lines.last_mut() {
                line.push(character);
            }
            used = used.saturating_add(columns);
        }
    }
    lines
}

/// One line of a text, cut to a width around the underlined part.
struct Excerpt {
    line: String,
    before: usize,
    carets: usize,
    /// Shown after the carets if the part goes on.
    rest: &'static str,
}

impl Excerpt {
    fn new(text: &str, span: Span, width: usize) -> Self {
        let (start, end) = (span.start as usize, span.end as usize);
        let (head, tail) = text.split_at_checked(start).unwrap_or((text, ""));
        // Only the visible part is processed: a long line may have very many parts.
        let (head, tail) = (end_of(head, width), beginning_of(tail, width));
        let head = head.rsplit('\n').next().unwrap_or("");
        let line = tail.split('\n').next().unwrap_or("");
        let (part, after) = line.split_at_checked(end.saturating_sub(start)).unwrap_or((line, ""));
        let more = span.of(text).trim_end_matches('\n').contains('\n');
        let [head, part, after] = [head, part, after].map(|piece| escape::shown(piece).into_owned());
        // If not everything fits, the text before the part gets a third, or more if the rest is short.
        let rest = escape::columns(&part).saturating_add(escape::columns(&after));
        let lead = last_of(&head, width.saturating_sub(rest).max(width / 3));
        let room = width.saturating_sub(escape::columns(&lead));
        let part = first_of(&part, room);
        let after = first_of(&after, room.saturating_sub(escape::columns(&part)));
        let (before, carets) = (escape::columns(&lead), escape::columns(&part).max(1));
        Self { line: format!("{lead}{part}{after}"), before, carets, rest: if more { " …" } else { "" } }
    }
}

/// More characters than fit into this many columns, even if many of them have no width.
const fn enough(width: usize) -> usize {
    width.saturating_mul(4)
}

fn beginning_of(text: &str, width: usize) -> &str {
    let end = text.char_indices().nth(enough(width)).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text)
}

fn end_of(text: &str, width: usize) -> &str {
    let start = text.char_indices().rev().nth(enough(width)).map_or(0, |(at, _)| at);
    text.get(start..).unwrap_or(text)
}

/// The beginning of a text, with a sign where it was cut.
fn first_of(text: &str, room: usize) -> String {
    if escape::columns(text) <= room {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 1usize;
    for character in text.chars() {
        used = used.saturating_add(escape::columns(character.encode_utf8(&mut [0; 4])));
        if used > room {
            break;
        }
        out.push(character);
    }
    if room > 0 {
        out.push('…');
    }
    out
}

/// The end of a text, with a sign where it was cut.
fn last_of(text: &str, room: usize) -> String {
    if escape::columns(text) <= room {
        return text.to_owned();
    }
    let mut kept: Vec<char> = Vec::new();
    let mut used = 1usize;
    for character in text.chars().rev() {
        used = used.saturating_add(escape::columns(character.encode_utf8(&mut [0; 4])));
        if used > room {
            break;
        }
        kept.push(character);
    }
    kept.push('…');
    kept.into_iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use byleave_shell::Span;

    use super::{Excerpt, wrapped};

    #[test]
    fn words_wrap_and_nothing_is_lost() {
        for (text, width, expected) in [
            ("one two three", 20, &["one two three"][..]),
            ("one two three", 7, &["one two", "three"]),
            ("abcdefgh i", 3, &["abc", "def", "gh", "i"]),
            ("", 5, &[""]),
            ("文文 文", 4, &["文文", "文"]),
        ] {
            assert_eq!(wrapped(text, width), expected, "{text} {width}");
        }
    }

    #[test]
    fn the_part_is_underlined_where_it_stands() {
        for (text, start, end, width, expected) in [
            ("ls && rm x", 6, 10, 40, "ls && rm x|6|4|"),
            ("a\nrm x\nb", 2, 6, 40, "rm x|0|4|"),
            ("for x\ndo y\ndone", 0, 15, 40, "for x|0|5| …"),
            ("a\x1bb c", 3, 4, 40, "a\\x1bb c|6|1|"),
            ("文 x", 4, 5, 40, "文 x|3|1|"),
            ("aaaaaaaaaaaaXbbbbbbbbbbbb", 12, 13, 12, "…aaaXbbbbbb…|4|1|"),
            ("ab", 7, 9, 40, "ab|2|1|"),
        ] {
            let excerpt = Excerpt::new(text, Span::new(start, end), width);
            let drawn = format!("{}|{}|{}|{}", excerpt.line, excerpt.before, excerpt.carets, excerpt.rest);
            assert_eq!(drawn, expected, "{text:?}");
        }
    }
}
