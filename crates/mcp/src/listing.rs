//! Lists of tools, as the server tells them: what no model may read is taken out, and what was shown is remembered.

use serde_json::Value;

use crate::message::Message;
use crate::talk::{Talk, short};
use crate::tool;

/// Who wants to see a list of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lister {
    /// The client, whose model reads it.
    Client,
    /// The gate itself.
    Gate,
}

impl Talk {
    /// Takes a list of tools: what no model may read is taken out of it.
    pub(crate) fn take_list(&self, mut message: Message, lister: Lister, continued: bool) -> (Message, bool) {
        self.versioned(&message);
        let last = message.result().is_some_and(|result| result.get("nextCursor").is_none_or(Value::is_null));
        let result = message.fields.get_mut("result").and_then(Value::as_object_mut);
        let Some(Value::Array(tools)) = result.and_then(|result| result.get_mut("tools")) else {
            return (message, false);
        };
        if !continued {
            self.state().listed.clear();
        }
        let count = tools.len();
        let all = std::mem::take(tools);
        for one in &all {
            self.lists(one);
        }
        let (mut kept, mut shown, mut changed) = (Vec::new(), Vec::new(), false);
        for one in all {
            let name = one.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
            match self.held_back(&name, &one) {
                None => {
                    let mut read = None;
                    if let Some(map) = one.as_object() {
                        read = self.core.accepted_instead(&name, map).map(Value::Object);
                        let mut state = self.state();
                        state.withheld.remove(&name);
                        // What the server said, whatever the model reads: it must not say something else to the gate.
                        if lister == Lister::Client {
                            state.shown.insert(name.clone(), tool::hash(map));
                        }
                        state.tools.insert(name, map.clone());
                    }
                    changed |= read.is_some();
                    shown.push(read.unwrap_or_else(|| one.clone()));
                    kept.push(one);
                }
                Some(why) => {
                    self.core.tell(&format!("byleave hides the tool `{}` from the agent: {why}", short(&name)));
                    let mut state = self.state();
                    state.tools.remove(&name);
                    state.withheld.insert(name, why);
                }
            }
        }
        self.core.listed(&kept.iter().filter_map(Value::as_object).collect::<Vec<_>>());
        changed |= kept.len() != count;
        *tools = shown;
        if last {
            self.state().fresh = true;
        }
        (message, changed)
    }

    /// Notes what the list says of a tool.
    fn lists(&self, tool: &Value) {
        let (Some(name), Some(map)) = (tool.get("name").and_then(Value::as_str), tool.as_object()) else { return };
        let hash = tool::hash(map);
        let mut state = self.state();
        match state.listed.get_mut(name) {
            Some(said) if said.as_deref() == Some(hash.as_str()) => {}
            Some(said) => *said = None,
            None => drop(state.listed.insert(name.to_owned(), Some(hash))),
        }
    }

    /// Why the gate hides a tool of a list from the model, if it does.
    fn held_back(&self, name: &str, tool: &Value) -> Option<String> {
        let Some(map) = tool.as_object() else { return Some("it is not described by a map".to_owned()) };
        let contradicts = self.state().listed.get(name).is_some_and(Option::is_none);
        let twice = || contradicts.then(|| "the list describes it in two ways".to_owned());
        tool::withheld(map).or_else(twice)
    }
}
