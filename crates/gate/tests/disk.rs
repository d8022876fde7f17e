//! What the disk tells a decision: files that programs obey, repositories in the project, links, patterns and recursions;
//! and that a decision on record is made again from what the disk told then.
#![cfg(unix)]
#![expect(clippy::expect_used, reason = "a test fails loudly")]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use byleave_gate::files::Disk;
use byleave_gate::replay::Recorded;
use byleave_gate::{Authorization, Gate, MemoryStore, Query, Shell, Store, block_on};
use byleave_policy::paths::Root;
use byleave_policy::rules::Rule;
use byleave_policy::{CallFacts, Mode, Policy, Verdict, decide};
use serde_json::json;

/// A directory of the test's own, with a project and something outside it.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let root = std::env::temp_dir().join(format!("byleave-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        fs::create_dir_all(root.join("project")).expect("a folder");
        Self(root.canonicalize().expect("a real path"))
    }

    fn project(&self) -> PathBuf {
        self.0.join("project")
    }

    /// Writes `name: content`, or makes the link `name -> target`.
    fn put(&self, what: &str) {
        if let Some((name, target)) = what.split_once(" -> ") {
            let path = self.at(name);
            symlink(target, path).expect("a link");
        } else {
            let (name, content) = what.split_once(": ").unwrap_or((what, ""));
            fs::write(self.at(name), content.replace('␤', "\n")).expect("a file");
        }
    }

    fn at(&self, name: &str) -> PathBuf {
        let path = self.project().join(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).expect("folders");
        path
    }

    fn verdict(&self, cwd: &str, command: &str, policy: &Policy) -> Verdict {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let (project, home) = (text(&self.project()), text(&self.0.join("home")));
        let cwd = text(&self.project().join(cwd)).trim_end_matches('/').to_owned();
        let call = CallFacts { cwd, ..CallFacts::bash(command, &project, &home) };
        decide(&call, policy, &Disk).verdict
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What is put into a project, where a command starts, the command, and what comes of it.
const CASES: &[(&[&str], &str, &str, Verdict)] = &[
    // A directory that is not there: what follows `cd` runs where the shell was.
    (&["sub/a: x"], "", "cd sub; cat ../a.txt", Verdict::Allow),
    (&["sub/a: x"], "", "cd sub\ncat ../a.txt", Verdict::Allow),
    (&["sub/a: x"], "", "cd sub && cat ../a.txt", Verdict::Allow),
    (&["sub/a: x"], "", "cd nosuch && cat ../a.txt", Verdict::Ask),
    (&["sub/a: x"], "", "cd nosuch; cat ../outside", Verdict::Ask),
    (&["sub/a: x"], "", "cd nosuch; cd ..; cat outside", Verdict::Ask),
    (&["sub/a: x"], "", "cd sub; cd nosuch; cat ../../outside", Verdict::Ask),
    (&["sub/a: x"], "", "cd nosuch && ls; cat ../outside", Verdict::Ask),
    (&["sub/a: x"], "", "bash -c 'cd nosuch; cat ../outside'", Verdict::Ask),
    (&["a.txt: x"], "", "cd a.txt; cat ../outside", Verdict::Ask),
    (&["link -> nowhere"], "", "cd link; cat ../outside", Verdict::Ask),
    // Files that programs obey. These programs are not core: they ask, whatever the files say.
    (&["package.json: {}"], "", "npm ls", Verdict::Ask),
    (&[".npmrc: registry=https://registry.npmjs.org/"], "", "npm ls", Verdict::Ask),
    (&[".npmrc: save-exact=true"], "", "npm ls", Verdict::Ask),
    // npm asks that host for a newer npm, with a token of the environment if the file says so.
    (&[".npmrc: registry=https://npm.example/"], "", "npm ls", Verdict::Ask),
    (&["rust-toolchain.toml: [toolchain]␤channel = \"stable\""], "", "cargo --version", Verdict::Ask),
    // The tool chain's own cargo tells its version.
    (&["rust-toolchain.toml: [toolchain]␤path = '/x/y'"], "", "cargo --version", Verdict::Ask),
    (&["rust-toolchain.toml: [toolchain]␤path = '/x/y'"], "", "rustc -V", Verdict::Ask),
    (&["rust-toolchain.toml: [toolchain]␤path = '/x/y'"], "", "rustup --version", Verdict::Ask),
    (&[".npmrc: script-shell=./evil"], "", "npm ls", Verdict::Ask),
    (&[".npmrc: script-shell=./evil", "sub/a"], "sub", "npm ls", Verdict::Ask),
    (&[".npmrc: script-shell=./evil", "sub/a"], "", "cd sub && npm ls", Verdict::Ask),
    (&["sub/.npmrc: script-shell=./evil"], "", "npm ls", Verdict::Ask),
    (&["sub/.npmrc: script-shell=./evil"], "sub", "npm ls", Verdict::Ask),
    (&["other: script-shell=./evil", ".npmrc -> other"], "", "npm ls", Verdict::Ask),
    (&[".npmrc -> nowhere"], "", "npm ls", Verdict::Ask),
    (&["rust-toolchain.toml: [toolchain]␤channel = \"stable\"␤"], "", "cargo tree --offline", Verdict::Ask),
    (&["rust-toolchain.toml: [toolchain]␤path = \"evil\"␤"], "", "cargo tree --offline", Verdict::Ask),
    (&[".cargo/config.toml: [build]␤rustc = \"evil\"␤"], "", "cargo tree --offline", Verdict::Ask),
    (&[".cargo/config.toml: [net]␤retry = 2␤"], "", "cargo tree --offline", Verdict::Ask),
    // Code that is looked for before anything is printed.
    (&["setup.cfg: [flake8:local-plugins]␤extension =␤  X1 = evil:Check"], "", "flake8 --version", Verdict::Ask),
    (&["pyproject.toml: [project]␤name = \"x\""], "", "poetry --version", Verdict::Ask),
    (&[".poetry/plugins/evil.py: x"], "", "poetry --version", Verdict::Ask),
    (&["a.txt: x"], "", "crc32 a.txt", Verdict::Ask),
    (&["lib/Archive/Zip.pm: x", "a.txt: x"], "", "crc32 a.txt", Verdict::Ask),
    // What a file of services includes is fetched whenever it is read.
    (&["compose.yaml: services:␤  a:␤    image: x␤"], "", "docker compose ps", Verdict::Ask),
    (&["compose.yaml: include: [oci://x.example/y]␤services: {}␤"], "", "docker compose ps", Verdict::Ask),
    (&["docker-compose.yml: include: [oci://x.example/y]␤"], "", "docker-compose logs", Verdict::Ask),
    (&["compose.yaml: include: [oci://x.example/y]␤"], "", "docker compose version", Verdict::Ask),
    (&[".env: COMPOSE_FILE=https://x.example/y.git␤"], "", "docker compose ps", Verdict::Ask),
    (&[".env: PORT=1␤", "compose.yml: services: {}␤"], "", "docker compose ps", Verdict::Ask),
    // A manager of versions may choose any program, but for those of the system itself.
    (&[".tool-versions: nodejs path:./evil"], "", "node --version", Verdict::Ask),
    (&[".tool-versions: nodejs path:./evil"], "", "jq . a.json", Verdict::Ask),
    (&[".tool-versions: nodejs path:./evil"], "", "cat a", Verdict::Allow),
    (&[".tool-versions: nodejs path:./evil"], "", "/usr/bin/node --version", Verdict::Ask),
    (&["sub/.tool-versions: nodejs path:./evil"], "", "node --version", Verdict::Ask),
    (&["sub/.tool-versions: nodejs path:./evil"], "", "cd sub && node --version", Verdict::Ask),
    (&[".tool-versions: nodejs 20.1.0␤python 3.12.1"], "", "node --version", Verdict::Ask),
    (&["mise.toml: [tools]␤node = \"path:./evil\""], "", "node --version", Verdict::Ask),
    (&["mise.toml: [tools]␤node = \"22\""], "", "node --version", Verdict::Ask),
    (&[".config/mise/config.toml: [tools]␤node = \"path:./evil\""], "", "node --version", Verdict::Ask),
    (&[".config/mise/config.toml: [tools]␤node = \"22\""], "", "node --version", Verdict::Ask),
    (&[".config/mise/conf.d/a.toml: [hooks]"], "", "node --version", Verdict::Ask),
    (&[".config/mise/mise.toml: [tools]␤node = \"path:./evil\""], "", "node --version", Verdict::Ask),
    (&[".prototools: [plugins]␤node = 'file://./evil.wasm'"], "", "node --version", Verdict::Ask),
    (&[".prototools: node = \"22\""], "", "node --version", Verdict::Ask),
    (&[".nvmrc: path:./evil"], "", "node --version", Verdict::Ask),
    (&[".nvmrc: lts/iron␤"], "", "node --version", Verdict::Ask),
    (&[".ruby-version: ../../project/evil␤"], "", "ruby --version", Verdict::Ask),
    (&[".ruby-version: 3.3.0␤"], "", "ruby --version", Verdict::Ask),
    (&[".python-version: our-env␤"], "", "python3 --version", Verdict::Ask),
    // For its help it asks the registry of the project for a newer version.
    (&[".npmrc: registry=http://192.0.2.1/"], "", "npm ls --help", Verdict::Ask),
    (&[".npmrc: registry=http://192.0.2.1/"], "", "npm --version", Verdict::Ask),
    (&[".npmrc: cache=/w/elsewhere"], "", "npm --help", Verdict::Ask),
    (&[".npmrc: cache=/w/elsewhere"], "", "npm -h", Verdict::Ask),
    (&[".npmrc: cache=/w/elsewhere"], "", "npm -v", Verdict::Ask),
    (&["global.json: {\"sdk\": {\"paths\": [\"./x\"]}}"], "", "dotnet --version", Verdict::Ask),
    (&["global.json: {\"sdk\": {\"paths\": [\"./x\"]}}"], "", "dotnet --info", Verdict::Ask),
    (&["global.json: {\"sdk\": {\"version\": \"8.0.100\"}}"], "", "dotnet --version", Verdict::Ask),
    (&[".npmrc: save-exact=true"], "", "npm ls --help", Verdict::Ask),
    // Python takes files that are named like its own modules for these.
    (&["a.json: {}"], "", "python3 -m json.tool a.json", Verdict::Ask),
    (
        &["a.json: {}", "setup.py: evil", "tests/__init__.py: evil", "test/a.py: evil"],
        "",
        "python3 -m json.tool a.json",
        Verdict::Ask,
    ),
    (&["a.json: {}"], "", "python3 -m json.tool a.json b.json", Verdict::Ask),
    (&["json.py: evil"], "", "python3 -m json.tool < a.json", Verdict::Ask),
    (&["argparse/__init__.py: evil"], "", "python3 -m json.tool < a.json", Verdict::Ask),
    (&["_json.abi3.so: evil"], "", "cat a.json | python3 -m json.tool", Verdict::Ask),
    (&["x: evil", "runpy.py -> x"], "", "cat a.json | python3 -m json.tool", Verdict::Ask),
    (&["sub/json.py: evil"], "", "cat a.json | python3 -m json.tool", Verdict::Ask),
    (&["sub/json.py: evil"], "sub", "cat a.json | python3 -m json.tool", Verdict::Ask),
    // Repositories.
    (&[".git/HEAD: x", ".git/config: [core]␤␉bare = false␤"], "", "git status", Verdict::Allow),
    (&[".git/HEAD: x", ".git/config: [core]␤␉fsmonitor = ./evil␤"], "", "git status", Verdict::Ask),
    // A line is one header or one setting, and a setting is a known one.
    (&[".git/HEAD: x", ".git/config: [user] [core] fsmonitor = ./evil␤"], "", "git status", Verdict::Ask),
    (&[".git/HEAD: x", ".git/config: [user] [diff]␤␉external = ./evil␤"], "", "git diff", Verdict::Ask),
    (&[".git/HEAD: x", ".git/config: [merge \"x\"]␤␉driver = ./evil␤"], "", "git show --remerge-diff", Verdict::Ask),
    (&[".git/HEAD: x", ".git/config: [merge \"x\"]␤␉driver = ./evil␤"], "", "git log --remerge-diff -1", Verdict::Ask),
    (&[".git/HEAD: x", ".git/config: [new]␤␉key = ./evil␤"], "", "git status", Verdict::Ask),
    (&[".git/HEAD: x", ".git/config: [remote \"o\"]␤␉url = ext::sh -c evil␤"], "", "git status", Verdict::Allow),
    (
        &[
            ".git/HEAD: x",
            ".git/config: [core]␤␉repositoryformatversion = 0␤␉filemode = true␤␉bare = false␤␉logallrefupdates = true␤␉\
             ignorecase = true␤␉precomposeunicode = true␤[remote \"origin\"]␤␉url = git@github.com:a/b.git␤␉fetch = \
             +refs/heads/*:refs/remotes/origin/*␤[branch \"main\"]␤␉remote = origin␤␉merge = refs/heads/main␤[user]␤␉\
             name = A B␤␉email = a@example.com␤[pull]␤␉rebase = true␤[init]␤␉defaultBranch = main␤[color]␤␉ui = auto␤",
        ],
        "",
        "git status",
        Verdict::Allow,
    ),
    (
        &[
            "vendor/x/HEAD: x",
            "vendor/x/objects/x",
            "vendor/x/config: [user] [core] fsmonitor = ./e␤[core]␤␉worktree = .␤",
        ],
        "",
        "git -C vendor/x status",
        Verdict::Ask,
    ),
    (
        &[
            "vendor/x/HEAD: x",
            "vendor/x/objects/x",
            "vendor/x/config: [user] [core] fsmonitor = ./e␤[core]␤␉worktree = .␤",
        ],
        "",
        "cd vendor/x && git status",
        Verdict::Ask,
    ),
    (&[".git/HEAD: x", ".git/hooks/post-index-change: evil"], "", "git status", Verdict::Ask),
    (&[".git/HEAD: x", ".git/config: [core]␤␉hooksPath = .husky␤"], "", "git status", Verdict::Allow),
    (&[".git: gitdir: ../elsewhere/.git/worktrees/x"], "", "git status", Verdict::Allow),
    (&[".git: gitdir: evil"], "", "git status", Verdict::Ask),
    (&[".git: gitdir: /proc/self/cwd/evil"], "", "git status", Verdict::Ask),
    (&["l -> .", ".git: gitdir: ../project/l/evil"], "", "git status", Verdict::Ask),
    (&["../g/config: [core]␤␉fsmonitor = ./evil␤", ".git: gitdir: ../g"], "", "git status", Verdict::Ask),
    (&["../g/config: [core]␤␉bare = false␤", ".git: gitdir: ../g"], "", "git status", Verdict::Allow),
    (
        &[
            "../g/.git/config: [user]␤␉name = x␤",
            "../g/.git/worktrees/x/commondir: ../..␤",
            ".git: gitdir: ../g/.git/worktrees/x",
        ],
        "",
        "git status",
        Verdict::Allow,
    ),
    (
        &[
            "../g/.git/config: [core]␤␉pager = ./evil␤",
            "../g/.git/worktrees/x/commondir: ../..␤",
            ".git: gitdir: ../g/.git/worktrees/x",
        ],
        "",
        "git log",
        Verdict::Ask,
    ),
    (
        &[".git/HEAD: x", ".git/commondir: ../evil␤", "evil/config: [core]␤␉fsmonitor = ./x␤"],
        "",
        "git status",
        Verdict::Ask,
    ),
    (
        &[".git/HEAD: x", ".git/config: [filter \"lfs\"]␤␉clean = git-lfs clean -- %f; ./evil␤"],
        "",
        "git diff",
        Verdict::Ask,
    ),
    (&[".git/HEAD: x", ".git/config: [filter \"lfs\"]␤␉clean = git-lfs clean -- %f␤"], "", "git diff", Verdict::Ask),
    (&[".git/HEAD: x", ".git/config: [alias]␤␉lfs = !./evil␤"], "", "git lfs ls-files", Verdict::Ask),
    (&[".git/HEAD: x", ".git/config: [alias]␤␉lfs = !./evil␤"], "", "git status", Verdict::Allow),
    (&[".git/HEAD: x", ".git/config: [core]␤␉worktree = ../../home/.ssh␤"], "", "git diff", Verdict::Ask),
    (&[".git/HEAD: x", ".git/config: [core]␤␉worktree = ..␤"], "", "git diff", Verdict::Allow),
    (
        &[".git/HEAD: x", ".git/config: [remote \"o\"]␤␉promisor = true␤␉uploadpack = ./evil␤"],
        "",
        "git show",
        Verdict::Ask,
    ),
    (
        &["b/HEAD: x", "b/objects/x", "b/config: [remote \"o\"]␤␉promisor = true␤␉url = ssh://x.example/␤"],
        "",
        "git -C b show",
        Verdict::Ask,
    ),
    (
        &["sub/.git/HEAD: x", "sub/.git/config: [core]␤␉fsmonitor = ./evil␤", "link -> ../outside", "../outside/a"],
        "",
        "git -C link/../project/sub status",
        Verdict::Ask,
    ),
    // Its objects and settings lie where its `commondir` says.
    (&["HEAD: x", "commondir: evil", "evil/config: [core]␤␉fsmonitor = ./evil␤"], "", "git status", Verdict::Ask),
    (&["HEAD: x", "objects/x", "config: [core]␤␉fsmonitor = ./evil␤"], "", "git status", Verdict::Ask),
    (&["sub/.git/HEAD: x", "sub/.git/config: [core]␤␉fsmonitor = ./evil␤"], "", "cd sub && git status", Verdict::Ask),
    (&["sub/.git/HEAD: x", "sub/.git/config: [core]␤␉fsmonitor = ./evil␤"], "", "git -C sub status", Verdict::Ask),
    (&["sub/.git/HEAD: x", "sub/.git/config: [core]␤␉fsmonitor = ./evil␤"], "sub", "git status", Verdict::Ask),
    (&["sub/.git/HEAD: x", "sub/.git/config: [core]␤␉fsmonitor = ./evil␤"], "", "git status", Verdict::Allow),
    (&["sub/.git/HEAD: x", "sub/.git/config: [core]␤␉bare = false␤"], "sub", "git status", Verdict::Allow),
    (&["sub/.git/HEAD: x", "sub/.git/hooks/post-index-change: evil"], "sub", "git status", Verdict::Ask),
    (&["sub/HEAD: x", "sub/objects/x", "sub/config: [core]␤␉fsmonitor = ./evil␤"], "sub", "git status", Verdict::Ask),
    (&["sub/.git: gitdir: ../evil"], "sub", "git status", Verdict::Ask),
    (&["sub/a"], "sub", "git status", Verdict::Allow),
    // Links, `..` after them, patterns.
    (&["a.txt: x"], "", "cat *", Verdict::Allow),
    (&["sneaky -> /etc/shadow"], "", "cat s*", Verdict::Ask),
    (&["sneaky -> /etc/shadow"], "", "cat a*", Verdict::Allow),
    (&["sneaky -> /etc/shadow"], "", "ls s*", Verdict::Allow),
    (&["note -> ../outside"], "", "cat n*", Verdict::Ask),
    (&["note -> a.txt", "a.txt: x"], "", "cat n*", Verdict::Allow),
    (&["link -> /usr/share"], "", "cat link/../../etc/shadow", Verdict::Ask),
    (&["link -> /etc/ssl"], "", "cat link/../shadow", Verdict::Ask),
    (&["src/a", "README.md: x"], "", "cat src/../README.md", Verdict::Ask),
    (&["link -> /etc/ssl"], "", "cd link && cat ../shadow", Verdict::Ask),
    (&["id_rsa: x", "a.txt: y"], "", "cat *", Verdict::Ask),
    (&["deep/er/id_rsa: x"], "", "cat deep/*/*", Verdict::Ask),
    (&["link -> ../outside", "../outside/x: x"], "", "cat */x", Verdict::Ask),
    (&["link -> ../outside", "../outside/x: x"], "", "grep key l*/x", Verdict::Ask),
    (&["link -> ../outside", "../outside/x: x"], "", "for f in */x; do cat $f; done", Verdict::Ask),
    (&["link -> src", "src/x: x"], "", "cat */x", Verdict::Allow),
    (&["CLAUDE.md: x"], "", "ls *.md", Verdict::Allow),
    // Recursions.
    (&["src/a.rs: x"], "", "grep -rn x .", Verdict::Allow),
    (&["src/a.rs: x", ".env: x"], "", "grep -rn x .", Verdict::Ask),
    (&["src/a.rs: x", ".env: x"], "", "grep -rn x src", Verdict::Allow),
    (&["src/a.rs: x", ".env: x"], "", "grep -rn x . --include='*.rs'", Verdict::Allow),
    (&["src/a.rs: x", ".env: x"], "", "grep -rn x . --exclude=.env", Verdict::Ask),
    (&["src/a.rs: x", ".env: x"], "", "rg x", Verdict::Ask),
    (&["src/a.rs: x", ".env: x"], "", "rg --hidden x", Verdict::Ask),
    (&["src/a.rs: x", ".env.example: x"], "", "grep -rn x .", Verdict::Allow),
    (&["node_modules/a/.env: x", "b"], "", "grep -rn x .", Verdict::Ask),
    (&[".npmrc: registry=https://x", "b"], "", "grep -rn x .", Verdict::Ask),
    (&[".npmrc: //x/:_authToken=abc", "b"], "", "grep -rn x .", Verdict::Ask),
    (&["out -> ../outside", "a"], "", "grep -rn x .", Verdict::Allow),
    (&["out -> ../outside", "a"], "", "grep -Rn x .", Verdict::Ask),
    // Handed over.
    (&["a.txt: x"], "", "find . -type f -exec cat {} +", Verdict::Allow),
    (&["a.txt: x", ".env: x"], "", "find . -type f -exec cat {} +", Verdict::Ask),
    (&["a.txt: x", ".env: x"], "", "find . -name '*.txt' -exec cat {} +", Verdict::Ask),
    (&["a.txt -> /etc/shadow"], "", "find . -name '*.txt' -exec cat {} +", Verdict::Ask),
    (&["a.txt: x", ".env: x"], "", "find . -type f | xargs cat", Verdict::Ask),
    (&["a.txt: x", ".env: x"], "", "find . -type f | xargs ls -l", Verdict::Ask),
    (&["note -> ../outside"], "", "cat $(ls)", Verdict::Ask),
    (&["note -> ../outside"], "", "cat $(ls n*)", Verdict::Ask),
    (&["note -> ../outside"], "", "cat $(ls a*)", Verdict::Ask),
    (&["note -> ../outside"], "", "head `ls -d n*`", Verdict::Ask),
    (&["note -> ../outside"], "", "for f in $(ls); do cat $f; done", Verdict::Ask),
    (&["note -> ../outside"], "", "cat $(find . -name 'n*')", Verdict::Ask),
    (&["note -> ../outside"], "", "cat $(find . -name '*.txt')", Verdict::Ask),
    (&["note -> ../outside"], "", "cat $(git ls-files)", Verdict::Ask),
    (&["note -> ../outside"], "", "git ls-files | xargs cat", Verdict::Ask),
    (&["note -> ../outside"], "", "git ls-files | grep n | xargs cat", Verdict::Ask),
    (&["note -> ../outside"], "", "git ls-files | xargs ls -l", Verdict::Ask),
    (&["note -> ../outside"], "", "echo $(ls)", Verdict::Ask),
    (&["note -> ../outside"], "", "rg --files | xargs cat", Verdict::Ask),
    (&["note -> ../outside"], "", "rg --files -L | xargs cat", Verdict::Ask),
    (&["note -> ../outside"], "", "ls | while read f; do cat \"$f\"; done", Verdict::Ask),
    (&["note -> ../outside"], "", "a=$(ls); cat $a", Verdict::Ask),
    (&["note -> ../outside"], "", "fd n -x cat", Verdict::Ask),
    (&["note -> ../outside"], "", "fd . -x cat", Verdict::Ask),
    (&["note -> a.txt", "a.txt: x"], "", "cat $(ls)", Verdict::Ask),
    (&["a.txt: x", ".env: x"], "", "cat $(git ls-files)", Verdict::Ask),
    (&["a.txt: x", ".env: x"], "", "cat $(find . -type f)", Verdict::Ask),
    (&["a.txt: x", ".env: x"], "", "cat $(find . -name '*.txt' | head -3)", Verdict::Ask),
    (&["a.txt: x", ".env: x"], "", "find . -type f | grep txt | xargs cat", Verdict::Ask),
];

/// What lies in a root, `../root` of the project, and in the project; the command, and what comes of it.
const ROOTS: &[(&[&str], &str, Verdict)] = &[
    (&["../root/a.txt: x"], "cat ../root/a.txt", Verdict::Allow),
    (&["../root/a.txt: x"], "cd ../root && cat a.txt", Verdict::Allow),
    (&["../root/sub/a.txt: x"], "grep -rn x ../root", Verdict::Allow),
    (&["../root/sub/a.txt: x", "l -> ../root/sub/a.txt"], "cat l", Verdict::Allow),
    (&["a.txt: x", "../root/l -> ../project/a.txt"], "cat ../root/l", Verdict::Allow),
    // Links out of it, to a file, to a directory, on the way, and by a pattern.
    (&["../b.txt: x", "../root/l -> ../b.txt"], "cat ../root/l", Verdict::Ask),
    (&["../b.txt: x", "../root/l -> ../b.txt"], "cat < ../root/l", Verdict::Ask),
    (&["../out/b.txt: x", "../root/l -> ../out"], "cat ../root/l/b.txt", Verdict::Ask),
    (&["../out/b.txt: x", "../root/l -> ../out"], "ls ../root/l/", Verdict::Ask),
    (&["../out/b.txt: x", "../root/l -> ../out"], "cd ../root/l && cat b.txt", Verdict::Ask),
    (&["../out/b.txt: x", "../root/l -> ../out"], "cd ../root/l && cat ../root/a", Verdict::Ask),
    (&["../out/b.txt: x", "../root/l -> ../out"], "grep -rn x ../root/l", Verdict::Ask),
    (&["../b.txt: x", "../root/l.txt -> ../b.txt"], "cat ../root/*.txt", Verdict::Ask),
    (&["../b.txt: x", "../root/l.txt -> ../b.txt"], "find ../root -name '*.txt' -exec cat {} +", Verdict::Ask),
    (&["../root/s/b.txt: x", "../root/l -> /etc/hosts"], "diff ../root/s ../root/l", Verdict::Ask),
    // Secrets: by name, by link, by pattern, in a tree.
    (&["../root/.env: x"], "cat ../root/.env", Verdict::Ask),
    (&["../root/.env: x", "../root/l -> .env"], "cat ../root/l", Verdict::Ask),
    (&["../root/.env: x", "../root/a: x"], "grep -r x ../root", Verdict::Ask),
    (&["../root/.env: x", "../root/a: x"], "cat ../root/.*v", Verdict::Ask),
    (&["../root/k/server.key: x"], "cat ../root/k/*", Verdict::Ask),
    (&["../root/k/id_rsa: x"], "find ../root -type f -exec cat {} +", Verdict::Ask),
    // A repository there has settings of its own.
    (&["../root/.git/HEAD: x", "../root/.git/config: [core]␤bare = false␤"], "git -C ../root status", Verdict::Allow),
    (&["../root/.git/HEAD: x", "../root/.git/config: [core]␤bare = false␤"], "cd ../root && git log", Verdict::Allow),
    (&["../root/.git/HEAD: x", "../root/.git/config: [core]␤fsmonitor = ./e␤"], "git -C ../root status", Verdict::Ask),
    (&["../root/.git/HEAD: x", "../root/.git/config: [core]␤pager = ./e␤"], "cd ../root && git log", Verdict::Ask),
    (
        &["../root/.git: gitdir: ../evil", "../evil/config: [core]␤fsmonitor = ./e␤"],
        "git -C ../root diff",
        Verdict::Ask,
    ),
    // Nothing is there, or it is no directory.
    (&["a: x"], "cd ../root && cat ../project/a", Verdict::Ask),
    (&["../root: x"], "cd ../root; cat a", Verdict::Ask),
];

/// What lies in a project, the command, and what comes of it under rules on these programs in mode autoEdit.
const OUTPUTS: &[(&[&str], &str, Verdict)] = &[
    (&["a.txt: x"], "sed -i s/a/b/ a.txt", Verdict::Allow),
    (&["a.txt: x"], "sort -o new.txt a.txt", Verdict::Allow),
    (&["src/a.go: x"], "gofmt -w src", Verdict::Allow),
    (&["src/a.go: x"], "go build -o bin/app ./src", Verdict::Allow),
    (&["a.txt: x", "l -> a.txt"], "sort -o l a.txt", Verdict::Allow),
    (&["src/a.txt: x", "src/b.txt: x"], "sed -i s/a/b/ src/*.txt", Verdict::Allow),
    (&["src/a.txt: x", "l -> ../nothing"], "sed -i s/a/b/ src/*.txt", Verdict::Allow),
    (&["src/a.txt: x", "src/l.txt -> ../.envrc"], "sed -i s/a/b/ src/*.txt", Verdict::Ask),
    // To BSD the first of these is the script.
    (&["a.txt: x", "b.txt: x"], "sed -i s/a/b/ *.txt", Verdict::Ask),
    // Links out of the project: the file itself, its directory, below a directory, by a pattern, to nothing yet.
    (&["../x: x", "l -> ../x"], "sed -i s/a/b/ l", Verdict::Ask),
    (&["../x: x", "l -> ../x", "a.txt: x"], "sort -o l a.txt", Verdict::Ask),
    (&["../d/x: x", "l -> ../d", "a.txt: x"], "sort -o l/new a.txt", Verdict::Ask),
    (&["../d/x: x", "l -> ../d", "a.txt: x"], "go build -o l/app", Verdict::Ask),
    (&["src/a.go: x", "../x.go: x", "src/l.go -> ../../x.go"], "gofmt -w src", Verdict::Ask),
    (&["src/a.go: x", "../d/x.go: x", "src/d -> ../../d"], "gofmt -w .", Verdict::Ask),
    (&["a.txt: x", "../x: x", "l.txt -> ../x"], "sed -i s/a/b/ *.txt", Verdict::Ask),
    (&["a.txt: x", "l -> ../nothing"], "sort -o l a.txt", Verdict::Ask),
    (&["a.txt: x", ".git/hooks/x: x", "h -> .git/hooks"], "sort -o h/pre-commit a.txt", Verdict::Ask),
    (&["a.txt: x", ".claude/x: x", "h -> .claude"], "sort -o h/settings.json a.txt", Verdict::Deny),
    (&["a.txt: x", ".env: x", "l -> .env"], "sed -i s/a/b/ l", Verdict::Ask),
    (&["a.txt: x", "-e.txt: x"], "sed -i s/a/b/ *.txt", Verdict::Ask),
    (&["a.txt: x"], "cd nosuch && sort -o ../a.txt b", Verdict::Ask),
    // What the text itself writes was not there when somebody looked.
    (
        &["a: x", "fix/HEAD: ref: x", "fix/config: [core]␤fsmonitor = touch x"],
        "mkdir -p fix/objects && git -C fix status",
        Verdict::Ask,
    ),
    (
        &["a: x", "fix/HEAD: ref: x", "fix/objects/x: x", "fix/config: [core]"],
        "cp a fix/config && git -C fix status",
        Verdict::Ask,
    ),
    (&["a: x", "sub/x: x"], "echo 'gitdir: ../x' > sub/.git; git -C sub status", Verdict::Ask),
    (&["a: x", "sub/x: x"], "bash -c 'cp a sub/HEAD; mkdir -p sub/objects'; git -C sub status", Verdict::Ask),
    (&["a: x"], "touch ./-ox && sort *", Verdict::Ask),
    (&["a: x"], "cat a && cat a | sh", Verdict::Ask),
    (&["a: x"], "ls; bash -c 'bash -c \"bash -c ls\"'; sh sh", Verdict::Ask),
    (&["a: x"], "sort a > ./-ox; sort *", Verdict::Ask),
    (&["a: x"], "cp a b && git status && cat b", Verdict::Allow),
    (&["a: x"], "bash -c 'mkdir -p out && cp a out/b' && git status", Verdict::Allow),
    (&["a: x", "src/b: x"], "sed -i s/a/b/ a && git diff && sort src/*", Verdict::Allow),
];

#[test]
fn an_output_is_written_as_far_as_links_let_it() {
    let mut failures = Vec::new();
    for (at, (files, command, expected)) in OUTPUTS.iter().enumerate() {
        let place = Place::new(&format!("outputs-{at}"));
        files.iter().for_each(|file| place.put(file));
        let rule = |name: &str| Rule::new(&format!("Bash({name} *)"), Verdict::Allow).expect("a rule");
        let rules: Vec<Rule> = ["sed", "sort", "gofmt", "go"].map(rule).into();
        let policy = Policy { rules: rules.into(), mode: Mode::AutoEdit, ..Policy::default() };
        let told = place.verdict("", command, &policy);
        if told != *expected {
            failures.push(format!("{files:?}: `{command}` must be {expected:?}, not {told:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn a_root_is_read_as_far_as_links_and_secrets_let_it() {
    let mut failures = Vec::new();
    for (at, (files, command, expected)) in ROOTS.iter().enumerate() {
        let place = Place::new(&format!("roots-{at}"));
        files.iter().for_each(|file| place.put(file));
        let root = place.0.join("root").to_string_lossy().into_owned();
        let policy = Policy { roots: vec![Root::parse(&root).expect("a root")], ..Policy::default() };
        let told = place.verdict("", command, &policy);
        if told != *expected {
            failures.push(format!("{files:?}: `{command}` must be {expected:?}, not {told:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn what_lies_on_the_disk_decides() {
    let mut failures = Vec::new();
    for (number, (files, cwd, command, expected)) in CASES.iter().enumerate() {
        let place = Place::new(&format!("disk-{number}"));
        files.iter().for_each(|file| place.put(&file.replace('␉', "\t")));
        let found = place.verdict(cwd, command, &Policy::default());
        if found != *expected {
            failures.push(format!("{files:?} {cwd} `{command}`: {}", found.name()));
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn a_deny_on_a_file_holds_however_it_is_reached() {
    let mut policy = Policy { rules_only: true, ..Policy::default() };
    policy.rules.push(Rule::new("bash", Verdict::Allow).expect("a rule"));
    policy.rules.push(Rule::new("Read(plans/secret.md)", Verdict::Deny).expect("a rule"));
    let place = Place::new("deny");
    place.put("plans/secret.md: x");
    place.put("plans/other.md: x");
    place.put("harmless -> plans/secret.md");
    for command in [
        "cat plans/secret.md",
        "cat plans/*.md",
        "cat harm*",
        "grep -r x plans",
        "grep -r x .",
        "find plans -exec cat {} +",
        "find . -name '*.md' | xargs cat",
    ] {
        assert_eq!(place.verdict("", command, &policy), Verdict::Deny, "{command}");
    }
    assert_eq!(place.verdict("", "cat plans/o*.md", &policy), Verdict::Allow);
}

/// Runs git itself, without settings of the machine.
fn git(at: &Path, arguments: &str) -> String {
    let mut command = std::process::Command::new("git");
    command.current_dir(at).args(["-c", "protocol.file.allow=always", "-c", "user.email=a@b", "-c", "user.name=a"]);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
    let done = command.args(arguments.split_whitespace()).output().expect("git runs");
    assert!(done.status.success(), "git {arguments}: {}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8_lossy(&done.stdout).into_owned()
}

/// A project with a submodule, one in that, and one whose `.git` is a directory.
fn with_submodules(name: &str, init: &str) -> Place {
    let place = Place::new(name);
    for library in ["inner", "outer"] {
        let at = place.0.join(library);
        fs::create_dir_all(&at).expect("a folder");
        git(&at, init);
        if library == "outer" {
            git(&at, "submodule --quiet add ../inner deep");
        }
        git(&at, "commit -q --allow-empty -m x");
    }
    git(&place.project(), init);
    fs::write(place.at("a.txt"), "x").expect("a file");
    git(&place.project(), "submodule --quiet add ../outer sub");
    git(&place.project(), "submodule --quiet update --init --recursive");
    git(&place.project(), "clone -q ../inner own");
    git(&place.project(), "add a.txt own");
    place
}

#[test]
fn an_index_of_every_version_tells_its_submodules_as_git_does() {
    for (at, (init, change, understood)) in [
        ("init -q", "status", true),
        ("init -q", "add -N later.txt", true),
        // Real work has indexes of this version and of other hashes too seldom: what is not understood asks.
        ("init -q", "update-index --index-version 4", false),
        ("init -q", "update-index --force-untracked-cache", true),
        ("init -q --object-format=sha256", "status", false),
        ("init -q", "update-index --split-index", false),
    ]
    .into_iter()
    .enumerate()
    {
        let place = with_submodules(&format!("index{at}"), init);
        let project = place.project();
        fs::write(place.at("later.txt"), "x").expect("a file");
        git(&project, change);
        let listed = git(&project, "ls-files -s");
        let links = listed.lines().filter(|line| line.starts_with("160000"));
        let links: Vec<String> = links.filter_map(|line| Some(line.split_once('\t')?.1.to_owned())).collect();
        assert_eq!(links, ["own", "sub"], "{change}");
        let status = || place.verdict("", "git status", &Policy::default());
        assert_eq!(status(), if understood { Verdict::Allow } else { Verdict::Ask }, "{init}, {change}");
        let settings = fs::read_to_string(place.at("own/.git/config")).expect("settings");
        fs::write(place.at("own/.git/config"), format!("{settings}[core]\n\tfsmonitor = ./evil\n")).expect("settings");
        let index = fs::read(place.at(".git/index")).expect("the index");
        for end in (0..=index.len()).step_by(7) {
            fs::write(place.at(".git/index"), &index[..end]).expect("a file");
            assert_eq!(status(), Verdict::Ask, "{change}: none is lost by a cut at {end}");
        }
        let _ = fs::remove_dir_all(&place.0);
    }
}

#[test]
fn git_reads_unasked_only_while_no_submodule_tells_it_to_run_something() {
    let reads =
        [("", "git status"), ("", "git diff"), ("sub", "git status"), ("own", "git log"), ("", "git -C sub status")];
    let place = with_submodules("submodules", "init -q");
    let verdicts = || reads.map(|(cwd, command)| place.verdict(cwd, command, &Policy::default()));
    assert_eq!(verdicts(), [Verdict::Allow; 5]);
    for (settings, asked) in [
        (".git/modules/sub/config", [true, true, true, false, true]),
        (".git/modules/sub/modules/deep/config", [true, true, true, false, true]),
        ("own/.git/config", [true, true, false, true, false]),
    ] {
        let path = place.at(settings);
        let before = fs::read_to_string(&path).expect("settings");
        fs::write(&path, format!("{before}[core]\n\tfsmonitor = ./evil\n")).expect("settings");
        assert_eq!(verdicts().map(|verdict| verdict == Verdict::Ask), asked, "{settings}");
        fs::write(&path, before).expect("settings");
    }
    fs::write(place.at("sub/.git"), "gitdir: ../own/.git\n").expect("a file");
    assert_eq!(place.verdict("", "git status", &Policy::default()), Verdict::Ask, "it leads elsewhere");
    let _ = fs::remove_dir_all(&place.0);
}

#[test]
fn a_project_that_cannot_be_read_gets_the_careful_answer() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new("closed");
    place.put(".git/HEAD: x");
    assert_eq!(place.verdict("", "git log", &Policy::default()), Verdict::Allow);
    fs::set_permissions(place.project(), fs::Permissions::from_mode(0o000)).expect("rights");
    // Root reads it all the same.
    let closed = fs::read_dir(place.project()).is_err();
    let verdict = place.verdict("", "git log", &Policy::default());
    fs::set_permissions(place.project(), fs::Permissions::from_mode(0o755)).expect("rights");
    assert_eq!(verdict, if closed { Verdict::Ask } else { Verdict::Allow });
}

#[test]
fn a_decision_is_made_again_from_what_the_disk_told_then() {
    let place = Place::new("replay");
    for file in [".npmrc: script-shell=./evil", "sneaky -> /etc/shadow", ".env: x", "a.txt: x", "sub/.git/HEAD: x"] {
        place.put(file);
    }
    let store = Arc::new(MemoryStore::default());
    let gate = Gate::builder()
        .policy(Policy::default())
        .shared_store(store.clone())
        .cwd(place.project())
        .project(place.project())
        .home(place.0.join("home"))
        .build()
        .expect("a gate");
    let commands =
        ["npm ls", "cat s*", "cat a*", "grep -r x .", "cd sub && git status", "git log", "ls", "cat sneaky/../x"];
    let mut before = Vec::new();
    for command in commands {
        let call = byleave_gate::Call::new("bash", json!({ "command": command })).shell(Shell::Bash);
        before.push(matches!(block_on(gate.authorize(call)), Authorization::Approved(_)));
    }
    let rows = block_on(store.rows(&Query::default())).expect("rows");
    fs::remove_dir_all(place.project()).expect("the project");
    assert_eq!(rows.len(), commands.len());
    for row in rows {
        let entry: byleave_gate::record::Entry = serde_json::from_str(&row.body).expect("an entry");
        assert_eq!(entry.shell.as_deref(), Some("bash"));
        assert!(entry.disk.is_some(), "{}", row.body);
        let again = Recorded::of(&entry, &[]).decide(&gate.policy(), &Disk);
        assert_eq!(again.verdict.name(), entry.verdict, "{:?}", entry.arguments);
    }
    assert_eq!(before, [false, false, true, false, true, true, true, false]);
}
