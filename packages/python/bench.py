"""A decision of byleave beside ConnectOnion's own permission check: the same entries, the same commands, one run."""

from __future__ import annotations

import importlib
import os
import statistics
import sys
import tempfile
import time

LEAST = 50
COMMANDS = {
    "a short command": "git status",
    "a chain of five": "pwd && ls -la && git status && git diff HEAD && git log -3",
    "1 KB": " && ".join(["git log --oneline -20 --format='%h %s' src/module/file_name.py"] * 15)[:1024].rsplit(" && ", 1)[0],
}


def median(function, seconds=0.6):
    """The median time of a call, in microseconds."""
    times = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


def main():
    os.chdir(tempfile.mkdtemp())
    import byleave
    from byleave.connectonion._permissions import template

    approval = importlib.import_module("connectonion.useful_plugins.tool_approval.approval")
    permissions = approval.load_permission_patterns()
    entries = {key: {"allowed": True} for key in template()}
    policy = byleave.Policy(permissions=entries, profile="connectonion")
    print(f"{'':18}{'connectonion':>14}{'byleave':>12}{'times':>9}")
    worst = None
    for name, command in COMMANDS.items():
        arguments = {"command": command}
        theirs_says = approval.is_tool_permitted("bash", arguments, permissions)[0]
        ours_says = policy.check("bash", arguments).allowed
        theirs = median(lambda: approval.is_tool_permitted("bash", arguments, permissions))
        ours = median(lambda: policy.check("bash", arguments))
        ratio = theirs / ours
        worst = ratio if worst is None else min(worst, ratio)
        print(f"{name:18}{theirs:>11.1f} µs{ours:>9.1f} µs{ratio:>8.0f}×   both allow: {theirs_says and ours_says}")
    if worst < LEAST:
        print(f"below {LEAST} times")
        sys.exit(1)


if __name__ == "__main__":
    main()
