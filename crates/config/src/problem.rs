//! What is wrong with a policy file, and where.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use byleave_shell::hidden_in;

/// A place in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1; 0 if it is not known.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The bytes it takes.
    pub bytes: Range<usize>,
}

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The file works, but probably not as meant.
    Warning,
    /// Nothing starts on this file.
    Error,
}

/// One thing that is wrong with a policy file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Whether the file can still be used.
    pub severity: Severity,
    /// A stable name for programs, such as `W-LIST-BASH`; empty for most.
    pub code: &'static str,
    /// The file, as it was named.
    pub file: String,
    /// Where in the file.
    pub place: Place,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// All that is wrong with a file, at least one error among it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            let gap = if index == 0 { "" } else { "\n" };
            write!(f, "{gap}{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problems {}

impl fmt::Display for Problem {
    /// On one line: `file:line:column: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location(), visible(&self.message))
    }
}

impl Problem {
    /// An error at a place.
    pub(super) fn error(file: &str, place: Place, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, code: "", file: file.to_owned(), place, message: message.into(), help: None }
    }

    /// A warning about a file.
    pub(super) fn warning(code: &'static str, file: &str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, code, ..Self::error(file, Place::default(), message) }
    }

    /// `file:line:column`, as far as it is known.
    #[must_use]
    pub fn location(&self) -> String {
        let file = visible(&self.file);
        match self.place {
            Place { line: 0, .. } => file,
            Place { line, column, .. } => format!("{file}:{line}:{column}"),
        }
    }

    /// For people: the message, the line it is about with the place underlined, and what to do.
    #[must_use]
    pub fn render(&self, text: &str, renderer: &Renderer) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let message = visible(&self.message);
        let title = level.primary_title(message.as_str());
        let file = visible(&self.file);
        let group = if self.place.line == 0 {
            Group::with_title(title).element(Level::NOTE.message(format!("in {file}")))
        } else {
            let snippet = Snippet::source(text).line_start(1).path(file.as_str());
            title.element(snippet.annotation(AnnotationKind::Primary.span(self.underlined(text))))
        };
        let group = match &self.help {
            Some(help) => group.element(Level::HELP.message(visible(help))),
            None => group,
        };
        renderer.render(&[group])
    }

    /// The bytes to underline: on the first line only, within the text, on character boundaries.
    fn underlined(&self, text: &str) -> Range<usize> {
        let start = floor(text, self.place.bytes.start);
        let rest = text.get(start..).unwrap_or("");
        let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let length = self.place.bytes.end.saturating_sub(start).min(line);
        let end = floor(text, start.saturating_add(length));
        if end > start { start..end } else { start..ceiling(text, start.saturating_add(1)) }
    }
}

fn floor(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn ceiling(text: &str, at: usize) -> usize {
    (at..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

/// A text in which nothing can act on a terminal: policy files come with cloned repositories.
pub(super) fn visible(text: &str) -> String {
    let hidden = |one: char| one.is_control() || !hidden_in(one.encode_utf8(&mut [0; 4])).is_empty();
    text.chars()
        .map(|one| match one {
            '\n' => "\\n".to_owned(),
            _ if hidden(one) => one.escape_unicode().to_string(),
            _ => one.to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use annotate_snippets::Renderer;

    use super::{Place, Problem};

    #[test]
    fn a_problem_shows_its_line() {
        let place = Place { line: 2, column: 1, bytes: 8..12 };
        let help = Some("did you mean `mode`?".to_owned());
        let problem = Problem { help, ..Problem::error("p.yaml", place, "unknown key `mdoe`\u{1b}") };
        let shown = problem.render("a: 123\n\nmdoe: x\n", &Renderer::plain());
        assert!(shown.contains("unknown key `mdoe`\\u{1b}"), "{shown}");
        assert!(shown.contains("^^^^"), "{shown}");
        assert!(shown.contains("did you mean `mode`?"), "{shown}");
        assert!(!shown.contains('\u{1b}'), "{shown}");
    }

    #[test]
    fn any_place_can_be_underlined() {
        for bytes in [0..0, 3..900, 900..901, 1..2] {
            let problem = Problem::error("", Place { line: 1, column: 1, bytes }, "");
            for text in ["", "é: è\n", "\n\n"] {
                let _ = problem.render(text, &Renderer::plain());
            }
        }
    }
}
