#!/usr/bin/env python3
"""An MCP server with one tool, which makes a file in the directory that the server runs in."""
import json
import pathlib
import sys

TOOL = {"name": "mark", "description": "Makes a mark", "inputSchema": {"type": "object", "properties": {"name": {"type": "string"}}}}

for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message or "method" not in message:
        continue
    params = message.get("params") or {}
    result = {}
    if message["method"] == "initialize":
        result = {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "marks", "version": "1"}}
    elif message["method"] == "tools/list":
        result = {"tools": [TOOL]}
    elif message["method"] == "tools/call":
        pathlib.Path(params["arguments"]["name"]).touch()
        result = {"content": [{"type": "text", "text": "marked"}]}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
