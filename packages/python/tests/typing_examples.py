"""Checked by mypy and pyright, and run by the tests: what people write must type-check as it is."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Dict, List, Optional

import byleave
from byleave import Callback, Gate, Permit, Policy, Rejected, Request, Terminal
from byleave.testing import assert_verdict


def answers(request: Request) -> bool:
    return request.tool == "bash" and request.risk != "critical"


async def answers_later(request: Request) -> Optional[Dict[str, Any]]:
    await asyncio.sleep(0)
    return {"approved": True, "scope": "once"} if request.command == "npm test" else None


def verdicts() -> List[str]:
    policy = Policy(permissions={"Bash(npm test)": True}, auto_approve_tools={"bash": {"validate": lambda text: False}})
    decision = policy.check("bash", {"command": "npm test"})
    reasons: List[str] = [finding.reason for finding in decision.findings]
    assert reasons and decision.allowed and decision.rule == "Bash(npm test)"
    return [decision.verdict, byleave.check("bash", {"command": "ls"}, policy=policy).verdict]


def gate_in_sync_code() -> str:
    gate = Gate(Policy(), channels=[answers, Callback(answers_later)], timeout=60)
    with gate.turn():
        try:
            permit: Permit = gate.authorize("bash", {"command": "npm install"}, description="as the README says")
        except Rejected as refusal:
            return refusal.to_model_text()
        return permit.run(lambda command: f"ran {command}")


async def gate_in_async_code() -> str:
    gate = Gate(Policy(), channels=[answers_later])
    permit = await gate.authorize_async("bash", {"command": "npm test"})
    return str(permit.take()["command"])


async def run_later(command: str) -> int:
    await asyncio.sleep(0)
    return len(command)


def run_now(command: str) -> int:
    return len(command)


async def runs_in_async_code() -> List[int]:
    gate = Gate(Policy(mode="default", profile="byleave"), channels=[answers_later])
    call = {"command": "npm test"}
    later: int = await gate.run_async("bash", call, run_later)
    now: int = await gate.run_async("bash", call, run_now)
    short = await gate.run_async("bash", call, lambda command: len(command))
    return [later, now, short]


if TYPE_CHECKING:
    # Mistakes that a type checker finds. mypy says so if one of them is none.
    Policy(mode="yoloo")  # type: ignore[arg-type]
    Gate(Policy(), profile="conectonion")  # type: ignore[arg-type]
    Policy(unknown_tools="maybe")  # type: ignore[arg-type]
    Terminal(style="plane")  # type: ignore[arg-type]


def told() -> List[str]:
    version: str = byleave.__version__
    mode: str = Policy(mode="yolo").mode
    return [version, mode]


@byleave.guard(gate=Gate(Policy(), channels=[answers]), tool="bash")
def run(command: str, timeout: int = 10) -> str:
    return f"{command} in {timeout}"


def guarded() -> str:
    text: str = run("npm install")
    return text


def tested() -> None:
    assert_verdict("git push", "ask", policy=Policy())
