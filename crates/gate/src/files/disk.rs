//! Follows links on the disk.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::io::{ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

use byleave_policy::paths::{Listing, Look, Resolver};
use byleave_policy::proof::World;

use super::facts::environment;
use super::walk;

/// Longer files are not read.
const LARGEST: u64 = 1 << 20;

/// As many links as Linux follows; more is a circle, and opening it fails.
const MOST_LINKS: u32 = 40;

/// Follows links on this machine's disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Resolver for Disk {
    /// Where a path leads, even if nothing is there: a link to a missing file leads to where the file will be.
    fn resolve<'p>(&self, path: &'p str) -> Cow<'p, str> {
        Cow::Owned(follow(PathBuf::new(), Path::new(path)))
    }

    fn is_file(&self, path: &str) -> bool {
        fs::metadata(path).is_ok_and(|found| found.is_file())
    }

    fn sees(&self) -> bool {
        true
    }

    fn world(&self) -> World<'_> {
        World::Seen(self, environment(), None)
    }

    fn exists(&self, path: &str) -> Option<bool> {
        match fs::symlink_metadata(path) {
            Ok(_) => Some(true),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Some(false),
            Err(_) => None,
        }
    }

    fn reads_plain(&self, path: &str, plain: &dyn Fn(&str) -> bool) -> bool {
        short(Path::new(path)).is_some_and(|content| std::str::from_utf8(&content).is_ok_and(plain))
    }

    fn look(&self, look: &Look<'_>, wanted: &dyn Fn(&str, &str) -> bool) -> Listing {
        walk::look(look, wanted)
    }
}

/// Where a path leads from a directory that is real.
pub(super) fn follow(mut real: PathBuf, path: &Path) -> String {
    let mut ahead: VecDeque<OsString> = parts(path).collect();
    let mut links = 0;
    while let Some(part) = ahead.pop_front() {
        if part == ".." {
            real.pop();
            continue;
        }
        if part == "/" {
            real = PathBuf::from("/");
            continue;
        }
        let next = real.join(&part);
        match fs::read_link(&next) {
            Ok(target) if links < MOST_LINKS => {
                links += 1;
                for part in parts(&target).collect::<Vec<_>>().into_iter().rev() {
                    ahead.push_front(part);
                }
            }
            // No link, nothing there, or no leave to look.
            Ok(_) | Err(_) => real = next,
        }
    }
    real.to_string_lossy().into_owned()
}

/// The content of a plain file that is short, links followed.
fn short(path: &Path) -> Option<Vec<u8>> {
    let found = fs::metadata(path).ok().filter(|found| found.is_file() && found.len() <= LARGEST)?;
    let mut content = Vec::with_capacity(usize::try_from(found.len()).unwrap_or(0));
    fs::File::open(path).ok()?.take(LARGEST.saturating_add(1)).read_to_end(&mut content).ok()?;
    u64::try_from(content.len()).is_ok_and(|length| length <= LARGEST).then_some(content)
}

/// The parts of a path, its root as `/`.
fn parts(path: &Path) -> impl Iterator<Item = OsString> + '_ {
    path.components().filter_map(|part| match part {
        Component::RootDir => Some(OsString::from("/")),
        Component::ParentDir => Some(OsString::from("..")),
        Component::Normal(name) => Some(name.to_owned()),
        Component::Prefix(prefix) => Some(prefix.as_os_str().to_owned()),
        Component::CurDir => None,
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;
    use std::path::PathBuf;

    use byleave_policy::paths::Resolver;

    use super::Disk;

    #[test]
    fn links_are_followed_to_where_they_lead_though_nothing_is_there_yet() {
        let root = std::env::temp_dir().join(format!("byleave-disk-{}", std::process::id()));
        let root = std::fs::create_dir_all(root.join("project/src")).map(|()| root.clone()).expect("a folder");
        let root = root.canonicalize().expect("a real path");
        let project = root.join("project");
        symlink(root.join("home/policy.yaml"), project.join("notes.md")).expect("a link");
        symlink("../../home", project.join("src/up")).expect("a link");
        symlink("notes.md", project.join("again")).expect("a link");
        symlink("circle", project.join("circle")).expect("a link");
        symlink("src", project.join("code")).expect("a link");
        for (path, leads) in [
            ("project/notes.md", "home/policy.yaml"),
            ("project/again", "home/policy.yaml"),
            ("project/src/up/x/y", "home/x/y"),
            ("project/code/../other", "project/other"),
            ("project/src/up/../z", "z"),
            ("project/not/there", "project/not/there"),
            ("project/./src", "project/src"),
        ] {
            assert_eq!(PathBuf::from(&*Disk.resolve(&root.join(path).to_string_lossy())), root.join(leads), "{path}");
        }
        // A circle ends, wherever.
        let _ = Disk.resolve(&project.join("circle/x").to_string_lossy());
        std::fs::remove_dir_all(&root).expect("the folder");
    }
}
