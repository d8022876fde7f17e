// The freeze: the switch of the header and its key, in every window, and what goes on when it ends.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { launch, open } from "./support/browser.js";
import { startHub } from "./support/hub.js";

let browser;
let hub;
let page;

before(async () => { browser = await launch(); });
after(() => browser.close());
beforeEach(async () => {
  hub = await startHub();
  page = await open(browser, hub.page);
  await page.waitForSelector(".dot.open");
});
afterEach(async () => {
  assert.deepEqual(page.wrong, [], "nothing went wrong on the page, and nobody else was spoken to");
  assert.deepEqual(await page.evaluate(() => globalThis.violations), [], "nothing was stopped by the policy of the page");
  await page.context().close();
  await hub.close();
});

const frozen = (on = page) => on.waitForSelector('.freeze[aria-checked="true"]');
const thawed = (on = page) => on.waitForSelector('.freeze[aria-checked="false"]');

test("one key freezes what runs by itself, ending it is asked about, and what waited for it goes on", async () => {
  assert.equal((await hub.call("bash", { command: "ls" })).approved, true);
  await thawed();
  await page.keyboard.press(".");
  await frozen();
  assert.match(await page.textContent(".frozen"), /^Automatic approvals are frozen by page since .*Nothing runs that no person says yes to/);
  const call = hub.call("bash", { command: "ls" });
  await page.waitForSelector(".item:not(.past)");
  await page.waitForFunction(() => /automatic approvals are frozen by page/.test(document.querySelector(".card")?.textContent));
  await page.goto(`${page.url().split("#")[0]}#/history`);
  await page.waitForSelector(".frozen", { state: "visible" });
  await page.keyboard.press(".");
  await page.waitForSelector("dialog[open]");
  await page.keyboard.press("Escape");
  await frozen();
  await page.click(".frozen button");
  await page.click("dialog[open] button.stop");
  await thawed();
  assert.equal(await page.$(".frozen"), null);
  assert.equal((await call).approved, true, "it runs without an answer");
});

test("every window shows it, also one that was opened or cut off meanwhile, and whoever only watches cannot change it", async () => {
  const as = (token) => open(browser, `${hub.origin}/#token=${token}`);
  const second = await as(hub.approver);
  await second.waitForSelector(".dot.open");
  await second.context().setOffline(true);
  await page.click(".freeze");
  await frozen();
  const third = await as(hub.approver);
  await frozen(third);
  await second.context().setOffline(false);
  await frozen(second);
  const viewer = await as(hub.viewer);
  await viewer.waitForSelector(".frozen");
  assert.equal(await viewer.isVisible(".freeze"), false);
  await viewer.keyboard.press(".");
  assert.equal(await viewer.$("dialog[open]"), null);
  await third.click(".freeze");
  await third.click("dialog[open] button.stop");
  for (const one of [page, second, third]) await thawed(one);
  await viewer.waitForSelector(".frozen", { state: "detached" });
  for (const one of [second, third, viewer]) await one.context().close();
});
