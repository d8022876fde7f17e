//! The MCP gate: stands between any client and any server, and judges every call of a tool.
//!
//! A client starts the gate instead of its server. What the gate does not judge goes by as it is, also messages of versions
//! of the protocol that it does not know. A `tools/call` is read once, judged by the rules for `mcp__SERVER__TOOL`, put to a
//! person where the policy says so, and goes on exactly as it was judged.
//!
//! A tool counts only as a person accepted it: its name, description, schemas and annotations are pinned, and so is how its
//! server is started. What changes asks again. What its server claims of a tool is shown, and decides nothing.

mod core;
mod desk;
pub mod http;
mod judging;
mod lines;
mod listing;
mod mask;
mod message;
pub mod pins;
mod question;
mod scan;
mod sealed;
pub mod serving;
pub mod stdio;
mod talk;
pub mod tool;

pub use self::core::{Core, Options, Trust, Unknown};
pub use desk::Desk;
pub use message::shown;
pub use sealed::Sealer;
pub use talk::Talk;
