"""The gate: takes the calls of an agent, returns permits, raises :class:`Rejected`."""

from __future__ import annotations

import contextlib
import inspect
import os
from typing import (
    Any,
    Awaitable,
    Callable,
    Dict,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    TypeVar,
    Union,
    overload,
)

from ._channels import Answering
from ._channels import Callback as OwnCallback
from ._drive import drive, wait
from ._errors import refused
from ._native import Callback, Decision, Hub, Pending, Permit, Store, Terminal
from ._native import Session as NativeSession
from ._policy import Arguments, Mode, Policy, PolicyLike, Profile, Shell, StrPath, as_policy

Channel = Union[Terminal, Hub, Callback]
T = TypeVar("T")


class Session:
    """A gate in one session. Grants, a stop and the turn belong to the session."""

    _native: NativeSession
    _policy: Optional[Policy]

    def __init__(self, native: NativeSession, policy: Optional[Policy]) -> None:
        self._native = native
        self._policy = policy

    @property
    def id(self) -> str:
        """Names the session."""
        return self._native.id

    @property
    def project(self) -> str:
        """The root of the project that paths are seen from."""
        return self._native.project

    @property
    def profile(self) -> Profile:
        """Whose habits its policy follows."""
        return self._native.profile

    def check(
        self, tool: str, arguments: Arguments = None, *, cwd: Optional[StrPath] = None, shell: Shell = None
    ) -> Decision:
        """The verdict of the policy on a call: a dry run without grants. The gate asks no person."""
        return self._for(tool, arguments).check(tool, arguments, cwd=cwd, shell=shell)

    def would_run(
        self, tool: str, arguments: Arguments = None, *, cwd: Optional[StrPath] = None, shell: Shell = None
    ) -> bool:
        """Whether a call would run without a question, in this session and now."""
        return bool(wait(self._for(tool, arguments).would_run(tool, arguments, cwd=cwd, shell=shell)))

    def authorize(
        self,
        tool: str,
        arguments: Arguments = None,
        *,
        id: Optional[str] = None,
        description: Optional[str] = None,
        cwd: Optional[StrPath] = None,
        shell: Shell = None,
        ask: bool = False,
        remaining: Sequence[Tuple[str, Mapping[str, Any]]] = (),
    ) -> Permit:
        """Returns a permit to run one call, once; waits for a person if the policy says so.

        Run the call with ``permit.run(function)`` or with the arguments of ``permit.take()``: an approver may have edited
        them. ``description`` is what the agent says about the call; people see it as the agent's words. ``remaining`` are the
        calls of the same model reply that come after this one. With ``ask`` a person decides even if a rule allows the call.

        Raises :class:`Rejected`, or :class:`Stopped` if the turn ends here.
        """
        return _permit(wait(self._pending(tool, arguments, id, description, cwd, shell, ask, remaining)))

    async def authorize_async(
        self,
        tool: str,
        arguments: Arguments = None,
        *,
        id: Optional[str] = None,
        description: Optional[str] = None,
        cwd: Optional[StrPath] = None,
        shell: Shell = None,
        ask: bool = False,
        remaining: Sequence[Tuple[str, Mapping[str, Any]]] = (),
    ) -> Permit:
        """:meth:`authorize` for asyncio: other tasks run while the gate waits for a person."""
        return _permit(await drive(self._pending(tool, arguments, id, description, cwd, shell, ask, remaining)))

    def run(self, tool: str, arguments: Arguments, function: Callable[..., T], **call: Any) -> T:
        """Authorizes a call and runs it: ``function`` gets the approved arguments as keywords."""
        arguments = self.authorize(tool, arguments, **call).take()
        return function(**arguments)

    @overload
    async def run_async(
        self, tool: str, arguments: Arguments, function: Callable[..., Awaitable[T]], **call: Any
    ) -> T: ...

    @overload
    async def run_async(self, tool: str, arguments: Arguments, function: Callable[..., T], **call: Any) -> T: ...

    async def run_async(self, tool: str, arguments: Arguments, function: Callable[..., Any], **call: Any) -> Any:
        """:meth:`run` for asyncio; ``function`` may be a coroutine function."""
        permit = await self.authorize_async(tool, arguments, **call)
        result = function(**permit.take())
        if inspect.isawaitable(result):
            return await result
        return result

    def _pending(
        self,
        tool: str,
        arguments: Arguments,
        id: Optional[str],
        description: Optional[str],
        cwd: Optional[StrPath],
        shell: Shell,
        ask: bool,
        remaining: Sequence[Tuple[str, Mapping[str, Any]]],
    ) -> Pending:
        return self._for(tool, arguments).authorize(
            tool,
            arguments,
            id=id,
            description=description,
            cwd=cwd,
            shell=shell,
            ask=ask,
            remaining=[(name, given) for name, given in remaining],
        )

    def _for(self, tool: str, arguments: Arguments) -> NativeSession:
        """The gate for one call, because functions in the policy decide each call separately."""
        if self._policy is None or not self._policy._granular.has_functions:
            return self._native
        native = self._policy._for(tool, arguments)
        return self._native if native is self._policy._native else self._native.with_policy(native)

    def begin_turn(self, skills: Sequence[str] = ()) -> int:
        """The user sent a message: a new turn begins, and a stop ends. Name the skills that the *user* started."""
        return int(wait(self._native.begin_turn(list(skills))))

    def end_turn(self) -> None:
        """The model has finished: the grants for the turn end."""
        wait(self._native.end_turn())

    @contextlib.contextmanager
    def turn(self, skills: Sequence[str] = ()) -> Iterator[int]:
        """A turn as a block: ``with session.turn():``"""
        number = self.begin_turn(skills)
        try:
            yield number
        finally:
            self.end_turn()

    def end(self) -> None:
        """The session is over: its grants end."""
        wait(self._native.end())

    def stop(self, reason: str) -> None:
        """No call runs in the session until the user's next message (:meth:`begin_turn`)."""
        wait(self._native.stop(reason))

    @property
    def stop_signal(self) -> Optional[str]:
        """Why the session is stopped, if it is."""
        reason: Optional[str] = wait(self._native.stop_signal())
        return reason

    def set_mode(self, mode: Optional[Mode]) -> None:
        """The mode of the session; never above the ceiling of the policy."""
        wait(self._native.set_mode(mode))

    def grants(self) -> List[Dict[str, Any]]:
        """The grants that count in this session."""
        grants: List[Dict[str, Any]] = wait(self._native.grants())
        return grants

    def revoke(self, grant: str) -> None:
        """Revokes a grant."""
        wait(self._native.revoke(grant))

    def permissions(self) -> Dict[str, Dict[str, Any]]:
        """Safe tools, rules and grants in the format of ``session['permissions']``."""
        permissions: Dict[str, Dict[str, Any]] = wait(self._native.permissions())
        return permissions

    def session(self, id: str) -> "Session":
        """Another session of the same gate."""
        return Session(self._native.for_session(id), self._policy)

    def sub_agent(self, name: str) -> "Session":
        """A session for an agent below this one: it has this session's grants, and its own never reach this session."""
        return Session(self._native.sub_agent(name), self._policy)

    def __reduce__(self) -> Any:
        raise TypeError("a Gate cannot be pickled or copied: make a new one in the other process")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id} of {self.project}>"


class Gate(Session):
    """What an agent holds.

    ``policy`` is a :class:`Policy`, a path, a mapping as in a policy file, or ``None`` for the files that count here.
    ``channels`` are those to ask; a bare function stands for a :class:`Callback`. Without any, whatever would ask is denied.
    ``store`` keeps sessions, grants and the record: a path, a :class:`Store`, or ``None`` for memory. ``timeout`` is how many
    seconds a question waits at most. ``on_event`` gets every event as a dict, for logs.
    """

    def __init__(
        self,
        policy: PolicyLike = None,
        *,
        channels: Sequence[Union[Channel, Answering]] = (),
        session: Optional[str] = None,
        agent: Optional[str] = None,
        store: Union[Store, StrPath, None] = None,
        profile: Optional[Profile] = None,
        mode: Optional[Mode] = None,
        timeout: Optional[float] = None,
        cwd: Optional[StrPath] = None,
        project: Optional[StrPath] = None,
        home: Optional[StrPath] = None,
        on_event: Optional[Callable[[Dict[str, Any]], object]] = None,
    ) -> None:
        by_file = policy is None or isinstance(policy, (str, os.PathLike))
        made = None if by_file else as_policy(policy, cwd=cwd, project=project, home=home)
        if isinstance(store, (str, os.PathLike)):
            store = Store.sqlite(store)
        if callable(channels):
            channels = (channels,)
        native = NativeSession(
            policy=None if made is None else made._native,
            file=policy if isinstance(policy, (str, os.PathLike)) else None,
            channels=[as_channel(channel) for channel in channels],
            store=store,
            session=session,
            agent=agent,
            cwd=cwd,
            project=project,
            home=home,
            profile_name=profile,
            mode_name=mode,
            timeout=timeout,
            on_event=on_event,
        )
        super().__init__(native, made)

    def reload(self) -> None:
        """Reads the policy files again. If one is broken, denied calls stay denied and everything else asks."""
        self._native.reload()


def as_channel(channel: Union[Channel, Answering]) -> Channel:
    if isinstance(channel, (Terminal, Hub, Callback)):
        return channel
    if callable(channel):
        return OwnCallback(channel)
    raise TypeError(f"a channel is a Terminal, a Hub, a Callback or a function, not {type(channel).__name__}")


def _permit(result: Union[Permit, Dict[str, Any]]) -> Permit:
    if isinstance(result, Permit):
        return result
    raise refused(result)
