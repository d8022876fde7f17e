"""One worker: makes calls, asks the engine, runs what it allows inside its walls, tells what it saw, a JSON object a line.

Started by `prove.py` in namespaces of its own. It reads its task from the standard input, as one JSON object.
"""

import collections
import encodings.latin_1  # noqa: F401  what is needed later is not there any more inside the walls
import encodings.unicode_escape  # noqa: F401
import fnmatch
import functools
import hashlib
import json
import os
import re
import resource
import subprocess
import sys
import time
import traceback

import generate
import judge
import walls

# A class of findings is reduced this often; more of the same are only counted.
REDUCED = 2
# A finding that is not seen when the call runs again is tried this often before it is put down to chance.
AGAIN = 3
TRIALS = 120
# What programs look for in every directory, and what git keeps: it tells nothing new.
UNTOLD = re.compile(r"/(\.git|\.gitattributes|\.gitignore|\.hgignore|\.ignore|\.fdignore|\.rgignore|\.editorconfig)(/|$)")


class Engine:
    """byleave, asked inside the walls, so that it sees the disk the command would see."""

    def __init__(self):
        self.asked = 0

    def answers(self, calls):
        lines = []
        for number, call in enumerate(calls):
            line = {
                "id": number, "tool": "bash", "args": {"command": call["command"]}, "cwd": call["cwd"], "project": walls.project(call["cwd"]), "home": walls.HOME, "disk": True,
            }
            line.update({"rules": call["rules"]} if "rules" in call else {"default_policy": True})
            lines.append(json.dumps(line))
        self.asked += len(calls)
        done = subprocess.run(
            ["prlimit", f"--as={4 << 30}", walls.INNER + "/byleave", "check", "--batch"], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=120, cwd="/",
        )
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        if done.returncode != 0 or len(answers) != len(calls):
            raise RuntimeError(f"the engine ended with {done.returncode} after {len(answers)} of {len(calls)} calls: {done.stderr[-300:]}")
        return answers

    def allows(self, call):
        return self.answers([call])[0]["verdict"] == "allow"


class Worker:
    def __init__(self, task):
        self.task = task
        self.exceptions = judge.Exceptions(task["exceptions"])
        self.inside = walls.Walls(task["root"], task["planted"], task["engine"], [tuple(pair) for pair in task["binds"]], task["groups"])
        self.engine = Engine()
        path = self.inside.path.split(":")
        installed = functools.lru_cache(maxsize=None)(lambda name: any(os.access(os.path.join(directory, name), os.X_OK) for directory in path))
        builtin = set(task["builtins"])
        only = tuple((task["only"] or "").split(","))
        wanted = lambda name: name.startswith(only)
        self.tables = generate.Tables(task.pop("tables").splitlines(), lambda name: wanted(name) and (name in builtin or installed(name)))
        self.classes = collections.Counter()
        self.seen = set()
        self.ran = self.useful = self.late = 0
        # In the planted projects: how often each program was asked about and ran, and what it looked for that is not there.
        self.tally, self.looked = {}, set()
        if task["readers"]:
            self.inside.traced += "," + ",".join(walls.LOOKING)

    def tell(self, **what):
        sys.stdout.write(json.dumps(what) + "\n")
        sys.stdout.flush()

    def look(self, call):
        """Runs a call and says what is wrong with it."""
        seen = self.inside.run(call["command"], call["cwd"])
        self.ran += 1
        self.late += seen["late"]
        self.useful += any(event["call"] == "execve" for event in seen["events"]) and seen["status"] == 0
        return judge.findings(seen, call, self.exceptions, self.inside.path), seen

    def count(self, call, seen):
        """Notes that a program of the planted projects ran, and which files it missed there."""
        self.tally[call["program"]][call["cwd"].rpartition("/")[2]] += 1
        self.tally[call["program"]]["good"] += seen["status"] == 0
        place = walls.project(call["cwd"]) + "/"
        for event in seen["looked"] + [event for event in seen["events"] if event["call"] in judge.OPENING]:
            path = judge.place(event)
            if "ENOENT" in event["result"] and path.startswith(place) and path[len(place):] not in call["command"] and not UNTOLD.search(path):
                self.looked.add((call["program"], path[len(place):]))

    def one(self, call):
        found, seen = self.look(call)
        if "program" in call:
            self.count(call, seen)
        if not found:
            return
        fresh = [finding for finding in found if self.classes[judge.key(finding)] < REDUCED]
        for finding in found:
            self.classes[judge.key(finding)] += 1
        if not fresh:
            return
        finding = fresh[0]
        smallest = self.reduced(call, judge.key(finding))
        for _ in range(AGAIN):
            again, seen = self.look(smallest)
            if again:
                break
        for one in again:
            if judge.key(one) not in map(judge.key, found):
                self.classes[judge.key(one)] += 1
        self.tell(event="finding", findings=again or found, call=smallest, origin=call["command"], printed=seen["printed"][:300], status=seen["status"], steady=bool(again))

    def reduced(self, call, wanted):
        """The smallest call that is still allowed and still does the same."""
        trials = 0

        def holds(command, cwd):
            nonlocal trials
            trials += 1
            changed = {**call, "command": command, "cwd": cwd}
            if trials > TRIALS or time.time() > self.until or not command.strip() or not self.engine.allows(changed):
                return False
            return any(judge.key(finding) == wanted for finding in self.look(changed)[0])

        command, cwd = call["command"], call["cwd"]
        if cwd != walls.project(cwd) and holds(command, walls.project(cwd)):
            cwd = walls.project(cwd)
        parts = [part for part in re.split(r"(\n|;|&&|\|\||[ \t]+)", command) if part]
        size = max(1, len(parts) // 2)
        while size >= 1:
            at = 0
            while at < len(parts):
                rest = parts[:at] + parts[at + size:]
                text = re.sub(r" +", " ", "".join(rest)).strip()
                if rest and text and text != "".join(parts) and holds(text, cwd):
                    parts = rest
                else:
                    at += size
            size //= 2
        text = re.sub(r" +", " ", "".join(parts)).strip()
        return {**call, "command": text if holds(text, cwd) else "".join(parts), "cwd": cwd}

    def go(self):
        task = self.task
        number, until = task["number"], time.time() + task["seconds"]
        self.until = until
        begun = 0
        while time.time() < until and (task["end"] is None or number < task["end"]):
            if task["calls"] is not None:
                calls, task["calls"] = task["calls"], None
                until = self.until = time.time() + 86400
            elif begun >= 0 and task["calls"] is None and task["once"]:
                break
            elif task["sweep"] or task["readers"]:
                calls = generate.planted(self.tables, number, 600) if task["readers"] else generate.sweep(self.tables, task["seed"], number, 600)
                if not calls:
                    break
            else:
                calls = generate.batch(self.tables, task["cases"], task["seed"], number, 600)
                calls += generate.rule_batch(self.tables, task["rules"], task["seed"], number, 200)
            begun += 1
            self.batch(calls, until)
            usage = resource.getrusage(resource.RUSAGE_CHILDREN)
            own = resource.getrusage(resource.RUSAGE_SELF)
            self.tell(
                event="batch", number=number, asked=self.engine.asked, ran=self.ran, useful=self.useful, late=self.late,
                cpu=usage.ru_utime + usage.ru_stime + own.ru_utime + own.ru_stime, classes=len(self.classes),
            )
            number += task["step"]
        cut = task["end"] is not None and time.time() >= until
        self.tell(event="planted", tally=self.tally, looked=sorted(self.looked))
        self.tell(event="end", cut=cut, classes=[[list(key), count] for key, count in self.classes.items()], used=sorted(self.exceptions.used))

    def batch(self, calls, until):
        calls = [call for call in calls if "\0" not in call["command"]]
        try:
            answers = self.engine.answers(calls)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            self.tell(event="trouble", what=str(error)[:500], commands=[call["command"] for call in calls][:3])
            return
        asked = []
        for call, answer in zip(calls, answers):
            if "program" in call:
                self.tally.setdefault(call["program"], collections.Counter())["forms"] += "else" in call
            if answer["verdict"] != "allow":
                asked += [call] if "else" in call else []
                continue
            mark = hashlib.md5((call["command"] + "\0" + call["cwd"] + str(call.get("rules"))).encode()).digest()
            if mark in self.seen:
                continue
            self.seen.add(mark)
            if time.time() > until:
                return
            self.one(call)
        if asked:
            self.batch([{**{name: value for name, value in call.items() if name != "else"}, "cwd": call["else"]} for call in asked], until)


def main():
    task = json.load(sys.stdin)
    try:
        worker = Worker(task)
    except walls.NoWalls as error:
        print(json.dumps({"event": "no walls", "why": str(error)}), flush=True)
        return 3
    try:
        worker.go()
    except Exception:
        worker.tell(event="trouble", what=traceback.format_exc()[-2000:])
        return 1
    return 0


if __name__ == "__main__":
    # What is imported when first used must be imported now.
    json.dumps(fnmatch.translate("*"))
    try:
        raise ValueError
    except ValueError:
        traceback.format_exc()
    sys.exit(main())
