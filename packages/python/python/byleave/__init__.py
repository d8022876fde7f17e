"""Agents act by your leave.

byleave decides whether a tool call of an AI agent runs at once, goes to a person, or is refused. It binds the person's
answer to exactly that call, and it records why.

    import byleave

    byleave.check("bash", {"command": "git log | head"}).verdict     # 'allow', 'ask' or 'deny'

    gate = byleave.Gate(channels=[byleave.Terminal()])
    gate.run("bash", {"command": "npm install"}, my_bash_tool)       # asks first; raises Rejected on a no
"""

from __future__ import annotations

from ._auto_approve import should_auto_approve, validate_auto_approve_config
from ._channels import Callback, Hub, Request, Terminal
from ._errors import PolicyError, Rejected, Stopped
from ._gate import Gate, Session
from ._guard import guard
from ._native import Decision, Finding, Permit, Store, __version__
from ._policy import Policy, check, explain
from ._replay import Replay, replay

__all__ = [
    "Callback",
    "Decision",
    "Finding",
    "Gate",
    "Hub",
    "Permit",
    "Policy",
    "PolicyError",
    "Rejected",
    "Replay",
    "Request",
    "Session",
    "Stopped",
    "Store",
    "Terminal",
    "__version__",
    "check",
    "explain",
    "guard",
    "replay",
    "should_auto_approve",
    "validate_auto_approve_config",
]
