//! How the steps of a decision grow with the nesting of wrappers: with the text, and no faster.

#[path = "../../tests/support/wrapping.rs"]
mod wrapping;

use self::wrapping::{WRAPPERS, Wrapper, fits, nested};
use crate::budget::counted;
use crate::paths::Lexical;
use crate::rules::Rule;
use crate::{CallFacts, Decision, Mode, Policy, Reason, Verdict, decide};

/// What a decision takes before its text counts.
const BEGINNING: usize = 4000;

/// What each byte of a nesting may take at most, however deep it is. `env ` is four bytes and a dozen ways to be read; what
/// multiplies with the depth comes to more within three doublings.
const PER_BYTE: usize = 450;

/// No text is longer.
const LONGEST: usize = 4 << 10;

fn policy() -> Policy {
    let rules = [("bash", Verdict::Allow), ("write", Verdict::Allow), ("Bash(git push *)", Verdict::Deny)];
    let rules = rules.into_iter().map(|(text, says)| Rule::new(text, says).expect("a rule")).collect();
    Policy { rules, mode: Mode::Yolo, ..Policy::default() }
}

/// A decision and the steps it took.
fn decided(command: &str, policy: &Policy) -> (Decision, usize) {
    let call = CallFacts::bash(command, "/home/dev/project", "/home/dev");
    counted::taken();
    let decision = decide(&call, policy, &Lexical);
    (decision, counted::taken())
}

/// Every wrapper alone, and each beside others in twos and in threes.
fn mixtures() -> Vec<Vec<Wrapper>> {
    let count = WRAPPERS.len();
    let at = |index: usize| WRAPPERS[index % count];
    let alone = (0..count).map(|index| vec![at(index)]);
    let twos = (0..count * 2).map(|index| vec![at(index), at(index * 5 + index / count * 17 + 1)]);
    let threes =
        (0..count * 2).map(|index| vec![at(index), at(index * 7 + 3), at(index * 11 + index / count * 13 + 5)]);
    let stand = |wrappers: &Vec<Wrapper>| {
        // The last stands around the first when they are repeated.
        let inner = wrappers.iter().skip(1).chain(wrappers.first());
        // The delimiter of a here-document in another one ends both.
        let here = |one: &Wrapper| matches!(one, Wrapper::Between(text, _) if text.contains("<<E"));
        wrappers.iter().zip(inner).all(|(outer, inner)| fits(*inner, *outer)) && !wrappers.iter().any(here)
    };
    alone.chain(twos).chain(threes).filter(stand).collect()
}

/// What is wrong with the steps of a nesting that is doubled again and again, if something is.
fn takes_too_much(wrappers: &[Wrapper], policy: &Policy) -> Option<String> {
    let mut times = 1;
    loop {
        let all: Vec<Wrapper> = wrappers.iter().copied().cycle().take(wrappers.len() * times).collect();
        let text = nested(&all, "git push origin");
        if text.len() > LONGEST {
            return None;
        }
        let (decision, steps) = decided(&text, policy);
        let told =
            |what: &str| Some(format!("{wrappers:?} {times} times: {what}, {steps} steps for {} bytes", text.len()));
        if decision.verdict == Verdict::Allow {
            return told("allowed");
        }
        // What ends at the budget puts the call to a person, or refuses it.
        if decision.findings.iter().any(|finding| finding.reason == Reason::TooMuch) {
            return None;
        }
        if steps > BEGINNING + PER_BYTE * text.len() {
            return told("too much");
        }
        times *= 2;
    }
}

#[test]
fn doubling_a_nesting_takes_steps_in_proportion_to_its_text_or_ends_at_the_budget() {
    let policy = policy();
    let mixtures = mixtures();
    assert!(mixtures.len() > 250, "{} mixtures", mixtures.len());
    let wrong: Vec<String> = mixtures.iter().filter_map(|wrappers| takes_too_much(wrappers, &policy)).collect();
    assert!(wrong.is_empty(), "{} take too much:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_steps_of_a_decision_are_counted() {
    let policy = policy();
    let (_, few) = decided("ls", &policy);
    let (_, more) = decided("env nice ls; sudo git status | xargs cat", &policy);
    assert!(few > 0 && more > few * 4, "{few} and {more}");
}
