//! The record: one entry for each decision; a hash binds each to the one before it.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use crate::decision::disk_facts::Fact;

/// The entry of one decision. Field names never change, because people query, export and replay them. They are in order, here and in
/// what an entry has in it: what is hashed is the text that serde writes from first to last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Entry {
    /// Who made the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// The answer as JSON, without secrets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Value>,
    /// Everyone who approved, if several people had to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub approvals: Vec<String>,
    /// Whether the call may run.
    pub approved: bool,
    /// Its arguments, without secrets.
    pub arguments: Map<String, Value>,
    /// Whether the agent wanted a person to approve it, even if the policy allows it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ask: bool,
    /// The id of the call.
    pub call: String,
    /// The tool's category, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<String>,
    /// Why it does not run, for programs: `policy`, `rejected`, `timeout` …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<String>,
    /// The channel the answer came by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub channel: Option<String>,
    /// Where it started.
    pub cwd: String,
    /// How long deciding took, in microseconds, without waiting.
    pub decided_us: u64,
    /// The digest of the real call, with its secrets.
    pub digest: String,
    /// What byleave found on the disk: links, files that programs obey, secrets below directories. Missing in older
    /// entries, and if byleave looked at no disk.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disk: Option<Vec<Fact>>,
    /// The arguments it runs with if an approver edited them, without secrets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edited: Option<Map<String, Value>>,
    /// The generation of the engine that decided. Missing in entries of the first, and in rows about the gate itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<u32>,
    /// When the hub escalated it, because it waited for too long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escalated: Option<Timestamp>,
    /// The reasons; if not all are kept, those of the verdict come first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Reason>,
    /// How many reasons are not kept, because there were too many.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub findings_left_out: u64,
    /// Why automatic approvals were frozen, if they were.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frozen: Option<String>,
    /// The grants that were live, by id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grants: Vec<String>,
    /// The home directory that `~` meant.
    pub home: String,
    /// Names it.
    pub id: String,
    /// How much of each limit was used: name, millionths used, when.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub limits: Vec<(String, u64, Timestamp)>,
    /// The place of the rule, as `file:line`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// The mode.
    pub mode: String,
    /// What the tool itself said about approval, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub needs_approval: Option<bool>,
    /// Whether the row is about the gate or a hub itself, not about a call. No agent can write such a row.
    #[serde(default, skip_serializing_if = "is_false")]
    pub notice: bool,
    /// The parent of that session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Who answered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
    /// The hash of an MCP tool as its server described it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pin: Option<String>,
    /// The policy it was decided by.
    pub policy: String,
    /// The profile.
    pub profile: String,
    /// The project.
    pub project: String,
    /// Why, in words.
    pub reason: String,
    /// The request to people, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<String>,
    /// The rule, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The session the call was made in.
    pub session: String,
    /// The shells that may run its command, if the call named them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shell: Option<String>,
    /// The layer that decided: `safe`, `config`, `skill`, `user`, `mode`, `tool`, `floor`, `none`.
    pub source: String,
    /// The stage that decided.
    pub stage: String,
    /// Why the session was stopped, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// When it was decided.
    pub timestamp: Timestamp,
    /// The tool, as it was named.
    pub tool: String,
    /// The number of the turn.
    pub turn: u64,
    /// The verdict of the engine: `allow`, `ask`, `deny`.
    pub verdict: String,
    /// How long a person took, in milliseconds.
    pub waited_ms: u64,
}

impl Entry {
    /// The generation of the engine that decided.
    #[must_use]
    pub fn generation(&self) -> u32 {
        self.engine.unwrap_or(1)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it that way")]
const fn is_zero(value: &u64) -> bool {
    *value == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it that way")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// One reason of a decision.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Reason {
    /// What the reason is called, whatever its words are. Rows of before it was kept have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The place of the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// The rows of the tables that a proof rests on, as `git log`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub proof: Vec<String>,
    /// In words.
    pub reason: String,
    /// The rule, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The layer that decided.
    pub source: String,
    /// The part of the command, in bytes of the recorded text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<(u32, u32)>,
    /// Where it was found.
    pub stage: String,
    /// Its verdict.
    pub verdict: String,
}

/// A hash of the chain.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// What the first row is bound to.
    pub const START: Self = Self([0; 32]);

    /// The hash of a row: `SHA-256(previous ‖ canonical row)`.
    #[must_use]
    pub fn of(previous: Self, body: &str) -> Self {
        Self(Sha256::new().chain_update(previous.0).chain_update(body.as_bytes()).finalize().into())
    }

    /// Reads 64 hexadecimal digits.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        byleave_policy::Digest::parse(&format!("sha256:{text}")).map(|digest| Self(*digest.as_bytes()))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        byleave_policy::write_hex(&self.0, f)
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A row of the record: an entry in its place in the chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Counts from 1, without gaps.
    pub number: u64,
    /// The hash of the row before.
    pub previous: Hash,
    /// The canonical text of the entry: what is hashed.
    pub body: String,
    /// The hash of this row.
    pub hash: Hash,
}

/// The end of a chain: how many rows, and the hash of the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// How many.
    pub count: u64,
    /// The hash of the last row.
    pub hash: Hash,
}

impl Head {
    /// The end of an empty chain.
    pub const START: Self = Self { count: 0, hash: Hash::START };

    /// The row that comes next.
    ///
    /// # Errors
    ///
    /// If the entry cannot be written as JSON.
    pub fn next(self, entry: &Entry) -> Result<Row, serde_json::Error> {
        let body = canonical(entry)?;
        let hash = Hash::of(self.hash, &body);
        Ok(Row { number: self.count.saturating_add(1), previous: self.hash, body, hash })
    }

    /// Reads the printed form: `12431 9f86…`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (count, hash) = text.trim().split_once(' ')?;
        Some(Self { count: count.parse().ok()?, hash: Hash::parse(hash.trim())? })
    }
}

impl fmt::Display for Head {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.count, self.hash)
    }
}

/// An entry as the text that is hashed: JSON with its keys in order, without blanks.
fn canonical(entry: &Entry) -> Result<String, serde_json::Error> {
    serde_json::to_string(entry)
}

/// Follows a chain row by row.
#[derive(Clone, Debug, Default)]
pub struct Verifier {
    head: Head,
}

/// What is wrong with a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The number the row should have had.
    pub number: u64,
    /// What is wrong.
    pub what: &'static str,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}: {}", self.number, self.what)
    }
}

impl Verifier {
    /// Takes the next row.
    ///
    /// # Errors
    ///
    /// If it does not follow the rows before it: a row was changed, removed, moved or duplicated.
    pub fn take(&mut self, row: &Row) -> Result<(), Broken> {
        let number = self.head.count.saturating_add(1);
        let broken = |what| Err(Broken { number, what });
        if row.number != number {
            return broken("its number is not the one after the row before: a row was dropped, doubled or moved");
        }
        if row.previous != self.head.hash {
            return broken("it is not bound to the row before it: a row was changed, dropped or moved");
        }
        if Hash::of(row.previous, &row.body) != row.hash {
            return broken("its content does not fit its hash: it was changed");
        }
        if serde_json::from_str::<Entry>(&row.body).is_err() {
            return broken("its content is not an entry");
        }
        self.head = Head { count: number, hash: row.hash };
        Ok(())
    }

    /// The end so far.
    #[must_use]
    pub const fn head(&self) -> Head {
        self.head
    }
}

#[cfg(test)]
mod tests {
    use super::{Entry, canonical};

    /// An entry with every field, so that each is written.
    const WHOLE: &str = r#"{
        "id": "rec_1", "timestamp": "2026-11-17T11:05:04.655898534Z", "session": "s", "parent": "p", "turn": 3, "agent": "a",
        "call": "c", "tool": "bash", "category": "command", "arguments": { "z": 1, "command": "ls", "a": { "y": 2.5, "b": [] } },
        "digest": "sha256:00", "pin": "x", "shell": "bash", "disk": [{ "told": ["no"], "path": "/p", "asked": "there" }],
        "cwd": "/p", "project": "/p", "home": "/h", "verdict": "ask", "approved": true, "source": "user", "stage": "layers",
        "rule": "Bash(ls)", "location": "f:1", "reason": "r", "request": "req", "channel": "terminal", "person": "me",
        "cause": "policy", "escalated": "2026-11-17T11:05:04Z", "approvals": ["me"], "answer": { "scope": "once", "approved": true },
        "edited": { "command": "ls -l", "at": null }, "decided_us": 7, "waited_ms": 8, "policy": "v", "profile": "byleave",
        "mode": "default", "grants": ["g"], "limits": [["l", 1, "2026-11-17T11:05:04Z"]], "needs_approval": true, "ask": true,
        "notice": true, "frozen": "f", "stopped": "t", "findings": [{ "verdict": "ask", "stage": "layers", "source": "none",
        "rule": "Bash(ls)", "location": "f:1", "span": [0, 2], "reason": "r" }], "findings_left_out": 1
    }"#;

    #[test]
    fn the_text_that_is_hashed_has_all_keys_in_order() {
        let entry: Entry = serde_json::from_str(WHOLE).expect("an entry");
        let value: serde_json::Value = serde_json::from_str(WHOLE).expect("a value");
        // The maps of a value are in order, and nothing of the entry got lost on its way.
        assert_eq!(canonical(&entry).expect("a text"), value.to_string());
    }
}
