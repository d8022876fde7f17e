//! Which address leads to which handler.

use std::sync::{Arc, PoisonError};

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Serialize;

use crate::answer::{self, approver_socket, undo};
use crate::call::{self, agent_socket};
use crate::decision::{self, draft, policy_files};
use crate::entry::{history, stats, while_away};
use crate::grant::{self, compare, reach, suggest};
use crate::hub::Hub;
use crate::onion;
use crate::page::{self, plain, setup};
use crate::request::changed_file;
use crate::server::files_in_force::FilesInWords;
use crate::server::{JsonReply, Problem, fine, guard, told};
use crate::session::{self, freeze};
use crate::token::{login, names};

/// All routes, behind the guard.
pub fn routes(hub: Arc<Hub>) -> Router {
    let guarded = from_fn_with_state(Arc::clone(&hub), guard::guard);
    Router::new()
        .route("/", get(page::index))
        .route("/page/{*file}", get(page::file))
        .route(plain::ADDRESS, get(plain::door).post(plain::post))
        .route("/healthz", get(healthy))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/ws", get(approver_socket::upgrade))
        .route("/info", get(onion::info))
        .route("/api/agents/{address}", get(onion::look_up))
        .route("/v1/openapi.json", get(document))
        .route("/v1/agent", get(agent_socket::upgrade))
        .route("/v1/login", post(login::login))
        .route("/v1/whoami", get(login::who))
        .route("/v1/name", post(names::change))
        .route("/v1/tokens", get(login::list))
        .route("/v1/tokens/{id}/revoke", post(login::revoke))
        .route("/v1/calls", post(call::submit).get(call::find))
        .route("/v1/calls/{id}", get(call::collect))
        .route("/v1/calls/{id}/done", post(call::done))
        .route("/v1/calls/{id}/cancel", post(call::cancel))
        .route("/v1/check", post(call::check))
        .route("/v1/sessions", get(session::list))
        .route("/v1/sessions/{id}", get(session::show))
        .route("/v1/sessions/{id}/turn", post(session::turn))
        .route("/v1/sessions/{id}/stop", post(session::stop))
        .route("/v1/sessions/{id}/end", post(session::end))
        .route("/v1/sessions/{id}/mode", post(session::mode))
        .route("/v1/sessions/{id}/input", post(onion::take))
        .route("/v1/sessions/{id}/output", post(onion::give))
        .route("/v1/requests", get(answer::list))
        .route("/v1/requests/{id}", get(answer::show))
        .route("/v1/requests/{id}/answer", post(answer::post))
        .route("/v1/requests/{id}/claim", post(answer::claim))
        .route("/v1/requests/{id}/file", get(changed_file::show))
        .route("/v1/requests/{id}/radius", post(reach::show))
        .route("/v1/requests/{id}/undo", post(undo::undo))
        .route("/v1/requests/{id}/extend", post(undo::extend))
        .route("/v1/grants", get(grant::grants))
        .route("/v1/grants/policy", get(compare::show))
        .route("/v1/grants/{id}/revoke", post(grant::revoke))
        .route("/v1/records", get(history::records))
        .route("/v1/stats", get(stats::stats))
        .route("/v1/suggestions", get(suggest::show))
        .route("/v1/setup", get(setup::show))
        .route("/v1/freeze", get(freeze::show).post(freeze::set))
        .route("/v1/digest", get(while_away::show))
        .route("/v1/policy", get(decision::policy))
        .route("/v1/simulate", post(decision::simulate))
        .route("/v1/policy/files", get(policy_files::show))
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

/// `GET /v1/openapi.json`: the description of every address below `/v1`, without a token. It is the same for every hub and
/// says nothing about this one. A test compares it with the routes and errors of the code, in both directions.
async fn document() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("../../openapi.json"))
}

async fn healthy() -> JsonReply {
    fine()
}

/// Whether the hub is ready, and whether its files on the disk are in force.
#[derive(Serialize)]
struct Readiness {
    ready: bool,
    #[serde(flatten)]
    files: FilesInWords,
}

/// The hub is ready if it can decide and write the record. It can with the policy from before, while the files are
/// broken: taking it out of service would leave the agents without answers.
async fn ready(State(hub): State<Arc<Hub>>) -> Response {
    let works = !*hub.stopping.borrow() && hub.store().head().await.is_ok() && hub.writes().await;
    let status = if works { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, told(&Readiness { ready: works, files: hub.files.in_words() })).into_response()
}

async fn metrics(State(hub): State<Arc<Hub>>) -> Response {
    let frozen = hub.frozen.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|one| one.host.is_none());
    (
        [(header::CONTENT_TYPE, "text/plain; version=0.0.4")],
        hub.metrics.text(hub.queue.len(), frozen, hub.files.broken()),
    )
        .into_response()
}
