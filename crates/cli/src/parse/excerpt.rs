//! Lines of the text with the relevant part underlined.

use std::io::{self, Write};

use byleave_shell::{Script, Span};

use crate::escape;
use crate::style::{DANGER, LABEL};

/// Beyond this they are only counted.
const MOST: usize = 20;

/// What byleave could not read: why, and where.
pub fn opaque(out: &mut dyn Write, script: &Script<'_>, width: usize) -> io::Result<()> {
    for opaque in script.opaque().iter().take(MOST) {
        let excerpt = Excerpt::new(script.source(), opaque.span, width);
        writeln!(out, "\n{DANGER}cannot be read:{DANGER:#} {}", opaque.reason)?;
        let number = excerpt.line_number.to_string();
        let margin = number.len();
        writeln!(out, "  {LABEL}{number} │{LABEL:#} {}", excerpt.line)?;
        let (before, carets) = (" ".repeat(excerpt.before), "^".repeat(excerpt.carets));
        writeln!(out, "  {:margin$} {LABEL}│{LABEL:#} {before}{DANGER}{carets}{DANGER:#}{}", "", excerpt.rest())?;
    }
    left_out(out, script.opaque().len())
}

/// Characters a person would not see or would misread.
pub fn hidden(out: &mut dyn Write, script: &Script<'_>, bytes: &[u8]) -> io::Result<()> {
    if script.hidden().is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{DANGER}hidden characters{DANGER:#}")?;
    for hidden in script.hidden().iter().take(MOST) {
        let spelt = spelt(script, hidden.span, bytes);
        writeln!(out, "  {spelt:<10} {} {LABEL}at byte {}{LABEL:#}", hidden.kind.words(), hidden.span.start)?;
    }
    left_out(out, script.hidden().len())
}

fn left_out(out: &mut dyn Write, all: usize) -> io::Result<()> {
    match all.saturating_sub(MOST) {
        0 => Ok(()),
        more => writeln!(out, "  {LABEL}… and {more} more (all with --json){LABEL:#}"),
    }
}

/// The character, or the byte if it is not a character.
fn spelt(script: &Script<'_>, span: Span, bytes: &[u8]) -> String {
    let given = bytes.get(span.start as usize..span.end as usize).unwrap_or_default();
    match (std::str::from_utf8(given), given) {
        (Ok(text), _) if !text.is_empty() => escape::shown(text).into_owned(),
        (_, [byte]) => format!("\\x{byte:02x}"),
        _ => escape::shown(span.of(script.source())).into_owned(),
    }
}

/// One line, cut to the width of the screen around the underlined part.
struct Excerpt {
    line_number: usize,
    line: String,
    /// Columns before the underlined part.
    before: usize,
    /// Columns of the underlined part; at least one, so that an empty part can be seen.
    carets: usize,
    /// Whether the part continues on further lines.
    more_lines: bool,
}

impl Excerpt {
    fn new(source: &str, span: Span, width: usize) -> Self {
        let (start, end) = (span.start as usize, span.end as usize);
        let (head, tail) = source.split_at_checked(start).unwrap_or((source, ""));
        let line_start = head.rfind('\n').map_or(0, |at| at.saturating_add(1));
        let line_number = head.matches('\n').count().saturating_add(1);
        let room = width.saturating_sub(line_number.to_string().len().saturating_add(6));

        let mut line = before_within(head.get(line_start..).unwrap_or(""), room / 3);
        let before = escape::columns(&line);
        let mut carets = 0usize;
        let mut room = room.saturating_sub(before);
        for (at, character) in tail.char_indices() {
            if character == '\n' {
                break;
            }
            let mut spelt = String::new();
            escape::push(&mut spelt, character);
            let columns = escape::columns(&spelt);
            // One column is kept for the sign that something was cut.
            if columns >= room {
                line.push('…');
                break;
            }
            room = room.saturating_sub(columns);
            line.push_str(&spelt);
            if start.saturating_add(at) < end {
                carets = carets.saturating_add(columns);
            }
        }
        let more_lines = span.of(source).trim_end_matches('\n').contains('\n');
        Self { line_number, line, before, carets: carets.max(1), more_lines }
    }

    const fn rest(&self) -> &'static str {
        if self.more_lines { " and the lines below" } else { "" }
    }
}

/// The end of `text`, as much as fits into `room` columns when spelt out.
fn before_within(text: &str, room: usize) -> String {
    let mut pieces = Vec::new();
    let mut room = room;
    for character in text.chars().rev() {
        let mut spelt = String::new();
        escape::push(&mut spelt, character);
        let columns = escape::columns(&spelt);
        if columns >= room {
            pieces.push("…".to_owned());
            break;
        }
        room = room.saturating_sub(columns);
        pieces.push(spelt);
    }
    pieces.reverse();
    pieces.concat()
}

#[cfg(test)]
mod tests {
    use super::Excerpt;
    use byleave_shell::Span;

    fn drawn(source: &str, start: u32, end: u32, width: usize) -> String {
        let excerpt = Excerpt::new(source, Span::new(start, end), width);
        format!(
            "{}|{}\n{}{}",
            excerpt.line_number,
            excerpt.line,
            " ".repeat(excerpt.before),
            "^".repeat(excerpt.carets)
        )
    }

    #[test]
    fn underlines_the_part() {
        assert_eq!(drawn("echo \"ab", 5, 8, 80), "1|echo \"ab\n     ^^^");
        assert_eq!(drawn("a\nb c\nd", 4, 5, 80), "2|b c\n  ^");
        assert_eq!(drawn("a &&", 4, 4, 80), "1|a &&\n    ^");
        assert_eq!(drawn("a\x1bb c", 3, 4, 80), "1|a\\x1bb c\n      ^", "carets follow what is shown");
        assert_eq!(drawn("文 x", 4, 5, 80), "1|文 x\n   ^");
    }

    #[test]
    fn long_lines_are_cut_around_the_part() {
        let source = format!("{}X{}", "a".repeat(1000), "b".repeat(1000));
        let text = drawn(&source, 1000, 1001, 40);
        assert_eq!(text, "1|…aaaaaaaaaaXbbbbbbbbbbbbbbbbbbbb…\n           ^");
    }

    #[test]
    fn a_span_outside_the_text_is_no_panic() {
        drawn("ab", 7, 9, 80);
        drawn("é", 1, 2, 80);
        drawn("", 0, 0, 0);
    }
}
