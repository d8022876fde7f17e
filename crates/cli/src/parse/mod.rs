//! `byleave parse`: what was read, for people and for programs.

mod excerpt;
mod json;
mod label;
mod tree;
mod word;

use std::io::{self, Write};

use byleave_shell::Script;

/// Writes the tree, the unreadable and hidden parts, and one line of summary.
///
/// `bytes` is the text as given: if it is not text, the script knows only that.
pub fn tree(out: &mut dyn Write, script: &Script<'_>, bytes: &[u8], width: usize) -> io::Result<()> {
    tree::Tree::new(out, script).write()?;
    excerpt::opaque(out, script, width)?;
    excerpt::hidden(out, script, bytes)?;
    tree::summary(out, script)
}

/// Writes one JSON object on one line.
pub fn json(out: &mut dyn Write, script: &Script<'_>, outside: bool) -> io::Result<()> {
    json::write(out, script, outside)
}
