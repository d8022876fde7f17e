"""What a run did that a command that only reads does not do."""

import fnmatch
import functools
import os
import re

from walls import HOME, NAME_SERVER, first_string, project

WRITING = re.compile(r"\bO_(WRONLY|RDWR|CREAT|TRUNC)\b")
TIMES = {"utime", "utimes", "utimensat", "futimesat"}
CHANGING = {
    "creat", "unlink", "unlinkat", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "rmdir", "link", "linkat", "symlink",
    "symlinkat", "mknod", "mknodat", "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "truncate", "utime",
    "utimes", "utimensat", "futimesat", "setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr",
}
OPENING = {"open", "openat", "openat2"}
SOCKETS = {"socket", "connect", "bind", "listen"}
SENDING = {"sendto", "sendmsg"}
# What is said to the kernel over netlink, but for questions: those change nothing.
TOLD = re.compile(r"nlmsg_type=([^,]*)")
QUESTION = re.compile(r"GET|DIAG|NLMSG_|nlctrl|DUMP|AUDIT_")
# `ip link show` asks so whether the kernel knows the request: about no link, with nothing to change, and without leave to make one.
PROBE = re.compile(r"nlmsg_type=RTM_NEWLINK, nlmsg_flags=NLM_F_REQUEST\|NLM_F_ACK, [^}]*\}, \{[^}]*ifi_index=0, ifi_flags=0, ifi_change=0\}\]")
STARTING = {"execve", "execveat"}
DIRECTORY = re.compile(r"^(?:AT_FDCWD|\d+)<([^>]*)>")
# Writing there leaves nothing behind.
NOTHING = re.compile(r"^(/dev/(null|zero|full|tty|stdin|stdout|stderr|fd/\d+|pts/\d+|ptmx|console|random|urandom)|/proc/(self|thread-self|\d+)/.*)$")
# What may have been made anew each time: numbers and random letters of temporary names.
VARYING = re.compile(r"[0-9]+|[A-Za-z0-9_]{6,}$")


class Exceptions:
    """The listed few: `KIND PROGRAM PATTERN REASON`, separated by tabs. The program is the one that does it, or one that was
    announced; `*` is any."""

    def __init__(self, text):
        rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
        for row in rows:
            if len(row) != 4 or not all(row):
                raise ValueError(f"an exception needs kind, program, pattern and reason: {row}")
        self.rows = [(kind, program, re.compile(fnmatch.translate(pattern)), reason) for kind, program, pattern, reason in rows]
        self.used = set()

    def has(self, kind, programs, what):
        for number, (one, name, pattern, _) in enumerate(self.rows):
            if one == kind and pattern.match(what) and any(fnmatch.fnmatchcase(program, name) for program in programs):
                self.used.add(number)
                return True
        return False


def place(event):
    """The path a call is about: absolute, by the directory it was given."""
    text = event["text"]
    path = first_string(text)
    if event["call"] in ("fchmod", "fchown", "fsetxattr", "fremovexattr") or not path:
        found = re.search(r"<([^>]*)>", text)
        return found.group(1) if found else text[:60]
    if not path.startswith("/"):
        found = DIRECTORY.match(text)
        path = os.path.join(found.group(1) if found else event["cwd"], path)
    return os.path.normpath(path)


@functools.lru_cache(maxsize=None)
def parts(name, path, depth=3):
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
    first, _, body = text.decode("utf-8", "replace").partition("\n")
    words = [os.path.basename(word) for word in first[2:].split() if not word.startswith("-")]
    found = set(words[:2] if words[:1] == ["env"] else words[:1])
    if found & {"sh", "bash", "dash"}:
        body = re.sub(r"(?m)^\s*#.*", "", body)
        found |= set(re.findall(r"[\w.+-]+", body)) | set(re.findall(r"\w+", body))
        for word in re.findall(r"\w*z\w*|exec (\S+)", body) if depth else ():
            found |= parts(word, path, depth - 1) if word else set()
    return frozenset(found)


def is_ours(path):
    """Whether it lies where the planted files are."""
    return path.startswith((HOME + "/", "/tmp/", "/var/tmp/", "/dev/shm/", "/run/"))


def findings(seen, call, exceptions, path):
    """What is wrong with a run, each `(kind, program, what)`. `call` says what was announced (`runs`) and, under a rule, what
    the row lets it do (`may`: `code`, `write`)."""
    may, inside = set(call.get("may", ())), project(call["cwd"])
    announced = set(call["runs"])
    for name in call["runs"]:
        announced |= parts(name, path)
    found = []

    def add(kind, program, what):
        programs = {program, *call["runs"]}
        if not exceptions.has(kind, programs, what) and not ("rules" in call and exceptions.has("rule:" + kind, programs, what)):
            found.append((kind, program, what))

    for event in seen["events"]:
        name, program, text = event["call"], event["program"], event["text"]
        if name in STARTING:
            started = place(event)
            base = os.path.basename(started)
            if base == "argevil" or base == "touch" and "ARGWNED" in text and "touch" not in call["runs"]:
                # Named by an argument: no row and no rule lets that happen.
                found.append(("starts", program, "an argument: " + base))
            elif is_ours(started):
                if "code" not in may:
                    add("starts", program, started)
            elif base not in announced and not may & {"code", "helpers"}:
                add("starts", program, base)
        elif name in CHANGING or name in OPENING and WRITING.search(text):
            target = place(event)
            if seen["late"] and target.startswith(("/tmp/", "/var/tmp/")):
                # It was stopped before it could clear up.
                continue
            if not leaves_nothing(event, target, seen["changed"]) and not ("write" in may and (target + "/").startswith(inside + "/")):
                add("times" if name in TIMES else "writes", program, target)
        elif name in SOCKETS:
            what = socket_name(event)
            # Whom it looks up at the name server says more.
            asks = seen["names"] and what and what.endswith(" " + NAME_SERVER)
            if what and not asks and "fetch" not in may:
                add("socket", program, what)
        elif name in SENDING:
            for told in TOLD.findall(PROBE.sub("", text)):
                if not QUESTION.search(told):
                    add("system", program, "netlink " + told)
            if "sa_family=AF_INET" in text and "fetch" not in may and not (seen["names"] and NAME_SERVER in text):
                add("socket", program, socket_name(event))
        elif name not in OPENING:
            add("system", program, f"{name}({text[:60]})")
    for name in seen["names"] if "fetch" not in may else ():
        add("looks up", "-", name)
    # A socket as such tells nothing where it is told whom it was connected to.
    named = [(event["program"], socket_name(event)) for event in seen["events"] if event["call"] == "connect"]
    connected = {(program, what.split()[1]) for program, what in named}
    found = [one for one in found if not (one[0] == "socket" and one[2].startswith("socket ") and (one[1], one[2].split()[1]) in connected)]
    told = {what for kind, _, what in found if kind in ("writes", "times")}
    everyone = {event["program"] for event in seen["events"]} | set(call["runs"])
    for change in seen["changed"]:
        if seen["late"] and change.startswith(("/tmp/", "/var/tmp/")):
            continue
        if change.rstrip("/") not in told and not ("write" in may and change.startswith(inside + "/")) and not any(exceptions.has(kind, everyone, change.rstrip("/")) for kind in ("writes", "times")):
            found.append(("changes", "-", change))
    return sorted(set(found))


def leaves_nothing(event, target, changed):
    """Whether a call that might write does not."""
    if target == "NULL" or NOTHING.match(target) or target.startswith(("/memfd:", "pipe:", "socket:")) or "O_TMPFILE" in event["text"]:
        return True
    if "ENOENT" in event["result"] and event["text"].startswith('""'):
        # No name at all: it asks whether the call is there.
        return True
    if event["call"] in OPENING and "O_CREAT" not in event["text"]:
        # A directory, a name that is not there, a handle that is not for reading or writing.
        if "O_PATH" in event["text"] or "EISDIR" in event["result"] or "ENOENT" in event["result"]:
            return True
    # A temporary file of its own that is gone at the end.
    if target.startswith(("/tmp/", "/var/tmp/", "/dev/shm/")):
        return not any((change + "/").startswith(target + "/") or target.startswith(change.rstrip("/") + "/") for change in changed)
    return False


def socket_name(event):
    """`connect AF_INET 192.0.2.1`, `connect AF_UNIX /path`, `socket AF_INET SOCK_DGRAM`; nothing for a socket as such where the address will tell more."""
    text = event["text"]
    family = re.search(r"\b(AF_\w+)", text)
    family = family.group(1) if family else "AF_?"
    if event["call"] == "socket":
        # A local socket tells nothing until it is connected.
        return None if family == "AF_UNIX" else f"socket {family} " + (re.search(r"SOCK_\w+", text) or [""])[0]
    address = re.search(r'sun_path=@?"([^"]*)"|inet_addr\("([^"]*)"\)|inet_pton\(AF_INET6, "([^"]*)"', text)
    return f"{event['call']} {family} {next((part for part in address.groups() if part), '') if address else ''}".strip()


def key(finding):
    """The class of a finding: what varies from run to run is taken out."""
    kind, program, what = finding
    return (kind, program, VARYING.sub("*", what) if kind in ("writes", "changes") and not what.endswith("PWNED") else what)
