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

/// Sections whose settings are names, colours and switches, whatever they are called.
const PLAIN: [&str; 7] = ["advice", "author", "branch", "color", "column", "committer", "gitflow"];

/// Keys that name no program, no file and no other setting. Whatever is not here asks: git learns new keys.
const KEYS: [(&str, &[&str]); 36] = [
    ("apply", &["ignorewhitespace", "whitespace"]),
    (
        "blame",
        &["blankboundary", "coloring", "date", "markignoredlines", "markunblamablelines", "showemail", "showroot"],
    ),
    ("checkout", &["defaultremote", "guess", "workers"]),
    ("commit", &["cleanup", "gpgsign", "status", "verbose"]),
    (
        "core",
        &[
            "abbrev",
            "autocrlf",
            "bare",
            "bigfilethreshold",
            "checkstat",
            "commentchar",
            "commitgraph",
            "compression",
            "eol",
            "filemode",
            "fscache",
            "hidedotfiles",
            "ignorecase",
            "logallrefupdates",
            "longpaths",
            "multipackindex",
            "precomposeunicode",
            "preloadindex",
            "protecthfs",
            "protectntfs",
            "quotepath",
            "repositoryformatversion",
            "safecrlf",
            "sharedrepository",
            "sparsecheckout",
            "sparsecheckoutcone",
            "symlinks",
            "trustctime",
            "untrackedcache",
            "warnambiguousrefs",
            "whitespace",
        ],
    ),
    (
        "diff",
        &[
            "algorithm",
            "binary",
            "colormoved",
            "colormovedws",
            "context",
            "funcname",
            "ignoresubmodules",
            "indentheuristic",
            "interhunkcontext",
            "mnemonicprefix",
            "noprefix",
            "relative",
            "renamelimit",
            "renames",
            "submodule",
            "tool",
            "wordregex",
            "wserrorhighlight",
            "xfuncname",
        ],
    ),
    ("extensions", &["objectformat", "refstorage"]),
    ("feature", &["experimental", "manyfiles"]),
    ("fetch", &["all", "parallel", "prune", "prunetags", "recursesubmodules", "showforcedupdates", "writecommitgraph"]),
    ("filter", &["required"]),
    ("gc", &["auto", "autodetach", "autopacklimit", "packrefs", "pruneexpire", "reflogexpire", "writecommitgraph"]),
    ("gpg", &["format"]),
    ("grep", &["column", "extendedregexp", "fullname", "linenumber", "patterntype", "threads"]),
    ("gui", &["encoding", "geometry", "wmstate"]),
    ("i18n", &["commitencoding", "logoutputencoding"]),
    ("index", &["sparse", "threads", "version"]),
    ("init", &["defaultbranch"]),
    (
        "lfs",
        &["access", "concurrenttransfers", "fetchexclude", "fetchinclude", "locksverify", "repositoryformatversion"],
    ),
    ("log", &["abbrevcommit", "date", "decorate", "follow", "mailmap", "showroot"]),
    ("maintenance", &["auto", "strategy"]),
    ("merge", &["autostash", "conflictstyle", "ff", "log", "renamelimit", "renames", "stat", "tool"]),
    ("pack", &["depth", "threads", "window", "windowmemory"]),
    ("pull", &["ff", "rebase"]),
    ("push", &["autosetupremote", "default", "followtags", "gpgsign", "recursesubmodules", "useforceifincludes"]),
    ("rebase", &["autosquash", "autostash", "missingcommitscheck", "stat", "updaterefs"]),
    ("receive", &["denycurrentbranch", "denydeletes", "denynonfastforwards"]),
    (
        "remote",
        &["fetch", "gh-resolved", "mirror", "prune", "prunetags", "push", "pushdefault", "skipfetchall", "tagopt"],
    ),
    ("rerere", &["autoupdate", "enabled"]),
    ("stash", &["showpatch", "showstat"]),
    (
        "status",
        &["aheadbehind", "branch", "relativepaths", "renames", "short", "showuntrackedfiles", "submodulesummary"],
    ),
    ("submodule", &["active", "branch", "fetchjobs", "fetchrecursesubmodules", "ignore", "recurse", "shallow"]),
    ("tag", &["gpgsign", "sort"]),
    ("trailer", &["ifexists", "ifmissing", "key", "separators", "where"]),
    ("user", &["email", "name", "signingkey", "useconfigonly"]),
    ("versionsort", &["suffix"]),
    ("worktree", &["guessremote"]),
];

/// Keys that are harmless in the project's own repository: they say how git fetches, and git that only reads does not.
const OWN: [(&str, &[&str]); 5] = [
    // What a nested repository lacks is fetched from where it says.
    ("core", &["sshcommand"]),
    ("credential", &["helper", "usehttppath", "username"]),
    ("extensions", &["partialclone", "worktreeconfig"]),
    (
        "http",
        &["extraheader", "lowspeedlimit", "lowspeedtime", "postbuffer", "proxy", "sslbackend", "sslverify", "version"],
    ),
    ("remote", &["partialclonefilter", "promisor"]),
];

/// Filters that `git lfs install` writes. The shell runs them, so each is known to its end.
const LFS: [&str; 5] = [
    "git-lfs clean -- %f",
    "git-lfs smudge -- %f",
    "git-lfs smudge --skip -- %f",
    "git-lfs filter-process",
    "git-lfs filter-process --skip",
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
        let (mut section, mut sub) = (String::new(), "");
        let (mut lazy, mut chosen) = (false, false);
        for line in text.lines().map(str::trim) {
            if line.is_empty() || line.starts_with(['#', ';']) {
                continue;
            }
            if line.starts_with('[') {
                let Some((name, below)) = header(line) else { return false };
                (section, sub) = (name.to_lowercase(), below);
                continue;
            }
            let Some((key, value)) = setting(line) else { return false };
            let key = key.to_lowercase();
            let own = self == Self::Own;
            let harmless = match (section.as_str(), key.as_str()) {
                ("core", "hookspath") if own => unquoted(value).is_some_and(|value| fine(Told::Hooks, value)),
                ("core", "worktree") if own => unquoted(value).is_some_and(|value| fine(Told::Worktree, value)),
                // `true` is git's own.
                ("core", "fsmonitor") | ("pager", _) => own && is_switch(value),
                ("alias", _) => own && fine(Told::Alias, if sub.is_empty() { &key } else { sub }),
                // What `git lfs install --local` writes.
                ("filter", "clean" | "smudge" | "process") => own && LFS.contains(&value),
                ("remote", "url" | "pushurl") | ("submodule", "url") => unquoted(value).is_some_and(is_address),
                ("url", "insteadof" | "pushinsteadof") => is_address(sub),
                // By a signature: gpg tells.
                ("branch" | "tag", "sort") => !value.to_lowercase().contains("sig"),
                ("submodule", "update") => matches!(value, "checkout" | "merge" | "none" | "rebase"),
                ("blame", "ignorerevsfile") => unquoted(value).is_some_and(is_inside),
                (section, key) => {
                    PLAIN.contains(&section) || lists(&KEYS, section, key) || own && lists(&OWN, section, key)
                }
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

/// The section and what it is about, of a line that is one header and nothing else: `[core]`, `[remote "x"]`, `[diff.x]`.
fn header(line: &str) -> Option<(&str, &str)> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, sub) = match inside.split_once([' ', '\t']) {
        Some((name, quoted)) => (name, quoted.trim_start().strip_prefix('"')?.strip_suffix('"')?),
        None => inside.split_once('.').unwrap_or((inside, "")),
    };
    let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let quoted = inside.ends_with('"');
    let about = if quoted { !sub.contains(['"', '\\']) } else { sub.split('.').all(plain) };
    (!name.is_empty() && plain(name) && about).then_some((name, sub))
}

/// The key and the value of a line that is one setting and nothing else. A value that goes on in the next line hides what
/// stands there.
fn setting(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once('=').unwrap_or((line, "true"));
    let key = key.trim_end();
    let letters = key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let plain = letters && key.starts_with(|first: char| first.is_ascii_alphabetic()) && !line.ends_with('\\');
    plain.then_some((key, value.trim()))
}

/// A value without the quotes around it, if git takes it as it is written.
fn unquoted(value: &str) -> Option<&str> {
    let inside = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value);
    (!inside.contains(['"', '\\', '#', ';'])).then_some(inside)
}

fn is_switch(value: &str) -> bool {
    matches!(value.to_lowercase().as_str(), "true" | "false" | "yes" | "no" | "on" | "off" | "0" | "1" | "")
}

/// Whether git reaches a repository by itself: `ext::sh -c x` is a command, and `x::y` a program `git-remote-x`.
fn is_address(value: &str) -> bool {
    !value.contains("::") && !value.starts_with('-')
}

/// Whether a path stays in the project, as far as its text tells.
fn is_inside(path: &str) -> bool {
    !path.starts_with(['/', '~', '%', ':']) && !path.split('/').any(|part| part == "..")
}

fn lists(keys: &[(&str, &[&str])], section: &str, key: &str) -> bool {
    keys.iter().any(|(name, keys)| *name == section && keys.contains(&key))
}

/// Whether a setting names a program that git runs when it fetches.
fn fetches(section: &str, key: &str, value: &str) -> bool {
    match (section, key) {
        ("core", "sshcommand") => true,
        ("credential", "helper") => value.contains(['!', '/', '"']),
        _ => false,
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
            (Own, "[user] [core] fsmonitor = ./evil\n", false),
            (Own, "[user] [core]\n\tfsmonitor = ./evil\n", false),
            (Own, "[user] name = x\n", false),
            (Own, "[user \"a\"] [core] fsmonitor = \"./evil\"]\n", false),
            (Own, "[user] # [core]\n", false),
            (Own, "[user.x \"core\"]\n\tname = x\n", false),
            (Own, "[user \"a\\\"]\n\tname = x\n", false),
            (Own, "[user]]\n\tname = x\n", false),
            (Own, "[user]\n\tname [core] = x\n", false),
            (Own, "[user]\n\tname x\n", false),
            (Own, "[merge \"x\"]\n\tdriver = ./evil\n", false),
            (Own, "[merge.x]\n\tdriver = ./evil\n", false),
            (Own, "[merge]\n\tconflictStyle = zdiff3\n\tff = only\n", true),
            (Own, "[new]\n\tprogram = x\n", false),
            (Own, "[core]\n\tnewKey = x\n", false),
            (Own, "[core]\n\tgitProxy = ./evil\n", false),
            (Own, "[core]\n\tattributesFile = x\n", false),
            (Own, "[log]\n\tshowSignature = true\n", false),
            (Own, "[format]\n\tpretty = %G?\n", false),
            (Own, "[gc]\n\trecentObjectsHook = ./evil\n", false),
            (Own, "[interactive]\n\tdiffFilter = ./evil\n", false),
            (Own, "[remote \"o\"]\n\turl = ext::sh -c evil\n", false),
            (Own, "[remote \"o\"]\n\turl = \"ext\"::evil\n", false),
            (Own, "[remote \"o\"]\n\turl = ex\\t::evil\n", false),
            (Own, "[remote \"o\"]\n\turl = --upload-pack=evil\n", false),
            (Own, "[remote \"o\"]\n\tvcs = x\n", false),
            (Own, "[remote \"o\"]\n\turl = git@github.com:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/o/*\n", true),
            (Own, "[remote \"o\"]\n\turl = \"https://example.com/a b.git\"\n", true),
            (Own, "[url \"ext::evil\"]\n\tinsteadOf = https://\n", false),
            (Own, "[url \"git@github.com:\"]\n\tinsteadOf = https://github.com/\n", true),
            (Own, "[submodule \"x\"]\n\turl = ../x.git\n\tactive = true\n", true),
            (Own, "[submodule \"x\"]\n\tupdate = !./evil\n", false),
            (Own, "[branch \"f/#1\"]\n\tremote = o\n\tmerge = refs/heads/f\n\tvscode-merge-base = o/main\n", true),
            (
                Own,
                "[user]\n\tname = A; B\n\temail = a@b\n[pull]\n\trebase = true\n[init]\n\tdefaultBranch = main\n",
                true,
            ),
            (Own, "[color]\n\tui = auto\n[color \"diff\"]\n\tmeta = yellow\n", true),
            (Own, "[branch]\n\tsort = -committerdate\n", true),
            (Own, "[branch]\n\tsort = signature:key\n", false),
            (Own, "[blame]\n\tignoreRevsFile = .git-blame-ignore-revs\n", true),
            (Own, "[blame]\n\tignoreRevsFile = ../../.ssh/id_rsa\n", false),
            (Own, "[http \"https://github.com/\"]\n\textraheader = AUTHORIZATION: basic x\n", true),
            (Nested, "[user] [core] fsmonitor = ./evil\n", false),
            (Nested, "[merge \"x\"]\n\tdriver = ./evil\n", false),
            (Nested, "[core]\n\tsshCommand = x\n", false),
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
