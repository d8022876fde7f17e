//! The screen of a command: its width, its clock, and its styles.

use std::fmt::Write as _;

use anstyle::Style;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::{Map, Value};
use unicode_width::UnicodeWidthChar;

use byleave_gate::ALARM;
use byleave_gate::record::Entry;
use byleave_knowledge::arguments::subjects;
use byleave_policy::rules::conditions::seconds;

use crate::escape;
use crate::failure::Failure;
use crate::style;

/// The screen of one run.
#[derive(Clone, Debug)]
pub struct Screen {
    pub width: usize,
    pub zone: TimeZone,
    pub now: Timestamp,
}

impl Screen {
    /// The current screen.
    pub fn here() -> Self {
        Self { width: style::width(), zone: TimeZone::system(), now: Timestamp::now() }
    }

    /// A time: only the time of day for today if there is little room, else with the date.
    pub fn moment(&self, at: Timestamp) -> String {
        let zoned = at.to_zoned(self.zone.clone());
        let format = match self.width {
            0..60 => "%H:%M",
            60..100 => "%m-%d %H:%M",
            _ => "%m-%d %H:%M:%S",
        };
        zoned.strftime(format).to_string()
    }

    /// A time in full.
    pub fn whole_moment(&self, at: Timestamp) -> String {
        at.to_zoned(self.zone.clone()).strftime("%Y-%m-%d %H:%M:%S %Z").to_string()
    }

    /// How long ago something was, in one unit.
    pub fn ago(&self, at: Timestamp) -> String {
        let passed = self.now.as_second().saturating_sub(at.as_second()).max(0);
        match passed {
            0..60 => format!("{passed}s ago"),
            60..3_600 => format!("{}m ago", passed / 60),
            3_600..86_400 => format!("{}h ago", passed / 3_600),
            _ => format!("{}d ago", passed / 86_400),
        }
    }

    /// Parses a time: how long ago, a day, or a time.
    pub fn parse(&self, text: &str) -> Result<Timestamp, Failure> {
        let text = text.trim();
        let weeks = text.strip_suffix('w').and_then(|weeks| weeks.parse::<u32>().ok()?.checked_mul(7 * 24 * 60 * 60));
        if let Some(ago) = weeks.or_else(|| seconds(text)) {
            let moment = self.now.as_second().saturating_sub(i64::from(ago));
            return Ok(Timestamp::from_second(moment).unwrap_or(Timestamp::MIN));
        }
        let civil = || text.parse::<jiff::civil::DateTime>().and_then(|time| time.to_zoned(self.zone.clone()));
        text.parse().or_else(|_| civil().map(|zoned| zoned.timestamp())).map_err(|_| {
            Failure::Usage(format!(
                "`{}` is not a time; write `7d`, `24h`, `2026-11-01` or a moment",
                escape::shown(text)
            ))
        })
    }
}

/// A duration in few characters: `850 ms`, `4.2 s`, `3 min`.
pub fn duration(milliseconds: u64) -> String {
    match milliseconds {
        0..1_000 => format!("{milliseconds} ms"),
        1_000..10_000 => format!("{}.{} s", milliseconds / 1_000, milliseconds % 1_000 / 100),
        10_000..120_000 => format!("{} s", milliseconds / 1_000),
        120_000..7_200_000 => format!("{} min", milliseconds / 60_000),
        _ => format!("{} h", milliseconds / 3_600_000),
    }
}

/// A number with separated thousands.
pub fn count(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The singular or the plural.
pub fn plural(number: usize, one: &str, more: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { more })
}

/// Text of a call, spelt out and cut to this many columns.
pub fn cut(text: &str, columns: usize) -> String {
    let shown = escape::shown(text);
    if escape::columns(&shown) <= columns {
        return shown.into_owned();
    }
    let mut out = String::new();
    let mut used = 0;
    for one in shown.chars() {
        let width = one.width().unwrap_or(0);
        if used + width + 1 > columns {
            break;
        }
        used += width;
        out.push(one);
    }
    out.push('…');
    out
}

/// A sentence, wrapped.
pub fn folded(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut used = 0;
    for word in text.split(' ') {
        let columns = escape::columns(word);
        if used > 0 && used + 1 + columns > width {
            out.push('\n');
            used = 0;
        } else if used > 0 {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += columns;
    }
    out
}

/// Text padded with blanks to this many columns.
pub fn padded(text: &str, columns: usize) -> String {
    let mut out = text.to_owned();
    for _ in escape::columns(text)..columns {
        out.push(' ');
    }
    out
}

/// A text in a style.
pub fn painted(style: Style, text: &str) -> String {
    let mut out = String::new();
    // Writing into a string cannot fail.
    let _ = write!(out, "{style}{text}{style:#}");
    out
}

/// The colour of a verdict.
pub fn paint_of(verdict: &str) -> Style {
    match verdict {
        "allow" => style::HEADING,
        "ask" => style::CHANGING,
        _ => style::DANGER,
    }
}

/// The outcome of a call, in a word of at most eight columns, and its colour.
pub fn outcome(entry: &Entry) -> (&'static str, Style) {
    match (entry.verdict.as_str(), entry.approved) {
        ("allow", true) => ("allow", style::HEADING),
        ("ask", true) => ("ask yes", style::HEADING),
        ("ask", false) => ("ask no", style::CHANGING),
        _ => ("deny", style::DANGER),
    }
}

/// The call that an alarm is about: its tool and its arguments.
pub fn reported(entry: &Entry) -> Option<(&str, &Map<String, Value>)> {
    if entry.tool != ALARM {
        return None;
    }
    let told = &entry.arguments;
    Some((told.get("tool")?.as_str()?, told.get("arguments")?.as_object()?))
}

/// The subject of a call: its command, path, address, or all of its arguments.
pub fn subject(entry: &Entry) -> String {
    match reported(entry) {
        Some((tool, arguments)) => format!("{tool} {}", subject_of(tool, arguments)).trim_end().to_owned(),
        None => subject_of(&entry.tool, &entry.arguments),
    }
}

/// The same of a call that is not on record yet.
pub fn subject_of(tool: &str, arguments: &Map<String, Value>) -> String {
    let text = |key: &str| arguments.get(key).and_then(Value::as_str);
    let command = byleave_policy::read::command_text(tool, arguments);
    match command.or_else(|| subjects().find_map(text)) {
        Some(text) => text.to_owned(),
        None if arguments.is_empty() => String::new(),
        None => Value::Object(arguments.clone()).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use jiff::tz::TimeZone;

    use super::{Screen, count, cut, duration};

    #[test]
    fn times_are_read_as_people_write_them() {
        let now = "2026-11-15T12:00:00Z".parse().expect("a moment");
        let screen = Screen { width: 80, zone: TimeZone::UTC, now };
        for (text, expected) in [
            ("7d", Some("2026-11-08T12:00:00Z")),
            ("2w", Some("2026-11-01T12:00:00Z")),
            ("90m", Some("2026-11-15T10:30:00Z")),
            ("2026-11-01", Some("2026-11-01T00:00:00Z")),
            ("2026-11-01T09:30", Some("2026-11-01T09:30:00Z")),
            ("2026-11-01T09:30:00+02:00", Some("2026-11-01T07:30:00Z")),
            ("yesterday", None),
            ("", None),
        ] {
            assert_eq!(screen.parse(text).ok().map(|at| at.to_string()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn nothing_is_wider_than_its_column() {
        assert_eq!(cut("git status", 20), "git status");
        assert_eq!(cut("git status", 8), "git sta…");
        assert_eq!(cut("a\u{202e}b", 4), "a\\u…");
        assert_eq!(cut("日本語です", 5), "日本…");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(duration(4_250), "4.2 s");
    }
}
