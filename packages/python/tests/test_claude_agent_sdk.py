"""The callback in the real Claude Agent SDK. What the SDK starts is played by a script, so no model and no network are needed."""

from __future__ import annotations

import asyncio
import json
import stat
import sys

import pytest
from claude_agent_sdk import ClaudeAgentOptions, ClaudeSDKClient, ToolPermissionContext
from contract import contract

from byleave import Gate, Policy
from byleave.claude_agent_sdk import can_use_tool

# Makes one call, reads what the SDK answers, and ends with it.
PROGRAM = """#!{python}
import json, os, sys
say = lambda message: print(json.dumps(message), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    kind = message.get("type")
    if kind == "control_request":
        answer = {{"subtype": "success", "request_id": message["request_id"], "response": {{"commands": []}}}}
        say({{"type": "control_response", "response": answer}})
    elif kind == "user":
        call = {{"subtype": "can_use_tool", "tool_name": "Bash", "input": json.loads(os.environ["SCRIPTED_INPUT"]),
                "tool_use_id": "toolu_1", "permission_suggestions": []}}
        say({{"type": "control_request", "request_id": "ask-1", "request": call}})
    elif kind == "control_response" and message["response"]["request_id"] == "ask-1":
        say({{"type": "result", "subtype": "success", "is_error": False, "duration_ms": 1, "duration_api_ms": 1, "num_turns": 1,
             "result": json.dumps(message["response"]), "session_id": "s", "total_cost_usd": 0, "usage": {{}}}})
        sys.exit(0)
"""


def answered(gate, command):
    """What the SDK answers to a call."""

    async def main():
        from pathlib import Path

        program = Path("claude").resolve()
        program.write_text(PROGRAM.format(python=sys.executable))
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        options = ClaudeAgentOptions(
            can_use_tool=can_use_tool(gate),
            cli_path=program,
            env={"SCRIPTED_INPUT": json.dumps({"command": command}), "CLAUDE_AGENT_SDK_SKIP_VERSION_CHECK": "1"},
        )
        async with ClaudeSDKClient(options) as client:
            await client.query("go")
            async for message in client.receive_response():
                if type(message).__name__ == "ResultMessage":
                    return json.loads(message.result)["response"]

    return asyncio.run(main())


def drive(of, command, host, ran):
    said = answered(of, command)
    if said["behavior"] == "allow":
        ran.append(said["updatedInput"]["command"])
        return ""
    return said["message"]


test_contract = contract("claude_agent_sdk", drive)


@pytest.mark.parametrize(("mode", "interrupts"), [("reject_hard", True), ("reject_soft", False)])
def test_a_hard_no_interrupts_the_agent(mode, interrupts):
    gate = Gate(Policy(), channels=[lambda request: {"approved": False, "mode": mode}])
    said = answered(gate, "npm install")
    assert said["behavior"] == "deny" and bool(said.get("interrupt")) is interrupts


@pytest.mark.parametrize("given", [None, "ls", ["ls"], {"command": object()}, {"command": 2**70}])
def test_arguments_that_are_no_object_of_json_deny(given):
    decide = can_use_tool(Gate(Policy(), channels=[lambda request: True]))
    said = asyncio.run(decide("Read" if given is None else "Bash", given, ToolPermissionContext(tool_use_id="1")))
    assert said.behavior == "deny" or given is None


def test_a_cancelled_question_is_withdrawn():
    async def main():
        asked = asyncio.Event()

        async def answer(request):
            asked.set()
            await asyncio.Event().wait()

        decide = can_use_tool(Gate(Policy(), channels=[answer]))
        task = asyncio.ensure_future(decide("Bash", {"command": "npm install"}, ToolPermissionContext(tool_use_id="1")))
        await asked.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
