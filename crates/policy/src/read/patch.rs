//! The files that a patch names.

use serde_json::{Map, Value as Json};

use byleave_knowledge::arguments::says_patch;

use super::Role;

/// Lines that name a file, and whether it goes away.
const HEADS: [(&str, Role); 8] = [
    ("*** Update File:", Role::Subject),
    ("*** Add File:", Role::Subject),
    ("*** Delete File:", Role::Source),
    ("*** Move to:", Role::Subject),
    ("rename from ", Role::Source),
    ("rename to ", Role::Subject),
    ("copy from ", Role::Path),
    ("copy to ", Role::Subject),
];

/// The files that the patches among the arguments name.
pub(crate) fn files(arguments: &Map<String, Json>) -> Vec<(String, Role)> {
    texts(arguments).flat_map(files_in).collect()
}

/// The files that a text names, if it is a patch.
pub(crate) fn files_in(text: &str) -> Vec<(String, Role)> {
    let mut files = Vec::new();
    let mut before = None;
    for line in text.lines() {
        let bare = line.trim_start();
        if let Some((rest, role)) = HEADS.iter().find_map(|(head, role)| Some((bare.strip_prefix(head)?, *role))) {
            files.push((rest.trim().to_owned(), role));
        }
        // A removed line may begin like a head: only the pair of both names files.
        if let (Some(old), Some(new)) = (before, line.strip_prefix("+++ ")) {
            files.extend([old, new].into_iter().filter_map(compared).map(|path| (path, Role::Subject)));
        }
        before = line.strip_prefix("--- ");
    }
    files
}

/// Whether a patch among the arguments makes a link.
pub(crate) fn links(arguments: &Map<String, Json>) -> bool {
    texts(arguments).any(makes_link)
}

/// Whether a patch makes a file a link: git writes the mode of one as 120000.
pub(crate) fn makes_link(text: &str) -> bool {
    text.lines().any(|line| line.contains("mode") && line.trim_end().ends_with("120000"))
}

/// The texts that may be patches: those that are called so, and the words of a call as Codex writes it.
fn texts(arguments: &Map<String, Json>) -> impl Iterator<Item = &str> {
    arguments.iter().filter(|(key, _)| says_patch(key)).flat_map(|(_, value)| match value {
        Json::String(text) => vec![text.as_str()],
        Json::Array(list) => list.iter().filter_map(Json::as_str).collect(),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Object(_) => Vec::new(),
    })
}

/// The path in a line that compares two files, without the prefix of git and the time after it.
fn compared(text: &str) -> Option<String> {
    let path = text.split('\t').next().unwrap_or("").trim_end();
    let path = path.strip_prefix("a/").or_else(|| path.strip_prefix("b/")).unwrap_or(path);
    (path != "/dev/null").then(|| path.to_owned())
}
