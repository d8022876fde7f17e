//! Tools of the host that describe themselves: `{ name, category, description, needsApproval }`.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use byleave::ApprovalContext;
use byleave::policy::tools::Category;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::bridge::{Message, Queue};
use crate::channel::Said;
use crate::told::json_of;

/// The category of a name.
pub fn category(name: &str) -> Option<Category> {
    use Category::{Ask, Command, Network, Read, Write};
    [Read, Write, Command, Network, Ask].into_iter().find(|category| category.name() == name)
}

/// A tool that JavaScript describes.
pub struct Tool {
    pub name: String,
    pub category: Option<Category>,
    pub description: Option<String>,
    /// Where to ask it, and by which number, if it has a say about each call.
    pub asked: Option<(Arc<Queue>, u32)>,
}

/// A tool, shared by the gates that are made of the same parts.
pub struct Shared(pub Arc<Tool>);

impl byleave::Tool for Shared {
    fn name(&self) -> &str {
        &self.0.name
    }

    fn category(&self) -> Option<Category> {
        self.0.category
    }

    fn description(&self) -> Option<&str> {
        self.0.description.as_deref()
    }

    fn needs_approval(&self, context: ApprovalContext) -> Pin<Box<dyn Future<Output = Option<bool>> + Send + '_>> {
        let Some((queue, tool)) = &self.0.asked else { return Box::pin(std::future::ready(None)) };
        let asks =
            Asks { tool_name: &self.0.name, params: &context.params, approval_mode: context.approval_mode.name() };
        let context = json_of(&asks);
        let mut asked = queue.ask(|question| Message::Needs { tool: *tool, question, context });
        Box::pin(async move { needs((&mut asked.said).await.ok()) })
    }
}

/// What a tool is asked, in OriCore's words.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Asks<'a> {
    tool_name: &'a str,
    params: &'a Map<String, Value>,
    approval_mode: &'static str,
}

/// Only `false` says that no approval is needed, and only `null` leaves it to the policy.
fn needs(said: Option<Said>) -> Option<bool> {
    match said {
        Some(Said::Value { value: Some(Value::Bool(false)), .. }) => Some(false),
        Some(Said::Value { value: Some(Value::Null), .. }) => None,
        Some(Said::Value { .. } | Said::Failed(_) | Said::Malformed(_)) | None => Some(true),
    }
}
