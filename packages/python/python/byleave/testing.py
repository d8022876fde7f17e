"""For tests of policies: ``assert_verdict`` and policy cases.

    from byleave.testing import assert_verdict

    def test_people_push():
        assert_verdict("git push", "ask", policy="policy.yaml")
"""

from __future__ import annotations

from typing import Any, List, Mapping, NamedTuple, Optional, Union

from ._explain import explained
from ._native import Decision
from ._policy import PolicyLike, StrPath, as_policy

__all__ = ["Case", "assert_verdict", "read_cases"]


def assert_verdict(
    call: Union[str, Mapping[str, Any]],
    verdict: str,
    *,
    tool: str = "bash",
    policy: PolicyLike = None,
    rule: Optional[str] = None,
    cwd: Optional[StrPath] = None,
) -> Decision:
    """Fails, with the reasons, unless a policy says ``verdict`` to a call.

    A text is a shell command; a mapping is the arguments of ``tool``. With ``rule`` that rule must have decided.
    """
    __tracebackhide__ = True
    if verdict not in ("allow", "ask", "deny"):
        raise ValueError(f"a verdict is allow, ask or deny, not {verdict!r}")
    arguments: Mapping[str, Any] = {"command": call} if isinstance(call, str) else call
    made = as_policy(policy, cwd=cwd)
    decision = made.check(tool, arguments, cwd=cwd)
    if decision.verdict != verdict:
        raise AssertionError(f"expected {verdict}\n" + made.explain(tool, arguments, cwd=cwd))
    if rule is not None and decision.rule != rule:
        raise AssertionError(f"expected the rule {rule!r}, but {decision.rule!r} decided\n" + explained(decision))
    return decision


class Case(NamedTuple):
    """One line of a file of cases: a name, a verdict, a command."""

    name: str
    verdict: str
    command: str


def read_cases(path: StrPath) -> List[Case]:
    """Reads policy cases, one a line: the name, the verdict and the command, with tabs between them. ``#`` is a comment."""
    cases: List[Case] = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if not line.strip() or line.startswith("#"):
                continue
            fields = [field for field in line.split("\t") if field]
            if len(fields) != 3 or fields[1] not in ("allow", "ask", "deny"):
                raise ValueError(f"{path}:{number}: write NAME<tab>allow|ask|deny<tab>COMMAND")
            cases.append(Case(*fields))
    return cases
