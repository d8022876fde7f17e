"""byleave's plug-in beside ConnectOnion's own: never looser, and stricter only where docs/python.md says so, and why."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("connectonion")

from differential import CALLS, MODES, STRICTNESS, Side, original, shown  # noqa: E402
from onion import GENERATION  # noqa: E402

from byleave.connectonion import tool_approval  # noqa: E402

HERE = Path(__file__).resolve()
#: Beside the tests where the wheel is tested, in the documentation otherwise.
DOCS = next(path for path in (HERE.parent / "python.md", *(up / "docs/python.md" for up in HERE.parents)) if path.exists())


@pytest.fixture
def files(project):
    (project / "src").mkdir()
    for name in ("a.txt", "b.txt", "src/a.txt", ".env", "a.json"):
        (project / name).write_text("{}")
    (project.parent / "outside.txt").write_text("x")
    (project.parent / "home" / ".bashrc").write_text("x")


def compared(mode, answers):
    """Each call with what ConnectOnion does and what byleave does."""
    theirs = Side(original(), MODES[mode], answers=answers)
    ours = Side(tool_approval(), MODES[mode], answers=answers)
    return [(shown(call), theirs.outcome(call), ours.outcome(call)) for call in CALLS]


@pytest.mark.parametrize("answers", [True, False], ids=["someone-to-ask", "no-one"])
@pytest.mark.parametrize("mode", MODES)
def test_byleave_is_never_looser_than_connectonion(files, mode, answers):
    outcomes = compared(mode, answers)
    assert len(outcomes) > 80 and len({was for _, was, _ in outcomes}) >= 2 - (GENERATION < (1, 0))
    looser = [call for call, was, now in outcomes if STRICTNESS[now] < STRICTNESS[was]]
    assert looser == []
    if answers and GENERATION >= (1, 9):
        stricter = {call for call, was, now in outcomes if STRICTNESS[now] > STRICTNESS[was]}
        assert stricter == documented(mode)


def documented(mode):
    """The calls that the table of the documentation calls stricter in a mode."""
    text = DOCS.read_text(encoding="utf-8")
    table = text.split("### Where it is stricter than ConnectOnion", 1)[1].split("\n## ", 1)[0]
    rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in table.splitlines() if line.startswith("| `")]
    calls = set()
    for cells in rows:
        modes = {one.strip() for one in cells[1].split(",")}
        assert modes <= set(MODES) and cells[2].strip(), cells
        if mode in modes:
            calls.update(call.replace("\\|", "|") for call in re.findall(r"`([^`]+)`", cells[0]))
    return calls
