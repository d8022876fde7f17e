"""A server over HTTP with the gate before it, both on this machine."""

import contextlib
import os
import socket
import subprocess
import time


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextlib.contextmanager
def gated(name: str, command: list[str]):
    """Starts a server with its port as the last word, and gives the address of the gate before it."""
    port = free_port()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen([*command, str(port)], env={**os.environ, "PORT": str(port)}, **quiet)
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        words = ["mcp", "--name", name, "--trust", "full", "--http", f"http://127.0.0.1:{port}/mcp"]
        gate = subprocess.Popen(
            [os.environ["BYLEAVE"], *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            cwd=os.path.join(os.environ["HOME"], "app"),
        )
        try:
            yield gate.stdout.readline().strip()
        finally:
            gate.kill()
            gate.wait()
    finally:
        server.kill()
        server.wait()


if __name__ == "__main__":
    import sys

    # For clients in other languages: prints the address, and ends with standard input.
    with gated(sys.argv[1], sys.argv[2:]) as address:
        print(address, flush=True)
        sys.stdin.read()
