//! Directories beside the project that calls may read.

use std::fmt;

use super::{is_below, normal};

/// A directory beside the project that calls may read: `~/src/other`, `/tmp`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root(String);

/// Why a text names no such directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootError {
    /// It is seen from nowhere.
    Relative,
    /// Everything would be below it.
    Everything,
    /// It is a pattern.
    Pattern,
    /// It leads upwards.
    Upwards,
}

impl fmt::Display for RootError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Relative => "a root begins with `/` or `~/`, so that it is the same from everywhere",
            Self::Everything => "every key and token lies below this: name the directories that are meant",
            Self::Pattern => "a root is one directory, and no pattern",
            Self::Upwards => "a root has no `..` in it",
        })
    }
}

impl std::error::Error for RootError {}

impl Root {
    /// Reads the name of a directory.
    ///
    /// # Errors
    ///
    /// If it is not one that can be told from its text, or holds everything.
    pub fn parse(text: &str) -> Result<Self, RootError> {
        if !text.starts_with('/') && text != "~" && !text.starts_with("~/") {
            return Err(RootError::Relative);
        }
        if text.contains(['*', '?', '[', '{']) {
            return Err(RootError::Pattern);
        }
        if text.split('/').any(|part| part == "..") {
            return Err(RootError::Upwards);
        }
        let seen_from_root = normal("/", text);
        if seen_from_root == "/" || seen_from_root == "/~" {
            return Err(RootError::Everything);
        }
        Ok(Self(text.to_owned()))
    }

    /// As it was written.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// The directory, absolute and normal. `None` if the home directory is it or lies below it: `/home` and `/root` are no roots, however
    /// they are spelt.
    #[must_use]
    pub fn directory(&self, home: &str) -> Option<String> {
        let path = match self.0.strip_prefix("~/") {
            Some(below) => normal(home, below.trim_start_matches('/')),
            None => normal("/", &self.0),
        };
        (!is_below(home, &path)).then_some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::{Root, RootError};

    #[test]
    fn a_root_is_one_directory_that_does_not_hold_the_home() {
        for (text, wanted) in [
            ("", RootError::Relative),
            ("src", RootError::Relative),
            ("~dev/src", RootError::Relative),
            ("/", RootError::Everything),
            ("//", RootError::Everything),
            ("/.", RootError::Everything),
            ("~", RootError::Everything),
            ("~/", RootError::Everything),
            ("~/.", RootError::Everything),
            ("/tmp/*", RootError::Pattern),
            ("/tmp/../etc", RootError::Upwards),
        ] {
            assert_eq!(Root::parse(text), Err(wanted), "{text}");
        }
        let directory = |text: &str| Root::parse(text).ok().and_then(|root| root.directory("/home/dev"));
        for text in ["/home", "/home/dev", "/home/dev/", "//home//dev", "/home/./dev"] {
            assert_eq!(directory(text), None, "{text}");
        }
        for (text, path) in [
            ("/tmp", "/tmp"),
            ("/tmp/", "/tmp"),
            ("~/src/other", "/home/dev/src/other"),
            ("~//src", "/home/dev/src"),
            ("/home/developer", "/home/developer"),
        ] {
            assert_eq!(directory(text).as_deref(), Some(path), "{text}");
        }
    }
}
