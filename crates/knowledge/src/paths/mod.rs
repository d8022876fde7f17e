//! Paths: their text, and which of them are special.

mod control;
mod rows;
mod sensitive;

pub use control::{Control, control, may_match_control, refused_files};
pub use rows::Places;
pub use sensitive::{could_match_secret, secret_directories, sensitive};

use std::borrow::Cow;

include!(concat!(env!("OUT_DIR"), "/places.rs"));

/// Whether two names begin with the same byte: the quickest way to tell most of them apart.
#[must_use]
pub fn begins_alike(one: &str, other: &str) -> bool {
    one.as_bytes().first() == other.as_bytes().first()
}

/// A path with its case folded: some file systems do.
#[must_use]
pub fn folded(path: &str) -> Cow<'_, str> {
    // To the end of every path, since the compiler does many bytes at once then.
    let plain = path.bytes().fold(0, |any, byte| any | u8::from(!byte.is_ascii() || byte.is_ascii_uppercase())) == 0;
    if plain { Cow::Borrowed(path) } else { Cow::Owned(path.to_lowercase()) }
}

/// Whether a path is `root` or lies in it, component by component.
#[must_use]
pub fn is_below(path: &str, root: &str) -> bool {
    path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || root == "/")
}

/// A path seen from the root.
#[must_use]
pub fn absolute(path: &str) -> Cow<'_, str> {
    if path.starts_with('/') && is_normal(path) { Cow::Borrowed(path) } else { Cow::Owned(normal("/", path)) }
}

/// `path` seen from `base`, absolute, without `.`, `..` and doubled slashes.
#[must_use]
pub fn normal(base: &str, path: &str) -> String {
    if path.starts_with('/') && is_normal(path) {
        return path.to_owned();
    }
    if base.starts_with('/') && is_normal(base) {
        if matches!(path, "" | ".") {
            return base.to_owned();
        }
        if base.len() > 1 && is_plain(path) {
            let mut result = String::with_capacity(base.len().saturating_add(path.len()).saturating_add(1));
            result.push_str(base);
            result.push('/');
            result.push_str(path);
            return result;
        }
    }
    let mut parts: Vec<&str> = Vec::new();
    let base = if path.starts_with('/') { "" } else { base };
    for part in base.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    let mut result = String::with_capacity(path.len().saturating_add(base.len()).saturating_add(1));
    for part in parts {
        result.push('/');
        result.push_str(part);
    }
    if result.is_empty() { "/".to_owned() } else { result }
}

/// Whether an absolute path has nothing to take out.
#[must_use]
pub fn is_normal(path: &str) -> bool {
    let bytes = path.as_bytes();
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or(&[]));
    // To the end of every path, since the compiler does many bytes at once then.
    let taken_out =
        pairs.fold(0, |any, (one, next)| any | u8::from(*one == b'/') & u8::from(matches!(next, b'/' | b'.')));
    taken_out == 0 && (bytes.last() != Some(&b'/') || bytes.len() == 1)
}

/// Whether a relative path has nothing to take out, as far as a quick look tells.
#[must_use]
pub fn is_plain(path: &str) -> bool {
    !path.starts_with(['.', '/']) && is_normal(path)
}

/// Files outside the project that only describe the machine or hold documentation: reading them needs no question.
#[must_use]
pub fn is_harmless(path: &str, home: &str) -> bool {
    is_device(path)
        || FILES.contains(&path)
        || TREES.iter().any(|tree| is_below(path, tree))
        || CACHES.iter().any(|cache| is_below(path, &normal(home, cache)))
        || OWN.iter().any(|(place, _)| is_own(path, place, home))
}

/// Whether a path lies in a place of an agent's own.
fn is_own(path: &str, place: &str, home: &str) -> bool {
    let (rest, place) = match place.strip_prefix("~/") {
        Some(below) => (path.strip_prefix(home).and_then(|rest| rest.strip_prefix('/')), below),
        None => (path.strip_prefix('/'), place.trim_start_matches('/')),
    };
    let mut parts = rest.unwrap_or("").split('/');
    place.split('/').all(|part| parts.next().is_some_and(|own| !own.is_empty() && crate::glob::matches(part, own)))
}

/// Whether the names in a directory may be told, though not all that lies there may be read.
#[must_use]
pub fn is_listed(path: &str) -> bool {
    LISTED.iter().any(|place| is_below(path, place))
}

/// Devices that hold nothing and keep nothing.
#[must_use]
pub fn is_device(path: &str) -> bool {
    DEVICES.contains(&path)
        || path.strip_prefix("/dev/fd/").is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The last component of a path.
#[must_use]
pub fn base_name(path: &str) -> &str {
    let slash = path.bytes().rposition(|byte| byte == b'/');
    slash.and_then(|slash| path.get(slash.saturating_add(1)..)).unwrap_or(path)
}

/// What a command word counts as: its name, without the directories system programs live in.
#[must_use]
pub fn plain_name(name: &str) -> &str {
    let base = base_name(name);
    let directory = name.len().checked_sub(base.len().saturating_add(1)).and_then(|end| name.get(..end));
    if directory.is_some_and(is_program_directory) { base } else { name }
}

/// Directories of system programs: a command word there is as good as its name.
#[must_use]
pub fn is_program_directory(path: &str) -> bool {
    PROGRAM_DIRECTORIES.contains(&path)
}
