//! What the name of an argument says about its value.

use crate::tools::{self, Category};

include!(concat!(env!("OUT_DIR"), "/arguments.rs"));

/// What the value of an argument may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A file or directory; any other value than text is not understood.
    Subject,
    /// A file or directory, if it is text.
    Path,
    /// A file or directory that is moved or copied away.
    Source,
    /// The directory that other paths are seen from.
    Base,
    /// A pattern on paths.
    Pattern,
    /// A file that is sent along.
    Attachment,
    /// An address.
    Address,
    /// Words that no file is found by: contents, questions, what to search for.
    Text,
    /// What runs beside the tool, or what it runs in.
    Surroundings,
    /// Options that are handed on to a program.
    Options,
    /// Nothing is known.
    Other,
}

/// What a tool is, as far as the meaning of its arguments depends on it.
#[derive(Clone, Copy)]
pub struct Kind {
    /// The name the engine knows it by; empty if it does not.
    pub name: &'static str,
    /// Its category, if that is known.
    pub category: Option<Category>,
}

impl Kind {
    /// Whether the tool is about files, so that anything that looks like a path is one.
    #[must_use]
    pub fn is_about_files(self) -> bool {
        tools::is_about_files(self.name, self.category)
    }
}

/// What the value of an argument may be, by its name and the tool it is given to.
#[must_use]
pub fn role(key: &str, kind: Kind) -> Role {
    let words = words(key);
    let folded = words.concat();
    let name = folded.as_str();
    let (first, last) = (words.first().map_or("", String::as_str), words.last().map_or("", String::as_str));
    let network = kind.category == Some(Category::Network);
    if SURROUNDINGS.contains(&name) || DANGERS.contains(&first) {
        return Role::Surroundings;
    }
    if OPTIONS.contains(&name) || key.starts_with('-') {
        return Role::Options;
    }
    if network && (ADDRESS_NOUNS.contains(&last) || ADDRESSES.contains(&name)) {
        return Role::Address;
    }
    if network && ATTACHMENTS.contains(&last) {
        return Role::Attachment;
    }
    if kind.name == "glob" && matches!(name, "pattern" | "patterns" | "query") || kind.name == "ls" && name == "pattern"
    {
        return Role::Pattern;
    }
    if kind.name == "read" && matches!(name, "pattern" | "patterns") || PATTERNS.contains(&name) {
        return Role::Pattern;
    }
    // What is left out of a search is not looked at.
    if [CONTENTS, EDITS, KEPT, TEXTS].iter().any(|list| list.contains(&name)) || LEFT_OUT.contains(&first) {
        return Role::Text;
    }
    if BASES.contains(&name) {
        return Role::Base;
    }
    let named = NAMES.contains(&last) && words.len() > 1 && words.iter().any(|word| NAMED.contains(&word.as_str()));
    let path = NOUNS.contains(&last) || named;
    if path && MOVED.contains(&first) || !network && SOURCES.contains(&name) {
        return Role::Source;
    }
    if SUBJECTS.contains(&name) {
        return Role::Subject;
    }
    if path || !network && LOOSE.contains(&name) || network && SAVED.contains(&name) {
        return Role::Path;
    }
    Role::Other
}

/// The arguments that say what a tool is about, in the order they are looked for.
pub fn subjects() -> impl Iterator<Item = &'static str> {
    FILES.iter().chain(WORDS).copied()
}

/// Whether an argument says what a tool is about.
#[must_use]
pub fn is_subject(key: &str) -> bool {
    FILES.contains(&key) || WORDS.contains(&key)
}

/// Whether a name says that a command is given, or its words.
#[must_use]
pub fn says_command(key: &str) -> bool {
    RUN.contains(&words(key).concat().as_str())
}

/// Whether a name says that options are handed on to a program.
#[must_use]
pub fn says_options(key: &str) -> bool {
    OPTIONS.contains(&words(key).concat().as_str())
}

/// Whether a name says that it is text for people, or to be kept, in a tool that is not known.
#[must_use]
pub fn says_text(key: &str) -> bool {
    [CONTENTS, KEPT, NOTES].iter().any(|list| list.contains(&words(key).concat().as_str()))
}

/// Whether a name says that it is the content of a file, for a tool on files.
#[must_use]
pub fn says_content(key: &str) -> bool {
    [CONTENTS, EDITS].iter().any(|list| list.contains(&words(key).concat().as_str()))
}

/// Whether a name says that it may be a patch.
#[must_use]
pub fn says_patch(key: &str) -> bool {
    PATCHES.contains(&words(key).concat().as_str())
}

/// Whether a name says that it is SQL.
#[must_use]
pub fn says_sql(key: &str) -> bool {
    SQL.contains(&words(key).concat().as_str())
}

/// Whether a name says that it is a host or an address.
#[must_use]
pub fn says_host(key: &str) -> bool {
    HOSTS.contains(&words(key).concat().as_str())
}

/// Whether an argument chooses how a page is asked for.
#[must_use]
pub fn says_method(key: &str) -> bool {
    METHODS.contains(&key.to_ascii_lowercase().as_str())
}

/// Whether an argument of a request is sent beside its address.
#[must_use]
pub fn is_sent(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    SENT.contains(&key.as_str()) || SENT_BESIDE.contains(&key.as_str())
}

/// The words of a name, lower-cased: `filePath`, `file_path` and `File-Path` are the same two.
fn words(key: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut fresh = true;
    let mut lower = false;
    for one in key.trim().chars() {
        if !one.is_alphanumeric() {
            fresh = true;
            continue;
        }
        if fresh || lower && one.is_uppercase() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(one.to_lowercase());
        }
        fresh = false;
        lower = one.is_lowercase() || one.is_numeric();
    }
    words
}
