//! `hours: "Mon-Fri 09:00-18:00 Europe/Berlin"`.

use std::fmt;

use jiff::Timestamp;
use jiff::civil::Weekday;
use jiff::tz::{TimeZone, TimeZoneDatabase};

const DAY: u16 = 24 * 60;
const NAMES: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// Times of the week, by the clock of a zone.
#[derive(Clone, Debug)]
pub struct Hours {
    text: String,
    windows: Vec<Window>,
    zone: TimeZone,
}

/// One range of the clock on some days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Window {
    /// Monday first: on which days it begins.
    days: [bool; 7],
    /// Minutes of the day.
    start: u16,
    /// Minutes of the day; at most `start` if it ends on the next day.
    end: u16,
}

/// Why a text does not tell hours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoursError(String);

impl fmt::Display for HoursError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for HoursError {}

impl Hours {
    /// Reads hours: ranges with commas between them, days before the times, a zone at the end.
    ///
    /// Days that are left out are those of the range before, or all. `zones` knows the names of zones; without one the
    /// zone is `local`.
    ///
    /// # Errors
    ///
    /// If a day, a time or the zone cannot be read.
    pub fn parse(text: &str, zones: &TimeZoneDatabase, local: &TimeZone) -> Result<Self, HoursError> {
        let mut windows: Vec<Window> = Vec::new();
        let mut zone = None;
        let mut days = [true; 7];
        // Days that wait for their times: `Sat, Sun 10:00-12:00`.
        let mut waiting: Option<[bool; 7]> = None;
        for part in text.split(',') {
            let mut timed = false;
            for word in part.split_whitespace() {
                if zone.is_some() {
                    return Err(HoursError(format!("`{word}` stands after the zone; the zone comes last")));
                }
                if word.starts_with(|first: char| first.is_ascii_digit()) {
                    let (start, end) = range(word)?;
                    days = waiting.take().unwrap_or(days);
                    windows.push(Window { days, start, end });
                    timed = true;
                } else if let Some(named) = weekdays(word) {
                    let all = waiting.unwrap_or([false; 7]);
                    waiting = Some(std::array::from_fn(|day| at(all, day) || at(named, day)));
                } else if timed || !windows.is_empty() {
                    let found = zones.get(word).map_err(|_| {
                        HoursError(format!("`{word}` is not a time zone; write one as `Europe/Berlin` or `UTC`"))
                    })?;
                    zone = Some(found);
                } else {
                    return Err(HoursError(format!("`{word}` is not a day of the week; write `Mon` to `Sun`")));
                }
            }
        }
        if waiting.is_some() || windows.is_empty() {
            return Err(HoursError("no times; write them as `Mon-Fri 09:00-18:00 Europe/Berlin`".to_owned()));
        }
        Ok(Self { text: text.trim().to_owned(), windows, zone: zone.unwrap_or_else(|| local.clone()) })
    }

    /// Whether a moment lies within, by the clock on the wall there: an hour that summer time repeats counts twice, one
    /// that it skips never comes.
    #[must_use]
    pub fn contain(&self, now: Timestamp) -> bool {
        let clock = now.to_zoned(self.zone.clone());
        let minute = minute_of(clock.hour(), clock.minute());
        let today = index(clock.weekday());
        let yesterday = today.checked_sub(1).unwrap_or(6);
        self.windows.iter().any(|window| {
            if window.start < window.end {
                return at(window.days, today) && (window.start..window.end).contains(&minute);
            }
            at(window.days, today) && minute >= window.start || at(window.days, yesterday) && minute < window.end
        })
    }

    /// Why a moment does not lie within, in words.
    #[must_use]
    pub fn explain(&self, now: Timestamp) -> String {
        let clock = now.to_zoned(self.zone.clone());
        format!("outside the hours `{}` (it is {})", self.text, clock.strftime("%a %H:%M"))
    }

    /// As it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

const fn at(days: [bool; 7], day: usize) -> bool {
    matches!(days.as_slice().split_at_checked(day), Some((_, [true, ..])))
}

fn index(day: Weekday) -> usize {
    usize::try_from(day.to_monday_zero_offset()).unwrap_or(0)
}

fn minute_of(hour: i8, minute: i8) -> u16 {
    u16::try_from(hour).unwrap_or(0).saturating_mul(60).saturating_add(u16::try_from(minute).unwrap_or(0))
}

/// `Mon`, `Mon-Fri`, `Fri-Mon`, `daily`; full names too.
fn weekdays(word: &str) -> Option<[bool; 7]> {
    let word = word.to_ascii_lowercase();
    if matches!(word.as_str(), "daily" | "always") {
        return Some([true; 7]);
    }
    let (first, last) = word.split_once('-').unwrap_or((&word, &word));
    let (first, last) = (weekday(first)?, weekday(last)?);
    Some(std::array::from_fn(
        |day| {
            if first <= last { (first..=last).contains(&day) } else { day >= first || day <= last }
        },
    ))
}

fn weekday(word: &str) -> Option<usize> {
    const FULL: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    NAMES.iter().zip(FULL).position(|(short, full)| *short == word || full == word)
}

fn range(word: &str) -> Result<(u16, u16), HoursError> {
    let bad = || HoursError(format!("`{word}` is not a range of times; write it as `09:00-18:00`"));
    let (start, end) = word.split_once('-').ok_or_else(bad)?;
    let (start, end) = (time(start).ok_or_else(bad)?, time(end).ok_or_else(bad)?);
    if start == end {
        return Err(HoursError(format!("`{word}` is empty; the whole day is `00:00-24:00`")));
    }
    if start >= DAY { Err(bad()) } else { Ok((start, end)) }
}

fn time(word: &str) -> Option<u16> {
    let (hour, minute) = word.split_once(':').unwrap_or((word, "00"));
    let digits = |text: &str| text.len() <= 2 && !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(hour) || !digits(minute) || minute.len() != 2 {
        return None;
    }
    let (hour, minute): (u16, u16) = (hour.parse().ok()?, minute.parse().ok()?);
    let total = hour.checked_mul(60)?.checked_add(minute)?;
    (minute < 60 && total <= DAY).then_some(total)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use jiff::tz::{TimeZone, TimeZoneDatabase};

    use super::Hours;

    fn parse(text: &str) -> Result<Hours, String> {
        Hours::parse(text, &TimeZoneDatabase::bundled(), &TimeZone::UTC).map_err(|error| error.to_string())
    }

    #[test]
    fn moments_within_and_without() {
        for (hours, now, expected) in [
            ("Mon-Fri 09:00-18:00 Europe/Berlin", "2026-11-16T08:00:00Z", true),
            ("Mon-Fri 09:00-18:00 Europe/Berlin", "2026-11-16T07:59:59Z", false),
            ("Mon-Fri 09:00-18:00 Europe/Berlin", "2026-11-16T16:59:59Z", true),
            ("Mon-Fri 09:00-18:00 Europe/Berlin", "2026-11-16T17:00:00Z", false),
            // Summer time: the same clock is an hour earlier.
            ("Mon-Fri 09:00-18:00 Europe/Berlin", "2026-07-06T07:00:00Z", true),
            ("Mon-Fri 09:00-18:00 Europe/Berlin", "2026-07-06T16:00:00Z", false),
            ("Mon-Fri 09:00-18:00 Europe/Berlin", "2026-11-15T10:00:00Z", false),
            ("Mon-Fri 09:00-17:00", "2026-11-15T03:00:00Z", false),
            ("Mon-Fri 09:00-17:00", "2026-11-16T09:00:00Z", true),
            // Over midnight: Friday night lasts into Saturday, Saturday night does not exist.
            ("Fri 22:00-02:00 UTC", "2026-11-20T23:00:00Z", true),
            ("Fri 22:00-02:00 UTC", "2026-11-21T01:59:00Z", true),
            ("Fri 22:00-02:00 UTC", "2026-11-21T02:00:00Z", false),
            ("Fri 22:00-02:00 UTC", "2026-11-20T01:00:00Z", false),
            ("Sun 22:00-02:00 UTC", "2026-11-16T01:00:00Z", true),
            // Several ranges; days carry over, and may be listed.
            ("Mon-Fri 09:00-12:00, 13:00-18:00 UTC", "2026-11-16T12:30:00Z", false),
            ("Mon-Fri 09:00-12:00, 13:00-18:00 UTC", "2026-11-16T13:30:00Z", true),
            ("Mon, Wed 10:00-11:00 UTC", "2026-11-16T10:30:00Z", true),
            ("Mon, Wed 10:00-11:00 UTC", "2026-11-17T10:30:00Z", false),
            ("Mon, Wed 10:00-11:00 UTC", "2026-11-18T10:30:00Z", true),
            ("Fri-Mon 00:00-24:00 UTC", "2026-11-15T23:59:00Z", true),
            ("Fri-Mon 00:00-24:00 UTC", "2026-11-17T00:00:00Z", false),
            ("08:00-20:00", "2026-11-15T08:00:00Z", true),
            ("daily 8-20", "2026-11-15T20:00:00Z", false),
            // The hour that comes twice counts twice; the one that is skipped does no harm.
            ("Sun 02:00-03:00 Europe/Berlin", "2026-10-25T00:30:00Z", true),
            ("Sun 02:00-03:00 Europe/Berlin", "2026-10-25T01:30:00Z", true),
            ("Sun 02:00-03:00 Europe/Berlin", "2026-03-29T00:59:00Z", false),
            ("Sun 02:00-03:00 Europe/Berlin", "2026-03-29T01:00:00Z", false),
        ] {
            let now: Timestamp = now.parse().expect("a moment");
            assert_eq!(parse(hours).expect(hours).contain(now), expected, "{hours} {now}");
        }
    }

    #[test]
    fn what_is_no_hours_says_why() {
        for (text, part) in [
            ("", "no times"),
            ("Mon-Fri", "no times"),
            ("Mo-Fr 09:00-18:00", "`Mo-Fr` is not a day"),
            ("09:00", "not a range of times"),
            ("09:00-09:00", "is empty"),
            ("24:00-25:00", "not a range of times"),
            ("09:60-10:00", "not a range of times"),
            ("9:0-10:00", "not a range of times"),
            ("09:00-18:00 Mars/Olympus", "`Mars/Olympus` is not a time zone"),
            ("09:00-18:00 UTC Mon", "stands after the zone"),
            ("09:00-18:00 ../../etc/passwd", "not a time zone"),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
