// The same as `require("byleave/oricore")`.
import oricore from "./oricore.js";

export const { Gate, createEngine } = oricore;
