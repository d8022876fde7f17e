"""The plug-in: five handlers, in the order that ConnectOnion's own has."""

from __future__ import annotations

import uuid
from typing import Any, Callable, Dict, List, Mapping, MutableMapping, Optional, Tuple, Union

from .._errors import Rejected
from .._gate import Gate
from .._native import Decision, Store
from .._policy import Policy, PolicyLike, StrPath, as_policy
from . import _modes
from ._asking import Question, remaining_calls, said_of
from ._modes import SHELLS
from ._objection import Author, author_of, objection_to
from ._permissions import Rules, Warn, of_files, remember_approval, template

Handler = Callable[[Any], None]

#: Those who may answer a question that their own turn raised.
_MAY_ANSWER = ("contact", "whitelist", "admin")
#: Tools that a host may have approved already, for the call that comes next.
_PROVIDERS = ("codex", "claude_code")
_BATCH_REJECTED = "User rejected this batch of tools. They want to provide input for the correct direction."


def reading(policy: Policy, what: str) -> Policy:
    """The same policy, in which other reads need no rule: ``proven`` ones, those of ``tools``, or ``none``. Under ``rules``
    nothing but rules allows, and those of an operator also outside the project."""
    native = policy._native
    made = native.with_choices(rules_only=True) if what == "rules" else native.with_choices(reads_without_rule=what)
    return Policy._of(made, policy._granular)


def _on(event: str, handler: Handler) -> Handler:
    """A handler as ConnectOnion knows one."""

    def handle(agent: Any) -> None:
        handler(agent)

    handle.__name__ = handler.__name__.lstrip("_")
    handle.__doc__ = handler.__doc__
    handle._event_type = event  # type: ignore[attr-defined]
    return handle


class ToolApproval(List[Handler]):
    """The plug-in. Call it to get one with other settings.

    ``policy`` is a :class:`byleave.Policy`, a path or a mapping; without it byleave reads the policy files of this directory, the
    project's ``.co/host.yaml`` among them. ``auto_approve_tools`` accepts a list or a map, with functions for
    ``validate``. ``store`` keeps the record; a path is one that ``byleave why`` and ``byleave audit`` read.
    """

    def __init__(
        self,
        policy: PolicyLike = None,
        *,
        auto_approve_tools: Any = None,
        store: Union[Store, StrPath, None] = None,
        project: Optional[StrPath] = None,
    ) -> None:
        self._given = policy
        self._auto_approve = auto_approve_tools
        self._project = project
        self._store = Store.sqlite(store) if store is not None and not isinstance(store, Store) else store
        self._policy: Optional[Policy] = None
        self._made: Dict[str, Tuple[Policy, Policy]] = {}
        self._ruled, self._rules = Rules(), Rules()
        if auto_approve_tools is not None:
            # What is wrong with it is said now, not at the first call.
            Policy(auto_approve_tools=auto_approve_tools)
        self.load_config_permissions = _on("after_user_input", self._load_config_permissions)
        self.poll_mode_changes = _on("before_iteration", self._poll_mode_changes)
        self.poll_interrupt = _on("after_iteration", self._poll_interrupt)
        self.apply_auto_approve_policy = _on("before_each_tool", self._apply_auto_approve_policy)
        self.check_approval = _on("before_each_tool", self._check_approval)
        super().__init__(
            [
                self.load_config_permissions,
                self.poll_mode_changes,
                self.poll_interrupt,
                self.apply_auto_approve_policy,
                self.check_approval,
            ]
        )

    def __call__(self, policy: PolicyLike = None, **options: Any) -> "ToolApproval":
        return ToolApproval(policy, **options)

    def with_auto_approve(self, auto_approve_tools: Any) -> "ToolApproval":
        """The same plug-in with these rules, which it must not have yet."""
        if self._auto_approve is not None:
            raise TypeError("`auto_approve_tools` is given twice: to the agent and to its `tool_approval`")
        return ToolApproval(
            self._given, auto_approve_tools=auto_approve_tools, store=self._store, project=self._project
        )

    # --- the handlers ------------------------------------------------------------------------------------------------

    def _load_config_permissions(self, agent: Any) -> None:
        """Fills ``session['permissions']``, once for each session."""
        session = agent.current_session
        # The files may have been changed, or trusted, since the last session began.
        if "permissions" not in session or "permissions_source" not in session:
            self._policy = None
            policy = self._base()
            for text in policy.warnings:
                _log(agent, f"byleave: {text}", "yellow")
            own = of_files(policy, lambda text: _log(agent, f"byleave: {text}", "yellow"))
            permissions = session.setdefault("permissions", {})
            for key, entry in {**template(), **own}.items():
                known = permissions.get(key)
                if not (isinstance(known, Mapping) and known.get("source") == "user"):
                    permissions[key] = entry
            session["permissions_source"] = "host.yaml" if own else "template"
        gate = self._gate(agent, self._base(), None)
        gate.begin_turn()

    def _poll_mode_changes(self, agent: Any) -> None:
        """Hears modes that a client chose."""
        for message in _received(agent, "mode_change"):
            before = _modes.get_current_mode(agent)
            _modes.handle_mode_change(agent, message.get("mode"))
            after = _modes.get_current_mode(agent)
            if before != after:
                _log(agent, f"Permission mode changed: {before} → {after}", "cyan")
            elif _modes.mode_named(message.get("mode")) != after:
                _log(agent, f"Permission mode stays {after}: a client cannot choose {message.get('mode')!r}", "yellow")

    def _poll_interrupt(self, agent: Any) -> None:
        """Hears that the user wants to stop."""
        if _received(agent, "INTERRUPT"):
            agent.current_session["stop_signal"] = "user_interrupt"

    def _apply_auto_approve_policy(self, agent: Any) -> None:
        """Puts what the policy says of the call beside it, for ConnectOnion's screens and its record. It decides nothing."""
        pending = agent.current_session.get("pending_tool")
        if not pending:
            return
        told = self._told(agent, pending)
        pending["approval_policy"] = told
        for entry in reversed(agent.current_session.get("trace") or []):
            if isinstance(entry, MutableMapping) and entry.get("tool_id") == pending.get("id") is not None:
                entry["approval_policy"] = told
                break

    def _check_approval(self, agent: Any) -> None:
        """Returns if the call may run; raises ``ValueError`` with the text for the model if it may not."""
        session = agent.current_session
        pending = session.get("pending_tool")
        if not pending:
            return
        tool = pending["name"]
        if session.pop("_provider_direct_approved_tool", None) == tool and tool in _PROVIDERS:
            return  # the host approved the work room that goes on here
        if session.get("stop_signal"):
            raise ValueError(_BATCH_REJECTED)
        told = self._told(agent, pending)
        if told["decision"] == "ask" and getattr(agent, "io", None):
            self._may_be_answered(session, tool)
        question = Question(agent, pending, told) if getattr(agent, "io", None) else None
        gate = self._gate(agent, self._for_call(agent, pending), question)
        if gate.stop_signal:
            gate.begin_turn()  # the session's own word counts, and it is not stopped
        arguments = pending["arguments"]
        try:
            permit = gate.authorize(
                tool,
                arguments,
                id=_text(pending.get("id")),
                description=_text(said_of(arguments)),
                cwd=directory_of(arguments),
                shell=SHELLS.get(tool),
                remaining=remaining_calls(session, pending.get("id")),
            )
        except Rejected as refusal:
            raise self._refuse(agent, pending, refusal, question) from None
        self._approved(agent, pending, permit.take(), permit.source, permit.reason, question)

    # --- what they share ---------------------------------------------------------------------------------------------

    def _base(self) -> Policy:
        """The policy of the files, or of the code."""
        if self._policy is None:
            policy = as_policy(self._given, project=self._project)
            native = policy._native.with_choices("connectonion", None, True)
            policy = Policy._of(native, policy._granular)
            if self._auto_approve is not None:
                policy = policy.with_permissions(None, self._auto_approve)
            self._policy = policy
        return self._policy

    def _variant(self, name: str) -> Policy:
        """The same policy, in which something else than rules allows: nothing, or ``proven`` reads too."""
        base = self._base()
        made = self._made.get(name)
        if made is None or made[0] is not base:
            made = self._made[name] = (base, reading(base, name))
        return made[1]

    def _for_call(self, agent: Any, pending: Mapping[str, Any]) -> Policy:
        """The policy of one call: with the entries of the session, what the mode allows, and what ConnectOnion objects to."""
        session, tool = agent.current_session, pending["name"]
        warn: Warn = lambda text: _log(agent, f"byleave: {text}", "yellow")  # noqa: E731
        # What an operator's rules allow, they allow everywhere. All else that runs without a question is judged twice.
        policy = self._ruled.policy(self._variant("rules"), session, warn)
        decision = _check(policy, pending)
        author = author_of(decision, session, pending)
        if author is Author.BYLEAVE:
            policy = self._rules.policy(self._variant(_modes.reads(session)), session, warn)
            decision = _check(policy, pending)
            by_mode = _modes.allowed(session, tool) if decision.verdict == "ask" else {}
            if by_mode:
                policy = policy.with_permissions(by_mode)
                decision = _check(policy, pending)
        objection = objection_to(decision, author, agent, pending)
        if objection is None:
            return policy
        entry = {"allowed": "ask" if objection.verdict == "ask" else False, "reason": objection.reason}
        return policy.with_permissions({tool: entry})

    def _told(self, agent: Any, pending: Mapping[str, Any]) -> Dict[str, Any]:
        """What the policy says of a call, in the shape of ConnectOnion's decisions."""
        decision = _check(self._for_call(agent, pending), pending)
        return {
            "decision": decision.verdict,
            "policy_id": "byleave",
            "policy_version": 1,
            "source": decision.source,
            "reason": decision.reason,
            "rule": decision.rule,
            "requires_human": decision.verdict == "ask",
        }

    def _gate(self, agent: Any, policy: Policy, question: Optional[Question]) -> Gate:
        session = agent.current_session
        if self._store is None:
            self._store = Store.memory()
        return Gate(
            policy,
            channels=[] if question is None else [question.channel],
            session=session.setdefault("_byleave_session", f"connectonion-{uuid.uuid4()}"),
            agent=_text(getattr(agent, "name", None)),
            store=self._store,
        )

    def _may_be_answered(self, session: Mapping[str, Any], tool: str) -> None:
        """A stranger's turn raises no dialog, because the connected client would answer for the owner."""
        requester = session.get("requester")
        if requester is None:
            return
        level = requester.get("level") if isinstance(requester, Mapping) else None
        if level not in _MAY_ANSWER:
            raise ValueError(f"{tool} needs approval from an authenticated contact or admin. This requester is {level}.")

    def _approved(
        self,
        agent: Any,
        pending: Mapping[str, Any],
        approved: Dict[str, Any],
        source: str,
        reason: str,
        question: Optional[Question],
    ) -> None:
        tool, arguments = pending["name"], pending["arguments"]
        answer = question.answer if question is not None else None
        if arguments != approved:
            # The executor runs what stands in this very dictionary: what was approved, edited or not.
            arguments.clear()
            arguments.update(approved)
        if answer is None:
            console = getattr(getattr(agent, "logger", None), "console", None)
            if console is not None and hasattr(console, "log_permission_granted"):
                console.log_permission_granted(tool, arguments, source, reason)
            return
        if answer["scope"] == "session":
            remember_approval(agent.current_session, tool)
        _log(agent, f"✓ {tool} approved ({answer['scope']})", "green")

    def _refuse(
        self, agent: Any, pending: Mapping[str, Any], refusal: Rejected, question: Optional[Question]
    ) -> BaseException:
        """What to raise for a call that may not run."""
        session, tool = agent.current_session, pending["name"]
        if question is not None and question.raised is not None:
            return question.raised
        if question is not None and question.interrupted:
            return _interrupt(session)
        if refusal.remedy:
            # For the operator. The model could write it into a file that grants.
            _log(agent, f'byleave: this would allow it: "{refusal.remedy}": {{ allowed: true }}', "yellow")
        _log(agent, f"✗ {tool}: {refusal.feedback or refusal.reason}", "red")
        if refusal.cause == "rejected" and refusal.mode == "reject_hard":
            session["stop_signal"] = refusal.feedback or f"User rejected tool '{tool}'."
        return ValueError(refusal.to_model_text())


def _check(policy: Policy, pending: Mapping[str, Any]) -> Decision:
    arguments = pending["arguments"]
    return policy.check(pending["name"], arguments, cwd=directory_of(arguments), shell=SHELLS.get(pending["name"]))


def _interrupt(session: MutableMapping[str, Any]) -> BaseException:
    session["stop_signal"] = "Interrupted by user"
    try:
        from connectonion.core.interrupt import UserInterrupt
    except ImportError:
        return ValueError("Interrupted by user")
    interrupt: BaseException = UserInterrupt("Interrupted by user")
    return interrupt


def _received(agent: Any, kind: str) -> List[Dict[str, Any]]:
    io = getattr(agent, "io", None)
    if not io or not hasattr(io, "receive_all"):
        return []
    return [message for message in io.receive_all(kind) or [] if isinstance(message, dict)]


def directory_of(arguments: Any) -> Optional[str]:
    """Where the command of a call starts."""
    if not isinstance(arguments, Mapping):
        return None
    for key in ("directory", "cwd"):
        value = arguments.get(key)
        if isinstance(value, str) and value:
            return value
    return None


def _text(value: Any) -> Optional[str]:
    return value if isinstance(value, str) and value else None


def _log(agent: Any, text: str, style: str) -> None:
    logger = getattr(agent, "logger", None)
    if logger is not None and hasattr(logger, "print"):
        logger.print(text, style)
