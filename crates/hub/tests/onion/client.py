"""Clients of ConnectOnion against a real hub: its own client, and what it would never send.

Started by `onion.rs`, which enrols and revokes keys when asked to, one JSON object a line each way. Every case is told as
one line too. Signing is ConnectOnion's own (`address.sign`), and so is the client of the first cases (`RemoteAgent`).
"""

import asyncio
import importlib.util
import json
import pathlib
import sys
import time
import types
import urllib.error
import urllib.request
import uuid

import websockets


def real_package():
    """The real modules without what stands beside them: the packages' own imports want a model of every vendor."""
    root = pathlib.Path(next(iter(importlib.util.find_spec("connectonion").submodule_search_locations)))
    for name in ("", ".core", ".network", ".network.host"):
        package = types.ModuleType("connectonion" + name)
        package.__path__ = [str(root.joinpath(*name.split(".")))]
        sys.modules[package.__name__] = package


real_package()
from connectonion import address  # noqa: E402
from connectonion.network.connect import ApprovalPendingError, RemoteAgent  # noqa: E402

PORT, AGENT = sys.argv[1], sys.argv[2]
HERE = f"127.0.0.1:{PORT}"
WS = f"ws://{HERE}/ws"
CASES = []
BEGAN = int(time.time())


def case(function):
    CASES.append(function)
    return function


# --- the two sides of it ----------------------------------------------------------------------------------------------


def ask(**what):
    """Has the test do something that only people at a terminal may."""
    print(json.dumps(what), flush=True)
    return json.loads(sys.stdin.readline())


def person(role="approver", **more):
    keys = address.generate()
    ask(do="enrol", name="Zoë", address=keys["address"], role=role, **more)
    return keys


def post(path, body):
    head = {"Authorization": f"Bearer {AGENT}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"http://{HERE}{path}", json.dumps(body).encode(), head, method="POST")
    with urllib.request.urlopen(request, timeout=30) as response:
        return response.status, json.load(response)


def get(path):
    request = urllib.request.Request(f"http://{HERE}{path}", headers={"Authorization": f"Bearer {AGENT}"})
    with urllib.request.urlopen(request, timeout=30) as response:
        return response.status, json.load(response)


def wants(session=None):
    """An agent's call that waits for a person."""
    session = session or f"s-{uuid.uuid4()}"
    status, told = post("/v1/calls", {"tool": "bash", "arguments": {"command": "npm install"}, "session": session, "wait": 0})
    assert status == 202, told
    return told["id"], session


def outcome(request):
    status, told = get(f"/v1/calls/{request}?wait=10")
    return told["approved"] if status == 200 else None


def waits(request):
    return get(f"/v1/calls/{request}")[0] == 202


HUB = json.load(urllib.request.urlopen(f"http://{HERE}/info", timeout=10))["address"] if ask(do="ready") else None


def agent(keys, to=HUB):
    return RemoteAgent(to, keys=keys, relay_url=f"ws://{HERE}")


def canonical(payload, ascii=True):
    return json.dumps(payload, sort_keys=True, separators=(",", ":"), ensure_ascii=ascii).encode()


def signed(keys, payload, ascii=True, **more):
    """A frame with ConnectOnion's own signature."""
    signature = address.sign(keys, canonical(payload, ascii)).hex()
    return {"type": "CONNECT", "payload": payload, "from": keys["address"], "signature": signature, **more}


def connect(keys, at=0, to=HUB, **more):
    """As the clients in JavaScript do it: only this frame is signed."""
    return signed(keys, {"to": to, "timestamp": int(time.time()) + at}, **more)


def command(keys, type="APPROVAL_RESPONSE", at=0, to=HUB, **what):
    return {**what, **agent(keys, to)._build_command_message({"type": type, **what}, True)} if not at else resigned(
        keys, {"type": type, "to": to, "timestamp": int(time.time()) + at, "nonce": str(uuid.uuid4()), **what})


def resigned(keys, payload):
    return {**signed(keys, payload), "type": payload["type"]}


class Socket:
    def __init__(self, ws):
        self.ws = ws

    async def say(self, frame):
        await self.ws.send(frame if isinstance(frame, (str, bytes)) else json.dumps(frame))

    async def frame(self, *kinds):
        while True:
            frame = json.loads(await asyncio.wait_for(self.ws.recv(), 20))
            # A slow machine may be asked whether it is there.
            if frame["type"] in kinds or (not kinds and frame["type"] != "PING"):
                return frame

    async def rest(self):
        """Everything until it is closed, and the reason."""
        frames = []
        try:
            while True:
                frames.append(await self.frame())
        except websockets.exceptions.ConnectionClosed as closed:
            return frames, closed.rcvd.reason if closed.rcvd else ""


class connected:
    """A socket, with what was said on it first."""

    def __init__(self, *frames, **options):
        self.frames, self.options = frames, options

    async def __aenter__(self):
        self.ws = await websockets.connect(WS, **self.options)
        socket = Socket(self.ws)
        for frame in self.frames:
            await socket.say(frame)
        return socket

    async def __aexit__(self, *_):
        await self.ws.close()


class answering(connected):
    """A connection that counts."""

    async def __aenter__(self):
        socket = await super().__aenter__()
        socket.told = await socket.frame()
        assert socket.told["type"] == "CONNECTED", socket.told
        return socket


# --- the client of ConnectOnion itself -------------------------------------------------------------------------------


async def works(session, talk, call=True):
    """An agent that takes text, asks for its call, and says how it went."""
    taken = await asyncio.to_thread(post, f"/v1/sessions/{session}/input", {"wait": 20})
    said = taken[1]["input"]
    talk.append(said)
    told = None
    if call:
        body = {"tool": "bash", "arguments": {"command": "npm install"}, "session": session, "wait": 25}
        told = (await asyncio.to_thread(post, "/v1/calls", body))[1]
        talk.append(told)
    ended = {"input_id": said["id"], "result": f"ran: {told and told['approved']}"}
    await asyncio.to_thread(post, f"/v1/sessions/{session}/output", ended)


async def listening(session, talk, **more):
    task = asyncio.create_task(works(session, talk, **more))
    # It listens from the moment its request is there.
    while not ask(do="listens", session=session):
        await asyncio.sleep(0.05)
    return task


@case
async def the_real_client_answers_and_hears_the_end():
    session, talk, seen = f"r-{uuid.uuid4()}", [], []
    keys = person(session=session)
    task = await listening(session, talk)

    def decide(event):
        seen.append(event)
        return {"approved": True, "scope": "session"}

    response = await agent(keys).input_async("please install", timeout=25, on_approval=decide)
    await task
    assert (response.text, response.done) == ("ran: True", True), response
    assert talk[0]["prompt"] == "please install" and talk[0]["by"] == "Zoë", talk
    assert talk[1]["approved"] is True and talk[1]["scope"] == "session", talk
    assert seen[0]["tool"] == "bash" and seen[0]["arguments"] == {"command": "npm install"}, seen


@case
async def the_real_client_says_no():
    session, talk = f"r-{uuid.uuid4()}", []
    keys = person(session=session)
    task = await listening(session, talk)
    response = await agent(keys).input_async("please", timeout=25, on_approval=lambda _: False)
    await task
    assert response.text == "ran: False" and talk[1]["approved"] is False and talk[1]["stop"] is True, talk


@case
async def the_real_client_goes_away_and_answers_later():
    session, talk = f"r-{uuid.uuid4()}", []
    remote = agent(person(session=session))
    task = await listening(session, talk)
    try:
        await remote.input_async("please", timeout=25)
        raise AssertionError("it had no answer to give")
    except ApprovalPendingError as pending:
        assert pending.request["tool"] == "bash"
    # Two CONNECTs of one second have the same signature, and that counts once.
    await asyncio.sleep(1.1)
    response = await remote.respond_to_approval_async(True, timeout=25)
    await task
    assert response.text == "ran: True" and talk[1]["approved"] is True, talk


@case
async def the_real_client_stops_a_session():
    session, talk = f"r-{uuid.uuid4()}", []
    remote = agent(person(session=session))
    task = await listening(session, talk)
    try:
        await remote.input_async("please", timeout=25)
    except ApprovalPendingError:
        pass
    await asyncio.sleep(1.1)
    assert await remote.stop_async(timeout=25) is True
    await task
    assert talk[1]["approved"] is False and talk[1]["stop"] is True, talk


@case
async def the_real_client_is_told_that_nobody_takes_text():
    session = f"r-{uuid.uuid4()}"
    try:
        await agent(person(session=session)).input_async("hello", timeout=25)
        raise AssertionError("nobody was there")
    except ConnectionError as error:
        assert "this hub takes no chat messages" in str(error), error


@case
async def the_real_client_is_refused_with_a_key_that_is_not_enrolled():
    before = ask(do="refused")
    try:
        await agent(address.generate()).input_async("hello", timeout=25)
        raise AssertionError("a stranger")
    except ConnectionError as error:
        assert "not enrolled" in str(error), error
    assert ask(do="refused") == before + 1, "it is on record"


# --- answers, as the clients in JavaScript send them -----------------------------------------------------------------

ANSWERS = [
    ({"type": "APPROVAL_RESPONSE", "approved": True}, True),
    ({"type": "APPROVAL_RESPONSE", "approved": True, "scope": "once"}, True),
    ({"type": "APPROVAL_RESPONSE", "approved": True, "scope": "session"}, True),
    ({"type": "APPROVAL_RESPONSE", "approved": True, "request_id": "ID"}, True),
    ({"type": "APPROVAL_RESPONSE", "approved": True, "id": "ID", "request_id": "ID", "to": HUB}, True),
    ({"type": "APPROVAL_RESPONSE", "option_id": "once", "request_id": "ID"}, True),
    ({"type": "APPROVAL_RESPONSE", "approved": False, "mode": "reject_soft", "feedback": "Use yarn instead"}, False),
    ({"type": "APPROVAL_RESPONSE", "approved": False, "mode": "reject_hard", "feedback": "Wrong approach"}, False),
    ({"type": "APPROVAL_RESPONSE", "approved": False, "mode": "reject_explain"}, False),
    ({"type": "APPROVAL_RESPONSE", "approved": False}, False),
    ({"approved": True, "scope": "once"}, True),
    # As the client in Python sends them, with what carries a frame beside it.
    ({"type": "APPROVAL_RESPONSE", "approved": False, "scope": "once", "request_id": "ID"}, False),
    ({"type": "APPROVAL_RESPONSE", "approved": True, "scope": "session", "request_id": "ID", "session_id": "s", "timestamp": 1}, True),
    ({"type": "APPROVAL_RESPONSE", "approved": True, "mode": None, "feedback": ""}, True),
]


@case
async def every_answer_counts():
    for answer, approved in ANSWERS:
        request, session = wants()
        async with answering(connect(person(session=session))) as socket:
            needed = await socket.frame("approval_needed")
            assert needed["id"] == request and needed["session_id"] == session, needed
            await socket.say(json.dumps(answer).replace('"ID"', json.dumps(request)))
            assert outcome(request) is approved, answer


@case
async def a_key_for_one_session_grants_nothing_beyond_it():
    request, session = wants()
    async with answering(connect(person(session=session))) as socket:
        needed = await socket.frame("approval_needed")
        scopes = {option.get("scope") for option in needed["options"]} - {None}
        assert scopes == {"turn", "session"}, needed["options"]
        for wide in ("project", "always"):
            await socket.say({"type": "APPROVAL_RESPONSE", "approved": True, "scope": wide, "request_id": request})
            refused = await socket.frame("ERROR")
            assert refused["code"] == "too_wide" and "one session" in refused["message"], refused
            assert waits(request), wide
        await socket.say({"type": "APPROVAL_RESPONSE", "approved": True, "scope": "session", "request_id": request})
        assert outcome(request) is True


SIGNED = [
    lambda keys, request: command(keys, approved=True, scope="once", request_id=request),
    lambda keys, request: command(keys, approved=True, scope="session"),
    # What is not signed does not count, whatever it says.
    lambda keys, request: {**command(keys, approved=True, request_id=request), "approved": False, "request_id": "ap_0"},
    lambda keys, request: {**command(keys, approved=True, request_id=request), "mode": "reject_hard", "feedback": "x"},
]


@case
async def every_signed_answer_counts():
    for make in SIGNED:
        request, session = wants()
        keys = person(session=session)
        async with answering(agent(keys)._build_connect_message(True)) as socket:
            await socket.frame("approval_needed")
            await socket.say(make(keys, request))
            assert outcome(request) is True


@case
async def what_is_signed_counts_and_not_what_stands_beside_it():
    request, session = wants()
    keys = person(session=session)
    async with answering(agent(keys)._build_connect_message(True)) as socket:
        await socket.frame("approval_needed")
        await socket.say({**command(keys, approved=False, request_id=request), "approved": True})
        assert outcome(request) is False


FORMS = [
    lambda keys: connect(keys),
    lambda keys: signed(keys, {"to": HUB, "timestamp": int(time.time()), "name": "Zoë 你 😀"}),
    lambda keys: signed(keys, {"to": HUB, "timestamp": int(time.time()), "name": "Zoë 你 😀"}, ascii=False),
    lambda keys: {**connect(keys), "signature": "0x" + connect(keys)["signature"].upper()},
    lambda keys: connect(keys, at=BEGAN - 60 - int(time.time())),
    lambda keys: connect(keys, at=290),
    lambda keys: connect(keys, protocol={"name": "oip", "version": "0.1"}),
    lambda keys: connect(keys, session_id="of-my-own", session={"messages": []}, last_msg_id="ap_0"),
]


@case
async def every_form_of_connect_counts():
    for number, make in enumerate(FORMS):
        async with connected(make(person())) as socket:
            told = await socket.frame()
            # Nothing from before the hub was started counts.
            expected = "ERROR" if number == 4 else "CONNECTED"
            assert told["type"] == expected, (number, told)
            reasons = ("before this hub was started", "expired")
            assert expected == "CONNECTED" or any(reason in told["message"] for reason in reasons), told


@case
async def a_name_of_a_session_limits_what_is_shown():
    one, first = wants()
    other, second = wants()
    keys = person()
    async with answering(connect(keys, session_id=first)) as socket:
        assert (socket.told["session_id"], socket.told["status"]) == (first, "running"), socket.told
        assert (await socket.frame("approval_needed"))["id"] == one
        await socket.say({"type": "SESSION_STATUS", "session": {"session_id": first}})
        assert (await socket.frame())["status"] == "running", "the other was not shown"
        await socket.say({"type": "APPROVAL_RESPONSE", "approved": True})
        assert outcome(one) is True and waits(other)
    async with answering(connect(keys, at=1)) as socket:
        shown = set()
        while other not in shown:
            shown.add((await socket.frame("approval_needed"))["id"])
        assert one not in shown


@case
async def whoever_comes_again_is_shown_what_waits():
    request, session = wants()
    keys = person(session=session)
    for at in (0, 1, 2):
        async with answering(connect(keys, at=at)) as socket:
            assert (await socket.frame("approval_needed"))["id"] == request


@case
async def other_devices_are_told_and_answers_that_are_late_are_stale():
    request, session = wants()
    async with answering(connect(person(session=session))) as one, answering(connect(person(session=session))) as other:
        for socket in (one, other):
            await socket.frame("approval_needed")
        await one.say({"type": "APPROVAL_RESPONSE", "approved": False, "mode": "reject_soft", "request_id": request})
        assert (await other.frame("approval_resolved"))["id"] == request
        await other.say({"type": "APPROVAL_RESPONSE", "approved": True, "request_id": request})
        told = await other.frame("ERROR")
        assert (told["code"], told["reason"], told["request_id"]) == ("STALE_ANSWER", "stale", request), told
        assert outcome(request) is False


@case
async def a_key_that_is_taken_back_ends_its_connection():
    keys = person()
    async with answering(connect(keys)) as socket:
        ask(do="revoke", address=keys["address"])
        _, reason = await socket.rest()
        assert "taken back" in reason, reason


# --- what does not connect -------------------------------------------------------------------------------------------


def changed(frame, **more):
    return {**frame, **more}


def without(frame, key):
    return {name: value for name, value in frame.items() if name != key}


def revoked():
    keys = person()
    ask(do="revoke", address=keys["address"])
    return keys


def flipped(text):
    return ("1" if text[0] == "0" else "0") + text[1:]


def now():
    return int(time.time())


# A name, the frames, and a word of the reason. Frames are made when they are sent.
REFUSED = [
    ("wrong signature", lambda r: [(f := connect(person())) and changed(f, signature=flipped(f["signature"]))], "invalid signature"),
    ("no signature", lambda r: [without(connect(person()), "signature")], "signed request required"),
    ("half a signature", lambda r: [(f := connect(person())) and changed(f, signature=f["signature"][:64])], "128"),
    ("other key", lambda r: [changed(connect(person()), **{"from": person()["address"]})], "invalid signature"),
    ("no key", lambda r: [without(connect(person()), "from")], "'from'"),
    ("a key of nobody", lambda r: [changed(connect(person()), **{"from": "0x" + "00" * 32})], "'from'"),
    ("a key that is not enrolled", lambda r: [connect(address.generate())], "not enrolled"),
    ("revoked key", lambda r: [connect(revoked())], "not enrolled"),
    ("a key that has ended", lambda r: [connect(person(ended=True))], "not enrolled"),
    ("old timestamp", lambda r: [connect(person(), at=-302)], "expired"),
    ("future timestamp", lambda r: [connect(person(), at=303)], "expired"),
    ("timestamp as text", lambda r: [signed(person(), {"to": HUB, "timestamp": str(now())})], "timestamp"),
    ("timestamp as true", lambda r: [signed(person(), {"to": HUB, "timestamp": True})], "timestamp"),
    ("no timestamp", lambda r: [signed(person(), {"to": HUB})], "timestamp"),
    ("timestamp only beside", lambda r: [signed(person(), {"to": HUB}, timestamp=now())], "timestamp"),
    ("other recipient", lambda r: [connect(person(), to=address.generate()["address"])], "wrong recipient"),
    ("no recipient", lambda r: [signed(person(), {"timestamp": now()})], "wrong recipient"),
    ("recipient only beside", lambda r: [signed(person(), {"timestamp": now()}, to=HUB)], "wrong recipient"),
    ("unsigned CONNECT", lambda r: [{"type": "CONNECT", "timestamp": now()}], "signed request required"),
    ("payload of something else", lambda r: [changed(connect(person()), payload={"to": HUB, "timestamp": now(), "x": 1})], "invalid signature"),
    ("payload as text", lambda r: [(f := connect(person())) and changed(f, payload=json.dumps(f["payload"]))], "signed request required"),
    ("another protocol", lambda r: [connect(person(), protocol={"name": "oip", "version": "9"})], "Unsupported OIP"),
    ("an answer before CONNECT", lambda r: [{"type": "APPROVAL_RESPONSE", "approved": True, "request_id": r}], "authenticate first"),
    ("a bare answer before CONNECT", lambda r: [{"approved": True}], "authenticate first"),
    ("a signed answer before CONNECT", lambda r: [command(person(), approved=True, request_id=r)], "authenticate first"),
    ("INPUT before CONNECT", lambda r: [{"type": "INPUT", "prompt": "x"}], "authenticate first"),
    ("PING before CONNECT", lambda r: [{"type": "PING"}], "authenticate first"),
    ("two offers to seal", lambda r: [{"type": "SEAL"}, {"type": "SEAL"}], "authenticate first"),
    ("a type that is no text", lambda r: [changed(connect(person()), type=["CONNECT"])], "authenticate first"),
    ("garbage", lambda r: ["hello"], "first frame"),
    ("nothing", lambda r: [""], "first frame"),
    ("null", lambda r: ["null"], "first frame"),
    ("a list", lambda r: [json.dumps([connect(person())])], "first frame"),
    ("half a frame", lambda r: [json.dumps(connect(person()))[:-2]], "first frame"),
    ("a key twice", lambda r: [json.dumps(connect(person()))[:-1] + ',"type":"CONNECT"}'], "first frame"),
    ("binary frame", lambda r: [json.dumps(connect(person())).encode()], "first frame"),
    ("deep JSON", lambda r: ['{"type":"CONNECT","session":' + "[" * 100_000 + "]" * 100_000 + "}"], "first frame"),
    ("giant frame", lambda r: [json.dumps(connect(person(), session="x" * (2 << 20)))], ""),
    ("silence", lambda r: [], "in time"),
]


@case
async def whatever_is_no_connect_that_counts_is_closed_and_sees_nothing():
    request, _ = wants()

    async def refused(name, frames, reason):
        try:
            async with connected(*frames) as socket:
                told, closed = await socket.rest()
        except websockets.exceptions.ConnectionClosed as gone:
            told, closed = [], gone.rcvd.reason if gone.rcvd else ""
        kinds = {frame["type"] for frame in told}
        assert kinds <= {"ERROR"}, (name, told)
        assert reason in closed + "".join(frame["message"] for frame in told), (name, told, closed)

    for name, make, reason in REFUSED:
        await refused(name, make(request), reason)
        assert waits(request), name


@case
async def a_captured_connect_counts_once():
    before = ask(do="refused")
    frame = connect(person())
    async with answering(frame):
        pass
    for again in (frame, changed(frame, session_id="other"), changed(frame, signature="0x" + frame["signature"].upper())):
        async with connected(again) as socket:
            told, _ = await socket.rest()
            assert ["already used" in frame["message"] for frame in told] == [True], told
    assert ask(do="refused") == before + 1, "it is on record, once"


HANDSHAKES = [
    ({"Authorization": f"Bearer {AGENT}"}, 403),
    ({"Authorization": "Bearer x"}, 401),
    ({"Sec-WebSocket-Protocol": f"bearer, {AGENT}"}, 403),
    ({"X-Byleave-Key": "x"}, 401),
    ({"Origin": "http://evil.example"}, 403),
    ({"Origin": "null"}, 403),
    ({"Sec-Fetch-Site": "cross-site"}, 403),
]


@case
async def a_token_of_an_agent_and_pages_of_others_do_not_get_that_far():
    for headers, expected in HANDSHAKES:
        try:
            async with connected(connect(person()), additional_headers=headers):
                raise AssertionError(headers)
        except websockets.exceptions.InvalidStatus as refused:
            assert refused.response.status_code == expected, (headers, refused.response.status_code)


# --- what does not count after it ------------------------------------------------------------------------------------

# A name, whether commands are signed, the frame, and a word of the message.
WRONG = [
    ("a second CONNECT", False, lambda k, r: connect(k, at=1), "already authenticated"),
    ("a second CONNECT of another", False, lambda k, r: connect(person()), "already authenticated"),
    ("a second CONNECT, signed", True, lambda k, r: agent(k)._build_connect_message(True), "already authenticated"),
    ("an answer that is not signed", True, lambda k, r: {"type": "APPROVAL_RESPONSE", "approved": True}, "signed request"),
    ("a bare answer", True, lambda k, r: {"approved": True}, "signed request"),
    ("an answer signed by another", True, lambda k, r: command(person(), approved=True), "does not own"),
    ("an answer for another hub", True, lambda k, r: command(k, to=address.generate()["address"], approved=True), "wrong recipient"),
    ("an old answer", True, lambda k, r: command(k, at=-302, approved=True), "expired"),
    ("an answer from tomorrow", True, lambda k, r: command(k, at=86_400, approved=True), "expired"),
    ("a changed answer", True, lambda k, r: (f := command(k, approved=False)) and changed(f, payload=changed(f["payload"], approved=True)), "invalid signature"),
    ("an answer of another kind", True, lambda k, r: changed(command(k, type="PONG", approved=True), type="APPROVAL_RESPONSE"), "type mismatch"),
    ("an answer without nonce", True, lambda k, r: resigned(k, {"type": "APPROVAL_RESPONSE", "to": HUB, "timestamp": now(), "approved": True}), "nonce"),
    ("an answer to another request", False, lambda k, r: {"type": "APPROVAL_RESPONSE", "approved": True, "request_id": "ap_0"}, "no such request"),
    ("an answer to two requests", False, lambda k, r: {"type": "APPROVAL_RESPONSE", "approved": True, "request_id": r, "id": "ap_0"}, "different requests"),
    ("an answer to a number", False, lambda k, r: {"type": "APPROVAL_RESPONSE", "approved": True, "request_id": 7}, "text"),
    ("an answer that is a word", False, lambda k, r: {"type": "APPROVAL_RESPONSE", "approved": "true"}, "answer"),
    ("an answer that is a number", False, lambda k, r: {"type": "APPROVAL_RESPONSE", "approved": 1}, "answer"),
    ("an answer for ever", False, lambda k, r: {"type": "APPROVAL_RESPONSE", "approved": True, "scope": "forever"}, "scope"),
    ("an answer in an unknown mode", False, lambda k, r: {"type": "APPROVAL_RESPONSE", "approved": False, "mode": "reject"}, "mode"),
    ("another type", False, lambda k, r: {"type": "EXEC", "tool": "bash", "args": {"command": "ls"}}, "unknown message type"),
    ("a type that is no text", False, lambda k, r: {"type": 1, "approved": True}, "unknown message type"),
    ("an answer of another protocol", False, lambda k, r: {"type": "ASK_USER_RESPONSE", "answer": "yes"}, "unknown message type"),
    ("a mode", False, lambda k, r: {"type": "mode_change", "mode": "full-access"}, "unknown message type"),
    ("text for nobody", False, lambda k, r: {"type": "INPUT", "prompt": "hello"}, "takes no chat messages"),
    ("no text", False, lambda k, r: {"type": "INPUT"}, "prompt required"),
    ("garbage", False, lambda k, r: "approved", "not taken"),
    ("binary frame", False, lambda k, r: b'{"approved":true}', "frames are text"),
    ("deep JSON", False, lambda k, r: '{"approved":true,"x":' + "[" * 5000 + "]" * 5000 + "}", "nested deeper"),
]


@case
async def what_does_not_count_decides_nothing_and_says_why():
    for name, signs, make, reason in WRONG:
        request, session = wants()
        keys = person(session=session)
        hello = agent(keys)._build_connect_message(True) if signs else connect(keys)
        async with answering(hello) as socket:
            await socket.frame("approval_needed")
            await socket.say(make(keys, request))
            told = await socket.frame()
            assert told["type"] == "ERROR" and reason in told["message"], (name, told)
            await socket.say({"type": "PING"})
            assert (await socket.frame())["type"] == "PONG", name
        assert waits(request), name


@case
async def a_signed_answer_counts_once():
    session = f"n-{uuid.uuid4()}"
    keys = person(session=session)
    async with answering(agent(keys)._build_connect_message(True)) as socket:
        request, _ = wants(session)
        await socket.frame("approval_needed")
        answer = command(keys, approved=True, scope="once")
        await socket.say(answer)
        assert outcome(request) is True
        again, _ = wants(session)
        await socket.frame("approval_needed")
        await socket.say(answer)
        told = await socket.frame("ERROR")
        assert "nonce" in told["message"], told
        assert waits(again)


@case
async def a_yes_to_what_has_ended_is_stale_and_approves_nothing_else():
    session = f"e-{uuid.uuid4()}"
    ann, bob = person(session=session), person(session=session)
    async with answering(connect(ann)) as socket, answering(connect(bob)) as other:
        async def denied(request):
            await other.say({"type": "APPROVAL_RESPONSE", "approved": False, "mode": "reject_soft", "request_id": request})
            assert outcome(request) is False

        async def cancelled(request):
            assert post(f"/v1/calls/{request}/cancel", {})[0] == 200

        for end in (denied, cancelled):
            before = ask(do="refused")
            first, _ = wants(session)
            await socket.frame("approval_needed")
            await end(first)
            second, _ = wants(session)
            await socket.frame("approval_needed")
            await socket.say({"type": "APPROVAL_RESPONSE", "approved": True, "scope": "once"})
            told = await socket.frame("ERROR")
            assert (told["code"], told["reason"], told["request_id"]) == ("STALE_ANSWER", "stale", first), told
            assert waits(second) and ask(do="refused") == before + 1
            # It comes again, and now an answer is about it.
            assert (await socket.frame("approval_needed"))["id"] == second
            await socket.say({"type": "APPROVAL_RESPONSE", "approved": True, "scope": "once"})
            assert outcome(second) is True


@case
async def an_answer_with_an_unknown_field_approves_nothing():
    request, session = wants()
    async with answering(connect(person(session=session))) as socket:
        await socket.frame("approval_needed")
        for more in ({"Arguments": {"command": "ls"}}, {"mode": "reject_soft"}, {"approve": True}):
            await socket.say({"type": "APPROVAL_RESPONSE", "approved": True, **more})
            assert f"`{next(iter(more))}`" in (await socket.frame("ERROR"))["message"], more
        assert waits(request)


@case
async def an_answer_that_names_no_request_needs_exactly_one():
    session = f"t-{uuid.uuid4()}"
    requests = [wants(session)[0], wants(session)[0]]
    async with answering(connect(person(session=session))) as socket:
        for _ in requests:
            await socket.frame("approval_needed")
        await socket.say({"type": "APPROVAL_RESPONSE", "approved": True})
        told = await socket.frame("ERROR")
        assert (told["code"], told["reason"]) == ("STALE_ANSWER", "request_id_required"), told
        assert all(waits(request) for request in requests)


@case
async def whoever_only_looks_on_does_not_answer_speak_or_stop():
    request, session = wants()
    async with answering(connect(person("viewer", session=session))) as socket:
        await socket.frame("approval_needed")
        for frame in (
            {"type": "APPROVAL_RESPONSE", "approved": True},
            {"type": "APPROVAL_RESPONSE", "approved": True, "request_id": request},
            {"type": "INPUT", "prompt": "hello"},
            {"type": "INTERRUPT"},
        ):
            await socket.say(frame)
            assert (await socket.frame("ERROR"))["code"] == "wrong_role", frame
        assert waits(request)


@case
async def a_giant_frame_ends_the_connection_and_decides_nothing():
    request, session = wants()
    async with answering(connect(person(session=session))) as socket:
        await socket.frame("approval_needed")
        try:
            await socket.say('{"approved":true,"feedback":"' + "x" * (2 << 20) + '"}')
            await socket.rest()
        except websockets.exceptions.ConnectionClosed:
            # The hub may be done with it before all of it is sent.
            pass
    assert waits(request)


@case
async def nobody_speaks_for_the_session_of_another():
    for path, body in (
        ("/v1/sessions/theirs/output", {"input_id": "in_0", "result": "x"}),
        ("/v1/sessions/mine/output", {"input_id": "in_0", "result": "x"}),
    ):
        try:
            post(path, body)
            raise AssertionError(path)
        except urllib.error.HTTPError as refused:
            assert refused.code == 404, (path, refused.code)


# --- text for agents -------------------------------------------------------------------------------------------------


def take(session, wait=20):
    return post(f"/v1/sessions/{session}/input", {"wait": wait})[1]["input"]


def end(session, text, **said):
    return post(f"/v1/sessions/{session}/output", {"input_id": text["id"], **(said or {"result": "done"})})


@case
async def whoever_was_away_hears_the_end_when_they_come_again():
    session = f"b-{uuid.uuid4()}"
    assert take(session, 0) is None
    keys = person(session=session)
    async with answering(connect(keys)) as socket:
        assert socket.told["status"] == "connected", socket.told
        await socket.say({"type": "INPUT", "prompt": "hello", "images": ["data:,"], "files": "none"})
        text = take(session)
        assert (text["prompt"], text["images"], text["files"]) == ("hello", ["data:,"], None), text
    end(session, text)
    async with answering(connect(keys, at=1)) as socket:
        assert socket.told["status"] == "running", "what they began is not over for them"
        told = await socket.frame()
        assert (told["type"], told["result"], told["session_id"]) == ("OUTPUT", "done", session), told
    async with answering(connect(keys, at=2)) as socket:
        assert socket.told["status"] == "connected", "once is enough"


@case
async def every_device_of_a_key_hears_the_end_and_nobody_else_does():
    session = f"b-{uuid.uuid4()}"
    assert take(session, 0) is None
    keys, other = person(session=session), person(session=session)
    async with answering(connect(keys)) as one, answering(connect(keys, at=1)) as two, answering(connect(other)) as three:
        await one.say({"type": "INPUT", "prompt": "hello"})
        end(session, take(session))
        assert [(await socket.frame())["type"] for socket in (one, two)] == ["OUTPUT", "OUTPUT"]
        await three.say({"type": "PING"})
        assert (await three.frame())["type"] == "PONG"


@case
async def text_during_a_turn_is_acknowledged_and_handed_out_but_does_not_end_it():
    session = f"b-{uuid.uuid4()}"
    assert take(session, 0) is None
    async with answering(connect(person(session=session))) as socket:
        for prompt in ("one", "two"):
            await socket.say({"type": "INPUT", "prompt": prompt})
        acknowledged = await socket.frame()
        one, two = take(session), take(session)
        assert (one["prompt"], two["prompt"]) == ("one", "two")
        assert (acknowledged["type"], acknowledged["id"]) == ("RUNTIME_INPUT_ACK", two["id"]), acknowledged
        for wrong in (two, {"id": "in_0"}):
            try:
                end(session, wrong)
                raise AssertionError(wrong)
            except urllib.error.HTTPError as refused:
                assert refused.code == 404
        end(session, one, error="it broke")
        told = await socket.frame()
        assert (told["type"], told["message"]) == ("ERROR", "it broke"), told


@case
async def text_for_one_of_several_agents_needs_a_name():
    sessions = [f"b-{uuid.uuid4()}", f"b-{uuid.uuid4()}"]
    assert [take(session, 0) for session in sessions] == [None, None]
    keys = person()
    async with answering(connect(keys)) as socket:
        await socket.say({"type": "INPUT", "prompt": "hello"})
        assert (await socket.frame("ERROR"))["code"] == "which_session"
    async with answering(connect(keys, at=1, session_id=sessions[1])) as socket:
        await socket.say({"type": "INPUT", "prompt": "hello"})
        assert take(sessions[1])["prompt"] == "hello" and take(sessions[0], 0) is None


@case
async def more_text_than_an_agent_takes_is_not_kept():
    session = f"b-{uuid.uuid4()}"
    assert take(session, 0) is None
    async with answering(connect(person(session=session))) as socket:
        for number in range(17):
            await socket.say({"type": "INPUT", "prompt": str(number)})
        told = [(await socket.frame())["type"] for _ in range(16)]
        assert told == ["RUNTIME_INPUT_ACK"] * 15 + ["ERROR"], told


@case
async def only_so_many_wait_for_their_connect():
    crowd = [await websockets.connect(WS) for _ in range(64)]
    try:
        await websockets.connect(WS)
        raise AssertionError("one too many")
    except websockets.exceptions.InvalidStatus as refused:
        assert refused.response.status_code == 503, refused
    finally:
        for ws in crowd:
            await ws.close()
    while True:
        try:
            async with answering(connect(person())):
                return
        except websockets.exceptions.InvalidStatus:
            await asyncio.sleep(0.05)


def main():
    for function in CASES:
        why = None
        try:
            asyncio.run(asyncio.wait_for(function(), 120))
        except BaseException as error:  # noqa: BLE001: every failure is told
            import traceback

            why = f"{type(error).__name__}: {error}\n{traceback.format_exc()}"
        print(json.dumps({"case": function.__name__, "why": why}), flush=True)
        sys.stdin.readline()


main()
