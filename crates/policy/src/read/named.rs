//! What the arguments of a call name: every text that a tool may take for a path or an address, wherever it stands.

use serde_json::{Map, Value as Json};

use super::{Kind, Role, role};
use crate::Reason;
use crate::tool::Category;

/// Deeper than this, or more than this, no tool is meant to be called: nothing may hide there.
const DEEPEST: usize = 8;
const MOST: usize = 256;

/// A text that may be a path.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct NamedPath {
    pub text: String,
    pub role: Role,
}

/// What the arguments of a call name.
#[derive(Debug, Default)]
pub(crate) struct Named {
    pub paths: Vec<NamedPath>,
    pub addresses: Vec<String>,
    /// Why a person must look at the arguments.
    pub odd: Vec<Reason>,
}

impl Named {
    pub fn of(arguments: &Map<String, Json>, kind: Kind) -> Self {
        let mut reader = Reader { kind, named: Self::default() };
        reader.map(arguments, 0);
        if matches!(kind.category, Some(Category::Write) | None) {
            for (text, role) in super::patch::files(arguments) {
                reader.path(text, role);
            }
        }
        // Gemini's fetch has its addresses in the prompt.
        if kind.name == "fetch"
            && reader.named.addresses.is_empty()
            && let Some(prompt) = arguments.get("prompt").and_then(Json::as_str)
        {
            reader.named.addresses.extend(addresses_in(prompt));
        }
        reader.named
    }

    /// The directories that other paths are seen from.
    pub fn bases(&self) -> impl Iterator<Item = &str> {
        self.paths.iter().filter(|path| path.role == Role::Base).map(|path| path.text.as_str())
    }

    /// Whether anything is named that a tool could change.
    pub fn has_subject(&self) -> bool {
        self.paths.iter().any(|path| !matches!(path.role, Role::Base | Role::Pattern) && !path.text.trim().is_empty())
    }
}

struct Reader {
    kind: Kind,
    named: Named,
}

impl Reader {
    fn map(&mut self, map: &Map<String, Json>, depth: usize) {
        for (key, value) in map {
            // A list of files may be a map from paths to what shall stand in them.
            if depth > 0 && (key.contains('/') || key.starts_with('~')) {
                self.path(key.clone(), Role::Subject);
            }
            self.value(key, role(key, self.kind), value, depth);
        }
    }

    fn value(&mut self, key: &str, role: Role, value: &Json, depth: usize) {
        if depth > DEEPEST || self.named.paths.len() > MOST {
            self.ask(Reason::ArgumentsTooDeep);
            return;
        }
        match role {
            Role::Text => {}
            Role::Surroundings => self.surroundings(key, value),
            Role::Options => self.options(key, value, depth),
            Role::Address => self.address(key, value, depth),
            Role::Subject | Role::Path | Role::Source | Role::Base | Role::Pattern | Role::Attachment | Role::Other => {
                self.named(key, role, value, depth);
            }
        }
    }

    fn named(&mut self, key: &str, role: Role, value: &Json, depth: usize) {
        let deeper = depth.saturating_add(1);
        match value {
            // `redirect`, `referer`: a second place the fetch may go to.
            Json::String(text)
                if role == Role::Other && depth == 0 && self.kind.name == "fetch" && text.contains("://") =>
            {
                self.named.addresses.push(text.clone());
            }
            Json::String(text) => match nested(text) {
                Some(inner) => {
                    // The tool may take the text as it is, too.
                    self.text(role, text);
                    self.value(key, role, &inner, deeper);
                }
                None => self.text(role, text),
            },
            Json::Array(list) => list.iter().for_each(|one| self.value(key, role, one, deeper)),
            Json::Object(map) => {
                let before = self.named.paths.len();
                self.map(map, deeper);
                if self.named.paths.len() == before && role == Role::Subject {
                    if map.is_empty() {
                        self.ask(Reason::ArgumentNotFile(key.to_owned()));
                    }
                    map.keys().for_each(|name| self.path(name.clone(), role));
                }
            }
            Json::Bool(_) | Json::Number(_) if role == Role::Subject && self.is_a_file_tool() => {
                self.ask(Reason::ArgumentNotText(key.to_owned()));
            }
            Json::Bool(_) | Json::Number(_) | Json::Null => {}
        }
    }

    fn is_a_file_tool(&self) -> bool {
        matches!(self.kind.category, Some(Category::Read | Category::Write))
    }

    fn text(&mut self, role: Role, text: &str) {
        match role {
            Role::Other => {
                if self.kind.is_about_files() && looks_like_a_path(text) {
                    self.path(text.to_owned(), Role::Path);
                }
            }
            // Words in one tool, paths in another: what has several lines is no path.
            Role::Path | Role::Source if text.trim().contains('\n') && text.trim().len() > 1 => {}
            Role::Subject
            | Role::Path
            | Role::Source
            | Role::Base
            | Role::Pattern
            | Role::Attachment
            | Role::Address
            | Role::Text
            | Role::Surroundings
            | Role::Options => self.path(text.to_owned(), role),
        }
    }

    fn path(&mut self, text: String, role: Role) {
        let path = NamedPath { text, role };
        if !self.named.paths.contains(&path) {
            self.named.paths.push(path);
        }
    }

    fn address(&mut self, key: &str, value: &Json, depth: usize) {
        let deeper = depth.saturating_add(1);
        match value {
            Json::String(text) => match nested(text) {
                Some(inner) => self.value(key, Role::Address, &inner, deeper),
                None => self.named.addresses.push(text.clone()),
            },
            Json::Array(list) => list.iter().for_each(|one| self.value(key, Role::Address, one, deeper)),
            Json::Object(map) => {
                let before = self.named.addresses.len();
                self.map(map, deeper);
                if self.named.addresses.len() == before {
                    self.ask(Reason::ArgumentNotAddress(key.to_owned()));
                }
            }
            Json::Bool(_) | Json::Number(_) | Json::Null => {}
        }
    }

    /// What a tool runs in, and what holds it.
    fn surroundings(&mut self, key: &str, value: &Json) {
        let holds = key.to_lowercase().starts_with("sandbox");
        let plain = match value {
            Json::Null => true,
            Json::Bool(set) => *set == holds,
            Json::String(text) => text.is_empty(),
            Json::Array(list) => list.is_empty(),
            Json::Object(map) => map.is_empty(),
            Json::Number(_) => false,
        };
        if !plain && !self.kind.name.is_empty() && self.is_a_file_tool() {
            self.ask(Reason::ChangesSurroundings(key.to_owned()));
        }
    }

    /// Options that are handed on to a program.
    fn options(&mut self, key: &str, value: &Json, depth: usize) {
        let deeper = depth.saturating_add(1);
        match value {
            Json::String(text) => {
                let number =
                    text.bytes().all(|byte| byte.is_ascii_digit()) || matches!(text.as_str(), "true" | "false");
                let option = key.starts_with('-') && !number || text.trim_start().starts_with('-');
                if option && self.kind.is_about_files() && !self.kind.name.is_empty() {
                    self.ask(Reason::HandsOptions(key.to_owned()));
                } else {
                    self.text(Role::Other, text);
                }
            }
            Json::Array(list) => list.iter().for_each(|one| self.value(key, Role::Options, one, deeper)),
            Json::Object(map) => self.map(map, deeper),
            Json::Null | Json::Bool(_) | Json::Number(_) => {}
        }
    }

    fn ask(&mut self, reason: Reason) {
        // A few are enough for a person.
        if self.named.odd.len() < 16 && !self.named.odd.contains(&reason) {
            self.named.odd.push(reason);
        }
    }
}

/// A list or map that is given as text, as models do and harnesses undo.
fn nested(text: &str) -> Option<Json> {
    let text = text.trim();
    if !text.starts_with(['[', '{']) {
        return None;
    }
    serde_json::from_str(text).ok()
}

/// Whether a text of unknown meaning can only be a path that leads away.
fn looks_like_a_path(text: &str) -> bool {
    let text = text.trim();
    let away = text.starts_with(['/', '~']) || text.split(['/', '\\']).any(|part| part == "..");
    let hidden = text.starts_with('.') && !text.starts_with("..") || text.contains("/.");
    (away && text.len() > 1 || hidden) && !text.contains(['\n', ' '])
}

/// All addresses in a text.
pub(crate) fn addresses_in(text: &str) -> Vec<String> {
    let ends = |one: char| one.is_whitespace() || matches!(one, '"' | '\'' | '<' | '>' | '`' | ')' | ']');
    text.match_indices("://")
        .map(|(at, _)| {
            let before = text.get(..at).unwrap_or("");
            let start = before.rfind(|one: char| !one.is_ascii_alphanumeric()).map_or(0, |start| {
                start.saturating_add(before.get(start..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8))
            });
            let rest = text.get(start..).unwrap_or("");
            rest.split(ends).next().unwrap_or("").trim_end_matches(['.', ',', ';', ':', '!', '?']).to_owned()
        })
        .collect()
}
