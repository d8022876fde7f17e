//! What reasons are called: programs and records count on the names.

use byleave_policy::Reason;
use byleave_policy::proof::{self, Obstacle};

/// The names of all.
fn codes() -> Vec<String> {
    let own = Reason::CODES.iter().copied();
    let within = |outer: &'static str, inner: &'static [byleave_policy::Code]| {
        inner.iter().map(move |code| code.within(byleave_policy::Code::new(outer)))
    };
    let wrapped = within("NotPlain", Obstacle::CODES)
        .chain(within("NotProven", proof::Reason::CODES))
        .chain(within("NotCovered", proof::Gap::CODES));
    own.chain(wrapped).map(|code| code.to_string()).collect()
}

#[test]
fn no_reason_loses_its_name_or_has_that_of_another() {
    let found = codes();
    let known = include_str!("data/reasons.txt");
    let lost: Vec<&str> = known.lines().filter(|code| !found.iter().any(|one| one == code)).collect();
    assert!(lost.is_empty(), "programs count on these names: {lost:?}");
    let new: Vec<&String> = found.iter().filter(|code| !known.lines().any(|one| one == *code)).collect();
    assert!(new.is_empty(), "add these to tests/data/reasons.txt: {new:?}");
    let mut all = found;
    all.sort_unstable();
    let twice: Vec<_> = all.windows(2).filter(|pair| matches!(pair, [one, next] if one == next)).collect();
    assert!(twice.is_empty(), "{twice:?}");
}
