//! The record, for roles that watch.

pub mod history;
pub mod refused_attempt;
pub mod stats;
pub mod while_away;
