// People answer: at a real hub over HTTP, and at a terminal. The command is the one of the packages.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Gate, Hub } from "byleave";
import { NPM, folder, later, policy, refusal } from "./support.mjs";

const MODULES = join(process.cwd(), "node_modules");
const { here } = createRequire(import.meta.url)(join(MODULES, "byleave/js/targets.js"));
const COMMAND = join(MODULES, `@byleave/cli-${here()}/bin/byleave`);
const PTY = fileURLToPath(new URL("at_terminal.py", import.meta.url));
const atTerminal = (text, keys, ...program) => spawnSync("python3", [PTY, text, keys, ...program], { encoding: "utf8" });

async function hub(t) {
  const home = folder(t);
  const store = join(home, "record.db");
  const served = spawn(COMMAND, ["serve", "--listen", "127.0.0.1:0", "--store", store], { stdio: ["ignore", "pipe", "ignore"], env: { ...process.env, HOME: home } });
  t.after(async () => {
    served.kill();
    await once(served, "exit");
  });
  const [line] = await once(createInterface({ input: served.stdout }), "line");
  const url = line.trim().replace(/\/#token=.*/, "");
  const token = (role) => {
    // Tokens are made by people at a terminal, so here is one.
    const made = atTerminal("", "", COMMAND, "hub", "token", "create", "--role", role, "--store", store, "--out", join(home, role));
    assert.equal(made.status, 0, made.stdout);
    return readFileSync(join(home, role), "utf8").trim();
  };
  return { url, agent: token("agent"), approver: token("approver") };
}

/** Somebody at the hub: answers the first request that comes. */
async function answerTheNext({ url, approver }, answer) {
  const ask = async (path, body) => {
    const headers = { authorization: `Bearer ${approver}`, "content-type": "application/json" };
    const response = await fetch(url + path, body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) });
    assert.ok(response.ok, `${path}: ${response.status}`);
    return response.json();
  };
  for (let wait = 0; wait < 600; wait += 1) {
    const listed = await ask("/v1/requests");
    const [request] = listed.requests ?? listed;
    if (request !== undefined) return ask(`/v1/requests/${request.id}/answer`, answer);
    await later(50);
  }
  throw new Error("no request came");
}

test("somebody at a hub says yes and no", async (t) => {
  const there = await hub(t);
  const gate = new Gate(policy(), { channels: [new Hub(there.url, there.agent)] });
  const [permit] = await Promise.all([gate.authorize("bash", NPM), answerTheNext(there, { approved: true, scope: "session" })]);
  assert.deepEqual(permit.take(), NPM);
  assert.equal(await gate.wouldRun("bash", NPM), true, "what is granted at the hub counts here");
  const [refused] = await Promise.all([
    refusal(gate.authorize("bash", { command: "npm publish" })), answerTheNext(there, { approved: false, mode: "reject_soft", feedback: "use yarn" }),
  ]);
  assert.deepEqual([refused.cause, refused.feedback], ["rejected", "use yarn"]);
});

const ASKING = `
  module.paths.unshift(${JSON.stringify(MODULES)});
  const { Gate, Policy, Terminal } = require("byleave");
  new Gate(new Policy(), { channels: [new Terminal()] }).authorize("bash", { command: "npm install" })
    .then((permit) => console.log("PERMIT", permit.take().command), (refusal) => console.log("REFUSED", refusal.cause));
`;

for (const [keys, told] of [["1", "PERMIT npm install"], ["3\\r", "REFUSED rejected"], ["\\x03", "REFUSED"]]) {
  test(`a person at the terminal answers in the box: ${keys}`, () => {
    const { stdout } = atTerminal("Ctrl+C cancel", keys, process.execPath, "-e", ASKING);
    assert.match(stdout, /npm install/);
    assert.ok(stdout.includes(told), stdout);
  });
}
