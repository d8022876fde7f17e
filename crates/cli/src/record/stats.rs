//! `byleave stats`: what was decided, by whom, and how fast.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use byleave_gate::record::Entry;
use byleave_gate::{Query, Store};
use byleave_policy::Policy;
use byleave_policy::rules::Rule;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

use super::open;
use super::plot::{bar, sparkline};
use super::screen::{Screen, count, cut, duration, folded, padded, painted, plural};
use crate::escape;
use crate::failure::Failure;
use crate::style;

/// Who decided, in the order of the output. `person` is a person's yes, `refused` a person's no, `denied` the engine's.
const LAYERS: [&str; 9] = ["safe", "config", "skill", "user", "mode", "tool", "person", "refused", "denied"];

/// The upper bounds of the classes of answer times, in milliseconds, with their names.
const WAITS: [(u64, &str); 7] = [
    (1_000, "under 1 s"),
    (3_000, "1–3 s"),
    (10_000, "3–10 s"),
    (30_000, "10–30 s"),
    (120_000, "30 s–2 min"),
    (600_000, "2–10 min"),
    (u64::MAX, "longer"),
];

/// The upper bounds of the classes of prompts in a session, with their names.
const PROMPTS: [(usize, &str); 6] =
    [(0, "none"), (1, "1"), (3, "2–3"), (10, "4–10"), (30, "11–30"), (usize::MAX, "more")];

/// How many rules are shown.
const RULES: usize = 10;

/// All counts.
#[derive(Debug, Default)]
pub struct Counted {
    since: Timestamp,
    until: Timestamp,
    total: usize,
    verdicts: BTreeMap<String, usize>,
    layers: BTreeMap<&'static str, usize>,
    hours: BTreeMap<i64, BTreeMap<&'static str, usize>>,
    prompts: BTreeMap<String, usize>,
    waits: Vec<u64>,
    rules: BTreeMap<String, usize>,
    matched: BTreeSet<String>,
}

/// All counts, for programs.
#[derive(Serialize)]
struct StatsReport<'c> {
    since: String,
    until: String,
    decisions: usize,
    sessions: usize,
    verdicts: &'c BTreeMap<String, usize>,
    layers: &'c BTreeMap<&'static str, usize>,
    hours: Vec<Hour<'c>>,
    prompts_per_session: &'c BTreeMap<String, usize>,
    time_to_decision: Waits,
    rules: Vec<Named>,
    dead_rules: Vec<DeadRule<'c>>,
}

#[derive(Serialize)]
struct Hour<'c> {
    hour: String,
    layers: &'c BTreeMap<&'static str, usize>,
}

#[derive(Serialize)]
struct Waits {
    count: usize,
    p50_ms: Option<u64>,
    p90_ms: Option<u64>,
    histogram: Vec<Named>,
}

#[derive(Serialize)]
struct Named {
    name: String,
    count: usize,
}

#[derive(Serialize)]
struct DeadRule<'c> {
    rule: &'c str,
    location: Option<&'c str>,
}

fn layer(entry: &Entry) -> &'static str {
    match (entry.verdict.as_str(), entry.approved) {
        ("allow", _) => LAYERS.iter().take(6).find(|layer| **layer == entry.source).copied().unwrap_or("tool"),
        ("ask", true) => "person",
        ("ask", false) => "refused",
        _ => "denied",
    }
}

impl Counted {
    /// Counts the decisions since a time.
    pub fn of(store: &dyn Store, since: Timestamp, until: Timestamp) -> Result<Self, Failure> {
        let mut counted = Self { since, until, ..Self::default() };
        let query = Query { since: Some(since), ..Query::default() };
        open::each(store, &query, |one| {
            counted.take(&one.entry);
            Ok(true)
        })?;
        counted.waits.sort_unstable();
        Ok(counted)
    }

    fn take(&mut self, entry: &Entry) {
        let layer = layer(entry);
        let hour = entry.timestamp.as_second().div_euclid(3_600);
        self.total += 1;
        *self.verdicts.entry(entry.verdict.clone()).or_default() += 1;
        *self.layers.entry(layer).or_default() += 1;
        *self.hours.entry(hour).or_default().entry(layer).or_default() += 1;
        let asked = entry.verdict == "ask";
        *self.prompts.entry(entry.session.clone()).or_default() += usize::from(asked);
        if asked && entry.person.is_some() {
            self.waits.push(entry.waited_ms);
        }
        if let Some(rule) = &entry.rule {
            *self.rules.entry(rule.clone()).or_default() += 1;
        }
        self.matched.extend(entry.findings.iter().filter_map(|reason| reason.rule.clone()));
        self.matched.extend(entry.rule.clone());
    }

    /// Rules of a policy that no recorded call matched.
    fn dead<'p>(&self, policy: &'p Policy) -> Vec<&'p Rule> {
        let all = policy.rules.iter().chain(policy.auto_approve.rules());
        all.filter(|rule| !self.matched.contains(&rule.text)).collect()
    }

    fn top(&self) -> Vec<(&str, usize)> {
        let mut rules: Vec<(&str, usize)> = self.rules.iter().map(|(rule, count)| (rule.as_str(), *count)).collect();
        rules.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
        rules
    }

    /// The time below which this many of a hundred answers were.
    fn percentile(&self, hundredths: usize) -> Option<u64> {
        let at = self.waits.len().saturating_mul(hundredths) / 100;
        self.waits.get(at.min(self.waits.len().saturating_sub(1))).copied()
    }

    fn wait_counts(&self) -> Vec<(&'static str, usize)> {
        let mut from = 0;
        let mut counts = Vec::new();
        for (end, name) in WAITS {
            counts.push((name, self.waits.iter().filter(|wait| (from..end).contains(*wait)).count()));
            from = end;
        }
        counts
    }

    fn prompt_counts(&self) -> Vec<(&'static str, usize)> {
        let mut before = None;
        let mut counts = Vec::new();
        for (end, name) in PROMPTS {
            let fits = |number: &&usize| **number <= end && before.is_none_or(|before| **number > before);
            counts.push((name, self.prompts.values().filter(fits).count()));
            before = Some(end);
        }
        counts
    }

    /// All of it, for programs.
    pub fn to_json(&self, policy: &Policy) -> Value {
        let hours = self.hours.iter().map(|(hour, layers)| {
            let at = Timestamp::from_second(hour.saturating_mul(3_600)).unwrap_or_default();
            Hour { hour: at.to_string(), layers }
        });
        let named = |list: Vec<(&'_ str, usize)>| -> Vec<Named> {
            list.into_iter().map(|(name, count)| Named { name: name.to_owned(), count }).collect()
        };
        let dead =
            self.dead(policy).into_iter().map(|rule| DeadRule { rule: &rule.text, location: rule.location.as_deref() });
        let report = StatsReport {
            since: self.since.to_string(),
            until: self.until.to_string(),
            decisions: self.total,
            sessions: self.prompts.len(),
            verdicts: &self.verdicts,
            layers: &self.layers,
            hours: hours.collect(),
            prompts_per_session: &self.prompts,
            time_to_decision: Waits {
                count: self.waits.len(),
                p50_ms: self.percentile(50),
                p90_ms: self.percentile(90),
                histogram: named(self.wait_counts()),
            },
            rules: named(self.top()),
            dead_rules: dead.collect(),
        };
        serde_json::to_value(report).unwrap_or_default()
    }

    /// All of it, for people.
    pub fn show(&self, out: &mut dyn Write, screen: &Screen, policy: &Policy) -> Result<(), Failure> {
        let since = screen.whole_moment(self.since);
        if self.total == 0 {
            return Ok(writeln!(out, "nothing was decided since {since}")?);
        }
        let asked = self.verdicts.get("ask").copied().unwrap_or(0);
        let summary = format!(
            "{} in {}, {} put to people",
            plural(self.total, "decision", "decisions"),
            plural(self.prompts.len(), "session", "sessions"),
            count(asked)
        );
        writeln!(out, "{}", folded(&summary, screen.width))?;
        writeln!(out, "{}", painted(style::LABEL, &format!("since {since}")))?;
        self.over_time(out, screen)?;
        bars(out, screen, "prompts per session", &self.prompt_counts())?;
        if !self.waits.is_empty() {
            bars(out, screen, "time to decision", &self.wait_counts())?;
            if let (Some(half), Some(most)) = (self.percentile(50), self.percentile(90)) {
                let words = format!("half within {}, nine of ten within {}", duration(half), duration(most));
                for line in folded(&words, screen.width.saturating_sub(2)).lines() {
                    writeln!(out, "  {}", painted(style::LABEL, line))?;
                }
            }
        }
        let mut top = self.top();
        top.truncate(RULES);
        if !top.is_empty() {
            bars(out, screen, "top rules", &top)?;
        }
        self.show_dead(out, screen, policy)
    }

    /// A line for each layer, over time.
    fn over_time(&self, out: &mut dyn Write, screen: &Screen) -> Result<(), Failure> {
        let first = self.hours.keys().next().copied().unwrap_or(0).max(self.since.as_second().div_euclid(3_600));
        let last = self.until.as_second().div_euclid(3_600).max(self.hours.keys().next_back().copied().unwrap_or(0));
        let hours = usize::try_from(last.saturating_sub(first)).unwrap_or(0) + 1;
        let room = screen.width.saturating_sub(2 + 8 + 1 + 1 + 7).max(8);
        let step = hours.div_ceil(room).max(1);
        let columns = hours.div_ceil(step);
        let mut lines: Vec<(&str, Vec<usize>)> = Vec::new();
        for layer in LAYERS.into_iter().filter(|layer| self.layers.contains_key(layer)) {
            let mut line = vec![0; columns];
            for (hour, layers) in &self.hours {
                let at = usize::try_from(hour.saturating_sub(first)).unwrap_or(0) / step;
                if let (Some(cell), Some(number)) = (line.get_mut(at), layers.get(layer)) {
                    *cell += number;
                }
            }
            lines.push((layer, line));
        }
        let most = lines.iter().flat_map(|(_, line)| line).copied().max().unwrap_or(0);
        let each = if step == 1 { "an hour".to_owned() } else { format!("{step} hours") };
        title(out, "decisions", &format!("each column {each}, up to {}", count(most)))?;
        for (layer, line) in &lines {
            let paint = match *layer {
                "person" => style::CHANGING,
                "refused" | "denied" => style::DANGER,
                _ => style::HEADING,
            };
            let total: usize = line.iter().sum();
            let picture = painted(paint, &sparkline(line, most));
            writeln!(out, "  {} {picture} {}", padded(layer, 8), count(total))?;
        }
        let from = Timestamp::from_second(first.saturating_mul(3_600)).unwrap_or_default();
        let left = from.to_zoned(screen.zone.clone()).strftime("%m-%d %H:%M").to_string();
        let gap = columns.saturating_sub(left.len() + 3);
        let axis = if columns >= left.len() + 4 { format!("{left}{}now", " ".repeat(gap)) } else { left };
        Ok(writeln!(out, "  {:8} {}", "", painted(style::LABEL, &axis))?)
    }

    fn show_dead(&self, out: &mut dyn Write, screen: &Screen, policy: &Policy) -> Result<(), Failure> {
        let dead = self.dead(policy);
        if dead.is_empty() {
            return Ok(());
        }
        title(out, "rules that never matched", &plural(dead.len(), "rule", "rules"))?;
        for rule in dead.iter().take(RULES) {
            let place = rule.location.as_deref().map_or(String::new(), |place| format!("  {}", escape::shown(place)));
            let text = cut(&rule.text, screen.width.saturating_sub(2));
            let fits = escape::columns(&text) + escape::columns(&place) + 2 <= screen.width;
            writeln!(out, "  {text}{}", painted(style::LABEL, if fits { &place } else { "" }))?;
        }
        if dead.len() > RULES {
            writeln!(out, "  … and {} more; --json has them all", count(dead.len() - RULES))?;
        }
        Ok(())
    }
}

fn title(out: &mut dyn Write, name: &str, words: &str) -> Result<(), Failure> {
    let words = if words.is_empty() { String::new() } else { format!("  {}", painted(style::LABEL, words)) };
    Ok(writeln!(out, "\n{}{words}", painted(style::HEADING, name))?)
}

/// A bar for each, with its name before it and its number after it.
fn bars(out: &mut dyn Write, screen: &Screen, name: &str, list: &[(&str, usize)]) -> Result<(), Failure> {
    title(out, name, "")?;
    let most = list.iter().map(|(_, number)| *number).max().unwrap_or(0);
    let widest = list.iter().map(|(name, _)| escape::columns(&escape::shown(name))).max().unwrap_or(0);
    let label = widest.min(screen.width / 2);
    let room = screen.width.saturating_sub(label + 2 + 2 + 8).clamp(4, 50);
    for (name, number) in list {
        let name = padded(&cut(name, label), label);
        let bar = bar(*number, most, room);
        let line = format!("  {name}  {} {}", painted(style::HEADING, &bar), count(*number));
        writeln!(out, "{line}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use byleave_policy::rules::Rule;
    use byleave_policy::{Policy, Verdict};

    use super::Counted;
    use crate::record::sample;

    fn policy() -> Policy {
        let mut policy = Policy::default();
        for text in ["Bash(terraform plan *)", "Bash(git log *)"] {
            policy.rules.push(Rule {
                location: Some("policy.yaml:3".to_owned()),
                ..Rule::new(text, Verdict::Allow).expect("a rule")
            });
        }
        policy
    }

    #[test]
    fn stats_fit_every_width() {
        for width in [40, 80, 120] {
            let counted =
                Counted::of(&sample::store(), sample::at(-3_600 * 30), sample::at(3_600 * 40)).expect("numbers");
            sample::snapshot("stats", width, |out, screen| counted.show(out, screen, &policy()));
        }
    }

    #[test]
    fn every_decision_is_counted_once() {
        let counted = Counted::of(&sample::store(), sample::at(-3_600), sample::at(3_600 * 40)).expect("numbers");
        let json = counted.to_json(&policy());
        let sum = |key: &str| {
            json.get(key)
                .and_then(|map| map.as_object())
                .map(|map| map.values().filter_map(serde_json::Value::as_u64).sum::<u64>())
        };
        let total = json.get("decisions").and_then(serde_json::Value::as_u64);
        assert!(total.is_some_and(|total| total > 20));
        assert_eq!((sum("verdicts"), sum("layers")), (total, total));
        let dead = json.get("dead_rules").and_then(|list| list.as_array()).map(Vec::len);
        assert_eq!(dead, Some(2));
    }
}
