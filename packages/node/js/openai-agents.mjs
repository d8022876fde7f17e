// The same as `require("byleave/openai-agents")`.
import adapter from "./openai-agents.js";

export const { guarded, answer } = adapter;
