//! What would change in a file, line by line.

use std::time::Duration;

use similar::{ChangeTag, TextDiff};

/// Unchanged lines around a change.
const CONTEXT: usize = 3;
/// After this time a diff need not be the shortest; it is still correct.
const PATIENCE: Duration = Duration::from_millis(500);

/// A change of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    /// The file.
    pub path: String,
    /// The arguments that the diff shows, so that they need not be shown again.
    pub arguments: Vec<String>,
    /// Whether the call creates the file.
    pub is_new: bool,
    /// The places where it changes.
    pub hunks: Vec<Hunk>,
}

/// Consecutive lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// The number of its first line in the old file, from one.
    pub from: usize,
    /// Its lines.
    pub lines: Vec<DiffLine>,
}

/// One line of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffLine {
    /// What happens to it.
    pub change: Change,
    /// The line, without its end.
    pub text: String,
    /// Whether a line break ends it.
    pub ended: bool,
}

/// What happens to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Unchanged.
    Same,
    /// Added.
    Added,
    /// Removed.
    Removed,
}

impl Diff {
    /// The change from one content to another; `None` is a file that does not exist.
    #[must_use]
    pub fn between(path: &str, old: Option<&str>, new: &str) -> Self {
        // Only a line feed ends a line: a carriage return is part of it, and is shown.
        let before: Vec<&str> = old.unwrap_or_default().split_inclusive('\n').collect();
        let after: Vec<&str> = new.split_inclusive('\n').collect();
        let text = TextDiff::configure().timeout(PATIENCE).diff_slices(&before, &after);
        let hunks = text
            .grouped_ops(CONTEXT)
            .iter()
            .map(|group| Hunk {
                from: group.first().map_or(0, |op| op.old_range().start).saturating_add(1),
                lines: group.iter().flat_map(|op| text.iter_changes(op)).map(|change| line(&change)).collect(),
            })
            .collect();
        Self { path: path.to_owned(), arguments: Vec::new(), is_new: old.is_none(), hunks }
    }

    /// How many lines are added and removed.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let count =
            |change| self.hunks.iter().flat_map(|hunk| &hunk.lines).filter(|line| line.change == change).count();
        (count(Change::Added), count(Change::Removed))
    }
}

fn line(change: &similar::Change<&str>) -> DiffLine {
    let text = change.value();
    let kind = match change.tag() {
        ChangeTag::Equal => Change::Same,
        ChangeTag::Insert => Change::Added,
        ChangeTag::Delete => Change::Removed,
    };
    let bare = text.strip_suffix('\n');
    DiffLine { change: kind, text: bare.unwrap_or(text).to_owned(), ended: bare.is_some() }
}

#[cfg(test)]
mod tests {
    use super::{Change, Diff};

    fn shown(diff: &Diff) -> Vec<String> {
        let lines = diff.hunks.iter().flat_map(|hunk| {
            let head = format!("@{}", hunk.from);
            let mark = |change| match change {
                Change::Same => ' ',
                Change::Added => '+',
                Change::Removed => '-',
            };
            let lines = hunk
                .lines
                .iter()
                .map(move |line| format!("{}{}{}", mark(line.change), line.text, if line.ended { "" } else { "$" }));
            std::iter::once(head).chain(lines)
        });
        lines.collect()
    }

    #[test]
    fn changes_with_their_surroundings() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let new = old.replace("5\n", "five\r\n");
        assert_eq!(
            shown(&Diff::between("a", Some(old), &new)),
            ["@2", " 2", " 3", " 4", "-5", "+five\r", " 6", " 7", " 8"]
        );
        assert_eq!(shown(&Diff::between("a", None, "x\ny")), ["@1", "+x", "+y$"]);
        assert_eq!(Diff::between("a", None, "x\ny").counts(), (2, 0));
        assert_eq!(shown(&Diff::between("a", Some("x\n"), "x")), ["@1", "-x", "+x$"]);
        assert_eq!(shown(&Diff::between("a", None, "x\ry\n")), ["@1", "+x\ry"]);
        assert!(Diff::between("a", Some(old), old).hunks.is_empty());
    }
}
