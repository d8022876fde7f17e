//! `byleave grants`: lists everything that runs without a question, and revokes grants.

use std::io::Write;

use byleave_gate::{Commit, Owner, Store, StoredGrant, grant_json};
use byleave_policy::grant::Breadth;
use byleave_policy::grant::Coverage;
use byleave_policy::rules::Rule;
use byleave_policy::rules::conditions::Expires;
use byleave_policy::tools::{self, Category};
use byleave_policy::{Policy, Profile, Verdict};
use serde::Serialize;
use serde_json::Value;

use super::hosts::Held;
use super::open;
use super::screen::{Screen, cut, folded, padded, painted, plural};
use crate::escape;
use crate::failure::Failure;
use crate::hub::freeze::told;
use crate::style;

/// The grants by people and skills.
pub fn held(store: &dyn Store, all: bool) -> Result<Vec<StoredGrant>, Failure> {
    open::wait(store.grants(all)).map_err(|error| open::failure(&error))
}

/// Says so if a freeze suspends the grants.
pub fn warn_frozen(out: &mut dyn Write, store: &dyn Store) -> Result<(), Failure> {
    if let Some(freeze) = open::wait(store.frozen()).map_err(|error| open::failure(&error))? {
        writeln!(out, "{} {}", painted(style::CHANGING, "automatic approvals are frozen"), told(&freeze))?;
        writeln!(out, "everything below asks, until `byleave thaw`\n")?;
    }
    Ok(())
}

/// Tools that never ask.
fn safe(policy: &Policy) -> Vec<&'static str> {
    let own = |name: &str| policy.tools.contains_key(name);
    let asks = |name: &str| name == "askUserQuestion" && policy.profile != Profile::ConnectOnion;
    let read = tools::all().filter(|tool| tool.category == Category::Read && !own(tool.name) && !asks(tool.name));
    if policy.rules_only { Vec::new() } else { read.map(|tool| tool.name).collect() }
}

/// Rules that allow.
fn rules(policy: &Policy) -> Vec<&Rule> {
    let all = policy.rules.iter().chain(policy.auto_approve.rules());
    all.filter(|rule| rule.says == Verdict::Allow && rule.trusted).collect()
}

/// Lists them: safe tools, rules, skills, people.
pub fn list(
    out: &mut dyn Write,
    screen: &Screen,
    policy: &Policy,
    held: &[StoredGrant],
    remembered: &[Held],
    json: bool,
) -> Result<bool, Failure> {
    if json {
        let never = grant_json::expires(Expires::Never);
        let reason = "read-only operation";
        let safe = safe(policy)
            .into_iter()
            .map(|tool| value(&SafeTool { source: "safe", tool, pattern: tool, reason, expires: &never }));
        let rules = rules(policy).into_iter().map(|rule| {
            value(&RuleReport {
                source: rule.source.name(),
                pattern: &rule.text,
                reason: &rule.reason,
                location: rule.location.as_deref(),
                expires: grant_json::expires(rule.conditions.expires),
            })
        });
        let all = safe.chain(rules).chain(held.iter().map(stored)).chain(remembered.iter().map(Held::to_json));
        let all: Vec<Value> = all.collect();
        let text = serde_json::to_string_pretty(&all).map_err(std::io::Error::from)?;
        writeln!(out, "{text}")?;
        return Ok(true);
    }
    heading(out, "safe tools", "never ask")?;
    wrapped(out, screen.width, &safe(policy))?;
    heading(out, "rules", "of the policy that counts here")?;
    for rule in rules(policy) {
        let room = screen.width.saturating_sub(2);
        let pattern = cut(&rule.text, room);
        let left = room.saturating_sub(escape::columns(&pattern) + 2);
        let place = rule.location.as_deref().filter(|place| escape::columns(place) <= left).unwrap_or("");
        let line = format!("  {pattern}  {}", painted(style::LABEL, &escape::shown(place)));
        writeln!(out, "{}", line.trim_end())?;
    }
    if rules(policy).is_empty() {
        writeln!(out, "  none")?;
    }
    heading(out, "grants", "of skills and people")?;
    for one in held {
        show(out, screen, one)?;
    }
    if held.is_empty() {
        writeln!(out, "  none")?;
    }
    Ok(true)
}

pub fn heading(out: &mut dyn Write, name: &str, words: &str) -> Result<(), Failure> {
    Ok(writeln!(out, "{}  {}", painted(style::HEADING, name), painted(style::LABEL, words))?)
}

/// Names one after another, as many on a line as fit.
fn wrapped(out: &mut dyn Write, width: usize, names: &[&str]) -> Result<(), Failure> {
    let mut line = String::from(" ");
    for name in names {
        if line.len() + 1 + name.len() > width {
            writeln!(out, "{line}")?;
            line = String::from(" ");
        }
        line.push(' ');
        line.push_str(name);
    }
    Ok(writeln!(out, "{line}")?)
}

/// One grant: what it covers, and below it its origin.
pub fn show(out: &mut dyn Write, screen: &Screen, one: &StoredGrant) -> Result<(), Failure> {
    let grant = &one.grant;
    let covers = match &grant.coverage {
        Coverage::Call(digest) => format!("exactly one call, {}", cut(&digest.to_string(), 20)),
        Coverage::Tool(tool) => format!("every call of {tool}"),
        Coverage::Commands { .. } | Coverage::Rule(_) => grant.patterns().join(", "),
    };
    writeln!(out, "  {}", painted(style::NAME, &cut(&covers, screen.width.saturating_sub(2))))?;
    let mut facts = vec![
        grant.source.name().to_owned(),
        owner(&one.owner),
        ends(screen, one),
        format!("by {}", escape::shown(&one.by)),
        screen.ago(one.given),
    ];
    if let Some(uses) = grant.uses {
        facts.push(plural(usize::try_from(uses).unwrap_or(usize::MAX), "use left", "uses left"));
    }
    let words = format!("{} · {}", escape::shown(&grant.id), facts.join(" · "));
    for line in folded(&words, screen.width.saturating_sub(4)).lines() {
        writeln!(out, "    {}", painted(style::LABEL, &cut(line, screen.width.saturating_sub(4))))?;
    }
    Ok(())
}

fn owner(owner: &Owner) -> String {
    match owner {
        Owner::Session(id) => format!("session {}", escape::shown(id)),
        Owner::Project(path) => format!("project {}", escape::shown(path)),
        Owner::Everyone => "everywhere".to_owned(),
    }
}

fn ends(screen: &Screen, one: &StoredGrant) -> String {
    match (one.ended, one.grant.expires) {
        (Some(end), _) => format!("ended {}", screen.moment(end)),
        (None, Expires::Never) => "for good".to_owned(),
        (None, Expires::TurnEnd) => "until the turn ends".to_owned(),
        (None, Expires::SessionEnd) => "until the session ends".to_owned(),
        (None, Expires::At(end)) if end <= screen.now => format!("over since {}", screen.moment(end)),
        (None, Expires::At(end)) => format!("until {}", screen.moment(end)),
    }
}

/// A tool that only reads, for programs.
#[derive(Serialize)]
struct SafeTool<'s> {
    source: &'static str,
    tool: &'static str,
    pattern: &'static str,
    reason: &'static str,
    expires: &'s Value,
}

/// A rule that allows, for programs.
#[derive(Serialize)]
struct RuleReport<'r> {
    source: &'static str,
    pattern: &'r str,
    reason: &'r str,
    location: Option<&'r str>,
    expires: Value,
}

/// A grant with its origin, for programs.
#[derive(Serialize)]
struct GrantReport<'g> {
    #[serde(flatten)]
    grant: Value,
    patterns: Vec<String>,
    owner: OwnerReport<'g>,
    turn: u64,
    given: String,
    by: &'g str,
    ended: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum OwnerReport<'g> {
    Session(&'g str),
    Project(&'g str),
    Everyone,
}

fn value(report: &impl Serialize) -> Value {
    serde_json::to_value(report).unwrap_or_default()
}

/// A grant as JSON, with its origin.
pub fn stored(one: &StoredGrant) -> Value {
    value(&GrantReport {
        grant: grant_json::to_json(&one.grant),
        patterns: one.grant.patterns(),
        owner: match &one.owner {
            Owner::Session(id) => OwnerReport::Session(id),
            Owner::Project(path) => OwnerReport::Project(path),
            Owner::Everyone => OwnerReport::Everyone,
        },
        turn: one.turn,
        given: one.given.to_string(),
        by: &one.by,
        ended: one.ended.map(|end| end.to_string()),
    })
}

/// Revokes grants, all of them or none.
pub fn revoke(out: &mut dyn Write, screen: &Screen, store: &dyn Store, ids: &[String]) -> Result<bool, Failure> {
    let all = held(store, false)?;
    let mut ended: Vec<String> = Vec::new();
    for id in ids {
        let found: Vec<&StoredGrant> =
            all.iter().filter(|one| one.grant.id == *id || one.grant.id.starts_with(id)).collect();
        let exact = found.iter().find(|one| one.grant.id == *id).copied();
        let one = match (exact, found.as_slice()) {
            (Some(one), _) => one,
            (None, [one]) if id.len() >= 4 => one,
            (None, []) => {
                return Err(Failure::Usage(format!(
                    "no live grant has the id `{}`; `byleave grants list` has them all",
                    escape::shown(id)
                )));
            }
            (None, _) => return Err(Failure::Usage(format!("`{}` is not enough of an id", escape::shown(id)))),
        };
        if !ended.contains(&one.grant.id) {
            ended.push(one.grant.id.clone());
        }
    }
    let commit = Commit { ended: ended.clone(), now: screen.now, ..Commit::default() };
    open::wait(store.commit(commit)).map_err(|error| open::failure(&error))?;
    for id in &ended {
        let covers =
            all.iter().find(|one| one.grant.id == *id).map_or(String::new(), |one| one.grant.patterns().join(", "));
        writeln!(out, "{} is revoked: {}", escape::shown(id), escape::shown(&covers))?;
    }
    Ok(true)
}

/// The breadth of a grant.
pub fn breadth(one: &StoredGrant) -> &'static str {
    match &one.grant.coverage {
        Coverage::Call(_) => Breadth::Exact.name(),
        Coverage::Commands { .. } | Coverage::Rule(_) => Breadth::Prefix.name(),
        Coverage::Tool(_) => Breadth::Tool.name(),
    }
}

/// How many grants of each breadth, in words: `2 prefix, 1 tool`.
pub fn summary(grants: &[&StoredGrant]) -> String {
    let counts = Breadth::ALL.iter().filter_map(|wanted| {
        let number = grants.iter().filter(|one| breadth(one) == wanted.name()).count();
        (number > 0).then(|| format!("{number} {}", wanted.name()))
    });
    let words: Vec<String> = counts.collect();
    if words.is_empty() { padded("none", 0) } else { words.join(", ") }
}

#[cfg(test)]
mod tests {
    use byleave_policy::rules::Rule;
    use byleave_policy::{Policy, Source, Verdict};
    use jiff::tz::TimeZone;
    use serde_json::Value;

    use super::{held, list, revoke};
    use crate::record::sample;
    use crate::record::screen::Screen;

    fn policy() -> Policy {
        let mut policy = Policy::default();
        let location = Some("policy.yaml:3".to_owned());
        policy.rules.push(Rule { location, ..Rule::new("Bash(git log *)", Verdict::Allow).expect("a rule") });
        policy.rules.push(Rule::new("Bash(git push *)", Verdict::Deny).expect("a rule"));
        policy
    }

    #[test]
    fn r137_grants_of_all_layers_stand_in_one_list() {
        for width in [40, 80, 120] {
            let held = held(&sample::store(), false).expect("grants");
            sample::snapshot("grants", width, |out, screen| list(out, screen, &policy(), &held, &[], false).map(drop));
        }
    }

    #[test]
    fn r140_to_r150_each_grant_has_its_source_and_its_end() {
        let screen = Screen { width: 80, zone: TimeZone::UTC, now: sample::at(0) };
        let mut out = Vec::new();
        list(&mut out, &screen, &policy(), &held(&sample::store(), false).expect("grants"), &[], true).expect("a list");
        let all: Vec<Value> = serde_json::from_slice(&out).expect("a JSON list");
        for (source, pattern, expires) in [
            ("safe", "grep", "never"),
            ("config", "Bash(git log *)", "never"),
            ("user", "Bash(cargo build *)", "session_end"),
        ] {
            let found = all.iter().any(|one| {
                let patterns = one.get("patterns").and_then(|list| list.get(0)).or_else(|| one.get("pattern"));
                one.get("source").and_then(Value::as_str) == Some(source)
                    && patterns.and_then(Value::as_str) == Some(pattern)
                    && one.pointer("/expires/type").and_then(Value::as_str) == Some(expires)
            });
            assert!(found, "{source} {pattern} {expires}: {all:?}");
        }
        assert!(!all.iter().any(|one| one.get("pattern").and_then(Value::as_str) == Some("Bash(git push *)")));
    }

    #[test]
    fn revoking_takes_all_or_none() {
        let store = sample::store();
        let screen = Screen { width: 80, zone: TimeZone::UTC, now: sample::at(0) };
        let ids = |store| held(store, false).expect("grants").len();
        let try_it = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            revoke(&mut Vec::new(), &screen, &store, &names).is_ok()
        };
        assert!(!try_it(&["g_cargo", "g_nobody"]) && ids(&store) == 2);
        assert!(!try_it(&["g_"]) && ids(&store) == 2);
        assert!(try_it(&["g_carg", "g_cargo"]) && ids(&store) == 1);
        assert!(!try_it(&["g_cargo"]), "it has ended already");
        assert!(held(&store, true).expect("grants").iter().all(|one| one.grant.source == Source::User));
    }
}
