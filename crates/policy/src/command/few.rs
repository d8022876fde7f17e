//! A short list without a place on the heap: most commands have a handful of words, and each is looked at once.

use std::ops::{Deref, DerefMut};

/// A list that needs no allocation up to `N` elements.
#[derive(Clone, Debug)]
pub struct Few<T, const N: usize>(Kept<T, N>);

#[derive(Clone, Debug)]
enum Kept<T, const N: usize> {
    /// This many of these.
    Here([T; N], usize),
    /// More than fitted.
    Heap(Vec<T>),
}

impl<T: Copy, const N: usize> Few<T, N> {
    /// An empty list. The content of unused places does not matter.
    pub(crate) const fn new(unused: T) -> Self {
        Self(Kept::Here([unused; N], 0))
    }

    pub(crate) fn push(&mut self, one: T) {
        match &mut self.0 {
            Kept::Here(kept, length) => {
                if let Some(place) = kept.get_mut(*length) {
                    *place = one;
                    *length = length.saturating_add(1);
                } else {
                    let mut list = kept.to_vec();
                    list.push(one);
                    self.0 = Kept::Heap(list);
                }
            }
            Kept::Heap(list) => list.push(one),
        }
    }

    pub(super) fn truncate(&mut self, most: usize) {
        match &mut self.0 {
            Kept::Here(_, length) => *length = most.min(*length),
            Kept::Heap(list) => list.truncate(most),
        }
    }

    pub(super) fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        let mut next = 0_usize;
        for at in 0..self.len() {
            let Some(one) = self.get(at).copied().filter(&mut keep) else { continue };
            if let Some(place) = self.get_mut(next) {
                *place = one;
            }
            next = next.saturating_add(1);
        }
        self.truncate(next);
    }

    /// All elements.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        match &self.0 {
            Kept::Here(kept, length) => kept.get(..*length).unwrap_or(kept),
            Kept::Heap(list) => list,
        }
    }
}

impl<T: Copy, const N: usize> Deref for Few<T, N> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        self.as_slice()
    }
}

impl<T: Copy, const N: usize> DerefMut for Few<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Kept::Here(kept, length) => kept.get_mut(..*length).unwrap_or_default(),
            Kept::Heap(list) => list,
        }
    }
}

impl<'f, T: Copy, const N: usize> IntoIterator for &'f Few<T, N> {
    type Item = &'f T;
    type IntoIter = std::slice::Iter<'f, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

#[cfg(test)]
mod tests {
    use super::Few;

    #[test]
    fn a_short_list_behaves_as_a_list_when_it_grows_too() {
        for size in [0, 1, 3, 4, 5, 9] {
            let mut few: Few<usize, 4> = Few::new(0);
            (0..size).for_each(|one| few.push(one));
            assert_eq!(few.as_slice(), (0..size).collect::<Vec<_>>());
            few.retain(|one| one % 2 == 1);
            assert_eq!(few.as_slice(), (0..size).filter(|one| one % 2 == 1).collect::<Vec<_>>());
            few.truncate(1);
            assert_eq!(few.len(), 1.min(size / 2));
        }
    }
}
