"""The handler in a real Strands agent, with a scripted model."""

from __future__ import annotations

import json

from contract import contract
from strands import Agent, tool
from strands.models import Model

from byleave import Policy, Store
from byleave.strands import ByleaveHandler


class Scripted(Model):
    """Calls `bash` with each command in its first reply, then says done."""

    def __init__(self, *commands):
        self.commands = commands
        self.heard = []

    def update_config(self, **config):
        pass

    def get_config(self):
        return {}

    async def structured_output(self, *args, **kwargs):
        raise NotImplementedError
        yield

    async def stream(self, messages, *args, **kwargs):
        first = not self.heard
        self.heard.append(json.dumps(messages, default=str))
        yield {"messageStart": {"role": "assistant"}}
        for index, command in enumerate(self.commands if first else (), 1):
            yield {"contentBlockStart": {"start": {"toolUse": {"name": "bash", "toolUseId": str(index)}}}}
            yield {"contentBlockDelta": {"delta": {"toolUse": {"input": json.dumps({"command": command})}}}}
            yield {"contentBlockStop": {}}
        if not first:
            yield {"contentBlockStart": {"start": {}}}
            yield {"contentBlockDelta": {"delta": {"text": "done"}}}
            yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": "tool_use" if first else "end_turn"}}


def build(handler, *commands, ran):
    @tool
    def bash(command: str) -> str:
        """Runs a command."""
        ran.append(command)
        return f"ran {command}"

    model = Scripted(*commands)
    return Agent(model=model, tools=[bash], interventions=[handler], callback_handler=None), model


def responses(result, said):
    return [{"interruptResponse": {"interruptId": one.id, "response": said}} for one in result.interrupts]


def drive(of, command, host, ran):
    agent, model = build(ByleaveHandler(of), command, ran=ran)
    result = agent("go")
    if result.stop_reason == "interrupt":
        said = host.said()
        if said is None:
            return ""
        agent(responses(result, said))
    return model.heard[-1]


test_contract = contract("strands", drive)


def test_the_interrupt_says_what_it_is_about_and_the_answers_are_on_record():
    ran, store = [], Store.memory()
    agent, model = build(ByleaveHandler(Policy(), store=store), "npm install", "npm publish", ran=ran)
    result = agent("go")
    asked = {one.reason["arguments"]["command"]: one.id for one in result.interrupts}
    assert set(asked) == {"npm install", "npm publish"} and all(one.reason["reason"] for one in result.interrupts)
    agent([
        {"interruptResponse": {"interruptId": asked["npm install"], "response": "y"}},
        {"interruptResponse": {"interruptId": asked["npm publish"], "response": "of course"}},
    ])
    assert ran == ["npm install"]
    from byleave._drive import wait

    verdicts = sorted(record["verdict"] for record in wait(store.records(10)))
    assert len(verdicts) == 2, verdicts


def test_a_no_counts_even_if_the_answer_before_it_grants_the_session():
    ran = []
    agent, model = build(ByleaveHandler(Policy()), "npm install", "npm install", ran=ran)
    first, second = agent("go").interrupts
    granted = {"approved": True, "scope": "session"}
    again = agent([{"interruptResponse": {"interruptId": first.id, "response": granted}}])
    assert [one.id for one in again.interrupts] == [second.id]
    agent(responses(again, False))
    assert ran == ["npm install"]


def test_an_answer_for_other_arguments_is_none():
    ran = []
    agent, model = build(ByleaveHandler(Policy()), "npm install", ran=ran)
    first = agent("go")
    (use,) = [part["toolUse"] for part in agent.messages[-1]["content"] if "toolUse" in part]
    use["input"] = {"command": "npm publish"}
    second = agent(responses(first, True))
    assert ran == [] and second.stop_reason == "interrupt"


def test_a_tool_may_have_another_name_in_the_policy():
    ran = []
    agent, model = build(ByleaveHandler(Policy(permissions={"Bash(npm install)": True}), names={"bash": "shell"}), "ls", ran=ran)
    agent("go")
    assert ran == ["ls"]
