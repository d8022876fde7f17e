#!/usr/bin/env python3
"""An editor that speaks the Agent Client Protocol: opens a session, says one thing, does what the agent asks for.

Usage: editor.py LOG ANSWER COMMAND...
ANSWER is what its user says to every question: the kind of an answer (allow_once, allow_always, reject_once), or `silent` for a
user who is not there. `mode:ID` first wants the session in that mode, `set:ID=VALUE` a setting of the session; both then answer
reject_once. Every message that the editor
gets or sends goes to LOG, one JSON object a line. The project is the directory it runs in.
"""
import json
import os
import subprocess
import sys
import threading

LOG, ANSWER, COMMAND = sys.argv[1], sys.argv[2], sys.argv[3:]
agent = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
lock, answers, arrived = threading.Lock(), {}, threading.Condition()
terminals = {}


def note(who, message):
    with lock, open(LOG, "a", encoding="utf-8") as log:
        log.write(json.dumps({"from": who, **message}) + "\n")


def say(message):
    note("editor", message)
    with lock:
        agent.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        agent.stdin.flush()


def ask(number, method, params):
    say({"id": number, "method": method, "params": params})
    with arrived:
        arrived.wait_for(lambda: number in answers or agent.poll() is not None, timeout=100)
        return answers.get(number, {"error": "no answer"})


def do(method, params):
    if method == "fs/read_text_file":
        with open(params["path"], encoding="utf-8") as file:
            return {"content": file.read()}
    if method == "fs/write_text_file":
        with open(params["path"], "w", encoding="utf-8") as file:
            file.write(params["content"])
        return {}
    if method == "terminal/create":
        words = [params["command"], *params.get("args", [])]
        name = f"term{len(terminals)}"
        terminals[name] = subprocess.run(words, cwd=params.get("cwd"), capture_output=True, text=True)
        return {"terminalId": name}
    if method == "terminal/output":
        done = terminals[params["terminalId"]]
        return {"output": done.stdout, "truncated": False, "exitStatus": {"exitCode": done.returncode}}
    if method == "terminal/wait_for_exit":
        return {"exitCode": terminals[params["terminalId"]].returncode}
    if method == "session/request_permission":
        kind = "reject_once" if ANSWER.startswith(("mode:", "set:")) else ANSWER
        chosen = [one for one in params["options"] if one["kind"] == kind]
        if not chosen:
            return {"outcome": {"outcome": "cancelled"}}
        return {"outcome": {"outcome": "selected", "optionId": chosen[0]["optionId"]}}
    return {}


def listen():
    for line in agent.stdout:
        message = json.loads(line)
        note("agent", message)
        if "method" in message and "id" in message:
            if message["method"] == "session/request_permission" and ANSWER == "silent":
                continue
            try:
                say({"id": message["id"], "result": do(message["method"], message["params"])})
            except (OSError, KeyError) as error:
                say({"id": message["id"], "error": {"code": -32603, "message": str(error)}})
        elif "id" in message:
            with arrived:
                answers[message["id"]] = message
                arrived.notify_all()
    with arrived:
        arrived.notify_all()


threading.Thread(target=listen, daemon=True).start()
ask(1, "initialize", {"protocolVersion": 1, "clientInfo": {"name": "scripted", "version": "0"}, "clientCapabilities": {
    "fs": {"readTextFile": True, "writeTextFile": True}, "terminal": True}})
opened = ask(2, "session/new", {"cwd": os.getcwd(), "mcpServers": []})
session = opened.get("result", {}).get("sessionId")
if session:
    if ANSWER.startswith("mode:"):
        ask(3, "session/set_mode", {"sessionId": session, "modeId": ANSWER.removeprefix("mode:")})
    if ANSWER.startswith("set:"):
        name, value = ANSWER.removeprefix("set:").split("=")
        ask(3, "session/set_config_option", {"sessionId": session, "configId": name, "value": value})
    ask(4, "session/prompt", {"sessionId": session, "prompt": [{"type": "text", "text": "please"}]})
agent.stdin.close()
try:
    agent.wait(timeout=20)
except subprocess.TimeoutExpired:
    agent.kill()
