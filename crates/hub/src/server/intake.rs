//! The sender and the body of a request.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use byleave_gate::order::order_of;
use byleave_gate::strict;
use http_body_util::{BodyExt as _, Limited};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::hub::Hub;
use crate::server::Problem;
use crate::server::guard::KnownSender;
use crate::server::peers::{Kept, Machine};
use crate::token::callers::{COOKIE, Caller, only};

/// The caller that sends a request, and the hub that gets it.
#[derive(Debug)]
pub struct Sender {
    pub hub: Arc<Hub>,
    pub caller: Arc<Caller>,
}

/// Counts a request without a valid token against the machine that sends it. Past the limit the machine gets another
/// answer: one that guesses tokens learns nothing more from this hub for a while.
pub fn counted(hub: &Hub, from: Option<&Machine>, problem: Problem) -> Problem {
    let wrong = problem.status == StatusCode::UNAUTHORIZED;
    if wrong && from.is_some_and(|Machine(from)| !hub.wrong.take(*from)) {
        return Problem::too_many("too many requests from this machine come without a token that counts");
    }
    problem
}

impl FromRequestParts<Arc<Hub>> for Sender {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, hub: &Arc<Hub>) -> Result<Self, Problem> {
        let caller = match hub.recognise(&parts.headers).await {
            Ok(caller) => caller,
            Err(problem) => return Err(counted(hub, parts.extensions.get(), problem)),
        };
        if let Some(sender) = parts.extensions.get::<KnownSender>() {
            sender.is(&caller);
        }
        // The last connections are kept for people, or many waiting agents would lock them out.
        if parts.extensions.get::<Kept>().is_some() && !caller.role().watches() {
            let message = "all connections for agents are in use; close some, or come back later";
            return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too_many", message).with("approved", false));
        }
        let by_cookie = !parts.headers.contains_key(header::AUTHORIZATION)
            && parts.headers.get_all(header::COOKIE).iter().any(|value| {
                value.to_str().is_ok_and(|text| text.split(';').any(|pair| pair.trim().starts_with(COOKIE)))
            });
        // Browsers send the origin of a request that changes something; without one, it is not the page.
        if by_cookie && !parts.method.is_safe() && only(&parts.headers, &header::ORIGIN).is_none() {
            return Err(Problem::new(StatusCode::FORBIDDEN, "origin", "a request with a cookie must say its origin"));
        }
        Ok(Self { hub: Arc::clone(hub), caller })
    }
}

/// The body of a request: a JSON object, or nothing.
#[derive(Debug)]
pub struct Body(pub Map<String, Value>);

impl FromRequest<Arc<Hub>> for Body {
    type Rejection = Problem;

    async fn from_request(request: Request, hub: &Arc<Hub>) -> Result<Self, Problem> {
        let bytes = whole(request, hub).await?;
        if bytes.is_empty() {
            return Ok(Self(Map::new()));
        }
        object(&bytes, hub.limits.depth).map(Self)
    }
}

/// The body of a call, with the order of its arguments.
#[derive(Debug)]
pub struct OrderedBody {
    pub body: Map<String, Value>,
    /// The names of the arguments as they stand there; empty if that is their order by name.
    pub order: Vec<String>,
}

impl FromRequest<Arc<Hub>> for OrderedBody {
    type Rejection = Problem;

    async fn from_request(request: Request, hub: &Arc<Hub>) -> Result<Self, Problem> {
        let bytes = whole(request, hub).await?;
        if bytes.is_empty() {
            return Ok(Self { body: Map::new(), order: Vec::new() });
        }
        let body = object(&bytes, hub.limits.depth)?;
        let several = body.get("arguments").and_then(Value::as_object).is_some_and(|arguments| arguments.len() > 1);
        let order = if several { order_of(&bytes, &["arguments"]) } else { Vec::new() };
        Ok(Self { order: if order.is_sorted() { Vec::new() } else { order }, body })
    }
}

/// The bytes of a body, within the limits.
async fn whole(request: Request, hub: &Hub) -> Result<Bytes, Problem> {
    let limits = &hub.limits;
    let too_large = || {
        let message = format!("the body is larger than {} bytes", limits.body);
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    };
    let said: Option<u64> = only(request.headers(), &header::CONTENT_LENGTH).and_then(|text| text.parse().ok());
    if said.is_some_and(|said| usize::try_from(said).map_or(true, |said| said > limits.body)) {
        return Err(too_large());
    }
    let body = Limited::new(request.into_body(), limits.body);
    let bytes = match tokio::time::timeout(limits.body_time, body.collect()).await {
        Ok(Ok(collected)) => collected.to_bytes(),
        Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => return Err(too_large()),
        Ok(Err(_)) => return Err(Problem::bad("the body ended too soon")),
        Err(_) => {
            let message = "the body did not come in time";
            return Err(Problem::new(StatusCode::REQUEST_TIMEOUT, "too_slow", message));
        }
    };
    Ok(bytes)
}

/// The query string of a request.
#[derive(Debug)]
pub struct QueryString<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<Hub>> for QueryString<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &Arc<Hub>) -> Result<Self, Problem> {
        let read: Result<Query<T>, _> = Query::try_from_uri(&parts.uri);
        // The error quotes text from the client, so it goes only into the response, never into a header or a log.
        read.map(|Query(asked)| Self(asked)).map_err(|error| {
            let text = error.body_text();
            let words = text.split_once("query string: ").map_or(text.as_str(), |(_, words)| words);
            Problem::bad(format!("what stands after `?` is not understood: {words}"))
        })
    }
}

/// A JSON object from outside.
pub fn object(bytes: &[u8], depth: usize) -> Result<Map<String, Value>, Problem> {
    match strict::read(bytes, depth) {
        Ok(Value::Object(map)) => Ok(map),
        Ok(_) => Err(Problem::bad("the body must be a JSON object")),
        Err(error) => Err(Problem::bad(format!("the body is not taken: {error}"))),
    }
}

/// How long to wait, if the caller says it.
pub fn wait(said: Option<f64>) -> Result<Option<Duration>, Problem> {
    match said {
        Some(seconds) if !(0.0..=1e6).contains(&seconds) => Err(Problem::bad("`wait` must be a number of seconds")),
        said => Ok(said.map(Duration::from_secs_f64)),
    }
}
