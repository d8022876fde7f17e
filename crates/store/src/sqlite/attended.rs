//! Whether an approver is connected to a hub that serves this file: hooks that live for a moment look at it before they wait.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How long a sign of life counts. A hub gives one each second.
const FRESH: Duration = Duration::from_secs(5);

/// A file beside the database that is there, and new, while an approver is connected. It grants nothing: a process that
/// writes it makes hooks wait for an answer that does not come, and then refuse.
#[derive(Clone, Debug)]
pub struct Attended(PathBuf);

impl Attended {
    /// The one beside a database.
    #[must_use]
    pub fn beside(database: &Path) -> Self {
        Self(database.with_extension("attended"))
    }

    /// Whether an approver is connected.
    #[must_use]
    pub fn is(&self) -> bool {
        let touched = fs::symlink_metadata(&self.0).and_then(|found| found.modified());
        // A time in the future is no sign of anything.
        touched.is_ok_and(|touched| SystemTime::now().duration_since(touched).is_ok_and(|age| age < FRESH))
    }

    /// An approver is connected now.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn touch(&self) -> io::Result<()> {
        let file = File::options().write(true).create(true).truncate(false).open(&self.0)?;
        file.set_modified(SystemTime::now())
    }

    /// No approver is connected any more.
    pub fn clear(&self) {
        // If it cannot be taken away it is old in a moment.
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::time::{Duration, SystemTime};

    use super::Attended;

    #[test]
    fn a_sign_of_life_counts_for_a_moment() {
        let folder = std::env::temp_dir().join(format!("byleave-attended-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let attended = Attended::beside(&folder.join("record.db"));
        assert!(!attended.is(), "no approver was there yet");
        attended.touch().expect("written");
        assert!(attended.is());
        let file = File::options().write(true).open(folder.join("record.attended")).expect("the file");
        let minute = Duration::from_mins(1);
        for then in [SystemTime::now() - minute, SystemTime::now() + minute] {
            file.set_modified(then).expect("a time");
            assert!(!attended.is(), "neither an old one nor one from the future");
        }
        attended.touch().expect("written");
        attended.clear();
        assert!(!attended.is());
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
