"""The middleware in a real LangChain agent."""

from __future__ import annotations

import asyncio

import pytest

from contract import contract
from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from byleave import Policy
from byleave.langchain import ByleaveMiddleware

CONFIG = {"configurable": {"thread_id": "1"}}


class Model(GenericFakeChatModel):
    def bind_tools(self, tools, **kwargs):
        return self


def build(*commands, ran, middleware=None):
    @tool
    def bash(command: str) -> str:
        """Runs a command."""
        ran.append(command)
        return f"ran {command}"

    calls = [
        {"name": "bash", "args": {"command": command}, "id": str(index)} for index, command in enumerate(commands, 1)
    ]
    replies = iter([AIMessage(content="", tool_calls=calls), AIMessage(content="done")])
    return create_agent(
        Model(messages=replies),
        [bash],
        middleware=[middleware or ByleaveMiddleware(Policy())],
        checkpointer=InMemorySaver(),
    )


def told(state):
    return {message.tool_call_id: message for message in state["messages"] if isinstance(message, ToolMessage)}


def test_what_is_allowed_runs_and_what_is_denied_is_told_to_the_model():
    ran = []
    state = build("ls", "byleave trust x", ran=ran).invoke({"messages": [("user", "go")]}, CONFIG)
    assert ran == ["ls"] and state["messages"][-1].content == "done"
    assert told(state)["2"].status == "error" and "refused by policy" in told(state)["2"].content


@pytest.mark.parametrize(
    ("decision", "expected", "text"),
    [
        ({"type": "approve"}, ["ls", "npm install"], "ran npm install"),
        ({"type": "reject", "message": "use yarn"}, ["ls"], "use yarn"),
        ({"type": "reject"}, ["ls"], "rejected"),
        ({"type": "respond", "message": "it is installed"}, ["ls"], "it is installed"),
        (
            {"type": "edit", "edited_action": {"name": "bash", "args": {"command": "npm ci"}}},
            ["ls", "npm ci"],
            "ran npm ci",
        ),
        (
            {"type": "edit", "edited_action": {"name": "bash", "args": {"command": "byleave trust x"}}},
            ["ls"],
            "refused by policy",
        ),
    ],
)
def test_what_asks_interrupts_with_langchains_own_request(decision, expected, text):
    ran = []
    agent = build("ls", "npm install", ran=ran)
    state = agent.invoke({"messages": [("user", "go")]}, CONFIG)
    (pause,) = state["__interrupt__"]
    (action,) = pause.value["action_requests"]
    assert (action["name"], action["args"]) == ("bash", {"command": "npm install"})
    assert pause.value["review_configs"][0]["action_name"] == "bash"
    assert ran == [], "nothing runs before the person has answered"
    state = agent.invoke(Command(resume={"decisions": [decision]}), CONFIG)
    # LangGraph runs the calls of one reply at once.
    assert sorted(ran) == expected and state["messages"][-1].content == "done"
    assert text in told(state)["2"].content


@pytest.mark.parametrize("resume", [{"decisions": []}, {"decisions": [{"type": "yes"}]}, {"decisions": ["approve"]}, "yes", [True]])
def test_what_is_no_decision_runs_nothing(resume):
    ran = []
    agent = build("npm install", ran=ran)
    agent.invoke({"messages": [("user", "go")]}, CONFIG)
    with pytest.raises(ValueError, match="ran"):
        agent.invoke(Command(resume=resume), CONFIG)
    assert ran == []


def test_with_channels_byleave_asks_by_itself_in_sync_and_async_code():
    for run in (
        lambda agent: agent.invoke({"messages": [("user", "go")]}, CONFIG),
        lambda agent: asyncio.run(agent.ainvoke({"messages": [("user", "go")]}, CONFIG)),
    ):
        ran, asked = [], []

        def answer(request):
            asked.append(request.command)
            return {"approved": request.command == "npm install", "feedback": None}

        middleware = ByleaveMiddleware(Policy(), channels=[answer])
        state = run(build("npm install", "npm publish", ran=ran, middleware=middleware))
        assert asked == ["npm install", "npm publish"] and ran == ["npm install"]
        assert state["messages"][-1].content == "done"


def test_a_hard_no_ends_the_run():
    ran = []
    middleware = ByleaveMiddleware(Policy(), channels=[lambda request: {"approved": False, "mode": "reject_hard"}])
    state = build("npm install", "ls", ran=ran, middleware=middleware).invoke({"messages": [("user", "go")]}, CONFIG)
    assert ran == [] and isinstance(state["messages"][-1], ToolMessage)


def drive(of, command, host, ran):
    made = build(command, ran=ran, middleware=ByleaveMiddleware(of))
    state = made.invoke({"messages": [("user", "go")]}, CONFIG)
    if "__interrupt__" in state:
        said = host.said()
        if said is None:
            return ""
        decision = {"type": "approve" if said is True else "reject"}
        if isinstance(said, dict) and said["approved"]:
            decision = {"type": "edit", "edited_action": {"name": "bash", "args": said["arguments"]}}
        elif isinstance(said, dict):
            decision["message"] = said["feedback"]
        state = made.invoke(Command(resume={"decisions": [decision]}), CONFIG)
    return " ".join(str(message.content) for message in told(state).values())


test_contract = contract("langchain", drive)
