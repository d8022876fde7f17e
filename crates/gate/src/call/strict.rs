//! JSON with one meaning: a duplicate key is an error, because programs differ in which one they take.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use thiserror::Error;

/// A JSON value without duplicate keys.
#[derive(Debug)]
pub struct Strict(pub Value);

impl<'de> Deserialize<'de> for Strict {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(StrictVisitor)
    }
}

/// Why byleave does not accept a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadJson {
    /// It is nested deeper than any call needs.
    #[error("it is nested deeper than {0} levels")]
    TooDeep(usize),
    /// Half of a character.
    #[error("`{0}` is only half of a character (a surrogate without its other half), so it is no text")]
    LoneHalf(String),
    /// It is not JSON, or has a duplicate key.
    #[error("{0}")]
    Wrong(String),
}

/// Reads a text from outside. It checks the depth first, byte by byte, because the JSON reader recurses.
///
/// # Errors
///
/// If it is not JSON, is nested deeper than `deepest`, or has a duplicate key.
pub fn read(text: &[u8], deepest: usize) -> Result<Value, BadJson> {
    let mut depth = 0_usize;
    let mut in_text = false;
    let mut escaped = false;
    for byte in text {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => depth = depth.saturating_add(1),
            b']' | b'}' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > deepest {
            return Err(BadJson::TooDeep(deepest));
        }
    }
    serde_json::from_slice(text).map(|Strict(value)| value).map_err(|error| match lone_half(text) {
        Some(half) => BadJson::LoneHalf(half),
        None => BadJson::Wrong(error.to_string()),
    })
}

/// The first `\uXXXX` that is only half of a character: a pair of them stands for one beyond U+FFFF.
fn lone_half(text: &[u8]) -> Option<String> {
    let mut rest = text;
    let code = |text: &[u8]| {
        let digits = text.strip_prefix(br"\u")?.get(..4)?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    while let Some(at) = rest.iter().position(|byte| *byte == b'\\') {
        rest = rest.get(at..)?;
        let next = rest.get(6..).unwrap_or_default();
        let length = match code(rest) {
            Some(0xd800..=0xdbff) if matches!(code(next), Some(0xdc00..=0xdfff)) => 12,
            Some(0xd800..=0xdfff) => return Some(String::from_utf8_lossy(rest.get(..6)?).into_owned()),
            Some(_) => 6,
            None => 2,
        };
        rest = rest.get(length..)?;
    }
    None
}

struct StrictVisitor;

impl<'de> Visitor<'de> for StrictVisitor {
    type Value = Strict;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Strict, E> {
        Ok(Strict(Value::Bool(value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Strict, E> {
        Ok(Strict(Value::Number(value.into())))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Strict, E> {
        Ok(Strict(Value::Number(value.into())))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Strict, E> {
        Number::from_f64(value)
            .map(|number| Strict(Value::Number(number)))
            .ok_or_else(|| E::custom("not a finite number"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Strict, E> {
        Ok(Strict(Value::String(value.to_owned())))
    }

    fn visit_string<E>(self, value: String) -> Result<Strict, E> {
        Ok(Strict(Value::String(value)))
    }

    fn visit_unit<E>(self) -> Result<Strict, E> {
        Ok(Strict(Value::Null))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Strict, A::Error> {
        let mut list = Vec::new();
        while let Some(Strict(value)) = sequence.next_element()? {
            list.push(value);
        }
        Ok(Strict(Value::Array(list)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Strict, A::Error> {
        let mut map = Map::new();
        while let Some((key, Strict(value))) = access.next_entry::<String, Strict>()? {
            if map.contains_key(&key) {
                return Err(A::Error::custom(format!("key `{key}` stands twice")));
            }
            map.insert(key, value);
        }
        Ok(Strict(Value::Object(map)))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{BadJson, read};

    #[test]
    fn s19_s20_what_is_too_deep_or_has_two_meanings_is_not_taken() {
        let deep = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert_eq!(read(br#"{"a":["]]]]","\"[[[["]}"#, 2), Ok(json!({"a": ["]]]]", "\"[[[["]})));
        assert!(read(deep(3).as_bytes(), 3).is_ok());
        assert_eq!(read(deep(4).as_bytes(), 3), Err(BadJson::TooDeep(3)));
        assert_eq!(read("[".repeat(1_000_000).as_bytes(), 64), Err(BadJson::TooDeep(64)));
        for text in [r#"{"a":1,"a":2}"#, r#"{"a":{"b":1,"b":1}}"#, "{", "", "nul", "{} {}", r#"{"a":1e999}"#] {
            assert!(matches!(read(text.as_bytes(), 64), Err(BadJson::Wrong(_))), "{text}");
        }
    }
}
