//! The variables that a shell starts with.

use byleave_knowledge::paths::{is_below, normal};
use byleave_knowledge::{glob, programs};

use super::{At, Look};
use crate::git;
use crate::reason::Reason;

/// Variables that make a shell that is not interactive read another file first, or read otherwise.
const SHELL: [&str; 3] = ["BASH_ENV", "SHELLOPTS", "BASHOPTS"];

/// Variables that do no harm as long as nothing of the project is in them: where zsh looks for its first file, and what is loaded into
/// every program.
const PLACES: [&str; 4] = ["ZDOTDIR", "LD_PRELOAD", "LD_LIBRARY_PATH", "LD_AUDIT"];

impl Look<'_> {
    /// Whether no directory of `PATH` inside the project has a program of this name, and no manager of versions (asdf, mise, pyenv, rbenv,
    /// nodenv) a stand-in for it, which runs what a file of the project names: `jq path:./evil` in `.tool-versions`. What else lies in the
    /// directories of the system and of the user is theirs.
    pub(super) fn program(self, name: &str) -> Result<(), Reason> {
        let path = self.variables.get("PATH").map_or("", String::as_str);
        for directory in path.split(':').filter(|_| !path.is_empty()) {
            // An empty one is where the shell is, and a relative one is seen from there.
            let directory = normal(self.ground.cwd, directory);
            let own = is_below(&directory, self.ground.project);
            if !own && !directory.ends_with("/shims") {
                continue;
            }
            let program = format!("{directory}/{name}");
            if !matches!(self.found(&program)?, None | Some(At::Directory)) {
                return Err(if own { Reason::ProjectProgram(program) } else { Reason::Shim(program) });
            }
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
            SHELL.contains(&name.as_str())
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
