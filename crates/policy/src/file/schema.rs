//! The words of JSON Schema that byleave uses, as a type.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

/// A JSON Schema. The fields are in alphabetical order, as in a [`Value`].
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Schema {
    #[serde(rename = "$defs", skip_serializing_if = "BTreeMap::is_empty")]
    definitions: BTreeMap<&'static str, Schema>,
    #[serde(rename = "$ref", skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
    #[serde(rename = "$schema", skip_serializing_if = "Option::is_none")]
    dialect: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    additional_properties: Option<Others>,
    #[serde(rename = "const", skip_serializing_if = "Option::is_none")]
    constant: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'static str>,
    #[serde(rename = "enum", skip_serializing_if = "Vec::is_empty")]
    values: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    examples: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<Box<Schema>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_items: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_properties: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    one_of: Vec<Schema>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    properties: BTreeMap<&'static str, Schema>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    required: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'static str>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<Kind>,
}

/// What an object may hold beside the properties that are named.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Others {
    Allowed(bool),
    Each(Box<Schema>),
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Kind {
    One(&'static str),
    Any(Vec<&'static str>),
}

impl Schema {
    fn of(kind: &'static str) -> Self {
        Self { kind: Some(Kind::One(kind)), ..Self::default() }
    }

    /// A text.
    #[must_use]
    pub fn text() -> Self {
        Self::of("string")
    }

    /// `true` or `false`.
    #[must_use]
    pub fn boolean() -> Self {
        Self::of("boolean")
    }

    /// A whole number, at least this.
    #[must_use]
    pub fn integer(minimum: u32) -> Self {
        Self { minimum: Some(minimum), ..Self::of("integer") }
    }

    /// An object with any names and values.
    #[must_use]
    pub fn any_object() -> Self {
        Self::of("object")
    }

    /// An object with properties of these names.
    #[must_use]
    pub fn object<const N: usize>(properties: [(&'static str, Self); N]) -> Self {
        Self { properties: BTreeMap::from(properties), ..Self::of("object") }
    }

    /// A list.
    #[must_use]
    pub fn list(items: Self) -> Self {
        Self { items: Some(Box::new(items)), ..Self::of("array") }
    }

    /// An object whose values are all like this.
    pub(super) fn map(values: Self) -> Self {
        Self { additional_properties: Some(Others::Each(Box::new(values))), ..Self::of("object") }
    }

    /// A value of one of these types.
    pub(super) fn any<const N: usize>(kinds: [&'static str; N]) -> Self {
        Self { kind: Some(Kind::Any(kinds.to_vec())), ..Self::default() }
    }

    /// Nothing.
    pub(super) fn null() -> Self {
        Self::of("null")
    }

    /// One of these values.
    pub(super) fn value<V: Into<Value>>(values: impl IntoIterator<Item = V>) -> Self {
        Self { values: values.into_iter().map(Into::into).collect(), ..Self::default() }
    }

    /// This value.
    pub(super) fn constant(constant: &'static str) -> Self {
        Self { constant: Some(constant), ..Self::default() }
    }

    /// One of these.
    pub(super) fn one_of<const N: usize>(schemas: [Self; N]) -> Self {
        Self { one_of: schemas.into(), ..Self::default() }
    }

    /// What the definition of this name says.
    pub(super) fn defined(name: &str) -> Self {
        Self { reference: Some(format!("#/$defs/{name}")), ..Self::default() }
    }

    /// With an explanation.
    #[must_use]
    pub fn described(self, description: &'static str) -> Self {
        Self { description: Some(description), ..self }
    }

    /// At most this.
    #[must_use]
    pub fn at_most(self, maximum: u32) -> Self {
        Self { maximum: Some(maximum), ..self }
    }

    /// With properties that must be there.
    #[must_use]
    pub fn required<const N: usize>(self, names: [&'static str; N]) -> Self {
        Self { required: names.to_vec(), ..self }
    }

    /// With no other properties than those that are named.
    pub(super) fn closed(self) -> Self {
        Self { additional_properties: Some(Others::Allowed(false)), ..self }
    }

    /// A list or an object that is not empty.
    pub(super) fn filled(self) -> Self {
        match &self.items {
            Some(_) => Self { min_items: Some(1), ..self },
            None => Self { min_properties: Some(1), ..self },
        }
    }

    /// With examples.
    pub(super) fn examples<const N: usize>(self, examples: [&'static str; N]) -> Self {
        Self { examples: examples.to_vec(), ..self }
    }

    /// A text that is a regular expression.
    pub(super) fn expression() -> Self {
        Self { format: Some("regex"), ..Self::text() }
    }

    /// The whole of a document.
    pub(super) fn document<const N: usize>(self, title: &'static str, definitions: [(&'static str, Self); N]) -> Self {
        let dialect = Some("https://json-schema.org/draft/2020-12/schema");
        Self { title: Some(title), definitions: BTreeMap::from(definitions), dialect, ..self }
    }
}
