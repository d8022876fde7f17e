//! Byte positions in the text that was read.

/// A half-open range of bytes, `start..end`, in the text given to [`crate::read`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span from its two ends.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The part of `text` the span covers; empty if it lies outside.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// Whether `inner` lies inside this span.
    #[must_use]
    pub const fn contains(self, inner: Self) -> bool {
        self.start <= inner.start && inner.end <= self.end
    }

    /// The number of bytes covered.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.end.saturating_sub(self.start)
    }

    /// Whether no byte is covered.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }
}
