"""byleave for CrewAI.

    from byleave.crewai import install

    remove = install(gate)          # every tool call of every crew in this process; `remove()` ends it

CrewAI has no question of its own before a tool, so the gate asks. Install it after other hooks that change calls: what a later
hook changes is not judged. A program that hands functions to a model itself (``LLM.call(available_functions=...)``) passes no hook:
guard those functions with ``@byleave.guard``.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, Mapping, Optional, Tuple

from crewai.hooks import (
    ToolCallHookContext,
    register_after_tool_call_hook,
    register_before_tool_call_hook,
    unregister_after_tool_call_hook,
    unregister_before_tool_call_hook,
)

from ._adapting import Front
from ._gate import Session

__all__ = ["install"]


def install(gate: Session, *, names: Optional[Mapping[str, str]] = None) -> Callable[[], None]:
    """Puts every tool call through a gate. Returns the function that ends it.

    CrewAI writes the names of tools in small letters with underscores. ``names`` says which names they have in the policy, if those
    are not their own.
    """
    if not isinstance(gate, Session):
        raise TypeError("install takes a Gate: CrewAI has no question of its own, so somebody has to answer")
    hooks = _Hooks(Front(gate, name="crewai", names=names))
    register_before_tool_call_hook(hooks.before)
    register_after_tool_call_hook(hooks.after)

    def remove() -> None:
        unregister_before_tool_call_hook(hooks.before)
        unregister_after_tool_call_hook(hooks.after)

    return remove


class _Hooks:
    def __init__(self, front: Front) -> None:
        self._front = front
        # What the model is told about calls that were refused, by the identity of their arguments, which both hooks get. The
        # arguments are kept with it, so that no other object takes their place.
        self._why: Dict[int, Tuple[Any, str]] = {}

    def before(self, context: ToolCallHookContext) -> Optional[bool]:
        """Blocks with ``False``. CrewAI runs the tool if a hook raises, so nothing may come out of here."""
        try:
            why = self._refusal(context)
            if why is None:
                return None
            self._why[id(context.tool_input)] = (context.tool_input, why)
        except Exception:
            return False
        return False

    def _refusal(self, context: ToolCallHookContext) -> Optional[str]:
        """Why a call may not run, if it may not."""
        tool, arguments = self._front.named(context.tool_name), context.tool_input
        said = self._front.settle_here(tool, arguments)
        if said.verdict != "allow" or said.arguments is None:
            return said.reason
        if said.arguments and not arguments:
            # Where there were none, CrewAI does not hand on what is put in.
            return f"`{tool}` did not run: its arguments were edited, and it had none"
        arguments.clear()
        arguments.update(said.arguments)
        return None

    def after(self, context: ToolCallHookContext) -> Optional[str]:
        """Tells the model why. CrewAI calls this after a blocked call, too."""
        _, why = self._why.pop(id(context.tool_input), (None, None))
        return why
