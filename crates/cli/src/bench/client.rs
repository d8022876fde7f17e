//! A client that keeps its connection open and does as little work as possible, so that it does not distort the
//! measurement.

use std::io;
use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// One connection of one token.
#[derive(Debug)]
pub struct Client {
    stream: TcpStream,
    buffer: Vec<u8>,
    headers: String,
}

/// A response.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub body: Vec<u8>,
}

impl Reply {
    /// A status other than the expected one is an error.
    pub fn check(&self, wanted: u16) -> io::Result<()> {
        if self.status == wanted {
            return Ok(());
        }
        Err(io::Error::other(format!("{} {}", self.status, String::from_utf8_lossy(&self.body))))
    }

    /// The body, if the status is the expected one.
    pub fn json(&self, wanted: u16) -> io::Result<Value> {
        self.check(wanted)?;
        serde_json::from_slice(&self.body).map_err(io::Error::other)
    }
}

impl Client {
    /// Connects.
    pub async fn connect(address: SocketAddr, token: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let headers = format!("host: {address}\r\nauthorization: Bearer {token}\r\ncontent-type: application/json\r\n");
        Ok(Self { stream, buffer: Vec::new(), headers })
    }

    /// Sends a request and waits for the response.
    pub async fn send(&mut self, method: &str, path: &str, body: &str) -> io::Result<Reply> {
        let Self { stream, buffer, headers } = self;
        let length = body.len();
        let text = format!("{method} {path} HTTP/1.1\r\n{headers}content-length: {length}\r\n\r\n{body}");
        stream.write_all(text.as_bytes()).await?;
        buffer.clear();
        loop {
            if stream.read_buf(buffer).await? == 0 {
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the hub closed the connection"));
            }
            if let Some(reply) = whole(buffer) {
                return Ok(reply);
            }
        }
    }
}

/// The response, once it is complete.
fn whole(buffer: &[u8]) -> Option<Reply> {
    let end = buffer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(buffer.get(..end)?).ok()?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse::<usize>().ok())?
    });
    let body = buffer.get(end.checked_add(4)?..)?;
    (body.len() >= length.unwrap_or(0)).then(|| Reply { status, body: body.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn a_reply_is_whole_with_its_last_byte() {
        let text = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
        for cut in 0..text.len() {
            assert!(whole(&text[..cut]).is_none(), "{cut}");
        }
        let reply = whole(text).expect("a reply");
        assert_eq!((reply.status, reply.body.as_slice()), (200, &b"{}"[..]));
        assert!(reply.json(200).is_ok() && reply.json(202).is_err());
    }
}
