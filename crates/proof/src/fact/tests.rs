//! The questions, asked of a real disk.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;
use std::process::Command;

use super::{At, Disk, Environment, GitUse, Kind, Links, Log, Question, Told, Tree, World};
use crate::Ground;
use crate::reason::Reason;

/// This machine's disk, as the gate hands it over.
struct Real;

impl Disk for Real {
    fn at(&self, path: &str) -> At {
        match fs::symlink_metadata(path) {
            Ok(found) if found.is_symlink() => At::Link(fs::read_link(path).unwrap().to_str().unwrap().to_owned()),
            Ok(found) if found.is_dir() => At::Directory,
            Ok(found) if found.is_file() => At::File,
            Ok(_) => At::Other,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => At::Nothing,
            Err(_) => At::Unreadable,
        }
    }

    fn bytes(&self, path: &str, limit: usize) -> Option<Vec<u8>> {
        fs::read(path).ok().filter(|bytes| bytes.len() <= limit)
    }

    fn names(&self, directory: &str, limit: usize) -> Option<Vec<(String, Kind)>> {
        let entries = fs::read_dir(directory).ok()?;
        let names: Vec<(String, Kind)> = entries
            .map(|entry| {
                let entry = entry.unwrap();
                let kind = match entry.file_type().unwrap() {
                    kind if kind.is_dir() => Kind::Directory,
                    kind if kind.is_symlink() => Kind::Link,
                    _ => Kind::File,
                };
                (entry.file_name().into_string().unwrap(), kind)
            })
            .collect();
        (names.len() <= limit).then_some(names)
    }
}

/// A project in a directory of its own.
struct Project(PathBuf);

impl Project {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let root = std::env::temp_dir().join(format!("byleave-facts-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("project")).unwrap();
        let project = Self(root.canonicalize().unwrap());
        for (file, text) in files {
            project.write(file, text);
        }
        project
    }

    fn path(&self, below: &str) -> String {
        self.0.join("project").join(below).to_str().unwrap().trim_end_matches('/').to_owned()
    }

    fn write(&self, file: &str, text: &str) {
        let path = PathBuf::from(self.path(file));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn git(&self, below: &str, words: &[&str]) {
        let ran = Command::new("git").args(words).current_dir(self.path(below)).output().unwrap();
        assert!(ran.status.success(), "{ran:?}");
    }

    /// Asks a question of the world with these variables.
    fn ask(&self, variables: &[(&str, &str)], question: Question<'_>) -> Result<(), Reason> {
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let (environment, log) = (variables, Log::default());
        let project = self.path("");
        let home = self.0.join("home").to_str().unwrap().to_owned();
        let ground = Ground { project: &project, home: &home, cwd: &project, roots: &[] };
        World::Seen(&Real, &environment, Some(&log)).ask(&ground, &[], question).map(drop)
    }

    fn reads(&self, below: &str) -> bool {
        self.ask(&[], Question::Operand(&self.path(below))).is_ok()
    }

    fn git_runs_nothing(&self, below: &str) -> Result<(), Reason> {
        self.ask(&[], Question::Git { directory: &self.path(below), how: GitUse::Contents })
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_link_may_lead_about_the_project_but_not_out_of_it_and_to_no_secret() {
    let project = Project::new("links", &[("src/a.rs", ""), (".env", "KEY=1"), ("docs/x", "")]);
    for (link, target) in
        [("in", "src"), ("out", "/etc"), ("up", "../.."), ("key", ".env"), ("docs/circle", "circle"), ("late", "in")]
    {
        symlink(target, project.path(link)).unwrap();
    }
    for fine in ["src/a.rs", "in/a.rs", "late/a.rs", "src/none.rs", "none/none", "", "src/a.rs/x"] {
        assert!(project.reads(fine), "{fine}");
    }
    for refused in ["out/passwd", "up/x", "key", "docs/circle/x"] {
        assert!(!project.reads(refused), "{refused}");
    }
}

#[test]
fn a_project_behind_a_link_is_the_project() {
    let project = Project::new("behind", &[("src/a.rs", "")]);
    let link = project.0.join("link");
    symlink(project.path(""), &link).unwrap();
    let (environment, log, root) = (Environment::default(), Log::default(), link.to_str().unwrap().to_owned());
    let ground = Ground { project: &root, home: "/home/nobody", cwd: &root, roots: &[] };
    let world = World::Seen(&Real, &environment, Some(&log));
    assert_eq!(world.ask(&ground, &[], Question::Operand(&format!("{root}/src/a.rs"))), Ok(Told::Fine));
    assert_eq!(world.ask(&ground, &[], Question::Operand(&format!("{root}/src"))), Ok(Told::Directory));
    assert_eq!(world.ask(&ground, &[], Question::Entered(&format!("{root}/src"))), Ok(Told::Fine));
    symlink("/etc", project.path("out")).unwrap();
    assert!(world.ask(&ground, &[], Question::Operand(&format!("{root}/out/passwd"))).is_err());
}

#[test]
fn a_directory_is_entered_if_it_is_there_and_no_link() {
    let project = Project::new("entered", &[("src/deep/a.rs", "")]);
    symlink("src", project.path("in")).unwrap();
    let entered = |below: &str| project.ask(&[], Question::Entered(&project.path(below)));
    assert_eq!((entered("src/deep"), entered("")), (Ok(()), Ok(())));
    for refused in ["nosuch", "src/deep/a.rs", "in", "in/deep"] {
        assert!(entered(refused).is_err(), "{refused}");
    }
}

#[test]
fn patterns_match_hidden_names_secrets_and_names_with_dashes() {
    let project = Project::new("matched", &[("a.md", ""), ("b.md", ""), ("sub/-rh", ""), ("keys/id_rsa", "")]);
    let matched = |directory: &str, pattern: &str, may_be_option: bool| {
        project.ask(&[], Question::Matched { directory: &project.path(directory), pattern, may_be_option })
    };
    assert_eq!(matched("", "*.md", true), Ok(()));
    assert_eq!(matched("", "*", true), Ok(()));
    assert_eq!(matched("sub", "*", true), Err(Reason::NameWithDash("-rh".to_owned())));
    assert_eq!(matched("", "sub/*", false), Ok(()));
    assert!(matched("", "keys/*", false).is_err());
    assert!(matched("", "*/*", false).is_err());
    assert!(matched("", "**", true).is_err());
    project.write(".env", "KEY=1");
    assert!(matched("", "*", true).is_err());
    for pattern in [".e[[:alpha:]]*", ".en[[:alpha:]]", ".e?v", ".E*", "[!a]env"] {
        assert!(matched("", pattern, true).is_err(), "{pattern}");
    }
    symlink("/etc/passwd", project.path("c.md")).unwrap();
    assert!(matched("", "*.md", true).is_err());
}

#[test]
fn a_tree_is_read_whole_unless_the_program_narrows_it() {
    let project = Project::new("tree", &[("src/a.rs", ""), ("src/.env", "KEY=1"), (".ignore", "!.env")]);
    let tree = |root: &str, deep: bool, only: Option<&[&str]>| {
        let root = project.path(root);
        project.ask(&[], Question::Tree(Tree { root: &root, deep, links: Links::Left, words: false, only }))
    };
    assert!(tree("", true, None).is_err());
    assert_eq!(tree("", false, None), Ok(()));
    assert_eq!(tree("", true, Some(&["*.rs"])), Ok(()));
    assert!(tree("", true, Some(&["*.rs", ".e*"])).is_err());
}

#[test]
fn programs_of_the_project_on_path_are_not_the_systems() {
    let project = Project::new("path", &[(".venv/bin/ls", "#!/bin/sh")]);
    let path = format!("{}:/usr/bin", project.path(".venv/bin"));
    let program = |path: &str, name: &str| project.ask(&[("PATH", path)], Question::Program(name));
    assert!(program(&path, "ls").is_err());
    assert_eq!((program(&path, "cat"), program("/usr/bin:/bin", "ls")), (Ok(()), Ok(())));
    assert!(program(".venv/bin:/usr/bin", "ls").is_err());
    // A directory elsewhere, or a program in it, may be a link into the project; so may be what comes before `..`.
    let [beside, home, up] = ["../beside", "../home/bin", "../up"].map(|below| project.path(below));
    fs::create_dir_all(&home).unwrap();
    symlink(project.path(".venv/bin"), &beside).unwrap();
    symlink(project.path(".venv/bin/ls"), format!("{home}/ls")).unwrap();
    symlink(project.path(".venv"), &up).unwrap();
    for path in [beside, home, format!("{up}/../.venv/bin")] {
        assert!(program(&path, "ls").is_err(), "{path}");
        assert_eq!(program(&path, "cat"), Ok(()));
    }
    let environment = Environment::from([("PATH".to_owned(), path)]);
    let (root, changes) = (project.path(""), [project.path(".venv/bin/cat")]);
    let ground = Ground { project: &root, home: "/home/nobody", cwd: &root, roots: &[] };
    let world = World::Seen(&Real, &environment, None);
    assert!(world.ask(&ground, &changes, Question::Program("cat")).is_err(), "the text itself may put it there");
    assert_eq!(world.ask(&ground, &changes, Question::Program("wc")), Ok(Told::Fine));
}

/// `.tool-versions` of the project says `jq path:./evil`, and the stand-in of asdf runs that.
#[test]
fn stand_ins_of_managers_of_versions_are_not_the_systems() {
    let project = Project::new("shims", &[("../home/.asdf/shims/jq", "#!/bin/sh")]);
    let path = format!("{}:/usr/bin", project.path("../home/.asdf/shims"));
    let program = |name: &str| project.ask(&[("PATH", &path)], Question::Program(name));
    assert!(matches!(program("jq"), Err(Reason::Shim(_))));
    assert_eq!(program("ls"), Ok(()));
}

#[test]
fn variables_that_change_a_shell_or_its_programs_are_seen() {
    let project = Project::new("environment", &[]);
    let fine =
        |name: &str, value: &str, program: &str| project.ask(&[(name, value)], Question::Environment(program)).is_ok();
    for (name, value, program) in [
        ("HOME", "/home/dev", "ls"),
        ("BASH_FUNC_which%%", "() { :; }", "ls"),
        ("GIT_EDITOR", "true", "git"),
        ("GIT_PAGER", "cat", "git"),
        ("GIT_DIR", "/x", "ls"),
        ("ZDOTDIR", "/home/dev/.config/zsh", "ls"),
        ("BASH_ENV", "", "ls"),
    ] {
        assert!(fine(name, value, program), "{name}={value} {program}");
    }
    let own = project.path("evil");
    for (name, value, program) in [
        ("BASH_ENV", "/etc/profile", "ls"),
        ("BASH_FUNC_ls%%", "() { :; }", "ls"),
        ("GIT_DIR", "/x", "git"),
        ("GIT_PAGER", "less", "git"),
        ("GIT_TRACE", "/x", "git"),
        ("RIPGREP_CONFIG_PATH", "/x", "rg"),
        ("CDPATH", "/x", "cd"),
        ("ZDOTDIR", own.as_str(), "ls"),
        ("LD_PRELOAD", own.as_str(), "ls"),
        ("DYLD_INSERT_LIBRARIES", own.as_str(), "ls"),
        ("GCONV_PATH", own.as_str(), "ls"),
    ] {
        assert!(!fine(name, value, program), "{name}={value} {program}");
    }
}

#[test]
fn git_runs_nothing_in_an_ordinary_repository_and_asks_in_a_hostile_one() {
    let project = Project::new("git", &[("a.txt", "x"), ("sub/b.txt", "y")]);
    assert_eq!(project.git_runs_nothing(""), Ok(()), "no repository at all");
    project.git("", &["init", "-q"]);
    assert_eq!((project.git_runs_nothing(""), project.git_runs_nothing("sub")), (Ok(()), Ok(())));
    project.git("", &["config", "core.fsmonitor", "./evil"]);
    assert!(project.git_runs_nothing("").is_err());
    assert!(project.git_runs_nothing("sub").is_err());
    project.git("", &["config", "--unset", "core.fsmonitor"]);
    project.write(".git/hooks/post-index-change", "#!/bin/sh");
    assert!(project.git_runs_nothing("").is_err());
}

#[test]
fn repositories_inside_a_project_are_judged_by_their_own_settings() {
    let project = Project::new("inner", &[("vendor/x/HEAD", "ref: refs/heads/main\n"), ("vendor/x/objects/a", "")]);
    project.git("", &["init", "-q"]);
    project.write("vendor/x/config", "[core]\n\trepositoryformatversion = 0\n\tbare = true\n");
    assert_eq!(project.git_runs_nothing("vendor/x"), Ok(()));
    project.write("vendor/x/config", "[user] [core] fsmonitor = ./e\n");
    assert!(project.git_runs_nothing("vendor/x").is_err());
    assert_eq!(project.git_runs_nothing(""), Ok(()));
    project.write("sub/.git", "gitdir: ../evil\n");
    project.write("evil/config", "[core]\n\tbare = false\n");
    assert!(project.git_runs_nothing("sub").is_err(), "a repository that only the project vouches for");
}

#[test]
fn submodules_are_asked_about_their_settings_too() {
    let project = Project::new("submodule", &[("lib/b.txt", "y")]);
    let commit = |below: &str| {
        project.git(below, &["add", "."]);
        project.git(below, &["-c", "user.name=a", "-c", "user.email=b", "commit", "-qm", "x"]);
    };
    project.git("lib", &["init", "-q"]);
    commit("lib");
    project.git("", &["init", "-q"]);
    commit("");
    assert_eq!(project.git_runs_nothing(""), Ok(()));
    project.git("lib", &["config", "diff.external", "./evil"]);
    assert!(project.git_runs_nothing("").is_err());
}

#[test]
fn what_was_told_is_told_again_and_what_was_not_asked_asks() {
    let project = Project::new("recalled", &[("a.txt", "")]);
    let (environment, log, root) = (Environment::default(), Log::default(), project.path(""));
    let ground = Ground { project: &root, home: "/home/nobody", cwd: &root, roots: &[] };
    let (known, unknown) = (project.path("a.txt"), project.path("b.txt"));
    let (known, unknown) = (Question::Operand(&known), Question::Operand(&unknown));
    assert_eq!(World::Seen(&Real, &environment, Some(&log)).ask(&ground, &[], known), Ok(Told::Fine));
    let answers = log.into_answers();
    assert_eq!(answers.first().map(|answer| answer.told.clone()), Some(Told::Fine));
    let recalled = World::Recalled(&answers);
    assert_eq!(recalled.ask(&ground, &[], known), Ok(Told::Fine));
    assert!(matches!(recalled.ask(&ground, &[], unknown), Err(Reason::Unseen(_))));
}

#[test]
fn only_a_file_is_moved() {
    let project = Project::new("moved", &[("a/b.txt", "b"), ("c.txt", "c")]);
    symlink("../c.txt", project.path("a/link")).unwrap();
    assert_eq!(project.ask(&[], Question::Moved(&project.path("a/b.txt"))), Ok(()));
    assert_eq!(project.ask(&[], Question::Moved(&project.path("a/new"))), Ok(()));
    for other in ["a", "a/link"] {
        let path = project.path(other);
        assert_eq!(project.ask(&[], Question::Moved(&path)), Err(Reason::Link(path.clone())), "{other}");
    }
}
