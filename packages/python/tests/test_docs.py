"""The examples of docs/python.md run as they stand, each by itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
PAGE = next((path for path in (HERE / "python.md", HERE.parent.parent.parent / "docs" / "python.md") if path.exists()), None)
BLOCKS = [] if PAGE is None else re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)


def test_the_page_has_examples():
    assert len(BLOCKS) >= 6


@pytest.mark.parametrize("block", BLOCKS, ids=[block.strip().splitlines()[-1][:40] for block in BLOCKS])
def test_an_example_runs(block, capsys):
    exec(compile(block, "docs/python.md", "exec"), {"__name__": "example"})
