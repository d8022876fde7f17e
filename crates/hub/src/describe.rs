//! What there is over HTTP, for programs.

use axum::http::header;
use axum::response::IntoResponse;

/// The description of every address below `/v1`. A test holds it against the routes and the errors of the code, both ways.
const DOCUMENT: &str = include_str!("../openapi.json");

/// `GET /v1/openapi.json`: for everybody. It says what any copy of this program says, and nothing of this hub.
pub async fn document() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT)
}
