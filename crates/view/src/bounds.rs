//! What is shown of a call beside the call itself: bounded, so that no short call fills a store and every screen.
//!
//! The call stays whole. What was read in it is for people, who look at the first some hundred parts at most; of the rest
//! they are shown how much there is.

use std::fmt::Write as _;
use std::io;

use serde_json::{Map, Value};

/// How long lists and texts may be, ever shorter until all of it fits.
const STEPS: [(usize, usize); 5] = [(4000, 16 << 10), (500, 4 << 10), (100, 1 << 10), (20, 256), (4, 64)];

/// A value in at most this many bytes of JSON. If it cuts a list `NAME`, it adds `NAME_left_out`; a cut text says at
/// its end how much is missing.
#[must_use]
pub fn bounded(mut value: Value, most: usize) -> Value {
    for (list, text) in STEPS {
        if size(&value) <= most {
            return value;
        }
        cut(&mut value, list, text);
    }
    if size(&value) <= most { value } else { Value::Object(Map::from_iter([("left_out".to_owned(), true.into())])) }
}

/// The bytes of a value as JSON.
fn size(value: &Value) -> usize {
    let mut count = Count(0);
    // Counting does not fail.
    let _ = serde_json::to_writer(&mut count, value);
    count.0
}

struct Count(usize);

impl io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.saturating_add(bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn cut(value: &mut Value, list: usize, text: usize) {
    match value {
        Value::Object(map) => cut_fields(map, list, text),
        Value::Array(items) => {
            items.truncate(list);
            for item in items {
                cut(item, list, text);
            }
        }
        Value::String(words) => cut_text(words, text),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn cut_fields(map: &mut Map<String, Value>, list: usize, text: usize) {
    let long = |(key, value): (&String, &Value)| {
        let more = value.as_array()?.len().checked_sub(list).filter(|more| *more > 0)?;
        Some((format!("{key}_left_out"), more))
    };
    let left: Vec<(String, usize)> = map.iter().filter_map(long).collect();
    for value in map.values_mut() {
        cut(value, list, text);
    }
    for (key, more) in left {
        let before = map.get(&key).and_then(Value::as_u64).unwrap_or_default();
        map.insert(key, before.saturating_add(u64::try_from(more).unwrap_or(u64::MAX)).into());
    }
}

fn cut_text(words: &mut String, most: usize) {
    if words.len() <= most {
        return;
    }
    let end = (0..=most).rev().find(|end| words.is_char_boundary(*end)).unwrap_or_default();
    let more = words.len().saturating_sub(end);
    words.truncate(end);
    // Writing into a string cannot fail.
    let _ = write!(words, "… ({more} bytes left out)");
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{bounded, size};

    #[test]
    fn what_fits_stays_as_it_is_and_what_does_not_says_how_much_is_left_out() {
        let small = json!({"commands": [1, 2, 3], "text": "é"});
        assert_eq!(bounded(small.clone(), 1000), small);
        let parts: Vec<Value> = (0..3000).map(|at| json!({"span": [at, at], "reason": "x".repeat(100)})).collect();
        for most in [1000, 10_000, 100_000] {
            let cut = bounded(json!({"commands": parts, "marks": [], "marks_left_out": 7}), most);
            let kept = cut["commands"].as_array().expect("a list").len();
            assert!(size(&cut) <= most && kept > 0, "{most}");
            assert_eq!((&cut["commands_left_out"], &cut["marks_left_out"]), (&json!(3000 - kept), &json!(7)));
            assert_eq!(cut["commands"][0]["span"], json!([0, 0]), "the first ones stay");
        }
        let text = bounded(json!({"reason": "é".repeat(40_000)}), 20_000)["reason"].as_str().expect("text").to_owned();
        assert!(text.starts_with('é') && text.ends_with("bytes left out)"), "{text}");
        assert_eq!(bounded(json!({"a": {"b": {"c": "x"}}}), 5), json!({"left_out": true}), "however it is built");
    }
}
