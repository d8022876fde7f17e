//! Which of many spans is the smallest around a place.
//!
//! A call may hold commands by the ten thousand, with a finding for each. Looking through all of them for every finding
//! kept a hub busy for ten seconds with 40 kB.

use byleave_shell::Span;

/// For each place, the smallest span that contains it, by its place in the list; of several as small the first.
pub fn innermost(spans: &[Span], places: &[Span]) -> Vec<Option<usize>> {
    let mut ends: Vec<u32> = spans.iter().map(|span| span.end).collect();
    ends.sort_unstable_by(|one, other| other.cmp(one));
    ends.dedup();
    let mut begun: Vec<(usize, Span)> = spans.iter().copied().enumerate().collect();
    begun.sort_by_key(|(_, span)| span.start);
    let mut begun = begun.into_iter().peekable();
    let mut asked: Vec<(usize, Span)> = places.iter().copied().enumerate().collect();
    asked.sort_by_key(|(_, place)| place.start);
    let mut smallest = Smallest::new(ends.len());
    let mut found = vec![None; places.len()];
    for (which, place) in asked {
        while let Some((at, span)) = begun.next_if(|(_, span)| span.start <= place.start) {
            smallest.add(ends.partition_point(|end| *end > span.end), (span.len(), at));
        }
        let far_enough = ends.partition_point(|end| *end >= place.end);
        if let Some(slot) = found.get_mut(which) {
            *slot = smallest.of_first(far_enough).map(|(_, at)| at);
        }
    }
    found
}

/// The smallest of the first few of many values, as in a binary indexed tree: each slot holds the smallest of as many
/// values before it as the lowest bit of its number says.
struct Smallest(Vec<Option<(u32, usize)>>);

impl Smallest {
    fn new(count: usize) -> Self {
        Self(vec![None; count.saturating_add(1)])
    }

    fn add(&mut self, at: usize, value: (u32, usize)) {
        let mut slot = at.saturating_add(1);
        while let Some(known) = self.0.get_mut(slot) {
            *known = Some(known.map_or(value, |known| known.min(value)));
            slot = slot.saturating_add(slot & slot.wrapping_neg());
        }
    }

    fn of_first(&self, count: usize) -> Option<(u32, usize)> {
        let mut found: Option<(u32, usize)> = None;
        let mut slot = count;
        while slot > 0 {
            if let Some(Some(value)) = self.0.get(slot) {
                found = Some(found.map_or(*value, |found| found.min(*value)));
            }
            slot &= slot.saturating_sub(1);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use byleave_shell::Span;
    use proptest::prelude::*;

    use super::innermost;

    /// By looking at all of them.
    fn plainly(spans: &[Span], place: Span) -> Option<usize> {
        let around = spans.iter().enumerate().filter(|(_, span)| span.contains(place));
        around.min_by_key(|(_, span)| span.len()).map(|(at, _)| at)
    }

    fn span() -> impl Strategy<Value = Span> {
        (0_u32..40, 0_u32..12).prop_map(|(start, length)| Span::new(start, start + length))
    }

    proptest! {
        #[test]
        fn it_is_the_one_that_is_found_by_looking_at_all(
            spans in prop::collection::vec(span(), 0..30),
            places in prop::collection::vec(span(), 0..30),
        ) {
            let expected: Vec<_> = places.iter().map(|place| plainly(&spans, *place)).collect();
            prop_assert_eq!(innermost(&spans, &places), expected);
        }
    }
}
