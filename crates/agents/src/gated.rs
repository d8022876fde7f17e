//! From an agent's call to the gate's.

use std::path::Path;

use byleave_gate::{About, Call, Gate};
use serde_json::Value;

use crate::hook::ToolCall;

impl ToolCall {
    /// The call as a gate takes it, made by the agent of this name.
    ///
    /// Where the agent does not tell the directory, the gate also looks at directories in which the command would be
    /// refused. If there is one, a person decides: byleave cannot know whether the command starts there.
    #[must_use]
    pub fn of_gate(&self, gate: &Gate, agent: &str) -> Call {
        let mut made = self.told(agent);
        if !self.cwd_is_certain
            && let Some(why) = gate.refused_elsewhere(&made)
        {
            made.ask = true;
            made.about = Some(Box::new(About { insists: Some(why), ..About::default() }));
        }
        made
    }

    /// The call as the agent told it.
    #[must_use]
    pub fn told(&self, agent: &str) -> Call {
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
