//! Where the gate judges calls: at once on the caller's thread, or on threads of the host.

use std::sync::Arc;

use byleave_policy::Decision;
use tokio::sync::oneshot;

use crate::call::Call;
use crate::gate::Gate;
use crate::store::StoreError;

/// A piece of work.
pub type Work = Box<dyn FnOnce() + Send>;

/// Does the work of judging calls. A hub has separate threads for it, so that slow calls of one agent delay nothing
/// else.
pub trait Decider: Send + Sync {
    /// Does a piece of work once, sooner or later. If it drops the work instead, there is no decision, and the call
    /// does not run.
    fn run(&self, work: Work);
}

impl Gate {
    /// The same gate, which judges its calls with this decider.
    #[must_use]
    pub fn decided_by(&self, decider: Arc<dyn Decider>) -> Self {
        Self { decider: Some(decider), ..self.clone() }
    }

    /// What would happen to a call, as [`Gate::check`] says, judged by the decider.
    ///
    /// # Errors
    ///
    /// If the decider did not judge it.
    pub async fn check_elsewhere(&self, call: Call) -> Result<Decision, StoreError> {
        let gate = self.clone();
        self.work(move || gate.check(&call)).await
    }

    /// Does some work with the decider.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, StoreError> {
        let Some(decider) = &self.decider else { return Ok(work()) };
        let (done, waits) = oneshot::channel();
        decider.run(Box::new(move || {
            // The caller may be gone since.
            if !done.is_closed() {
                let _ = done.send(work());
            }
        }));
        waits.await.map_err(|_| StoreError::Unusable("the call could not be judged".to_owned()))
    }
}
