//! Where the work of judging is done: at once, where the gate is asked, or on threads that the host keeps for it.

use std::sync::Arc;

use byleave_policy::Decision;
use tokio::sync::oneshot;

use crate::call::Call;
use crate::gate::Gate;
use crate::store::StoreError;

/// A piece of work.
pub type Work = Box<dyn FnOnce() + Send>;

/// Does the work of judging calls. A hub has threads for it, so that slow calls of one agent hold up nothing else.
pub trait Decider: Send + Sync {
    /// Does a piece of work, sooner or later, and once. One that is dropped undone is a decision that was not made, and its
    /// call does not run.
    fn run(&self, work: Work);
}

impl Gate {
    /// The same gate, with its calls judged elsewhere.
    #[must_use]
    pub fn decided_by(&self, decider: Arc<dyn Decider>) -> Self {
        Self { decider: Some(decider), ..self.clone() }
    }

    /// What would happen to a call, as [`Gate::check`] says, found out where calls are judged.
    ///
    /// # Errors
    ///
    /// If it could not be found out.
    pub async fn check_elsewhere(&self, call: Call) -> Result<Decision, StoreError> {
        let gate = self.clone();
        self.work(move || gate.check(&call)).await
    }

    /// Does some work where calls are judged.
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
