"""byleave for LangChain and LangGraph.

    from byleave.langchain import ByleaveMiddleware

    agent = create_agent(model, tools, middleware=[ByleaveMiddleware("policy.yaml")], checkpointer=InMemorySaver())

What the policy allows runs, what it denies comes back to the model as an error, and what it asks interrupts the graph with the
``HITLRequest`` of LangChain's own middleware; resume with ``Command(resume={"decisions": [...]})``. With ``channels`` byleave asks
by itself, and the graph is not interrupted.
"""

from __future__ import annotations

from typing import Any, Awaitable, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from langchain.agents.middleware import AgentMiddleware, hook_config
from langchain.agents.middleware.types import AgentState
from langchain.tools.tool_node import ToolCallRequest
from langchain_core.messages import AIMessage, ToolMessage
from langgraph.runtime import Runtime
from langgraph.types import Command, interrupt

from ._adapting import Front
from ._channels import Answering
from ._errors import Rejected, Stopped
from ._gate import Channel, Session
from ._native import Permit, Store
from ._policy import PolicyLike, StrPath

__all__ = ["ByleaveMiddleware"]

_DECISIONS = ["approve", "edit", "reject", "respond"]


class ByleaveMiddleware(AgentMiddleware[Any, Any, Any]):
    """Puts every tool call of a model through byleave. ``policy`` may be a gate, which then asks by itself."""

    def __init__(
        self,
        policy: Union[Session, PolicyLike] = None,
        *,
        channels: Sequence[Union[Channel, Answering]] = (),
        store: Union[Store, StrPath, None] = None,
        timeout: Optional[float] = None,
    ) -> None:
        super().__init__()
        self._front = Front(policy, name="langchain", channels=channels, store=store, timeout=timeout)

    @hook_config(can_jump_to=["end"])
    def after_model(self, state: AgentState[Any], runtime: Runtime[Any]) -> Optional[Dict[str, Any]]:
        """Decides the calls of a reply before any of them runs."""
        message = _last(state)
        if message is None:
            return None
        turn = _Turn(self._front, message)
        for call in turn.calls():
            turn.take(call, lambda gate: gate.authorize(call.tool, call.arguments, **call.options))
        return turn.result()

    @hook_config(can_jump_to=["end"])
    async def aafter_model(self, state: AgentState[Any], runtime: Runtime[Any]) -> Optional[Dict[str, Any]]:
        """:meth:`after_model` for asyncio."""
        message = _last(state)
        if message is None:
            return None
        turn = _Turn(self._front, message)
        for call in turn.calls():
            try:
                permit = await call.gate.authorize_async(call.tool, call.arguments, **call.options)
            except Rejected as refusal:
                turn.refused(call, refusal)
            else:
                turn.approved(call, permit)
        return turn.result()

    def wrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Union[ToolMessage, Command[Any]]]
    ) -> Union[ToolMessage, Command[Any]]:
        """Refuses what is denied, once more, where the tool would run."""
        return self._denied(request) or handler(request)

    async def awrap_tool_call(
        self,
        request: ToolCallRequest,
        handler: Callable[[ToolCallRequest], Awaitable[Union[ToolMessage, Command[Any]]]],
    ) -> Union[ToolMessage, Command[Any]]:
        """:meth:`wrap_tool_call` for asyncio."""
        return self._denied(request) or await handler(request)

    def _denied(self, request: ToolCallRequest) -> Optional[ToolMessage]:
        """A denied call stays denied, even if something changed the call after the decision."""
        call = request.tool_call
        decision = self._front.check(call["name"], call["args"])
        if decision.verdict != "deny":
            return None
        return _message(call["name"], call["id"], f"The call of `{call['name']}` was refused by policy: {decision.reason}.")


class _Call:
    """One call of a model's reply, with the gate that decides it."""

    def __init__(self, raw: Mapping[str, Any], gate: Session, decision: Optional[Mapping[str, Any]]) -> None:
        self.raw = dict(raw)
        self.gate = gate
        self.tool = str(raw["name"])
        self.arguments: Dict[str, Any] = dict(raw["args"])
        # A person's answer counts, whatever the policy says by now.
        self.options: Dict[str, Any] = {"id": raw.get("id"), "ask": decision is not None}
        if decision is not None and decision["type"] == "edit":
            # The call that the person wrote is the one that is judged.
            self.tool = str(decision["edited_action"]["name"])
            self.arguments = dict(decision["edited_action"]["args"])


class _Turn:
    """The calls of one reply of a model."""

    def __init__(self, front: Front, message: AIMessage) -> None:
        self._front = front
        self._message = message
        self._kept: List[Dict[str, Any]] = []
        self._messages: List[ToolMessage] = []
        self._stopped = False

    def calls(self) -> Sequence[_Call]:
        """The calls, after people have answered. The graph runs this part again when it is resumed, so nothing is decided before."""
        raws: List[Dict[str, Any]] = [{**call} for call in self._message.tool_calls]
        if self._front.asks_itself:
            return [_Call(raw, self._front.gate, None) for raw in raws]
        asking = [raw for raw in raws if self._front.verdict(raw["name"], raw["args"]) == "ask"]
        decisions = dict(zip((id(raw) for raw in asking), self._asked(asking)))
        calls: List[_Call] = []
        for raw in raws:
            decision = decisions.get(id(raw))
            if decision is not None and decision["type"] == "respond":
                self._kept.append(raw)
                text = str(decision["message"])
                self._messages.append(ToolMessage(content=text, name=raw["name"], tool_call_id=raw["id"]))
                continue
            gate = self._front.gate if decision is None else self._front.answered(_answer(decision))
            calls.append(_Call(raw, gate, decision))
        return calls

    def _asked(self, asking: List[Dict[str, Any]]) -> List[Mapping[str, Any]]:
        if not asking:
            return []
        names = list(dict.fromkeys(raw["name"] for raw in asking))
        request = {
            "action_requests": [
                {"name": raw["name"], "args": raw["args"], "description": self._front.check(raw["name"], raw["args"]).reason}
                for raw in asking
            ],
            "review_configs": [{"action_name": name, "allowed_decisions": _DECISIONS} for name in names],
        }
        response = interrupt(request)
        decisions = response.get("decisions") if isinstance(response, Mapping) else None
        if not isinstance(decisions, (list, tuple)) or len(decisions) != len(asking):
            raise ValueError(f"resume with one decision for each of the {len(asking)} calls that ask; none of them ran")
        for decision in decisions:
            if not isinstance(decision, Mapping) or decision.get("type") not in _DECISIONS:
                raise ValueError(f"a decision has a `type` that is one of: {', '.join(_DECISIONS)}; no call ran")
        return list(decisions)

    def take(self, call: _Call, authorize: Callable[[Session], Permit]) -> None:
        try:
            permit = authorize(call.gate)
        except Rejected as refusal:
            self.refused(call, refusal)
        else:
            self.approved(call, permit)

    def approved(self, call: _Call, permit: Permit) -> None:
        self._kept.append({**call.raw, "name": call.tool, "args": permit.take()})

    def refused(self, call: _Call, refusal: Rejected) -> None:
        self._kept.append(call.raw)
        self._messages.append(_message(call.raw["name"], call.raw["id"], refusal.to_model_text()))
        self._stopped = self._stopped or isinstance(refusal, Stopped)

    def result(self) -> Dict[str, Any]:
        order = [call.get("id") for call in self._message.tool_calls]
        kept = sorted(self._kept, key=lambda call: order.index(call.get("id")))
        message = self._message.model_copy(update={"tool_calls": kept})
        update: Dict[str, Any] = {"messages": [message, *self._messages]}
        if self._stopped:
            update["jump_to"] = "end"
        return update


def _answer(decision: Mapping[str, Any]) -> Dict[str, Any]:
    if decision["type"] in ("approve", "edit"):
        return {"approved": True}
    answer: Dict[str, Any] = {"approved": False, "mode": "reject_soft"}
    if isinstance(decision.get("message"), str) and decision["message"]:
        answer["feedback"] = decision["message"]
    return answer


def _message(name: str, call_id: Optional[str], text: str) -> ToolMessage:
    return ToolMessage(content=text, name=name, tool_call_id=call_id or "", status="error")


def _last(state: Any) -> Optional[AIMessage]:
    messages: Tuple[Any, ...] = tuple(state.get("messages") or ())
    if not messages or not isinstance(messages[-1], AIMessage) or not messages[-1].tool_calls:
        return None
    return messages[-1]
