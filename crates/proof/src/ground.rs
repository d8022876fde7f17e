//! Where a call stands, and which paths may be read there.

use byleave_knowledge::paths::{control, is_below, is_harmless, is_listed, sensitive};

use crate::reason::Reason;

/// The directories of a call: absolute, normal paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground<'g> {
    /// The project's root.
    pub project: &'g str,
    /// The home directory.
    pub home: &'g str,
    /// Where the text starts.
    pub cwd: &'g str,
    /// Directories beside the project that calls may read.
    pub roots: &'g [String],
}

impl Ground<'_> {
    /// Whether an absolute, normal path may be read, by its text alone: it lies in the project, in a root or in a place that only
    /// describes the machine, and its name is that of no secret. What links make of it is a fact of the world.
    pub(crate) fn may_read(&self, path: &str) -> Result<(), Reason> {
        // A root may be a home of its own: `~/backup/.aws`.
        let homes = std::iter::once(self.home).chain(self.roots.iter().map(String::as_str));
        if let Some(what) = homes.into_iter().find_map(|home| sensitive(path, "", home)) {
            return Err(Reason::Secret(path.to_owned(), what));
        }
        self.is_open(path)
    }

    /// Whether what is known *about* a path may be looked at: its size, its times, the names in it.
    pub(crate) fn may_look(&self, path: &str) -> Result<(), Reason> {
        if is_listed(path) { Ok(()) } else { self.is_open(path) }
    }

    /// Whether an absolute, normal path may be written, by its text alone: it lies in the project and steers nothing.
    pub(crate) fn may_write(&self, path: &str) -> Result<(), Reason> {
        if let Some(what) = sensitive(path, "", self.home) {
            return Err(Reason::Secret(path.to_owned(), what));
        }
        if let Some(control) = control(path, self.home, false) {
            return Err(Reason::Control(path.to_owned(), control.what));
        }
        if path.split('/').any(|part| part.eq_ignore_ascii_case(".git")) {
            return Err(Reason::Control(path.to_owned(), "a repository's own"));
        }
        if is_below(path, self.project) { Ok(()) } else { Err(Reason::Outside(path.to_owned())) }
    }

    fn is_open(&self, path: &str) -> Result<(), Reason> {
        let inside = is_below(path, self.project) || self.roots.iter().any(|root| is_below(path, root));
        if inside || is_harmless(path, self.home) { Ok(()) } else { Err(Reason::Outside(path.to_owned())) }
    }
}
