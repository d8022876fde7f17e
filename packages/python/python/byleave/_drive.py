"""Waits for the gate: a thread with other threads running meanwhile, a task with its event loop running."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, Optional

from ._native import Pending

_polling = threading.local()


def polling_loop() -> Optional[asyncio.AbstractEventLoop]:
    """The event loop that works on something of the gate right now, on this thread."""
    loop: Optional[asyncio.AbstractEventLoop] = getattr(_polling, "loop", None)
    return loop


def goes_up(error: BaseException) -> None:
    """Ctrl+C came while this thread worked inside the gate: it counts as soon as the gate returns, and the call is refused."""
    if not isinstance(error, Exception):
        _polling.raised = error


def _raise_what_goes_up() -> None:
    error: Optional[BaseException] = getattr(_polling, "raised", None)
    _polling.raised = None
    if error is not None:
        raise error


def wait(pending: Pending) -> Any:
    """Waits on this thread. Ctrl+C ends the wait, and the gate withdraws the question."""
    outer = polling_loop()
    # Whatever is asked meanwhile must not wait for the loop of this thread: it stands still.
    _polling.loop = None
    try:
        return pending.wait(threading.current_thread() is threading.main_thread())
    finally:
        _polling.loop = outer
        _raise_what_goes_up()


def _set(future: "asyncio.Future[None]") -> None:
    if not future.done():
        future.set_result(None)


async def drive(pending: Pending) -> Any:
    """Waits in a task. If the task is cancelled, the gate withdraws the question."""
    loop = asyncio.get_running_loop()
    try:
        while True:
            woken: "asyncio.Future[None]" = loop.create_future()

            def wake(woken: "asyncio.Future[None]" = woken) -> None:
                try:
                    loop.call_soon_threadsafe(_set, woken)
                except RuntimeError:
                    pass  # the loop is closed: no task waits any more

            _polling.loop = loop
            try:
                done = pending.poll(wake)
            finally:
                _polling.loop = None
                _raise_what_goes_up()
            if done:
                return pending.result()
            await woken
    except BaseException:
        pending.cancel()
        raise
