"""What scripts/test-api adds to what schemathesis makes up: names of things that are there, and no long waits."""

import os
import zlib

import schemathesis

REQUESTS = os.environ["BYLEAVE_API_REQUESTS"].split()
GRANT = os.environ["BYLEAVE_API_GRANT"]
SESSION = os.environ["BYLEAVE_API_SESSION"]


def number(made_up):
    """Depends on nothing but what was made up, so that runs are alike."""
    return zlib.crc32(repr(made_up).encode("utf-8", "replace"))


def there(path, made_up):
    """A name of something that is there."""
    if path.startswith("/v1/sessions/"):
        return SESSION
    if path.startswith("/v1/grants/"):
        return GRANT
    # The first were collected, and only those can be done.
    known = REQUESTS[:6] if path.endswith("/done") else REQUESTS
    # These were answered for once, and no agent has collected them.
    known = REQUESTS[8:12] if path.endswith("/undo") else known
    return known[number(made_up) % len(known)]


def brief(wait, most=float("inf")):
    """A wait that is one is shortened; what is none must be told as such."""
    is_one = isinstance(wait, (int, float)) and not isinstance(wait, bool) and 0 <= wait <= most
    return 0.01 if is_one or wait is None else wait


@schemathesis.hook
def before_call(context, case, kwargs):
    path = case.operation.path
    if case.path_parameters and "id" in case.path_parameters:
        made_up = case.path_parameters["id"]
        # Two of three: what is not there must be told as well.
        if number(made_up) % 3:
            case.path_parameters["id"] = there(path, made_up)
    if path == "/v1/calls" and case.method == "GET" and case.query and number(case.query.get("call")) % 3:
        # As scripts/test-api named its calls and their sessions.
        at = number(case.query.get("call")) % len(REQUESTS) + 1
        case.query["call"], case.query["session"] = f"c{at}", f"work{at}"
    if path == "/v1/calls/{id}" and case.query and "wait" in case.query:
        case.query["wait"] = brief(case.query["wait"])
    if path == "/v1/sessions/{id}/input" and isinstance(case.body, dict):
        case.body["wait"] = brief(case.body.get("wait"), 1_000_000)
    if path == "/v1/calls" and case.method == "POST" and isinstance(case.body, dict):
        case.body["wait"] = brief(case.body.get("wait"), 1_000_000)
