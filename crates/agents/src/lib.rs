//! Hook adapters: what each coding agent sends before it runs a tool, and which answers it understands.
//!
//! An agent starts a hook, writes one JSON object to it and reads what the hook prints. The protocols differ, and most
//! agents run the tool when something goes wrong. Each agent has a file here that turns its message into a [`Hook`],
//! and a [`Ruling`] into a [`Reply`]. A reply has exactly the fields that the agent accepts, so that the agent
//! understands a refusal.
//!
//! ```
//! use byleave_agents::{Agent, Moment, Ruling, Surroundings, read};
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let said = br#"{"session_id":"s1","cwd":"/p","hook_event_name":"PreToolUse","tool_name":"Bash",
//!     "tool_input":{"command":"ls"},"tool_use_id":"t1"}"#;
//! let hook = read(said, Some(Agent::Claude), None, &Surroundings::none())?;
//! assert_eq!(hook.moment, Moment::Before);
//! assert_eq!(hook.call.as_ref().map(|call| call.tool.as_str()), Some("bash"));
//! let reply = hook.reply(&Ruling::deny("people push"));
//! assert!(reply.stdout.contains(r#""permissionDecision":"deny""#));
//! # Ok(()) }
//! ```
//!
//! # Failing closed
//!
//! If a hook cannot read its input, it refuses the call in the protocol of the agent that started it. [`Event::failed`]
//! gives that reply for any reason; it needs nothing from the input. If an agent blocks only on an exit code, the reply
//! has that code.
//!
//! # What an adapter tells beside the call
//!
//! An adapter also says which shells may run a command, if the agent does not name one; whether the directory is
//! certain; the session and the sub-agent; and whether the agent would ask its user if the hook says so ([`Prompt`]).

pub mod acp;
mod agent;
mod canary;
mod claude;
mod cline;
mod codex;
mod copilot;
mod cursor;
mod detect;
mod fields;
mod gated;
mod gemini;
mod hook;
mod install;
pub mod jsonc;
mod line;
mod obstacles;
mod opencode;
mod remembered;
mod reply;
mod servers;
mod shells;
mod surroundings;
mod tools;
mod vscode;
mod windsurf;

pub use agent::{Agent, UnknownAgent};
pub use canary::{CANARY, HEARD};
pub use fields::{LARGEST, Unreadable};
pub use hook::{Event, Hook, Judge, Moment, Prompt, ToolCall, read};
pub use install::{Content, Part};
pub use obstacles::codex::listed as listed_by_codex;
pub use obstacles::{Ground, Obstacle};
pub use remembered::{MEMORIES, Memory, Remembered};
pub use reply::{Reply, Ruling};
pub use servers::{Place, SERVER_FILES, Server, ServerFile, State};
pub use surroundings::Surroundings;
