//! Settings of git that are known to do no harm.

/// Which values of a setting are harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Values {
    /// All of them.
    Any,
    /// `true`, `false` and the like, or none.
    Switch,
    /// Digits.
    Number,
    /// A directory without the hook that a git that only reads runs.
    Hooks,
    /// A directory of the project.
    Worktree,
}

include!(concat!(env!("OUT_DIR"), "/git-settings.rs"));

/// Which values of a setting make a git that only reads run nothing; `None` if that is not known. Names are in small letters.
/// `named` says that its section has a name of its own: `[remote "origin"]`.
///
/// ```
/// use byleave_knowledge::git::{Values, harmless};
/// assert_eq!(harmless("remote", true, "url"), Some(Values::Any));
/// assert_eq!(harmless("core", false, "fsmonitor"), Some(Values::Switch));
/// assert_eq!(harmless("diff", false, "external"), None);
/// ```
#[must_use]
pub fn harmless(section: &str, named: bool, key: &str) -> Option<Values> {
    SETTINGS.iter().find_map(|(setting, values)| {
        let rest = setting.strip_prefix(section)?.strip_prefix('.')?;
        let wanted = if named { rest.strip_prefix("*.")? } else { rest };
        (wanted == key || wanted == "*").then_some(*values)
    })
}

#[cfg(test)]
mod tests {
    use super::{SETTINGS, Values, harmless};

    #[test]
    fn names_are_in_small_letters() {
        assert!(SETTINGS.iter().all(|(setting, _)| *setting == setting.to_lowercase() && setting.contains('.')));
    }

    #[test]
    fn what_runs_something_is_not_on_the_list() {
        for (section, named, key) in [
            ("core", false, "pager"),
            ("core", false, "sshcommand"),
            ("core", false, "editor"),
            ("core", false, "alternaterefscommand"),
            ("core", false, "attributesfile"),
            ("core", false, "excludesfile"),
            ("diff", true, "textconv"),
            ("diff", true, "command"),
            ("diff", false, "external"),
            ("filter", true, "clean"),
            ("merge", true, "driver"),
            ("include", false, "path"),
            ("includeif", true, "path"),
            ("gpg", false, "program"),
            ("hook", true, "command"),
            ("pager", false, "log"),
            ("remote", true, "promisor"),
            ("extensions", false, "partialclone"),
            ("trailer", true, "cmd"),
            ("log", false, "showsignature"),
        ] {
            assert_eq!(harmless(section, named, key), None, "{section}.{key}");
        }
        assert_eq!(harmless("core", false, "fsmonitor"), Some(Values::Switch));
        assert_eq!(harmless("core", true, "bare"), None, "no section of that name is git's own");
    }
}
