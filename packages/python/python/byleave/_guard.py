"""A gate around a plain function."""

from __future__ import annotations

import functools
import inspect
from typing import Any, Callable, Dict, Mapping, Optional, TypeVar, Union, overload

from ._gate import Gate, Session
from ._policy import Shell

F = TypeVar("F", bound=Callable[..., Any])


@overload
def guard(function: F) -> F: ...


@overload
def guard(
    *,
    gate: Union[Session, Callable[[], Session], None] = None,
    tool: Optional[str] = None,
    arguments: Optional[Callable[..., Mapping[str, Any]]] = None,
    shell: Shell = None,
) -> Callable[[F], F]: ...


def guard(
    function: Optional[F] = None,
    *,
    gate: Union[Session, Callable[[], Session], None] = None,
    tool: Optional[str] = None,
    arguments: Optional[Callable[..., Mapping[str, Any]]] = None,
    shell: Shell = None,
) -> Union[F, Callable[[F], F]]:
    """Puts every call of a function through a gate: ``@byleave.guard`` or ``@byleave.guard(gate=gate, tool="bash")``.

    The call has the function's name, or ``tool``, and its arguments by name. The function runs with the approved arguments,
    which an approver may have edited, or :class:`Rejected` is raised and it does not run. Without ``gate`` one is made at the
    first call: the policy files that count here, and this process's terminal to ask.

    ``arguments`` makes the arguments that are judged out of those of the call, for a function whose own are no JSON. Such a call
    runs as it was made, so an approver who edits it is refused. Coroutine functions stay coroutine functions.
    """

    if gate is not None and not callable(gate) and not isinstance(gate, Session):
        raise TypeError(f"gate is a Gate or a function that returns one, not {type(gate).__name__}")

    def decorate(function: F) -> F:
        guarded = _Guarded(function, gate, tool, arguments, shell)
        if inspect.iscoroutinefunction(function):

            @functools.wraps(function)
            async def run_async(*args: Any, **kwargs: Any) -> Any:
                call = guarded.call(args, kwargs)
                permit = await guarded.session().authorize_async(guarded.tool, call, shell=shell)
                return await guarded.run(permit.take(), call, args, kwargs)

            return run_async  # type: ignore[return-value]

        @functools.wraps(function)
        def run(*args: Any, **kwargs: Any) -> Any:
            call = guarded.call(args, kwargs)
            permit = guarded.session().authorize(guarded.tool, call, shell=shell)
            return guarded.run(permit.take(), call, args, kwargs)

        return run  # type: ignore[return-value]

    if function is None:
        return decorate
    if not callable(function):
        raise TypeError("guard takes a function; write @byleave.guard(gate=gate) with keywords")
    return decorate(function)


class _Guarded:
    def __init__(
        self,
        function: Callable[..., Any],
        gate: Union[Session, Callable[[], Session], None],
        tool: Optional[str],
        arguments: Optional[Callable[..., Mapping[str, Any]]],
        shell: Shell,
    ) -> None:
        self.function = function
        self.signature = inspect.signature(function)
        self.gate = gate
        self.tool: str = tool or str(getattr(function, "__name__", "function"))
        self.arguments = arguments
        for parameter in self.signature.parameters.values():
            if parameter.kind is parameter.POSITIONAL_ONLY and arguments is None:
                raise TypeError(f"`{self.tool}` has a parameter without a name, `{parameter.name}`; pass `arguments`")

    def session(self) -> Session:
        if isinstance(self.gate, Session):
            return self.gate
        if self.gate is not None:
            return self.gate()
        return default_gate()

    def call(self, args: Any, kwargs: Any) -> Dict[str, Any]:
        """The arguments that the gate judges."""
        if self.arguments is not None:
            return dict(self.arguments(*args, **kwargs))
        bound = self.signature.bind(*args, **kwargs)
        bound.apply_defaults()
        call: Dict[str, Any] = {}
        for name, value in bound.arguments.items():
            kind = self.signature.parameters[name].kind
            if kind is inspect.Parameter.VAR_KEYWORD:
                call.update(value)
            elif kind is inspect.Parameter.VAR_POSITIONAL:
                call[name] = list(value)
            elif name not in ("self", "cls"):
                call[name] = value
        return call

    def run(self, approved: Dict[str, Any], call: Dict[str, Any], args: Any, kwargs: Any) -> Any:
        """Runs the function with the approved arguments."""
        if self.arguments is not None:
            # Looked at again: the objects may have changed while a person thought.
            if approved != _plain(dict(self.arguments(*args, **kwargs))):
                raise ValueError(f"the arguments of `{self.tool}` were edited or have changed; it did not run")
            return self.function(*args, **kwargs)
        if approved == _plain(call):
            # Neither edited nor changed meanwhile, so it runs as it was called.
            return self.function(*args, **kwargs)
        bound = self.signature.bind(*args, **kwargs)
        positional = []
        for name in ("self", "cls"):
            if name in bound.arguments:
                positional.append(bound.arguments[name])
        parameters = self.signature.parameters.values()
        rest = next((one.name for one in parameters if one.kind is one.VAR_POSITIONAL), None)
        if rest is not None:
            raise ValueError(f"the arguments of `{self.tool}` were edited, and it takes any number; it did not run")
        return self.function(*positional, **approved)


def _plain(value: Any) -> Any:
    """A value as the gate returns it: paths as text, tuples as lists."""
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    fspath = getattr(value, "__fspath__", None)
    return value if fspath is None else fspath()


_default: Optional[Gate] = None


def default_gate() -> Gate:
    """The gate of functions that name none: it uses the policy files and asks at the terminal."""
    from ._channels import Terminal

    global _default
    if _default is None:
        _default = Gate(channels=[Terminal()])
    return _default
