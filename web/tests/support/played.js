// For tests of what the page shows and sends: each has a hub of its own that only plays, and a page once it is `at` it.
// `browser`, `hub` and `page` are those of the test that runs.

import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach } from "node:test";
import { launch, leave, open, ready as waited } from "./browser.js";
import { start } from "./standin.js";

export let browser;
export let hub;
export let page;

before(async () => { browser = await launch(); });
after(() => browser.close());
beforeEach(async () => { hub = await start(); });
afterEach(async () => {
  if (page) await leave(page);
  page = undefined;
  await hub.close();
});

/** Opens the page, with what `open` takes, at a screen or as somebody new. */
export async function at({ address = "#secret", ...options } = {}) {
  page = await open(browser, `${hub.url}${address}`, options);
  await page.waitForSelector(".dot.open");
}

/** The last of so many answers. */
export async function answered(count) {
  for (let tries = 0; hub.answers.length < count && tries < 100; tries += 1) await page.waitForTimeout(20);
  assert.equal(hub.answers.length, count);
  return hub.answers.at(-1);
}

export const card = (id) => page.waitForSelector(`.card[data-id="${id}"]:not(.receipt)`);
export const ready = () => waited(page);
