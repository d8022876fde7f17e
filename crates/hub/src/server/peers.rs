//! Connections, and for whom there is room: waiting agents must never lock people out.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::config::Limits;
use crate::server::counts::{Counted, Counts};

/// Marks a request on a connection that is kept for people.
#[derive(Clone, Copy, Debug)]
pub struct Kept;

/// The machine a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct Machine(pub IpAddr);

/// All connections.
#[derive(Debug)]
pub struct Peers {
    room: Arc<Semaphore>,
    kept: Arc<Semaphore>,
    each: usize,
    by_machine: Arc<Counts<IpAddr>>,
}

/// A connection, counted until it is dropped.
#[derive(Debug)]
pub struct Seat {
    /// Whether it is one of the last, which are kept for people.
    pub kept: bool,
    _permit: OwnedSemaphorePermit,
    _machine: Option<Counted<IpAddr>>,
}

impl Peers {
    pub fn new(limits: &Limits) -> Self {
        // At least one, or people could be locked out.
        let kept = limits.connections_kept.clamp(1, limits.connections.max(1));
        Self {
            room: Arc::new(Semaphore::new(limits.connections.saturating_sub(kept))),
            kept: Arc::new(Semaphore::new(kept)),
            each: limits.connections_each,
            by_machine: Arc::default(),
        }
    }

    /// A place for a connection, as soon as there is one; `None` if its machine has too many.
    pub async fn place(&self, from: IpAddr) -> Option<Seat> {
        // On this machine, agents and people share one address.
        let machine = if from.is_loopback() { None } else { Some(self.by_machine.enter(from, self.each)?) };
        if let Ok(permit) = Arc::clone(&self.room).try_acquire_owned() {
            return Some(Seat { kept: false, _permit: permit, _machine: machine });
        }
        let permit = Arc::clone(&self.kept).acquire_owned().await.ok()?;
        Some(Seat { kept: true, _permit: permit, _machine: machine })
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::Peers;
    use crate::config::Limits;

    #[tokio::test]
    async fn one_machine_has_its_share_and_the_last_places_are_kept() {
        let limits = Limits { connections: 5, connections_kept: 2, connections_each: 2, ..Limits::default() };
        let peers = Peers::new(&limits);
        let [here, there, elsewhere]: [IpAddr; 3] =
            ["127.0.0.1", "192.0.2.1", "192.0.2.2"].map(|text| text.parse().expect("an address"));
        let first = peers.place(there).await.expect("a place");
        let second = peers.place(there).await.expect("a place");
        assert!(peers.place(there).await.is_none(), "one machine has its share");
        let third = peers.place(here).await.expect("a place");
        assert_eq!([first.kept, second.kept, third.kept], [false; 3]);
        let fourth = peers.place(elsewhere).await.expect("a place");
        let fifth = peers.place(here).await.expect("a place");
        assert_eq!([fourth.kept, fifth.kept], [true; 2]);
        drop((first, fourth));
        assert!(!peers.place(there).await.expect("a place").kept, "what was given back is there again");
        drop((second, third, fifth));
        assert_eq!([here, there, elsewhere].map(|machine| peers.by_machine.of(&machine)), [0; 3]);
    }
}
