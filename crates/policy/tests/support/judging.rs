//! Calls and policies for tests, in few words.

use byleave_policy::paths::Lexical;
use byleave_policy::rules::Rule;
use byleave_policy::tools::Category;
use byleave_policy::{CallFacts, Decision, Mode, Policy, Profile, Verdict, decide};
use serde_json::{Map, Value};

/// A call in the project `/w/app` of the user whose home is `/home/u`.
pub fn call(tool: &str, arguments: Map<String, Value>) -> CallFacts {
    CallFacts::new(tool, arguments, "/w/app", "/home/u")
}

/// A policy of some rules: `!` before a rule denies, `?` asks, else it allows; `when KEY=GLOB` and `because WORDS` may
/// follow it; `@TOOL=CATEGORY` declares a tool.
pub fn policy<'r>(profile: Profile, mode: Mode, rules: impl IntoIterator<Item = &'r str>) -> Result<Policy, String> {
    let mut policy = Policy { profile, mode, ..Policy::default() };
    for text in rules.into_iter().map(str::trim).filter(|text| !text.is_empty()) {
        match text.strip_prefix('@').map(|declared| declared.split_once('=')) {
            Some(Some((tool, category))) => {
                policy.tools.insert(tool.to_owned(), category_of(category)?);
            }
            Some(None) => return Err(format!("`{text}` declares no category")),
            None => policy.rules.push(rule(text)?),
        }
    }
    Ok(policy)
}

fn rule(text: &str) -> Result<Rule, String> {
    let (says, text) = match text.split_at_checked(1) {
        Some(("!", rest)) => (Verdict::Deny, rest),
        Some(("?", rest)) => (Verdict::Ask, rest),
        _ => (Verdict::Allow, text),
    };
    let (text, reason) = text.split_once(" because ").unwrap_or((text, ""));
    let (text, when) = text.split_once(" when ").unwrap_or((text, ""));
    let mut rule = Rule::new(text, says).map_err(|error| format!("`{text}`: {error}"))?;
    reason.clone_into(&mut rule.reason);
    if !when.is_empty() {
        let (key, glob) = when.split_once('=').ok_or_else(|| format!("`{when}` has no `=`"))?;
        rule.when.push((key.to_owned(), glob.to_owned()));
    }
    Ok(rule)
}

fn category_of(name: &str) -> Result<Category, String> {
    let all = [Category::Read, Category::Write, Category::Command, Category::Network, Category::Ask];
    all.into_iter().find(|category| category.name() == name).ok_or_else(|| format!("no category `{name}`"))
}

/// What the engine says.
pub fn judged(call: &CallFacts, policy: &Policy) -> Decision {
    decide(call, policy, &Lexical)
}
