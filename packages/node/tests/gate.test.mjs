// The gate: permits, refusals, people, sessions.

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { Callback, Gate, Policy, Rejected, Session, Stopped, Store } from "byleave";
import { NPM, folder, gateOf, later, policy, refusal } from "./support.mjs";

test("what is allowed runs without a question", async () => {
  const gate = gateOf(() => assert.fail("asked"));
  assert.equal(await gate.run("bash", { command: "ls" }, ({ command }) => `ran ${command}`), "ran ls");
});

test("a person is asked, and a no names the reason for the model", async () => {
  const gate = gateOf(({ command }) => command === "npm test" || { approved: false, feedback: "tests only" });
  assert.equal(await gate.run("bash", { command: "npm test" }, () => "ran"), "ran");
  const refused = await refusal(gate.run("bash", NPM, () => assert.fail("ran")));
  assert.equal(refused.cause, "rejected");
  assert.equal(refused.feedback, "tests only");
  assert.match(refused.toModelText(), /tests only/);
});

test("a permit runs one call once, with the arguments of the approval", async () => {
  const permit = await gateOf(() => ({ approved: true, params: { command: "npm ci" } })).authorize("bash", NPM, { id: "call-7" });
  assert.deepEqual([permit.tool, permit.id, permit.used, permit.scope], ["bash", "call-7", false, "once"]);
  permit.arguments.command = "rm -rf /";
  assert.deepEqual(permit.take(), { command: "npm ci" });
  assert.equal(permit.used, true);
  assert.throws(() => permit.take(), /used up/);
  assert.throws(() => new permit.constructor(), /only a gate makes permits/);
});

test("an edit is judged again", async () => {
  const refused = await refusal(gateOf(() => ({ approved: true, params: { command: "git push" } })).authorize("bash", NPM));
  assert.equal(refused.cause, "policy");
});

test("numbers that JavaScript cannot hold are not approved by rounding", async () => {
  const big = JSON.parse('{"n": 9007199254740993}');
  const permit = await gateOf(() => true).authorize("my_tool", { n: 2 ** 60, m: -1e300, ...big });
  assert.equal(permit.take().n, big.n);
});

test("without a channel nothing runs that asks", async () => {
  const refused = await refusal(gateOf().authorize("bash", NPM));
  assert.equal(refused.cause, "no_channel");
  assert.match(refused.remedy, /npm install/);
  assert.doesNotMatch(refused.toModelText(), /allowed: true/);
});

test("a denied call asks nobody", async () => {
  const refused = await refusal(gateOf(() => assert.fail("asked")).authorize("bash", { command: "git push" }));
  assert.deepEqual([refused.cause, refused.rule], ["policy", "Bash(git push *)"]);
});

test("a hard no stops the session until the next turn", async () => {
  const gate = gateOf(() => ({ approved: false, mode: "reject_hard", feedback: "wait" }));
  await gate.beginTurn();
  assert.ok((await refusal(gate.authorize("bash", NPM))) instanceof Stopped);
  assert.equal((await refusal(gate.authorize("bash", { command: "ls" }))).cause, "stopped");
  assert.notEqual(await gate.stopSignal(), null);
  await gate.turn(async () => assert.equal((await gate.authorize("bash", { command: "ls" })).tool, "bash"));
  assert.equal(await gate.stopSignal(), null);
});

test("only null leaves a question to others", async () => {
  const asked = [];
  const gate = new Gate(policy(), { channels: [() => null, new Callback((request) => (asked.push(request.tool), true), { people: true })] });
  await gate.authorize("bash", NPM);
  assert.deepEqual(asked, ["bash"]);
});

test("a person's answer may grant, a program's may not", async () => {
  const yes = () => ({ approved: true, scope: "session", person: "Ana" });
  const granted = new Gate(policy(), { channels: [new Callback(yes, { people: true })] });
  await granted.authorize("bash", NPM);
  assert.equal((await granted.grants()).length, 1);
  assert.equal(await granted.wouldRun("bash", NPM), true);
  await granted.revoke((await granted.grants())[0].id);
  assert.equal(await granted.wouldRun("bash", NPM), false);
  const refused = await refusal(gateOf(yes).authorize("bash", NPM));
  assert.notEqual(refused.cause, "rejected");
});

test("ask: a person decides even if a rule allows", async () => {
  assert.equal((await refusal(gateOf(() => false).authorize("bash", { command: "ls" }, { ask: true }))).cause, "rejected");
});

test("remaining calls of a reply are shown", async () => {
  let shown;
  const gate = gateOf((request) => ((shown = request.remaining), true));
  await gate.authorize("bash", NPM, { remaining: [{ tool: "bash", arguments: { command: "npm test" } }] });
  assert.deepEqual(shown.map(({ tool }) => tool), ["bash"]);
});

test("a question waits no longer than its time", async () => {
  let withdrawn;
  const gate = gateOf((request, { signal }) => new Promise((resolve) => signal.addEventListener("abort", () => resolve((withdrawn = true)))), { timeout: 0.05 });
  assert.equal((await refusal(gate.authorize("bash", NPM))).cause, "timeout");
  await later(20);
  assert.equal(withdrawn, true, "the callback hears that nobody waits");
});

test("an abort withdraws the question", async () => {
  const abort = new AbortController();
  let heard;
  const gate = gateOf((request, { signal }) => {
    queueMicrotask(() => abort.abort(new Error("enough")));
    return new Promise((resolve) => signal.addEventListener("abort", () => resolve((heard = true))));
  });
  await assert.rejects(gate.authorize("bash", NPM, { signal: abort.signal }), /enough/);
  await later(20);
  assert.equal(heard, true);
  await assert.rejects(gate.authorize("bash", NPM, { signal: AbortSignal.abort(new Error("before")) }), /before/);
});

test("sessions below have the grants above, sessions beside have not", async () => {
  const gate = new Gate(policy(), { channels: [new Callback(() => ({ approved: true, scope: "session" }), { people: true })] });
  await gate.authorize("bash", NPM);
  assert.equal(await gate.subAgent("tester").wouldRun("bash", NPM), true);
  assert.equal(await gate.session("other").wouldRun("bash", NPM), false);
  assert.ok(gate.session("other") instanceof Session);
});

test("the mode of a session stays below the ceiling", async () => {
  const gate = gateOf();
  await gate.setMode("autoEdit");
  assert.equal(await gate.wouldRun("write", { file_path: "a.txt", content: "x" }), true);
  await gate.setMode(null);
  assert.equal(await gate.wouldRun("write", { file_path: "a.txt", content: "x" }), false);
});

test("the record is in the store, also after the process", async (t) => {
  const file = join(folder(t), "record.db");
  const gate = gateOf(() => true, { store: file, session: "s1", agent: "tester" });
  await gate.run("bash", { command: "npm run build", token: "sk-abcdefghijklmnopqrstuvwxyz012345" }, () => {});
  const [row] = await Store.sqlite(file).records({ limit: 1, session: "s1" });
  assert.deepEqual([row.tool, row.session], ["bash", "s1"]);
  assert.doesNotMatch(JSON.stringify(row), /sk-abcdefghijkl/);
});

test("events tell what happened, and a listener that throws changes nothing", async () => {
  const seen = [];
  const gate = gateOf(() => true, { onEvent: (event) => seen.push(event.event) });
  await gate.run("bash", NPM, () => {});
  await later(20);
  assert.deepEqual(seen, ["decided", "asked", "approved"]);
});

test("functions of the policy count in the gate, too", async () => {
  const gate = new Gate(new Policy({ auto_approve_tools: { bash: { validate: (command) => command === "make test" } } }));
  assert.equal((await gate.authorize("bash", { command: "make test" })).tool, "bash");
  assert.equal(await gate.wouldRun("bash", { command: "make prod" }), false);
  assert.equal((await refusal(gate.authorize("bash", { command: "make prod" }))).cause, "no_channel");
});

test("Rejected is an Error with everything a host needs", async () => {
  const refused = await refusal(gateOf(() => false).authorize("bash", NPM, { id: "c1" }));
  assert.ok(refused instanceof Error && refused instanceof Rejected);
  assert.deepEqual([refused.name, refused.tool, refused.call], ["Rejected", "bash", "c1"]);
  assert.equal(JSON.parse(JSON.stringify(refused)).approved, false);
});
