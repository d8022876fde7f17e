"""Policies and their verdicts."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Literal, Mapping, Optional, Sequence, Tuple, Union

from . import _native
from ._auto_approve import Granular
from ._native import Decision

StrPath = Union[str, "os.PathLike[str]"]
Shell = Union[str, Sequence[str], None]
Arguments = Optional[Mapping[str, Any]]
#: Whose habits a policy follows.
Profile = Literal["byleave", "connectonion", "oricore", "ollama"]
#: What is automatic beyond the rules.
Mode = Literal["default", "autoEdit", "yolo"]
#: What happens to a call.
Verdict = Literal["allow", "ask", "deny"]


class Policy:
    """A policy, ready to decide with.

    ``Policy()`` is byleave's own policy and reads no file. :meth:`load` reads the files that count for a project.
    ``permissions`` has the shape of ``host.yaml``; a bare ``True``, ``False`` or ``"ask"`` stands for an entry.
    ``auto_approve_tools`` is a list of tools, or a mapping of tools to their rules; ``validate`` and ``require`` may be
    functions of the command there.
    """

    def __init__(
        self,
        document: Union[str, Mapping[str, Any], None] = None,
        *,
        permissions: Optional[Mapping[str, Any]] = None,
        auto_approve_tools: Any = None,
        profile: Optional[Profile] = None,
        mode: Optional[Mode] = None,
        unknown_tools: Optional[Verdict] = None,
        tools: Optional[Mapping[str, str]] = None,
        cwd: Optional[StrPath] = None,
        project: Optional[StrPath] = None,
        home: Optional[StrPath] = None,
    ) -> None:
        granular = Granular(None)
        if isinstance(document, str):
            given = (permissions, auto_approve_tools, profile, mode, unknown_tools, tools)
            if any(value is not None for value in given):
                raise TypeError("a policy is given as text or in parts, not both")
            text = document
        elif document is None or isinstance(document, Mapping):
            parts: Dict[str, Any] = dict(document or {})
            for key, value in (
                ("permissions", permissions),
                ("auto_approve_tools", auto_approve_tools),
                ("profile", profile),
                ("mode", mode),
                ("unknown_tools", unknown_tools),
                ("tools", tools),
            ):
                if value is not None:
                    parts[key] = value
            granular = Granular(parts.pop("auto_approve_tools", None))
            if granular.plain is not None:
                parts["auto_approve_tools"] = granular.plain
            text = _text(parts)
        else:
            raise TypeError(f"a policy is a text or a mapping, not {type(document).__name__}")
        self._hold(_native.Policy.parse(text, "policy", cwd, project, home), granular)

    def _hold(self, native: _native.Policy, granular: Granular) -> None:
        self._native = native
        self._granular = granular
        #: The check itself, if no function of the user has a say: most of a check is a few microseconds of looking things up.
        self._direct = None if granular.has_functions else native.check

    @classmethod
    def load(
        cls,
        file: Optional[StrPath] = None,
        *,
        only: bool = False,
        profile: Optional[Profile] = None,
        mode: Optional[Mode] = None,
        cwd: Optional[StrPath] = None,
        project: Optional[StrPath] = None,
        home: Optional[StrPath] = None,
    ) -> "Policy":
        """Reads the policy files of a project: the machine's, ``file``, the user's, the project's.

        A file that is named here is trusted; a project's own file counts in full only after ``byleave trust``. With ``only``
        no file but ``file`` counts.
        """
        native = _native.Policy.load(file, only, cwd, project, home)
        if profile is not None or mode is not None:
            native = native.with_choices(profile, mode)
        return cls._of(native, Granular(None))

    @classmethod
    def _of(cls, native: _native.Policy, granular: Granular) -> "Policy":
        policy = cls.__new__(cls)
        policy._hold(native, granular)
        return policy

    def with_permissions(
        self, permissions: Optional[Mapping[str, Any]] = None, auto_approve_tools: Any = None
    ) -> "Policy":
        """The same policy with more rules. Every deny still holds."""
        granular = Granular(auto_approve_tools)
        parts: Dict[str, Any] = {}
        if permissions:
            parts["permissions"] = dict(permissions)
        if granular.plain is not None:
            parts["auto_approve_tools"] = granular.plain
        native = self._native.with_rules(_text(parts), "permissions") if parts else self._native
        return Policy._of(native, self._granular.and_also(granular))

    def with_profile(self, profile: Optional[Profile] = None, mode: Optional[Mode] = None) -> "Policy":
        """The same policy under another profile or mode."""
        return Policy._of(self._native.with_choices(profile, mode), self._granular)

    @property
    def profile(self) -> Profile:
        """Whose habits it follows."""
        return self._native.profile

    @property
    def mode(self) -> Mode:
        """What is automatic beyond the rules."""
        return self._native.mode

    @property
    def project(self) -> str:
        """The root of the project that paths are seen from."""
        return self._native.project

    @property
    def warnings(self) -> List[str]:
        """What byleave ignores, and what is probably a mistake."""
        return self._native.warnings

    @property
    def files(self) -> List[Tuple[str, bool]]:
        """The files it comes from, strongest first, and whether each is trusted."""
        return [(os.fspath(path), trusted) for path, trusted in self._native.files]

    def permissions(self) -> Dict[str, Dict[str, Any]]:
        """All its rules in the format of ``session['permissions']``."""
        return self._native.permissions()

    def check(
        self, tool: str, arguments: Arguments = None, *, cwd: Optional[StrPath] = None, shell: Shell = None
    ) -> Decision:
        """What would happen to a call: a dry run that asks no person."""
        direct = self._direct
        if direct is not None:
            return direct(tool, arguments, cwd, shell)
        return self._for(tool, arguments).check(tool, arguments, cwd, shell)

    def explain(
        self, tool: str, arguments: Arguments = None, *, cwd: Optional[StrPath] = None, shell: Shell = None
    ) -> str:
        """What would happen to a call, and why, for people."""
        from ._explain import explained

        return explained(self._for(tool, arguments).check(tool, arguments, cwd, shell, True))

    def _for(self, tool: str, arguments: Arguments) -> _native.Policy:
        """The policy for one call: what the user's functions say about the call is a rule for this call only."""
        rules = self._granular.rules_for(tool, arguments)
        if rules is None:
            return self._native
        return self._native.with_rules(json.dumps(rules), "auto_approve_tools")

    def __repr__(self) -> str:
        return repr(self._native)

    def __reduce__(self) -> Any:
        raise TypeError("a Policy cannot be pickled or copied: pass what it was made of and make it again")


def _text(parts: Dict[str, Any]) -> str:
    permissions = parts.get("permissions")
    if isinstance(permissions, Mapping):
        entries = {
            key: {"allowed": entry} if isinstance(entry, (bool, str)) else entry for key, entry in permissions.items()
        }
        parts = {**parts, "permissions": entries}
    return _native.json_of(parts, "policy")


#: A policy, a path, a mapping as in a policy file, or ``None`` for the files that count here.
PolicyLike = Union[Policy, StrPath, Mapping[str, Any], None]


def as_policy(
    policy: PolicyLike,
    *,
    cwd: Optional[StrPath] = None,
    project: Optional[StrPath] = None,
    home: Optional[StrPath] = None,
) -> Policy:
    if isinstance(policy, Policy):
        return policy
    if policy is None or isinstance(policy, (str, os.PathLike)):
        return Policy.load(policy, cwd=cwd, project=project, home=home)
    if isinstance(policy, Mapping):
        return Policy(policy, cwd=cwd, project=project, home=home)
    raise TypeError(f"a policy is a Policy, a path or a mapping, not {type(policy).__name__}")


def check(
    tool: str,
    arguments: Arguments = None,
    *,
    policy: PolicyLike = None,
    cwd: Optional[StrPath] = None,
    shell: Shell = None,
) -> Decision:
    """What would happen to a call: ``allow``, ``ask`` or ``deny``, with the reasons. It is a dry run.

    Without ``policy`` the files are read that count in this directory, each time; keep a :class:`Policy` to check often.
    """
    return as_policy(policy, cwd=cwd).check(tool, arguments, cwd=cwd, shell=shell)


def explain(
    tool: str,
    arguments: Arguments = None,
    *,
    policy: PolicyLike = None,
    cwd: Optional[StrPath] = None,
    shell: Shell = None,
) -> str:
    """What would happen to a call, and why, for people."""
    return as_policy(policy, cwd=cwd).explain(tool, arguments, cwd=cwd, shell=shell)
