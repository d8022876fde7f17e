//! The threads that judge calls. They are separate from those that carry requests and answers, and every token has its
//! own lane: a token with slow calls delays only itself and never occupies all threads.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use byleave_gate::{Decider, Work};

use crate::server::Problem;
use crate::server::counts::{Counted, Counts};

/// At most this many threads: judging needs processors, and more threads do not help.
const MOST: usize = 8;

/// The threads of a hub.
pub struct Deciders {
    shared: Arc<Shared>,
    /// Calls under decision by token: waiting, being judged, or being recorded.
    entered: Arc<Counts<String>>,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    /// How many threads one lane may use at once: never all of them.
    each: usize,
}

#[derive(Default)]
struct State {
    lanes: HashMap<Arc<str>, Lane>,
    /// The lanes with waiting work, in the order of their turns.
    turns: VecDeque<Arc<str>>,
    over: bool,
}

#[derive(Default)]
struct Lane {
    work: VecDeque<Work>,
    running: usize,
}

impl Deciders {
    /// Starts as many threads as suit this machine.
    pub fn start() -> Self {
        let threads = thread::available_parallelism().map_or(2, std::num::NonZero::get).clamp(2, MOST);
        Self::with(threads)
    }

    fn with(threads: usize) -> Self {
        let each = threads.saturating_sub(1).max(1);
        let shared = Arc::new(Shared { state: Mutex::default(), wake: Condvar::new(), each });
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let spawned = thread::Builder::new().name(format!("byleave-decide-{number}")).spawn(move || shared.serve());
            if let Err(error) = spawned {
                tracing::error!(%error, "a thread that judges calls could not be started");
            }
        }
        Self { shared, entered: Arc::default() }
    }

    /// The lane of a token.
    pub fn lane(&self, token: &str) -> Arc<dyn Decider> {
        Arc::new(OnLane { shared: Arc::clone(&self.shared), lane: token.into() })
    }

    /// Counts one more call of a token, if it has not too many under decision. It counts until the returned value is
    /// dropped.
    pub fn enter(&self, token: &str, most: usize) -> Result<Counted<String>, Problem> {
        let full = || {
            Problem::too_many(format!(
                "{most} calls of this token are being decided already; this one was not looked at, so do not run it: \
                 wait for the others and try again"
            ))
        };
        self.entered.enter(token.to_owned(), most).ok_or_else(full)
    }
}

impl Drop for Deciders {
    fn drop(&mut self) {
        // Work that is not done by now is dropped, and its waiter gets an error.
        let mut state = self.shared.lock();
        state.over = true;
        state.lanes.clear();
        state.turns.clear();
        drop(state);
        self.shared.wake.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, lane: &Arc<str>, work: Work) {
        let mut state = self.lock();
        if state.over {
            return;
        }
        let waiting = &mut state.lanes.entry(Arc::clone(lane)).or_default().work;
        waiting.push_back(work);
        if waiting.len() == 1 {
            state.turns.push_back(Arc::clone(lane));
        }
        drop(state);
        self.wake.notify_one();
    }

    /// The next piece of work: from the lane whose turn it is and that does not use its share of the threads.
    fn next(&self, state: &mut State) -> Option<(Arc<str>, Work)> {
        let free = |lane: &Arc<str>| state.lanes.get(lane).is_some_and(|lane| lane.running < self.each);
        let place = state.turns.iter().position(free)?;
        let name = state.turns.remove(place)?;
        let lane = state.lanes.get_mut(&name)?;
        let work = lane.work.pop_front()?;
        lane.running = lane.running.saturating_add(1);
        if !lane.work.is_empty() {
            state.turns.push_back(Arc::clone(&name));
        }
        Some((name, work))
    }

    fn serve(&self) {
        let mut state = self.lock();
        while !state.over {
            let Some((name, work)) = self.next(&mut state) else {
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(state);
            if catch_unwind(AssertUnwindSafe(work)).is_err() {
                tracing::error!("judging a call failed; it does not run");
            }
            state = self.lock();
            state.done(&name);
            // A lane that used its share may get a thread again.
            self.wake.notify_one();
        }
    }
}

impl State {
    /// A piece of work of a lane is done. A lane without any is not remembered.
    fn done(&mut self, name: &str) {
        if let Some(lane) = self.lanes.get_mut(name) {
            lane.running = lane.running.saturating_sub(1);
            if lane.running == 0 && lane.work.is_empty() {
                self.lanes.remove(name);
            }
        }
    }
}

struct OnLane {
    shared: Arc<Shared>,
    lane: Arc<str>,
}

impl Decider for OnLane {
    fn run(&self, work: Work) {
        self.shared.put(&self.lane, work);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::Deciders;

    #[test]
    fn the_work_of_one_token_is_done_while_anothers_still_waits() {
        let deciders = Deciders::with(2);
        let (slow, other) = (deciders.lane("slow"), deciders.lane("other"));
        let (release, held) = mpsc::channel::<()>();
        let held = std::sync::Arc::new(std::sync::Mutex::new(held));
        let (done, order) = mpsc::channel();
        for number in 0..20 {
            let (held, done) = (std::sync::Arc::clone(&held), done.clone());
            slow.run(Box::new(move || {
                held.lock().expect("nobody panics").recv().expect("its end");
                done.send(format!("slow {number}")).expect("somebody hears");
            }));
        }
        let heard = done.clone();
        other.run(Box::new(move || heard.send("other".to_owned()).expect("somebody hears")));
        assert_eq!(order.recv().as_deref(), Ok("other"), "though twenty came before");
        for number in 0..20 {
            release.send(()).expect("somebody waits");
            assert_eq!(order.recv(), Ok(format!("slow {number}")), "one after another: it has one of the two threads");
        }
        assert!(deciders.shared.lock().turns.is_empty());
    }

    #[test]
    fn lanes_have_their_turn_and_work_that_panics_takes_nothing_with_it() {
        let deciders = Deciders::with(2);
        let (done, order) = mpsc::channel();
        for lane in ["a", "b"] {
            deciders.lane(lane).run(Box::new(|| panic!("on purpose")));
        }
        for lane in ["a", "b", "c"] {
            let done = done.clone();
            deciders.lane(lane).run(Box::new(move || done.send(lane).expect("somebody hears")));
        }
        let mut heard: Vec<&str> = order.iter().take(3).collect();
        heard.sort_unstable();
        assert_eq!(heard, ["a", "b", "c"]);
    }

    #[test]
    fn a_token_has_so_many_calls_under_way_and_no_more() {
        let deciders = Deciders::with(2);
        let first = deciders.enter("a", 2).expect("a place");
        let _second = deciders.enter("a", 2).expect("a place");
        assert_eq!(deciders.enter("a", 2).map(|_| ()).map_err(|problem| problem.status.as_u16()), Err(429));
        assert!(deciders.enter("b", 2).is_ok(), "another token has its own");
        drop(first);
        assert!(deciders.enter("a", 2).is_ok());
    }
}
