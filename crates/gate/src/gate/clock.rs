//! Time and timers, without a runtime.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};

/// The future of a wait.
pub type Sleep = Pin<Box<dyn Future<Output = ()> + Send>>;

/// The clock of a gate.
pub trait Clock: Send + Sync {
    /// The time of day.
    fn now(&self) -> Timestamp;

    /// Ends after this time.
    fn sleep(&self, time: Duration) -> Sleep;
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

/// The last time returned, and the moment of it on the clock that never goes back.
static LAST: Mutex<Option<(Timestamp, Instant)>> = Mutex::new(None);

/// Smaller steps back are allowed: the machine is adjusting its clock.
const SMALL: SignedDuration = SignedDuration::from_secs(2);

/// If a record is further ahead than this, the clock was wrong when it was written, and it does not count.
const FAR: SignedDuration = SignedDuration::from_hours(7 * 24);

/// The time of day. If someone sets the clock back, no expired grant becomes valid again, and no request gets more
/// time.
#[must_use]
pub fn now() -> Timestamp {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let (said, at) = (Timestamp::now(), Instant::now());
    let now = later(*last, said, at);
    *last = Some((now, at));
    now
}

/// Says that the time is not before this moment, because an earlier run has already seen it. Returns whether it counts.
pub fn not_before(moment: Timestamp) -> bool {
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let (said, at) = (Timestamp::now(), Instant::now());
    let now = later(*last, said, at);
    let believed = moment.duration_since(now) <= FAR;
    *last = Some((if believed { now.max(moment) } else { now }, at));
    believed
}

fn later(last: Option<(Timestamp, Instant)>, said: Timestamp, at: Instant) -> Timestamp {
    let Some((before, since)) = last else { return said };
    let went = SignedDuration::try_from(at.saturating_duration_since(since)).unwrap_or_default();
    let went = before.checked_add(went).unwrap_or(before);
    if went.duration_since(said) > SMALL { went } else { said.max(before) }
}

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        now()
    }

    fn sleep(&self, time: Duration) -> Sleep {
        Box::pin(Alarm { time, shared: None })
    }
}

/// Sleeps on its own thread. Only questions to people need one, so there are few such threads.
struct Alarm {
    time: Duration,
    shared: Option<Arc<Bell>>,
}

#[derive(Default)]
struct Bell {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    rung: bool,
    given_up: bool,
    waker: Option<Waker>,
}

impl Future for Alarm {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let time = self.time;
        let bell = self.shared.get_or_insert_with(|| {
            let bell = Arc::new(Bell::default());
            let ringer = Arc::clone(&bell);
            let spawned = thread::Builder::new().name("byleave-alarm".to_owned()).spawn(move || ringer.ring(time));
            // Without a thread the time is up at once: a waiting caller must not wait forever.
            if spawned.is_err() {
                bell.state.lock().unwrap_or_else(PoisonError::into_inner).rung = true;
            }
            bell
        });
        let mut state = bell.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.rung {
            return Poll::Ready(());
        }
        state.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

impl Bell {
    fn ring(&self, time: Duration) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(state, time, |state| !state.given_up);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        state.rung = true;
        if let Some(waker) = state.waker.take() {
            waker.wake();
        }
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        if let Some(bell) = &self.shared {
            bell.state.lock().unwrap_or_else(PoisonError::into_inner).given_up = true;
            bell.changed.notify_all();
        }
    }
}

struct Unpark(thread::Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs a future to its end on this thread, for hosts without a runtime.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = Context::from_waker(&waker);
    let mut future = std::pin::pin!(future);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(value) => return value,
            Poll::Pending => thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use jiff::{SignedDuration, Timestamp};

    use super::{Clock, SystemClock, block_on, later};

    #[test]
    fn a_clock_that_is_set_back_goes_on_where_it_was() {
        let (start, at) = (Timestamp::UNIX_EPOCH + SignedDuration::from_hours(1000), Instant::now());
        let hour = Duration::from_hours(1);
        let one = start + SignedDuration::from_hours(1);
        for (said, passed, expected, claim) in [
            (one, hour, one, "a clock that is right is believed"),
            (
                start + SignedDuration::from_hours(48),
                hour,
                start + SignedDuration::from_hours(48),
                "one that is set forward too",
            ),
            (start - SignedDuration::from_hours(24), hour, one, "a day back is no day more"),
            (start - SignedDuration::from_hours(24), Duration::ZERO, start, "and nothing is earlier than it was"),
            (start - SignedDuration::from_secs(1), Duration::ZERO, start, "not even a little"),
            (
                one - SignedDuration::from_secs(1),
                hour,
                one - SignedDuration::from_secs(1),
                "small corrections are followed",
            ),
        ] {
            assert_eq!(later(Some((start, at)), said, at + passed), expected, "{claim}");
        }
        assert_eq!(later(None, start, at), start);
    }

    #[test]
    fn a_wait_ends_and_not_before_its_time() {
        let start = Instant::now();
        block_on(SystemClock.sleep(Duration::from_millis(20)));
        assert!(start.elapsed() >= Duration::from_millis(20));
    }
}
