//! The rules of a policy as `prefix_rule`s of Codex: what holds also while byleave's hook does not run.
//!
//! A rule there is the beginning of a command, and one that allows also lets it out of the sandbox: so no allow is exported, and of the others
//! only those that end in `*`.

use std::fmt::Write as _;

use byleave_policy::rules::{Pattern, Rule};
use byleave_policy::{Policy, Verdict};
use serde_json::Value;

use super::{Export, is_plain};

/// What an exported file begins with.
const HEAD: &str =
    "# byleave policy export codex: what the policy refuses and asks about. Export again after you change it.\n";

/// The rules that Codex can say as strictly.
#[must_use]
pub fn codex(policy: &Policy) -> Export {
    let mut export = Export { text: HEAD.to_owned(), ..Export::default() };
    for rule in &policy.rules {
        let said = words(rule).and_then(|words| match rule.says {
            Verdict::Allow => Err("Codex would also run what begins so and byleave asks about, outside its sandbox"),
            Verdict::Ask => Ok((words, "prompt")),
            Verdict::Deny => Ok((words, "forbidden")),
        });
        match said {
            Ok((words, decision)) => {
                // A JSON text is one of Starlark, and writing into a string cannot fail.
                let pattern = Value::from(words);
                let why = Value::from(if rule.reason.is_empty() { rule.text.as_str() } else { rule.reason.as_str() });
                let _ = writeln!(
                    export.text,
                    "prefix_rule(pattern = {pattern}, decision = \"{decision}\", justification = {why})"
                );
            }
            Err(why) => export.note(rule, why),
        }
    }
    export
}

/// The words that a command has to begin with.
fn words(rule: &Rule) -> Result<Vec<String>, &'static str> {
    if !rule.when.is_empty() || !is_plain(&rule.conditions) {
        return Err("it has conditions; the hook alone knows them");
    }
    let Pattern::Command(pattern) = &rule.pattern else { return Err("rules of Codex are about commands alone") };
    let plain = |one: char| one.is_ascii_alphanumeric() || " -_./:=+,@%".contains(one);
    let beginning = pattern.text.strip_suffix(" *").ok_or("rules of Codex are beginnings of commands")?;
    if beginning.trim().is_empty() || !beginning.chars().all(plain) {
        return Err("its text is not a plain beginning of a command");
    }
    Ok(beginning.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::codex;
    use crate::{Origin, import};
    use byleave_policy::rules::Rule;
    use byleave_policy::{Policy, Verdict};

    #[test]
    fn only_what_refuses_and_asks_is_exported_and_read_again() {
        let mut policy = Policy::default();
        for (pattern, says) in [
            ("Bash(git push *)", Verdict::Deny),
            ("Bash(npm publish *)", Verdict::Ask),
            ("Bash(cargo test *)", Verdict::Allow),
            ("Bash(make)", Verdict::Deny),
            ("Bash(git * main *)", Verdict::Deny),
            ("Read(.env)", Verdict::Deny),
        ] {
            policy.rules.push(Rule::new(pattern, says).expect(pattern));
        }
        let export = codex(&policy);
        assert_eq!(export.notes().len(), 4, "{:?}", export.notes());
        let again = import(Origin::Codex, export.text(), "/w/app").expect("rules of Codex").to_yaml();
        for (rule, is_there) in [
            (r#""Bash(git push *)": { allowed: false"#, true),
            (r#""Bash(npm publish *)": { allowed: ask"#, true),
            ("cargo test", false),
            ("make", false),
        ] {
            assert_eq!(again.contains(rule), is_there, "{rule}: {again}");
        }
    }
}
