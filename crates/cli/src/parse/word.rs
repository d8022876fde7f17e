//! Words, assignments and redirections in a line of the tree.

use std::fmt::{self, Display};

use anstyle::Style;
use byleave_shell::{Assignment, Class, Descriptor, RedirectOperator, Redirection, Script, Word};

use crate::escape;
use crate::style::{CHANGING, LABEL};

/// Beyond this, words are counted instead of shown; a brace expansion makes thousands.
const MOST_WORDS: usize = 60;

/// One word: its value if it is literal, else as written, in angle brackets.
pub struct Shown<'s> {
    script: &'s Script<'s>,
    word: &'s Word,
    style: Style,
    brief: bool,
}

impl<'s> Shown<'s> {
    /// A word without any emphasis of its own.
    pub const fn new(script: &'s Script<'s>, word: &'s Word) -> Self {
        Self { script, word, style: Style::new(), brief: false }
    }

    /// Only the beginning of a long word, where it is shown a second time.
    pub const fn briefly(self) -> Self {
        Self { brief: true, ..self }
    }

    const fn styled(self, style: Style) -> Self {
        Self { style, ..self }
    }
}

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.script.shown(self.word);
        match self.word.class {
            Class::Literal => write!(f, "{}{}{:#}", self.style, escape::quoted(text), self.style),
            Class::Bounded | Class::Unknown(_) if self.brief => {
                write!(f, "{CHANGING}⟨{}⟩{CHANGING:#}", escape::beginning(text))
            }
            Class::Bounded | Class::Unknown(_) => {
                write!(f, "{CHANGING}⟨{}⟩{CHANGING:#}", escape::shortened(text))
            }
        }
    }
}

/// A row of words.
pub struct Row<'s> {
    script: &'s Script<'s>,
    words: &'s [Word],
    first: Style,
    gap: &'static str,
    operators: bool,
}

impl<'s> Row<'s> {
    /// Words that are all alike, with a blank between them.
    pub const fn new(script: &'s Script<'s>, words: &'s [Word]) -> Self {
        Self { script, words, first: Style::new(), gap: " ", operators: false }
    }

    /// The first word stands out.
    pub const fn with_first(self, first: Style) -> Self {
        Self { first, ..self }
    }

    /// Something else than a blank between the words.
    pub const fn joined_by(self, gap: &'static str) -> Self {
        Self { gap, ..self }
    }

    /// Some words are operators, as in `[[ … ]]`, and must not look quoted.
    pub const fn with_operators(self) -> Self {
        Self { operators: true, ..self }
    }
}

impl Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, word) in self.words.iter().take(MOST_WORDS).enumerate() {
            let (gap, style) = if at == 0 { ("", self.first) } else { (self.gap, Style::new()) };
            f.write_str(gap)?;
            match self.script.literal(word) {
                Some(text) if self.operators && !word.quoted => f.write_str(&escape::shortened(text))?,
                _ => write!(f, "{}", Shown::new(self.script, word).styled(style))?,
            }
        }
        match self.words.len().saturating_sub(MOST_WORDS) {
            0 => Ok(()),
            more => write!(f, " {LABEL}… and {more} more words (all with --json){LABEL:#}"),
        }
    }
}

/// `name=value`.
pub struct Assigned<'s>(pub &'s Script<'s>, pub &'s Assignment);

impl Display for Assigned<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(script, assignment) = self;
        f.write_str(&escape::shortened(script.text(assignment.name)))?;
        if let Some(subscript) = assignment.subscript {
            write!(f, "[{}]", escape::shortened(subscript.of(script.source())))?;
        }
        f.write_str(if assignment.append { "+=" } else { "=" })?;
        if assignment.array {
            write!(f, "({})", Row::new(script, script.words(assignment.elements)))
        } else if script.literal(&assignment.value).is_some_and(str::is_empty) {
            Ok(())
        } else {
            write!(f, "{}", Shown::new(script, &assignment.value))
        }
    }
}

/// `2> target`.
pub struct Redirected<'s>(pub &'s Script<'s>, pub &'s Redirection);

impl Display for Redirected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(script, redirection) = self;
        match redirection.descriptor {
            Descriptor::Default => {}
            Descriptor::Number(number) => write!(f, "{number}")?,
            Descriptor::Variable(name) => write!(f, "{{{}}}", escape::shortened(script.text(name)))?,
        }
        let target = Shown::new(script, &redirection.target);
        let symbol = redirection.operator.symbol();
        match redirection.operator {
            // Readers take `2>&1` as one thing.
            RedirectOperator::DuplicateIn | RedirectOperator::DuplicateOut => write!(f, "{symbol}{target}"),
            RedirectOperator::Read
            | RedirectOperator::Write
            | RedirectOperator::Append
            | RedirectOperator::Clobber
            | RedirectOperator::ReadWrite
            | RedirectOperator::WriteBoth
            | RedirectOperator::AppendBoth
            | RedirectOperator::HereDocument
            | RedirectOperator::HereDocumentTabs
            | RedirectOperator::HereString => write!(f, "{symbol} {target}"),
        }
    }
}
