//! Replacing parts of a text, and finding places again afterwards.

use std::ops::Range;

/// One part of a text and its replacement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub range: Range<usize>,
    pub with: String,
}

/// Changes to one text, in order, none over another.
#[derive(Clone, Debug, Default)]
pub(super) struct Edits(Vec<Edit>);

impl Edits {
    /// Puts changes in order. Of two that overlap the earlier and longer stays: it hides more.
    pub fn new(mut edits: Vec<Edit>) -> Self {
        edits.sort_by_key(|edit| (edit.range.start, std::cmp::Reverse(edit.range.end)));
        let mut end = 0;
        edits.retain(|edit| {
            let free = edit.range.start >= end && edit.range.end > edit.range.start;
            if free {
                end = edit.range.end;
            }
            free
        });
        Self(edits)
    }

    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn into_list(self) -> Vec<Edit> {
        self.0
    }

    /// The text with all changes made.
    pub fn apply(&self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for edit in &self.0 {
            out.push_str(text.get(at..edit.range.start).unwrap_or(""));
            out.push_str(&edit.with);
            at = edit.range.end;
        }
        out.push_str(text.get(at..).unwrap_or(""));
        out
    }

    /// The place of a byte of the old text in the new one. Inside a replaced part, it is the beginning or the end of
    /// the replacement.
    pub fn place(&self, old: usize, end: bool) -> usize {
        let mut before = 0;
        let mut after = 0;
        for edit in &self.0 {
            if old <= edit.range.start {
                break;
            }
            let start = after + edit.range.start.saturating_sub(before);
            if old < edit.range.end {
                return if end { start + edit.with.len() } else { start };
            }
            after = start + edit.with.len();
            before = edit.range.end;
        }
        after + old.saturating_sub(before)
    }
}

#[cfg(test)]
mod tests {
    use super::{Edit, Edits};

    #[test]
    fn places_are_found_again() {
        let edits = Edits::new(vec![
            Edit { range: 4..8, with: "xx".to_owned() },
            Edit { range: 12..12, with: "never".to_owned() },
            Edit { range: 5..7, with: "inner".to_owned() },
            Edit { range: 10..11, with: "yyyy".to_owned() },
        ]);
        assert_eq!(edits.apply("0123456789ABCDEF"), "0123xx89yyyyBCDEF");
        for (old, end, new) in [
            (0, false, 0),
            (4, false, 4),
            (4, true, 4),
            (5, false, 4),
            (5, true, 6),
            (8, false, 6),
            (8, true, 6),
            (10, false, 8),
            (11, true, 12),
            (16, true, 17),
        ] {
            assert_eq!(edits.place(old, end), new, "{old} {end}");
        }
    }
}
