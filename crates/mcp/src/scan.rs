//! Reads a message that is too large for memory byte by byte: its `id`, and whether it has a `method`.

/// The longest id; a longer one does not count.
const LONGEST: usize = 4096;

/// Reads the top level of one JSON object as its bytes go by.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each says where in the text the next byte stands")]
pub struct Scan {
    depth: u32,
    in_text: bool,
    escaped: bool,
    /// The text that is read at the top level, as it is written.
    text: Vec<u8>,
    /// The last text at the top level was a key, and this is it.
    key: Option<Vec<u8>>,
    in_value: bool,
    value: Vec<u8>,
    id: Option<String>,
    has_method: bool,
    twice: bool,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The id, as JSON; `None` if it is missing or there are two.
    pub id: Option<String>,
    /// Whether it asks for something.
    pub has_method: bool,
}

impl Scan {
    /// The next bytes.
    pub fn take(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((byte, after)) = rest.split_first() {
            // Most of a large message is one long text, of which nothing is kept.
            if self.in_text && !self.escaped && !self.is_kept() {
                let end = rest.iter().position(|byte| matches!(byte, b'"' | b'\\')).unwrap_or(rest.len());
                if end > 0 {
                    rest = rest.get(end..).unwrap_or_default();
                    continue;
                }
            }
            self.byte(*byte);
            rest = after;
        }
    }

    /// What was found.
    #[must_use]
    pub fn found(&self) -> Found {
        Found { id: self.id.clone().filter(|_| !self.twice), has_method: self.has_method }
    }

    /// Whether the text that is read now matters: a key at the top level, or the id.
    fn is_kept(&self) -> bool {
        self.depth == 1 && !self.in_value || self.is_id_value()
    }

    fn is_id_value(&self) -> bool {
        self.in_value && self.key.as_deref().is_some_and(is_id)
    }

    fn byte(&mut self, byte: u8) {
        if self.in_text {
            self.text_byte(byte);
            return;
        }
        match byte {
            b'"' => {
                self.in_text = true;
                self.text.clear();
                self.keep(byte);
            }
            b'{' | b'[' => {
                self.depth = self.depth.saturating_add(1);
                self.keep(byte);
            }
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    self.end_value();
                } else {
                    self.keep(byte);
                }
            }
            b':' if self.depth == 1 && !self.in_value => {
                self.key = Some(std::mem::take(&mut self.text));
                self.in_value = true;
                self.value.clear();
            }
            b',' if self.depth == 1 => self.end_value(),
            b' ' | b'\t' | b'\r' | b'\n' => {}
            other => self.keep(other),
        }
    }

    fn text_byte(&mut self, byte: u8) {
        self.keep(byte);
        match byte {
            _ if self.escaped => self.escaped = false,
            b'\\' => self.escaped = true,
            b'"' => {
                self.in_text = false;
                return;
            }
            _ => {}
        }
        if self.depth == 1 && !self.in_value && self.text.len() <= LONGEST {
            self.text.push(byte);
        }
    }

    /// Keeps a byte of the value of the id.
    fn keep(&mut self, byte: u8) {
        if self.is_id_value() && self.value.len() <= LONGEST {
            self.value.push(byte);
        }
    }

    fn end_value(&mut self) {
        let key = self.key.take();
        if key.as_deref().is_some_and(is_id) {
            self.twice |= self.id.is_some();
            let text = String::from_utf8_lossy(&self.value).into_owned();
            self.id = serde_json::from_str::<serde_json::Value>(&text).ok().map(|id| id.to_string());
        }
        self.has_method |= key.as_deref().is_some_and(|key| plain(key) == "method");
        self.in_value = false;
    }
}

fn is_id(key: &[u8]) -> bool {
    plain(key) == "id"
}

/// A key with its escapes undone.
fn plain(key: &[u8]) -> String {
    let text = format!("\"{}\"", String::from_utf8_lossy(key));
    serde_json::from_str(&text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Found, Scan};

    #[test]
    fn the_id_is_found_wherever_it_stands() {
        for (text, id, has_method) in [
            (r#"{"jsonrpc":"2.0","id":7,"result":{"id":9}}"#, Some("7"), false),
            (
                r#"{"result":{"a":["id",{"id":1}],"b":"\",\"id\":5"},"jsonrpc":"2.0","id":"x y"}"#,
                Some("\"x y\""),
                false,
            ),
            (r#"{"\u0069d":3,"method":"a"}"#, Some("3"), true),
            (r#"{"id":1,"id":2}"#, None, false),
            (r#"{"method":"a","params":{}}"#, None, true),
            (r#"{ "id" : "a\"b" , "result" : [] }"#, Some(r#""a\"b""#), false),
            ("no json", None, false),
        ] {
            for size in [1, 3, text.len()] {
                let mut scan = Scan::default();
                text.as_bytes().chunks(size).for_each(|part| scan.take(part));
                assert_eq!(scan.found(), Found { id: id.map(str::to_owned), has_method }, "{text}");
            }
        }
    }
}
