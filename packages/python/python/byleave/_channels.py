"""Channels: the terminal, a hub, your own code."""

from __future__ import annotations

import asyncio
import atexit
import contextvars
import inspect
import threading
from typing import Any, Awaitable, Callable, Dict, List, Mapping, Optional, Union

from . import _native
from ._drive import goes_up, polling_loop
from ._native import Answerer, Hub, Terminal

__all__ = ["Callback", "Hub", "Request", "Terminal"]

# A box that is open when the interpreter ends leaves the terminal as it was.
atexit.register(_native.restore_terminal)

#: ``True``, ``False``, a dict such as ``{"approved": False, "feedback": "use yarn"}``, or ``None`` to abstain.
Said = Union[bool, None, Mapping[str, Any]]


class Request(Dict[str, Any]):
    """A call that waits for an answer: the frame of the wire protocol, with its main fields as attributes."""

    @property
    def id(self) -> str:
        """Names the request."""
        return str(self["id"])

    @property
    def tool(self) -> str:
        """The tool that is called."""
        return str(self["tool"])

    @property
    def arguments(self) -> Dict[str, Any]:
        """What it is called with."""
        arguments: Dict[str, Any] = self["arguments"]
        return arguments

    @property
    def command(self) -> Optional[str]:
        """The text of a shell command."""
        arguments = self.arguments
        command = next((arguments[name] for name in _native.COMMANDS if name in arguments), None)
        return command if isinstance(command, str) else None

    @property
    def session(self) -> str:
        """The session that the call belongs to."""
        return str(self["session_id"])

    @property
    def reasons(self) -> List[str]:
        """Why it asks, in words."""
        return list(self["risk"].get("reasons", ()))

    @property
    def risk(self) -> str:
        """``low``, ``medium``, ``high`` or ``critical``."""
        return str(self["risk"]["level"])

    @property
    def remaining(self) -> List[Dict[str, str]]:
        """The calls of the same batch that come after it."""
        return list(self.get("batch_remaining", ()))


Answering = Callable[[Request], Union[Said, Awaitable[Said]]]


class Callback(_native.Callback):
    """Your own code that answers: a function, or a coroutine function, from a :class:`Request` to an answer.

    Nothing but ``True``, or a dict with ``approved`` that is ``True``, approves. Returning ``None`` leaves the question to
    the other channels. Raising denies. With ``people=True`` the code only carries the question to a person: it is asked
    together with the other channels to people, and its answers may grant (``"scope": "session"``).

    A function runs on a thread of its own, so that a timeout or Ctrl+C ends the waiting even if it never returns. A coroutine
    function runs on the event loop of ``authorize_async``.
    """

    def __new__(cls, function: Answering, *, name: str = "callback", people: bool = False) -> "Callback":
        if not callable(function):
            raise TypeError(f"a callback is a function of one request, not {type(function).__name__}")
        return super().__new__(cls, _starter(function), name, people)

    def __init__(self, function: Answering, *, name: str = "callback", people: bool = False) -> None:
        pass


def _is_async(function: Callable[..., Any]) -> bool:
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(getattr(function, "__call__", None))


def _starter(function: Answering) -> Callable[[Dict[str, Any], Answerer], Optional[Callable[[], None]]]:
    on_loop = _is_async(function)

    def start(frame: Dict[str, Any], answerer: Answerer) -> Optional[Callable[[], None]]:
        try:
            return begin(Request(frame), answerer)
        except BaseException as error:
            goes_up(error)
            raise

    def begin(request: Request, answerer: Answerer) -> Optional[Callable[[], None]]:
        loop = polling_loop()
        if on_loop and loop is not None:
            task = loop.create_task(_ask_on_loop(function, request, answerer))

            def cancel() -> None:
                try:
                    loop.call_soon_threadsafe(task.cancel)
                except RuntimeError:
                    pass  # the loop is closed, and the task with it

            return cancel
        context = contextvars.copy_context()
        thread = threading.Thread(
            target=context.run, args=(_ask, function, request, answerer), name="byleave-callback", daemon=True
        )
        thread.start()
        return None

    return start


def _ask(function: Answering, request: Request, answerer: Answerer) -> None:
    try:
        said = function(request)
        if inspect.isawaitable(said):
            said = asyncio.run(_awaited(said))
    except BaseException as error:  # an exit on this thread would end in silence
        answerer.fail(_told(error))
    else:
        answerer.answer(said)


async def _awaited(said: Awaitable[Said]) -> Said:
    return await said


async def _ask_on_loop(function: Answering, request: Request, answerer: Answerer) -> None:
    try:
        said = function(request)
        if inspect.isawaitable(said):
            said = await said
    except BaseException as error:
        answerer.fail(_told(error))
        if not isinstance(error, Exception):
            raise
    else:
        answerer.answer(said)


def _told(error: BaseException) -> str:
    return f"the callback raised {type(error).__name__}: {error}"
