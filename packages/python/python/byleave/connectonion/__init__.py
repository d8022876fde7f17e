"""byleave in place of ConnectOnion's ``tool_approval`` plug-in.

    from byleave.connectonion import tool_approval

    agent = Agent("assistant", tools=[bash], plugins=[tool_approval])

It reads the same ``.co/host.yaml``, keeps ``session['permissions']`` as it is, and asks over ``agent.io`` in the same frames. It
differs where the original has holes: every command of a chain needs its own leave, a deny always holds, an entry ends when it
says, unknown tools ask, and with no one to ask nothing runs that is not allowed. It is never looser: what the installed
ConnectOnion would ask about or refuse is asked about or refused here, too.

    from byleave.connectonion import Agent

    agent = Agent("assistant", tools=[bash], auto_approve_tools={"bash": {"commands": ["git status"]}})

A project's ``host.yaml`` allows nothing before ``byleave trust .co/host.yaml``, because the authors of the repository wrote it.
Naming it in code trusts it too: ``plugins=[tool_approval(policy=".co/host.yaml")]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._modes import VALID_PERMISSION_MODES, get_current_mode, handle_mode_change
from ._patch import patch
from ._plugin import ToolApproval

#: The plug-in: a list of event handlers. Call it to choose: ``tool_approval(policy=..., auto_approve_tools=..., store=...)``.
tool_approval = ToolApproval()
check_approval = tool_approval.check_approval

if TYPE_CHECKING:
    from ._agent import Agent


def __getattr__(name: str) -> Any:
    # The only part that imports ConnectOnion, so that the rest works beside any version of it.
    if name == "Agent":
        from ._agent import Agent

        return Agent
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Agent",
    "VALID_PERMISSION_MODES",
    "ToolApproval",
    "check_approval",
    "get_current_mode",
    "handle_mode_change",
    "patch",
    "tool_approval",
]
