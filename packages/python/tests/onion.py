"""A real ConnectOnion agent with a model that says what a test wrote down, and a person who answers so."""

from __future__ import annotations

import inspect
import itertools
from typing import Any, Callable, Dict, List, Optional

import connectonion
from connectonion import Agent
from connectonion.core.llm import LLM, LLMResponse, ToolCall
from connectonion.core.usage import TokenUsage
from connectonion.useful_tools import Shell
from connectonion.useful_tools import bash as _bash
from connectonion.useful_tools.file_tools import edit, read_file, write

#: The version of ConnectOnion: (0, 9), (1, 8), (1, 9).
GENERATION = tuple(int(part) for part in connectonion.__version__.split(".")[:2])

if inspect.signature(_bash).parameters["description"].default is inspect.Parameter.empty:

    def bash(command: str, cwd: str = ".", timeout: int = 120) -> str:
        """Runs a command. The tool of ConnectOnion 0.9, which wants a description of it."""
        return _bash(command, "a command", cwd, timeout)

else:
    bash = _bash

_ids = itertools.count(1)


class Model(LLM):
    """Each reply is a list of calls ``(tool, arguments)``, or a text that ends the turn."""

    def __init__(self, *replies: Any) -> None:
        self.model = "scripted"
        self.replies = list(replies)
        self.heard: List[List[Dict[str, Any]]] = []

    def complete(self, messages, tools=None, **kwargs):
        self.heard.append([dict(message) for message in messages])
        reply = self.replies.pop(0) if self.replies else "done"
        calls = [] if isinstance(reply, str) else [ToolCall(name, dict(given), f"call_{next(_ids)}") for name, given in reply]
        return LLMResponse(reply if isinstance(reply, str) else None, calls, None, TokenUsage())

    def structured_complete(self, messages, output_schema, **kwargs):
        raise NotImplementedError


class Io:
    """A client: answers questions in order, and has sent frames before."""

    def __init__(self, *answers: Any, frames: Any = ()) -> None:
        self.answers = list(answers)
        self.frames = list(frames)
        self.sent: List[Dict[str, Any]] = []

    def send(self, frame):
        self.sent.append(frame)

    def receive(self):
        answer = self.answers.pop(0) if self.answers else {"type": "io_closed"}
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def receive_all(self, kind=None):
        taken = [frame for frame in self.frames if kind is None or frame.get("type") == kind]
        self.frames = [frame for frame in self.frames if frame not in taken]
        return taken

    @property
    def asked(self):
        return [frame for frame in self.sent if frame.get("type") == "approval_needed"]


SAFE = {"type": "mode_change", "mode": "safe"}


def agent(model, io=None, plugins=(), tools=None):
    made = Agent(
        "assistant",
        llm=model,
        tools=[bash, write, edit, read_file, Shell()] if tools is None else tools,
        plugins=list(plugins),
        log=False,
        quiet=True,
    )
    made.io = io
    return made


def noting(name: str, arguments: Dict[str, Any], ran: Optional[List[str]] = None) -> Callable[..., str]:
    """A tool of a name, with such parameters, that only notes that it ran."""
    noted = [] if ran is None else ran

    def tool(**given: Any) -> str:
        """Does something."""
        noted.append(name)
        return "done"

    tool.__name__ = name
    parameters = [inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=str) for key in arguments]
    tool.__signature__ = inspect.Signature(parameters, return_annotation=str)  # type: ignore[attr-defined]
    tool.__annotations__ = {**{key: str for key in arguments}, "return": str}
    return tool


def says(state: Dict[str, Any]) -> Callable[[Any], None]:
    """A handler that puts something into each session, as a host does."""

    def handler(agent: Any) -> None:
        agent.current_session.update(state)

    handler._event_type = "after_user_input"  # type: ignore[attr-defined]
    return handler


def results(made) -> List[str]:
    """What the model was told about each call, in order."""
    return [message["content"] for message in made.current_session["messages"] if message.get("role") == "tool"]


def soft(feedback=None):
    return {"approved": False, "mode": "reject_soft", **({"feedback": feedback} if feedback else {})}


def host_yaml(project, text):
    (project / ".co").mkdir(exist_ok=True)
    path = project / ".co" / "host.yaml"
    path.write_text(text)
    return path
