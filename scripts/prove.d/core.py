"""Runs each core row in walls and writes down what was run: `evidence.list`, without which no row proves anything.

For each option of `proves-with:` the row runs with three shapes of operands, then in combinations until every pair of options has
stood in one command. What runs is what the prover would prove. A run that ends in a usage error counts as not run.

Started by `scripts/prove --core`; it starts itself again as its workers, inside namespaces of their own.
"""

import argparse
import collections
import datetime
import encodings.latin_1  # noqa: F401  what is needed later is not there any more inside the walls
import encodings.unicode_escape  # noqa: F401
import fnmatch
import itertools
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import judge
import plant
import walls

HERE = os.path.dirname(os.path.abspath(__file__))
NO_WALLS = 77
# A run that says so has not done what it was asked for.
USAGE = re.compile(
    r"invalid option|unrecognized|unknown option|illegal option|[Uu]sage:|Try .*--help|invalid (argument|value|number|mode|width|format|count|line|type)|requires an? (argument|value)"
    r"|cannot be (used|combined)|mutually exclusive|may not be|only one|not (supported|allowed|permitted) |extra operand|missing operand|unknown (argument|option|predicate|switch|format|directive|sort|field)"
    r"|bad (option|argument)|expects? an?|conflict|ambiguous argument|incompatible|is not a (valid|recognized)|not a number|cannot specify|unknown --|no such option|Illegal|unexpected argument"
)
# Tried for a value, until the program takes one.
VALUES = ["2", "a", ",", "HEAD", "always", "1,2", "auto", "main", "f", "name", "%s", "x", "d", "utf-8", "yesterday", "+1", "rs", "fixed", "warning", "alpha:a.txt", "1,2:a.txt", "posix-extended", "myers", "%H", "%(refname)", "refname", "A", "u1", "TERM", "seconds", "all", "./a.txt", "size", "ln", "root", "ext4", "1000", "n=2"]
# The most commands for one row's pairs.
MOST = 2500
SHAPES = [
    # By the beginning of a row's path; `@` is where the options stand, `&` the program.
    ("git blame", ["& @ a.txt", "& @ HEAD -- a.txt", "& @ HEAD~1 a.txt"]),
    ("git annotate", ["& @ a.txt", "& @ HEAD -- a.txt", "& @ HEAD~1 a.txt"]),
    ("git pickaxe", ["& @ a.txt", "& @ HEAD -- a.txt", "& @ HEAD~1 a.txt"]),
    ("git grep with", ["& @ alpha", "& @ alpha -- a.txt", "& @ alpha HEAD"]),
    ("git grep", ["& @ alpha", "& @ alpha -- a.txt", "& @ alpha HEAD"]),
    ("git cat-file", ["& @ HEAD", "& @ HEAD:a.txt", "& @ v1"]),
    ("git ls-tree", ["& @ HEAD", "& @ HEAD src", "& @ v1 a.txt"]),
    ("git ls-files", ["& @", "& @ src", "& @ -- a.txt"]),
    ("git diff-tree", ["& @ HEAD", "& @ HEAD~1 HEAD", "& @ HEAD -- a.txt"]),
    ("git diff", ["& @", "& @ HEAD~1 HEAD", "& @ HEAD -- a.txt"]),
    ("git status", ["& @", "& @ src", "& @ -- a.txt"]),
    ("git merge-base", ["& @ HEAD HEAD~1", "& @ main topic", "& @ HEAD v1"]),
    ("git describe", ["& @", "& @ HEAD", "& @ HEAD~1"]),
    ("git name-rev", ["& @ HEAD", "& @ HEAD~1", "& @ v1"]),
    ("git rev-parse with", ["& @"] * 3),
    ("git rev-parse", ["& @ HEAD", "& @", "& @ HEAD~1"]),
    ("git check-ignore", ["& @ a.txt", "& @ a.txt src", "& @ -- a.txt"]),
    ("git branch with nothing", ["& @"] * 3),
    ("git branch with -a", ["& @"] * 3),
    ("git branch with --show", ["& @"] * 3),
    ("git branch", ["& @", "& @ main", "& @ 't*'"]),
    ("git tag with nothing", ["& @"] * 3),
    ("git tag", ["& @", "& @ v1", "& @ 'v*'"]),
    ("git remote get-url", ["& @ origin"] * 3),
    ("git remote", ["& @"] * 3),
    ("git stash list", ["& @"] * 3),
    ("git stash show", ["& @"] * 3),
    ("git worktree list", ["& @"] * 3),
    ("git reflog", ["& @"] * 3),
    ("git count-objects", ["& @"] * 3),
    ("git shortlog", ["& @ HEAD", "& @ v1", "& @ HEAD~1"]),
    ("git for-each-ref", ["& @", "& @ refs/heads", "& @ refs/tags"]),
    ("git refs list", ["& @", "& @ refs/heads", "& @ refs/tags"]),
    ("git show-ref", ["& @", "& @ main", "& @ refs/heads/main"]),
    ("git ", ["& @", "& @ HEAD", "& @ HEAD -- a.txt"]),
    ("git", ["& @ status", "& @ log -1", "& @ diff"]),
    ("grep", ["& @ alpha a.txt", "& @ alpha a.txt b.txt", "cat a.txt | & @ alpha", "& -r @ alpha src"]),
    ("rg", ["& @ alpha src", "& @ alpha a.txt b.txt", "cat a.txt | & @ alpha"]),
    ("find", ["& . @", "& src @", "& a.txt src @", "& @ src"]),
    ("sed", ["& @ s/a/b/ a.txt", "& @ 1,3p a.txt b.txt", "cat a.txt | & @ '/a/d'", "& -i @ s/a/b/ a.txt src/a.txt"]),
    ("mkdir", ["& @ new", "& @ new src/new", "& @ -p new/a/b"]),
    ("touch", ["& @ a.txt", "& @ new src/new", "& @ src a.txt"]),
    ("tee", ["cat a.txt | & @ new", "echo x | & @ a.txt src/new", "cat a.txt | & @ b.txt >/dev/null"]),
    ("cp", ["& @ a.txt new", "& @ a.txt b.txt", "& @ a.txt b.txt src"]),
    ("mv", ["& @ a.txt new", "& @ a.txt b.txt", "& @ a.txt b.txt src"]),
    ("chmod", ["& @ +x a.txt", "& @ 755 a.txt b.txt", "& @ u+rwx a.txt"]),
    ("awk", ["& @ '{print $1}' a.txt", "& @ '/a/' a.txt b.txt", "cat a.txt | & @ 'END{print NR}'"]),
    ("jq", ["& @ . package.json", "& @ keys package.json", "cat package.json | & @ ."]),
    ("tr", ["cat a.txt | & @ a b", "cat a.txt | & @ a-z A-Z", "cat a.txt | & @ a"]),
    ("comm", ["& @ a.txt b.txt"] * 3),
    ("cmp", ["& @ a.txt b.txt", "& @ a.txt a.txt", "cat a.txt | & @ - a.txt"]),
    ("diff", ["& @ a.txt b.txt", "& @ src sub", "cat a.txt | & @ - a.txt"]),
    ("uniq", ["& @ a.txt", "cat a.txt | & @", "& @ b.txt"]),
    ("xxd", ["& @ a.txt", "cat a.txt | & @", "& @ b.txt"]),
    ("cut", ["& @ a.txt", "& -f1 @ a.txt b.txt", "cat a.txt | & -c1 @"]),
    ("ls", ["& @", "& @ src a.txt", "& @ *.txt"]),
    ("tree", ["& @", "& @ src", "& @ src doc"]),
    ("du", ["& @", "& @ src", "& @ a.txt src"]),
    ("df", ["& @", "& @ .", "& @ a.txt src"]),
    ("basename", ["& @ src/a.txt", "& @ a.txt", "& @ /usr/share/x.txt"]),
    ("seq", ["& @ 3", "& @ 1 3", "& @ 1 2 9"]),
    ("sleep", ["& @ 0", "& @ 0.01", "& @ 0 0"]),
    ("command with", ["command @ ls", "command @ cd", "command @ ls cat"]),
    ("type", ["& @ ls", "& @ cd", "& @ ls cat"]),
    ("which", ["& @ ls", "& @ cat nothing", "& @ ls cat"]),
    ("date", ["& @", "& @ +%s", "& @ '+%Y %m'"]),
    ("id", ["& @", "& @ root", "& @ dev"]),
    ("groups", ["& @"] * 3), ("whoami", ["& @"] * 3), ("logname", ["& @"] * 3), ("uname", ["& @"] * 3), ("nproc", ["& @"] * 3),
    ("uptime", ["& @"] * 3), ("free", ["& @"] * 3), ("pwd", ["& @"] * 3), (":", ["& @", "& x", "& x y"]), ("true", ["& @", "& x", "& x y"]), ("false", ["& @", "& x", "& x y"]),
    ("ps", ["& @"] * 3),
    ("cd", ["& @ src", "& @ .", "& @ src && ls"]),
    ("dirname", ["& @ a/b", "& @ a", "& @ /usr/share/x"]),
    ("echo", ["& @ x", "& @ 'a b' *.txt", "& @ -n x"]),
    ("printf", ["& @ '%s\\n' a b", "& @ '%d\\n' 3", "& @ 'x\\n'"]),
    ("test", ["& -f a.txt", "& 1 -lt 2", "[ -d src ]", "[ a = b ]", "& ! -e nothing", "[ -n x ]", "& a.txt -nt b.txt", "[ -x evil ]", "[ -s a.txt ]"]),
    ("env", ["& LC_ALL=C ls", "& LANG=C CI=1 cat a.txt", "& NO_COLOR=1 git status"]),
    ("nice", ["& @ ls", "& @ cat a.txt", "& @ git status"]),
    ("timeout", ["& @ 5 ls", "& @ 5s cat a.txt", "& @ 3 git status"]),
    ("time", ["/usr/bin/& @ ls", "/usr/bin/& @ cat a.txt", "& @ ls"]),
    ("xargs", ["find src -type f | & @ cat", "git ls-files | & @ wc -l", "ls | & @ ls -d"]),
    ("bash", ["& -c 'ls; cat a.txt'", "& -lc 'git status'", "& -c 'cd src && ls'"]),
    ("zsh", ["& -c 'ls; cat a.txt'", "& -lc 'git status'", "& -c 'cd src && ls'"]),
    ("sh", ["& -c 'ls; cat a.txt'", "& -c 'git status'", "& -c 'cd src && ls'"]),
    ("", ["& @ a.txt", "& @ a.txt b.txt", "cat a.txt | & @"]),
]
# Small languages: run as they are.
LANGUAGES = {
    "sed": [
        "sed -n 1,3p a.txt", "sed '/a/,/b/d' a.txt", "sed 's|a|b|g;s/x/y/2' a.txt", "sed -n '/a/{p;q}' a.txt", "sed '$!d' a.txt", "sed 'y/abc/xyz/' a.txt", "sed -n '$=' a.txt", "sed '1~2d' a.txt",
        "sed -E 's/([a-z]+)/<\\1>/g' a.txt", "sed 'N;P;D' a.txt", "sed 'G;h;x' a.txt", "sed -n l a.txt", "sed '1!G;h;$!d' a.txt", "sed '\\,a,d' a.txt", "sed '/a/I,+1p' a.txt", "sed -e p -e d a.txt",
    ],
    "awk": [
        "awk 'NR>1' a.txt", "awk '{print $NF, length($0)}' a.txt", "awk -F: '{s += $2} END {printf \"%d\\n\", s}' a.txt", "awk '/a/ && !/b/ {print FILENAME \":\" FNR}' a.txt b.txt", "awk '{a[$1]++} END {for (k in a) print k, a[k]}' a.txt",
        "awk '{print substr($1, 1, 2), toupper($2)}' a.txt", "awk '{gsub(/a/, \"b\"); print}' a.txt", "awk 'BEGIN {print 6/2}'", "awk '($1 > \"b\") {print $1}' a.txt", "awk -v n=2 'NR==n' a.txt", "awk '{n = split($0, p, \",\"); print n, p[1]}' a.txt",
        "awk 'BEGIN {while (i < 3) print i++}'", "awk '!seen[$0]++' a.txt", "awk '{print ($1 > 2)}' a.txt",
    ],
    "jq": [
        "jq -r '.name // empty' package.json", "jq '.scripts | keys[]' package.json", "jq 'to_entries | map(select(.key == \"name\"))' package.json", "jq -n --arg a b '{a: $a}'", "jq -r '\"\\(.name) \\(.version)\"' package.json",
        "jq '[.[] | strings] | length' package.json", "jq -s 'add' package.json package.json", "jq 'reduce range(3) as $i (0; . + $i)' -n", "jq 'if .name then 1 else 2 end' package.json", "jq -r '.name | ascii_upcase | @sh' package.json",
    ],
    "find": [
        "find . -name '*.txt' -exec cat {} +", "find src -type f -exec grep -l alpha {} ';'", "find . -path ./.git -prune -o -type f -print", "find . '(' -name a.txt -o -name b.txt ')' -print0", "find . ! -name '*.txt' -maxdepth 1", "find src -type f -exec wc -l {} +", "find . -name '*.txt' -exec head -n 1 {} ';'",
    ],
}


class Row:
    def __init__(self, line):
        path, self.hash, names, self.style, self.first, self.rest, options = line.rstrip("\n").split("\t")
        self.path = path
        self.names = names.split(",")
        self.options = [tuple(option.split("|")) for option in options.split()]
        program, *subs = re.sub(r" with .*", "", path).split()
        self.program = program
        triggers = path.partition(" with ")[2].split(",") if " with " in path else []
        trigger = "" if program == "command" else "--points-at=HEAD" if "--points-at" in triggers else next((one for one in triggers if one.startswith("-")), "")
        self.command = " ".join([program, *subs, trigger]).strip()
        self.shapes = next(shapes for begin, shapes in SHAPES if path == begin or path.startswith(begin + " ") or begin.endswith(" ") and path.startswith(begin) or begin and path.startswith(begin) and " with" in begin or begin == "")
        self.values = {}


def spelt(option, sign, value, attached):
    """An option with its value."""
    quoted = shlex.quote(value) if value is not None else ""
    if sign == "" or value is None:
        return option if option != "-#" else "-2"
    if sign == "?":
        return f"{option}={quoted}" if option.startswith("--") else option + quoted
    if sign == "::":
        return f"{option} x {quoted}"
    if sign == ":" or not attached:
        return f"{option} {quoted}"
    return f"{option}={quoted}" if option.startswith("--") else option + quoted


def build(row, shape, options):
    text = shape.replace("&", row.command, 1).replace("@", " ".join(options))
    return re.sub(r" +", " ", text).strip()


class Prover:
    def __init__(self, binary):
        self.binary = binary

    def proven(self, texts):
        done = subprocess.run([self.binary], input="".join(json.dumps(text) + "\n" for text in texts), capture_output=True, text=True, check=True)
        answers = done.stdout.splitlines()
        if len(answers) != len(texts):
            raise RuntimeError(f"the prover ended after {len(answers)} of {len(texts)} texts")
        return answers


class Workers:
    """Walls that run commands, each in a process of its own, with the files that it may write."""

    def __init__(self, count, planted, scratch, binary, exceptions):
        self.processes = []
        for number in range(count):
            root = os.path.join(scratch, f"root{number}")
            os.mkdir(root)
            command = ["unshare", "--mount", "--net", "--pid", "--ipc", "--uts", "--fork", "--kill-child", sys.executable, "-B", os.path.abspath(__file__), "--worker"]
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            process.stdin.write(json.dumps({"root": root, "planted": planted, "engine": binary, "exceptions": exceptions}) + "\n")
            process.stdin.flush()
            ready = json.loads(process.stdout.readline() or '{"why": "the worker ended"}')
            if "why" in ready:
                print(f"prove: no walls, so nothing runs: {ready['why']}", file=sys.stderr)
                sys.exit(NO_WALLS)
            self.processes.append(process)

    def run(self, calls):
        """What became of each text with the files that it may write: `{status, usage, findings, printed}`."""
        answers = [None] * len(calls)
        queue = collections.deque(enumerate(calls))
        lock = threading.Lock()

        def serve(process):
            while True:
                with lock:
                    if not queue:
                        return
                    number, call = queue.popleft()
                process.stdin.write(json.dumps(call) + "\n")
                process.stdin.flush()
                answers[number] = json.loads(process.stdout.readline())

        threads = [threading.Thread(target=serve, args=(process,)) for process in self.processes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers

    def end(self):
        for process in self.processes:
            process.stdin.close()
            process.wait()


def worker():
    task = json.loads(sys.stdin.readline())
    # What is imported when first used must be imported now.
    json.dumps(fnmatch.translate("*"))
    try:
        inside = walls.Walls(task["root"], task["planted"], task["engine"])
    except walls.NoWalls as error:
        print(json.dumps({"why": str(error)}), flush=True)
        return 3
    exceptions = judge.Exceptions(task["exceptions"])
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        text, written = json.loads(line)
        seen = inside.run(text, walls.PROJECT)
        call = {"command": text, "runs": re.findall(r"[\w.+\[-]+", text), "cwd": walls.PROJECT}
        found = [one for one in judge.findings(seen, call, exceptions, inside.path) if not announced(one, written, seen["changed"])]
        usage = seen["status"] != 0 and bool(USAGE.search(seen["printed"][:2000])) or seen["status"] == 129
        print(json.dumps({"status": seen["status"], "usage": usage, "findings": found, "printed": seen["printed"][:200]}), flush=True)
    return 0


def announced(finding, written, changed):
    """Whether a finding is that a file is written that the prover named, a directory on the way to it, or a file beside it that is gone at the
    end: `sed -i` writes such a one and gives it the name of the other."""
    kind, _, path = finding
    path = path.rstrip("/")
    named = any(file == path or file.startswith(path + "/") for file in written)
    gone = any(os.path.dirname(file) == os.path.dirname(path) for file in written) and path not in changed
    return kind in ("writes", "times", "changes") and named or kind == "writes" and gone


class Run:
    def __init__(self, given, workers):
        self.prover = Prover(given.proven)
        self.workers = workers
        self.random = random.Random(1)
        self.findings, self.ran, self.usage = [], 0, 0

    def go(self, texts):
        """Runs those that the prover proves; for each whether it ran to more than a usage error, `None` if it is not proven."""
        answers = [answer.split("\t") for answer in self.prover.proven(texts)]
        proven = [number for number, answer in enumerate(answers) if answer[0] == "proven"]
        results = [None] * len(texts)
        for number, seen in zip(proven, self.workers.run([(texts[number], [file for file in answers[number][1:] if file]) for number in proven])):
            results[number] = not seen["usage"]
            self.ran += not seen["usage"]
            self.usage += seen["usage"]
            if seen["findings"]:
                self.findings.append((texts[number], seen["findings"]))
        return results

    def singles(self, row):
        """Each option with each shape; the options that ran, and those that did not."""
        ran, missed = [], []
        for option, sign, kind in row.options:
            values = [None] if sign == "" else (["a.txt"] if kind == "file" else VALUES)
            if sign == "?":
                values = [None, *values]
            good = 0
            for value in values:
                forms = [build(row, shape, [spelt(option, sign, value, number == 0)]) for number, shape in enumerate(row.shapes)]
                results = self.go(forms)
                if sum(result is True for result in results) > good:
                    good = sum(result is True for result in results)
                    row.values[option] = value
                if good == len(forms):
                    break
            (ran if good else missed).append(option)
        return ran, missed

    def pairs(self, row, options):
        """Combinations until every pair has run; how many did, of how many."""
        signs = {option: sign for option, sign, _ in row.options}
        left = {frozenset(pair) for pair in itertools.combinations(options, 2)}
        total, made = len(left), 0
        size = 5
        while left and made < MOST:
            some = []
            pool = list(left)
            self.random.shuffle(pool)
            for pair in pool[:200]:
                chosen = list(pair)
                if size > 2:
                    rest = [option for option in options if option not in chosen]
                    chosen += self.random.sample(rest, min(size - 2, len(rest)))
                self.random.shuffle(chosen)
                some.append(chosen)
            texts = [build(row, self.random.choice(row.shapes), [spelt(option, signs[option], row.values.get(option), self.random.random() < 0.5) for option in chosen]) for chosen in some]
            before = len(left)
            for chosen, result in zip(some, self.go(texts)):
                if result:
                    left -= {frozenset(pair) for pair in itertools.combinations(chosen, 2)}
            made += len(texts)
            if before - len(left) < len(texts) // 3:
                if size == 2 and before == len(left):
                    break
                size = max(2, size - 1)
        return total - len(left), total


def version(program):
    """The first line of what it says of itself."""
    for words in ([program, "--version"], ["bash", "-c", f"type {program} && echo bash $BASH_VERSION"]):
        try:
            done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=10)
        except (OSError, subprocess.TimeoutExpired):
            continue
        lines = [line for line in done.stdout.splitlines() if line.strip()]
        if done.returncode == 0 and lines:
            return lines[-1 if words[0] == "bash" else 0].strip().replace("\t", " ")[:80]
    return "unknown version"


def main():
    parser = argparse.ArgumentParser(prog="scripts/prove --core")
    for name in ("--rows", "--proven", "--list"):
        parser.add_argument(name, required=True)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", help="only rows whose paths begin with one of these, with commas between them")
    parser.add_argument("--all", action="store_true", help="also rows that were run as they stand")
    parser.add_argument("--candidates", help="write the list that takes all rows for proven, and no more")
    given = parser.parse_args()
    with open(given.rows) as file:
        rows = [Row(line) for line in file]
    if given.candidates:
        with open(given.candidates, "w") as file:
            file.writelines(f"{row.path}\t{row.hash}\n" for row in rows)
        return 0
    if os.geteuid() != 0:
        print("prove: the walls are mounted as root, so nothing runs", file=sys.stderr)
        return NO_WALLS
    known = {}
    if os.path.exists(given.list):
        with open(given.list) as file:
            known = {line.split("\t")[0]: line.rstrip("\n") for line in file if not line.startswith("#")}
    wanted = [row for row in rows if given.all or known.get(row.path, "\t").split("\t")[1] != row.hash]
    if given.only:
        wanted = [row for row in wanted if row.path.startswith(tuple(given.only.split(",")))]
    scratch = tempfile.mkdtemp(prefix="prove-core-")
    bad = 0
    try:
        planted = os.path.join(scratch, "home")
        plant.plant(planted, [])
        # Something to list and to show.
        for words in (["stash"], ["stash", "apply"]):
            plant.git(os.path.join(planted, "project"), *words)
        for directory, names, files in os.walk(planted):
            for name in [".", *names, *files]:
                os.chown(os.path.join(directory, name), 1000, 1000, follow_symlinks=False)
        os.chmod(scratch, 0o755)
        with open(os.path.join(HERE, "exceptions.txt")) as file:
            exceptions = file.read()
        workers = Workers(given.workers, planted, scratch, given.proven, exceptions)
        for row in wanted:
            line = evidence(row, Run(given, workers))
            bad += line is None
            if line is None:
                known.pop(row.path, None)
                continue
            known[row.path] = line
            write(given.list, rows, known)
        workers.end()
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    write(given.list, rows, known)
    return 1 if bad else 0


def evidence(row, run):
    """Runs a row; its line of evidence, or nothing if something was found."""
    begun = time.monotonic()
    if not shutil.which(row.program) and version(row.program) == "unknown version":
        print(f"MISSING {row.path}: not installed", flush=True)
        return None
    plain = run.go([build(row, shape, []) for shape in row.shapes])
    language = run.go(LANGUAGES.get(row.path, []))
    ran, missed = run.singles(row)
    pairs, total = run.pairs(row, ran)
    share = run.ran / max(1, run.ran + run.usage)
    told = f"{row.path}: options {len(ran)}/{len(row.options)}, pairs {pairs}/{total}, {run.ran} runs, {share:.0%} no usage error, {time.monotonic() - begun:.0f} s"
    if language:
        told += f", language {sum(result is True for result in language)}/{len(language)}"
    if not any(plain) and not ran:
        print(f"NOT RUN {told}", flush=True)
        return None
    for text, found in run.findings[:6]:
        print(f"FINDING {text!r}: {found[:3]}", flush=True)
    if missed:
        print(f"NOT RUN {row.path}: {' '.join(missed)}", flush=True)
    print(("BAD " if run.findings else "ok ") + told, flush=True)
    if run.findings:
        return None
    day = datetime.date.today().isoformat()
    return f"{row.path}\t{row.hash}\t{day}\t{version(row.program)}\toptions {len(ran)}\tpairs {pairs} of {total}\truns {run.ran}" + ("\tnever ran " + " ".join(missed) if missed else "")


def write(path, rows, known):
    """The list, in the order of the rows."""
    with open(path + ".new", "w") as file:
        file.write("# Rows that were run in walls as they stand: path, hash, day, version, options, pairs of options, runs that were no usage error, options that the program always refused.\n")
        file.write("# `scripts/prove --core` writes this file; a row without a line here, or with another hash, proves nothing.\n")
        for row in rows:
            if known.get(row.path, "\t").split("\t")[1] == row.hash:
                file.write(known[row.path] + "\n")
    os.replace(path + ".new", path)


if __name__ == "__main__":
    sys.exit(worker() if sys.argv[1:] == ["--worker"] else main())
