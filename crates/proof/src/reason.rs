//! Why a text is not plain, and why a command is not proven.

use std::fmt;

use crate::Span;
pub use crate::tables::reasons::{Obstacle, Reason};

/// A text that some shell may read otherwise than another, or whose words are known only when it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NotPlain {
    /// What is to blame.
    pub span: Span,
    /// Why.
    pub reason: Obstacle,
}

impl std::error::Error for NotPlain {}

impl fmt::Display for NotPlain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

/// A command of which nobody has shown that it only reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotProven {
    /// The part of the text that stands in the way.
    pub span: Span,
    /// Why it does.
    pub reason: Reason,
}

impl NotProven {
    pub(crate) const fn new(span: Span, reason: Reason) -> Self {
        Self { span, reason }
    }

    /// What a reason is to a part of the text.
    pub(crate) fn at(span: Span) -> impl Fn(Reason) -> Self {
        move |reason| Self { span, reason }
    }
}
