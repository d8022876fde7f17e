"""Two engines, the same calls: which decisions differ. Used by `scripts/compare-decisions`."""

import collections
import fnmatch
import itertools
import json
import os
import re
import subprocess
import sys

import generate

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, "../../cases")
ORDER = {"allow": 0, "ask": 1, "deny": 2}
CHUNK = 20000
SHOWN = 60
PLACE = {"cwd": "/home/dev/project", "project": "/home/dev/project", "home": "/home/dev"}


def cased():
    """Every command of the cases, under the rules that stand beside it and under none."""
    for command in generate.read_cases(os.path.join(CASES, "policy")):
        yield {"command": command}
    for table in ("allow.txt", "ask.txt", "deny.txt"):
        with open(os.path.join(CASES, "policy", table)) as file:
            for line in file:
                fields = line.rstrip("\n").split("\t")
                if line.startswith("#") or len(fields) != 4:
                    continue
                rules = [rule for rule in fields[2].split(" ; ") if rule]
                yield {
                    "command": fields[3].replace("␤", "\n").replace("␉", "\t"), "rules": [rule for rule in rules if rule[0] not in "!?"],
                    "ask": [rule[1:] for rule in rules if rule[0] == "?"], "deny": [rule[1:] for rule in rules if rule[0] == "!"],
                }
    for table in sorted(os.listdir(os.path.join(CASES, "shell"))):
        with open(os.path.join(CASES, "shell", table)) as file:
            for line in file:
                if line.strip() and not line.startswith("#"):
                    # Which column holds the text differs; each is a text worth asking about.
                    for field in line.rstrip("\n").split("\t"):
                        yield {"command": field.replace("␤", "\n").replace("␉", "\t")}


def made(tables, cases, count, seed, programs):
    maker = generate.Maker(tables, cases, f"compare/{seed}")
    every = generate.singles(tables, seed)
    for number in range(count):
        way = number % 8
        if way < 3:
            yield {"command": " ".join(generate.single(maker, *every[(number * 3 // 8 + way) % len(every)])[0])}
        elif way == 3:
            call = maker.rule_call(maker.one(programs))
            yield {"command": call["command"], "rules": call["rules"]}
        else:
            yield {"command": maker.call()["command"]}


def ask(binary, lines):
    done = subprocess.run([binary, "check", "--batch"], input=lines, capture_output=True, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode != 0:
        print(f"{binary} ended with {done.returncode}: {done.stderr[-400:]}", file=sys.stderr)
    return {answer.get("id"): answer for answer in answers}


def whole(answer):
    """All that is decided: what stands for it, at which stage, by which rule and about which part. Not the words."""
    parts = [tuple(json.dumps(finding[key]) for key in ("verdict", "stage", "source", "rule", "span")) for finding in answer["findings"]]
    return answer["source"], answer["rule"], answer["outside"], sorted(parts)


def plain(reason):
    """A reason without its particulars."""
    reason = re.sub(r"`[^`]*`|\"[^\"]*\"|'[^']*'", "`…`", reason or "")
    return re.sub(r"\d+", "N", reason)[:110]


def code(answer):
    """What the reason of an answer is called: engines of before reasons had codes only have its words."""
    said = (finding.get("code") for finding in answer["findings"] if finding["reason"] == answer["reason"])
    return next((one for one in said if one), None) or plain(answer["reason"])


def known_classes():
    """The classes that were looked at: change, pattern, why."""
    with open(os.path.join(HERE, "../compare-decisions.known")) as file:
        return [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]


def why(kind, known):
    return next((words for change, pattern, words in known if change == kind[0] and fnmatch.fnmatchcase(kind[1], pattern.replace("[", "[[]"))), None)


def main():
    old, new, count, seed, work = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]
    closely = sys.argv[6:] == ["whole"]
    with open(os.path.join(work, "tables.jsonl")) as file:
        tables = generate.Tables(file, lambda name: True)
    with open(os.path.join(HERE, "rules.txt")) as file:
        programs = [line.strip() for line in file if line.strip() in tables.by_program]
    cases = generate.read_cases(os.path.join(CASES, "policy"))
    calls = itertools.chain(cased(), made(tables, cases, count, seed, programs))
    classes, examples, asked, gone = collections.Counter(), collections.defaultdict(list), 0, 0
    looser = []
    with open(os.path.join(work, "differences.tsv"), "w") as differences:
        while chunk := list(itertools.islice(calls, CHUNK)):
            lines = []
            for number, call in enumerate(chunk):
                line = {"id": number, "tool": "bash", "args": {"command": call["command"]}, **PLACE}
                line.update({key: call[key] for key in ("rules", "ask", "deny") if key in call} if "rules" in call else {"default_policy": True})
                lines.append(json.dumps(line))
            text = "\n".join(lines) + "\n"
            before, after = ask(old, text), ask(new, text)
            asked += len(chunk)
            for number, call in enumerate(chunk):
                one, two = before.get(number), after.get(number)
                if not one or not two:
                    gone += 1
                    continue
                if one["verdict"] == two["verdict"] and not (closely and whole(one) != whole(two)):
                    continue
                graver = two if ORDER[two["verdict"]] > ORDER[one["verdict"]] else one
                kind = (f"{one['verdict']} → {two['verdict']}", code(graver))
                classes[kind] += 1
                row = "\t".join([kind[0], ";".join(call.get("rules", [])), call["command"].replace("\n", "␤").replace("\t", "␉"), one["reason"] or "", two["reason"] or ""])
                differences.write(row + "\n")
                if len(examples[kind]) < 3:
                    examples[kind].append(call["command"])
                if ORDER[two["verdict"]] < ORDER[one["verdict"]]:
                    looser.append(row)
            if sys.stderr.isatty():
                print(f"\r{asked} asked, {sum(classes.values())} differ", end="", file=sys.stderr)
    with open(os.path.join(work, "looser.tsv"), "w") as file:
        file.write("\n".join(looser) + ("\n" if looser else ""))
    known = known_classes()
    # New classes come first.
    for kind, number in sorted(classes.items(), key=lambda one: (why(one[0], known) is not None, -one[1])):
        print(f"{number:7}  {kind[0]}  {kind[1]}\n           {why(kind, known) or 'NEW: not in scripts/compare-decisions.known'}")
        for example in examples[kind]:
            print(f"           {example[:150]!r}")
    if looser:
        print(f"\nlooser, one by one ({len(looser)}; all in {os.path.join(work, 'looser.tsv')}):")
        for row in looser[:SHOWN * 10]:
            print("  " + row[:260])
    print(f"\nasked {asked}, {sum(classes.values())} differ in {len(classes)} classes, {len(looser)} looser" + (f", {gone} without an answer" if gone else ""))


if __name__ == "__main__":
    main()
