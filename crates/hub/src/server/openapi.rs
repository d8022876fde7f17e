//! The description of the HTTP interface, for programs.

use axum::http::header;
use axum::response::IntoResponse;

/// The description of every address below `/v1`. A test compares it with the routes and errors of the code, in both
/// directions.
const DOCUMENT: &str = include_str!("../../openapi.json");

/// `GET /v1/openapi.json`: without a token. It is the same for every hub and says nothing about this one.
pub async fn document() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT)
}
