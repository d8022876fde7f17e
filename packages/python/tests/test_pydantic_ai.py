"""The toolset and the handler in a real run of pydantic-ai."""

from __future__ import annotations

import pytest

from contract import PEOPLE_PUSH, contract
from pydantic_ai import Agent
from pydantic_ai.capabilities import HandleDeferredToolCalls
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.tools import DeferredToolRequests, DeferredToolResults, ToolApproved, ToolDenied
from pydantic_ai.toolsets import FunctionToolset

from byleave import Gate, Policy
from byleave.pydantic_ai import ByleaveToolset, handler


def build(*commands, ran, gate=None, policy=None):
    def bash(command: str) -> str:
        """Runs a command."""
        ran.append(command)
        return f"ran {command}"

    def model(messages, info):
        parts = [part for message in messages for part in message.parts]
        returned = [part for part in parts if part.part_kind in ("tool-return", "retry-prompt")]
        if returned:
            return ModelResponse(parts=[TextPart(" | ".join(str(part.content) for part in returned))])
        return ModelResponse(
            parts=[
                ToolCallPart("bash", {"command": command}, tool_call_id=str(index))
                for index, command in enumerate(commands, 1)
            ]
        )

    return Agent(
        FunctionModel(model),
        toolsets=[ByleaveToolset(FunctionToolset([bash], max_retries=2), policy=policy or Policy())],
        output_type=[str, DeferredToolRequests],
        capabilities=[] if gate is None else [HandleDeferredToolCalls(handler=handler(gate))],
    )


def test_what_is_allowed_runs_and_what_is_denied_comes_back_to_the_model():
    ran = []
    output = build("ls", "byleave trust x", ran=ran).run_sync("go").output
    assert ran == ["ls"] and "ran ls" in output and "refused by policy" in output


@pytest.mark.parametrize(
    ("verdict", "expected", "text"),
    [
        (True, ["npm install"], "ran npm install"),
        (False, [], "denied"),
        (ToolDenied("use yarn"), [], "use yarn"),
        (ToolApproved(override_args={"command": "npm ci"}), ["npm ci"], "ran npm ci"),
        (ToolApproved(override_args={"command": "byleave trust x"}), [], "refused by policy"),
    ],
)
def test_what_asks_is_deferred_to_the_application(verdict, expected, text):
    ran = []
    agent = build("npm install", ran=ran)
    first = agent.run_sync("go")
    assert isinstance(first.output, DeferredToolRequests) and ran == []
    (call,) = first.output.approvals
    assert call.tool_name == "bash" and first.output.metadata[call.tool_call_id]["reason"]
    results = DeferredToolResults(approvals={call.tool_call_id: verdict})
    second = agent.run_sync(message_history=first.all_messages(), deferred_tool_results=results)
    assert ran == expected and text in str(second.output)


@pytest.mark.parametrize(
    ("said", "expected", "text"),
    [
        (True, ["npm install"], "ran npm install"),
        ({"approved": True, "arguments": {"command": "npm ci"}}, ["npm ci"], "ran npm ci"),
        ({"approved": False, "feedback": "use yarn"}, [], "use yarn"),
        ("yes", [], "Approval system error"),
    ],
)
def test_the_handler_answers_by_the_channels_of_a_gate(said, expected, text):
    ran = []
    output = build("npm install", ran=ran, gate=Gate(Policy(), channels=[lambda request: said])).run_sync("go").output
    assert ran == expected and text in output


@pytest.mark.parametrize("said", [True, False])
def test_the_handler_asks_even_if_the_gates_own_policy_would_allow_it(said):
    ran, asked = [], []
    gate = Gate(Policy(), channels=[lambda request: asked.append(request.command) or said])
    assert gate.check("bash", {"command": "git status"}).allowed
    policy = Policy(permissions={"Bash(git status)": "ask"})
    build("git status", ran=ran, gate=gate, policy=policy).run_sync("go")
    assert asked == ["git status"] and ran == (["git status"] if said else [])


def drive(of, command, host, ran):
    gate = of if isinstance(of, Gate) else host.gate
    policy = Policy(permissions=PEOPLE_PUSH) if of is gate else of
    agent = build(command, ran=ran, gate=gate, policy=policy)
    result = agent.run_sync("go")
    if isinstance(result.output, DeferredToolRequests):
        said = host.said()
        if said is None:
            return ""
        (call,) = result.output.approvals
        verdict = said
        if isinstance(said, dict):
            verdict = ToolApproved(override_args=said["arguments"]) if said["approved"] else ToolDenied(said["feedback"])
        results = DeferredToolResults(approvals={call.tool_call_id: verdict})
        result = agent.run_sync(message_history=result.all_messages(), deferred_tool_results=results)
    return str(result.output)


test_contract = contract("pydantic_ai", drive)
