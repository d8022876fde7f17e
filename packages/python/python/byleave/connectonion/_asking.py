"""A question over ``agent.io``, and its reply."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, Optional, Tuple

from .. import _native
from .._native import Answerer

#: What an answer may say. Everything else belongs to the transport.
_FIELDS = ("approved", "scope", "mode", "feedback", "arguments")
_SCOPES = ("once", "session")
_MODES = ("reject_soft", "reject_hard", "reject_explain")


def remaining_calls(session: Mapping[str, Any], call_id: Any) -> List[Tuple[str, Dict[str, Any]]]:
    """The calls of the last model reply that come after one."""
    for message in reversed(session.get("messages") or []):
        calls = message.get("tool_calls") if isinstance(message, Mapping) else None
        if not calls:
            continue
        ids = [call.get("id") if isinstance(call, Mapping) else getattr(call, "id", None) for call in calls]
        if call_id not in ids:
            return []
        return [_named(call) for call in calls[ids.index(call_id) + 1 :]]
    return []


def _named(call: Any) -> Tuple[str, Dict[str, Any]]:
    function = call.get("function", call) if isinstance(call, Mapping) else call
    get = function.get if isinstance(function, Mapping) else lambda key, default=None: getattr(function, key, default)
    arguments = get("arguments") or {}
    if isinstance(arguments, str):
        try:
            arguments = json.loads(arguments)
        except ValueError:
            arguments = {"arguments": arguments}
    return str(get("name") or ""), arguments if isinstance(arguments, dict) else {"arguments": arguments}


def said_of(arguments: Any) -> str:
    """What the agent says about a call. ConnectOnion's own ``description`` beside a call is the tool's: nothing the agent said."""
    said = arguments.get("description") if isinstance(arguments, Mapping) else None
    return said if isinstance(said, str) else ""


class Question:
    """One question to the connected client. It blocks the agent's thread, as ConnectOnion's own does."""

    def __init__(self, agent: Any, pending: Mapping[str, Any], policy: Dict[str, Any]) -> None:
        self._agent = agent
        self._pending = pending
        self._policy = policy
        #: What must go on up: Ctrl+C, an interrupt of ConnectOnion.
        self.raised: Optional[BaseException] = None
        #: The answer, if one came.
        self.answer: Optional[Dict[str, Any]] = None
        self.interrupted = False
        self.channel = _native.Callback(self._start, "connectonion", True)

    def _start(self, request: Dict[str, Any], answerer: Answerer) -> None:
        try:
            self._checkpoint()
            self._agent.io.send(self._frame(request))
            reply = self._agent.io.receive()
        except BaseException as error:
            self.raised = error
            answerer.close()
            return
        if not isinstance(reply, Mapping):
            answerer.fail(f"the client sent {type(reply).__name__}, which is no answer")
            return
        if reply.get("type") == "io_closed":
            answerer.close()
            return
        if reply.get("type") == "INTERRUPT":
            self.interrupted = True
            answerer.close()
            return
        self.answer = _answer(reply)
        # What lasts for the session stands in `session['permissions']`, so the gate itself hears of one call.
        answerer.answer({key: value for key, value in self.answer.items() if key != "scope"})

    def _checkpoint(self) -> None:
        storage = getattr(self._agent, "storage", None)
        if storage is not None and hasattr(storage, "checkpoint"):
            storage.checkpoint(self._agent.current_session)

    def _frame(self, request: Dict[str, Any]) -> Dict[str, Any]:
        pending = self._pending
        frame: Dict[str, Any] = {
            "type": "approval_needed",
            "tool": pending["name"],
            "arguments": pending["arguments"],
            "description": said_of(pending["arguments"]),
            "tool_call_id": pending.get("id"),
            "policy": self._policy,
            "risk": request["risk"],
        }
        if request.get("batch_remaining"):
            frame["batch_remaining"] = request["batch_remaining"]
        return frame


def _answer(reply: Mapping[str, Any]) -> Dict[str, Any]:
    """A reply as an answer. An unreadable reply is a hard rejection, as in ConnectOnion's hosts."""
    said = {key: reply[key] for key in _FIELDS if reply.get(key) is not None}
    approved = said.get("approved", False)
    known = said.get("scope", "once") in _SCOPES and said.get("mode", "reject_hard") in _MODES
    feedback = said.get("feedback")
    if approved is True and known:
        answer: Dict[str, Any] = {"approved": True, "scope": said.get("scope", "once")}
        if isinstance(said.get("arguments"), Mapping):
            answer["arguments"] = dict(said["arguments"])
        return answer
    answer = {"approved": False, "mode": said.get("mode", "reject_hard") if known and approved is False else "reject_hard"}
    if isinstance(feedback, str) and feedback:
        answer["feedback"] = feedback
    return answer
