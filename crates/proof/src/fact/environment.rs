//! The variables that a shell starts with.

use byleave_knowledge::paths::{is_below, normal};
use byleave_knowledge::{glob, programs};

use super::{At, Look};
use crate::git;
use crate::reason::{Reason, refuse};
use crate::tables::shells::{OPTIONS, PLACES};

impl Look<'_> {
    /// Whether no directory of `PATH` inside the project has a program of this name, and no manager of versions (asdf, mise, pyenv, rbenv,
    /// nodenv) a stand-in for it, which runs what a file of the project names: `jq path:./evil` in `.tool-versions`. What else lies in the
    /// directories of the system and of the user is theirs.
    pub(super) fn program(self, name: &str) -> Result<(), Reason> {
        let path = self.variables.get("PATH").map_or("", String::as_str);
        for told in path.split(':').filter(|_| !path.is_empty()) {
            // An empty one is where the shell is, and a relative one is seen from there.
            let directory = normal(self.ground.cwd, told);
            let own = is_below(&directory, self.ground.project);
            let program = format!("{directory}/{name}");
            let absent = matches!(self.disk.at(&program), At::Nothing | At::Directory);
            if absent && !told.contains("..") {
                continue;
            }
            // `~/bin` may be a link into the project, and so may be what lies there.
            let from = if told.starts_with('/') { told } else { &format!("{}/{told}", self.ground.cwd) };
            let led = match self.follow(&format!("{from}/{name}")) {
                Ok((_, At::Nothing | At::Directory)) => continue,
                Ok((real, _)) => is_below(&real, self.ground.project),
                Err(unseen) => refuse(own, || unseen).map(|()| false)?,
            };
            refuse(own || led, || Reason::ProjectProgram(program.clone()))?;
            refuse(directory.ends_with("/shims"), || Reason::Shim(program))?;
        }
        Ok(())
    }

    /// Whether no variable changes what a shell or this program does.
    pub(super) fn heeds_nothing(self, program: &str) -> Result<(), Reason> {
        let heeded = programs::find(program).and_then(|entry| entry.rare("heeds")).unwrap_or("");
        let bad = self.variables.iter().filter(|(_, value)| !value.is_empty()).find(|(name, value)| {
            let own = || {
                let mut places = value.split([':', ' ']).filter(|place| !place.is_empty());
                places.any(|place| is_below(&normal(self.ground.cwd, place), self.ground.project))
            };
            // The function of bash that a variable hands on: `BASH_FUNC_ls%%`, in older versions `BASH_FUNC_ls()`.
            let function =
                name.strip_prefix("BASH_FUNC_").is_some_and(|name| name.trim_end_matches(['%', '(', ')']) == program);
            OPTIONS.contains(&name.as_str())
                || function
                || PLACES.contains(&name.as_str()) && own()
                || is_heeded(heeded, name, value) && !(git::hands_setting(name) && git::are_harmless(self.variables))
        });
        bad.map_or(Ok(()), |(name, _)| Err(Reason::Variable(name.clone())))
    }
}

/// Whether a list of names has a variable: patterns, `!` before those that do no harm, and `NAME=value` for values that do none.
fn is_heeded(list: &str, name: &str, value: &str) -> bool {
    let harmless = |one: &str| match one.split_once('=') {
        Some((variable, harmless)) => variable == name && harmless == value,
        None => glob::matches(one, name),
    };
    let mut names = list.split_ascii_whitespace();
    names.clone().any(|one| !one.starts_with('!') && glob::matches(one, name))
        && !names.any(|one| one.strip_prefix('!').is_some_and(harmless))
}
