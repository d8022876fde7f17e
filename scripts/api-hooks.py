"""What scripts/test-api adds to what schemathesis makes up: names of things that are there, and no long waits."""

import os
import zlib

import schemathesis

REQUESTS = os.environ["BYLEAVE_API_REQUESTS"].split()
GRANT = os.environ["BYLEAVE_API_GRANT"]
SESSION = os.environ["BYLEAVE_API_SESSION"]


def there(path, made_up):
    """A name of something that is there; which one depends on what was made up, so that runs are alike."""
    number = zlib.crc32(str(made_up).encode("utf-8", "replace"))
    if path.startswith("/v1/sessions/"):
        return SESSION
    if path.startswith("/v1/grants/"):
        return GRANT
    return REQUESTS[number % len(REQUESTS)]


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    if path_parameters and "id" in path_parameters:
        made_up = path_parameters["id"]
        # Two of three: what is not there must be told as well.
        if zlib.crc32(str(made_up).encode("utf-8", "replace")) % 3:
            path_parameters["id"] = there(context.operation.path, made_up)
    return path_parameters


@schemathesis.hook
def map_query(context, query):
    if query and isinstance(query.get("wait"), (int, float)):
        query["wait"] = min(query["wait"], 0.01)
    return query


@schemathesis.hook
def map_body(context, body):
    if context.operation.path == "/v1/calls" and isinstance(body, dict):
        wait = body.get("wait", 60)
        if wait is None or (isinstance(wait, (int, float)) and not isinstance(wait, bool) and wait >= 0):
            body["wait"] = min(wait or 0, 0.01)
    return body
