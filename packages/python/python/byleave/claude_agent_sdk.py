"""byleave for the Claude Agent SDK.

    from byleave.claude_agent_sdk import can_use_tool

    options = ClaudeAgentOptions(can_use_tool=can_use_tool(gate))

The SDK calls this in place of Claude Code's own prompt, so the gate decides and asks people by itself. What Claude Code allows
without a prompt (``allowed_tools``, ``permission_mode``, its settings) never reaches it: leave those out, or register the hook
with ``byleave init`` as well.
"""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Union

from claude_agent_sdk import CanUseTool, PermissionResultAllow, PermissionResultDeny, ToolPermissionContext

from ._adapting import Front
from ._gate import Session

__all__ = ["can_use_tool"]


def can_use_tool(gate: Session, *, names: Optional[Mapping[str, str]] = None) -> CanUseTool:
    """For ``ClaudeAgentOptions(can_use_tool=...)``. An approver's edit runs, and a hard no interrupts the agent.

    ``names`` says which names tools have in the policy, if those are not their own.
    """
    if not isinstance(gate, Session):
        raise TypeError("can_use_tool takes a Gate: the SDK has asked already, so somebody has to answer")
    front = Front(gate, name="claude-agent-sdk", names=names)

    async def decide(
        tool: str, arguments: Dict[str, Any], context: ToolPermissionContext
    ) -> Union[PermissionResultAllow, PermissionResultDeny]:
        said = await front.settle(front.named(tool), arguments, id=context.tool_use_id)
        if said.verdict == "allow":
            return PermissionResultAllow(updated_input=said.arguments)
        return PermissionResultDeny(message=said.reason, interrupt=said.stop)

    return decide
