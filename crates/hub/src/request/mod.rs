//! Calls that wait for an approver.

pub mod background;
pub mod changed_file;
pub mod escalate;
pub mod pending_queue;
