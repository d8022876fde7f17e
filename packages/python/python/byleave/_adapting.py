"""What the adapters for frameworks share."""

from __future__ import annotations

import uuid
from typing import Any, Mapping, Optional, Sequence, Union

from ._channels import Answering, Callback
from ._gate import Channel, Gate, Session
from ._native import Decision, Permit, Store
from ._policy import PolicyLike, StrPath, as_policy


async def put_to_people(gate: Session, tool: str, arguments: Mapping[str, Any], *, id: Optional[str] = None) -> Permit:
    """Authorizes a call that a framework holds back until someone answers.

    The gate may have another policy than the tool. What that policy allows is no answer, so someone is asked then, too. What a
    person granted the session is one.
    """
    allowed = gate.check(tool, arguments).allowed
    return await gate.authorize_async(tool, arguments, id=id, ask=allowed)


class Front:
    """A policy, and gates for its questions.

    With channels the gate asks by itself. Without, the framework puts the question in its own way, and the answer that it brings
    goes through the gate like any other: bound to the call, checked against the floors, on record.
    """

    def __init__(
        self,
        policy: PolicyLike = None,
        *,
        name: str,
        channels: Sequence[Union[Channel, Answering]] = (),
        store: Union[Store, StrPath, None] = None,
        session: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> None:
        if store is None:
            store = Store.memory()
        elif not isinstance(store, Store):
            store = Store.sqlite(store)
        self._name = name
        self._store = store
        self._session = session or f"{name}-{uuid.uuid4()}"
        self._policy = as_policy(policy)
        self.asks_itself = bool(channels)
        self.gate = Gate(
            self._policy, channels=channels, store=store, session=self._session, agent=name, timeout=timeout
        )

    def check(self, tool: str, arguments: Mapping[str, Any]) -> Decision:
        return self._policy.check(tool, arguments)

    def verdict(self, tool: str, arguments: Mapping[str, Any]) -> str:
        """``allow``, ``ask`` or ``deny``, with the grants of the session."""
        verdict = self.check(tool, arguments).verdict
        return "allow" if verdict == "ask" and self.gate.would_run(tool, arguments) else verdict

    def answered(self, answer: Mapping[str, Any]) -> Gate:
        """A gate for one call that a person has answered in the framework's own way."""
        said = dict(answer)
        channel = Callback(lambda request: said, people=True, name=self._name)
        return Gate(self._policy, channels=[channel], store=self._store, session=self._session, agent=self._name)
