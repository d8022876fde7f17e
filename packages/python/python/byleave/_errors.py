"""Errors. A call that raises one of these does not run."""

from __future__ import annotations

from typing import Any, Dict, Optional

from ._native import PolicyError

__all__ = ["PolicyError", "Rejected", "Stopped"]


class Rejected(ValueError):
    """A call may not run. The agent continues with :meth:`to_model_text` as the result of the call.

    ``cause`` says what kept it from running: ``policy``, ``rejected``, ``stopped``, ``no_channel``, ``timeout``,
    ``unanswered``, ``too_few``, ``changed``, ``closed`` or ``system``.
    """

    tool: str
    cause: str
    reason: str
    #: ``reject_soft``, ``reject_hard`` or ``reject_explain``, if a person or a callback said no.
    mode: Optional[str]
    #: What that person wants the model to know.
    feedback: Optional[str]
    #: The rule that refused it, as written.
    rule: Optional[str]
    #: The rule that would have allowed it. For the operator, never for the model.
    remedy: Optional[str]
    #: The id of the call.
    call: str
    #: The entry of the record that tells of it.
    record: Optional[str]
    #: What went wrong on the way to an answer. For the operator.
    detail: Optional[str]

    def __init__(self, refusal: Dict[str, Any]) -> None:
        super().__init__(refusal)
        self.refusal = refusal
        self.tool = str(refusal.get("tool", ""))
        self.cause = str(refusal.get("cause", "system"))
        self.reason = str(refusal.get("reason", ""))
        self.mode = refusal.get("mode")
        self.feedback = refusal.get("feedback")
        self.rule = refusal.get("rule")
        self.remedy = refusal.get("remedy")
        self.call = str(refusal.get("call", ""))
        self.record = refusal.get("record")
        self.detail = refusal.get("detail")

    def __str__(self) -> str:
        words = str(self.refusal.get("words") or self.reason)
        return f"{words} ({self.detail})" if self.detail else words

    def to_model_text(self) -> str:
        """The text for the model, in the profile's words."""
        return str(self.refusal.get("model_text") or self.reason)


class Stopped(Rejected):
    """A call may not run, and the agent stops until the user's next message."""


def refused(refusal: Dict[str, Any]) -> Rejected:
    """The exception for a refusal of the gate."""
    return Stopped(refusal) if refusal.get("stop") else Rejected(refusal)
