"""Makes commands out of the tables: every option alone, in pairs and clusters, abbreviated, with `=` and without, before and
after operands; then inside the constructs of `shell.py`."""

import functools
import json
import os
import random
import shlex

import words
from shell import Shell


# Readers that constructs and words bring along.
COMMON = {"cat", "ls", "git", "echo", "printf", "seq", "grep", "head", "sort", "wc", "true", "test", "w", "yes"}


class Row:
    """One program or sub-command with those it stands below."""

    def __init__(self, chain):
        self.chain = chain
        self.entry = chain[-1]
        self.program = chain[0]["names"][0]
        self.effects = {entry["effect"] for entry in chain[-1:]}

    @property
    def name(self):
        return " ".join(entry["names"][0] for entry in self.chain)


def rows_of(entry, chain=()):
    chain = (*chain, entry)
    yield Row(chain)
    for sub in entry["subs"]:
        yield from rows_of(sub, chain)


class Tables:
    """What `cargo run --example tables` prints."""

    def __init__(self, lines, is_installed):
        programs = [json.loads(line) for line in lines]
        self.rows, self.wrappers, self.by_program = [], [], {}
        for entry in programs:
            names = [name for name in entry["names"] if is_installed(name)]
            if not names:
                continue
            entry = {**entry, "names": names}
            if entry["wraps"]:
                self.wrappers.append(entry)
            rows = list(rows_of(entry))
            for name in names:
                self.by_program[name] = rows
            # A program with hundreds of sub-commands must not drown the others.
            self.rows.append(rows)


class Maker:
    """Makes calls from a seed; the same seed and tables make the same calls."""

    def __init__(self, tables, cases, seed):
        self.tables, self.cases = tables, cases
        self.random = random.Random(seed)
        self.shell = Shell(self)

    # --- words ---------------------------------------------------------------------------------------------------

    def one(self, choices):
        return choices[int(self.random.random() * len(choices))]

    def chance(self, share):
        return self.random.random() < share

    def quoted(self, text):
        """The text as one word, in one of the ways to spell it."""
        way = self.random.random()
        if way < 0.75:
            return shlex.quote(text)
        if way < 0.85 and "'" not in text:
            return "'" + text + "'"
        if way < 0.95 and not set(text) & set('"$`\\!'):
            return '"' + text + '"'
        if not set(text) & set("'\\\n"):
            return "$'" + text + "'"
        return shlex.quote(text)

    def value(self, arg):
        """A value for an option or an operand of this kind, as it is (not quoted)."""
        if self.chance(0.12):
            return self.one(words.HOSTILE)
        if arg in ("read", "write", "delete"):
            return self.one(words.FILES)
        if arg == "sed":
            return self.one(words.SED)
        if arg == "awk":
            return self.one(words.AWK)
        if arg == "host":
            return self.one(["192.0.2.1", "http://192.0.2.1/", "localhost", "origin"])
        if arg in ("shell", "program", "code"):
            return self.one(["./argevil", "touch ARGWNED", "evil.py", "evil.js", "ls", "cat a.txt", "1", "print(1)"])
        if arg == "setting":
            return self.one(["color.ui=never", "core.pager=./argevil", "a=b", "alias.x=!./argevil"])
        return self.one(words.TEXTS)

    def word(self, arg):
        """The same, as the shell is given it: sometimes a pattern, an expansion, several words."""
        if self.chance(0.06):
            return self.one(words.GLOBS)
        if self.chance(0.05):
            return self.shell.expansion(self.value(arg))
        return self.quoted(self.value(arg))

    # --- options ---------------------------------------------------------------------------------------------------

    def spelt(self, option, style):
        """One option as a list of words. Also in ways its program does not have: those are where arity goes wrong."""
        name, takes = self.one(option["names"]), option["takes"]
        if name == "#":
            return ["-" + self.one(["1", "5", "20"])]
        value = lambda: self.word(option["arg"])
        if style == "keys":
            return [name + "=" + value()]
        if style in ("single", "find"):
            lead = "--" if style == "single" and self.chance(0.2) else "-"
            if takes == "command":
                return [lead + name, *self.inner(), self.one(["';'", "+", "\\;", "{} +", "{} \\;"])]
            if takes == "nothing":
                return [lead + name]
            return [f"{lead}{name}={value()}"] if style == "single" and self.chance(0.3) else [lead + name, value()]
        if len(name) == 1:
            if takes == "nothing":
                return ["-" + name + ("x" if self.chance(0.02) else "")]
            if takes == "attached":
                return [self.one(["-" + name, "-" + name + value(), "-" + name])] + ([value()] if self.chance(0.2) else [])
            return self.one([["-" + name, value()], ["-" + name + value()], [f"-{name}={value()}"]])
        long = "--" + name
        if self.chance(0.15) and len(name) > 3:
            long = "--" + name[: self.random.randint(2, len(name) - 1)]
        if takes == "nothing":
            return [long + "=" + value()] if self.chance(0.03) else [long]
        if takes == "attached":
            return self.one([[long], [long + "=" + value()], [long + "=" + value()], [long, value()]])
        if takes == "two":
            return [long, value(), value()]
        if takes == "command":
            return [long, *self.inner(), "';'"]
        return self.one([[long, value()], [long + "=" + value()]])

    def inner(self):
        return self.one([["cat"], ["grep", "x"], ["wc", "-l"], ["./argevil"], ["sort", "-o", "ARGWNED"], ["nice"], ["echo"]])

    def cluster(self, entry):
        letters = [option["names"][0] for option in entry["options"] if option["plain"] and len(option["names"][0]) == 1 and option["names"][0] != "#"]
        if len(letters) < 2:
            return []
        return ["-" + "".join(self.random.sample(letters, min(len(letters), self.random.randint(2, 4))))] + ([self.word("read")] if self.chance(0.2) else [])

    def operands(self, entry, least=0):
        count = max(least, self.one([0, 1, 1, 1, 2, 2, 3]))
        kinds = [entry["rest"]] * count
        if count and entry["first"]:
            kinds[0] = entry["first"]
        if count > 1 and entry["last"]:
            kinds[-1] = entry["last"]
        return [self.word(kind) for kind in kinds]

    # --- commands --------------------------------------------------------------------------------------------------

    # A second to start: a fifth of the others' chances is enough of them.
    SLOW = set("gcloud aws az npm npx yarn pnpm pip pip3 java javac javap jar jdeps jlink jshell gradle mvn kubectl terraform helm kotlinc scala sbt ansible gem bundle poetry".split())

    def row(self):
        rows = self.one(self.tables.rows)
        if rows[0].program in self.SLOW and self.chance(0.8):
            rows = self.one(self.tables.rows)
        if len(rows) > 30 and self.chance(0.5):
            return self.one(rows)
        readers = [row for row in rows if row.entry["effect"] == "read"]
        return self.one(readers) if readers and self.chance(0.85) else self.one(rows)

    def simple(self, row=None, only=None):
        """A simple command from a row: its words and the programs it announces. `only` is the one option to have."""
        row = row or self.row()
        entry = row.entry
        made = [self.one(row.chain[0]["names"]) if self.chance(0.3) else row.program]
        announced = {made[0]}
        if self.chance(0.02):
            made[0] = "/usr/bin/" + made[0]
        for at, above in enumerate(row.chain[:-1]):
            if self.chance(0.15) and above["options"]:
                made += self.spelt(self.one(above["options"]), above["style"])
            made.append(self.one(row.chain[at + 1]["names"]))
        special = self.small(row)
        if special is not None:
            operands = special
        else:
            operands = self.operands(entry)
        options = []
        if only is not None:
            options = self.spelt(only, entry["style"])
        elif entry["options"]:
            for _ in range(self.one([0, 1, 1, 2, 2, 3])):
                plain = [option for option in entry["options"] if option["plain"]]
                pool = plain if plain and self.chance(0.85) else entry["options"]
                options += self.spelt(self.one(pool), entry["style"])
            if self.chance(0.15):
                options += self.cluster(entry)
        if entry["wraps"]:
            inner, inside = self.simple_reader()
            before = operands[: entry["wraps"]["before"]]
            announced |= inside
            return made + options + before + inner, announced
        parts = [options, operands]
        if self.chance(0.25):
            parts.reverse()
        tail = parts[0] + (["--"] if self.chance(0.06) else []) + parts[1]
        if self.chance(0.05):
            tail.insert(self.random.randint(0, len(tail)), self.quoted(self.one(words.HOSTILE)))
        if self.chance(0.02):
            tail = [self.one(["--help", "--version", "-V", "-h", "help", "-v"])]
        return made + tail, announced

    def small(self, row):
        """Operands in the program's own language."""
        if not self.chance(0.6):
            return None
        program = row.program
        files = [self.quoted(self.value("read")) for _ in range(self.one([0, 1, 1, 2]))]
        if program in ("sed", "gsed"):
            return [self.one(["", "", "-n ", "-E ", "-s ", "-z "]) + shlex.quote(self.one(words.SED) + self.one(["", "", ";" + self.one(words.SED), "\n" + self.one(words.SED)])), *files]
        if program in ("awk", "gawk", "mawk", "nawk", "original-awk"):
            return [shlex.quote(self.one(words.AWK) + self.one(["", "", " ", "\n" + self.one(words.AWK)])), *files]
        if program == "jq":
            return [shlex.quote(self.one(words.JQ)), *files]
        if program in ("find", "gfind"):
            starts = [self.one([".", "src", "", "--", "odd", "sub .", "-L .", "*", "a.txt src"])]
            return starts + [self.one(words.FIND) for _ in range(self.one([1, 2, 2, 3, 4]))]
        return None

    READERS = ["cat", "ls", "grep", "head", "tail", "wc", "sort", "uniq", "cut", "file", "stat", "find", "sed", "awk", "git", "diff", "rg", "tree", "jq", "xxd", "od", "du"]

    def simple_reader(self):
        name = self.one([name for name in self.READERS if name in self.tables.by_program] or list(self.tables.by_program))
        rows = [row for row in self.tables.by_program[name] if row.entry["effect"] == "read" and not row.entry["wraps"]]
        return self.simple(self.one(rows or self.tables.by_program[name]))

    # --- calls -----------------------------------------------------------------------------------------------------

    def call(self):
        """One call: `command`, `runs`, `cwd`."""
        way = self.random.random()
        if way < 0.12 and self.cases:
            command, announced = self.shell.from_case(self.one(self.cases))
        elif way < 0.5:
            made, announced = self.simple()
            command = " ".join(made)
        else:
            command, announced = self.shell.construct()
        return {"command": command, "runs": sorted(announced | COMMON), "cwd": "/home/dev/" + self.one(words.WHERE)}

    def rule_call(self, program):
        """One call under `Bash(PROGRAM *)`."""
        row = self.one(self.tables.by_program[program])
        made, announced = self.simple(row)
        command = " ".join(made)
        if self.chance(0.25):
            command, announced = self.shell.construct((made, announced))
        may = {"write", "helpers"}
        may |= {"code"} if self.runs_code(row, made) else set()
        may |= {"fetch"} if self.talks(row) else set()
        return {"command": command, "runs": sorted(announced | COMMON), "cwd": "/home/dev/project", "rules": [f"Bash({program} *)"], "may": sorted(may), "row": row.name}

    @staticmethod
    def talks(row):
        """Whether talking to others is what the program is for, so that a rule that names it means that."""
        entry = row.entry
        whole = len(row.chain) == 1 and not entry["subs"] and entry["effect"] == "send"
        return whole or entry["effect"] == "fetch" or "host" in (entry["first"], entry["rest"], entry["last"])

    @staticmethod
    def runs_code(row, made):
        """Whether the row says so, of itself or of an option that is given. A row such as `make --version` may come out as `make` in a loop."""
        names = lambda option: [("-" if len(name) == 1 or row.entry["style"] in ("single", "find") else "--") + name for name in option["names"]]
        given = [option for option in row.entry["options"] if option["effect"] == "code" and any(word.startswith(tuple(names(option))) for word in made)]
        rows = row.chain[-2:] if row.entry["names"][0].startswith("-") else row.chain[-1:]
        return any(entry["effect"] == "code" for entry in rows) or bool(given)


@functools.lru_cache(maxsize=2)
def singles(tables, seed):
    """Every option of every row, and every reader with the operands that betray it, in an order of its own: what a batch takes a
    slice of. Each is `(row, option, value, operands)`."""
    chance = random.Random(seed)
    programs = []
    for rows in tables.rows:
        mine = []
        for row in rows:
            reads = row.entry["effect"] == "read" and not row.entry["wraps"]
            for option in row.entry["options"]:
                mine.append((row, option, None, None))
                if reads and option["plain"] and option["takes"] in ("value", "attached", "next"):
                    mine += [(row, option, value, operands) for value in words.BETRAYING for operands in ((), ("a.txt",))]
            if reads:
                mine += [(row, None, None, operands) for operands in words.BETRAYED]
        chance.shuffle(mine)
        programs.append(mine)
    chance.shuffle(programs)
    # By turns, so that one with ten thousand options does not hold up the others.
    longest = max(map(len, programs), default=0)
    return [mine[at] for at in range(longest) for mine in programs if at < len(mine)]


def single(maker, row, option, value, operands):
    """The call of one of `singles`."""
    if value is None and operands is None:
        return maker.simple(row, option)
    made = [row.program, *(entry["names"][0] for entry in row.chain[1:])]
    if value is not None:
        made += given(option, row.entry["style"], value)
    return made + list(operands), {row.program}


def given(option, style, value):
    """An option with this value, in the plainest way its program has."""
    name = option["names"][0]
    if style == "keys":
        return [f"{name}={value}"]
    if style in ("single", "find"):
        return ["-" + name, value]
    if option["takes"] == "attached":
        return [("-" + name if len(name) == 1 else f"--{name}=") + value]
    return ["-" + name if len(name) == 1 else "--" + name, value]


def batch(tables, cases, seed, number, size):
    """The calls of one batch. Batches go on where the one before ended: a part of all single options each, the rest by chance."""
    maker = Maker(tables, cases, f"{seed}/{number}")
    every = singles(tables, seed)
    part = size // 3
    calls = []
    for at in range(part):
        made, announced = single(maker, *every[(number * part + at) % len(every)])
        calls.append({"command": " ".join(made), "runs": sorted(announced | COMMON), "cwd": "/home/dev/project"})
    calls += [maker.call() for _ in range(size - part)]
    return calls


def sweep(tables, seed, number, size):
    """A slice of nothing but the single calls that betray."""
    maker, every = Maker(tables, [], f"{seed}/{number}"), [one for one in singles(tables, seed) if one[3] is not None]
    calls = []
    for one in every[number * size : (number + 1) * size]:
        made, announced = single(maker, *one)
        calls.append({"command": " ".join(made), "runs": sorted(announced | COMMON), "cwd": "/home/dev/project"})
    return calls


def planted(tables, number, size):
    """A slice of every plain form of every program, in the clone: what tells about itself, and reads of a few files. Where byleave
    asks there, it is asked again in the project without the files that rows know."""
    calls = []
    for program, words_ in forms(tables)[number * size : (number + 1) * size]:
        calls.append({"command": " ".join((program, *words_)), "runs": sorted({program, *words_} | COMMON), "cwd": "/home/dev/clone", "else": "/home/dev/strange", "program": program})
    return calls


# A program with more sub-commands than this is one of a cloud: they share what they obey.
MOST_ROWS = 60


@functools.lru_cache(maxsize=1)
def forms(tables):
    """Each is `(program, words)`."""
    found = {}
    for rows in tables.rows:
        for program in rows[0].entry["names"]:
            for about in words.ABOUT:
                found[program, about] = None
            for operands in words.READ:
                found[program, operands] = None
            for row in rows[1:MOST_ROWS]:
                if row.entry["effect"] not in ("read", "fetch", "state", "code", "write"):
                    continue
                chain = tuple(entry["names"][0] for entry in row.chain[1:] if entry["names"][0] != "nothing")
                for operands in ((), ("a.txt",), ("--help",)):
                    found[program, chain + operands] = None
    return list(found)


def rule_batch(tables, programs, seed, number, size):
    maker = Maker(tables, [], f"{seed}/rules/{number}")
    known = [name for name in programs if name in tables.by_program]
    return [maker.rule_call(maker.one(known)) for _ in range(size)] if known else []


def read_cases(directory):
    """Commands of the tables under `cases/policy`, by their columns."""
    found = []
    for table, column in (("everyday.txt", 2), ("allow.txt", 3), ("ask.txt", 3), ("outside.txt", 3), ("proven.txt", 2)):
        path = os.path.join(directory, table)
        if os.path.exists(path):
            with open(path) as file:
                for line in file:
                    fields = line.rstrip("\n").split("\t")
                    if not line.startswith("#") and len(fields) > column:
                        found.append(fields[column].replace("␤", "\n").replace("␉", "\t"))
    return found
