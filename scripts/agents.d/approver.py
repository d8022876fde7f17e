#!/usr/bin/env python3
"""An approver at a hub of its own: answers every question until it is stopped. Usage: approver.py BYLEAVE HOME yes|no"""
import base64
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request

BYLEAVE, HOME, YES = sys.argv[1], sys.argv[2], sys.argv[3] == "yes"
env = {"HOME": HOME, "PATH": "/usr/bin:/bin"}
hub = subprocess.Popen([BYLEAVE, "serve", "--listen", "127.0.0.1:0"], env=env, cwd=HOME, stdout=subprocess.PIPE,
                       stderr=subprocess.DEVNULL, text=True)
address = hub.stdout.readline().strip()
host, secret = address.split("://")[1].split("/#token=")


def send(method, path, body=None, token=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"http://{host}{path}", data=data, method=method)
    request.add_header("content-type", "application/json")
    if token:
        request.add_header("authorization", f"Bearer {token}")
    with urllib.request.urlopen(request) as answer:
        return json.loads(answer.read() or b"null"), answer.headers


told, headers = send("POST", "/v1/login", {"token": secret})
token = headers["set-cookie"].split(";")[0].split("=", 1)[1] + told["key"]
name, port = host.rsplit(":", 1)


def connect():
    line = socket.create_connection((name, int(port)))
    line.sendall((f"GET /ws HTTP/1.1\r\nhost: {host}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
                  f"sec-websocket-key: {base64.b64encode(os.urandom(16)).decode()}\r\nauthorization: Bearer {token}\r\n\r\n").encode())
    assert b" 101 " in line.recv(4096)
    line.setblocking(False)
    return line


def is_over(line):
    try:
        while line.recv(65536):
            pass
        return True
    except BlockingIOError:
        return False
    except OSError:
        return True


def stop(*_):
    raise KeyboardInterrupt


# Not SIGINT: a shell that starts this in the background has it ignored.
signal.signal(signal.SIGTERM, stop)
line = connect()
print("connected", flush=True)
try:
    while True:
        # The hub leaves a line that does not answer its pings.
        if is_over(line):
            line = connect()
        waiting, _ = send("GET", "/v1/requests", token=token)
        for request in waiting.get("requests", []):
            answer = {"approved": True} if YES else {"approved": False, "mode": "reject_soft", "feedback": "wait for Friday"}
            send("POST", f"/v1/requests/{request['id']}/answer", answer, token)
        time.sleep(0.1)
except KeyboardInterrupt:
    # The driver needs it no more.
    pass
finally:
    hub.terminate()
