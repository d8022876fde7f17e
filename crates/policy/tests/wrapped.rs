//! Commands in wrappers in wrappers: what is refused by itself is never allowed in any nesting of them, and looking into a
//! nesting takes no more steps than the length of its text pays for.

mod support {
    pub mod command;
    pub mod judging;
    pub mod wrapping;
}

use byleave_policy::command::{Budget, collect};
use byleave_policy::{Mode, Policy, Profile, Verdict};
use support::command::command;
use support::judging::policy;
use support::wrapping::{WRAPPERS, Wrapper, fits, nested};

/// Everything is allowed but a push.
fn no_push() -> Policy {
    policy(Profile::Byleave, Mode::Yolo, ["bash", "write", "!Bash(git push *)"]).unwrap_or_default()
}

/// All pairs, and as many triples.
fn mixed() -> impl Iterator<Item = Vec<Wrapper>> {
    let count = WRAPPERS.len();
    let at = move |index: usize| WRAPPERS.iter().copied().nth(index % count);
    let pairs = (0..count * count).filter_map(move |index| Some(vec![at(index)?, at(index / count)?]));
    // Steps that have no factor in common with the count meet all of them.
    let triples = (0..count * count)
        .filter_map(move |index| Some(vec![at(index)?, at(index / count)?, at(index * 7 + index / count * 11)?]));
    pairs
        .chain(triples)
        .filter(|wrappers| wrappers.iter().zip(wrappers.iter().skip(1)).all(|(outer, inner)| fits(*inner, *outer)))
}

#[test]
fn what_is_refused_is_refused_in_every_wrapper() {
    let policy = no_push();
    let loosened: Vec<String> = WRAPPERS
        .iter()
        .map(|wrapper| nested(&[*wrapper], "git push origin"))
        .filter(|text| command(text, &policy).verdict != Verdict::Deny)
        .collect();
    assert!(loosened.is_empty(), "{}", loosened.join("\n"));
}

#[test]
fn what_is_refused_is_never_allowed_in_twos_and_threes() {
    let policy = no_push();
    let loosened: Vec<String> = mixed()
        .map(|wrappers| nested(&wrappers, "git push origin"))
        .filter(|text| command(text, &policy).verdict == Verdict::Allow)
        .collect();
    assert!(loosened.is_empty(), "{} are allowed:\n{}", loosened.len(), loosened.join("\n"));
}

#[test]
fn what_asks_is_never_allowed_in_twos() {
    let policy = policy(Profile::Byleave, Mode::Default, []).unwrap_or_default();
    let pairs = mixed().filter(|wrappers| wrappers.len() == 2);
    let loosened: Vec<String> = pairs
        .map(|wrappers| nested(&wrappers, "touch x"))
        .filter(|text| command(text, &policy).verdict == Verdict::Allow)
        .collect();
    assert!(loosened.is_empty(), "{} are allowed:\n{}", loosened.len(), loosened.join("\n"));
}

/// The steps that finding all commands of a text takes, and how many it may take.
fn steps(text: &str) -> (usize, usize) {
    let script = byleave_shell::read(text.as_bytes());
    let all = Budget::of(text.len()).left();
    (all.saturating_sub(collect(&script).left), all)
}

#[test]
fn a_few_wrappers_in_each_other_are_within_every_budget() {
    let costly: Vec<String> = mixed()
        .map(|wrappers| nested(&wrappers, "git push origin"))
        .filter(|text| {
            let (taken, all) = steps(text);
            taken * 4 > all
        })
        .collect();
    assert!(costly.is_empty(), "{} take more than a quarter:\n{}", costly.len(), costly.join("\n"));
}

#[test]
fn doubling_a_nesting_never_takes_more_than_the_budget_and_then_asks() {
    let policy = no_push();
    for wrapper in WRAPPERS.iter().filter(|wrapper| fits(**wrapper, **wrapper)) {
        let mut text = "git push origin".to_owned();
        for _ in 0..9 {
            text = nested(&[*wrapper, *wrapper], &text);
            if text.len() > 16 << 10 {
                break;
            }
            let (taken, all) = steps(&text);
            assert!(taken <= all, "{wrapper:?}: {taken} of {all} steps");
            let verdict = command(&text, &policy).verdict;
            assert_ne!(verdict, Verdict::Allow, "{wrapper:?} in itself: {} bytes are allowed", text.len());
        }
    }
}

#[test]
fn a_deny_that_is_found_stays_whatever_else_there_is_too_much_of() {
    let policy = no_push();
    let much = "env nice ".repeat(2000);
    for text in [
        format!("git push; {much}ls"),
        format!("{much}ls; git push"),
        format!("echo 'git push' | sh; {much}ls"),
        format!("for a in status push; do git $a; done; {much}ls"),
        "a;".repeat(30_000) + "git push",
        format!("git {{push,{{1..9999}}}}; {much}ls"),
    ] {
        let verdict = command(&text, &policy).verdict;
        assert_eq!(verdict, Verdict::Deny, "{}…", text.chars().take(60).collect::<String>());
    }
}
