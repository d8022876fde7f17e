//! `byleave audit query` and `tail`: one line for each decision.

use std::io::Write;
use std::time::Duration;

use byleave_gate::record::Entry;
use byleave_gate::{ALARM, Query, Store};
use serde::Serialize;
use serde_json::Value;

use super::open::{self, Numbered};
use super::screen::{Screen, cut, outcome, padded, painted, subject};
use crate::failure::Failure;
use crate::style;

/// How long `tail -f` sleeps between two looks.
const PAUSE: Duration = Duration::from_millis(400);

/// The width of the column that says who decided.
const CREDIT: usize = 18;

/// Shows the selected entries: at most this many, the newest.
pub fn query(
    out: &mut dyn Write,
    screen: &Screen,
    store: &dyn Store,
    query: &Query,
    limit: u32,
    json: bool,
) -> Result<bool, Failure> {
    if limit == 0 {
        // The numbers are as wide as the last one.
        let widest = open::wait(store.head()).map_err(|error| open::failure(&error))?.count;
        let mut any = false;
        open::each(store, query, |one| {
            any = true;
            show(out, screen, &one, widest, json)?;
            Ok(true)
        })?;
        return nothing(out, any, json);
    }
    let found = open::newest(store, query, limit.saturating_add(1))?;
    let left_out = found.len() > limit as usize;
    let shown = if left_out { found.get(1..).unwrap_or_default() } else { &found };
    if left_out && !json {
        writeln!(out, "{}", painted(style::LABEL, &format!("the newest {limit}; --limit 0 shows all")))?;
    }
    let widest = shown.last().map_or(0, |one| one.number);
    for one in shown {
        show(out, screen, one, widest, json)?;
    }
    nothing(out, !shown.is_empty(), json)
}

fn nothing(out: &mut dyn Write, any: bool, json: bool) -> Result<bool, Failure> {
    if !any && !json {
        writeln!(out, "nothing on record fits")?;
    }
    Ok(true)
}

/// Shows the last decisions, and continues with `follow` until it is stopped.
pub fn tail(
    out: &mut dyn Write,
    screen: &Screen,
    store: &dyn Store,
    lines: u32,
    follow: bool,
    json: bool,
) -> Result<bool, Failure> {
    let last = open::newest(store, &Query::default(), lines)?;
    let head = open::wait(store.head()).map_err(|error| open::failure(&error))?;
    let mut after = last.last().map_or(head.count, |one| one.number);
    for one in &last {
        show(out, screen, one, after, json)?;
    }
    if !follow {
        return Ok(true);
    }
    loop {
        out.flush()?;
        std::thread::sleep(PAUSE);
        open::each(store, &Query { after: Some(after), ..Query::default() }, |one| {
            after = one.number;
            show(out, screen, &one, after, json)?;
            Ok(true)
        })?;
    }
}

/// An entry as JSON, with its place in the chain.
pub fn to_json(one: &Numbered) -> Result<Value, Failure> {
    let row = RowReport { entry: &one.entry, number: one.number, hash: &one.hash };
    Ok(serde_json::to_value(row).map_err(std::io::Error::from)?)
}

#[derive(Serialize)]
struct RowReport<'r> {
    #[serde(flatten)]
    entry: &'r Entry,
    number: u64,
    hash: &'r str,
}

/// One line.
pub fn show(out: &mut dyn Write, screen: &Screen, one: &Numbered, widest: u64, json: bool) -> Result<(), Failure> {
    if json {
        return Ok(writeln!(out, "{}", to_json(one)?)?);
    }
    let entry = &one.entry;
    let digits = widest.to_string().len();
    let number = format!("{:>digits$}", one.number);
    let moment = screen.moment(entry.timestamp);
    let (word, paint) = outcome(entry);
    let used = digits + 2 + moment.len() + 2 + 7 + 2;
    let left = screen.width.saturating_sub(used).max(10);
    // Who decided is on the right, if there is room.
    let credit = if screen.width >= 72 { cut(&credit(one), CREDIT) } else { String::new() };
    let room = if credit.is_empty() { left } else { left.saturating_sub(CREDIT + 2) };
    let tool = cut(&entry.tool, room / 3);
    let rest = room.saturating_sub(crate::escape::columns(&tool) + 1);
    let subject = cut(&subject(entry), rest);
    let call = format!("{} {subject}", painted(style::NAME, &tool));
    let fill = if credit.is_empty() {
        String::new()
    } else {
        padded("", rest.saturating_sub(crate::escape::columns(&subject)) + 2)
    };
    let line = format!(
        "{}  {}  {}  {call}{fill}{}",
        painted(style::LABEL, &number),
        painted(style::LABEL, &moment),
        painted(paint, &padded(word, 7)),
        painted(style::LABEL, &credit),
    );
    Ok(writeln!(out, "{}", line.trim_end())?)
}

/// Who decided: the person, the rule, or the layer.
pub fn credit(one: &Numbered) -> String {
    let entry = &one.entry;
    if entry.tool == ALARM {
        // Nobody decided it: this is what the policy says of what the agent did by itself.
        let verdict = entry.arguments.get("verdict").and_then(Value::as_str).unwrap_or("?");
        return format!("policy: {verdict}");
    }
    match (&entry.person, &entry.channel, &entry.rule) {
        (Some(person), Some(channel), _) => format!("{person}, {channel}"),
        (Some(person), None, _) => person.clone(),
        (None, Some(channel), _) => channel.clone(),
        (None, None, Some(rule)) => rule.clone(),
        (None, None, None) if entry.source == "none" => "no rule".to_owned(),
        (None, None, None) => entry.source.clone(),
    }
}

#[cfg(test)]
mod tests {
    use byleave_gate::Query;

    use super::{query, to_json};
    use crate::record::{open, sample};

    #[test]
    fn lists_fit_every_width() {
        for width in [40, 80, 120] {
            sample::snapshot("query", width, |out, screen| {
                query(out, screen, &sample::store(), &Query::default(), 100, false).map(drop)
            });
        }
    }

    #[test]
    fn filters_and_limits_choose_the_newest() {
        let store = sample::store();
        for (wanted, most, expected) in [
            (Query::default(), 2, vec![26, 27]),
            (Query { verdict: Some("deny".to_owned()), ..Query::default() }, 10, vec![25]),
            (Query { approved: Some(false), ..Query::default() }, 2, vec![21, 25]),
            (Query { session: Some("nobody".to_owned()), ..Query::default() }, 10, vec![]),
        ] {
            let found = open::newest(&store, &wanted, most).expect("rows");
            assert_eq!(found.iter().map(|one| one.number).collect::<Vec<_>>(), expected, "{wanted:?}");
        }
    }

    #[test]
    fn r278a_an_entry_says_what_who_when_and_whether() {
        let store = sample::store();
        let one = open::newest(&store, &Query { approved: Some(false), ..Query::default() }, 5).expect("rows");
        let json = to_json(one.first().expect("an entry")).expect("JSON");
        for key in ["tool", "arguments", "approved", "timestamp", "person", "number", "hash"] {
            assert!(json.get(key).is_some(), "{key}: {json}");
        }
        assert!(!json.to_string().contains("hunter2"));
    }
}
