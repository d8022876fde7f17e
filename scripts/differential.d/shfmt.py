"""Reads JSON lines with a `text`, writes for each the command names shfmt (mvdan/sh) finds: {"names": [...], "errors": n}.

null stands for a command word that is not literal. Usage: shfmt.py SHFMT < in > out
"""

import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor


def ansi(text):
    """What `$'...'` means, as far as the generator writes it; None beyond that."""
    text = re.sub(r"\\x([0-9a-fA-F]{1,2})", lambda found: chr(int(found[1], 16)), text)
    return None if "\\" in text else text


def part(node):
    """The value of a part of a word, or None if it is only known at run time."""
    kind = node["Type"]
    if kind == "Lit":
        # Patterns, tildes and braces are left as they stand; what they become depends on more than the text.
        if re.search(r"(?s)[*?]|\[.*\]|^~|\{.*(,|\.\.).*\}", re.sub(r"\\.", "", node.get("Value", ""), flags=re.S)):
            return None
        return re.sub(r"\\(\n|.)", lambda found: "" if found[1] == "\n" else found[1], node.get("Value", ""), flags=re.S)
    if kind == "SglQuoted":
        return ansi(node.get("Value", "")) if node.get("Dollar") else node.get("Value", "")
    if kind == "DblQuoted":
        return literal(node)
    return None


def literal(word):
    values = [part(node) for node in word.get("Parts", [])]
    return None if None in values else "".join(values)


def names(node, found):
    """All command names below a node, wherever they stand."""
    if isinstance(node, list):
        for child in node:
            names(child, found)
    elif isinstance(node, dict):
        kind = node.get("Type")
        if kind == "CallExpr" and node.get("Args"):
            found.append(literal(node["Args"][0]))
        elif kind == "DeclClause":
            found.append(node["Variant"]["Value"])
        elif kind == "LetClause":
            found.append("let")
        for child in node.values():
            names(child, found)
    return found


def read(line):
    text = json.loads(line)["text"]
    command = [sys.argv[1], "--language-dialect=bash", "--to-json"]
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
    if done.returncode != 0:
        return json.dumps({"names": [], "errors": 1, "message": done.stderr.decode().strip()})
    return json.dumps({"names": names(json.loads(done.stdout), []), "errors": 0})


with ThreadPoolExecutor(4) as pool:
    for answer in pool.map(read, sys.stdin):
        print(answer)
