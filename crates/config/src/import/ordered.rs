//! JSON whose objects keep their order: in formats where the last matching rule wins, the order has a meaning.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};

/// A value.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub(super) enum Json {
    Text(String),
    #[serde(deserialize_with = "members")]
    Map(Vec<(String, Json)>),
    List(Vec<Json>),
    /// A number, a truth value or nothing.
    Other(IgnoredAny),
}

impl Json {
    pub fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Map(_) | Self::List(_) | Self::Other(_) => None,
        }
    }

    pub fn members(&self) -> &[(String, Self)] {
        match self {
            Self::Map(members) => members,
            Self::Text(_) | Self::List(_) | Self::Other(_) => &[],
        }
    }

    pub fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            Self::Text(_) | Self::Map(_) | Self::Other(_) => &[],
        }
    }

    pub fn get(&self, key: &str) -> Option<&Self> {
        // The last one counts where a key stands twice, as with all readers of these files.
        self.members().iter().rev().find(|(name, _)| name == key).map(|(_, value)| value)
    }
}

fn members<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, Json)>, D::Error> {
    struct Members;

    impl<'de> Visitor<'de> for Members {
        type Value = Vec<(String, Json)>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
            let mut map = Vec::new();
            while let Some(member) = members.next_entry()? {
                map.push(member);
            }
            Ok(map)
        }
    }

    deserializer.deserialize_map(Members)
}
