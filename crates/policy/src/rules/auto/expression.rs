//! Regular expressions of `patterns`, `blocked_patterns` and `matches`.

use crate::budget::limit;
use regex::{Regex, RegexBuilder};
use regex_syntax::ast::ErrorKind;
use regex_syntax::hir::{Hir, HirKind};

/// A regular expression, linear in the text it is matched on.
#[derive(Clone, Debug)]
pub struct Expression {
    regex: Regex,
    /// Texts that it contains literally.
    literals: Vec<String>,
}

impl Expression {
    /// Compiles an expression.
    ///
    /// # Errors
    ///
    /// Why it is not a valid expression, on one line.
    pub fn new(pattern: &str) -> Result<Self, String> {
        let regex = RegexBuilder::new(pattern)
            .size_limit(limit::EXPRESSION)
            .dfa_size_limit(limit::EXPRESSION)
            .nest_limit(50)
            .build();
        let regex = regex.map_err(|error| match instead(pattern) {
            Some(words) => format!("{}; {words}", reason(&error)),
            None => reason(&error),
        })?;
        let mut literals = Vec::new();
        if let Ok(hir) = regex_syntax::parse(pattern) {
            collect(&hir, &mut literals);
        }
        Ok(Self { regex, literals })
    }

    /// As it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        self.regex.as_str()
    }

    /// Whether it matches from the very start of a text, as Python's `re.match`.
    ///
    /// The match that is found is the leftmost, so it begins at the start if any does.
    #[must_use]
    pub fn matches_start(&self, text: &str) -> bool {
        self.regex.find(text).is_some_and(|found| found.start() == 0)
    }

    /// Whether it matches anywhere, as Python's `re.search`.
    #[must_use]
    pub fn is_found_in(&self, text: &str) -> bool {
        self.regex.is_match(text)
    }

    /// Whether a word stands in the expression itself, as a word.
    #[must_use]
    pub fn names(&self, word: &str) -> bool {
        self.literals.iter().any(|literal| literal.split(' ').any(|part| part == word))
    }

    /// The path that every match begins with, up to its last `/`, if there is one: `/tmp/` of `^/tmp/.*`.
    #[must_use]
    pub fn directory(&self) -> Option<&str> {
        let rest = self.text().strip_prefix('^')?;
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'-' | b' ' | b'~');
        let length = rest.bytes().take_while(|byte| plain(*byte)).count();
        // `^/tmp/x|/etc` begins with nothing.
        if rest.contains('|') {
            return None;
        }
        let prefix = rest.get(..length)?;
        let slash = prefix.rfind('/')?;
        prefix.get(..=slash).filter(|directory| directory.starts_with(['/', '~']) && directory.len() > 1)
    }
}

/// The last line of the reason says what is wrong; the ones before draw the expression.
fn reason(error: &regex::Error) -> String {
    let text = error.to_string();
    let last = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("not a regular expression");
    last.trim().trim_start_matches("error: ").to_owned()
}

/// What to write in place of what only engines with backtracking know, such as Python's `re`. An agent could keep one of
/// those busy for hours by the text of a command.
fn instead(pattern: &str) -> Option<&'static str> {
    let Err(regex_syntax::Error::Parse(error)) = regex_syntax::parse(pattern) else { return None };
    let piece = pattern.get(error.span().start.offset..error.span().end.offset).unwrap_or("");
    let is = |kind: &ErrorKind| error.kind() == kind;
    if is(&ErrorKind::UnsupportedLookAround) {
        Some("put what must not match into `blocked_patterns`, and what must also match into `require: { matches: … }`")
    } else if is(&ErrorKind::UnsupportedBackreference) {
        Some("write out the text that is repeated")
    } else if is(&ErrorKind::FlagUnrecognized) {
        Some("a group is written `(…)`, `(?:…)` or `(?P<name>…)`, a flag `(?i)`")
    } else if is(&ErrorKind::EscapeUnrecognized) && piece == r"\Z" {
        Some(r"write `\z` for the end of the text")
    } else {
        None
    }
}

/// All texts that an expression contains literally. Its depth is bounded by the nest limit it was compiled with.
fn collect(hir: &Hir, found: &mut Vec<String>) {
    if found.len() >= limit::LITERALS {
        return;
    }
    match hir.kind() {
        HirKind::Literal(literal) => {
            if let Ok(text) = std::str::from_utf8(&literal.0) {
                found.push(text.to_owned());
            }
        }
        HirKind::Repetition(repetition) => collect(&repetition.sub, found),
        HirKind::Capture(capture) => collect(&capture.sub, found),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => {
            for part in parts {
                collect(part, found);
            }
        }
        HirKind::Empty | HirKind::Class(_) | HirKind::Look(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::Expression;

    #[test]
    fn expressions_name_words() {
        for (pattern, word, expected) in [
            ("^git log", "log", true),
            ("^git pu", "push", false),
            ("^pytest.*--tb=short", "--tb=short", true),
            ("^cargo (test|check)( |$)", "check", true),
            (".*", "ls", false),
            ("(?i)^git push", "push", false),
        ] {
            assert_eq!(Expression::new(pattern).expect(pattern).names(word), expected, "{pattern} {word}");
        }
        for (pattern, expected) in [
            ("^/tmp/.*", Some("/tmp/")),
            ("^/tmp", None),
            ("^/tmp/a|/etc/", None),
            ("/tmp/.*", None),
            ("^/", None),
            ("^~/notes/.*", Some("~/notes/")),
            ("^/a.b/c", None),
        ] {
            assert_eq!(Expression::new(pattern).expect(pattern).directory(), expected, "{pattern}");
        }
    }

    #[test]
    fn bombs_and_broken_ones_are_refused() {
        for (pattern, part) in [
            ("(", "unclosed group"),
            ("(a{1000}){1000}", "size limit"),
            ("(?=x)", "look-around"),
            ("[z-a]", "invalid"),
            ("*", "repetition operator"),
            (&"(".repeat(100_000), "unclosed group"),
        ] {
            let error = Expression::new(pattern).expect_err(part);
            assert!(error.contains(part) && !error.contains('\n'), "{error}");
        }
    }

    #[test]
    fn what_python_writes_otherwise_is_refused_with_what_to_write() {
        for (pattern, part) in [
            ("^git (?!push)", "`blocked_patterns`"),
            ("(?<!sudo )rm", "`blocked_patterns`"),
            ("^git (?=log)", "`require: { matches: … }`"),
            (r"(a)\1", "write out the text that is repeated"),
            (r"^ls\Z", r"write `\z`"),
            ("(?P<x>a)(?P=x)", "a group is written"),
            ("(?#words)a", "a group is written"),
        ] {
            let error = Expression::new(pattern).expect_err(part);
            assert!(error.contains(part) && !error.contains('\n'), "{pattern}: {error}");
        }
    }

    #[test]
    fn matching_is_from_the_start_or_anywhere() {
        let expression = Expression::new("git log").expect("an expression");
        assert!(expression.matches_start("git log --oneline"));
        assert!(!expression.matches_start("xgit log"));
        assert!(expression.is_found_in("xgit log"));
    }
}
