"""Starts the workers of `scripts/prove`, collects what they find, and says it for people."""

import argparse
import collections
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import generate
import plant
import walls
from worker import AGAIN

HERE = os.path.dirname(os.path.abspath(__file__))
# What it ends with where the machine has no walls.
NO_WALLS = 77
BUILTINS = (
    "alias bg bind break builtin caller cd command compgen complete compopt continue coproc declare dirs disown echo enable eval exec exit export false fc fg getopts hash "
    "help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset "
    "ulimit umask unalias unset wait . : [ time"
).split()


def arguments():
    parser = argparse.ArgumentParser(prog="scripts/prove")
    parser.add_argument("--binary", required=True)
    parser.add_argument("--tables", required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--work", required=True)
    parser.add_argument("--go-on", action="store_true")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--batches", type=int, help="so many batches and no more, so that the same calls are looked at each time")
    parser.add_argument("--sweep", action="store_true", help="each reader with each operand and each value that would betray it, and no more")
    parser.add_argument("--planted", action="store_true", help="each program's plain forms in a project that plants what it might obey, and no more")
    parser.add_argument("--only", help="only programs whose names begin with one of these, with commas between them")
    parser.add_argument("--commands", help="a file of commands to run instead, one a line")
    return parser.parse_args()


def state_of(path):
    try:
        with open(path) as file:
            return json.load(file)
    except (FileNotFoundError, ValueError):
        return {"next": 0, "cpu": 0.0, "ran": 0, "asked": 0}


def toolchains():
    """Tool chains outside /usr that the tables know, shown read-only."""
    found = []
    for source, target in (("~/.cargo/bin", "/opt/cargo/bin"), ("~/.rustup", "/opt/rustup")):
        if os.path.isdir(os.path.expanduser(source)):
            found.append((os.path.expanduser(source), target))
    return found


def control_groups(name):
    """Groups that count a worker's memory and processes, where this machine lets us make them; each process has its own limits
    in any case."""
    base, made = "/sys/fs/cgroup", []
    limits = {"memory": ("memory.limit_in_bytes", "memory.max", walls.MEMORY), "pids": ("pids.max", "pids.max", walls.PROCESSES + 8)}
    unified = os.path.exists(base + "/cgroup.controllers")
    for controller, (old, new, most) in limits.items():
        group = os.path.join(base, name) if unified else os.path.join(base, controller, name)
        try:
            os.makedirs(group, exist_ok=True)
            with open(os.path.join(group, new if unified else old), "w") as file:
                file.write(str(most))
        except OSError:
            continue
        if group not in made:
            made.append(group)
    return made


def drop(groups):
    for group in groups:
        try:
            os.rmdir(group)
        except OSError:
            pass


class Report:
    """What all workers tell."""

    def __init__(self, work):
        self.lock = threading.Lock()
        self.findings, self.once, self.last, self.troubles = [], [], {}, []
        self.cut = False
        self.path = os.path.join(work, "findings.jsonl")
        self.file = open(self.path, "a")
        self.refused = None
        self.printed = set()
        self.classes = collections.Counter()
        self.tally, self.looked = {}, set()

    def take(self, worker, message):
        with self.lock:
            kind = message["event"]
            if kind == "batch":
                self.last[worker] = message
            elif kind == "finding":
                (self.findings if message["steady"] else self.once).append(message)
                self.file.write(json.dumps(message) + "\n")
                self.file.flush()
                if message["call"]["command"] not in self.printed:
                    self.printed.add(message["call"]["command"])
                    print(shown(message), flush=True)
            elif kind == "trouble":
                self.troubles.append(message)
                print("TROUBLE " + message["what"], flush=True)
            elif kind == "planted":
                for program, counts in message["tally"].items():
                    self.tally.setdefault(program, collections.Counter()).update(counts)
                self.looked |= {tuple(pair) for pair in message["looked"]}
            elif kind == "no walls":
                self.refused = message["why"]
            elif kind == "end":
                self.cut |= message["cut"]
                for key, count in message["classes"]:
                    self.classes[tuple(key)] += count

    def sum(self, name):
        return sum(message[name] for message in self.last.values())


def shown(message):
    call = message["call"]
    what = "; ".join(f"{program} {kind} {target}" for kind, program, target in map(tuple, message["findings"][:4]))
    rule = f"  under {call['rules'][0]}" if "rules" in call else ""
    where = "" if call["cwd"] == walls.PROJECT else f"  in {call['cwd']}"
    unsteady = "" if message["steady"] else "  (once only)"
    return f"FINDING {call['command']!r}{rule}{where}\n        {what}{unsteady}"


def start(task):
    command = ["unshare", "--mount", "--net", "--pid", "--ipc", "--uts", "--fork", "--kill-child", sys.executable, os.path.join(HERE, "worker.py")]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    process.stdin.write(json.dumps(task))
    process.stdin.close()
    return process


def no_walls(why):
    print(f"prove: no walls, so nothing runs: {why}", file=sys.stderr)
    sys.exit(NO_WALLS)


def main():
    given = arguments()
    if os.geteuid() != 0:
        no_walls("they are mounted as root; run it as root or with sudo")
    os.makedirs(given.work, exist_ok=True)
    state_path = os.path.join(given.work, "state.json")
    state = state_of(state_path) if given.go_on else state_of("/nonexistent")
    scratch = tempfile.mkdtemp(prefix="prove-")
    try:
        return run(given, state, state_path, scratch)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def keep(path, before, report):
    """Writes down how far it came, so that the next run goes on from there even if this one is stopped."""
    state = {name: before[name] + report.sum(name) for name in ("cpu", "ran", "asked")}
    state["next"] = max((message["number"] + 1 for message in report.last.values()), default=before["next"])
    with open(path + ".new", "w") as file:
        json.dump(state, file)
    os.replace(path + ".new", path)
    return state


def run(given, state, state_path, scratch):
    planted = os.path.join(scratch, "home")
    with open(given.tables) as file:
        tables = file.read()
    plant.plant(planted, known_files(tables))
    for directory, names, files in os.walk(planted):
        for name in [".", *names, *files]:
            os.chown(os.path.join(directory, name), 1000, 1000, follow_symlinks=False)
    os.chmod(scratch, 0o755)
    with open(os.path.join(HERE, "exceptions.txt")) as file:
        exceptions = file.read()
    with open(os.path.join(HERE, "rules.txt")) as file:
        rules = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    calls = None
    if given.commands:
        with open(given.commands) as file:
            texts = [line.rstrip("\n").replace("␤", "\n").replace("␉", "\t") for line in file]
        places = (walls.PROJECT, walls.CLONE)
        calls = [{"command": text, "runs": text.replace("/", " ").split(), "cwd": place} for text in texts if text and not text.startswith("#") for place in places]
    report, processes, readers, groups = Report(given.work), [], [], []
    workers = 1 if calls else given.workers
    for worker in range(workers):
        root = os.path.join(scratch, f"root{worker}")
        os.mkdir(root)
        own = control_groups(f"prove-{os.getpid()}-{worker}")
        groups += own
        task = {
            "groups": own,
            "root": root, "planted": planted, "engine": os.path.abspath(given.binary), "binds": toolchains(), "tables": tables, "exceptions": exceptions, "rules": rules,
            "cases": generate.read_cases(os.path.join(HERE, "../../cases/policy")), "seed": given.seed, "number": state["next"] + worker, "step": workers,
            "seconds": given.seconds, "builtins": BUILTINS, "calls": calls, "once": calls is not None, "sweep": given.sweep, "readers": given.planted, "only": given.only, "end": state["next"] + given.batches if given.batches else None,
        }
        process = start(task)
        processes.append(process)
        reader = threading.Thread(target=lambda worker=worker, process=process: [report.take(worker, json.loads(line)) for line in process.stdout])
        reader.start()
        readers.append(reader)
    begun = told = time.monotonic()
    while any(reader.is_alive() for reader in readers):
        time.sleep(0.3)
        if time.monotonic() - told > 30:
            told = time.monotonic()
            if given.go_on:
                keep(state_path, state, report)
            print(f"  {int(told - begun)} s: {report.sum('asked')} asked, {report.sum('ran')} run, {len(report.findings)} findings", flush=True)
    for process in processes:
        process.wait()
    drop(groups)
    if report.refused:
        no_walls(report.refused)
    state = keep(state_path, state, report) if given.go_on else state
    return conclude(report, state, given, processes)


def known_files(tables):
    """Files that rows say programs obey."""
    found, ahead = set(), [json.loads(line) for line in tables.splitlines()]
    while ahead:
        entry = ahead.pop()
        found |= set(entry["obeys"])
        ahead += entry["subs"]
    return sorted(found)


def planted(report, work):
    """Writes down how often each program ran in the planted projects, and which files it looked for and did not find."""
    tally = sorted(report.tally.items())
    with open(os.path.join(work, "planted.txt"), "w") as file:
        file.write("# program, forms, run in the clone, run without the files that rows know, came to a good end\n")
        file.writelines("\t".join(map(str, (program, *(counts.get(name, 0) for name in ("forms", "clone", "strange", "good"))))) + "\n" for program, counts in tally)
    with open(os.path.join(work, "looked.txt"), "w") as file:
        file.writelines(f"{program}\t{path}\n" for program, path in sorted(report.looked))
    never = [program for program, counts in tally if not counts.get("clone") and not counts.get("strange")]
    print(f"{len(tally)} programs, {len(tally) - len(never)} of them ran in a planted project; {os.path.relpath(work)}/planted.txt counts them, looked.txt has what they looked for")


def conclude(report, state, given, processes):
    print()
    for key, count in report.classes.most_common(40):
        print(f"{count:6} × {key[1]} {key[0]} {key[2]}")
    ran, useful, late = report.sum("ran"), report.sum("useful"), report.sum("late")
    print(f"asked {report.sum('asked')}, ran {ran} ({useful} came to a good end, {late} were stopped), {report.sum('cpu'):.0f} s of CPU time")
    if given.go_on:
        print(f"since the first run: asked {state['asked']}, ran {state['ran']}, {state['cpu'] / 3600:.2f} h of CPU time")
    broken = report.troubles or any(process.returncode for process in processes)
    if report.findings:
        print(f"{len(report.findings)} findings (the whole of them in {os.path.relpath(report.path)})")
    if report.once:
        print(f"{len(report.once)} were seen once and not again, in {AGAIN} more runs: no failure, but worth a look")
    if report.cut and given.batches:
        print("the time was up before all of it was looked at")
    if ran == 0:
        print("nothing ran: that proves nothing")
    if given.planted:
        planted(report, given.work)
    print(f"{ran} cases")
    return 1 if report.findings or broken or ran == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
