//! From an agent's call to the gate's, and from the gate's refusal to what the model reads.

use std::path::Path;

use byleave_gate::{Call, Cause, Refusal};
use serde_json::Value;

use crate::hook::ToolCall;

impl ToolCall {
    /// The call as the gate takes it, made by the agent of this name.
    #[must_use]
    pub fn of_gate(&self, agent: &str) -> Call {
        let mut made = Call::new(self.tool.as_str(), Value::Object(self.arguments.clone())).agent(agent);
        if let Some(id) = &self.id {
            made = made.id(id.clone());
        }
        if let Some(cwd) = self.cwd.as_deref().filter(|cwd| Path::new(cwd).is_absolute()) {
            made = made.cwd(cwd);
        }
        made.shell = self.shells;
        made.description.clone_from(&self.description);
        made.ask = self.needs_person;
        made
    }
}

/// What the model reads of a refusal, and behind it what the operator can do.
#[must_use]
pub fn refusal_words(refusal: &Refusal) -> String {
    let why = match refusal.cause {
        Cause::NoChannel | Cause::Timeout | Cause::Closed => format!(" It asks because: {}.", refusal.decision.reason),
        // The caller cannot see the store.
        Cause::System(ref error) => format!(" ({error})"),
        Cause::Policy | Cause::Rejected { .. } | Cause::Stopped | Cause::TooFew(_) | Cause::Changed(_) => String::new(),
    };
    let rule = refusal.remedy.as_ref();
    let rule =
        rule.map(|rule| format!(" The operator can allow it without a question by adding to the policy: {rule}"));
    format!("{}{why}{}", refusal.words(), rule.unwrap_or_default())
}
