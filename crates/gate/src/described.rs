//! The types of frames, records and refusals as JSON Schema, in `schemas.json`; the hub's `openapi.json` includes them.
//! Only tests need this, so other builds do not depend on schemars.

use std::path::Path;

use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use crate::answer::effect::ToldAnswer;
use crate::answer::quorum::AgreedSoFar;
use crate::entry::record::Entry;
use crate::grant::as_json::GrantJson;
use crate::permit::refusal::RefusalBody;
use crate::request::frame::RequestFrame;

fn generated() -> Map<String, Value> {
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = "/components/schemas".into();
    let mut generator = SchemaGenerator::new(settings);
    generator.subschema_for::<RequestFrame<'_>>();
    generator.subschema_for::<RefusalBody<'_>>();
    generator.subschema_for::<ToldAnswer<'_>>();
    generator.subschema_for::<AgreedSoFar<'_>>();
    generator.subschema_for::<Entry>();
    generator.subschema_for::<GrantJson>();
    generator.take_definitions(true)
}

#[test]
fn the_schemas_are_those_of_the_types() {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas.json");
    let lines: Vec<String> = generated().iter().map(|(name, schema)| format!("  {}: {schema}", json!(name))).collect();
    let text = format!("{{\n{}\n}}\n", lines.join(",\n"));
    if std::env::var_os("BYLEAVE_WRITE_SCHEMAS").is_some() {
        std::fs::write(&place, &text).expect("the file");
    }
    let kept = std::fs::read_to_string(&place).unwrap_or_default();
    assert!(kept == text, "a type has changed: run the tests of gate, then of hub, with BYLEAVE_WRITE_SCHEMAS=1");
}
