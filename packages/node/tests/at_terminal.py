"""Runs a program at a terminal of its own: `at_terminal.py TEXT KEYS PROGRAM...`. When it has shown TEXT, KEYS are typed. Prints what was shown."""

import os
import pty
import select
import sys
import time

text, keys, *program = sys.argv[1:]
child, descriptor = pty.fork()
if child == 0:
    os.execv(program[0], program)
seen, typed = b"", not text
while True:
    ready, _, _ = select.select([descriptor], [], [], 60)
    try:
        chunk = os.read(descriptor, 4096) if ready else b""
    except OSError:
        chunk = b""
    if not chunk:
        break
    seen += chunk
    if not typed and text.encode() in seen:
        typed = True
        time.sleep(0.4)  # keys that approve count only a moment after the box is drawn
        os.write(descriptor, keys.encode().decode("unicode_escape").encode())
sys.stdout.buffer.write(seen)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
