"""The rows of the tables with the place of each option, so that a line can be mended where it stands."""

import os
import re

TOKEN = re.compile(r"^(-{1,2}|(?=[+@]))([^,=?:;~]+?)(::|[=?:;])?(~)?$")
FACT = re.compile(r"^[a-z][a-z-]*:( |$)")


class Option:
    """One spelling of an option: what the row says follows it, and where it says so."""

    def __init__(self, name, takes, believed, place, plain):
        self.name, self.takes, self.believed, self.place, self.plain = name, takes, believed, place, plain


class Row:
    def __init__(self, names, place):
        self.names, self.place = names, place
        self.facts, self.options, self.subs, self.conditional = {}, {}, [], False

    def subs_named(self):
        """Its sub-commands, without rows that depend on an option."""
        return [sub for sub in self.subs if not sub.conditional]

    def copy_from(self, other):
        self.facts.update(other.facts)
        self.options.update(other.options)
        self.subs += other.subs


def spelt(word, place, plain):
    names = word.split(",")
    last = TOKEN.match(names[-1])
    if not last:
        return
    bare = names[:-1] + [last.group(1) + last.group(2)]
    for name in bare:
        yield Option(name, last.group(3) or "", bool(last.group(4)), place + (word,), plain)


class Reader:
    def __init__(self, path):
        self.path, self.shared, self.rows = path, {}, []
        with open(path) as file:
            self.lines = file.read().split("\n")
        self.at = 0

    def peek(self):
        while self.at < len(self.lines):
            line = re.split(r"(?:^|(?<=\s))#(?=\s|$)", self.lines[self.at])[0].rstrip()
            if line.strip():
                return len(line) - len(line.lstrip()), line.strip()
            self.at += 1
        return None

    def read(self):
        while self.peek():
            self.row(0, self.rows)
        return self.rows

    def row(self, indent, into):
        place = self.at
        _, says = self.peek()
        self.at += 1
        head, _, does = says.partition("  ")
        words = head.split(" ")
        row = Row([], (self.path, place))
        like = re.search(r"\blike (\S+)", does)
        if like and like[1] in self.shared:
            row.copy_from(self.shared[like[1]])
        self.below(indent, row)
        if words[0] == "shared":
            self.shared[words[1]] = row
            return
        for word in words[1:] if words[0] == "with" else words:
            one = Row([word] if word.startswith(",") else word.split(","), row.place)
            one.copy_from(row)
            one.conditional = words[0] == "with"
            into.append(one)

    def below(self, indent, row):
        while True:
            next_line = self.peek()
            if not next_line or next_line[0] <= indent:
                return
            inner, says = next_line
            if says.startswith("options:"):
                for name in says.split()[1:]:
                    row.options.update(self.shared[name].options if name in self.shared else {})
                self.at += 1
            elif FACT.match(says):
                key, _, value = says.partition(":")
                row.facts[key] = (row.facts.get(key, "") + " " + value).strip()
                self.at += 1
            elif says[0] in "-+@" or row.facts.get("style") == "keys":
                names, _, does = says.partition("  ")
                for word in names.split(" "):
                    for option in spelt(word, (self.path, self.at), not does.strip()):
                        row.options[option.name] = option
                self.at += 1
            else:
                self.row(inner, row.subs)


def all_rows(folder):
    for name in sorted(os.listdir(folder)):
        if name.endswith(".txt"):
            yield from Reader(os.path.join(folder, name)).read()
