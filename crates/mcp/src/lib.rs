//! The MCP gate: it runs between any client and any server, and judges every call of a tool.
//!
//! A client starts the gate instead of its server. The gate forwards every message that it does not judge unchanged,
//! even messages of protocol versions that it does not know. It reads a `tools/call` once, judges it by the rules for
//! `mcp__SERVER__TOOL`, asks a person if the policy says so, and forwards exactly the call that it judged.
//!
//! No rule counts for a tool until a person has accepted it. The gate pins the tool's name, description, schemas and
//! annotations, and the command that starts its server. If one of them changes, calls of the tool ask again. The gate
//! shows what a server claims about a tool, but claims decide nothing.

mod core;
mod desk;
pub mod http;
mod judging;
mod lines;
mod listing;
mod mask;
mod message;
mod origin;
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
pub use origin::Parent;
pub use sealed::Sealer;
pub use talk::Talk;
