"""A server of the official Python SDK."""

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
    server.run("stdio")
