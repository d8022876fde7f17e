//! When a rule counts: hours, limits, an end, the environment.

mod hours;
mod limit;

use std::collections::BTreeMap;

use jiff::Timestamp;

pub use hours::{Hours, HoursError};
pub use limit::{Bucket, Buckets, LONGEST, Limit, LimitError, seconds};

use super::{Pattern, Rule};
use crate::tool::{self, Category};
use crate::{Mode, Verdict, glob};

/// What must hold beside the pattern for a rule to count.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// Only then.
    pub hours: Option<Hours>,
    /// Only so often.
    pub limit: Option<Limit>,
    /// Only so long.
    pub expires: Expires,
    /// Variables of the gate's environment at its start, with patterns on their values.
    pub when_env: Vec<(String, String)>,
}

/// When a rule ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expires {
    /// Not at all.
    #[default]
    Never,
    /// With the turn it was given in. A file has no turn.
    TurnEnd,
    /// With the session; from a file, every session has it.
    SessionEnd,
    /// At a moment.
    At(Timestamp),
}

/// What conditions are judged by.
#[derive(Clone, Copy, Debug)]
pub struct Context<'c> {
    /// The time; if it is not known, a rule that depends on it allows nothing.
    pub now: Option<Timestamp>,
    /// The gate's environment at its start.
    pub environment: &'c BTreeMap<String, String>,
    /// What is used up of limits; in a dry run without a session, nothing is.
    pub buckets: Option<&'c Buckets>,
    /// The mode that a condition on the environment may reach at most.
    pub ceiling: Mode,
}

/// Whether a rule counts now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Applies {
    /// It does.
    Yes,
    /// It is as if it were not there.
    No(String),
    /// It would allow, but not by itself now: the call goes to the hard ask floor, so that no other layer lets it through
    /// either.
    Asks(String),
}

/// Whether a rule counts now. Doubt goes against an allow: without a clock an allow with hours does not count, but
/// a deny with hours does.
#[must_use]
pub fn applies(rule: &Rule, context: &Context<'_>) -> Applies {
    let conditions = &rule.conditions;
    let allows = rule.says == Verdict::Allow;
    if let Some(reason) = wrong_environment(rule, context) {
        return Applies::No(reason);
    }
    match (conditions.expires, context.now) {
        (Expires::TurnEnd, _) if allows => return Applies::No("ended with its turn".to_owned()),
        (Expires::At(end), Some(now)) if now >= end => return Applies::No(format!("expired at {end}")),
        (Expires::At(_), None) if allows => return Applies::No("expires, and the time is not known".to_owned()),
        (Expires::Never | Expires::SessionEnd | Expires::TurnEnd | Expires::At(_), _) => {}
    }
    if let Some(hours) = &conditions.hours {
        match context.now {
            Some(now) if hours.contain(now) => {}
            Some(now) if allows => return Applies::Asks(hours.explain(now)),
            Some(now) => return Applies::No(hours.explain(now)),
            None if allows => return Applies::Asks("has hours, and the time is not known".to_owned()),
            None => {}
        }
    }
    match &conditions.limit {
        Some(limit) if allows => within(&rule.text, limit, context),
        Some(_) | None => Applies::Yes,
    }
}

/// Whether a limit, such as the one on all automatic approvals, leaves room for one more.
#[must_use]
pub fn within(name: &str, limit: &Limit, context: &Context<'_>) -> Applies {
    let Some(buckets) = context.buckets else { return Applies::Yes };
    let Some(now) = context.now else {
        return Applies::Asks("has a limit, and the time is not known".to_owned());
    };
    if buckets.fits(name, limit, now) {
        return Applies::Yes;
    }
    Applies::Asks(format!("rate limit ({limit}): {}", buckets.explain(name, limit, now)))
}

/// Why the environment speaks against a rule.
fn wrong_environment(rule: &Rule, context: &Context<'_>) -> Option<String> {
    let conditions = &rule.conditions.when_env;
    for (name, pattern) in conditions {
        match context.environment.get(name) {
            Some(value) if glob::matches(pattern, value) => {}
            Some(_) => return Some(format!("`{name}` is not `{pattern}` in the environment of the gate")),
            None => return Some(format!("`{name}` is not set in the environment of the gate")),
        }
    }
    if conditions.is_empty() || rule.says != Verdict::Allow {
        return None;
    }
    let mode = mode_of(rule)?;
    (mode > context.ceiling)
        .then(|| format!("the environment may not raise the mode above `{}` (`ceiling`)", context.ceiling.name()))
}

/// The mode that a rule on a whole tool amounts to; `None` for a rule on some of its calls.
fn mode_of(rule: &Rule) -> Option<Mode> {
    let name = match &rule.pattern {
        Pattern::Tool(name) if rule.when.is_empty() => name,
        Pattern::Mcp(name) if name.ends_with('*') && rule.when.is_empty() => return Some(Mode::Yolo),
        Pattern::Tool(_) | Pattern::Mcp(_) | Pattern::Command(_) | Pattern::Subject { .. } | Pattern::Domain(_) => {
            return None;
        }
    };
    match tool::find(name).map(|tool| tool.category) {
        Some(Category::Read | Category::Ask) => None,
        Some(Category::Write) => Some(Mode::AutoEdit),
        Some(Category::Command | Category::Network) | None => Some(Mode::Yolo),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use jiff::Timestamp;
    use jiff::tz::{TimeZone, TimeZoneDatabase};

    use super::{Applies, Buckets, Context, Expires, Hours, Limit, applies};
    use crate::rules::Rule;
    use crate::{Mode, Verdict};

    #[expect(clippy::unnecessary_wraps, reason = "a context wants an option")]
    fn at(text: &str) -> Option<Timestamp> {
        Some(text.parse().expect("a moment"))
    }

    fn rule(text: &str, says: Verdict) -> Rule {
        Rule::new(text, says).expect("a pattern")
    }

    fn word(applies: &Applies) -> &'static str {
        match applies {
            Applies::Yes => "yes",
            Applies::No(_) => "no",
            Applies::Asks(_) => "asks",
        }
    }

    #[test]
    fn hours_and_ends() {
        let environment = BTreeMap::new();
        let hours = Hours::parse("Mon-Fri 09:00-17:00", &TimeZoneDatabase::bundled(), &TimeZone::UTC).expect("hours");
        let end = at("2026-12-01T00:00:00Z").map(Expires::At).expect("a moment");
        let cases = [
            (Verdict::Allow, Some(&hours), Expires::Never, at("2026-11-16T10:00:00Z"), "yes"),
            (Verdict::Allow, Some(&hours), Expires::Never, at("2026-11-15T03:00:00Z"), "asks"),
            (Verdict::Deny, Some(&hours), Expires::Never, at("2026-11-15T03:00:00Z"), "no"),
            (Verdict::Allow, Some(&hours), Expires::Never, None, "asks"),
            (Verdict::Deny, Some(&hours), Expires::Never, None, "yes"),
            (Verdict::Ask, Some(&hours), Expires::Never, None, "yes"),
            (Verdict::Allow, None, end, at("2026-11-30T23:59:59Z"), "yes"),
            (Verdict::Allow, None, end, at("2026-12-01T00:00:00Z"), "no"),
            (Verdict::Deny, None, end, at("2026-12-01T00:00:00Z"), "no"),
            (Verdict::Allow, None, end, None, "no"),
            (Verdict::Deny, None, end, None, "yes"),
            (Verdict::Allow, None, Expires::SessionEnd, None, "yes"),
            (Verdict::Allow, None, Expires::TurnEnd, None, "no"),
            (Verdict::Deny, None, Expires::TurnEnd, None, "yes"),
        ];
        for (says, hours, expires, now, expected) in cases {
            let mut rule = rule("Bash(ls *)", says);
            rule.conditions.hours = hours.cloned();
            rule.conditions.expires = expires;
            let context = Context { now, environment: &environment, buckets: None, ceiling: Mode::AutoEdit };
            assert_eq!(word(&applies(&rule, &context)), expected, "{says:?} {expires:?} {now:?}");
        }
    }

    #[test]
    fn r131_the_fourth_of_three_asks() {
        let environment = BTreeMap::new();
        let mut rule = rule("Bash(ls *)", Verdict::Allow);
        let limit = Limit::parse("3/1m").expect("a limit");
        rule.conditions.limit = Some(limit.clone());
        let now = at("2026-11-16T10:00:00Z");
        let mut buckets = Buckets::default();
        for _ in 0..3 {
            let context = Context { now, environment: &environment, buckets: Some(&buckets), ceiling: Mode::AutoEdit };
            assert_eq!(applies(&rule, &context), Applies::Yes);
            buckets.spend(&rule.text, &limit, now.expect("a moment"));
        }
        let context = Context { now, environment: &environment, buckets: Some(&buckets), ceiling: Mode::AutoEdit };
        assert_eq!(applies(&rule, &context), Applies::Asks("rate limit (3 per 1m): 3 of 3 used".to_owned()));
    }

    #[test]
    fn c12_the_environment_never_lifts_above_the_ceiling() {
        let environment = BTreeMap::from([("NODE_ENV".to_owned(), "test".to_owned())]);
        for (text, says, value, ceiling, expected) in [
            ("Bash(npm test)", Verdict::Allow, "test", Mode::Default, "yes"),
            ("Bash(npm test)", Verdict::Allow, "prod*", Mode::Default, "no"),
            ("bash", Verdict::Allow, "test", Mode::AutoEdit, "no"),
            ("bash", Verdict::Allow, "test", Mode::Yolo, "yes"),
            ("mcp__x__y", Verdict::Allow, "test", Mode::Default, "yes"),
            ("write", Verdict::Allow, "test", Mode::Default, "no"),
            ("write", Verdict::Allow, "t*", Mode::AutoEdit, "yes"),
            ("bash", Verdict::Deny, "test", Mode::Default, "yes"),
            ("write", Verdict::Ask, "production", Mode::Default, "no"),
        ] {
            let mut rule = rule(text, says);
            rule.conditions.when_env = vec![("NODE_ENV".to_owned(), value.to_owned())];
            let context = Context { now: None, environment: &environment, buckets: None, ceiling };
            assert_eq!(word(&applies(&rule, &context)), expected, "{text} {says:?} {value} {ceiling:?}");
        }
    }
}
