"""byleave in place of ConnectOnion's ``tool_approval`` plug-in.

    from byleave.connectonion import tool_approval

    agent = Agent("assistant", tools=[bash], plugins=[tool_approval])

It reads the same ``.co/host.yaml``, keeps ``session['permissions']`` as it is, and asks over ``agent.io`` in the same frames. It
differs where the original has holes: every command of a chain needs its own leave, a deny always holds, an entry ends when it
says, unknown tools ask, and with no one to ask nothing runs that is not allowed.

A project's ``host.yaml`` allows nothing before ``byleave trust .co/host.yaml``, because the authors of the repository wrote it.
Naming it in code trusts it too: ``plugins=[tool_approval(policy=".co/host.yaml")]``.
"""

from __future__ import annotations

from ._modes import VALID_PERMISSION_MODES, get_current_mode, handle_mode_change
from ._patch import patch
from ._plugin import ToolApproval

#: The plug-in: a list of event handlers. Call it to choose: ``tool_approval(policy=..., auto_approve_tools=..., store=...)``.
tool_approval = ToolApproval()
check_approval = tool_approval.check_approval

__all__ = [
    "VALID_PERMISSION_MODES",
    "ToolApproval",
    "check_approval",
    "get_current_mode",
    "handle_mode_change",
    "patch",
    "tool_approval",
]
