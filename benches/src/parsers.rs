//! The parsers that are compared, each at its best: what can be made once and kept is not measured.

use std::fmt;
use std::hint::black_box;

/// A parser under measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parser {
    /// byleave-shell.
    Byleave,
    /// tree-sitter with the grammar tree-sitter-bash.
    TreeSitter,
    /// brush-parser.
    Brush,
}

impl Parser {
    /// All of them, ours first.
    pub const ALL: [Self; 3] = [Self::Byleave, Self::TreeSitter, Self::Brush];

    /// As it appears in tables, and as the benches name their functions.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Byleave => "byleave",
            Self::TreeSitter => "tree_sitter",
            Self::Brush => "brush",
        }
    }
}

impl fmt::Display for Parser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Reads all texts. The result is every command with its words, ready to be judged.
pub fn byleave(texts: &[String]) {
    for text in texts {
        black_box(byleave_shell::read(black_box(text.as_str())));
    }
}

/// Whether byleave reads a text to its end.
#[must_use]
pub fn byleave_accepts(text: &str) -> bool {
    byleave_shell::read(text).opaque().is_empty()
}

/// A tree-sitter parser with its grammar loaded.
pub struct TreeSitter(tree_sitter::Parser);

impl TreeSitter {
    /// Loads the grammar.
    ///
    /// # Panics
    ///
    /// If the grammar does not fit the library, which the versions in `Cargo.toml` rule out.
    #[must_use]
    pub fn new() -> Self {
        let mut parser = tree_sitter::Parser::new();
        let fits = parser.set_language(&tree_sitter_bash::LANGUAGE.into()).is_ok();
        assert!(fits, "the grammar does not fit the library");
        Self(parser)
    }

    /// Reads all texts. The result is a tree; finding the commands in it would come on top.
    pub fn read(&mut self, texts: &[String]) {
        for text in texts {
            black_box(self.0.parse(black_box(text.as_str()), None));
        }
    }

    /// Whether the tree has no error.
    pub fn accepts(&mut self, text: &str) -> bool {
        self.0.parse(text, None).is_some_and(|tree| !tree.root_node().has_error())
    }
}

impl Default for TreeSitter {
    fn default() -> Self {
        Self::new()
    }
}

/// Reads all texts. The result is a tree with words as raw strings; parsing those in turn would come on top.
///
/// Not by `Parser::parse_program`: it remembers the tokens of the last texts, and a bench would measure a lookup.
pub fn brush(texts: &[String]) {
    for text in texts {
        let _ = black_box(brush_program(black_box(text)));
    }
}

/// Whether brush reads a text to its end.
#[must_use]
pub fn brush_accepts(text: &str) -> bool {
    brush_program(text).is_some()
}

fn brush_program(text: &str) -> Option<brush_parser::ast::Program> {
    let tokens = brush_parser::uncached_tokenize_str(text, &brush_parser::TokenizerOptions::default()).ok()?;
    brush_parser::parse_tokens(&tokens, &brush_parser::ParserOptions::default()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Input;

    /// A parser that gives up early would look fast.
    #[test]
    fn every_parser_reads_every_input_to_its_end() {
        let mut tree_sitter = TreeSitter::new();
        for input in Input::all() {
            for text in &input.texts {
                let start: String = text.chars().take(60).collect();
                assert!(byleave_accepts(text), "byleave, {input}: {start}");
                assert!(tree_sitter.accepts(text), "tree-sitter, {input}: {start}");
                assert!(brush_accepts(text), "brush, {input}: {start}");
            }
        }
    }
}
