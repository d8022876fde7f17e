"""Which of an agent's calls would ask: history under a policy."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union

from . import _html, _native
from ._drive import wait
from ._native import Store
from ._policy import PolicyLike, as_policy

#: A call as a pair, or as a mapping with ``tool`` and ``arguments``, such as a record.
CallLike = Union[Tuple[str, Mapping[str, Any]], Mapping[str, Any]]


class Replay:
    """The verdicts of a policy on calls, one row each. A table in a notebook."""

    def __init__(self, rows: List[Dict[str, Any]]) -> None:
        self.rows = rows

    @property
    def counts(self) -> Dict[str, int]:
        """How many calls have each verdict."""
        found = Counter(row["verdict"] for row in self.rows)
        return {verdict: found[verdict] for verdict in ("allow", "ask", "deny")}

    @property
    def changed(self) -> "Replay":
        """The calls that have another verdict than on record."""
        return Replay([row for row in self.rows if row["before"] not in (None, row["verdict"])])

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return iter(self.rows)

    def __str__(self) -> str:
        lines = [f"{row['verdict']:5} {row['tool']}: {row['shown']}  ({row['reason']})" for row in self.rows]
        counts = ", ".join(f"{count} {verdict}" for verdict, count in self.counts.items())
        return "\n".join([*lines, counts])

    def _repr_html_(self) -> str:
        return _html.table(self.rows, self.counts, any(row["before"] for row in self.rows))


def replay(calls: Union[Store, Iterable[CallLike]], policy: PolicyLike = None, *, limit: int = 500) -> Replay:
    """The verdicts of a policy on earlier calls: those of a store's record, the newest first, or a list of calls."""
    made = as_policy(policy)
    given: Iterable[CallLike] = wait(calls.records(limit)) if isinstance(calls, Store) else calls
    rows: List[Dict[str, Any]] = []
    for call in given:
        tool, arguments, before, cwd = _parts(call)
        if tool.startswith("byleave "):
            continue  # a notice of byleave itself, no call
        decision = made.check(tool, arguments, cwd=cwd)
        shown = next((arguments[name] for name in _native.COMMANDS if name in arguments), None)
        rows.append(
            {
                "tool": tool,
                "arguments": dict(arguments),
                "shown": shown if isinstance(shown, str) else json.dumps(arguments, ensure_ascii=False),
                "before": before,
                "verdict": decision.verdict,
                "reason": decision.reason,
                "rule": decision.rule,
            }
        )
    return Replay(rows)


def _parts(call: CallLike) -> Tuple[str, Mapping[str, Any], Optional[str], Optional[str]]:
    if isinstance(call, Mapping):
        return str(call["tool"]), call.get("arguments") or {}, call.get("verdict"), call.get("cwd")
    tool, arguments = call
    return tool, arguments, None, None
