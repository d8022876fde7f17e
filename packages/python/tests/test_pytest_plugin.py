"""The pytest plug-in, as people use it."""

from __future__ import annotations

import subprocess
import sys

CASES = """# what people may do here
people push\task\tgit push
looking is free\tallow\tgit log -3
wrong on purpose\tallow\tnpm install
"""
TESTS = """
import pytest
from byleave.testing import assert_verdict as plainly

@pytest.mark.byleave_cases("cases.txt")
def test_policy(case, assert_verdict):
    assert_verdict(case.command, case.verdict)

def test_a_rule(assert_verdict):
    assert_verdict("make test", "allow", rule="Bash(make *)")

def test_a_mapping():
    plainly({"file_path": "a.md", "content": ""}, "ask", tool="write", policy={})
"""


def run(project, *options):
    (project / "cases.txt").write_text(CASES)
    (project / "test_it.py").write_text(TESTS)
    (project / "policy.yaml").write_text('permissions:\n  "Bash(make *)": { allowed: true }\n')
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    return subprocess.run(command, cwd=project, capture_output=True, text=True)


def test_cases_are_tests_and_a_failure_gives_the_reasons(project):
    done = run(project, "--byleave-policy", "policy.yaml")
    assert "4 passed" in done.stdout and "1 failed" in done.stdout, done.stdout + done.stderr
    assert "test_policy[wrong on purpose]" in done.stdout
    assert "expected allow" in done.stdout and '"Bash(npm install)": { allowed: true }' in done.stdout


def test_a_file_of_cases_that_is_wrong_says_where(project):
    from byleave.testing import read_cases

    (project / "cases.txt").write_text("fine\tallow\tls\nno verdict\tls\n")
    try:
        read_cases(project / "cases.txt")
    except ValueError as error:
        assert "cases.txt:2:" in str(error)
    else:
        raise AssertionError("a line without a verdict was read")
