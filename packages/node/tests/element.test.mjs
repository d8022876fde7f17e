// <byleave-approval> in chromium, under a strict Content-Security-Policy, with requests of a real gate.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { Gate as OriCoreGate } from "byleave/oricore";
import { gateOf, later } from "./support.mjs";

const FOLDER = join(process.cwd(), "node_modules/byleave/element");
const TYPES = { ".js": "text/javascript", ".html": "text/html" };
const CSP = "default-src 'none'; script-src 'self'; style-src 'none'; require-trusted-types-for 'script'";
const PAGE = '<!doctype html><title>t</title><main></main><script type="module" src="/approval.js"></script>';

let server, browser, url;
before(async () => {
  server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://x").pathname;
    const body = path === "/" ? PAGE : await readFile(join(FOLDER, path)).catch(() => null);
    response.writeHead(body === null ? 404 : 200, { "content-type": TYPES[extname(path)] ?? "text/html", "content-security-policy": CSP });
    response.end(body ?? "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"] });
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** A page with the element; `wrong` is what must not happen on it. */
async function open(t, request, attributes = {}) {
  const page = await browser.newPage();
  t.after(() => page.close());
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => message.type() === "error" && wrong.push(message.text()));
  page.on("request", (one) => one.url().startsWith(url) || wrong.push(one.url()));
  await page.goto(url);
  await page.waitForFunction(() => customElements.get("byleave-approval") !== undefined);
  await page.evaluate(([shown, given]) => {
    const element = document.createElement("byleave-approval");
    for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
    document.querySelector("main").append(element);
    globalThis.heard = [];
    globalThis.answers = [];
    document.addEventListener("byleave-answer", ({ detail }) => globalThis.heard.push(detail));
    element.ask(shown).then((answer) => globalThis.answers.push(answer));
  }, [request, attributes]);
  const heard = () => page.evaluate(() => ({ heard: globalThis.heard, answers: globalThis.answers }));
  return { page, wrong, heard, settle: () => page.waitForTimeout(350), text: () => page.evaluate(() => document.querySelector("byleave-approval").shadowRoot.querySelector(".card")?.innerText ?? "") };
}

/** The request of a real gate for a call, and where to put the answer. */
function asking(tool, args, options = {}) {
  let answer;
  const answered = new Promise((resolve) => { answer = resolve; });
  return new Promise((resolve) => {
    const { call, ...rest } = options;
    const gate = gateOf((request) => (resolve({ request: JSON.parse(JSON.stringify(request)), answer, result }), answered), rest);
    const result = gate.authorize(tool, args, call).then((permit) => permit.take(), (error) => error);
  });
}

const CALL = { name: "bash", params: { command: "npm install" }, callId: "c1" };

test("R-239 R-240 R-241 the element: Approve NAME?, the tool, its parameters, and two values", async (t) => {
  const { page, heard, settle, text, wrong } = await open(t, CALL);
  const shown = await text();
  assert.match(shown, /^Approve bash\?/);
  assert.match(shown, /Tool: bash/);
  assert.match(shown, /\{\n {2}"command": "npm install"\n\}/);
  await settle();
  await page.getByRole("button", { name: "Approve" }).click();
  assert.deepEqual((await heard()).answers, [{ approved: true, value: "approve", scope: "once" }]);
  assert.equal(await text(), "", "an answered question goes away");
  const other = await open(t, CALL);
  await other.page.getByRole("button", { name: "Deny", exact: true }).click();
  assert.deepEqual((await other.heard()).answers, [{ approved: false, value: "deny", mode: "reject_soft", denyReason: "User denied" }]);
  assert.deepEqual(wrong, []);
});

test("R-277a R-277b Execute NAME?, with tool, description, parameters and risk", async (t) => {
  const { text } = await open(t, { ...CALL, description: "runs a command", risk: "high" }, { verb: "execute" });
  const shown = await text();
  assert.match(shown, /^Execute bash\?/);
  for (const part of [/Tool: bash/, /runs a command/, /npm install/, /Risk: high/]) assert.match(shown, part);
});

test("a request of a gate: parts, reasons, session; and its answer lets exactly that call run", async (t) => {
  const { request, answer, result } = await asking("bash", { command: "ls && npm install" }, { session: "my-session", call: { description: "please" } });
  const { page, heard, settle, text, wrong } = await open(t, request);
  const shown = await text();
  for (const part of [/my-session/, /The agent says: “please”/, /reaches other machines|contacts another machine|downloads packages/, /npm install/]) assert.match(shown, part);
  await settle();
  await page.getByRole("button", { name: "Approve" }).click();
  const { heard: [event], answers: [said] } = await heard();
  assert.equal(event.id, request.id);
  const { value, ...rest } = said;
  assert.equal(value, "approve");
  answer(rest);
  assert.deepEqual(await result, { command: "ls && npm install" });
  assert.deepEqual(wrong, []);
});

test("what its answers say is what a gate of OriCore takes, too", async (t) => {
  const { page, heard, settle } = await open(t, CALL);
  await settle();
  await page.getByRole("button", { name: "Approve" }).click();
  const [{ value }] = (await heard()).answers;
  const gate = new OriCoreGate({ policy: {}, onToolApprove: async () => ({ approved: value === "approve" }) });
  assert.deepEqual(await gate.onToolApprove(CALL), { approved: true });
});

test("a click that was meant for something else is no yes, a no counts at once", async (t) => {
  const { page, heard } = await open(t, CALL);
  await page.evaluate(() => document.querySelector("byleave-approval").shadowRoot.querySelector(".approve").click());
  assert.deepEqual((await heard()).answers, []);
  await page.evaluate(() => document.querySelector("byleave-approval").shadowRoot.querySelector(".stop").click());
  assert.equal((await heard()).answers[0].mode, "reject_hard");
});

test("a reason for the agent goes with the no", async (t) => {
  const { page, heard } = await open(t, CALL);
  await page.getByLabel("Why not, for the agent").fill("use yarn");
  await page.keyboard.press("Escape");
  assert.deepEqual((await heard()).answers, [{ approved: false, value: "deny", mode: "reject_soft", feedback: "use yarn" }]);
});

test("nothing of a call is hidden, and nothing of it is markup", async (t) => {
  const command = 'ls \u202e\x1b[2J <img src=x onerror="document.title=1"> a        ;  rm -rf /';
  const { page, text, wrong } = await open(t, { name: '<b>bash</b>', params: { command } });
  const shown = await text();
  for (const part of ["\\u{202e}", "\\x1b", "<img src=x", "<b>bash</b>"]) assert.ok(shown.includes(part), part);
  // Something that is no text and no element.
  assert.ok(!shown.includes("[object"), shown);
  assert.equal(await page.title(), "t");
  assert.deepEqual(wrong, []);
});

test("the command itself is shown, whole, with what is said of each part", async (t) => {
  const { request, answer, result } = await asking("bash", { command: "ls src && npm install left-pad > log.txt" });
  const { page, text, wrong } = await open(t, request);
  const block = await page.evaluate(() => document.querySelector("byleave-approval").shadowRoot.querySelector(".command").innerText);
  assert.equal(block.replaceAll(/\s+/g, " ").includes("npm install left-pad > log.txt"), true, block);
  assert.ok((await text()).includes("ls src"));
  assert.ok((await page.evaluate(() => document.querySelector("byleave-approval").shadowRoot.querySelectorAll(".parts li").length)) >= 2);
  assert.deepEqual(wrong, []);
  answer(false);
  await result;
});

test("taking it away, another question or an abort is a no", async (t) => {
  const gone = await open(t, CALL);
  await gone.page.evaluate(() => document.querySelector("byleave-approval").remove());
  await later(50);
  assert.equal((await gone.heard()).answers[0].approved, false);
  const other = await open(t, CALL);
  await other.page.evaluate(() => { document.querySelector("byleave-approval").request = { name: "fetch", params: {} }; });
  assert.equal((await other.heard()).answers[0].approved, false);
  assert.match(await other.text(), /^Approve fetch\?/);
  const aborted = await other.page.evaluate(() => document.querySelector("byleave-approval").ask({ name: "x", params: {} }, { signal: AbortSignal.abort() }));
  assert.equal(aborted.approved, false);
});

test("moved within a page it goes on asking, as React and Vue move things", async (t) => {
  const { page, heard, text } = await open(t, CALL);
  await page.evaluate(() => { const box = document.createElement("div"); document.body.append(box); box.append(document.querySelector("byleave-approval")); });
  await later(50);
  assert.deepEqual((await heard()).answers, []);
  assert.match(await text(), /^Approve bash\?/);
});

test("what always covers is offered in words", async (t) => {
  const { request, answer, result } = await asking("bash", { command: "npm test" });
  const options = request.options.filter(({ kind }) => kind === "allow_always");
  const { page } = await open(t, request);
  for (const { words } of options) assert.ok((await page.getByRole("button", { name: words }).count()) > 0, words);
  assert.ok(options.length > 0);
  answer(false);
  await result;
});
