"""Many at once, interrupts, other processes, and no leak."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading

import pytest

from byleave import Callback, Gate, Policy, Rejected
from byleave._drive import wait

NPM = {"command": "npm install"}
MANY = 1000
# A hundred thousand for the wheel that people get; one that is not optimised would take minutes.
CHECKS = 100_000 if os.environ.get("BYLEAVE_PROFILE") == "release" else 5_000


def test_a_thousand_threads_on_one_gate():
    gate = Gate(Policy(), channels=[lambda request: request.arguments["n"] % 2 == 0])
    ran, refused, lock = [], [], threading.Lock()

    def call(number):
        try:
            permit = gate.authorize("bash", {**NPM, "n": number})
        except Rejected as refusal:
            assert refusal.cause == "rejected", refusal.detail
            with lock:
                refused.append(number)
        else:
            with lock:
                ran.append(permit.take()["n"])

    threads = [threading.Thread(target=call, args=(number,)) for number in range(MANY)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(ran) == list(range(0, MANY, 2)) and sorted(refused) == list(range(1, MANY, 2))


def test_a_thousand_tasks_on_one_gate_wait_together():
    async def main():
        everyone = asyncio.Event()
        waiting = 0

        async def answer(request):
            nonlocal waiting
            waiting += 1
            if waiting == MANY:
                everyone.set()  # nobody is answered before all have asked
            await everyone.wait()
            return request.arguments["n"] % 2 == 0

        gate = Gate(Policy(), channels=[answer])

        async def call(number):
            try:
                return (await gate.authorize_async("bash", {**NPM, "n": number})).take()["n"]
            except Rejected as refusal:
                assert refusal.cause == "rejected", refusal.detail
                return None

        return await asyncio.gather(*(call(number) for number in range(MANY)))

    results = asyncio.run(main())
    assert results == [number if number % 2 == 0 else None for number in range(MANY)]


# A shell that starts the tests in the background has them ignore SIGINT.
WAITING = """
import asyncio, signal, sys, time
import byleave
signal.signal(signal.SIGINT, signal.default_int_handler)
async def later(request):
    print("asked", flush=True)
    await asyncio.sleep(600)
def now(request):
    print("asked", flush=True)
    time.sleep(600)
gate = byleave.Gate(byleave.Policy(), channels=[CHANNEL])
try:
    RUN
except KeyboardInterrupt:
    print("interrupted", flush=True)
    sys.exit(7)
"""
CALL = "('bash', {'command': 'npm install'})"


@pytest.mark.parametrize(
    ("channel", "run"),
    [
        ("now", f"gate.authorize{CALL}"),
        ("later", f"gate.authorize{CALL}"),
        ("later", f"asyncio.run(gate.authorize_async{CALL})"),
        ("now", f"asyncio.run(gate.authorize_async{CALL})"),
    ],
)
def test_ctrl_c_ends_the_waiting(channel, run):
    code = WAITING.replace("CHANNEL", channel).replace("RUN", run)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline().strip() == "asked"
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline().strip() == "interrupted"
        assert process.wait(60) == 7


def test_ctrl_c_while_a_question_begins_goes_up(monkeypatch):
    def interrupted(self):
        raise KeyboardInterrupt

    gate = Gate(Policy(), channels=[lambda request: True])
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", interrupted)
        with pytest.raises(KeyboardInterrupt):
            gate.authorize("bash", NPM)
        with pytest.raises(KeyboardInterrupt):
            asyncio.run(gate.authorize_async("bash", NPM))
    assert gate.authorize("bash", NPM).take() == NPM


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_gate_is_for_the_process_that_made_it():
    code = (
        "import os, byleave\n"
        "gate = byleave.Gate(byleave.Policy(), channels=[lambda request: True])\n"
        "gate.authorize('bash', {'command': 'npm install'})\n"
        "if os.fork() == 0:\n"
        "    try: gate.authorize('bash', {'command': 'ls'})\n"
        "    except RuntimeError as error: assert 'before a fork' in str(error), error\n"
        "    else: os._exit(1)\n"
        "    assert byleave.Policy().check('bash', {'command': 'ls'}).allowed\n"
        "    fresh = byleave.Gate(byleave.Policy(), channels=[lambda request: True])\n"
        "    fresh.authorize('bash', {'command': 'npm install'})\n"
        "    os._exit(9)\n"
        "print(os.waitstatus_to_exitcode(os.wait()[1]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stdout.strip() == "9", done.stdout + done.stderr


def spawned(command):
    return Policy().check("bash", {"command": command}).verdict


def test_a_spawned_process_has_its_own():
    import multiprocessing

    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(spawned, ["ls", "npm install"]) == ["allow", "ask"]


def test_a_sub_interpreter_is_refused_or_works():
    code = (
        "try: import _interpreters as interpreters\n"
        "except ImportError:\n"
        "    try: import _xxsubinterpreters as interpreters\n"
        "    except ImportError: raise SystemExit(0)\n"
        "import byleave\n"
        "inner = interpreters.create()\n"
        "text = 'try:\\n import byleave\\n byleave.check(\"bash\", {\"command\": \"ls\"})\\nexcept ImportError as error:\\n"
        " assert \"interpreter\" in str(error), error\\n'\n"
        "told = interpreters.run_string(inner, text)\n"
        "assert told is None, told\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="needs /proc")
def test_checks_leak_nothing():
    policy = Policy(permissions={"Bash(make *)": True})
    arguments = {"command": "make test", "list": [1, 2, {"a": "b"}]}

    def checks(count):
        for _ in range(count):
            decision = policy.check("bash", arguments)
            decision.reason, decision.findings

    checks(CHECKS // 10)
    gc.collect()
    objects, before = len(gc.get_objects()), resident()
    checks(CHECKS)
    gc.collect()
    assert resident() - before < 8 << 20
    assert len(gc.get_objects()) - objects < 200
    assert sys.getrefcount(arguments) == 2


def resident():
    """The memory of this process, in megabytes."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="where memory is measured")
def test_a_gate_that_asks_for_ever_does_not_grow():
    from byleave import Store

    store = Store.memory()
    gate = Gate(Policy(), channels=[lambda request: True], store=store)

    def ask(count):
        for _ in range(count):
            assert gate.authorize("bash", {"command": "npm install"}).take() == {"command": "npm install"}
        return resident()

    before = ask(2_200)  # it keeps 2,000 rows of its record, and 1,000 questions
    assert ask(1_200) - before < 10, "each question once took 24 KB for ever"
    assert len(wait(store.records(10_000))) == 2_000


def test_questions_that_ended_leave_no_threads():
    before = set(threading.enumerate())
    gate = Gate(Policy(), channels=[Callback(lambda request: False)])
    for _ in range(200):
        with pytest.raises(Rejected):
            gate.authorize("bash", NPM)
    for thread in set(threading.enumerate()) - before:
        thread.join(60)
        assert not thread.is_alive(), thread.name
