//! How much the reader reads.

/// Bounds on the work of one [`crate::read`]. Text beyond a bound becomes opaque; what was read before stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How deeply constructs may nest. Bounds the stack: the reader recurses once or a few times per level.
    pub depth: u32,
    /// How many nodes, words and parts may be made, including those of abandoned attempts. Bounds time and memory.
    pub nodes: u32,
    /// How many bytes of text are read.
    pub bytes: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: 100, nodes: 480_000, bytes: 8 << 20 }
    }
}
