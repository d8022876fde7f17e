//! Why a text is not plain, and why a command is neither proven nor covered.

use std::fmt;

use crate::Span;
pub use crate::tables::reasons::{Gap, Obstacle, Reason};

/// What stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Blame<R> {
    /// The part of the text that does.
    pub span: Span,
    /// Why it does.
    pub reason: R,
}

/// A text that some shell may read otherwise than another, or whose words are known only when it runs.
pub type NotPlain = Blame<Obstacle>;
/// A command of which nobody has shown that it only reads.
pub type NotProven = Blame<Reason>;
/// A command that fits a rule and that the rule does not cover.
pub type NotCovered = Blame<Gap>;

impl<R: fmt::Debug + fmt::Display> std::error::Error for Blame<R> {}

impl<R: fmt::Display> fmt::Display for Blame<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl<R> Blame<R> {
    pub(crate) const fn new(span: Span, reason: R) -> Self {
        Self { span, reason }
    }

    /// What a reason is to a part of the text.
    pub(crate) fn at(span: Span) -> impl Fn(R) -> Self {
        move |reason| Self { span, reason }
    }
}

/// Fails so, if this holds.
pub(crate) fn refuse<E>(holds: bool, why: impl FnOnce() -> E) -> Result<(), E> {
    if holds { Err(why()) } else { Ok(()) }
}
