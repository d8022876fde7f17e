"""The gate: permits, rejections, sessions, turns, channels."""

from __future__ import annotations

import asyncio
import contextvars
import pickle
import threading
import time

import pytest

import byleave
from byleave import Callback, Gate, Policy, Rejected, Stopped, Store

NPM = {"command": "npm install"}


def gate(answer=None, **options):
    channels = [] if answer is None else [answer]
    return Gate(Policy(), channels=channels, **options)


def test_what_the_policy_allows_runs_once():
    permit = gate().authorize("bash", {"command": "ls"})
    assert permit.arguments == {"command": "ls"} and not permit.used
    assert permit.run(lambda command: command.upper()) == "LS"
    assert permit.used
    with pytest.raises(RuntimeError, match="used up"):
        permit.take()


def test_without_a_channel_what_asks_is_refused_with_the_rule_that_would_help():
    with pytest.raises(Rejected) as caught:
        gate().authorize("bash", NPM)
    refusal = caught.value
    assert isinstance(refusal, ValueError)
    assert (refusal.cause, refusal.tool) == ("no_channel", "bash")
    assert refusal.remedy == "Bash(npm install)"
    assert "Bash(npm install)" not in refusal.to_model_text(), "the remedy is for the operator"


def test_a_floor_refuses_before_anyone_is_asked():
    asked = []
    with pytest.raises(Rejected) as caught:
        gate(lambda request: asked.append(request) or True).authorize("bash", {"command": "byleave trust x"})
    assert caught.value.cause == "policy" and asked == []


@pytest.mark.parametrize("kind", ["sync", "async"])
@pytest.mark.parametrize("way", ["authorize", "authorize_async"])
def test_callbacks_answer_whatever_kind_they_and_their_caller_are(kind, way):
    seen = []

    def sync(request):
        seen.append((request.tool, request.command, request.arguments))
        return {"approved": True}

    async def waits(request):
        await asyncio.sleep(0)
        return sync(request)

    held = gate(sync if kind == "sync" else waits)
    if way == "authorize":
        permit = held.authorize("bash", NPM)
    else:
        permit = asyncio.run(held.authorize_async("bash", NPM))
    assert permit.take() == NPM
    assert seen == [("bash", "npm install", NPM)]


def test_an_async_callback_runs_on_the_loop_that_waits():
    loops = []

    async def answer(request):
        loops.append(asyncio.get_running_loop())
        return True

    async def main():
        await gate(answer).authorize_async("bash", NPM)
        return loops == [asyncio.get_running_loop()]

    assert asyncio.run(main())


def test_a_callback_sees_the_context_of_its_caller():
    user = contextvars.ContextVar("user", default="nobody")
    seen = []
    user.set("kim")
    gate(lambda request: seen.append(user.get()) or True).authorize("bash", NPM)
    assert seen == ["kim"]


def test_an_approver_may_edit_and_what_was_edited_is_judged_again():
    safer = {"command": "npm ci --ignore-scripts"}
    permit = gate(lambda request: {"approved": True, "arguments": safer}).authorize("bash", NPM)
    assert permit.take() == safer
    worse = {"command": "byleave trust x"}
    with pytest.raises(Rejected) as caught:
        gate(lambda request: {"approved": True, "arguments": worse}).authorize("bash", NPM)
    assert caught.value.cause == "policy"


def test_soft_hard_and_explain():
    for mode, stops in [("reject_soft", False), ("reject_hard", True), ("reject_explain", False)]:
        held = gate(lambda request: {"approved": False, "mode": mode, "feedback": "use yarn"})
        with pytest.raises(Rejected) as caught:
            held.authorize("bash", NPM)
        assert (caught.value.mode, caught.value.feedback) == (mode, "use yarn")
        assert isinstance(caught.value, Stopped) is stops
        assert "use yarn" in caught.value.to_model_text()


def test_a_hard_no_stops_the_session_until_the_user_speaks():
    answers = iter([{"approved": False, "mode": "reject_hard"}])
    held = gate(lambda request: next(answers))
    with pytest.raises(Stopped):
        held.authorize("bash", NPM)
    assert held.stop_signal
    with pytest.raises(Stopped):
        held.authorize("bash", {"command": "ls"})
    held.begin_turn()
    assert held.stop_signal is None
    held.authorize("bash", {"command": "ls"})


def test_people_may_grant_and_programs_may_not():
    granting = {"approved": True, "scope": "session", "person": "kim"}
    asked = []

    def answer(request):
        asked.append(request.command)
        return granting

    held = gate(Callback(answer, people=True, name="dialog"))
    held.authorize("bash", NPM)
    held.authorize("bash", NPM)
    assert asked == ["npm install"]
    (grant,) = held.grants()
    assert grant["source"] == "user"
    held.revoke(grant["id"])
    held.authorize("bash", NPM)
    assert len(asked) == 2
    with pytest.raises(Rejected) as caught:
        gate(answer).authorize("bash", NPM)
    assert caught.value.cause == "system" and "scope" in caught.value.detail


def test_a_turn_ends_what_was_granted_for_it():
    held = gate(Callback(lambda request: {"approved": True, "scope": "turn"}, people=True))
    with held.turn() as number:
        assert number == 1
        held.authorize("bash", NPM)
        assert held.would_run("bash", NPM)
    assert not held.would_run("bash", NPM)


def test_a_sub_agent_has_the_grants_above_it_and_gives_none_back():
    held = gate(Callback(lambda request: {"approved": True, "scope": "session"}, people=True))
    held.authorize("bash", NPM)
    below = held.sub_agent("reviewer")
    assert below.would_run("bash", NPM)
    below.authorize("bash", {"command": "npm run build"})
    assert not held.would_run("bash", {"command": "npm run build"})
    assert not held.session("elsewhere").would_run("bash", NPM)


def test_the_approver_sees_what_comes_after():
    seen = []
    held = gate(lambda request: seen.append(request.remaining) or True)
    held.authorize("bash", NPM, remaining=[("write", {"file_path": "a"}), ("bash", {"command": "npm test"})])
    assert seen == [
        [
            {"tool": "write", "arguments": '{"file_path": "a"}'},
            {"tool": "bash", "arguments": '{"command": "npm test"}'},
        ]
    ]


def test_a_call_can_be_put_to_a_person_although_a_rule_allows_it():
    with pytest.raises(Rejected, match="no one to ask"):
        gate().authorize("bash", {"command": "ls"}, ask=True)


def test_the_record_is_kept_in_a_file(project):
    path = project / "record.db"
    held = Gate(Policy(), store=path, session="work-7", agent="me")
    held.authorize("bash", {"command": "ls"})
    with pytest.raises(Rejected):
        held.authorize("bash", NPM)
    rows = byleave.replay(Store.sqlite(path), Policy())
    assert [(row["shown"], row["before"]) for row in rows] == [("npm install", "ask"), ("ls", "allow")]


def test_events_are_told():
    events = []
    held = gate(lambda request: True, on_event=events.append)
    held.authorize("bash", NPM)
    assert [event["event"] for event in events] == ["decided", "asked", "approved"]


@pytest.mark.parametrize("timeout", [0.2, 1.2])
def test_a_timeout_need_not_be_whole_seconds(timeout):
    held = gate(lambda request: time.sleep(60) or True, timeout=timeout)
    began = time.monotonic()
    with pytest.raises(Rejected) as caught:
        held.authorize("bash", {"command": "npm install"})
    assert caught.value.cause == "timeout"
    assert timeout <= time.monotonic() - began < timeout + 0.7


def test_a_question_ends_at_its_timeout():
    held = gate(lambda request: time.sleep(60) or True, timeout=1)
    with pytest.raises(Rejected) as caught:
        held.authorize("bash", NPM)
    assert caught.value.cause == "timeout"


def test_a_cancelled_task_withdraws_the_question():
    ended = []

    async def answer(request):
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            ended.append(request.tool)
            raise

    async def main():
        task = asyncio.create_task(gate(answer).authorize_async("bash", NPM))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.sleep(0.1)

    asyncio.run(main())
    assert ended == ["bash"]


def test_other_threads_run_while_one_waits():
    asked, go_on = threading.Event(), threading.Event()

    def answer(request):
        asked.set()
        return go_on.wait(30)

    held = gate(answer)
    permits = []
    waiting = threading.Thread(target=lambda: permits.append(held.authorize("bash", NPM)))
    waiting.start()
    assert asked.wait(30)
    held.authorize("bash", {"command": "ls"})
    assert permits == []
    go_on.set()
    waiting.join(30)
    assert len(permits) == 1


def test_a_hub_out_of_reach_refuses():
    token = "byleave_0000000000000000_" + "0" * 64
    held = gate(byleave.Hub("http://127.0.0.1:9", token, patience=0.2))
    with pytest.raises(Rejected) as caught:
        held.authorize("bash", NPM)
    assert caught.value.cause == "system"
    with pytest.raises(ValueError):
        byleave.Hub("http://hub.example", token)


def test_without_a_terminal_the_terminal_refuses():
    import subprocess
    import sys

    code = (
        "import byleave, sys\n"
        "try: byleave.Gate(byleave.Policy(), channels=[byleave.Terminal()]).authorize('bash', {'command': 'npm install'})\n"
        "except byleave.Rejected as error: print(error.cause)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, text=True, start_new_session=True
    )
    assert done.stdout.strip() == "no_channel", done.stderr


def test_gates_permits_and_stores_say_clearly_that_they_cannot_be_pickled():
    held = gate()
    for thing in (held, held.authorize("bash", {"command": "ls"}), Store.memory()):
        with pytest.raises(TypeError, match="cannot be pickled"):
            pickle.dumps(thing)


def test_a_rejection_can_be_pickled():
    with pytest.raises(Rejected) as caught:
        gate().authorize("bash", NPM)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.remedy) == (str(caught.value), caught.value.remedy)


def test_run_gives_the_tool_what_was_approved():
    held = gate(lambda request: {"approved": True, "arguments": {"command": "npm ci"}})
    assert held.run("bash", NPM, lambda command: command) == "npm ci"

    async def tool(command):
        return command

    assert asyncio.run(held.run_async("bash", NPM, tool)) == "npm ci"
