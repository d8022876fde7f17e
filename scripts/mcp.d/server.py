"""A server of the official Python SDK, over stdio, or over HTTP: `server.py events|json PORT`."""

import sys

from mcp.server.mcpserver import MCPServer

server = MCPServer("sums", version="1")


@server.tool()
def add(a: int, b: int) -> int:
    """Adds two numbers."""
    return a + b


@server.tool()
def wipe() -> str:
    """Deletes everything."""
    return "gone"


@server.tool()
def other(word: str) -> str:
    """Repeats a word."""
    return f"said {word}"


if __name__ == "__main__":
    if len(sys.argv) > 2:
        server.run("streamable-http", port=int(sys.argv[2]), json_response=sys.argv[1] == "json")
    else:
        server.run("stdio")
