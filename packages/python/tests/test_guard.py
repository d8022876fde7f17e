"""``@byleave.guard``: a gate around a plain function."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from contract import contract

import byleave
from byleave import Gate, Policy, Rejected


def gate(answer=None):
    return Gate(Policy(), channels=[] if answer is None else [answer])


def test_a_function_runs_only_with_leave():
    ran = []

    @byleave.guard(gate=gate(lambda request: request.command == "npm test"), tool="bash")
    def run(command: str, timeout: int = 10) -> str:
        """Runs a command."""
        ran.append(command)
        return f"{command} {timeout}"

    assert run("ls") == "ls 10"
    assert run(command="npm test", timeout=3) == "npm test 3"
    with pytest.raises(Rejected):
        run("npm install")
    assert ran == ["ls", "npm test"]
    assert (run.__name__, run.__doc__) == ("run", "Runs a command.")


def test_the_call_has_the_functions_name_and_its_arguments_by_name():
    seen = []

    @byleave.guard(gate=gate(lambda request: seen.append((request.tool, request.arguments)) or True))
    def deploy(service, *, region="eu", **labels):
        return service, region, labels

    assert deploy("shop", team="a") == ("shop", "eu", {"team": "a"})
    assert seen == [("deploy", {"service": "shop", "region": "eu", "team": "a"})]


def test_what_an_approver_edited_is_what_runs():
    @byleave.guard(gate=gate(lambda request: {"approved": True, "arguments": {"service": "test-shop"}}))
    def deploy(service):
        return service

    assert deploy("shop") == "test-shop"


def test_a_coroutine_function_stays_one():
    @byleave.guard(gate=gate(lambda request: True))
    async def deploy(service):
        await asyncio.sleep(0)
        return service

    assert asyncio.iscoroutinefunction(deploy) and asyncio.run(deploy("shop")) == "shop"


def test_methods_are_guarded_without_their_object():
    seen = []

    class Shop:
        @byleave.guard(gate=gate(lambda request: seen.append(request.arguments) or {"approved": True, "arguments": {"n": 2}}))
        def sell(self, n):
            return self, n

    shop = Shop()
    assert shop.sell(1) == (shop, 2) and seen == [{"n": 1}]


def test_paths_and_tuples_reach_the_function_as_they_were():
    @byleave.guard(gate=gate(lambda request: True))
    def show(path, pair):
        return path, pair

    assert show(Path("a"), (1, 2)) == (Path("a"), (1, 2))


def test_arguments_that_are_no_json_need_a_way_to_show_them():
    class Frame:
        name = "orders"

    @byleave.guard(gate=gate(lambda request: True))
    def save(frame):
        return frame

    with pytest.raises(TypeError, match=r"arguments\['frame'\] is not JSON: it is Frame"):
        save(Frame())

    edited = []

    @byleave.guard(gate=gate(lambda request: edited.pop() if edited else True), arguments=lambda frame: {"frame": frame.name})
    def save_named(frame):
        return frame

    frame = Frame()
    assert save_named(frame) is frame
    edited.append({"approved": True, "arguments": {"frame": "other"}})
    with pytest.raises(ValueError, match="edited or have changed"):
        save_named(frame)


def test_what_changes_while_a_person_thinks_does_not_run():
    box = {"service": "test-shop"}

    def answer(request):
        box["service"] = "shop"
        return True

    @byleave.guard(gate=gate(answer))
    def deploy(target):
        return target["service"]

    assert deploy(box) == "test-shop", "what was approved runs"
    box["service"] = "test-shop"

    @byleave.guard(gate=gate(answer), arguments=lambda target: dict(target))
    def deploy_shown(target):
        return target["service"]

    with pytest.raises(ValueError, match="have changed"):
        deploy_shown(box)


def test_a_gate_may_be_chosen_at_each_call():
    chosen = {"gate": gate()}

    @byleave.guard(gate=lambda: chosen["gate"])
    def deploy():
        return "done"

    with pytest.raises(Rejected):
        deploy()
    chosen["gate"] = gate(lambda request: True)
    assert deploy() == "done"


def test_a_bare_guard_has_the_files_and_the_terminal():
    @byleave.guard
    def read_file(path):
        return path

    assert read_file("a.txt") == "a.txt"


def test_what_cannot_be_guarded_is_said():
    with pytest.raises(TypeError):
        byleave.guard(7)
    with pytest.raises(TypeError, match="without a name"):

        @byleave.guard
        def odd(value, /):
            return value


def drive(of, command, host, ran):
    @byleave.guard(gate=of)
    def bash(command):
        ran.append(command)

    try:
        bash(command)
    except byleave.Rejected as refusal:
        return refusal.to_model_text()
    return ""


test_contract = contract("guard", drive)
