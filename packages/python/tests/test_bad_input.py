"""Bad input: a clear error, a denial, and never a crash."""

from __future__ import annotations

import asyncio
import collections
import types

import pytest

import byleave
from byleave import Callback, Gate, Policy, Rejected

CIRCLE: dict = {"command": "ls"}
CIRCLE["self"] = CIRCLE
LOOP: list = []
LOOP.append(LOOP)
DEEP: dict = {}
for _ in range(5000):
    DEEP = {"x": DEEP}
WIDE: list = [0] * 1000
for _ in range(3):
    WIDE = [WIDE] * 1000


class Grows:
    """Changes what it stands in while that is read."""

    def __init__(self, owner):
        self.owner = owner

    def __fspath__(self):
        self.owner[str(len(self.owner))] = 1
        return "path"


class Bad:
    def __fspath__(self):
        raise OSError("no")


GROWING: dict = {}
GROWING["a"] = Grows(GROWING)


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        ("ls", TypeError, "arguments must be a dict"),
        (["ls"], TypeError, "arguments must be a dict"),
        (b"ls", TypeError, "decode them first"),
        ({"command": b"ls"}, TypeError, "arguments['command'] is not JSON: it is bytes"),
        ({"command": bytearray(b"ls")}, TypeError, "bytearray"),
        ({"a": {"b": [1, {2: 3}]}}, TypeError, "arguments['a']['b'][1] has a key that is no string but int"),
        ({"n": 10**30}, ValueError, "arguments['n'] has more than 64 bits"),
        ({"n": -(10**30)}, ValueError, "more than 64 bits"),
        ({"n": float("nan")}, ValueError, "not a finite number"),
        ({"n": float("inf")}, ValueError, "not a finite number"),
        ({"command": "ls \ud800"}, ValueError, "surrogate"),
        ({"\udfff": "ls"}, ValueError, "surrogate"),
        (CIRCLE, ValueError, "contains itself"),
        ({"x": LOOP}, ValueError, "contains itself"),
        (DEEP, ValueError, "100 levels"),
        ({"x": WIDE}, ValueError, "more than 1000000 values"),
        ({"x": object()}, TypeError, "object"),
        ({"x": {1, 2}}, TypeError, "set"),
        ({"x": Bad()}, TypeError, "Bad"),
        ({"x": 1j}, TypeError, "complex"),
        ({"x": lambda: None}, TypeError, "function"),
    ],
    ids=lambda value: None if not isinstance(value, str) else value[:40],
)
def test_arguments_that_are_no_json_are_an_error_with_the_place(arguments, error, text):
    for judge in (Policy().check, Gate(Policy(mode="yolo")).authorize, Gate(Policy()).would_run):
        with pytest.raises(error) as caught:
            judge("bash", arguments)
        assert text in str(caught.value)


@pytest.mark.parametrize("tool", [7, None, b"bash", "\ud800", ["bash"]])
def test_a_tool_is_named_by_text(tool):
    with pytest.raises((TypeError, ValueError)):
        Policy().check(tool, {})
    with pytest.raises((TypeError, ValueError)):
        Gate(Policy(mode="yolo")).authorize(tool, {})


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        None,
        {"command": None},
        {"command": 7},
        {"command": ["npm", "install"]},
        {"command": {"a": 1}},
        {"command": "ls\0rm"},
        {"command": "\x00"},
        {"command": "ls \x1b[2J\u202e"},
        {"command": "echo '" * 3},
        {"command": "$(" * 5000},
        {"cmd": "npm install"},
    ],
)
def test_odd_commands_never_run_by_themselves(arguments):
    assert Policy().check("bash", arguments).verdict != "allow"


def test_what_looks_like_json_is_taken_for_it():
    policy = Policy()
    for arguments in (
        types.MappingProxyType({"command": "ls"}),
        collections.OrderedDict(command="ls"),
        collections.ChainMap({"command": "ls"}),
    ):
        assert policy.check("bash", arguments).verdict == "allow"
    numbers = {"n": 2**64 - 1, "m": -(2**63), "f": 0.5, "t": (1, 2), "b": True, "e": None}
    permit = Gate(Policy(tools={"count": "read"})).authorize("count", numbers)
    assert permit.take() == {**numbers, "t": [1, 2]}
    assert policy.check("read", GROWING).verdict in ("allow", "ask")


def raises(error):
    def answer(request):
        raise error

    return answer


async def raises_later(request):
    await asyncio.sleep(0)
    raise RuntimeError("broken")


CYCLIC_ANSWER: dict = {"approved": True}
CYCLIC_ANSWER["arguments"] = CYCLIC_ANSWER


@pytest.mark.parametrize(
    ("answer", "cause", "detail"),
    [
        (raises(RuntimeError("broken")), "system", "the callback raised RuntimeError: broken"),
        (raises(KeyboardInterrupt()), "system", "KeyboardInterrupt"),
        (raises(SystemExit(3)), "system", "SystemExit"),
        (raises(MemoryError()), "system", "MemoryError"),
        (raises_later, "system", "the callback raised RuntimeError: broken"),
        (lambda request: None, "no_channel", None),
        (lambda request: "yes", "system", "yes"),
        (lambda request: "False", "system", "False"),
        (lambda request: 1, "system", "1"),
        (lambda request: [True], "system", "True"),
        (lambda request: b"true", "system", "bytes"),
        (lambda request: object(), "system", "object"),
        (lambda request: {"approved": "yes"}, "system", "approved"),
        (lambda request: {"approved": 1}, "system", "approved"),
        (lambda request: {"Approved": True}, "system", "Approved"),
        (lambda request: {"approved": True, "arguments": "ls"}, "system", "arguments"),
        (lambda request: {"approved": True, "arguments": {"n": 10**40}}, "system", "64 bits"),
        (lambda request: {"approved": True, "person": 7}, "system", "str"),
        (lambda request: CYCLIC_ANSWER, "system", "contains itself"),
        (lambda request: {"approved": True, "feedback": "\ud800"}, "system", "surrogate"),
        (lambda: True, "system", "TypeError"),
    ],
)
def test_a_callback_that_does_not_say_yes_denies(answer, cause, detail):
    for people in (False, True):
        gate = Gate(Policy(), channels=[Callback(answer, people=people)])
        for authorize in (gate.authorize, lambda *call: asyncio.run(gate.authorize_async(*call))):
            with pytest.raises(Rejected) as caught:
                authorize("bash", {"command": "npm install"})
            expected = "system" if people and cause == "no_channel" else cause
            assert caught.value.cause == expected, caught.value.detail
            if detail is not None:
                assert detail in caught.value.detail


def test_an_answer_without_a_word_is_a_no():
    for people, cause in ((False, "system"), (True, "rejected")):
        with pytest.raises(Rejected) as caught:
            Gate(Policy(), channels=[Callback(lambda request: {}, people=people)]).authorize("bash", {"command": "npm install"})
        assert caught.value.cause == cause


def test_only_people_grant():
    always = {"approved": True, "scope": "always"}
    with pytest.raises(Rejected) as caught:
        Gate(Policy(), channels=[lambda request: always]).authorize("bash", {"command": "npm install"})
    assert caught.value.cause == "system" and "scope" in caught.value.detail
    gate = Gate(Policy(), channels=[Callback(lambda request: {"approved": True, "scope": "always"}, people=True)])
    assert gate.authorize("bash", {"command": "npm install"}).scope == "always"


@pytest.mark.parametrize(
    "make",
    [
        lambda: Gate(7),
        lambda: Gate(Policy(), channels=["terminal"]),
        lambda: Gate(Policy(), channels=[None]),
        lambda: Gate(Policy(), timeout=-1),
        lambda: Gate(Policy(), timeout=float("nan")),
        lambda: Gate(Policy(), timeout=0),
        lambda: Gate(Policy(), profile="claude"),
        lambda: Gate(Policy(), mode="turbo"),
        lambda: Gate(Policy(), store="/dev/null/record.db"),
        lambda: Callback(None),
        lambda: Policy(7),
        lambda: Policy({"permissions": {"Bash(ls)": b"x"}}),
        lambda: Policy("permissions: {}", mode="yolo"),
        lambda: byleave.Terminal(style="neon"),
        lambda: byleave.Hub("ftp://x", "y"),
        lambda: byleave.Hub("http://127.0.0.1:1", "no token"),
        lambda: byleave.replay([("bash",)], Policy()),
    ],
)
def test_what_cannot_be_made_is_said_at_once(make):
    with pytest.raises((TypeError, ValueError, RuntimeError)) as caught:
        make()
    assert str(caught.value)


def test_events_that_raise_change_nothing(capsys):
    gate = Gate(Policy(), on_event=lambda event: 1 / 0)
    import sys

    seen = []
    old, sys.unraisablehook = sys.unraisablehook, seen.append
    try:
        gate.authorize("bash", {"command": "ls"})
    finally:
        sys.unraisablehook = old
    assert seen and seen[0].exc_type is ZeroDivisionError
