"""People answer: at a real hub over HTTP, and at a terminal. The command is the one in the wheel."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import pytest

from byleave import Gate, Hub, Policy, Rejected

COMMAND = Path(sys.executable).parent / "byleave"
needs_command = pytest.mark.skipif(not COMMAND.exists(), reason="the command is in the wheel only")
NPM = {"command": "npm install"}


@needs_command
def test_the_command_of_the_wheel_runs():
    done = subprocess.run([COMMAND, "check", "bash", '{"command":"ls && npm install"}', "--json"], capture_output=True)
    assert done.returncode == 3 and json.loads(done.stdout)["verdict"] == "ask"


@pytest.fixture
def hub(tmp_path):
    folder = tmp_path / "hub"
    folder.mkdir()
    store = folder / "record.db"
    with open(folder / "log", "wb") as log:
        served = subprocess.Popen(
            [COMMAND, "serve", "--listen", "127.0.0.1:0", "--store", str(store)], stdout=subprocess.PIPE, stderr=log, text=True
        )
    try:
        url = re.sub(r"/#token=.*", "", served.stdout.readline().strip())
        tokens = {}
        for role in ("agent", "approver"):
            # Tokens are made by people at a terminal, so here is one.
            code = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"
            arguments = [COMMAND, "hub", "token", "create", "--role", role, "--store", store, "--out", folder / role]
            subprocess.run(
                [sys.executable, "-c", code, *map(str, arguments)], check=True, capture_output=True, stdin=subprocess.DEVNULL
            )
            tokens[role] = (folder / role).read_text().strip()
        yield url, tokens
    finally:
        served.terminate()
        served.wait(30)
        served.stdout.close()


def ask(url, token, path, body=None):
    request = urllib.request.Request(
        url + path,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {token}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def answer_the_next(url, token, answer):
    """Somebody at the hub: answers the first request that comes."""

    def run():
        for _ in range(600):
            listed = ask(url, token, "/v1/requests")
            requests = listed["requests"] if isinstance(listed, dict) else listed
            if requests:
                ask(url, token, f"/v1/requests/{requests[0]['id']}/answer", answer)
                return
            time.sleep(0.05)

    person = threading.Thread(target=run, daemon=True)
    person.start()
    return person


@needs_command
def test_somebody_at_a_hub_says_yes_and_no(hub):
    url, tokens = hub
    gate = Gate(Policy(), channels=[Hub(url, tokens["agent"])])
    person = answer_the_next(url, tokens["approver"], {"approved": True, "scope": "session"})
    assert gate.authorize("bash", NPM).take() == NPM
    person.join(30)
    assert gate.would_run("bash", NPM), "what is granted at the hub counts here"
    answer_the_next(url, tokens["approver"], {"approved": False, "mode": "reject_soft", "feedback": "use yarn"})
    with pytest.raises(Rejected) as caught:
        gate.authorize("bash", {"command": "npm publish"})
    assert (caught.value.cause, caught.value.feedback) == ("rejected", "use yarn")


def read_until(descriptor, text):
    """What a terminal shows, up to a text."""
    seen = ""
    while text not in seen:
        ready, _, _ = select.select([descriptor], [], [], 60)
        assert ready, f"never shown: {text!r} in {seen!r}"
        try:
            chunk = os.read(descriptor, 4096).decode(errors="replace")
        except OSError:
            chunk = ""
        assert chunk, f"ended before {text!r}: {seen!r}"
        seen += chunk
    return seen


ASKING = (
    "import byleave\n"
    "gate = byleave.Gate(byleave.Policy(), channels=[byleave.Terminal()])\n"
    "try: print('PERMIT', gate.authorize('bash', {'command': 'npm install'}).take()['command'])\n"
    "except byleave.Rejected as refusal: print('REFUSED', refusal.cause, refusal.feedback)\n"
)


@pytest.mark.parametrize(("keys", "told"), [(b"1", "PERMIT npm install"), (b"3", "REFUSED rejected"), (b"\x03", "REFUSED")])
def test_a_person_at_the_terminal_answers_in_the_box(keys, told):
    child, descriptor = pty.fork()
    if child == 0:
        os.execv(sys.executable, [sys.executable, "-c", ASKING])
    try:
        shown = read_until(descriptor, "Ctrl+C cancel")
        assert "npm install" in shown
        # Keys that approve count only a moment after the box is drawn.
        time.sleep(0.4)
        os.write(descriptor, keys)
        if keys == b"3":
            os.write(descriptor, b"\r")
        assert told in read_until(descriptor, told)
    finally:
        os.close(descriptor)
        os.waitpid(child, 0)
