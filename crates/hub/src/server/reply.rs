//! What handlers and sockets send. Types become JSON here, their fields in alphabetical order.

use std::collections::BTreeMap;

use axum::Json;
use serde::Serialize;
use serde_json::Value;

use crate::server::Problem;

/// The result of a handler.
pub type JsonReply = Result<Json<Value>, Problem>;

/// As JSON. What cannot be written is null, which approves nothing.
pub fn json_of(body: &impl Serialize) -> Value {
    serde_json::to_value(body).unwrap_or_default()
}

/// A frame as text.
pub fn frame_of(frame: &impl Serialize) -> String {
    json_of(frame).to_string()
}

/// A body.
pub fn told(body: &impl Serialize) -> JsonReply {
    let failed = |_| Problem::failed("the reply could not be written");
    serde_json::to_value(body).map(Json).map_err(failed)
}

/// A body that is one list.
pub fn listed<T: Serialize>(name: &str, items: impl IntoIterator<Item = T>) -> JsonReply {
    told(&BTreeMap::from([(name, items.into_iter().collect::<Vec<_>>())]))
}

/// Success.
pub fn fine() -> JsonReply {
    told(&BTreeMap::from([("ok", true)]))
}

/// The result of work that takes its time: on a thread for that, so that it does not delay agents.
pub async fn blocking<T: Send + 'static>(
    failed: &'static str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|_| Problem::failed(failed))
}
