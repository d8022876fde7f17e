//! `byleave suggest`: the narrowest rules for what people keep approving, as YAML to paste.

use std::io::Write;

use byleave_gate::files::Disk;
use byleave_gate::suggest::{Against, Counted, Example, Finder, Suggestion};
use byleave_gate::{Query, Store};
use byleave_policy::paths::Resolver;
use byleave_policy::rules::{Rule, shorthand};
use byleave_policy::{Policy, Verdict};
use serde::Serialize;
use serde_json::{Map, Value};

use super::arguments::SuggestTask;
use super::grants;
use super::open;
use super::screen::{Screen, cut, painted, plural, subject};
use crate::escape;
use crate::failure::Failure;
use crate::rule::place::Target;
use crate::rule::{self, Wish};
use crate::style;

/// How many calls against a rule are shown.
const SHOWN: usize = 3;

/// Shows what could be added to a policy.
pub fn suggest(
    out: &mut dyn Write,
    screen: &Screen,
    store: &dyn Store,
    query: &Query,
    policy: &Policy,
    least: usize,
    json: bool,
) -> Result<Vec<Suggestion>, Failure> {
    let (found, counted) = find(store, query, policy, least, &Disk)?;
    if json {
        writeln!(out, "{:#}", to_json(&found))?;
    } else {
        show(out, screen, &found, counted, least)?;
    }
    Ok(found)
}

/// So many times yes to one kind of call is a habit.
const HABIT: usize = 3;

/// What people said yes to at least so often in a week, and never no: how often, and the command that allows it.
pub fn habits(store: &dyn Store, screen: &Screen, policy: &Policy) -> Result<Vec<(usize, String)>, Failure> {
    let query = Query { since: Some(screen.parse("7d")?), ..Query::default() };
    let (found, _) = find(store, &query, policy, HABIT, &Disk)?;
    let free = found.into_iter().filter(|one| one.against.is_empty());
    Ok(free.filter_map(|one| Some((one.approved, shorthand::allow(&[one.pattern])?))).take(SHOWN).collect())
}

/// Writes what was found, as `byleave allow` does: a question for each. What people also refused is not offered.
pub fn write(
    out: &mut dyn Write,
    screen: &Screen,
    task: &SuggestTask,
    found: &[Suggestion],
    mut policy: Policy,
) -> Result<(), Failure> {
    for one in found.iter().filter(|one| one.against.is_empty()) {
        let Ok(rule) = Rule::new(&one.pattern, Verdict::Allow) else { continue };
        let reason = format!("approved {}", plural(one.approved, "time", "times"));
        let target = if task.project { Target::project_here()? } else { Target::user()? };
        let rules = [rule];
        let wish = Wish { rules: &rules, says: Verdict::Allow, reason: Some(&reason), target, record: &task.place };
        writeln!(out)?;
        match rule::add(out, screen, &wish, &policy) {
            Ok(()) => policy.rules.extend(rules),
            // A no to one is not a no to the next.
            Err(Failure::Unchanged) => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(())
}

fn find(
    store: &dyn Store,
    query: &Query,
    policy: &Policy,
    least: usize,
    resolver: &dyn Resolver,
) -> Result<(Vec<Suggestion>, Counted), Failure> {
    let all = grants::held(store, true)?;
    let mut finder = Finder::new(policy, resolver);
    open::each(store, query, |one| {
        finder.take(one.number, one.entry, &all);
        Ok(true)
    })?;
    let counted = finder.counted();
    Ok((finder.end(least), counted))
}

fn to_json(found: &[Suggestion]) -> Value {
    serde_json::to_value(Suggestions { suggestions: found.iter().map(report).collect() }).unwrap_or_default()
}

fn report(suggestion: &Suggestion) -> SuggestionReport<'_> {
    let against = suggestion.against.iter();
    SuggestionReport {
        pattern: &suggestion.pattern,
        approved: suggestion.approved,
        left_to_agent: suggestion.left_to_agent,
        sessions: suggestion.sessions.len(),
        example: subject(&suggestion.example.entry),
        counter_examples: against
            .map(|Against { call: Example { number, entry }, count }| CounterExample {
                number: *number,
                count: *count,
                tool: &entry.tool,
                arguments: &entry.arguments,
            })
            .collect(),
    }
}

#[derive(Serialize)]
struct Suggestions<'s> {
    suggestions: Vec<SuggestionReport<'s>>,
}

#[derive(Serialize)]
struct SuggestionReport<'s> {
    pattern: &'s str,
    approved: usize,
    left_to_agent: usize,
    sessions: usize,
    example: String,
    counter_examples: Vec<CounterExample<'s>>,
}

#[derive(Serialize)]
struct CounterExample<'s> {
    number: u64,
    count: usize,
    tool: &'s str,
    arguments: &'s Map<String, Value>,
}

/// YAML to paste, with the arguments for and against each rule in comments.
fn show(
    out: &mut dyn Write,
    screen: &Screen,
    found: &[Suggestion],
    counted: Counted,
    least: usize,
) -> Result<(), Failure> {
    if found.is_empty() {
        for line in nothing(counted, least) {
            writeln!(out, "# {line}")?;
        }
        return Ok(());
    }
    writeln!(out, "{}", painted(style::LABEL, "# each rule was tried on its calls"))?;
    writeln!(out, "permissions:")?;
    for one in found {
        let mut comment = |words: &str, style| -> Result<(), Failure> {
            let words = cut(words, screen.width.saturating_sub(4));
            Ok(writeln!(out, "  {}", painted(style, &format!("# {words}")))?)
        };
        let seen = one.approved.saturating_sub(one.left_to_agent);
        let left = plural(one.left_to_agent, "time", "times");
        let times = match (seen, one.left_to_agent) {
            (_, 0) => format!("approved {}", plural(seen, "time", "times")),
            (0, _) => format!("left to the agent, which ran it {left},"),
            (_, _) => {
                format!("approved {}, and left to the agent, which ran it {left},", plural(seen, "time", "times"))
            }
        };
        let often = format!(
            "{times} in {}, as in: {}",
            plural(one.sessions.len(), "session", "sessions"),
            subject(&one.example.entry),
        );
        comment(&often, style::LABEL)?;
        for against in one.against.iter().take(SHOWN) {
            let times = plural(against.count, "time", "times");
            comment(&format!("but refused {times}, and would run: {}", subject(&against.call.entry)), style::DANGER)?;
        }
        if one.against.len() > SHOWN {
            comment(&format!("and {} other calls that were refused", one.against.len() - SHOWN), style::DANGER)?;
        }
        let reason = if one.left_to_agent == 0 {
            plural(one.approved, "approval", "approvals")
        } else {
            format!("ran {}", plural(one.approved, "time", "times"))
        };
        let line = format!("  {}: {{ allowed: true, reason: {reason} }}", yaml(&one.pattern));
        if escape::columns(&line) <= screen.width {
            writeln!(out, "{line}")?;
        } else {
            // Never cut: it is for pasting.
            writeln!(out, "  {}:\n    allowed: true\n    reason: {reason}", yaml(&one.pattern))?;
        }
    }
    Ok(())
}

/// Why no rule is suggested.
fn nothing(counted: Counted, least: usize) -> Vec<String> {
    let Counted { approvals, most, open } = counted;
    let mut lines = vec![if approvals == 0 {
        "no approval by a person is on record".to_owned()
    } else if most < least {
        let often = plural(least, "time", "times");
        let calls = plural(approvals, "call was", "calls were");
        format!("{calls} approved, or left to an agent and run, but none {often} or more; try `--least {most}`")
    } else {
        format!("no rule could allow what was approved {} or more", plural(least, "time", "times"))
    }];
    if open > 0 {
        let calls = plural(open, "call was", "calls were");
        lines.push(format!("{calls} left to an agent, and byleave does not know whether it ran them"));
    }
    lines
}

/// A key in double quotes, without anything that a terminal or YAML would interpret.
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
        let (found, _) = find(&store, &Query::default(), &Policy::default(), 3, &Lexical).expect("suggestions");
        let patterns: Vec<&str> = found.iter().map(|one| one.pattern.as_str()).collect();
        assert_eq!(patterns, ["write(docs/*)", "Bash(cargo build *)"]);
        let against: Vec<usize> = found.iter().map(|one| one.against.len()).collect();
        assert_eq!(against, [0, 1]);
    }

    #[test]
    fn suggestions_fit_every_width() {
        for width in [40, 80, 120] {
            let store = sample::store();
            let (found, counted) =
                find(&store, &Query::default(), &Policy::default(), 3, &Lexical).expect("suggestions");
            sample::snapshot("suggest", width, |out, screen| show(out, screen, &found, counted, 3));
        }
    }

    #[test]
    fn keys_are_text_to_yaml_and_to_terminals() {
        assert_eq!(yaml("Bash(echo \"a\\b\")"), "\"Bash(echo \\\"a\\\\b\\\")\"");
        assert_eq!(yaml("a\u{1b}b\u{202e}"), "\"a\\U0000001bb\\U0000202e\"");
    }
}
