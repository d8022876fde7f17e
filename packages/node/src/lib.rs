//! byleave for Node.js. What people import is in `js`; this is the part of it that is Rust: policies, decisions, gates and the way
//! to an answer. Everything here is private to that package.
//!
//! Values cross as JSON text: `js/json.js` reads an object once, says what is wrong with it, and writes what it read. So nothing
//! here looks at an object of JavaScript, which could answer twice in two ways. Every exported function catches panics.

#![expect(clippy::needless_pass_by_value, reason = "napi hands arguments over by value")]

mod bridge;
mod channel;
mod error;
// One home for what both bindings tell, and for where a call is made.
#[path = "../../python/src/paths.rs"]
mod paths;
mod pending;
mod permit;
mod policy;
mod session;
#[path = "../../python/src/told.rs"]
mod told;
mod tool;

use napi_derive::napi;

/// The version of the engine.
#[napi(catch_unwind)]
#[must_use]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Restores the terminal if a box is open: for the end of the process.
#[napi(catch_unwind)]
pub fn restore_terminal() {
    byleave_terminal::restore();
}

/// The canonical name of a tool: `bash` for `Shell`. An unknown one keeps its own.
#[napi(catch_unwind)]
#[must_use]
pub fn canonical_tool(name: String) -> String {
    byleave::policy::tools::find(&name).map_or(name, |tool| tool.name.to_owned())
}
