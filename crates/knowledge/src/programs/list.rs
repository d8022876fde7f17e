//! What stands one after the other in a packed table: rows, options, texts.

use std::marker::PhantomData;

use super::special::Special;
use super::table::{Entry, Table};

/// Rows one after the other.
pub type Entries = List<Entry>;
/// Options one after the other.
pub type Specials = List<Special>;
/// Texts one after the other.
pub type Texts = List<&'static str>;

/// Things one after the other.
#[derive(Clone)]
pub struct List<T> {
    table: &'static Table,
    at: u32,
    left: u32,
    of: PhantomData<T>,
}

/// What a list may hold.
pub trait Packed: Sized {
    /// How many numbers one takes.
    const SIZE: u32;

    /// The one at this place.
    fn at(table: &'static Table, at: u32) -> Self;
}

impl Packed for Entry {
    const SIZE: u32 = 4;

    fn at(table: &'static Table, at: u32) -> Self {
        table.entry(at)
    }
}

impl Packed for Special {
    const SIZE: u32 = 1;

    fn at(table: &'static Table, at: u32) -> Self {
        Self { table, at: table.number(at, 0) }
    }
}

impl Packed for &'static str {
    const SIZE: u32 = 2;

    fn at(table: &'static Table, at: u32) -> Self {
        table.text(at, 0)
    }
}

impl<T: Packed> List<T> {
    pub(super) const fn of(table: &'static Table, at: u32, left: u32) -> Self {
        Self { table, at, left, of: PhantomData }
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// The first of them.
    #[must_use]
    pub fn first(mut self) -> Option<T> {
        self.next()
    }

    /// What tells these from others: rows that stand below several are the same.
    #[must_use]
    pub const fn place(&self) -> u32 {
        self.at
    }
}

impl Texts {
    /// Whether this is one of them.
    #[must_use]
    pub fn contains(mut self, text: &str) -> bool {
        self.any(|one| one == text)
    }
}

impl<T: Packed> Iterator for List<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.left = self.left.checked_sub(1)?;
        let one = T::at(self.table, self.at);
        self.at = self.at.saturating_add(T::SIZE);
        Some(one)
    }
}
