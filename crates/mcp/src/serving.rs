//! For byleave as a server itself: requests from a stream, line by line.

use std::io::{self, BufRead};

use serde_json::{Map, Value};

use crate::lines::{Lines as Pieces, Piece};
use crate::message::{self, Bad, Frame, INVALID, Kind, LARGEST};

/// A message to send.
#[derive(Debug, PartialEq, Eq)]
pub struct Answer(pub Vec<u8>);

impl Answer {
    /// A result.
    #[must_use]
    pub fn result(id: &Value, result: &Value) -> Self {
        Self(message::result(id, result))
    }

    /// An error.
    #[must_use]
    pub fn error(id: &Value, code: i32, why: &str) -> Self {
        Self(message::error(id, code, why))
    }
}

/// What a client says.
#[derive(Debug)]
pub enum Request {
    /// It wants an answer.
    Asked {
        /// Names the request.
        id: Value,
        /// What it wants.
        method: String,
        /// With what.
        params: Map<String, Value>,
    },
    /// It tells something that needs none.
    Told,
    /// It is no message; this is the answer.
    Broken(Answer),
}

/// Requests from a stream.
#[derive(Debug)]
pub struct Lines<R>(Pieces<R>);

impl<R: BufRead> Lines<R> {
    /// Reads from here.
    pub const fn new(reader: R) -> Self {
        Self(Pieces::new(reader, LARGEST))
    }

    /// The next one; none at the end.
    ///
    /// # Errors
    ///
    /// If the stream cannot be read.
    pub fn next_request(&mut self) -> io::Result<Option<Request>> {
        loop {
            let Some(piece) = self.0.next()? else { return Ok(None) };
            let bytes = match piece {
                Piece::Whole(bytes) => bytes,
                Piece::Begin(_) | Piece::More(_) => continue,
                Piece::End(_) => {
                    let bad = Bad { code: INVALID, why: "messages are at most 16 MB".to_owned(), id: None };
                    return Ok(Some(Request::Broken(Answer(bad.answer()))));
                }
            };
            if bytes.trim_ascii().is_empty() {
                continue;
            }
            return Ok(Some(match message::read(bytes.trim_ascii()) {
                Err(bad) => Request::Broken(Answer(bad.answer())),
                Ok(Frame::Batch(_)) => {
                    let bad =
                        Bad { code: INVALID, why: "several messages at once are not read here".to_owned(), id: None };
                    Request::Broken(Answer(bad.answer()))
                }
                Ok(Frame::One(message)) => match &message.kind {
                    Kind::Request { id, method } => Request::Asked {
                        id: id.clone(),
                        method: method.clone(),
                        params: message.params().cloned().unwrap_or_default(),
                    },
                    Kind::Notification { .. } | Kind::Response { .. } => Request::Told,
                },
            }));
        }
    }
}
