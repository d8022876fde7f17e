// The whole way with the real hub: files that change, second thoughts, several people and a terminal at once.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { WebSocket } from "ws";
import { open } from "./support/browser.js";
import { PROGRAM } from "./support/program.js";
import { browser, hub, page, ready, shows } from "./support/real.js";

/** Opens the request that waits. */
const opened = async (text) => {
  await page.waitForSelector(".item:not(.past)");
  await page.click(".item:not(.past)");
  await shows(text);
};

test("an edit is shown against the file on the disk, and a file that changes must be looked at again", async () => {
  const project = join(hub.folder, "app");
  await mkdir(project);
  const file = join(project, "server.js");
  await writeFile(file, "// one\nconst port = 8080;\n// two\n");
  const edit = { file_path: "server.js", old_string: "8080", new_string: "9090" };
  const call = hub.call("edit", edit, { cwd: project, project });
  await shows("const port");
  await page.waitForFunction(() => document.querySelectorAll(".diff .line").length === 4);
  assert.deepEqual(await page.$$eval(".diff .line", (all) => all.map((one) => one.textContent)), [
    "1 // one", "2−line 2 removed: const port = 8080;", "2+line 2 added: const port = 9090;", "3 // two",
  ]);
  await ready();
  await writeFile(file, "// three\nconst port = 8080;\n");
  await page.keyboard.press("a");
  await page.waitForSelector(".banner");
  await page.click("text=Look again");
  assert.match(await page.textContent(".diff"), /three/);
  await ready();
  await page.focus("#card-title");
  await page.keyboard.press("a");
  // Whoever asked knew another file: the answer counts for that one.
  const told = await call;
  assert.deepEqual([told.approved, told.cause], [false, "changed"]);
  await writeFile(join(project, ".env"), "PASSWORD=x\n");
  const secret = hub.call("write", { file_path: ".env", content: "PASSWORD=y\n" }, { cwd: project, project });
  await opened("PASSWORD");
  await page.waitForFunction(() => /cannot see the file \(it may hold secrets/.test(document.querySelector(".change").textContent));
  await page.keyboard.press("d");
  assert.equal((await secret).approved, false);
});

test("an answer is taken back before the agent comes for it, and not after", async () => {
  const { id } = await hub.call("bash", { command: "npm run undo" }, { wait: 0 });
  await shows("npm run undo");
  await ready();
  await page.keyboard.press("a");
  await page.waitForSelector(".stamp .undo");
  await page.keyboard.press("u");
  await shows("npm run undo");
  assert.equal((await hub.collect(id)).status, 202, "the agent hears nothing");
  await page.keyboard.press("d");
  await page.waitForSelector(".card.receipt");
  const told = await hub.collect(id);
  assert.deepEqual([told.status, told.approved], [200, false]);
  // What the agent has cannot be taken back, and the page stops offering it.
  await page.waitForFunction(() => document.querySelector(".stamp .undo") === null);
  const reasons = (await hub.get("/v1/records")).records.map(({ entry }) => entry.reason);
  assert.match(reasons[1], /page took the answer back/);
});

test("how far a grant would reach is counted by what happened here, and its receipt takes it back", async () => {
  for (const [command, key] of [["npm test one", "a"], ["npm test two", "d"]]) {
    const call = hub.call("bash", { command });
    await opened(command);
    await ready();
    await page.keyboard.press(key);
    await call;
  }
  const call = hub.call("bash", { command: "npm test" });
  await opened("npm test");
  await page.selectOption("#how-long", "session");
  await page.selectOption("#how-wide", "prefix");
  await page.waitForSelector(".radius summary");
  assert.equal(await page.textContent(".radius summary"), "Would also have allowed 2 of the last 2 calls; 1 of them a person had rejected.");
  await ready();
  await page.click(".main-buttons .allow");
  assert.equal((await call).approved, true);
  assert.equal((await hub.call("bash", { command: "npm test three" })).approved, true, "covered");
  await page.click("text=Revoke it");
  await page.waitForFunction(() => /was revoked/.test(document.querySelector(".left-behind").textContent));
  assert.equal((await hub.call("bash", { command: "npm test four" }, { wait: 0 })).state, "pending", "asks again");
});

test("what is inside wrappers is read, and stands below them", async () => {
  const call = hub.call("bash", { command: "echo x | xargs sudo bash -c 'git status && rm -rf build'" });
  await shows("xargs");
  await page.click(".more summary");
  await page.waitForSelector(".parts li");
  const shown = await page.$$eval(".parts li", (all) => all.map((row) => `${row.querySelector(".verdict").textContent} ${row.querySelector("code").textContent}`));
  assert.deepEqual(shown.slice(1), [
    "· runs xargs sudo bash -c 'git status && rm -rf build'", "? asks sudo bash -c 'git status && rm -rf build'",
    "· runs bash -c 'git status && rm -rf build'", "· runs git status", "? asks rm -rf build",
  ]);
  assert.match(await page.textContent("#card-title"), /^Delete build and all in it, as root/);
  await page.keyboard.press("d");
  await call;
});

test("keyboard alone: the example of the first document, from the queue to the stop", async () => {
  const rest = [{ tool: "write", arguments: { path: "notes.md", content: "done\n" } }, { tool: "bash", arguments: { command: "npm run build" } }];
  const first = hub.call("bash", { command: "npm test" }, { batch_remaining: rest });
  await shows("npm test");
  await ready();
  await page.keyboard.press("Shift+A");
  await page.keyboard.type("For this");
  await page.keyboard.press("Escape");
  await page.keyboard.press("a");
  assert.equal((await first).approved, true);
  assert.equal((await hub.call("bash", { command: "npm test" })).approved, true, "for the session");
  const second = hub.call("write", rest[0].arguments);
  await page.waitForSelector(".item:not(.past)");
  await page.keyboard.press("j");
  await shows("done");
  await page.keyboard.press("Shift+D");
  await page.keyboard.type("not needed");
  await page.keyboard.press("Enter");
  assert.match(JSON.stringify(await second), /not needed/);
  const third = hub.call("bash", rest[1].arguments);
  await page.waitForFunction(() => document.querySelectorAll(".item:not(.past)").length === 1);
  await page.keyboard.press("j");
  await shows("npm run build");
  await page.keyboard.press("s");
  assert.equal((await third).stop, true);
});

test("cut off and back: nothing is answered meanwhile, and what came is there", async () => {
  const call = hub.call("bash", { command: "npm run first" });
  await shows("npm run first");
  await ready();
  await page.context().setOffline(true);
  await page.keyboard.press("a");
  await page.waitForFunction(() => /cannot reach the hub; your answer was not sent/.test(document.querySelector(".answer .error")?.textContent));
  const later = hub.call("bash", { command: "npm run second" });
  await page.context().setOffline(false);
  await page.waitForFunction(() => document.querySelectorAll(".item:not(.past)").length === 2, undefined, { timeout: 30000 });
  await page.keyboard.press("a");
  assert.equal((await call).approved, true);
  await shows("npm run second");
  await page.keyboard.press("d");
  assert.equal((await later).approved, false);
});

test("two browsers and a socket at once: one answer counts, and everybody shows that one", async () => {
  const other = await open(browser, `${hub.origin}/`);
  await other.fill("#token", hub.approver);
  await other.keyboard.press("Enter");
  await other.waitForSelector(".dot.open");
  const socket = new WebSocket(`${hub.origin.replace("http", "ws")}/ws`, { headers: { authorization: `Bearer ${hub.approver}` } });
  let seen;
  const heard = [];
  socket.on("message", (data) => {
    const told = JSON.parse(data);
    heard.push(told);
    if (told.type === "approval_needed") seen = told.id;
  });
  await new Promise((done) => { socket.on("open", done); });
  for (let round = 0; round < 8; round += 1) {
    const call = hub.call("bash", { command: `npm run race${round}` });
    await page.waitForFunction((text) => [...document.querySelectorAll(".item:not(.past)")].some((one) => one.textContent.includes(text)), `race${round}`);
    await page.click(".item:not(.past)");
    await shows(`race${round}`);
    await other.waitForSelector(".item:not(.past)");
    await other.click(".item:not(.past)");
    await shows(`race${round}`, other);
    await ready();
    const id = seen;
    await Promise.all([
      page.keyboard.press("a"), other.keyboard.press("d"),
      (async () => socket.send(JSON.stringify({ id, approved: round % 2 === 0, mode: "reject_soft" })))(),
    ]);
    const told = await call;
    for (const window of [page, other]) {
      await window.waitForSelector(`.card.receipt[data-id="${id}"]`);
      assert.match(await window.textContent(".stamp"), told.approved ? /Allowed/ : /Denied/, `round ${round}`);
    }
    const rows = (await hub.get("/v1/records")).records.filter(({ entry }) => entry.request === id);
    assert.deepEqual(rows.map(({ entry }) => entry.approved), [told.approved], "one decision on record");
  }
  assert.ok(heard.some((one) => one.type === "approval_resolved" || one.code === "already_decided"));
  socket.close();
  assert.deepEqual(other.wrong, []);
  await other.context().close();
});

/** `byleave run` at a terminal of its own, with the store of the hub. */
function terminal(command) {
  const line = `${PROGRAM} run --store ${join(hub.folder, "record.db")} '${command}'`;
  const child = spawn("script", ["-qfec", line, "/dev/null"], { cwd: hub.folder, env: { ...process.env, TERM: "xterm", HOME: hub.folder } });
  const it = { text: "", child };
  child.stdout.on("data", (data) => { it.text += data; });
  it.ended = new Promise((done) => { child.once("exit", done); });
  it.drawn = async () => {
    for (let tries = 0; !/Execute once/.test(it.text); tries += 1) {
      assert.ok(tries < 200, `no box: ${it.text}`);
      await page.waitForTimeout(50);
    }
    // Keys right after the box was drawn count for nothing.
    await page.waitForTimeout(300);
  };
  return it;
}

for (const who of ["page", "terminal", "both"]) {
  test(`a terminal box and the page ask about one call; ${who === "both" ? "both answer at once" : `the ${who} answers`}`, { skip: !existsSync(PROGRAM) && "build byleave-cli first" }, async () => {
    const ran = join(hub.folder, "ran");
    const box = terminal(`touch ${ran}`);
    await box.drawn();
    await shows("touch");
    await ready();
    // The page says no, the terminal yes: whichever comes first, the other changes nothing.
    if (who !== "terminal") await page.focus("#card-title");
    await Promise.all([
      who === "terminal" ? undefined : page.keyboard.press("d"),
      who === "page" ? undefined : box.child.stdin.write("\r"),
    ]);
    if (who === "page") {
      await page.waitForSelector(".card.receipt");
      // The box may still be there; what is chosen in it now comes too late.
      box.child.stdin.write("\r");
    }
    await box.ended;
    const rows = (await hub.get("/v1/records")).records.filter(({ entry }) => entry.request);
    assert.equal(rows.length, 1, "one decision on record");
    const [{ entry }] = rows;
    assert.equal(existsSync(ran), entry.approved, `it ran if and only if that was the decision: ${box.text}`);
    if (who !== "both") assert.equal(entry.approved, who === "terminal");
    await page.waitForSelector(".card.receipt", { timeout: 10000 });
    assert.match(await page.textContent(".stamp"), entry.approved ? /Allowed/ : /Denied/);
  });
}

test("a thousand real requests wait and can be answered", async () => {
  for (let at = 0; at < 1000; at += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, number) => hub.call("bash", { command: `make target${at + number}` }, { wait: 0 })));
  }
  await page.waitForFunction(() => document.querySelectorAll(".items > li").length === 1000, undefined, { timeout: 30000 });
  assert.match(await page.title(), /^\(1000\) /);
  await page.keyboard.press("/");
  await page.keyboard.type("target77");
  await page.waitForFunction(() => document.querySelectorAll(".items > li .item:not(.past)").length === 11);
  await page.click(".item:not(.past)");
  await shows("make target77");
  await ready();
  await page.keyboard.press("a");
  await page.waitForFunction(() => /^\(999\)/.test(document.title));
});

test("without scripts: what waits is shown as text, and allow and deny are plain forms", async () => {
  const trick = "npm run <img src=x onerror=alert(1)> \u202e";
  const one = hub.call("bash", { command: trick }, { agent: "<b>agent</b>" });
  // The oldest stands first.
  await page.waitForSelector(".item");
  const two = hub.call("bash", { command: "npm run two" }, { session: "sess_b" });
  await page.waitForFunction(() => document.querySelectorAll(".item").length === 2);
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const plain = await context.newPage();
  // A browser whose scripts are switched off by a debugger does not show what stands there for those without.
  assert.match(await (await fetch(`${hub.origin}/`)).text(), /<noscript>.*<a href="\/plain">/);
  await plain.goto(`${hub.origin}/plain`);
  await plain.fill("#token", "byleave_wrong");
  await plain.keyboard.press("Enter");
  await plain.waitForSelector("text=this is no token that counts");
  await plain.fill("#token", hub.approver);
  await plain.keyboard.press("Enter");
  await plain.waitForSelector("text=2 requests wait");
  assert.equal(await plain.locator("img").count(), 0);
  assert.match(await plain.locator(".card").first().textContent(), /<b>agent<\/b> wants to use bash.*npm run <img src=x onerror=alert\(1\)> \\u\{202e\}/s);
  // What hides something is of high risk, and must be read.
  await plain.locator(".card").first().locator("text=Allow once").click();
  await plain.waitForSelector("text=nothing was answered: say that you have read it");
  await plain.locator(".card").first().locator("[name=read]").check();
  await plain.locator(".card").first().locator("text=Allow once").click();
  await plain.waitForSelector("text=Allowed, this once.");
  assert.equal((await one).approved, true);
  await plain.locator("[name=feedback]").fill("not \u00e4 now");
  await plain.locator("text=Deny").last().click();
  await plain.waitForSelector("text=Nothing waits");
  const told = await two;
  assert.deepEqual([told.approved, told.feedback], [false, "not \u00e4 now"]);
  assert.deepEqual(await context.cookies(), []);
  await context.close();
});
