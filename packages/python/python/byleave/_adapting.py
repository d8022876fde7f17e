"""What the adapters for frameworks share."""

from __future__ import annotations

import uuid
from typing import Any, Dict, Mapping, NamedTuple, Optional, Sequence, Union

from ._channels import Answering, Callback
from ._errors import Rejected, Stopped
from ._gate import Channel, Gate, Session
from ._native import Decision, Permit, Store
from ._policy import PolicyLike, StrPath, Verdict, as_policy


async def put_to_people(gate: Session, tool: str, arguments: Mapping[str, Any], *, id: Optional[str] = None) -> Permit:
    """Authorizes a call that a framework holds back until someone answers.

    The gate may have another policy than the tool. What that policy allows is no answer, so someone is asked then, too. What a
    person granted the session is one.
    """
    allowed = gate.check(tool, arguments).allowed
    return await gate.authorize_async(tool, arguments, id=id, ask=allowed)


class Settled(NamedTuple):
    """What happens to a call. An adapter always has one to return, so that no error looks like a yes."""

    verdict: Verdict
    reason: str
    #: What runs, if it is allowed: an approver may have edited the arguments.
    arguments: Optional[Dict[str, Any]] = None
    #: Whether the turn ends here.
    stop: bool = False


def refused(tool: str, error: Exception) -> Settled:
    """The outcome of an error: a no that says why."""
    if isinstance(error, Rejected):
        return Settled("deny", error.to_model_text(), stop=isinstance(error, Stopped))
    return Settled("deny", f"`{tool}` did not run: {error}")


class Front:
    """A gate that asks by itself, or a policy whose questions the framework puts in its own way.

    Such an answer goes through a gate like any other: bound to the call, checked against the floors, on record.
    """

    gate: Session

    def __init__(
        self,
        of: Union[Session, PolicyLike] = None,
        *,
        name: str,
        names: Optional[Mapping[str, str]] = None,
        channels: Sequence[Union[Channel, Answering]] = (),
        store: Union[Store, StrPath, None] = None,
        timeout: Optional[float] = None,
    ) -> None:
        self._name = name
        self._names = dict(names or {})
        if isinstance(of, Session):
            if store is not None:
                raise TypeError("a gate has its store already: leave `store` out")
            self.asks_itself = True
            self.gate = of
            return
        self.asks_itself = bool(channels)
        self._policy = as_policy(of)
        self._store = Store.memory() if store is None else store if isinstance(store, Store) else Store.sqlite(store)
        self._session = f"{name}-{uuid.uuid4()}"
        self.gate = self._gate(channels, timeout)

    def _gate(self, channels: Sequence[Union[Channel, Answering]], timeout: Optional[float] = None) -> Gate:
        return Gate(
            self._policy, channels=channels, store=self._store, session=self._session, agent=self._name, timeout=timeout
        )

    def named(self, tool: str) -> str:
        """The name of a tool in the policy."""
        return self._names.get(tool, tool)

    def check(self, tool: str, arguments: Mapping[str, Any]) -> Decision:
        return self.gate.check(tool, arguments)

    def verdict(self, tool: str, arguments: Mapping[str, Any]) -> Verdict:
        """``allow``, ``ask`` or ``deny``, with the grants of the session."""
        verdict = self.check(tool, arguments).verdict
        return "allow" if verdict == "ask" and self.gate.would_run(tool, arguments) else verdict

    def answered(self, answer: Mapping[str, Any]) -> Gate:
        """A gate for one call that a person has answered in the framework's own way. Authorize with ``ask``: a no counts even if
        the policy would let the call run by now.
        """
        said = dict(answer)
        return self._gate([Callback(lambda request: said, people=True, name=self._name)])

    async def settle(self, tool: str, arguments: Any, *, id: Optional[str] = None) -> Settled:
        """Decides a call. Only where the framework asks is the outcome ever ``ask``."""
        try:
            if not self.asks_itself and self.verdict(tool, arguments) == "ask":
                return Settled("ask", self.check(tool, arguments).reason)
            permit = await self.gate.authorize_async(tool, arguments, id=id)
        except Exception as error:
            return refused(tool, error)
        return Settled("allow", permit.reason, permit.take())

    def settle_here(self, tool: str, arguments: Any) -> Settled:
        """:meth:`settle` on this thread, for a framework that waits for it. Behind a policy, what asks is refused."""
        try:
            permit = self.gate.authorize(tool, arguments)
        except Exception as error:
            return refused(tool, error)
        return Settled("allow", permit.reason, permit.take())

    async def settle_answered(
        self, answer: Mapping[str, Any], tool: str, arguments: Any, *, id: Optional[str] = None
    ) -> Settled:
        """Decides a call that asked, by the answer that the framework brings."""
        try:
            permit = await self.answered(answer).authorize_async(tool, arguments, id=id, ask=True)
        except Exception as error:
            return refused(tool, error)
        return Settled("allow", permit.reason, permit.take())
