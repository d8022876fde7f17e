//! The settings of a git repository: which of them name programs that a git that only reads would run.

/// Whose repository it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repository {
    /// The project's, whose settings its people made: only what runs when git reads is refused.
    Own,
    /// One that lies in the project and may have come with it: only what is known to run nothing is taken.
    Nested,
}

/// What a setting of the project's own repository tells, where the text alone does not say whether it is harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// The directory of its hooks.
    Hooks,
    /// The directory whose files it looks at.
    Worktree,
    /// The name of a command of its own: git takes it where it has no such command itself.
    Alias,
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

/// Filters that `git lfs install` writes. The shell runs them, so each is known to its end.
const LFS: [&str; 5] = [
    "git-lfs clean -- %f",
    "git-lfs smudge -- %f",
    "git-lfs smudge --skip -- %f",
    "git-lfs filter-process",
    "git-lfs filter-process --skip",
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
    /// Whether the text of its `config` names nothing that runs when git reads, and no place outside. `fine` says so of
    /// what only the disk or the command can tell, by its kind.
    ///
    /// ```
    /// use byleave_policy::obeyed::Repository;
    /// assert!(Repository::Own.is_harmless("[core]\n\tbare = false\n[alias]\n\tst = status\n", &|_, _| true));
    /// assert!(!Repository::Own.is_harmless("[core]\n\tfsmonitor = ./evil\n", &|_, _| true));
    /// ```
    #[must_use]
    pub fn is_harmless(self, text: &str, fine: &dyn Fn(Told, &str) -> bool) -> bool {
        if super::has_odd_characters(text) {
            return false;
        }
        let (mut section, mut sub) = (String::new(), String::new());
        let (mut lazy, mut chosen) = (false, false);
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
                let (name, quoted) = header.split_once([' ', '\t']).unwrap_or((header, ""));
                // `[diff.x]` is another way to write `[diff "x"]`.
                let (name, old) = name.split_once('.').unwrap_or((name, ""));
                section = name.to_lowercase();
                quoted.trim().trim_matches('"').clone_into(&mut sub);
                if sub.is_empty() {
                    old.clone_into(&mut sub);
                }
                rest = after.trim();
                if rest.is_empty() {
                    continue;
                }
            }
            let (key, value) = rest.split_once('=').unwrap_or((rest, "true"));
            let key = key.trim().to_lowercase();
            let value = value.trim();
            let harmless = match self {
                Self::Own => {
                    let plain = value.trim_matches('"');
                    match (section.as_str(), key.as_str()) {
                        ("core", "hookspath") => fine(Told::Hooks, plain),
                        ("core", "worktree") => fine(Told::Worktree, plain),
                        ("alias", _) => fine(Told::Alias, if sub.is_empty() { &key } else { &sub }),
                        _ => !runs(&section, !sub.is_empty(), &key, value),
                    }
                }
                Self::Nested => is_plain(&section, &key) && !runs(&section, !sub.is_empty(), &key, value),
            };
            if !harmless {
                return false;
            }
            lazy |= matches!((section.as_str(), key.as_str()), ("remote", "promisor") | ("extensions", "partialclone"));
            chosen |= fetches(&section, &key, value);
        }
        // What is missing in such a repository is fetched by whatever reads it, with the programs named here.
        !(lazy && chosen)
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
        | ("include" | "includeif" | "browser" | "man" | "hook", _) => true,
        ("diff", _) => named && !matches!(key, "binary" | "xfuncname" | "funcname" | "wordregex" | "algorithm"),
        // What `git lfs install --local` writes.
        ("filter", "clean" | "smudge" | "process") => !LFS.contains(&value),
        _ => false,
    }
}

/// Whether a setting names a program that git runs when it fetches.
fn fetches(section: &str, key: &str, value: &str) -> bool {
    match (section, key) {
        ("core", "sshcommand" | "gitproxy" | "askpass") | ("remote", "uploadpack" | "vcs") | ("protocol", _) => true,
        ("credential", "helper") => value.contains(['!', '/', '"']),
        _ => false,
    }
}

fn is_plain(section: &str, key: &str) -> bool {
    match section {
        "core" => CORE.contains(&key),
        // Not `promisor`: what a planted repository lacks is fetched from where it says.
        "remote" => matches!(key, "url" | "fetch" | "pushurl" | "tagopt" | "prune"),
        "extensions" => matches!(key, "objectformat" | "refstorage"),
        _ => PLAIN.contains(&section),
    }
}

#[cfg(test)]
mod tests {
    use super::Repository::{Nested, Own};
    use super::Told;

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
            (Own, "[filter \"lfs\"]\n\tclean = git-lfs clean -- %f; ./evil\n", false),
            (Own, "[filter \"lfs\"]\n\tprocess = git-lfs filter-process | ./evil\n", false),
            (Own, "[alias]\n\tlfs = !./evil\n", false),
            (Own, "[alias]\n\tLFS = !./evil\n", false),
            (Own, "[alias \"lfs\"]\n\tcommand = !./evil\n", false),
            (Own, "[alias.lfs]\n\tcommand = !./evil\n", false),
            (Own, "[core]\n\tworktree = ../../.ssh\n", false),
            (Own, "[core]\n\tworktree = \"fine\"\n", true),
            (Own, "[hook \"x\"]\n\tevent = post-index-change\n\tcommand = ./evil\n", false),
            (Own, "[remote \"o\"]\n\turl = x\n\tpromisor = true\n\tpartialclonefilter = blob:none\n", true),
            (Own, "[remote \"o\"]\n\tpromisor = true\n\tuploadpack = ./evil\n", false),
            (Own, "[core]\n\tsshCommand = ./evil\n[extensions]\n\tpartialClone = o\n", false),
            (Own, "[credential]\n\thelper = !./evil\n[remote \"o\"]\n\tpromisor = true\n", false),
            (Own, "[credential]\n\thelper = store\n[remote \"o\"]\n\tpromisor = true\n", true),
            (Nested, "[remote \"o\"]\n\turl = x\n\tpromisor = true\n", false),
            (Nested, "[extensions]\n\tpartialClone = o\n", false),
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
            let fine = |told: Told, value: &str| match told {
                Told::Alias => !value.eq_ignore_ascii_case("lfs"),
                Told::Hooks | Told::Worktree => value == "fine",
            };
            assert_eq!(whose.is_harmless(text, &fine), expected, "{whose:?} {text:?}");
        }
    }
}
