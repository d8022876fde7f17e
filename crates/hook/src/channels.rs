//! The channels of a hook.

use std::future::pending;
use std::sync::Arc;

use byleave_gate::{Asking, Channel, Reply, Request, Settled};
use byleave_store::Attended;

/// The people at a hub that serves the same store. The question is in their queue as soon as it is in the store, and the
/// gate hears the answer from there: this only says whether waiting makes sense.
pub struct SameStore(pub Attended);

impl Channel for SameStore {
    fn name(&self) -> &'static str {
        "hub"
    }

    fn ask(&self, _: Arc<Request>, _: Settled) -> Asking<'_> {
        if self.0.is() { Box::pin(pending()) } else { Box::pin(std::future::ready(Ok(Reply::Abstain))) }
    }
}
