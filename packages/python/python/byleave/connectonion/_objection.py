"""What ConnectOnion objects to in what byleave would do.

byleave and ConnectOnion both know commands, and neither knows all that the other does. The stricter word counts, except where
an operator has said more than ConnectOnion can read: a rule of byleave's own kind, or one in code.
"""

from __future__ import annotations

import enum
import re
from typing import Any, Dict, Mapping, Optional

from .._native import Decision, Finding
from ._modes import SHELLS
from ._permissions import PLACE
from ._theirs import Opinion, opinion

#: What ConnectOnion ships, which nobody chose for this project.
_SHIPPED = ("template", "safe")
#: The keys that mean the same to ConnectOnion: a tool, a command, the beginning of a command.
_THEIR_KEYS = re.compile(r"\w+|Bash\([^*?\[\]{}\\()]+( \*)?\)")

_RANK = {"allow": 0, "ask": 1, "deny": 2}


class Author(enum.Enum):
    """Who allows a call."""

    #: byleave, by what it knows itself, or ConnectOnion, by what it ships; or nobody.
    BYLEAVE = "byleave"
    #: An operator, a skill or a person, in words that ConnectOnion reads as byleave does.
    OPERATOR_FOR_BOTH = "operator, for both"
    #: An operator, in words that only byleave reads.
    OPERATOR = "operator"


def author_of(decision: Decision, session: Mapping[str, Any], pending: Mapping[str, Any]) -> Author:
    """Who allows a call by rules alone. Of several for the parts of one command, the one with the least say."""
    if decision.verdict != "allow":
        return Author.BYLEAVE
    entries = session.get("permissions")
    known: Mapping[str, Any] = entries if isinstance(entries, Mapping) else {}
    allowing = [finding for finding in decision.findings if finding.verdict == "allow"]
    authors = {_author(finding, known, pending["arguments"]) for finding in allowing}
    return next((one for one in Author if one in authors), Author.BYLEAVE)


def _author(finding: Finding, permissions: Mapping[str, Any], arguments: Mapping[str, Any]) -> Author:
    if finding.rule is None:
        return Author.BYLEAVE
    entry = permissions.get(finding.rule)
    if not isinstance(entry, Mapping):
        # An entry that stands in the session under another spelling is not looked for.
        return Author.BYLEAVE if (finding.location or "").startswith(PLACE) else Author.OPERATOR
    if entry.get("source") in _SHIPPED:
        return Author.BYLEAVE
    when = entry.get("when")
    if isinstance(when, Mapping) and not finding.rule.startswith("Bash(") and any(key not in arguments for key in when):
        return Author.OPERATOR  # to ConnectOnion an argument of another name is a missing one
    return Author.OPERATOR_FOR_BOTH if _THEIR_KEYS.fullmatch(finding.rule) else Author.OPERATOR


def objection_to(decision: Decision, author: Author, agent: Any, pending: Mapping[str, Any]) -> Optional[Opinion]:
    """What ConnectOnion would do with a call, if that is stricter."""
    session, tool, arguments = agent.current_session, pending["name"], pending["arguments"]
    entries = session.get("permissions")
    permissions: Mapping[str, Any] = entries if isinstance(entries, Mapping) else {}
    if author is Author.OPERATOR:
        told = opinion(agent, session, tool, arguments, {**permissions, tool: _granted()})
        # What it refuses even so, it refuses because it cannot read the rule.
        counts = told is not None and told.verdict == "ask"
    elif author is Author.OPERATOR_FOR_BOTH:
        # To ConnectOnion `Bash(…)` is about its tool `bash` alone; to an operator it is about commands.
        told = opinion(agent, session, "bash" if tool in SHELLS else tool, arguments, permissions)
        counts = told is not None and not told.failed
    else:
        told = opinion(agent, session, tool, arguments, permissions)
        counts = told is not None
    if told is None or not counts or _RANK[told.verdict] <= _RANK[decision.verdict]:
        return None
    return told._replace(reason=f"ConnectOnion's own policy: {told.reason}")


def _granted() -> Dict[str, Any]:
    """A person's leave for a tool."""
    return {"allowed": True, "source": "user", "reason": "a rule", "expires": {"type": "session_end"}}
