"""Decisions and replays in a notebook. Everything from a call is escaped; nothing is loaded."""

from __future__ import annotations

import html
from typing import Any, Dict, List, Mapping, Optional, Sequence

from ._explain import _shown

_COLOURS = {"allow": "#1a7f37", "ask": "#9a6700", "deny": "#cf222e"}


def _text(value: object) -> str:
    return html.escape(_shown(str(value)))


def badge(verdict: str) -> str:
    colour = _COLOURS.get(verdict, "#57606a")
    return f'<b style="color:{colour}">{_text(verdict)}</b>'


def decision(
    decided: Mapping[str, Any], *, tool: str, command: Optional[str], remedy: Sequence[str]
) -> str:
    """A verdict with its reasons."""
    rows: List[str] = []
    source = (command or "").encode()
    for finding in decided["findings"]:
        part = ""
        if finding["span"] is not None:
            start, end = finding["span"]
            part = f"<code>{_text(source[start:end].decode(errors='replace'))}</code>"
        where = " at ".join(_text(finding[key]) for key in ("rule", "location") if finding[key])
        rows.append(
            f"<tr><td>{badge(finding['verdict'])}</td><td>{part}</td><td>{_text(finding['reason'])}</td>"
            f"<td>{where}</td></tr>"
        )
    head = f"{badge(decided['verdict'])} {_text(decided['reason'])}"
    about = f"<code>{_text(tool)}</code>" if command is None else f"<code>{_text(tool)}: {_text(command)}</code>"
    table = f"<table>{''.join(rows)}</table>" if rows else ""
    rules = "".join(f"<div>would be allowed by <code>{_text(rule)}</code></div>" for rule in remedy)
    return f"<div><div>{head}</div><div>{about}</div>{table}{rules}</div>"


def table(rows: Sequence[Dict[str, Any]], counts: Mapping[str, int], before: bool) -> str:
    """Calls, one on each line, with the verdict of a policy."""
    summary = ", ".join(f"{count} {badge(verdict)}" for verdict, count in counts.items())
    head = "<th>tool</th><th>call</th>" + ("<th>then</th>" if before else "") + "<th>now</th><th>why</th>"
    lines = []
    for row in rows:
        then = f"<td>{badge(row['before']) if row['before'] else ''}</td>" if before else ""
        lines.append(
            f"<tr><td><code>{_text(row['tool'])}</code></td><td><code>{_text(row['shown'])}</code></td>{then}"
            f"<td>{badge(row['verdict'])}</td><td>{_text(row['reason'])}</td></tr>"
        )
    return f"<div>{summary}</div><table><tr>{head}</tr>{''.join(lines)}</table>"
