"""The adapter in a real run of the OpenAI Agents SDK."""

from __future__ import annotations

import asyncio
import json

import pytest

from contract import PEOPLE_PUSH, contract, yes_or_no
from agents import Agent, Runner, function_tool, set_tracing_disabled
from agents.items import ModelResponse
from agents.models.interface import Model
from agents.usage import Usage
from openai.types.responses import (
    ResponseFunctionToolCall,
    ResponseOutputMessage,
    ResponseOutputText,
)

from byleave import Gate, Policy
from byleave.openai_agents import answer, guarded, needs_approval

set_tracing_disabled(True)


class Scripted(Model):
    """Calls `bash` with each command, then says done. Remembers what it was told."""

    def __init__(self, *commands, called="bash"):
        self.commands = commands
        self.called = called
        self.told = []

    async def get_response(self, system_instructions, input, *args, **kwargs):
        items = input if isinstance(input, list) else []
        self.told = [item["output"] for item in items if isinstance(item, dict) and item.get("type") == "function_call_output"]
        if self.told or len(items) > 1:
            text = ResponseOutputText(text="done", type="output_text", annotations=[])
            output = [
                ResponseOutputMessage(id="m", content=[text], role="assistant", status="completed", type="message")
            ]
        else:
            output = [
                ResponseFunctionToolCall(
                    arguments=json.dumps({"command": command}), call_id=str(index), name=self.called, type="function_call"
                )
                for index, command in enumerate(self.commands, 1)
            ]
        return ModelResponse(output=output, usage=Usage(), response_id=None)

    def stream_response(self, *args, **kwargs):
        raise NotImplementedError


def run(*commands, gate=None, tool=None, called="bash", answers=None, ran=None):
    ran = [] if ran is None else ran

    @function_tool(name_override=called)
    def bash(command: str) -> str:
        """Runs a command."""
        ran.append(command)
        return f"ran {command}"

    model = Scripted(*commands, called=called)
    agent = Agent(name="assistant", model=model, tools=[guarded(bash, Policy()) if tool is None else tool(bash)])

    async def main():
        result = await Runner.run(agent, "go")
        waiting = [item.tool_name for item in result.interruptions]
        if waiting and gate is not None:
            result = await Runner.run(agent, await answer(result, gate))
        if result.interruptions and answers is not None:
            result = await Runner.run(agent, answers(result))
        return result, waiting

    result, waiting = asyncio.run(main())
    return ran, waiting, model.told, result


def test_what_is_allowed_runs_and_what_is_denied_never_does():
    ran, waiting, told, result = run("ls", "byleave trust x")
    assert ran == ["ls"] and waiting == [] and result.final_output == "done"
    assert "refused by policy" in told[1]


def test_what_asks_waits_and_a_person_says_yes():
    ran, waiting, told, result = run("npm install", gate=Gate(Policy(), channels=[lambda request: True]))
    assert waiting == ["bash"] and ran == ["npm install"] and result.final_output == "done"


def test_a_no_comes_back_to_the_model_with_its_reason():
    say_no = lambda request: {"approved": False, "feedback": "use yarn"}  # noqa: E731
    ran, waiting, told, result = run("npm install", gate=Gate(Policy(), channels=[say_no]))
    assert waiting == ["bash"] and ran == [] and "use yarn" in told[0]


def test_without_anyone_to_ask_nothing_runs():
    ran, waiting, told, result = run("npm install", gate=Gate(Policy()))
    assert ran == [] and "no one to ask" in told[0]


def test_an_edited_call_is_not_run_as_it_was():
    edit = lambda request: {"approved": True, "arguments": {"command": "npm ci"}}  # noqa: E731
    ran, waiting, told, result = run("npm install", gate=Gate(Policy(), channels=[edit]))
    assert ran == [] and "npm ci" in told[0]


def test_needs_approval_alone_asks_about_all_that_is_not_allowed():
    needs = needs_approval(Policy(), tool="bash")
    assert [asyncio.run(needs(None, {"command": command}, "1")) for command in ("ls", "npm install", "byleave trust x")] == [
        False,
        True,
        True,
    ]


ASKS = Policy(permissions={"Bash(git status)": "ask"})


@pytest.mark.parametrize("said", [True, False])
def test_someone_is_asked_even_if_the_gates_own_policy_would_allow_it(said):
    asked = []
    gate = Gate(Policy(), channels=[lambda request: asked.append(request.command) or said])
    assert gate.check("bash", {"command": "git status"}).allowed
    ran, waiting, told, result = run("git status", gate=gate, tool=lambda tool: guarded(tool, ASKS))
    assert asked == ["git status"] and ran == (["git status"] if said else [])


def test_without_anyone_to_ask_the_gates_own_policy_is_no_answer():
    ran, waiting, told, result = run("git status", gate=Gate(Policy()), tool=lambda tool: guarded(tool, ASKS))
    assert waiting == ["bash"] and ran == [] and "no one to ask" in told[0]


@pytest.mark.parametrize("wrap", ["guarded", "needs_approval"])
def test_a_question_is_put_under_the_name_that_the_tool_has_in_the_policy(wrap):
    import dataclasses

    asked = []
    policy = Policy(permissions={"Bash(npm publish *)": False}, unknown_tools="allow")
    gate = Gate(policy, channels=[lambda request: asked.append((request.tool, request.command)) or True])

    def tool(given):
        if wrap == "guarded":
            return guarded(given, ASKS, name="bash")
        return dataclasses.replace(given, needs_approval=needs_approval(Policy(), tool="bash"))

    for command, runs in [("npm install", True), ("npm publish", False)]:
        asked.clear()
        ran, waiting, told, result = run(command, gate=gate, tool=tool, called="shell_tool")
        assert waiting == ["shell_tool"] and ran == ([command] if runs else [])
        assert asked == ([("bash", command)] if runs else [])


def test_what_a_person_granted_the_session_is_an_answer():
    from byleave import Callback

    asked = []
    answer_session = lambda request: asked.append(request.command) or {"approved": True, "scope": "session"}  # noqa: E731
    gate = Gate(Policy(), channels=[Callback(answer_session, people=True)])
    for _ in range(2):
        ran, *_ = run("npm install", gate=gate)
        assert ran == ["npm install"]
    assert asked == ["npm install"]


def drive(of, command, host, ran):
    gate = of if isinstance(of, Gate) else host.gate
    policy = Policy(permissions=PEOPLE_PUSH) if of is gate else of

    def answers(result):
        state = result.to_state()
        said = host.said()
        if said is None:
            return state
        approved, words = yes_or_no(said)
        (item,) = state.get_interruptions()
        if approved:
            state.approve(item)
        else:
            state.reject(item, rejection_message=words)
        return state

    _, _, told, _ = run(command, gate=gate, tool=lambda tool: guarded(tool, policy), answers=answers, ran=ran)
    return " ".join(map(str, told))


test_contract = contract("openai_agents", drive)
