//! What a connection has still to be shown from the store: all pending requests when it connects, and what changed while
//! it was too slow for the notes.
//!
//! It is read a page at a time, only while the connection has room, and each request once: a client that reads slowly
//! costs a page of memory, and what it missed costs as much as changed.

use std::collections::VecDeque;
use std::sync::Arc;

use byleave_gate::{RequestState, StoreError, StoredRequest};
use jiff::Timestamp;

use crate::hub::{Hub, PAGE};
use crate::request::background;

/// Where the next page of pending requests begins.
type After = Option<(Timestamp, String)>;

/// What a connection has still to be shown.
#[derive(Debug)]
pub struct Backlog {
    /// Requests that were read.
    page: VecDeque<Item>,
    /// The pages of pending requests that were not read yet.
    pending: Option<After>,
    /// Requests that changed and were not read yet.
    changed: VecDeque<Arc<str>>,
}

/// One of its requests, as it is now.
#[derive(Debug)]
pub enum Item {
    /// It is there, pending or ended.
    Stored(Box<StoredRequest>),
    /// There is no such request any more.
    Gone(Arc<str>),
}

impl Backlog {
    /// Of a connection that was shown nothing yet.
    pub const fn of_all_pending() -> Self {
        Self { page: VecDeque::new(), pending: Some(None), changed: VecDeque::new() }
    }

    /// These requests changed, unknown to the connection.
    pub fn add(&mut self, changed: Vec<Arc<str>>) {
        self.changed.extend(changed);
    }

    /// Whether notes are all that is left to tell.
    pub fn is_empty(&self) -> bool {
        self.page.is_empty() && self.pending.is_none() && self.changed.is_empty()
    }

    /// The next of those that were read.
    pub fn take(&mut self) -> Option<Item> {
        self.page.pop_front()
    }

    /// Reads the next page, if none is left.
    pub async fn read(&mut self, hub: &Hub) -> Result<(), StoreError> {
        if !self.page.is_empty() {
            return Ok(());
        }
        if let Some(after) = self.pending.take() {
            let then = hub.queue.revision();
            let page = hub.store().requests_after(RequestState::Pending, after, PAGE).await?;
            background::keep_up(hub, &page, then).await?;
            let last = page.last().filter(|_| page.len() == PAGE);
            self.pending = last.map(|last| Some((last.created, last.id.clone())));
            self.page.extend(page.into_iter().map(|stored| Item::Stored(Box::new(stored))));
            return Ok(());
        }
        let some: Vec<Arc<str>> = self.changed.drain(..PAGE.min(self.changed.len())).collect();
        let found = hub.store().requests_of(some.iter().map(ToString::to_string).collect()).await?;
        let gone = some.into_iter().filter(|id| !found.iter().any(|stored| *stored.id == **id)).collect::<Vec<_>>();
        self.page.extend(found.into_iter().map(|stored| Item::Stored(Box::new(stored))));
        self.page.extend(gone.into_iter().map(Item::Gone));
        Ok(())
    }
}
