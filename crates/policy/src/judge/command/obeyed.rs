//! Files of the project that a program obeys although it only reads, and repositories that git would take for its own.
//!
//! A proven read is one only if nothing of that is there. A rule that names the program needs no such proof.

use super::Judge;
use crate::command::{Item, Simple, Usage};
use crate::must::Gap;
use crate::paths::{is_below, normal};
use crate::programs;

impl Judge<'_, '_> {
    /// Whether nothing in the project tells a program that reads to run something.
    pub(super) fn obeys_nothing(&self, simple: &Simple<'_>, usage: &Usage) -> Result<(), Gap> {
        let program = usage.path.first().copied().unwrap_or("");
        if program == "git" {
            return self.own_repository(simple, usage);
        }
        let sub = usage.path.get(1).copied().unwrap_or("");
        let Some(obeyed) = programs::obeys(program, sub) else { return Ok(()) };
        let gap = |file: &str| Gap {
            reason: format!("`{program}` obeys `{file}` of the project, which may run something").into(),
            span: simple.span,
        };
        let first = obeyed.files.first().copied().unwrap_or("");
        let Some(directory) = self.ground.directory(&simple.directory) else { return Err(gap(first)) };
        for file in obeyed.files {
            for place in self.upwards(&directory) {
                match self.is_there(&normal(&place, file)) {
                    Some(true) => return Err(gap(file)),
                    Some(false) => {}
                    None if obeyed.likely => return Err(gap(file)),
                    None => return Ok(()),
                }
            }
        }
        Ok(())
    }

    /// Whether git works in the repository of the project, and in none that lies in it: the settings of that one may name
    /// programs.
    fn own_repository(&self, simple: &Simple<'_>, usage: &Usage) -> Result<(), Gap> {
        let gap = || Gap {
            reason: "may work in a repository of its own inside the project, whose settings may run programs".into(),
            span: simple.span,
        };
        if self.is_at_root(simple) {
            return Ok(());
        }
        let mut directory = self.ground.directory(&simple.directory).ok_or_else(gap)?.into_owned();
        // After the sub-command it is another option: `git blame -C`.
        let sub = usage.named_at.get(1).copied().unwrap_or(usize::MAX);
        for used in usage.options.iter().filter(|used| used.key == "-C" && used.at < sub) {
            let told = used.value.and_then(|given| simple.items.get(given.at)).and_then(Item::text).ok_or_else(gap)?;
            directory = normal(&directory, told);
        }
        for place in self.upwards(&directory) {
            // The project is what the caller chose; so is where the call starts, as far as nothing is known of it.
            if place == self.ground.project {
                return Ok(());
            }
            let here = place == self.ground.cwd;
            // A repository, or what git takes for a bare one.
            for mark in [".git", "HEAD"] {
                match self.is_there(&normal(&place, mark)) {
                    Some(false) => {}
                    None if here => return Ok(()),
                    Some(true) | None => return Err(gap()),
                }
            }
        }
        Ok(())
    }

    /// A directory, and those above it up to the project.
    fn upwards(&self, directory: &str) -> Vec<String> {
        let above = std::iter::successors(Some(directory.to_owned()), |path| {
            path.rsplit_once('/')
                .map(|(above, _)| above.to_owned())
                .filter(|above| is_below(above, &self.ground.project))
        });
        above.collect()
    }

    /// Whether something is there; `None` if the disk, or this project on it, cannot be seen.
    fn is_there(&self, path: &str) -> Option<bool> {
        self.files.resolver.exists(&self.ground.project).filter(|there| *there)?;
        self.files.resolver.exists(path)
    }
}
