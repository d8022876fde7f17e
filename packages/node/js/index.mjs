// The same objects as `require("byleave")` gives: one gate, whichever way it is imported.
import byleave from "./index.js";

export const {
  version, check, explain, Policy, Decision, Gate, Session, Permit, Store, Terminal, Hub, Callback, Request, PolicyError, Rejected, Stopped,
} = byleave;
