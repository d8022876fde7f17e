//! Noticing an answer that was given elsewhere: at a hub that serves the same store, or in another process.

use std::time::Duration;

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::channel::race::{Either, breathe, either};
use crate::gate::Gate;
use crate::request::RequestState;
use crate::store::{Change, Others};

/// How often a store is asked whether others did something, where one number tells it.
const GLANCE: Duration = Duration::from_millis(200);

/// How often a request is looked at in a store that can tell nothing.
const LOOK: Duration = Duration::from_secs(1);

/// How often it is looked at in a store that tells everything: a message may be lost on its way.
const CHECK: Duration = Duration::from_secs(10);

impl Gate {
    /// Waits until a request does not wait for an answer any more. A store that does not work keeps no one here from
    /// answering: it is asked again, and whether an answer counts is found out when it is put on record.
    pub(crate) async fn gone(&self, id: &str) {
        let store = self.inner.store.as_ref();
        let mut changes = store.changes();
        let mut seen = None;
        let mut told = true;
        loop {
            // Before it is read: what is written meanwhile is for the next time.
            let others = store.others().await.ok();
            if told || others != seen || !matches!(others, Some(Others::Stamp(_))) {
                match store.request(id).await {
                    Ok(Some(stored)) if stored.state == RequestState::Pending => seen = others,
                    Ok(_) => return,
                    Err(_) => seen = None,
                }
            }
            let rest = match others {
                Some(Others::Stamp(_)) => GLANCE,
                Some(Others::Heard) => CHECK,
                Some(Others::Unknown) | None => LOOK,
            };
            told = matches!(either(hear(&mut changes, id), self.inner.clock.sleep(rest)).await, Either::Left(()));
            // A clock may stand, and the waits of those who are asked must not.
            breathe().await;
        }
    }
}

/// Waits until the store tells of a change of a request, or that it forgot some.
async fn hear(changes: &mut Option<Receiver<Change>>, id: &str) {
    while let Some(told) = changes {
        match told.recv().await {
            Ok(change) if change.request != id || change.state == RequestState::Pending => {}
            Ok(_) | Err(RecvError::Lagged(_)) => return,
            Err(RecvError::Closed) => *changes = None,
        }
    }
    std::future::pending::<()>().await;
}
