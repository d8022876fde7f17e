"""A guarded tool in a real smolagents agent."""

from __future__ import annotations

import pytest

from contract import contract
from smolagents import ToolCallingAgent, tool
from smolagents.models import (
    ChatMessage,
    ChatMessageToolCall,
    ChatMessageToolCallFunction,
    MessageRole,
    Model,
)

from byleave import Gate, Policy
from byleave.smolagents import guarded


class Scripted(Model):
    def __init__(self, *commands):
        super().__init__(model_id="scripted")
        self.commands = list(commands)
        self.seen = ""

    def generate(self, messages, **kwargs):
        self.seen = str(messages)
        name, arguments = "final_answer", {"answer": "done"}
        if self.commands:
            name, arguments = "bash", {"command": self.commands.pop(0)}
        function = ChatMessageToolCallFunction(name=name, arguments=arguments)
        call = ChatMessageToolCall(id="1", type="function", function=function)
        return ChatMessage(role=MessageRole.ASSISTANT, content="", tool_calls=[call])


def run(*commands, answer=None, gate=None, ran=None):
    ran = [] if ran is None else ran

    @tool
    def bash(command: str) -> str:
        """Runs a command.

        Args:
            command: The command.
        """
        ran.append(command)
        return f"ran {command}"

    gate = gate or Gate(Policy(), channels=[answer])
    model = Scripted(*commands)
    agent = ToolCallingAgent(tools=[guarded(bash, gate)], model=model, verbosity_level=0)
    assert agent.run("go") == "done"
    with pytest.raises(ValueError, match="guarded already"):
        guarded(bash, gate)
    return ran, model.seen


def test_a_guarded_tool_runs_what_is_allowed_or_approved():
    ran, _ = run("ls", "npm install", "npm publish", answer=lambda request: request.command == "npm install")
    assert ran == ["ls", "npm install"]


def test_the_model_reads_why_not():
    ran, seen = run("npm install", answer=lambda request: {"approved": False, "feedback": "use yarn"})
    assert ran == [] and "use yarn" in seen


def test_an_approver_may_edit():
    ran, _ = run("npm install", answer=lambda request: {"approved": True, "arguments": {"command": "npm ci"}})
    assert ran == ["npm ci"]


def drive(of, command, host, ran):
    return run(command, gate=of, ran=ran)[1]


test_contract = contract("smolagents", drive)
