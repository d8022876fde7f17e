// The same as `require("byleave/claude-agent-sdk")`.
import adapter from "./claude-agent-sdk.js";

export const { canUseTool } = adapter;
