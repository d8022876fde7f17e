"""The plug-in in a real ConnectOnion agent: the stories of the documents."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("connectonion")

from connectonion.useful_plugins import skills  # noqa: E402
from contract import contract  # noqa: E402
from onion import GENERATION, SAFE, Io, Model, agent, host_yaml, results, soft  # noqa: E402

from byleave.connectonion import VALID_PERMISSION_MODES, get_current_mode, tool_approval  # noqa: E402

TOUCH = ("bash", {"command": "touch made"})
ONCE = {"approved": True, "scope": "once"}
SESSION = {"approved": True, "scope": "session"}


def trust(path):
    """What a person does at a terminal: `byleave trust` runs nowhere else."""
    command = Path(sys.executable).parent / "byleave"
    if not command.exists():
        pytest.skip("the command is in the wheel only")
    code = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"
    done = subprocess.run(
        [sys.executable, "-c", code, str(command), "trust", str(path)], capture_output=True, text=True, input="y\n"
    )
    assert done.returncode == 0, done.stdout + done.stderr


# --- the first document ----------------------------------------------------------------------------------------------


def test_the_story_of_the_first_document(project):
    batch = [TOUCH, ("write", {"path": "notes.md", "content": "x"}), ("bash", {"command": "touch built"})]
    io = Io(SESSION, soft("Don't write that file"), frames=[SAFE])
    made = agent(Model(batch), io, [tool_approval])
    assert made.input("go") == "done"

    first, second = io.asked
    assert (first["type"], first["tool"], first["arguments"]) == ("approval_needed", "bash", {"command": "touch made"})
    assert [item["tool"] for item in first["batch_remaining"]] == ["write", "bash"]
    assert first["batch_remaining"][1]["arguments"] == '{"command": "touch built"}'
    assert [item["tool"] for item in second["batch_remaining"]] == ["bash"]
    assert (project / "made").exists() and (project / "built").exists() and not (project / "notes.md").exists()

    told = results(made)
    assert told[1].startswith(
        "Error: User rejected tool 'write'. Feedback: Don't write that file\n\n[System reminder: Ask the user"
    )
    assert made.current_session["permissions"]["bash"] == {
        "allowed": True,
        "source": "user",
        "reason": "approved for session",
        "expires": {"type": "session_end"},
    }


def test_the_next_call_asks_again_after_once(project):
    io = Io(ONCE, ONCE)
    agent(Model([TOUCH, ("bash", {"command": "touch more"})]), io, [tool_approval]).input("go")
    assert len(io.asked) == 2 and (project / "more").exists()
    assert "bash" not in io.asked[0].get("permissions", {})


@pytest.mark.parametrize(
    "answer",
    [
        {"approved": False, "mode": "reject_hard", "feedback": "Wrong approach entirely"},
        {"approved": False, "feedback": "Wrong approach entirely"},
        {"approved": "yes", "feedback": "Wrong approach entirely"},
        {"approved": True, "scope": "forever", "feedback": "Wrong approach entirely"},
    ],
)
def test_a_hard_no_ends_the_turn(project, answer):
    model = Model([TOUCH, ("bash", {"command": "touch more"}), ("bash", {"command": "pwd"})], "never said")
    io = Io(answer)
    made = agent(model, io, [tool_approval])
    made.input("go")
    assert len(io.asked) == 1 and len(model.heard) == 1, "the model gets no other turn"
    assert results(made) == ["Wrong approach entirely", "Rejected by user", "Rejected by user"]
    assert not (project / "made").exists() and not (project / "more").exists()
    # A new message goes on.
    model.replies = [[("bash", {"command": "pwd"})], "done"]
    assert made.input("go on") == "done"
    assert str(project) in results(made)[-1]


def test_explain_asks_for_an_explanation_and_the_batch_goes_on(project):
    io = Io({"approved": False, "mode": "reject_explain", "feedback": "why?"}, ONCE)
    made = agent(Model([TOUCH, ("bash", {"command": "touch more"})]), io, [tool_approval])
    made.input("go")
    assert results(made)[0].startswith("Error: User wants explanation for tool 'bash'. Context: why?\n\n[System reminder:")
    assert "15-year-old" in results(made)[0]
    assert (project / "more").exists() and not (project / "made").exists()


def test_without_io_what_would_ask_is_refused(project):
    made = agent(Model([TOUCH, ("bash", {"command": "pwd"})]), None, [tool_approval])
    made.input("go")
    refused, ran = results(made)
    assert refused.startswith("Error: Tool 'bash' was not granted, and there is no one to ask")
    assert "allowed: true" not in refused, "the model is not told which rule would help it"
    assert str(project) in ran and not (project / "made").exists()


def test_a_closed_connection_is_no_approval(project):
    made = agent(Model([TOUCH]), Io(), [tool_approval])
    made.input("go")
    assert "Connection closed while waiting for approval of 'bash'" in results(made)[0]
    assert not (project / "made").exists()


def test_an_interrupt_ends_the_turn(project):
    made = agent(Model([TOUCH, ("bash", {"command": "pwd"})], "never said"), Io({"type": "INTERRUPT"}), [tool_approval])
    made.input("go")
    assert not (project / "made").exists()
    assert made.current_session["trace"][-1].get("reason") == "interrupted" or "Interrupted" in results(made)[0]


def test_an_interrupt_between_iterations_ends_the_turn():
    model = Model([("bash", {"command": "pwd"})], "never said")
    io = Io()
    made = agent(model, io, [[_after_llm(lambda: io.frames.append({"type": "INTERRUPT"}))], tool_approval])
    made.input("go")
    assert len(model.heard) == 1


def _after_llm(act):
    def handler(agent):
        act()

    handler._event_type = "after_tools"
    return handler


def test_ctrl_c_while_a_person_thinks_goes_up(project):
    made = agent(Model([TOUCH]), Io(KeyboardInterrupt()), [tool_approval])
    with pytest.raises(KeyboardInterrupt):
        made.input("go")
    assert not (project / "made").exists()


def test_an_approver_may_edit(project):
    io = Io({"approved": True, "arguments": {"command": "touch other"}})
    agent(Model([TOUCH]), io, [tool_approval]).input("go")
    assert (project / "other").exists() and not (project / "made").exists()


def test_the_session_is_saved_before_a_person_is_asked():
    order = []
    io = Io(ONCE)
    send = io.send
    io.send = lambda frame: (order.append(frame["type"]), send(frame))[1]

    class Storage:
        def checkpoint(self, session):
            order.append("checkpoint")

        def __getattr__(self, name):
            return lambda *args, **kwargs: None

    made = agent(Model([TOUCH]), io, [tool_approval])
    made.storage = Storage()
    made.input("go")
    assert order.index("checkpoint") < order.index("approval_needed")


# --- rules -----------------------------------------------------------------------------------------------------------

HOST = """
permissions:
  "read_file": { allowed: true, source: safe, reason: safe read operation, expires: { type: never } }
  "Bash(git status)": { allowed: true, source: config, reason: safe git read, expires: { type: never } }
  "Bash(ls *)": { allowed: true, source: config, reason: lists, expires: { type: never } }
  "Bash(pwd)": { allowed: true }
  "Bash(touch allowed)": { allowed: true }
  "Bash(git push *)": { allowed: false, reason: people push }
  "write": { allowed: true, reason: safe doc edits, when: { path: "*.md" } }
"""


@pytest.mark.parametrize(
    ("tool", "arguments", "runs"),
    [
        ("bash", {"command": "touch allowed"}, True),
        ("bash", {"command": "pwd && ls -F"}, True),
        ("bash", {"command": "pwd && touch made"}, False),
        ("bash", {"command": "ls && rm -rf ~"}, False),
        ("bash", {"command": "ls $(touch made)"}, False),
        ("bash", {"command": "ls > made"}, False),
        ("bash", {"command": "git push"}, False),
        ("run", {"command": "pwd"}, True),
        ("run", {"command": "pwd &>/dev/null touch made"}, False),
        ("run_in_dir", {"command": "touch made", "directory": "."}, False),
        ("write", {"path": "a.md", "content": "x"}, True),
        ("write", {"path": "a.rs", "content": "x"}, False),
        ("write", {"path": "../a.md", "content": "x"}, False),
        ("write", {"path": ".co/host.yaml", "content": "x"}, False),
        ("read_file", {"path": "a.txt"}, True),
    ],
)
def test_host_yaml_counts_when_it_is_named_in_code(project, tool, arguments, runs):
    (project / "a.txt").write_text("x")
    (project / "home").mkdir()
    path = host_yaml(project, HOST)
    before = path.read_text()
    made = agent(Model([(tool, arguments)]), Io(frames=[SAFE]), [tool_approval(policy=path)])
    made.input("go")
    (told,) = results(made)
    assert told.startswith("Error: ") is not runs, told
    assert not (project / "made").exists() and path.read_text() == before


def test_ls_and_rm_asks_under_a_rule_for_ls(project):
    (project / "build").mkdir()
    io = Io(soft(), frames=[SAFE])
    made = agent(Model([("bash", {"command": "ls && rm -rf build"})]), io, [tool_approval(policy=host_yaml(project, HOST))])
    made.input("go")
    assert len(io.asked) == 1 and (project / "build").exists()
    assert io.asked[0]["policy"]["decision"] == "ask" and "rm" in io.asked[0]["policy"]["reason"]


def test_a_project_grants_nothing_before_it_is_trusted(project):
    path = host_yaml(project, HOST)
    made = agent(Model([("bash", {"command": "touch allowed"}), ("bash", {"command": "git push"})]), None, [tool_approval()])
    made.input("go")
    assert [told.startswith("Error: ") for told in results(made)] == [True, True]
    assert made.current_session["permissions"]["Bash(git push *)"]["allowed"] is False
    assert "Bash(touch allowed)" not in made.current_session["permissions"]
    trust(path)
    made = agent(Model([("bash", {"command": "touch allowed"})]), None, [tool_approval()])
    made.input("go")
    assert (project / "allowed").exists()


def test_permissions_stay_a_plain_dictionary_in_their_shape(project):
    made = agent(Model("hello"), None, [tool_approval(policy=host_yaml(project, HOST))])
    made.input("go")
    permissions = made.current_session["permissions"]
    assert type(permissions) is dict and made.current_session["permissions_source"] == "host.yaml"
    assert permissions["Bash(git status)"] == {
        "allowed": True,
        "source": "config",
        "reason": "safe git read",
        "when": {"command": "git status"},
        "expires": {"type": "never"},
    }
    # What ConnectOnion ships is there too, and who wrote it is known.
    assert permissions["Bash(git log *)"]["source"] == "template"
    assert permissions["read_file"]["source"] == "safe"


@pytest.mark.parametrize(
    ("entry", "runs"),
    [
        ({"bash": {"allowed": True, "source": "user"}}, True),
        ({"bash": {"allowed": "yes"}}, False),
        ({"bash": {"source": "user"}}, False),
        ({"bash": True}, False),
        ({"bash": {"allowed": True, "when": {"timeout": "30"}}}, False),
        ({"bash": {"allowed": True, "match": {"command": "touch *"}}}, False),
        ({"Bash(touch *)": {"allowed": True, "when": {"command": "touch *"}}}, True),
        ({"Bash(touch *": {"allowed": True}}, False),
        ({"Bash(touch made)": {"allowed": True, "expires": {"type": "turn_end"}}}, True),
        ({"Bash(touch made)": {"allowed": True, "expires": {"type": "yesterday"}}}, False),
        ({"Bash(touch *)": {"allowed": True}, "Bash(touch made)": {"allowed": False}}, False),
    ],
)
def test_what_others_write_into_the_dictionary_counts_as_it_should(project, entry, runs):
    made = agent(Model("hello", [TOUCH]), None, [tool_approval])
    made.input("hello")
    made.current_session["permissions"].update(entry)
    made.input("go")
    assert (project / "made").exists() is runs


def test_a_refusal_that_cannot_be_read_refuses_everything(project):
    made = agent(Model("hello", [("bash", {"command": "pwd"})]), None, [tool_approval])
    made.input("hello")
    made.current_session["permissions"]["Bash(rm *"] = {"allowed": False}
    made.input("go")
    assert "cannot be read" in results(made)[-1]


@pytest.mark.parametrize(
    ("config", "runs"),
    [
        (["bash"], True),
        ({"bash": {"commands": ["touch made"]}}, True),
        ({"bash": {"validate": lambda command: command.startswith("touch ")}}, True),
        ({"bash": {"validate": lambda command: "no"}}, False),
        ({"bash": {"patterns": [".*"], "blocked_patterns": ["touch"]}}, False),
        ({"bash": {"validate": lambda command: True, "blocked_patterns": ["touch"]}}, False),
        ({}, False),
    ],
)
def test_auto_approve_tools_in_both_syntaxes(project, config, runs):
    agent(Model([TOUCH]), None, [tool_approval(auto_approve_tools=config)]).input("go")
    assert (project / "made").exists() is runs


def test_broken_auto_approve_tools_are_an_error_at_once():
    with pytest.raises(ValueError, match="Unknown auto-approve keys for 'bash'"):
        tool_approval(auto_approve_tools={"bash": {"command": ["ls"]}})


def test_tools_that_nobody_knows_ask(project):
    def drop_database(name: str) -> str:
        """Drops a database."""
        (project / "made").touch()
        return "dropped"

    made = agent(Model([("drop_database", {"name": "x"})]), None, [tool_approval], tools=[drop_database])
    made.input("go")
    assert results(made)[0].startswith("Error: ") and not (project / "made").exists()


# --- modes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "mode"),
    [
        ({}, "read-only"),
        ({"mode": "read-only"}, "read-only"),
        ({"mode": "auto"}, "auto"),
        ({"mode": "safe"}, "read-only"),
        ({"mode": "plan"}, "read-only"),
        ({"mode": "accept_edits"}, "auto"),
        ({"mode": "ulw"}, "read-only"),
        ({"mode": ":read-only"}, "read-only"),
        ({"mode": ":workspace"}, "auto"),
        ({"mode": ":danger-full-access", "turns_left": 5}, "read-only"),
        ({"mode": "full-access"}, "read-only"),
        ({"mode": "full-access", "turns_left": True}, "read-only"),
        ({"mode": "full-access", "turns_left": 2}, "full-access"),
        ({"mode": "full-access", "turns_left": 2, "requester": {"level": "contact"}}, "read-only"),
        ({"mode": ["auto"]}, "read-only"),
        ({"mode": "god"}, "read-only"),
    ],
)
def test_modes_of_all_generations_never_mean_more_than_they_say(state, mode):
    class Fake:
        current_session = state

    assert get_current_mode(Fake) == mode


#: ConnectOnion itself begins a session in `auto`; 0.9 begins it in `safe`.
BEGINS = GENERATION >= (1, 0)


@pytest.mark.parametrize(
    ("frame", "writes", "runs"),
    [("safe", False, False), ("auto", True, False), ("ulw", BEGINS, False), ("full-access", BEGINS, False), (7, BEGINS, False)],
)
def test_a_client_chooses_between_read_only_and_auto(project, frame, writes, runs):
    io = Io(soft(), soft(), frames=[{"type": "mode_change", "mode": frame, "turns_left": 3}])
    made = agent(Model([("write", {"path": "a.rs", "content": "x"}), TOUCH]), io, [tool_approval])
    made.input("go")
    assert ((project / "a.rs").exists(), (project / "made").exists()) == (writes, runs)
    assert VALID_PERMISSION_MODES == {"read-only", "auto"}


def test_a_change_of_mode_is_told(project):
    io = Io(frames=[SAFE])
    agent(Model("hello"), io, [tool_approval]).input("go")
    assert {"type": "mode_changed", "mode": "read-only", "triggered_by": "user"} in io.sent


def test_edits_are_automatic_in_auto_inside_the_project_only(project):
    outside = project.parent / "outside.txt"
    made = agent(
        Model([("write", {"path": "in.txt", "content": "x"}), ("write", {"path": str(outside), "content": "x"})]),
        Io(soft(), frames=[{"type": "mode_change", "mode": "auto"}]),
        [tool_approval],
    )
    made.input("go")
    assert (project / "in.txt").exists() and not outside.exists()


def test_full_access_of_the_host_lifts_no_floor(project):
    model = Model("hello", [TOUCH, ("bash", {"command": "rm -rf ~"}), ("write", {"path": ".co/host.yaml", "content": ""})])
    made = agent(model, None, [tool_approval])
    made.input("hello")
    made.current_session.update(mode="full-access", turns_left=2)
    made.input("go")
    assert (project / "made").exists()
    assert [told.startswith("Error: ") for told in results(made)] == [False, True, True]


def test_a_stranger_raises_no_dialog(project):
    io = Io(ONCE)
    made = agent(Model("hello", [TOUCH, ("bash", {"command": "pwd"})]), io, [tool_approval])
    made.input("hello")
    made.current_session["requester"] = {"address": "0x1", "level": "stranger"}
    made.input("go")
    assert io.asked == [] and not (project / "made").exists()
    assert "needs approval from an authenticated contact or admin. This requester is stranger." in results(made)[0]


# --- skills ----------------------------------------------------------------------------------------------------------


def skill(project, name, *tools, where="project"):
    root = project if where == "project" else Path(os.environ["HOME"])
    path = root / ".co" / "skills" / name / "SKILL.md"
    path.parent.mkdir(parents=True)
    listed = "".join(f"  - {tool}\n" for tool in tools)
    path.write_text(f"---\nname: {name}\ndescription: {name}\ntools:\n{listed}---\n\nDo it.\n")
    return path


def test_a_skill_of_the_user_counts_for_its_turn(project):
    skill(project, "toucher", "Bash(touch *)", where="home")
    made = agent(Model([TOUCH], "done", [("bash", {"command": "touch more"})]), None, [skills, tool_approval])
    made.input("/toucher")
    assert (project / "made").exists()
    made.input("again")
    assert not (project / "more").exists(), "the turn is over"


def test_a_skill_of_the_project_counts_once_it_is_trusted(project):
    path = skill(project, "toucher", "Bash(touch *)")
    plugins = [skills, tool_approval]
    agent(Model([TOUCH]), None, plugins).input("/toucher")
    assert not (project / "made").exists()
    trust(path)
    agent(Model([TOUCH]), None, plugins).input("/toucher")
    assert (project / "made").exists()


def test_two_skills_in_a_turn_end_with_it(project):
    skill(project, "toucher", "Bash(touch made)", where="home")
    skill(project, "maker", "Bash(touch more)", where="home")
    from connectonion.useful_plugins.skills import _grant_skill_permissions

    def second(agent):
        if agent.current_session["turn"] == 1:
            _grant_skill_permissions(agent, "maker", ["Bash(touch more)"])

    second._event_type = "after_user_input"
    model = Model([TOUCH, ("bash", {"command": "touch more"})], "done", [("bash", {"command": "touch made2"}), TOUCH])
    made = agent(model, None, [skills, [second], tool_approval])
    made.input("/toucher")
    assert (project / "made").exists() and (project / "more").exists()
    (project / "made").unlink()
    made.input("again")
    assert not (project / "made").exists()


def test_an_approval_during_a_skill_turn_survives_it(project):
    skill(project, "toucher", "Bash(touch made)", where="home")
    model = Model([TOUCH, ("bash", {"command": "mkdir one"})], "done", [("bash", {"command": "mkdir two"})])
    io = Io(SESSION)
    made = agent(model, io, [skills, tool_approval])
    made.input("/toucher")
    made.input("go on")
    assert len(io.asked) == 1 and (project / "two").exists()
    assert made.current_session["permissions"]["bash"]["source"] == "user"


def test_the_turns_of_the_third_document(project):
    skill(project, "commit", "Bash(git *)", where="home")
    note = [("write", {"path": f"notes{number}.md", "content": "x"}) for number in (1, 2, 3)]
    # ConnectOnion 0.9 ships an entry that allows pytest.
    unlisted = "pytest" if GENERATION >= (1, 0) else "tox"
    stage, test = ("bash", {"command": "git add notes1.md"}), ("bash", {"command": unlisted})
    io = Io(SESSION, soft("later"), soft(), frames=[SAFE])
    model = Model(
        [note[0]], "written",  # turn 1: the user approves `write` for the session
        [note[1], stage, test], "done",  # turn 2: /commit, with what the user and the skill allow; pytest asks
        [note[2], stage], "done",  # turn 3: the skill is over, the approval is not
    )  # fmt: skip
    made = agent(model, io, [skills, tool_approval])
    subprocess.run(["git", "init", "-q"], check=True)
    made.input("write it")
    entry = dict(made.current_session["permissions"]["write"])
    made.input("/commit")
    made.input("go on")
    asked = [(frame["tool"], frame["arguments"].get("command")) for frame in io.asked]
    assert asked == [("write", None), ("bash", unlisted), ("bash", "git add notes1.md")]
    assert [told.startswith("Error: ") for told in results(made)] == [False, False, False, True, False, True]
    assert made.current_session["permissions"]["write"] == entry
    assert "Bash(git *)" not in made.current_session["permissions"]


def test_a_skill_of_a_turn_that_raised_is_over(project):
    made = agent(Model("hello", [TOUCH]), None, [tool_approval])
    made.input("hello")
    session = made.current_session
    session["permissions"]["Bash(touch *)"] = {
        "allowed": True,
        "source": "skill",
        "reason": "gone skill (turn 1)",
        "expires": {"type": "turn_end"},
    }
    session["_permission_snapshot"] = {"turn": 1, "permissions": {}}
    made.input("go")
    assert not (project / "made").exists()


# --- the rest --------------------------------------------------------------------------------------------------------


def test_what_was_decided_stands_on_the_trace_and_on_record(project):
    from byleave import Store, replay

    store = project.parent / "record.db"
    io = Io(ONCE)
    made = agent(Model([TOUCH]), io, [tool_approval(store=store)])
    made.input("go")
    traced = [entry["approval_policy"] for entry in made.current_session["trace"] if "approval_policy" in entry]
    assert traced and traced[0]["policy_id"] == "byleave" and traced[0]["decision"] == "ask"
    assert [row["shown"] for row in replay(Store.sqlite(store))] == ["touch made"]


def test_bare_fakes_do(project):
    class Bare:
        current_session = {"pending_tool": None}
        io = None

    for handler in tool_approval:
        if handler._event_type == "before_each_tool":
            handler(Bare)
    Bare.current_session = {"pending_tool": {"name": "bash", "arguments": {"command": "touch made"}}}
    with pytest.raises(ValueError):
        tool_approval.check_approval(Bare)
    Bare.current_session = {"stop_signal": "x", "pending_tool": {"name": "read_file", "arguments": {}}}
    with pytest.raises(ValueError, match="User rejected this batch of tools"):
        tool_approval.check_approval(Bare)


@pytest.mark.parametrize("arguments", [{}, {"command": ""}, {"command": "# only"}, {"command": "echo 'a"}, {"command": 7}])
def test_odd_commands_are_refused_and_crash_nothing(arguments):
    class Bare:
        current_session = {"pending_tool": {"name": "bash", "arguments": arguments}}
        io = None

    with pytest.raises(ValueError):
        tool_approval.check_approval(Bare)


# --- the contract ----------------------------------------------------------------------------------------------------


class Person(Io):
    """A client that answers when it is asked."""

    def __init__(self, host):
        super().__init__()
        self.host = host

    def receive(self):
        said = self.host.said()
        if said is None:
            return {"type": "io_closed"}
        if isinstance(said, dict):
            return {"mode": "reject_soft", **said}
        return {"approved": True, "scope": "once"} if said else soft()


def drive(of, command, host, ran):
    def bash(command: str) -> str:
        """Runs a command."""
        ran.append(command)
        return f"ran {command}"

    if host.gate is not None:
        raise TypeError("the agent's own channel is asked, and no gate beside it")
    plugin = tool_approval(of)
    made = agent(Model([("bash", {"command": command})]), Person(host), [plugin], tools=[bash])
    made.input("go")
    return " ".join(results(made))


test_contract = contract("connectonion", drive)
