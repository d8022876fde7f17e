//! Programs that answer: a callback of the host, or handlers on a bus for sub-agents.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, PoisonError, RwLock};

use byleave_policy::tools::Category;
use serde_json::{Map, Value};

use crate::answer::fields::AnswerFields;
use crate::answer::{Answer, Approval, RejectMode, Rejection, Scope};
use crate::channel::{Asking, Channel, ChannelError, ChannelKind, Reply, Settled};
use crate::request::Request;

/// A call as OriCore gives it to callbacks.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolUse {
    /// The tool.
    pub name: String,
    /// Its arguments.
    pub params: Map<String, Value>,
    /// Unique for each call.
    pub call_id: String,
}

/// What the bus asks: a call and its origin.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolApproval {
    /// The call.
    pub tool_use: ToolUse,
    /// The kind of tool, if that is known.
    pub category: Option<Category>,
    /// The session that asks.
    pub session_id: String,
}

/// What a callback says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolApprovalResult {
    /// Whether it may run.
    pub approved: bool,
    /// Edited arguments to run with; the gate judges them again.
    pub params: Option<Map<String, Value>>,
    /// Why not.
    pub deny_reason: Option<String>,
}

/// What a callback returned: a boolean, a result, or nothing, which leaves the question to people.
#[derive(Clone, Debug, PartialEq)]
pub struct CallbackReply(Option<Answer>);

impl From<bool> for CallbackReply {
    fn from(approved: bool) -> Self {
        ToolApprovalResult { approved, ..ToolApprovalResult::default() }.into()
    }
}

impl From<ToolApprovalResult> for CallbackReply {
    fn from(result: ToolApprovalResult) -> Self {
        let ToolApprovalResult { approved, params, deny_reason } = result;
        Self(Some(if approved {
            Answer::Approve(Approval { arguments: params, ..Approval::default() })
        } else {
            Answer::Reject(Rejection {
                mode: RejectMode::Soft,
                feedback: deny_reason.filter(|reason| !reason.is_empty()),
            })
        }))
    }
}

impl<T: Into<CallbackReply>> From<Option<T>> for CallbackReply {
    fn from(result: Option<T>) -> Self {
        result.map_or(Self(None), Into::into)
    }
}

impl CallbackReply {
    /// Reads what a callback in another language returned: a boolean, an object, or null to abstain. The object is an
    /// answer like any other ([`AnswerFields`](crate::AnswerFields)), to this call and nothing else.
    ///
    /// Only `true` approves: the text `"true"` and the number 1 do not.
    ///
    /// # Errors
    ///
    /// If it is none of these.
    pub fn from_json(value: &Value) -> Result<Self, ChannelError> {
        let malformed = |what: String| ChannelError::Malformed(what);
        match value {
            Value::Null => Ok(Self(None)),
            Value::Bool(approved) => Ok((*approved).into()),
            Value::Object(map) => {
                let said = AnswerFields::read(map.clone()).map_err(|error| malformed(error.to_string()))?;
                if said.approved.is_none() {
                    return Err(malformed("`approved` must be true or false".to_owned()));
                }
                let answer = said.answer(RejectMode::Soft).map_err(|error| malformed(error.to_string()))?;
                // A grant is for people to give.
                if let Answer::Approve(Approval { scope, breadth, .. }) = &answer
                    && (*scope != Scope::Once || breadth.is_some())
                {
                    return Err(malformed(
                        "a callback answers one call: `scope` must be `once`, without `breadth`".to_owned(),
                    ));
                }
                Ok(Self(Some(answer)))
            }
            Value::Number(_) | Value::String(_) | Value::Array(_) => {
                Err(malformed("a callback returns true, false or an object with `approved`".to_owned()))
            }
        }
    }

    fn reply(self, shown: &Map<String, Value>) -> Reply {
        match self.0 {
            None => Reply::Abstain,
            Some(Answer::Approve(approval)) => {
                // Returning the arguments as they were is no edit.
                let arguments = approval.arguments.filter(|arguments| arguments != shown);
                Reply::of(Answer::Approve(Approval { arguments, ..approval }))
            }
            Some(rejection @ Answer::Reject(_)) => Reply::of(rejection),
        }
    }
}

type Boxed<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// A callback of the host: `onToolApprove`.
pub struct Callback {
    call: Box<dyn Fn(ToolUse) -> Boxed<Result<CallbackReply, ChannelError>> + Send + Sync>,
}

impl Callback {
    /// A callback that returns `bool`, [`ToolApprovalResult`], or an option of either to abstain.
    pub fn new<F, R, W>(callback: F) -> Self
    where
        F: Fn(ToolUse) -> R + Send + Sync + 'static,
        R: Future<Output = W> + Send + 'static,
        W: Into<CallbackReply>,
    {
        Self::fallible(move |tool_use| {
            let future = callback(tool_use);
            async move { Ok::<W, Infallible>(future.await) }
        })
    }

    /// A callback that may fail; after a failure the gate denies the call.
    pub fn fallible<F, R, W, E>(callback: F) -> Self
    where
        F: Fn(ToolUse) -> R + Send + Sync + 'static,
        R: Future<Output = Result<W, E>> + Send + 'static,
        W: Into<CallbackReply>,
        E: std::fmt::Display,
    {
        let call = move |tool_use| -> Boxed<Result<CallbackReply, ChannelError>> {
            let future = callback(tool_use);
            Box::pin(
                async move { future.await.map(Into::into).map_err(|error| ChannelError::Failed(error.to_string())) },
            )
        };
        Self { call: Box::new(call) }
    }
}

fn tool_use(request: &Request) -> ToolUse {
    ToolUse {
        name: request.call.tool.clone(),
        params: request.call.arguments.clone(),
        call_id: request.call.id.clone(),
    }
}

impl Channel for Callback {
    fn name(&self) -> &'static str {
        "callback"
    }

    fn kind(&self) -> ChannelKind {
        ChannelKind::Program
    }

    fn ask(&self, request: Arc<Request>, _settled: Settled) -> Asking<'_> {
        let word = (self.call)(tool_use(&request));
        Box::pin(async move { Ok(word.await?.reply(&request.call.arguments)) })
    }
}

type Handler = Arc<dyn Fn(ToolApproval) -> Boxed<Result<CallbackReply, ChannelError>> + Send + Sync>;

/// The bus that sub-agents ask on: one for many sessions, with handlers for `toolApproval`.
///
/// Without a handler it abstains, so that the gate asks people; it never approves by itself.
#[derive(Clone, Default)]
pub struct Bus {
    handler: Arc<RwLock<Option<Handler>>>,
}

impl Bus {
    /// A bus without a handler.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the handler that answers. A handler may use `session_id` or ignore it.
    pub fn register_handler<F, R, W>(&self, handler: F)
    where
        F: Fn(ToolApproval) -> R + Send + Sync + 'static,
        R: Future<Output = W> + Send + 'static,
        W: Into<CallbackReply>,
    {
        let call = move |approval| -> Boxed<Result<CallbackReply, ChannelError>> {
            let future = handler(approval);
            Box::pin(async move { Ok(future.await.into()) })
        };
        *self.handler.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(call));
    }
}

impl Channel for Bus {
    fn name(&self) -> &'static str {
        "bus"
    }

    fn kind(&self) -> ChannelKind {
        ChannelKind::Program
    }

    fn ask(&self, request: Arc<Request>, _settled: Settled) -> Asking<'_> {
        let handler = self.handler.read().unwrap_or_else(PoisonError::into_inner).clone();
        let Some(handler) = handler else {
            return Box::pin(std::future::ready(Ok(Reply::Abstain)));
        };
        let word = handler(ToolApproval {
            tool_use: tool_use(&request),
            category: request.category,
            session_id: request.session.clone(),
        });
        Box::pin(async move { Ok(word.await?.reply(&request.call.arguments)) })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Answer, CallbackReply};

    #[test]
    fn r267_and_r274_booleans_and_objects_are_words() {
        for (value, approved) in [
            (json!(true), Some(true)),
            (json!(false), Some(false)),
            (json!({"approved": true}), Some(true)),
            (json!({"approved": false, "denyReason": "Security policy violation"}), Some(false)),
            (json!({"approved": true, "params": {"command": "ls"}}), Some(true)),
            (json!(null), None),
        ] {
            let word = CallbackReply::from_json(&value).expect("a word");
            assert_eq!(word.0.map(|answer| matches!(answer, Answer::Approve(_))), approved, "{value}");
        }
    }

    #[test]
    fn what_is_merely_truthy_approves_nothing() {
        for value in [
            json!("no"),
            json!("true"),
            json!(1),
            json!([]),
            json!({}),
            json!({"approved": "false"}),
            json!({"approved": 1}),
            json!({"approved": true, "params": "x"}),
            json!({"approved": true, "Params": {"command": "ls"}}),
            json!({"approved": true, "denyReason": "no"}),
            json!({"approved": true, "scope": "session"}),
            json!({"approved": true, "breadth": "tool"}),
        ] {
            assert!(CallbackReply::from_json(&value).is_err(), "{value}");
        }
    }
}
