"""The pytest plug-in. It adds the fixture ``assert_verdict``, the option ``--byleave-policy`` and the mark ``byleave_cases``:

    @pytest.mark.byleave_cases("cases.txt")
    def test_policy(case, assert_verdict):
        assert_verdict(case.command, case.verdict)
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable

import pytest

from .testing import assert_verdict as _assert_verdict
from .testing import read_cases


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("byleave")
    group.addoption("--byleave-policy", metavar="FILE", help="the policy that assert_verdict asks if a test names none")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "byleave_cases(file): one test for each line of a file of policy cases, as the argument `case`"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    mark = metafunc.definition.get_closest_marker("byleave_cases")
    if mark is None:
        return
    (file,) = mark.args
    cases = read_cases(Path(str(metafunc.definition.path)).parent / file)
    metafunc.parametrize("case", cases, ids=[case.name for case in cases])


@pytest.fixture
def assert_verdict(request: pytest.FixtureRequest) -> Callable[..., Any]:
    """:func:`byleave.testing.assert_verdict`, with the policy of ``--byleave-policy``."""
    chosen = request.config.getoption("--byleave-policy")

    def asserting(call: Any, verdict: str, **options: Any) -> Any:
        __tracebackhide__ = True
        if chosen is not None:
            options.setdefault("policy", chosen)
        return _assert_verdict(call, verdict, **options)

    return asserting
