"""byleave for Strands.

    from byleave.strands import ByleaveHandler

    agent = Agent(tools=[bash], interventions=[ByleaveHandler(gate)])

Behind a gate the gate asks by itself. Behind a policy (``ByleaveHandler("policy.yaml")``) what asks interrupts the agent: the
reason of the interrupt has ``tool``, ``arguments`` and ``reason``, and the agent goes on with
``agent([{"interruptResponse": {"interruptId": interrupt.id, "response": True}}])``. Put it behind other handlers that change calls.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Dict, Mapping, Optional, Set, Union

from strands.hooks import BeforeToolCallEvent
from strands.interventions import Deny, InterventionHandler, OnError, Transform

from ._adapting import Front
from ._gate import Session
from ._native import Store
from ._policy import PolicyLike, StrPath

__all__ = ["ByleaveHandler"]


class ByleaveHandler(InterventionHandler):
    """Puts every tool call of an agent through byleave.

    ``names`` says which names tools have in the policy, if those are not their own. Behind a policy, ``store`` keeps the record.
    """

    def __init__(
        self,
        of: Union[Session, PolicyLike] = None,
        *,
        names: Optional[Mapping[str, str]] = None,
        store: Union[Store, StrPath, None] = None,
    ) -> None:
        self._front = Front(of, name="strands", names=names, store=store)
        # The calls that wait for an answer, which counts even if a grant would let them run by now.
        self._asked: Set[str] = set()

    @property
    def name(self) -> str:
        """Names the handler, and the interrupts that it makes."""
        return "byleave"

    @property
    def on_error(self) -> OnError:
        """An error in here must not let a tool run."""
        return "deny"

    async def before_tool_call(self, event: BeforeToolCallEvent, **kwargs: Any) -> Union[Deny, Transform]:
        """Decides a call before it runs."""
        use = event.tool_use
        tool, arguments, id = self._front.named(use["name"]), use["input"], use["toolUseId"]
        said = None if id in self._asked else await self._front.settle(tool, arguments, id=id)
        if said is None or said.verdict == "ask":
            self._asked.add(id)
            # Pauses the agent until there is an answer. Strands finds an answer by the call and by this name, so one for other
            # arguments is none.
            question = {"tool": tool, "arguments": arguments, "reason": self._front.check(tool, arguments).reason}
            response = event.interrupt(f"{self.name}-{_digest(tool, arguments)}", reason=question)
            self._asked.discard(id)
            said = await self._front.settle_answered(_answer(response), tool, arguments, id=id)
        if said.verdict != "allow" or said.arguments is None:
            return Deny(reason=said.reason)
        approved = {**use, "input": said.arguments}
        return Transform(apply=lambda event: setattr(event, "tool_use", approved), reason=said.reason)


def _digest(tool: str, arguments: Any) -> str:
    return hashlib.sha256(json.dumps([tool, arguments], sort_keys=True).encode()).hexdigest()


def _answer(response: Any) -> Dict[str, Any]:
    """What Strands takes for a yes is one; a mapping is an answer as callbacks give it."""
    if isinstance(response, Mapping):
        return dict(response)
    return {"approved": response is True or response in ("y", "yes")}
