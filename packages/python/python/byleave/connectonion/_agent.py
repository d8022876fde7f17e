"""``auto_approve_tools`` as an argument of ConnectOnion's ``Agent``."""

from __future__ import annotations

import functools
from typing import Any, Callable, List, Optional, Sequence

import connectonion

from ._plugin import ToolApproval

_WRAPPED = "_byleave_plugin"


def plugins_with(plugins: Optional[Sequence[Any]], plugin: ToolApproval, auto_approve_tools: Any) -> List[Any]:
    """The plug-ins of an agent with byleave's among them, which approves by these rules."""
    kept, own = [], plugin
    for one in plugins or ():
        if isinstance(one, ToolApproval):
            own = one
        elif list(one) != list(plugin):  # ConnectOnion's own list, after `patch()`
            kept.append(one)
    if auto_approve_tools is not None:
        own = own.with_auto_approve(auto_approve_tools)
    return [*kept, own]


class Agent(connectonion.Agent):  # type: ignore[misc]
    """ConnectOnion's agent behind byleave, with or without ``auto_approve_tools``."""

    def __init__(self, *args: Any, auto_approve_tools: Any = None, plugins: Optional[Sequence[Any]] = None, **options: Any) -> None:
        super().__init__(*args, plugins=plugins_with(plugins, ToolApproval(), auto_approve_tools), **options)


def accept_auto_approve_tools(plugin: ToolApproval) -> None:
    """Lets ConnectOnion's own ``Agent`` take the argument, too."""
    setattr(connectonion.Agent, _WRAPPED, plugin)
    original = connectonion.Agent.__init__
    if getattr(original, _WRAPPED, False):
        return
    connectonion.Agent.__init__ = _taking(original)


def _taking(original: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(original)
    def __init__(self: Any, *args: Any, auto_approve_tools: Any = None, **options: Any) -> None:
        if auto_approve_tools is not None:
            plugin = getattr(connectonion.Agent, _WRAPPED)
            options["plugins"] = plugins_with(options.get("plugins"), plugin, auto_approve_tools)
        original(self, *args, **options)

    setattr(__init__, _WRAPPED, True)
    return __init__
