//! What the benches read and decide, and with which parsers. All benches and the report share it, so that all speak of
//! the same.

pub mod decisions;
pub mod figures;
pub mod inputs;
pub mod parsers;
#[path = "../../crates/shell/tests/shapes/mod.rs"]
pub mod shapes;
pub mod worst;

pub use inputs::Input;
pub use parsers::{Parser, TreeSitter};
