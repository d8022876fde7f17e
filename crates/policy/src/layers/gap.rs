//! Why nothing speaks for a command.

use std::borrow::Cow;

use byleave_proof::{NotCovered, NotPlain, NotProven};
use byleave_shell::Span;

use super::plain::span_of;

/// What stands between a command and an allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Gap {
    /// In words.
    pub(crate) reason: Cow<'static, str>,
    /// The part to blame.
    pub(crate) span: Span,
}

impl From<NotCovered> for Gap {
    fn from(no: NotCovered) -> Self {
        Self { reason: no.gap.to_string().into(), span: span_of(no.span) }
    }
}

impl From<NotProven> for Gap {
    fn from(no: NotProven) -> Self {
        Self { reason: no.reason.to_string().into(), span: span_of(no.span) }
    }
}

impl From<NotPlain> for Gap {
    fn from(no: NotPlain) -> Self {
        Self { reason: no.reason.to_string().into(), span: span_of(no.span) }
    }
}
