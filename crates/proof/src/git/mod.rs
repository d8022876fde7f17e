//! Whether git may be used in a directory: it reads the settings of the repository it finds there, which may name programs, and looks into
//! the repositories inside. A repository that somebody unpacked or planted is the project's word, so only settings that are known to do no
//! harm pass, in a grammar that is stricter than git's own.

mod index;
mod settings;

use byleave_knowledge::paths::{is_below, normal};

use crate::Ground;
use crate::fact::{At, Bytes, Disk, GitUse, follow, upwards};
use crate::reason::Reason;

use self::settings::Place;

/// Longer settings are not read.
const LONGEST: usize = 1 << 18;
/// Larger indexes are not read: some 400,000 files.
const LARGEST_INDEX: usize = 1 << 25;
/// How many repositories inside a repository are looked at.
const MOST_INSIDE: usize = 64;
/// The only hook that a git runs that only reads: it does so when it writes what it learnt about files into its index.
const HOOK: &str = "post-index-change";

/// A repository that git would find.
struct Repository {
    /// The directory whose files it is about.
    place: String,
    /// Where its own `HEAD`, index and settings of a worktree lie.
    own: String,
    /// Where its settings and hooks lie; another directory for a worktree.
    common: String,
}

/// What is looked at, with how much may still be.
struct Look<'l> {
    disk: &'l dyn Disk,
    ground: &'l Ground<'l>,
    inside: usize,
}

/// Whether git runs nothing if it is used so in this directory.
pub(crate) fn runs_nothing(disk: &dyn Disk, ground: &Ground<'_>, directory: &str, how: GitUse) -> Result<(), Reason> {
    let mut look = Look { disk, ground, inside: MOST_INSIDE };
    for place in upwards(ground, directory) {
        if let Some(repository) = look.repository(place)? {
            return look.judge(&repository, how);
        }
    }
    // One above the project is not the project's word.
    Ok(())
}

impl Look<'_> {
    /// The repository that git finds in a directory itself.
    fn repository(&self, place: &str) -> Result<Option<Repository>, Reason> {
        let dot = format!("{place}/.git");
        match self.disk.at(&dot) {
            At::Directory => Ok(Some(Repository { place: place.to_owned(), own: dot.clone(), common: dot })),
            At::File => self.led(place, &dot).map(Some),
            At::Unreadable => Err(Reason::Unseen(dot)),
            At::Link(_) | At::Other => Err(Reason::Setting(dot)),
            At::Nothing => {
                // What git takes for a bare repository may lie among the files of any project. Its objects may lie elsewhere: `commondir`
                // says where.
                let has = |name: &str| self.disk.at(&format!("{place}/{name}")) != At::Nothing;
                let bare = has("HEAD") && (has("objects") || has("commondir"));
                if bare && !self.is_file(&format!("{place}/HEAD"))? {
                    return Err(Reason::Setting(place.to_owned()));
                }
                let place = place.to_owned();
                Ok(bare.then(|| Repository { own: place.clone(), common: place.clone(), place }))
            }
        }
    }

    /// Whether an ordinary file is there, or nothing.
    fn is_file(&self, path: &str) -> Result<bool, Reason> {
        match self.disk.at(path) {
            At::Nothing => Ok(false),
            At::File => Ok(true),
            At::Unreadable => Err(Reason::Unseen(path.to_owned())),
            At::Directory | At::Link(_) | At::Other => Err(Reason::Setting(path.to_owned())),
        }
    }

    /// The repository that a file `.git` leads to: of a worktree, or of a submodule. Inside the project only git itself keeps any.
    fn led(&self, place: &str, dot: &str) -> Result<Repository, Reason> {
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
    fn place(&self, from: &str, told: &str, file: &str) -> Result<String, Reason> {
        let joined = if told.starts_with('/') { told.to_owned() } else { format!("{from}/{told}") };
        let (real, _) = follow(self.disk, &joined)?;
        let changes = |path: &str| is_below(path, "/proc") || is_below(path, "/dev");
        if changes(&real) || changes(&normal("/", &joined)) { Err(Reason::Setting(file.to_owned())) } else { Ok(real) }
    }

    fn text(&self, path: &str) -> Result<String, Reason> {
        match self.disk.bytes(path, LONGEST) {
            Bytes::Whole(bytes) => String::from_utf8(bytes).map_err(|_| Reason::Setting(path.to_owned())),
            Bytes::Unreadable => Err(Reason::Unseen(path.to_owned())),
        }
    }

    fn judge(&mut self, repository: &Repository, how: GitUse) -> Result<(), Reason> {
        // Only a worktree and a submodule share the settings of another.
        let shared = format!("{}/commondir", repository.own);
        if repository.own == repository.common && self.disk.at(&shared) != At::Nothing {
            return Err(Reason::Setting(shared));
        }
        self.settings(repository, &format!("{}/config", repository.common))?;
        self.settings(repository, &format!("{}/config.worktree", repository.own))?;
        self.hooks(&format!("{}/hooks", repository.common))?;
        match how {
            GitUse::Contents => self.inside(repository),
            GitUse::Names => Ok(()),
        }
    }

    /// Whether no setting of a file runs anything.
    fn settings(&self, repository: &Repository, file: &str) -> Result<(), Reason> {
        if !self.is_file(file)? {
            return Ok(());
        }
        let text = self.text(file)?;
        if self.disk.is_trusted(file, text.as_bytes()) {
            return Ok(());
        }
        for setting in settings::read(&text).map_err(|line| Reason::Setting(format!("line {line} of {file}")))? {
            let harmless = match setting.place() {
                Some(Place::None) => true,
                Some(Place::Hooks(told)) => {
                    let hooks = normal(&repository.place, told);
                    let own = !told.starts_with('~') && is_below(&hooks, self.ground.project);
                    own && self.hooks(&hooks).map(|()| true)?
                }
                Some(Place::Worktree(told)) => {
                    let (project, _) = follow(self.disk, self.ground.project)?;
                    is_below(&self.place(&repository.own, told, file)?, &project)
                }
                None => false,
            };
            if !harmless {
                return Err(Reason::Setting(format!("{} of {file}", setting.name())));
            }
        }
        Ok(())
    }

    /// Whether a directory of hooks has none that a git runs that only reads.
    fn hooks(&self, directory: &str) -> Result<(), Reason> {
        let hook = format!("{directory}/{HOOK}");
        match self.disk.at(&hook) {
            At::Nothing => Ok(()),
            At::Unreadable => Err(Reason::Unseen(hook)),
            At::File | At::Directory | At::Link(_) | At::Other => match self.disk.bytes(&hook, LONGEST) {
                Bytes::Whole(bytes) if self.disk.is_trusted(&hook, &bytes) => Ok(()),
                Bytes::Whole(_) | Bytes::Unreadable => Err(Reason::Setting(hook)),
            },
        }
    }

    /// The repositories inside: to tell what changed, git asks each in its own directory, by its own settings.
    fn inside(&mut self, repository: &Repository) -> Result<(), Reason> {
        let file = format!("{}/index", repository.own);
        let bytes = match self.disk.at(&file) {
            At::Nothing => return Ok(()),
            At::File => self.disk.bytes(&file, LARGEST_INDEX),
            At::Directory | At::Link(_) | At::Other | At::Unreadable => Bytes::Unreadable,
        };
        let Bytes::Whole(bytes) = bytes else { return Err(Reason::Unseen(file)) };
        for path in index::submodules(&bytes).ok_or(Reason::Unseen(file))? {
            let place = normal(&repository.place, &path);
            self.inside = self.inside.checked_sub(1).ok_or_else(|| Reason::Unseen(place.clone()))?;
            match self.disk.at(&place) {
                At::Nothing | At::File => {}
                At::Directory => {
                    if let Some(inner) = self.repository(&place)? {
                        self.judge(&inner, GitUse::Contents)?;
                    }
                }
                At::Link(_) | At::Other | At::Unreadable => return Err(Reason::Setting(place)),
            }
        }
        Ok(())
    }
}
