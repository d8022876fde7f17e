//! Any bytes beside something known: what is known is found, and what was found in the bytes alone stays found.
#![no_main]

#[path = "../../crates/shell/tests/planted/mod.rs"]
mod planted;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| planted::check(bytes));
