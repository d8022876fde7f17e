//! The types that the hub reads and sends, as JSON Schema: `openapi.json` has them from here. Only tests need it, so no other build
//! knows of schemas.

use std::path::Path;

use byleave_gate::{RequestState, Role};
use byleave_policy::{Mode, Profile, Verdict};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::{JsonSchema, Schema, json_schema};
use serde_json::{Map, Value, json};

use crate::answer::undo::{Extended, Undone};
use crate::answer::{Agreed, Answered, Claimed, OneRequest, QueuePage};
use crate::call::bodies::{AllowedBody, AnswerBody, EndedBody, FoundBody, PendingBody, RefusedBody, WaitingBody};
use crate::call::submit::CallBody;
use crate::decision::draft::{AgainBody, Attempt, FileBody, ReplayOrder, Tried};
use crate::decision::{DecisionBody, PolicyBody, Simulation};
use crate::entry::history::Records;
use crate::entry::stats::Stats;
use crate::entry::while_away::Away;
use crate::grant::GrantBody;
use crate::grant::compare::Compared;
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

fn reference(name: &str) -> Schema {
    Schema::new_ref(format!("#{PLACE}/{name}"))
}

// What a field holds that is text, JSON or a type of another crate by the time it is sent.

pub fn verdict(_: &mut SchemaGenerator) -> Schema {
    reference("Verdict")
}

pub fn state(_: &mut SchemaGenerator) -> Schema {
    reference("State")
}

pub fn role(_: &mut SchemaGenerator) -> Schema {
    reference("Role")
}

pub fn profile(_: &mut SchemaGenerator) -> Schema {
    reference("Profile")
}

pub fn mode(_: &mut SchemaGenerator) -> Schema {
    reference("Mode")
}

pub fn mode_or_none(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"anyOf": [reference("Mode"), {"type": "null"}]})
}

pub fn scope_or_none(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"enum": ["once", "turn", "session", "project", "always", null]})
}

pub fn breadth_or_none(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"enum": ["exact", "prefix", "tool", null]})
}

pub fn shells(_: &mut SchemaGenerator) -> Schema {
    reference("Shells")
}

pub fn findings(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": reference("Finding")})
}

pub fn decisions(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "object", "additionalProperties": reference("Decision")})
}

pub fn grant_terms(_: &mut SchemaGenerator) -> Schema {
    reference("GrantTerms")
}

pub fn entry_or_none(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"anyOf": [reference("Entry"), {"type": "null"}]})
}

pub fn request(_: &mut SchemaGenerator) -> Schema {
    reference("Request")
}

pub fn requests(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "array", "items": reference("Request")})
}

pub fn agreed_so_far(_: &mut SchemaGenerator) -> Schema {
    reference("AgreedSoFar")
}

/// One of some names.
fn one_of(names: impl IntoIterator<Item = &'static str>) -> Value {
    json!({"type": "string", "enum": names.into_iter().collect::<Vec<_>>()})
}

/// A finding, by its fields as they are written.
fn finding() -> Value {
    let finding = byleave_policy::Finding {
        verdict: Verdict::Ask,
        stage: byleave_policy::Stage::Layers,
        source: byleave_policy::Source::None,
        rule: None,
        location: None,
        span: None,
        grant: None,
        reason: "".into(),
    };
    let Ok(Value::Object(fields)) = serde_json::to_value(&finding) else { panic!("a finding is an object") };
    let described: Map<String, Value> = fields
        .iter()
        .map(|(name, value)| {
            let number = json!({"type": "integer", "minimum": 0});
            let described = match (name.as_str(), value) {
                ("verdict", _) => json!(reference("Verdict")),
                ("span", _) => {
                    json!({"type": ["array", "null"], "prefixItems": [number, number], "minItems": 2, "maxItems": 2})
                }
                (_, Value::Null) => json!({"type": ["string", "null"]}),
                _ => json!({"type": "string"}),
            };
            (name.clone(), described)
        })
        .collect();
    json!({
        "description": "One reason of a decision, with the bytes of the command that it is about.",
        "type": "object", "properties": described, "required": fields.keys().collect::<Vec<_>>(),
    })
}

fn add<T: JsonSchema>(generator: &mut SchemaGenerator) {
    generator.subschema_for::<T>();
}

/// The schemas of all types.
fn generated() -> Map<String, Value> {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = PLACE.into();
    let mut read = SchemaGenerator::new(settings);
    for add in [
        add::<Attempt>,
        add::<CallBody>,
        add::<FreezeChange>,
        add::<Listen>,
        add::<Login>,
        add::<ModeChange>,
        add::<NewName>,
        add::<PossibleGrant>,
        add::<ReplayOrder>,
        add::<Reply>,
        add::<Simulation>,
        add::<StopOrder>,
        add::<TurnChange>,
    ] {
        add(&mut read);
    }
    let mut settings = SchemaSettings::draft2020_12().for_serialize();
    settings.definitions_path = PLACE.into();
    let mut generator = SchemaGenerator::new(settings);
    for add in [
        add::<AgainBody<'_>>,
        add::<Agreed<'_>>,
        add::<AllowedBody<'_>>,
        add::<AnswerBody<'_>>,
        add::<Answered<'_>>,
        add::<Away>,
        add::<ChangedFile>,
        add::<Claimed<'_>>,
        add::<Compared>,
        add::<DecisionBody<'_>>,
        add::<EndedBody>,
        add::<Entered<'_>>,
        add::<Extended<'_>>,
        add::<FileBody>,
        add::<FoundBody<'_>>,
        add::<Freezes<'_>>,
        add::<GrantBody<'_>>,
        add::<Heard>,
        add::<OneRequest>,
        add::<PendingBody<'_>>,
        add::<PolicyBody>,
        add::<QueuePage>,
        add::<ReachBody<'_>>,
        add::<Records>,
        add::<RefusedBody<'_>>,
        add::<SessionBody<'_>>,
        add::<Setup<'_>>,
        add::<Stats>,
        add::<Suggestions<'_>>,
        add::<TokenBody<'_>>,
        add::<Tried<'_>>,
        add::<TurnBody>,
        add::<Undone<'_>>,
        add::<WaitingBody<'_>>,
    ] {
        add(&mut generator);
    }
    let mut all: Map<String, Value> =
        serde_json::from_str(include_str!("../../../gate/schemas.json")).expect("the schemas of the gate");
    all.extend(read.take_definitions(true));
    all.extend(generator.take_definitions(true));
    all.insert("Finding".to_owned(), finding());
    all.insert("Mode".to_owned(), one_of(Mode::ALL.map(Mode::name)));
    all.insert("Profile".to_owned(), one_of(Profile::ALL.map(Profile::name)));
    all.insert("Role".to_owned(), one_of(Role::ALL.map(Role::name)));
    all.insert("State".to_owned(), one_of(RequestState::ALL.map(RequestState::name)));
    all.insert("Verdict".to_owned(), one_of([Verdict::Allow, Verdict::Ask, Verdict::Deny].map(Verdict::name)));
    all
}

/// The last part of the document. Before it stand the addresses, with what is said about them in words.
const SCHEMAS: &str = "    \"schemas\": ";

#[test]
fn the_document_has_the_types_as_they_are() {
    let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    let kept = std::fs::read_to_string(&place).expect("the document");
    let (head, schemas) = kept.split_once(SCHEMAS).expect("schemas, at the end");
    // Answers of approvers are read field by field, not by a type, and some bodies say nothing: their schemas are written
    // by hand and stay.
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
