// The card and the queue: changes against the file, reach, second thoughts, keys; against a hub that only plays.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { readThrough } from "./support/browser.js";
import { answered, at, card, hub, page, ready } from "./support/played.js";
import { command, frame } from "./support/standin.js";

const put = (fields, file) => {
  const one = frame({ category: "write", risk: { level: "low", reasons: [] }, ...fields });
  if (file) hub.files[one.id] = { id: one.id, hash: file.content ?? file.state, ...file };
  hub.put(one);
  return one;
};
const lines = () => page.$$eval(".diff .line, .diff .gap", (all) => all.map((one) => one.textContent));
const head = () => page.$eval("#card-title", (one) => one.textContent.replace(/\s+/g, " ").trim());
const note = () => page.textContent(".change .note, .change .notice", { timeout: 2000 });

const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, number) => `${from + number}\n`).join("");

for (const [name, fields, file, expected] of [
  ["an edit", { tool: "edit", arguments: { file_path: "a", old_string: "10\n", new_string: "ten\n" } }, { state: "present", content: numbers(1, 20) },
    { head: /^Edit a \+1 −1$/, lines: ["… 6 unchanged", "7 7", "8 8", "9 9", "10−line 10 removed: 10", "10+line 10 added: ten", "11 11", "12 12", "13 13", "… 7 unchanged"] }],
  ["several edits", { tool: "MultiEdit", arguments: { file_path: "a", edits: [{ old_string: "1", new_string: "one" }, { old_string: "one", new_string: "$& $1", replace_all: true }] } }, { state: "present", content: "1\n" },
    { head: /^Edit a \+1 −1$/, lines: ["1−line 1 removed: 1", "1+line 1 added: $& $1"] }],
  ["a write over something", { tool: "write", arguments: { path: "a", content: "x\n" } }, { state: "present", content: "y\n" },
    { head: /^Overwrite a \+1 −1/, lines: ["1−line 1 removed: y", "1+line 1 added: x"] }],
  ["a new file", { tool: "write", arguments: { path: "a", content: "x" } }, { state: "absent" },
    { head: /^Create a \+1$/, lines: ["1+line 1 added: x", "\\no line break at the end"] }],
  ["what is there already", { tool: "write", arguments: { path: "a", content: "x\n" } }, { state: "present", content: "x\n" },
    { head: /^Overwrite a$/, note: /nothing would change/, lines: ["… 1 unchanged"] }],
  ["a deletion", { tool: "delete_file", arguments: { path: "a" } }, { state: "present", content: "x\n" },
    { head: /^Delete a −1$/, lines: ["1−line 1 removed: x"] }],
  ["an edit of something else", { tool: "edit", arguments: { file_path: "a", old_string: "q", new_string: "r" } }, { state: "present", content: "x\n" },
    { head: /^Edit a/, note: /does not contain the text to replace/ }],
  ["an edit that could mean two places", { tool: "edit", arguments: { file_path: "a", old_string: "x", new_string: "r" } }, { state: "present", content: "x\nx\n" },
    { head: /^Edit a/, note: /contains the text to replace 2 times/ }],
  ["an edit of nothing", { tool: "edit", arguments: { file_path: "a", old_string: "x", new_string: "r" } }, { state: "absent" },
    { head: /^Edit a/, note: /no such file now/ }],
  ["a file the hub cannot see", { tool: "write", arguments: { path: "a", content: "x\n" } }, { state: "unseen", reason: "it lies outside <b>the</b> project" },
    { head: /^Write a \+1$/, note: /cannot see the file \(it lies outside <b>the<\/b> project\): this is what the call says/ }],
  ["a patch", { tool: "apply_patch", arguments: { input: "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch" } }, undefined,
    { head: /^Change a \+1 −1$/, lines: ["*** Begin Patch", "*** Update File: a", "@@", "-x", "+y", "*** End Patch"] }],
]) {
  test(`what would change: ${name}`, async () => {
    const one = put(fields, file);
    await at();
    await card(one.id);
    await page.waitForFunction((wanted) => new RegExp(wanted).test(document.querySelector("#card-title").textContent.replace(/\s+/g, " ").trim()), expected.head.source);
    assert.match(await head(), expected.head);
    if (expected.note) assert.match(await note(), expected.note);
    if (expected.lines) assert.deepEqual(await lines(), expected.lines);
  });
}

test("a file that changes while it is read must be looked at again before anybody can allow it", async () => {
  const one = put({ tool: "write", arguments: { path: "a", content: "x\n" } }, { state: "present", content: "one\n" });
  await at();
  await card(one.id);
  await page.waitForFunction(() => /one/.test(document.querySelector(".diff").textContent));
  await ready();
  // Not yet noticed: the look just before the answer finds it.
  hub.files[one.id] = { id: one.id, state: "present", content: "two\n", hash: "2" };
  await page.keyboard.press("a");
  await page.waitForSelector(".banner");
  assert.match(await page.textContent(".armed"), /look again/);
  await page.keyboard.press("a");
  await page.waitForTimeout(150);
  assert.equal(hub.answers.length, 0);
  await page.click("text=Look again");
  assert.match(await page.textContent(".diff"), /two/);
  assert.equal(await page.$(".banner"), null);
  // An approval after the look counts, if it was meant for what stands there now.
  await page.focus("#card-title");
  await page.keyboard.press("a");
  await page.waitForTimeout(150);
  assert.equal(hub.answers.length, 0);
  await ready();
  await page.keyboard.press("a");
  assert.equal((await answered(1)).approved, true);
});

test("nothing is allowed before the file was looked at, however long that takes", async () => {
  const one = put({ tool: "write", arguments: { path: "a", content: "x\n" } }, { state: "present", content: "one\n" });
  let give;
  hub.slow = new Promise((done) => { give = done; });
  await at();
  await card(one.id);
  await ready();
  assert.match(await page.textContent(".armed"), /hub is reading the file/);
  await page.keyboard.press("a");
  await page.waitForTimeout(150);
  assert.equal(hub.answers.length, 0);
  give();
  await page.waitForFunction(() => /one/.test(document.querySelector(".diff").textContent));
  await ready();
  await page.keyboard.press("a");
  assert.equal((await answered(1)).approved, true);
});

test("a long change is folded, and what is grave needs it unfolded and read", async () => {
  const content = numbers(1, 300);
  const one = put({ tool: "write", risk: { level: "high", reasons: ["x"] }, arguments: { path: "a", content } }, { state: "absent" });
  await at();
  await card(one.id);
  await page.waitForSelector(".unfold");
  assert.match(await head(), /\+300$/);
  assert.equal(await page.$$eval(".diff .line", (all) => all.length), 40);
  await ready();
  assert.match(await page.textContent(".armed"), /Show all lines first/);
  await page.click(".unfold");
  assert.equal(await page.$$eval(".diff .line", (all) => all.length), 300);
  await page.waitForFunction(() => /Read it to the end/.test(document.querySelector(".armed").textContent));
  await readThrough(page);
  await page.waitForSelector('.main-buttons .allow[aria-disabled="false"]');
  await page.click(".main-buttons .allow");
  assert.equal((await answered(1)).approved, true);
});

test("keys go from change to change and mark it as viewed", async () => {
  const old = numbers(1, 60);
  const one = put({ tool: "write", arguments: { path: "a", content: old.replace("5\n", "five\n").replace("\n40\n", "\nforty\n") } }, { state: "present", content: old });
  await at();
  await card(one.id);
  await page.waitForFunction(() => document.querySelectorAll(".hunk").length === 2);
  const where = () => page.$$eval(".hunk", (all) => all.findIndex((one) => one.classList.contains("at")));
  for (const [key, expected] of [["]", 0], ["]", 1], ["]", 1], ["[", 0]]) {
    await page.keyboard.press(key);
    assert.equal(await where(), expected, key);
  }
  await page.keyboard.press("v");
  assert.equal(await page.isVisible(".diff"), false);
  assert.equal(await page.isChecked("#viewed"), true);
  await page.keyboard.press("v");
  assert.equal(await page.isVisible(".diff"), true);
});

test("what a wrapper runs stands below it, with its own verdict", async () => {
  const text = "sudo bash -c 'git status && rm x'";
  const part = (program, span, verdict, inside, more = {}) => ({ program, name: program, span, verdict, inside, findings: [{ verdict, stage: "layers", reason: `${program} says so` }], ...more });
  const one = frame({
    arguments: { command: text },
    parsed: {
      argument: "command", findings: [],
      commands: [part("sudo", [0, 33], "ask", undefined, { effect: "system" }), part("bash", [5, 33], "ask", 0), part("git", [14, 24], "allow", 1, { name: "git status", effect: "read" }), part("rm", [28, 32], "ask", 1, { effect: "delete" }), part("echo", [13, 33], "ask", 1, { text: "echo 'a b'" })],
    },
  });
  hub.put(one);
  await at();
  await card(one.id);
  assert.equal(await page.textContent(".row-of .whys"), "deletes · no rule yet", "what is run is said, not what runs it");
  assert.deepEqual(await page.$$eval(".inner li", (all) => all.map((row) => row.textContent)), ["? echo 'a b' unknown program · no rule yet"], "what the text does not show stands below");
  await page.click(".more summary");
  await page.waitForSelector(".parts li");
  const shown = await page.$$eval(".parts li", (all) => all.map((row) => `${row.closest("ol").classList.contains("inner") ? "  " : ""}${row.querySelector(".verdict").textContent} ${row.querySelector("code").textContent}`));
  assert.deepEqual(shown, [
    "? asks sudo bash -c 'git status && rm x'", "  ? asks bash -c 'git status && rm x'", "  ✓ allowed git status", "  ? asks rm x", "  ? asks echo 'a b'",
  ]);
  assert.deepEqual(await page.$$eval(".command .part", (all) => all.map((one) => `${one.className} ${one.textContent}`)), [
    "part ask sudo ", "part ask bash -c '", "part allow git status", "part ask  && ", "part ask rm x", "part ask '",
  ]);
  assert.match(await page.textContent("#card-title"), /^Delete with rm/);
});

test("how far a grant would reach is told by the hub, and what was rejected is named", async () => {
  const one = frame();
  const found = { looked: 500, covered: 41, rejected: 3, in_reach: 7, calls: [{ tool: "bash", arguments: { command: "npm <b>x</b> \u202e" }, approved: false, person: "<i>mia</i>" }, { tool: "write", arguments: { path: "p", content: "" }, approved: true }] };
  hub.put(one);
  await at();
  await card(one.id);
  assert.equal(await page.textContent(".radius"), "", "once leaves nothing behind");
  hub.radius = { looked: 9, covered: 0, rejected: 0, in_reach: 0, calls: [] };
  await page.selectOption("#how-long", "session");
  await page.waitForFunction(() => /Would not have allowed anything else lately/.test(document.querySelector(".radius").textContent));
  hub.radius = found;
  await page.selectOption("#how-wide", "prefix");
  await page.waitForSelector(".radius summary");
  assert.equal(await page.textContent(".radius summary"), "Would also have allowed 41 of the last 500 calls; 3 of them a person had rejected.");
  await page.click(".radius summary");
  assert.deepEqual(await page.$$eval(".radius li", (all) => all.map((row) => row.textContent)), ["✗ denied by a person npm <b>x</b> \\u{202e} · <i>mia</i>", "✓ allowed write p", "and 39 more"]);
});

test("an answer can be taken back until the agent has it, and a grant can be revoked from its receipt", async () => {
  const [one, two] = [frame({ call_hash: "sha256:a", expires_at: null }), frame({ call_hash: "sha256:b", expires_at: null, created_at: new Date(Date.now() + 1000).toISOString() })];
  hub.put(one);
  await at();
  await card(one.id);
  await ready();
  await page.keyboard.press("a");
  await answered(1);
  await page.waitForSelector(".stamp .undo");
  await page.keyboard.press("u");
  assert.deepEqual(await answered(2), { undo: one.id });
  await card(one.id);
  assert.equal(await page.$(".item.past"), null, "it waits again and is no receipt any more");
  await page.keyboard.press("d");
  await answered(3);
  await page.waitForSelector(".stamp .undo");
  // The agent comes for it just before the button is pressed.
  hub.taken.add(one.id);
  await page.dispatchEvent(".stamp .undo", "click");
  await page.waitForFunction(() => /the agent has the answer/.test(document.querySelector("#live").textContent));
  assert.match(await page.textContent(".card.receipt"), /the agent has collected the answer|Too late: the agent has the answer/);
  hub.put(two);
  hub.grants = [{ id: "g1" }];
  await page.click(".item:not(.past)");
  await card(two.id);
  await page.selectOption("#how-long", "session");
  await ready();
  await page.click(".main-buttons .allow");
  await page.waitForSelector(".left-behind");
  assert.equal(await page.$(".stamp .undo"), null, "what left a grant behind is not undone but revoked");
  await page.keyboard.press("u");
  await page.waitForFunction(() => /created a grant: revoke the grant instead/.test(document.querySelector(".said").textContent));
  await page.click("text=Revoke it");
  await page.waitForFunction(() => /was revoked/.test(document.querySelector(".left-behind").textContent));
  assert.deepEqual(hub.grants, []);
});

test("more time can be had when it is short, and others' too is shown", async () => {
  const one = frame({ expires_at: new Date(Date.now() + 30000).toISOString() });
  hub.put(one);
  await at();
  await card(one.id);
  assert.match(await page.textContent(".left"), /ends in (30|2\d) s/);
  await page.keyboard.press("Shift++");
  await page.waitForFunction(() => document.querySelector(".left").textContent === "", undefined);
  assert.equal(await page.isVisible(".more-time"), false, "how long is left is told when it is short");
  hub.tell({ type: "approval_extended", id: one.id, expires_at: new Date(Date.now() + 90000).toISOString() });
  await page.waitForFunction(() => /ends in (1 min|8\d s|90 s)/.test(document.querySelector(".left").textContent));
});

test("the queue: risks counted and picked, who looks, how many approved, all of the same at once where nothing much can happen", async () => {
  const same = [1, 2, 3].map(() => frame({ risk: { level: "low", reasons: [] }, call_hash: "sha256:same", arguments: { command: "npm test" } }));
  const grave = [1, 2].map(() => frame({ risk: { level: "high", reasons: [] }, call_hash: "sha256:grave", arguments: { command: "rm -rf x" }, approvals: { needed: 2, given: ["an\u202en"] } }));
  hub.put(...same, ...grave);
  await at();
  await page.waitForFunction(() => document.querySelectorAll(".items > li").length === 2);
  assert.deepEqual(await page.$$eval(".by-risk", (all) => all.map((one) => one.textContent)), ["▲ 2 high", "○ 3 low"]);
  assert.deepEqual(await page.$$eval(".all", (all) => all.map((one) => !one.hidden && one.textContent)), [false, "Allow all 3"], "never for what is grave");
  await page.click('.item:has-text("rm -rf")');
  assert.equal(await page.textContent(".approvals"), "1 of 2 approvals (an\\u{202e}n)");
  hub.tell({ type: "approval_claimed", id: grave[1].id, by: "<b>bo</b>" });
  await page.waitForFunction(() => [...document.querySelectorAll(".claim")].some((one) => one.textContent === "<b>bo</b> is looking"));
  await page.click(".by-risk.low");
  await page.waitForFunction(() => document.querySelectorAll(".items > li .item:not(.past)").length === 1);
  await ready();
  await page.click(".all");
  await answered(3);
  assert.deepEqual(hub.answers.map((one) => [one.id, one.call_hash, one.approved, one.scope]), same.map((one) => [one.id, "sha256:same", true, "once"]));
  await page.click(".by-risk.high");
  await page.waitForFunction(() => document.querySelectorAll(".items > li .item:not(.past)").length === 1);
});

test("a yes that is not enough is counted, and the request waits on", async () => {
  const one = frame({ approvals: { needed: 2, given: [] } });
  hub.put(one);
  hub.together = { approved: null, state: "pending", approvals: { needed: 2, given: ["page"] } };
  await at();
  await card(one.id);
  assert.equal(await page.textContent(".approvals"), "0 of 2 approvals");
  await ready();
  await page.keyboard.press("a");
  await page.waitForFunction(() => document.querySelector(".approvals").textContent === "1 of 2 approvals (page)");
  await card(one.id);
  assert.equal(await page.$(".item.past"), null, "nothing is decided");
  hub.tell({ type: "approval_given", id: one.id, approvals: { needed: 3, given: ["page", "bo"] } });
  await page.waitForFunction(() => document.querySelector(".approvals").textContent === "2 of 3 approvals (page, bo)");
});

test("silence is explained: what became of calls in the last hour, told apart, and which rules allowed most", async () => {
  const entry = (rule, more = {}) => ({ timestamp: new Date().toISOString(), tool: "bash", arguments: {}, reason: "r", rule, session: "s", source: "config", verdict: "allow", approved: true, digest: "d", ...more });
  const asked = (cause, more = {}) => entry(null, { approved: false, verdict: "ask", cause, ...more });
  hub.records.push(entry("Bash(ls)"), entry("Bash(ls)"), entry("<b>"), entry("x", { person: "mia", verdict: "ask" }),
    asked("timeout"), asked("timeout"), asked("closed"), asked("rejected", { person: "mia" }), asked("policy", { verdict: "deny" }), entry("y", { person: "mia", state: "taken_back" }), entry("z", { notice: true }));
  await at();
  await page.waitForSelector(".hour");
  assert.match(await page.textContent(".hour-line"), /^In the last hour: 3 calls allowed without a question · 1 allowed by a person · 1 denied by a person · 1 refused by the policy · 2 ran out of time: nobody answered · 1 cancelled by the agent · 1 taken back\. History$/);
  assert.deepEqual(await page.$$eval(".hour li", (all) => all.map((one) => one.textContent)), ["2×Bash(ls)", "1×<b>"]);
  assert.equal(await page.$eval(".start", (one) => one.open), false, "whoever has agents needs no start");
});

test("an empty queue shows the lines that connect an agent, to copy", async () => {
  await at();
  await page.waitForSelector(".start[open]");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const lines = await page.$$eval(".start .lines", (all) => all.map((one) => one.textContent));
  assert.match(lines[0], /^byleave hub token create --role agent /);
  assert.ok(lines[1].startsWith(`curl ${new URL(hub.url).origin}/v1/calls `), lines[1]);
  assert.equal(lines[2], "byleave demo --web");
  await page.click(".start .copyable button >> nth=0");
  await page.waitForFunction(() => /copied/.test(document.querySelector(".start .copyable").textContent));
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), lines[0]);
});

test("keys can be switched off and given to others, and this browser keeps it", async () => {
  const one = frame();
  hub.put(one);
  await at();
  await card(one.id);
  await page.keyboard.press("?");
  await page.click('.key-button[aria-label^="deny: key d"]');
  await page.keyboard.press("a");
  assert.match(await page.textContent(".help [role=status]"), /a is taken: allow/);
  await page.click('.key-button[aria-label^="deny: key d"]');
  await page.keyboard.press("n");
  await page.keyboard.press("Escape");
  await page.reload();
  await card(one.id);
  assert.match(await page.textContent(".buttons .deny"), /Deny\s*n/);
  await page.keyboard.press("d");
  await page.waitForTimeout(150);
  assert.equal(hub.answers.length, 0, "the old key does nothing");
  await page.keyboard.press("?");
  await page.uncheck("#keys-on");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.waitForTimeout(150);
  assert.equal(hub.answers.length, 0, "no key does anything");
  await page.click("header button[aria-label^=Keys]");
  await page.check("#keys-on");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  assert.equal((await answered(1)).approved, false);
});

const LONG = ["git fetch --all --prune", "npm install --no-audit", "npm run build -- --production --verbose"];
for (const [name, parts, joint, lines] of [
  ["a short one is one line", ["git status", "npm i"], " && ", 1],
  ["a long one has a line for each simple command", LONG, " && ", 3],
  ["so has a pipeline", LONG, " | ", 3],
  ["what has lines of its own keeps them", LONG, ";\n", 3],
  ["one command stays whole, however long", [`echo "${"a; b && c | d ".repeat(9)}"`], "", 1],
]) {
  test(`lines of a command: ${name}`, async () => {
    const one = command(parts.map((text) => [text, "ask", "no rule covers it"]), joint);
    hub.put(one);
    await at();
    await card(one.id);
    const rows = await page.$$eval(".row-of code", (all) => all.map((element) => element.textContent));
    assert.equal(rows.join(joint.includes("\n") ? "\n" : "").replaceAll("⏎", ""), parts.join(joint), "nothing is added to its text");
    assert.equal(rows.length, lines);
  });
}

test("the host an agent names stands beside its name, can be searched for, and is called what it is", async () => {
  const [one] = [frame({ host: "ci-runner-7" }), frame({ host: null, arguments: { command: "ls" }, call_hash: "sha256:2" })].map((each) => (hub.put(each), each));
  await at();
  await card(one.id);
  assert.deepEqual(await page.$$eval(".item-whose", (all) => all.map((each) => each.textContent)), ["claude-code@ci-runner-7 · sess_a", "claude-code · sess_a"]);
  await page.click(".more summary");
  await page.waitForSelector(".more-in");
  assert.match(await page.textContent(".more-in"), /Host, as it saysci-runner-7/);
  await page.fill("#search", "runner-7");
  await page.waitForFunction(() => document.querySelectorAll(".item:not(.past)").length === 1);
});

const TRICKS = ["<img src=x onerror=alert(1)>", "](javascript:alert(1))", "[x](https://evil.example/)", "a\u202egnp.exe", "\x1b[2J", "x\u200by", "\u0000", "\r", "__proto__", "https://evil.example/?q=", "${alert(1)}", "\ud800"];

test("tricks in what the new parts show are text", async () => {
  const frames = TRICKS.map((trick, number) => {
    const one = frame({
      tool: "edit", category: "write", risk: { level: "low", reasons: [trick] }, approvals: { needed: 3, given: [trick] }, arguments: { file_path: trick, old_string: `${trick}\n`, new_string: `${trick}x\n`, more: trick },
      created_at: new Date(Date.now() + number * 1000).toISOString(), expires_at: null,
    });
    hub.files[one.id] = number % 2 ? { state: "present", content: `${trick}\nsame ${trick}y\n`.replace(`same ${trick}`, "same"), hash: "1" } : { state: "unseen", reason: trick, path: trick };
    return one;
  });
  const nested = TRICKS.map((trick, number) => frame({
    arguments: { command: `sudo ${trick}` }, created_at: new Date(Date.now() + (100 + number) * 1000).toISOString(), expires_at: null, call_hash: `sha256:n${number}`,
    parsed: { argument: "command", findings: [], commands: [{ span: [0, 4], program: trick, name: trick, effect: trick, verdict: "ask", findings: [] }, { span: [0, 4], inside: 0, program: trick, name: trick, text: trick, verdict: trick, findings: [{ verdict: trick, reason: trick, rule: trick }] }] },
  }));
  hub.put(...frames, ...nested);
  hub.radius = { looked: 5, covered: TRICKS.length, rejected: 1, in_reach: 1, calls: TRICKS.map((trick) => ({ tool: trick, arguments: { [trick]: trick, command: trick }, approved: false, person: trick })) };
  await at();
  for (const one of [...nested, ...frames]) {
    // By its address: which one opens by itself depends on which comes first.
    await page.evaluate((id) => { location.hash = `#/queue/${id}`; }, one.id);
    await card(one.id);
    await page.selectOption("#how-long", { index: 1 });
    await page.waitForSelector(".radius details");
    await page.$$eval(".radius details", (all) => all.forEach((each) => { each.open = true; }));
    await page.waitForTimeout(30);
    await page.$eval(".card .more", (each) => { each.open = true; });
    await page.waitForSelector(".card .more-in");
    const shown = await page.$(".card");
    assert.equal(await shown.$("img, script, iframe, b, i"), null, "no markup came of it");
    assert.deepEqual(await shown.$$eval("a", (all) => all.map((link) => link.getAttribute("href"))), [`#/queue/${one.id}`, `#/policy?request=${one.id}`], "no links but the page's own");
    assert.doesNotMatch(await shown.evaluate((element) => element.textContent), /[\u0000-\u0008\u000b-\u001f\u007f\u200b\u202e\ud800]/u);
  }
  assert.equal(page.url().includes("evil"), false);
});

for (const [width, scheme] of [[360, "light"], [900, "dark"], [1440, "light"]]) {
  test(`nothing serious is found by axe on the new parts at ${width} px, ${scheme}`, async () => {
    const axe = await readFile(new URL("./node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
    const one = put({ tool: "edit", risk: { level: "high", reasons: ["x"] }, approvals: { needed: 2, given: ["ann"] }, expires_at: new Date(Date.now() + 50000).toISOString(), arguments: { file_path: "a", old_string: "10\n", new_string: "ten\n" } }, { state: "present", content: numbers(1, 400) });
    const two = command([["git status", "allow", "safe", "Bash(git status)"], ["npm i", "ask", "no rule covers it"]], " && ", { risk: { level: "low", reasons: [] } });
    hub.put(two);
    hub.radius = { looked: 500, covered: 2, rejected: 1, in_reach: 1, calls: [{ tool: "bash", arguments: { command: "x" }, approved: false, person: "mia" }] };
    await at({ width, scheme });
    const scan = async (name) => {
      await page.evaluate(axe);
      const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"], rules: { region: { enabled: false } } }));
      const grave = found.violations.filter((each) => ["serious", "critical"].includes(each.impact)).map((each) => `${name}: ${each.id} ${each.nodes.map((node) => `${node.target} ${node.failureSummary}`).slice(0, 3).join(" | ")}`);
      assert.deepEqual(grave, []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(wide <= 0, `${name} is ${wide} px too wide`);
      const high = await page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
      assert.ok(width < 900 || high <= 0, `${name} is ${high} px too high: the panes scroll, not the page`);
    };
    await scan("queue");
    await page.click('.item:has-text("Edit a")');
    await card(one.id);
    await page.waitForSelector(".diff .added");
    await page.selectOption("#how-long", { index: 1 });
    await page.waitForSelector(".radius details");
    await page.$$eval(".radius details", (all) => all.forEach((each) => { each.open = true; }));
    hub.files[one.id] = { ...hub.files[one.id], hash: "2" };
    await page.evaluate(() => dispatchEvent(new Event("focus")));
    await page.waitForSelector(".banner");
    await ready();
    await scan("card");
    await page.focus("#card-title");
    await page.keyboard.press("?");
    await scan("keys");
    await page.keyboard.press("Escape");
    await page.focus("#card-title");
    await page.keyboard.press("d");
    await answered(1);
    await ready();
    await scan("after the answer");
  });
}
