//! Whether git may be used in a directory: it reads the settings of the repository it finds there, which may name programs, and looks into
//! the repositories inside. A repository that somebody unpacked or planted is the project's word, so only settings that are known to do no
//! harm pass, in a grammar that is stricter than git's own.

mod index;
mod settings;

pub(crate) use settings::{are_harmless, hands_setting};

use byleave_knowledge::git::Values;
use byleave_knowledge::paths::{is_below, normal};

use crate::fact::{At, GitUse, Look, upwards};
use crate::reason::{Reason, refuse};

/// Longer settings and larger indexes (some 400,000 files) are not read.
const LONGEST: usize = 1 << 18;
const LARGEST_INDEX: usize = 1 << 25;
/// How many repositories inside a repository are looked at.
const MOST_INSIDE: usize = 64;
/// The only hook that a git runs that only reads: it does so when it writes what it learnt about files into its index.
const HOOK: &str = "post-index-change";

/// A repository that git would find: the directory whose files it is about, where its own `HEAD`, index and settings of a worktree lie, and
/// where its settings and hooks lie, which is another directory for a worktree.
struct Repository {
    place: String,
    own: String,
    common: String,
}

/// Whether git runs nothing if it is used so in this directory.
pub(crate) fn runs_nothing(look: Look<'_>, directory: &str, how: GitUse) -> Result<(), Reason> {
    let mut left = MOST_INSIDE;
    for place in upwards(look.ground, directory) {
        if let Some(repository) = look.repository(place)? {
            return look.judge(&repository, how, &mut left);
        }
    }
    // One above the project is not the project's word.
    Ok(())
}

impl Look<'_> {
    /// The repository that git finds in a directory itself.
    fn repository(self, place: &str) -> Result<Option<Repository>, Reason> {
        let dot = format!("{place}/.git");
        let own = match self.found(&dot)? {
            Some(At::Directory) => dot,
            Some(At::File) => return self.led(place, &dot).map(Some),
            Some(_) => return Err(Reason::Setting(dot)),
            // What git takes for a bare repository may lie among the files of any project. Its objects may lie elsewhere: `commondir`
            // says where.
            None => {
                let has = |name: &str| self.disk.at(&format!("{place}/{name}")) != At::Nothing;
                if !has("HEAD") || !has("objects") && !has("commondir") {
                    return Ok(None);
                }
                self.is_file(&format!("{place}/HEAD"))?;
                place.to_owned()
            }
        };
        Ok(Some(Repository { place: place.to_owned(), common: own.clone(), own }))
    }

    /// Whether an ordinary file is there, or nothing.
    fn is_file(self, path: &str) -> Result<bool, Reason> {
        match self.found(path)? {
            None => Ok(false),
            Some(At::File) => Ok(true),
            Some(_) => Err(Reason::Setting(path.to_owned())),
        }
    }

    /// The repository that a file `.git` leads to: of a worktree, or of a submodule. Inside the project only git itself keeps any.
    fn led(self, place: &str, dot: &str) -> Result<Repository, Reason> {
        let project = self.ground.project;
        let strange =
            |path: &str| is_below(path, project) && !format!("{path}/").starts_with(&format!("{project}/.git/"));
        let text = self.text(dot)?;
        let told = text.strip_prefix("gitdir: ").map(str::trim_end).filter(|told| !told.is_empty());
        let own = self.place(place, told.ok_or_else(|| Reason::Setting(dot.to_owned()))?, dot)?;
        let shared = format!("{own}/commondir");
        let common = if self.is_file(&shared)? {
            self.place(&own, self.text(&shared)?.trim_end(), &shared)?
        } else {
            own.clone()
        };
        if own == format!("{project}/.git") || strange(&own) || strange(&common) {
            return Err(Reason::Setting(dot.to_owned()));
        }
        Ok(Repository { place: place.to_owned(), own, common })
    }

    /// Where a path leads that a file of a repository tells. Nowhere that changes with who looks.
    fn place(self, from: &str, told: &str, file: &str) -> Result<String, Reason> {
        let joined = if told.starts_with('/') { told.to_owned() } else { format!("{from}/{told}") };
        let (real, _) = self.follow(&joined)?;
        let changes = |path: &str| is_below(path, "/proc") || is_below(path, "/dev");
        if changes(&real) || changes(&normal("/", &joined)) { Err(Reason::Setting(file.to_owned())) } else { Ok(real) }
    }

    fn text(self, path: &str) -> Result<String, Reason> {
        let bytes = self.disk.bytes(path, LONGEST).ok_or_else(|| Reason::Unseen(path.to_owned()))?;
        String::from_utf8(bytes).map_err(|_| Reason::Setting(path.to_owned()))
    }

    fn judge(self, repository: &Repository, how: GitUse, left: &mut usize) -> Result<(), Reason> {
        // Only a worktree and a submodule share the settings of another.
        let shared = format!("{}/commondir", repository.own);
        if repository.own == repository.common && self.disk.at(&shared) != At::Nothing {
            return Err(Reason::Setting(shared));
        }
        self.settings(repository, &format!("{}/config", repository.common))?;
        self.settings(repository, &format!("{}/config.worktree", repository.own))?;
        self.hooks(&format!("{}/hooks", repository.common))?;
        if how == GitUse::Contents { self.inside(repository, left) } else { Ok(()) }
    }

    /// Whether no setting of a file runs anything.
    fn settings(self, repository: &Repository, file: &str) -> Result<(), Reason> {
        if !self.is_file(file)? {
            return Ok(());
        }
        let text = self.text(file)?;
        if self.disk.is_trusted(file, text.as_bytes()) {
            return Ok(());
        }
        for setting in settings::read(&text).map_err(|line| Reason::Setting(format!("line {line} of {file}")))? {
            let harmless = match (setting.wants(), setting.plain()) {
                (Some(Values::Any), _) => true,
                (Some(Values::Hooks), Some(told)) => {
                    let hooks = normal(&repository.place, told);
                    let own = !told.starts_with('~') && is_below(&hooks, self.ground.project);
                    own && self.hooks(&hooks).map(|()| true)?
                }
                (Some(Values::Worktree), Some(told)) => {
                    let (project, _) = self.follow(self.ground.project)?;
                    is_below(&self.place(&repository.own, told, file)?, &project)
                }
                _ => false,
            };
            refuse(!harmless, || Reason::Setting(format!("{} of {file}", setting.name())))?;
        }
        Ok(())
    }

    /// Whether a directory of hooks has none that a git runs that only reads, or one that a person trusts.
    fn hooks(self, directory: &str) -> Result<(), Reason> {
        let hook = format!("{directory}/{HOOK}");
        let trusted = || self.disk.bytes(&hook, LONGEST).is_some_and(|bytes| self.disk.is_trusted(&hook, &bytes));
        if self.found(&hook)?.is_none() || trusted() { Ok(()) } else { Err(Reason::Setting(hook)) }
    }

    /// The repositories inside: to tell what changed, git asks each in its own directory, by its own settings.
    fn inside(self, repository: &Repository, left: &mut usize) -> Result<(), Reason> {
        let file = format!("{}/index", repository.own);
        if !self.is_file(&file)? {
            return Ok(());
        }
        let submodules = self.disk.bytes(&file, LARGEST_INDEX).and_then(|bytes| index::submodules(&bytes));
        for path in submodules.ok_or(Reason::Unseen(file))? {
            let place = normal(&repository.place, &path);
            *left = left.checked_sub(1).ok_or_else(|| Reason::Unseen(place.clone()))?;
            match self.found(&place)? {
                None | Some(At::File) => {}
                Some(At::Directory) => {
                    let inner = self.repository(&place)?;
                    inner.map_or(Ok(()), |inner| self.judge(&inner, GitUse::Contents, left))?;
                }
                Some(_) => return Err(Reason::Setting(place)),
            }
        }
        Ok(())
    }
}
