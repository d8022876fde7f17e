"""The plug-in in a real runner of Google's Agent Development Kit, with a scripted model."""

from __future__ import annotations

import asyncio

from contract import contract
from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmResponse
from google.adk.runners import InMemoryRunner
from google.genai import types

from byleave import Policy
from byleave.google_adk import ByleavePlugin

CONFIRM = "adk_request_confirmation"


class Scripted(BaseLlm):
    """Calls `bash` with each command in its first reply, then says done."""

    model: str = "scripted"
    commands: list
    heard: list = []

    async def generate_content_async(self, llm_request, stream=False):
        first = not self.heard
        self.heard.append(str([part for content in llm_request.contents for part in content.parts or []]))
        parts = [types.Part(text="done")]
        if first:
            parts = [
                types.Part(function_call=types.FunctionCall(id=str(index), name="bash", args={"command": command}))
                for index, command in enumerate(self.commands, 1)
            ]
        yield LlmResponse(content=types.Content(role="model", parts=parts))


def run(plugin, commands, ran, answer):
    """Runs the agent; `answer` maps the hint of a question to the response, or to ``None`` for none."""

    def bash(command: str) -> dict:
        """Runs a command."""
        ran.append(command)
        return {"output": f"ran {command}"}

    model = Scripted(commands=list(commands), heard=[])
    runner = InMemoryRunner(LlmAgent(name="assistant", model=model, tools=[bash]), app_name="app", plugins=[plugin])

    async def turn(session, message):
        called = []
        async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message):
            called += [call for call in event.get_function_calls() if call.name == CONFIRM]
        return called

    async def main():
        session = await runner.session_service.create_session(app_name="app", user_id="u")
        asked = await turn(session, types.Content(role="user", parts=[types.Part(text="go")]))
        replies = [(call, answer(call.args["toolConfirmation"]["hint"])) for call in asked]
        parts = [
            types.Part(function_response=types.FunctionResponse(id=call.id, name=CONFIRM, response=reply))
            for call, reply in replies
            if reply is not None
        ]
        if parts:
            await turn(session, types.Content(role="user", parts=parts))

    asyncio.run(main())
    return model.heard[-1]


def drive(of, command, host, ran):
    def answer(hint):
        said = host.said()
        if not isinstance(said, dict):
            return None if said is None else {"confirmed": said}
        return {"confirmed": said.pop("approved"), "payload": said}

    return run(ByleavePlugin(of), [command], ran, answer)


test_contract = contract("google_adk", drive)


def test_several_questions_of_one_reply_are_answered_one_by_one():
    ran, hints = [], []

    def answer(hint):
        hints.append(hint)
        return {"confirmed": len(hints) == 1}

    run(ByleavePlugin(Policy()), ["npm install", "ls", "npm publish"], ran, answer)
    assert sorted(ran) == ["ls", "npm install"] and len(hints) == 2 and all(hint.startswith("bash: ") for hint in hints)


def test_a_no_counts_even_if_the_answer_before_it_grants_the_session():
    ran, hints = [], []

    def answer(hint):
        hints.append(hint)
        return {"confirmed": len(hints) == 1, "payload": {"scope": "session"} if len(hints) == 1 else None}

    run(ByleavePlugin(Policy()), ["npm install", "npm install"], ran, answer)
    assert ran == ["npm install"] and len(hints) == 2


def test_a_payload_for_the_tool_itself_is_no_part_of_the_answer():
    ran = []
    run(ByleavePlugin(Policy()), ["npm install"], ran, lambda hint: {"confirmed": True, "payload": {"budget": 5}})
    run(ByleavePlugin(Policy()), ["npm test"], ran, lambda hint: {"confirmed": False, "payload": {"approved": True}})
    assert ran == ["npm install"]


def test_the_model_is_not_called_while_a_question_waits():
    model_heard = run(ByleavePlugin(Policy()), ["npm install"], [], lambda hint: None)
    assert "waits for an answer" not in model_heard


def test_a_tool_may_have_another_name_in_the_policy():
    ran = []
    run(ByleavePlugin(Policy(), names={"bash": "shell"}), ["ls"], ran, lambda hint: None)
    assert ran == ["ls"]


def test_an_error_on_the_way_keeps_the_tool_from_running(monkeypatch):
    ran, plugin = [], ByleavePlugin(Policy())

    async def broken(*args, **kwargs):
        raise RuntimeError("broken")

    monkeypatch.setattr(plugin, "_decided", broken)
    assert "did not run: broken" in run(plugin, ["ls"], ran, lambda hint: None) and ran == []
