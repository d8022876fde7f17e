//! Notices an answer from a hub that uses the same store, or from another process.

use std::time::Duration;

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

use crate::channel::race::{Either, breathe, either};
use crate::gate::Gate;
use crate::request::RequestState;
use crate::store::{Change, Others};

/// How often to ask a store whether another process changed something, if one number says so.
const GLANCE: Duration = Duration::from_millis(200);

/// How often to read a request from a store that cannot notify.
const LOOK: Duration = Duration::from_secs(1);

/// How often to read it from a store that notifies of everything: a notification may get lost.
const CHECK: Duration = Duration::from_secs(10);

impl Gate {
    /// Waits until a request is no longer pending. If the store does not work, approvers can still answer here: the
    /// gate asks the store again, and finds out whether an answer counts when it records the answer.
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

/// Waits until the store notifies of a change of a request, or of lost notifications.
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
