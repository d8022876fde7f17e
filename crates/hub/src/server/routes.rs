//! Which address leads to which handler.

use std::sync::{Arc, PoisonError};

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;

use crate::hub::Hub;
use crate::problem::Problem;
use crate::{
    answers, calls, describe, digest, draft, freeze, guard, history, line, login, names, onion, page, reads, sessions,
    socket,
};

/// All routes, behind the guard.
pub fn routes(hub: Arc<Hub>) -> Router {
    let guarded = from_fn_with_state(Arc::clone(&hub), guard::guard);
    Router::new()
        .route("/", get(page::index))
        .route("/page/{file}", get(page::file))
        .route(crate::plain::ADDRESS, get(crate::plain::door).post(crate::plain::post))
        .route("/healthz", get(healthy))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/ws", get(socket::upgrade))
        .route("/info", get(onion::info))
        .route("/api/agents/{address}", get(onion::look_up))
        .route("/v1/openapi.json", get(describe::document))
        .route("/v1/agent", get(line::upgrade))
        .route("/v1/login", post(login::login))
        .route("/v1/whoami", get(login::who))
        .route("/v1/name", post(names::change))
        .route("/v1/tokens", get(login::list))
        .route("/v1/tokens/{id}/revoke", post(login::revoke))
        .route("/v1/calls", post(calls::submit).get(calls::find))
        .route("/v1/calls/{id}", get(calls::collect))
        .route("/v1/calls/{id}/done", post(calls::done))
        .route("/v1/calls/{id}/cancel", post(calls::cancel))
        .route("/v1/check", post(calls::check))
        .route("/v1/sessions", get(sessions::list))
        .route("/v1/sessions/{id}", get(sessions::show))
        .route("/v1/sessions/{id}/turn", post(sessions::turn))
        .route("/v1/sessions/{id}/stop", post(sessions::stop))
        .route("/v1/sessions/{id}/end", post(sessions::end))
        .route("/v1/sessions/{id}/mode", post(sessions::mode))
        .route("/v1/sessions/{id}/input", post(onion::take))
        .route("/v1/sessions/{id}/output", post(onion::give))
        .route("/v1/requests", get(answers::list))
        .route("/v1/requests/{id}", get(answers::show))
        .route("/v1/requests/{id}/answer", post(answers::post))
        .route("/v1/requests/{id}/claim", post(answers::claim))
        .route("/v1/requests/{id}/file", get(crate::file::show))
        .route("/v1/requests/{id}/radius", post(crate::radius::show))
        .route("/v1/requests/{id}/undo", post(crate::second::undo))
        .route("/v1/requests/{id}/extend", post(crate::second::extend))
        .route("/v1/grants", get(reads::grants))
        .route("/v1/grants/policy", get(crate::compare::show))
        .route("/v1/grants/{id}/revoke", post(reads::revoke))
        .route("/v1/records", get(history::records))
        .route("/v1/stats", get(reads::stats))
        .route("/v1/suggestions", get(crate::suggest::show))
        .route("/v1/setup", get(crate::setup::show))
        .route("/v1/freeze", get(freeze::show).post(freeze::set))
        .route("/v1/digest", get(digest::show))
        .route("/v1/policy", get(reads::policy))
        .route("/v1/simulate", post(reads::simulate))
        .route("/v1/policy/files", get(draft::files))
        .route("/v1/try", post(draft::attempt))
        .route("/v1/replay", post(draft::replay))
        .fallback(nothing)
        .method_not_allowed_fallback(wrong_method)
        .layer(guarded)
        .with_state(hub)
}

async fn nothing() -> Problem {
    Problem::missing("address")
}

async fn wrong_method() -> Problem {
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", "this address is not used that way")
}

async fn healthy() -> Json<serde_json::Value> {
    Json(json!({ "ok": true }))
}

/// The hub is ready if it can decide and write the record.
async fn ready(State(hub): State<Arc<Hub>>) -> Response {
    let works = !*hub.stopping.borrow() && hub.store().head().await.is_ok() && hub.writes().await;
    let status = if works { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(json!({ "ready": works }))).into_response()
}

async fn metrics(State(hub): State<Arc<Hub>>) -> Response {
    let frozen = hub.frozen.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|one| one.host.is_none());
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], hub.metrics.text(hub.board.len(), frozen)).into_response()
}
