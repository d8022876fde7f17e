//! The settings of a git repository: which of them name programs that a git that only reads would run.

/// Whose repository it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repository {
    /// The project's, whose settings its people made: only what runs when git reads is refused.
    Own,
    /// One that lies in the project and may have come with it: only what is known to run nothing is taken.
    Nested,
}

/// Sections of a nested repository that name no program.
const PLAIN: [&str; 16] = [
    "advice",
    "author",
    "branch",
    "color",
    "commit",
    "committer",
    "fetch",
    "gc",
    "init",
    "lfs",
    "pull",
    "push",
    "rebase",
    "rerere",
    "submodule",
    "user",
];

/// Keys of `core` that name no program.
const CORE: [&str; 17] = [
    "abbrev",
    "autocrlf",
    "bare",
    "bigfilethreshold",
    "checkstat",
    "compression",
    "eol",
    "filemode",
    "ignorecase",
    "logallrefupdates",
    "longpaths",
    "precomposeunicode",
    "protecthfs",
    "protectntfs",
    "repositoryformatversion",
    "safecrlf",
    "symlinks",
];

impl Repository {
    /// Whether the text of its `config` names nothing that runs when git reads. `hooks` says of a directory, as
    /// `core.hooksPath` names it, that nothing in it does.
    ///
    /// ```
    /// use byleave_policy::obeyed::Repository;
    /// assert!(Repository::Own.is_harmless("[core]\n\tbare = false\n[alias]\n\tst = status\n", &|_| false));
    /// assert!(!Repository::Own.is_harmless("[core]\n\tfsmonitor = ./evil\n", &|_| true));
    /// ```
    #[must_use]
    pub fn is_harmless(self, text: &str, hooks: &dyn Fn(&str) -> bool) -> bool {
        if super::has_odd_characters(text) {
            return false;
        }
        let mut section = String::new();
        let mut named = false;
        for line in text.lines().map(str::trim) {
            if line.is_empty() || line.starts_with(['#', ';']) {
                continue;
            }
            // A value that goes on in the next line hides what stands there.
            if line.ends_with('\\') {
                return false;
            }
            let mut rest = line;
            if let Some(header) = line.strip_prefix('[') {
                let Some((header, after)) = end_of(header) else { return false };
                let (name, sub) = header.split_once([' ', '\t']).unwrap_or((header, ""));
                // `[diff.x]` is another way to write `[diff "x"]`.
                let (name, old) = name.split_once('.').unwrap_or((name, ""));
                section = name.to_lowercase();
                named = !sub.trim().is_empty() || !old.is_empty();
                rest = after.trim();
                if rest.is_empty() {
                    continue;
                }
            }
            let (key, value) = rest.split_once('=').unwrap_or((rest, "true"));
            let key = key.trim().to_lowercase();
            let value = value.trim();
            let fine = match self {
                Self::Own if section == "core" && key == "hookspath" => hooks(value.trim_matches('"')),
                Self::Own => !runs(&section, named, &key, value),
                Self::Nested => is_plain(&section, &key) && !runs(&section, named, &key, value),
            };
            if !fine {
                return false;
            }
        }
        true
    }
}

/// The inside of a header, and what follows it.
fn end_of(header: &str) -> Option<(&str, &str)> {
    let mut quoted = false;
    let mut escaped = false;
    for (at, one) in header.char_indices() {
        match one {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ']' if !quoted => return Some((header.get(..at)?, header.get(at.saturating_add(1)..)?)),
            _ => {}
        }
    }
    None
}

/// Whether a setting names something that git runs although it only reads, or another file of settings.
fn runs(section: &str, named: bool, key: &str, value: &str) -> bool {
    let switch =
        matches!(value.to_lowercase().as_str(), "true" | "false" | "yes" | "no" | "on" | "off" | "0" | "1" | "");
    match (section, key) {
        ("core", "fsmonitor") | ("pager", _) => !switch,
        ("core", "pager" | "hookspath" | "alternaterefscommand")
        | ("diff", "external" | "command" | "textconv")
        | ("gpg", "program" | "defaultkeycommand")
        // `git interpret-trailers` runs it to find the text of a trailer.
        | ("trailer", "cmd" | "command")
        | ("include" | "includeif" | "browser" | "man", _) => true,
        ("diff", _) => named && !matches!(key, "binary" | "xfuncname" | "funcname" | "wordregex" | "algorithm"),
        // What `git lfs install --local` writes.
        ("filter", "clean" | "smudge" | "process") => !value.starts_with("git-lfs "),
        _ => false,
    }
}

fn is_plain(section: &str, key: &str) -> bool {
    match section {
        "core" => CORE.contains(&key),
        "remote" => matches!(key, "url" | "fetch" | "pushurl" | "tagopt" | "prune" | "promisor" | "partialclonefilter"),
        "extensions" => matches!(key, "objectformat" | "partialclone" | "refstorage"),
        _ => PLAIN.contains(&section),
    }
}

#[cfg(test)]
mod tests {
    use super::Repository::{Nested, Own};

    #[test]
    fn settings_that_run_something_when_git_reads_are_found() {
        let cases = [
            (Own, "", true),
            (Own, "[core]\n\trepositoryformatversion = 0\n[remote \"origin\"]\n\turl = x\n\tfetch = y\n", true),
            (Own, "[alias]\n\tx = !evil\n[credential]\n\thelper = !evil\n", true),
            (Own, "[core]\n\tfsmonitor = true\n", true),
            (Own, "[core]\n\tfsmonitor = ./evil\n", false),
            (Own, "[CORE]\n\tFsMonitor = ./evil\n", false),
            (Own, "[core] fsmonitor = ./evil\n", false),
            (Own, "[core]\n\tfsmonitor = \\\n./evil\n", false),
            (Own, "[diff]\n\texternal = ./evil\n", false),
            (Own, "[diff \"x\"]\n\ttextconv = ./evil\n", false),
            (Own, "[diff.x]\n\ttextconv = ./evil\n", false),
            (Own, "[diff \"a]b\"]\n\tcommand = ./evil\n", false),
            (Own, "[filter \"x\"]\n\tclean = ./evil\n", false),
            (Own, "[filter \"lfs\"]\n\tclean = git-lfs clean -- %f\n\trequired = true\n", true),
            (Own, "[trailer \"x\"]\n\tcommand = ./evil\n", false),
            (Own, "[trailer]\n\tseparators = :\n", true),
            (Own, "[include]\n\tpath = ../evil\n", false),
            (Own, "[includeIf \"gitdir:x\"]\n\tpath = ../evil\n", false),
            (Own, "[core]\n\thooksPath = evil\n", false),
            (Own, "[core]\n\thooksPath = fine\n", true),
            (Nested, "[core]\n\thooksPath = fine\n", false),
            (Own, "[pager]\n\tlog = ./evil\n", false),
            (Own, "[pager]\n\tbranch = false\n", true),
            (Own, "[extensions]\n\tworktreeConfig = true\n[core]\n\tsshCommand = ssh -i x\n", true),
            (Nested, "[extensions]\n\tworktreeConfig = true\n", false),
            (Own, "[core", false),
            (Nested, "[core]\n\trepositoryformatversion = 0\n\tbare = false\n", true),
            (Nested, "[remote \"origin\"]\n\turl = x\n", true),
            (Nested, "[alias]\n\tx = !evil\n", false),
            (Nested, "[core]\n\tunknown = x\n", false),
            (Nested, "[new]\n\tprogram = x\n", false),
        ];
        for (whose, text, expected) in cases {
            assert_eq!(whose.is_harmless(text, &|hooks| hooks == "fine"), expected, "{whose:?} {text:?}");
        }
    }
}
