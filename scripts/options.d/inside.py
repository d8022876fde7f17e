"""Prints what programs say of themselves, one JSON object a line: read commands on standard input, `PROGRAM [SUB…] --help`.

Started by `unshare`: no network, a read-only root, an empty home, an ordinary user, ten seconds each.
"""

import ctypes
import json
import os
import resource
import subprocess
import sys

NOBODY = 65534
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 4, 32, 4096, 16384, 1 << 18
libc = ctypes.CDLL(None, use_errno=True)


def mount(source, target, kind, flags):
    if libc.mount(source, target, kind, flags, None) != 0:
        raise OSError(ctypes.get_errno(), f"cannot mount {target.decode()}")


def lowered():
    resource.setrlimit(resource.RLIMIT_NPROC, (4096, 4096))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
    libc.prctl(38, 1, 0, 0, 0)
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def main():
    mount(None, b"/", None, MS_REC | MS_PRIVATE)
    for place in (b"/tmp", b"/home", b"/run", b"/var/tmp", b"/mnt"):
        mount(b"tmpfs", place, b"tmpfs", MS_NOSUID | MS_NODEV)
    mount(None, b"/", None, MS_REMOUNT | MS_BIND | MS_RDONLY)
    os.mkdir("/home/reader", 0o700)
    os.chown("/home/reader", NOBODY, NOBODY)
    environment = {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C", "HOME": "/home/reader",
        "COLUMNS": "200", "TERM": "dumb", "PAGER": "cat",
    }
    for line in sys.stdin:
        words = line.split()
        try:
            run = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=10, cwd="/home/reader",
                                 env=environment, preexec_fn=lowered, start_new_session=True)
            text = (run.stdout or run.stderr).decode("utf-8", "replace")
        except (OSError, subprocess.TimeoutExpired):
            text = ""
        print(json.dumps([line.strip(), text[: 1 << 20]]), flush=True)


main()
