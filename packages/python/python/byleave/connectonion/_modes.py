"""The modes of three versions of ConnectOnion. An old name never grants more than it says today."""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional

READ_ONLY = "read-only"
AUTO = "auto"
FULL_ACCESS = "full-access"

#: What a client may choose. Full access is the host's to give, with a number of turns.
VALID_PERMISSION_MODES = {READ_ONLY, AUTO}

#: What the names meant, in today's words. The old names of full access have no bound of turns, so they mean nothing here.
_NAMES = {
    "read-only": READ_ONLY,
    "auto": AUTO,
    "full-access": FULL_ACCESS,
    ":read-only": READ_ONLY,
    ":workspace": AUTO,
    "safe": READ_ONLY,
    "plan": READ_ONLY,
    "accept_edits": AUTO,
}

#: The shell that runs the command of each of ConnectOnion's tools.
SHELLS = {"bash": "bash", "run": "sh", "run_in_dir": "sh", "run_background": "sh"}
#: Tools that run in ``auto``, inside the project and beside the floors.
FILE_EDIT_TOOLS = ("write", "edit", "multi_edit")


def mode_named(name: Any) -> Optional[str]:
    """Today's name of a mode; ``None`` for an unknown one, or one without a meaning today."""
    return _NAMES.get(name) if isinstance(name, str) else None


def mode_of(session: Mapping[str, Any]) -> str:
    """The mode of a session. A missing or unknown mode, or one without turns left, is the strictest."""
    mode = mode_named(session.get("mode")) or READ_ONLY
    if mode != FULL_ACCESS:
        return mode
    turns = session.get("turns_left")
    counted = isinstance(turns, int) and not isinstance(turns, bool) and turns >= 1
    return FULL_ACCESS if counted and _is_operator(session) and session.get("mode") == FULL_ACCESS else READ_ONLY


def reads(session: Mapping[str, Any]) -> str:
    """Which reads need no rule: those of tools that only look, and in ``auto`` those of commands, inside the project."""
    return "proven" if mode_of(session) == AUTO else "tools"


def allowed(session: Mapping[str, Any], tool: str) -> Dict[str, Dict[str, Any]]:
    """What the mode of a session allows a call beside its rules and the floors, as entries."""
    mode = mode_of(session)
    # Under the names of older versions nobody but the operator had this.
    edits = mode == AUTO and (session.get("mode") == AUTO or _is_operator(session))
    tools = []
    if mode == FULL_ACCESS or (edits and tool in FILE_EDIT_TOOLS):
        tools.append(tool)
    if tool in SHELLS and (mode == FULL_ACCESS or edits):
        tools.append("write")  # a redirection writes a file as this tool does
    return {name: {"allowed": True, "reason": f"mode {mode}"} for name in tools}


def _is_operator(session: Mapping[str, Any]) -> bool:
    requester = session.get("requester")
    if requester is None:
        return True
    return isinstance(requester, Mapping) and requester.get("level") == "admin"


def get_current_mode(agent: Any) -> str:
    """The mode of an agent's session."""
    return mode_of(agent.current_session)


def handle_mode_change(agent: Any, mode: Any, triggered_by: str = "user") -> None:
    """A client chose a mode. A mode that it may not choose changes nothing."""
    wanted = mode_named(mode)
    session = agent.current_session
    if wanted not in VALID_PERMISSION_MODES or (wanted == session.get("mode") and wanted == mode_of(session)):
        return
    session["mode"] = wanted
    session.pop("turns_left", None)
    io = getattr(agent, "io", None)
    if io:
        io.send({"type": "mode_changed", "mode": wanted, "triggered_by": triggered_by})
