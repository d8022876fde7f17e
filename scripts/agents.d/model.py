#!/usr/bin/env python3
"""A model on loopback that asks for one tool call and then says that it is done.

Speaks what Claude Code, Codex, Gemini CLI, opencode, Copilot CLI and Cline speak to their models. Usage:
    model.py PORT LOG TOOL INPUT [THEN]
PORT 0 takes any; the one that was taken is the first line of standard output. Every request body goes to LOG, one JSON
object a line. TOOL is asked for with INPUT (JSON) as soon as a request offers it. With THEN (JSON: {"tool", "input"}) a
sub-agent that is offered TOOL after a first use is asked for that instead. If TOOL is `session`, INPUT is a list of such
pairs, and each is asked for as soon as the one before is answered.
"""
import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

LOG, TOOL, INPUT = sys.argv[2], sys.argv[3], json.loads(sys.argv[4])
THEN = json.loads(sys.argv[5]) if len(sys.argv) > 5 else None
SESSION = [(one["tool"], one["input"]) for one in INPUT] if TOOL == "session" else []
LOCK = threading.Lock()
ASKED = []


def wanted(prompt_is_fresh, offered):
    """The call to ask for now, or None to say something and end."""
    with LOCK:
        if SESSION and SESSION[0][0] in offered:
            ASKED.append(SESSION[0][0])
            return SESSION.pop(0)
        if not prompt_is_fresh or TOOL == "session":
            return None
        if not ASKED and TOOL in offered:
            ASKED.append(TOOL)
            return TOOL, INPUT
        if THEN and len(ASKED) == 1 and THEN["tool"] in offered:
            ASKED.append(THEN["tool"])
            return THEN["tool"], THEN["input"]
        return None


def sse(events):
    return "".join(
        (f"event: {name}\n" if name else "") + f"data: {data if isinstance(data, str) else json.dumps(data)}\n\n"
        for name, data in events
    ).encode()


def anthropic(body):
    messages = body.get("messages", [])
    content = messages[-1].get("content") if messages else ""
    fresh = not (isinstance(content, list) and any(part.get("type") == "tool_result" for part in content))
    call = wanted(fresh, [tool.get("name") for tool in body.get("tools") or []])
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": body.get("model", "m"), "content": [],
               "stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}}
    if call:
        block = {"type": "tool_use", "id": f"toolu_{len(ASKED)}", "name": call[0], "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(call[1])}
        whole = {**block, "input": call[1]}
        stop = "tool_use"
    else:
        block = {"type": "text", "text": ""}
        delta = {"type": "text_delta", "text": "done"}
        whole = {"type": "text", "text": "done"}
        stop = "end_turn"
    if not body.get("stream"):
        return "application/json", json.dumps({**message, "content": [whole], "stop_reason": stop}).encode()
    return "text/event-stream", sse([
        ("message_start", {"type": "message_start", "message": message}),
        ("content_block_start", {"type": "content_block_start", "index": 0, "content_block": block}),
        ("content_block_delta", {"type": "content_block_delta", "index": 0, "delta": delta}),
        ("content_block_stop", {"type": "content_block_stop", "index": 0}),
        ("message_delta", {"type": "message_delta", "delta": {"stop_reason": stop, "stop_sequence": None},
                           "usage": {"output_tokens": 1}}),
        ("message_stop", {"type": "message_stop"}),
    ])


def responses(body):
    items = body.get("input") or []
    last = items[-1] if isinstance(items, list) and items else {}
    fresh = not str(last.get("type", "")).endswith("_output")
    tools = body.get("tools") or []
    names = [tool.get("name") for tool in tools]
    # Tools of MCP servers are offered server by server.
    names += [f"{tool['name']}__{one['name']}" for tool in tools for one in tool.get("tools") or []]
    call = wanted(fresh, names)
    space = {}
    if call and call[0].startswith("mcp__"):
        server, _, name = call[0].rpartition("__")
        space, call = {"namespace": server}, (name, call[1])
    if call:
        custom = any(tool.get("name") == call[0] and tool.get("type") == "custom" for tool in tools)
        item = {"id": f"it_{len(ASKED)}", "call_id": f"call_{len(ASKED)}", "name": call[0], "status": "completed", **space}
        if custom:
            item |= {"type": "custom_tool_call", "input": call[1]["input"]}
        else:
            item |= {"type": "function_call", "arguments": json.dumps(call[1])}
    else:
        item = {"id": "it_1", "type": "message", "role": "assistant", "status": "completed",
                "content": [{"type": "output_text", "text": "done", "annotations": []}]}
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2,
             "input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 0}}
    response = {"id": "resp_1", "object": "response", "status": "completed", "output": [item], "usage": usage}
    return "text/event-stream", sse([
        ("response.created", {"type": "response.created", "response": {"id": "resp_1"}}),
        ("response.output_item.done", {"type": "response.output_item.done", "output_index": 0, "item": item}),
        ("response.completed", {"type": "response.completed", "response": response}),
    ])


def gemini(body):
    contents = body.get("contents") or [{}]
    parts = contents[-1].get("parts") or []
    fresh = not any("functionResponse" in part for part in parts)
    offered = [one.get("name") for tool in body.get("tools") or [] for one in tool.get("functionDeclarations") or []]
    call = wanted(fresh, offered)
    part = {"functionCall": {"name": call[0], "args": call[1]}} if call else {"text": "done"}
    answer = {"candidates": [{"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}],
              "usageMetadata": {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}}
    return answer


def chat(body):
    messages = body.get("messages") or [{}]
    fresh = messages[-1].get("role") != "tool"
    offered = [tool.get("function", {}).get("name") for tool in body.get("tools") or []]
    call = wanted(fresh, offered)
    if call:
        delta = {"role": "assistant", "tool_calls": [{"index": 0, "id": f"call_{len(ASKED)}", "type": "function",
                 "function": {"name": call[0], "arguments": json.dumps(call[1])}}]}
        stop = "tool_calls"
    else:
        delta, stop = {"role": "assistant", "content": "done"}, "stop"
    base = {"id": "chat_1", "object": "chat.completion.chunk", "created": 1, "model": body.get("model", "m")}
    return "text/event-stream", sse([
        (None, {**base, "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}),
        (None, {**base, "choices": [{"index": 0, "delta": {}, "finish_reason": stop}],
                "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}),
        (None, "[DONE]"),
    ])


class Model(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def send(self, kind, data, status=200):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        self.send("application/json", json.dumps({"data": [], "models": []}).encode())

    do_HEAD = do_GET

    def do_POST(self):
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            body = json.loads(raw)
        except ValueError:
            body = {}
        with LOCK, open(LOG, "a", encoding="utf-8") as log:
            log.write(json.dumps({"path": self.path, "body": body}) + "\n")
        path = self.path.split("?")[0]
        if path.endswith("/count_tokens"):
            self.send("application/json", b'{"input_tokens": 1}')
        elif path.endswith("/messages"):
            self.send(*anthropic(body))
        elif path.endswith("/responses"):
            self.send(*responses(body))
        elif path.endswith("/chat/completions"):
            self.send(*chat(body))
        elif path.endswith(":streamGenerateContent"):
            self.send("text/event-stream", sse([(None, gemini(body))]))
        elif path.endswith(":generateContent"):
            self.send("application/json", json.dumps(gemini(body)).encode())
        elif path.endswith(":countTokens"):
            self.send("application/json", b'{"totalTokens": 1}')
        else:
            self.send("application/json", b"{}")


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Model)
print(server.server_address[1], flush=True)
server.serve_forever()
