"""The examples that are type-checked also run."""

from __future__ import annotations

import asyncio

import typing_examples


def test_the_examples_run():
    assert typing_examples.verdicts() == ["allow", "allow"]
    assert typing_examples.gate_in_sync_code() == "ran npm install"
    assert asyncio.run(typing_examples.gate_in_async_code()) == "npm test"
    assert typing_examples.guarded() == "npm install in 10"
    typing_examples.tested()
