"""Covers what a plug-in cannot: calls of ConnectOnion's hosts that bypass the agent."""

from __future__ import annotations

import importlib
import sys
from typing import Any, Callable, Dict, Mapping, Optional, Tuple

from .._auto_approve import Granular
from .._policy import Policy
from ._modes import SHELLS
from ._permissions import Rules
from ._plugin import ToolApproval, directory_of


def patch(plugin: Optional[ToolApproval] = None) -> None:
    """Replaces ConnectOnion's own check by byleave everywhere in this process.

    Agents that were given ConnectOnion's ``tool_approval`` from now on have ``plugin``, and so does the network's ``EXEC``, which
    asks no plug-in. ``Agent`` takes ``auto_approve_tools``.
    """
    # By their names: the package hides both modules behind a list of the same name.
    theirs = importlib.import_module("connectonion.useful_plugins.tool_approval")
    approval = importlib.import_module("connectonion.useful_plugins.tool_approval.approval")
    ours = ToolApproval() if plugin is None else plugin
    theirs.tool_approval[:] = ours
    importlib.import_module("byleave.connectonion._agent").accept_auto_approve_tools(ours)

    replaced = getattr(approval, "is_tool_permitted", None)
    if replaced is None:
        return  # a release without `EXEC`
    executing = _Exec(ours, getattr(replaced, "_byleave_original", replaced))

    def is_tool_permitted(tool_name: str, tool_args: Dict[str, Any], permissions: Mapping[str, Any]) -> Tuple[bool, str]:
        """Whether a call runs without a question."""
        return executing.permitted(tool_name, tool_args, permissions)

    setattr(is_tool_permitted, "_byleave_original", executing.original)
    for name, module in list(sys.modules.items()):
        if name.startswith("connectonion") and getattr(module, "is_tool_permitted", None) is replaced:
            setattr(module, "is_tool_permitted", is_tool_permitted)


class _Exec:
    """What answers the network's ``EXEC``: the entries that ConnectOnion hands over, and nothing else."""

    def __init__(self, plugin: ToolApproval, original: Callable[..., Any]) -> None:
        self._plugin = plugin
        self.original = original
        self._alone, self._rules = Rules(), Rules()

    def permitted(self, tool: str, arguments: Dict[str, Any], permissions: Mapping[str, Any]) -> Tuple[bool, str]:
        """Whether a call runs: if its entries allow it, and neither byleave's policy nor ConnectOnion refuses it."""
        try:
            allowed, reason = self.original(tool, arguments, permissions)
        except Exception as error:
            return False, f"ConnectOnion cannot read the call ({type(error).__name__})"
        if not allowed:
            return False, str(reason)
        base = self._plugin._variant("none")
        entries = {"permissions": permissions}
        try:
            # What the files allow is for agents here, not for callers from the network; what they refuse holds for all.
            alone = self._alone.policy(self._empty(base), entries, _unheard)
            for policy in (self._rules.policy(base, entries, _unheard), alone):
                decision = policy.check(tool, arguments, cwd=directory_of(arguments), shell=SHELLS.get(tool))
                if not decision.allowed:
                    return False, decision.reason
        except (TypeError, ValueError) as error:
            return False, str(error)
        return True, decision.reason

    def _empty(self, base: Policy) -> Policy:
        if self._nothing is None or self._nothing.project != base.project:
            native = Policy(project=base.project)._native.with_choices("connectonion", None, True, "none")
            self._nothing = Policy._of(native, Granular(None))
        return self._nothing

    _nothing: Optional[Policy] = None


def _unheard(text: str) -> None:
    """Warnings about entries: nobody reads them here, and an entry that is not understood allows nothing."""
