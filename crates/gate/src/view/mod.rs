//! What screens show of a call beside its text: its commands with their verdicts, what stands out, what it does.

pub(crate) mod commands;
pub(crate) mod deeds;
pub(crate) mod fetches;
pub(crate) mod highlights;
pub(crate) mod hosts;
pub(crate) mod smallest_span;
pub(crate) mod summary;
