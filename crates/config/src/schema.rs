//! The JSON Schema of policy files, for editors and validators.

/// The schema: a file of its own, which a test holds against what the reader takes.
pub const SCHEMA: &str = include_str!("schema.json");

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use byleave_policy::tools::Category;
    use byleave_policy::{Mode, Profile, Unattended, Unnamed, Verdict};
    use serde_json::Value;

    use super::SCHEMA;
    use crate::{auto_reader, document, permission, tools};

    #[test]
    fn the_schema_and_the_reader_know_the_same_keys_and_words() {
        let schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
        let keys: [(&str, &[&str]); 8] = [
            ("/properties", &document::KEYS),
            ("/properties/trust/properties", &crate::Level::NAMES),
            ("/properties/ask/properties", &document::ASK),
            ("/properties/limits/properties", &document::LIMITS),
            ("/$defs/entry/properties", &permission::KEYS),
            ("/$defs/auto/properties", &auto_reader::KEYS),
            ("/$defs/predicate/properties", &auto_reader::PREDICATES),
            ("/$defs/tool/oneOf/1/properties", &tools::TOOL),
        ];
        for (pointer, known) in keys {
            let map = schema.pointer(pointer).and_then(Value::as_object).expect(pointer);
            assert_eq!(map.keys().map(String::as_str).collect::<BTreeSet<_>>(), set(known), "{pointer}");
        }
        let words: [(&str, &[&str]); 8] = [
            ("/properties/profile/enum", &Profile::NAMES),
            ("/properties/unknown_tools/enum", &Verdict::NAMES),
            ("/properties/unnamed/enum", &Unnamed::NAMES),
            ("/$defs/mode/enum", &Mode::NAMES),
            ("/$defs/category/enum", &Category::NAMES),
            ("/$defs/shell/enum", &tools::shell_names()),
            ("/$defs/unattended/enum", &Unattended::NAMES),
            ("/$defs/entry/properties/source/enum", &permission::SOURCES),
        ];
        for (pointer, known) in words {
            let list = schema.pointer(pointer).and_then(Value::as_array).expect(pointer);
            assert_eq!(list.iter().filter_map(Value::as_str).collect::<BTreeSet<_>>(), set(known), "{pointer}");
        }
        let most = schema.pointer("/$defs/approvals/maximum").and_then(Value::as_u64);
        assert_eq!(most, Some(permission::MOST_APPROVALS.into()));
    }

    fn set<'w>(words: &[&'w str]) -> BTreeSet<&'w str> {
        words.iter().copied().collect()
    }
}
