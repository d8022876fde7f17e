//! The types that the hub reads and sends, as JSON Schema: `openapi.json` has them from here. Only tests need it, so no other build
//! knows of schemas.

use std::borrow::Cow;
use std::path::Path;

use byleave_gate::{self as gate, RequestState};
use byleave_policy as policy;
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema, json_schema};
use serde_json::{Map, Value, json};

use crate::answer::undo::{Extended, Undone};
use crate::answer::{Agreed, Answered, Claimed, OneRequest, QueuePage};
use crate::call::bodies::{AllowedBody, AnswerBody, EndedBody, FoundBody, PendingBody, RefusedBody, WaitingBody};
use crate::call::submit::CallBody;
use crate::decision::draft::{Again, Attempt, ReplayOrder, Tried};
use crate::decision::policy_files::FilesBody;
use crate::decision::{DecisionBody, PolicyBody, Simulation};
use crate::entry::history::Records;
use crate::entry::stats::Stats;
use crate::entry::while_away::Away;
use crate::grant::GrantBody;
use crate::grant::compare::Stands;
use crate::grant::reach::{PossibleGrant, ReachBody};
use crate::grant::suggest::Suggestions;
use crate::onion::bridge::{Heard, Listen, Reply};
use crate::page::setup::Setup;
use crate::request::changed_file::ChangedFile;
use crate::session::freeze::{FreezeChange, Freezes};
use crate::session::{ModeChange, SessionBody, StopOrder, TurnBody, TurnChange};
use crate::token::login::{Entered, Login, TokenBody};
use crate::token::names::NewName;

const PLACE: &str = "/components/schemas";

/// The names of types of other crates, for fields that hold one, or its name, or its JSON.
macro_rules! foreign {
    ($($name:ident: $schema:expr;)*) => {$(
        pub struct $name;

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                $schema.try_into().expect("a schema")
            }
        }
    )*};
}

foreign! {
    AgreedSoFar: of_gate("AgreedSoFar");
    Entry: of_gate("Entry");
    Finding: finding();
    GrantTerms: of_gate("GrantTerms");
    Mode: one_of(policy::Mode::NAMES);
    Profile: one_of(policy::Profile::NAMES);
    Request: of_gate("Request");
    Role: one_of(gate::Role::NAMES);
    State: one_of(RequestState::NAMES);
    Verdict: one_of(policy::Verdict::NAMES);
}

/// Nothing needs to be said; what is said is not looked at.
#[derive(JsonSchema)]
struct Empty {}

pub fn scope_or_none(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"enum": ["once", "turn", "session", "project", "always", null]})
}

pub fn breadth_or_none(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"enum": ["exact", "prefix", "tool", null]})
}

/// The schemas of the gate's types.
fn gate_schemas() -> Map<String, Value> {
    serde_json::from_str(include_str!("../../../gate/schemas.json")).expect("the schemas of the gate")
}

fn of_gate(name: &str) -> Value {
    gate_schemas().remove(name).expect("a schema of the gate")
}

/// One of some names.
fn one_of(names: impl IntoIterator<Item = &'static str>) -> Value {
    json!({"type": "string", "enum": names.into_iter().collect::<Vec<_>>()})
}

/// A finding, by its fields as they are written.
fn finding() -> Value {
    let finding = policy::Finding {
        verdict: policy::Verdict::Ask,
        stage: policy::Stage::Layers,
        source: policy::Source::None,
        rule: None,
        location: None,
        span: None,
        grant: None,
        reason: policy::Reason::NothingToRun,
        proof: None,
    };
    let Ok(Value::Object(fields)) = serde_json::to_value(&finding) else { panic!("a finding is an object") };
    let mut described: Map<String, Value> = fields
        .iter()
        .map(|(name, value)| {
            let number = json!({"type": "integer", "minimum": 0});
            let described = match (name.as_str(), value) {
                ("verdict", _) => json!({"$ref": format!("#{PLACE}/Verdict")}),
                ("span", _) => {
                    json!({"type": ["array", "null"], "prefixItems": [number, number], "minItems": 2, "maxItems": 2})
                }
                (_, Value::Null) => json!({"type": ["string", "null"]}),
                _ => json!({"type": "string"}),
            };
            (name.clone(), described)
        })
        .collect();
    let texts = json!({"type": "array", "items": {"type": "string"}});
    described.insert(
        "proof".to_owned(),
        json!({
            "description": "What shows that the part only reads: rows of the tables, and the paths that are read or listed.",
            "type": "object", "properties": {"rows": texts, "paths": texts}, "required": ["rows", "paths"],
        }),
    );
    json!({
        "description": "One reason of a decision, with the bytes of the command that it is about.",
        "type": "object", "properties": described, "required": fields.keys().collect::<Vec<_>>(),
    })
}

/// The schemas of some types.
macro_rules! schemas {
    ($settings:expr; $($type:ty),*) => {{
        let mut settings = $settings;
        settings.definitions_path = PLACE.into();
        let mut generator = SchemaGenerator::new(settings);
        $(generator.subschema_for::<$type>();)*
        generator.take_definitions(true)
    }};
}

/// The schemas of all types.
fn generated() -> Map<String, Value> {
    let mut all = gate_schemas();
    all.extend(schemas! { SchemaSettings::draft2020_12();
        Attempt, CallBody, Empty, FreezeChange, Listen, Login, ModeChange, NewName, PossibleGrant, ReplayOrder, Reply, Simulation,
        StopOrder, TurnChange
    });
    all.extend(schemas! { SchemaSettings::draft2020_12().for_serialize();
        Again, Agreed<'_>, AllowedBody<'_>, AnswerBody<'_>, Answered<'_>, Away, ChangedFile, Claimed<'_>, Stands,
        DecisionBody<'_>, EndedBody, Entered<'_>, Extended<'_>, FilesBody, FoundBody<'_>, Freezes<'_>, GrantBody<'_>, Heard,
        OneRequest, PendingBody<'_>, PolicyBody, QueuePage, ReachBody<'_>, Records, RefusedBody<'_>, SessionBody<'_>, Setup<'_>,
        Stats, Suggestions<'_>, TokenBody<'_>, Tried<'_>, TurnBody, Undone<'_>, WaitingBody<'_>
    });
    all
}

/// The last part of the document. Before it stand the addresses, with what is said about them in words.
const SCHEMAS: &str = "    \"schemas\": ";

#[test]
fn the_document_has_the_types_as_they_are() {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    let kept = std::fs::read_to_string(&place).expect("the document");
    let (head, schemas) = kept.split_once(SCHEMAS).expect("schemas, at the end");
    // Answers of approvers are read field by field, not by a type: their schema is written by hand and stays.
    let schemas = schemas.trim_end().strip_suffix('}').and_then(|text| text.trim_end().strip_suffix('}'));
    let mut all: Map<String, Value> = serde_json::from_str(schemas.expect("an end")).expect("schemas");
    all.extend(generated());
    // One a line: the document is part of the program, and most of a prettier one would be blanks.
    let lines: Vec<String> = all.iter().map(|(name, schema)| format!("      {}: {schema}", json!(name))).collect();
    let text = format!("{head}{SCHEMAS}{{\n{}\n    }}\n  }}\n}}\n", lines.join(",\n"));
    if std::env::var_os("BYLEAVE_WRITE_SCHEMAS").is_some() {
        std::fs::write(&place, &text).expect("the document");
    }
    let kept = std::fs::read_to_string(&place).expect("the document");
    assert!(kept == text, "a type has changed: run the tests of gate, then of hub, with BYLEAVE_WRITE_SCHEMAS=1");
}
