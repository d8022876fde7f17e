"""What a run did that a command that only reads does not do."""

import fnmatch
import functools
import os
import re

from walls import HOME, PROJECT, first_string

WRITING = re.compile(r"\bO_(WRONLY|RDWR|CREAT|TRUNC)\b")
CHANGING = {
    "creat", "unlink", "unlinkat", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "rmdir", "link", "linkat", "symlink",
    "symlinkat", "mknod", "mknodat", "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "truncate", "utime",
    "utimes", "utimensat", "futimesat", "setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr",
}
OPENING = {"open", "openat", "openat2"}
SOCKETS = {"socket", "connect", "bind"}
STARTING = {"execve", "execveat"}
DIRECTORY = re.compile(r"^(?:AT_FDCWD|\d+)<([^>]*)>")
# Writing there leaves nothing behind.
NOTHING = re.compile(r"^(/dev/(null|zero|full|tty|stdin|stdout|stderr|fd/\d+|pts/\d+|ptmx|console|random|urandom)|/proc/(self|thread-self|\d+)/.*)$")
# What may have been made anew each time: numbers and random letters of temporary names.
VARYING = re.compile(r"[0-9]+|[A-Za-z0-9_]{6,}$")


class Exceptions:
    """The listed few: `KIND PROGRAM PATTERN REASON`, separated by tabs. The program is the one that does it; `*` is any."""

    def __init__(self, text):
        rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
        for row in rows:
            if len(row) != 4 or not all(row):
                raise ValueError(f"an exception needs kind, program, pattern and reason: {row}")
        self.rows = [(kind, program, re.compile(fnmatch.translate(pattern)), reason) for kind, program, pattern, reason in rows]
        self.used = set()

    @functools.lru_cache(maxsize=50000)
    def has(self, kind, program, what):
        for number, (one, name, pattern, _) in enumerate(self.rows):
            if one == kind and fnmatch.fnmatchcase(program, name) and pattern.match(what):
                self.used.add(number)
                return True
        return False


def place(event):
    """The path a call is about: absolute, by the directory it was given."""
    text = event["text"]
    path = first_string(text)
    if event["call"] in ("fchmod", "fchown", "fsetxattr", "fremovexattr") or not path:
        found = re.search(r"<([^>]*)>", text)
        return found.group(1) if found else path
    if not path.startswith("/"):
        found = DIRECTORY.match(text)
        path = os.path.join(found.group(1) if found else PROJECT, path)
    return os.path.normpath(path)


@functools.lru_cache(maxsize=None)
def parts(name, path):
    """Programs that belong to a script installed on the system: its interpreter, and for a script of the shell the words of
    its text. What they do is still seen."""
    file = next((os.path.join(directory, name) for directory in path.split(":") if os.access(os.path.join(directory, name), os.X_OK)), None)
    try:
        with open(file or "", "rb") as script:
            text = script.read(1 << 18)
    except OSError:
        return frozenset()
    if not text.startswith(b"#!"):
        return frozenset()
    words = [os.path.basename(word) for word in text.split(b"\n", 1)[0][2:].decode("utf-8", "replace").split() if not word.startswith("-")]
    found = set(words[:2])
    if found & {"sh", "bash", "dash"}:
        found |= set(re.findall(r"[\w.+-]+", text.decode("utf-8", "replace")))
    elif words[:1] != ["env"]:
        found = set(words[:1])
    return frozenset(found)


def is_ours(path):
    """Whether it lies where the planted files are."""
    return path.startswith((HOME + "/", "/tmp/", "/var/tmp/", "/dev/shm/", "/run/"))


def findings(seen, call, exceptions, path):
    """What is wrong with a run, each `(kind, program, what)`. `call` says what was announced (`runs`) and, under a rule, what
    the row lets it do (`may`: `code`, `write`)."""
    may = set(call.get("may", ()))
    announced = set(call["runs"])
    for name in call["runs"]:
        announced |= parts(name, path)
    found = []
    for event in seen["events"]:
        name, program, text = event["call"], event["program"], event["text"]
        if name in STARTING:
            started = place(event)
            base = os.path.basename(started)
            if base == "argevil" or "ARGWNED" in text:
                # Named by an argument: no row and no rule lets that happen.
                if base not in announced or base in ("argevil", "touch"):
                    found.append(("starts", program, "an argument: " + base))
                continue
            if is_ours(started):
                if "code" not in may:
                    found.append(("starts", program, started))
            elif base not in announced and not exceptions.has("starts", program, base):
                if not may & {"code", "helpers"}:
                    found.append(("starts", program, base))
        elif name in OPENING and WRITING.search(text) or name in CHANGING:
            target = place(event)
            if NOTHING.match(target) or name in OPENING and "O_PATH" in text and "O_CREAT" not in text:
                continue
            if target.startswith("/memfd:") or target.startswith("pipe:") or target.startswith("socket:"):
                continue
            if "write" in may and (target + "/").startswith(PROJECT + "/"):
                continue
            # A temporary file of its own that is gone at the end.
            if target.startswith(("/tmp/", "/var/tmp/", "/dev/shm/")) and not any((change + "/").startswith(target + "/") or target.startswith(change.rstrip("/") + "/") for change in seen["changed"]):
                continue
            # Asking for what cannot be had tells nothing: a directory opened for writing, a name that is not there.
            if name in OPENING and "O_CREAT" not in text and ("EISDIR" in event["result"] or "ENOENT" in event["result"]):
                continue
            if not exceptions.has("writes", program, target):
                found.append(("writes", program, target))
        elif name in SOCKETS:
            what = socket_name(event)
            if what and "fetch" not in may and not exceptions.has("socket", program, what):
                found.append(("socket", program, what))
        elif name not in OPENING:
            what = f"{name}({text[:60]})"
            if not exceptions.has("system", program, what):
                found.append(("system", program, what))
    for change in seen["changed"]:
        if "write" in may and change.startswith(PROJECT + "/"):
            continue
        if not exceptions.has("writes", "*", change) and not any(exceptions.has("writes", name, change.rstrip("/")) for name in writers(seen)):
            found.append(("changes", "-", change))
    return sorted(set(found))


def writers(seen):
    return sorted({event["program"] for event in seen["events"]})


def socket_name(event):
    """`AF_INET 192.0.2.1`, `AF_UNIX /path`; nothing for a socket as such where the address will tell more."""
    text = event["text"]
    family = re.search(r"\b(AF_\w+)", text)
    family = family.group(1) if family else "AF_?"
    if event["call"] == "socket":
        # A local socket tells nothing until it is connected.
        return None if family == "AF_UNIX" else family + " " + (re.search(r"SOCK_\w+", text) or [""])[0]
    address = re.search(r'sun_path=@?"([^"]*)"|inet_addr\("([^"]*)"\)|inet_pton\(AF_INET6, "([^"]*)"', text)
    return f"{family} {next((part for part in address.groups() if part), '') if address else ''}".strip()


def key(finding):
    """The class of a finding: what varies from run to run is taken out."""
    kind, program, what = finding
    return (kind, program, VARYING.sub("*", what) if kind in ("writes", "changes") and not what.endswith("PWNED") else what)
