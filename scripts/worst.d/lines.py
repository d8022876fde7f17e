"""Prints the shapes under each policy, one JSON object a line, for the example `measure` of byleave-policy."""

import json
import sys

from shapes import shapes

POLICIES = {
    "default": ([], []),
    "three": (["bash"], ["Bash(git push *)", "Bash(rm *)", "Read(.env)"]),
    "1000-git": (["bash"], [f"Bash(git s{i} *)" for i in range(1000)]),
    "1000-mixed": (
        [f"Bash(p{i} *)" for i in range(300)] + [f"Bash(git c{i} *)" for i in range(200)],
        [f"Read(secret{i}/**)" for i in range(200)]
        + [f"Bash(cmd{i} x *)" for i in range(100)]
        + [f"Bash(*tool{i}*)" for i in range(100)]
        + [f"Write(d{i}/**)" for i in range(100)],
    ),
}
LONGEST = 65_000

wanted = sys.argv[1] if len(sys.argv) > 1 else ""
found = [(name, text[:LONGEST]) for name, text in shapes() if wanted in name]
for policy, (allow, deny) in POLICIES.items():
    print(json.dumps({"policy": policy, "allow": allow, "deny": deny}))
    for name, text in found:
        print(json.dumps({"name": name, "command": text}))
# The shells that read it differently are asked as well.
print(json.dumps({"policy": "any shell", "allow": ["shell"], "deny": ["Bash(git push *)"]}))
for name, text in found:
    print(json.dumps({"name": name, "command": text, "tool": "run_command"}))
