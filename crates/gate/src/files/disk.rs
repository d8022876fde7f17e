//! Links, as they stand on the disk.

use std::borrow::Cow;
use std::path::Path;

use byleave_policy::paths::Resolver;

/// Follows links on this machine's disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Resolver for Disk {
    /// The real path of the longest part that exists, with the rest as written.
    fn resolve<'p>(&self, path: &'p str) -> Cow<'p, str> {
        let path = Path::new(path);
        for ancestor in path.ancestors() {
            if let (Ok(real), Ok(rest)) = (ancestor.canonicalize(), path.strip_prefix(ancestor)) {
                let real = if rest.as_os_str().is_empty() { real } else { real.join(rest) };
                return Cow::Owned(real.to_string_lossy().into_owned());
            }
        }
        path.to_string_lossy()
    }
}
