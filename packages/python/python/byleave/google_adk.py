"""byleave for Google's Agent Development Kit.

    from byleave.google_adk import ByleavePlugin

    runner = Runner(agent=agent, plugins=[ByleavePlugin(gate)], ...)

Behind a gate the gate asks by itself. Behind a policy (``ByleavePlugin("policy.yaml")``) what asks becomes a call of
``adk_request_confirmation``, as with the kit's own ``require_confirmation``: answer it with ``{"confirmed": True}``. A ``payload``
of ``{"feedback": "use yarn"}`` tells the model why not, and ``{"arguments": {...}}`` runs others. Put the plug-in behind others that
change calls.
"""

from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Union

from google.adk.plugins import BasePlugin
from google.adk.tools import BaseTool, ToolContext
from google.adk.tools.tool_confirmation import ToolConfirmation

from ._adapting import Front, refused
from ._gate import Session
from ._native import Store
from ._policy import PolicyLike, StrPath

__all__ = ["ByleavePlugin"]


class ByleavePlugin(BasePlugin):
    """Puts every tool call of a runner through byleave.

    ``names`` says which names tools have in the policy, if those are not their own. Behind a policy, ``store`` keeps the record.
    """

    def __init__(
        self,
        of: Union[Session, PolicyLike] = None,
        *,
        names: Optional[Mapping[str, str]] = None,
        store: Union[Store, StrPath, None] = None,
    ) -> None:
        super().__init__(name="byleave")
        self._front = Front(of, name="google-adk", names=names, store=store)

    async def before_tool_callback(
        self, *, tool: BaseTool, tool_args: Dict[str, Any], tool_context: ToolContext
    ) -> Optional[Dict[str, Any]]:
        """Decides a call before it runs. A result in place of the tool's own keeps the tool from running."""
        name = self._front.named(tool.name)
        try:
            return await self._decided(name, tool_args, tool_context)
        except Exception as error:
            return {"error": refused(name, error).reason}

    async def _decided(
        self, name: str, arguments: Dict[str, Any], context: ToolContext
    ) -> Optional[Dict[str, Any]]:
        id, confirmation = context.function_call_id, context.tool_confirmation
        if confirmation is not None and not self._front.asks_itself:
            said = await self._front.settle_answered(_answer(confirmation), name, arguments, id=id)
        else:
            said = await self._front.settle(name, arguments, id=id)
        if said.verdict == "ask":
            context.request_confirmation(hint=f"{name}: {said.reason}")
            # The pause is no result for the model: it would call the tool again.
            context.actions.skip_summarization = True
            return {"error": f"`{name}` waits for an answer: {said.reason}"}
        if said.verdict != "allow" or said.arguments is None:
            return {"error": said.reason}
        # The tool gets this dict itself.
        arguments.clear()
        arguments.update(said.arguments)
        return None


def _answer(confirmation: ToolConfirmation) -> Dict[str, Any]:
    """What a person confirmed. The rest of a payload is for a tool that asks by itself."""
    payload = confirmation.payload if isinstance(confirmation.payload, Mapping) else {}
    more = {key: payload[key] for key in ("arguments", "feedback", "scope") if key in payload}
    return {**more, "approved": confirmation.confirmed is True}
