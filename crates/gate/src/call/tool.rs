//! What a host says of its tools.

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
    /// The mode in force.
    pub approval_mode: Mode,
}

/// A tool of the host. It says things about itself; running it takes a permit.
///
/// What it says can only allow what no floor holds back: `needs_approval() == false` lets no high-risk command through.
pub trait Tool: Send + Sync {
    /// Its name, as the model uses it.
    fn name(&self) -> &str;

    /// What kind of tool it is; tools the engine knows need not say.
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
