//! temporary
use std::borrow::Cow;
/// t
pub struct Redactor;
impl Redactor {
    /// t
    pub fn new(_: [u8; 32]) -> Self {
        Self
    }
    /// t
    pub fn text<'t>(&self, t: &'t str) -> Cow<'t, str> {
        Cow::Borrowed(t)
    }
    /// t
    pub fn arguments(
        &self,
        _: &str,
        m: &serde_json::Map<String, serde_json::Value>,
    ) -> serde_json::Map<String, serde_json::Value> {
        m.clone()
    }
}
