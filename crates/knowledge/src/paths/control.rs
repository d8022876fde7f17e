//! Files that steer byleave, agents, shells, version control, CI and editors: writing them changes what later runs.

use std::sync::LazyLock;

use super::rows::{ByByte, Places};
use super::{begins_alike, folded, is_below};

include!(concat!(env!("OUT_DIR"), "/control.rs"));

/// What writing a control file means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// Nothing lifts it: byleave's own files and the hooks it hangs on.
    pub denied: bool,
    /// What the file is, in words.
    pub what: &'static str,
}

/// What control file writing an absolute, normal path changes, if any. `whole` says that everything below the path is
/// affected too, as when it is deleted or moved. Case is folded: some file systems do.
#[must_use]
pub fn control(path: &str, home: &str, whole: bool) -> Option<Control> {
    let (path, home) = (folded(path), folded(home));
    let mut found: Option<Control> = None;
    let mut add = |denied: bool, what: &'static str| {
        if found.is_none_or(|found| denied && !found.denied) {
            found = Some(Control { denied, what });
        }
    };
    for (name, denied, what) in that_may_stand_in(&path) {
        if is_anywhere(&path, name, whole) {
            add(*denied, what);
        }
    }
    let holds = whole && is_narrow(&path);
    // Only a path in the home directory, or one that holds it, can concern these.
    match path.strip_prefix(home.as_ref()).and_then(|rest| rest.strip_prefix('/')) {
        Some(rest) => {
            for (name, denied, what) in IN_HOME {
                if (rest.is_empty() || begins_alike(rest, name)) && is_at(rest, name, holds) {
                    add(*denied, what);
                }
            }
        }
        None if holds && is_below(&home, &path) => {
            for (_, denied, what) in IN_HOME {
                add(*denied, what);
            }
        }
        None => {}
    }
    // All begin with a slash, and so does what holds them: what holds all of them is not narrow.
    let second = |path: &str| path.as_bytes().get(1).copied();
    for (name, denied, what) in ABSOLUTE {
        if second(name) == second(&path) && is_at(&path, name, holds) {
            add(*denied, what);
        }
    }
    found
}

/// The files of a project and a home directory that an agent may never write, as absolute paths, and whether everything
/// below is meant.
#[must_use]
pub fn refused_files(project: &str, home: &str) -> Vec<(String, bool)> {
    // The names an agent would make in byleave's directories, where nothing may lie yet.
    let made =
        [(home, ".config/byleave/policy.yaml"), (project, ".byleave/policy.yaml"), ("/", "etc/byleave/policy.yaml")];
    let mut all: Vec<(String, bool)> = made.map(|(base, name)| (super::normal(base, name), false)).into();
    let tables = [(project, ANYWHERE), (home, ANYWHERE), (home, IN_HOME), ("/", ABSOLUTE)];
    for (base, rows) in tables {
        let refused = rows.iter().filter(|(name, denied, _)| *denied && name.contains('/'));
        all.extend(refused.map(|(name, ..)| (super::normal(base, name), name.ends_with('/'))));
    }
    all
}

/// Whether a pattern that begins as a hidden name does may match the name of a control file or directory. A bare `*` does
/// not match hidden names.
#[must_use]
pub fn may_match_control(pattern: &str) -> bool {
    let first = pattern.split('/').next().unwrap_or("").to_lowercase();
    if !first.starts_with('.') || !first.contains(['*', '?', '[']) {
        return false;
    }
    ANYWHERE.iter().filter_map(|(name, ..)| name.split('/').next()).any(|name| crate::glob::matches(&first, name))
}

/// Whether a path is a control file, lies in a control directory, or holds one and is affected as a whole.
fn is_at(path: &str, control: &str, whole: bool) -> bool {
    let control = control.trim_end_matches('/');
    is_below(path, control) || whole && is_below(control, path)
}

/// The whole file system or a whole home directory is more than an attack on one file in it: other floors ask there.
fn is_narrow(path: &str) -> bool {
    path.bytes().filter(|byte| *byte == b'/').count() > 2
}

const _: () = assert!(ANYWHERE.len() <= ByByte::MOST);

/// The rows of [`ANYWHERE`] that begin as some component of a path does.
fn that_may_stand_in(path: &str) -> impl Iterator<Item = &'static (&'static str, bool, &'static str)> {
    static BY_FIRST: LazyLock<ByByte> =
        LazyLock::new(|| ByByte::new(ANYWHERE.iter().map(|(name, ..)| name.bytes().next())));
    let mut begins = true;
    let mut rows = 0;
    for byte in path.bytes() {
        if begins {
            rows |= BY_FIRST.with(byte);
        }
        begins = byte == b'/';
    }
    Places(rows).filter_map(|row| ANYWHERE.get(row))
}

fn is_anywhere(path: &str, name: &str, whole: bool) -> bool {
    let tree = name.ends_with('/');
    let name = name.trim_end_matches('/');
    // A file can only be the end of a path; a directory may stand anywhere in it.
    let inside = path.strip_suffix(name).is_some_and(|before| before.ends_with('/'))
        || tree
            && path.bytes().enumerate().filter(|(_, byte)| *byte == b'/').any(|(slash, _)| {
                let rest = path.get(slash.saturating_add(1)..).and_then(|from| from.strip_prefix(name));
                rest.is_some_and(|rest| rest.starts_with('/'))
            });
    // The directory of a control file as a whole: `.git` holds `.git/hooks`.
    inside || whole && name.split_once('/').is_some_and(|(directory, _)| path.ends_with(&format!("/{directory}")))
}
