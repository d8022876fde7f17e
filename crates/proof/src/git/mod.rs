//! Whether git may be used in a directory: it reads the settings of the repository it finds there, which may name programs, and looks into
//! the repositories inside. A repository that somebody unpacked or planted is the project's word, so only settings that are known to do no
//! harm pass, in a grammar that is stricter than git's own.

mod settings;

use byleave_knowledge::paths::{is_below, normal};

use crate::fact::{At, GitUse, Look, upwards};
use crate::reason::Reason;

use self::settings::Place;

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

/// What is looked at, with how much may still be.
struct Git<'l> {
    look: Look<'l>,
    inside: usize,
}

/// Whether git runs nothing if it is used so in this directory.
pub(crate) fn runs_nothing(look: Look<'_>, directory: &str, how: GitUse) -> Result<(), Reason> {
    let mut git = Git { look, inside: MOST_INSIDE };
    for place in upwards(look.ground, directory) {
        if let Some(repository) = git.repository(place)? {
            return git.judge(&repository, how);
        }
    }
    // One above the project is not the project's word.
    Ok(())
}

impl Git<'_> {
    /// The repository that git finds in a directory itself.
    fn repository(&self, place: &str) -> Result<Option<Repository>, Reason> {
        let dot = format!("{place}/.git");
        match self.look.disk.at(&dot) {
            At::Directory => Ok(Some(Repository { place: place.to_owned(), own: dot.clone(), common: dot })),
            At::File => self.led(place, &dot).map(Some),
            At::Unreadable => Err(Reason::Unseen(dot)),
            At::Link(_) | At::Other => Err(Reason::Setting(dot)),
            At::Nothing => {
                // What git takes for a bare repository may lie among the files of any project. Its objects may lie elsewhere: `commondir`
                // says where.
                let has = |name: &str| self.look.disk.at(&format!("{place}/{name}")) != At::Nothing;
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
        match self.look.disk.at(path) {
            At::Nothing => Ok(false),
            At::File => Ok(true),
            At::Unreadable => Err(Reason::Unseen(path.to_owned())),
            At::Directory | At::Link(_) | At::Other => Err(Reason::Setting(path.to_owned())),
        }
    }

    /// The repository that a file `.git` leads to: of a worktree, or of a submodule. Inside the project only git itself keeps any.
    fn led(&self, place: &str, dot: &str) -> Result<Repository, Reason> {
        let project = self.look.ground.project;
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
        let (real, _) = self.look.follow(&joined)?;
        let changes = |path: &str| is_below(path, "/proc") || is_below(path, "/dev");
        if changes(&real) || changes(&normal("/", &joined)) { Err(Reason::Setting(file.to_owned())) } else { Ok(real) }
    }

    fn text(&self, path: &str) -> Result<String, Reason> {
        let bytes = self.look.disk.bytes(path, LONGEST).ok_or_else(|| Reason::Unseen(path.to_owned()))?;
        String::from_utf8(bytes).map_err(|_| Reason::Setting(path.to_owned()))
    }

    fn judge(&mut self, repository: &Repository, how: GitUse) -> Result<(), Reason> {
        // Only a worktree and a submodule share the settings of another.
        let shared = format!("{}/commondir", repository.own);
        if repository.own == repository.common && self.look.disk.at(&shared) != At::Nothing {
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
        if self.look.disk.is_trusted(file, text.as_bytes()) {
            return Ok(());
        }
        for setting in settings::read(&text).map_err(|line| Reason::Setting(format!("line {line} of {file}")))? {
            let harmless = match setting.place() {
                Some(Place::None) => true,
                Some(Place::Hooks(told)) => {
                    let hooks = normal(&repository.place, told);
                    let own = !told.starts_with('~') && is_below(&hooks, self.look.ground.project);
                    own && self.hooks(&hooks).map(|()| true)?
                }
                Some(Place::Worktree(told)) => {
                    let (project, _) = self.look.follow(self.look.ground.project)?;
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
        match self.look.disk.at(&hook) {
            At::Nothing => Ok(()),
            At::Unreadable => Err(Reason::Unseen(hook)),
            At::File | At::Directory | At::Link(_) | At::Other => {
                let bytes = self.look.disk.bytes(&hook, LONGEST);
                let trusted = bytes.is_some_and(|bytes| self.look.disk.is_trusted(&hook, &bytes));
                if trusted { Ok(()) } else { Err(Reason::Setting(hook)) }
            }
        }
    }

    /// The repositories inside: to tell what changed, git asks each in its own directory, by its own settings.
    fn inside(&mut self, repository: &Repository) -> Result<(), Reason> {
        let file = format!("{}/index", repository.own);
        let bytes = match self.look.disk.at(&file) {
            At::Nothing => return Ok(()),
            At::File => self.look.disk.bytes(&file, LARGEST_INDEX),
            At::Directory | At::Link(_) | At::Other | At::Unreadable => None,
        };
        let submodules = bytes.and_then(|bytes| submodules(&bytes));
        for path in submodules.ok_or(Reason::Unseen(file))? {
            let place = normal(&repository.place, &path);
            self.inside = self.inside.checked_sub(1).ok_or_else(|| Reason::Unseen(place.clone()))?;
            match self.look.disk.at(&place) {
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

/// Of an entry of an index: where the mode stands in it, and the bytes before its flags (times, device, inode, mode, owner, size, the name
/// of its object).
const MODE: usize = 24;
const STAT: usize = 60;
/// The flag of an entry that has more flags, and the length of the path in the flags; longer ones are not told.
const EXTENDED: u16 = 0x4000;
const LENGTH: u16 = 0x0fff;
/// The kind of a submodule, in the mode: a link to a commit.
const LINK: u32 = 0o16;
/// The hash of it all, at the end. The settings of a repository with longer ones ask.
const HASH: usize = 20;

/// The paths of all submodules; `None` if the index is not understood to its end, so that one may be hidden in it. The fourth version, whose
/// paths begin as those before them, is not.
fn submodules(index: &[u8]) -> Option<Vec<String>> {
    let mut rest = index.strip_prefix(b"DIRC")?;
    let (version, count) = (number(&mut rest)?, number(&mut rest)?);
    if !matches!(version, 2 | 3) {
        return None;
    }
    let mut found = Vec::new();
    for _ in 0..count {
        let mode = number(&mut rest.get(MODE..)?)?;
        let (flags, after) = rest.get(STAT..)?.split_first_chunk()?;
        let flags = u16::from_be_bytes(*flags);
        // The third version added two bytes of flags, for entries that have some.
        let further = if version == 3 && flags & EXTENDED != 0 { 2 } else { 0 };
        let path = after.get(further..)?;
        let path = path.get(..path.iter().position(|byte| *byte == 0)?)?;
        if usize::from(flags & LENGTH) != path.len().min(LENGTH.into()) {
            return None;
        }
        // git looks at these four bits alone.
        if mode >> 12 & 0xf == LINK {
            found.push(String::from_utf8(path.to_vec()).ok()?);
        }
        // One to eight NULs, up to a multiple of eight.
        rest = rest.get((STAT + 2 + further + path.len()) / 8 * 8 + 8..)?;
    }
    ends(rest).then_some(found)
}

/// Whether what follows the entries is understood: parts that say how long they are, and the hash.
fn ends(mut rest: &[u8]) -> bool {
    while rest.len() > HASH {
        // A part in small letters changes what the entries mean, but for the mark of a sparse index.
        if rest.first().is_none_or(u8::is_ascii_lowercase) && !rest.starts_with(b"sdir") {
            return false;
        }
        let mut after = rest.get(4..).unwrap_or(&[]);
        let length = number(&mut after).and_then(|length| usize::try_from(length).ok());
        let Some(next) = length.and_then(|length| after.get(length..)) else { return false };
        rest = next;
    }
    rest.len() == HASH
}

fn number(rest: &mut &[u8]) -> Option<u32> {
    let (bytes, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u32::from_be_bytes(*bytes))
}
