"""byleave for the OpenAI Agents SDK.

    from byleave.openai_agents import answer, guarded

    agent = Agent(name="assistant", tools=[guarded(bash, policy="policy.yaml")])
    result = await Runner.run(agent, "go")
    while result.interruptions:                      # what the policy asks about
        result = await Runner.run(agent, await answer(result, gate))

``guarded`` makes a tool ask for approval where the policy asks, and refuse where the policy denies, even if a person approves.
``needs_approval`` alone is for ``@function_tool(needs_approval=...)``.
"""

from __future__ import annotations

import dataclasses
import json
from typing import Any, Awaitable, Callable, Dict, Optional

from agents import FunctionTool, RunResult, RunState, ToolGuardrailFunctionOutput, ToolInputGuardrail
from agents.items import ToolApprovalItem

from ._adapting import put_to_people
from ._errors import Rejected
from ._gate import Session
from ._policy import PolicyLike, as_policy

__all__ = ["answer", "guarded", "needs_approval"]

NeedsApproval = Callable[[Any, Dict[str, Any], str], Awaitable[bool]]

_NAME = "_byleave_name"


def needs_approval(policy: PolicyLike = None, *, tool: str) -> NeedsApproval:
    """Whether a call of ``tool`` needs a person: always, unless the policy allows it. The SDK does not say which tool it asks for."""
    made = as_policy(policy)

    async def needs(context: Any, arguments: Dict[str, Any], call_id: str) -> bool:
        return not made.check(tool, arguments).allowed

    return _called(needs, tool)


def guarded(tool: FunctionTool, policy: PolicyLike = None, *, name: Optional[str] = None) -> FunctionTool:
    """The same tool behind a policy. ``name`` is its name in the policy, if that is not its own."""
    made = as_policy(policy)
    called = name or tool.name

    def refuse(data: Any) -> ToolGuardrailFunctionOutput:
        try:
            decision = made.check(called, _arguments(data.context.tool_arguments))
        except (TypeError, ValueError) as error:
            return ToolGuardrailFunctionOutput.reject_content(f"`{called}` did not run: {error}")
        if decision.verdict == "deny":
            return ToolGuardrailFunctionOutput.reject_content(f"`{called}` was refused by policy: {decision.reason}.")
        return ToolGuardrailFunctionOutput.allow()

    async def needs(context: Any, arguments: Dict[str, Any], call_id: str) -> bool:
        # What is denied is refused by the guardrail; to ask about it would promise what no answer can give.
        return made.check(called, arguments).verdict == "ask"

    guardrails = [*(tool.tool_input_guardrails or []), ToolInputGuardrail(guardrail_function=refuse, name="byleave")]
    return dataclasses.replace(tool, needs_approval=_called(needs, called), tool_input_guardrails=guardrails)


def _called(needs: NeedsApproval, name: str) -> NeedsApproval:
    """Keeps the name that a tool has in the policy with its question, because the SDK only tells the tool's own."""
    setattr(needs, _NAME, name)
    return needs


def _name(item: ToolApprovalItem) -> str:
    """The name that the tool of an interruption has in the policy."""
    own = item.tool_name or ""
    for tool in getattr(item.agent, "tools", None) or ():
        if getattr(tool, "name", None) == own:
            return str(getattr(getattr(tool, "needs_approval", None), _NAME, own))
    return own


async def answer(result: RunResult, gate: Session) -> RunState[Any, Any]:
    """Asks the channels of a gate about all pending calls of a result, and returns the state to continue with.

    Someone is asked even if the gate's own policy would let the call run: the tool's policy did not.

    The SDK cannot run a call with other arguments, so one that an approver edited is rejected with the edited arguments for the
    model to use.
    """
    state: RunState[Any, Any] = result.to_state()
    for item in list(state.get_interruptions()):
        raw = item.raw_item
        given = raw.get("arguments") if isinstance(raw, dict) else getattr(raw, "arguments", None)
        name = _name(item)
        try:
            arguments = _arguments(given)
            permit = await put_to_people(gate, name, arguments)
            approved = permit.take()
        except Rejected as refusal:
            state.reject(item, rejection_message=refusal.to_model_text())
        except (TypeError, ValueError) as error:
            state.reject(item, rejection_message=f"`{name}` did not run: {error}")
        else:
            if approved == arguments:
                state.approve(item)
            else:
                wanted = json.dumps(approved, ensure_ascii=False)
                state.reject(item, rejection_message=f"The user wants `{name}` called with these arguments: {wanted}")
    return state


def _arguments(text: Any) -> Dict[str, Any]:
    arguments = json.loads(text or "{}") if isinstance(text, (str, type(None))) else text
    if not isinstance(arguments, dict):
        raise ValueError("its arguments are no JSON object")
    return arguments
