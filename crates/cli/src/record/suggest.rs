//! `byleave suggest`: the narrowest rules for what people keep approving.
//!
//! A rule is only suggested if it works: every call it is counted for is decided with it first. Wrappers, interpreters
//! and words that are not known are never part of one, because what they were given is not what they will be given.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;

use byleave_gate::replay::Recorded;
use byleave_gate::{Query, Store};
use byleave_policy::grant::{Covered, covered};
use byleave_policy::paths::Resolver;
use byleave_policy::rules::{Rule, Says, host};
use byleave_policy::tools::{self, Category, SUBJECTS};
use byleave_policy::{Policy, Verdict};
use serde_json::{Value, json};

use super::grants;
use super::open::{self, Numbered};
use super::screen::{Screen, cut, painted, plural, subject};
use crate::escape;
use crate::failure::Failure;
use crate::style;
use byleave_gate::files::Disk;

/// How many calls that speak against a rule are shown.
const SHOWN: usize = 3;

/// A rule that could be added.
struct Suggestion {
    pattern: String,
    /// How often people approved what it would have allowed.
    approved: usize,
    sessions: Vec<String>,
    example: String,
    /// Calls that were refused, and would run with it; how often each.
    against: Vec<(Numbered, usize)>,
}

/// Shows what could be added to a policy.
pub fn suggest(
    out: &mut dyn Write,
    screen: &Screen,
    store: &dyn Store,
    query: &Query,
    policy: &Policy,
    least: usize,
    json: bool,
) -> Result<bool, Failure> {
    let found = find(store, query, policy, least, &Disk)?;
    if json {
        writeln!(out, "{:#}", to_json(&found))?;
    } else {
        show(out, screen, &found, least)?;
    }
    Ok(true)
}

fn find(
    store: &dyn Store,
    query: &Query,
    policy: &Policy,
    least: usize,
    resolver: &dyn Resolver,
) -> Result<Vec<Suggestion>, Failure> {
    let all = grants::held(store, true)?;
    let mut found: BTreeMap<String, Suggestion> = BTreeMap::new();
    // By the digest: the same call is looked at once.
    let mut refused: BTreeMap<String, (Numbered, Recorded, usize)> = BTreeMap::new();
    let mut known: HashMap<String, Vec<String>> = HashMap::new();
    open::each(store, query, |one| {
        let entry = &one.entry;
        // Without the grants of that day: a rule has to do without them.
        let recorded = Recorded { grants: Vec::new(), stopped: None, ..Recorded::of(entry, &all) };
        if !entry.approved {
            let digest = entry.digest.clone();
            refused.entry(digest).or_insert((one, recorded, 0)).2 += 1;
            return Ok(true);
        }
        if entry.verdict != "ask" || entry.person.is_none() || entry.edited.is_some() {
            return Ok(true);
        }
        let patterns = known
            .entry(entry.digest.clone())
            .or_insert_with(|| needed(&recorded, policy, resolver).unwrap_or_default());
        for pattern in patterns.iter().cloned() {
            let suggestion = found.entry(pattern.clone()).or_insert_with(|| Suggestion {
                pattern,
                approved: 0,
                sessions: Vec::new(),
                example: subject(entry),
                against: Vec::new(),
            });
            suggestion.approved += 1;
            if !suggestion.sessions.contains(&entry.session) {
                suggestion.sessions.push(entry.session.clone());
            }
        }
        Ok(true)
    })?;
    let mut found: Vec<Suggestion> = found.into_values().filter(|one| one.approved >= least).collect();
    for suggestion in &mut found {
        let Some(wider) = with(policy, std::slice::from_ref(&suggestion.pattern)) else { continue };
        let runs = |recorded: &Recorded| recorded.decide(&wider, resolver).verdict == Verdict::Allow;
        let against = refused.values().filter(|(_, recorded, _)| runs(recorded));
        suggestion.against = against.map(|(one, _, often)| (one.clone(), *often)).collect();
        suggestion.against.sort_by_key(|(one, often)| (std::cmp::Reverse(*often), one.number));
    }
    // What nothing speaks against comes first.
    found.sort_by(|one, other| {
        let order = |one: &Suggestion| (!one.against.is_empty(), std::cmp::Reverse(one.approved));
        order(one).cmp(&order(other)).then_with(|| one.pattern.cmp(&other.pattern))
    });
    Ok(found)
}

/// A policy with more rules that allow.
fn with(policy: &Policy, patterns: &[String]) -> Option<Policy> {
    let mut wider = policy.clone();
    for pattern in patterns {
        wider.rules.push(Rule::new(pattern, Says::Allow).ok()?);
    }
    Some(wider)
}

/// The rules a call would need to run by itself, if rules can do that; none that is not needed.
fn needed(recorded: &Recorded, policy: &Policy, resolver: &dyn Resolver) -> Option<Vec<String>> {
    let allows = |patterns: &[String]| {
        with(policy, patterns).is_some_and(|wider| recorded.decide(&wider, resolver).verdict == Verdict::Allow)
    };
    // What cannot be brought back is looked at each time.
    if recorded.decide(policy, resolver).high_risk {
        return None;
    }
    let mut patterns = candidates(recorded)?;
    // What was taken out of the record cannot be part of a rule.
    if patterns.iter().any(|pattern| pattern.contains("REDACTED")) || !allows(&patterns) || allows(&[]) {
        return None;
    }
    let mut at = 0;
    while at < patterns.len() {
        let mut fewer = patterns.clone();
        fewer.remove(at);
        if allows(&fewer) { patterns = fewer } else { at += 1 }
    }
    Some(patterns)
}

/// The narrowest pattern for each part of a call.
fn candidates(recorded: &Recorded) -> Option<Vec<String>> {
    let call = &recorded.call;
    let text = |key: &str| call.arguments.get(key).and_then(Value::as_str);
    let known = tools::find(&call.tool);
    if let Some(key) = known.and_then(|tool| tool.command) {
        let command = text(key)?;
        let parts = covered(command)?;
        let pattern = |part: &Covered| match part {
            Covered::SubCommand(text) | Covered::Exact(text) => Some(format!("Bash({text})")),
            // A directory is no pattern of a rule; what was read is.
            Covered::Directory(_) => None,
        };
        let narrow: Option<Vec<String>> = parts.iter().map(pattern).collect();
        return narrow.or_else(|| Some(vec![format!("Bash({command})")]).filter(|_| parts.len() == 1));
    }
    let name = known.map_or(call.tool.as_str(), |tool| tool.name);
    match known.map(|tool| tool.category) {
        Some(Category::Write) => {
            let path = SUBJECTS.iter().find_map(|key| text(key))?;
            let relative = path.strip_prefix(&call.project).map_or(path, |rest| rest.trim_start_matches('/'));
            // The directory, never the whole project.
            let glob = relative
                .rsplit_once('/')
                .map_or_else(|| relative.to_owned(), |(directory, _)| format!("{directory}/*"));
            Some(vec![format!("{name}({glob})")])
        }
        Some(Category::Network) => {
            let host = host(text("url")?)?;
            Some(vec![format!("WebFetch(domain:{host})")])
        }
        Some(Category::Read | Category::Command | Category::Ask) => None,
        None => Some(vec![name.to_owned()]),
    }
}

fn to_json(found: &[Suggestion]) -> Value {
    let one = |suggestion: &Suggestion| {
        let against: Vec<Value> = suggestion
            .against
            .iter()
            .map(|(one, often)| {
                json!({ "number": one.number, "count": often, "tool": one.entry.tool, "arguments": one.entry.arguments })
            })
            .collect();
        json!({
            "pattern": suggestion.pattern,
            "approved": suggestion.approved,
            "sessions": suggestion.sessions.len(),
            "example": suggestion.example,
            "counter_examples": against,
        })
    };
    json!({ "suggestions": found.iter().map(one).collect::<Vec<_>>() })
}

/// YAML to paste, with what speaks for and against each rule in comments.
fn show(out: &mut dyn Write, screen: &Screen, found: &[Suggestion], least: usize) -> Result<(), Failure> {
    if found.is_empty() {
        writeln!(out, "# nothing that people approved {} or more could run by a rule", plural(least, "time", "times"))?;
        return Ok(());
    }
    writeln!(out, "{}", painted(style::LABEL, "# each rule was tried on its calls"))?;
    writeln!(out, "permissions:")?;
    for one in found {
        let mut comment = |words: &str, style| -> Result<(), Failure> {
            let words = cut(words, screen.width.saturating_sub(4));
            Ok(writeln!(out, "  {}", painted(style, &format!("# {words}")))?)
        };
        let often = format!(
            "approved {} in {}, as in: {}",
            plural(one.approved, "time", "times"),
            plural(one.sessions.len(), "session", "sessions"),
            one.example,
        );
        comment(&often, style::LABEL)?;
        for (against, often) in one.against.iter().take(SHOWN) {
            let times = plural(*often, "time", "times");
            comment(&format!("but refused {times}, and would run: {}", subject(&against.entry)), style::DANGER)?;
        }
        if one.against.len() > SHOWN {
            comment(&format!("and {} other calls that were refused", one.against.len() - SHOWN), style::DANGER)?;
        }
        let reason = plural(one.approved, "approval", "approvals");
        let line = format!("  {}: {{ allowed: true, reason: {reason} }}", yaml(&one.pattern));
        if escape::columns(&line) <= screen.width {
            writeln!(out, "{line}")?;
        } else {
            // Never cut: it is there to be pasted.
            writeln!(out, "  {}:\n    allowed: true\n    reason: {reason}", yaml(&one.pattern))?;
        }
    }
    Ok(())
}

/// A key in double quotes, with nothing a terminal or YAML would take for more than text.
fn yaml(text: &str) -> String {
    let mut out = String::from("\"");
    for one in text.chars() {
        match one {
            '"' | '\\' => out.extend(['\\', one]),
            _ if escape::is_unseen(one) => {
                out.extend(format!("\\U{:08x}", u32::from(one)).chars());
            }
            _ => out.push(one),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use byleave_gate::Query;
    use byleave_policy::Policy;
    use byleave_policy::paths::Lexical;

    use super::{find, show, yaml};
    use crate::record::sample;

    #[test]
    fn only_what_people_approved_often_and_a_rule_can_do_is_suggested() {
        let store = sample::store();
        let found = find(&store, &Query::default(), &Policy::default(), 3, &Lexical).expect("suggestions");
        let patterns: Vec<&str> = found.iter().map(|one| one.pattern.as_str()).collect();
        assert_eq!(patterns, ["write(docs/*)", "Bash(cargo build *)"]);
        let against: Vec<usize> = found.iter().map(|one| one.against.len()).collect();
        assert_eq!(against, [0, 1]);
    }

    #[test]
    fn suggestions_fit_every_width() {
        for width in [40, 80, 120] {
            let store = sample::store();
            let found = find(&store, &Query::default(), &Policy::default(), 3, &Lexical).expect("suggestions");
            sample::snapshot("suggest", width, |out, screen| show(out, screen, &found, 3));
        }
    }

    #[test]
    fn keys_are_text_to_yaml_and_to_terminals() {
        assert_eq!(yaml("Bash(echo \"a\\b\")"), "\"Bash(echo \\\"a\\\\b\\\")\"");
        assert_eq!(yaml("a\u{1b}b\u{202e}"), "\"a\\U0000001bb\\U0000202e\"");
    }
}
