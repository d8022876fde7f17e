// Many at once, cancelled anywhere, workers that end, processes that are killed: each call settled once, none allowed by it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { Gate, Store } from "byleave";
import { NPM, folder, gateOf, later, policy, refusal } from "./support.mjs";

const MANY = 10_000;

test("10,000 calls in flight wait together, and each is settled once", async () => {
  let waiting = 0;
  let everyone;
  const all = new Promise((resolve) => { everyone = resolve; });
  const gate = gateOf(async ({ arguments: { n } }) => {
    waiting += 1;
    if (waiting === MANY) everyone(); // nobody is answered before all have asked
    await all;
    return n % 2 === 0;
  });
  const settled = new Array(MANY).fill(0);
  const results = await Promise.all(Array.from({ length: MANY }, async (_, n) => {
    try {
      const { n: ran } = (await gate.authorize("bash", { ...NPM, n })).take();
      settled[n] += 1;
      return ran;
    } catch (error) {
      settled[n] += 1;
      assert.equal(error.cause, "rejected", error.detail);
      return null;
    }
  }));
  assert.ok(settled.every((times) => times === 1));
  assert.deepEqual(results, results.map((_, n) => (n % 2 === 0 ? n : null)));
});

test("cancelled at every await, a call is settled once and none is allowed by it", async () => {
  // The ticks of the event loop between the call and its answer; the answer itself comes at the last one.
  for (let tick = 0; tick < 40; tick += 1) {
    const abort = new AbortController();
    let asked = 0;
    const gate = gateOf(async (request, { signal }) => {
      asked += 1;
      for (let wait = 0; wait < 20 && !signal.aborted; wait += 1) await (wait % 2 ? later(0) : null);
      return new Promise(() => {});
    });
    const call = gate.authorize("bash", NPM, { signal: abort.signal });
    for (let wait = 0; wait < tick; wait += 1) await (wait % 3 === 2 ? later(0) : wait % 3 === 1 ? new Promise(setImmediate) : null);
    abort.abort(new Error(`at ${tick}`));
    await assert.rejects(call, new RegExp(`at ${tick}$`));
    assert.ok(asked <= 1);
    assert.deepEqual(await gate.grants(), []);
  }
});

test("an abort while the answer is on its way is a refusal or a permit, never both", async () => {
  for (let round = 0; round < 200; round += 1) {
    const abort = new AbortController();
    const gate = gateOf(() => (queueMicrotask(() => abort.abort(new Error("late"))), true));
    let permits = 0;
    let refusals = 0;
    await gate.authorize("bash", NPM, { signal: abort.signal }).then(() => { permits += 1; }, () => { refusals += 1; });
    await later(0);
    assert.equal(permits + refusals, 1);
  }
});

test("100,000 checks leak nothing", () => {
  const made = policy();
  const round = () => { for (let at = 0; at < 5_000; at += 1) made.check("bash", { command: "git status && ls" }); };
  round();
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const rounds = process.env.BYLEAVE_PROFILE === "dev" ? 3 : 20;
  for (let at = 0; at < rounds; at += 1) round();
  globalThis.gc?.();
  assert.ok(process.memoryUsage().rss - before < 64e6, `${(process.memoryUsage().rss - before) / 1e6} MB more`);
});

const BODY = `
  const { Gate, Policy } = require("byleave");
  const { parentPort, workerData } = require("node:worker_threads");
  const gate = new Gate(new Policy(), { store: workerData.store, session: "worker", channels: [() => { parentPort?.postMessage("asked"); return new Promise(() => {}); }] });
  for (let n = 0; n < 20; n += 1) {
    gate.authorize("bash", { command: "npm install", n }).then(() => parentPort.postMessage("allowed"), () => {});
  }
`;

test("three workers work side by side", async () => {
  const worker = () => new Worker(`
    const { Gate, Policy } = require("byleave");
    const { parentPort } = require("node:worker_threads");
    const gate = new Gate(new Policy(), { channels: [async ({ arguments: { n } }) => n % 2 === 0] });
    Promise.allSettled(Array.from({ length: 100 }, (_, n) => gate.authorize("bash", { command: "npm install", n })))
      .then((all) => parentPort.postMessage(all.map(({ status }, n) => status === (n % 2 ? "rejected" : "fulfilled")).every(Boolean)));
  `, { eval: true });
  const said = await Promise.all([worker(), worker(), worker()].map(async (one) => {
    // Both are listened for from the start: a worker may end right after its message.
    const [[right], [code]] = await Promise.all([once(one, "message"), once(one, "exit")]);
    assert.equal(code, 0, "nothing keeps a worker alive that is done");
    return right;
  }));
  assert.deepEqual(said, [true, true, true]);
});

test("a worker that ends takes its questions with it, and nothing of them runs", async (t) => {
  const store = join(folder(t), "record.db");
  for (let round = 0; round < 5; round += 1) {
    const worker = new Worker(BODY, { eval: true, workerData: { store } });
    const said = [];
    worker.on("message", (message) => said.push(message));
    await once(worker, "message");
    await later(round * 3);
    await worker.terminate();
    assert.ok(!said.includes("allowed"));
  }
  const rows = await Store.sqlite(store).records({ limit: 1000 });
  assert.deepEqual(rows.filter(({ verdict, approved }) => verdict === "allow" || approved === true), []);
  // The process goes on as before.
  assert.equal((await gateOf(() => true).authorize("bash", NPM)).tool, "bash");
});

test("killed with -9 while calls wait, none was allowed, and the record is whole", async (t) => {
  const home = folder(t);
  const store = join(home, "record.db");
  const program = join(home, "agent.cjs");
  writeFileSync(program, `
    module.paths.unshift(...${JSON.stringify(process.env.NODE_PATHS?.split(":") ?? [join(process.cwd(), "node_modules")])});
    const { Gate, Policy } = require("byleave");
    const gate = new Gate(new Policy(), { store: ${JSON.stringify(store)}, session: "killed", channels: [({ arguments: { n } }) => n < 3 || new Promise(() => { left -= 1; said(); })] });
    let left = 50;
    const said = () => left === 0 && console.log("waiting");
    for (let n = 0; n < 50; n += 1) gate.run("bash", { command: "npm install", n }, () => { console.log("ran", n); left -= 1; said(); }).catch(() => {});
  `);
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "inherit"] });
  const ran = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === "waiting") break;
    ran.push(line);
  }
  child.kill("SIGKILL");
  await once(child, "exit");
  assert.deepEqual(ran.sort(), ["ran 0", "ran 1", "ran 2"]);
  const rows = await Store.sqlite(store).records({ limit: 1000, session: "killed" });
  assert.equal(rows.filter(({ approved }) => approved === true).length, 3);
});

test("a process ends by itself while a gate is there, and not while a call waits", async (t) => {
  const home = folder(t);
  const program = join(home, "agent.cjs");
  const run = async (code) => {
    writeFileSync(program, `module.paths.unshift(${JSON.stringify(join(process.cwd(), "node_modules"))}); const { Gate, Policy } = require("byleave");\n${code}`);
    const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    child.stdout.on("data", (more) => { text += more; });
    assert.equal((await once(child, "exit"))[0], 0);
    return text.trim();
  };
  assert.equal(await run(`new Gate(new Policy(), { channels: [() => true] }); console.log("made");`), "made");
  assert.equal(await run(`new Gate(new Policy(), { channels: [() => new Promise(() => {})], timeout: 0.3 }).authorize("bash", { command: "npm i" }).catch((error) => console.log(error.cause));`), "timeout");
});

test("gates and their functions are let go of", { skip: globalThis.gc === undefined && "needs --expose-gc" }, async () => {
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < 2_000; at += 1) {
    const large = new Array(1_000).fill(at);
    const gate = new Gate(policy(), { channels: [() => large.length > 0 && gate !== null] });
    await gate.authorize("bash", NPM);
  }
  await later(50);
  globalThis.gc();
  await later(50);
  globalThis.gc();
  assert.ok(process.memoryUsage().heapUsed - before < 30e6, `${(process.memoryUsage().heapUsed - before) / 1e6} MB kept`);
});
