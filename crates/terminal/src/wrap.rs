//! Breaks lines so that the text can be read back from the screen.
//!
//! As in Ollama's box, a line breaks at the last blank in its second half, else where it is full. The original dropped
//! every blank at a break, so `rm -rf / tmp` and `rm -rf /tmp` could look alike. Here a line that lost its blank is
//! shorter than one that was cut, the other blanks stay, and a blank that a cut leaves at the end is marked.

use crate::spelling::{Cell, LAST_BLANK};

/// The narrowest possible text: one wide character.
const LEAST: usize = 2;

/// Breaks one line of cells into rows: the first at most `first` columns wide, the others `rest`.
#[must_use]
pub fn wrap(cells: &[Cell], first: usize, rest: usize) -> Vec<Vec<Cell>> {
    // A wide character that does not fit leaves a gap of one column; a break at a blank must leave more than that.
    let gap = usize::from(cells.iter().any(|cell| cell.width > 1));
    let mut rows = Vec::new();
    let mut remaining = cells;
    let mut most = first.max(LEAST);
    while exceeds(remaining, most) {
        let (row, left) = row(remaining, most, gap);
        rows.push(row);
        remaining = left;
        most = rest.max(LEAST);
    }
    if !remaining.is_empty() || rows.is_empty() {
        rows.push(remaining.to_vec());
    }
    rows
}

/// Whether cells are wider than this. It looks only as far as necessary: a long line is checked once for each of its
/// rows.
fn exceeds(cells: &[Cell], most: usize) -> bool {
    let mut columns = 0usize;
    cells.iter().any(|cell| {
        columns = columns.saturating_add(cell.width);
        columns > most
    })
}

fn row(cells: &[Cell], most: usize, gap: usize) -> (Vec<Cell>, &[Cell]) {
    let (mut columns, mut full, mut blank) = (0usize, 0usize, None);
    for (at, cell) in cells.iter().enumerate() {
        let follows_blank = at.checked_sub(1).and_then(|before| cells.get(before)).is_some_and(|cell| cell.is_blank());
        let short = columns.saturating_add(gap) < most;
        if cell.is_blank() && !follows_blank && short && columns > most / 2 {
            blank = Some(at);
        }
        columns = columns.saturating_add(cell.width);
        if columns > most {
            break;
        }
        full = at.saturating_add(1);
    }
    if let Some((row, left)) = blank.and_then(|at| cells.split_at_checked(at)) {
        return (row.to_vec(), left.get(1..).unwrap_or_default());
    }
    let (row, left) = cells.split_at_checked(full).unwrap_or((cells, &[]));
    let mut row = row.to_vec();
    if let Some(last) = row.last_mut().filter(|last| last.is_blank()) {
        *last = Cell { glyph: LAST_BLANK, width: 1, spelt: true };
    }
    (row, left)
}

/// Breaks our own text, where a character may count as another width than its own.
#[must_use]
pub fn words(text: &str, most: usize, weight: fn(char) -> usize) -> Vec<String> {
    let mut rows = Vec::new();
    let mut row = String::new();
    let mut used = 0usize;
    for word in text.split(' ') {
        let long: usize = word.chars().map(weight).sum();
        if !row.is_empty() && used.saturating_add(1).saturating_add(long) > most {
            rows.push(std::mem::take(&mut row));
            used = 0;
        }
        if !row.is_empty() {
            row.push(' ');
            used = used.saturating_add(1);
        }
        row.push_str(word);
        used = used.saturating_add(long);
    }
    rows.push(row);
    rows
}

#[cfg(test)]
mod tests {
    use super::wrap;
    use crate::spelling::{Kind, spell};

    fn rows(text: &str, most: usize) -> Vec<String> {
        let lines = spell(text, Kind::Text);
        lines
            .iter()
            .flat_map(|line| wrap(line, most, most))
            .map(|row| row.iter().map(|cell| cell.glyph).collect())
            .collect()
    }

    #[test]
    fn lines_break_at_blanks_and_can_be_read_back() {
        for (given, most, expected) in [
            ("git status", 20, &["git status"][..]),
            ("git commit --amend --no-edit", 20, &["git commit --amend", "--no-edit"]),
            // A blank at the very edge would look like a cut: the break moves one word back.
            ("git commit -q --amen x", 20, &["git commit -q", "--amen x"]),
            ("aaaaaaaa bbbbbbbb", 8, &["aaaaaaaa", " bbbbbbb", "b"]),
            ("aaaaaaaabbbbbbbb", 8, &["aaaaaaaa", "bbbbbbbb"]),
            ("aaaaaa  bbbb", 8, &["aaaaaa", " bbbb"]),
            ("aaa      bbbb", 8, &["aaa    ␠", " bbbb"]),
            // A wide character that does not fit leaves a gap; a blank there would look the same.
            ("aaaaaaa文", 8, &["aaaaaaa", "文"]),
            ("aaaaaaa 文", 8, &["aaaaaaa␠", "文"]),
            ("aaaaaa 文b", 8, &["aaaaaa", "文b"]),
        ] {
            assert_eq!(rows(given, most), expected, "{given}");
        }
    }
}
