//! What the name of an argument says about its value.

use crate::tools::Category;

/// What the value of an argument may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A file or directory; any other value than text is not understood.
    Subject,
    /// A file or directory, if it is text.
    Path,
    /// A file or directory that is moved or copied away.
    Source,
    /// The directory that other paths are seen from.
    Base,
    /// A pattern on paths.
    Pattern,
    /// A file that is sent along.
    Attachment,
    /// An address.
    Address,
    /// Words that no file is found by: contents, questions, what to search for.
    Text,
    /// What runs beside the tool, or what it runs in.
    Surroundings,
    /// Options that are handed on to a program.
    Options,
    /// Nothing is known.
    Other,
}

/// What a tool is, as far as the meaning of its arguments depends on it.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    /// The name the engine knows it by; empty if it does not.
    pub name: &'static str,
    pub category: Option<Category>,
}

impl Kind {
    /// Whether the tool is about files, so that anything that looks like a path is one.
    pub fn is_about_files(self) -> bool {
        let aside = matches!(
            self.name,
            "bash_output"
                | "todo"
                | "task"
                | "skill"
                | "load_guide"
                | "enter_plan_mode"
                | "exit_plan_mode"
                | "write_plan"
        );
        matches!(self.category, Some(Category::Read | Category::Write))
            && !aside
            && !matches!(self.name, "save_memory" | "askUserQuestion")
    }
}

/// Words that end the name of an argument that holds paths.
const NOUNS: [&str; 22] = [
    "path",
    "paths",
    "pathname",
    "file",
    "files",
    "filename",
    "filenames",
    "filepath",
    "filepaths",
    "dirname",
    "dirpath",
    "dir",
    "dirs",
    "directory",
    "directories",
    "folder",
    "folders",
    "notebook",
    "outfile",
    "infile",
    "symlink",
    "document",
];

/// Names of arguments, without case and separators, that must hold text or lists of it.
const SUBJECTS: [&str; 16] = [
    "path",
    "paths",
    "file",
    "files",
    "filepath",
    "filepaths",
    "filename",
    "filenames",
    "target",
    "targetfile",
    "targetpath",
    "notebookpath",
    "absolutepath",
    "relativeworkspacepath",
    "oldpath",
    "newpath",
];

const BASES: [&str; 15] = [
    "cwd",
    "chdir",
    "workdir",
    "workingdir",
    "workingdirectory",
    "root",
    "roots",
    "rootdir",
    "rootpath",
    "projectroot",
    "workspaceroot",
    "workspace",
    "base",
    "basedir",
    "basepath",
];

/// Names that are paths in one tool and plain words in another.
const LOOSE: [&str; 12] =
    ["to", "destination", "dest", "dst", "targets", "location", "uri", "uris", "url", "output", "out", "saveas"];

const SOURCES: [&str; 3] = ["from", "source", "src"];

const PATTERNS: [&str; 14] = [
    "glob",
    "globs",
    "globpattern",
    "globpatterns",
    "include",
    "includes",
    "includepattern",
    "includepatterns",
    "filepattern",
    "filepatterns",
    "fileglob",
    "pathpattern",
    "pathspec",
    "pathspecs",
];

/// Texts that are written, searched for or told, never opened.
const TEXTS: [&str; 46] = [
    "content",
    "contents",
    "text",
    "filetext",
    "oldtext",
    "newtext",
    "oldstring",
    "newstring",
    "oldstr",
    "newstr",
    "old",
    "new",
    "inserttext",
    "newsource",
    "codeedit",
    "code",
    "body",
    "data",
    "description",
    "instruction",
    "instructions",
    "explanation",
    "prompt",
    "message",
    "search",
    "replace",
    "replacement",
    "diff",
    "patch",
    "patchtext",
    "input",
    "regex",
    "pattern",
    "patterns",
    "query",
    "todos",
    "plan",
    "question",
    "thought",
    "reason",
    "fact",
    "title",
    "summary",
    "subject",
    "command",
    "language",
];

/// What the value of an argument may be, by its name and the tool it is given to.
pub(crate) fn role(key: &str, kind: Kind) -> Role {
    let words = words(key);
    let folded = words.concat();
    let name = folded.as_str();
    let (first, last) = (words.first().map_or("", String::as_str), words.last().map_or("", String::as_str));
    let network = kind.category == Some(Category::Network);
    if is_surroundings(name, first) {
        return Role::Surroundings;
    }
    if matches!(name, "args" | "extraargs" | "arguments" | "flags" | "options" | "extraoptions") || key.starts_with('-')
    {
        return Role::Options;
    }
    if network && is_address(name, last) {
        return Role::Address;
    }
    if network && matches!(last, "attachment" | "attachments" | "upload" | "uploads") {
        return Role::Attachment;
    }
    if kind.name == "glob" && matches!(name, "pattern" | "patterns" | "query") || kind.name == "ls" && name == "pattern"
    {
        return Role::Pattern;
    }
    if kind.name == "read" && matches!(name, "pattern" | "patterns") || PATTERNS.contains(&name) {
        return Role::Pattern;
    }
    // What is left out of a search is not looked at.
    if TEXTS.contains(&name) || matches!(first, "exclude" | "excludes" | "ignore" | "ignored") {
        return Role::Text;
    }
    if BASES.contains(&name) {
        return Role::Base;
    }
    let named = matches!(last, "name" | "names" | "uri" | "url")
        && words.len() > 1
        && words.iter().any(|word| matches!(word.as_str(), "file" | "path" | "dir" | "directory" | "folder"));
    let path = NOUNS.contains(&last) || named;
    let moved = matches!(first, "old" | "from" | "source" | "src" | "original" | "previous");
    if path && moved || !network && SOURCES.contains(&name) {
        return Role::Source;
    }
    if SUBJECTS.contains(&name) {
        return Role::Subject;
    }
    if path || !network && LOOSE.contains(&name) || network && matches!(name, "output" | "out" | "saveas" | "saveto") {
        return Role::Path;
    }
    Role::Other
}

fn is_address(name: &str, last: &str) -> bool {
    matches!(last, "url" | "urls" | "uri" | "uris" | "link" | "links" | "href" | "endpoint" | "endpoints" | "proxy")
        || matches!(name, "address" | "website" | "site" | "host" | "hostname" | "webpage")
}

/// Whether an argument changes what a tool runs, or what holds it: a file tool needs none of these.
fn is_surroundings(name: &str, first: &str) -> bool {
    matches!(
        name,
        "env"
            | "environ"
            | "environment"
            | "envs"
            | "environmentvariables"
            | "envvars"
            | "envfile"
            | "sandbox"
            | "sandboxed"
            | "nosandbox"
            | "disablesandbox"
            | "withescalatedpermissions"
            | "escalate"
            | "sudo"
            | "privileged"
            | "runas"
            | "asroot"
            | "shell"
            | "exec"
            | "executable"
            | "preprocessor"
            | "precommand"
            | "postcommand"
            | "onsave"
            | "hook"
            | "hooks"
            | "prehook"
            | "posthook"
            | "skippermissions"
            | "bypasspermissions"
            | "autoapprove"
    ) || matches!(first, "dangerously" | "unsafe" | "bypass")
}

/// The words of a name, lower-cased: `filePath`, `file_path` and `File-Path` are the same two.
fn words(key: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut fresh = true;
    let mut lower = false;
    for one in key.trim().chars() {
        if !one.is_alphanumeric() {
            fresh = true;
            continue;
        }
        if fresh || lower && one.is_uppercase() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(one.to_lowercase());
        }
        fresh = false;
        lower = one.is_lowercase() || one.is_numeric();
    }
    words
}
