"""Runs texts in five shells inside walls: a root of its own that holds nothing but the shells and stubs, no network, as nobody.

Started by oracle.py in namespaces of its own (`unshare`). Standard input: one task a line as JSON, `{"text", "names", "runs"}`; each of
`runs` is a name and the arguments of a shell before the text. Standard output: what each run has logged.
"""

import ctypes
import json
import os
import select
import shutil
import subprocess
import sys

HOME, PROJECT = "/home/dev", "/home/dev/project"
SHELLS = ("bash", "dash", "busybox", "mksh", "zsh")
NOBODY = 65534
SECONDS = 3
# Names with blanks, dashes, line breaks and dots, and what patterns of EXTENDED_GLOB would find: `HEAD~1`, `a~b`, `x#`.
FILES = (
    "a.txt", "b.txt", "c d.txt", "-n.txt", "e\nf.txt", ".env", ".hidden.txt", "HEAD", "HEADx", "x", "xx", "main.rs", "a", "q", "@", "file1",
    "dir/one.rs", "dir/two three.rs", "dir/-z.rs", "dir/sub/x.txt", "src/main.rs", "src/lib.rs", "sub dir/y.txt", "dirx/z.rs",
)
MS_NOSUID, MS_PRIVATE, MS_REC = 2, 1 << 18, 16384
libc = ctypes.CDLL(None, use_errno=True)


def mount(source, target, kind, flags, data=""):
    if libc.mount(source.encode(), target.encode(), kind.encode(), flags, data.encode()) != 0:
        sys.exit(f"walls: cannot mount {target}: {os.strerror(ctypes.get_errno())}")


def libraries(program):
    out = subprocess.run(["ldd", program], capture_output=True, text=True, check=False).stdout
    return {word for line in out.splitlines() for word in line.split() if word.startswith("/")}


def copy(source, root):
    target = root + source
    if not os.path.exists(target):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy2(os.path.realpath(source), target)


def build(root, stub):
    mount("none", "/", "none", MS_PRIVATE | MS_REC)
    mount("walls", root, "tmpfs", MS_NOSUID, "mode=755,size=256m")
    for shell in SHELLS:
        program = os.path.realpath(shutil.which(shell))
        os.makedirs(root + "/bin", exist_ok=True)
        shutil.copy2(program, f"{root}/bin/{shell}")
        for library in libraries(program):
            copy(library, root)
    for place, _, names in os.walk("/usr/lib/x86_64-linux-gnu/zsh"):
        for name in names:
            copy(f"{place}/{name}", root)
            for library in libraries(f"{place}/{name}"):
                copy(library, root)
    os.makedirs(root + "/dev")
    os.mknod(root + "/dev/null", 0o20666, os.makedev(1, 3))
    os.chmod(root + "/dev/null", 0o666)
    os.makedirs(root + "/q")
    shutil.copy2(stub, root + "/q/stub")
    for place in ("/q/bin", "/log", "/tmp", HOME):
        os.makedirs(root + place, exist_ok=True)
        os.chown(root + place, NOBODY, NOBODY)


def plant():
    shutil.rmtree(PROJECT, ignore_errors=True)
    for place in (HOME, "/tmp"):
        for entry in os.scandir(place):
            shutil.rmtree(entry.path) if entry.is_dir(follow_symlinks=False) else os.unlink(entry.path)
    for name in FILES:
        path = f"{PROJECT}/{name}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"content of {name}\n")


def state():
    found = {}
    for top in (HOME, "/tmp"):
        for place, directories, names in os.walk(top):
            for name in names + directories:
                path = f"{place}/{name}"
                status = os.lstat(path)
                found[path] = (status.st_mode, status.st_size if not name in directories else 0,
                               status.st_mtime_ns if not name in directories else 0)
    return found


def parsed(data):
    """The records of a log: directory, input, variables, words."""
    at, records = 0, []

    def field():
        nonlocal at
        colon = data.index(b":", at)
        end = colon + 1 + int(data[at:colon])
        value = data[colon + 1:end].decode("utf-8", "surrogateescape")
        at = end
        return value

    while at < len(data):
        field()
        directory, read = field(), field()
        variables = {field(): field() for _ in range(int(field()))}
        records.append([directory, read, variables, [field() for _ in range(int(field()))]])
    return records


def run(arguments, text, before):
    with open("/log/log", "wb"):
        pass
    environment = {"PATH": "/q/bin", "HOME": HOME, "LANG": "C.UTF-8", "TERM": "dumb"}
    # Held by whatever the shell starts, so that none of it logs into the next run.
    waiting, held = os.pipe()
    process = subprocess.Popen(
        [*arguments, text], cwd=PROJECT, env=environment, start_new_session=True,
        pass_fds=(held,), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    late = False
    try:
        output, _ = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        late = True
        os.killpg(process.pid, 9)
        output, _ = process.communicate()
    os.close(held)
    late = late or not select.select([waiting], [], [], SECONDS)[0]
    os.close(waiting)
    with open("/log/log", "rb") as log:
        data = log.read()
    # The stub has ended what does not end by itself.
    late = late or len(data) > 1 << 15
    after = state()
    changed = sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
    # What commands at the same time write comes in any order.
    contents = {}
    for path in changed:
        if os.path.isfile(path):
            with open(path, encoding="utf-8", errors="replace") as file:
                contents[path] = sorted(file.read(1 << 14).split("\n"))
    if changed:
        plant()
    return {
        "log": parsed(data), "changed": changed, "contents": contents, "late": late, "status": process.returncode,
        "output": output[-400:].decode("utf-8", "replace"),
    }, bool(changed)


def main():
    root, stub = sys.argv[1:]
    build(root, stub)
    os.chroot(root)
    os.chdir("/")
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    os.umask(0o022)
    plant()
    before, known = state(), set()
    for line in sys.stdin:
        task = json.loads(line)
        for name in task["names"]:
            if name not in known:
                known.add(name)
                try:
                    os.symlink("/q/stub", f"/q/bin/{name}")
                except FileExistsError:
                    pass
        results = {}
        for label, arguments in task["runs"]:
            results[label], changed = run(arguments, task["text"], before)
            if changed:
                before = state()
        print(json.dumps(results), flush=True)


main()
