// The page and the real hub: what a person answers is what the agent hears.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support/browser.js";
import { browser, go, hub, page, ready, shows } from "./support/real.js";

test("the first document's example: a batch of three, approval for the session, soft and hard rejection", async () => {
  const rest = [{ tool: "write", arguments: { path: "notes.md", content: "done\n" } }, { tool: "bash", arguments: { command: "npm run build" } }];
  const first = hub.call("bash", { command: "npm install" }, { batch_remaining: rest });
  await shows("npm install");
  assert.match(await page.textContent("#card-title"), /^Install packages with npm install$/);
  await page.click(".more summary");
  await page.waitForSelector(".next");
  assert.match(await page.textContent(".next"), /write.*notes\.md.*bash npm run build/s);
  await page.keyboard.press("Shift+A");
  assert.equal(await page.evaluate(() => document.activeElement.id), "how-long");
  await page.selectOption("#how-long", "session");
  await ready();
  await page.click(".main-buttons .allow");
  const allowed = await first;
  assert.deepEqual([allowed.approved, allowed.stop], [true, false]);
  await page.waitForFunction(() => document.querySelector(".card.receipt")?.textContent.includes("Your answer created a grant"));
  assert.match(await page.textContent(".receipt"), /Allowed.*for the session.*Your answer created a grant/s);
  assert.equal((await hub.call("bash", { command: "npm install" })).approved, true, "not asked again in this session");

  const second = hub.call("write", rest[0].arguments, { batch_remaining: rest.slice(1) });
  await page.click(".item:not(.past)");
  await shows("done");
  await page.keyboard.press("Shift+D");
  await page.keyboard.type("not needed");
  await page.keyboard.press("Enter");
  const soft = await second;
  assert.deepEqual([soft.approved, soft.stop], [false, false]);
  assert.match(JSON.stringify(soft), /not needed/);

  const third = hub.call("bash", rest[1].arguments);
  await page.click(".item:not(.past)");
  await shows("npm run build");
  await page.focus("#card-title");
  await page.keyboard.press("s");
  const hard = await third;
  assert.deepEqual([hard.approved, hard.stop], [false, true]);
  const refused = await hub.call("bash", { command: "npm run other" });
  assert.equal(refused.approved, false, "nobody is asked until the user speaks again");

  await go("sessions");
  assert.match(await page.textContent(".content"), /stopped.*sess_a/s);
  await go("grants");
  await page.click('button:text-is("Revoke")');
  await page.waitForSelector(".calm");
  await go("history");
  await page.waitForSelector("details");
  assert.match(await page.textContent(".history"), /npm install.*/s);
  await go("stats");
  await page.waitForSelector(".tiles");
});

test("what was read is on the card: each part with its verdict, the rule, paths outside", async () => {
  const call = hub.call("bash", { command: "git status && rm -rf ../other > /tmp/x" });
  await shows("git status");
  const rows = await page.$$eval(".row-of", (all) => all.map((row) => `${row.className}: ${row.innerText.replace(/\s+/g, " ").trim()}`));
  assert.deepEqual(rows, ["row-of allow: git status &&", "row-of red: rm -rf ../other > /tmp/x deletes, outside the project · always asked"]);
  assert.equal(await page.textContent("#card-title"), "Delete ../other and all in it (+1 command)");
  await page.click(".more summary");
  await page.waitForSelector(".parts li");
  const parts = await page.$$eval(".parts li", (all) => all.map((row) => row.innerText.replace(/\s+/g, " ")));
  assert.match(parts[0], /^✓ allowed git status/);
  assert.match(parts[1], /^\? asks rm -rf \.\.\/other .*outside the project/);
  await page.keyboard.press("d");
  assert.equal((await call).approved, false);
});

test("an edited command is what the agent hears, and it is judged again", async () => {
  const call = hub.call("bash", { command: "npm run deploy" });
  await shows("npm run deploy");
  await ready();
  await page.keyboard.press("e");
  await page.fill("#edit", "npm run check");
  await page.click("text=Allow as edited");
  const told = await call;
  assert.deepEqual([told.approved, told.edited, told.arguments], [true, true, { command: "npm run check" }]);
});

test("the address counts once: this browser stays in, another does not get in", async () => {
  await page.goto("about:blank");
  await page.goto(hub.page);
  await page.waitForSelector(".dot.open");
  const other = await open(browser, hub.page);
  await other.waitForSelector(".login");
  assert.match(await other.textContent(".login"), /used before/);
  assert.deepEqual(await other.evaluate(() => Object.keys(localStorage).filter((key) => key !== "byleave.settings")), [], "what did not work is not kept");
  await other.context().close();
});

for (const [role, answers] of [["approver", true], ["viewer", false]]) {
  test(`a token typed in: ${role}s ${answers ? "answer" : "only watch"}`, async () => {
    const call = hub.call("bash", { command: "npm run typed" }, { wait: answers ? 30 : 0 });
    const other = await open(browser, `${hub.origin}/`);
    await other.fill("#token", hub[role]);
    await other.keyboard.press("Enter");
    await other.waitForSelector(".card:not(.receipt)");
    assert.equal((await other.$(".buttons")) !== null, answers);
    await other.waitForTimeout(350);
    await other.keyboard.press("a");
    const told = await call;
    assert.equal(told.approved ?? false, answers);
    if (answers) await page.waitForFunction(() => /Allowed.*approver/s.test(document.querySelector(".card.receipt")?.textContent));
    assert.deepEqual(other.wrong, []);
    await other.context().close();
  });
}

test("two windows stay in step, and only one answer counts", async () => {
  const other = await page.context().newPage();
  await other.goto(`${hub.origin}/#/queue`);
  const call = hub.call("bash", { command: "npm run race" });
  await shows("npm run race");
  await other.waitForSelector(".card:not(.receipt)");
  await ready();
  await Promise.all([page.keyboard.press("a"), other.keyboard.press("d")]);
  const told = await call;
  for (const window of [page, other]) {
    await window.waitForSelector(".card.receipt");
    assert.match(await window.textContent(".stamp"), told.approved ? /Allowed/ : /Denied/);
  }
});

test("a hub that is killed and comes again: the page says so, and what waits can still be answered", async () => {
  const call = hub.call("bash", { command: "npm run later" }).catch(() => "cut");
  await shows("npm run later");
  await hub.kill();
  assert.equal(await call, "cut");
  await page.waitForSelector(".dot.closed, .dot.connecting");
  await ready();
  await page.keyboard.press("a");
  await page.waitForFunction(() => /cannot reach the hub/.test(document.querySelector(".answer .error")?.textContent));
  await hub.again();
  await page.waitForSelector(".dot.open", { timeout: 20000 });
  await page.focus("#card-title");
  await page.keyboard.press("a");
  await page.waitForSelector(".card.receipt");
  assert.match(await page.textContent(".stamp"), /Allowed/);
});

test("tricks that come through the engine are text", async () => {
  const trick = "echo '<img src=x onerror=alert(1)>' \u202e\x1b[2J # \u200b";
  const call = hub.call("bash", { command: trick }, { agent: "<b>agent</b>", description: "<script>alert(1)</script>" });
  await shows("<img src=x");
  await page.click(".more summary");
  await page.waitForSelector(".says");
  const text = await page.textContent(".card");
  assert.match(text, /\\u\{202e\}\\x1b\[2J # \\u\{200b\}/);
  assert.match(text, /“<script>alert\(1\)<\/script>”/);
  await page.keyboard.press("d");
  await call;
});

test("the policy screen says what would happen", async () => {
  await go("policy");
  await page.fill("#sim-what", "git status && rm -rf /");
  await page.click("text=What would happen?");
  await page.waitForSelector(".trace .verdict");
  assert.match(await page.textContent(".trace"), /rm/);
});

test("a mode is set within the ceiling", async () => {
  const call = hub.call("write", { path: "a.txt", content: "x" });
  await page.waitForSelector(".item");
  await page.keyboard.press("d");
  await call;
  await go("sessions");
  // The choice stands on the page before the hub has heard of it.
  await page.click(".session-more summary");
  const heard = page.waitForResponse((response) => response.url().endsWith("/mode"));
  await page.selectOption(".session select", "autoEdit");
  assert.equal((await heard).status(), 200);
  assert.equal(await page.textContent(".session .error"), "");
  assert.equal((await hub.call("write", { path: "a.txt", content: "x" })).approved, true);
});
