//! A command in any nesting of wrappers: deciding ends within its budget, does not panic, and what is refused by itself is
//! never allowed. `scripts/fuzz` runs it under a memory limit.
#![no_main]

#[path = "../../crates/policy/tests/support/wrapping.rs"]
mod wrapping;

use byleave_policy::command::{Budget, collect};
use byleave_policy::paths::Lexical;
use byleave_policy::rules::Rule;
use byleave_policy::{CallFacts, Mode, Policy, Verdict, decide};
use wrapping::{WRAPPERS, Wrapper, fits, wrapped};

/// Commands with the rule that refuses them.
const REFUSED: [(&str, &str); 5] = [
    ("git push origin", "Bash(git push *)"),
    ("rm -rf build", "Bash(rm *)"),
    ("cat .env", "Read(.env)"),
    ("echo x > out/y", "Write(out/**)"),
    ("byleave trust .", "Bash(git push *)"),
];

/// How long a text is that DESIGN promises a time for.
const LONGEST: usize = 64 << 10;

/// Whether a wrapper puts words behind a text that would change what it runs: `… | bash` reads its input, `… | bash a` does not.
fn spoils(wrapper: Wrapper, text: &str) -> bool {
    let adds_words = matches!(wrapper, Wrapper::Quoted(_, " ::: a b"));
    adds_words && [" | sh", " | bash"].iter().any(|end| text.ends_with(end))
}

fn policy(deny: &str) -> Policy {
    let rules = [("bash", Verdict::Allow), ("write", Verdict::Allow), (deny, Verdict::Deny)];
    let rules = rules.into_iter().filter_map(|(text, says)| Rule::new(text, says).ok()).collect();
    Policy { rules, mode: Mode::Yolo, ..Policy::default() }
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let [first, wrappers @ ..] = bytes else { return };
    let (inner, deny) = REFUSED[usize::from(*first) % REFUSED.len()];
    let mut text = inner.to_owned();
    let mut last = None;
    for byte in wrappers {
        let wrapper = WRAPPERS[usize::from(*byte) % WRAPPERS.len()];
        let more = wrapped(wrapper, &text);
        if more.len() > LONGEST {
            break;
        }
        if !spoils(wrapper, &text) && last.is_none_or(|inner| fits(inner, wrapper)) {
            text = more;
            last = Some(wrapper);
        }
    }
    let script = byleave_shell::read(text.as_bytes());
    assert!(collect(&script).left <= Budget::of(text.len()).left(), "more is left over than there was");
    let command_bytes = Some(text.clone().into_bytes());
    let facts = CallFacts::new("bash", serde_json::Map::new(), "/home/dev/project", "/home/dev");
    let call = CallFacts { command_bytes, ..facts };
    let policy = policy(deny);
    let decision = decide(&call, &policy, &Lexical);
    assert_ne!(decision.verdict, Verdict::Allow, "`{deny}` does not hold for `{text}`");
    assert_eq!(decision, decide(&call, &policy, &Lexical), "the same call was decided in two ways");
});
