//! What in a policy works, but probably not as meant: rules that are dead, shadowed or too broad.

use std::collections::HashSet;

use jiff::Timestamp;

use byleave_knowledge::suggest::nearest;
use byleave_policy::paths::Lexical;
use byleave_policy::programs::{self, Effect, Quirk, Wraps};
use byleave_policy::rules::conditions::Expires;
use byleave_policy::rules::{Applies, CommandPattern, Conditions, Pattern, Rule, applies};
use byleave_policy::{CallFacts, Policy, Unattended, Verdict, decide, tools};

/// Something to look at again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lint {
    /// A stable name for programs.
    pub code: &'static str,
    /// The rule, as written.
    pub rule: String,
    /// Where it stands.
    pub location: Option<String>,
    /// What is odd about it.
    pub message: String,
}

/// Whether a program runs any program that it is given: a `*` after it allows everything.
fn runs_anything(program: &str) -> bool {
    programs::find(program).is_some_and(|row| {
        row.effect() == Effect::Run
            || row.wraps() != Wraps::No
            || row.has(Quirk::Elsewhere)
            || row.has(Quirk::RunsInput)
    })
}

/// Looks for rules that are dead, shadowed or too broad.
#[must_use]
pub fn lint(policy: &Policy, now: Option<Timestamp>) -> Vec<Lint> {
    let mut lints = Vec::new();
    let denies: Vec<Rule> = policy.rules.iter().filter(|rule| rule.says != Verdict::Allow).cloned().collect();
    let against = Policy { rules: denies.into(), rules_only: true, ..Policy::default() };
    let wide = prefixes(policy);
    let mut seen: HashSet<(&str, Verdict, u32, Option<Unattended>)> = HashSet::new();
    for rule in &policy.rules {
        let mut add = |code, message| {
            lints.push(Lint { code, rule: rule.text.clone(), location: rule.location.clone(), message });
        };
        if rule.when.is_empty()
            && is_plain(&rule.conditions)
            && !seen.insert((&rule.text, rule.says, rule.approvals, rule.unattended))
        {
            add("duplicate", "the same rule stands before it".to_owned());
            continue;
        }
        if matches!(rule.conditions.expires, Expires::At(end) if now.is_some_and(|now| now >= end)) {
            add("expired", "it has expired".to_owned());
            continue;
        }
        if let Pattern::Subject { tool, .. } = &rule.pattern
            && policy.category(tool).is_none()
            && let Some(near) = nearest(tool, tools::all().map(|tool| tool.name))
        {
            add("unknown", format!("byleave knows no tool `{tool}`; did you mean `{near}`?"));
        }
        if rule.says != Verdict::Allow {
            continue;
        }
        if let Applies::No(reason) = applies(rule, &policy.context(now, None)) {
            add("inactive", format!("it does not count: {reason}"));
        }
        if let Some(message) = too_broad(&rule.pattern) {
            add("broad", message);
        }
        let Pattern::Command(pattern) = &rule.pattern else { continue };
        if let Some(wider) = shadow(pattern, &wide) {
            add("shadowed", format!("`Bash({wider} *)` covers it"));
        }
        let sample = sample(pattern);
        let decision = decide(&sample, &against, &Lexical);
        let ruled = decision.findings.iter().find(|finding| finding.verdict > Verdict::Allow && finding.rule.is_some());
        if let Some(finding) = ruled {
            let other = finding.rule.as_deref().unwrap_or("");
            let place = finding.location.as_ref().map_or(String::new(), |place| format!(" ({place})"));
            let does = if finding.verdict == Verdict::Deny { "denies" } else { "asks for" };
            add("dead", format!("`{other}`{place} {does} what it allows"));
        }
    }
    lints
}

fn is_plain(conditions: &Conditions) -> bool {
    conditions.hours.is_none() && conditions.limit.is_none() && conditions.when_env.is_empty()
}

/// What unconditional allow rules of the form `P *` begin with.
fn prefixes(policy: &Policy) -> HashSet<String> {
    let allows = policy.rules.iter().filter(|rule| rule.says == Verdict::Allow && rule.when.is_empty());
    allows
        .filter(|rule| is_plain(&rule.conditions))
        .filter_map(|rule| match &rule.pattern {
            Pattern::Command(pattern) => pattern.text.strip_suffix(" *").map(str::to_owned),
            Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => None,
        })
        .collect()
}

/// A wider rule that begins a pattern, by whole words.
fn shadow<'w>(pattern: &CommandPattern, wide: &'w HashSet<String>) -> Option<&'w str> {
    let own = pattern.text.strip_suffix(" *");
    let words: Vec<&str> = own.unwrap_or(&pattern.text).split(' ').collect();
    // The whole of `git log *` is itself, the whole of `git log` may be covered by `git log *`.
    let longest = if own.is_some() { words.len().saturating_sub(1) } else { words.len() };
    (1..=longest).find_map(|length| wide.get(&words.get(..length)?.join(" "))).map(String::as_str)
}

fn too_broad(pattern: &Pattern) -> Option<String> {
    match pattern {
        Pattern::Tool(tool) if tools::runs(tool) => {
            Some("it allows every command; only the floors are left".to_owned())
        }
        Pattern::Command(pattern) => {
            let mut tokens = pattern.tokens.iter();
            let (first, second) = (tokens.next()?, tokens.next());
            if first.star && first.text == "*" {
                return Some("it allows every command; only the floors are left".to_owned());
            }
            let open = second.is_some_and(|second| second.text == "*");
            (open && runs_anything(&first.text)).then(|| format!("`{}` runs any program that it is given", first.text))
        }
        Pattern::Mcp(name) if name == "mcp__*" => Some("it allows every tool of every server".to_owned()),
        Pattern::Subject { tool, glob } if matches!(glob.as_str(), "*" | "**" | "/**" | "~/**") => {
            Some(format!("it allows `{tool}` nearly everywhere"))
        }
        Pattern::Tool(_) | Pattern::Subject { .. } | Pattern::Domain(_) | Pattern::Mcp(_) => None,
    }
}

/// A command that the pattern is about.
fn sample(pattern: &CommandPattern) -> CallFacts {
    let command = pattern.text.replace('*', "x");
    CallFacts::bash(&command, "/project", "/home/user")
}

#[cfg(test)]
mod tests {
    use super::lint;
    use byleave_policy::rules::Rule;
    use byleave_policy::{Policy, Verdict};

    #[test]
    fn rules_that_are_not_as_meant_are_found() {
        let rules: Vec<Rule> = [
            ("Bash(git log *)", Verdict::Allow),
            ("Bash(git log --oneline)", Verdict::Allow),
            ("Bash(git log *)", Verdict::Allow),
            ("Bash(git push origin)", Verdict::Allow),
            ("Bash(git push *)", Verdict::Deny),
            ("Bash(python *)", Verdict::Allow),
            ("bash", Verdict::Allow),
            ("Bash(cargo test *)", Verdict::Allow),
            ("write(**)", Verdict::Allow),
        ]
        .into_iter()
        .map(|(text, says)| Rule::new(text, says).expect(text))
        .collect();
        let found: Vec<(String, &str)> = lint(&Policy { rules: rules.into(), ..Policy::default() }, None)
            .into_iter()
            .map(|one| (one.rule, one.code))
            .collect();
        let expected = [
            ("Bash(git log --oneline)", "shadowed"),
            ("Bash(git log *)", "duplicate"),
            ("Bash(git push origin)", "dead"),
            ("Bash(python *)", "broad"),
            ("bash", "broad"),
            ("write(**)", "broad"),
        ];
        assert_eq!(found, expected.map(|(rule, code)| (rule.to_owned(), code)));
    }
}
