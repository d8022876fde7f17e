"""What texts about a program say of its options: its help, its manual page, completions for zsh.

Each gives for an option what follows it: '' nothing, '=' a value, '?' a value only if it is attached, '=?' a value that the text
writes attached without saying whether it may be the next word. What one text says in two ways is left out.
"""

import re

PLACEHOLDER = r"(?:<[^>]+>|\{[^}]+\}|[A-Za-z][\w.:|/-]*)(?:[,=:|](?:<[^>]+>|\[[^\]]+\]|[\w.:-]+))*(?:\.\.\.)?"
ONE = re.compile(
    r"^(?P<name>--?(?:\[no-\])?[A-Za-z0-9][\w.+-]*?|-[A-Za-z0-9?#@%.])"
    r"(?P<value>\[=[^\]]*\]|=\[?[^\s]*|\[<?[^\]]+\]| \[[^\]]*\](?:\.\.\.)?|(?: (?:" + PLACEHOLDER + r"))(?: \[.*\])?)?$"
)


def sign(value, spelt):
    """What a value behind an option means; None if the text leaves that open."""
    if not value:
        return ""
    if value.startswith("[=") or value.startswith("[") and not value.startswith(" "):
        return "?"
    # `--lines=[-]NUM` takes a value whose sign may be left out, `--x [VALUE]` the next word or not.
    if value.startswith(" ["):
        return None
    # `--all=false`: a switch that may be told to be off.
    if value in ("=true", "=false"):
        return "?"
    return "=?" if value.startswith("=") else "="


def listed(lines, deepest, is_gnu):
    """The options that stand at the beginning of lines, in the columns of a help or of a manual page."""
    found = {}
    for line in lines:
        indent = len(line) - len(line.lstrip())
        text = line.strip()
        if not text.startswith("-") or indent > deepest:
            continue
        column = re.split(r"\s{2,}|\t", text)[0].rstrip(":")
        parts = [one.strip() for one in re.split(r",\s+(?=-)|,(?=-)|\s+or\s+(?=-)|\s\|\s(?=-)|\s/\s(?=-)", column)]
        spelt = [ONE.match(one) for one in parts]
        if not all(spelt):
            continue
        signs = [sign(one["value"], one["name"]) for one in spelt]
        if None in signs:
            continue
        told = {one for one in signs if one}
        # `-n N, --lines=N`: what holds for the letter holds for the name.
        if told == {"=", "=?"}:
            told = {"="}
        if len(told) > 1:
            continue
        shared = told.pop() if told else ""
        for one, own in zip(spelt, signs):
            name = one["name"]
            # Whether the letter beside `--mount[=FILE]` takes one too is not said; beside `--all=false` it takes none.
            if shared in ("?", "=?") and not own and not is_gnu:
                continue
            if shared == "?" and not own:
                if any(each["value"] in ("=true", "=false") for each in spelt):
                    found.setdefault(name, set()).add("")
                continue
            names = [name]
            if "[no-]" in name:
                names = [name.replace("[no-]", "")] + ([] if shared else [name.replace("[no-]", "no-")])
            for name in names:
                found.setdefault(name, set()).add(shared)
    return {name: takes.pop() for name, takes in found.items() if len(takes) == 1}


def is_manual(text):
    """Whether a program shows its manual page for help."""
    return bool(re.search(r"^NAME$", text, re.M))


def of_help(text):
    """In a help of the GNU way `--lines=N` takes the next word as well; manual pages do not say so."""
    return {name: "=" if takes == "=?" else takes for name, takes in listed(text.splitlines(), 10, True).items()}


def of_manual(text):
    return listed(re.sub(r".\x08", "", text).splitlines(), 14, False)


SPEC = re.compile(
    r"(?:\{(?P<some>-[^{}'\"]+)\}|(?P<one>(?<![\w-])-{1,2}[A-Za-z0-9][\w.-]*?))(?P<suffix>=-|=|\+|(?<=\w)-)?['\"]*\[(?:[^\]\\]|\\.)*\](?P<rest>:{0,2})"
)


def of_zsh(text):
    """`'(-a --all)'{-a,--all}'[all of them]'`, `'--lines=[how many]:number'`."""
    found = {}
    for match in SPEC.finditer(text):
        rest = match["rest"]
        for name in (match["some"] or match["one"]).split(","):
            spelt = re.match(r"^(--?[A-Za-z0-9][\w.-]*?)(=-|=|\+|-)?$", name.strip())
            if not spelt or not spelt[1].startswith("-"):
                continue
            suffix = spelt[2] or match["suffix"] or ""
            if rest == ":":
                takes = "?" if suffix in ("=-", "-") else "="
            elif rest == "::":
                takes = "?" if suffix in ("=-", "-") else None
            else:
                takes = None if suffix else ""
            found.setdefault(spelt[1], set()).add(takes)
    return {name: takes.pop() for name, takes in found.items() if len(takes) == 1 and None not in takes}
