"""What a notebook shows. Everything from a call is escaped."""

from __future__ import annotations

import byleave
from byleave import Policy, replay

NASTY = "echo '<script>alert(1)</script>' \u202e && npm install"


def test_a_decision_is_shown_with_its_reasons_and_nothing_of_it_is_markup():
    shown = Policy().check("bash", {"command": NASTY})._repr_html_()
    assert "npm install" in shown and ">ask</b>" in shown
    assert "<script" not in shown and "\u202e" not in shown and "&lt;script&gt;" in shown


def test_a_replay_is_a_table_of_what_would_have_asked():
    calls = [("bash", {"command": "ls"}), ("bash", {"command": NASTY}), {"tool": "read", "arguments": {}, "verdict": "ask"}]
    table = replay(calls, Policy())
    assert table.counts == {"allow": 2, "ask": 1, "deny": 0} and len(table) == 3
    assert [row["tool"] for row in table.changed] == ["read"]
    shown = table._repr_html_()
    assert shown.count("<tr>") == 4 and "<script" not in shown and "\u202e" not in shown
    assert "2 allow, 1 ask, 0 deny" in str(table)


def test_text_looks_the_same_in_every_place():
    decision = byleave.check("bash", {"command": "npm install"}, policy=Policy())
    assert str(decision).startswith("ask: ") and repr(decision).startswith("<Decision ask: ")
