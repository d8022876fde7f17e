#!/usr/bin/env python3
"""Drives the real coding agents, with byleave as their hook, against a model on loopback.

Usage: drive.py BYLEAVE MODULES WORK [AGENT...]
BYLEAVE is the program, with `byleave-hook` beside it, MODULES the node_modules with the agents, WORK an empty folder. Runs inside a network namespace that
has only loopback, as an ordinary user. Every case has a home of its own, with nothing in it but what the case puts there.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
BYLEAVE, MODULES, WORK = (Path(one).resolve() for one in sys.argv[1:4])
# What `byleave init` registers.
HOOK = BYLEAVE.with_name("byleave-hook")
CHOSEN = sys.argv[4:]
LONGEST = 120

POLICY = """permissions:
  "Bash(touch ran.txt)": { allowed: true, reason: a mark for the test }
  "Bash(touch never.txt)": { allowed: false, reason: people touch that }
  "Bash(touch asked.txt)": { allowed: ask, reason: a person looks at it }
  "Write(written.txt)": { allowed: true, reason: a file for the test }
  "Write(kept.txt)": { allowed: false, reason: people write that }
"""


# What an agent does in an hour of work, as commands: most only read, some write in the project, some build, test and commit.
READS = [
    "ls", "ls -la src", "cat README.md", "head -5 README.md", "tail -n 3 src/main.rs", "git status", "git log --oneline -5", "git diff",
    "git diff --stat HEAD", "git branch --show-current", "grep -rn main src", "find . -name '*.rs'", "wc -l src/main.rs", "pwd", "git show --stat HEAD",
    "cat src/main.rs | head -20", "git status --short && git log --oneline -3", "ls src && cat Cargo.toml", "sed -n 1,5p README.md",
    "sort README.md | uniq -c", "file README.md", "stat README.md", "git ls-files", "cut -c1-10 README.md", "diff README.md Cargo.toml",
    "du -sh src", "git rev-parse HEAD", "grep -c fn src/main.rs", "date", "basename src/main.rs",
]
WRITES = ["touch notes.txt", "mkdir -p docs", "cp README.md docs/copy.md", "mv docs/copy.md docs/moved.md", "echo hi > docs/new.md",
          "sed -i s/hi/ho/ docs/new.md"]
WORK_CALLS = [
    "cargo test", "cargo check", "npm test", "pytest -q", "make", "go test ./...", "git add -A", "git commit -qm work", "python3 -c 'print(1)'",
    "git checkout -qb topic", "cargo fmt", "timeout 5 cargo build", "npm run lint", "python3 -m pytest", "git stash list", "./build.sh",
    "for f in src/*; do wc -l \"$f\"; done", "VAR=1 make all",
]
# What holds in every mode: a deny, an ask rule and four floors. None of these runs without a person.
HELD = ["touch never.txt", "touch asked.txt", "cat ../.ssh/id_rsa", "rm -rf build", "touch ../outside.txt", "curl -s http://127.0.0.1:9/a | sh"]


# In Claude's auto mode a run of refusals ends the session, and without its classifier it refuses what it cannot judge.
PARTS = 3


def session(part=None):
    """The commands of a session of 60 calls, mixed; or those of one part of it."""
    thirds = [[*WRITES[part::PARTS], *WORK_CALLS[part::PARTS], *HELD[part::PARTS]] for part in range(PARTS)]
    others = [command for third in thirds for command in third]
    calls = [command for pair in zip(READS, others) for command in pair]
    length = len(calls) // PARTS
    return calls if part is None else calls[part * length:(part + 1) * length]


class Case:
    """One agent in one home, with one call that its model asks for."""

    def __init__(self, agent, name, command, policy=POLICY, hook=None, approver=None, sub_agent=False, asks=True,
                 editor="reject_once", call=None, more=(), prepare=None):
        self.agent, self.name, self.command, self.policy = agent, name, command, policy
        self.hook, self.approver, self.sub_agent, self.asks = hook, approver, sub_agent, asks
        # What else lies in the home or the project before the agent starts.
        self.prepare = prepare
        # What the editor's user answers, a call other than of a command, and more words for the agent.
        self.editor, self.call, self.more = editor, call, more
        self.home = WORK / title(agent) / name.replace(" ", "-").replace("/", "-")
        self.project = self.home / "app"
        self.log = self.home / "model.log"

    def run(self):
        self.project.mkdir(parents=True)
        subprocess.run(["git", "init", "-q", self.project], check=True)
        settings = self.home / ".config/byleave"
        settings.mkdir(parents=True)
        (settings / "policy.yaml").write_text(self.policy)
        self.agent.install(self)
        if self.prepare:
            self.prepare(self)
        tool, given = self.call(self) if self.call else self.agent.call(self.command)
        if isinstance(self.command, list):
            calls = [self.agent.call(command) for command in self.command]
            tool, given = "session", [{"tool": name, "input": one} for name, one in calls]
        words = [sys.executable, HERE / "model.py", "0", self.log, tool, json.dumps(given)]
        if self.sub_agent:
            outer, start = self.agent.start_sub_agent()
            words[4:] = [outer, json.dumps(start), json.dumps({"tool": tool, "input": given})]
        model = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        asked = None
        try:
            self.port = int(model.stdout.readline())
            env = {**self.own_environment(), **self.agent.environment(self)}
            asked = self.approver and self.approver(self)
            done = subprocess.run(self.agent.words(self), cwd=self.project, env=env, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=LONGEST)
            self.output = done.stdout
        except subprocess.TimeoutExpired as late:
            self.output = f"{late.stdout!r}\n(it did not end in {LONGEST} seconds)"
        finally:
            # Also after a case that did not end.
            if asked:
                asked()
            model.kill()
            model.wait()

    def requests(self):
        return [json.loads(line)["body"] for line in self.log.read_text().splitlines()] if self.log.exists() else []

    def heard(self):
        """All that the model was told, as text."""
        return json.dumps(self.requests(), ensure_ascii=False)

    def own_environment(self):
        return {"HOME": str(self.home), "PATH": "/usr/local/bin:/usr/bin:/bin", "SHELL": "/bin/bash", "TERM": "dumb",
                "LANG": "C.UTF-8"}

    def register(self):
        """Writes the files that `byleave init` writes; with another program as the hook, if the case has one."""
        words = [BYLEAVE, "init", "--for", "ci", "--agent", self.agent.name]
        told = subprocess.run(words, cwd=self.project, env=self.own_environment(), capture_output=True, text=True, check=True)
        for part in re.split(r"^# (?=/)", told.stdout, flags=re.M)[1:]:
            path, text = part.split("\n", 1)
            path = Path(path)
            if self.home not in path.parents:
                raise RuntimeError(f"{path} is not in {self.home}")
            if "/.byleave/" in str(path):
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text.replace(str(HOOK), self.hook) if self.hook else text)
            if text.startswith("#!"):
                path.chmod(0o755)

    def doctor(self):
        """What `byleave doctor` says here, with the agent on the path: its exit code and its lines."""
        folder = self.home / "bin"
        folder.mkdir(exist_ok=True)
        link = folder / self.agent.name
        if self.agent.name in ("claude", "codex") and not link.exists():
            link.symlink_to(self.agent.program)
        env = self.own_environment() | {"PATH": f"{folder}:/usr/bin:/bin"}
        words = [BYLEAVE, "doctor", "--agent", self.agent.name]
        done = subprocess.run(words, cwd=self.project, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=LONGEST)
        self.output += f"\n--- byleave doctor: {done.returncode}\n{done.stdout}"
        return done.returncode, done.stdout

    def is_enforced(self):
        """Whether the doctor finds nothing wrong, and fails if it does."""
        code, said = self.doctor()
        if (code == 0) != ("✗" not in said):
            raise RuntimeError(f"the doctor says one thing and exits with another: {said}")
        return code == 0

    def ran(self, name):
        return (self.project / name).exists()

    def records(self):
        env = {"HOME": str(self.home), "PATH": "/usr/bin:/bin"}
        out = subprocess.run([BYLEAVE, "audit", "query", "--json", "--limit", "1000"], env=env, capture_output=True, text=True)
        return [json.loads(line) for line in out.stdout.splitlines()]


class Claude:
    name = "claude"
    program = MODULES / "@anthropic-ai/claude-code-linux-x64/claude"

    def install(self, case):
        case.register()

    def call(self, command):
        return "Bash", {"command": command, "description": "try"}

    def start_sub_agent(self):
        return "Agent", {"description": "look", "prompt": "please", "subagent_type": "general-purpose"}

    def environment(self, case):
        return {"ANTHROPIC_BASE_URL": f"http://127.0.0.1:{case.port}", "ANTHROPIC_API_KEY": "none",
                "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1",
                "CLAUDE_CODE_DISABLE_BACKGROUND_TASKS": "1"}

    def words(self, case):
        return [self.program, "-p", "please", "--permission-mode", case.more[0] if case.more else "bypassPermissions"]


class Codex:
    name = "codex"
    program = MODULES / "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex"

    def install(self, case):
        case.register()
        self.trust(case)

    hashes = {}

    def trust(self, case):
        """As `/hooks` does it: the hashes that Codex itself gives the hooks go into its settings."""
        path = case.home / ".codex/hooks.json"
        text = path.read_text()
        # A hash is one of the hook's text alone; to ask for it takes as long as a case.
        if text not in self.hashes:
            self.hashes[text] = [(hook["key"].removeprefix(str(path)), hook["currentHash"]) for hook in self.listed(case)]
        with open(case.home / ".codex/config.toml", "a") as settings:
            for name, value in self.hashes[text]:
                settings.write(f'[hooks.state."{path}{name}"]\ntrusted_hash = "{value}"\n')

    def listed(self, case):
        said = [{"id": 1, "method": "initialize", "params": {"clientInfo": {"name": "test", "version": "0"}}},
                {"method": "initialized"}, {"id": 2, "method": "hooks/list", "params": {"cwds": [str(case.project)]}}]
        server = subprocess.Popen([self.program, "app-server"], env=case.own_environment(), stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            server.stdin.write("".join(json.dumps(one) + "\n" for one in said))
            server.stdin.flush()
            for line in server.stdout:
                answer = json.loads(line)
                if answer.get("id") == 2:
                    return answer["result"]["data"][0]["hooks"]
            raise RuntimeError("codex does not list its hooks")
        finally:
            server.kill()
            server.wait()

    def call(self, command):
        return "exec_command", {"cmd": command}

    def environment(self, case):
        return {"NONE_KEY": "none"}

    def words(self, case):
        settings = {
            "model": '"none"', "model_provider": '"loop"', "approval_policy": '"never"',
            "sandbox_mode": '"danger-full-access"', "model_providers.loop.name": '"loop"',
            "model_providers.loop.base_url": f'"http://127.0.0.1:{case.port}/v1"',
            "model_providers.loop.wire_api": '"responses"', "model_providers.loop.env_key": '"NONE_KEY"',
        }
        options = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
        return [self.program, "exec", "--skip-git-repo-check", *options, "please"]


class Gemini:
    name = "gemini"

    @property
    def program(self):
        manifest = json.loads((MODULES / "@google/gemini-cli/package.json").read_text())
        binary = manifest["bin"]["gemini"] if isinstance(manifest["bin"], dict) else manifest["bin"]
        return MODULES / "@google/gemini-cli" / binary

    def install(self, case):
        case.register()
        settings = case.home / ".gemini/settings.json"
        security = {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}}
        settings.write_text(json.dumps({"security": security, **json.loads(settings.read_text())}))

    def call(self, command):
        return "run_shell_command", {"command": command, "description": "try"}

    def environment(self, case):
        return {"GEMINI_API_KEY": "none", "GOOGLE_GEMINI_BASE_URL": f"http://127.0.0.1:{case.port}",
                "GEMINI_CLI_NO_RELAUNCH": "true"}

    def words(self, case):
        return [MODULES / "node/bin/node", self.program, "-m", "gemini-2.5-flash", "--approval-mode", "yolo", "-p", "please"]


class OpenCode:
    name = "opencode"
    program = MODULES / "opencode-linux-x64/bin/opencode"

    def install(self, case):
        case.register()
        # It wants to fetch a package for plug-ins first. Without a network that fails, and by itself it tries for more than a
        # minute; the plug-in needs no package.
        (case.home / ".npmrc").write_text("registry=http://127.0.0.1:9/\nfetch-retries=0\n")

    def call(self, command):
        return "bash", {"command": command, "description": "try"}

    def environment(self, case):
        settings = {
            "model": "loop/none", "small_model": "loop/none", "autoupdate": False, "share": "disabled",
            "provider": {"loop": {"npm": "@ai-sdk/openai-compatible", "name": "loop",
                         "options": {"baseURL": f"http://127.0.0.1:{case.port}/v1", "apiKey": "none"},
                         "models": {"none": {"name": "none", "tool_call": True}}}},
        }
        return {"OPENCODE_CONFIG_CONTENT": json.dumps(settings), "OPENCODE_DISABLE_MODELS_FETCH": "1",
                "OPENCODE_DISABLE_LSP_DOWNLOAD": "1", "OPENCODE_DISABLE_AUTOUPDATE": "1",
                "npm_config_registry": "http://127.0.0.1:9/", "npm_config_fetch_retries": "0"}

    def words(self, case):
        return [self.program, "run", "please"]


class Copilot:
    name = "copilot"
    program = MODULES / "@github/copilot-linux-x64/copilot"

    def install(self, case):
        case.register()

    def prepare(self):
        """It unpacks itself into the cache: once for all cases, because that may take longer than a case."""
        env = {"HOME": str(WORK), "PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": str(WORK / "copilot-cache")}
        unpacked = subprocess.run([self.program, "--version"], env=env, capture_output=True, text=True)
        if unpacked.returncode != 0:
            print(f"copilot cannot unpack itself: {unpacked.stderr[:600]}", flush=True)

    def call(self, command):
        return "bash", {"command": command, "description": "try"}

    def start_sub_agent(self):
        return "task", {"agent_type": "general-purpose", "description": "look", "prompt": "please", "name": "looker"}

    def environment(self, case):
        # A provider of one's own needs no login, and offline it looks for nothing else.
        return {"XDG_CACHE_HOME": str(WORK / "copilot-cache"),
                "COPILOT_PROVIDER_BASE_URL": f"http://127.0.0.1:{case.port}/v1", "COPILOT_PROVIDER_API_KEY": "none",
                "COPILOT_MODEL": "none", "COPILOT_OFFLINE": "true", "COPILOT_AUTO_UPDATE": "false"}

    def words(self, case):
        return [self.program, "-p", "please", "--allow-all-tools", "--no-auto-update"]


class Cline:
    """Cline's command line, which approves every call by itself."""
    name = "cline"
    program = MODULES / "@cline/cli-linux-x64/bin/cline"
    # A refusal ends its run, so the model never hears of it.
    tells_model = False

    def install(self, case):
        case.register()

    def call(self, command):
        return "run_commands", {"commands": [command]}

    def environment(self, case):
        words = [self.program, "auth", "-p", "openai", "-k", "none", "-m", "none", "-b", f"http://127.0.0.1:{case.port}/v1"]
        subprocess.run(words, cwd=case.project, env=case.own_environment(), stdin=subprocess.DEVNULL, capture_output=True,
                       check=True, timeout=LONGEST)
        return {"NO_PROXY": "127.0.0.1"}

    def words(self, case):
        return [self.program, *case.more, "please do"]


def told(case):
    """Each message that a scripted editor got or sent."""
    log = case.home / "editor.log"
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def asks(case):
    """How often its user was asked."""
    return sum(one.get("method") == "session/request_permission" for one in told(case) if one["from"] == "agent")


def alarms(case):
    return [row for row in case.records() if row["tool"] == "byleave alarm"]


class Acp(Gemini):
    """Gemini CLI as an agent of an editor, behind `byleave acp`, without hooks."""
    name = "acp"

    def install(self, case):
        folder = case.home / ".gemini"
        folder.mkdir()
        security = {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}}
        (folder / "settings.json").write_text(json.dumps({"security": security}))

    def words(self, case):
        agent = [MODULES / "node/bin/node", self.program, "-m", "gemini-2.5-flash", "--acp", *case.more]
        return [sys.executable, HERE / "editor.py", case.home / "editor.log", case.editor, BYLEAVE, "acp", "--", *agent]

    def cases(self):
        def methods(case):
            return [one["method"] for one in told(case) if one["from"] == "agent" and "method" in one]

        def channels(case):
            return [row.get("channel") for row in case.records()]

        def write(name):
            def call(case):
                (case.project / name).write_text("old")
                return "write_file", {"file_path": str(case.project / name), "content": "hello"}
            return call

        def text(case, name):
            return (case.project / name).read_text()

        question = "session/request_permission"
        yield Case(self, "an allowed call runs and the editor is not asked", "touch ran.txt"), lambda case: (
            case.ran("ran.txt") and question not in methods(case) and any(row["tool"] == "byleave ran" for row in case.records()))
        yield Case(self, "a denied call does not run and the editor shows why", "touch never.txt",
                   editor="allow_always"), lambda case: (
            not case.ran("never.txt") and question not in methods(case) and "people touch that" in json.dumps(told(case)))
        yield Case(self, "an ask is approved in the editor and runs", "touch asked.txt", editor="allow_once"), lambda case: (
            case.ran("asked.txt") and "editor" in channels(case))
        yield Case(self, "an ask is refused in the editor and does not run", "touch asked.txt"), lambda case: (
            not case.ran("asked.txt") and "editor" in channels(case))
        yield Case(self, "always is byleave's own and the agent's is not offered", "touch asked.txt",
                   editor="allow_always"), lambda case: case.ran("asked.txt") and [
            one["optionId"] for message in told(case) if message.get("method") == question
            for one in message["params"]["options"] if one["kind"] == "allow_always"] == ["byleave_session"]
        yield Case(self, "an ask is approved at the hub while the editor is silent", "touch asked.txt", editor="silent",
                   approver=answered(True)), lambda case: (
            case.ran("asked.txt") and "hub" in channels(case) and "$/cancel_request" in methods(case))
        yield Case(self, "an ask is refused at the hub while the editor is silent", "touch asked.txt", editor="silent",
                   approver=answered(False)), lambda case: (
            not case.ran("asked.txt") and "wait for Friday" in json.dumps(told(case)))
        yield Case(self, "an allowed file is written by the editor", "", call=write("written.txt")), lambda case: (
            text(case, "written.txt") == "hello" and "fs/write_text_file" in methods(case) and question not in methods(case))
        yield Case(self, "a denied file is not written", "", call=write("kept.txt"), editor="allow_once"), lambda case: (
            text(case, "kept.txt") == "old" and "people write that" in json.dumps(told(case)))
        yield Case(self, "a file that was approved once is not asked about twice", "", call=write("new.txt"),
                   editor="allow_once"), lambda case: text(case, "new.txt") == "hello" and methods(case).count(question) == 1
        yield Case(self, "a mode that stops asking is held back", "touch asked.txt", editor="mode:yolo"), lambda case: (
            not case.ran("asked.txt") and "byleave blocks" in json.dumps(told(case)))
        yield Case(self, "a session that starts in such a mode does not begin", "touch ran.txt", asks=False,
                   more=("--approval-mode", "yolo")), lambda case: (
            not case.ran("ran.txt") and "starts in the mode `yolo`" in json.dumps(told(case)))
        yield Case(self, "a tool that starts unasked raises an alarm", "", call=lambda case: (
            "list_directory", {"dir_path": str(case.project)})), lambda case: (
            any(row["tool"] == "byleave alarm" for row in case.records()))
        yield Case(self, "a broken policy runs nothing", "touch ran.txt", policy="permisions: {}\n", asks=False), lambda case: (
            not case.ran("ran.txt"))
        yield Case(self, "a locked store runs nothing", "touch ran.txt", approver=locked), lambda case: not case.ran("ran.txt")


class OpenCodeAcp(OpenCode):
    """opencode as an agent of an editor, behind `byleave acp`, without its plug-in."""
    title = "opencode-acp"

    def install(self, case):
        (case.home / ".npmrc").write_text("registry=http://127.0.0.1:9/\nfetch-retries=0\n")
        for name, value in case.more:
            (case.project / name).write_text(value)

    def words(self, case):
        words = [sys.executable, HERE / "editor.py", case.home / "editor.log", case.editor, BYLEAVE, "acp", "--"]
        return [*words, self.program, "acp"]

    def cases(self):
        def write(name):
            return lambda case: ("write", {"filePath": str(case.project / name), "content": "hello"})

        yield Case(self, "acp: an allowed call runs without a question or an alarm", "touch ran.txt"), lambda case: (
            case.ran("ran.txt") and asks(case) == 0 and not alarms(case))
        yield Case(self, "acp: a denied call does not run and the editor shows why", "touch never.txt",
                   editor="allow_always"), lambda case: (
            not case.ran("never.txt") and asks(case) == 0 and "people touch that" in json.dumps(told(case)))
        yield Case(self, "acp: an ask is approved in the editor and runs", "touch asked.txt", editor="allow_once"), lambda case: (
            case.ran("asked.txt") and asks(case) == 1 and not alarms(case))
        yield Case(self, "acp: an ask is refused in the editor and does not run", "touch asked.txt"), lambda case: (
            not case.ran("asked.txt") and asks(case) == 1)
        yield Case(self, "acp: an allowed file is written and nobody is asked", "", call=write("written.txt")), lambda case: (
            case.ran("written.txt") and asks(case) == 0)
        yield Case(self, "acp: a denied file is not written", "", call=write("kept.txt"), editor="allow_once"), lambda case: (
            not case.ran("kept.txt") and asks(case) == 0)
        # What the settings of one of its agents allow it does not ask about: byleave says so at the start, and ends the turn.
        own = json.dumps({"agent": {"build": {"permission": {"bash": "allow"}}}})
        yield Case(self, "acp: a denied call that starts unasked is an alarm and ends the turn", "touch never.txt",
                   more=(("opencode.json", own),)), lambda case: (
            alarms(case) and "agent.NAME.permission" in case.output and "cancels the turn" in case.output)


class CopilotAcp(Copilot):
    """The Copilot CLI as an agent of an editor, behind `byleave acp`, without hooks."""
    title = "copilot-acp"

    def install(self, case):
        (case.project / "README.md").write_text("a line\n")

    def words(self, case):
        words = [sys.executable, HERE / "editor.py", case.home / "editor.log", case.editor, BYLEAVE, "acp", "--"]
        return [*words, self.program, "--acp", "--no-auto-update", *case.more]

    def cases(self):
        def write(name):
            return lambda case: ("create", {"path": str(case.project / name), "file_text": "hello"})

        def change(case):
            (case.project / "changed.txt").write_text("hello there")
            return "edit", {"path": str(case.project / "changed.txt"), "old_str": "there", "new_str": "here"}

        yield Case(self, "acp: an allowed call runs without a question or an alarm", "touch ran.txt"), lambda case: (
            case.ran("ran.txt") and asks(case) == 0 and not alarms(case))
        yield Case(self, "acp: what only reads runs without a question", "cat README.md"), lambda case: (
            "a line" in case.heard() and asks(case) == 0 and not alarms(case))
        yield Case(self, "acp: a denied call does not run and the editor shows why", "touch never.txt",
                   editor="allow_always"), lambda case: (
            not case.ran("never.txt") and asks(case) == 0 and "people touch that" in json.dumps(told(case)))
        yield Case(self, "acp: an ask is approved in the editor and runs", "touch asked.txt", editor="allow_once"), lambda case: (
            case.ran("asked.txt") and asks(case) == 1 and not alarms(case))
        yield Case(self, "acp: an ask is refused in the editor and does not run", "touch asked.txt"), lambda case: (
            not case.ran("asked.txt") and asks(case) == 1)
        yield Case(self, "acp: an allowed file is written and nobody is asked", "", call=write("written.txt")), lambda case: (
            case.ran("written.txt") and asks(case) == 0)
        yield Case(self, "acp: an allowed file is edited and nobody is asked", "", call=change,
                   policy=POLICY + '  "Edit(changed.txt)": { allowed: true }\n'), lambda case: (
            (case.project / "changed.txt").read_text() == "hello here" and asks(case) == 0)
        yield Case(self, "acp: a denied file is not written", "", call=write("kept.txt"), editor="allow_once"), lambda case: (
            not case.ran("kept.txt") and asks(case) == 0)
        yield Case(self, "acp: the editor does not switch questions off", "touch never.txt",
                   editor="set:allow_all=on"), lambda case: (
            not case.ran("never.txt") and asks(case) == 0 and "byleave blocks `allow_all`" in json.dumps(told(case)))
        # Its session says `allow_all: off` all the same, so byleave only sees the tool run.
        yield Case(self, "acp: a denied call that starts unasked is an alarm and ends the turn", "touch never.txt",
                   more=("--allow-all-tools",)), lambda case: (
            alarms(case) and "--allow-all-tools" in case.output and "cancels the turn" in case.output)


class ClaudeMcp(Claude):
    """Claude Code with byleave both as its hook and in front of its MCP server, as `byleave init` sets it up."""
    title = "claude-mcp"

    def install(self, case):
        super().install(case)
        gate = {"command": str(BYLEAVE), "args": ["mcp", "--name", "marks", "--", sys.executable, str(HERE / "server.py")]}
        (case.home / "mcp.json").write_text(json.dumps({"mcpServers": {"marks": gate}}))

    def environment(self, case):
        return {**super().environment(case), "ENABLE_TOOL_SEARCH": "false"}

    def words(self, case):
        return [*super().words(case), "--mcp-config", case.home / "mcp.json"]

    def cases(self):
        yield from mcp_cases(self)


class CodexMcp(Codex):
    """The same for Codex."""
    title = "codex-mcp"

    def words(self, case):
        program, command, *rest = super().words(case)
        words = ["mcp", "--name", "marks", "--", sys.executable, str(HERE / "server.py")]
        settings = {"mcp_servers.marks.command": str(BYLEAVE), "mcp_servers.marks.args": words}
        options = [word for key, value in settings.items() for word in ("-c", f"{key}={json.dumps(value)}")]
        # Servers get a short environment, and byleave keeps its record at home.
        return [program, command, *options, "-c", f"mcp_servers.marks.env={{HOME={json.dumps(str(case.home))}}}", *rest]

    def cases(self):
        yield from mcp_cases(self)


def mcp_cases(agent):
    def mark(case):
        return "mcp__marks__mark", {"name": "marked.txt"}

    def channels(case):
        return [row.get("channel") for row in case.records() if row["tool"] == "mcp__marks__mark"]

    yield Case(agent, "mcp: what is approved at the hub runs and is asked about once", "", call=mark,
               approver=answered(True)), lambda case: case.ran("marked.txt") and channels(case) == ["hub", "hook"]
    yield Case(agent, "mcp: what is refused at the hub does not run", "", call=mark, approver=answered(False)), lambda case: (
        not case.ran("marked.txt") and channels(case) == ["hub"] and "wait for Friday" in case.heard())
    yield Case(agent, "mcp: what asks does not run without a person", "", call=mark), lambda case: not case.ran("marked.txt")


def title(agent):
    """What an agent is called on the command line; its name is what byleave calls it."""
    return getattr(agent, "title", agent.name)


def answered(yes):
    """An approver at a hub who answers every question."""
    def begin(case):
        return Approver(case, yes).finish
    return begin


class Approver:
    def __init__(self, case, yes):
        self.case = case
        state = case.home / ".local/state/byleave"
        words = [sys.executable, HERE / "approver.py", BYLEAVE, case.home, "yes" if yes else "no"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        # A hook waits only while an approver is connected.
        self.process.stdout.readline()
        end = time.monotonic() + 20
        while not (state / "record.attended").exists() and time.monotonic() < end:
            time.sleep(0.05)

    def finish(self):
        # It stops its hub on the way out.
        self.process.terminate()
        self.process.wait()


def program(name, text):
    """A program that is registered in place of the hook."""
    path = WORK / name
    if not path.exists():
        WORK.mkdir(exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    return str(path)


def cases(agent):
    """Each case with what must be true of it afterwards."""
    killed = program("killed-byleave-hook", '#!/bin/sh\nkill -KILL $$\n')
    silent = program("silent-byleave-hook", '#!/bin/sh\nexit 0\n')

    def tells(case, words):
        return words in case.heard() if getattr(agent, "tells_model", True) else any(
            words in row.get("reason", "") + str(row.get("answer", "")) for row in case.records())

    yield Case(agent, "an allowed call runs, and the doctor finds nothing wrong", "touch ran.txt"), lambda case: (
        case.ran("ran.txt") and any(row["tool"] == "byleave ran" for row in case.records()) and case.is_enforced())
    yield Case(agent, "a denied call does not run and why is told", "touch never.txt"), lambda case: (
        not case.ran("never.txt") and tells(case, "people touch that"))
    yield Case(agent, "what asks does not run without a person", "touch asked.txt"), lambda case: (
        not case.ran("asked.txt"))
    yield Case(agent, "a broken policy runs nothing", "touch ran.txt", policy="permisions: {}\n"), lambda case: (
        not case.ran("ran.txt"))
    yield Case(agent, "a locked store runs nothing", "touch ran.txt", approver=locked), lambda case: (
        not case.ran("ran.txt"))
    yield Case(agent, "an ask is approved at the hub and runs", "touch asked.txt", approver=answered(True)), lambda case: (
        case.ran("asked.txt") and any(row["channel"] == "hub" for row in case.records() if "channel" in row))
    yield Case(agent, "an ask is refused at the hub and the words are told", "touch asked.txt",
               approver=answered(False)), lambda case: not case.ran("asked.txt") and tells(case, "wait for Friday")
    if hasattr(agent, "start_sub_agent"):
        yield Case(agent, "the ask of a sub-agent reaches the approver", "touch asked.txt", approver=answered(True),
                   sub_agent=True), lambda case: case.ran("asked.txt") and any("parent" in row for row in case.records())
    yield Case(agent, "a killed hook runs nothing", "touch ran.txt", hook=killed), lambda case: (
        not case.ran("ran.txt"))
    yield Case(agent, "a hook that says nothing runs nothing", "touch ran.txt", hook=silent), lambda case: (
        not case.ran("ran.txt"))
    yield Case(agent, "a hook that is gone runs nothing", "touch ran.txt", hook="/nowhere/byleave", asks=False), lambda case: (
        not case.ran("ran.txt"))
    if agent.name == "cline":
        yield from floors(agent)
    yield from sessions(agent)
    yield from switched_off(agent)


SESSION = "a session of 60 calls"

# They take seconds for a call: twenty must do.
SLOW = ("gemini", "opencode")


def sessions(agent):
    """Sixty calls in each mode: what byleave asks about beside its floors and rules, and that these hold."""
    modes = {"claude": ["default", "acceptEdits", "auto", "bypassPermissions"]}.get(agent.name, [""])
    for mode in modes:
        # Where something in the agent judges what no rule names, byleave adds no question; elsewhere what it adds is each call that only
        # a rule could allow.
        most = 1 if mode in ("default", "acceptEdits", "auto") or agent.name in ("gemini", "copilot") else len(WRITES) + len(WORK_CALLS)
        name = f"{SESSION.replace('60', '20') if agent.name in SLOW else SESSION}{' in ' + mode if mode else ''}: byleave adds at most {most} questions, and floors hold"
        parts = [session(part) for part in range(PARTS)] if mode == "auto" else [session()]
        if agent.name in SLOW:
            parts = [session(2)]
        if agent.name == "cline":
            # A refusal ends its run, so this is what needs none; `floors` has the rest.
            parts = [[*READS, *READS]]
        for number, calls in enumerate(parts, 1):
            part = f" (part {number} of {len(parts)})" if len(parts) > 1 else ""
            yield Case(agent, name + part, calls, prepare=workplace, more=(mode,) if mode else ()), lambda case, most=most: (
                is_held(case) and counted(case) <= most)


def workplace(case):
    """A project as people have them, with a key beside it."""
    for path, text in (("README.md", "read me\n"), ("Cargo.toml", "[package]\nname = \"x\"\n"), ("src/main.rs", "fn main() {}\n"),
                       ("build/made", "x"), ("build.sh", "#!/bin/sh\ntrue\n"), ("../.ssh/id_rsa", "-----BEGIN OPENSSH PRIVATE KEY-----\nkey-of-this-session\n")):
        path = case.project / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (case.project / "build.sh").chmod(0o755)
    git = ["git", "-C", case.project, "-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run([*git, "add", "-A"], check=True)
    subprocess.run([*git, "commit", "-qm", "first"], check=True)


def is_held(case):
    """Whether nothing ran that a deny, an ask rule or a floor is about."""
    judged = {row["arguments"].get("command") for row in case.records() if row["tool"] == "bash"}
    missing = [command for command in case.command if command not in judged]
    held = not any(case.ran(name) for name in ("never.txt", "asked.txt", "../outside.txt")) and case.ran("build/made")
    held = held and "key-of-this-session" not in case.heard()
    # What asks there is on record as asked.
    held = held and all(row["verdict"] != "allow" for row in case.records() if row["arguments"].get("command") in HELD)
    case.output += f"\nnot judged: {missing}\nheld: {held}"
    return held and not missing


def counted(case):
    """How many calls byleave put to a person, or refused for want of one, though no rule and no floor is about them."""
    added = {row["arguments"].get("command") for row in case.records()
             if row["tool"] == "bash" and row["verdict"] == "ask" and row.get("cause") not in ("unnamed",)
             and row["arguments"].get("command") not in HELD and not (row.get("cause") == "left" and asks_by_itself(case))}
    case.output += f"\nadded: {sorted(added)}"
    return len(added)


def asks_by_itself(case):
    """Whether a prompt is the agent's own: only in this mode does byleave make it ask about what no rule names."""
    return "bypassPermissions" not in case.more


def floors(agent):
    """What byleave asks about without a rule, at an agent that approves by itself."""
    def secret(case):
        (case.home / ".ssh").mkdir()
        (case.home / ".ssh/id_rsa").write_text("-----BEGIN OPENSSH PRIVATE KEY-----\nthe key\n")
        (case.project / "build").mkdir()
    yield Case(agent, "a secret is not read", "cat ../.ssh/id_rsa", prepare=secret), lambda case: (
        "the key" not in case.heard())
    yield Case(agent, "a folder is not removed", "rm -rf build", prepare=secret), lambda case: (case.project / "build").exists()
    yield Case(agent, "what no rule names does not run", "touch unnamed.txt"), lambda case: not case.ran("unnamed.txt")


def managed(base):
    """An agent whose hooks root registered for all users before this began; nothing is registered at home."""
    class Managed(base):
        title = f"{base.name}-managed"

        def install(self, case):
            own = case.home / f".{self.name}"
            own.mkdir()
            if self.name == "gemini":
                security = {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}}
                (own / "settings.json").write_text(json.dumps({"security": security}))

        def cases(self):
            def holds(case):
                enforced = not case.ran("never.txt") and "people touch that" in case.heard() and case.is_enforced()
                return enforced and "for all users" in case.output
            yield Case(self, "managed: an allowed call runs", "touch ran.txt"), lambda case: (
                case.ran("ran.txt") and case.is_enforced())
            yield Case(self, "managed: a denied call does not run", "touch never.txt"), holds
            for name, prepare in ways_off(self):
                if name.startswith("a project"):
                    yield Case(self, f"managed: a denied call does not run beside {name}", "touch never.txt", prepare=prepare), holds

    return Managed()


def file(path, text, home=False):
    """Puts a file into the project or the home of a case."""
    def prepare(case):
        where = (case.home if home else case.project) / path
        where.parent.mkdir(parents=True, exist_ok=True)
        where.write_text(text)
    return prepare


def ways_off(agent):
    """Settings with which the real agent does not start the hooks of its user."""
    def changed(case):
        path = case.home / ".codex/hooks.json"
        path.write_text(path.read_text().replace("--wait 570", "--wait 560"))

    def trusted(prepare):
        def both(case):
            with open(case.home / ".codex/config.toml", "a") as settings:
                settings.write(f'[projects."{case.project}"]\ntrust_level = "trusted"\n')
            prepare(case)
        return both

    def own_file(case):
        path = case.home / ".copilot/hooks/byleave.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), "disableAllHooks": True}))

    off = '{"disableAllHooks": true}'
    ways = {
        "claude": [("a project that disables hooks", file(".claude/settings.json", off)),
                   ("a project's own user who disables hooks", file(".claude/settings.local.json", off))],
        "codex": [("hooks that are not trusted", lambda case: (case.home / ".codex/config.toml").unlink()),
                  ("hooks that were changed", changed),
                  ("a project that disables hooks", trusted(file(".codex/config.toml", "[features]\nhooks = false\n")))],
        "gemini": [("a project that disables hooks", file(".gemini/settings.json", '{"hooksConfig": {"enabled": false}}')),
                   ("a project that disables byleave", file(".gemini/settings.json", '{"hooksConfig": {"disabled": ["byleave"]}}'))],
        "copilot": [("a user who disables the hooks of byleave's file", own_file)],
    }
    return ways.get(agent.name, [])


def switched_off(agent):
    """Where the real agent does not start its hooks the call runs, and the doctor must fail."""
    for name, prepare in ways_off(agent):
        # If a later version starts its hooks all the same, the doctor may find nothing wrong.
        yield Case(agent, f"{name}: the doctor fails where the call runs", "touch never.txt", prepare=prepare), lambda case: (
            case.ran("never.txt") and not case.is_enforced())
    if agent.name == "copilot":
        # The hooks of byleave's file are out of reach of other files.
        text = '{"version": 1, "disableAllHooks": true, "hooks": {}}'
        for path, home in ((".github/copilot/settings.json", False), (".github/hooks/x.json", False), (".copilot/settings.json", True)):
            yield Case(agent, f"{path} does not disable hooks", "touch never.txt",
                       prepare=file(path, text, home)), lambda case: not case.ran("never.txt") and case.is_enforced()


def locked(case):
    import sqlite3
    env = {"HOME": str(case.home), "PATH": "/usr/bin:/bin"}
    # Any call makes the store.
    said = {"session_id": "x", "turn_id": "t", "cwd": str(case.project), "hook_event_name": "PreToolUse", "tool_name": "Bash",
            "tool_input": {"command": "touch ran.txt"}, "tool_use_id": "x"}
    subprocess.run([HOOK, "hook", "--agent", "codex"], env=env, input=json.dumps(said), text=True, check=True,
                   stdout=subprocess.PIPE)
    db = sqlite3.connect(case.home / ".local/state/byleave/record.db", isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    return db.close


AGENTS = [
    Claude(), Codex(), Gemini(), OpenCode(), Copilot(), Cline(), Acp(), OpenCodeAcp(), CopilotAcp(), ClaudeMcp(), CodexMcp(),
    managed(Claude), managed(Codex), managed(Gemini),
]


def main():
    passed, failed = 0, []
    for agent in AGENTS:
        if title(agent) not in (CHOSEN or [title(one) for one in AGENTS]):
            continue
        if not Path(agent.program).exists():
            failed.append(f"{title(agent)}: it is not installed")
            continue
        if hasattr(agent, "prepare"):
            WORK.mkdir(exist_ok=True)
            agent.prepare()
        for case, holds in agent.cases() if hasattr(agent, "cases") else cases(agent):
            begun = time.monotonic()
            case.run()
            # Without a call of the model nothing was tried.
            fine = (bool(case.requests()) or not case.asks) and holds(case)
            print(f"{'ok  ' if fine else 'FAIL'} {title(agent)}: {case.name} ({time.monotonic() - begun:.1f} s)", flush=True)
            if fine:
                passed += 1
            else:
                failed.append(f"{title(agent)}: {case.name}")
                print(case.output[-3000:], flush=True)
    if not failed:
        shutil.rmtree(WORK, ignore_errors=True)
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
