// @ts-check
// Verdicts in words, and what else is said of a command.

export const words = {
  whole: "The command, whole",
  parts: "Each command, and what byleave says of it",
  verdicts: { allow: "allowed", ask: "asks", deny: "denied", none: "runs" },
};
