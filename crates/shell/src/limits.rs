//! How much the reader is willing to read.

/// Bounds on the work of one [`crate::read`]. What lies beyond a bound becomes opaque; what was read before stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How deeply constructs may nest. Bounds the stack: the reader recurses once or a few times per level.
    pub depth: u32,
    /// How many nodes, words and parts may be made, attempts that were taken back included. Bounds time and memory.
    pub nodes: u32,
    /// How many bytes of text are looked at.
    pub bytes: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 100, nodes: 480_000, bytes: 8 << 20 }
    }
}
