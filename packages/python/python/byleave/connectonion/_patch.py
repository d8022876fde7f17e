"""Covers what a plug-in cannot: calls of ConnectOnion's hosts that bypass the agent."""

from __future__ import annotations

import importlib
import sys
from typing import Any, Dict, Mapping, Optional, Tuple

from .._policy import Policy
from ._permissions import Rules
from ._plugin import SHELLS, ToolApproval


def patch(plugin: Optional[ToolApproval] = None) -> None:
    """Replaces ConnectOnion's own check by byleave everywhere in this process.

    Agents that were given ConnectOnion's ``tool_approval`` from now on have ``plugin``, and so does the network's ``EXEC``, which
    asks no plug-in.
    """
    # By their names: the package hides both modules behind a list of the same name.
    theirs = importlib.import_module("connectonion.useful_plugins.tool_approval")
    approval = importlib.import_module("connectonion.useful_plugins.tool_approval.approval")
    ours = ToolApproval() if plugin is None else plugin
    theirs.tool_approval[:] = ours

    def is_tool_permitted(tool_name: str, tool_args: Dict[str, Any], permissions: Mapping[str, Any]) -> Tuple[bool, str]:
        """Whether a call runs without a question: by the entries, under byleave's policy."""
        return permitted(ours._base(), tool_name, tool_args, permissions)

    replaced = getattr(approval, "is_tool_permitted", None)
    for name, module in list(sys.modules.items()):
        if name.startswith("connectonion") and getattr(module, "is_tool_permitted", None) is replaced is not None:
            setattr(module, "is_tool_permitted", is_tool_permitted)


def permitted(
    base: Policy, tool: str, arguments: Dict[str, Any], permissions: Mapping[str, Any]
) -> Tuple[bool, str]:
    """What ConnectOnion's own function of this kind returns."""
    try:
        policy = Rules().policy(base, {"permissions": permissions}, lambda text: None)
        decision = policy.check(tool, arguments, shell=SHELLS.get(tool))
    except (TypeError, ValueError) as error:
        return False, str(error)
    return decision.allowed, decision.reason
