"""byleave for pydantic-ai.

    from byleave.pydantic_ai import ByleaveToolset, handler

    agent = Agent(model, toolsets=[ByleaveToolset(FunctionToolset([bash]), policy="policy.yaml")],
                  output_type=[str, DeferredToolRequests])

What the policy allows runs, what it denies comes back to the model, and what it asks becomes a ``DeferredToolRequests`` for your
application. ``handler(gate)`` answers those inline by the channels of a gate:
``capabilities=[HandleDeferredToolCalls(handler=handler(gate))]``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Awaitable, Callable, Dict

from pydantic_ai import ApprovalRequired, ModelRetry, RunContext
from pydantic_ai.tools import DeferredToolRequests, DeferredToolResults, ToolApproved, ToolDenied
from pydantic_ai.toolsets import ToolsetTool, WrapperToolset

from ._adapting import put_to_people
from ._errors import Rejected
from ._gate import Session
from ._policy import Policy, PolicyLike, as_policy

__all__ = ["ByleaveToolset", "handler"]


@dataclass
class ByleaveToolset(WrapperToolset[Any]):
    """The tools of another toolset behind a policy."""

    policy: PolicyLike = None
    _made: Policy = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._made = as_policy(self.policy)
        # Copies of the toolset, which a run makes, share it.
        self.policy = self._made

    async def call_tool(
        self, name: str, tool_args: Dict[str, Any], ctx: RunContext[Any], tool: ToolsetTool[Any]
    ) -> Any:
        """Runs a call that the policy allows, or that was approved."""
        decision = self._made.check(name, tool_args)
        if decision.verdict == "deny":
            raise ModelRetry(f"The call of `{name}` was refused by policy: {decision.reason}. Do not try it in another form.")
        if decision.verdict == "ask" and not ctx.tool_call_approved:
            raise ApprovalRequired(metadata={"reason": decision.reason})
        return await super().call_tool(name, tool_args, ctx, tool)


def handler(
    gate: Session,
) -> Callable[[RunContext[Any], DeferredToolRequests], Awaitable[DeferredToolResults]]:
    """Asks the channels of a gate about calls that need approval, even if the gate's own policy would let them run."""

    async def handle(ctx: RunContext[Any], requests: DeferredToolRequests) -> DeferredToolResults:
        results = DeferredToolResults()
        for call in requests.approvals:
            try:
                arguments = call.args_as_dict(raise_if_invalid=True)
                permit = await put_to_people(gate, call.tool_name, arguments, id=call.tool_call_id)
                approved = permit.take()
            except Rejected as refusal:
                results.approvals[call.tool_call_id] = ToolDenied(refusal.to_model_text())
            except (TypeError, ValueError, AssertionError) as error:
                results.approvals[call.tool_call_id] = ToolDenied(f"`{call.tool_name}` did not run: {error}")
            else:
                edited = approved if approved != arguments else None
                results.approvals[call.tool_call_id] = ToolApproved(override_args=edited)
        return results

    return handle
