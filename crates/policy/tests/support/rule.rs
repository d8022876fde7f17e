//! Rules as the tables write them: `!` before a rule denies, `?` asks, else it allows.

use byleave_policy::Verdict;
use byleave_policy::rules::Rule;

pub fn rule(text: &str) -> Result<Rule, String> {
    let (says, text) = match text.split_at_checked(1) {
        Some(("!", rest)) => (Verdict::Deny, rest),
        Some(("?", rest)) => (Verdict::Ask, rest),
        _ => (Verdict::Allow, text),
    };
    Rule::new(text, says).map_err(|error| format!("`{text}`: {error}"))
}
