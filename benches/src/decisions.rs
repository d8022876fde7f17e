//! What is decided, under which policies.

use std::fmt::Write;
use std::hint::black_box;
use std::sync::LazyLock;

use byleave_config::{Kind, PolicyFile, Standing, Surroundings, World, merge, read};
use byleave_policy::paths::Lexical;
use byleave_policy::rules::Layer;
use byleave_policy::{CallFacts, Policy, decide};
use jiff::tz::{TimeZone, TimeZoneDatabase};

use crate::Input;

/// How many rules a policy has while the chain is decided.
pub const RULES: [usize; 3] = [10, 100, 1_000];
/// How many rules a policy that is loaded has.
pub const LOADED: [usize; 2] = [100, 1_000];

/// Rules as people write them: some that speak for parts of the chain, some that refuse, some on files.
const WRITTEN: [(&str, bool); 9] = [
    ("Bash(cargo test *)", true),
    ("Bash(git diff *)", true),
    ("Bash(npm run *)", true),
    ("Bash(git push *)", false),
    ("Bash(rm -rf *)", false),
    ("write(docs/**)", true),
    ("Read(.env)", false),
    ("Bash(docker compose up *)", true),
    ("WebFetch(domain:docs.rs)", true),
];

/// A policy file with so many rules. Those beyond the written ones are on programs of their own, as in the files of large
/// companies.
#[must_use]
pub fn policy_text(rules: usize) -> String {
    let mut text = String::from("permissions:\n");
    for (pattern, allowed) in WRITTEN.iter().take(rules) {
        let _ = writeln!(text, "  \"{pattern}\": {{ allowed: {allowed}, reason: written by hand }}");
    }
    for number in WRITTEN.len()..rules {
        let allowed = !number.is_multiple_of(3);
        let _ = writeln!(text, "  \"Bash(tool{number} run *)\": {{ allowed: {allowed}, reason: rule {number} }}");
    }
    text
}

/// Reads a policy file; `None` if it is not valid.
#[must_use]
pub fn load(text: &str) -> Option<PolicyFile> {
    static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);
    let world = World { zones: &ZONES, local: TimeZone::UTC };
    read("policy.yaml", black_box(text), Kind::Policy, &world).ok()
}

/// A policy with so many rules; with none, the one byleave comes with.
#[must_use]
pub fn policy(rules: usize) -> Policy {
    match load(&policy_text(rules)).filter(|_| rules > 0) {
        Some(file) => merge(vec![Standing { layer: Layer::User, trusted: true, file }], &Surroundings::default()).0,
        None => Policy::default(),
    }
}

/// Calls with the policy they are decided by.
pub struct Case {
    calls: Vec<CallFacts>,
    policy: Policy,
}

impl Case {
    /// One call for each text of an input.
    #[must_use]
    pub fn new(input: &Input, policy: Policy) -> Self {
        let calls = input.texts.iter().map(|text| call(text)).collect();
        Self { calls, policy }
    }

    /// Decides all calls: reading the text is part of it.
    pub fn decide(&self) {
        for call in &self.calls {
            black_box(decide(black_box(call), &self.policy, &Lexical));
        }
    }
}

fn call(text: &str) -> CallFacts {
    CallFacts::bash(text, "/home/dev/project", "/home/dev")
}

#[cfg(test)]
mod tests {
    use byleave_policy::Verdict;

    use super::*;

    /// A policy that did not load, or a rule that is not asked, would look fast.
    #[test]
    fn policies_of_every_size_decide_the_same() {
        let five = Input::five();
        let Some(text) = five.texts.first() else { return };
        for rules in RULES {
            assert_eq!(policy(rules).rules.len(), rules);
            let decision = decide(&call(text), &policy(rules), &Lexical);
            assert_eq!(decision.verdict, Verdict::Allow, "{rules} rules: {}", decision.reason);
        }
        let decision = decide(&call("git status"), &policy(0), &Lexical);
        assert_eq!(decision.verdict, Verdict::Allow, "{}", decision.reason);
    }
}
