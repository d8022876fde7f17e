//! Files that steer byleave, agents, shells, version control, CI and editors: writing them changes what later runs.

use std::sync::LazyLock;

use super::rows::{ByByte, Places};
use super::{begins_alike, folded, is_below};

/// What writing a control file means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// Nothing lifts it: byleave's own files and the hooks it hangs on.
    pub denied: bool,
    /// What the file is, in words.
    pub what: &'static str,
}

/// Paths below any directory, by their last components. A name that ends in `/` means everything below it.
const ANYWHERE: [(&str, bool, &str); 84] = [
    (".byleave/", true, "byleave's policy"),
    // Of ConnectOnion's directory, what carries authority; agents write documents, logs and the dashboard there on purpose.
    (".co/host.yaml", true, "permissions and trust of ConnectOnion"),
    (".co/schedule.yaml", true, "scheduled jobs of ConnectOnion"),
    (".co/admins.txt", true, "who may command a ConnectOnion agent"),
    (".co/contacts.txt", true, "who may reach a ConnectOnion agent"),
    (".co/whitelist.txt", true, "who may reach a ConnectOnion agent"),
    (".co/blocklist.txt", true, "who may reach a ConnectOnion agent"),
    (".co/approvals.jsonl", true, "ConnectOnion's record of what agents did"),
    (".co/keys/", true, "keys of a ConnectOnion agent"),
    (".co/", false, "skills and settings of a ConnectOnion agent"),
    (".claude/settings.json", true, "hooks and permissions of Claude Code"),
    (".claude/settings.local.json", true, "hooks and permissions of Claude Code"),
    (".claude/hooks/", true, "hooks of Claude Code"),
    (".claude.json", true, "configuration of Claude Code"),
    (".codex/config.toml", true, "configuration of Codex"),
    (".codex/hooks.json", true, "hooks of Codex"),
    (".codex/rules/", true, "rules of Codex"),
    (".gemini/settings.json", true, "hooks of Gemini CLI"),
    (".gemini/policies/", true, "policy of Gemini CLI"),
    (".cursor/hooks.json", true, "hooks of Cursor"),
    (".cursor/hooks/", true, "hooks of Cursor"),
    (".cursor/cli.json", true, "permissions of Cursor"),
    (".copilot/config.json", true, "configuration of Copilot"),
    (".copilot/settings.json", true, "configuration of Copilot"),
    (".copilot/hooks/", true, "hooks of Copilot"),
    (".github/copilot/", true, "configuration of Copilot"),
    (".github/hooks/", true, "hooks of Copilot"),
    (".opencode/plugin/", true, "plug-ins of opencode"),
    (".opencode/plugins/", true, "plug-ins of opencode"),
    ("opencode.json", true, "configuration of opencode"),
    ("opencode.jsonc", true, "configuration of opencode"),
    (".clinerules/hooks/", true, "hooks of Cline"),
    (".cline/hooks/", true, "hooks of Cline"),
    (".git/hooks/", false, "git hook"),
    (".git/config", false, "git configuration"),
    (".git/info/", false, "git configuration"),
    (".gitconfig", false, "git configuration"),
    (".gitmodules", false, "git configuration"),
    (".gitattributes", false, "git configuration that may name programs"),
    (".husky/", false, "git hook"),
    (".pre-commit-config.yaml", false, "git hook"),
    ("lefthook.yml", false, "git hook"),
    (".github/workflows/", false, "CI workflow"),
    (".github/actions/", false, "CI workflow"),
    (".gitlab-ci.yml", false, "CI workflow"),
    (".circleci/", false, "CI workflow"),
    (".buildkite/", false, "CI workflow"),
    ("azure-pipelines.yml", false, "CI workflow"),
    ("jenkinsfile", false, "CI workflow"),
    (".travis.yml", false, "CI workflow"),
    (".vscode/", false, "editor configuration"),
    (".idea/", false, "editor configuration"),
    (".zed/", false, "editor configuration"),
    (".cursor/", false, "agent configuration"),
    (".claude/", false, "agent configuration"),
    (".mcp.json", false, "MCP configuration"),
    ("mcp.json", false, "MCP configuration"),
    (".devcontainer/", false, "container configuration"),
    (".envrc", false, "file that direnv runs"),
    (".npmrc", false, "npm configuration that may name programs"),
    (".yarnrc.yml", false, "yarn configuration that may name programs"),
    (".cargo/config.toml", false, "cargo configuration that may name programs"),
    ("audit.log", false, "audit log"),
    ("audit.jsonl", false, "audit log"),
    (".direnv/", false, "file that direnv runs"),
    // What an agent reads at the start of every session.
    ("claude.md", false, "instructions of an agent"),
    ("claude.local.md", false, "instructions of an agent"),
    ("agents.md", false, "instructions of an agent"),
    ("gemini.md", false, "instructions of an agent"),
    (".cursorrules", false, "instructions of an agent"),
    (".windsurfrules", false, "instructions of an agent"),
    (".windsurf/", false, "agent configuration"),
    (".clinerules/", false, "instructions of an agent"),
    (".clinerules", false, "instructions of an agent"),
    (".github/copilot-instructions.md", false, "instructions of an agent"),
    (".opencode/", false, "agent configuration"),
    (".aider.conf.yml", false, "agent configuration"),
    (".codex/", false, "agent configuration"),
    (".gemini/", false, "agent configuration"),
    (".bazelrc", false, "build configuration that may name programs"),
    (".mise.toml", false, "tool versions and hooks"),
    ("mise.toml", false, "tool versions and hooks"),
    (".tool-versions", false, "tool versions that may name programs"),
    ("sitecustomize.py", false, "code that every Python runs at its start"),
];

/// Paths below the home directory.
const IN_HOME: [(&str, bool, &str); 36] = [
    (".config/byleave/", true, "byleave's policy"),
    (".local/state/byleave/", true, "byleave's records"),
    (".local/share/byleave/", true, "byleave's records"),
    ("library/application support/byleave/", true, "byleave's records"),
    (".config/opencode/", true, "configuration of opencode"),
    ("documents/cline/hooks/", true, "hooks of Cline"),
    (".bashrc", false, "shell start-up file"),
    (".bash_profile", false, "shell start-up file"),
    (".bash_login", false, "shell start-up file"),
    (".bash_logout", false, "shell start-up file"),
    (".bash_aliases", false, "shell start-up file"),
    (".profile", false, "shell start-up file"),
    (".zshrc", false, "shell start-up file"),
    (".zshenv", false, "shell start-up file"),
    (".zprofile", false, "shell start-up file"),
    (".zlogin", false, "shell start-up file"),
    (".inputrc", false, "shell start-up file"),
    (".config/fish/", false, "shell start-up file"),
    (".config/git/", false, "git configuration"),
    (".config/systemd/", false, "service of the user"),
    (".config/autostart/", false, "program that starts with the session"),
    ("library/launchagents/", false, "program that starts with the session"),
    (".ssh/", false, "configuration of ssh"),
    (".vimrc", false, "editor configuration"),
    (".config/nvim/", false, "editor configuration"),
    (".emacs", false, "editor configuration"),
    (".emacs.d/", false, "editor configuration"),
    (".config/code/", false, "editor configuration"),
    (".codeium/", false, "agent configuration"),
    (".copilot/", false, "agent configuration"),
    (".cline/", false, "agent configuration"),
    (".config/claude/", false, "MCP configuration"),
    ("library/application support/claude/", false, "MCP configuration"),
    (".tmux.conf", false, "terminal configuration"),
    (".gnupg/", false, "configuration of gpg"),
    (".cargo/", false, "cargo configuration that may name programs"),
];

/// Absolute paths.
const ABSOLUTE: [(&str, bool, &str); 14] = [
    ("/etc/byleave/", true, "byleave's policy"),
    ("/var/lib/byleave/", true, "byleave's records"),
    // What `byleave doctor` looks at.
    ("/etc/claude-code/", true, "managed settings of Claude Code"),
    ("/library/application support/claudecode/", true, "managed settings of Claude Code"),
    ("/etc/codex/", true, "managed settings of Codex"),
    ("/etc/gemini-cli/", true, "system settings of Gemini CLI"),
    ("/etc/cursor/", true, "managed hooks of Cursor"),
    ("/etc/github-copilot/", true, "managed hooks of Copilot"),
    ("/etc/profile", false, "shell start-up file"),
    ("/etc/profile.d/", false, "shell start-up file"),
    ("/etc/bash.bashrc", false, "shell start-up file"),
    ("/etc/cron.d/", false, "scheduled job"),
    ("/etc/systemd/", false, "service"),
    ("/var/spool/cron/", false, "scheduled job"),
];

/// What control file writing an absolute, normal path changes, if any. `whole` says that everything below the path is
/// affected too, as when it is deleted or moved. Case is folded: some file systems do.
#[must_use]
pub fn control(path: &str, home: &str, whole: bool) -> Option<Control> {
    let (path, home) = (folded(path), folded(home));
    let mut found: Option<Control> = None;
    let mut add = |denied: bool, what: &'static str| {
        if found.is_none_or(|found| denied && !found.denied) {
            found = Some(Control { denied, what });
        }
    };
    for (name, denied, what) in that_may_stand_in(&path) {
        if is_anywhere(&path, name, whole) {
            add(*denied, what);
        }
    }
    let holds = whole && is_narrow(&path);
    // Only a path in the home directory, or one that holds it, can concern these.
    match path.strip_prefix(home.as_ref()).and_then(|rest| rest.strip_prefix('/')) {
        Some(rest) => {
            for (name, denied, what) in &IN_HOME {
                if (rest.is_empty() || begins_alike(rest, name)) && is_at(rest, name, holds) {
                    add(*denied, what);
                }
            }
        }
        None if holds && is_below(&home, &path) => {
            for (_, denied, what) in &IN_HOME {
                add(*denied, what);
            }
        }
        None => {}
    }
    // All begin with a slash, and so does what holds them: what holds all of them is not narrow.
    let second = |path: &str| path.as_bytes().get(1).copied();
    for (name, denied, what) in &ABSOLUTE {
        if second(name) == second(&path) && is_at(&path, name, holds) {
            add(*denied, what);
        }
    }
    found
}

/// The files of a project and a home directory that an agent may never write, as absolute paths, and whether everything
/// below is meant.
#[must_use]
pub fn refused_files(project: &str, home: &str) -> Vec<(String, bool)> {
    // The names an agent would make in byleave's directories, where nothing may lie yet.
    let made =
        [(home, ".config/byleave/policy.yaml"), (project, ".byleave/policy.yaml"), ("/", "etc/byleave/policy.yaml")];
    let mut all: Vec<(String, bool)> = made.map(|(base, name)| (super::normal(base, name), false)).into();
    let tables = [(project, &ANYWHERE[..]), (home, &ANYWHERE[..]), (home, &IN_HOME[..]), ("/", &ABSOLUTE[..])];
    for (base, rows) in tables {
        let refused = rows.iter().filter(|(name, denied, _)| *denied && name.contains('/'));
        all.extend(refused.map(|(name, ..)| (super::normal(base, name), name.ends_with('/'))));
    }
    all
}

/// Whether a pattern that begins as a hidden name does may match the name of a control file or directory. A bare `*` does
/// not match hidden names.
#[must_use]
pub fn may_match_control(pattern: &str) -> bool {
    let first = pattern.split('/').next().unwrap_or("").to_lowercase();
    if !first.starts_with('.') || !first.contains(['*', '?', '[']) {
        return false;
    }
    ANYWHERE.iter().filter_map(|(name, ..)| name.split('/').next()).any(|name| crate::glob::matches(&first, name))
}

/// Whether a path is a control file, lies in a control directory, or holds one and is affected as a whole.
fn is_at(path: &str, control: &str, whole: bool) -> bool {
    let control = control.trim_end_matches('/');
    is_below(path, control) || whole && is_below(control, path)
}

/// The whole file system or a whole home directory is more than an attack on one file in it: other floors ask there.
fn is_narrow(path: &str) -> bool {
    path.bytes().filter(|byte| *byte == b'/').count() > 2
}

const _: () = assert!(ANYWHERE.len() <= ByByte::MOST);

/// The rows of [`ANYWHERE`] that begin as some component of a path does.
fn that_may_stand_in(path: &str) -> impl Iterator<Item = &'static (&'static str, bool, &'static str)> {
    static BY_FIRST: LazyLock<ByByte> =
        LazyLock::new(|| ByByte::new(ANYWHERE.iter().map(|(name, ..)| name.bytes().next())));
    let mut begins = true;
    let mut rows = 0;
    for byte in path.bytes() {
        if begins {
            rows |= BY_FIRST.with(byte);
        }
        begins = byte == b'/';
    }
    Places(rows).filter_map(|row| ANYWHERE.get(row))
}

fn is_anywhere(path: &str, name: &str, whole: bool) -> bool {
    let tree = name.ends_with('/');
    let name = name.trim_end_matches('/');
    // A file can only be the end of a path; a directory may stand anywhere in it.
    let inside = path.strip_suffix(name).is_some_and(|before| before.ends_with('/'))
        || tree
            && path.bytes().enumerate().filter(|(_, byte)| *byte == b'/').any(|(slash, _)| {
                let rest = path.get(slash.saturating_add(1)..).and_then(|from| from.strip_prefix(name));
                rest.is_some_and(|rest| rest.starts_with('/'))
            });
    // The directory of a control file as a whole: `.git` holds `.git/hooks`.
    inside || whole && name.split_once('/').is_some_and(|(directory, _)| path.ends_with(&format!("/{directory}")))
}
