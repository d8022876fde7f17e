//! The `byleave` command from outside: what it prints, and how it exits.
#![expect(clippy::expect_used, reason = "a test that cannot even start the command has to fail loudly")]

mod architecture;
mod bad_calls;
mod bad_input;
mod check;
mod common;
mod conditions;
mod escapes;
mod explain;
mod json;
mod json_types;
mod output;
mod readme;
mod tree;
