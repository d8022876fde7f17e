"""The plug-in is never looser than the ConnectOnion release it runs on, and allows what both prove."""

from __future__ import annotations

import pytest

pytest.importorskip("connectonion")

from onion import GENERATION, SAFE, Io, Model, agent, host_yaml, noting, results, says, soft  # noqa: E402

from byleave.connectonion import tool_approval  # noqa: E402

LISTS = """
permissions:
  "Bash(ls *)": { allowed: true, source: config, reason: lists, expires: { type: never } }
"""


READS_OUTSIDE = [
    ("read_file", {"path": "/etc/hosts"}),
    ("read_file", {"path": "../outside.txt"}),
    ("read_file", {"path": "~/.bashrc"}),
    ("grep", {"pattern": "root", "path": "/etc"}),
    ("glob", {"pattern": "*", "path": "/etc"}),
    *(("bash", {"command": command}) for command in ("ls /etc", "ls ~", "ls ..", "cat /etc/hosts", "find /etc -name hosts")),
]


@pytest.mark.skipif(GENERATION < (1, 8), reason="older releases have no mode of this name")
@pytest.mark.parametrize(("tool", "arguments"), READS_OUTSIDE)
def test_reading_outside_the_project_asks_in_auto(project, tool, arguments):
    (project.parent / "outside.txt").write_text("x")
    io = Io(soft())
    agent(Model([(tool, arguments)]), io, [tool_approval], tools=[noting(tool, arguments)]).input("go")
    assert [frame["tool"] for frame in io.asked] == [tool]
    made = agent(Model([(tool, arguments)]), None, [tool_approval], tools=[noting(tool, arguments)])
    made.input("go")
    assert results(made)[0].startswith("Error: ")


@pytest.mark.skipif(GENERATION < (1, 8), reason="older releases have no policy of their own")
@pytest.mark.parametrize("command", ["co deploy", "co email send --to a@example.com", "co server new", "co browser open && co deploy"])
def test_what_connectonion_ships_allows_no_more_than_it_does_there(project, command):
    io = Io(soft())
    agent(Model([("bash", {"command": command})]), io, [tool_approval], tools=[noting("bash", {"command": command})]).input("go")
    assert len(io.asked) == 1
    assert agent_ran("co status", None, tool_approval), "what it allows there runs"


def agent_ran(command, io, plugin):
    made = agent(Model([("bash", {"command": command})]), io, [plugin], tools=[noting("bash", {"command": command})])
    made.input("go")
    return results(made) == ["done"]


@pytest.mark.skipif(GENERATION < (1, 8), reason="older releases have no policy of their own")
@pytest.mark.parametrize(
    ("rule", "command", "runs"),
    [
        ("Bash(git *)", "git push", False),
        ("Bash(git push *)", "git push", True),
        ("Bash(git push)", "git push && git push", True),
        ("Bash(cat /etc/hosts)", "cat /etc/hosts", True),
        ("Bash(cat *)", "cat /etc/hosts", False),
        ("bash", "npm install", False),
        ("Bash(npm install)", "npm install", True),
    ],
)
def test_a_rule_of_the_operator_carries_no_stronger_effect_than_it_names(project, rule, command, runs):
    path = host_yaml(project, f'permissions:\n  "{rule}": {{ allowed: true, source: config, reason: x }}\n')
    assert agent_ran(command, None, tool_approval(policy=path)) is runs


def test_a_rule_in_code_counts_whatever_connectonion_would_do(project):
    assert agent_ran("git push", None, tool_approval(policy={"permissions": {"Bash(git push *)": {"allowed": True}}}))
    assert agent_ran("touch x", None, tool_approval(auto_approve_tools={"bash": {"commands": ["touch x"]}}))


@pytest.mark.parametrize(("path", "runs"), [("a.md", True), ("docs/a.md", True), ("a.rs", False), ("../a.md", False)])
def test_a_condition_on_file_path_is_about_the_path_of_connectonions_write(project, path, runs):
    file = host_yaml(project, 'permissions:\n  write: { allowed: true, when: { file_path: "*.md" } }\n')
    call = ("write", {"path": path, "content": "x"})
    io = Io(soft(), frames=[SAFE])
    made = agent(Model([call]), io, [tool_approval(policy=file)], tools=[noting(*call)])
    made.input("go")
    assert (results(made) == ["done"]) is runs and len(io.asked) == (0 if runs else 1)


@pytest.mark.skipif(GENERATION < (1, 8), reason="older releases have no skills that grant")
@pytest.mark.parametrize("rule", ["write", "write(.co/skills/**)", "write(.co/skills/x/SKILL.md)"])
def test_a_skill_is_never_edited_without_a_person(project, rule):
    path = host_yaml(project, f'permissions:\n  "{rule}": {{ allowed: true, source: config, reason: x }}\n')
    call = ("write", {"path": ".co/skills/x/SKILL.md", "content": "x"})
    io = Io(soft())
    agent(Model([call]), io, [tool_approval(policy=path)], tools=[noting(*call)]).input("go")
    assert len(io.asked) == 1


@pytest.mark.skipif(GENERATION < (1, 8), reason="older releases have no mode of this name")
@pytest.mark.parametrize(
    "command", ["cat a.txt", "head a.txt", "grep x a.txt", "find . -name a.txt", "cat a.txt | head -3", "wc -l a.txt && pwd"]
)
def test_reads_that_are_proven_run_in_auto(project, command):
    (project / "a.txt").write_text("x")
    assert agent_ran(command, None, tool_approval)


def test_the_description_is_what_the_agent_said_and_not_what_the_tool_says_of_itself(project):
    def bash(command: str, description: str = "") -> str:
        """Execute a bash command, returns output."""
        return "done"

    io = Io(soft(), soft())
    calls = [("bash", {"command": "touch x", "description": "make a marker file"}), ("bash", {"command": "touch y"})]
    agent(Model(calls), io, [tool_approval], tools=[bash]).input("go")
    assert [frame["description"] for frame in io.asked] == ["make a marker file", ""]


@pytest.mark.parametrize(("requester", "runs"), [(None, True), ("admin", True), ("contact", False)])
def test_under_the_name_of_an_older_version_only_the_operator_edits_without_a_question(project, requester, runs):
    call = ("write", {"path": "a.txt", "content": "x"})
    state = {"mode": ":workspace", **({"requester": {"level": requester}} if requester else {})}
    io = Io(soft())
    agent(Model([call]), io, [[says(state)], tool_approval], tools=[noting(*call)]).input("go")
    assert len(io.asked) == (0 if runs else 1)


@pytest.mark.skipif(GENERATION < (1, 8), reason="older releases have no policy of their own")
def test_what_connectonion_refuses_in_auto_stays_refused_and_on_record(project):
    from byleave import Store, replay

    store = project.parent / "record.db"
    (project / "build").mkdir()
    io = Io({"approved": True})
    plugin = tool_approval(policy=host_yaml(project, LISTS), store=store)
    made = agent(Model([("bash", {"command": "ls && rm -rf build"})]), io, [plugin])
    made.input("go")
    assert io.asked == [] and (project / "build").exists()
    assert "ConnectOnion's own policy" in results(made)[0]
    assert [(row["shown"], row["before"]) for row in replay(Store.sqlite(store))] == [("ls && rm -rf build", "deny")]
