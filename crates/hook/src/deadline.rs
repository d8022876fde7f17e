//! The hook's own deadline. Most agents run the tool when a hook takes too long, so the hook answers before.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use byleave_agents::Event;

/// What is left for writing the answer of the gate itself: that one tells more.
const GRACE: Duration = Duration::from_secs(3);

/// What is known of the event, for the thread that answers first.
#[derive(Clone, Debug)]
pub struct Deadline {
    event: Arc<Mutex<Event>>,
    answered: Arc<AtomicBool>,
}

impl Deadline {
    /// Starts the clock. `wait` is how long the agent's hook may wait for a person, if the command line says.
    pub fn start(event: &Event, wait: Option<u32>) -> Self {
        let deadline = Self { event: Arc::new(Mutex::new(event.clone())), answered: Arc::default() };
        let patience = wait.map_or_else(|| event.agent.patience(), |seconds| Duration::from_secs(seconds.into()));
        let watched = deadline.clone();
        // Without a thread there is only the deadline of the gate.
        let _ = thread::Builder::new().name("byleave-deadline".to_owned()).spawn(move || {
            thread::sleep(patience.saturating_add(GRACE));
            if !watched.over() {
                super::finish(&watched.event().failed("it took too long"));
                std::process::exit(super::BLOCK.into());
            }
        });
        deadline
    }

    /// What is known now.
    pub fn know(&self, event: &Event) {
        self.event.lock().unwrap_or_else(PoisonError::into_inner).clone_from(event);
    }

    /// What is known.
    pub fn event(&self) -> Event {
        self.event.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether the other thread has answered already. From now on the answer is yes.
    pub fn over(&self) -> bool {
        self.answered.swap(true, Ordering::SeqCst)
    }
}
