"""What the installed ConnectOnion itself would do with a call.

byleave is never looser than the release that it runs on. Its rules change with every release, so they are not written down
again here: its own check runs dry, on a copy of the session, with a client that only notes that it was asked.
"""

from __future__ import annotations

import copy
import importlib
import importlib.util
from types import SimpleNamespace
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple

#: What belongs to the conversation, and what would end the check before it decides.
_LEFT_OUT = ("messages", "trace", "stop_signal", "_provider_direct_approved_tool")

_APPROVAL = "connectonion.useful_plugins.tool_approval.approval"
_POLICY = "connectonion.useful_plugins.tool_approval.policy"
_MODES = "connectonion.core.mode"
#: What today's modes are called in 0.9, which knows no others.
_OLD_MODES = {"read-only": "safe", "auto": "accept_edits", "full-access": "ulw", ":read-only": "safe", ":workspace": "accept_edits"}


class Opinion(NamedTuple):
    #: ``allow``, ``ask`` or ``deny``.
    verdict: str
    reason: str
    #: It has no word on the call, because its check failed.
    failed: bool = False


class _Asked(BaseException):
    """ConnectOnion has asked its client. Not an ``Exception``: nothing on the way may take it for a failure."""


class _Client:
    """Stands for ``agent.io``."""

    def send(self, frame: Mapping[str, Any]) -> None:
        if frame.get("type") != "approval_needed":
            return
        policy = frame.get("policy")
        raise _Asked(policy.get("reason") if isinstance(policy, Mapping) else None)

    def receive(self) -> Any:
        raise _Asked(None)

    def receive_all(self, kind: Optional[str] = None) -> List[Any]:
        return []


def opinion(
    agent: Any, session: Mapping[str, Any], tool: str, arguments: Mapping[str, Any], permissions: Mapping[str, Any]
) -> Optional[Opinion]:
    """What ConnectOnion would do, if it is there; whether anyone is connected does not count."""
    if importlib.util.find_spec("connectonion") is None:
        return None
    checks = _checks()
    if checks is None:
        return Opinion("ask", "this release of ConnectOnion has no check that byleave knows")
    copied: Dict[str, Any] = {key: value for key, value in session.items() if key not in _LEFT_OUT}
    pending = {"name": tool, "arguments": copy.deepcopy(dict(arguments)), "id": None, "description": ""}
    copied.update(messages=[], trace=[], permissions=dict(permissions), pending_tool=pending)
    if importlib.util.find_spec(_MODES) is None:
        copied["mode"] = _old_mode(session.get("mode"))
    fields = {"current_session": copied, "io": _Client(), "logger": None, "storage": None}
    stand_in = SimpleNamespace(**fields, tools=getattr(agent, "tools", None), name=getattr(agent, "name", ""))
    try:
        for check in checks:
            check(stand_in)
    except _Asked as asked:
        return Opinion("ask", str(asked.args[0] or f"ConnectOnion asks about `{tool}`"))
    except ValueError as refusal:
        return Opinion("deny", _first_line(refusal))
    except Exception as error:
        # Its parser gives up on commands that byleave can read. To ConnectOnion that is the result of the call.
        return Opinion("deny", f"it cannot read the call ({type(error).__name__})", failed=True)
    return Opinion("allow", "")


def _checks() -> Optional[Tuple[Callable[[Any], Any], ...]]:
    """Its handlers before a call, in its order. By their modules: the list that it exports may be byleave's by now."""
    check = _found(_APPROVAL, "check_approval")
    # Releases before 1.0 have no such part.
    classify = _found(_POLICY, "apply_auto_approve_policy")
    if check is None:
        return None
    return (check,) if classify is None else (classify, check)


def _old_mode(mode: Any) -> Any:
    return _OLD_MODES.get(mode, mode) if isinstance(mode, str) else mode


def _found(module: str, name: str) -> Optional[Callable[[Any], Any]]:
    try:
        found = getattr(importlib.import_module(module), name, None)
    except ImportError:
        return None
    return found if callable(found) else None


def _first_line(error: ValueError) -> str:
    return str(error).split("\n", 1)[0].strip() or "ConnectOnion refuses it"
