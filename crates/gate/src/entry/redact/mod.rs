//! Removes secrets from the record.
//!
//! More people read a record than the call, and it is kept longer. byleave puts a stand-in in place of each secret: one
//! literal word without active characters. It says what kind of secret it was, has the same length if the length of
//! that kind is public, and has a short keyed hash, so that equal secrets have equal stand-ins. The verdict on a call
//! is the same without its secrets: programs, options, paths and everything else that could be dangerous stay, even if
//! a name says that they are secret. Doing it again changes nothing.

mod command;
mod edit;
#[cfg(test)]
mod tests;
mod text;
mod value;
mod words;

use std::borrow::Cow;
use std::collections::HashMap;

use byleave_knowledge::arguments::{is_subject, says_command, says_content, says_options};
use byleave_knowledge::secrets::{is_secret_variable, may_hold_secret};
use byleave_policy::grant::{Coverage, GrantPart};
use byleave_policy::read::{Reading, argument};
use byleave_policy::tools::{self, Category};
use byleave_policy::{Digest, hex};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use text::Manner;

/// The secrets found, each with its stand-in.
type Seen = Vec<(String, String)>;

/// Whether a value contains a stand-in for a secret. Such a call cannot run, because only the agent knows the secret.
#[must_use]
pub fn holds_stand_in(value: &Value) -> bool {
    let hex = |rest: &str| rest.get(..8).is_some_and(|hash| hash.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let text = |text: &str| {
        let mut parts = text.split("REDACTED").skip(1);
        parts.any(|rest| hex(rest) || rest.strip_prefix('-').is_some_and(hex))
    };
    match value {
        Value::String(one) => text(one),
        Value::Array(list) => list.iter().any(holds_stand_in),
        Value::Object(map) => map.iter().any(|(key, one)| text(key) || holds_stand_in(one)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Takes secrets out.
#[derive(Clone)]
pub struct Redactor {
    key: [u8; 32],
}

impl std::fmt::Debug for Redactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The key lets people try out secrets against a record.
        f.write_str("Redactor")
    }
}

/// The arguments of a call without their secrets.
#[derive(Debug)]
pub struct Redacted {
    /// The arguments.
    pub arguments: Map<String, Value>,
    command: Option<command::RedactedCommand>,
    seen: Seen,
}

impl Redacted {
    /// The span of a part of the real command in the command without secrets.
    #[must_use]
    pub fn span(&self, span: (u32, u32)) -> (u32, u32) {
        self.command.as_ref().map_or(span, |command| command.span(span))
    }

    /// A text about the call, such as a reason, without the secrets that were found in the call.
    #[must_use]
    pub fn scrub<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.seen.len() > MOST_SECRETS {
            return Cow::Borrowed("left out: the call holds too many secrets to look for each");
        }
        let mut text = Cow::Borrowed(text);
        for (secret, stand_in) in &self.seen {
            // Shorter ones would take letters out of every word.
            if secret.len() >= 4 && text.contains(secret.as_str()) {
                text = Cow::Owned(text.replace(secret.as_str(), stand_in));
            }
        }
        text
    }
}

/// With more secrets than this in a call, texts about it are left out.
const MOST_SECRETS: usize = 500;

/// How often a text is looked at again after something was found in it.
const ROUNDS: usize = 6;

/// How deep arguments are looked into; below that nothing is kept.
const DEEPEST: u32 = 64;

impl Redactor {
    /// With the key of the store, so that hashes of one store say nothing about those of another.
    #[must_use]
    pub const fn new(key: [u8; 32]) -> Self {
        Self { key }
    }

    /// The arguments of a tool, without secrets.
    #[must_use]
    pub fn arguments(&self, tool: &str, arguments: &Map<String, Value>) -> Map<String, Value> {
        self.redact(tool, arguments).arguments
    }

    /// The arguments of a tool, without secrets, with what is needed to speak about them.
    #[must_use]
    pub fn redact(&self, tool: &str, arguments: &Map<String, Value>) -> Redacted {
        self.redact_in(tool, arguments, None)
    }

    /// The same for the arguments of a call that was read before.
    pub(crate) fn redact_in(&self, tool: &str, arguments: &Map<String, Value>, read: Option<&Reading<'_>>) -> Redacted {
        let known = tools::find(tool);
        let shell = known.filter(|tool| tool.runs).and_then(|_| argument(arguments));
        let script = read.and_then(Reading::command).map(|commands| &*commands.script);
        let writes = known.is_some_and(|tool| tool.category == Category::Write);
        let mut seen = Seen::new();
        let mut command = None;
        let mut new = Map::new();
        for (key, value) in arguments {
            let redacted = match value {
                Value::String(text) if shell == Some(key.as_str()) => {
                    let redacted = command.insert(command::redact(self, text, script, &mut seen));
                    Value::String(redacted.text.clone())
                }
                Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::String(_)
                | Value::Array(_)
                | Value::Object(_) => self.argument(key, value, writes, 0, &mut seen),
            };
            new.insert(key.clone(), redacted);
        }
        // The longest first, so that one secret inside another does not leave the rest of it.
        seen.sort_by_key(|(secret, _)| std::cmp::Reverse(secret.len()));
        seen.dedup();
        Redacted { arguments: new, command, seen }
    }

    /// A reason, feedback, an answer: text in words, without secrets.
    #[must_use]
    pub fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut seen = Seen::new();
        text::all(self, text, Manner::Running, &mut seen).map_or(Cow::Borrowed(text), Cow::Owned)
    }

    /// What may be stored as the coverage of a grant: one that spells out a secret covers the very call instead. A grant is
    /// kept as long as the record, and a call without its secrets is still known by its digest.
    #[must_use]
    pub fn coverage(&self, coverage: Coverage, digest: Digest) -> Coverage {
        let spelt = match &coverage {
            Coverage::Commands { parts, .. } => parts.iter().any(|part| match part {
                GrantPart::Exact(text) | GrantPart::SubCommand(text) => {
                    command::redact(self, text, None, &mut Seen::new()).text != *text
                }
                GrantPart::Directory(_) => false,
            }),
            Coverage::Call(_) | Coverage::Tool(_) | Coverage::Rule(_) => false,
        };
        if spelt { Coverage::Call(digest) } else { coverage }
    }

    fn argument(&self, key: &str, value: &Value, writes: bool, depth: u32, seen: &mut Seen) -> Value {
        if depth > DEEPEST {
            return Value::Null;
        }
        let secret = is_secret_variable(key) && !is_subject(key);
        match value {
            Value::Number(number) if secret => Value::String(self.value(&number.to_string(), seen)),
            Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
            Value::String(text) if secret => {
                let evident = text::evident(self, text, seen);
                if !evident.is_empty() {
                    Value::String(evident.apply(text))
                } else if text.is_empty() || value::is_stand_in(text) {
                    value.clone()
                } else {
                    Value::String(self.value(text, seen))
                }
            }
            Value::String(text) if says_command(key) || says_options(key) => {
                let redacted = command::redact(self, text, None, seen).text;
                Value::String(text::all(self, &redacted, Manner::Running, seen).unwrap_or(redacted))
            }
            Value::String(text) => {
                let reading = if writes && says_content(key) { Manner::Content } else { Manner::Running };
                text::all(self, text, reading, seen).map_or_else(|| value.clone(), Value::String)
            }
            Value::Array(list) => Value::Array(self.list(key, list, writes, depth, seen)),
            Value::Object(map) => {
                // What stands below the name of a secret is secret, whatever it is called there.
                let name = |inner: &str| if secret { key.to_owned() } else { inner.to_owned() };
                let inner = map
                    .iter()
                    .map(|(inner, value)| (inner.clone(), self.argument(&name(inner), value, writes, depth + 1, seen)));
                Value::Object(inner.collect())
            }
        }
    }

    /// A list may be the words of a command: `["mysql", "-psecret"]`.
    fn list(&self, key: &str, list: &[Value], writes: bool, depth: u32, seen: &mut Seen) -> Vec<Value> {
        let words: Vec<Option<&str>> = list.iter().map(Value::as_str).collect();
        let mut secrets = HashMap::new();
        for (which, range) in words::secrets(&words) {
            secrets.entry(which).or_insert(range);
        }
        let mut new = Vec::with_capacity(list.len());
        for (index, value) in list.iter().enumerate() {
            let place = secrets.get(&index);
            new.push(match (value.as_str(), place) {
                (Some(word), Some(range)) => {
                    let with = self.value(word.get(range.clone()).unwrap_or(""), seen);
                    let edits = edit::Edits::new(vec![edit::Edit { range: range.clone(), with }]);
                    Value::String(edits.apply(word))
                }
                _ => self.argument(key, value, writes, depth + 1, seen),
            });
        }
        new
    }

    /// The stand-in for a value that its context shows to be a secret. It does not reveal the length.
    fn value(&self, secret: &str, seen: &mut Seen) -> String {
        let hash = self.hash(secret);
        // A rule that asks because of a token must go on asking.
        let with = if may_hold_secret(secret) {
            format!("sk-REDACTED{hash}{}", "x".repeat(24))
        } else {
            format!("REDACTED-{hash}")
        };
        seen.push((secret.to_owned(), with.clone()));
        with
    }

    /// Eight hexadecimal digits that are the same for the same secret, under the same key.
    fn hash(&self, secret: &str) -> String {
        let digest: [u8; 32] = Sha256::new()
            .chain_update(b"byleave secret 1")
            .chain_update(self.key)
            .chain_update(secret.as_bytes())
            .finalize()
            .into();
        digest.first_chunk::<4>().map(|start| hex(start)).unwrap_or_default()
    }
}
