// Bad input: a clear error, a denial, and never a crash.

import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";
import { Callback, Gate, Hub, Policy, Store, Terminal, check } from "byleave";
import { NPM, gateOf, later, policy, refusal } from "./support.mjs";

const circle = { command: "ls" };
circle.self = circle;
const loop = [];
loop.push(loop);
let deep = {};
for (let level = 0; level < 5000; level += 1) deep = { x: deep };
let wide = Array(1000).fill(0);
for (let level = 0; level < 3; level += 1) wide = Array(1000).fill(wide);
const getter = { get command() { return "ls"; } };

const WRONG = [
  ["a text", "ls", /arguments must be a plain object such as \{ command: "ls" \}, not a string/],
  ["a list", ["ls"], /not an array/],
  ["a function", () => {}, /not a function/],
  ["a promise", Promise.resolve({}), /not a Promise/],
  ["bytes", Buffer.from("ls"), /not a Buffer/],
  ["an object of a class", new (class Call {})(), /not a Call/],
  ["a Map inside", { x: new Map() }, /arguments\["x"\] is not JSON: it is a Map.*Object.fromEntries/],
  ["a Date inside", { x: new Date(0) }, /toISOString/],
  ["a circle", circle, /contains itself/],
  ["a list in itself", { x: loop }, /contains itself/],
  ["5,000 levels", deep, /100 levels/],
  ["a billion values", { x: wide }, /more than 1000000 values/],
  ["a BigInt", { n: 10n ** 30n }, /arguments\["n"\] is a BigInt.*pass it as a string/],
  ["undefined", { a: { b: [1, undefined] } }, /arguments\["a"\]\["b"\]\[1\] is undefined/],
  ["a hole", { a: [, 1] }, /computed|undefined/],
  ["NaN", { n: Number.NaN }, /is NaN/],
  ["Infinity", { n: -Infinity }, /is -Infinity/],
  ["half a surrogate pair", { command: "ls \ud800" }, /half of a surrogate pair/],
  ["half of one in a key", { "\udfff": 1 }, /not Unicode/],
  ["a symbol", { x: Symbol("x") }, /a symbol/],
  ["a key that is a symbol", { [Symbol("x")]: 1 }, /a symbol/],
  ["a function inside", { x: () => {} }, /a function/],
  ["a getter", getter, /computed when it is read/],
  ["__proto__", JSON.parse('{"__proto__": {"command": "rm -rf /"}}'), /__proto__/],
  ["a boxed text", { command: new String("ls") }, /a String/],
];

for (const [what, args, message] of WRONG) {
  test(`arguments: ${what} is an error that names the place`, async () => {
    for (const judge of [(one) => policy().check("bash", one), (one) => gateOf(() => true).check("bash", one)]) {
      assert.throws(() => judge(args), (error) => /^(Type|Range)Error$/.test(error.name) && message.test(error.message));
    }
    const gate = new Gate(new Policy({ mode: "yolo" }), { channels: [() => true] });
    await assert.rejects(gate.authorize("bash", args), message);
    await assert.rejects(gate.wouldRun("bash", args), message);
    await assert.rejects(gate.run("bash", args, () => assert.fail("ran")), message);
  });
}

test("a tool is named by text", async () => {
  for (const tool of [7, null, undefined, ["bash"], "\ud800", { toString: () => "bash" }]) {
    assert.throws(() => policy().check(tool, {}), TypeError);
    await assert.rejects(gateOf(() => true).authorize(tool, {}), TypeError);
  }
});

test("odd commands never run by themselves", () => {
  for (const args of [{}, null, undefined, { command: null }, { command: 7 }, { command: ["npm", "i"] }, { command: { a: 1 } }, { command: "ls\0rm" }, { command: "$(".repeat(5000) }, { cmd: "npm install" }]) {
    assert.notEqual(policy().check("bash", args).verdict, "allow", JSON.stringify(args));
  }
});

test("a proxy that answers differently each time is read once", () => {
  let reads = 0;
  const proxy = new Proxy({ command: "ls" }, {
    getOwnPropertyDescriptor: (target, key) => ({ value: reads++ === 0 ? "ls" : "rm -rf /", enumerable: true, configurable: true, writable: true }),
  });
  const { command, verdict } = policy().check("bash", proxy);
  assert.ok(command === "ls" || verdict !== "allow");
});

test("objects of other realms count", () => {
  assert.equal(policy().check("bash", vm.runInNewContext('({ command: "ls" })')).verdict, "allow");
  assert.equal(policy().check("bash", Object.assign(Object.create(null), { command: "ls" })).verdict, "allow");
});

test("a polluted prototype approves nothing and chooses nothing", async () => {
  const planted = { approved: true, mode: "yolo", ask: false, allowed: true, command: "ls", scope: "session", toJSON: () => ({ command: "ls" }), validate: () => true };
  for (const [key, value] of Object.entries(planted)) Object.defineProperty(Object.prototype, key, { value, configurable: true, writable: true });
  try {
    assert.equal(policy().check("bash", NPM).verdict, "ask");
    assert.equal(policy().check("bash", {}).verdict, "ask");
    assert.equal((await refusal(gateOf(() => ({})).authorize("bash", NPM))).cause === "rejected", false);
    assert.equal((await refusal(new Gate(policy(), {}).authorize("bash", NPM, {}))).cause, "no_channel");
  } finally {
    for (const key of Object.keys(planted)) delete Object.prototype[key];
  }
});

const ANSWERS = [
  ["throws", () => { throw new Error("broken"); }, /threw Error: broken/],
  ["throws nothing", () => { throw undefined; }, /threw undefined/],
  ["throws what cannot be printed", () => { throw Object.create(null); }, /no text/],
  ["rejects", async () => { throw new Error("later"); }, /later/],
  ["returns undefined", () => {}, /returned undefined/],
  ["returns a truthy text", () => "yes", /"yes"/],
  ["returns the text true", () => "true", /"true"/],
  ["returns 1", () => 1, /returned 1/],
  ["returns a list", () => [true], /\[true\]/],
  ["returns an empty object", () => ({}), /approved/],
  ["returns approved as text", () => ({ approved: "true" }), /approved/],
  ["returns a boxed true", () => new Boolean(true), /Boolean/],
  ["returns a getter", () => ({ get approved() { return true; } }), /computed/],
  ["returns an object of a class", () => new (class Yes { approved = true; })(), /Yes/],
  ["returns a BigInt", () => 1n, /BigInt/],
  ["returns params that are no object", () => ({ approved: true, params: "ls" }), /params|arguments/],
  ["returns unknown keys", () => ({ approved: true, aproved: false }), /aproved/],
  ["returns params with undefined", () => ({ approved: true, params: { command: undefined } }), /undefined/],
  ["approves for ever", () => ({ approved: true, scope: "always" }), /scope/],
];

for (const [what, answer, message] of ANSWERS) {
  test(`a callback that ${what} denies`, async () => {
    const refused = await refusal(gateOf(answer).authorize("bash", NPM));
    assert.ok(!["rejected", "no_channel"].includes(refused.cause), refused.cause);
    assert.match(`${refused.detail} ${refused.message}`, message);
  });
}

test("a thenable is waited for, and must say true", async () => {
  assert.equal((await gateOf(() => ({ then: (done) => done(true) })).authorize("bash", NPM)).tool, "bash");
  await refusal(gateOf(() => ({ then: (done) => done("true") })).authorize("bash", NPM));
});

test("a callback that never settles ends with the timeout", async () => {
  assert.equal((await refusal(gateOf(() => new Promise(() => {}), { timeout: 0.05 }).authorize("bash", NPM))).cause, "timeout");
});

test("a late answer counts for nothing", async () => {
  let late;
  const gate = gateOf(() => new Promise((resolve) => { late = resolve; }), { timeout: 0.05 });
  await refusal(gate.authorize("bash", NPM));
  late(true);
  await later(20);
  assert.equal(await gate.wouldRun("bash", NPM), false);
});

test("validate: what throws, promises or is merely truthy approves nothing, and says so", () => {
  const reason = (validate) => new Policy({ auto_approve_tools: { bash: { validate } } }).check("bash", { command: "make x" });
  for (const validate of [() => "yes", () => 1, () => ({}), () => undefined]) assert.equal(reason(validate).verdict, "ask");
  assert.match(reason(() => { throw new Error("no"); }).reason, /`validate` threw Error: no/);
  assert.match(reason(async () => true).reason, /returned a promise/);
  assert.match(reason(async () => { throw new Error("no"); }).reason, /returned a promise/);
});

test("needsApproval of a tool: only false counts, and what breaks asks", async () => {
  const verdict = async (needsApproval) => new Gate(policy(), { tools: [{ name: "deploy", category: "network", needsApproval }] }).wouldRun("deploy", {});
  assert.equal(await verdict(() => false), true);
  for (const needs of [() => true, () => undefined, () => 0, () => "", () => null, () => { throw new Error(); }, async () => { throw new Error(); }]) {
    assert.equal(await verdict(needs), false, String(needs));
  }
});

test("options: unknown keys and wrong kinds are errors that name them", async () => {
  assert.throws(() => new Gate(policy(), { chanels: [] }), /unknown key `chanels`; use one of: .*channels/);
  assert.throws(() => new Gate(policy(), { timeout: -1 }), /timeout must be a number of seconds above 0/);
  assert.throws(() => new Gate(policy(), { timeout: "1" }), /timeout/);
  assert.throws(() => new Gate(policy(), { channels: ["terminal"] }), /a channel is a Terminal, a Hub, a Callback or a function, not a string/);
  assert.throws(() => new Gate(policy(), { store: 7 }), /a store is a Store or a path/);
  assert.throws(() => new Gate(policy(), { mode: "fast" }), /unknown mode/);
  assert.throws(() => new Gate(7), /a policy is a Policy, a path or a plain object, not a number/);
  assert.throws(() => new Gate(policy(), { tools: [{ name: "x", category: "everything" }] }), /unknown category/);
  assert.throws(() => new Gate(policy(), { onEvent: "log" }), /onEvent must be a function/);
  assert.throws(() => new Callback("yes"), /a callback is a function/);
  assert.throws(() => new Terminal({ style: "grand" }), /unknown style "grand"/);
  assert.throws(() => new Hub("ftp://x", "token"), TypeError);
  assert.throws(() => new Hub("http://hub.example", "token"), TypeError);
  assert.throws(() => new Store(), /Store\.memory/);
  assert.throws(() => Policy.load("/nowhere/policy.yaml"), /nowhere/);
  assert.throws(() => check("bash", NPM, { polcy: policy() }), /unknown key `polcy`/);
  await assert.rejects(gateOf(() => true).authorize("bash", NPM, { ask: "yes" }), /ask must be true or false/);
  await assert.rejects(gateOf(() => true).authorize("bash", NPM, { signal: {} }), /AbortSignal/);
  await assert.rejects(gateOf(() => true).authorize("bash", NPM, { remaining: [{ tool: 7 }] }), /remaining call/);
  await assert.rejects(gateOf(() => true).beginTurn("skill"), /a list of names/);
  await assert.rejects(gateOf(() => true).beginTurn(["no-such-skill"]), /no-such-skill/);
});
