// What OriCore's document on tool approval says, row by row (LEDGER 1.4): modes, steps, categories, callbacks, the bus.

import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Policy, Session, Store } from "byleave";
import { Gate, createEngine } from "byleave/oricore";
import { PEOPLE_PUSH, contract } from "./contract.mjs";
import { byleave, folder, inNode, later } from "./support.mjs";

const use = (name, params = {}, callId = `call-${Math.random()}`) => ({ name, params, callId });
const gateOf = (approvalMode, options = {}) => new Gate({ policy: {}, approvalMode, ...options });
/** What the mode and the category make of a call when nobody answers. */
const verdict = (mode, tool, params) => gateOf(mode).check(tool, params).verdict;
const FILE = { file_path: "a.txt", content: "x" };
const EDIT = { file_path: "a.txt", old_string: "a", new_string: "b" };
const URL_ = { url: "https://example.com" };
const QUESTION = { question: "Which?" };
const READS = [["read", { file_path: "a.txt" }], ["grep", { pattern: "x" }], ["glob", { pattern: "*.ts" }]];

// --- the document itself ---------------------------------------------------------------------------------------------

const doc = (file) => readFileSync(new URL(`docs/${file}`, import.meta.url), "utf8");

test("R-194 the guide exists in English and in Chinese", () => {
  assert.match(doc("en/approval.md"), /autoEdit/);
  assert.match(doc("zh-CN/approval.md"), /autoEdit/);
});

test("R-195 a mode and a callback decide together", async () => {
  let asked = 0;
  const gate = gateOf("autoEdit", { onToolApprove: async () => (asked += 1) > 0 });
  assert.deepEqual(await gate.onToolApprove(use("write", FILE)), { approved: true });
  assert.equal(asked, 0);
  assert.deepEqual(await gate.onToolApprove(use("bash", { command: "npm i" })), { approved: true });
  assert.equal(asked, 1);
});

test("R-196 the guide says why: security, transparency, control, trust", () => {
  for (const word of [/security/i, /transparen/i, /control/i, /trust/i]) assert.match(doc("typescript.md"), word);
});

test("R-197 exactly three modes", () => {
  for (const mode of ["default", "autoEdit", "yolo"]) assert.equal(gateOf(mode).profile, "oricore");
  for (const mode of ["plan", "YOLO", "auto", ""]) assert.throws(() => gateOf(mode), /unknown mode/);
  const { status } = byleave("check", "-m", "plan", "ls");
  assert.equal(status, 2);
});

test("R-198 the mode is set at initialize", async () => {
  const engine = createEngine({ productName: "MyApp", version: "1.0.0", policy: {} });
  await engine.initialize({ approvalMode: "autoEdit" });
  assert.equal(engine.gate.check("write", FILE).verdict, "allow");
  await assert.rejects(engine.initialize({ approvalMode: "fast" }), /unknown mode/);
});

test("R-199 default: read, grep, glob run", () => {
  for (const [tool, params] of READS) assert.equal(verdict("default", tool, params), "allow", tool);
});
test("R-200 default: write and edit ask", () => {
  assert.equal(verdict("default", "write", FILE), "ask");
  assert.equal(verdict("default", "edit", EDIT), "ask");
});
test("R-201 default: bash asks", () => assert.equal(verdict("default", "bash", { command: "npm test" }), "ask"));
test("R-202 default: fetch asks", () => assert.equal(verdict("default", "fetch", URL_), "ask"));
test("R-203 default: askUserQuestion always asks", () => assert.equal(verdict("default", "askUserQuestion", QUESTION), "ask"));
test("R-204 R-211 R-218 the guide says what each mode is for", () => {
  for (const mode of ["default", "autoEdit", "yolo"]) assert.match(doc("typescript.md"), new RegExp(`\`${mode}\``));
});
test("R-205 R-206 R-207 R-208 R-209 R-210 autoEdit: reading and writing run, the rest asks", () => {
  for (const [tool, params] of READS) assert.equal(verdict("autoEdit", tool, params), "allow", tool);
  const { verdict: written, source } = gateOf("autoEdit").check("write", FILE);
  assert.deepEqual([written, source], ["allow", "mode"]);
  assert.equal(verdict("autoEdit", "edit", EDIT), "allow");
  assert.equal(verdict("autoEdit", "bash", { command: "npm test" }), "ask");
  assert.equal(verdict("autoEdit", "fetch", URL_), "ask");
  assert.equal(verdict("autoEdit", "askUserQuestion", QUESTION), "ask");
});
test("R-212 R-213 R-214 R-215 R-216 R-217 yolo: everything but high-risk commands and questions", () => {
  for (const [tool, params] of READS) assert.equal(verdict("yolo", tool, params), "allow", tool);
  assert.equal(verdict("yolo", "write", FILE), "allow");
  assert.equal(verdict("yolo", "bash", { command: "ls" }), "allow");
  assert.equal(verdict("yolo", "bash", { command: "npm test" }), "allow");
  assert.equal(verdict("yolo", "bash", { command: "rm -rf build" }), "ask");
  assert.equal(verdict("yolo", "bash", { command: "rm -rf /" }), "deny"); // byleave bans what cannot be brought back
  assert.equal(verdict("yolo", "fetch", URL_), "allow");
  assert.equal(verdict("yolo", "askUserQuestion", QUESTION), "ask");
});

// --- the six steps ---------------------------------------------------------------------------------------------------

const custom = (approval, name = "my_tool") => ({ name, approval });
const stepped = async (mode, options, tool = "my_tool", params = {}) => {
  let asked = 0;
  const gate = gateOf(mode, { ...options, onToolApprove: async () => ((asked += 1), true) });
  const { approved } = await gate.onToolApprove(use(tool, params));
  return { approved, asked };
};
const BY_ITSELF = { approved: true, asked: 0 };
const BY_CALLBACK = { approved: true, asked: 1 };

test("R-219 each step may approve before the next one", async () => {
  // The same call approved at each step in turn, and then by nobody but the callback.
  assert.deepEqual(await stepped("yolo", { tools: [custom({ category: "command" })] }), BY_ITSELF);
  assert.deepEqual(await stepped("default", { tools: [custom({ category: "read" })] }), BY_ITSELF);
  assert.deepEqual(await stepped("default", { tools: [custom({ category: "command", needsApproval: async () => false })] }), BY_ITSELF);
  assert.deepEqual(await stepped("autoEdit", { tools: [custom({ category: "write" })] }), BY_ITSELF);
  assert.deepEqual(await stepped("default", { tools: [custom({ category: "command" })], approvalTools: ["my_tool"] }), BY_ITSELF);
  assert.deepEqual(await stepped("default", { tools: [custom({ category: "command" })] }), BY_CALLBACK);
});
test("R-220 step 1: yolo, unless the category is ask", async () => {
  assert.equal(gateOf("yolo").check("fetch", URL_).source, "mode");
  assert.deepEqual(await stepped("yolo", { tools: [custom({ category: "ask" })] }), BY_CALLBACK);
});
test("R-221 step 2: the category read", async () => assert.deepEqual(await stepped("default", { tools: [custom({ category: "read" })] }), BY_ITSELF));
test("R-222 step 3: needsApproval that is false", async () => {
  for (const needsApproval of [async () => false, () => false]) {
    assert.deepEqual(await stepped("default", { tools: [custom({ category: "network", needsApproval })] }), BY_ITSELF);
  }
  for (const needsApproval of [() => undefined, () => 0, () => "", () => { throw new Error("x"); }, async () => null, async () => { throw new Error("x"); }]) {
    assert.deepEqual(await stepped("default", { tools: [custom({ category: "network", needsApproval })] }), BY_CALLBACK, String(needsApproval));
  }
});
test("R-223 step 4: the category write in autoEdit", async () => {
  assert.deepEqual(await stepped("autoEdit", { tools: [custom({ category: "write" })] }), BY_ITSELF);
  assert.deepEqual(await stepped("default", { tools: [custom({ category: "write" })] }), BY_CALLBACK);
});
test("R-224 step 5: the tools that the session approves", async () => {
  assert.deepEqual(await stepped("default", { approvalTools: ["fetch"] }, "fetch", URL_), BY_ITSELF);
  assert.deepEqual(await stepped("default", { approvalTools: ["fetch"] }, "bash", { command: "npm i" }), BY_CALLBACK);
});
test("R-225 step 6: the result of the callback is used", async () => {
  const gate = gateOf("default", { onToolApprove: async ({ params }) => params.command === "npm test" });
  assert.equal((await gate.onToolApprove(use("bash", { command: "npm test" }))).approved, true);
  assert.equal((await gate.onToolApprove(use("bash", { command: "npm i" }))).approved, false);
});
test("R-226 the callback is not called for what the steps before approved", async () => {
  let asked = 0;
  const gate = gateOf("default", { onToolApprove: async () => (asked += 1) > 0 });
  for (const [tool, params] of READS) assert.deepEqual(await gate.onToolApprove(use(tool, params)), { approved: true });
  assert.equal(asked, 0);
});
test("without a callback nothing runs that asks", async () => {
  const { approved, denyReason } = await gateOf("default").onToolApprove(use("bash", { command: "npm i" }));
  assert.equal(approved, false);
  assert.notEqual(denyReason, "");
});

// --- the engine and the six examples ---------------------------------------------------------------------------------

test("R-227 createEngine takes a product and a version", () => {
  createEngine({ productName: "MyApp", version: "1.0.0" });
  assert.throws(() => createEngine({ productName: "MyApp" }), /version/);
  assert.throws(() => createEngine(), /productName/);
});
test("R-228 keys of the host are its own affair", async () => {
  const engine = createEngine({ productName: "MyApp", version: "1.0.0", policy: {}, plugins: [] });
  await engine.initialize({ model: "openai/gpt-4o", provider: { openai: { apiKey: undefined } }, approvalMode: "default" });
  await assert.rejects(engine.sendMessage({ message: "hi" }), /no model/);
  await assert.rejects(createEngine({ productName: "a", version: "1" }).sendMessage({ message: "hi" }), /initialize/);
});

const model = (...replies) => ({ generate: async () => replies.shift() ?? { text: "done" } });
const tool = (name, ran, approval) => ({ name, approval, execute: (params) => (ran.push([name, params]), "ok") });
const call = (name, params) => ({ toolCalls: [{ name, params }] });
async function turn(options, replies, message = {}) {
  const ran = [];
  const tools = ["read", "write", "edit", "bash", "fetch", "askUserQuestion"].map((name) => tool(name, ran));
  const engine = createEngine({ productName: "MyApp", version: "1.0.0", policy: {}, tools, model: model(...replies) });
  await engine.initialize(options);
  const result = await engine.sendMessage({ message: "go", write: true, ...message });
  return { result, ran: ran.map(([name]) => name), params: ran.map(([, params]) => params), engine };
}

test("R-229 the user is asked for writing, and the text is in result.data.text", async () => {
  let asked = 0;
  const onToolApprove = async () => (asked += 1) > 0;
  const { result, ran } = await turn({ approvalMode: "default" }, [call("write", FILE), { text: "written" }], { onToolApprove });
  assert.deepEqual([result.success, result.data.text, ran, asked], [true, "written", ["write"], 1]);
});
test("a message without write has no tools but those that look", async () => {
  const { ran, result } = await turn({ approvalMode: "yolo" }, [call("write", FILE), call("read", { file_path: "a" })], { write: false });
  assert.deepEqual([ran, result.success], [["read"], true]);
});
test("a hard no ends the turn, a soft one does not", async () => {
  const hard = await turn({ approvalMode: "default", channels: [() => ({ approved: false, mode: "reject_hard", feedback: "stop" })] }, [call("bash", { command: "npm i" })]);
  assert.deepEqual([hard.result.success, hard.result.error.type], [false, "tool_denied"]);
  const soft = await turn({ approvalMode: "default", channels: [() => false] }, [call("bash", { command: "npm i" }), { text: "on" }]);
  assert.deepEqual([soft.result.success, soft.result.data.text, soft.ran], [true, "on", []]);
});
test("callbacks of messages share the session and its record", async () => {
  const store = Store.memory();
  await turn({ approvalMode: "default", store, session: "one" }, [call("bash", { command: "npm i" })], { onToolApprove: async () => true });
  assert.equal((await store.records({ session: "one" })).filter(({ tool: name }) => name === "bash").length, 1);
});

const example = (name, options) => inNode(new URL(`examples/oricore/${name}.js`, import.meta.url), options);

test("example 1 runs: default, nobody there", async () => assert.equal((await example("1-default")).text, "read: ran, write: did not run\n"));
test("R-230 example 2 runs: autoEdit edits by itself, bash asks", async () => assert.equal((await example("2-auto-edit")).text, "edit: ran, bash: did not run\n"));
test("R-231 example 3 runs: yolo, but for questions and high-risk commands", async () =>
  assert.equal((await example("3-yolo")).text, "bash: ran, fetch: ran, askUserQuestion: did not run, bash: did not run\n"));
test("R-232 example 4 runs: a mode and a callback", async () => assert.match((await example("4-callback", { input: "y" })).text, /read: ran, bash: ran\n$/));
test("R-233 R-234 it logs the tool, its parameters with two blanks, and the question", async () => {
  const { text } = await example("4-callback", { input: "y" });
  assert.match(text, /^\[Approval\] Tool: bash\n\[Params\] \{\n {2}"command": "npm run clean"\n\}\n\nApprove bash\? \(y\/n\): /);
});
test("R-235 one key suffices at a terminal, and the mode is restored", async () => {
  assert.match(readFileSync(new URL("examples/oricore/4-callback.js", import.meta.url), "utf8"), /setRawMode\(true\)[\s\S]*setRawMode\(false\)/);
});
test("R-236 only y approves, in either case", async () => {
  for (const [input, ran] of [["Y\n", true], [" y \n", true], ["n", false], ["\n", false], ["\u001b", false], ["yes", false]]) {
    assert.match((await example("4-callback", { input })).text, ran ? /bash: ran/ : /bash: did not run/, JSON.stringify(input));
  }
});
test("R-237 it says ✅ Approved or ❌ Denied", async () => {
  assert.match((await example("4-callback", { input: "y" })).text, /✅ Approved/);
  assert.match((await example("4-callback", { input: "n" })).text, /❌ Denied/);
});
test("R-238 a no has the reason User denied, a yes has none", async () => {
  const gate = gateOf("default", { onToolApprove: async ({ params }) => ({ approved: params.ok, denyReason: params.ok ? undefined : "User denied" }) });
  assert.deepEqual(await gate.onToolApprove(use("my_tool", { ok: true })), { approved: true });
  assert.deepEqual(await gate.onToolApprove(use("my_tool", { ok: false })), { approved: false, denyReason: "User denied" });
});
test("R-239 R-240 R-241 example 5 runs: a web modal with its title, its content and two values", async () => {
  for (const [value, ran] of [["approve", "ran"], ["deny", "did not run"], ["", "did not run"]]) {
    const { text } = await example("5-web", {
      async talk(first) {
        const url = `http://127.0.0.1:${JSON.parse(first).port}`;
        let modal = null;
        while (modal === null) modal = await (await fetch(url)).json();
        assert.deepEqual(modal, {
          title: "Approve bash?", content: { tool: "bash", params: { command: "npm install" } },
          actions: [{ label: "Approve", value: "approve" }, { label: "Deny", value: "deny" }],
        });
        await fetch(url, { method: "POST", body: value });
      },
    });
    assert.match(text, new RegExp(`bash: ${ran}\n$`));
  }
});
test("R-242 R-243 R-244 R-245 example 6 runs: conditions in a callback", async () => {
  const no = await example("6-conditional", { env: { CONFIRM: "no" } });
  assert.equal(no.text, `Allow bash? {"command":"psql -c 'ANALYZE'"}\nread: ran, bash: did not run, bash: did not run, bash: ran, bash: did not run\n`);
  assert.match((await example("6-conditional", { env: { CONFIRM: "yes" } })).text, /bash: ran, bash: ran\n$/);
});
test("R-243 the model reads why", async () => {
  const onToolApprove = async () => ({ approved: false, denyReason: "Dangerous command detected" });
  assert.deepEqual(await gateOf("default", { onToolApprove }).onToolApprove(use("bash", { command: "rm -rf build" })), { approved: false, denyReason: "Dangerous command detected" });
});

// --- categories ------------------------------------------------------------------------------------------------------

test("R-246 a tool says its category", () => {
  const gate = gateOf("default", { tools: [custom({ category: "read" })] });
  assert.equal(gate.check("my_tool", {}).verdict, "allow");
});
const CATEGORIES = {
  read: ["read", "grep", "glob", "ls", "bash_output", "todo", "task", "skill"], write: ["write", "edit"], command: ["bash", "kill_bash"], network: ["fetch"],
  ask: ["askUserQuestion"],
};
let row = 247;
for (const [category, tools] of Object.entries(CATEGORIES)) {
  for (const name of tools) {
    test(`R-${row} ${name} is ${category}`, () => {
      const gate = gateOf("default");
      assert.equal(gate.category(name), category);
      assert.equal(gate.approval(name).category, category);
    });
    row += 1;
  }
}
test("real names of OriCore's tools have the same categories", () => {
  const gate = gateOf("default");
  for (const [name, category] of [["todoWrite", "read"], ["AskUserQuestion", "ask"]]) assert.equal(gate.category(name), category, name);
});
test("R-261 needsApproval gets the parameters and the mode", async () => {
  let seen;
  const needsApproval = async (context) => ((seen = context), false);
  const gate = gateOf("autoEdit", { tools: [custom({ category: "network", needsApproval })] });
  await gate.onToolApprove(use("my_tool", { a: 1 }));
  assert.deepEqual(seen, { toolName: "my_tool", params: { a: 1 }, approvalMode: "autoEdit" });
});
test("R-262 high-risk commands always ask, whatever the mode, the whitelist or the tool says", async () => {
  const options = { approvalTools: ["bash"], tools: [custom({ category: "command", needsApproval: () => false }, "bash")] };
  for (const mode of ["default", "autoEdit", "yolo"]) {
    assert.deepEqual(await stepped(mode, options, "bash", { command: "cd src && sudo rm -rf build" }), BY_CALLBACK);
    assert.equal(await gateOf(mode).approval("bash").needsApproval({ params: { command: "rm -rf build" }, approvalMode: mode }), true);
  }
});
test("R-263 banned commands never run, and nobody is asked", async () => {
  let asked = 0;
  for (const approvalMode of ["default", "autoEdit", "yolo"]) {
    const gate = gateOf(approvalMode, { policy: { banned: ["telnet *"] }, approvalTools: ["bash"], onToolApprove: async () => (asked += 1) > 0 });
    const { approved, denyReason } = await gate.onToolApprove(use("bash", { command: "ls && telnet example.com" }));
    assert.equal(approved, false);
    assert.match(denyReason, /telnet/);
  }
  assert.equal(asked, 0);
});
test("R-264 other commands ask, unless the mode is yolo", async () => {
  const { needsApproval } = gateOf("default").approval("bash");
  const needs = (approvalMode) => needsApproval({ params: { command: "npm test" }, approvalMode });
  assert.deepEqual([await needs("default"), await needs("autoEdit"), await needs("yolo")], [true, true, false]);
  assert.equal(await needsApproval({ params: { command: "npm test" }, approvalMode: "fast" }), true);
  assert.equal(await needsApproval(), true);
});

// --- the callback ----------------------------------------------------------------------------------------------------

test("R-265 a callback is asynchronous; what it returns at once counts as well", async () => {
  for (const onToolApprove of [async () => true, () => true, () => later(5, true)]) {
    assert.equal((await gateOf("default", { onToolApprove }).onToolApprove(use("fetch", URL_))).approved, true);
  }
});
test("R-266 a callback gets name, params and callId, and no two calls have the same", async () => {
  const seen = [];
  await turn({ approvalMode: "default" }, [call("fetch", URL_), call("fetch", URL_)], { onToolApprove: async (toolUse) => (seen.push(toolUse), true) });
  assert.deepEqual(seen.map(({ name, params }) => ({ name, params })), [{ name: "fetch", params: URL_ }, { name: "fetch", params: URL_ }]);
  assert.notEqual(seen[0].callId, seen[1].callId);
  assert.deepEqual(Object.keys(seen[0]), ["name", "params", "callId"]);
});
test("R-267 a result is a boolean or an object, and nothing else approves", async () => {
  const said = async (value) => (await gateOf("default", { onToolApprove: async () => value, log() {} }).onToolApprove(use("fetch", URL_))).approved;
  for (const yes of [true, { approved: true }]) assert.equal(await said(yes), true);
  for (const no of [false, { approved: false }, undefined, null, "no", "true", 1, {}, { approved: "false" }, { approved: 1 }, [true]]) assert.equal(await said(no), false, JSON.stringify(no));
});
test("R-272 params returned unchanged are no edit", async () => {
  const gate = gateOf("default", { onToolApprove: async ({ params }) => ({ approved: true, params }) });
  assert.deepEqual(await gate.onToolApprove(use("fetch", URL_)), { approved: true });
});
test("R-274 the four kinds of answers", async () => {
  const said = async (value) => gateOf("default", { onToolApprove: async () => value }).onToolApprove(use("fetch", URL_));
  assert.deepEqual(await said(true), { approved: true });
  assert.equal((await said(false)).approved, false);
  assert.ok((await said(false)).denyReason);
  assert.deepEqual(await said({ approved: true }), { approved: true });
  assert.deepEqual(await said({ approved: false, denyReason: "Security policy violation" }), { approved: false, denyReason: "Security policy violation" });
});
test("R-275 what runs has the edited parameters, and the record has both", async () => {
  const store = Store.memory();
  const onToolApprove = async ({ params }) => ({ approved: true, params: { ...params, command: "npm ci" } });
  const { params } = await turn({ approvalMode: "default", store }, [call("bash", { command: "npm install", timeout: 5 })], { onToolApprove });
  assert.deepEqual(params, [{ command: "npm ci", timeout: 5 }]);
  const rows = JSON.stringify(await store.records({}));
  assert.match(rows, /npm install/);
  assert.match(rows, /npm ci/);
});
test("a key that an approver took out is gone where OriCore merges", async () => {
  const gate = gateOf("default", { onToolApprove: async () => ({ approved: true, params: { command: "npm ci" } }) });
  const { params } = await gate.onToolApprove(use("bash", { command: "npm install", env: { A: "1" } }));
  assert.deepEqual({ ...{ command: "npm install", env: { A: "1" } }, ...params }, { command: "npm ci", env: undefined });
});
test("an edit into what is denied does not run", async () => {
  const gate = gateOf("default", { policy: { permissions: { "Bash(git push *)": false } }, onToolApprove: async () => ({ approved: true, params: { command: "git push" } }) });
  assert.equal((await gate.onToolApprove(use("bash", { command: "npm i" }))).approved, false);
});
test("hopeless JSON of a model arrives as a text, and is refused", async () => {
  const lines = [];
  const gate = gateOf("yolo", { log: (...line) => lines.push(line) });
  for (const toolUse of [use("bash", "{command: ls"), { name: 7 }, null, undefined, use("bash", { command: "ls \ud800" })]) {
    const said = await gate.onToolApprove(toolUse);
    assert.deepEqual(said, { approved: false, denyReason: "Approval system error" });
  }
  assert.equal(lines.length, 5);
});
test("a model that answers its own question to the user is no user", async () => {
  const seen = [];
  const gate = gateOf("yolo", { onToolApprove: async ({ params }) => (seen.push(params), true) });
  const said = await gate.onToolApprove(use("AskUserQuestion", { questions: ["Go?"], answers: [{ question: "Go?", answer: "yes" }] }));
  assert.deepEqual(seen, [{ questions: ["Go?"] }]);
  assert.deepEqual(said, { approved: true, params: { questions: ["Go?"], answers: undefined } });
});

// --- the bus of sub-agents -------------------------------------------------------------------------------------------

/** The side of a bus that a request of OriCore reaches. */
function bus() {
  let handler;
  return {
    registerHandler: (name, own) => { assert.equal(name, "toolApproval"); handler = own; },
    request: (request) => handler(request),
  };
}
const onBus = (options, more) => {
  const made = bus();
  const gate = gateOf("default", { log() {}, ...options });
  gate.registerBus(made, more);
  return { request: made.request, gate };
};

test("R-268 calls of sub-agents come over the bus", async () => {
  const { request } = onBus({ onToolApprove: async () => true });
  assert.deepEqual(await request({ toolUse: { name: "bash", params: { command: "ls" }, callId: "123" }, category: "command", sessionId: "session-abc" }), { approved: true });
});
test("R-269 two sessions, one handler, each with its own grants", async () => {
  const seen = [];
  const { request } = onBus({ onToolApprove: async (_, { sessionId }) => (seen.push(sessionId), sessionId === "session-a") });
  const ask = (sessionId) => request({ toolUse: use("fetch", URL_), category: "network", sessionId });
  assert.deepEqual([(await ask("session-a")).approved, (await ask("session-b")).approved, seen], [true, false, ["session-a", "session-b"]]);
});
test("R-270 a line says which session asks for what", async () => {
  const lines = [];
  const { request } = onBus({}, { log: (line) => lines.push(line) });
  await request({ toolUse: use("bash", { command: "ls" }), sessionId: "abc" });
  assert.deepEqual(lines, ["Session abc requesting approval for bash"]);
});
test("R-271 a dialog gets tool, params and the session", async () => {
  let dialog;
  const { request } = onBus({ channels: [(shown) => ((dialog = [shown.tool, shown.arguments, shown.session]), true)] });
  await request({ toolUse: use("fetch", URL_), sessionId: "abc" });
  assert.deepEqual(dialog, ["fetch", URL_, "abc"]);
});
test("R-273 senders that know no session are served, too", async () => {
  const { request } = onBus({ onToolApprove: async () => true });
  assert.deepEqual(await request({ toolUse: use("fetch", URL_), category: "network" }), { approved: true });
});
test("the category on the bus is not believed", async () => {
  const { request } = onBus({});
  assert.equal((await request({ toolUse: use("bash", { command: "npm i" }), category: "read", sessionId: "s" })).approved, false);
});
test("the bus always answers: with booleans, with a reason, in time", async () => {
  const answers = [async () => undefined, async () => null, async () => "yes", async () => { throw new Error("x"); }, () => new Promise(() => {}), async () => false];
  for (const onToolApprove of answers) {
    const said = await onBus({ onToolApprove }, { timeout: 0.1 }).request({ toolUse: use("bash", { command: "npm i" }), sessionId: "s" });
    assert.equal(said.approved, false);
    assert.ok(typeof said.denyReason === "string" && said.denyReason !== "", String(onToolApprove));
  }
  for (const request of [undefined, null, {}, "x", { toolUse: null }, { toolUse: { name: "bash", params: 7 } }]) {
    const said = await onBus({ onToolApprove: async () => true }).request(request);
    assert.equal(said.approved, false);
    assert.ok(said.denyReason);
  }
  assert.throws(() => gateOf("default").registerBus({}), /registerHandler/);
});
test("a hard no on the bus has a reason, and stops the session", async () => {
  const { request, gate } = onBus({ channels: [() => ({ approved: false, mode: "reject_hard", feedback: "enough" })] });
  const ask = () => request({ toolUse: use("bash", { command: "npm i" }), sessionId: gate.id });
  assert.deepEqual(await ask(), { approved: false, denyReason: "enough" });
  assert.ok((await ask()).denyReason);
  assert.deepEqual(await gate.onToolApprove(use("bash", { command: "npm i" })), { approved: false }, "an engine of OriCore ends the turn");
});

// --- good practice ---------------------------------------------------------------------------------------------------

test("R-276a a mode for each use", () => {
  for (const [who, mode] of [["dev", "autoEdit"], ["prod", "default"], ["ci", "yolo"]]) {
    assert.match(doc("en/approval.md"), new RegExp(`${who}[\\s\\S]*${mode}`));
  }
});
test("R-276b R-276c the mode follows the project's level at initialize", async () => {
  const approvalConfig = { newProject: "default", trustedProject: "autoEdit", automated: "yolo" };
  const verdicts = [];
  for (const level of Object.keys(approvalConfig)) {
    const engine = createEngine({ productName: "MyApp", version: "1.0.0", policy: {} });
    await engine.initialize({ approvalMode: approvalConfig[level] });
    verdicts.push([engine.gate.check("write", FILE).verdict, engine.gate.check("fetch", URL_).verdict]);
  }
  assert.deepEqual(verdicts, [["ask", "ask"], ["allow", "ask"], ["allow", "allow"]]);
});
test("R-277a the element's title may be Execute NAME?", () => {
  assert.match(readFileSync(new URL("node_modules/byleave/element/approval.js", `file://${process.cwd()}/`), "utf8"), /"Execute "/);
});
test("R-277b a question says tool, what the tool is for, parameters and risk", async () => {
  let seen;
  const tools = [{ name: "deploy", description: "puts the site online", approval: { category: "network" } }];
  const gate = gateOf("default", { tools, channels: [(request) => ((seen = request), true)] });
  await gate.onToolApprove(use("deploy", { site: "x" }));
  assert.deepEqual([seen.tool, seen.tool_description, seen.arguments], ["deploy", "puts the site online", { site: "x" }]);
  assert.match(seen.risk.level, /^(low|medium|high|critical)$/);
});
test("R-277c R-277d R-277e an error on the way denies, and is told", async () => {
  const lines = [];
  const cause = new Error("the dialog is gone");
  const gate = gateOf("yolo", { onToolApprove: async () => { throw cause; }, log: (...line) => lines.push(line) });
  assert.deepEqual(await gate.onToolApprove(use("bash", { command: "rm -rf build" })), { approved: false, denyReason: "Approval system error" });
  assert.deepEqual(lines, [["Approval error:", cause]]);
});
test("R-278a the record says tool, parameters, answer, time and user", async () => {
  const store = Store.memory();
  const gate = gateOf("default", { store, channels: [() => ({ approved: true, person: "Ana" })] });
  await gate.onToolApprove(use("fetch", URL_));
  const [entry] = await store.records({});
  assert.deepEqual([entry.tool, entry.arguments, entry.approved, entry.person], ["fetch", URL_, true, "Ana"]);
  assert.ok(!Number.isNaN(Date.parse(entry.timestamp)));
});
test("R-278b R-278c R-278d rules by NODE_ENV read the environment of the gate", async (t) => {
  const home = folder(t);
  mkdirSync(join(home, ".git"));
  const file = join(home, "policy.yaml");
  writeFileSync(file, "permissions:\n  \"fetch(*)\": { allowed: true, when_env: { NODE_ENV: test } }\n  write: { allowed: ask, when_env: { NODE_ENV: production } }\n");
  const said = async (NODE_ENV) =>
    JSON.parse((await inNode(`
      const { Policy } = require("byleave");
      const policy = Policy.load(${JSON.stringify(file)}, { cwd: ${JSON.stringify(home)}, profile: "oricore", mode: "autoEdit" });
      console.log(JSON.stringify([policy.check("fetch", { url: "https://example.com" }).verdict, policy.check("write", { file_path: "a", content: "" }).verdict]));
    `, { env: { NODE_ENV } })).text);
  assert.deepEqual(await said("test"), ["allow", "allow"]);
  assert.deepEqual(await said("production"), ["ask", "ask"]);
  assert.deepEqual(await said("other"), ["ask", "allow"]);
});
test("R-278e the summary holds", () => {
  const text = doc("typescript.md");
  for (const word of ["default", "autoEdit", "yolo", "onToolApprove", "read", "write", "command", "network", "ask"]) assert.ok(text.includes(word), word);
  assert.ok(existsSync(new URL("docs/en/approval.md", import.meta.url)));
  assert.equal(new Policy({ profile: "oricore" }).profile, "oricore");
});

// --- the contract of all adapters ------------------------------------------------------------------------------------

contract("oricore", async (of, command, host, ran) => {
  if (!(of instanceof Session)) throw new TypeError("OriCore asks its callback about every call");
  // Its profile asks about every command, so the one that runs at once needs a rule.
  const gate = new Gate({ policy: { permissions: { ...PEOPLE_PUSH, "Bash(ls)": true } }, ...host.options });
  const { approved, params, denyReason } = await gate.onToolApprove(use("bash", { command }));
  if (!approved) return denyReason ?? "";
  ran.push((params ?? { command }).command);
  return "";
});
