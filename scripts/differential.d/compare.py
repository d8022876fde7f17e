"""Compares the command names of the reader with those of other parsers.

Usage: compare.py KNOWN-DIFFERENCES OURS TOOL=LEAST=ANSWERS...

OURS and each ANSWERS are JSON lines, in step. A difference is a name that only one side has. It fails unless
KNOWN-DIFFERENCES has a line for it: tool (or `any`), kind (`missing`: only the reader has the name; `extra`: only the
other parser has it), a regular expression that must match the script, with {name} for the name, and the reason,
separated by tabs. A script that the other parser gives up has no answer; at least LEAST percent must have one.
"""

import json
import re
import sys


def known_differences(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                yield line.rstrip("\n").split("\t")


def differences(ours, theirs):
    """Pairs of kind and name."""
    seen = set(ours["names"])
    other = {name for name in theirs["names"] if name is not None}
    # What is opaque to the reader may hide anything; names it does not report are no difference.
    extra = [] if ours["opaque"] else [("extra", name) for name in sorted(other - seen)]
    if ours["damaged"]:
        # Every parser loses its way in one of these sooner or later. What matters is that the reader hides no name;
        # names that the damage glued together are left out, as each parser spells them differently.
        return [(kind, name) for kind, name in extra if re.fullmatch(r"(zq|nx)\d+", name)]
    return extra + [("missing", name) for name in sorted(seen - other)]


def explanation(known, tool, kind, name, text):
    """Which of the known differences this is, if any."""
    for at, (which, what, pattern, _) in enumerate(known):
        if which in (tool, "any") and what == kind and re.search(pattern.replace("{name}", re.escape(name)), text, re.S):
            return at
    return None


def main():
    known = list(known_differences(sys.argv[1]))
    used = [0] * len(known)
    with open(sys.argv[2], encoding="utf-8") as lines:
        ours = [json.loads(line) for line in lines]
    passed = failed = total = 0
    for argument in sys.argv[3:]:
        tool, least, path = argument.split("=", 2)
        with open(path, encoding="utf-8") as lines:
            answers = [json.loads(line) for line in lines]
        if len(answers) != len(ours):
            sys.exit(f"{tool} answered {len(answers)} of {len(ours)} scripts")
        answered = 0
        for mine, theirs in zip(ours, answers):
            if theirs["errors"]:
                continue
            answered += 1
            good = True
            for kind, name in differences(mine, theirs):
                total += 1
                at = explanation(known, tool, kind, name, mine["text"])
                if at is None:
                    good = False
                    print(f"{tool}: {kind} {name!r}, seed {mine['seed']}: {json.dumps(mine['text'])}")
                else:
                    used[at] += 1
            passed += good
            failed += not good
        print(f"  {tool} reads {answered} of {len(ours)} scripts")
        if answered * 100 < len(ours) * int(least):
            failed += 1
            print(f"{tool}: too few answers to mean anything")
    for count, (which, what, _, reason) in zip(used, known):
        print(f"  {count:5} {which} {what}: {reason}")
    print(f"{passed} passed, {failed} failed")
    print(f"differential: {len(ours)} scripts, {total} differences, {sum(used)} explained")
    return 1 if failed else 0


sys.exit(main())
