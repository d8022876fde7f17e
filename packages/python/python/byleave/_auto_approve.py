"""``auto_approve_tools`` in code: the same rules as in a file, with functions for ``validate`` and ``require``.

A function sees the command, or what another tool is about. What it says of one call becomes a rule for just that text, so
blocked patterns and floors hold whatever it returns. Nothing but ``True`` counts: a function that returns something merely
truthy approves nothing, and after one that raises, the call asks and says so.
"""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple

from . import _native

_FUNCTIONS = ("validate", "require")
_NOT_ACCEPTED = "(what the function given as `require` accepts)"


class Granular:
    """The rules of ``auto_approve_tools``, and its functions separately."""

    def __init__(self, config: Any) -> None:
        #: What a file could say too.
        self.plain: Any = config
        #: The functions: tool, key, function, and what else stands in the entry.
        self._functions: List[Tuple[str, str, Callable[[str], object], Dict[str, Any]]] = []
        if not isinstance(config, Mapping):
            return
        plain: Dict[str, Any] = {}
        for tool, entry in config.items():
            functions = _functions(entry)
            if functions:
                rest = {key: value for key, value in entry.items() if key not in functions}
                conditions = {key: rest[key] for key in ("subject", "hours", "limit") if key in rest}
                for key, function in functions.items():
                    self._functions.append((_native.canonical_tool(str(tool)), key, function, conditions))
                # An entry that only has functions approves nothing by itself.
                entry = rest if set(rest) - {"subject", "hours", "limit"} else False
            plain[tool] = entry
        self.plain = plain

    @property
    def has_functions(self) -> bool:
        return bool(self._functions)

    def and_also(self, other: "Granular") -> "Granular":
        both = Granular(None)
        both._functions = self._functions + other._functions
        return both

    def rules_for(self, tool: str, arguments: Optional[Mapping[str, Any]]) -> Optional[Dict[str, Any]]:
        """What the functions say about a call, as a policy for this call only; ``None`` if there are none."""
        if not self._functions:
            return None
        name = _native.canonical_tool(tool)
        entry: Dict[str, Any] = {}
        raised: List[str] = []
        for owner, key, function, conditions in self._functions:
            if owner != name:
                continue
            text = _subject(name, arguments, conditions.get("subject"))
            try:
                holds = text is not None and function(text) is True
            except Exception as error:
                holds = False
                raised.append(f"the function given as `{key}` raised {_said(error)}")
            if key == "require" and not holds:
                entry.update(conditions, require={"one_of": [_NOT_ACCEPTED]})
            elif key == "validate" and holds:
                entry.update(conditions, validate={"one_of": [text]})
        rules: Dict[str, Any] = {"auto_approve_tools": {name: entry}} if entry else {}
        if raised:
            rules["permissions"] = {name: {"allowed": "ask", "reason": "; ".join(raised)}}
        return rules or None


def _functions(entry: Any) -> Dict[str, Callable[[str], object]]:
    if not isinstance(entry, Mapping):
        return {}
    return {key: entry[key] for key in _FUNCTIONS if callable(entry.get(key))}


def _subject(tool: str, arguments: Optional[Mapping[str, Any]], named: Optional[str]) -> Optional[str]:
    arguments = arguments or {}
    keys = (named,) if named else (_native.COMMANDS if tool == "bash" else _native.SUBJECTS)
    for key in keys:
        value = arguments.get(key)
        if isinstance(value, str):
            return value if value.strip() else None
    return None


def _said(error: Exception) -> str:
    """An error on one line."""
    words = " ".join(f"{type(error).__name__}: {error}".split())
    return words if len(words) <= 200 else f"{words[:200]}…"


def should_auto_approve(tool_name: str, tool_args: Mapping[str, Any], auto_approve_config: Any) -> bool:
    """Whether granular rules approve a call without a question.

    ``auto_approve_config`` is a list of tools, or a mapping of tools to ``True``, ``False`` or their rules. Anything else, and
    anything invalid, approves nothing. The built-in floors hold here too.
    """
    try:
        granular = Granular(auto_approve_config)
        made = granular.rules_for(tool_name, tool_args) or {}
        if "permissions" in made:
            return False  # a function raised
        rules = made.get("auto_approve_tools")
        config = granular.plain
        if rules is not None and isinstance(config, Mapping):
            # The entry of the tool together with what its functions said.
            name = _native.canonical_tool(tool_name)
            config = dict(config)
            for key in [key for key in config if _native.canonical_tool(str(key)) == name]:
                own = config.pop(key)
                if isinstance(own, Mapping):
                    rules[name] = {**own, **rules[name]}
            config.update(rules)
        return _native.should_auto_approve(tool_name, tool_args, config)
    except (TypeError, ValueError):
        return False


def validate_auto_approve_config(config: Any) -> None:
    """Raises ``ValueError`` for the first mistake in granular rules."""
    _native.validate_auto_approve_config(Granular(config).plain)
