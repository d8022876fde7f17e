"""One contract for all adapters: ``cases/adapters/contract.txt``, and ``except.txt`` for what a framework cannot express.

A driver is a function ``drive(of, command, host, ran)``: it makes its framework, with a scripted model, call the tool ``bash`` once
behind ``of``, a gate or a policy. The tool appends what it runs to ``ran``; the driver returns what the model read. What the framework
itself asks, the driver answers as the application would: by ``host.said()``, or through ``host.gate`` where a byleave function does it.
"""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Tuple, Union

import pytest

from byleave import Gate, Policy

CASES = Path(__file__).resolve().parent / "cases" / "adapters"
PEOPLE_PUSH = {"Bash(git push *)": {"allowed": False, "reason": "people push"}}


class Claim(NamedTuple):
    name: str
    behind: str
    command: str
    answer: str
    runs: str
    told: str
    asked: int


class Deviation(NamedTuple):
    adapter: str
    claim: str
    runs: str
    told: str
    why: str


def _lines(file: str) -> Iterator[List[str]]:
    for line in (CASES / file).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split("\t")


CLAIMS = [Claim(*fields[:6], int(fields[6])) for fields in _lines("contract.txt")]
DEVIATIONS = [Deviation(*fields) for fields in _lines("except.txt")]


def deviation(adapter: str, claim: Claim) -> Optional[Deviation]:
    """What ``except.txt`` says of a claim. The name of a seat (``policy``) stands for all its claims."""
    found = [one for one in DEVIATIONS if one.adapter == f"python/{adapter}" and one.claim in (claim.name, claim.behind)]
    return found[0] if found else None


class Host:
    """Who answers, and how often that was asked."""

    def __init__(self, claim: Claim) -> None:
        self.asked = 0
        self._answer = claim.answer
        self._behind = claim.behind
        #: Where the host puts the framework's questions, if it does so through byleave.
        self.gate = self._gate({**PEOPLE_PUSH, "Bash(npm test)": True}) if claim.behind == "question" else None

    def of(self) -> Union[Gate, Policy]:
        """What the adapter stands behind."""
        return self._gate(PEOPLE_PUSH) if self._behind == "gate" else Policy(permissions=PEOPLE_PUSH)

    def _gate(self, permissions: Dict[str, Any]) -> Gate:
        channels = [] if self._answer == "nobody" else [self._callback]
        return Gate(Policy(permissions=permissions), channels=channels, timeout=0.05 if self._answer == "silent" else 30)

    def _callback(self, request: Any) -> Any:
        self.asked += 1
        if self._answer == "silent":
            threading.Event().wait(5)
        if self._answer == "raises":
            raise RuntimeError("broken")
        return {"nothing": None, "text": "yes", "silent": True}.get(self._answer, self._words())

    def _words(self) -> Any:
        kind, _, words = self._answer.partition(" ")
        if kind == "edit":
            return {"approved": True, "arguments": {"command": words}}
        return {"approved": False, "feedback": words} if words else kind == "yes"

    def said(self) -> Any:
        """The answer to the framework's own question: a bool, a mapping as callbacks give it, or ``None`` for no answer."""
        if self._behind != "policy":
            raise TypeError("this host puts the question to a gate")
        if self._answer == "nobody":
            return None
        self.asked += 1
        return self._words()


def yes_or_no(said: Any) -> Tuple[bool, str]:
    """An answer for a framework that takes no edits: whether it is a yes, and the words of a no."""
    if isinstance(said, dict):
        if said["approved"]:
            raise TypeError("the framework takes no edits")
        return False, said["feedback"]
    return said is True, "no"


Drive = Callable[[Union[Gate, Policy], str, Host, List[str]], str]


def contract(adapter: str, drive: Drive) -> Any:
    """The tests of an adapter: ``test_contract = contract("strands", drive)``."""

    @pytest.mark.parametrize("claim", CLAIMS, ids=[claim.name for claim in CLAIMS])
    def test(claim: Claim) -> None:
        other = deviation(adapter, claim)
        host = Host(claim)
        ran: List[str] = []
        command = json.loads(f'"{claim.command}"')
        if other is not None and other.runs == "cannot":
            with pytest.raises(TypeError):
                drive(host.of(), command, host, ran)
            assert ran == []
            return
        runs, words = (claim.runs, claim.told) if other is None else (other.runs, other.told)
        try:
            told = drive(host.of(), command, host, ran)
        except ValueError:
            # A framework may refuse such arguments itself.
            assert "no JSON" in claim.name
            told = ""
        assert ran == ([] if runs == "-" else [runs]), told
        assert host.asked == claim.asked or "no JSON" in claim.name
        assert words == "-" or words in told

    return test
