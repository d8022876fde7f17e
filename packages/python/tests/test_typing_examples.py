"""The examples that are type-checked also run."""

from __future__ import annotations

import asyncio
import importlib
import importlib.metadata
import inspect

import byleave
import pytest
import typing_examples


def test_the_examples_run():
    assert typing_examples.verdicts() == ["allow", "allow"]
    assert typing_examples.gate_in_sync_code() == "ran npm install"
    assert asyncio.run(typing_examples.gate_in_async_code()) == "npm test"
    assert asyncio.run(typing_examples.runs_in_async_code()) == [8, 8, 8]
    assert typing_examples.told() == [importlib.metadata.version("byleave"), "yolo"]
    assert typing_examples.guarded() == "npm install in 10"
    typing_examples.tested()


MODULES = ["", "claude_agent_sdk", "connectonion", "google_adk", "langchain", "openai_agents", "pydantic_ai", "smolagents", "strands", "testing"]


@pytest.mark.parametrize("module", MODULES)
def test_help_says_what_everything_is(module):
    """Every public class, function, method and attribute has words of its own."""
    unsaid = []
    made = importlib.import_module(f"byleave.{module}".rstrip("."))
    assert made.__doc__
    for name in made.__all__:
        one = getattr(made, name)
        if name == "__version__" or module and not callable(one):
            continue
        if not inspect.getdoc(one):
            unsaid.append(name)
        for base in inspect.getmro(one) if inspect.isclass(one) else ():
            if base.__module__.split(".")[0] != "byleave":
                continue
            for key, value in vars(base).items():
                # The fields of a data class are told of with their class.
                said = getattr(value, "__doc__", None) or module and not callable(value) and not isinstance(value, property)
                if not key.startswith("_") and not said:
                    unsaid.append(f"{name}.{key}")
    assert unsaid == []
