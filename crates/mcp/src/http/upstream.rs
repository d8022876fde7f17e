//! The way to the server.

use std::sync::Arc;
use std::time::Duration;

use byleave_net::{Endpoint, Trust};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{HOST, HeaderMap};
use hyper::{Method, Request, Response};
use serde_json::Value;

use super::{Http, guard};
use crate::desk::own_id;
use crate::judging::{Listing, Upstream};
use crate::message::{self, Frame, Kind, LARGEST, Message};

/// How long reaching the server may take.
const REACH: Duration = Duration::from_secs(10);

/// The address of a server.
#[derive(Clone)]
pub struct Address {
    endpoint: Endpoint,
    authority: String,
    /// The path and the query.
    pub path: String,
}

impl std::fmt::Debug for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Address").field("authority", &self.authority).field("path", &self.path).finish_non_exhaustive()
    }
}

impl Address {
    /// Reads `http://host:port/path` or `https://host/path`.
    ///
    /// # Errors
    ///
    /// If it is no such address.
    pub fn parse(url: &str) -> Result<Self, String> {
        let wrong = || "give an address such as https://mcp.example/mcp".to_owned();
        let uri: hyper::Uri = url.trim().parse().map_err(|_| wrong())?;
        let secure = match uri.scheme_str() {
            Some("http") => false,
            Some("https") => true,
            Some(_) | None => return Err(wrong()),
        };
        let authority = uri.authority().ok_or_else(wrong)?;
        if authority.as_str().contains('@') {
            return Err("a name and a password do not belong into an address; send a header".to_owned());
        }
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
        let port = authority.port_u16().unwrap_or(if secure { 443 } else { 80 });
        let trust = if secure { Some(Trust::machine().map_err(|error| error.to_string())?) } else { None };
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
        Ok(Self { endpoint: Endpoint { host, port, trust }, authority: authority.as_str().to_owned(), path })
    }

    /// Sends one request, and gives back the answer as soon as its head is there.
    ///
    /// # Errors
    ///
    /// If the server does not answer, in words.
    pub async fn send(&self, method: Method, headers: &HeaderMap, body: Vec<u8>) -> Result<Response<Incoming>, String> {
        let told = |error: &dyn std::fmt::Display| format!("the MCP server does not answer: {error}");
        let reached = tokio::time::timeout(REACH, self.endpoint.connect()).await;
        let connection = reached.map_err(|_| told(&"it does not react"))?.map_err(|error| told(&error))?;
        let mut request = Request::builder().method(method).uri(&self.path).header(HOST, &self.authority);
        for (name, value) in headers.iter().filter(|(name, _)| guard::passes_on(name.as_str())) {
            request = request.header(name, value);
        }
        let request = request.body(Full::new(Bytes::from(body))).map_err(|error| told(&error))?;
        connection.send(request).await.map_err(|error| told(&error))
    }
}

/// Asks the server for its tools, in the session of a call.
pub struct Lister {
    pub http: Arc<Http>,
    pub headers: HeaderMap,
}

impl Upstream for Lister {
    fn list(&self, params: Value) -> Listing<'_> {
        Box::pin(async move {
            let id = own_id()?;
            let mut headers = self.headers.clone();
            // They are about the call.
            let own: Vec<_> = headers.keys().filter(|name| name.as_str().starts_with("mcp-param-")).cloned().collect();
            for name in own {
                headers.remove(name);
            }
            headers.remove("mcp-name");
            if headers.contains_key("mcp-method") {
                headers.insert("mcp-method", hyper::header::HeaderValue::from_static("tools/list"));
            }
            let list = message::request(&id, "tools/list", &params);
            let asked = self.http.address().send(Method::POST, &headers, list);
            let answer = async {
                let response = asked.await.ok()?;
                let body = Limited::new(response.into_body(), LARGEST).collect().await.ok()?.to_bytes();
                found(&body, &id)
            };
            tokio::time::timeout(REACH, answer).await.ok().flatten()
        })
    }
}

/// The answer to a request among what a server sent: as it is, or as an event.
fn found(body: &[u8], id: &str) -> Option<Message> {
    let is_meant = |message: &Message| matches!(&message.kind, Kind::Response { id: Value::String(own) } if own == id);
    let one = |bytes: &[u8]| match message::read(bytes) {
        Ok(Frame::One(message)) => Some(message).filter(is_meant),
        Ok(Frame::Batch(_)) | Err(_) => None,
    };
    one(body.trim_ascii()).or_else(|| {
        let text = std::str::from_utf8(body).ok()?;
        text.lines().filter_map(|line| line.strip_prefix("data:")).find_map(|data| one(data.trim().as_bytes()))
    })
}
