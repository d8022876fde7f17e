"""``session['permissions']``: filled from ``host.yaml``, read as rules.

The dictionary stays plain and in ConnectOnion's shape, because its skills and its hosts write into it too. What counts is what
the engine makes of it.
"""

from __future__ import annotations

import copy
import functools
import json
import re
from pathlib import Path
from typing import Any, Callable, Dict, Mapping, MutableMapping, Optional, Tuple

from .. import _native
from .._errors import PolicyError
from .._policy import Policy

_SOURCES = ("safe", "config", "skill", "user", "template")
#: What an entry may say beside ``allowed``, in the engine's words.
_KEPT = ("reason", "hours", "limit", "when_env", "approvals")

#: How the entry of a skill ends: `commit skill (turn 2)`.
_TURN = re.compile(r" skill \(turn (\d+)\)\Z")

Warn = Callable[[str], None]

#: Where the rules of a session stand, as findings tell.
PLACE = "session['permissions']"


def template() -> Dict[str, Any]:
    """The entries that the installed ConnectOnion ships."""
    return copy.deepcopy(_shipped())


@functools.lru_cache(maxsize=1)
def _shipped() -> Dict[str, Any]:
    """Read once: that takes longer than all else of a session's beginning."""
    try:
        import connectonion
    except ImportError:
        return {}
    path = Path(str(connectonion.__file__)).parent / "network" / "host" / "host.yaml"
    entries = _entries(path) if path.is_file() else {}
    return {
        key: {**entry, "source": "template"} if entry.get("source") == "config" else entry
        for key, entry in entries.items()
    }


def of_files(policy: Policy, warn: Warn) -> Dict[str, Any]:
    """The entries of the policy files, strongest last. An untrusted file only tightens."""
    merged: Dict[str, Any] = {}
    for path, trusted in reversed(policy.files):
        if Path(path).suffix not in (".yaml", ".yml"):
            continue
        entries = _entries(Path(path))
        kept = {key: entry for key, entry in entries.items() if trusted or entry.get("allowed") in (False, "ask")}
        if len(kept) < len(entries):
            warn(f"{path} is not trusted: what it allows does not count; look at it and run `byleave trust {path}`")
        merged.update(kept)
    return merged


def _entries(path: Path) -> Dict[str, Dict[str, Any]]:
    """The content of a file that the engine has already read."""
    import yaml

    with open(path, encoding="utf-8") as file:
        document = yaml.safe_load(file)
    permissions = document.get("permissions") if isinstance(document, Mapping) else None
    entries: Dict[str, Dict[str, Any]] = {}
    for key, entry in (permissions or {}).items():
        if isinstance(entry, (bool, str)):
            entry = {"allowed": entry}
        if not isinstance(entry, Mapping):
            continue
        entry = {"source": "config", "reason": "allowed", "expires": {"type": "never"}, **entry}
        if isinstance(key, str) and key.startswith("Bash(") and key.endswith(")"):
            entry["when"] = {"command": key[5:-1]}
        entries[str(key)] = entry
    return entries


def remember_approval(session: MutableMapping[str, Any], tool: str) -> None:
    """What a person approved for the session."""
    entry = {
        "allowed": True,
        "source": "user",
        "reason": "approved for session",
        "expires": {"type": "session_end"},
    }
    session.setdefault("permissions", {})[tool] = entry
    snapshot = session.get("_permission_snapshot")
    # After a skill, ConnectOnion 0.9 puts back what it kept before it, and what people approved meanwhile would be lost.
    if isinstance(snapshot, MutableMapping) and "turn" not in snapshot:
        snapshot[tool] = dict(entry)


class Rules:
    """The entries of a session as a policy. Kept until the entries change."""

    def __init__(self) -> None:
        self._last: Optional[Tuple[Policy, str, Policy]] = None

    def policy(self, base: Policy, session: Mapping[str, Any], warn: Warn) -> Policy:
        """The policy of the files with the entries of a session beside it."""
        entries = _counting(session, base.project, warn)
        text = json.dumps(entries, sort_keys=True)
        if self._last is not None and self._last[0] is base and self._last[1] == text:
            return self._last[2]
        made = _with(base, entries, warn)
        self._last = (base, text, made)
        return made


def _with(base: Policy, entries: Dict[str, Dict[str, Any]], warn: Warn) -> Policy:
    try:
        return _beside(base, entries) if entries else base
    except PolicyError:
        pass
    # One of them is broken. The others count one by one; a deny that cannot be read refuses everything.
    good: Dict[str, Dict[str, Any]] = {}
    for key, entry in entries.items():
        try:
            _beside(base, {key: entry})
        except PolicyError as error:
            if entry["allowed"] is not True:
                raise PolicyError(f"the entry {key!r} of session['permissions'] refuses, but cannot be read: {error}") from error
            warn(f"the entry {key!r} of session['permissions'] allows nothing: {error}")
        else:
            good[key] = entry
    return _beside(base, good) if good else base


def _beside(base: Policy, entries: Dict[str, Dict[str, Any]]) -> Policy:
    text = _native.json_of({"permissions": entries}, PLACE)
    return Policy._of(base._native.with_rules(text, PLACE), base._granular)


def _counting(session: Mapping[str, Any], project: str, warn: Warn) -> Dict[str, Dict[str, Any]]:
    """The entries that count now, in the engine's words."""
    permissions = session.get("permissions")
    if not isinstance(permissions, Mapping):
        return {}
    entries: Dict[str, Dict[str, Any]] = {}
    for key, entry in permissions.items():
        if not isinstance(key, str) or not isinstance(entry, Mapping):
            warn(f"the entry {key!r} of session['permissions'] is not a mapping, and allows nothing")
            continue
        allowed = entry.get("allowed")
        if allowed is not True and allowed is not False and allowed != "ask":
            continue  # not an answer: neither missing nor merely truthy is a yes
        if allowed is True and (_is_over(entry, session) or not _may_grant(entry, project, warn)):
            continue
        rule: Dict[str, Any] = {"allowed": allowed}
        rule.update({name: entry[name] for name in _KEPT if entry.get(name) is not None})
        if entry.get("source") in _SOURCES:
            rule["source"] = entry["source"]
        when = entry.get("when")
        # Of `Bash(X)` the key says it all; ConnectOnion repeats X as a condition.
        if when is not None and not key.startswith("Bash("):
            rule["when"] = when
        elif allowed is True and entry.get("match") is not None:
            warn(f"the entry {key!r} of session['permissions'] has `match` for `when`, and allows nothing")
            continue
        entries[key] = rule
    return entries


def _is_over(entry: Mapping[str, Any], session: Mapping[str, Any]) -> bool:
    """Whether an entry was for a turn that is over.

    A turn that raised restored nothing, and the second skill of a turn makes ConnectOnion 0.9 keep what the first one
    granted. The entry of a skill says itself which turn it was for.
    """
    expires = entry.get("expires")
    kind = expires.get("type") if isinstance(expires, Mapping) else expires
    if kind != "turn_end":
        return kind not in (None, "never", "session_end")
    now = session.get("turn", 0)
    said = _TURN.search(str(entry.get("reason", "")))
    if said is not None and said.group(1) != str(now):
        return True
    snapshot = session.get("_permission_snapshot")
    if not isinstance(snapshot, Mapping) or "turn" not in snapshot:
        return False
    return bool(snapshot["turn"] != now)


def _may_grant(entry: Mapping[str, Any], project: str, warn: Warn) -> bool:
    """A skill of the project grants nothing before its manifest is trusted, because the authors of the repository wrote it."""
    if entry.get("source") != "skill":
        return True
    name = str(entry.get("reason", "")).split(" skill (turn ", 1)[0]
    try:
        standing = _native.skill_standing(name, project)
    except PolicyError as error:
        warn(f"the skill {name!r} grants nothing: {error}")
        return False
    if standing is None or standing[1]:
        return True
    warn(f"the skill {name!r} grants nothing: look at it and run `byleave trust {standing[0]}`")
    return False


