//! What a caller sends, as a type. An error names the field, and what it must be.
//!
//! A field that is `null` is as one that is not there. An unknown field is an error, because the client meant something
//! by it.

use std::fmt;

use byleave_gate::Shells;
use byleave_policy::read::{NotShells, shells_from_json};
use serde::Deserialize;
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value, map};

use crate::server::problem::Problem;

/// The type of a body or a frame.
pub fn read<T: DeserializeOwned>(said: Map<String, Value>) -> Result<T, Problem> {
    T::deserialize(Said(Value::Object(said))).map_err(|wrong| Problem::bad(wrong.words))
}

/// The shells that may run a command, if some are named: a name, or a list of names.
#[derive(Debug, Default, Deserialize)]
#[serde(try_from = "Value")]
pub struct SaidShells(pub Option<Shells>);

impl TryFrom<Value> for SaidShells {
    type Error = NotShells;

    fn try_from(said: Value) -> Result<Self, NotShells> {
        shells_from_json(&said).map(Self)
    }
}

/// Why something said is not of its type.
#[derive(Debug)]
struct Wrong {
    words: String,
    /// Whether the words name the field.
    named: bool,
}

impl Wrong {
    fn must_be(what: impl fmt::Display) -> Self {
        Self { words: format!(" must be {what}"), named: false }
    }

    fn whole(words: String) -> Self {
        Self { words, named: true }
    }

    fn of(self, field: &str) -> Self {
        if self.named { self } else { Self::whole(format!("`{}`{}", field.escape_debug(), self.words)) }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl std::error::Error for Wrong {}

impl Error for Wrong {
    fn custom<T: fmt::Display>(words: T) -> Self {
        Self { words: format!(": {words}"), named: false }
    }

    fn unknown_field(field: &str, _: &'static [&'static str]) -> Self {
        Self::whole(format!("unknown field `{}`", field.escape_debug()))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::whole(format!("`{field}` is missing"))
    }

    fn unknown_variant(_: &str, known: &'static [&'static str]) -> Self {
        let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
        Self::must_be(known.join(" or "))
    }
}

/// Something that a caller said.
struct Said(Value);

impl<'de> Deserializer<'de> for Said {
    type Error = Wrong;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(value),
            Value::Number(number) => number.deserialize_any(visitor).map_err(Wrong::custom),
            Value::String(text) => visitor.visit_string(text),
            Value::Array(list) => visitor.visit_seq(SaidList(list.into_iter())),
            Value::Object(map) => visitor.visit_map(SaidFields { left: map.into_iter(), value: None }),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        if self.0.is_boolean() { self.deserialize_any(visitor) } else { Err(Wrong::must_be("true or false")) }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        if self.0.is_string() { self.deserialize_any(visitor) } else { Err(Wrong::must_be("text")) }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        if self.0.is_number() { self.deserialize_any(visitor) } else { Err(Wrong::must_be("a number of seconds")) }
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        if self.0.is_u64() { self.deserialize_any(visitor) } else { Err(Wrong::must_be("a whole number")) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        if self.0.is_array() { self.deserialize_any(visitor) } else { Err(Wrong::must_be("a list")) }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Wrong> {
        if self.0.is_object() { self.deserialize_any(visitor) } else { Err(Wrong::must_be("an object")) }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Wrong> {
        let name: StrDeserializer<'_, Wrong> = self.0.as_str().unwrap_or_default().into_deserializer();
        visitor.visit_enum(name).map_err(|_| Wrong::unknown_variant("", known))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u128 f32 char str bytes byte_buf unit unit_struct newtype_struct tuple
        tuple_struct identifier ignored_any
    }
}

struct SaidFields {
    left: map::IntoIter,
    value: Option<(String, Value)>,
}

impl<'de> MapAccess<'de> for SaidFields {
    type Error = Wrong;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Wrong> {
        let Some((name, value)) = self.left.next() else { return Ok(None) };
        let key = seed.deserialize(name.clone().into_deserializer()).map(Some);
        self.value = Some((name, value));
        key
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Wrong> {
        let (name, value) = self.value.take().unwrap_or_default();
        seed.deserialize(Said(value)).map_err(|wrong| wrong.of(&name))
    }
}

struct SaidList(std::vec::IntoIter<Value>);

impl<'de> SeqAccess<'de> for SaidList {
    type Error = Wrong;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Wrong> {
        let each = |wrong: Wrong| if wrong.named { wrong } else { Wrong::custom(format!("each one{}", wrong.words)) };
        self.0.next().map(|value| seed.deserialize(Said(value)).map_err(each)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::{Map, Value, json};

    use super::{SaidShells, read};

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Body {
        name: String,
        event: Option<Event>,
        flag: Option<bool>,
        map: Option<Map<String, Value>>,
        wait: Option<f64>,
        parts: Option<Vec<Part>>,
        #[serde(default)]
        shell: SaidShells,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Event {
        Begin,
        End,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Part {
        tool: String,
    }

    fn wrong(said: Value) -> String {
        let Value::Object(mut map) = said else { panic!("an object") };
        map.entry("name").or_insert_with(|| "x".into());
        map.retain(|_, value| *value != "ABSENT");
        read::<Body>(map).map_or_else(|problem| problem.message, |body| format!("{body:?}"))
    }

    #[test]
    fn an_error_names_the_field_and_what_it_must_be() {
        for (said, words) in [
            (json!({"name": "ABSENT"}), "`name` is missing"),
            (json!({"name": null}), "`name` must be text"),
            (json!({"name": 7}), "`name` must be text"),
            (json!({"event": "pause"}), "`event` must be `begin` or `end`"),
            (json!({"event": ["begin"]}), "`event` must be `begin` or `end`"),
            (json!({"flag": "yes"}), "`flag` must be true or false"),
            (json!({"map": [1]}), "`map` must be an object"),
            (json!({"wait": "long"}), "`wait` must be a number of seconds"),
            (json!({"parts": {}}), "`parts` must be a list"),
            (json!({"parts": [1]}), "`parts`: each one must be an object"),
            (json!({"parts": [{"tool": 1}]}), "`tool` must be text"),
            (json!({"parts": [{"tool": "a", "x\n": 1}]}), "unknown field `x\\n`"),
            (json!({"Name": "y"}), "unknown field `Name`"),
            (json!({"nil": null}), "unknown field `nil`"),
            (json!({"shell": "tcsh"}), "`shell`: "),
            (json!({"shell": 7}), "`shell`: "),
        ] {
            assert!(wrong(said.clone()).starts_with(words), "{said}: {}", wrong(said.clone()));
        }
    }

    #[test]
    fn null_is_nothing_and_numbers_are_numbers() {
        let said =
            json!({"event": null, "flag": null, "map": {"a": [1, 2.5, null, {"b": -1}]}, "wait": 3, "shell": null});
        let read = wrong(said);
        assert!(read.starts_with("Body {") && read.contains("wait: Some(3.0)") && read.contains("2.5"), "{read}");
        assert!(wrong(json!({"event": "end", "shell": ["zsh"]})).contains("event: Some(End)"));
    }
}
