//! A broker between an editor and an agent that speaks the Agent Client Protocol: JSON-RPC, one message a line.
//!
//! What the agent asks its editor to do (files, terminals) is judged, and refused with an error where the policy does not
//! let it. What the agent asks leave for (`session/request_permission`) is answered by the policy: an allow is its
//! `allow_once`, a deny its `reject_once`, and what asks goes to the editor and to all other channels of the gate at once. All
//! other messages are relayed byte for byte.
//!
//! `allow_always` never reaches the agent. The protocol has no way to see what an agent remembers, or to take it back,
//! so from then on no policy would see those calls. byleave removes these answers from the question and offers one of
//! its own instead: it creates a grant for the session, and the agent reads `allow_once` and asks again.
//!
//! An agent asks only when it wants to, so this is no wall. A tool that starts unasked raises an alarm on record.

mod broker;
mod convention;
mod editor;
mod frame;
mod from_agent;
mod from_editor;
mod judge;
mod launch;
mod modes;
mod options;
mod recorder;
mod session;
mod side;
mod terminal;
mod updates;
mod wire;

pub use broker::{Broker, Open, Setup};
pub use editor::EditorChannel;
pub use launch::Launch;
