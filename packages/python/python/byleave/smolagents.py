"""byleave for smolagents.

    from byleave.smolagents import guarded

    agent = ToolCallingAgent(tools=[guarded(bash, gate)], model=model)

smolagents has no hook before a tool, so the tool itself asks. A ``CodeAgent`` runs code of its model in this process: guard its
tools all the same, and run it in one of smolagents' sandboxes, because byleave does not see what the code does beside them.
"""

from __future__ import annotations

import functools
from typing import Any, Optional

from smolagents import Tool

from ._gate import Session

__all__ = ["guarded"]


def guarded(tool: Tool, gate: Session, *, name: Optional[str] = None) -> Tool:
    """The same tool behind a gate. ``name`` is its name in the policy, if that is not its own."""
    if not isinstance(gate, Session):
        raise TypeError("guarded takes a Gate: smolagents has no question of its own, so somebody has to answer")
    forward: Any = tool.forward
    if getattr(forward, "_byleave", False):
        raise ValueError(f"the tool {tool.name!r} is guarded already")
    # What smolagents tells of a function's parameters counts a `self` that no call has.
    names = list(tool.inputs)

    @functools.wraps(forward)
    def behind(*args: Any, **kwargs: Any) -> Any:
        permit = gate.authorize(name or tool.name, {**dict(zip(names, args)), **kwargs})
        return forward(**permit.take())

    behind._byleave = True  # type: ignore[attr-defined]
    tool.forward = behind
    return tool
