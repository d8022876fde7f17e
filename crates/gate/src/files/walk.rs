//! Looking for files below a directory, and for those that a pattern of the shell matches; bounded.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};

use byleave_policy::glob;
use byleave_policy::paths::{Listing, Look, Resolver};

use super::Disk;

/// It looks at no more names than this.
const MOST_NAMES: usize = 8192;

/// It stops after this many matches.
const MOST_FOUND: usize = 8;

/// Directories of fetched or generated files: it looks into them last.
const LAST: [&str; 12] = [
    "node_modules",
    "target",
    ".git",
    ".venv",
    "venv",
    "dist",
    "build",
    "vendor",
    "__pycache__",
    ".tox",
    ".gradle",
    ".cache",
];

/// Looks, directory by directory, those near the beginning first.
pub(super) fn look(look: &Look<'_>, wanted: &dyn Fn(&str, &str) -> bool) -> Listing {
    let parts: Vec<&str> = look.pattern.split('/').filter(|part| !part.is_empty()).collect();
    if fs::symlink_metadata(look.root).is_err() {
        return Listing::Unseen;
    }
    let mut walk = Walk { look, parts, wanted, names: 0, found: Vec::new(), whole: true };
    walk.all();
    if walk.whole { Listing::All(walk.found) } else { Listing::Some(walk.found) }
}

/// A directory to look into.
struct Place {
    path: PathBuf,
    /// How many parts of the pattern lead to it.
    part: usize,
    /// How many directories above it were reached by links: a circle has no end.
    links: u8,
}

struct Walk<'w> {
    look: &'w Look<'w>,
    parts: Vec<&'w str>,
    wanted: &'w dyn Fn(&str, &str) -> bool,
    names: usize,
    found: Vec<(String, String)>,
    /// Everything was looked at.
    whole: bool,
}

impl Walk<'_> {
    fn all(&mut self) {
        let mut ahead = VecDeque::from([Place { path: PathBuf::from(self.look.root), part: 0, links: 0 }]);
        let mut last: VecDeque<Place> = VecDeque::new();
        while let Some(place) = ahead.pop_front().or_else(|| last.pop_front()) {
            let Ok(names) = fs::read_dir(&place.path) else {
                self.whole = false;
                continue;
            };
            for entry in names {
                let Ok(entry) = entry else {
                    self.whole = false;
                    continue;
                };
                self.names = self.names.saturating_add(1);
                if self.names > MOST_NAMES || self.found.len() >= MOST_FOUND {
                    self.whole &= self.names <= MOST_NAMES;
                    return;
                }
                let Ok(kind) = entry.file_type() else {
                    self.whole = false;
                    continue;
                };
                let name = entry.file_name();
                let name = name.to_string_lossy();
                for next in self.entry(&place, &name, &entry.path(), kind) {
                    if LAST.contains(&name.as_ref()) { last.push_back(next) } else { ahead.push_back(next) }
                }
            }
        }
    }

    /// Whether a name matches after the earlier parts of the pattern, and which parts to continue with below it.
    fn step(&self, at: usize, name: &str, goes: &mut Vec<usize>) -> bool {
        let after = at.saturating_add(1);
        let Some(part) = self.parts.get(at) else {
            // All below the pattern, or below the root where there is none.
            let hidden = self.look.plain && name.starts_with('.');
            if !hidden && self.look.deep {
                goes.push(at);
            }
            return !hidden;
        };
        let end = after == self.parts.len();
        if name.starts_with('.') && !part.starts_with('.') {
            return *part == "**" && !end && self.step(after, name, goes);
        }
        if *part == "**" {
            goes.push(at);
            return end || self.step(after, name, goes);
        }
        let fits = glob::matches(part, name);
        if fits && (!end || self.look.deep) {
            goes.push(after);
        }
        fits && end
    }

    /// Takes one name into account; returns where to go on from it.
    fn entry(&mut self, place: &Place, name: &str, path: &Path, kind: fs::FileType) -> Vec<Place> {
        let mut next = Vec::new();
        let mut goes = Vec::new();
        let ends = self.step(place.part, name, &mut goes);
        let link = kind.is_symlink();
        let shown = path.to_string_lossy();
        // What lies below a link leads elsewhere, too.
        let real = if link || place.links > 0 { Disk.resolve(&shown) } else { shown.clone() };
        if ends && self.found.len() < MOST_FOUND && (!kind.is_dir() || link) && (self.wanted)(&shown, &real) {
            self.found.push((shown.clone().into_owned(), real.into_owned()));
        }
        // A link that the pattern names is followed by the shell; one below only if the program follows links.
        let pattern = place.part < self.parts.len();
        // The shell goes through one link by `**`: it may mean `*`.
        let most = if self.parts.get(place.part) == Some(&"**") { 1 } else { 4 };
        let directory = kind.is_dir() || link && (pattern || self.look.follows) && place.links < most && path.is_dir();
        if directory {
            let links = place.links.saturating_add(u8::from(link));
            next.extend(goes.into_iter().map(|part| Place { path: path.to_path_buf(), part, links }));
        }
        next
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use byleave_policy::paths::{Listing, Look};

    use super::look;

    #[test]
    fn names_are_found_by_pattern_and_below_directories_with_where_they_lead() {
        let root = std::env::temp_dir().join(format!("byleave-walk-{}", std::process::id()));
        fs::create_dir_all(root.join("a/b/.hidden")).expect("folders");
        let root = root.canonicalize().expect("a real path");
        for name in ["one.txt", "a/two.txt", "a/b/three.txt", "a/b/.hidden/four.txt"] {
            fs::write(root.join(name), "x").expect("a file");
        }
        symlink("/etc/shadow", root.join("secret")).expect("a link");
        symlink("..", root.join("a/up")).expect("a link");
        let text = root.to_string_lossy().into_owned();
        let whole = Look { root: &text, pattern: "", deep: true, follows: false, plain: false };
        let cases = [
            (whole, "a/b/.hidden/four.txt a/b/three.txt a/two.txt one.txt"),
            (Look { plain: true, ..whole }, "a/b/three.txt a/two.txt one.txt"),
            (Look { deep: false, ..whole }, "one.txt"),
            (Look { pattern: "o*.txt", deep: false, ..whole }, "one.txt"),
            (Look { pattern: "*/*.txt", deep: false, ..whole }, "a/two.txt"),
            (
                Look { pattern: "**/t*.txt", deep: false, ..whole },
                "a/b/three.txt a/two.txt a/up/a/b/three.txt a/up/a/two.txt",
            ),
            (Look { pattern: "a*", ..whole }, "a/b/.hidden/four.txt a/b/three.txt a/two.txt"),
        ];
        for (one, expected) in cases {
            let Listing::All(mut found) = look(&one, &|path, _| path.ends_with("txt")) else { panic!("{one:?}") };
            found.sort();
            let found: Vec<&str> = found.iter().map(|(path, _)| path.strip_prefix(&text).expect("below")).collect();
            assert_eq!(found.join(" ").replace(" /", " ").trim_start_matches('/'), expected, "{one:?}");
        }
        let links = look(&Look { pattern: "s*", deep: false, ..whole }, &|path, real| path != real);
        assert_eq!(links, Listing::All(vec![(format!("{text}/secret"), "/etc/shadow".to_owned())]));
        // A circle of links ends.
        let _ = look(&Look { follows: true, ..whole }, &|_, _| false);
        assert_eq!(look(&Look { root: "/not/there", ..whole }, &|_, _| true), Listing::Unseen);
        fs::remove_dir_all(&root).expect("the folder");
    }
}
