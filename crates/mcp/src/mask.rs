//! Masks secrets in the results of a tool.

use byleave_gate::block_on;
use serde_json::{Map, Value};

use crate::message::Message;
use crate::talk::Talk;

impl Talk {
    /// The result of a call without its secrets. The record says that there were some.
    pub(crate) fn masked(&self, tool: &str, mut message: Message) -> Vec<u8> {
        let mut count = 0_u64;
        for part in ["result", "error"] {
            if let Some(value) = message.fields.get_mut(part) {
                self.mask(value, &mut count);
            }
        }
        if count > 0 {
            let arguments =
                Map::from_iter([("tool".to_owned(), Value::from(tool)), ("masked".to_owned(), Value::from(count))]);
            let reason = format!("secrets in {count} texts of a result of `{tool}` were masked");
            if let Err(error) = block_on(self.core.gate.note("byleave masked", arguments, reason)) {
                self.core.tell(&format!("masked secrets are not on record: {error}"));
            }
        }
        message.to_bytes()
    }

    fn mask(&self, value: &mut Value, count: &mut u64) {
        match value {
            Value::String(text) => {
                let clean = self.core.gate.redactor().text(text);
                if clean != text.as_str() {
                    *text = clean.into_owned();
                    *count = count.saturating_add(1);
                }
            }
            Value::Array(list) => list.iter_mut().for_each(|one| self.mask(one, count)),
            Value::Object(map) => map.values_mut().for_each(|one| self.mask(one, count)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}
