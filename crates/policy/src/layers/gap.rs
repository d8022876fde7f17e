//! Why nothing speaks for a command.

use byleave_proof::{NotCovered, NotPlain, NotProven};
use byleave_shell::Span;

use super::plain::span_of;
use crate::Reason;

/// What stands between a command and an allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Gap {
    /// What it is.
    pub(crate) reason: Reason,
    /// The part to blame.
    pub(crate) span: Span,
}

impl From<NotCovered> for Gap {
    fn from(no: NotCovered) -> Self {
        Self { reason: Reason::NotCovered(no.reason), span: span_of(no.span) }
    }
}

impl From<NotProven> for Gap {
    fn from(no: NotProven) -> Self {
        Self { reason: Reason::NotProven(no.reason), span: span_of(no.span) }
    }
}

impl From<NotPlain> for Gap {
    fn from(no: NotPlain) -> Self {
        Self { reason: Reason::NotPlain(no.reason), span: span_of(no.span) }
    }
}
