//! `byleave parse`: what was read, for people and for programs.

mod excerpt;
mod json;
mod label;
mod tree;
mod word;

use std::io::{self, Write};

use byleave_shell::Script;

/// Writes the tree, what could not be read, what hides, and one line that sums it up.
///
/// `bytes` is the text as it was given: where it is no text, the script only knows that.
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
