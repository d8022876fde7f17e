// One contract for all adapters. `drive(of, command, options)` makes the framework, with a scripted model, call the tool `bash`
// once, and says what came of it: `{ ran, told }`, what ran and what the model read. What the framework itself asks, it answers by
// `options.person` as its host would: `true`, `false`, or a gate whose channels are asked.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NPM, gateOf, policy } from "./support.mjs";

export function contract(name, drive, { skip = false, framework = true, edits = true } = {}) {
  const claim = (what, check) => test(`${name}: ${what}`, { skip }, check);
  const GIT = "git push origin main";

  claim("what a policy allows runs", async () => {
    for (const of of [framework ? policy() : gateOf(), gateOf()]) assert.deepEqual((await drive(of, "ls")).ran, ["ls"]);
  });
  claim("what a policy denies does not run, and the model reads why", async () => {
    for (const of of [framework ? policy() : gateOf(), gateOf(() => assert.fail("asked"))]) {
      const { ran, told } = await drive(of, GIT, { person: true });
      assert.deepEqual(ran, []);
      assert.match(told, /people push|ruled out|Bash\(git push/);
    }
  });
  claim("a gate asks, and a yes lets it run", async () => {
    let asked = 0;
    const { ran } = await drive(gateOf(() => (asked += 1) > 0), NPM.command);
    assert.deepEqual([ran, asked], [["npm install"], 1]);
  });
  claim("a gate asks, and a no does not, with its reason", async () => {
    const { ran, told } = await drive(gateOf(() => ({ approved: false, feedback: "use yarn" })), NPM.command);
    assert.deepEqual(ran, []);
    assert.match(told, /use yarn/);
  });
  claim(edits ? "edited arguments run" : "edited arguments do not run unseen: the model gets them", async () => {
    const { ran, told } = await drive(gateOf(() => ({ approved: true, params: { command: "npm ci" } })), NPM.command);
    assert.deepEqual(ran, edits ? ["npm ci"] : []);
    if (!edits) assert.match(told, /npm ci/);
  });
  claim("a time-out, an error in the callback, and nobody there deny", async () => {
    for (const gate of [gateOf(() => new Promise(() => {}), { timeout: 0.05 }), gateOf(() => { throw new Error("broken"); }), gateOf(() => undefined), gateOf(() => "yes"), gateOf()]) {
      assert.deepEqual((await drive(gate, NPM.command)).ran, []);
    }
  });
  if (!framework) return;
  claim("arguments that are no JSON deny", async () => {
    assert.deepEqual((await drive(gateOf(() => true), "ls \ud800")).ran, []);
    assert.deepEqual((await drive(policy(), "ls \ud800")).ran, []);
  });
  claim("the framework's own question goes to a person: yes runs, no does not", async () => {
    assert.deepEqual((await drive(policy(), NPM.command, { person: true })).ran, ["npm install"]);
    assert.deepEqual((await drive(policy(), NPM.command, { person: false })).ran, []);
  });
  claim("the framework's own question is put to a person even if the gate's policy allows the call", async () => {
    let asked = 0;
    const generous = gateOf(() => (asked += 1) < 0).session("s");
    await generous.setMode("yolo");
    const { ran } = await drive(policy(), NPM.command, { person: generous });
    assert.deepEqual([ran, asked], [[], 1]);
  });
}
