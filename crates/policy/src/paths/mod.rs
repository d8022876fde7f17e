//! Paths: where they lead, whether that is inside the project, and which of them are special.
//!
//! Purely by their text. Links are followed only by a caller with a disk, through [`Resolver`].

mod memory;
mod resolver;
mod root;

pub use byleave_knowledge::paths::{
    Control, base_name, control, is_below, is_device, is_harmless, is_listed, is_program_directory, may_match_control,
    normal, plain_name, secret_directories, sensitive,
};
pub(crate) use byleave_knowledge::paths::{Places, begins_alike, refused_files};
use byleave_knowledge::paths::{absolute, is_normal};
pub(crate) use memory::Memory;
pub use resolver::{Lexical, Listing, Look, Resolver};
pub use root::{Root, RootError};

use std::borrow::Cow;

use byleave_shell::{Directory, Whereabouts};

/// The places that paths are compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground<'c> {
    /// The root of the project, absolute and normal.
    pub project: Cow<'c, str>,
    /// The user's home directory, absolute and normal.
    pub home: Cow<'c, str>,
    /// Where the call starts, absolute and normal.
    pub cwd: Cow<'c, str>,
    /// Directories beside the project that the call may read, absolute and normal.
    pub roots: Vec<String>,
}

/// Where a file lies for who reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// In the project, or it only describes the machine.
    Open,
    /// In a directory beside the project that may be read. Nothing there is project code.
    InRoot,
    /// Elsewhere.
    Outside,
}

/// Where a path leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place<'p> {
    /// An absolute, normal path; with a pattern, up to where the pattern begins, and the pattern after it.
    At {
        /// The path, without the pattern.
        path: Cow<'p, str>,
        /// What follows `path` and holds the pattern; empty if there is none.
        pattern: &'p str,
    },
    /// The text does not tell.
    Unknown,
}

impl<'c> Ground<'c> {
    /// The ground of a call. The root of the file system is never a project: everything would be inside it.
    #[must_use]
    pub fn new(project: &'c str, home: &'c str, cwd: &'c str) -> Self {
        let own = absolute(project);
        // What a normal path begins with, up to a slash, is normal too.
        let above = |path: &str| path.len() > 1 && own.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
        let home = if above(home) { Cow::Borrowed(home) } else { absolute(home) };
        let cwd = if cwd == own { Cow::Borrowed(cwd) } else { absolute(cwd) };
        Self { project: own, home, cwd, roots: Vec::new() }
    }

    /// The same with directories beside the project that may be read.
    #[must_use]
    pub fn with_roots(self, roots: Vec<String>) -> Self {
        Self { roots, ..self }
    }

    /// Whether an absolute, normal path is the project or lies in it.
    #[must_use]
    pub fn is_inside(&self, path: &str) -> bool {
        self.project != "/" && is_below(path, &self.project)
    }

    /// Whether an absolute, normal path lies in the project or in a directory beside it that may be read.
    #[must_use]
    pub fn is_reachable(&self, path: &str) -> bool {
        self.is_inside(path) || self.roots.iter().any(|root| is_below(path, root))
    }

    /// Where an absolute, normal path lies for who reads it. `real` is where links lead.
    #[must_use]
    pub fn reach(&self, path: &str, real: &str) -> Reach {
        let open = |path: &str| self.is_inside(path) || is_harmless(path, &self.home);
        let may = |path: &str| open(path) || self.is_reachable(path);
        match (open(path) && open(real), may(path) && may(real)) {
            (true, _) => Reach::Open,
            (false, true) => Reach::InRoot,
            (false, false) => Reach::Outside,
        }
    }

    /// Where a path of a command leads. `tilde` says whether a leading tilde is expanded, `glob` whether pattern characters
    /// are.
    #[must_use]
    pub fn place<'p>(&'p self, text: &'p str, tilde: bool, glob: bool, directory: &'p Directory) -> Place<'p> {
        let (text, pattern) = if glob { split_pattern(text) } else { (text, "") };
        let text = text.strip_prefix("file://").unwrap_or(text);
        // What most commands do: look at where they are.
        if text == "." && directory.is_start() {
            return Place::At { path: Cow::Borrowed(self.cwd.as_ref()), pattern };
        }
        let Some((base, rest)) = self.start(text, tilde, directory) else { return Place::Unknown };
        let path = match rest {
            "" | "." if is_normal(&base) => base,
            _ if rest.starts_with('/') => absolute(rest),
            _ => Cow::Owned(normal(&base, rest)),
        };
        Place::At { path, pattern }
    }

    /// A path with `..` in it as a program follows it, which goes through links before it goes up: not made normal. `None`
    /// if there is none, or the text does not tell where it starts.
    #[must_use]
    pub fn physical(&self, text: &str, tilde: bool, glob: bool, directory: &Directory) -> Option<String> {
        let text = if glob { split_pattern(text).0 } else { text };
        if !text.split('/').any(|part| part == "..") {
            return None;
        }
        let (base, rest) = self.start(text, tilde, directory)?;
        Some(if rest.starts_with('/') { rest.to_owned() } else { format!("{base}/{rest}") })
    }

    /// The directory a path starts from, and the rest of the path.
    fn start<'t>(&'t self, text: &'t str, tilde: bool, directory: &'t Directory) -> Option<(Cow<'t, str>, &'t str)> {
        if tilde && text.starts_with('~') {
            let (user, rest) = text.split_once('/').unwrap_or((text, ""));
            let base = if user == "~+" { self.directory(directory)? } else { self.home_of(user)? };
            return Some((base, rest));
        }
        if text.starts_with('/') {
            return Some((Cow::Borrowed("/"), text));
        }
        Some((self.directory(directory)?, text))
    }

    fn home_of(&self, user: &str) -> Option<Cow<'_, str>> {
        match user {
            "~" => Some(Cow::Borrowed(self.home.as_ref())),
            "~+" | "~-" => None,
            _ => {
                let name = user.strip_prefix('~')?;
                let own = self.home.rsplit_once('/').map(|(_, own)| own) == Some(name);
                Some(if own { Cow::Borrowed(self.home.as_ref()) } else { Cow::Owned(format!("/home/{name}")) })
            }
        }
    }

    /// The absolute directory a command runs in, if the text tells.
    #[must_use]
    pub fn directory<'d>(&'d self, directory: &'d Directory) -> Option<Cow<'d, str>> {
        match &directory.place {
            Whereabouts::Relative(path) if path.is_empty() => Some(Cow::Borrowed(self.cwd.as_ref())),
            Whereabouts::Relative(path) => Some(Cow::Owned(normal(&self.cwd, path))),
            Whereabouts::Absolute(path) => Some(Cow::Borrowed(path.as_str())),
            Whereabouts::Home(path) => {
                let (user, rest) = path.split_once('/').unwrap_or((path, ""));
                Some(Cow::Owned(normal(&self.home_of(user)?, rest)))
            }
            Whereabouts::Unknown(_) => None,
        }
    }

    /// Whether the text tells which directory a command runs in.
    #[must_use]
    pub fn knows(&self, directory: &Directory) -> bool {
        match &directory.place {
            Whereabouts::Relative(_) | Whereabouts::Absolute(_) => true,
            Whereabouts::Home(_) | Whereabouts::Unknown(_) => self.directory(directory).is_some(),
        }
    }

    /// A path as people write it in rules: relative to the project if it lies in it.
    #[must_use]
    pub fn relative<'p>(&self, path: &'p str) -> Option<&'p str> {
        if path == self.project {
            return Some("");
        }
        path.strip_prefix(self.project.as_ref())?.strip_prefix('/')
    }
}

/// A path up to the component with the first pattern character, and the rest.
fn split_pattern(text: &str) -> (&str, &str) {
    let Some(at) = text.find(['*', '?', '[', '(']) else { return (text, "") };
    let slash = text.get(..at).and_then(|before| before.rfind('/')).map_or(0, |slash| slash.saturating_add(1));
    (text.get(..slash).unwrap_or(""), text.get(slash..).unwrap_or(""))
}
