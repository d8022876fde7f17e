//! `--version` and `--help`: which programs only print then, no matter which files are in the project and what they
//! read.

use super::{Known, Must};

/// Whether the command at a place of the list only asks its program about itself.
#[must_use]
pub fn only_prints(known: &Known<'_, '_>, index: usize) -> bool {
    Must::of(known, index).is_ok_and(|must| must.only_prints())
}

impl Must<'_, '_> {
    /// Whether it asks its program about itself, and that only prints then.
    pub(super) fn only_prints(&self) -> bool {
        let Some(row) = self.row().filter(|_| !self.program().contains('/') && !self.simple.more_words) else {
            return false;
        };
        let exact: Option<Vec<&str>> = self.words().skip(1).map(super::Word::exact).collect();
        let Some(words) = exact else { return false };
        match words.as_slice() {
            [word] => row.prints(word),
            ["help", name] => row.prints("help") && !name.starts_with('-') && !name.contains('/'),
            [_, .., last] => row.prints_after(last) && self.asks_about_sub(),
            [] => false,
        }
    }

    /// `cargo build --help`: nothing but the names of sub-commands before it.
    fn asks_about_sub(&self) -> bool {
        let named = self.usage.path.len();
        named > 1 && self.len() == named.saturating_add(1)
    }
}
