//! From an agent's call to the gate's.

use std::path::Path;

use byleave_gate::Call;
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
