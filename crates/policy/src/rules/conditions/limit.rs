//! `limit: 30/min`: how often a rule may speak.

use std::collections::BTreeMap;
use std::fmt;

use jiff::Timestamp;
use serde::Serialize;

/// At most this many uses in this time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// How many.
    pub max: u32,
    /// In how many seconds.
    pub seconds: u32,
    /// The time as it was written: `1m`, `min`.
    per: String,
}

/// Why a text is not a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitError(String);

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LimitError {}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} per {}", self.max, self.per)
    }
}

impl Limit {
    /// Reads `30/min`, `5/10m`, `3 per 1h`.
    ///
    /// # Errors
    ///
    /// If it is neither.
    pub fn parse(text: &str) -> Result<Self, LimitError> {
        let bad = || LimitError(format!("`{text}` is not a limit; write it as `30/min` or `5/10m`"));
        let (max, per) = text.split_once('/').or_else(|| text.split_once(" per ")).ok_or_else(bad)?;
        Self::new(max.trim(), per.trim())
    }

    /// A limit of its two halves.
    ///
    /// # Errors
    ///
    /// If they are not a number and a length of time, or limit nothing: none at all, more than [`Self::MOST`], or in more
    /// than [`LONGEST`] seconds.
    pub fn new(max: &str, per: &str) -> Result<Self, LimitError> {
        let bad = || LimitError(format!("`{max}/{per}` is not a limit; write it as `30/min` or `5/10m`"));
        // What does not fit into the number is as absurd as what hardly does.
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let many = max.parse::<u32>().ok().or_else(|| digits(max).then_some(u32::MAX)).ok_or_else(bad)?;
        let unit = per.trim_start_matches(|one: char| one.is_ascii_digit());
        let long = seconds(per).or_else(|| seconds(unit).map(|_| u32::MAX)).ok_or_else(bad)?;
        if many == 0 || long == 0 {
            return Err(bad());
        }
        if many > Self::MOST || long > LONGEST {
            return Err(LimitError(format!(
                "`{max}/{per}` limits nothing; write at most {} in at most {} days",
                Self::MOST,
                LONGEST / DAY
            )));
        }
        Ok(Self { max: many, seconds: long, per: per.to_owned() })
    }

    /// How many uses a limit may allow: no agent comes to as many.
    pub const MOST: u32 = 1_000_000;
}

const DAY: u32 = 24 * 60 * 60;

/// The longest time that a policy may set, in seconds: a year.
pub const LONGEST: u32 = 366 * DAY;

/// The seconds of a length of time: `90s`, `10m`, `2h`, `1d`, `min`.
#[must_use]
pub fn seconds(text: &str) -> Option<u32> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at_checked(digits)?;
    let number: u32 = if number.is_empty() { 1 } else { number.parse().ok()? };
    let unit = match unit.trim() {
        "s" | "sec" | "second" | "seconds" => 1,
        "m" | "min" | "minute" | "minutes" => 60,
        "h" | "hour" | "hours" => 60 * 60,
        "d" | "day" | "days" => DAY,
        _ => return None,
    };
    number.checked_mul(unit)
}

/// What is used up of limits, by the name of what is limited. Plain data: it is kept with the session.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Buckets {
    /// One bucket a name.
    pub by_name: BTreeMap<String, Bucket>,
}

/// How full one bucket is. It empties evenly: all of it in the time of its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bucket {
    /// When it was this full.
    pub at: Timestamp,
    /// What is used, in millionths.
    pub used: u64,
}

/// One use of a limit.
const ONE: u64 = 1_000_000;

impl Buckets {
    /// What of a limit is in use at a moment, in millionths.
    fn level(&self, name: &str, limit: &Limit, now: Timestamp) -> u64 {
        let Some(bucket) = self.by_name.get(name) else { return 0 };
        // A clock that was set back must not empty anything.
        let elapsed = now.as_millisecond().saturating_sub(bucket.at.as_millisecond()).max(0);
        let elapsed = u128::try_from(elapsed).unwrap_or(0);
        let whole = u128::from(limit.max).saturating_mul(u128::from(ONE));
        let period = u128::from(limit.seconds).saturating_mul(1000).max(1);
        let freed = elapsed.saturating_mul(whole).checked_div(period).unwrap_or(0);
        bucket.used.saturating_sub(u64::try_from(freed).unwrap_or(u64::MAX))
    }

    /// Whether one more use fits.
    #[must_use]
    pub fn fits(&self, name: &str, limit: &Limit, now: Timestamp) -> bool {
        let whole = u64::from(limit.max).saturating_mul(ONE);
        self.level(name, limit, now).saturating_add(ONE) <= whole
    }

    /// Uses one, whether it fits or not; not more than a full bucket.
    pub fn spend(&mut self, name: &str, limit: &Limit, now: Timestamp) {
        let whole = u64::from(limit.max).saturating_mul(ONE);
        let used = self.level(name, limit, now).saturating_add(ONE).min(whole);
        let at = self.by_name.get(name).map_or(now, |bucket| bucket.at.max(now));
        self.by_name.insert(name.to_owned(), Bucket { at, used });
    }

    /// `2 of 5 used`.
    #[must_use]
    pub fn explain(&self, name: &str, limit: &Limit, now: Timestamp) -> String {
        let used = self.level(name, limit, now).div_ceil(ONE);
        format!("{used} of {} used", limit.max)
    }
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};

    use super::{Buckets, Limit};

    #[test]
    fn limits_are_read() {
        for (text, expected) in [
            ("30/min", Some((30, 60))),
            ("5/10m", Some((5, 600))),
            ("3 per 1m", Some((3, 60))),
            ("1/s", Some((1, 1))),
            ("100 / day", Some((100, 86400))),
            ("0/min", None),
            ("-1/min", None),
            ("30", None),
            ("30/0s", None),
            ("30/fortnight", None),
            ("99999999999/min", None),
            ("1/99999999d", None),
            ("1000000/366d", Some((1_000_000, 366 * 86400))),
            ("1000001/min", None),
            ("1/367d", None),
        ] {
            let limit = Limit::parse(text).ok().map(|limit| (limit.max, limit.seconds));
            assert_eq!(limit, expected, "{text}");
        }
        assert_eq!(Limit::parse("3/1m").expect("a limit").to_string(), "3 per 1m");
        for text in ["4000000000/min", "99999999999999999999/min", "1/400d", "1/99999999999d"] {
            let error = Limit::parse(text).expect_err(text).to_string();
            assert_eq!(error, format!("`{text}` limits nothing; write at most 1000000 in at most 366 days"));
        }
    }

    #[test]
    fn a_bucket_fills_and_empties() {
        let limit = Limit::parse("3/1m").expect("a limit");
        let start: Timestamp = "2026-11-15T10:00:00Z".parse().expect("a moment");
        let after = |seconds: i64| start + SignedDuration::from_secs(seconds);
        let mut buckets = Buckets::default();
        for second in 0..3 {
            assert!(buckets.fits("r", &limit, after(second)));
            buckets.spend("r", &limit, after(second));
        }
        assert!(!buckets.fits("r", &limit, after(3)));
        assert_eq!(buckets.explain("r", &limit, after(3)), "3 of 3 used");
        assert_eq!(buckets.explain("other", &limit, after(3)), "0 of 3 used");
        // A third of the time frees a third.
        assert!(buckets.fits("r", &limit, after(20)));
        assert_eq!(buckets.explain("r", &limit, after(62)), "0 of 3 used");
        // A clock that goes back frees nothing.
        assert!(!buckets.fits("r", &limit, after(-1000)));
        buckets.spend("r", &limit, after(-1000));
        assert!(!buckets.fits("r", &limit, after(3)));
    }
}
