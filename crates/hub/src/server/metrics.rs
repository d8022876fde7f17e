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
    pub fn text(&self, pending: usize, frozen: bool) -> String {
        let mut text = String::new();
        let mut family = |name: &str, kind: &str, help: &str, samples: &[(String, String)]| {
            // Writing to a string does not fail.
            let _ = writeln!(text, "# HELP byleave_{name} {help}\n# TYPE byleave_{name} {kind}");
            for (labels, value) in samples {
                let _ = writeln!(text, "byleave_{name}{labels} {value}");
            }
        };
        let load = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        let verdicts: Vec<_> = self
            .verdicts()
            .iter()
            .map(|(name, count)| (format!("{{verdict=\"{name}\"}}"), count.to_string()))
            .collect();
        family("calls_total", "counter", "Calls judged, by verdict.", &verdicts);
        let [no, yes] = &self.answers;
        let answers = [("rejected", no), ("approved", yes)]
            .map(|(name, count)| (format!("{{decision=\"{name}\"}}"), load(count).to_string()));
        family("answers_total", "counter", "Requests answered, by decision.", &answers);
        let none = String::new;
        family(
            "expired_total",
            "counter",
            "Requests that no person answered in time.",
            &[(none(), load(&self.expired).to_string())],
        );
        let refused = load(&self.refused).to_string();
        family("refused_total", "counter", "Attempts at what the token is not for.", &[(none(), refused)]);
        family("pending", "gauge", "Requests that wait for a person.", &[(none(), pending.to_string())]);
        let frozen = u8::from(frozen).to_string();
        family("frozen", "gauge", "Whether automatic approvals are frozen.", &[(none(), frozen)]);
        let sockets = self.sockets.load(Ordering::Relaxed).to_string();
        family("sockets", "gauge", "Sockets of approvers and viewers.", &[(none(), sockets)]);
        let statuses: Vec<_> = self
            .statuses
            .iter()
            .enumerate()
            .map(|(class, count)| (format!("{{class=\"{}xx\"}}", class.saturating_add(1)), load(count).to_string()))
            .collect();
        family("http_requests_total", "counter", "Requests of HTTP, by class of status.", &statuses);
        let mut sum = 0_u64;
        let mut classes: Vec<(String, String)> = Vec::new();
        for (counter, bound) in self.classes.iter().zip(BOUNDS) {
            sum = sum.saturating_add(load(counter));
            classes.push((format!("_bucket{{le=\"{bound}\"}}"), sum.to_string()));
        }
        let answered = load(&self.answered).to_string();
        classes.push(("_bucket{le=\"+Inf\"}".to_owned(), answered.clone()));
        let waited = Duration::from_millis(load(&self.waited_ms)).as_secs_f64().to_string();
        classes.push(("_sum".to_owned(), waited));
        classes.push(("_count".to_owned(), answered));
        family("answer_seconds", "histogram", "Time people took to answer.", &classes);
        text
    }
}
