// byleave for the Claude Agent SDK: `query({ prompt, options: { canUseTool: canUseTool(gate) } })`.

"use strict";

const { behind, settled } = require("./adapting.js");

/** For `canUseTool`: the gate decides, and asks people by itself. */
function canUseTool(gate, options) {
  const front = behind(gate, options);
  if (front.gate === null) throw new TypeError("canUseTool takes a Gate: the SDK has asked already, so somebody has to answer");
  return async (toolName, input, about) => {
    const tool = front.named(toolName);
    const said = await settled(front, tool, input, {
      id: about?.toolUseID,
      signal: about?.signal,
      // A rule of the user wants a person to be asked.
      ask: about?.matchedAskRule !== undefined && about?.matchedAskRule !== null,
    });
    if (said.verdict === "allow") return { behavior: "allow", updatedInput: said.arguments };
    return { behavior: "deny", message: said.reason, interrupt: said.stop === true };
  };
}

module.exports = { canUseTool };
