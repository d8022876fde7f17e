//! The hook's own deadline. Most agents run the tool when a hook takes too long, so the hook answers before.
//!
//! Two clocks keep it. A thread answers in the agent's own terms; it costs a tenth of what a hook takes, so it starts only where the
//! hook has to wait: for an agent that does not finish its message, and for a person. All else takes a millisecond, unless a disk
//! does not answer or byleave has a bug. For that there is the alarm of the operating system: it ends the process wherever it hangs,
//! and the line that `byleave init` registers refuses the call when its hook dies.

use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use byleave_agents::Event;
use nix::unistd::alarm;

/// What is left for writing the answer of the gate itself: that one tells more.
const GRACE: Duration = Duration::from_secs(3);

/// What is left for the thread to answer before the alarm ends the process.
const LAST: Duration = Duration::from_secs(1);

/// No one has answered.
const OPEN: u8 = 0;
/// The gate answers.
const GATE: u8 = 1;
/// The deadline has answered.
const WATCH: u8 = 2;

/// What is known of the event, for the thread that answers first.
#[derive(Clone, Debug)]
pub struct Deadline {
    event: Arc<Mutex<Event>>,
    answers: Arc<AtomicU8>,
    /// When the hook began, and how long it may take.
    since: Instant,
    patience: Duration,
    /// The thread that watches the clock, once there is one.
    watch: Arc<OnceLock<Option<Thread>>>,
}

impl Deadline {
    /// Starts the clock. `wait` is how long the agent's hook may wait for a person, if the command line says.
    pub fn start(event: &Event, wait: Option<u32>) -> Self {
        let patience = wait.map_or_else(|| event.agent.patience(), |seconds| Duration::from_secs(seconds.into()));
        let patience = patience.saturating_add(GRACE);
        let seconds = patience.saturating_add(LAST).as_secs();
        alarm::set(u32::try_from(seconds).unwrap_or(u32::MAX));
        let deadline = Self {
            event: Arc::new(Mutex::new(event.clone())),
            answers: Arc::default(),
            since: Instant::now(),
            patience,
            watch: Arc::default(),
        };
        if !event.agent.refuses_when_its_hook_dies() {
            deadline.watch();
        }
        deadline
    }

    /// Has a thread watch the clock from now on. For what may wait.
    pub fn watch(&self) {
        self.watch.get_or_init(|| {
            let watched = self.clone();
            // Without a thread there is only the deadline of the gate, and the alarm.
            let watch = thread::Builder::new().spawn(move || watched.answer_in_time()).ok()?;
            Some(watch.thread().clone())
        });
    }

    /// What is known now.
    pub fn know(&self, event: &Event) {
        self.event.lock().unwrap_or_else(PoisonError::into_inner).clone_from(event);
    }

    /// What is known.
    pub fn event(&self) -> Event {
        self.event.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the gate may answer: the other thread has not, and will not any more.
    pub fn is_kept(&self) -> bool {
        let before = self.answers.compare_exchange(OPEN, GATE, Ordering::SeqCst, Ordering::SeqCst);
        !matches!(before, Err(WATCH))
    }

    /// Ends the watch before everything is done. A process ends only when its threads have, so this one ends meanwhile. Only for a call
    /// that is allowed as it is: if what is left to do never ended, the agent would run just that.
    pub fn end(&self) {
        if self.is_kept()
            && let Some(Some(watch)) = self.watch.get()
        {
            watch.unpark();
        }
    }

    fn answer_in_time(&self) {
        while let Some(left) = self.patience.checked_sub(self.since.elapsed()) {
            thread::park_timeout(left);
            if self.answers.load(Ordering::SeqCst) == GATE {
                return;
            }
        }
        if self.answers.compare_exchange(OPEN, WATCH, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
            super::finish(&self.event().failed("it took too long"));
            std::process::exit(super::BLOCK.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use byleave_agents::{Agent, Event};

    use super::Deadline;

    fn deadline() -> Deadline {
        Deadline::start(&Event::unread(Agent::Claude, None), Some(60))
    }

    #[test]
    fn the_gate_answers_as_long_as_the_deadline_has_not() {
        let deadline = deadline();
        assert!(deadline.is_kept() && deadline.is_kept());
    }

    #[test]
    fn a_watch_that_is_ended_ends_and_the_gate_still_answers() {
        let deadline = deadline();
        deadline.watch();
        deadline.end();
        assert!(deadline.is_kept());
        // The thread lets go of what it shares.
        for _ in 0..200 {
            if std::sync::Arc::strong_count(&deadline.event) == 1 {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the thread goes on");
    }
}
