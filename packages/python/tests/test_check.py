"""``check``, ``explain`` and policies."""

from __future__ import annotations

import pathlib
import pickle

import pytest

import byleave
from byleave import Policy


@pytest.mark.parametrize(
    ("command", "verdict"),
    [
        ("git log --oneline | head -3", "allow"),
        ("ls -la && pwd", "allow"),
        ("npm install", "ask"),
        ("find . -name core -delete", "ask"),
        ("ls && rm -rf build", "ask"),
        ("ls && rm -rf ~", "deny"),
        ("$(echo rm) -rf x", "ask"),
        ("byleave trust x", "deny"),
        ("bash -c 'byleave trust x'", "deny"),
        ("", "ask"),
    ],
)
def test_commands_are_judged_without_any_policy(command, verdict):
    assert byleave.check("bash", {"command": command}).verdict == verdict


def test_only_allow_is_true():
    assert byleave.check("bash", {"command": "ls"})
    assert not byleave.check("bash", {"command": "npm install"})
    assert not byleave.check("bash", {"command": "byleave trust x"})


def test_a_decision_names_the_rule_and_the_part():
    policy = Policy(permissions={"Bash(make *)": True, "Bash(git push *)": False})
    decision = policy.check("bash", {"command": "make test && sudo git -C . push"})
    assert (decision.verdict, decision.rule, decision.source) == ("deny", "Bash(git push *)", "config")
    refusing = [finding for finding in decision.findings if finding.verdict == "deny"]
    assert refusing[0].part == "git -C . push" or "git -C . push" in refusing[0].part
    assert decision.to_dict()["verdict"] == "deny"
    assert decision.tool == "bash" and decision.command == "make test && sudo git -C . push"


def test_an_explanation_gives_reasons_and_the_rule_that_would_help():
    text = byleave.explain("bash", {"command": "ls && npm install"})
    first, *rest = text.splitlines()
    assert first.startswith("ask: ")
    assert any("npm install" in line for line in rest)
    assert '"Bash(npm install)": { allowed: true }' in text


def test_hidden_characters_are_spelt_out_in_an_explanation():
    text = byleave.explain("bash", {"command": "ls \u202e\x1b[2J"})
    assert "\u202e" not in text and "\x1b" not in text and "\\u202e" in text


def test_the_policy_of_a_file_counts(project):
    file = project / "policy.yaml"
    file.write_text('permissions:\n  "Bash(npm install)": { allowed: true }\n')
    assert byleave.check("bash", {"command": "npm install"}, policy=file).verdict == "allow"
    assert byleave.check("bash", {"command": "npm install"}, policy=str(file)).verdict == "allow"
    assert byleave.check("bash", {"command": "npm install"}).verdict == "ask"


def test_a_project_file_loosens_nothing_before_it_is_trusted(project):
    (project / ".co").mkdir()
    (project / ".co" / "host.yaml").write_text(
        'permissions:\n  "Bash(npm install)": { allowed: true }\n  "Bash(npm publish)": { allowed: false }\n'
    )
    policy = Policy.load()
    assert policy.check("bash", {"command": "npm install"}).verdict == "ask"
    assert policy.check("bash", {"command": "npm publish"}).verdict == "deny"
    assert policy.files == [(str(project / ".co" / "host.yaml"), False)]
    assert policy.warnings


@pytest.mark.parametrize(
    ("document", "part"),
    [
        ({"permisions": {}}, "permisions"),
        ({"permissions": {"Bash(": True}}, "closing"),
        ({"mode": "turbo"}, "turbo"),
        ({"auto_approve_tools": {"bash": {"patterns": ["("]}}}, "Invalid regex pattern '('"),
        ("permissions: [", ""),
    ],
)
def test_a_broken_policy_is_an_error_with_the_reason(document, part):
    with pytest.raises(byleave.PolicyError) as caught:
        Policy(document)
    assert part in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_a_file_that_is_not_there_is_an_error(project):
    with pytest.raises(byleave.PolicyError):
        Policy.load(project / "missing.yaml")


def test_profile_and_mode_are_chosen_by_name():
    assert Policy(mode="yolo").check("bash", {"command": "npm install"}).verdict == "allow"
    assert Policy(mode="yolo").check("bash", {"command": "rm -rf /"}).verdict != "allow"
    assert Policy(profile="connectonion").check("frobnicate", {}).verdict == "allow"
    assert Policy().with_profile(mode="yolo").mode == "yolo"
    with pytest.raises(ValueError, match="unknown profile"):
        Policy().with_profile("claude")


def test_rules_can_be_added_and_a_deny_holds():
    policy = Policy(permissions={"Bash(git push *)": False}).with_permissions({"Bash(git *)": True})
    assert policy.check("bash", {"command": "git commit -m x"}).verdict == "allow"
    assert policy.check("bash", {"command": "git push"}).verdict == "deny"


def test_permissions_are_told_in_the_shape_of_the_documents():
    policy = Policy(permissions={"Bash(git status)": {"allowed": True, "reason": "safe git read"}})
    entry = policy.permissions()["bash"]
    assert entry == {
        "allowed": True,
        "source": "config",
        "reason": "safe git read",
        "when": {"command": "git status"},
        "expires": {"type": "never"},
    }


def test_paths_are_seen_from_the_project(project):
    policy = Policy(permissions={"write(docs/**)": True})
    for path, verdict in [("docs/a.md", "allow"), ("docs/../src/a.rs", "ask"), (project / "docs" / "b.md", "allow")]:
        assert policy.check("write", {"file_path": path, "content": ""}).verdict == verdict, path
    assert policy.check("write", {"file_path": "a.md"}, cwd=project / "docs").verdict == "allow"


def test_the_shell_decides_what_a_command_means():
    policy = Policy(permissions={"bash": True})
    command = {"command": "echo hi &>/dev/null touch x"}
    assert policy.check("bash", command, shell="bash").verdict == "allow"
    assert policy.check("bash", command, shell=["dash"]).verdict == "ask"
    with pytest.raises(ValueError):
        policy.check("bash", command, shell="csh?")


def test_a_policy_and_a_decision_say_clearly_that_they_cannot_be_pickled():
    for thing in (Policy(), byleave.check("bash", {"command": "ls"})):
        with pytest.raises(TypeError):
            pickle.dumps(thing)


def test_paths_are_taken_as_paths_and_text():
    assert byleave.check("read", {"file_path": pathlib.Path("README.md")}).verdict == "allow"
