"""Decisions in words."""

from __future__ import annotations

from typing import List

from ._native import Decision, Finding

_MARKS = {"allow": "✓", "ask": "?", "deny": "✗"}


def explained(decision: Decision) -> str:
    """What happens to a call, the reasons part by part, and what would change it."""
    lines: List[str] = [f"{decision.verdict}: {decision.reason}"]
    if decision.command is not None:
        lines.append(f"  {decision.tool}: {_shown(decision.command)}")
    else:
        lines.append(f"  {decision.tool}")
    for finding in decision.findings:
        lines.append(_line(finding))
    if decision.verdict == "ask":
        if decision.remedy:
            lines.append("  these rules would allow it:")
            lines.extend(f'    "{rule}": {{ allowed: true }}' for rule in decision.remedy)
        else:
            lines.append("  no rule can allow it; a person may, each time")
    return "\n".join(lines)


def _line(finding: Finding) -> str:
    line = f"  {_MARKS[finding.verdict]} {finding.reason}"
    if finding.part is not None:
        line += f": {_shown(finding.part)}"
    where = " at ".join(text for text in (finding.rule, finding.location) if text)
    return f"{line}  [{where}]" if where else line


def _shown(text: str) -> str:
    """Hidden characters are spelt out."""
    return "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)
