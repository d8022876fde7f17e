"""Compares what the plain reader announces with what five shells run. Started by scripts/oracle."""

import argparse
import json
import os
import re
import select
import subprocess
import sys
import tempfile
import time

import mutants
import texts

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.dirname(os.path.dirname(HERE))
HOME, PROJECT = "/home/dev", "/home/dev/project"
SHELLS = {
    "bash": ["/bin/bash", "--norc", "--noprofile", "-c"],
    "dash": ["/bin/dash", "-c"],
    "busybox": ["/bin/busybox", "sh", "-c"],
    "mksh": ["/bin/mksh", "-c"],
    "zsh": ["/bin/zsh", "-f", "-c"],
}
ZSH_OPTIONS = (
    "EXTENDED_GLOB", "GLOB_DOTS", "NULL_GLOB", "SH_WORD_SPLIT", "RC_QUOTES", "KSH_ARRAYS", "NO_NOMATCH", "GLOB_SUBST", "MAGIC_EQUAL_SUBST", "BRACE_CCL",
    "KSH_GLOB", "SH_GLOB", "NUMERIC_GLOB_SORT", "NO_MULTIOS", "RC_EXPAND_PARAM", "MARK_DIRS", "CSH_NULL_GLOB", "PROMPT_SUBST",
)
# Those that make another command of a text, all at once.
TOGETHER = ("EXTENDED_GLOB", "GLOB_DOTS", "NULL_GLOB", "SH_WORD_SPLIT", "RC_QUOTES", "KSH_ARRAYS", "GLOB_SUBST", "MAGIC_EQUAL_SUBST")
BASH_OPTIONS = ("extglob", "dotglob", "nullglob", "globstar", "nocaseglob", "failglob", "lastpipe", "xpg_echo", "expand_aliases")
# Run by a shell itself, in some or all of them: no stub sees these.
BUILTIN = {"echo", "printf", "test", "[", "true", "false", "pwd", "type", "command", "kill", "wait", "exit", "set", "export", "cd", ":", "which", "realpath"}
OWN = {"_", "OLDPWD", "PWD", "SHLVL", "PATH", "HOME", "LANG", "TERM", "PS1", "PS2", "HISTFILE", "LOGNAME", "LINES", "COLUMNS", "KSH_VERSION"}
# No program has a name that begins with `=`, or the number of a version for a name.
NAME = re.compile(r"[A-Za-z0-9_.+%@,:^~#-][A-Za-z0-9_.+%@,:=^~#-]{0,40}")


class Reader:
    """A reader that was built: texts in, what they run out."""

    def __init__(self, binary):
        self.binary = binary

    def read(self, calls):
        data = "".join(json.dumps({"home": HOME, "directory": PROJECT, **call}) + "\n" for call in calls)
        done = subprocess.run([self.binary], input=data, capture_output=True, text=True, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]


class Walls:
    """Workers that run texts."""

    def __init__(self, count, stub):
        self.directory = tempfile.TemporaryDirectory(prefix="oracle")
        self.workers = []
        for number in range(count):
            root = f"{self.directory.name}/{number}"
            os.mkdir(root)
            command = ["unshare", "-m", "-n", "-i", "-u", "-p", "--fork", "--kill-child", sys.executable, "-B", f"{HERE}/walls.py", root, stub]
            self.workers.append(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))

    def run(self, tasks, until=None):
        """Each task with its results, as they come."""
        idle, busy = list(self.workers), {}
        tasks = iter(tasks)
        left = True
        while left or busy:
            while left and idle:
                task = next(tasks, None)
                if task is None or until and time.time() > until:
                    left = False
                    break
                worker = idle.pop()
                worker.stdin.write(json.dumps({key: task[key] for key in ("text", "names", "runs")}) + "\n")
                worker.stdin.flush()
                busy[worker.stdout] = worker, task
            if not busy:
                return
            ready, _, _ = select.select(list(busy), [], [], 120)
            if not ready:
                sys.exit("oracle: the walls do not answer")
            for stream in ready:
                worker, task = busy.pop(stream)
                line = stream.readline()
                if not line:
                    sys.exit(f"oracle: the walls broke down at {task['text']!r}")
                idle.append(worker)
                yield task, json.loads(line)

    def close(self):
        for worker in self.workers:
            worker.stdin.close()
            worker.wait()
        self.directory.cleanup()


def expand(text):
    return HOME + text[1:]


def directory(place):
    """The directory of a place; `None` if it may be another one."""
    if not place:
        return PROJECT
    if place[0] == "unknown":
        return None
    start = directory(place[2])
    if start is None or not isinstance(place[1], (str, dict)):
        return None
    target = place[1] if isinstance(place[1], str) else expand(place[1]["tilde"])
    path = os.path.normpath(os.path.join(start, target))
    inside = path == HOME or path == "/tmp" or path == "/" or path == PROJECT
    known = {PROJECT + "/" + os.path.dirname(name) for name in ("dir/one.rs", "dir/sub/x.txt", "src/lib.rs", "sub dir/y.txt", "dirx/z.rs")}
    there = inside or path in known
    # Behind `cd nowhere; q`, the reader says only what holds where the directory is there.
    return path if there else None


def matches(words, actual):
    """Whether the words announced can be those of a program that ran."""
    if not words:
        return not actual
    first, rest = words[0], words[1:]
    if isinstance(first, str):
        return bool(actual) and actual[0] == first and matches(rest, actual[1:])
    if "tilde" in first:
        return bool(actual) and actual[0] == expand(first["tilde"]) and matches(rest, actual[1:])
    if "beginning" in first:
        # An empty one may be no word at all.
        return not first["beginning"] and matches(rest, actual) or bool(actual) and actual[0].startswith(first["beginning"]) and matches(rest, actual[1:])
    text, prefix = first["pattern"], first["pattern"].encode()[:first["prefix"]].decode()
    if first["tilded"]:
        text, prefix = expand(text), expand(prefix) if prefix.startswith("~") else prefix
    for count in range(len(actual) + 1):
        if count and not (actual[count - 1] == text or actual[count - 1].startswith(prefix) and exists(actual[count - 1])):
            return False
        if matches(rest, actual[count:]):
            return True
    return False


def exists(name):
    # Names that a pattern may have found, from any directory, without the disk of the walls.
    last = name.rstrip("/").rsplit("/", 1)[-1]
    return last in KNOWN or last in EXTRA and last not in (".", "..")


KNOWN = {part for name in (
    "a.txt", "b.txt", "c d.txt", "-n.txt", "e\nf.txt", ".env", ".hidden.txt", "HEAD", "HEADx", "x", "xx", "main.rs", "a", "q", "@", "file1", "dir/one.rs",
    "dir/two three.rs", "dir/-z.rs", "dir/sub/x.txt", "src/main.rs", "src/lib.rs", "sub dir/y.txt", "dirx/z.rs") for part in name.split("/")}
EXTRA = {"project", "dev", "home", "tmp", "bin", "lib", "lib64", "usr", "q", "log", "null", "f", "f g", "o", "stub"} | {
    "bash", "dash", "busybox", "mksh", "zsh", ".", "..", "etc"}


DIRECTORIES = {"", ".", "..", "~", "dir", "src", "sub", "sub dir", "dirx", "dev", "tmp"}
# Files that texts write.
WRITTEN = {"f", "f g", "o", "x", "/dev/null"}


def literal(word):
    return word if isinstance(word, str) else expand(word["tilde"]) if "tilde" in word else None


def command_fits(command, record, commands, loose):
    """Why a program that ran is not this command; `None` if it is."""
    place, read, variables, actual = record
    if not command["words"] or not matches(program(command), actual):
        return "words"
    expected = directory(command["place"])
    if expected is not None and place != expected:
        return f"runs in {place}, not in {expected}"
    own = {name: word for name, word in command["assignments"]}
    for name, value in variables.items():
        if name not in OWN and (name not in own or literal(own[name]) not in (None, value)):
            return f"has {name}={value} in its environment"
    sources = [entry for entry in command["redirections"] if entry[0] == 0]
    if sources and sources[0][1] == "document":
        return None if read == sources[0][2] else f"reads {read!r}"
    if sources:
        name = literal(sources[0][2])
        known = expected is not None and not os.path.isabs(name)
        path = os.path.relpath(os.path.normpath(os.path.join(expected, name)), PROJECT) if known else None
        wanted = read in ("", f"content of {path}\n") if known else read.startswith("content of ") and read.count("content of") == 1 or not read
        return None if wanted or "/" in (path or "")[:1] or name in WRITTEN else f"reads {read!r}"
    if command["input"] is None:
        return None if not read else f"reads {read!r}"
    makers = commands[command["input"][0]:command["input"][1] + 1]
    if any(not maker["words"] or maker["words"][0] in BUILTIN | {"cat", "time"} for maker in makers if maker["words"]):
        return None
    for line in read.split("\x1e\n")[:-1]:
        # What a shell itself has to say, by `2>&1`.
        line = re.sub(r"^((zsh|sh|bash|dash|mksh|busybox|/bin/\w+): ?[^\n]*\n)+", "", line)
        if not any(maker["words"] and matches(program(maker), line.split("\x1f")[:-1]) for maker in makers):
            return f"reads {read!r}"
    return None


def program(command):
    return command["words"]


def stopped(run):
    """A shell may stop at what it takes for an error: then less runs."""
    return run["late"]


def announced(answer, run, kind, endless):
    """What ran without having been announced."""
    commands = answer["commands"]
    # A pattern may have found what was written at the same time.
    EXTRA.update(os.path.basename(path) for path in run["changed"])
    taken = {}

    def place(number, tried):
        """Gives a record a command of its own; another one may have to take a different one."""
        for index in fitting[number]:
            if index not in tried:
                tried.add(index)
                if index not in taken or place(taken[index], tried):
                    taken[index] = number
                    return True
        return False

    records = [record for record in run["log"] if not (record[3] and record[3][0] in BUILTIN)]
    fitting = []
    for number, record in enumerate(records):
        reasons = [command_fits(command, record, commands, kind) for command in commands]
        fitting.append([index for index, reason in enumerate(reasons) if reason is None])
        if not fitting[number] or not endless and not place(number, set()):
            reasons = [reason for reason in reasons if reason not in (None, "words")]
            return f"{' '.join(map(repr, record[3]))} ran, " + (reasons[0] if reasons else "which nothing announces")
    targets = set()
    for command in commands:
        place = directory(command["place"])
        for entry in command["redirections"]:
            if entry[1] in ("write", "append"):
                name = literal(entry[2])
                if os.path.isabs(name):
                    targets.add(os.path.normpath(name))
                elif place is None:
                    targets.add(("any", os.path.basename(name)))
                else:
                    targets.add(os.path.normpath(os.path.join(place, name)))
    for path in run["changed"]:
        if path not in targets and ("any", os.path.basename(path)) not in targets:
            return f"{path} was written, which nothing announces"
    return None


def features(text, answer):
    """What makes shells run different parts of a text, by failing: then only what ran is looked at, not what did not."""
    commands = answer["commands"]
    words = [word for command in commands for word in command["words"] + [one[1] for one in command["assignments"]]]
    names = {command["words"][0] for command in commands if command["words"]}
    return {
        "pattern": any(isinstance(word, dict) and "pattern" in word for word in words) or re.search(r"for \w+ in [^\n]*[*?\[]", text) is not None,
        "equals": any(isinstance(word, str) and re.fullmatch("=+", word) for word in words) or re.search(r"(^|\s)=+(\s|;|$)", text) is not None,
        "stops": "PIPESTATUS" in text or bool(names & {"exit", "kill", "wait", "command", "type", "which", "cd", "test", "[", "pwd"}),
        "missing": any(
            entry[1] == "read" and literal(entry[2]) not in KNOWN or os.path.basename(literal(entry[2])) in DIRECTORIES or entry[1] in ("write", "append") and "/" in literal(entry[2]).removeprefix(HOME + "/").removeprefix("/tmp/")
            for command in commands for entry in command["redirections"] if entry[1] in ("read", "write", "append") and literal(entry[2]) != "/dev/null"),
        "prints": bool(names & {"echo", "printf", "pwd", "type", "command", "which", "realpath"}),
        "repeats": re.search(r"\b(while|until|for)\b", text) is not None,
        "branches": re.search(r"\|\||\b(if|while|until)\b", text) is not None,
        "background": re.search(r"&(\s|$|\))", text.replace("&&", "")) is not None,
    }


def summary(run):
    return sorted((record[3], record[1], record[0]) for record in run["log"] if record[3] and record[3][0] not in BUILTIN)


def judge(text, answer, results):
    """What is wrong about the answer, if anything."""
    have = features(text, answer)
    for label, run in results.items():
        wrong = announced(answer, run, label, have["repeats"])
        if wrong:
            return f"{label}: {wrong}"
    plain = [label for label in SHELLS if label in results]
    if have["equals"] or have["stops"] or have["missing"] or any(results[label]["late"] for label in results):
        return None
    if "$(cat" in text and ("$?" in text or "${?" in text):
        # The status of `cat`, or of what was before it.
        return None
    if have["pattern"] and any(run["changed"] for run in results.values()):
        # Whether a pattern finds a file that is written at the same time is luck.
        return None
    if have["pattern"]:
        # zsh does not run what a pattern without a match stands in.
        plain = [label for label in plain if label != "zsh"]
    if not plain:
        return None
    logs = {label: summary(results[label]) for label in plain}
    if have["prints"] or have["background"]:
        logs = {label: [entry[0] for entry in log] for label, log in logs.items()}
    for label in plain[1:]:
        written = [results[one].get("contents") for one in (plain[0], label)]
        if written[0] != written[1] and not have["prints"] and not have["background"]:
            return f"{label} wrote {written[1]!r}, {plain[0]} {written[0]!r}"
        if logs[label] != logs[plain[0]]:
            return f"{label} ran {logs[label]}, {plain[0]} {logs[plain[0]]}: {results[label]['output']!r}"
    fails = {"false", "exit", "test", "["}
    names = [command["words"][0] for command in answer["commands"] if command["words"]]
    if not have["branches"] and not have["repeats"] and not set(names) & fails and plain and not any(name.startswith(("qf", "qw", "qu")) for name in names):
        expected = sum(1 for command in answer["commands"] if command["words"] and program(command)[0] not in BUILTIN)
        if expected != len(logs[plain[0]]) and "/" not in "".join(names):
            return f"{plain[0]} ran {len(logs[plain[0]])} of {expected}: {results[plain[0]]['output']!r}"
    return None


def task(text, call, answer, random):
    """How a text is run: as itself in five shells, or with options."""
    runs = []
    if call.get("options"):
        shopt = sorted({random.one(BASH_OPTIONS) for _ in range(1 + random.below(2))})
        for number in range(4):
            chosen = list(TOGETHER) if number == 0 else sorted({random.one(ZSH_OPTIONS) for _ in range(1 + random.below(4))})
            runs.append(["zsh " + " ".join(chosen), ["/bin/zsh", "-f", *(part for one in chosen for part in ("-o", one)), "-c"]])
        runs += [
            ["bash " + " ".join(shopt), ["/bin/bash", "--norc", "--noprofile", *(part for one in shopt for part in ("-O", one)), "-c"]],
            ["bash noglob", ["/bin/bash", "--norc", "--noprofile", "-f", "-c"]],
        ]
    else:
        runs = [[label, arguments] for label, arguments in SHELLS.items()]
    return {"text": text, "names": sorted(name for name in set(NAME.findall(text)) if name.strip(".0123456789")), "runs": runs, "answer": answer, "call": call}


def calls(seed, count, commands):
    """Texts and what they are read as: most of them as `SHELL -c`, some with the options of users."""
    random = texts.Random(seed + 77)
    for text in texts.texts(seed, count, commands):
        kind = random.below(100)
        call = {"text": text}
        if kind >= (50 if any(sign in text for sign in ("==", "''", "^", "~", "#", "$S")) else 85):
            call["options"] = True
        yield call


def fit(call, text, answer):
    """The walls can run it: no program by its path, no file but those below the home directory."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return "\x00" not in text and all("/" not in program(command)[0] for command in answer["commands"] if command["words"])


def measure(options, walls, reader):
    seen, plain, runs, wrong = 0, 0, 0, []
    until = time.time() + options.seconds if options.seconds else None
    commands = texts.real(REPOSITORY)
    kinds = {"script": 0, "options": 0}

    def tasks():
        nonlocal seen, plain
        random = texts.Random(options.seed + 5)
        batch, number = [], 0
        for call in calls(options.seed, options.count, commands):
            batch.append(call)
            number += 1
            if len(batch) == 500 or number == options.count:
                for one, answer in zip(batch, reader.read(batch), strict=True):
                    seen += 1
                    if answer["plain"] and fit(one, one["text"], answer):
                        plain += 1
                        kinds["options" if one.get("options") else "script"] += 1
                        yield task(one["text"], one, answer, random)
                batch = []

    for job, results in walls.run(tasks(), until):
        runs += len(results)
        found = judge(job["text"], job["answer"], results)
        if found:
            wrong.append((job, found))
            print(f"  {found[:600]}\n    {job['text'][:600]!r}", flush=True)
            if len(wrong) >= 60:
                break
    print(f"oracle: {seen} texts, {plain} plain ({', '.join(f'{count} {kind}' for kind, count in kinds.items())}), {runs} runs compared, {len(wrong)} mismatches")
    print(f"oracle: {plain - len(wrong)} passed, {len(wrong)} failed")
    return not wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--binary", required=True)
    parser.add_argument("--stub", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=4000)
    parser.add_argument("--seconds", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--mutants", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--text")
    options = parser.parse_args()
    walls = Walls(options.workers, options.stub)
    try:
        if options.text is not None:
            good = show(options, walls)
        elif options.mutants:
            good = mutants.measure(options, walls, sys.modules[__name__])
        else:
            good = measure(options, walls, Reader(options.binary))
    finally:
        walls.close()
    sys.exit(0 if good else 1)


def show(options, walls):
    """One text, with what each shell ran: for finding out."""
    call = {"text": options.text}
    answer = Reader(options.binary).read([call])[0]
    print(json.dumps(answer, indent=1))
    for _, results in walls.run([task(options.text, call, answer, texts.Random(1))]):
        for label, run in results.items():
            print(label, [record[3] for record in run["log"]], run["changed"], repr(run["output"]))
        if answer["plain"]:
            print(judge(options.text, answer, results))
    return True


if __name__ == "__main__":
    main()
