//! Any bytes at all: reading ends, does not panic, and gives a script that holds together.
#![no_main]

#[path = "../../crates/shell/tests/invariants/mod.rs"]
mod invariants;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| invariants::check_all(bytes));
