"""The official Python SDK's client with a server of the same SDK, through the gate, over stdio and over HTTP, in both
versions of the protocol."""

import asyncio
import os
import sys
from pathlib import Path

from mcp import Client, StdioServerParameters
from mcp.types import ElicitResult

from served import gated

HOME = Path(os.environ["HOME"])
SERVER = str(Path(__file__).with_name("server.py"))


def stdio() -> StdioServerParameters:
    words = ["mcp", "--name", "py", "--trust", "full", "--", sys.executable, SERVER]
    return StdioServerParameters(command=os.environ["BYLEAVE"], args=words, env=dict(os.environ), cwd=str(HOME / "app"))


def text(result) -> str:
    return result.content[0].text


def ok(claim: str) -> None:
    print(f"ok {claim}", flush=True)


async def speak(way: str, mode: str, server) -> None:
    asked = []
    how = f"{way}, {mode}"

    async def yes(context, params):
        asked.append(params.message)
        return ElicitResult(action="accept", content={"decision": "allow once"})

    async def no(context, params):
        return ElicitResult(action="decline")

    async with Client(server(), mode=mode, elicitation_callback=yes) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert names == ["add", "wipe", "other"], names
        ok(f"{how}: the list passes")
        assert text(await client.call_tool("add", {"a": 2, "b": 3})) == "5"
        assert not asked
        ok(f"{how}: a call that a rule allows runs unasked")
        refused = await client.call_tool("wipe", {})
        assert refused.is_error and "never" in text(refused), refused
        ok(f"{how}: a deny rule holds")
        said = await client.call_tool("other", {"word": "hi"})
        assert not said.is_error and text(said) == "said hi", said
        assert len(asked) == 1 and '"word": "hi"' in asked[0], asked
        ok(f"{how}: the user is asked, and the call runs after a yes")
    async with Client(server(), mode=mode, elicitation_callback=no) as client:
        refused = await client.call_tool("other", {"word": "hi"})
        assert refused.is_error, refused
        ok(f"{how}: a no is a no")
    async with Client(server(), mode=mode) as client:
        refused = await client.call_tool("other", {"word": "hi"})
        assert refused.is_error and "mcp__py__other" in text(refused), refused
        ok(f"{how}: without forms it is refused with the rule to add")


async def main() -> None:
    modes = ["legacy", "2026-07-28", "auto"]
    for mode in modes:
        await speak("stdio", mode, stdio)
    for shape in ["events", "json"]:
        with gated("py", [sys.executable, SERVER, shape]) as address:
            for mode in modes:
                await speak(f"HTTP with {shape}", mode, lambda: address)


asyncio.run(main())
