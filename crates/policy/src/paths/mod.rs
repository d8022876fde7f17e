//! Paths: where they lead, whether that is inside the project, and which of them are special.
//!
//! Purely by their text. Links are followed only by a caller with a disk, through [`Resolver`].

mod control;
mod remembering;
mod resolver;
mod rows;
mod sensitive;

pub(crate) use control::refused_files;
pub use control::{Control, control, may_match_control};
pub(crate) use remembering::Remembering;
pub use resolver::{Lexical, Look, Obeyed, Resolver, Seen, one_by_one};
pub(crate) use rows::Places;
pub use sensitive::sensitive;

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
        Self { project: own, home, cwd }
    }

    /// Whether an absolute, normal path is the project or lies in it.
    #[must_use]
    pub fn is_inside(&self, path: &str) -> bool {
        self.project != "/" && is_below(path, &self.project)
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

/// Whether two names begin with the same byte: the quickest way to tell most of them apart.
pub(crate) fn begins_alike(one: &str, other: &str) -> bool {
    one.as_bytes().first() == other.as_bytes().first()
}

/// A path with its case folded: some file systems do.
fn folded(path: &str) -> Cow<'_, str> {
    // To the end of every path, since the compiler does many bytes at once then.
    let plain = path.bytes().fold(0, |any, byte| any | u8::from(!byte.is_ascii() || byte.is_ascii_uppercase())) == 0;
    if plain { Cow::Borrowed(path) } else { Cow::Owned(path.to_lowercase()) }
}

/// Whether a path is `root` or lies in it, component by component.
#[must_use]
pub fn is_below(path: &str, root: &str) -> bool {
    path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || root == "/")
}

/// A path seen from the root.
fn absolute(path: &str) -> Cow<'_, str> {
    if path.starts_with('/') && is_normal(path) { Cow::Borrowed(path) } else { Cow::Owned(normal("/", path)) }
}

/// `path` seen from `base`, absolute, without `.`, `..` and doubled slashes.
#[must_use]
pub fn normal(base: &str, path: &str) -> String {
    if path.starts_with('/') && is_normal(path) {
        return path.to_owned();
    }
    if base.starts_with('/') && is_normal(base) {
        if matches!(path, "" | ".") {
            return base.to_owned();
        }
        if base.len() > 1 && is_plain(path) {
            let mut result = String::with_capacity(base.len().saturating_add(path.len()).saturating_add(1));
            result.push_str(base);
            result.push('/');
            result.push_str(path);
            return result;
        }
    }
    let mut parts: Vec<&str> = Vec::new();
    let base = if path.starts_with('/') { "" } else { base };
    for part in base.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    let mut result = String::with_capacity(path.len().saturating_add(base.len()).saturating_add(1));
    for part in parts {
        result.push('/');
        result.push_str(part);
    }
    if result.is_empty() { "/".to_owned() } else { result }
}

/// Whether an absolute path has nothing to take out.
fn is_normal(path: &str) -> bool {
    let bytes = path.as_bytes();
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or(&[]));
    // To the end of every path, since the compiler does many bytes at once then.
    let taken_out =
        pairs.fold(0, |any, (one, next)| any | u8::from(*one == b'/') & u8::from(matches!(next, b'/' | b'.')));
    taken_out == 0 && (bytes.last() != Some(&b'/') || bytes.len() == 1)
}

/// Whether a relative path has nothing to take out, as far as a quick look tells.
fn is_plain(path: &str) -> bool {
    !path.starts_with(['.', '/']) && is_normal(path)
}

/// A path up to the component with the first pattern character, and the rest.
fn split_pattern(text: &str) -> (&str, &str) {
    let Some(at) = text.find(['*', '?', '[', '(']) else { return (text, "") };
    let slash = text.get(..at).and_then(|before| before.rfind('/')).map_or(0, |slash| slash.saturating_add(1));
    (text.get(..slash).unwrap_or(""), text.get(slash..).unwrap_or(""))
}

/// Files outside the project that only describe the machine or hold documentation: reading them needs no question.
#[must_use]
pub fn is_harmless(path: &str, home: &str) -> bool {
    const TREES: [&str; 8] = [
        "/usr/include",
        "/usr/share",
        "/usr/lib",
        "/usr/local/include",
        "/usr/local/share",
        "/usr/local/lib",
        "/usr/src",
        "/nix/store",
    ];
    const FILES: [&str; 16] = [
        "/proc/cpuinfo",
        "/proc/meminfo",
        "/proc/version",
        "/proc/loadavg",
        "/proc/uptime",
        "/etc/os-release",
        "/etc/debian_version",
        "/etc/lsb-release",
        "/etc/timezone",
        "/etc/localtime",
        "/etc/shells",
        "/etc/hostname",
        "/usr/bin/env",
        "/proc/mounts",
        "/proc/stat",
        "/etc/mime.types",
    ];
    const CACHES: [&str; 6] =
        [".cargo/registry", ".cargo/git", ".rustup/toolchains", "go/pkg/mod", ".m2/repository", ".npm/_logs"];
    is_device(path)
        || FILES.contains(&path)
        || TREES.iter().any(|tree| is_below(path, tree))
        || CACHES.iter().any(|cache| is_below(path, &normal(home, cache)))
}

/// Devices that hold nothing and keep nothing.
#[must_use]
pub fn is_device(path: &str) -> bool {
    matches!(
        path,
        "/dev/null"
            | "/dev/zero"
            | "/dev/full"
            | "/dev/random"
            | "/dev/urandom"
            | "/dev/stdin"
            | "/dev/stdout"
            | "/dev/stderr"
            | "/dev/tty"
    ) || path.strip_prefix("/dev/fd/").is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The last component of a path.
#[must_use]
pub fn base_name(path: &str) -> &str {
    let slash = path.bytes().rposition(|byte| byte == b'/');
    slash.and_then(|slash| path.get(slash.saturating_add(1)..)).unwrap_or(path)
}

/// What a command word counts as: its name, without the directories system programs live in.
#[must_use]
pub fn plain_name(name: &str) -> &str {
    let base = base_name(name);
    let directory = name.len().checked_sub(base.len().saturating_add(1)).and_then(|end| name.get(..end));
    if directory.is_some_and(is_program_directory) { base } else { name }
}

/// Directories of system programs: a command word there is as good as its name.
#[must_use]
pub fn is_program_directory(path: &str) -> bool {
    matches!(
        path,
        "/bin" | "/usr/bin" | "/usr/local/bin" | "/sbin" | "/usr/sbin" | "/usr/local/sbin" | "/opt/homebrew/bin"
    )
}
