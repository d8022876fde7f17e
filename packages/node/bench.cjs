// A check through the addon beside an empty call of it, in one run. Fails above 15 µs (median).

"use strict";

const { mkdtempSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

const MOST = 15;
const COMMANDS = {
  "git status": "git status",
  "five commands": "pwd && ls -la && git status && git diff HEAD && git log -3",
  "1 KB": Array(15).fill("git log --oneline -20 --format='%h %s' src/module/file_name.py").join(" && ").slice(0, 1024).replace(/ && [^&]*$/, ""),
};

/** Median and 99th percentile of a call, in microseconds. */
function measure(call, time = 1000) {
  for (let warm = 0; warm < 2000; warm += 1) call();
  const times = [];
  const end = performance.now() + time;
  while (performance.now() < end) {
    const start = process.hrtime.bigint();
    call();
    times.push(Number(process.hrtime.bigint() - start) / 1000);
  }
  times.sort((one, other) => one - other);
  return [times[times.length >> 1], times[Math.floor(times.length * 0.99)]];
}

const { Policy, version } = require("byleave");
const { native } = require(require.resolve("byleave").replace(/index\.js$/, "native.js"));
process.chdir(mkdtempSync(join(tmpdir(), "byleave-bench-")));
const policy = new Policy();
const row = (name, [median, worst]) => console.log(`${name.padEnd(16)}${median.toFixed(2).padStart(9)} µs${worst.toFixed(1).padStart(9)} µs (p99)`);

console.log(`byleave ${version}, Node.js ${process.version}`);
const empty = measure(() => native.version());
row("an empty call", empty);
let slow = false;
for (const [name, command] of Object.entries(COMMANDS)) {
  const args = { command };
  const measured = measure(() => policy.check("bash", args));
  row(name, measured);
  if (name === "git status" && measured[0] - empty[0] > MOST) slow = true;
}
if (slow) {
  console.log(`above ${MOST} µs for \`git status\``);
  process.exit(1);
}
