import os
from typing import Any, Callable, Dict, List, Literal, Mapping, Optional, Sequence, Tuple, TypeVar, Union, final

from typing_extensions import Self, disjoint_base

_StrPath = Union[str, "os.PathLike[str]"]
_Shell = Union[str, Sequence[str], None]
_Verdict = Literal["allow", "ask", "deny"]
_Profile = Literal["byleave", "connectonion", "oricore", "ollama"]
_Mode = Literal["default", "autoEdit", "yolo"]
_Style = Literal["byleave", "ollama", "plain"]
_T = TypeVar("_T")

__version__: str

__all__ = [
    "COMMANDS",
    "Answerer",
    "Callback",
    "Decision",
    "Finding",
    "Hub",
    "Pending",
    "Permit",
    "Policy",
    "PolicyError",
    "SUBJECTS",
    "Session",
    "Store",
    "Terminal",
    "__version__",
    "canonical_tool",
    "json_of",
    "restore_terminal",
    "should_auto_approve",
    "skill_standing",
    "validate_auto_approve_config",
]

#: The arguments in which agents hand over a command, and those that say what another tool is about, each in their order.
COMMANDS: Tuple[str, ...]
SUBJECTS: Tuple[str, ...]

class PolicyError(ValueError):
    """A policy is broken: nothing starts on it."""

def should_auto_approve(tool: str, arguments: Mapping[str, Any], config: Any) -> bool: ...
def validate_auto_approve_config(config: Any) -> None: ...
def canonical_tool(name: str) -> str: ...
def json_of(value: Any, name: str) -> str: ...
def restore_terminal() -> None: ...
def skill_standing(name: str, project: _StrPath) -> Optional[Tuple[_StrPath, bool]]: ...

@final
class Finding:
    """One reason in a verdict."""

    @property
    def verdict(self) -> _Verdict:
        """What it contributes."""
    @property
    def stage(self) -> str:
        """Where it was found: ``read``, ``deny floor``, ``ask floor (hard)``, ``ask floor (named)`` or ``layers``."""
    @property
    def source(self) -> str:
        """Who is credited with it, as in :attr:`Decision.source`."""
    @property
    def rule(self) -> Optional[str]:
        """The rule or table row that speaks, as written."""
    @property
    def location(self) -> Optional[str]:
        """Where the rule stands, as ``file:line``."""
    @property
    def span(self) -> Optional[Tuple[int, int]]:
        """The part of the command it is about, in bytes."""
    @property
    def part(self) -> Optional[str]:
        """The text of that part."""
    @property
    def code(self) -> str:
        """What the reason is called, whatever its words are: ``no-rule``, ``not-plain-group``."""
    @property
    def reason(self) -> str:
        """The words for a person."""

@final
class Decision:
    """What happens to a call, and why. Only ``allow`` is true."""

    @property
    def verdict(self) -> _Verdict:
        """What happens to the call."""
    @property
    def allowed(self) -> bool:
        """Whether it runs at once."""
    @property
    def source(self) -> str:
        """Who is credited with the verdict: ``safe``, ``config``, ``skill``, ``user``, ``mode``, ``tool``, ``floor``, or ``none``."""
    @property
    def rule(self) -> Optional[str]:
        """The rule that decided, as written; ``None`` if none did."""
    @property
    def reason(self) -> str:
        """The decisive reason in words."""
    @property
    def outside(self) -> bool:
        """Whether the call touches, or may touch, a path outside the project."""
    @property
    def high_risk(self) -> bool:
        """Whether some part of it is a high-risk command."""
    @property
    def approvals(self) -> int:
        """How many people must say yes if it asks."""
    @property
    def tool(self) -> str:
        """The tool that is called."""
    @property
    def command(self) -> Optional[str]:
        """The text of a shell command; ``None`` for other tools."""
    @property
    def remedy(self) -> List[str]:
        """The rules that would allow exactly this call, tried out first."""
    @property
    def findings(self) -> List[Finding]:
        """All reasons, in the order they were found."""
    def to_dict(self) -> Dict[str, Any]: ...
    def __bool__(self) -> bool: ...
    def _repr_html_(self) -> str: ...

@final
class Policy:
    @staticmethod
    def parse(
        content: str,
        name: str,
        cwd: Optional[_StrPath] = None,
        project: Optional[_StrPath] = None,
        home: Optional[_StrPath] = None,
    ) -> Policy: ...
    @staticmethod
    def load(
        file: Optional[_StrPath] = None,
        only: bool = False,
        cwd: Optional[_StrPath] = None,
        project: Optional[_StrPath] = None,
        home: Optional[_StrPath] = None,
    ) -> Policy: ...
    def with_rules(self, content: str, name: str) -> Policy: ...
    def with_choices(
        self,
        profile_name: Optional[_Profile] = None,
        mode_name: Optional[_Mode] = None,
        asks_unknown: bool = False,
        reads_without_rule: Optional[str] = None,
        rules_only: bool = False,
    ) -> Policy: ...
    @property
    def profile(self) -> _Profile: ...
    @property
    def mode(self) -> _Mode: ...
    @property
    def ceiling(self) -> str: ...
    @property
    def warnings(self) -> List[str]: ...
    @property
    def files(self) -> List[Tuple[_StrPath, bool]]: ...
    @property
    def project(self) -> str: ...
    @property
    def home(self) -> str: ...
    def permissions(self) -> Dict[str, Dict[str, Any]]: ...
    def category(self, tool: str) -> Optional[str]: ...
    def check(
        self,
        tool: str,
        arguments: Optional[Mapping[str, Any]] = None,
        cwd: Optional[_StrPath] = None,
        shell: _Shell = None,
        remedy: bool = False,
    ) -> Decision: ...

@final
class Pending:
    def wait(self, signals: bool) -> Any: ...
    def poll(self, wake: Callable[[], None]) -> bool: ...
    def result(self) -> Any: ...
    def cancel(self) -> None: ...

@final
class Answerer:
    def answer(self, value: Any) -> None: ...
    def fail(self, why: str) -> None: ...
    def close(self) -> None: ...

@final
class Terminal:
    """The approval box on this process's terminal. ``style`` is ``byleave``, ``ollama`` or ``plain``."""

    def __new__(cls, *, style: Optional[_Style] = None) -> Self: ...

@final
class Hub:
    """Asks the people at a hub (``byleave serve``). It sends nothing before the first question."""

    def __new__(
        cls,
        url: str,
        token: str,
        *,
        patience: Optional[float] = None,
        certificates: Optional[_StrPath] = None,
        in_the_clear: bool = False,
    ) -> Self: ...

@disjoint_base
class Callback:
    def __new__(
        cls, start: Callable[[Dict[str, Any], Answerer], Optional[Callable[[], None]]], name: str, people: bool
    ) -> Self: ...

@final
class Permit:
    """Leave to run one call, once."""

    @property
    def tool(self) -> str:
        """The tool that may run."""
    @property
    def id(self) -> str:
        """The id of the call."""
    @property
    def record(self) -> str:
        """The entry of the record that tells of it."""
    @property
    def scope(self) -> str:
        """How far the approval goes: ``once``, ``turn``, ``session`` and so on."""
    @property
    def waited(self) -> float:
        """How long a person took, in seconds."""
    @property
    def reason(self) -> str:
        """Why it may run, in words."""
    @property
    def source(self) -> str:
        """Who is credited, as in :attr:`Decision.source`."""
    @property
    def arguments(self) -> Dict[str, Any]:
        """The arguments that were approved; they may be others than the model gave. A copy."""
    @property
    def used(self) -> bool:
        """Whether it was used up."""
    def take(self) -> Dict[str, Any]:
        """Uses it up and returns the approved arguments."""
    def run(self, function: Callable[..., _T]) -> _T:
        """Uses it up: calls ``function`` with the approved arguments as keywords."""

@final
class Store:
    """Where sessions, grants and the record are kept."""

    @staticmethod
    def memory() -> Store:
        """Forgets everything with the process, and earlier the oldest of what is over: it keeps 2,000 rows of the record."""
    @staticmethod
    def sqlite(path: Optional[_StrPath] = None) -> Store:
        """A file; the one that the ``byleave`` command reads if none is named."""
    @property
    def path(self) -> Optional[_StrPath]:
        """The file; ``None`` for a store in memory."""
    def records(self, limit: int, session: Optional[str] = None) -> Pending: ...

@final
class Session:
    def __new__(
        cls,
        *,
        policy: Optional[Policy] = None,
        file: Optional[_StrPath] = None,
        channels: Sequence[Union[Terminal, Hub, Callback]] = ...,
        store: Optional[Store] = None,
        session: Optional[str] = None,
        agent: Optional[str] = None,
        cwd: Optional[_StrPath] = None,
        project: Optional[_StrPath] = None,
        home: Optional[_StrPath] = None,
        profile_name: Optional[_Profile] = None,
        mode_name: Optional[_Mode] = None,
        timeout: Optional[float] = None,
        on_event: Optional[Callable[[Dict[str, Any]], object]] = None,
    ) -> Self: ...
    def with_policy(self, policy: Policy) -> Session: ...
    @property
    def id(self) -> str: ...
    @property
    def project(self) -> str: ...
    @property
    def profile(self) -> _Profile: ...
    def for_session(self, id: str) -> Session: ...
    def sub_agent(self, name: str) -> Session: ...
    def reload(self) -> None: ...
    def authorize(
        self,
        tool: str,
        arguments: Optional[Mapping[str, Any]] = None,
        *,
        id: Optional[str] = None,
        description: Optional[str] = None,
        cwd: Optional[_StrPath] = None,
        shell: _Shell = None,
        ask: bool = False,
        remaining: Sequence[Tuple[str, Mapping[str, Any]]] = ...,
    ) -> Pending: ...
    def check(
        self,
        tool: str,
        arguments: Optional[Mapping[str, Any]] = None,
        *,
        cwd: Optional[_StrPath] = None,
        shell: _Shell = None,
    ) -> Decision: ...
    def would_run(
        self,
        tool: str,
        arguments: Optional[Mapping[str, Any]] = None,
        *,
        cwd: Optional[_StrPath] = None,
        shell: _Shell = None,
    ) -> Pending: ...
    def begin_turn(self, skills: List[str]) -> Pending: ...
    def end_turn(self) -> Pending: ...
    def end(self) -> Pending: ...
    def stop(self, reason: str) -> Pending: ...
    def stop_signal(self) -> Pending: ...
    def set_mode(self, name: Optional[_Mode]) -> Pending: ...
    def grants(self) -> Pending: ...
    def revoke(self, grant: str) -> Pending: ...
    def permissions(self) -> Pending: ...
