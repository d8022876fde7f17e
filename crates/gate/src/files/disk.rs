//! Links, as they stand on the disk.

use std::path::Path;

use byleave_policy::paths::Resolver;

/// Follows links on this machine's disk.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Resolver for Disk {
    /// The real path of the longest part that exists, with the rest as written.
    fn resolve(&self, path: &str) -> String {
        let path = Path::new(path);
        for ancestor in path.ancestors() {
            if let (Ok(real), Ok(rest)) = (ancestor.canonicalize(), path.strip_prefix(ancestor)) {
                return if rest.as_os_str().is_empty() { real } else { real.join(rest) }.to_string_lossy().into_owned();
            }
        }
        path.to_string_lossy().into_owned()
    }
}
