//! What the benches read, and with which parsers. Both benches and the report share it, so that all speak of the same.

pub mod figures;
pub mod inputs;
pub mod parsers;
#[path = "../../crates/shell/tests/shapes/mod.rs"]
pub mod shapes;
pub mod worst;

pub use inputs::Input;
pub use parsers::{Parser, TreeSitter};
