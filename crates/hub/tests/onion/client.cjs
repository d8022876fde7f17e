// The client of ConnectOnion in TypeScript against a real hub. Started by `onion.rs`, as `client.py` is.
"use strict";

const assert = require("node:assert");
const { randomUUID } = require("node:crypto");
const readline = require("node:readline");
const { setTimeout: sleep } = require("node:timers/promises");

const [port, token, tools] = process.argv.slice(2);
const { connect } = require(`${tools}/node_modules/connectonion/dist/connect`);
const address = require(`${tools}/node_modules/connectonion/dist/address`);
const here = `http://127.0.0.1:${port}`;

const lines = readline.createInterface({ input: process.stdin })[Symbol.asyncIterator]();

/** Has the test do something that only people at a terminal may. */
async function ask(what) {
  process.stdout.write(`${JSON.stringify(what)}\n`);
  return JSON.parse((await lines.next()).value);
}

async function post(path, body) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return (await fetch(here + path, { method: "POST", headers, body: JSON.stringify(body) })).json();
}

async function person(session) {
  const keys = address.generate();
  await ask({ do: "enrol", name: "Zoë", address: keys.address, role: "approver", session });
  return keys;
}

/** An agent that takes text, asks for its call, and says how it went. */
async function works(session) {
  const { input } = await post(`/v1/sessions/${session}/input`, { wait: 20 });
  const call = { tool: "bash", arguments: { command: "npm install" }, session, wait: 20 };
  const told = await post("/v1/calls", call);
  await post(`/v1/sessions/${session}/output`, { input_id: input.id, result: `ran: ${told.approved}` });
  return { input, told };
}

async function until(holds) {
  while (!(await holds())) await sleep(20);
}

/** Somebody says something, is asked, and answers. */
async function talk(answer, before = async () => {}) {
  const session = `t-${randomUUID()}`;
  const remote = connect(hub, { directUrl: here, keys: await person(session) });
  const agent = works(session);
  await until(() => ask({ do: "listens", session }));
  const end = remote.input("please install");
  await until(() => remote.ui.some((item) => item.type === "approval_needed"));
  const asked = remote.ui.find((item) => item.type === "approval_needed");
  assert.deepStrictEqual([asked.tool, asked.arguments], ["bash", { command: "npm install" }]);
  await before(remote);
  remote.send(answer);
  const { text, done } = await end;
  const { input, told } = await agent;
  remote.reset();
  assert.strictEqual(input.prompt, "please install");
  return { text, done, told };
}

const cases = {
  async the_client_in_typescript_says_yes() {
    const answer = { type: "APPROVAL_RESPONSE", approved: true, scope: "session" };
    const { text, done, told } = await talk(answer);
    assert.deepStrictEqual([text, done, told.approved, told.scope], ["ran: true", true, true, "session"]);
  },
  async the_client_in_typescript_says_no() {
    const answer = { type: "APPROVAL_RESPONSE", approved: false, mode: "reject_soft", feedback: "Use yarn instead" };
    const { text, told } = await talk(answer);
    assert.deepStrictEqual([text, told.approved, told.stop], ["ran: false", false, false]);
    assert.match(told.model_text, /Use yarn instead/);
  },
  async the_client_in_typescript_looks_how_things_stand() {
    const answer = { type: "APPROVAL_RESPONSE", approved: true };
    const { told } = await talk(answer, async (remote) => {
      assert.strictEqual(await remote.checkSessionStatus("x"), "running");
    });
    assert.strictEqual(told.approved, true);
  },
  async the_client_in_typescript_is_told_that_nobody_takes_text() {
    const remote = connect(hub, { directUrl: here, keys: await person(`t-${randomUUID()}`) });
    await assert.rejects(remote.input("hello"), /this hub takes no chat messages/);
  },
};

let hub;

async function main() {
  await ask({ do: "ready" });
  hub = (await (await fetch(`${here}/info`)).json()).address;
  for (const [name, run] of Object.entries(cases)) {
    const why = await run().then(() => null, (error) => String(error.stack));
    await ask({ case: name, why });
  }
  process.exit(0);
}

main();
