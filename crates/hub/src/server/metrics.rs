//! The hub's counters, in the Prometheus text format. No label holds anything that a caller chose.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use byleave_policy::Verdict;

/// The upper bounds of the histogram of answer times, in seconds.
const BOUNDS: [f64; 9] = [1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0];

/// Counters of one hub.
#[derive(Debug, Default)]
pub struct Metrics {
    verdicts: [AtomicU64; 3],
    statuses: [AtomicU64; 5],
    answers: [AtomicU64; 2],
    expired: AtomicU64,
    refused: AtomicU64,
    classes: [AtomicU64; 9],
    waited_ms: AtomicU64,
    answered: AtomicU64,
    sockets: AtomicI64,
}

impl Metrics {
    /// A call was judged.
    pub fn judged(&self, verdict: Verdict) {
        let [allow, ask, deny] = &self.verdicts;
        let counter = match verdict {
            Verdict::Allow => allow,
            Verdict::Ask => ask,
            Verdict::Deny => deny,
        };
        counter.fetch_add(1, Ordering::Relaxed);
    }

    /// A request was answered.
    pub fn answered(&self, approved: bool, waited: Duration) {
        let [no, yes] = &self.answers;
        if approved { yes } else { no }.fetch_add(1, Ordering::Relaxed);
        let seconds = waited.as_secs_f64();
        if let Some((counter, _)) = self.classes.iter().zip(BOUNDS).find(|(_, bound)| seconds <= *bound) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
        self.waited_ms.fetch_add(u64::try_from(waited.as_millis()).unwrap_or(u64::MAX), Ordering::Relaxed);
        self.answered.fetch_add(1, Ordering::Relaxed);
    }

    /// A request expired.
    pub fn expired(&self) {
        self.expired.fetch_add(1, Ordering::Relaxed);
    }

    /// A caller tried something that its token does not permit.
    pub fn refused(&self) {
        self.refused.fetch_add(1, Ordering::Relaxed);
    }

    /// An HTTP request ended.
    pub fn ended(&self, status: u16) {
        let class = usize::from(status / 100).saturating_sub(1);
        if let Some(counter) = self.statuses.get(class) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// A socket opened (1) or closed (-1).
    pub fn sockets(&self, change: i64) {
        self.sockets.fetch_add(change, Ordering::Relaxed);
    }

    /// How often a verdict was given.
    pub fn verdicts(&self) -> [(&'static str, u64); 3] {
        let [allow, ask, deny] = &self.verdicts;
        [("allow", allow), ("ask", ask), ("deny", deny)].map(|(name, count)| (name, count.load(Ordering::Relaxed)))
    }

    /// Everything, as text.
    pub fn text(&self, pending: usize, frozen: bool, broken: [(&'static str, bool); 2]) -> String {
        let load = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let by = |label: &str, counts: &[(&str, u64)]| -> Vec<(String, String)> {
            let sample = |(name, count): &(&str, u64)| (format!("{{{label}=\"{name}\"}}"), count.to_string());
            counts.iter().map(sample).collect()
        };
        let [no, yes] = &self.answers;
        let answers = [("rejected", load(no)), ("approved", load(yes))];
        let classes = ["1xx", "2xx", "3xx", "4xx", "5xx"].into_iter().zip(self.statuses.iter().map(load));
        let families = [
            ("calls_total", "counter", "Calls judged, by verdict.", by("verdict", &self.verdicts())),
            ("answers_total", "counter", "Requests answered, by decision.", by("decision", &answers)),
            ("expired_total", "counter", "Requests that no person answered in time.", one(&load(&self.expired))),
            ("refused_total", "counter", "Attempts at what the token is not for.", one(&load(&self.refused))),
            ("pending", "gauge", "Requests that wait for a person.", one(&pending)),
            ("frozen", "gauge", "Whether automatic approvals are frozen.", one(&u8::from(frozen))),
            (
                "files_broken",
                "gauge",
                "Whether a file is broken on the disk, so that the one before is in force.",
                by("file", &broken.map(|(file, broken)| (file, u64::from(broken)))),
            ),
            ("sockets", "gauge", "Sockets of approvers and viewers.", one(&self.sockets.load(Ordering::Relaxed))),
            (
                "http_requests_total",
                "counter",
                "Requests of HTTP, by class of status.",
                by("class", &classes.collect::<Vec<_>>()),
            ),
            ("answer_seconds", "histogram", "Time people took to answer.", self.answer_times()),
        ];
        let mut text = String::new();
        for (name, kind, help, samples) in families {
            // Writing to a string does not fail.
            let _ = writeln!(text, "# HELP byleave_{name} {help}\n# TYPE byleave_{name} {kind}");
            for (labels, value) in samples {
                let _ = writeln!(text, "byleave_{name}{labels} {value}");
            }
        }
        text
    }

    /// The histogram of the times that answers took.
    fn answer_times(&self) -> Vec<(String, String)> {
        let mut sum = 0_u64;
        let below = self.classes.iter().zip(BOUNDS).map(|(counter, bound)| {
            sum = sum.saturating_add(counter.load(Ordering::Relaxed));
            (format!("_bucket{{le=\"{bound}\"}}"), sum.to_string())
        });
        let answered = self.answered.load(Ordering::Relaxed).to_string();
        let waited = Duration::from_millis(self.waited_ms.load(Ordering::Relaxed)).as_secs_f64().to_string();
        let last = [("_bucket{le=\"+Inf\"}", &answered), ("_sum", &waited), ("_count", &answered)];
        below.chain(last.map(|(name, value)| (name.to_owned(), value.clone()))).collect()
    }
}

/// One sample without labels.
fn one(value: &impl ToString) -> Vec<(String, String)> {
    vec![(String::new(), value.to_string())]
}
