//! Follows links on the disk, from a directory that is known to be real.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use byleave_policy::paths::{Listing, Look, Resolver};
use byleave_policy::proof::World;

use super::disk::{Disk, follow};
use super::facts::environment;

/// The disk, for calls that start in the process's own directory: the system says where that is without links, so that its
/// parts need not be looked at again for every path below it.
#[derive(Clone, Debug)]
pub struct DiskFrom {
    real: String,
}

impl DiskFrom {
    /// The process's own directory. `None` if there is none, or if it has no name in Unicode.
    #[must_use]
    pub fn here() -> Option<Self> {
        let real = std::env::current_dir().ok()?.into_os_string().into_string().ok()?;
        Some(Self { real })
    }

    /// The directory.
    #[must_use]
    pub fn real(&self) -> &str {
        &self.real
    }
}

impl Resolver for DiskFrom {
    fn resolve<'p>(&self, path: &'p str) -> Cow<'p, str> {
        match path.strip_prefix(&self.real) {
            Some("") => Cow::Borrowed(path),
            Some(rest) if rest.starts_with('/') => {
                Cow::Owned(follow(PathBuf::from(&self.real), Path::new(rest.trim_start_matches('/'))))
            }
            Some(_) | None => Disk.resolve(path),
        }
    }

    fn is_file(&self, path: &str) -> bool {
        Disk.is_file(path)
    }

    fn sees(&self) -> bool {
        Disk.sees()
    }

    fn world(&self) -> World<'_> {
        World::Seen(&Disk, environment(), None)
    }

    fn exists(&self, path: &str) -> Option<bool> {
        Disk.exists(path)
    }

    fn reads_plain(&self, path: &str, plain: &dyn Fn(&str) -> bool) -> bool {
        Disk.reads_plain(path, plain)
    }

    fn look(&self, look: &Look<'_>, wanted: &dyn Fn(&str, &str) -> bool) -> Listing {
        Disk.look(look, wanted)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;

    use byleave_policy::paths::Resolver;

    use super::{Disk, DiskFrom};

    #[test]
    fn paths_lead_where_they_lead_from_the_root() {
        let root = std::env::temp_dir().join(format!("byleave-disk-from-{}", std::process::id()));
        std::fs::create_dir_all(root.join("project/src")).expect("a folder");
        let root = root.canonicalize().expect("a real path");
        symlink(root.join("elsewhere"), root.join("project/out")).expect("a link");
        symlink("src", root.join("project/in")).expect("a link");
        symlink("/", root.join("project/top")).expect("a link");
        let real = root.join("project").to_string_lossy().into_owned();
        let from = DiskFrom { real: real.clone() };
        for rest in ["", "/", "/src/a.rs", "/in/a.rs", "/out/b", "/../x", "/top/etc", "/in/../../y", "s", "/none/c"] {
            let path = format!("{real}{rest}");
            assert_eq!(from.resolve(&path).trim_end_matches('/'), Disk.resolve(&path).trim_end_matches('/'), "{rest}");
        }
        assert_eq!(from.resolve("/usr/lib/../bin"), Disk.resolve("/usr/lib/../bin"));
        let _ = std::fs::remove_dir_all(&root);
    }
}
