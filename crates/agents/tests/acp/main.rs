//! The broker between a scripted editor and a scripted agent, over real pipes.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test may fail")]
#![expect(clippy::needless_pass_by_value, reason = "what `json!` makes is handed over as it is")]

mod bad_input;
mod copilot;
mod deputies;
mod line;
mod modes;
mod opencode;
mod permissions;
mod stage;
