"""The examples that are type-checked also run."""

from __future__ import annotations

import asyncio
import importlib.metadata
import inspect

import byleave
import typing_examples


def test_the_examples_run():
    assert typing_examples.verdicts() == ["allow", "allow"]
    assert typing_examples.gate_in_sync_code() == "ran npm install"
    assert asyncio.run(typing_examples.gate_in_async_code()) == "npm test"
    assert asyncio.run(typing_examples.runs_in_async_code()) == [8, 8, 8]
    assert typing_examples.told() == [importlib.metadata.version("byleave"), "yolo"]
    assert typing_examples.guarded() == "npm install in 10"
    typing_examples.tested()


def test_help_says_what_everything_is():
    """Every public class, function, method and attribute has words of its own."""
    unsaid = []
    for name in byleave.__all__:
        one = getattr(byleave, name)
        if name == "__version__":
            continue
        if not inspect.getdoc(one):
            unsaid.append(name)
        for base in inspect.getmro(one) if inspect.isclass(one) else ():
            if base.__module__.split(".")[0] != "byleave":
                continue
            for key, value in vars(base).items():
                if not key.startswith("_") and not getattr(value, "__doc__", None):
                    unsaid.append(f"{name}.{key}")
    assert unsaid == []
