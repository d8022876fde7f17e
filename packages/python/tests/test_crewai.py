"""The hooks in a real crew, with a scripted model. It has an environment of its own: see scripts/test-python."""

from __future__ import annotations

import json

import pytest
from contract import contract
from crewai import LLM, Agent, Crew, Task
from crewai.hooks import get_before_tool_call_hooks
from crewai.llms.base_llm import BaseLLM
from crewai.tools import tool

from byleave import Gate, Policy
from byleave.crewai import install


class Scripted(BaseLLM):
    """Calls `bash` with each command, one in each reply, then ends."""

    def __init__(self, *commands, native):
        super().__init__(model="scripted")
        self._commands = list(commands)
        self._native = native
        self.heard = []

    def supports_function_calling(self):
        return self._native

    def call(self, messages, tools=None, callbacks=None, available_functions=None, **kwargs):
        self.heard.append(json.dumps(messages, default=str))
        if not self._commands:
            return "Final Answer: done" if self._native else "Thought: I am done\nFinal Answer: done"
        arguments = json.dumps({"command": self._commands.pop(0)})
        if self._native:
            return [{"id": "1", "type": "function", "function": {"name": "bash", "arguments": arguments}}]
        return f"Thought: go\nAction: bash\nAction Input: {arguments}\n"

    async def acall(self, *args, **kwargs):
        return self.call(*args, **kwargs)


def run(commands, ran, native):
    @tool("bash")
    def bash(command: str) -> str:
        """Runs a command."""
        ran.append(command)
        return f"ran {command}"

    model = Scripted(*commands, native=native)
    agent = Agent(role="assistant", goal="go", backstory="none", llm=model, tools=[bash], cache=False)
    task = Task(description="go", expected_output="done", agent=agent)
    Crew(agents=[agent], tasks=[task], verbose=False).kickoff()
    return model.heard[-1]


def drive_with(native):
    def drive(of, command, host, ran):
        if "\ud800" in command:
            raise ValueError("the model cannot say it")
        remove = install(of)
        try:
            return run([command], ran, native)
        finally:
            remove()
            assert get_before_tool_call_hooks() == []

    return drive


test_contract_of_native_calls = contract("crewai", drive_with(True))
test_contract_of_calls_in_text = contract("crewai", drive_with(False))


@pytest.mark.parametrize("broken", ["settle_here", "named"])
def test_an_error_in_the_hook_itself_blocks_although_crewai_would_run_the_tool(broken, monkeypatch):
    from byleave._adapting import Front

    def raises(*args, **kwargs):
        raise RuntimeError("broken")

    monkeypatch.setattr(Front, broken, raises)
    ran = []
    remove = install(Gate(Policy()))
    try:
        run(["ls"], ran, True)
    finally:
        remove()
    assert ran == []


def test_two_gates_must_both_agree():
    ran = []
    removes = [install(Gate(Policy(), channels=[lambda request, said=said: said])) for said in (True, False)]
    try:
        assert "denied" in run(["npm install"], ran, True)
    finally:
        for remove in removes:
            remove()
    assert ran == []
