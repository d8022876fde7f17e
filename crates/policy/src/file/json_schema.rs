//! The JSON Schema of policy files.
//!
//! Written as data: files are read by hand-written code, for the sake of places and words, so there are no types that a
//! generator could look at. A test holds the keys here against the keys the reader knows.

use serde_json::{Value, json};

use super::{document, permission, tools};
use crate::Unattended;

/// The schema of a policy file, for editors and validators.
#[must_use]
pub fn json_schema() -> Value {
    let mode = json!({ "enum": document::MODES });
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "byleave policy",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "profile": { "enum": document::PROFILES, "description": "Whose habits to follow; sets knobs, never floors." },
            "mode": mode,
            "ceiling": { "enum": document::MODES, "description": "What projects and the environment may reach at most." },
            "unknown_tools": { "enum": ["allow", "ask", "deny"] },
            "permissions": {
                "type": "object",
                "description": "Pattern to entry: tool, Bash(cmd *), tool(glob), WebFetch(domain:host), mcp__server__*.",
                "additionalProperties": { "$ref": "#/$defs/entry" },
            },
            "auto_approve_tools": {
                "oneOf": [
                    { "$ref": "#/$defs/texts" },
                    {
                        "type": "object",
                        "additionalProperties": { "oneOf": [{ "type": "boolean" }, { "$ref": "#/$defs/auto" }] },
                    },
                ],
            },
            "tools": { "type": "object", "additionalProperties": { "$ref": "#/$defs/tool" } },
            "limits": {
                "type": "object",
                "additionalProperties": false,
                "properties": { "auto_approvals": { "$ref": "#/$defs/limit" } },
            },
            "ask": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                    "timeout": { "type": ["string", "integer"] },
                    "on_timeout": { "const": "deny" },
                    "approvals": { "$ref": "#/$defs/approvals" },
                    "unattended": { "$ref": "#/$defs/unattended" },
                },
            },
            "trust": {
                "type": "object",
                "additionalProperties": false,
                "properties": { "new": mode, "trusted": mode, "automated": mode },
            },
            "banned": { "$ref": "#/$defs/texts" },
            "high_risk": { "$ref": "#/$defs/texts" },
            "include": { "$ref": "#/$defs/texts" },
            "programs": {
                "description": "Rows that teach byleave your own programs, as a text; or a list of files of such rows.",
                "oneOf": [{ "type": "string" }, { "type": "null" }, { "$ref": "#/$defs/texts" }],
            },
        },
        "$defs": definitions(),
    })
}

/// What a file says of a tool.
fn tool() -> Value {
    let shell = json!({ "enum": tools::shell_names() });
    json!({
        "oneOf": [
            { "enum": document::CATEGORIES },
            {
                "type": "object",
                "additionalProperties": false,
                "minProperties": 1,
                "properties": {
                    "category": { "enum": document::CATEGORIES },
                    "shell": {
                        "description": "The shells that may run its commands; byleave judges a command as each of them reads it.",
                        "oneOf": [shell, { "type": "array", "minItems": 1, "items": shell }],
                    },
                },
            },
        ],
    })
}

/// The parts that the schema uses more than once.
fn definitions() -> Value {
    json!({
        "tool": tool(),
        "texts": { "type": "array", "items": { "type": "string" } },
        "globs": { "type": "object", "additionalProperties": { "type": ["string", "number", "boolean"] } },
        "limit": {
            "oneOf": [
                { "type": "string", "examples": ["30/min", "5/10m"] },
                {
                    "type": "object",
                    "additionalProperties": false,
                    "required": ["max", "per"],
                    "properties": { "max": { "type": "integer", "minimum": 1 }, "per": { "type": "string" } },
                },
            ],
        },
        "approvals": {
            "type": "integer",
            "minimum": 1,
            "maximum": permission::MOST_APPROVALS,
            "description": "How many different people must say yes; only for calls that ask.",
        },
        "unattended": {
            "enum": Unattended::NAMES,
            "description": "What becomes of a call that asks while no approver is there: refused at once, or open until the \
                            time is up, or that and escalated by the hub at once. Only for calls that ask.",
        },
        "hours": { "type": "string", "examples": ["Mon-Fri 09:00-18:00 Europe/Berlin"] },
        "entry": {
            "type": "object",
            "required": ["allowed"],
            "additionalProperties": false,
            "properties": {
                "allowed": { "enum": [true, false, "ask"] },
                "source": { "enum": permission::SOURCES },
                "reason": { "type": "string" },
                "when": { "$ref": "#/$defs/globs" },
                "expires": {
                    "oneOf": [
                        { "type": "string", "examples": ["never", "session_end", "2026-12-31"] },
                        {
                            "type": "object",
                            "additionalProperties": false,
                            "properties": { "type": { "type": "string" }, "at": { "type": "string" } },
                        },
                    ],
                },
                "hours": { "$ref": "#/$defs/hours" },
                "limit": { "$ref": "#/$defs/limit" },
                "when_env": { "$ref": "#/$defs/globs" },
                "approvals": { "$ref": "#/$defs/approvals" },
                "unattended": { "$ref": "#/$defs/unattended" },
                "mask": { "type": "boolean" },
                "match": { "$ref": "#/$defs/examples" },
                "not_match": { "$ref": "#/$defs/examples" },
            },
        },
        "examples": {
            "type": "array",
            "items": { "oneOf": [{ "type": "string" }, { "$ref": "#/$defs/globs" }] },
        },
        "auto": {
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "commands": { "$ref": "#/$defs/texts" },
                "patterns": { "$ref": "#/$defs/texts" },
                "safe_prefixes": { "$ref": "#/$defs/texts" },
                "blocked_patterns": { "$ref": "#/$defs/texts" },
                "validate": { "$ref": "#/$defs/predicate" },
                "require": { "$ref": "#/$defs/predicate" },
                "subject": { "type": "string" },
                "limit": { "$ref": "#/$defs/limit" },
                "hours": { "$ref": "#/$defs/hours" },
            },
        },
        "predicate": {
            "type": "object",
            "minProperties": 1,
            "additionalProperties": false,
            "properties": {
                "max_length": { "type": "integer", "minimum": 0 },
                "min_length": { "type": "integer", "minimum": 0 },
                "under": { "type": "string" },
                "matches": { "type": "string", "format": "regex" },
                "one_of": { "$ref": "#/$defs/texts" },
                "not": { "$ref": "#/$defs/predicate" },
                "all": { "type": "array", "items": { "$ref": "#/$defs/predicate" } },
                "any": { "type": "array", "items": { "$ref": "#/$defs/predicate" } },
            },
        },
    })
}

#[cfg(test)]
mod tests {
    use super::super::auto_reader;
    use super::{document, json_schema, permission};

    #[test]
    fn the_schema_and_the_reader_know_the_same_keys() {
        let schema = json_schema();
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
