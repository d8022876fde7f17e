// The freeze: the switch of the header and its key, in every window, and what goes on when it ends.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support/browser.js";
import { browser, hub, page } from "./support/real.js";

const frozen = (on = page) => on.waitForSelector('.freeze[aria-checked="true"]');
const thawed = (on = page) => on.waitForSelector('.freeze[aria-checked="false"]');

test("one key freezes what runs by itself, ending it is asked about, and what waited for it goes on", async () => {
  assert.equal((await hub.call("bash", { command: "ls" })).approved, true);
  await thawed();
  await page.keyboard.press(".");
  await frozen();
  assert.match(await page.textContent(".frozen"), /^Automatic approvals are frozen by page since .*Every call needs a person's approval/);
  const call = hub.call("bash", { command: "ls" });
  await page.waitForSelector(".item:not(.past)");
  await page.waitForFunction(() => /automatic approvals are frozen by page/i.test(document.querySelector(".card:not(.receipt)")?.textContent));
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
