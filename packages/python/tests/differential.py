"""The same calls through ConnectOnion's own plug-in and through byleave's, each in a real agent. The tools only note that they ran."""

from __future__ import annotations

import importlib
from typing import Any, Dict, List, Sequence, Tuple

from onion import GENERATION, Io, Model, agent, noting, says

Call = Tuple[str, Dict[str, Any]]
#: From the loosest to the strictest.
STRICTNESS = {"runs": 0, "asks": 1, "refused": 2}


def _bash(*commands: str) -> List[Call]:
    return [("bash", {"command": command}) for command in commands]


#: Reads, writes, commands and other tools, inside the project and outside.
CALLS: Sequence[Call] = (
    # Reading by command.
    *_bash("ls", "ls -la src", "pwd", "cat a.txt", "head -5 a.txt", "tail a.txt", "wc -l a.txt", "grep -rn x src"),
    *_bash("find . -name a.txt", "find . -name a.txt -delete", "find . -name a.txt -exec rm {} +", "sort a.txt | uniq -c"),
    *_bash("sed -n 1,5p a.txt", "awk '{print $1}' a.txt", "diff a.txt b.txt", "stat a.txt", "tree", "du -sh .", "jq . a.json"),
    *_bash("ls /etc", "ls ~", "ls ..", "ls /root", "cat /etc/hosts", "cat ../outside.txt", "cat ~/.bashrc", "cat $HOME/.bashrc"),
    *_bash("cat /etc/shadow", "cat ~/.ssh/id_rsa", "cat .env", "cat server.pem", "env", "printenv HOME", "echo $HOME"),
    *_bash("cat $(echo a.txt)", "echo hi", "echo hi > f", "echo hi >> src/f", "echo hi > ../f", "echo hi > /tmp/f"),
    *_bash("cat <<'EOF' > f\nx\nEOF", "cat <<'EOF'\nx\nEOF", "for f in *.txt; do wc -l $f; done", "[ -f a.txt ] && cat a.txt"),
    # Git.
    *_bash("git status", "git log --oneline", "git diff", "git show HEAD", "git branch", "git branch -D old", "git stash list"),
    *_bash("git add a.txt", "git commit -m x", "git push", "git push --force", "git reset --hard", "git clean -fd", "git merge x"),
    *_bash("git checkout main", "git -c core.pager=./x log", "git config user.name x", "git diff --output=f", "git fetch"),
    # Writing, deleting, wrappers.
    *_bash("touch f", "mkdir d", "cp a.txt b.txt", "mv a.txt b.txt", "rm a.txt", "rm -rf build", "ls && rm -rf build", "chmod +x f"),
    *_bash("nice rm -rf build", "timeout 5 ls", "xargs rm < a.txt", "sudo ls", "env FOO=1 pytest", "sort -o b.txt a.txt"),
    *_bash("tree -o f", "date -s 2020-01-01", "hostname x", "touch .co/host.yaml", "cat .co/host.yaml", "cat .co/keys/agent.key"),
    # Building, installing, the network, ConnectOnion's own command.
    *_bash("pytest", "npm test", "cargo test", "make test", "make", "make install", "npm install", "pip install x", "npm run build"),
    *_bash("python3 -c 'print(1)'", "python3 x.py", "bash x.sh", "node x.js", "python3 --version", "npm --version", "./x.sh"),
    *_bash("curl https://example.com", "ssh host ls", "ping example.com", "gh pr create", "kubectl get pods", "docker ps"),
    *_bash("co status", "co deploy", "co email send --to a@example.com", "co keys", "co browser open", "co server new"),
    *_bash("psql -c 'DROP TABLE users'", "crontab x", "mycommand", "echo 'a", "ls;;", "ls | head -3", "ls && pwd"),
    # The other shell tools.
    *(("run", {"command": command}) for command in ("pwd", "ls /etc", "rm -rf build", "npm install")),
    ("run_in_dir", {"command": "cat a.txt", "directory": "src"}),
    ("run_in_dir", {"command": "ls", "directory": "/etc"}),
    ("run_background", {"command": "npm start"}),
    # Reading by tool.
    *(("read_file", {"path": path}) for path in ("a.txt", "src/a.txt", "/etc/hosts", "../outside.txt", "~/.bashrc")),
    *(("read_file", {"path": path}) for path in ("/etc/shadow", "~/.ssh/id_rsa", ".env", ".co/host.yaml", ".co/notes.md")),
    ("grep", {"pattern": "x", "path": "src"}),
    ("grep", {"pattern": "root", "path": "/etc"}),
    ("glob", {"pattern": "*.txt", "path": "."}),
    ("glob", {"pattern": "*", "path": "/etc"}),
    # Writing by tool.
    *(("write", {"path": path, "content": "x"}) for path in ("f.txt", "src/f.txt", "../f.txt", "/etc/f", ".env", "server.pem")),
    *(("write", {"path": path, "content": "x"}) for path in (".co/host.yaml", ".co/admins.txt", ".co/keys/k", ".co/approvals.jsonl")),
    *(("write", {"path": path, "content": "x"}) for path in (".co/docs/notes.md", ".co/skills/x/SKILL.md", ".git/hooks/pre-commit")),
    *(("write", {"path": path, "content": "x"}) for path in (".byleave/policy.yaml", ".claude/settings.json", "AGENTS.md")),
    ("edit", {"file_path": "a.txt", "old_string": "a", "new_string": "b"}),
    ("multi_edit", {"file_path": "a.txt", "edits": []}),
    ("delete", {"path": "a.txt"}),
    ("remove", {"path": "a.txt"}),
    # Other tools.
    ("send_email", {"to": "a@example.com", "subject": "x", "message": "y"}),
    ("post", {"url": "https://example.com", "data": "x"}),
    ("web_fetch", {"url": "https://example.com"}),
    ("web_search", {"query": "x"}),
    ("task", {"prompt": "x"}),
    ("ask_user", {"question": "x"}),
    ("load_guide", {"name": "x"}),
    ("task_output", {"task_id": "x"}),
    ("kill_task", {"task_id": "x"}),
    ("drop_database", {"name": "x"}),
)

MODES: Dict[str, Dict[str, Any]] = {
    "read-only": {"mode": "read-only"},
    "auto": {"mode": "auto"},
    "full-access": {"mode": "full-access", "turns_left": 5},
}
if GENERATION < (1, 0):
    MODES = {mode: {"mode": mode} for mode in ("safe", "plan", "accept_edits", "ulw")}


def shown(call: Call) -> str:
    """A call as the documentation writes it."""
    tool, arguments = call
    if tool == "bash":
        return str(arguments["command"]).replace("\n", "⏎")
    values = [str(value) for key, value in arguments.items() if key != "content"]
    return f"{tool} {' '.join(values[:2])}"


class _Console:
    """A screen that nobody looks at."""

    def __getattr__(self, name: str) -> Any:
        return lambda *args, **kwargs: None


class Side:
    """An agent with one of the plug-ins, in one mode, with a person who says no or with no one."""

    def __init__(self, plugin: Any, state: Dict[str, Any], *, answers: bool) -> None:
        self.ran: List[str] = []
        self.model = Model()
        self.io = Io() if answers else None
        parameters: Dict[str, Dict[str, Any]] = {}
        for name, arguments in CALLS:
            parameters.setdefault(name, {}).update(arguments)
        tools = [noting(name, arguments, self.ran) for name, arguments in parameters.items()]
        self.agent = agent(self.model, self.io, [[says(state)], plugin], tools=tools)
        if self.agent.logger.console is None:
            self.agent.logger.console = _Console()  # 0.9 allows nothing without one

    def outcome(self, call: Call) -> str:
        """What becomes of a call: it runs, a person is asked, or it is refused."""
        self.ran.clear()
        self.model.replies = [[call], "done"]
        if self.io is not None:
            self.io.sent.clear()
            self.io.answers = [{"approved": False, "mode": "reject_soft"}]
        self.agent.input("go")
        if self.io is not None and self.io.asked:
            return "asks"
        return "runs" if self.ran else "refused"


def original() -> Any:
    return list(importlib.import_module("connectonion.useful_plugins.tool_approval").tool_approval)
