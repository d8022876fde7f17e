//! The JSON Schema of policy files.
//!
//! Hand-written code reads policy files, for the sake of places and words, so there are no types that a generator could
//! look at. A test holds the keys here against the keys the reader knows.

use serde_json::Value;

use super::schema::Schema;
use super::{document, permission, tools};
use crate::Unattended;

/// The schema of a policy file, for editors and validators.
#[must_use]
pub fn json_schema() -> Schema {
    let mode = || Schema::value(document::MODES);
    let texts = || Schema::defined("texts");
    Schema::object([
        (
            "profile",
            Schema::value(document::PROFILES).described("Whose habits to follow; sets knobs, never floors."),
        ),
        ("mode", mode()),
        ("ceiling", mode().described("What projects and the environment may reach at most.")),
        ("unknown_tools", Schema::value(["allow", "ask", "deny"])),
        (
            "permissions",
            Schema::map(Schema::defined("entry"))
                .described("Pattern to entry: tool, Bash(cmd *), tool(glob), WebFetch(domain:host), mcp__server__*."),
        ),
        (
            "auto_approve_tools",
            Schema::one_of([texts(), Schema::map(Schema::one_of([Schema::boolean(), Schema::defined("auto")]))]),
        ),
        ("tools", Schema::map(Schema::defined("tool"))),
        ("limits", Schema::object([("auto_approvals", Schema::defined("limit"))]).closed()),
        (
            "ask",
            Schema::object([
                ("timeout", Schema::any(["string", "integer"])),
                ("on_timeout", Schema::constant("deny")),
                ("approvals", Schema::defined("approvals")),
                ("unattended", Schema::defined("unattended")),
            ])
            .closed(),
        ),
        ("trust", Schema::object([("new", mode()), ("trusted", mode()), ("automated", mode())]).closed()),
        ("banned", texts()),
        ("high_risk", texts()),
        ("include", texts()),
        (
            "programs",
            Schema::one_of([Schema::text(), Schema::null(), texts()])
                .described("Rows that teach byleave your own programs, as a text; or a list of files of such rows."),
        ),
    ])
    .closed()
    .document(
        "byleave policy",
        [
            ("tool", tool()),
            ("texts", Schema::list(Schema::text())),
            ("globs", Schema::map(Schema::any(["string", "number", "boolean"]))),
            ("limit", limit()),
            (
                "approvals",
                Schema::integer(1)
                    .at_most(permission::MOST_APPROVALS)
                    .described("How many different people must say yes; only for calls that ask."),
            ),
            (
                "unattended",
                Schema::value(Unattended::NAMES).described(
                    "What becomes of a call that asks while no approver is there: refused at once, or open until the time \
                     is up, or that and escalated by the hub at once. Only for calls that ask.",
                ),
            ),
            ("hours", Schema::text().examples(["Mon-Fri 09:00-18:00 Europe/Berlin"])),
            ("entry", entry()),
            ("examples", Schema::list(Schema::one_of([Schema::text(), Schema::defined("globs")]))),
            ("auto", auto()),
            ("predicate", predicate()),
        ],
    )
}

/// What a file says of a tool.
fn tool() -> Schema {
    let category = || Schema::value(document::CATEGORIES);
    let shell = || Schema::value(tools::shell_names());
    let shells = Schema::one_of([shell(), Schema::list(shell()).filled()])
        .described("The shells that may run its commands; byleave judges a command as each of them reads it.");
    Schema::one_of([category(), Schema::object([("category", category()), ("shell", shells)]).closed().filled()])
}

/// How often something may happen.
fn limit() -> Schema {
    Schema::one_of([
        Schema::text().examples(["30/min", "5/10m"]),
        Schema::object([("max", Schema::integer(1)), ("per", Schema::text())]).closed().required(["max", "per"]),
    ])
}

/// What a rule says.
fn entry() -> Schema {
    let expires = Schema::one_of([
        Schema::text().examples(["never", "session_end", "2026-12-31"]),
        Schema::object([("type", Schema::text()), ("at", Schema::text())]).closed(),
    ]);
    Schema::object([
        ("allowed", Schema::value([Value::from(true), Value::from(false), Value::from("ask")])),
        ("source", Schema::value(permission::SOURCES)),
        ("reason", Schema::text()),
        ("when", Schema::defined("globs")),
        ("expires", expires),
        ("hours", Schema::defined("hours")),
        ("limit", Schema::defined("limit")),
        ("when_env", Schema::defined("globs")),
        ("approvals", Schema::defined("approvals")),
        ("unattended", Schema::defined("unattended")),
        ("mask", Schema::boolean()),
        ("match", Schema::defined("examples")),
        ("not_match", Schema::defined("examples")),
    ])
    .closed()
    .required(["allowed"])
}

/// What is automatic for a tool.
fn auto() -> Schema {
    let texts = || Schema::defined("texts");
    Schema::object([
        ("commands", texts()),
        ("patterns", texts()),
        ("safe_prefixes", texts()),
        ("blocked_patterns", texts()),
        ("validate", Schema::defined("predicate")),
        ("require", Schema::defined("predicate")),
        ("subject", Schema::text()),
        ("limit", Schema::defined("limit")),
        ("hours", Schema::defined("hours")),
    ])
    .closed()
}

/// What must hold for a text.
fn predicate() -> Schema {
    Schema::object([
        ("max_length", Schema::integer(0)),
        ("min_length", Schema::integer(0)),
        ("under", Schema::text()),
        ("matches", Schema::expression()),
        ("one_of", Schema::defined("texts")),
        ("not", Schema::defined("predicate")),
        ("all", Schema::list(Schema::defined("predicate"))),
        ("any", Schema::list(Schema::defined("predicate"))),
    ])
    .closed()
    .filled()
}

#[cfg(test)]
mod tests {
    use super::super::auto_reader;
    use super::{document, json_schema, permission};

    #[test]
    fn the_schema_and_the_reader_know_the_same_keys() {
        let schema = serde_json::to_value(json_schema()).expect("JSON");
        let places: [(&str, &[&str]); 6] = [
            ("/properties", &document::KEYS),
            ("/$defs/entry/properties", &permission::KEYS),
            ("/$defs/auto/properties", &auto_reader::KEYS),
            ("/$defs/predicate/properties", &auto_reader::PREDICATES),
            ("/properties/trust/properties", &document::LEVELS),
            ("/properties/ask/properties", &document::ASK),
        ];
        for (pointer, known) in places {
            let map = schema.pointer(pointer).and_then(|value| value.as_object()).expect(pointer);
            let mut expected = known.to_vec();
            expected.sort_unstable();
            let mut keys: Vec<&str> = map.keys().map(String::as_str).collect();
            keys.sort_unstable();
            assert_eq!(keys, expected, "{pointer}");
        }
    }
}
