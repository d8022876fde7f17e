//! Streams of events: each holds one message.

use http_body_util::BodyExt as _;
use hyper::body::Bytes;
use tokio::sync::mpsc;

use super::Answer;
use crate::message::LARGEST;
use crate::talk::Talk;

/// A message as an event.
pub fn event(message: &[u8]) -> Bytes {
    let mut out = b"event: message\ndata: ".to_vec();
    out.extend_from_slice(message);
    out.extend_from_slice(b"\n\n");
    out.into()
}

/// Takes events apart as their bytes come.
#[derive(Debug, Default)]
pub struct Events {
    held: Vec<u8>,
    /// How far no event ends.
    searched: usize,
    /// Whether one that is too large goes by.
    by: bool,
}

impl Events {
    /// The next bytes; what goes on of them. None if the stream must end: something in it is too large to be looked into.
    pub fn take(&mut self, bytes: &[u8], talk: &Talk) -> Option<Vec<u8>> {
        self.held.extend_from_slice(bytes);
        let mut out = Vec::new();
        while let Some(end) = end_of_event(&self.held, self.searched) {
            self.searched = 0;
            let rest = self.held.split_off(end);
            let event = std::mem::replace(&mut self.held, rest);
            if std::mem::take(&mut self.by) {
                out.extend_from_slice(&event);
            } else {
                out.extend(looked_at(&event, talk));
            }
        }
        self.searched = self.held.len().saturating_sub(3);
        if self.by || self.held.len() > LARGEST {
            if !self.by && !talk.lets_by() {
                return None;
            }
            self.by = true;
            // Its end may be cut in two: a few bytes are kept.
            let keep = self.held.len().saturating_sub(4);
            let rest = self.held.split_off(keep);
            out.extend(std::mem::replace(&mut self.held, rest));
            self.searched = 0;
        }
        Some(out)
    }
}

/// Where the first event ends, behind its empty line. None does before `from`.
fn end_of_event(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let find = |sign: &[u8]| {
        let at = rest.windows(sign.len()).position(|window| window == sign)?;
        Some(from.saturating_add(at).saturating_add(sign.len()))
    };
    [find(b"\n\n"), find(b"\r\n\r\n"), find(b"\r\r")].into_iter().flatten().min()
}

/// An event with what may go on of its message.
fn looked_at(event: &[u8], talk: &Talk) -> Vec<u8> {
    let text = String::from_utf8_lossy(event);
    let mut data: Vec<&str> = Vec::new();
    let mut others = String::new();
    for line in text.split(['\n', '\r']).filter(|line| !line.is_empty()) {
        if let Some(rest) = line.strip_prefix("data:") {
            data.push(rest.strip_prefix(' ').unwrap_or(rest));
        } else {
            others.push_str(line);
            others.push('\n');
        }
    }
    if data.is_empty() || data.iter().all(|line| line.trim().is_empty()) {
        return event.to_vec();
    }
    let message = data.join("\n").into_bytes();
    let mut out = Vec::new();
    for one in talk.from_server(message) {
        out.extend_from_slice(others.as_bytes());
        for line in one.split(|byte| *byte == b'\n') {
            out.extend_from_slice(b"data: ");
            out.extend_from_slice(line);
            out.push(b'\n');
        }
        out.push(b'\n');
    }
    out
}

/// Pours an answer into a stream that has begun already.
pub async fn pour(answer: Answer, pipe: &mpsc::Sender<Bytes>) {
    let is_stream =
        answer.headers().get("content-type").is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream"));
    let mut body = answer.into_body();
    if is_stream {
        while let Some(Ok(frame)) = body.frame().await {
            if let Ok(bytes) = frame.into_data()
                && pipe.send(bytes).await.is_err()
            {
                return;
            }
        }
        return;
    }
    let Ok(whole) = body.collect().await;
    let bytes = whole.to_bytes();
    if !bytes.is_empty() {
        // A client that is gone needs no answer.
        let _ = pipe.send(event(&bytes)).await;
    }
}
