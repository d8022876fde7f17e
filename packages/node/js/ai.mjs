// The same as `require("byleave/ai")`.
import adapter from "./ai.js";

export const { toolApproval, answer, guarded } = adapter;
