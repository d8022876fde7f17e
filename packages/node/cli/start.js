// Starts a program of byleave in place of this process, as far as Node.js can. What `byleave init` writes into the settings of
// agents is the program itself, so that a hook starts no Node.js.

"use strict";

const { spawnSync } = require("node:child_process");
const { constants } = require("node:os");
const { TARGETS, here } = require("./targets.js");

function program(name) {
  const own = here();
  try {
    return require.resolve(`@byleave/cli-${own}/bin/${name}`);
  } catch {
    const known = TARGETS.some((target) => target.name === own)
      ? `@byleave/cli-${own} is not installed; install again with optional dependencies (npm without --omit=optional)`
      : `there is none for ${own}, only for ${TARGETS.map((target) => target.name).join(", ")}`;
    process.stderr.write(`byleave: no program for this machine: ${known}; or build it: cargo install byleave-cli\n`);
    // What hooks of agents take for a refusal.
    return process.exit(2);
  }
}

module.exports = function start(name) {
  // Keys and signals are for the program; it says how it ended.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
  const { status, signal, error } = spawnSync(program(name), process.argv.slice(2), { stdio: "inherit" });
  if (error) {
    process.stderr.write(`byleave: ${error.message}\n`);
    process.exit(2);
  }
  process.exit(signal === null ? status : 128 + constants.signals[signal]);
};
