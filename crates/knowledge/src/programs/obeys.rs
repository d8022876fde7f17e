//! Files of a project that programs obey although they only read: the program may run what such a file says.

use super::{Entry, all, find};

/// What a program obeys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obeys {
    /// Files and directories, seen from where it runs and from the directories above up to the project.
    pub files: Vec<&'static str>,
    /// Projects of its kind mostly have them, so without a look at the disk they count as there.
    pub likely: bool,
}

/// The programs that obey a file, by its path.
///
/// ```
/// use byleave_knowledge::programs::obeyed_by;
/// assert!(obeyed_by("/w/app/.npmrc").contains(&"npm"));
/// assert!(obeyed_by("/w/app/.cargo/config.toml").contains(&"cargo"));
/// assert!(obeyed_by("/w/app/notes.txt").is_empty());
/// ```
#[must_use]
pub fn obeyed_by(path: &str) -> Vec<&'static str> {
    let obeys = |entry: Entry| entry.obeys().any(|file| path == file || path.ends_with(&format!("/{file}")));
    all().filter(|entry| obeys(*entry) || entry.subs().any(obeys)).map(Entry::name).collect()
}

/// What a program obeys, by its name and its sub-command.
#[must_use]
pub fn obeys(program: &str, sub: &str) -> Option<Obeys> {
    let program = find(program)?;
    let rows = [Some(program), program.sub_command(sub)];
    let files: Vec<&'static str> = rows.into_iter().flatten().flat_map(Entry::obeys).collect();
    let likely = rows.into_iter().flatten().any(Entry::usually_obeys);
    (!files.is_empty()).then_some(Obeys { files, likely })
}
