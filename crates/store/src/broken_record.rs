//! Why a record is not intact.

use byleave_gate::StoreError;
use byleave_gate::record::{Broken, Head};
use thiserror::Error;

/// What says how far the chain has to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Witness {
    /// The file beside the database.
    Anchor,
    /// A head that the operator kept on another machine.
    Given,
}

impl std::fmt::Display for Witness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Anchor => "the anchor",
            Self::Given => "the head that was given",
        })
    }
}

/// Why a chain is not intact.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum VerifyError {
    /// It cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A row does not fit.
    #[error("{0}")]
    Broken(Broken),
    /// It ends too early.
    #[error(
        "rows were removed at the end, or lost in a power failure or by restoring an older copy (a killed byleave \
         loses none): the record ends at `{found}`, {by} says `{expected}`"
    )]
    Cut {
        /// What says so.
        by: Witness,
        /// Where it has to reach.
        expected: Head,
        /// Where it ends.
        found: Head,
    },
    /// It is another chain.
    #[error("the record was rewritten: it has `{found}`, {by} says `{expected}`")]
    Rewritten {
        /// What says so.
        by: Witness,
        /// The row it must have.
        expected: Head,
        /// The row it has in that place.
        found: Head,
    },
    /// The anchor is unreadable.
    #[error("the anchor is damaged: {0}")]
    Anchor(String),
}
