//! The order in which an agent sent the arguments of a call: for people, who read what the agent meant to say first. It
//! decides nothing, and the digest does not know it.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// The names in a JSON object, in the order they stand in. `path` leads to the object, from name to name; without such an
/// object there are none.
#[must_use]
pub fn order_of(text: &[u8], path: &[&str]) -> Vec<String> {
    let mut names = Vec::new();
    let mut reader = serde_json::Deserializer::from_slice(text);
    // Who calls this has read the text as a whole: an error only means that there is nothing to order.
    let _ = Names { path, names: &mut names }.deserialize(&mut reader);
    names
}

/// Arguments as people see them: in the given order, then the others by name. Whatever the order says, each of them is
/// there once.
pub fn in_order<'m>(
    arguments: &'m Map<String, Value>,
    order: &'m [String],
) -> impl Iterator<Item = (&'m String, &'m Value)> {
    let new = |(at, name): &(usize, &'m String)| !order.iter().take(*at).any(|before| before == *name);
    let first = order.iter().enumerate().filter(new).filter_map(|(_, name)| arguments.get_key_value(name));
    first.chain(arguments.iter().filter(|(name, _)| !order.contains(name)))
}

/// Arguments that are written in this order.
#[derive(Clone, Copy, Debug)]
pub struct Ordered<'m>(pub &'m Map<String, Value>, pub &'m [String]);

impl Serialize for Ordered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(in_order(self.0, self.1))
    }
}

/// Collects the names of the object at a path.
struct Names<'n> {
    path: &'n [&'n str],
    names: &'n mut Vec<String>,
}

impl<'de> DeserializeSeed<'de> for Names<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Names<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<(), A::Error> {
        while let Some(name) = access.next_key::<String>()? {
            match self.path {
                [] => {
                    access.next_value::<IgnoredAny>()?;
                    self.names.push(name);
                }
                [next, rest @ ..] if **next == *name => {
                    access.next_value_seed(Names { path: rest, names: &mut *self.names })?;
                }
                [..] => {
                    access.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{in_order, order_of};

    #[test]
    fn names_are_found_as_they_stand_and_nothing_is_lost_or_doubled() {
        let text = br#"{"id": 1, "params": {"name": "x", "arguments": {"title": 1, "body": {"z": 1}, "Labels": []}}}"#;
        assert_eq!(order_of(text, &["params", "arguments"]), ["title", "body", "Labels"]);
        for (text, path) in [(&b"[1]"[..], &["a"][..]), (b"{", &[]), (br#"{"a": 1}"#, &["a"]), (b"", &[])] {
            assert_eq!(order_of(text, path), [""; 0], "{path:?}");
        }
        let map = json!({"a": 1, "b": 2, "c": 3});
        let map = map.as_object().expect("a map");
        for (order, shown) in [("", "abc"), ("cb", "cba"), ("cc", "cab"), ("xcx", "cab"), ("cbabc", "cba")] {
            let order: Vec<String> = order.chars().map(String::from).collect();
            assert_eq!(in_order(map, &order).map(|(name, _)| name.as_str()).collect::<String>(), shown, "{order:?}");
        }
    }
}
