//! The checks that every request passes first.

use std::sync::{Arc, OnceLock, PoisonError};
use std::time::Instant;

use axum::extract::{MatchedPath, Query, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::hub::Hub;
use crate::page::plain;
use crate::server::Problem;
use crate::server::peers::Machine;
use crate::token;
use crate::token::callers::{Caller, only};
use tracing::Instrument as _;

/// The headers of every response: browsers must not cache, frame, sniff or forward it.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CACHE_CONTROL, "no-store"),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ),
];

/// The number of a request, so that its sender and the log can name it.
const NUMBER: HeaderName = HeaderName::from_static("x-request-number");

/// The id of the token that a request came with, once it is known that it counts.
#[derive(Clone, Debug, Default)]
pub struct KnownSender(Arc<OnceLock<String>>);

impl KnownSender {
    /// Remembers who sends a request.
    pub fn is(&self, caller: &Caller) {
        let _ = self.0.set(caller.token.id.clone());
    }
}

/// The approval request that a path is about. Only what looks like one of the hub's own ids: callers may write anything
/// else there.
fn about(path: &str) -> Option<&str> {
    let id = path.split('/').find(|part| part.starts_with("ap_"))?;
    let own = id.len() == 35 && id.bytes().skip(3).all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    own.then_some(id)
}

/// Checks a request, passes it on, and logs that it came: never its query, its headers or its body.
pub async fn guard(State(hub): State<Arc<Hub>>, mut request: Request, next: Next) -> Response {
    let start = Instant::now();
    let method = request.method().clone();
    // The pattern of the path, not the path: callers choose the names in it.
    let path = request.extensions().get::<MatchedPath>().map_or("-", |path| path.as_str()).to_owned();
    let about = about(request.uri().path()).map(str::to_owned);
    let from = request.extensions().get::<Machine>().map(|Machine(address)| *address);
    let number = hub.number();
    let sender = KnownSender::default();
    request.extensions_mut().insert(sender.clone());
    // Everything that is logged on the way says which request it is about.
    let span = tracing::info_span!("http", number);
    let mut response = match look(&hub, &request) {
        Ok(()) => in_our_words(next.run(request).instrument(span).await),
        Err(problem) => problem.into_response(),
    };
    response.headers_mut().insert(NUMBER, HeaderValue::from(number));
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    let status = response.status().as_u16();
    hub.metrics.ended(status);
    let (from, us) = (from.map(tracing::field::display), start.elapsed().as_micros());
    let (token, request) = (sender.0.get().map(tracing::field::display), about.map(tracing::field::display));
    tracing::info!(target: "byleave_hub::access", number, %method, path, status, us, from, token, request);
    response
}

/// Errors of the framework itself, such as for an address that is not text, get the hub's own form.
fn in_our_words(response: Response) -> Response {
    let plain =
        response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/plain"));
    if !plain || !response.status().is_client_error() {
        return response;
    }
    let message = "the address or the head of the request is not understood; `/v1/openapi.json` says what there is";
    Problem::new(StatusCode::BAD_REQUEST, "bad_request", message).into_response()
}

/// Whether the query string names a token or contains one, in any spelling. A value that only mentions tokens, such as
/// the name of a tool, is not one. A query that cannot be read is left to its handler, which refuses it.
fn holds_token(uri: &Uri) -> bool {
    let pairs = Query::<Vec<(String, String)>>::try_from_uri(uri);
    pairs.is_ok_and(|Query(pairs)| {
        pairs.iter().any(|(key, value)| {
            key.to_ascii_lowercase().contains("token")
                || [key, value].into_iter().any(|text| token::id_of(text).is_some())
        })
    })
}

fn look(hub: &Hub, request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    let names = hub.names.read().unwrap_or_else(PoisonError::into_inner);
    let host = only(headers, &header::HOST).filter(|host| names.has_host(host));
    let authority = request.uri().authority().is_none_or(|authority| names.has_host(authority.as_str()));
    if host.is_none() || !authority {
        let message = "this hub is not called that; name it with `byleave serve --allow-host NAME`";
        return Err(Problem::new(StatusCode::MISDIRECTED_REQUEST, "host", message));
    }
    let foreign = || {
        let message = "pages of that origin may not speak to this hub; allow it with `--allow-origin`";
        Problem::new(StatusCode::FORBIDDEN, "origin", message)
    };
    if headers.contains_key(header::ORIGIN) && !only(headers, &header::ORIGIN).is_some_and(|o| names.has_origin(o)) {
        return Err(foreign());
    }
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    let navigates = headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate") && request.uri().path() == "/";
    if site.is_some_and(|site| !matches!(site, b"same-origin" | b"none")) && !navigates {
        return Err(foreign());
    }
    if holds_token(request.uri()) {
        return Err(Problem::bad("a token never stands in an address; send `Authorization: Bearer TOKEN`"));
    }
    // An answer is handed out once, and `HEAD` would discard it.
    if request.method() == Method::HEAD {
        return Err(Problem::new(StatusCode::METHOD_NOT_ALLOWED, "method", "this address is not used that way"));
    }
    // No address uses the other methods; the router refuses them.
    if request.method() == Method::POST || request.method() == Method::OPTIONS {
        let kind = only(headers, &header::CONTENT_TYPE).unwrap_or_default();
        let (kind, parameter) = kind.split_once(';').unwrap_or((kind, ""));
        let parameter = parameter.trim();
        // One address accepts forms, and only forms: they carry their token in their body.
        let form = request.uri().path() == plain::ADDRESS;
        let wanted = if form { "application/x-www-form-urlencoded" } else { "application/json" };
        let fits = kind.trim().eq_ignore_ascii_case(wanted)
            && (parameter.is_empty() || parameter.eq_ignore_ascii_case("charset=utf-8"));
        if !fits {
            let message = format!("only `Content-Type: {wanted}` is taken");
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "content_type", message));
        }
    }
    Ok(())
}
