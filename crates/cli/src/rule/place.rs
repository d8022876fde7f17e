//! Where a rule is put: a policy file, or a session.

use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};

use byleave_config::{Edit, with_rule};
use byleave_gate::files::{self, Trust, key, pin};
use byleave_policy::Verdict;

use super::arguments::RuleTask;
use super::session::SessionGrant;
use super::{Wish, session};
use crate::escape;
use crate::failure::Failure;
use crate::init;
use crate::policy;

/// Where rules are put.
#[derive(Clone, Debug)]
pub enum Target {
    /// The user's own policy.
    User(PathBuf),
    /// The policy of a project.
    Project { root: PathBuf, file: PathBuf },
    /// A file that was named.
    Named(PathBuf),
    /// A session, by its id.
    Session(String),
}

impl Target {
    /// As the command line says; by default the user's policy.
    pub fn of(task: &RuleTask, says: Verdict) -> Result<Self, Failure> {
        if let Some(id) = &task.session {
            return match says {
                Verdict::Allow => Ok(Self::Session(session::id(id, &task.place)?)),
                Verdict::Ask | Verdict::Deny => {
                    let why = "a session holds only what is allowed; leave out `--session`, or name a policy file";
                    Err(Failure::Usage(why.to_owned()))
                }
            };
        }
        if let Some(file) = &task.config {
            return Ok(Self::Named(file.clone()));
        }
        if task.project { Self::project_here() } else { Self::user() }
    }

    /// The policy of the project that one stands in.
    pub fn project_here() -> Result<Self, Failure> {
        let root = policy::project_of(&policy::here());
        if files::home().is_some_and(|home| key(&home) == key(&root)) || root.parent().is_none() {
            let why = "this directory is no project; go into one, or leave out `--project`";
            return Err(Failure::Usage(why.to_owned()));
        }
        Ok(Self::Project { file: root.join(".byleave/policy.yaml"), root })
    }

    /// The user's own policy.
    pub fn user() -> Result<Self, Failure> {
        let own = files::config_directory().ok_or(files::LoadError::NoHome)?;
        Ok(Self::User(own.join("policy.yaml")))
    }

    /// The project that it is about alone.
    pub fn project(&self) -> Option<&Path> {
        match self {
            Self::Project { root, .. } => Some(root),
            Self::User(_) | Self::Named(_) | Self::Session(_) => None,
        }
    }

    /// What keeping the rules there would change; `None` if they stand there already.
    pub fn draft(&self, wish: &Wish<'_>) -> Result<Option<Draft>, Failure> {
        match self {
            Self::Session(id) => Ok(Some(Draft::Session(SessionGrant::new(id, wish)))),
            Self::User(file) | Self::Named(file) => {
                Written::new(file, Counts::AtOnce, wish).map(|one| one.map(Draft::File))
            }
            Self::Project { root, file } => {
                if leads_out(root, file) {
                    return Err(Failure::Usage(format!(
                        "{} is a link out of the project; nothing changed: write the rule into the file that it leads to, or remove the link",
                        shown(file)
                    )));
                }
                Written::new(file, Counts::Pinned, wish).map(|one| one.map(Draft::File))
            }
        }
    }
}

/// A change that nobody agreed to yet.
pub enum Draft {
    File(Written),
    Session(SessionGrant),
}

impl Draft {
    /// Where, in words.
    pub fn place(&self) -> String {
        match self {
            Self::File(one) => {
                let whose = match one.counts {
                    Counts::AtOnce => "",
                    Counts::Pinned => ", for everybody who trusts the policy of this project",
                };
                let new = if one.before.is_none() { " (new)" } else { "" };
                format!("In {}{new}{whose}:", shown(&one.path))
            }
            Self::Session(one) => one.place(),
        }
    }

    /// Makes the change.
    pub fn keep(self, out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Self::File(one) => one.keep(out),
            Self::Session(one) => one.keep(out),
        }
    }
}

/// When a file may loosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counts {
    /// It is the user's.
    AtOnce,
    /// While its content is the one that was trusted.
    Pinned,
}

/// A policy file as it shall be.
pub struct Written {
    path: PathBuf,
    before: Option<Vec<u8>>,
    after: String,
    counts: Counts,
    /// Whether the content is to be trusted.
    trust: bool,
}

impl Written {
    fn new(path: &Path, counts: Counts, wish: &Wish<'_>) -> Result<Option<Self>, Failure> {
        let before = match files::content(path) {
            Ok(bytes) => Some(bytes),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => None,
            Err(error) => return Err(files::LoadError::Unreadable { path: path.to_owned(), error }.into()),
        };
        writable(path)?;
        let trust = match (counts, &before) {
            (Counts::AtOnce, _) => false,
            (Counts::Pinned, None) => true,
            (Counts::Pinned, Some(bytes)) => Trust::load()?.has(path, bytes),
        };
        if counts == Counts::Pinned && !trust && wish.says == Verdict::Allow {
            return Err(Failure::Usage(format!(
                "{} is not trusted, so what it allows does not count; look at it with `byleave trust` first, or leave out `--project`",
                shown(path)
            )));
        }
        let mut after = match &before {
            None => String::new(),
            Some(bytes) => String::from_utf8(bytes.clone())
                .map_err(|_| Failure::from(files::LoadError::NotText(path.to_owned())))?,
        };
        let mut changed = false;
        for rule in wish.rules {
            match with_rule(&after, &rule.text, wish.says, wish.reason) {
                Ok(Edit::There(_)) => {}
                Ok(Edit::Added(text) | Edit::Tightened(text, _)) => (after, changed) = (text, true),
                Err(error) => return Err(Failure::Usage(format!("{}: {error}", shown(path)))),
            }
        }
        // What the file says now must be a policy.
        files::read_content(path, after.as_bytes())?;
        Ok(changed.then(|| Self { path: path.to_owned(), before, after, counts, trust }))
    }

    fn keep(self, out: &mut dyn Write) -> Result<(), Failure> {
        if files::content(&self.path).ok() != self.before {
            return Err(Failure::Usage(format!("{} changed meanwhile; start again", shown(&self.path))));
        }
        let failed = |error: io::Error| Failure::Usage(format!("cannot write {}: {error}", shown(&self.path)));
        init::write(&self.path, self.after.as_bytes(), Some(0o644)).map_err(failed)?;
        if self.trust {
            let mut trust = Trust::load()?;
            trust.files.insert(key(&self.path), pin(self.after.as_bytes()));
            trust.save()?;
        }
        let trusted = if self.trust { " and trusted" } else { "" };
        writeln!(out, "Written{trusted}; it counts from the next call on. To take it back, delete the line.")?;
        Ok(())
    }
}

/// Whether a file of a project, or what would be made there, lies elsewhere: by a link, which may lead to nothing.
pub fn leads_out(root: &Path, file: &Path) -> bool {
    /// As many as Linux follows.
    const MOST: usize = 40;
    let next = |at: &PathBuf| Some(at.parent()?.join(std::fs::read_link(at).ok()?));
    let last = std::iter::successors(Some(file.to_owned()), next).take(MOST).last().unwrap_or_default();
    let there = last.ancestors().find_map(|above| above.canonicalize().ok());
    let dots = last.components().any(|part| part == Component::ParentDir) && last.canonicalize().is_err();
    let inside = there.zip(root.canonicalize().ok()).is_some_and(|(there, root)| there.starts_with(root));
    dots || !inside
}

/// Whether a file may be written. A new one could take the place of one that is read-only, but that is not what its owner wants.
fn writable(path: &Path) -> Result<(), Failure> {
    match std::fs::metadata(path) {
        Ok(found) if found.permissions().readonly() => {
            Err(Failure::Usage(format!("{} is read-only; nothing changed", shown(path))))
        }
        Ok(_) | Err(_) => Ok(()),
    }
}

/// A path as people write it.
pub fn shown(path: &Path) -> String {
    let short = files::home().and_then(|home| path.strip_prefix(home).ok().map(|rest| Path::new("~").join(rest)));
    escape::shown(&short.as_deref().unwrap_or(path).to_string_lossy()).into_owned()
}
