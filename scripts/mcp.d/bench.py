"""Measures the MCP gate beside a direct connection: the same server, the same messages, turn by turn."""

import json
import statistics
import subprocess
import sys
import time

BINARY, FOLDER = sys.argv[1:3]
ROUNDS = 2000
CHUNK = 1 << 20
TOTAL = 1 << 30

SERVER = r"""
import json, sys
out = sys.stdout.buffer
for line in sys.stdin.buffer:
    message = json.loads(line)
    if "id" not in message: continue
    method, result = message["method"], {}
    if method == "initialize":
        result = {"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "bench", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}
    elif method == "flood":
        note = json.dumps({"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": "x" * %d}}).encode() + b"\n"
        for _ in range(message["params"]["count"]): out.write(note)
    out.write(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode() + b"\n")
    out.flush()
""" % CHUNK


class Peer:
    def __init__(self, command):
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=FOLDER)
        self.number = 0
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}})
        self.ask("tools/list", {})

    def ask(self, method, params):
        self.number += 1
        line = json.dumps({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params}).encode() + b"\n"
        start = time.perf_counter()
        self.child.stdin.write(line)
        self.child.stdin.flush()
        answer = self.child.stdout.readline()
        took = time.perf_counter() - start
        return took, answer

    def memory(self):
        with open(f"/proc/{self.child.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:")) / 1024

    def close(self):
        self.child.stdin.close()
        self.child.wait()


server = [sys.executable, "-u", "-c", SERVER]
direct = Peer(server)
gated = Peer([BINARY, "mcp", "--name", "bench", "--trust", "full", "--", *server])
times = {"direct ping": [], "gated ping": [], "direct call": [], "gated call": []}
call = {"name": "echo", "arguments": {"message": "hello"}}
for _ in range(ROUNDS):
    times["direct ping"].append(direct.ask("ping", {})[0])
    times["gated ping"].append(gated.ask("ping", {})[0])
for _ in range(ROUNDS // 4):
    times["direct call"].append(direct.ask("tools/call", call)[0])
    times["gated call"].append(gated.ask("tools/call", call)[0])
median = {name: statistics.median(taken) * 1000 for name, taken in times.items()}
ping = median["gated ping"] - median["direct ping"]
judged = median["gated call"] - median["direct call"]
for name, taken in median.items():
    print(f"{name:12} {taken:8.3f} ms (median)")
print(f"added to a message that is not judged: {ping:.3f} ms (two ways)")
print(f"added to a call, judged and on record: {judged:.3f} ms")

count = TOTAL // CHUNK
gated.number += 1
request = {"jsonrpc": "2.0", "id": gated.number, "method": "flood", "params": {"count": count}}
gated.child.stdin.write(json.dumps(request).encode() + b"\n")
gated.child.stdin.flush()
start, seen, most, early = time.perf_counter(), 0, 0.0, 0.0
for number in range(count + 1):
    seen += len(gated.child.stdout.readline())
    if number % 64 == 0:
        most = max(most, gated.memory())
        if number == 128:
            early = most
took = time.perf_counter() - start
print(f"1 GB in messages of 1 MB: {seen / took / 1e6:.0f} MB/s, memory {early:.0f} MB after 128 MB, {most:.0f} MB at most")
direct.close()
gated.close()
kept = ping < 0.3 and most < early + 16
print("promises kept" if kept else "PROMISE BROKEN")
sys.exit(0 if kept else 1)
