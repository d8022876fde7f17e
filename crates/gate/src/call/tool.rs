//! What a host says about its tools.

use std::future::{Future, ready};
use std::pin::Pin;

use byleave_policy::Mode;
use byleave_policy::tools::Category;
use serde_json::{Map, Value};

/// What a tool sees when it is asked whether it needs approval.
#[derive(Clone, Debug, PartialEq)]
pub struct ApprovalContext {
    /// The arguments of the call.
    pub params: Map<String, Value>,
    /// The current mode.
    pub approval_mode: Mode,
}

/// A tool of the host, as it describes itself. Running it needs a permit.
///
/// Its description cannot lift a floor: `needs_approval() == false` lets no high-risk command run.
pub trait Tool: Send + Sync {
    /// Its name, as the model uses it.
    fn name(&self) -> &str;

    /// The tool's category; not needed for tools that byleave knows.
    fn category(&self) -> Option<Category> {
        None
    }

    /// What it is for, shown to people.
    fn description(&self) -> Option<&str> {
        None
    }

    /// Whether this call needs approval; `None` leaves it to the policy.
    fn needs_approval(&self, context: ApprovalContext) -> Pin<Box<dyn Future<Output = Option<bool>> + Send + '_>> {
        let _ = context;
        Box::pin(ready(None))
    }
}
