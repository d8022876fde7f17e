"""The contract itself: each adapter has a driver, and what ``except.txt`` excuses is there."""

from __future__ import annotations

import re
from pathlib import Path

import byleave
from contract import CLAIMS, DEVIATIONS

TESTS = Path(__file__).resolve().parent
DRIVEN = {
    name for file in TESTS.glob("test_*.py") for name in re.findall(r'= contract\("(\w+)", drive', file.read_text("utf-8"))
}


def test_every_adapter_keeps_the_contract():
    package = Path(byleave.__file__).parent
    modules = {path.stem for path in package.iterdir() if not path.name.startswith("_") and path.suffix in (".py", "")}
    assert modules - {"testing", "pytest_plugin", "py"} | {"guard"} == DRIVEN


def test_every_excuse_is_for_a_claim_of_an_adapter():
    claims = {claim.name for claim in CLAIMS} | {claim.behind for claim in CLAIMS}
    assert len({claim.name for claim in CLAIMS}) == len(CLAIMS)
    for one in DEVIATIONS:
        language, adapter = one.adapter.split("/")
        assert one.claim in claims and one.why, one
        assert language == "typescript" or adapter in DRIVEN, one
