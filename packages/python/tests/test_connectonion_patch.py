"""What a plug-in cannot cover: the network's `EXEC`, and an agent's own `auto_approve_tools`. Each patch in a process of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("connectonion")

from onion import GENERATION, Io, Model, agent, noting, results, soft  # noqa: E402

from byleave.connectonion import patch, tool_approval  # noqa: E402



def python(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_patch_puts_byleave_into_the_list_that_agents_are_given():
    python(
        "import importlib\n"
        "theirs = importlib.import_module('connectonion.useful_plugins.tool_approval')\n"
        "from byleave.connectonion import patch, tool_approval\n"
        "patch()\n"
        "assert [one.__name__ for one in theirs.tool_approval] == [one.__name__ for one in tool_approval]\n"
        "assert theirs.tool_approval[4] is not theirs.check_approval\n"
    )
    assert callable(patch)


SHIPPED = """
import importlib
approval = importlib.import_module('connectonion.useful_plugins.tool_approval.approval')
import connectonion.network.host.server
before = approval.is_tool_permitted
from byleave.connectonion import patch
patch(); patch()
"""


@pytest.mark.skipif(GENERATION < (1, 8), reason="0.9 has no calls that pass the agent by")
@pytest.mark.parametrize(
    ("permissions", "tool", "arguments", "runs"),
    [
        ({}, "read_file", {"path": "/etc/passwd"}, False),
        ({}, "read_file", {"path": "a.txt"}, False),
        ({}, "bash", {"command": "pwd"}, False),
        ({"Bash(pwd)": True}, "read_file", {"path": "/etc/passwd"}, False),
        ({"Bash(pwd)": True}, "read_file", {"path": "a.txt"}, False),
        ({"Bash(pwd)": True}, "grep", {"pattern": "root", "path": "/etc"}, False),
        ({"Bash(pwd)": True}, "ask_user", {"question": "x"}, False),
        ({"Bash(pwd)": True}, "bash", {"command": "pwd"}, True),
        # `ls` needs no grant there, and has none here.
        ({"Bash(pwd)": True}, "bash", {"command": "pwd && ls"}, False),
        ({"Bash(pwd)": True}, "bash", {"command": "ls"}, False),
        ({"Bash(ls *)": True}, "bash", {"command": "ls -la"}, True),
        ({"Bash(ls *)": True}, "bash", {"command": "ls && touch x"}, False),
        ({"Bash(ls *)": True}, "bash", {"command": "ls > x"}, False),
        ({"Bash(ls *)": True}, "bash", {"command": "ls /etc"}, False),
        ({"Bash(ls *)": True}, "bash", {"command": ""}, False),
        ({"Bash(ls *)": True}, "bash", {}, False),
        ({"Bash(ls *)": True}, "bash", {"command": "ls '"}, False),
        ({"Bash(ls *)": True}, "run", {"command": "ls"}, False),
        ({"Bash(cat *)": True}, "bash", {"command": "cat a.txt"}, True),
        ({"Bash(cat *)": True}, "bash", {"command": "cat /etc/passwd"}, False),
        ({"read_file": True}, "read_file", {"path": "a.txt"}, True),
        ({"read_file": True}, "read_file", {"path": "/etc/passwd"}, False),
        ({"read_file": True}, "read_file", {"path": "../outside.txt"}, False),
        ({"read_file": True}, "read_file", {"path": ".env"}, False),
        ({"drop_database": True}, "drop_database", {"name": "x"}, True),
        ({"write": True}, "write", {"path": ".co/host.yaml", "content": "x"}, False),
        ({"Bash(git push *)": False, "bash": True}, "bash", {"command": "git push"}, False),
    ],
)
def test_the_networks_exec_is_answered_by_its_entries_alone(project, permissions, tool, arguments, runs):
    entries = {
        key: {"allowed": allowed, "source": "config", **({"when": {"command": key[5:-1]}} if key.startswith("Bash(") else {})}
        for key, allowed in permissions.items()
    }
    out = python(
        SHIPPED + f"allowed, reason = approval.is_tool_permitted({tool!r}, {arguments!r}, {entries!r})\n"
        f"assert isinstance(reason, str)\n"
        f"print(allowed)\n"
    )
    assert out.strip() == str(runs)


@pytest.mark.skipif(GENERATION < (1, 8), reason="0.9 has no calls that pass the agent by")
def test_what_a_policy_file_allows_here_the_network_does_not_get(project):
    (project.parent / "home" / ".config" / "byleave").mkdir(parents=True)
    policy = project.parent / "home" / ".config" / "byleave" / "policy.yaml"
    policy.write_text('permissions:\n  "Bash(make *)": { allowed: true }\n  "Bash(ls -R *)": { allowed: false }\n')
    out = python(
        SHIPPED + "entries = {'Bash(ls *)': {'allowed': True, 'when': {'command': 'ls *'}}}\n"
        "for command in ('make test', 'ls -R', 'ls'):\n"
        "    print(approval.is_tool_permitted('bash', {'command': command}, entries)[0])\n"
    )
    assert out.split() == ["False", "False", "True"]


@pytest.mark.skipif(GENERATION < (1, 8), reason="0.9 has no calls that pass the agent by")
def test_the_networks_exec_runs_nothing_that_connectonion_would_not(project):
    """All that ConnectOnion ships, and every call of the comparison: what the original refuses, byleave refuses."""
    from differential import CALLS

    (project / "a.txt").write_text("x")
    out = python(
        SHIPPED + f"permissions = approval.load_permission_patterns()\n"
        f"for tool, arguments in {list(CALLS)!r}:\n"
        f"    try: was = before(tool, dict(arguments), permissions)[0]\n"
        f"    except Exception: was = False\n"
        f"    now = approval.is_tool_permitted(tool, dict(arguments), permissions)[0]\n"
        f"    if now and not was: print('looser', tool, arguments)\n"
        f"    if now: print('runs', tool, arguments.get('command', ''))\n"
    )
    lines = out.splitlines()
    assert [line for line in lines if line.startswith("looser")] == []
    assert {"runs bash pwd", "runs bash git status", "runs bash ls -la src"} <= set(lines), "what it ships runs"


FEATURE_REQUEST = {
    "bash": {
        "commands": ["touch made", "ls", "pwd"],
        "patterns": [r"^git log", r"^pytest.*--tb=short"],
        "safe_prefixes": ["git status"],
        "blocked_patterns": [r"rm -rf", r"git push.*--force"],
    }
}


@pytest.mark.parametrize("patched", [False, True])
@pytest.mark.parametrize(
    ("config", "command", "runs"),
    [
        (FEATURE_REQUEST, "touch made", True),
        (FEATURE_REQUEST, "touch other", False),
        (["bash"], "touch made", True),
        ([], "touch made", False),
        ({"bash": {"validate": "len"}}, "touch made", False),
    ],
)
def test_an_agent_takes_auto_approve_tools_as_the_second_document_types_it(project, patched, config, command, runs):
    config = {"bash": {"validate": len}} if config == {"bash": {"validate": "len"}} else config
    import connectonion

    from byleave.connectonion import Agent

    unpatched = connectonion.Agent.__init__
    try:
        if patched:
            from byleave.connectonion._agent import accept_auto_approve_tools

            accept_auto_approve_tools(tool_approval())
            Agent = connectonion.Agent
        made = Agent("assistant", llm=Model([("bash", {"command": command})]), tools=[noting("bash", {"command": ""})],
                     auto_approve_tools=config, log=False, quiet=True)  # fmt: skip
        made.io = Io(soft())
        made.input("go")
        assert (results(made) == ["done"]) is runs and len(made.io.asked) == (0 if runs else 1)
    finally:
        connectonion.Agent.__init__ = unpatched


def test_patch_lets_connectonions_own_agent_take_auto_approve_tools():
    python(
        "from connectonion import Agent\n"
        "from connectonion.useful_plugins import tool_approval\n"
        "from byleave.connectonion import patch\n"
        "patch(); patch()\n"
        "def bash(command: str) -> str:\n"
        "    'Runs a command.'\n"
        "agent = lambda **options: Agent('assistant', api_key='x', model='gpt-4o', tools=[bash], log=False, quiet=True, **options)\n"
        "count = lambda made: len(made.events['before_each_tool'])\n"
        "assert count(agent()) == 0, 'nothing else changes'\n"
        "assert count(agent(auto_approve_tools=['bash'])) == 2\n"
        "assert count(agent(auto_approve_tools=['bash'], plugins=[tool_approval])) == 2\n"
        "for broken in ({'bash': {'command': ['ls']}}, 7):\n"
        "    try: agent(auto_approve_tools=broken)\n"
        "    except ValueError: pass\n"
        "    else: raise AssertionError(broken)\n"
    )


def test_auto_approve_tools_given_twice_are_an_error():
    from byleave.connectonion import Agent

    with pytest.raises(TypeError, match="given twice"):
        Agent("assistant", llm=Model(), auto_approve_tools=["bash"], plugins=[tool_approval(auto_approve_tools=["ls"])])
