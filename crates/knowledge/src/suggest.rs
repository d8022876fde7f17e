//! "Did you mean …?"

/// Longer words are not compared: people do not mistype that much, and the time grows with the square.
const LONGEST: usize = 64;

/// The candidate that a word was most likely meant to be.
pub fn nearest<'c>(given: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let folded = given.to_lowercase().replace('-', "_");
    candidates
        .into_iter()
        .map(|candidate| (distance(&folded, &candidate.to_lowercase()), candidate))
        .filter(|(distance, candidate)| *distance <= candidate.chars().count().div_ceil(3).min(3))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How many letters must be changed, added, left out or swapped with their neighbour.
fn distance(from: &str, to: &str) -> usize {
    let from: Vec<char> = from.chars().collect();
    let to: Vec<char> = to.chars().collect();
    if from.len() > LONGEST || to.len() > LONGEST {
        return usize::MAX;
    }
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    let mut previous: Option<char> = None;
    for (i, one) in from.iter().enumerate() {
        let mut next = vec![i.saturating_add(1)];
        for (j, other) in to.iter().enumerate() {
            let cell = |row: &[usize], at: usize| row.get(at).copied().unwrap_or(usize::MAX);
            let after = j.saturating_add(1);
            let replaced = cell(&row, j).saturating_add(usize::from(one != other));
            let removed = cell(&row, after).saturating_add(1);
            let added = cell(&next, j).saturating_add(1);
            let swap = j > 0 && previous == Some(*other) && to.get(j.saturating_sub(1)) == Some(one);
            let swapped = if swap { cell(&before, j.saturating_sub(1)).saturating_add(1) } else { usize::MAX };
            next.push(replaced.min(removed).min(added).min(swapped));
        }
        before = row;
        row = next;
        previous = Some(*one);
    }
    row.last().copied().unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn near_words_are_found() {
        let keys = ["permissions", "profile", "mode", "allowed", "auto_approve_tools", "limits"];
        for (given, expected) in [
            ("permision", Some("permissions")),
            ("alowed", Some("allowed")),
            ("mdoe", Some("mode")),
            ("limit", Some("limits")),
            ("Auto-Approve-Tools", Some("auto_approve_tools")),
            ("zebra", None),
            ("", None),
        ] {
            assert_eq!(nearest(given, keys), expected, "{given}");
        }
        assert_eq!(distance("ab", "ba"), 1);
        assert_eq!(distance(&"x".repeat(1000), "x"), usize::MAX);
    }
}
