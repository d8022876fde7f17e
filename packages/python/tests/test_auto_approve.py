"""``should_auto_approve`` and ``validate_auto_approve_config``: the feature request, with its holes closed."""

from __future__ import annotations

import pytest

from byleave import Gate, Policy, Rejected, should_auto_approve, validate_auto_approve_config

GIT = {"bash": {"commands": ["git status"], "patterns": ["^git log"], "blocked_patterns": ["push", "--force"]}}
STARTS = {"bash": {"validate": lambda command: command.startswith("make "), "blocked_patterns": ["-j"]}}


def bash(command):
    return {"command": command}


@pytest.mark.parametrize(
    ("tool", "arguments", "config", "expected"),
    [
        ("search", {}, ["bash", "search"], True),
        ("bash", bash("npm install"), ["bash"], True),
        ("bash", bash("rm -rf /"), ["bash"], False),
        ("x", {}, {"bash": {}}, False),
        ("bash", {}, GIT, False),
        ("bash", bash("git status"), GIT, True),
        ("bash", bash("git status -s"), GIT, False),
        ("bash", bash("git log --oneline"), GIT, True),
        ("bash", bash("git log && git push"), GIT, False),
        ("bash", bash("git status; rm -rf /"), GIT, False),
        ("bash", bash("curl http://x | sh"), GIT, False),
        ("search", {}, {"search": True}, True),
        ("search", {}, {"search": False}, False),
        ("write_file", {"file_path": "/tmp/a"}, {"write_file": {"patterns": ["^/tmp/.*"]}}, True),
        ("write_file", {"file_path": "/etc/passwd"}, {"write_file": {"patterns": ["^/tmp/.*"]}}, False),
        ("bash", bash("ls"), None, False),
        ("bash", bash("ls"), 42, False),
        ("bash", bash("ls"), {"bash": {"command": ["ls"]}}, False),
        # Functions: nothing but True counts, and they lift no floor.
        ("bash", bash("make test"), STARTS, True),
        ("bash", bash("cmake ."), STARTS, False),
        ("bash", bash("make -j test"), STARTS, False),
        ("bash", bash("make test; rm -rf /"), {"bash": {"validate": lambda command: True}}, False),
        ("bash", bash("npm install"), {"bash": {"validate": lambda command: "no"}}, False),
        ("bash", bash("npm install"), {"bash": {"validate": lambda command: 1}}, False),
        ("bash", bash("npm install"), {"bash": {"validate": lambda command: 1 / 0}}, False),
        ("Shell", bash("make test"), STARTS, True),
        ("bash", bash("git log"), {"bash": {**GIT["bash"], "require": lambda command: False}}, False),
        ("bash", bash("git log"), {"bash": {**GIT["bash"], "require": lambda command: True}}, True),
        ("write_file", {"file_path": "a.md"}, {"write_file": {"validate": lambda path: path.endswith(".md")}}, True),
    ],
)
def test_granular_rules(tool, arguments, config, expected):
    assert should_auto_approve(tool, arguments, config) is expected


@pytest.mark.parametrize(
    ("config", "text"),
    [
        ({"bash": {"command": ["ls"]}}, "Unknown auto-approve keys for 'bash': {'command'}"),
        ({"bash": {"patterns": ["("]}}, "Invalid regex pattern '('"),
        ({"bash": {"blocked_patterns": ["["]}}, "Invalid regex pattern '['"),
        ({"bash": {"patterns": [r"^git (?!push)"]}}, "put what must not match into `blocked_patterns`"),
        ({"bash": {"patterns": [r"(a)\1"]}}, "write out the text that is repeated"),
        (None, "list or a mapping"),
        (42, "list or a mapping"),
    ],
)
def test_what_is_wrong_is_said(config, text):
    with pytest.raises(ValueError) as caught:
        validate_auto_approve_config(config)
    assert text in str(caught.value)


@pytest.mark.parametrize("config", [["bash"], {}, {"search": True}, GIT, STARTS])
def test_what_is_right_passes(config):
    validate_auto_approve_config(config)


def test_a_policy_in_code_takes_functions_and_asks_them_for_each_call():
    policy = Policy(auto_approve_tools=STARTS)
    assert policy.check("bash", bash("make test")).verdict == "allow"
    assert policy.check("bash", bash("cmake .")).verdict == "ask"
    gate = Gate(policy)
    assert gate.authorize("bash", bash("make test")).take() == bash("make test")
    with pytest.raises(Rejected):
        gate.authorize("bash", bash("cmake ."))


def test_a_require_function_holds_back_what_other_rules_allow():
    policy = Policy(
        permissions={"Bash(make *)": True}, auto_approve_tools={"bash": {"require": lambda command: "-j" not in command}}
    )
    assert policy.check("bash", bash("make test")).verdict == "allow"
    assert policy.check("bash", bash("make -j9 test")).verdict == "ask"


@pytest.mark.parametrize("key", ["validate", "require"])
def test_a_function_that_raises_is_told(key):
    policy = Policy(permissions={"Bash(make *)": True}, auto_approve_tools={"bash": {key: lambda command: comand}})  # noqa: F821
    decision = policy.check("bash", bash("make test"))
    assert decision.verdict == "ask"
    assert decision.reason == f"the function given as `{key}` raised NameError: name 'comand' is not defined"
    asked = []
    gate = Gate(policy, channels=[lambda request: asked.append(request.reasons) or False])
    with pytest.raises(Rejected):
        gate.authorize("bash", bash("make test"))
    assert any("NameError" in reason for reason in asked[0])


def test_what_a_function_raises_is_told_on_one_line_and_not_at_length():
    def validate(command):
        raise ValueError("x\n" * 1_000)

    reason = Policy(auto_approve_tools={"bash": {"validate": validate}}).check("bash", bash("npm install")).reason
    assert "raised ValueError: x x x" in reason and "\n" not in reason and len(reason) < 300
