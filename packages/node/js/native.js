// Finds the addon for this machine: a package of its own for each platform, which npm chooses by `os`, `cpu` and `libc`.

"use strict";

const { TARGETS, here } = require("./targets.js");

const AROUND =
  "Ways round it: ask at a hub over HTTP (`byleave serve` on any machine, `POST /v1/calls`), or put `byleave hook` in front of the agent.";

function load() {
  const own = here();
  if (!TARGETS.some((target) => target.name === own)) {
    throw new Error(`byleave has no addon for ${own}; there are ones for ${TARGETS.map(({ name }) => name).join(", ")}. ${AROUND}`);
  }
  const name = `@byleave/addon-${own}`;
  try {
    return require(name);
  } catch (error) {
    const missing = error?.code === "MODULE_NOT_FOUND" && String(error.message).includes(name);
    const why = missing
      ? `${name} is not installed; install again with optional dependencies (npm without --omit=optional)`
      : `${name} cannot be loaded: ${error?.message}`;
    throw new Error(`byleave has no addon here: ${why}. ${AROUND}`, { cause: error });
  }
}

const native = load();
// Both halves are of one release, or what one writes the other may read wrongly.
const { version } = require("../package.json");
if (native.version() !== version) {
  throw new Error(`byleave ${version} has found the addon of ${native.version()}; install both in one version`);
}

module.exports = { native };
